// Loads invalid files with Steerwright.cs: each must throw a SteerwrightException that names the place, or load if nothing that
// is read is invalid. None may hang, crash, throw another exception, or change a running world that refuses it.
//
//     mcs -langversion:7 -main:Hostile Hostile.cs Conformance.cs Steerwright.cs && mono Hostile.exe [FOLDER]
//
// FOLDER has the conformance cases; without it, it is "conformance".
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Steerwright;

public static class Hostile
{
    static string valid;

    static int failures;

    public static int Main(string[] arguments)
    {
        string folder = arguments.Length > 0 ? arguments[0] : "conformance";
        Conformance.Case[] cases = Conformance.CaseFiles(folder).SelectMany(file => Conformance.ReadCases(File.ReadAllText(file))).ToArray();
        valid = cases.Single(each => each.Name == "accepted-though-unusual").Json.Replace("\r", "").Trim('\uFEFF', '\n');
        Try("the valid file", valid, null);
        int count = 1 + TryRefused(cases.Where(each => each.Lines == null).ToArray()) + TryLarge() + TryWalls() + TryEveryReplacement() + TrySaves() + TryProperties();
        Console.WriteLine(count + " files, " + (failures == 0 ? "each a clean load or a clean error" : failures + " FAILED"));
        return failures == 0 ? 0 : 1;
    }

    static int TryRefused(Conformance.Case[] refusals)
    {
        if (refusals.Length == 0) Fail("the cases", "none is a refusal");
        foreach (Conformance.Case refusal in refusals) Try(refusal.Name, refusal.Json, refusal.Place);
        return refusals.Length;
    }

    /// <summary>Long, deeply nested and empty texts.</summary>
    static int TryLarge()
    {
        const string Mass = "\"mass\": 1.0000000000001";
        if (!valid.Contains(Mass)) Fail("the valid file", "has no " + Mass);
        string manyPairs = Repeat("[1, 2], ", 1000000), mass = "\"mass\": 1";
        Try("no text", null, "line 1, column 1: expected a value");
        Try("an empty text", "", "line 1, column 1: expected a value");
        Try("a text of zeros", Repeat("\0", 1000), "line 1, column 1: expected a value");
        Try("an array", "[]", "the file: is not an object");
        Try("a number", "5", "the file: is not an object");
        Try("100000 arrays in each other", Repeat("[", 100000), "line 1, column 128: values are nested too deeply");
        Try("100000 objects in each other", Repeat("{\"a\":", 100000), "line 1, column 636: values are nested too deeply");
        Try("a million digits", valid.Replace(Mass, mass + Repeat("0", 1000000)), "line ");
        Try("a million decimals", valid.Replace(Mass, mass + "." + Repeat("3", 1000000)), null);
        Try("a huge exponent", valid.Replace(Mass, mass + "e99999999999999999999"), "line ");
        Try("a million blocked cells", valid.Replace("\"blocked\": [", "\"blocked\": [" + manyPairs), null);
        Try("a million points", valid.Replace("\"points\": [\n        [0, 0],", "\"points\": [" + manyPairs), "paths[0].points");
        Try("a name of a million letters", valid.Replace("Cell mover", Repeat("w", 1000000)), null);
        return 13;
    }

    static int TryWalls()
    {
        Try("a wall", WithWalls(Wall(1, "[0, 0], [1, 0]")), null);
        Try("a wall without points", WithWalls(Wall(1, "")), null);
        Try("a wall of one point", WithWalls(Wall(1, "[0, 0]")), null);
        Try("a wall of equal points", WithWalls(Wall(1, "[0, 0], [0, 0], [0, 0]")), null);
        Try("two walls with one id", WithWalls(Wall(1, "") + ", " + Wall(1, "")), "walls[1].id");
        Try("a wall that ends too far away", WithWalls(Wall(1, "[0, 0], [0, 1.1e9]")), "walls[0].points[1][1]");
        Try("a wall that ends nowhere", WithWalls(Wall(1, "[0, 0], [null, 0]")), "walls[0].points[1][0]");
        Try("a wall across the world", WithWalls(Wall(1, "[-1e9, -1e9], [1e9, 1e9]")), "walls: cross more than 1000000 cells");
        string million = Repeat("[0, 0], [1, 0], ", 500000) + "[0, 0]";
        Try("a wall of a million points", WithWalls(Wall(1, million)), "walls: cross more than 1000000 cells");
        return 9;
    }

