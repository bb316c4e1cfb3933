// A small program with Steerwright.cs: loads an export, runs it for thirty seconds with waves of enemies, and prints positions and
// events.
//
//     mcs -langversion:7 Example.cs Steerwright.cs && mono Example.exe Gate-patrol.steer.json
//
// Enemies come in a scene with a preset "Guard" and a path "Wall", like presets/scenes/gate-patrol.scene.json. A game calls
// world.Advance(secondsSinceTheLastFrame), and draws instead of printing.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Steerwright;

public static class Example
{
    static readonly List<long> enemies = new List<long>();

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
            Run(World.Load(File.ReadAllText(arguments[0])));
            return 0;
        }
        catch (Exception error) when (error is SteerwrightException || error is IOException)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    static void Run(World world)
    {
        long? guard = world.FindPreset("Guard"), wall = world.FindPath("Wall");
        for (int frame = 0; frame < 1800; frame++)
        {
            if (frame % 600 == 0 && guard.HasValue && wall.HasValue) SpawnEnemy(world, guard.Value, wall.Value);
            world.Advance(1.0 / 60.0);
            foreach (AgentEvent e in world.Events) Print(world, $"{NameOf(world.FindAgent(e.AgentId))}: {e.Kind} {e.Node}");
            if (wall.HasValue) DespawnEnemies(world, wall.Value);
            if (frame % 60 != 59) continue;
            foreach (Agent agent in world.Agents) Print(world, $"{NameOf(agent)} is at {agent.X:F3}, {agent.Y:F3}");
        }
    }

    /// <summary>An enemy enters at the start of the patrol.</summary>
    static void SpawnEnemy(World world, long guard, long wall)
    {
        PathPoint start = world.Path(wall).Points[0];
        long enemy = world.Spawn(guard, start.X, start.Y);
        world.SetPath(enemy, wall);
        enemies.Add(enemy);
        Print(world, $"enemy {enemy} is spawned");
    }

    /// <summary>Enemies that come to the end of the patrol are gone.</summary>
    static void DespawnEnemies(World world, long wall)
    {
        foreach (long enemy in enemies.ToArray())
        {
            Agent agent = world.FindAgent(enemy);
            if (world.PathNearest(wall, agent.X, agent.Y)?.Along > 0.95 * world.Path(wall).Length)
            {
                world.Despawn(enemy);
                enemies.Remove(enemy);
                Print(world, $"enemy {enemy} is despawned");
            }
        }
    }

    static string NameOf(Agent agent) => agent.Name.Length > 0 ? agent.Name : "enemy " + agent.Id;

    static void Print(World world, string text) => Console.WriteLine($"{world.Time:F3} s: {text}");
}
