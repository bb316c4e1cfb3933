// Proves Steerwright.cs on this machine: runs conformance cases and compares every double bit by bit.
//
//     mcs -langversion:7 Conformance.cs Steerwright.cs && mono Conformance.exe ../../conformance
//
// Arguments are folders, or NAME.bits files, each with its NAME.steer.json (and what it rereads) beside it. docs/porting.md describes
// the lines. Elsewhere than on a command line, say on a phone with IL2CPP: call Conformance.Check with the texts of a case.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Steerwright;

public static class Conformance
{
    const string Header = "steerwright-bits 1";

    public static int Main(string[] arguments)
    {
        string[] cases = arguments.SelectMany(CasesIn).ToArray();
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

    static IEnumerable<string> CasesIn(string path)
    {
        if (!Directory.Exists(path)) return new[] { path };
        return Directory.GetFiles(path, "*.bits").OrderBy(name => name, StringComparer.Ordinal);
    }

    static string CheckFiles(string bits)
    {
        try
        {
            Func<string, string> export = ending => File.ReadAllText(Path.ChangeExtension(bits, ending + ".steer.json"));
            return Check(export(""), File.ReadAllText(bits), edit => export("." + edit));
        }
        catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
        {
            return error.Message;
        }
    }

    /// <summary>Runs a case, given the texts of its two files.</summary>
    /// <param name="edited">The text of NAME.X.steer.json for the X of a reread line; only few cases have any.</param>
    /// <returns>Null if everything was the same to the bit, else what was not.</returns>
    public static string Check(string json, string bits, Func<string, string> edited)
    {
        int number = 0;
        try
        {
            World world = World.Load(json);
            var happened = new Queue<string>();
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
                    Follow(line.Split(' '), line, world, happened, edited);
                    ended |= line.StartsWith("end ", StringComparison.Ordinal);
                }
            }
            return ended ? null : "there is no end line; the file was cut off";
        }
        catch (Exception error)
        {
            return number == 0 ? error.Message : "line " + number + ": " + error.Message;
        }
    }

    static void Follow(string[] fields, string line, World world, Queue<string> happened, Func<string, string> edited)
    {
        long tick = Whole(fields[1]);
        if (tick < world.Tick) throw new FormatException("ticks go down");
        while (world.Tick < tick)
        {
            world.Step();
            foreach (AgentEvent e in world.Events) happened.Enqueue(EventLine(e));
        }
        switch (fields[0])
        {
            case "state": Expect(line, StateLine(world, Whole(fields[2]))); break;
            case "event": Expect(line, happened.Count > 0 ? happened.Dequeue() : "no event"); break;
            case "end": Expect("no event", happened.Count > 0 ? happened.Dequeue() : "no event"); break;
            case "set_pointer": world.SetPointer(Coordinate(fields[2]), Coordinate(fields[3])); break;
            case "move_marker": world.MoveMarker(Whole(fields[2]), Coordinate(fields[3]), Coordinate(fields[4])); break;
            case "drive": world.Drive(Whole(fields[2]), Coordinate(fields[3]), Coordinate(fields[4])); break;
            case "release": world.Release(Whole(fields[2])); break;
            case "despawn": world.Despawn(Whole(fields[2])); break;
            case "set_target": world.SetTarget(Whole(fields[2]), TargetOf(fields[3], fields[4])); break;
            case "reread": world.Reread(edited(fields[2])); break;
            case "set_danger": world.SetDanger(Whole(fields[2]), TargetOf(fields[3], fields[4])); break;
            default: throw new FormatException("this runner does not know " + fields[0]);
        }
    }

    static Target TargetOf(string kind, string id)
    {
        switch (kind)
        {
            case "marker": return Target.Marker(Whole(id));
            case "agent": return Target.Agent(Whole(id));
            case "pointer": return Target.Pointer;
            case "none": return Target.None;
            default: throw new FormatException(kind + " is no kind of target");
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
        return "event " + e.Tick + " " + e.AgentId + " " + SnakeCase(e.Kind.ToString()) + " " + OrDash(e.Node);
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

    // Not double.Parse, which rounds some decimals wrongly on old platforms.
    static double Coordinate(string text) => new Entry(JsonReader.Read(text)).Number();

    static long Whole(string text) => new Entry(JsonReader.Read(text)).Whole(0, long.MaxValue);
}