    static string Wall(int id, string points)
    {
        return "{\"id\": " + id + ", \"name\": \"\", \"closed\": true, \"open\": null, "
            + "\"blocks_motion\": true, \"blocks_sight\": true, \"points\": [" + points + "]}";
    }

    /// <summary>Of equal keys, the last one counts.</summary>
    static string WithWalls(string walls) => valid.Substring(0, valid.LastIndexOf('}')) + ", \"walls\": [" + walls + "]}";

    static string Repeat(string text, int count) => string.Concat(Enumerable.Repeat(text, count));

    /// <summary>Replaces every value by each of many others, and truncates the file at every length.</summary>
    static int TryEveryReplacement()
    {
        string[] replacements =
        {
            "null", "true", "-1", "0", "0.5", "7", "1e12", "-1e12", "1e13", "1e-300", "\"\"", "[]", "{}", "[[]]", ""
        };
        int count = 0;
        foreach (Match value in Regex.Matches(valid, "(?<=[:\\[,] *)(-?[0-9.]+|\"[a-z_-]*\"(?!:)|null|true|false)|\\[.*?\\]|\\{[^{}]*\\}"))
        {
            foreach (string replacement in replacements)
            {
                Try(value + " -> " + replacement, valid.Remove(value.Index, value.Length).Insert(value.Index, replacement));
                count++;
            }
        }
        for (int length = 0; length < valid.Length; length++)
        {
            Try("truncated after " + length, valid.Substring(0, length), "line");
            count++;
        }
        return count;
    }

    /// <summary>Replaces and removes every value of a save, and truncates it.</summary>
    static int TrySaves()
    {
        string[] replacements = { "null", "true", "-1", "0", "7", "0.5", "1e12", "4294967295", "\"\"", "\"x\"", "\"7ff8000000000000\"", "[]", "" };
        World world = World.Load(valid);
        for (int i = 0; i < 10; i++) world.Step();
        string save = world.Save();
        ulong hash = world.Hash64();
        world.LoadSave(save);
        if (world.Hash64() != hash) Fail("the save", "is not the world that was saved");
        int count = 0;
        foreach (Match value in Regex.Matches(save, "(?<=[:\\[,] *)(-?[0-9]+|\"[a-z0-9-]*\"(?!:)|null|true|false)"))
        {
            foreach (string replacement in replacements)
            {
                TrySave(value.Index + " -> " + replacement, save.Remove(value.Index, value.Length).Insert(value.Index, replacement), save, world);
                count++;
            }
        }
        for (int length = 0; length < save.Length; length += 7)
        {
            if (TrySave("save truncated after " + length, save.Substring(0, length), save, world)) Fail("save truncated after " + length, "is loaded");
            count++;
        }
        return count;
    }

    /// <summary>Loads a save into a running world, and the whole one after it. Returns whether it was loaded.</summary>
    static bool TrySave(string name, string damaged, string save, World world)
    {
        ulong before = world.Hash64();
        bool isLoaded = false;
        string message = Attempt(() =>
        {
            try
            {
                world.LoadSave(damaged);
                isLoaded = true;
            }
            catch (SteerwrightException)
            {
                if (world.Hash64() != before) throw new InvalidOperationException("a refused save changed the world");
                throw;
            }
            return world;
        });
        if (message != null && !Regex.IsMatch(message, "^[a-z_.0-9\\[\\], ]+: .+; [a-z]+")) Fail(name, message);
        world.LoadSave(save);
        return isLoaded;
    }

    static void Try(string name, string json, string expected)
    {
        string message = Run(json);
        bool isRight = expected == null ? message == null : message != null && message.StartsWith(expected, StringComparison.Ordinal);
        if (!isRight) Fail(name, "expected " + (expected ?? "a clean load") + ", found " + (message ?? "a clean load"));
    }

    static void Try(string name, string json)
    {
        string message = Run(json);
        bool isClean = message == null || Regex.IsMatch(message, "^[a-z_.0-9\\[\\], ]+: .+; [a-z]+");
        if (!isClean) Fail(name, message);
    }

    /// <summary>
    /// Loads and steps, and applies the file to a running world. Returns the message of the SteerwrightException, or null for none.
    /// </summary>
    static string Run(string json)
    {
        string loaded = Attempt(() => World.Load(json));
        string applied = Attempt(() => ApplyToRunningWorld(json));
        return loaded == applied ? loaded : "LOAD " + (loaded ?? "clean") + ", APPLY_SCENE " + (applied ?? "clean");
    }

