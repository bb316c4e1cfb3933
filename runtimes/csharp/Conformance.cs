// Runs conformance cases with Steerwright.cs on this machine and compares every double bit by bit.
//
//     mcs -langversion:7 Conformance.cs Steerwright.cs && mono Conformance.exe
//
// Without arguments it runs the cases of Steerwright: those in the folder conformance beside it. Arguments are folders or files.
// docs/porting.md#conformance describes them. Where there is no command line, for example on a phone with IL2CPP, call
// Conformance.ReadCases with the text of a file, and Check of each case.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using Steerwright;

public static class Conformance
{
    const string FirstLine = "steerwright-cases 1";

    static readonly Regex Section = new Regex(@"^== (export|case|refused) (\S+)(?: (?:of|from) (\S+))?(?: at (.+))?$");

    public static int Main(string[] arguments)
    {
        if (arguments.Length == 0) arguments = new[] { OwnCases() };
        int same = 0, total = 0;
        foreach (string file in arguments.SelectMany(CaseFiles))
        {
            foreach (KeyValuePair<string, string> result in CheckFile(file))
            {
                Console.WriteLine(result.Value == null ? "ok " + result.Key : "FAILED " + result.Key + ": " + result.Value);
                same += result.Value == null ? 1 : 0;
                total++;
            }
        }
        Console.WriteLine(same + " of " + total + " cases are the same to the bit");
        return same == total && same > 0 ? 0 : 1;
    }

    /// <summary>The folder of the cases: beside this program, or in the source tree of Steerwright.</summary>
    static string OwnCases()
    {
        string here = AppDomain.CurrentDomain.BaseDirectory;
        string beside = Path.Combine(here, "conformance");
        return Directory.Exists(beside) ? beside : Path.Combine(here, "..", "..", "conformance");
    }

    /// <summary>A file itself, or the files of a folder and of all folders in it.</summary>
    public static IEnumerable<string> CaseFiles(string path)
    {
        if (!Directory.Exists(path)) return new[] { path };
        return Directory.GetFiles(path, "*.cases", SearchOption.AllDirectories).OrderBy(name => name, StringComparer.Ordinal);
    }

    /// <summary>The name of each case of a file, and what is wrong with it or null.</summary>
    static IEnumerable<KeyValuePair<string, string>> CheckFile(string file)
    {
        try
        {
            return ReadCases(File.ReadAllText(file)).Select(each => new KeyValuePair<string, string>(each.Name, each.Check()));
        }
        catch (Exception error) when (error is IOException || error is UnauthorizedAccessException || error is FormatException)
        {
            return new[] { new KeyValuePair<string, string>(Path.GetFileName(file), error.Message) };
        }
    }

    /// <summary>A run of an export, or an export that has to be refused.</summary>
    public sealed class Case
    {
        public string Name;

        /// <summary>The text that is loaded.</summary>
        public string Json;

        /// <summary>The lines of all exports of its file, by their labels.</summary>
        public Dictionary<string, List<string>> Exports;

        /// <summary>With what the message of a refusal starts.</summary>
        public string Place;

        /// <summary>The number of the first of its lines.</summary>
        public int First;

        /// <summary>Null for a refusal.</summary>
        public List<string> Lines;

        /// <returns>Null if everything is the same to the bit, else the first difference.</returns>
        public string Check() => Lines == null ? CheckRefusal(this) : CheckRun(this);
    }

