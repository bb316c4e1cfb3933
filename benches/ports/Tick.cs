// usage: mono Tick.exe NAME.steer.json STEPS: CPU ms of a tick. Built with Steerwright.cs.
using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Steerwright;

public static class Tick
{
    public static void Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        World world = World.Load(File.ReadAllText(arguments[0]));
        int steps = int.Parse(arguments[1]);
        for (int i = 0; i < 60; i++)
        {
            world.Step();
        }
        var times = new double[9];
        for (int repetition = 0; repetition < times.Length; repetition++)
        {
            TimeSpan start = Process.GetCurrentProcess().TotalProcessorTime;
            for (int i = 0; i < steps; i++)
            {
                world.Step();
            }
            times[repetition] = (Process.GetCurrentProcess().TotalProcessorTime - start).TotalMilliseconds / steps;
        }
        Array.Sort(times);
        double sum = 0;
        foreach (Agent agent in world.Agents)
        {
            sum += agent.X + agent.Y;
        }
        Console.WriteLine($"{times[4]:F3} {sum:R}");
    }
}