    /// <summary>Also checks that a world that refuses the file stays as it was.</summary>
    static World ApplyToRunningWorld(string json)
    {
        World world = World.Load(valid);
        for (int i = 0; i < 10; i++) world.Step();
        string before = Describe(world);
        try
        {
            world.ApplyScene(json);
        }
        catch (SteerwrightException)
        {
            if (Describe(world) != before) throw new InvalidOperationException("a refused file changed the world");
            for (int i = 0; i < 10; i++) world.Step();
            throw;
        }
        return world;
    }

    /// <summary>Custom properties, and what cannot be some.</summary>
    static int TryProperties()
    {
        const string Declared = "[{\"name\": \"mood\", \"on\": [\"agents\", \"presets\"], \"default\": \"calm\"}, {\"name\": 7}, "
            + "{\"name\": \"mood\", \"on\": [\"paths\"], \"default\": 1}, "
            + "{\"name\": \"extent\", \"on\": [\"agents\"], \"default\": 0.12345678912345}]";
        World world = World.Load(WithProperties(Declared, "{\"locked\": false, \"none\": null, \"list\": [1], \"size\": 0.12345678912345}"));
        long first = world.Agents[0].Id;
        foreach (Agent agent in world.Agents) if (world.Property("agent", agent.Id, "size") != null) first = agent.Id;
        bool isRead = Equals(world.Property("agent", first, "mood"), "calm") && Equals(world.Property("agent", first, "locked"), false)
            && Equals(world.Property("agent", first, "size"), 0.123456789) && Equals(world.PresetProperty(first, "size"), 0.123456789)
            && Equals(world.Property("agent", first, "extent"), 0.123456789)
            && Equals(world.PresetProperty(first, "mood"), "calm");
        foreach (Agent agent in world.Agents)
        {
            if (world.FindState(agent.Id, agent.StateName) != agent.StateId) Fail("the state of agent " + agent.Id, "another one by its name");
        }
        foreach (string name in new[] { "none", "list", "unknown", null }) isRead &= world.Property("agent", first, name) == null;
        isRead &= world.Property("agent", 99, "mood") == null && world.Property("agents", first, "mood") == null;
        isRead &= world.NodeProperty(99, 0, "mood") == null && world.PresetProperty(99, "mood") == null;
        world.ApplyScene(valid);
        if (!isRead || world.Property("agent", first, "mood") != null) Fail("custom properties", "others");
        Try("declared properties that are no list", WithProperties("{}", "{}"), "declared_properties");
        Try("a declared property that is no object", WithProperties("[1]", "{}"), "declared_properties[0]");
        Try("properties that are null", WithProperties("[]", "null"), "agents[0].p");
        Try("properties that are a list", WithProperties("[]", "[]"), "agents[0].p");
        return 5;
    }

    static string WithProperties(string declared, string values)
    {
        int agents = valid.IndexOf("\"agents\"", StringComparison.Ordinal), brace = valid.IndexOf('{', agents) + 1;
        return "{\"declared_properties\": " + declared + "," + valid.Substring(1, brace - 1)
            + "\"preset_properties\": " + values + ", \"properties\": " + values + "," + valid.Substring(brace);
    }

    static string Describe(World world)
    {
        return world.Tick + " " + string.Join(", ", world.Agents.Select(agent => agent.Id + " " + agent.X + " " + agent.Y + " " + agent.Node));
    }

    static string Attempt(Func<World> start)
    {
        var watch = Stopwatch.StartNew();
        try
        {
            World world = start();
            for (int i = 0; i < 100; i++) world.Step();
            bool isFinite = world.Agents.All(agent => Math.Abs(agent.X) < 1e300 && Math.Abs(agent.Y) < 1e300);
            return !isFinite ? "NOT FINITE" : watch.Elapsed.TotalSeconds > 20.0 ? "TOO SLOW" : null;
        }
        catch (SteerwrightException error)
        {
            return error.Message;
        }
        catch (Exception error)
        {
            return "UNEXPECTED " + error;
        }
    }

    static void Fail(string name, string found)
    {
        failures++;
        Console.WriteLine("FAILED " + name + ": " + found);
    }
}