    /// <summary>The cases of a file, given its text. Throws a FormatException if a line is wrong.</summary>
    public static List<Case> ReadCases(string text)
    {
        List<string> lines = text.Split('\n').ToList();
        if (lines[0] != FirstLine || lines.Last() != "") throw new FormatException("line 1: expected " + FirstLine + " and whole lines after it");
        lines.RemoveAt(lines.Count - 1);
        Func<string, bool> isHeader = line => line.StartsWith("== ", StringComparison.Ordinal);
        var exports = new Dictionary<string, List<string>>();
        var cases = new List<Case>();
        foreach (int start in Enumerable.Range(0, lines.Count).Where(i => isHeader(lines[i])))
        {
            GroupCollection header = Section.Match(lines[start]).Groups;
            string kind = header[1].Value, name = header[2].Value, label = header[3].Value;
            int first = start + 2;
            List<string> body = lines.Skip(start + 1).TakeWhile(line => !isHeader(line)).ToList(), export;
            if (kind == "export" && label == "") exports[name] = body;
            else if (!exports.TryGetValue(label, out export)) throw new FormatException("line " + (start + 1) + ": expected a section, found " + lines[start]);
            else if (kind == "export") exports[name] = Changed(export, body, first);
            else if (kind == "case") cases.Add(new Case { Name = name, Json = TextOf(export), Exports = exports, First = first, Lines = body });
            else cases.Add(new Case { Name = name, Json = TextOf(Changed(export, body, first)), Place = header[4].Value, First = first });
        }
        return cases;
    }

    /// <summary>The lines of an export after changes, the first of which has the number `first` in its file.</summary>
    static List<string> Changed(List<string> export, List<string> changes, int first)
    {
        var lines = new List<string>(export);
        int cursor = 0;
        for (int i = 0; i < changes.Count; i++)
        {
            string kind = changes[i].Substring(0, Math.Min(1, changes[i].Length)), line = changes[i].Substring(kind.Length);
            if (kind == "+") lines.Insert(cursor, line);
            else cursor = kind == "-" || kind == " " ? lines.IndexOf(line, cursor) : -1;
            if (cursor < 0) throw new FormatException("line " + (first + i) + ": expected a change of the export, found " + changes[i]);
            if (kind == "-") lines.RemoveAt(cursor);
            else cursor++;
        }
        return lines;
    }

    static string TextOf(List<string> lines) => string.Concat(lines.Select(line => line + "\n"));

    static string CheckRun(Case run)
    {
        int number = run.First - 1;
        try
        {
            string json = run.Json;
            World world = World.Load(json);
            var events = new Queue<string>();
            var replaced = new List<string[]>();
            bool ended = false;
            foreach (string line in run.Lines)
            {
                number++;
                if (line.StartsWith("#", StringComparison.Ordinal)) continue;
                string[] fields = line.Split(' ');
                if (fields[0] == "apply_scene") replaced.Clear();
                if (fields[0] == "apply_scene") json = TextOf(run.Exports[fields[2]]);
                if (fields[0] == "replace_preset") replaced.Add(fields);
                Run(line, fields, world, events, json);
                if (fields[0] == "save_load") world = Reloaded(world, json, replaced);
                ended |= fields[0] == "end";
            }
            return ended ? null : "line " + (number + 1) + ": expected an end";
        }
        catch (Exception error)
        {
            return "line " + number + ": " + error.Message;
        }
    }

    static string CheckRefusal(Case refusal)
    {
        try
        {
            World.Load(refusal.Json);
            return "line " + (refusal.First - 1) + ": expected a refusal, found a world";
        }
        catch (SteerwrightException)
        {
            return null;
        }
    }

    /// <summary>A new world of the export that goes on as the world would.</summary>
    static World Reloaded(World world, string json, List<string[]> replaced)
    {
        World loaded = World.Load(json);
        foreach (string[] fields in replaced) loaded.ReplacePreset(ParseWhole(fields[2]), string.Join(" ", fields.Skip(3)));
        string save = world.Save();
        loaded.LoadSave(save);
        Expect(Digits(world.Hash64()), Digits(loaded.Hash64()));
        Expect(save, loaded.Save());
        return loaded;
    }

    static string Digits(ulong hash) => hash.ToString("x16");

