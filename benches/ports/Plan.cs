// usage: mono Plan.exe NAME.steer.json: ms of plans between one agent and the next: of the middle one, and the slowest. Built with
// Steerwright.cs. The clock of the CPU has steps of 10 ms, so this is the quickest of ten by the clock on the wall.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Steerwright;

public static class Plan
{
    public static void Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        World world = World.Load(File.ReadAllText(arguments[0]));
        var agents = new List<Agent>(world.Agents);
        var times = new List<double>();
        int points = 0;
        for (int i = 1; i < agents.Count; i++)
        {
            Agent a = agents[i - 1], b = agents[i];
            double quickest = double.PositiveInfinity;
            int count = 0;
            for (int repetition = 0; repetition < 10; repetition++)
            {
                Stopwatch watch = Stopwatch.StartNew();
                count = world.PathBetween(a.X, a.Y, b.X, b.Y, 0.3)?.Count ?? 0;
                quickest = Math.Min(quickest, watch.Elapsed.TotalMilliseconds);
            }
            times.Add(quickest);
            points += count;
        }
        times.Sort();
        Console.WriteLine($"{times[times.Count / 2]:F3} {times[times.Count - 1]:F3} {points}");
    }
}
