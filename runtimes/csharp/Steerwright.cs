// Steerwright for C#: moves the agents of a NAME.steer.json as they moved in the editor, to the same bit.
//
//     World world = World.Load(File.ReadAllText("guard.steer.json"));      // once
//     world.Advance(secondsSinceTheLastFrame);                             // every frame
//     foreach (Agent agent in world.Agents) Draw(agent.Name, agent.X, agent.Y);
//     foreach (AgentEvent happened in world.Events) React(happened.AgentId, happened.Kind);
//     world.Drive(1, player.X, player.Y);                                  // agent 1 is moved by the game
//
// This one file is the whole runtime: C# 7, .NET Framework 4.5, .NET Standard 2.0 or later, Unity 2018.3 or later; nothing
// but System. For Unity there are two thin components beside it. Lengths are in the game units of the export, times in
// seconds. One world belongs to one thread at a time.
//
// The same bits need doubles that are rounded after every operation. Mono and .NET do that on 64-bit processors and on
// 32-bit ARM; 32-bit x86 may compute longer intermediate results. Neither fuses a product and a sum into one operation. A
// C++ compiler behind IL2CPP could: let Conformance.cs run once on such a device.
//
// Reading order: Load, Geometry, Behaviors, World. What a game uses is public: World, Agent, AgentEvent, EventKind, Target
// and SteerwrightException.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Steerwright
{
    // =================================================================================================================
    // Load: from text to values that know their place in the file
    // =================================================================================================================

    /// <summary>A file that cannot be loaded, or a call that cannot be carried out. The message says what is wrong and where.</summary>
    public sealed class SteerwrightException : Exception
    {
        internal SteerwrightException(string message) : base(message)
        {
        }
    }

    /// <summary>
    /// Strict JSON. Objects become dictionaries (the last of two members of one name counts), arrays lists, numbers doubles.
    /// </summary>
    internal sealed class JsonReader
    {
        const int DeepestNesting = 128;

        static readonly double[] PowersOfTen =
        {
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
        };

        readonly string text;
        int at;
        int depth;

        JsonReader(string text)
        {
            this.text = text;
        }

        internal static object Read(string text)
        {
            var reader = new JsonReader(text);
            reader.Take('\uFEFF');
            object value = reader.Value();
            reader.SkipSpace();
            if (reader.at < text.Length) throw reader.Error("there is more after the end");
            return value;
        }

        object Value()
        {
            SkipSpace();
            switch (Next)
            {
                case '{': return Members();
                case '[': return Elements();
                case '"': return Text();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        void Enter()
        {
            if (++depth > DeepestNesting) throw Error("values are nested too deep");
            at++;
            SkipSpace();
        }

        void Leave(char end)
        {
            Want(end);
            depth--;
        }

        object Members()
        {
            var members = new Dictionary<string, object>();
            Enter();
            if (Next != '}')
            {
                do
                {
                    SkipSpace();
                    string name = Text();
                    SkipSpace();
                    Want(':');
                    members[name] = Value();
                    SkipSpace();
                }
                while (Take(','));
            }
            Leave('}');
            return members;
        }

        object Elements()
        {
            var elements = new List<object>();
            Enter();
            if (Next != ']')
            {
                do
                {
                    elements.Add(Value());
                    SkipSpace();
                }
                while (Take(','));
            }
            Leave(']');
            return elements;
        }

        object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Error("a value is missing or misspelt");
            at += word.Length;
            return value;
        }

        string Text()
        {
            Want('"');
            var characters = new StringBuilder();
            while (!Take('"'))
            {
                if (Next < ' ') throw Error("a text is cut off, or holds a control character");
                characters.Append(Take('\\') ? Escaped() : text[at++]);
            }
            return characters.ToString();
        }

        char Escaped()
        {
            const string Letters = "\"\\/bfnrt", Meanings = "\"\\/\b\f\n\r\t";
            int letter = Letters.IndexOf(Next);
            if (letter >= 0)
            {
                at++;
                return Meanings[letter];
            }
            Want('u');
            int code = 0;
            for (int i = 0; i < 4; i++)
            {
                int digit = "0123456789abcdef".IndexOf(char.ToLowerInvariant(Next));
                if (digit < 0) throw Error("a \\u needs four hexadecimal digits");
                code = code * 16 + digit;
                at++;
            }
            return (char) code;
        }

        /// <summary>
        /// Up to 15 digits and a power of ten up to 22 are exact doubles, so that one division or product of the two is
        /// rounded correctly on every platform. Everything that moves an agent is such a number.
        /// </summary>
        object Number()
        {
            int start = at;
            bool isNegative = Take('-');
            bool startsWithZero = Next == '0';
            long mantissa = 0;
            bool isShort = true;
            int digits = Digits(ref mantissa, ref isShort);
            if (startsWithZero && digits > 1) throw Error("a number begins with a needless 0");
            int power = Take('.') ? -Digits(ref mantissa, ref isShort) : 0;
            if (Take('e') || Take('E'))
            {
                int sign = Take('-') ? -1 : 1;
                if (sign > 0) Take('+');
                long exponent = 0;
                Digits(ref exponent, ref isShort);
                power += sign * (int) Math.Min(exponent, 1000000);
            }
            if (isShort && power >= -22 && power <= 22)
            {
                double magnitude = power < 0 ? mantissa / PowersOfTen[-power] : mantissa * PowersOfTen[power];
                return isNegative ? -magnitude : magnitude;
            }
            string number = text.Substring(start, at - start);
            bool fits = double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out double value);
            return fits ? value : double.PositiveInfinity;
        }

        /// <summary>Appends at least one digit to `number`, and returns how many; what is more than 15 is not short.</summary>
        int Digits(ref long number, ref bool isShort)
        {
            int start = at;
            for (; Next >= '0' && Next <= '9'; at++)
            {
                isShort &= number < 100000000000000;
                if (isShort) number = number * 10 + (Next - '0');
            }
            if (at == start) throw Error("a value is missing or misspelt");
            return at - start;
        }

        char Next => at < text.Length ? text[at] : '\0';

        bool Take(char wanted)
        {
            bool found = at < text.Length && text[at] == wanted;
            if (found) at++;
            return found;
        }

        void Want(char wanted)
        {
            if (!Take(wanted)) throw Error("there should be a " + wanted);
        }

        void SkipSpace()
        {
            while (Next == ' ' || Next == '\n' || Next == '\r' || Next == '\t') at++;
        }

        SteerwrightException Error(string what)
        {
            int line = 1, column = 1;
            for (int i = 0; i < at; i++)
            {
                column = text[i] == '\n' ? 1 : column + 1;
                line += text[i] == '\n' ? 1 : 0;
            }
            return new SteerwrightException("line " + line + ", column " + column + ": " + what + "; export the scene again");
        }
    }

    /// <summary>A value of the file and its place there, which every complaint names.</summary>
    internal sealed class Entry
    {
        const double Largest = 1e12;
        const long LargestId = uint.MaxValue;

        readonly object value;
        readonly Entry parent;
        readonly string step;

        internal Entry(object value, Entry parent = null, string step = "")
        {
            this.value = value;
            this.parent = parent;
            this.step = step;
        }

        internal Entry this[string name] => Find(name) ?? throw new Entry(null, this, "." + name).Error("is missing");

        /// <summary>A field that need not be there; null then.</summary>
        internal Entry Find(string name)
        {
            var members = value as Dictionary<string, object>;
            if (members == null) throw Error("is not an object");
            return members.TryGetValue(name, out object member) ? new Entry(member, this, "." + name) : null;
        }

        internal List<Entry> Elements()
        {
            var elements = value as List<object>;
            if (elements == null) throw Error("is not an array");
            var entries = new List<Entry>(elements.Count);
            foreach (object element in elements) entries.Add(new Entry(element, this, "[" + entries.Count + "]"));
            return entries;
        }

        internal List<Entry> Elements(int count)
        {
            List<Entry> elements = Elements();
            return elements.Count == count ? elements : throw Error("is not an array of length " + count);
        }

        internal bool IsNull => value == null;

        internal string Text() => value as string ?? throw Error("is not a text");

        internal bool Flag() => value is bool flag ? flag : throw Error("is not true or false");

        /// <summary>The index, among `names`, of this text.</summary>
        internal int OneOf(params string[] names)
        {
            int index = Array.IndexOf(names, value);
            return index >= 0 ? index : throw Error("is not " + (names.Length > 1 ? "one of " : "") + string.Join(", ", names));
        }

        internal double Number() => Within(-Largest) ?? throw Error("is not a number from -1e12 to 1e12");

        internal double NotNegative() => Within(0.0) ?? throw Error("is not a number from 0 to 1e12");

        internal double? NotNegativeOrNull() => IsNull ? (double?) null : NotNegative();

        internal double Positive()
        {
            double? number = Within(0.0);
            return number > 0.0 ? number.Value : throw Error("is not a number above 0, up to 1e12");
        }

        internal long Whole(long least, long most)
        {
            double? number = Within(least);
            bool isWhole = number <= most && number == Math.Floor(number.Value);
            return isWhole ? (long) number.Value : throw Error("is not a whole number from " + least + " to " + most);
        }

        internal long Id() => Whole(0, LargestId);

        internal Vector Position() => new Vector(this["x"].Number(), this["y"].Number());

        internal SteerwrightException Error(string what) => new SteerwrightException(Place + ": " + what + "; export the scene again");

        double? Within(double least) => value is double number && number >= least && number <= Largest ? number : (double?) null;

        string Place => parent == null ? "the file" : parent.parent == null ? step.TrimStart('.') : parent.Place + step;
    }

    // =================================================================================================================
    // Geometry: only + - * / and sqrt, in this order, since other orders give other bits
    // =================================================================================================================

    internal struct Vector
    {
        internal readonly double X, Y;

        internal Vector(double x, double y)
        {
            X = x;
            Y = y;
        }

        internal static Vector Zero => default(Vector);

        public static Vector operator +(Vector a, Vector b) => new Vector(a.X + b.X, a.Y + b.Y);

        public static Vector operator -(Vector a, Vector b) => new Vector(a.X - b.X, a.Y - b.Y);

        public static Vector operator *(Vector a, double k) => new Vector(a.X * k, a.Y * k);

        public static Vector operator /(Vector a, double k) => new Vector(a.X / k, a.Y / k);

        public static Vector operator -(Vector a) => new Vector(-a.X, -a.Y);

        internal double Length => Math.Sqrt(X * X + Y * Y);

        internal bool IsFinite => Math.Abs(X) <= double.MaxValue && Math.Abs(Y) <= double.MaxValue;

        internal bool Is(Vector other) => X == other.X && Y == other.Y;

        internal static double Distance(Vector a, Vector b) => (b - a).Length;

        /// <summary>Divided by its length; zero for a zero vector, and for one too long for a double.</summary>
        internal Vector Direction() => Direction(Length);

        internal Vector Direction(double length) => length > 0.0 && length < double.PositiveInfinity ? this / length : Vector.Zero;

        /// <summary>Shortened to `limit`, if it is longer; zero, if it is too long for a double.</summary>
        internal Vector Truncated(double limit)
        {
            double squared = X * X + Y * Y;
            if (squared <= limit * limit && squared < double.PositiveInfinity) return this;
            double length = Math.Sqrt(squared);
            return length < double.PositiveInfinity ? this * (limit / length) : Vector.Zero;
        }

        /// <summary>How near the segment from `a` to `b` comes to `p`.</summary>
        internal static double SegmentDistance(Vector a, Vector b, Vector p)
        {
            Vector ab = b - a;
            double squared = ab.X * ab.X + ab.Y * ab.Y;
            double part = 0.0;
            if (squared > 0.0 && squared < double.PositiveInfinity)
            {
                part = ((p.X - a.X) * ab.X + (p.Y - a.Y) * ab.Y) / squared;
                part = part > 1.0 ? 1.0 : part > 0.0 ? part : 0.0;
            }
            return Distance(part > 0.0 ? a + ab * part : a, p);
        }
    }

    internal static class Rotation
    {
        internal const double RadiansPerDegree = Math.PI / 180.0;
        internal const double DegreesPerRadian = 180.0 / Math.PI;

        /// <summary>The Taylor series of the sine: 1/17!, -1/15! and so on to -1/3!.</summary>
        static readonly double[] Sine =
        {
            1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
            1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0
        };

        /// <summary>
        /// `a` turned by `angle` radians, clamped to -pi to pi. The sine and cosine of the platform differ from machine to
        /// machine; these do not: a series for an eighth of the angle, which is then doubled three times.
        /// </summary>
        internal static Vector Rotate(Vector a, double angle)
        {
            angle = angle > Math.PI ? Math.PI : angle >= -Math.PI ? angle : angle < -Math.PI ? -Math.PI : 0.0;
            double h = angle / 8.0;
            double square = h * h;
            double series = 0.0;
            foreach (double coefficient in Sine) series = series * square + coefficient;
            double sin = h + h * (square * series);
            double cos = Math.Sqrt(1.0 - sin * sin);
            for (int i = 0; i < 3; i++)
            {
                double doubled = 2.0 * sin * cos;
                cos = 1.0 - 2.0 * sin * sin;
                sin = doubled;
            }
            return new Vector(a.X * cos - a.Y * sin, a.X * sin + a.Y * cos);
        }
    }

    /// <summary>
    /// The stretch of a centripetal Catmull-Rom curve from `b` to `c`, by the pyramid of Barry and Goldman. Paths are points
    /// in the file already; the way of a smooth homing walk is made while it runs.
    /// </summary>
    internal struct CurveStretch
    {
        const int MaxDepth = 8;
        // The curve strays up to a tenth further between the places looked at.
        const double Margin = 0.9;

        Vector a, b, c, d;
        double t1, t2, t3;

        /// <summary>Appends the curve through `controls`, all but the first of them, to `points`.</summary>
        internal static void Flatten(List<Vector> controls, double tolerance, List<Vector> points)
        {
            for (int i = 0; i + 1 < controls.Count; i++)
            {
                Vector b = controls[i], c = controls[i + 1];
                Vector a = i > 0 ? controls[i - 1] : b + (b - c);
                Vector d = i + 2 < controls.Count ? controls[i + 2] : c + (c - b);
                double middle = Spacing(b, c);
                if (IsSome(middle)) new CurveStretch(a, b, c, d, middle).Divide(0.0, b, 1.0, c, tolerance, MaxDepth, points);
                points.Add(c);
            }
        }

        CurveStretch(Vector a, Vector b, Vector c, Vector d, double middle)
        {
            this.b = b;
            this.c = c;
            double before = Spacing(a, b), after = Spacing(c, d);
            // A neighbor in the same place gives no direction: mirror the far end instead.
            this.a = IsSome(before) ? a : b + (b - c);
            this.d = IsSome(after) ? d : c + (c - b);
            t1 = IsSome(before) ? before : middle;
            t2 = t1 + middle;
            t3 = t2 + (IsSome(after) ? after : middle);
        }

        static double Spacing(Vector p, Vector q) => Math.Sqrt(Vector.Distance(p, q));

        static bool IsSome(double spacing) => spacing > 0.0 && spacing < double.PositiveInfinity;

        /// <summary>Halves until the curve at a quarter, a half and three quarters lies well within `tolerance` of the chord.</summary>
        void Divide(double from, Vector p, double to, Vector q, double tolerance, int depth, List<Vector> points)
        {
            if (depth == 0) return;
            double limit = Margin * tolerance;
            double half = from + (to - from) * 0.5;
            Vector middle = At(half);
            if (!(Vector.SegmentDistance(p, q, middle) > limit
                || Vector.SegmentDistance(p, q, At(from + (to - from) * 0.25)) > limit
                || Vector.SegmentDistance(p, q, At(from + (to - from) * 0.75)) > limit))
            {
                return;
            }
            Divide(from, p, half, middle, tolerance, depth - 1, points);
            points.Add(middle);
            Divide(half, middle, to, q, tolerance, depth - 1, points);
        }

        Vector At(double part)
        {
            double t = t1 + (t2 - t1) * part;
            Vector p = Blend(a, b, 0.0, t1, t), q = Blend(b, c, t1, t2, t), r = Blend(c, d, t2, t3, t);
            Vector point = Blend(Blend(p, q, 0.0, t2, t), Blend(q, r, t1, t3, t), t1, t2, t);
            // Where one spacing is lost in the rounding of another, the stretch is straight.
            return point.IsFinite ? point : b + (c - b) * part;
        }

        static Vector Blend(Vector p, Vector q, double from, double to, double t)
        {
            return p * ((to - t) / (to - from)) + q * ((t - from) / (to - from));
        }
    }

    internal struct Cell
    {
        internal readonly int Column, Row;

        internal Cell(int column, int row)
        {
            Column = column;
            Row = row;
        }

        internal long Key => unchecked(((long) Column << 32) | (uint) Row);

        internal bool Is(Cell other) => Column == other.Column && Row == other.Row;

        internal Cell Offset(int columns, int rows) => new Cell(Saturated((long) Column + columns), Saturated((long) Row + rows));

        /// <summary>The whole number below `x`, stopping at the ends of the range, where a cast alone would be undefined.</summary>
        internal static int Floor(double x)
        {
            double floor = Math.Floor(x);
            return floor >= int.MaxValue ? int.MaxValue : floor > int.MinValue ? (int) floor : int.MinValue;
        }

        internal static int Saturated(long x) => (int) Math.Max(int.MinValue, Math.Min(int.MaxValue, x));
    }

    /// <summary>The plane divided into square cells, some blocked. Rows count upward, as in the editor, even where y goes down.</summary>
    internal sealed class CellGrid
    {
        readonly double size;
        readonly double turnSign;
        readonly HashSet<long> blocked = new HashSet<long>();

        internal CellGrid(Entry entry, double turnSign)
        {
            this.turnSign = turnSign;
            size = entry["size"].Positive();
            foreach (Entry cell in entry["blocked"].Elements())
            {
                List<Entry> place = cell.Elements(2);
                var column = (int) place[0].Whole(int.MinValue, int.MaxValue);
                var row = (int) place[1].Whole(int.MinValue, int.MaxValue);
                blocked.Add(new Cell(column, turnSign < 0.0 ? -1 - row : row).Key);
            }
        }

        internal Cell CellAt(Vector p) => new Cell(Cell.Floor(p.X / size), Cell.Floor(turnSign * p.Y / size));

        internal Vector Center(Cell cell) => new Vector((cell.Column + 0.5) * size, turnSign * ((cell.Row + 0.5) * size));

        bool IsBlocked(Cell cell) => blocked.Contains(cell.Key);

        internal bool HasSizeOf(CellGrid other) => size == other.size;

        internal bool Is(CellGrid other) => HasSizeOf(other) && blocked.SetEquals(other.blocked);

        /// <summary>Whether a mover may step to a neighbor: it is free and, on a diagonal, so are both cells beside it.</summary>
        internal bool CanStep(Cell from, Cell to)
        {
            bool diagonal = from.Column != to.Column && from.Row != to.Row;
            bool beside = diagonal && (IsBlocked(new Cell(to.Column, from.Row)) || IsBlocked(new Cell(from.Column, to.Row)));
            return !IsBlocked(to) && !beside;
        }
    }

    // =================================================================================================================
    // Behaviors: the force that each asks for, from the state at the start of a tick
    // =================================================================================================================

    internal abstract class Behavior
    {
        internal double Weight { get; private set; }

        /// <summary>How far it looks for neighbors; 0 if it does not.</summary>
        internal virtual double Reach => 0.0;

        internal abstract Vector Force(Agent me);

        internal static Behavior Load(Entry entry)
        {
            Behavior behavior = OfKind(entry);
            behavior.Weight = entry["weight"].Number();
            return behavior;
        }

        static Behavior OfKind(Entry entry)
        {
            switch (entry["kind"].Text())
            {
                case "seek": return new Seek();
                case "flee": return new Flee(entry);
                case "arrive": return new Arrive(entry);
                case "leave": return new Leave(entry);
                case "pursue": return new Pursue(entry);
                case "evade": return new Evade(entry);
                case "follow_path": return new FollowPath(entry);
                case "separation": return new Separation(entry);
                case "follow_leader": return new FollowLeader(entry);
                case "homing_walk": return new HomingWalk(entry);
                default: throw entry["kind"].Error("is not a behavior that this runtime knows");
            }
        }
    }

    /// <summary>Straight toward the target. Reynolds 1999.</summary>
    internal sealed class Seek : Behavior
    {
        internal override Vector Force(Agent me) => me.Target == null ? Vector.Zero : Toward(me, me.Target.Position, me.MaxSpeed);

        internal static Vector Toward(Agent me, Vector place, double speed) => me.ForceFor((place - me.Position).Direction() * speed);
    }

    /// <summary>Straight away from the danger. Reynolds 1999.</summary>
    internal sealed class Flee : Behavior
    {
        readonly double? panicDistance;

        internal Flee(Entry entry)
        {
            panicDistance = entry["panic_distance"].NotNegativeOrNull();
        }

        internal override Vector Force(Agent me)
        {
            if (me.Danger == null || Vector.Distance(me.Position, me.Danger.Position) > panicDistance) return Vector.Zero;
            return AwayFrom(me, me.Danger.Position);
        }

        internal static Vector AwayFrom(Agent me, Vector place) => me.ForceFor(-(place - me.Position).Direction() * me.MaxSpeed);
    }

    /// <summary>To the target, slowing down. Palacios; Bevilacqua; gdx-ai for coasting.</summary>
    internal sealed class Arrive : Behavior
    {
        internal enum Ramp { Linear, Sqrt, Quadratic }
        internal enum Stop { Brake, Coast }

        readonly double targetRadius, slowRadius;
        readonly Ramp ramp;
        readonly Stop stop;

        internal Arrive(Entry entry)
        {
            targetRadius = entry["target_radius"].NotNegative();
            slowRadius = entry["slow_radius"].NotNegative();
            ramp = (Ramp) entry["ramp"].OneOf("linear", "sqrt", "quadratic");
            stop = (Stop) entry["stop"].OneOf("brake", "coast");
        }

        internal override Vector Force(Agent me)
        {
            if (me.Target == null) return Vector.Zero;
            Vector place = me.Target.Position;
            me.NoteArrival(Vector.Distance(me.Position, place) < targetRadius);
            return At(me, place, me.MaxSpeed, targetRadius, slowRadius, ramp, stop);
        }

        internal static Vector At(Agent me, Vector place, double maxSpeed, double targetRadius, double slowRadius,
            Ramp ramp = Ramp.Linear, Stop stop = Stop.Brake)
        {
            Vector to = place - me.Position;
            double distance = to.Length;
            if (distance < targetRadius) return stop == Stop.Coast ? Vector.Zero : me.ForceFor(Vector.Zero);
            return me.ForceFor(to.Direction(distance) * SpeedAt(distance, maxSpeed, slowRadius, ramp));
        }

        static double SpeedAt(double distance, double maxSpeed, double slowRadius, Ramp ramp)
        {
            if (distance > slowRadius || !(slowRadius > 0.0)) return maxSpeed;
            double part = distance / slowRadius;
            switch (ramp)
            {
                case Ramp.Sqrt: return maxSpeed * Math.Sqrt(part);
                case Ramp.Quadratic: return maxSpeed * (part * part);
                default: return maxSpeed * distance / slowRadius;
            }
        }
    }

    /// <summary>Away from the danger, the faster the nearer. Palacios.</summary>
    internal sealed class Leave : Behavior
    {
        enum Ramp { Stepped, Smooth }

        readonly double escapeRadius, dangerRadius;
        readonly Ramp ramp;

        internal Leave(Entry entry)
        {
            escapeRadius = entry["escape_radius"].NotNegative();
            dangerRadius = entry["danger_radius"].NotNegative();
            ramp = (Ramp) entry["ramp"].OneOf("stepped", "smooth");
        }

        internal override Vector Force(Agent me)
        {
            if (me.Danger == null) return Vector.Zero;
            Vector to = me.Danger.Position - me.Position;
            double distance = to.Length;
            if (distance > dangerRadius) return Vector.Zero;
            return me.ForceFor(-to.Direction(distance) * SpeedAt(distance, me.MaxSpeed));
        }

        double SpeedAt(double distance, double maxSpeed)
        {
            if (distance < escapeRadius) return maxSpeed;
            if (ramp == Ramp.Stepped) return dangerRadius > 0.0 ? maxSpeed - maxSpeed * distance / dangerRadius : maxSpeed;
            return dangerRadius > escapeRadius ? maxSpeed * (dangerRadius - distance) / (dangerRadius - escapeRadius) : maxSpeed;
        }
    }

    /// <summary>To where the target is going to be. Reynolds 1999; Bevilacqua.</summary>
    internal sealed class Pursue : Behavior
    {
        readonly double? maxPrediction;

        internal Pursue(Entry entry)
        {
            maxPrediction = entry["max_prediction"].NotNegativeOrNull();
        }

        internal override Vector Force(Agent me)
        {
            return me.Target == null ? Vector.Zero : Seek.Toward(me, Predicted(me, me.Target, maxPrediction), me.MaxSpeed);
        }

        internal static Vector Predicted(Agent me, ITarget other, double? maxPrediction)
        {
            double time = me.MaxSpeed > 0.0 ? Vector.Distance(me.Position, other.Position) / me.MaxSpeed : 0.0;
            if (time > maxPrediction) time = maxPrediction.Value;
            Vector predicted = other.Position + other.Velocity * time;
            return predicted.IsFinite ? predicted : other.Position;
        }
    }

    /// <summary>Away from where the danger is going to be. Reynolds 1999; Bevilacqua.</summary>
    internal sealed class Evade : Behavior
    {
        readonly double? maxPrediction;

        internal Evade(Entry entry)
        {
            maxPrediction = entry["max_prediction"].NotNegativeOrNull();
        }

        internal override Vector Force(Agent me)
        {
            return me.Danger == null ? Vector.Zero : Flee.AwayFrom(me, Pursue.Predicted(me, me.Danger, maxPrediction));
        }
    }

    internal struct RouteNode
    {
        internal Vector Position;
        /// <summary>Within this distance it is reached.</summary>
        internal double Radius;
        /// <summary>Highest speed toward it; infinite for no limit.</summary>
        internal double SpeedLimit;
        internal long WaitTicks;
        /// <summary>The points on the way to the next node, as a range of <see cref="Route.Points"/>.</summary>
        internal int FirstBetween, BetweenCount;
    }

    internal sealed class Route
    {
        internal enum Traversal { Once, Loop, PingPong }

        internal readonly RouteNode[] Nodes;
        internal readonly Vector[] Points;
        /// <summary>Within this distance a point between nodes is passed.</summary>
        internal readonly double Radius;
        internal readonly Traversal Ends;

        internal Route(Entry entry)
        {
            Radius = entry["radius"].NotNegative();
            Ends = (Traversal) entry["traversal"].OneOf("once", "loop", "ping_pong");
            List<Entry> points = entry["points"].Elements();
            Points = new Vector[points.Count];
            for (int i = 0; i < Points.Length; i++)
            {
                List<Entry> point = points[i].Elements(2);
                Points[i] = new Vector(point[0].Number(), point[1].Number());
            }
            List<Entry> nodes = entry["nodes"].Elements();
            Nodes = new RouteNode[nodes.Count];
            int end = Points.Length;
            for (int i = nodes.Count - 1; i >= 0; i--)
            {
                Nodes[i] = NodeOf(nodes[i], Points.Length, end);
                end = Nodes[i].FirstBetween - 1;
            }
        }

        /// <summary>`end` is the point of the node after it, or the end of the points.</summary>
        static RouteNode NodeOf(Entry entry, int points, int end)
        {
            long point = entry["point"].Whole(0, int.MaxValue);
            if (point >= points) throw entry["point"].Error("is not the index of a point");
            if (point >= end) throw entry["point"].Error("is not below the point of the next node");
            return new RouteNode
            {
                Position = entry.Position(),
                Radius = entry["radius"].NotNegative(),
                SpeedLimit = entry["speed"].NotNegativeOrNull() ?? double.PositiveInfinity,
                WaitTicks = entry["wait_ticks"].Whole(0, uint.MaxValue),
                FirstBetween = (int) point + 1,
                BetweenCount = end - (int) point - 1,
            };
        }

        internal int NearestNode(Vector place)
        {
            double nearest = double.PositiveInfinity;
            int found = 0;
            for (int i = 0; i < Nodes.Length; i++)
            {
                double distance = Vector.Distance(place, Nodes[i].Position);
                if (distance < nearest)
                {
                    nearest = distance;
                    found = i;
                }
            }
            return found;
        }
    }

    /// <summary>How far an agent has come on its route.</summary>
    internal sealed class Progress
    {
        internal readonly Route Route;
        /// <summary>The index of the node sought.</summary>
        internal int Node;
        /// <summary>Whether the last node of a `once` path is behind it.</summary>
        internal bool Finished;

        long wait;
        bool backwards;
        /// <summary>The node whose points to the next are walked, none on the way to the first; and how many of them are passed.</summary>
        int segment = -1, passed;

        /// <param name="route">May be null: an agent without a path.</param>
        internal Progress(Route route)
        {
            Route = route;
        }

        /// <summary>What has come of `earlier` on a route that was changed under the agent's feet.</summary>
        internal Progress(Route route, Progress earlier) : this(route)
        {
            Node = earlier.Node;
            Finished = earlier.Finished;
            wait = earlier.wait;
            backwards = earlier.backwards;
            segment = earlier.segment;
            passed = earlier.passed;
            if (route == null) return;
            int count = route.Nodes.Length;
            Node = Math.Max(0, Math.Min(Node, count - 1));
            Finished &= route.Ends == Route.Traversal.Once && Node + 1 == count;
            // What is passed of a segment that was walked backwards was counted from its other end.
            bool turned = backwards && route.Ends != Route.Traversal.PingPong;
            backwards &= !turned;
            if (turned || segment >= count) segment = -1;
            passed = segment < 0 ? 0 : Math.Min(passed, route.Nodes[segment].BetweenCount);
        }

        internal bool HasNodes => Route != null && Route.Nodes.Length > 0;

        internal bool IsWaiting => wait > 0;

        /// <summary>
        /// One tick: counts down a wait, or sees what the move from `previous` to `current` reached. At most one node is
        /// reached in a tick, and as many points as the move passed on the way to it. Returns the node reached, or null.
        /// </summary>
        internal int? Advance(Vector previous, Vector current)
        {
            if (Finished) return null;
            if (wait > 0)
            {
                wait--;
                if (wait > 0) return null;
                MoveOn();
                if (Finished) return null;
            }
            for (int point = NextBetween; point >= 0; point = NextBetween)
            {
                if (!(Vector.SegmentDistance(previous, current, Route.Points[point]) <= Route.Radius)) return null;
                passed++;
            }
            int node = Node;
            if (!(Vector.SegmentDistance(previous, current, Route.Nodes[node].Position) <= Route.Nodes[node].Radius)) return null;
            wait = Route.Nodes[node].WaitTicks;
            if (wait == 0) MoveOn();
            return node;
        }

        /// <summary>The index of the next point before the node sought, -1 if there is none.</summary>
        internal int NextBetween
        {
            get
            {
                if (segment < 0 || passed >= Route.Nodes[segment].BetweenCount) return -1;
                int first = Route.Nodes[segment].FirstBetween;
                return backwards ? first + Route.Nodes[segment].BetweenCount - 1 - passed : first + passed;
            }
        }

        void MoveOn()
        {
            int last = Route.Nodes.Length - 1;
            if (Node == (backwards ? 0 : last))
            {
                switch (Route.Ends)
                {
                    case Route.Traversal.Once:
                        Finished = true;
                        return;
                    case Route.Traversal.Loop:
                        segment = last;
                        passed = 0;
                        Node = 0;
                        return;
                    default:
                        if (last == 0) return;
                        backwards = !backwards;
                        break;
                }
            }
            segment = backwards ? Node - 1 : Node;
            passed = 0;
            Node += backwards ? -1 : 1;
        }
    }

    /// <summary>Node after node of a path, with waits and speed limits. Bevilacqua.</summary>
    internal sealed class FollowPath : Behavior
    {
        enum Start { First, Nearest, Node }

        readonly Start start;
        readonly long startNode;
        readonly double targetRadius, slowRadius;

        internal FollowPath(Entry entry)
        {
            start = (Start) entry["start"].OneOf("first", "nearest", "node");
            startNode = start == Start.Node ? entry["start_node"].Whole(0, uint.MaxValue) : 0;
            targetRadius = entry["target_radius"].NotNegative();
            slowRadius = entry["slow_radius"].NotNegative();
        }

        internal int FirstNode(Route route, Vector place)
        {
            switch (start)
            {
                case Start.Nearest: return route.NearestNode(place);
                case Start.Node: return (int) Math.Max(0, Math.Min(startNode, route.Nodes.Length - 1));
                default: return 0;
            }
        }

        internal bool StartsLike(FollowPath other) => other != null && start == other.start && startNode == other.startNode;

        internal override Vector Force(Agent me)
        {
            Progress progress = me.Progress;
            if (!progress.HasNodes) return Vector.Zero;
            AdvanceAndTell(me, progress);
            me.Node = progress.Node;

            if (progress.IsWaiting) return me.ForceFor(Vector.Zero);
            Route route = progress.Route;
            RouteNode node = route.Nodes[progress.Node];
            double speed = node.SpeedLimit < me.MaxSpeed ? node.SpeedLimit : me.MaxSpeed;
            int between = progress.NextBetween;
            if (between >= 0) return Seek.Toward(me, route.Points[between], speed);
            if (route.Ends == Route.Traversal.Once && progress.Node + 1 == route.Nodes.Length)
            {
                return Arrive.At(me, node.Position, speed, targetRadius, slowRadius);
            }
            return Seek.Toward(me, node.Position, speed);
        }

        static void AdvanceAndTell(Agent me, Progress progress)
        {
            bool waited = progress.IsWaiting, hadFinished = progress.Finished;
            int sought = progress.Node;
            int? reached = progress.Advance(me.Previous, me.Position);
            if (waited && (!progress.IsWaiting || reached.HasValue)) me.Tell(EventKind.WaitEnded, sought);
            if (reached.HasValue)
            {
                me.Tell(EventKind.NodeReached, reached);
                if (progress.IsWaiting) me.Tell(EventKind.WaitStarted, reached);
            }
            if (progress.Finished && !hadFinished) me.Tell(EventKind.PathFinished);
        }
    }

    /// <summary>Off its neighbors. Bevilacqua; Reynolds 1999, OpenSteer and gdx-ai for the inverse square.</summary>
    internal sealed class Separation : Behavior
    {
        enum Falloff { None, InverseSquare }

        readonly double radius, maxSeparation;
        readonly Falloff falloff;

        internal Separation(Entry entry) : this(entry["radius"].NotNegative(), entry["max_separation"].NotNegative())
        {
            falloff = (Falloff) entry["falloff"].OneOf("none", "inverse_square");
        }

        internal Separation(double radius, double maxSeparation)
        {
            this.radius = radius;
            this.maxSeparation = maxSeparation;
        }

        internal override double Reach => radius;

        internal override Vector Force(Agent me) => Off(me, null);

        /// <summary>Off everyone or, where there is one, off `leader` and those that follow it.</summary>
        internal Vector Off(Agent me, Agent leader)
        {
            double inverse = 1.0 / radius;
            double inverseRadius = inverse < double.PositiveInfinity ? inverse : 0.0;
            double near = radius / 1024.0;
            double floor = near * near;
            double sumX = 0.0, sumY = 0.0;
            // An agent finds itself too, and pushes itself by exactly nothing.
            foreach (Agent other in me.World.Near(me.Position, radius))
            {
                double dx = other.Position.X - me.Position.X, dy = other.Position.Y - me.Position.Y;
                double squared = dx * dx + dy * dy;
                bool counts = leader == null || other == leader || other.Leader == leader;
                if (!counts || squared > radius * radius) continue;
                double weight = inverseRadius;
                if (falloff == Falloff.InverseSquare) weight = floor > 0.0 ? -(radius / (squared > floor ? squared : floor)) : 0.0;
                sumX += Quantized(dx * weight);
                sumY += Quantized(dy * weight);
            }
            var sum = new Vector(sumX, sumY);
            if (falloff == Falloff.None) return -sum.Direction() * maxSeparation;
            Vector force = sum * (maxSeparation / radius);
            // A radius of (next to) nothing has no strength.
            return force.IsFinite ? force : Vector.Zero;
        }

        /// <summary>Rounded to a multiple of 2^-32: sums of such terms are exact, so that neighbors may come in any order.</summary>
        static double Quantized(double x)
        {
            const double Shift = 1572864.0; // 1.5 * 2^20
            return (x + Shift) - Shift;
        }
    }

    /// <summary>Behind the leader, out of its way, and off one another. Bevilacqua.</summary>
    internal sealed class FollowLeader : Behavior
    {
        readonly double behindDistance, sightRadius, slowRadius;
        readonly Separation separation;

        internal FollowLeader(Entry entry)
        {
            behindDistance = entry["behind_distance"].NotNegative();
            sightRadius = entry["sight_radius"].NotNegative();
            slowRadius = entry["slow_radius"].NotNegative();
            separation = new Separation(entry["separation_radius"].NotNegative(), entry["max_separation"].NotNegative());
        }

        internal override double Reach => separation.Reach;

        internal override Vector Force(Agent me)
        {
            Agent leader = me.Leader;
            if (leader == null) return Vector.Zero;
            Vector ahead = leader.Position + leader.Heading * behindDistance;
            Vector behind = leader.Position - leader.Heading * behindDistance;
            bool inTheWay = Vector.Distance(me.Position, ahead) <= sightRadius
                || Vector.Distance(me.Position, leader.Position) <= sightRadius;
            Vector evading = inTheWay ? Flee.AwayFrom(me, Pursue.Predicted(me, leader, null)) : Vector.Zero;
            Vector arriving = Arrive.At(me, behind, me.MaxSpeed, 0.0, slowRadius);
            return evading + arriving + separation.Off(me, leader);
        }
    }

    /// <summary>How far a homing walk has come.</summary>
    internal sealed class Walk
    {
        /// <summary>Where it goes next; none before the first tick.</summary>
        internal Vector? WayPoint;
        /// <summary>Whether that is the target itself.</summary>
        internal bool Straight;
        /// <summary>A smooth walk's points still to pass, the next one first.</summary>
        internal readonly List<Vector> Ahead = new List<Vector>();
        /// <summary>The way-points that a smooth walk picked, and the target it picked them for.</summary>
        internal readonly List<Vector> Controls = new List<Vector>();
        internal Vector PlannedFor;
    }

    /// <summary>To the target through random way-points, inside a field of view that narrows with the distance.</summary>
    internal sealed class HomingWalk : Behavior
    {
        const int MostWayPoints = 256;
        /// <summary>How far a smooth walk may stray from its curve, in reach radii.</summary>
        const double CurveTolerance = 0.2;

        readonly double stepFraction, minStep, maxStep, aggroRadius, maxFov, reachRadius;
        internal readonly bool Smooth;

        internal HomingWalk(Entry entry)
        {
            stepFraction = entry["step_fraction"].NotNegative();
            minStep = entry["min_step"].NotNegative();
            maxStep = entry["max_step"].NotNegative();
            aggroRadius = entry["aggro_radius"].NotNegative();
            maxFov = entry["max_fov_deg"].NotNegative() * Rotation.RadiansPerDegree;
            reachRadius = entry["reach_radius"].NotNegative();
            Smooth = entry["smooth"].Flag();
        }

        internal double FovDeg(double distance) => 2.0 * HalfFov(distance) * Rotation.DegreesPerRadian;

        internal override Vector Force(Agent me)
        {
            if (me.Target == null) return Vector.Zero;
            Vector target = me.Target.Position;
            Walk walk = me.Walk;
            bool wasStraight = walk.Straight;
            bool picked = Smooth ? AdvanceSmooth(me, walk, target) : Advance(me, walk, target);
            double distance = Vector.Distance(me.Position, target);
            me.NoteSight(distance <= aggroRadius);
            if (picked && !(wasStraight && walk.Straight)) me.Tell(EventKind.WayPointPicked);
            me.NoteArrival(walk.Straight && distance < reachRadius);

            if (walk.Straight) return Arrive.At(me, target, me.MaxSpeed, reachRadius, minStep > reachRadius ? minStep : reachRadius);
            return Seek.Toward(me, walk.WayPoint.Value, me.MaxSpeed);
        }

        /// <summary>
        /// Picks a way-point at first, near the last one, and when a target that was walked to straight has moved off.
        /// Returns whether it did.
        /// </summary>
        bool Advance(Agent me, Walk walk, Vector target)
        {
            Vector sought = walk.Straight ? target : walk.WayPoint ?? me.Position;
            double distance = Vector.Distance(me.Position, sought);
            bool due = distance <= reachRadius || (walk.Straight && distance > 2.0 * minStep);
            if (due) walk.WayPoint = Pick(me, me.Position, target, out walk.Straight);
            return due;
        }

        /// <summary>Picks all way-points at once, and anew when the target has moved off. Returns whether it did.</summary>
        bool AdvanceSmooth(Agent me, Walk walk, Vector target)
        {
            bool due = !walk.WayPoint.HasValue || Vector.Distance(walk.PlannedFor, target) > 2.0 * minStep;
            if (due) Plan(me, walk, target);
            // The last point is the target's: it is arrived at, never passed.
            int passed = 0;
            while (passed < walk.Ahead.Count - 1 && Vector.Distance(me.Position, walk.Ahead[passed]) <= reachRadius) passed++;
            walk.Ahead.RemoveRange(0, passed);
            walk.WayPoint = walk.Ahead.Count > 0 ? walk.Ahead[0] : target;
            walk.Straight = walk.Ahead.Count <= 1;
            return due;
        }

        void Plan(Agent me, Walk walk, Vector target)
        {
            walk.PlannedFor = target;
            walk.Controls.Clear();
            walk.Controls.Add(me.Position);
            Vector from = me.Position;
            bool straight = false;
            while (walk.Controls.Count < MostWayPoints && !straight)
            {
                from = Pick(me, from, target, out straight);
                walk.Controls.Add(from);
            }
            walk.Ahead.Clear();
            CurveStretch.Flatten(walk.Controls, CurveTolerance * reachRadius, walk.Ahead);
        }

        /// <summary>The next way-point after `from`, drawn at random unless it is the target itself.</summary>
        Vector Pick(Agent me, Vector from, Vector target, out bool straight)
        {
            Vector to = target - from;
            double distance = to.Length;
            double step = Step(distance);
            straight = step > distance;
            if (straight) return target;
            double angle = HalfFov(distance) * me.Random.NextDouble();
            bool left = me.Random.NextUInt() % 2 == 0;
            return from + Rotation.Rotate(to.Direction(distance) * step, (left ? -angle : angle) * me.World.TurnSign);
        }

        double Step(double distance)
        {
            double step = distance * stepFraction;
            step = step < maxStep ? step : maxStep;
            return step > minStep ? step : minStep;
        }

        /// <summary>Half the field of view at `distance`, in radians.</summary>
        double HalfFov(double distance)
        {
            double near = distance < aggroRadius ? distance : aggroRadius;
            return aggroRadius > 0.0 ? 0.5 * maxFov * near / aggroRadius : 0.5 * maxFov;
        }
    }

    /// <summary>From cell to cell, after the target or away from it. Bourg and Seemann. It moves its agent alone, without forces.</summary>
    internal sealed class GridChase
    {
        enum Method { Axis, LineOfSight }
        enum Aim { Chase, Evade }

        readonly CellGrid grid;
        readonly Method method;
        readonly Aim aim;
        readonly long stepTicks;
        /// <summary>Seconds, of which the ticks are made; null in a file that does not tell.</summary>
        readonly double? stepInterval;
        readonly long maxPathLength;

        Cell from, to;
        /// <summary>Ticks since the last step.</summary>
        long elapsed;
        /// <summary>The cell for which the line was drawn, the line, how many of its cells are behind, and whether it got there.</summary>
        Cell? prey;
        readonly List<Cell> line = new List<Cell>();
        int taken;
        bool seesPrey;

        internal GridChase(Entry entry, CellGrid grid)
        {
            this.grid = grid;
            entry["kind"].OneOf("grid_chase");
            method = (Method) entry["method"].OneOf("axis", "line_of_sight");
            aim = (Aim) entry["aim"].OneOf("chase", "evade");
            stepTicks = entry["step_ticks"].Whole(1, uint.MaxValue);
            stepInterval = entry.Find("step_interval")?.Positive();
            maxPathLength = entry["max_path_length"].Whole(0, 1000000);
        }

        /// <summary>Stands in the cell of `place`, whose middle it returns.</summary>
        internal Vector StandAt(Vector place)
        {
            from = to = grid.CellAt(place);
            elapsed = 0;
            seesPrey = true;
            ForgetLine();
            return grid.Center(to);
        }

        /// <summary>Goes on from where `earlier` was, if its cells were of this size.</summary>
        internal bool GoOnFrom(GridChase earlier)
        {
            if (earlier == null || !grid.HasSizeOf(earlier.grid)) return false;
            from = earlier.from;
            to = earlier.to;
            elapsed = earlier.elapsed;
            seesPrey = earlier.seesPrey;
            // A line that was drawn by other rules is drawn anew.
            bool sameRules = method == earlier.method && aim == earlier.aim && stepInterval == earlier.stepInterval
                && maxPathLength == earlier.maxPathLength;
            ForgetLine();
            if (!sameRules || !grid.Is(earlier.grid)) return true;
            prey = earlier.prey;
            line.AddRange(earlier.line);
            taken = earlier.taken;
            return true;
        }

        void ForgetLine()
        {
            prey = null;
            line.Clear();
            taken = 0;
        }

        /// <summary>One tick toward the target, or away from it.</summary>
        internal void Advance(Agent me)
        {
            Cell? target = me.Target == null ? (Cell?) null : grid.CellAt(me.Target.Position);
            bool entered = false;
            if (elapsed == 0)
            {
                from = to;
                to = NextCell(target);
                entered = !to.Is(from);
            }
            elapsed++;
            if (elapsed >= stepTicks) elapsed = 0;
            if (target.HasValue && method == Method.LineOfSight && aim == Aim.Chase) me.NoteSight(seesPrey);
            if (entered) me.Tell(EventKind.CellEntered);
            me.NoteArrival(target.HasValue && target.Value.Is(to));
        }

        /// <summary>Where it is, between the cell it left and the one it is on its way to.</summary>
        internal Vector Position
        {
            get
            {
                Vector start = grid.Center(from), end = grid.Center(to);
                return elapsed == 0 ? end : start + (end - start) * ((double) elapsed / stepTicks);
            }
        }

        Cell NextCell(Cell? target)
        {
            if (!target.HasValue)
            {
                ForgetLine();
                return to;
            }
            Cell goal = aim == Aim.Chase ? target.Value : Mirrored(target.Value);
            if (method == Method.Axis) return AxisStep(goal);
            if (!prey.HasValue || !prey.Value.Is(target.Value))
            {
                prey = target;
                DrawLine(goal);
            }
            return taken < line.Count ? line[taken++] : to;
        }

        Cell Mirrored(Cell other) => to.Offset(Cell.Saturated((long) to.Column - other.Column), Cell.Saturated((long) to.Row - other.Row));

        /// <summary>One column and one row toward `goal`; beside a blocked cell by the column alone, else by the row alone.</summary>
        Cell AxisStep(Cell goal)
        {
            int columns = Math.Sign((long) goal.Column - to.Column), rows = Math.Sign((long) goal.Row - to.Row);
            return CanStepTo(to.Offset(columns, rows)) ? to.Offset(columns, rows)
                : CanStepTo(to.Offset(columns, 0)) ? to.Offset(columns, 0)
                : CanStepTo(to.Offset(0, rows)) ? to.Offset(0, rows)
                : to;
        }

        bool CanStepTo(Cell next) => !next.Is(to) && grid.CanStep(to, next);

        /// <summary>Bresenham's line to `goal`, up to the first step that a blocked cell forbids.</summary>
        void DrawLine(Cell goal)
        {
            line.Clear();
            taken = 0;
            long dx = (long) goal.Column - to.Column, dy = (long) goal.Row - to.Row;
            int stepX = Math.Sign(dx), stepY = Math.Sign(dy);
            dx = Math.Abs(dx);
            dy = Math.Abs(dy);
            long across = Math.Max(dx, dy), aside = Math.Min(dx, dy);
            long error = 2 * aside - across;
            Cell at = to;
            for (long left = Math.Min(across, maxPathLength); left > 0; left--)
            {
                bool sidestep = error >= 0;
                error += 2 * aside - (sidestep ? 2 * across : 0);
                Cell next = at.Offset(dx >= dy || sidestep ? stepX : 0, dy > dx || sidestep ? stepY : 0);
                if (!grid.CanStep(at, next)) break;
                line.Add(next);
                at = next;
            }
            seesPrey = at.Is(goal);
        }
    }

    // =================================================================================================================
    // World
    // =================================================================================================================

    /// <summary>What can happen to an agent.</summary>
    public enum EventKind
    {
        /// <summary>A node of its path is reached.</summary>
        NodeReached,
        /// <summary>It stays at a node.</summary>
        WaitStarted,
        /// <summary>It goes on from the node where it stayed.</summary>
        WaitEnded,
        /// <summary>The last node of a path that is walked once is behind it.</summary>
        PathFinished,
        /// <summary>It has come to its target. Told again only after it has been away.</summary>
        Arrived,
        /// <summary>A homing walk has picked where to go next.</summary>
        WayPointPicked,
        /// <summary>A grid chase has begun a step into another cell.</summary>
        CellEntered,
        /// <summary>The target is beyond the aggro radius of a homing walk, or out of a grid chase's line of sight.</summary>
        SightLost,
        /// <summary>The target is in sight again.</summary>
        SightGained,
    }

    /// <summary>Something that happened to an agent.</summary>
    public struct AgentEvent
    {
        internal AgentEvent(long tick, long agentId, EventKind kind, int? node)
        {
            Tick = tick;
            AgentId = agentId;
            Kind = kind;
            Node = node;
        }

        /// <summary>The tick that it happened in.</summary>
        public long Tick { get; }

        /// <summary>The id of the agent.</summary>
        public long AgentId { get; }

        /// <summary>What happened.</summary>
        public EventKind Kind { get; }

        /// <summary>The index of the node, from 0; null where it is not about one.</summary>
        public int? Node { get; }
    }

    /// <summary>What an agent goes for or runs from: a marker, an agent, the pointer, or nothing.</summary>
    public struct Target
    {
        internal enum TargetKind { None, Marker, Agent, Pointer }

        internal readonly TargetKind Kind;
        internal readonly long Id;

        Target(TargetKind kind, long id)
        {
            Kind = kind;
            Id = id;
        }

        /// <summary>Nothing: behaviors that need a target rest.</summary>
        public static Target None => default(Target);

        /// <summary>The pointer, wherever it is moved.</summary>
        public static Target Pointer => new Target(TargetKind.Pointer, 0);

        /// <summary>The marker with this id, wherever it is moved.</summary>
        public static Target Marker(long id) => new Target(TargetKind.Marker, id);

        /// <summary>The agent with this id. An agent that is its own target has none.</summary>
        public static Target Agent(long id) => new Target(TargetKind.Agent, id);

        internal static Target Load(Entry entry)
        {
            if (entry.IsNull) return None;
            switch (entry["kind"].OneOf("marker", "agent", "pointer"))
            {
                case 0: return Marker(entry["id"].Id());
                case 1: return Agent(entry["id"].Id());
                default: return Pointer;
            }
        }
    }

    /// <summary>What a behavior sees of a target: markers and the pointer stand still, agents move.</summary>
    internal interface ITarget
    {
        Vector Position { get; }
        Vector Velocity { get; }
    }

    internal sealed class Spot : ITarget
    {
        public Vector Position { get; set; }

        public Vector Velocity => Vector.Zero;
    }

    /// <summary>xoshiro128++ by Blackman and Vigna, one stream an agent.</summary>
    internal sealed class RandomStream
    {
        uint a, b, c, d;

        internal RandomStream(Entry entry)
        {
            List<Entry> words = entry.Elements(4);
            a = (uint) words[0].Id();
            b = (uint) words[1].Id();
            c = (uint) words[2].Id();
            d = (uint) words[3].Id();
        }

        internal uint NextUInt()
        {
            unchecked
            {
                uint result = RotatedLeft(a + d, 7) + a;
                uint shifted = b << 9;
                c ^= a;
                d ^= b;
                b ^= c;
                a ^= d;
                c ^= shifted;
                d = RotatedLeft(d, 11);
                return result;
            }
        }

        /// <summary>From 0 to just below 1.</summary>
        internal double NextDouble() => NextUInt() * (1.0 / 4294967296.0);

        static uint RotatedLeft(uint x, int bits) => (x << bits) | (x >> (32 - bits));
    }

    /// <summary>Who is near whom: a hash grid, made anew every tick without allocations.</summary>
    internal sealed class Neighbors
    {
        struct Slot
        {
            internal Agent Agent;
            internal int Column, Row;
            /// <summary>The next slot of the same bucket, counted from 1; 0 for none.</summary>
            internal int Next;
        }

        double cellSize = 1.0;
        Slot[] slots = new Slot[0];
        /// <summary>The first slot of each bucket, counted from 1; 0 for none. There are a power of two of them.</summary>
        int[] buckets = new int[1];
        readonly List<Agent> found = new List<Agent>();

        /// <summary>`reach` is the widest that will be asked for.</summary>
        internal void Rebuild(List<Agent> agents, double reach)
        {
            cellSize = reach;
            if (slots.Length < agents.Count)
            {
                slots = new Slot[agents.Count];
                int count = 1;
                while (count < 2 * agents.Count) count *= 2;
                buckets = new int[count];
            }
            Array.Clear(buckets, 0, buckets.Length);
            for (int i = 0; i < agents.Count; i++)
            {
                Vector place = agents[i].Position;
                int column = Cell.Floor(place.X / cellSize), row = Cell.Floor(place.Y / cellSize);
                int bucket = BucketOf(column, row);
                slots[i] = new Slot { Agent = agents[i], Column = column, Row = row, Next = buckets[bucket] };
                buckets[bucket] = i + 1;
            }
        }

        /// <summary>At least every agent within `radius` of `place`, each one once. The list is overwritten by the next search.</summary>
        internal List<Agent> Near(Vector place, double radius)
        {
            found.Clear();
            // Wider by more than the rounding of the sums, so that no neighbor at the edge is missed.
            double reach = radius * (1.0 + 1e-9) + (Math.Abs(place.X) + Math.Abs(place.Y)) * 1e-15;
            int left = Cell.Floor((place.X - reach) / cellSize), right = Cell.Floor((place.X + reach) / cellSize);
            int bottom = Cell.Floor((place.Y - reach) / cellSize), top = Cell.Floor((place.Y + reach) / cellSize);
            // Long counters, since a loop up to the largest int would not end.
            for (long row = bottom; row <= top; row++)
            {
                for (long column = left; column <= right; column++)
                {
                    for (int i = buckets[BucketOf((int) column, (int) row)]; i > 0; i = slots[i - 1].Next)
                    {
                        if (slots[i - 1].Column == column && slots[i - 1].Row == row) found.Add(slots[i - 1].Agent);
                    }
                }
            }
            return found;
        }

        int BucketOf(int column, int row)
        {
            unchecked
            {
                return (int) ((uint) column * 0x9E3779B1u ^ (uint) row * 0x85EBCA77u) >> 7 & (buckets.Length - 1);
            }
        }
    }

    /// <summary>
    /// One agent, to read. It lives as long as it is in its world, and until that is read anew: ask for it by its id then.
    /// </summary>
    public sealed class Agent : ITarget
    {
        /// <summary>Below this speed (units/s) an agent keeps its heading.</summary>
        const double HeadingSpeed = 1e-6;
        /// <summary>Below this length a force counts as none where the first one decides.</summary>
        const double Negligible = 1e-9;

        internal World World;
        internal RandomStream Random;
        internal readonly double MaxSpeed;
        readonly double mass, maxForce, timeToTarget;
        readonly bool firstForceDecides;
        readonly Behavior[] behaviors = new Behavior[0];
        readonly HomingWalk homingWalk;
        readonly GridChase gridChase;
        /// <summary>As authored: where and how it starts, how far from there at most and at least, and its path.</summary>
        readonly Vector startPosition, startVelocity;
        readonly Vector? startScatter;
        readonly long? path;

        internal Vector Position, Previous, Velocity, Heading;
        internal Progress Progress;
        internal Walk Walk = new Walk();
        internal ITarget Target, Danger;
        internal Agent Leader;
        internal Vector? DrivenTo;
        Vector force;
        bool hasArrived;
        bool? sees;

        internal Agent(Entry entry, World world, CellGrid grid)
        {
            World = world;
            Id = entry["id"].Id();
            Name = entry["name"].Text();
            Position = startPosition = entry.Position();
            Velocity = startVelocity = new Vector(entry["vx"].Number(), entry["vy"].Number());
            Heading = Velocity.Length > HeadingSpeed ? Velocity.Direction() : new Vector(1.0, 0.0);
            Random = new RandomStream(entry["random_state"]);
            Entry body = entry["body"];
            mass = body["mass"].Positive();
            MaxSpeed = body["max_speed"].NotNegative();
            maxForce = body["max_force"].NotNegative();
            timeToTarget = body["time_to_target"].Positive();

            Entry scatter = entry["scatter"];
            if (!scatter.IsNull)
            {
                startScatter = new Vector(scatter["min"].NotNegative(), scatter["max"].NotNegative());
                Position += Scattered(startScatter.Value.X, startScatter.Value.Y);
            }
            path = entry["path"].IsNull ? (long?) null : entry["path"].Id();
            if (entry["motion"].OneOf("steered", "grid_chase") == 1)
            {
                gridChase = new GridChase(entry["behaviors"].Elements(1)[0], grid);
                Position = gridChase.StandAt(Position);
            }
            else
            {
                firstForceDecides = entry["combine"].OneOf("weighted_sum", "priority") == 1;
                behaviors = entry["behaviors"].Elements().ConvertAll(Behavior.Load).ToArray();
                homingWalk = First<HomingWalk>();
            }
            Previous = Position;
        }

        /// <summary>Names the agent; never changes.</summary>
        public long Id { get; }

        /// <summary>What people call it.</summary>
        public string Name { get; }

        /// <summary>Where it is, in game units.</summary>
        public double X => Position.X;

        /// <summary>Where it is, in game units.</summary>
        public double Y => Position.Y;

        /// <summary>Where it was a tick ago, in game units.</summary>
        public double PreviousX => Previous.X;

        /// <summary>Where it was a tick ago, in game units.</summary>
        public double PreviousY => Previous.Y;

        /// <summary>How it moves, in game units a second.</summary>
        public double Vx => Velocity.X;

        /// <summary>How it moves, in game units a second.</summary>
        public double Vy => Velocity.Y;

        /// <summary>The direction, of length 1, in which it moved last; (1, 0) before it first did.</summary>
        public double HeadingX => Heading.X;

        /// <summary>The direction, of length 1, in which it moved last; (1, 0) before it first did.</summary>
        public double HeadingY => Heading.Y;

        /// <summary>How fast it moves, in game units a second.</summary>
        public double Speed => Velocity.Length;

        /// <summary>The length of the steering force of the last step.</summary>
        public double Steering => force.Length;

        /// <summary>The full field of view of a homing walk that has a target, in degrees; null for others.</summary>
        public double? FovDeg
        {
            get
            {
                if (homingWalk == null || Target == null) return null;
                return homingWalk.FovDeg(Vector.Distance(Position, Target.Position));
            }
        }

        /// <summary>The index, from 0, of the node sought in the last step; null for none.</summary>
        public int? Node { get; internal set; }

        Vector ITarget.Position => Position;

        Vector ITarget.Velocity => Velocity;

        internal bool FollowsLeader => First<FollowLeader>() != null;

        internal double Reach
        {
            get
            {
                double widest = 0.0;
                foreach (Behavior behavior in behaviors) widest = Math.Max(widest, behavior.Reach);
                return widest;
            }
        }

        internal void StartOn(Dictionary<long, Route> routes)
        {
            Route route = null;
            if (path.HasValue) routes.TryGetValue(path.Value, out route);
            StartOn(route);
        }

        void StartOn(Route route)
        {
            Progress = new Progress(route);
            FollowPath follow = First<FollowPath>();
            if (follow != null && route != null) Progress.Node = follow.FirstNode(route, Position);
        }

        /// <summary>Whether it may go on as `earlier` did: nobody has moved its start, or the game drives it.</summary>
        internal bool MayGoOnFrom(Agent earlier)
        {
            return earlier.DrivenTo.HasValue || (startPosition.Is(earlier.startPosition) && startVelocity.Is(earlier.startVelocity)
                && startScatter.HasValue == earlier.startScatter.HasValue
                && (startScatter ?? Vector.Zero).Is(earlier.startScatter ?? Vector.Zero));
        }

        /// <summary>Takes over what `earlier` has come to: the agent as it was before the scene was edited.</summary>
        internal void GoOnFrom(Agent earlier)
        {
            Position = earlier.Position;
            Previous = earlier.Previous;
            Velocity = earlier.Velocity;
            Heading = earlier.Heading;
            force = earlier.force;
            Node = earlier.Node;
            DrivenTo = earlier.DrivenTo;
            Random = earlier.Random;
            if (homingWalk?.Smooth == earlier.homingWalk?.Smooth) Walk = earlier.Walk;
            hasArrived = earlier.hasArrived;
            sees = earlier.sees;
            if (gridChase != null && !gridChase.GoOnFrom(earlier.gridChase)) Position = gridChase.StandAt(Position);
            FollowPath follow = First<FollowPath>(), followed = earlier.First<FollowPath>();
            bool sameStart = follow == null ? followed == null : follow.StartsLike(followed);
            if (path == earlier.path && sameStart) Progress = new Progress(Progress.Route, earlier.Progress);
            else StartOn(Progress.Route);
        }

        /// <summary>The force that asks for the velocity `wanted`; none, if it is too long for a double.</summary>
        internal Vector ForceFor(Vector wanted)
        {
            Vector asked = (wanted - Velocity) / timeToTarget;
            return asked.IsFinite ? asked : Vector.Zero;
        }

        internal void Tell(EventKind kind, int? node = null)
        {
            World.Tell(new AgentEvent(World.Tick, Id, kind, node));
        }

        internal void NoteArrival(bool arrived)
        {
            if (arrived && !hasArrived) Tell(EventKind.Arrived);
            hasArrived = arrived;
        }

        /// <summary>The first look is silent.</summary>
        internal void NoteSight(bool seesNow)
        {
            if (sees.HasValue && sees.Value != seesNow) Tell(seesNow ? EventKind.SightGained : EventKind.SightLost);
            sees = seesNow;
        }

        /// <summary>The first half of a tick: decides, from what everyone was at its start.</summary>
        internal void Think()
        {
            force = Vector.Zero;
            if (gridChase != null && !DrivenTo.HasValue)
            {
                gridChase.Advance(this);
                return;
            }
            Node = null;
            if (DrivenTo.HasValue) return;
            foreach (Behavior behavior in behaviors)
            {
                Vector weighted = behavior.Force(this) * behavior.Weight;
                if (!firstForceDecides)
                {
                    force += weighted;
                }
                else if (weighted.Length > Negligible)
                {
                    force = weighted;
                    break;
                }
            }
            force = force.Truncated(maxForce);
        }

        /// <summary>The second half: moves.</summary>
        internal void Move(double dt)
        {
            Previous = Position;
            if (DrivenTo.HasValue || gridChase != null)
            {
                Position = DrivenTo ?? gridChase.Position;
                Velocity = (Position - Previous) / dt;
            }
            else
            {
                Velocity = (Velocity + force / mass * dt).Truncated(MaxSpeed);
                Vector moved = Position + Velocity * dt;
                // A position that would leave the range of numbers stays where it is.
                Position = moved.IsFinite ? moved : Position;
            }
            double speed = Velocity.Length;
            if (speed > HeadingSpeed) Heading = Velocity.Direction(speed);
        }

        internal void Release()
        {
            if (DrivenTo.HasValue && gridChase != null) Position = Previous = gridChase.StandAt(Position);
            DrivenTo = null;
        }

        internal void Forget(Agent gone)
        {
            Target = Target == gone ? null : Target;
            Danger = Danger == gone ? null : Danger;
            Leader = Leader == gone ? null : Leader;
        }

        /// <summary>A vector of a random length from `min` to `max` in a random direction, drawn by rejection from the square.</summary>
        Vector Scattered(double min, double max)
        {
            const int Tries = 64;
            var direction = new Vector(1.0, 0.0);
            for (int i = 0; i < Tries; i++)
            {
                double x = 2.0 * Random.NextDouble() - 1.0, y = 2.0 * Random.NextDouble() - 1.0;
                double squared = x * x + y * y;
                if (squared <= 1.0 && squared > 1e-6)
                {
                    direction = new Vector(x, y * World.TurnSign).Direction();
                    break;
                }
            }
            return direction * (min + (max - min) * Random.NextDouble());
        }

        T First<T>() where T : Behavior
        {
            return Array.Find(behaviors, behavior => behavior is T) as T;
        }
    }

    /// <summary>A run of an exported scene. It moves in ticks of one length; see <see cref="Advance"/>.</summary>
    public sealed class World
    {
        const string Format = "steerwright-export";
        const long ReaderVersion = 1;
        /// <summary>A late game slows down, it does not freeze.</summary>
        const int MostTicksAtOnce = 240;
        /// <summary>The largest coordinate that a call takes.</summary>
        const double FurthestOut = 1e9;

        readonly List<Agent> agents = new List<Agent>();
        readonly List<AgentEvent> events = new List<AgentEvent>();
        readonly Neighbors neighbors = new Neighbors();
        Dictionary<long, Agent> agentsById = new Dictionary<long, Agent>();
        Dictionary<long, Spot> markersById = new Dictionary<long, Spot>();
        Spot pointer = new Spot();
        double widestReach;
        /// <summary>Where the game has the scene: game units in a unit of it, and the place of it that is (0, 0) here.</summary>
        double scale;
        Vector origin;
        /// <summary>Seconds that <see cref="Advance"/> has not turned into ticks yet.</summary>
        double owed;

        /// <summary>The world of an exported scene, at tick 0.</summary>
        /// <param name="json">The text of a NAME.steer.json.</param>
        /// <exception cref="SteerwrightException">It is no such text; the message names the field and the remedy.</exception>
        public static World Load(string json) => new World(new Entry(JsonReader.Read(json ?? "")));

        internal World(Entry file)
        {
            file["format"].OneOf(Format);
            long wanted = file["min_reader"].Whole(1, int.MaxValue);
            if (wanted > ReaderVersion)
            {
                throw new SteerwrightException("min_reader: the file needs version " + wanted + " of the runtime and this is version "
                    + ReaderVersion + "; take the newer Steerwright.cs");
            }
            TurnSign = file["y_down"].Flag() ? -1.0 : 1.0;
            if (file["turn_sign"].Number() != TurnSign) throw file["turn_sign"].Error("does not go with y_down");
            LiesOnGround = file.Find("plane")?.OneOf("xy", "xz") == 1;
            scale = file.Find("scale")?.Positive() ?? 1.0;
            origin = file.Find("origin")?.Position() ?? Vector.Zero;
            Dt = 1.0 / file["ticks_per_second"].Positive();
            pointer.Position = file["pointer"].Position();
            var routes = new Dictionary<long, Route>();
            foreach (Entry path in file["paths"].Elements()) Add(routes, path, new Route(path));
            foreach (Entry marker in file["markers"].Elements())
            {
                Add(markersById, marker, new Spot { Position = marker.Position() });
            }
            var grid = new CellGrid(file["cells"], TurnSign);
            List<Entry> entries = file["agents"].Elements();
            foreach (Entry entry in entries)
            {
                var agent = new Agent(entry, this, grid);
                Add(agentsById, entry, agent);
                agents.Add(agent);
                widestReach = Math.Max(widestReach, agent.Reach);
            }
            for (int i = 0; i < agents.Count; i++) Bind(agents[i], entries[i], routes);
            agents.Sort((a, b) => a.Id.CompareTo(b.Id));
        }

        /// <summary>
        /// Takes over an edited scene while it runs; not inside a loop over Agents. The time and the pointer stay. Agents that were
        /// there go on from where they are, unless their start was moved; new ones enter at theirs. What the game changed by
        /// SetTarget, SetDanger, MoveMarker or Despawn is gone. Where the scene is put elsewhere (y_down, scale, origin), every agent is new.
        /// </summary>
        /// <param name="json">The text of the same scene's newer NAME.steer.json.</param>
        /// <exception cref="SteerwrightException">It is no such text, as by Load; then nothing has changed.</exception>
        public void Reread(string json)
        {
            Reread(new Entry(JsonReader.Read(json ?? "")));
        }

        internal void Reread(Entry file)
        {
            var edited = new World(file);
            bool samePlace = TurnSign == edited.TurnSign && scale == edited.scale && origin.Is(edited.origin);
            foreach (Agent agent in edited.agents)
            {
                agent.World = this;
                Agent earlier = FindAgent(agent.Id);
                if (samePlace && earlier != null && agent.MayGoOnFrom(earlier)) agent.GoOnFrom(earlier);
            }
            agents.Clear();
            agents.AddRange(edited.agents);
            agentsById = edited.agentsById;
            markersById = edited.markersById;
            edited.pointer.Position = pointer.Position;
            pointer = edited.pointer;
            widestReach = edited.widestReach;
            TurnSign = edited.TurnSign;
            LiesOnGround = edited.LiesOnGround;
            scale = edited.scale;
            origin = edited.origin;
            Dt = edited.Dt;
        }

        static void Add<T>(Dictionary<long, T> known, Entry entry, T value)
        {
            long id = entry["id"].Id();
            if (known.ContainsKey(id)) throw entry["id"].Error("is used twice");
            known.Add(id, value);
        }

        void Bind(Agent agent, Entry entry, Dictionary<long, Route> routes)
        {
            Entry leader = entry["leader"];
            agent.StartOn(routes);
            agent.Target = Seen(Target.Load(entry["target"]), agent);
            agent.Danger = Seen(Target.Load(entry["danger"]), agent);
            Agent chief = leader.IsNull ? null : FindAgent(leader.Id());
            agent.Leader = chief != agent && agent.FollowsLeader ? chief : null;
        }

        /// <summary>What `who` sees where it is given `target`; null for none, for what is not there, and for itself.</summary>
        ITarget Seen(Target target, Agent who)
        {
            switch (target.Kind)
            {
                case Target.TargetKind.Marker: return markersById.TryGetValue(target.Id, out Spot marker) ? marker : null;
                case Target.TargetKind.Agent: return target.Id == who.Id ? null : FindAgent(target.Id);
                case Target.TargetKind.Pointer: return pointer;
                default: return null;
            }
        }

        /// <summary>Ticks since the start.</summary>
        public long Tick { get; private set; }

        /// <summary>Seconds a tick.</summary>
        public double Dt { get; private set; }

        /// <summary>1 where y goes up, -1 where it goes down.</summary>
        internal double TurnSign { get; private set; }

        /// <summary>Whether the scene's x and y are x and z in the game.</summary>
        internal bool LiesOnGround { get; private set; }

        /// <summary>How the export was put into the game, as JSON: what the live link asks for.</summary>
        internal string Placement()
        {
            Func<double, string> number = x => x.ToString("R", CultureInfo.InvariantCulture);
            return "{\"y_down\": " + (TurnSign < 0.0 ? "true" : "false") + ", \"plane\": \"" + (LiesOnGround ? "xz" : "xy")
                + "\", \"scale\": " + number(scale) + ", \"origin\": {\"x\": " + number(origin.X) + ", \"y\": " + number(origin.Y) + "}}";
        }

        /// <summary>Seconds since the start.</summary>
        public double Time => Tick * Dt;

        /// <summary>
        /// The part of a tick, 0 to 1, that <see cref="Advance"/> has kept. For smooth motion draw an agent at its previous
        /// position plus this part of the way to its position.
        /// </summary>
        public double Fraction => owed;

        /// <summary>Every agent, in the order of their ids.</summary>
        public IReadOnlyList<Agent> Agents => agents;

        /// <summary>What happened in the last <see cref="Step"/> or <see cref="Advance"/>.</summary>
        public IReadOnlyList<AgentEvent> Events => events;

        /// <summary>The agent with this id; null, if there is none.</summary>
        public Agent FindAgent(long id) => agentsById.TryGetValue(id, out Agent agent) ? agent : null;

        /// <summary>Moves everything by one tick.</summary>
        public void Step()
        {
            events.Clear();
            TakeTick();
        }

        /// <summary>
        /// Lets time go by: takes as many whole ticks as fit, at most 240, and keeps the rest for the next call.
        /// </summary>
        /// <param name="seconds">Seconds since the last call; anything but a finite number above 0 counts as 0.</param>
        /// <returns>The ticks taken.</returns>
        public int Advance(double seconds)
        {
            events.Clear();
            owed += seconds > 0.0 && seconds < double.PositiveInfinity ? seconds / Dt : 0.0;
            int ticks = 0;
            while (owed >= 1.0)
            {
                if (ticks == MostTicksAtOnce)
                {
                    owed = 0.0;
                    break;
                }
                owed -= 1.0;
                ticks++;
                TakeTick();
            }
            return ticks;
        }

        void TakeTick()
        {
            Tick++;
            if (widestReach > 0.0) neighbors.Rebuild(agents, widestReach);
            foreach (Agent agent in agents) agent.Think();
            foreach (Agent agent in agents) agent.Move(Dt);
        }

        internal List<Agent> Near(Vector place, double radius) => neighbors.Near(place, radius);

        internal void Tell(AgentEvent happened)
        {
            events.Add(happened);
        }

        /// <summary>Moves the pointer, in game units.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9.</exception>
        public void SetPointer(double x, double y)
        {
            pointer.Position = Checked(x, y);
        }

        /// <summary>Moves a marker, in game units.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or there is no such marker.</exception>
        public void MoveMarker(long id, double x, double y)
        {
            CheckedMarker(id).Position = Checked(x, y);
        }

        /// <summary>What an agent goes for from now on.</summary>
        /// <exception cref="SteerwrightException">There is no such agent or target.</exception>
        public void SetTarget(long agentId, Target target)
        {
            Agent agent = CheckedAgent(agentId);
            agent.Target = Seen(Checked(target), agent);
        }

        /// <summary>What an agent runs from from now on.</summary>
        /// <exception cref="SteerwrightException">There is no such agent or target.</exception>
        public void SetDanger(long agentId, Target danger)
        {
            Agent agent = CheckedAgent(agentId);
            agent.Danger = Seen(Checked(danger), agent);
        }

        /// <summary>
        /// Takes an agent over: the next step puts it at (x, y), in game units, and there it stays until it is driven on. Its
        /// velocity is what that makes it, its steering 0, its behaviors rest. A player's character is driven.
        /// </summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or there is no such agent.</exception>
        public void Drive(long agentId, double x, double y)
        {
            CheckedAgent(agentId).DrivenTo = Checked(x, y);
        }

        /// <summary>Gives a driven agent back to its behaviors, from where it is; a cell mover from the middle of that cell.</summary>
        /// <exception cref="SteerwrightException">There is no such agent.</exception>
        public void Release(long agentId)
        {
            CheckedAgent(agentId).Release();
        }

        /// <summary>
        /// Takes an agent out of the world; not inside a loop over Agents. Whoever aimed at it or followed it has none then.
        /// </summary>
        /// <exception cref="SteerwrightException">There is no such agent.</exception>
        public void Despawn(long agentId)
        {
            Agent gone = CheckedAgent(agentId);
            agents.Remove(gone);
            agentsById.Remove(agentId);
            foreach (Agent agent in agents) agent.Forget(gone);
        }

        Agent CheckedAgent(long id)
        {
            return FindAgent(id) ?? throw new SteerwrightException("there is no agent " + id + "; it may have been despawned");
        }

        Spot CheckedMarker(long id)
        {
            if (markersById.TryGetValue(id, out Spot marker)) return marker;
            throw new SteerwrightException("there is no marker " + id + "; look into the scene for the ids there are");
        }

        Target Checked(Target target)
        {
            if (target.Kind == Target.TargetKind.Agent) CheckedAgent(target.Id);
            if (target.Kind == Target.TargetKind.Marker) CheckedMarker(target.Id);
            return target;
        }

        static Vector Checked(double x, double y)
        {
            if (Math.Abs(x) <= FurthestOut && Math.Abs(y) <= FurthestOut) return new Vector(x, y);
            throw new SteerwrightException("a coordinate is not a number from -1e9 to 1e9; look where it was computed");
        }
    }
}
