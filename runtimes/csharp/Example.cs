// A minimal program with Steerwright.cs: loads an export, runs it for ten seconds, and prints positions and events.
//
//     mcs -langversion:7 Example.cs Steerwright.cs && mono Example.exe guard.steer.json
//
// A game calls world.Advance(secondsSinceTheLastFrame) instead of world.Step(), and draws instead of printing.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Globalization;
using System.IO;
using Steerwright;

public static class Example
{
    public static int Main(string[] arguments)
    {
        if (arguments.Length != 1)
        {
            Console.Error.WriteLine("usage: Example.exe NAME.steer.json");
            return 2;
        }
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        try
        {
            World world = World.Load(File.ReadAllText(arguments[0]));
            for (int second = 0; second <= 10; second++)
            {
                while (world.Time < second)
                {
                    world.Step();
                    foreach (AgentEvent e in world.Events)
                    {
                        Console.WriteLine($"{world.Time:F3} s: {world.FindAgent(e.AgentId).Name}: {e.Kind} {e.Node}");
                    }
                }
                foreach (Agent agent in world.Agents)
                {
                    Console.WriteLine($"{world.Time:F3} s: {agent.Name} is at {agent.X:F3}, {agent.Y:F3}");
                }
            }
            return 0;
        }
        catch (Exception error) when (error is SteerwrightException || error is IOException)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }
}
