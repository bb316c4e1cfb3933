// Loads invalid files with Steerwright.cs: each must throw a SteerwrightException that names the place, or load if nothing that
// is read is invalid. None may hang, crash, throw another exception, or change a running world that refuses it.
//
//     mcs -langversion:7 Hostile.cs Steerwright.cs && mono Hostile.exe
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Diagnostics;
using System.Linq;
using System.Text.RegularExpressions;
using Steerwright;

public static class Hostile
{
    /// <summary>A valid file with every field that is read, with ' for ".</summary>
    const string Valid = @"{
  'format': 'steerwright-export', 'format_version': 1, 'min_reader': 1, 'y_down': false, 'turn_sign': 1, 'ticks_per_second': 60,
  'scale': 1, 'origin': { 'x': -0.5, 'y': 0 }, 'plane': 'xy',
  'pointer': { 'x': 0, 'y': 0 },
  'paths': [
    {
      'id': 1, 'traversal': 'loop', 'radius': 0.5,
      'nodes': [
        { 'x': 0, 'y': 0, 'radius': 0.5, 'wait_ticks': 0, 'speed': null, 'point': 0 },
        { 'x': 4, 'y': 0, 'radius': 0.25, 'wait_ticks': 30, 'speed': 1.5, 'point': 2 }
      ],
      'points': [[0, 0], [2, 1], [4, 0], [2, -1]]
    }
  ],
  'markers': [{ 'id': 7, 'name': 'Well', 'kind': 'target', 'x': 3, 'y': 4 }],
  'agents': [
    {
      'id': 1, 'name': 'Walker', 'x': 0, 'y': 0, 'vx': 0, 'vy': 0, 'scatter': { 'min': 1, 'max': 2 },
      'path': 1, 'target': { 'kind': 'marker', 'id': 7 }, 'danger': { 'kind': 'agent', 'id': 2 }, 'leader': 2,
      'random_state': [1703865447, 3203108257, 4214379870, 4170425070],
      'body': { 'mass': 1, 'max_speed': 2, 'max_force': 12, 'time_to_target': 0.15, 'idle': 'brake' },
      'motion': 'steered', 'blend_mode': 'weighted_sum',
      'behaviors': [
        { 'kind': 'seek', 'weight': 1 },
        { 'kind': 'flee', 'weight': 1, 'panic_distance': null },
        { 'kind': 'arrive', 'weight': 1, 'target_radius': 0.2, 'slow_radius': 2, 'ramp': 'linear', 'stop': 'brake',
          'time_to_target': null },
        { 'kind': 'leave', 'weight': 1, 'escape_radius': 2, 'danger_radius': 6, 'ramp': 'stepped', 'time_to_target': 0.25 },
        { 'kind': 'pursue', 'weight': 1, 'max_prediction': 1 },
        { 'kind': 'evade', 'weight': 1, 'max_prediction': null },
        { 'kind': 'follow_path', 'weight': 1, 'start': 'node', 'start_node': 1, 'target_radius': 0.2, 'slow_radius': 2,
          'time_to_target': 0.35 },
        { 'kind': 'separation', 'weight': 1, 'radius': 1.5, 'max_separation': 6, 'falloff': 'none' },
        { 'kind': 'follow_leader', 'weight': 1, 'behind_distance': 1.5, 'sight_radius': 1, 'slow_radius': 3,
          'separation_radius': 1.2, 'max_separation': 5.5, 'falloff': 'inverse_square' },
        { 'kind': 'homing_walk', 'weight': 1, 'step_fraction': 0.5, 'min_step': 1, 'max_step': 10, 'aggro_radius': 30,
          'max_fov_deg': 90, 'reach_radius': 0.25, 'smooth': true, 'step_jitter': 0.125, 'repick_interval': 0.5, 'repick_ticks': 31 }
      ]
    },
    {
      'id': 2, 'name': 'Hunter', 'x': 9, 'y': 9, 'vx': 0, 'vy': 0, 'scatter': null,
      'path': null, 'target': { 'kind': 'pointer', 'id': null }, 'danger': null, 'leader': null,
      'random_state': [4214379870, 4170425070, 3997354251, 1908508304],
      'body': { 'mass': 1, 'max_speed': 4, 'max_force': 40, 'time_to_target': 0.1, 'idle': 'coast' },
      'motion': 'grid_chase', 'blend_mode': null,
      'behaviors': [
        { 'kind': 'grid_chase', 'weight': 1, 'method': 'line_of_sight', 'mode': 'chase', 'max_path_length': 64, 'step_ticks': 36,
          'step_interval': 0.6 }
      ]
    }
  ],
  'cells': { 'size': 1, 'blocked': [[2, 3], [-4, 5]] }
}";

    /// <summary>The text to replace (at its first occurrence), its replacement, and how the message begins; null if it loads.</summary>
    static readonly string[][] Cases =
    {
        // Nothing that is read is invalid.
        new[] { "'y_down'", "'unknown': [{ 'deep': 1e999 }, 'x'], 'y_down'", null },
        new[] { "'name': 'Well'", "'name': 5", null },
        new[] { "'format_version': 1", "'format_version': 9", null },
        new[] { "'leader': 2", "'leader': 99", null },
        new[] { "'kind': 'agent', 'id': 2", "'kind': 'agent', 'id': 1", null },
        new[] { "'path': 1", "'path': 99", null },
        new[] { "'Walker'", "'\\u00e9\\n\\ud83e'", null },
        new[] { "'x': 3,", "'x': 3.0e0,", null },

        // Not this format.
        new[] { "{\n  'format'", "not JSON {\n  'format'", "line 1, column 1: expected a value" },
        new[] { "'format': 'steerwright-export'", "'format': 'steerwright-scene'", "format: is not steerwright-export" },
        new[] { "'format': 'steerwright-export',", "", "format: is missing" },
        new[] { "'min_reader': 1", "'min_reader': 2", "min_reader: the file requires version 2 of the runtime, and this is version 1" },
        new[] { "'min_reader': 1,", "", "min_reader: is missing" },
        new[] { "'min_reader': 1", "'min_reader': 'one'", "min_reader: is not a whole number" },

        // Not JSON.
        new[] { "'x': 0", "'x': NaN", "line 4, column 21: expected a value" },
        new[] { "'x': 0", "'x': Infinity", "line 4, column 21: expected a value" },
        new[] { "'x': 0", "'x': 01", "line 4, column 23: a number has a leading zero" },
        new[] { "'x': 0", "'x': .5", "line 4, column 21: expected a value" },
        new[] { "'x': 0", "'x': 1.", "line 4, column 23: expected a value" },
        new[] { "'x': 0", "'x': 1e", "line 4, column 23: expected a value" },
        new[] { "'x': 0", "x: 0", "line 4, column 16: expected \"" },
        new[] { "'x': 0", "'x' 0", "line 4, column 20: expected :" },
        new[] { "'x': 0, ", "'x': 0 ", "line 4, column 23: expected }" },
        new[] { "[0, 0]", "[0, 0,]", "line 12, column 24: expected a value" },
        new[] { "'Walker'", "'Walk\ner'", "line 18, column 29: the string is not closed" },
        new[] { "'Walker'", "'\\x'", "line 18, column 26: expected u" },
        new[] { "'Walker'", "'\\u12g4'", "line 18, column 29: \\u must be followed by four hexadecimal digits" },
        new[] { "[2, 3], [-4, 5]] }\n}", "[2, 3], [-4, 5]] }\n}}", "line 53, column 2: unexpected text after the end" },

        // Fields that are missing, of another type, or out of range, on every level.
        new[] { "'y_down': false", "'y_down': 0", "y_down: is not true or false" },
        new[] { "'turn_sign': 1", "'turn_sign': -1", "turn_sign: contradicts y_down" },
        new[] { "'ticks_per_second': 60", "'ticks_per_second': 0", "ticks_per_second: is not a number above 0" },
        new[] { "'ticks_per_second': 60", "'ticks_per_second': -60", "ticks_per_second: is not a number above 0" },
        new[] { "'ticks_per_second': 60", "'ticks_per_second': 1e13", "ticks_per_second: is not a number above 0" },
        new[] { "{ 'x': 0, 'y': 0 }", "null", "pointer: is not an object" },
        new[] { "'x': 0", "'x': '0'", "pointer.x: is not a number" },
        new[] { "'x': 0", "'x': 1e400", "pointer.x: is not a number" },
        new[] { "'x': 0", "'x': -1000000000001", "pointer.x: is not a number" },
        new[] { "'markers': [", "'markers': 5, 'x': [", "markers: is not an array" },
        new[] { "'markers': [", "'markers': [[], ", "markers[0]: is not an object" },
        new[] { "'markers': [", "'markers': [{ 'id': 7, 'x': 0, 'y': 0 }, ", "markers[1].id: is used twice" },
        new[] { "'traversal': 'loop'", "'traversal': 'Loop'", "paths[0].traversal: is not one of once, loop, ping_pong" },
        new[] { "'radius': 0.5", "'radius': -0.5", "paths[0].radius: is not a number from 0" },
        new[] { "'wait_ticks': 30", "'wait_ticks': 0.5", "paths[0].nodes[1].wait_ticks: is not a whole number" },
        new[] { "'wait_ticks': 30", "'wait_ticks': 4294967296", "paths[0].nodes[1].wait_ticks: is not a whole number" },
        new[] { "'speed': 1.5", "'speed': -1", "paths[0].nodes[1].speed: is not a number from 0" },
        new[] { "'point': 2", "'point': 4", "paths[0].nodes[1].point: is not the index of a point" },
        new[] { "'point': 2", "'point': -1", "paths[0].nodes[1].point: is not a whole number" },
        new[] { "'point': 0", "'point': 2", "paths[0].nodes[0].point: is not less than the point of the next node" },
        new[] { "[2, 1]", "[2, 1, 0]", "paths[0].points[1]: is not an array of length 2" },
        new[] { "[2, 1]", "[2, null]", "paths[0].points[1][1]: is not a number" },
        new[] { "'id': 1, 'name'", "'id': 1.5, 'name'", "agents[0].id: is not a whole number" },
        new[] { "'id': 1, 'name'", "'id': -1, 'name'", "agents[0].id: is not a whole number" },
        new[] { "'id': 1, 'name'", "'id': 4294967296, 'name'", "agents[0].id: is not a whole number" },
        new[] { "'id': 2, 'name'", "'id': 1, 'name'", "agents[1].id: is used twice" },
        new[] { "'name': 'Walker'", "'name': null", "agents[0].name: is not a string" },
        new[] { "'min': 1", "'min': -1", "agents[0].scatter.min: is not a number from 0" },
        new[] { "'path': 1", "'path': 'one'", "agents[0].path: is not a whole number" },
        new[] { "'kind': 'marker'", "'kind': 'node'", "agents[0].target.kind: is not one of marker, agent, pointer" },
        new[] { "'kind': 'marker', 'id': 7", "'kind': 'marker', 'id': null", "agents[0].target.id: is not a whole number" },
        new[] { "'leader': 2,", "", "agents[0].leader: is missing" },
        new[] { "[1703865447,", "[", "agents[0].random_state: is not an array of length 4" },
        new[] { "[1703865447,", "[-1,", "agents[0].random_state[0]: is not a whole number" },
        new[] { "'mass': 1", "'mass': 0", "agents[0].body.mass: is not a number above 0" },
        new[] { "'mass': 1,", "", "agents[0].body.mass: is missing" },
        new[] { "'max_speed': 2", "'max_speed': -2", "agents[0].body.max_speed: is not a number from 0" },
        new[] { "'time_to_target': 0.15", "'time_to_target': 0", "agents[0].body.time_to_target: is not a number above 0" },
        new[] { "'motion': 'steered'", "'motion': 'flying'", "agents[0].motion: is not one of steered, grid_chase" },
        new[] { "'motion': 'steered'", "'motion': 'grid_chase'", "agents[0].behaviors: is not an array of length 1" },
        new[] { "'blend_mode': 'weighted_sum'", "'blend_mode': null", "agents[0].blend_mode: is not one of weighted_sum, priority" },
        new[] { "'kind': 'seek'", "'kind': 'teleport'", "agents[0].behaviors[0].kind: is not a steering behavior that this runtime knows" },
        new[] { "'kind': 'seek', 'weight': 1", "'kind': 'seek', 'weight': '1'", "agents[0].behaviors[0].weight: is not a number" },
        new[] { "'ramp': 'linear'", "'ramp': 'cubic'", "agents[0].behaviors[2].ramp: is not one of linear, sqrt, quadratic" },
        new[] { "'start_node': 1", "'start_node': null", "agents[0].behaviors[6].start_node: is not a whole number" },
        new[] { "'smooth': true", "'smooth': 1", "agents[0].behaviors[9].smooth: is not true or false" },
        new[] { "'kind': 'grid_chase'", "'kind': 'seek'", "agents[1].behaviors[0].kind: is not grid_chase" },
        new[] { "'max_path_length': 64", "'max_path_length': 1e7", "agents[1].behaviors[0].max_path_length: is not a whole number" },
        new[] { "'step_ticks': 36", "'step_ticks': 0", "agents[1].behaviors[0].step_ticks: is not a whole number" },
        new[] { "'scale': 1", "'scale': 0", "scale: is not a number above 0" },
        new[] { "'plane': 'xy'", "'plane': 'yz'", "plane: is not one of xy, xz" },
        new[] { "'origin': { 'x': -0.5, 'y': 0 }", "'origin': [0, 0]", "origin: is not an object" },
        new[] { "'step_interval': 0.6", "'step_interval': '1'", "agents[1].behaviors[0].step_interval: is not a number above 0" },
        new[] { "'idle': 'brake'", "'idle': 'stop'", "agents[0].body.idle: is not one of brake, coast" },
        new[] { ", 'idle': 'brake'", "", "agents[0].body.idle: is missing" },
        new[] { "'time_to_target': 0.25", "'time_to_target': 0", "agents[0].behaviors[3].time_to_target: is not a number above 0" },
        new[] { ", 'time_to_target': 0.25", "", "agents[0].behaviors[3].time_to_target: is missing" },
        new[] { "'time_to_target': 0.35", "'time_to_target': '1'", "agents[0].behaviors[6].time_to_target: is not a number above 0" },
        new[] { ", 'falloff': 'inverse_square'", "", "agents[0].behaviors[8].falloff: is missing" },
        new[] { "'step_jitter': 0.125", "'step_jitter': -1", "agents[0].behaviors[9].step_jitter: is not a number from 0" },
        new[] { "'repick_ticks': 31", "'repick_ticks': 0.5", "agents[0].behaviors[9].repick_ticks: is not a whole number" },
        new[] { ", 'repick_ticks': 31", "", "agents[0].behaviors[9].repick_ticks: is missing" },

        // Fields under the names that they had before.
        new[] { "'blend_mode': 'weighted_sum'", "'combine': 'weighted_sum'", "agents[0].combine: has been renamed to blend_mode" },
        new[] { "'mode': 'chase'", "'aim': 'chase'", "agents[1].behaviors[0].aim: has been renamed to mode" },
        new[] { "'mode': 'chase',", "", "agents[1].behaviors[0].mode: is missing" },
        new[] { "'blend_mode': 'weighted_sum'", "'combine': 'priority', 'blend_mode': 'weighted_sum'", null },

        // Cells.
        new[] { "'size': 1", "'size': 0", "cells.size: is not a number above 0" },
        new[] { "[2, 3]", "[2, 2147483648]", "cells.blocked[0][1]: is not a whole number" },
    };

    static int failures;

    public static int Main()
    {
        string valid = Valid.Replace("\r", "").Replace('\'', '"');
        Try("the valid file", valid, null);
        foreach (string[] change in Cases)
        {
            string from = change[0].Replace('\'', '"'), to = change[1].Replace('\'', '"');
            int at = valid.IndexOf(from, StringComparison.Ordinal);
            if (at < 0) throw new InvalidOperationException("the valid file does not contain " + from);
            Try(change[0] + " -> " + change[1], valid.Substring(0, at) + to + valid.Substring(at + from.Length), change[2]);
        }
        int count = Cases.Length + 1 + TryLarge(valid) + TryEveryReplacement(valid);
        Console.WriteLine(count + " files, " + (failures == 0 ? "each a clean load or a clean error" : failures + " FAILED"));
        return failures == 0 ? 0 : 1;
    }

    /// <summary>Long, deeply nested and empty texts.</summary>
    static int TryLarge(string valid)
    {
        string manyPairs = Repeat("[1, 2], ", 1000000), mass = "\"mass\": 1";
        Try("no text", null, "line 1, column 1: expected a value");
        Try("an empty text", "", "line 1, column 1: expected a value");
        Try("a text of zeros", Repeat("\0", 1000), "line 1, column 1: expected a value");
        Try("an array", "[]", "the file: is not an object");
        Try("a number", "5", "the file: is not an object");
        Try("100000 arrays in each other", Repeat("[", 100000), "line 1, column 129: values are nested too deeply");
        Try("100000 objects in each other", Repeat("{\"a\":", 100000), "line 1, column 641: values are nested too deeply");
        Try("a million digits", valid.Replace(mass, mass + Repeat("0", 1000000)), "agents[0].body.mass: is not a number");
        Try("a million decimals", valid.Replace(mass, mass + "." + Repeat("3", 1000000)), null);
        Try("a huge exponent", valid.Replace(mass, mass + "e99999999999999999999"), "agents[0].body.mass: is not a number");
        Try("a million blocked cells", valid.Replace("[[2, 3]", "[" + manyPairs + "[2, 3]"), null);
        Try("a million points", valid.Replace("[[0, 0], [2, 1]", "[[0, 0], " + manyPairs + "[2, 1]"), null);
        Try("an invalid cell after a million", valid.Replace("[-4, 5]", manyPairs + "[]"), "cells.blocked[1000001]: is not an array of length 2");
        Try("a name of a million letters", valid.Replace("Walker", Repeat("w", 1000000)), null);
        return 14;
    }

    static string Repeat(string text, int count) => string.Concat(Enumerable.Repeat(text, count));

    /// <summary>Replaces every value by each of many others, and truncates the file at every length.</summary>
    static int TryEveryReplacement(string valid)
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
        World world = World.Load(Valid.Replace('\'', '"'));
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
