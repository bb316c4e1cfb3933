// Runs conformance cases with Steerwright.cs on this machine and compares every double bit by bit.
//
//     mcs -langversion:7 Conformance.cs Steerwright.cs && mono Conformance.exe ../../conformance
//
// Arguments are folders, or NAME.bits files, each with its NAME.steer.json (and NAME.X.steer.json for apply_scene) beside it.
// docs/porting.md describes the lines. Where there is no command line, for example on a phone with IL2CPP, call
// Conformance.Check with the texts of a case.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Steerwright;

public static class Conformance
{
    const string Header = "steerwright-bits 2";

    public static int Main(string[] arguments)
    {
        string[] cases = arguments.SelectMany(FindCases).ToArray();
        int same = 0;
        foreach (string bits in cases)
        {
            string failure = CheckFiles(bits);
            same += failure == null ? 1 : 0;
            string name = Path.GetFileNameWithoutExtension(bits);
            Console.WriteLine(failure == null ? "ok " + name : "FAILED " + name + ": " + failure);
        }
        Console.WriteLine(same + " of " + cases.Length + " cases are the same to the bit");
        return same == cases.Length && same > 0 ? 0 : 1;
    }

    static IEnumerable<string> FindCases(string path)
    {
        if (!Directory.Exists(path)) return new[] { path };
        return Directory.GetFiles(path, "*.bits").OrderBy(name => name, StringComparer.Ordinal);
    }

    static string CheckFiles(string bits)
    {
        try
        {
            Func<string, string> readExport = suffix => File.ReadAllText(Path.ChangeExtension(bits, suffix + ".steer.json"));
            return Check(readExport(""), File.ReadAllText(bits), name => readExport("." + name));
        }
        catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
        {
            return error.Message;
        }
    }

    /// <summary>Runs a case, given the texts of its two files.</summary>
    /// <param name="readEdited">Returns the text of NAME.X.steer.json for the X of an apply_scene line; few cases have any.</param>
    /// <returns>Null if everything is the same to the bit, else the first difference.</returns>
    public static string Check(string json, string bits, Func<string, string> readEdited)
    {
        int number = 0;
        try
        {
            if (bits.Split('\n').Skip(1).FirstOrDefault()?.TrimEnd('\r') == "refused") return CheckRefusal(json);
            World world = World.Load(json);
            var events = new Queue<string>();
            bool ended = false;
            foreach (string line in bits.TrimEnd('\n').Split('\n').Select(line => line.TrimEnd('\r')))
            {
                number++;
                if (number == 1)
                {
                    Expect(Header, line);
                }
                else if (!line.StartsWith("#", StringComparison.Ordinal))
                {
                    Run(line, world, events, readEdited);
                    ended |= line.StartsWith("end ", StringComparison.Ordinal);
                }
            }
            return ended ? null : "the end line is missing; the file is incomplete";
        }
        catch (Exception error)
        {
            return number == 0 ? error.Message : "line " + number + ": " + error.Message;
        }
    }

    static string CheckRefusal(string json)
    {
        try
        {
            World.Load(json);
            return "line 2: expected a refusal, found a world";
        }
        catch (SteerwrightException)
        {
            return null;
        }
    }

    static void Run(string line, World world, Queue<string> events, Func<string, string> readEdited)
    {
        string[] fields = line.Split(' ');
        long tick = ParseWhole(fields[1]);
        if (tick < world.Tick) throw new FormatException("ticks go down");
        while (world.Tick < tick)
        {
            world.Step();
            foreach (AgentEvent e in world.Events) events.Enqueue(EventLine(e));
        }
        switch (fields[0])
        {
            case "state": Expect(line, StateLine(world, ParseWhole(fields[2]))); break;
            case "event": Expect(line, events.Count > 0 ? events.Dequeue() : "no event"); break;
            case "end": Expect("no event", events.Count > 0 ? events.Dequeue() : "no event"); break;
            case "set_pointer": world.SetPointer(ParseCoordinate(fields[2]), ParseCoordinate(fields[3])); break;
            case "move_marker": world.MoveMarker(ParseWhole(fields[2]), ParseCoordinate(fields[3]), ParseCoordinate(fields[4])); break;
            case "drive": world.Drive(ParseWhole(fields[2]), ParseCoordinate(fields[3]), ParseCoordinate(fields[4])); break;
            case "release": world.Release(ParseWhole(fields[2])); break;
            case "despawn": world.Despawn(ParseWhole(fields[2])); break;
            case "set_target": world.SetTarget(ParseWhole(fields[2]), ParseTarget(fields[3], fields[4])); break;
            case "set_danger": world.SetDanger(ParseWhole(fields[2]), ParseTarget(fields[3], fields[4])); break;
            case "apply_scene": world.ApplyScene(readEdited(fields[2])); break;
            default: throw new FormatException(fields[0] + " is not a line that this runner knows");
        }
    }

    static Target ParseTarget(string kind, string id)
    {
        switch (kind)
        {
            case "marker": return Target.Marker(ParseWhole(id));
            case "agent": return Target.Agent(ParseWhole(id));
            case "pointer": return Target.Pointer;
            case "none": return Target.None;
            default: throw new FormatException(kind + " is not a kind of target");
        }
    }

    static void Expect(string expected, string found)
    {
        if (expected != found) throw new FormatException("expected \"" + expected + "\", found \"" + found + "\"");
    }

    static string StateLine(World world, long id)
    {
        Agent agent = world.FindAgent(id);
        if (agent == null) return "no agent " + id;
        double[] numbers = { agent.X, agent.Y, agent.Vx, agent.Vy, agent.HeadingX, agent.HeadingY, agent.Steering };
        return "state " + world.Tick + " " + id + " " + string.Join(" ", numbers.Select(Hex)) + " "
            + (agent.FovDeg.HasValue ? Hex(agent.FovDeg.Value) : "-") + " " + OrDash(agent.Node);
    }

    static string EventLine(AgentEvent e)
    {
        return "event " + e.Tick + " " + e.AgentId + " " + SnakeCase(e.Kind.ToString()) + " " + OrDash(e.Node) + " " + e.Behavior;
    }

    static string OrDash(int? node) => node.HasValue ? node.Value.ToString() : "-";

    /// <summary>The 16 hex digits of a double, a negative zero as zero.</summary>
    static string Hex(double x) => BitConverter.DoubleToInt64Bits(x == 0.0 ? 0.0 : x).ToString("x16");

    static string SnakeCase(string name)
    {
        var text = new StringBuilder();
        foreach (char letter in name)
        {
            if (char.IsUpper(letter) && text.Length > 0) text.Append('_');
            text.Append(char.ToLowerInvariant(letter));
        }
        return text.ToString();
    }

    // Not double.Parse, which rounds some decimals incorrectly on old platforms.
    static double ParseCoordinate(string text) => new Entry(JsonReader.Read(text)).Coordinate();

    static long ParseWhole(string text) => new Entry(JsonReader.Read(text)).WholeNumber(0, long.MaxValue);
}