    /// <summary>Runs a line; `json` is the scene that an apply_scene applies.</summary>
    static void Run(string line, string[] fields, World world, Queue<string> events, string json)
    {
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
            case "spawn": Expect(fields[5], world.Spawn(ParseWhole(fields[2]), ParseCoordinate(fields[3]), ParseCoordinate(fields[4])).ToString()); break;
            case "set_leader": world.SetLeader(ParseWhole(fields[2]), ParseIdOrNone(fields[3])); break;
            case "set_path": world.SetPath(ParseWhole(fields[2]), ParseIdOrNone(fields[3])); break;
            case "set_pressed": world.SetPressed(fields[2] == "down"); break;
            case "trigger": world.Trigger(string.Join(" ", fields.Skip(2))); break;
            case "set_wall_open": world.SetWallOpen(ParseWhole(fields[2]), fields[3] == "open"); break;
            case "noise": world.Noise(ParseCoordinate(fields[2]), ParseCoordinate(fields[3]), ParseCoordinate(fields[4])); break;
            case "set_team": world.SetTeam(ParseWhole(fields[2]), NameOrNone(fields)); break;
            case "set_state": world.SetState(ParseWhole(fields[2]), ParseWhole(fields[3])); break;
            case "force_event": world.ForceEvent(ParseIdOrNone(fields[2]), string.Join(" ", fields.Skip(3))); break;
            case "in_state": ExpectFields(fields, 3, StateOf(world, ParseWhole(fields[2]))); break;
            case "senses": ExpectFields(fields, 3, SensesOf(world, ParseWhole(fields[2]))); break;
            case "facing": Expect(string.Join(" ", fields.Skip(3)), FacingOf(world, ParseWhole(fields[2]))); break;
            case "sees": Expect(fields[4], world.Sees(ParseWhole(fields[2]), ParseWhole(fields[3])) ? "yes" : "no"); break;
            case "is_wall_open": Expect(fields[3], world.IsWallOpen(ParseWhole(fields[2])) ? "yes" : "no"); break;
            case "set_preset": world.SetPreset(ParseWhole(fields[2]), ParseWhole(fields[3])); break;
            case "replace_preset": world.ReplacePreset(ParseWhole(fields[2]), string.Join(" ", fields.Skip(3))); break;
            case "find": Expect(fields[3], OrDash(Find(world, fields[2], string.Join(" ", fields.Skip(4))))); break;
            case "path":
            case "path_point":
            case "path_at":
            case "path_nearest": ExpectPath(world, fields, ParseWhole(fields[2])); break;
            case "cell": ExpectCell(world.CellAt(ParseCoordinate(fields[2]), ParseCoordinate(fields[3])), fields); break;
            case "path_between": ExpectFields(fields, 7, WayBetween(world, fields)); break;
            case "hash": Expect(fields[2], Digits(world.Hash64())); break;
            case "save_load": break;
            case "apply_scene": world.ApplyScene(json); break;
            default: throw new FormatException(fields[0] + " is not a line that this runner knows");
        }
    }

    static long? Find(World world, string kind, string name)
    {
        switch (kind)
        {
            case "agent": return world.FindAgent(name)?.Id;
            case "marker": return world.FindMarker(name);
            case "path": return world.FindPath(name);
            case "preset": return world.FindPreset(name);
            case "wall": return world.FindWall(name);
            default: throw new FormatException(kind + " is not a kind of what has a name");
        }
    }

    /// <summary>Compares what a game reads of a path with the last fields of the line.</summary>
    static void ExpectPath(World world, string[] fields, long id)
    {
        switch (fields[0])
        {
            case "path":
                PathLine line = world.Path(id);
                ExpectFields(fields, 3, line.Points.Count + " " + (line.IsClosed ? "closed" : "open") + " " + Hex(line.Length));
                break;
            case "path_point":
                IReadOnlyList<PathPoint> points = world.Path(id).Points;
                var index = (int) ParseWhole(fields[3]);
                ExpectFields(fields, 4, index < points.Count ? Hex(points[index].X) + " " + Hex(points[index].Y) : "-");
                break;
            case "path_at":
                PathPoint? at = world.PathAt(id, ParseCoordinate(fields[3]));
                ExpectFields(fields, 4, at.HasValue ? Hex(at.Value.X) + " " + Hex(at.Value.Y) : "-");
                break;
            default:
                PathPlace? place = world.PathNearest(id, ParseCoordinate(fields[3]), ParseCoordinate(fields[4]));
                Func<PathPlace, string> text = p => string.Join(" ", new[] { p.X, p.Y, p.Along, p.Distance }.Select(Hex));
                ExpectFields(fields, 5, place.HasValue ? text(place.Value) : "-");
                break;
        }
    }

    static void ExpectCell(GridCell cell, string[] fields)
    {
        string state = cell.IsBlocked ? "blocked" : "free";
        ExpectFields(fields, 4, cell.Column + " " + cell.Row + " " + Hex(cell.X) + " " + Hex(cell.Y) + " " + state);
    }

    static void ExpectFields(string[] fields, int first, string found)
    {
        Expect(string.Join(" ", fields.Skip(first)), found);
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

    static string FacingOf(World world, long id)
    {
        Agent agent = world.FindAgent(id);
        return agent == null ? "no agent " + id : Hex(agent.FacingX) + " " + Hex(agent.FacingY);
    }

    static string SensesOf(World world, long id)
    {
        Agent agent = world.FindAgent(id);
        if (agent == null) return "no agent " + id;
        return (agent.HasNoticed ? "yes " : "no ") + Hex(agent.Meter) + " " + TargetText(agent.Perceived);
    }

    static string StateOf(World world, long id)
    {
        Agent agent = world.FindAgent(id);
        return agent == null ? "no agent " + id : agent.StateId + " " + agent.StateName;
    }

    static string WayBetween(World world, string[] fields)
    {
        double[] numbers = fields.Skip(2).Take(5).Select(ParseCoordinate).ToArray();
        IReadOnlyList<PathPoint> points = world.PathBetween(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
        return points == null ? "-" : string.Join(" ", points.Select(point => Hex(point.X) + " " + Hex(point.Y)));
    }

    static string TargetText(Target target)
    {
        switch (target.Kind)
        {
            case TargetKind.Marker: return "marker " + target.Id;
            case TargetKind.Agent: return "agent " + target.Id;
            case TargetKind.Pointer: return "pointer";
            default: return "-";
        }
    }

    static string EventLine(AgentEvent e)
    {
        string line = "event " + e.Tick + " " + e.AgentId + " " + SnakeCase(e.Kind.ToString()) + " " + OrDash(e.Node) + " " + OrDash(e.Behavior);
        if (e.Kind == EventKind.Emitted) return line + " - - [" + Json(e.Name) + "," + ValueText(e.Value) + "]";
        if (e.Kind == EventKind.StateEntered) return line + " " + OrDash(e.Reason) + " - [" + Json(e.Name) + "]";
        if (e.Kind == EventKind.Met) return line + " - - [" + Json(e.Name) + "]";
        if (e.Kind == EventKind.Touched) return line + " - " + OrDash(e.OtherId) + " []";
        return e.Source.HasValue ? line + " " + e.Source + " " + OrDash(e.OtherId) : line;
    }

    static string ValueText(object value)
    {
        if (value is double number) return "{\"number\":\"" + Hex(number) + "\"}";
        return value == null ? "null" : Json((string) value);
    }

    /// <summary>A text as JSON, with as few escapes as possible.</summary>
    static string Json(string text)
    {
        const string Escaped = "\"\\\b\f\n\r\t", Letters = "\"\\bfnrt";
        var json = new StringBuilder("\"");
        foreach (char c in text)
        {
            int letter = Escaped.IndexOf(c);
            if (letter >= 0) json.Append('\\').Append(Letters[letter]);
            else if (c < ' ') json.Append("\\u").Append(((int) c).ToString("x4"));
            else json.Append(c);
        }
        return json.Append('"').ToString();
    }

    /// <summary>The rest of a line after its third field; null for a dash.</summary>
    static string NameOrNone(string[] fields)
    {
        string name = string.Join(" ", fields.Skip(3));
        return name == "-" ? null : name;
    }

    static string OrDash(long? number) => number.HasValue ? number.Value.ToString() : "-";

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

    static long? ParseIdOrNone(string text) => text == "-" ? (long?) null : ParseWhole(text);

    static long ParseWhole(string text) => new Entry(JsonReader.Read(text)).Whole(0, long.MaxValue);
}
