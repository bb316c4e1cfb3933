// Steerwright for C#: moves the agents of a NAME.steer.json exactly as they move in the editor, to the same bit.
//
//     World world = World.Load(File.ReadAllText("guard.steer.json"));      // once
//     world.Advance(secondsSinceTheLastFrame);                             // every frame
//     foreach (Agent agent in world.Agents) Draw(agent.Name, agent.X, agent.Y);
//     foreach (AgentEvent e in world.Events) React(e.AgentId, e.Kind);
//     world.Drive(1, player.X, player.Y);                                  // the game moves agent 1
//
// This one file is the whole runtime: C# 7, .NET Framework 4.5, .NET Standard 2.0 or later, Unity 2018.3 or later; nothing
// but System. The Unity components are in separate files. Lengths are in the game units of the export, times in seconds.
// Use a world from one thread at a time.
//
// Identical bits require doubles that are rounded after every operation. Mono and .NET do that on 64-bit processors and on
// 32-bit ARM; 32-bit x86 may keep longer intermediate results. Neither fuses a multiplication and an addition. A C++
// compiler behind IL2CPP could: run the program that "steerwright runtime csharp --conformance" writes once on such a device.
//
// The motion contract of Steerwright defines the motion. Reading order: Load, Geometry, Walls and sight, Behaviors, World.
// Games use the public types: World, Agent, AgentEvent, EventKind, Target, PathLine, PathPoint, PathPlace, GridCell and SteerwrightException.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Steerwright
{
    // =================================================================================================================
    // Load: from text to values that know where they are in the file
    // =================================================================================================================

    /// <summary>A file that cannot be loaded, or an invalid argument. The message says what is wrong, where, and how to fix it.</summary>
    public sealed class SteerwrightException : Exception
    {
        internal SteerwrightException(string message) : base(message)
        {
        }
    }

    /// <summary>
    /// Strict JSON. Objects become dictionaries (of duplicate names the last one wins), arrays lists, numbers doubles.
    /// </summary>
    internal sealed class JsonReader
    {
        const int MaxDepth = 127;

        static readonly double[] PowersOfTen =
        {
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
        };

        readonly string text;
        int position;
        int depth;

        JsonReader(string text)
        {
            this.text = text;
        }

        internal static object Read(string text)
        {
            var reader = new JsonReader(text);
            reader.Take('\uFEFF');
            object value = reader.ReadValue();
            reader.SkipSpace();
            if (reader.position < text.Length) throw reader.Error("unexpected text after the end");
            return value;
        }

        object ReadValue()
        {
            SkipSpace();
            switch (Next)
            {
                case '{': return ReadObject();
                case '[': return ReadArray();
                case '"': return ReadString();
                case 't': return ReadLiteral("true", true);
                case 'f': return ReadLiteral("false", false);
                case 'n': return ReadLiteral("null", null);
                default: return ReadNumber();
            }
        }

        void Open()
        {
            if (++depth > MaxDepth) throw Error("values are nested too deeply");
            position++;
            SkipSpace();
        }

        void Close(char bracket)
        {
            Expect(bracket);
            depth--;
        }

        object ReadObject()
        {
            var members = new Dictionary<string, object>();
            Open();
            if (Next != '}')
            {
                do
                {
                    SkipSpace();
                    string name = ReadString();
                    SkipSpace();
                    Expect(':');
                    members[name] = ReadValue();
                    SkipSpace();
                }
                while (Take(','));
            }
            Close('}');
            return members;
        }

        object ReadArray()
        {
            var elements = new List<object>();
            Open();
            if (Next != ']')
            {
                do
                {
                    elements.Add(ReadValue());
                    SkipSpace();
                }
                while (Take(','));
            }
            Close(']');
            return elements;
        }

        object ReadLiteral(string literal, object value)
        {
            if (string.CompareOrdinal(text, position, literal, 0, literal.Length) != 0) throw Error("expected a value");
            position += literal.Length;
            return value;
        }

        string ReadString()
        {
            Expect('"');
            var characters = new StringBuilder();
            while (!Take('"'))
            {
                if (Next < ' ') throw Error("the string is not closed, or contains a control character");
                characters.Append(Take('\\') ? ReadEscape() : text[position++]);
            }
            string value = characters.ToString();
            for (int i = 0; i < value.Length; i++)
            {
                if (i + 1 < value.Length && char.IsSurrogatePair(value[i], value[i + 1])) i++;
                else if (char.IsSurrogate(value[i])) throw Error("the string contains half of a surrogate pair");
            }
            return value;
        }

        char ReadEscape()
        {
            const string Letters = "\"\\/bfnrt", Meanings = "\"\\/\b\f\n\r\t";
            int letter = Letters.IndexOf(Next);
            if (letter >= 0)
            {
                position++;
                return Meanings[letter];
            }
            Expect('u');
            int code = 0;
            for (int i = 0; i < 4; i++)
            {
                int digit = "0123456789abcdef".IndexOf(char.ToLowerInvariant(Next));
                if (digit < 0) throw Error("\\u must be followed by four hexadecimal digits");
                code = code * 16 + digit;
                position++;
            }
            return (char) code;
        }

        /// <summary>
        /// Integers of up to 15 digits and powers of ten up to 1e22 are exact doubles, so one division or multiplication of
        /// the two is correctly rounded on every platform. Every number that moves an agent is of this form.
        /// </summary>
        object ReadNumber()
        {
            int start = position;
            bool isNegative = Take('-');
            bool startsWithZero = Next == '0';
            long mantissa = 0;
            bool isExact = true;
            int digits = ReadDigits(ref mantissa, ref isExact);
            if (startsWithZero && digits > 1) throw Error("a number has a leading zero");
            int power = Take('.') ? -ReadDigits(ref mantissa, ref isExact) : 0;
            if (Take('e') || Take('E'))
            {
                int sign = Take('-') ? -1 : 1;
                if (sign > 0) Take('+');
                long exponent = 0;
                ReadDigits(ref exponent, ref isExact);
                power += sign * (int) Math.Min(exponent, 1000000);
            }
            if (isExact && power >= -22 && power <= 22)
            {
                double magnitude = power < 0 ? mantissa / PowersOfTen[-power] : mantissa * PowersOfTen[power];
                return isNegative ? -magnitude : magnitude;
            }
            string number = text.Substring(start, position - start);
            bool fits = double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out double value);
            if (!fits || double.IsInfinity(value)) throw Error("a number is too large");
            return value;
        }

        /// <summary>Appends one digit or more to `number` and returns how many; more than 15 are not exact.</summary>
        int ReadDigits(ref long number, ref bool isExact)
        {
            int start = position;
            for (; Next >= '0' && Next <= '9'; position++)
            {
                isExact &= number < 100000000000000;
                if (isExact) number = number * 10 + (Next - '0');
            }
            if (position == start) throw Error("expected a value");
            return position - start;
        }

        char Next => position < text.Length ? text[position] : '\0';

        bool Take(char character)
        {
            bool found = position < text.Length && text[position] == character;
            if (found) position++;
            return found;
        }

        void Expect(char character)
        {
            if (!Take(character)) throw Error("expected " + character);
        }

        void SkipSpace()
        {
            while (Next == ' ' || Next == '\n' || Next == '\r' || Next == '\t') position++;
        }

        SteerwrightException Error(string problem)
        {
            int line = 1, column = 1;
            for (int i = 0; i < position; i++)
            {
                column = text[i] == '\n' ? 1 : column + 1;
                line += text[i] == '\n' ? 1 : 0;
            }
            return new SteerwrightException("line " + line + ", column " + column + ": " + problem + "; export the scene again");
        }
    }

    /// <summary>A value of the file and its path in the file, which every error names.</summary>
    internal sealed class Entry
    {
        /// <summary>Every JSON parser reads numbers of 15 digits exactly.</summary>
        internal const long MaxInteger = 999999999999999;
        const double MaxLength = 1e9;
        internal const double MaxCoordinate = 1e9;

        readonly object value;
        readonly Entry parent;
        readonly string segment;
        /// <summary>What was read of it so far, in order: the same for equal values, and for no others. Null where it is not recorded.</summary>
        readonly StringBuilder record;

        internal Entry(object value, Entry parent = null, string segment = "") : this(value, parent, segment, parent?.record)
        {
        }

        Entry(object value, Entry parent, string segment, StringBuilder record)
        {
            this.value = value;
            this.parent = parent;
            this.segment = segment;
            this.record = record;
        }

        /// <summary>The same, with a record of what is read of it; null for none.</summary>
        internal Entry RecordedIn(StringBuilder record) => new Entry(value, parent, segment, record);

        /// <summary>A field, under its present name or the one in earlier files.</summary>
        internal Entry this[string name]
        {
            get
            {
                Entry field = Lookup(name), old = name == "blend_mode" ? Lookup("combine") : name == "mode" ? Lookup("aim") : null;
                if (field != null && old != null) throw old.Error("is an old name of " + name + ", which is also present");
                return field ?? old ?? throw new Entry(null, this, "." + name).Error("is missing");
            }
        }

        /// <summary>A field, or null if there is none of that name.</summary>
        internal Entry Find(string name)
        {
            Entry field = Lookup(name);
            Note(field != null);
            return field;
        }

        /// <summary>A field, which has a value where there is none of that name.</summary>
        internal Entry FindOr(string name, object missing) => Lookup(name) ?? new Entry(missing, this, "." + name);

        /// <summary>A field, or null if there is none of that name or it is null.</summary>
        internal Entry FindValue(string name)
        {
            Entry field = FindOr(name, null);
            return field.IsNull ? null : field;
        }

        Entry Lookup(string name)
        {
            var members = value as Dictionary<string, object>;
            if (members == null) throw Error("is not an object");
            return members.TryGetValue(name, out object member) ? new Entry(member, this, "." + name) : null;
        }

        /// <summary>Adds what was read to the record.</summary>
        T Note<T>(T read)
        {
            if (record != null) AddToRecord(read);
            return read;
        }

        void AddToRecord(object read)
        {
            string text = read is double number ? BitConverter.DoubleToInt64Bits(number + 0.0).ToString("x") : read + "";
            record.Append(read == null ? "null" : read.GetType().Name).Append(text.Length).Append(':').Append(text);
        }

        internal List<Entry> Elements()
        {
            var elements = value as List<object>;
            if (elements == null) throw Error("is not a list");
            Note(elements.Count);
            var entries = new List<Entry>(elements.Count);
            foreach (object element in elements) entries.Add(new Entry(element, this, "[" + entries.Count + "]"));
            return entries;
        }

        internal List<Entry> Elements(int count)
        {
            List<Entry> elements = Elements();
            return elements.Count == count ? elements : throw Error("does not have " + count + " entries");
        }

        internal List<Entry> Elements(int min, int max)
        {
            List<Entry> elements = Elements();
            bool fits = elements.Count >= min && elements.Count <= max;
            return fits ? elements : throw Error("does not have " + min + " to " + max + " entries");
        }

        internal bool IsNull => Note(value == null);

        internal string String() => Note(value as string ?? throw Error("is not a string"));

        /// <summary>A string that is not empty.</summary>
        internal string Title() => String().Length > 0 ? (string) value : throw Error("is empty");

        /// <summary>The values of custom properties, by name; what cannot be one is left out.</summary>
        internal Dictionary<string, object> Properties()
        {
            var members = value as Dictionary<string, object>;
            if (members == null) throw Error("is not an object");
            var properties = new Dictionary<string, object>();
            foreach (KeyValuePair<string, object> member in members)
            {
                if (IsPropertyValue(member.Value)) properties.Add(member.Key, AsPropertyValue(member.Value));
            }
            if (record == null) return properties;
            var names = new List<string>(properties.Keys);
            names.Sort(string.CompareOrdinal);
            foreach (string name in names) Note(properties[Note(name)]);
            return properties;
        }

        static bool IsPropertyValue(object value) => value == null || value is bool || value is double || value is string;

        static object AsPropertyValue(object value) => value is double number ? Rounded(number) : IsPropertyValue(value) ? value : null;

        /// <summary>This value of a custom property; null if it cannot be one.</summary>
        internal object PropertyValue => AsPropertyValue(value);

        /// <summary>The elements of this list; null if it is none.</summary>
        internal List<object> ListOrNull => value as List<object>;

        internal string StringOrNull => value as string;

        /// <summary>This string; empty if it is something else.</summary>
        internal string TextOrEmpty => value as string ?? "";

        internal bool TryFlag(out bool flag)
        {
            flag = value is bool boolean && boolean;
            return value is bool;
        }

        /// <summary>This number, if it is whole and from `min` to `max`.</summary>
        internal bool TryWhole(long min, long max, out long whole)
        {
            whole = 0;
            if (!(value is double number) || !(number >= min && number <= max) || number != Math.Floor(number)) return false;
            whole = (long) number;
            return true;
        }

        /// <summary>Null, a string or a number.</summary>
        internal object TextOrNumber()
        {
            if (value == null || value is string) return Note(value);
            return Number(-1e15, 1e15);
        }

        internal bool Flag() => value is bool boolean ? Note(boolean) : throw Error("is not true or false");

        /// <summary>The index of this string among `names`.</summary>
        internal int Choice(params string[] names)
        {
            int index = Array.IndexOf(names, value);
            return index >= 0 ? Note(index) : throw Error("is not " + (names.Length > 1 ? "one of " : "") + string.Join(", ", names));
        }

        internal double Number(double min, double max)
        {
            double number = Decimal();
            return number >= min && number <= max ? Note(number) : throw Error("is not a number from " + Text(min) + " to " + Text(max));
        }

        /// <summary>A length, radius or force.</summary>
        internal double Length() => Number(0.0, MaxLength);

        internal double Coordinate() => Number(-MaxCoordinate, MaxCoordinate);

        internal double TimeToTarget() => Number(1e-3, 1e3);

        internal double? TimeToTargetOrNull() => IsNull ? (double?) null : TimeToTarget();

        internal double? NumberOrNull(double min, double max) => IsNull ? (double?) null : Number(min, max);

        internal long Whole(long min, long max)
        {
            double number = Decimal();
            bool isWhole = number >= min && number <= max && number == Math.Floor(number);
            return isWhole ? Note((long) number) : throw Error("is not a whole number from " + min + " to " + max);
        }

        internal long Id() => Whole(0, uint.MaxValue);

        internal long? IdOrNull() => IsNull ? (long?) null : Id();

        internal Vector Position() => new Vector(this["x"].Coordinate(), this["y"].Coordinate());

        /// <summary>A color, with small letters.</summary>
        internal string Color()
        {
            string color = value as string ?? throw Error("is not a string");
            bool isColor = color.Length == 7 && color[0] == '#';
            for (int i = 1; isColor && i < color.Length; i++) isColor = Uri.IsHexDigit(color[i]);
            return isColor ? Note(color.ToLowerInvariant()) : throw Error("is not a color like #ff8000");
        }

        /// <summary>Refuses a derived value that does not follow from the rest of the file, for example after an edit by hand.</summary>
        internal void CheckDerived(double expected)
        {
            if (Decimal() != expected) throw Error("does not match the rest of the file, which gives " + Text(expected));
        }

        /// <summary>The ticks in a number of seconds, at least `min`.</summary>
        internal static long TicksIn(double seconds, double dt, long min)
        {
            return Math.Max(min, (long) Math.Min(RoundHalfUp(seconds / dt), uint.MaxValue));
        }

        /// <summary>`x` as files hold numbers: at most nine decimals and fifteen digits.</summary>
        internal static double Rounded(double x)
        {
            double magnitude = Math.Min(Math.Abs(x), MaxInteger + 1.0), scale = 1e9;
            while (scale > 1.0 && RoundHalfUp(magnitude * scale) > MaxInteger) scale /= 10.0;
            double rounded = Math.Min(RoundHalfUp(magnitude * scale), MaxInteger) / scale;
            return x < 0.0 ? -rounded : rounded;
        }

        static double RoundHalfUp(double x)
        {
            double whole = Math.Floor(x);
            return x - whole >= 0.5 ? whole + 1.0 : whole;
        }

        double Decimal() => value is double number ? Rounded(number) : double.NaN;

        static string Text(double number) => number.ToString("R", CultureInfo.InvariantCulture);

        internal SteerwrightException Error(string problem, string help = "export the scene again")
        {
            return new SteerwrightException(Path + ": " + problem + "; " + help);
        }

        string Path => parent == null ? "the file" : parent.parent == null ? segment.TrimStart('.') : parent.Path + segment;
    }

    // =================================================================================================================
    // Geometry: only + - * / and sqrt, in the order of the motion contract; another order gives other bits
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

        internal bool Equals(Vector other) => X == other.X && Y == other.Y;

        internal static double Distance(Vector a, Vector b) => (b - a).Length;

        internal static double Dot(Vector a, Vector b) => a.X * b.X + a.Y * b.Y;

        internal static double Cross(Vector a, Vector b) => a.X * b.Y - a.Y * b.X;

        /// <summary>The unit vector; zero if the length is zero or overflows.</summary>
        internal Vector Direction() => Direction(Length);

        internal Vector Direction(double length) => length > 0.0 && length < double.PositiveInfinity ? this / length : Vector.Zero;

        /// <summary>Shortened to `limit` if it is longer; zero if its length overflows.</summary>
        internal Vector Truncated(double limit)
        {
            double squared = X * X + Y * Y;
            if (squared <= limit * limit && squared < double.PositiveInfinity) return this;
            double length = Math.Sqrt(squared);
            return length < double.PositiveInfinity ? this * (limit / length) : Vector.Zero;
        }

        /// <summary>Where the segment from `a` to `b` is nearest to `p`: 0 at `a`, 1 at `b`.</summary>
        internal static double NearestFraction(Vector a, Vector b, Vector p)
        {
            Vector ab = b - a;
            double squared = ab.X * ab.X + ab.Y * ab.Y;
            if (!(squared > 0.0 && squared < double.PositiveInfinity)) return 0.0;
            double t = ((p.X - a.X) * ab.X + (p.Y - a.Y) * ab.Y) / squared;
            return t > 1.0 ? 1.0 : t > 0.0 ? t : 0.0;
        }

        /// <summary>The point of the segment from `a` to `b` that is nearest to `p`.</summary>
        internal static Vector NearestOnSegment(Vector a, Vector b, Vector p)
        {
            double t = NearestFraction(a, b, p);
            return t > 0.0 ? a + (b - a) * t : a;
        }

        /// <summary>The distance of `p` from the segment from `a` to `b`.</summary>
        internal static double SegmentDistance(Vector a, Vector b, Vector p) => Distance(NearestOnSegment(a, b, p), p);
    }

    /// <summary>A point of a path, in game units.</summary>
    public struct PathPoint
    {
        internal PathPoint(Vector position)
        {
            X = position.X;
            Y = position.Y;
        }

        /// <summary>The position, in game units.</summary>
        public double X { get; }

        /// <summary>The position, in game units.</summary>
        public double Y { get; }
    }

    /// <summary>A place on a path, in game units.</summary>
    public struct PathPlace
    {
        internal PathPlace(Vector position, double along, double distance)
        {
            X = position.X;
            Y = position.Y;
            Along = along;
            Distance = distance;
        }

        /// <summary>The position, in game units.</summary>
        public double X { get; }

        /// <summary>The position, in game units.</summary>
        public double Y { get; }

        /// <summary>The distance along the path from its first point.</summary>
        public double Along { get; }

        /// <summary>The distance from the given position.</summary>
        public double Distance { get; }
    }

    /// <summary>The line of a path, measured. A closed line does not repeat its first point.</summary>
    public sealed class PathLine
    {
        readonly Vector[] points;
        /// <summary>The distance of each point from the first, along the line.</summary>
        readonly double[] cumulative;

        internal PathLine(Vector[] points, bool isClosed)
        {
            this.points = points;
            IsClosed = isClosed;
            Points = Array.ConvertAll(points, point => new PathPoint(point));
            cumulative = new double[points.Length];
            for (int i = 1; i < points.Length; i++) cumulative[i] = cumulative[i - 1] + Vector.Distance(points[i - 1], points[i]);
            if (points.Length == 0) return;
            int last = points.Length - 1;
            Length = isClosed ? cumulative[last] + Vector.Distance(points[last], points[0]) : cumulative[last];
        }

        /// <summary>The nodes of the path and, where it is curved, the points between them.</summary>
        public IReadOnlyList<PathPoint> Points { get; }

        /// <summary>Whether the last point leads back to the first.</summary>
        public bool IsClosed { get; }

        /// <summary>The length, with the way back of a closed line, in game units.</summary>
        public double Length { get; }

        /// <summary>The place nearest to `p`, of several the first; null without points.</summary>
        internal PathPlace? Nearest(Vector p)
        {
            if (points.Length == 0) return null;
            var nearest = new PathPlace(points[0], 0.0, Vector.Distance(points[0], p));
            int segments = IsClosed && points.Length > 1 ? points.Length : points.Length - 1;
            for (int i = 0; i < segments; i++)
            {
                Vector a = points[i];
                Vector place = Vector.NearestOnSegment(a, points[(i + 1) % points.Length], p);
                double distance = Vector.Distance(place, p);
                if (distance < nearest.Distance) nearest = new PathPlace(place, cumulative[i] + Vector.Distance(a, place), distance);
            }
            return nearest;
        }

        /// <summary>The point at a distance along the line; null without points.</summary>
        internal PathPoint? At(double along)
        {
            if (points.Length == 0) return null;
            if (IsClosed && Length > 0.0)
            {
                along %= Length;
                if (along < 0.0) along += Length;
            }
            int passed = 0;
            while (passed < points.Length && cumulative[passed] <= along) passed++;
            if (passed == 0) return new PathPoint(points[0]);
            bool isLast = passed == points.Length;
            if (isLast && !(IsClosed && along < Length)) return new PathPoint(IsClosed ? points[0] : points[passed - 1]);
            Vector corner = points[passed - 1], next = points[isLast ? 0 : passed];
            double run = cumulative[passed - 1], nextRun = isLast ? Length : cumulative[passed];
            return new PathPoint(corner + (next - corner) * ((along - run) / (nextRun - run)));
        }
    }

    internal static class Rotation
    {
        internal const double RadiansPerDegree = Math.PI / 180.0;
        internal const double DegreesPerRadian = 180.0 / Math.PI;

        /// <summary>The Taylor series of the sine, from 1/17! down to -1/3!.</summary>
        static readonly double[] SineCoefficients =
        {
            1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
            1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0
        };

        /// <summary>
        /// `a` rotated counterclockwise by `angle` radians, clamped to [-pi, pi]. The platform's sine and cosine differ from
        /// machine to machine. This computes those of an eighth of the angle by a series and doubles the angle three times.
        /// </summary>
        internal static Vector Rotate(Vector a, double angle)
        {
            angle = angle > Math.PI ? Math.PI : angle >= -Math.PI ? angle : angle < -Math.PI ? -Math.PI : 0.0;
            double h = angle / 8.0;
            double square = h * h;
            double series = 0.0;
            foreach (double coefficient in SineCoefficients) series = series * square + coefficient;
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

    /// <summary>Directions at an angle, as exports hold them.</summary>
    internal static class BakedDirection
    {
        /// <summary>The cosine and the sine of an angle, rounded.</summary>
        internal static Vector Of(double degrees)
        {
            if (degrees > 180.0) degrees -= 360.0;
            if (degrees < -180.0) degrees += 360.0;
            Vector direction = Rotation.Rotate(new Vector(1.0, 0.0), degrees * Rotation.RadiansPerDegree);
            return new Vector(Entry.Rounded(direction.X), Entry.Rounded(direction.Y));
        }

        /// <summary>The direction at the angle `degrees`, which the file also has as `x` and `y`. It turns with the y axis.</summary>
        internal static Vector Load(Entry degrees, Entry x, Entry y, double turnSign)
        {
            Vector direction = Of(degrees.Number(-360.0, 360.0));
            x.CheckDerived(direction.X);
            y.CheckDerived(turnSign * direction.Y);
            return new Vector(direction.X, turnSign * direction.Y);
        }
    }

    /// <summary>
    /// The segment of a centripetal Catmull-Rom spline from `b` to `c`, evaluated by the pyramid of Barry and Goldman: for
    /// smooth homing walks, and to check the points of a path.
    /// </summary>
    internal struct CurveSegment
    {
        const int MaxCurveDepth = 8;
        /// <summary>Between the samples the curve deviates by up to a tenth more.</summary>
        const double Margin = 0.9;

        Vector a, b, c, d;
        double t1, t2, t3;

        /// <summary>The points of the open curve through `controls`, without the first control.</summary>
        internal static List<Vector> Flatten(List<Vector> controls, double tolerance)
        {
            var points = new List<Vector>();
            for (int i = 0; i + 1 < controls.Count; i++)
            {
                Vector b = controls[i], c = controls[i + 1];
                Vector a = i > 0 ? controls[i - 1] : b + (b - c);
                Vector d = i + 2 < controls.Count ? controls[i + 2] : c + (c - b);
                AddPoints(a, b, c, d, tolerance, points);
                points.Add(c);
            }
            return points;
        }

        /// <summary>Appends the points between `b` and `c`.</summary>
        internal static void AddPoints(Vector a, Vector b, Vector c, Vector d, double tolerance, List<Vector> points)
        {
            double middle = Spacing(b, c);
            if (IsUsable(middle)) new CurveSegment(a, b, c, d, middle).Divide(0.0, b, 1.0, c, tolerance, MaxCurveDepth, points);
        }

        CurveSegment(Vector a, Vector b, Vector c, Vector d, double middle)
        {
            this.b = b;
            this.c = c;
            double before = Spacing(a, b), after = Spacing(c, d);
            // A control in the same place gives no tangent: mirror the other end instead.
            this.a = IsUsable(before) ? a : b + (b - c);
            this.d = IsUsable(after) ? d : c + (c - b);
            t1 = IsUsable(before) ? before : middle;
            t2 = t1 + middle;
            t3 = t2 + (IsUsable(after) ? after : middle);
        }

        static double Spacing(Vector p, Vector q) => Math.Sqrt(Vector.Distance(p, q));

        static bool IsUsable(double spacing) => spacing > 0.0 && spacing < double.PositiveInfinity;

        /// <summary>Bisects until the curve at 1/4, 1/2 and 3/4 is well within `tolerance` of the chord.</summary>
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

        Vector At(double fraction)
        {
            double t = t1 + (t2 - t1) * fraction;
            Vector p = Blend(a, b, 0.0, t1, t), q = Blend(b, c, t1, t2, t), r = Blend(c, d, t2, t3, t);
            Vector point = Blend(Blend(p, q, 0.0, t2, t), Blend(q, r, t1, t3, t), t1, t2, t);
            // Where one spacing is lost in the rounding of another, the segment is a straight line.
            return point.IsFinite ? point : b + (c - b) * fraction;
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

        internal bool Equals(Cell other) => Column == other.Column && Row == other.Row;

        internal Cell Offset(int columns, int rows) => new Cell(Saturate((long) Column + columns), Saturate((long) Row + rows));

        /// <summary>The floor of `x`, saturated; a plain cast is undefined outside the range.</summary>
        internal static int Floor(double x)
        {
            double floor = Math.Floor(x);
            return floor >= int.MaxValue ? int.MaxValue : floor > int.MinValue ? (int) floor : int.MinValue;
        }

        /// <summary>The smallest whole number that is not below `x`, saturated.</summary>
        internal static int Ceiling(double x) => Floor(Math.Ceiling(x));

        internal static int Saturate(long x) => (int) Math.Max(int.MinValue, Math.Min(int.MaxValue, x));
    }

    /// <summary>A cell of the grid on which cell movers walk.</summary>
    public struct GridCell
    {
        internal GridCell(int column, int row, Vector center, double size, bool isBlocked)
        {
            Column = column;
            Row = row;
            X = center.X;
            Y = center.Y;
            Size = size;
            IsBlocked = isBlocked;
        }

        /// <summary>The column.</summary>
        public int Column { get; }

        /// <summary>The row; rows count along the y axis of the game.</summary>
        public int Row { get; }

        /// <summary>The center, in game units.</summary>
        public double X { get; }

        /// <summary>The center, in game units.</summary>
        public double Y { get; }

        /// <summary>The side of every cell, in game units.</summary>
        public double Size { get; }

        /// <summary>Whether cell movers cannot enter it.</summary>
        public bool IsBlocked { get; }
    }

    /// <summary>Square cells, some of them blocked. Rows count upward, as in the editor, even where y points down.</summary>
    internal sealed class CellGrid
    {
        readonly double size;
        readonly double turnSign;
        /// <summary>The cells that are blocked themselves.</summary>
        readonly HashSet<long> painted = new HashSet<long>();
        /// <summary>These, and the cells that walls cross.</summary>
        HashSet<long> blocked;

        internal CellGrid(Entry entry, double turnSign)
        {
            this.turnSign = turnSign;
            blocked = painted;
            size = entry["size"].Number(1e-3, 1e6);
            foreach (Entry cell in entry["blocked"].Elements())
            {
                List<Entry> pair = cell.Elements(2);
                var column = (int) pair[0].Whole(int.MinValue, int.MaxValue);
                var row = (int) pair[1].Whole(int.MinValue, int.MaxValue);
                painted.Add(new Cell(column, turnSign < 0.0 ? -1 - row : row).Key);
            }
        }

        /// <summary>Blocks the cells that closed walls cross. Returns whether other cells are blocked now.</summary>
        internal bool BlockCrossedBy(IEnumerable<Wall> walls)
        {
            HashSet<long> earlier = blocked;
            blocked = new HashSet<long>(painted);
            foreach (Wall wall in walls)
            {
                if (!wall.BlocksMotion || wall.IsOpen) continue;
                foreach (Segment edge in wall.Edges)
                {
                    if (edge.HasLength) BlockCrossedBy(edge);
                }
            }
            return !blocked.SetEquals(earlier);
        }

        /// <summary>Blocks the cells whose interior the edge crosses.</summary>
        void BlockCrossedBy(Segment edge)
        {
            Vector p = new Vector(edge.A.X, turnSign * edge.A.Y), q = new Vector(edge.B.X, turnSign * edge.B.Y);
            if (!(p.X <= q.X))
            {
                Vector first = p;
                p = q;
                q = first;
            }
            int end = Cell.Ceiling(q.X / size);
            for (int column = Cell.Floor(p.X / size); column < end; column++)
            {
                double left = column * size, right = (column + 1.0) * size;
                double y0 = p.X < left ? p.Y + (q.Y - p.Y) * ((left - p.X) / (q.X - p.X)) : p.Y;
                double y1 = q.X > right ? p.Y + (q.Y - p.Y) * ((right - p.X) / (q.X - p.X)) : q.Y;
                int top = Cell.Ceiling(Math.Max(y0, y1) / size);
                for (int row = Cell.Floor(Math.Min(y0, y1) / size); row < top; row++) blocked.Add(new Cell(column, row).Key);
            }
        }

        /// <summary>Refuses walls that cross more cells than a world keeps.</summary>
        internal void CheckCrossedBy(IEnumerable<Wall> walls, Entry entry)
        {
            double crossed = 0.0;
            foreach (Wall wall in walls)
            {
                if (!wall.BlocksMotion) continue;
                foreach (Segment edge in wall.Edges)
                {
                    Vector side = edge.B - edge.A;
                    crossed += Math.Floor(Math.Abs(side.X) / size + Math.Abs(side.Y) / size + 2.0);
                }
            }
            if (crossed > 1000000.0) throw entry.Error("cross more than 1000000 cells", "use larger cells, or shorter walls");
        }

        /// <summary>The edges of the union of the cells that are blocked themselves, counted with y up.</summary>
        internal List<Segment> Outline()
        {
            var horizontal = new List<CellEdge>();
            var vertical = new List<CellEdge>();
            foreach (long key in painted)
            {
                long column = key >> 32, row = (int) key;
                if (!IsPainted(column, row - 1)) horizontal.Add(new CellEdge(row, column, true));
                if (!IsPainted(column, row + 1)) horizontal.Add(new CellEdge(row + 1, column, false));
                if (!IsPainted(column - 1, row)) vertical.Add(new CellEdge(column, row, true));
                if (!IsPainted(column + 1, row)) vertical.Add(new CellEdge(column + 1, row, false));
            }
            HashSet<long> horizontalEnds = CellEdge.Ends(horizontal), verticalEnds = CellEdge.Ends(vertical);
            var outline = new List<Segment>();
            foreach (CellEdge run in CellEdge.Runs(horizontal, verticalEnds))
            {
                outline.Add(new Segment(Corner(run.Start, run.Line), Corner(run.End, run.Line)));
            }
            foreach (CellEdge run in CellEdge.Runs(vertical, horizontalEnds))
            {
                outline.Add(new Segment(Corner(run.Line, run.Start), Corner(run.Line, run.End)));
            }
            return outline;
        }

        bool IsPainted(long column, long row)
        {
            var cell = new Cell(Cell.Saturate(column), Cell.Saturate(row));
            return cell.Column == column && cell.Row == row && painted.Contains(cell.Key);
        }

        Vector Corner(long column, long row) => new Vector(column * size, row * size * turnSign);

        internal Cell CellAt(Vector p) => new Cell(Cell.Floor(p.X / size), Cell.Floor(turnSign * p.Y / size));

        internal Vector Center(Cell cell) => new Vector((cell.Column + 0.5) * size, turnSign * ((cell.Row + 0.5) * size));

        /// <summary>The cell that holds a position, as a game knows it.</summary>
        internal GridCell Describe(Vector p)
        {
            Cell cell = CellAt(p);
            return new GridCell(cell.Column, RowInGame(cell.Row), Center(cell), size, IsBlocked(cell));
        }

        /// <summary>The row that counts along the y axis of the game, and from that the one that counts upward.</summary>
        internal int RowInGame(int row) => turnSign < 0.0 ? -1 - row : row;

        bool IsBlocked(Cell cell) => blocked.Contains(cell.Key);

        internal bool HasSameSize(CellGrid other) => size == other.size;

        internal bool HasSameBlockedCells(CellGrid other) => blocked.SetEquals(other.blocked);

        /// <summary>Whether a mover may step to a neighboring cell: it and, on a diagonal, both cells beside it are free.</summary>
        internal bool CanStep(Cell from, Cell to)
        {
            bool diagonal = from.Column != to.Column && from.Row != to.Row;
            bool cutsCorner = diagonal && (IsBlocked(new Cell(to.Column, from.Row)) || IsBlocked(new Cell(from.Column, to.Row)));
            return !IsBlocked(to) && !cutsCorner;
        }
    }

    // =================================================================================================================
    // Hash and save: the state of a world, value by value, in one order
    // =================================================================================================================

    /// <summary>
    /// Takes in each value of a world and returns it, to hash or to save it. One that reads a save returns the value that was saved instead.
    /// </summary>
    internal abstract class Archive
    {
        internal virtual bool IsReading => false;

        internal abstract double Number(double number);

        /// <summary>A whole number of 32 bits, with or without a sign.</summary>
        internal abstract long Whole(long number, long min = 0, long max = uint.MaxValue);

        internal abstract long Tick(long tick);

        internal abstract bool Flag(bool flag);

        /// <summary>A text that is not empty.</summary>
        internal abstract string Text(string text);

        /// <summary>Whether a value that may be none is there.</summary>
        internal abstract bool Has(bool isThere);

        /// <summary>Refuses the value before, if a condition does not hold.</summary>
        internal virtual void Check(bool isValid, string problem)
        {
        }

        /// <summary>Tells that something refers to an agent.</summary>
        internal virtual void Name(long agentId)
        {
        }

        internal int Index(int index, int max = int.MaxValue) => (int) Whole(index, 0, max);

        internal long? WholeOrNone(long? number) => Has(number.HasValue) ? Whole(number.GetValueOrDefault()) : (long?) null;

        internal bool? FlagOrNone(bool? flag) => Has(flag.HasValue) ? Flag(flag.GetValueOrDefault()) : (bool?) null;

        internal string TextOrNone(string text) => Has(text != null) ? Text(text) : null;

        internal Vector Vector(Vector vector)
        {
            double x = Number(vector.X);
            return new Vector(x, Number(vector.Y));
        }

        internal Vector? VectorOrNone(Vector? vector) => Has(vector.HasValue) ? Vector(vector.GetValueOrDefault()) : (Vector?) null;

        internal List<Vector> Vectors(List<Vector> vectors)
        {
            var found = new List<Vector>();
            long count = Whole(vectors.Count);
            while (found.Count < count) found.Add(Vector(IsReading ? default(Vector) : vectors[found.Count]));
            return found;
        }

        /// <summary>A reference, to a marker that the world has or to an agent that may follow.</summary>
        internal Target Reference(Target target, World world)
        {
            var kind = (TargetKind) Whole((long) target.Kind, 0, 3);
            if (kind == TargetKind.None) return Target.None;
            if (kind == TargetKind.Pointer) return Target.Pointer;
            long id = Whole(target.Id);
            if (kind == TargetKind.Agent) Name(id);
            else Check(world.MarkerOrNull(id) != null, "names a marker that the scene does not have");
            return kind == TargetKind.Agent ? Target.Agent(id) : Target.Marker(id);
        }
    }

    /// <summary>The hash of values, by the generator of the random streams.</summary>
    internal sealed class HashArchive : Archive
    {
        readonly RandomStream stream = new RandomStream(1, 2, 3, 4);

        internal ulong Result
        {
            get
            {
                ulong high = stream.NextUInt();
                return (high << 32) | stream.NextUInt();
            }
        }

        internal override double Number(double number)
        {
            Tick(BitConverter.DoubleToInt64Bits(number == 0.0 ? 0.0 : number));
            return number;
        }

        internal override long Whole(long number, long min, long max)
        {
            stream.Mix(unchecked((uint) number));
            return number;
        }

        internal override long Tick(long tick)
        {
            stream.Mix(unchecked((uint) (tick >> 32)));
            stream.Mix(unchecked((uint) tick));
            return tick;
        }

        internal override bool Flag(bool flag)
        {
            stream.Mix(flag ? 1u : 0u);
            return flag;
        }

        internal override string Text(string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            stream.Mix((uint) bytes.Length);
            for (int i = 0; i < bytes.Length; i += 4)
            {
                uint word = 0;
                for (int k = 0; k < 4 && i + k < bytes.Length; k++) word |= (uint) bytes[i + k] << (8 * k);
                stream.Mix(word);
            }
            return text;
        }

        internal override bool Has(bool isThere)
        {
            if (!isThere) stream.Mix(uint.MaxValue);
            return isThere;
        }
    }

    /// <summary>Writes values as JSON.</summary>
    internal sealed class SaveArchive : Archive
    {
        readonly StringBuilder values = new StringBuilder();

        internal string Result => values.ToString();

        T Add<T>(T value, string shown)
        {
            if (values.Length > 0) values.Append(", ");
            values.Append(shown);
            return value;
        }

        internal override double Number(double number)
        {
            return Add(number, "\"" + HexDigits.Of(BitConverter.DoubleToInt64Bits(number == 0.0 ? 0.0 : number)) + "\"");
        }

        internal override long Whole(long number, long min, long max) => Add(number, number.ToString(CultureInfo.InvariantCulture));

        internal override long Tick(long tick) => Whole(tick, 0, Entry.MaxInteger);

        internal override bool Flag(bool flag) => Add(flag, flag ? "true" : "false");

        internal override string Text(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (char c in text)
            {
                if (c >= ' ' && c != '"' && c != '\\') quoted.Append(c);
                else quoted.Append("\\u").Append(((int) c).ToString("x4", CultureInfo.InvariantCulture));
            }
            return Add(text, quoted.Append('"').ToString());
        }

        internal override bool Has(bool isThere) => isThere || Add(false, "null");
    }

    internal static class HexDigits
    {
        /// <summary>The 16 hex digits of 64 bits.</summary>
        internal static string Of(long bits) => bits.ToString("x16", CultureInfo.InvariantCulture);

        internal static bool TryRead(string text, out long bits)
        {
            bits = 0;
            if (text.Length != 16) return false;
            foreach (char c in text)
            {
                int digit = "0123456789abcdef".IndexOf(c);
                if (digit < 0) return false;
                bits = unchecked((bits << 4) | (uint) digit);
            }
            return true;
        }
    }

    /// <summary>Reads the values that a <see cref="SaveArchive"/> has written, and refuses all others.</summary>
    internal sealed class SaveReader : Archive
    {
        const string Help = "save the world again";

        readonly Entry list;
        readonly List<Entry> values;
        readonly HashSet<long> namedAgents = new HashSet<long>();
        int next;

        internal SaveReader(Entry list)
        {
            values = list.Elements();
            this.list = list;
        }

        internal override bool IsReading => true;

        Entry Take()
        {
            if (next == values.Count) throw list.Error("has too few values", Help);
            return values[next++];
        }

        internal override void Check(bool isValid, string problem)
        {
            if (!isValid) throw values[Math.Max(next - 1, 0)].Error(problem, Help);
        }

        internal override void Name(long agentId)
        {
            namedAgents.Add(agentId);
        }

        /// <summary>Refuses further values, and references to agents with other ids.</summary>
        internal void End(IEnumerable<long> agentIds)
        {
            if (!namedAgents.IsSubsetOf(agentIds)) throw list.Error("names an agent that is not in it", Help);
            if (next < values.Count) throw list.Error("has too many values", Help);
        }

        internal override bool Has(bool isThere)
        {
            bool isNone = next < values.Count && values[next].IsNull;
            if (isNone) next++;
            return !isNone;
        }

        internal override double Number(double number)
        {
            bool isNumber = HexDigits.TryRead(Take().TextOrEmpty, out long bits);
            double read = BitConverter.Int64BitsToDouble(bits);
            Check(isNumber && Math.Abs(read) <= double.MaxValue, "is not a finite number of 16 hex digits");
            return read;
        }

        internal override long Whole(long number, long min, long max)
        {
            bool isWhole = Take().TryWhole(min, max, out long read);
            if (!isWhole) Check(false, "is not a whole number from " + min + " to " + max);
            return read;
        }

        internal override long Tick(long tick) => Whole(tick, 0, Entry.MaxInteger);

        internal override bool Flag(bool flag)
        {
            Check(Take().TryFlag(out bool read), "is not true or false");
            return read;
        }

        internal override string Text(string text)
        {
            string read = Take().TextOrEmpty;
            Check(read.Length > 0, "is not a text, or an empty one");
            return read;
        }
    }

    // =================================================================================================================
    // Walls and sight
    // =================================================================================================================

    /// <summary>An edge between a blocked cell and a free one, or several such edges in a row.</summary>
    internal struct CellEdge
    {
        internal readonly long Line, Start, End;
        /// <summary>Whether the blocked cell is above the line, or to the right of it.</summary>
        readonly bool isBehind;

        internal CellEdge(long line, long start, bool isBehind) : this(line, start, start + 1, isBehind)
        {
        }

        CellEdge(long line, long start, long end, bool isBehind)
        {
            Line = line;
            Start = start;
            End = end;
            this.isBehind = isBehind;
        }

        internal static HashSet<long> Ends(List<CellEdge> edges)
        {
            var ends = new HashSet<long>();
            foreach (CellEdge edge in edges)
            {
                ends.Add(Key(edge.Line, edge.Start));
                ends.Add(Key(edge.Line, edge.End));
            }
            return ends;
        }

        /// <summary>Edges that follow one another, joined unless an edge of the other direction ends there.</summary>
        internal static List<CellEdge> Runs(List<CellEdge> edges, HashSet<long> others)
        {
            edges.Sort((a, b) => a.Line != b.Line ? a.Line.CompareTo(b.Line) : a.Start.CompareTo(b.Start));
            var runs = new List<CellEdge>();
            foreach (CellEdge edge in edges)
            {
                CellEdge last = runs.Count > 0 ? runs[runs.Count - 1] : default(CellEdge);
                bool follows = runs.Count > 0 && last.Line == edge.Line && last.End == edge.Start && last.isBehind == edge.isBehind;
                if (!follows || others.Contains(Key(edge.Start, edge.Line))) runs.Add(edge);
                else runs[runs.Count - 1] = new CellEdge(last.Line, last.Start, edge.End, last.isBehind);
            }
            return runs;
        }

        /// <summary>A line has fewer places than the factor.</summary>
        static long Key(long line, long place) => unchecked(line * 4294967311 + place);
    }

    /// <summary>An edge of a wall, or of blocked cells.</summary>
    internal sealed class Segment
    {
        internal readonly Vector A, B;
        /// <summary>Null for an edge of blocked cells.</summary>
        readonly Wall wall;

        internal Segment(Vector a, Vector b, Wall wall = null)
        {
            A = a;
            B = b;
            this.wall = wall;
        }

        internal bool HasLength => Vector.Dot(B - A, B - A) > 0.0;

        /// <summary>Whether it is of an open door.</summary>
        internal bool IsOpen => wall != null && wall.IsOpen;

        /// <summary>Whether it shares a point with the closed segment from `start` to `end`.</summary>
        internal bool Touches(Vector start, Vector end)
        {
            if (Math.Min(start.X, end.X) > Math.Max(A.X, B.X) || Math.Min(A.X, B.X) > Math.Max(start.X, end.X)
                || Math.Min(start.Y, end.Y) > Math.Max(A.Y, B.Y) || Math.Min(A.Y, B.Y) > Math.Max(start.Y, end.Y))
            {
                return false;
            }
            Vector way = end - start, side = B - A;
            return AreApart(Vector.Cross(way, A - start), Vector.Cross(way, B - start))
                && AreApart(Vector.Cross(side, start - A), Vector.Cross(side, end - A));
        }

        /// <summary>Whether two numbers have different signs, or one is 0.</summary>
        static bool AreApart(double a, double b) => (a >= 0.0 && 0.0 >= b) || (a <= 0.0 && 0.0 <= b);

        /// <summary>The distance of `p`, and the nearest point of the segment.</summary>
        internal double Nearest(Vector p, out Vector point)
        {
            point = A + (B - A) * Vector.NearestFraction(A, B, p);
            return (p - point).Length;
        }
    }

    /// <summary>A wall: its edges, and what they block.</summary>
    internal sealed class Wall
    {
        internal readonly string Name;
        internal readonly bool BlocksMotion, BlocksSight, IsDoor;
        internal readonly List<Segment> Edges = new List<Segment>();
        internal bool IsOpen;

        internal Wall(Entry entry)
        {
            Name = entry["name"].String();
            BlocksMotion = entry["blocks_motion"].Flag();
            BlocksSight = entry["blocks_sight"].Flag();
            IsDoor = !entry["open"].IsNull;
            IsOpen = IsDoor && entry["open"].Flag();
            var points = new List<Vector>();
            foreach (Entry point in entry["points"].Elements())
            {
                List<Entry> pair = point.Elements(2);
                points.Add(new Vector(pair[0].Coordinate(), pair[1].Coordinate()));
            }
            for (int i = 1; i < points.Count; i++) Edges.Add(new Segment(points[i - 1], points[i], this));
            if (entry["closed"].Flag() && points.Count > 1) Edges.Add(new Segment(points[points.Count - 1], points[0], this));
        }
    }

    /// <summary>The segments that block motion, or sight, with a grid that finds those near a place.</summary>
    internal sealed class Barrier
    {
        /// <summary>A segment in more buckets than this is found everywhere; a search of more visits all segments.</summary>
        const double MaxBuckets = 4096.0;

        readonly List<Segment> segments;
        /// <summary>The largest coordinate.</summary>
        readonly double extent;
        readonly double size = 1.0;
        /// <summary>The indices of segments by the keys of cells, and those in too many.</summary>
        readonly Dictionary<long, List<int>> buckets = new Dictionary<long, List<int>>();
        readonly List<int> far = new List<int>();
        /// <summary>By index of a segment, the number of the search that found it last.</summary>
        readonly long[] foundIn;
        long searches;
        readonly List<int> indices = new List<int>();
        readonly List<Segment> found = new List<Segment>();

        internal Barrier(IEnumerable<Segment> segments)
        {
            this.segments = new List<Segment>(segments);
            this.segments.RemoveAll(segment => !segment.HasLength);
            foundIn = new long[this.segments.Count];
            double total = 0.0;
            foreach (Segment segment in this.segments)
            {
                extent = Math.Max(extent, Math.Max(Furthest(segment.A), Furthest(segment.B)));
                total += Math.Abs(segment.B.X - segment.A.X) + Math.Abs(segment.B.Y - segment.A.Y);
            }
            if (total > 0.0) size = 2.0 * total / this.segments.Count;
            for (int i = 0; i < this.segments.Count; i++)
            {
                Cell first, last;
                if (!FindBuckets(this.segments[i].A, this.segments[i].B, 0.0, out first, out last))
                {
                    far.Add(i);
                    continue;
                }
                for (long column = first.Column; column <= last.Column; column++)
                {
                    for (long row = first.Row; row <= last.Row; row++)
                    {
                        long key = new Cell((int) column, (int) row).Key;
                        if (!buckets.TryGetValue(key, out List<int> bucket)) buckets.Add(key, bucket = new List<int>());
                        bucket.Add(i);
                    }
                }
            }
        }

        internal bool IsEmpty => segments.Count == 0;

        static double Furthest(Vector p) => Math.Max(Math.Abs(p.X), Math.Abs(p.Y));

        /// <summary>The buckets that the box around two points meets, grown by a margin. Returns false if there are too many.</summary>
        bool FindBuckets(Vector start, Vector end, double margin, out Cell first, out Cell last)
        {
            double left = (Math.Min(start.X, end.X) - margin) / size, right = (Math.Max(start.X, end.X) + margin) / size;
            double low = (Math.Min(start.Y, end.Y) - margin) / size, high = (Math.Max(start.Y, end.Y) + margin) / size;
            first = new Cell(Cell.Floor(left), Cell.Floor(low));
            last = new Cell(Cell.Floor(right), Cell.Floor(high));
            return (right - left + 1.0) * (high - low + 1.0) <= MaxBuckets;
        }

        /// <summary>
        /// Those that may be within a radius of the way, in order, without those of open doors. The next search overwrites the list.
        /// </summary>
        internal List<Segment> Near(Vector start, Vector end, double radius)
        {
            double margin = radius + 1e-12 * (extent + Math.Max(Furthest(start), Furthest(end)) + radius);
            found.Clear();
            if (!FindBuckets(start, end, margin, out Cell first, out Cell last))
            {
                foreach (Segment segment in segments)
                {
                    if (!segment.IsOpen) found.Add(segment);
                }
                return found;
            }
            searches++;
            indices.Clear();
            AddIndices(far);
            for (long column = first.Column; column <= last.Column; column++)
            {
                for (long row = first.Row; row <= last.Row; row++)
                {
                    if (buckets.TryGetValue(new Cell((int) column, (int) row).Key, out List<int> bucket)) AddIndices(bucket);
                }
            }
            indices.Sort();
            foreach (int index in indices) found.Add(segments[index]);
            return found;
        }

        void AddIndices(List<int> some)
        {
            foreach (int index in some)
            {
                if (foundIn[index] == searches || segments[index].IsOpen) continue;
                foundIn[index] = searches;
                indices.Add(index);
            }
        }

        /// <summary>Whether the way touches a segment.</summary>
        internal bool Touches(Vector start, Vector end)
        {
            foreach (Segment segment in Near(start, end, 0.0))
            {
                if (segment.Touches(start, end)) return true;
            }
            return false;
        }
    }

    /// <summary>How fast an agent turns: the cosine and the sine of the angle of a tick.</summary>
    internal sealed class TurnRate
    {
        readonly double cosine = -1.0, sine;

        /// <summary>At once.</summary>
        internal static readonly TurnRate Immediate = new TurnRate();

        TurnRate()
        {
        }

        TurnRate(double degreesPerSecond, double dt)
        {
            if (!(degreesPerSecond * dt < 180.0)) return;
            Vector turn = Rotation.Rotate(new Vector(1.0, 0.0), degreesPerSecond * dt * Rotation.RadiansPerDegree);
            cosine = Entry.Rounded(turn.X);
            sine = Entry.Rounded(turn.Y);
        }

        /// <summary>The turn rate of a facing, an action or a search; null if the file has null.</summary>
        internal static TurnRate Load(Entry entry, double dt)
        {
            return entry["turn_rate"].IsNull ? null : new TurnRate(entry["turn_rate"].Number(1e-3, 1e6), dt);
        }

        internal void Check(Entry entry)
        {
            entry["turn_cos"].CheckDerived(cosine);
            entry["turn_sin"].CheckDerived(sine);
        }

        /// <summary>The direction a tick later.</summary>
        internal Vector Turned(Vector from, Vector wanted, double turnSign)
        {
            if (wanted.X == 0.0 && wanted.Y == 0.0) return from;
            if (cosine == -1.0 || Vector.Dot(from, wanted) >= cosine) return wanted;
            double signedSine = sine * turnSign;
            if (!(Vector.Cross(from, wanted) * turnSign >= 0.0)) signedSine = -signedSine;
            return new Vector(from.X * cosine - signedSine * from.Y, from.X * signedSine + from.Y * cosine).Direction();
        }
    }

    /// <summary>Where an agent looks, and how it turns there.</summary>
    internal sealed class Facing
    {
        internal enum FacingToward { Motion, Target, Action }

        internal readonly FacingToward Toward;
        internal readonly TurnRate TurnRate;

        internal Facing(Entry entry, double dt)
        {
            Toward = (FacingToward) entry["toward"].Choice("motion", "target", "action");
            TurnRate = TurnRate.Load(entry, dt) ?? TurnRate.Immediate;
            TurnRate.Check(entry);
        }
    }

    /// <summary>An angle of view, half of it on each side of where an agent looks.</summary>
    internal sealed class FieldOfView
    {
        internal readonly double Degrees;
        /// <summary>The square of the cosine of half the angle.</summary>
        internal readonly double Cos2;

        /// <summary>Exports hold the square of a sight: then it is rounded as numbers in files are.</summary>
        internal FieldOfView(double degrees, bool isExported)
        {
            Degrees = degrees;
            double x = Rotation.Rotate(new Vector(1.0, 0.0), degrees / 2.0 * Rotation.RadiansPerDegree).X;
            Cos2 = isExported ? Entry.Rounded(x * x) : x * x;
        }

        /// <summary>Whether something as far from the agent as `d` is within the angle.</summary>
        internal bool Includes(Vector facing, Vector d)
        {
            if (Degrees == 360.0) return true;
            double ahead = Vector.Dot(facing, d), edge = Cos2 * Vector.Dot(d, d);
            return Degrees <= 180.0 ? ahead >= 0.0 && ahead * ahead >= edge : ahead >= 0.0 || ahead * ahead <= edge;
        }
    }

    /// <summary>What an agent sees.</summary>
    internal sealed class Sight
    {
        internal readonly double Range, Near;
        internal readonly FieldOfView Fov;
        internal readonly long NoticeTicks, ForgetTicks;

        internal Sight(Entry entry)
        {
            Range = entry["range"].Length();
            Near = entry["near"].Length();
            Fov = new FieldOfView(entry["fov_deg"].Number(1e-3, 360.0), true);
            NoticeTicks = entry["notice_ticks"].Whole(1, 1000000);
            ForgetTicks = entry["forget_ticks"].Whole(1, 1000000);
            entry["cos2"].CheckDerived(Fov.Cos2);
        }

        internal static bool AreEqual(Sight a, Sight b)
        {
            if (a == null || b == null) return a == b;
            return a.Range == b.Range && a.Near == b.Near && a.Fov.Degrees == b.Fov.Degrees && a.NoticeTicks == b.NoticeTicks
                && a.ForgetTicks == b.ForgetTicks;
        }
    }

    /// <summary>What an agent hears.</summary>
    internal sealed class Hearing
    {
        internal readonly double Scale, Muffle;

        internal Hearing(Entry entry)
        {
            Scale = entry["scale"].Number(0.0, 1000.0);
            Muffle = entry["muffle"].Number(0.0, 1.0);
        }
    }

    /// <summary>How the meter of an agent rises and falls.</summary>
    internal sealed class Alert
    {
        readonly double riseNear, riseFar, fall, noiseRise;

        internal Alert(Entry entry)
        {
            riseNear = entry["rise_near"].Number(0.0, 1e6);
            riseFar = entry["rise_far"].Number(0.0, 1e6);
            fall = entry["fall"].Number(0.0, 1e6);
            noiseRise = entry["noise_rise"].Number(0.0, 1.0);
        }

        /// <summary>The meter a tick later. Without a `sight`, no one is seen.</summary>
        internal double Updated(double meter, bool seesAny, double distance, Sight sight, bool hears, double dt)
        {
            if (seesAny)
            {
                double t = sight.Near < sight.Range && distance > sight.Near ? (distance - sight.Near) / (sight.Range - sight.Near) : 0.0;
                if (t > 1.0) t = 1.0;
                meter = meter + (riseNear + (riseFar - riseNear) * t) * dt;
                if (meter > 1.0) meter = 1.0;
            }
            else
            {
                meter = meter - fall * dt;
                if (!(meter > 0.0)) meter = 0.0;
            }
            if (hears) meter = meter + noiseRise;
            return meter > 1.0 ? 1.0 : meter;
        }
    }

    /// <summary>Something to hear in this tick.</summary>
    internal struct Noise
    {
        internal readonly Vector Place;
        internal readonly double Radius;
        /// <summary>Null for a noise of the game.</summary>
        internal readonly Agent Agent;

        internal Noise(Vector place, double radius, Agent agent)
        {
            Place = place;
            Radius = radius;
            Agent = agent;
        }
    }

    /// <summary>What an agent knows of the one that it perceived last.</summary>
    internal struct Sighting
    {
        internal bool IsKnown;
        internal Vector Place, Velocity;
        internal Target Who;
        internal long Tick;
    }

    /// <summary>Where an agent heard something last.</summary>
    internal struct HeardNoise
    {
        internal bool IsKnown;
        internal Vector Place;
        internal long Tick;
    }

    /// <summary>What an agent senses, and what it knows from before.</summary>
    internal sealed class Knowledge
    {
        /// <summary>Whether it has noticed someone by sight, and for how many ticks it was otherwise.</summary>
        internal bool HasNoticed;
        internal long WatchTicks;
        /// <summary>For how many ticks it has seen no one.</summary>
        internal long Unseen;
        internal double Meter;
        internal Target Perceived;
        internal Sighting LastSeen;
        internal HeardNoise LastNoise;
        /// <summary>Where it left its path; null before.</summary>
        internal Vector? LeftPath;
        /// <summary>Where it entered.</summary>
        internal Vector Post;
        /// <summary>The agent that it touches, if its preset senses that; null for none.</summary>
        internal Agent Touched;
        /// <summary>Whether a share of the tick before reached it.</summary>
        internal bool IsTold;

        /// <summary>What it knows, for a hash or a save. Returns the id of the agent that it touches.</summary>
        internal long? Record(Archive archive, World world)
        {
            HasNoticed = archive.Flag(HasNoticed);
            WatchTicks = archive.Whole(WatchTicks);
            Unseen = archive.Whole(Unseen);
            Meter = archive.Number(Meter);
            archive.Check(Meter >= 0.0 && Meter <= 1.0, "is not in its range");
            Perceived = archive.Reference(Perceived, world);
            LastSeen.IsKnown = archive.Has(LastSeen.IsKnown);
            if (LastSeen.IsKnown)
            {
                LastSeen.Place = archive.Vector(LastSeen.Place);
                LastSeen.Velocity = archive.Vector(LastSeen.Velocity);
                LastSeen.Who = archive.Reference(LastSeen.Who, world);
                LastSeen.Tick = archive.Tick(LastSeen.Tick);
            }
            LastNoise.IsKnown = archive.Has(LastNoise.IsKnown);
            if (LastNoise.IsKnown)
            {
                LastNoise.Place = archive.Vector(LastNoise.Place);
                LastNoise.Tick = archive.Tick(LastNoise.Tick);
            }
            LeftPath = archive.VectorOrNone(LeftPath);
            Post = archive.Vector(Post);
            IsTold = archive.Flag(IsTold);
            long? touched = archive.WholeOrNone(Touched?.Id);
            if (touched.HasValue) archive.Name(touched.Value);
            return touched;
        }
    }

    /// <summary>What stops bodies and sight: the edges of walls by id, and the outline of blocked cells.</summary>
    internal sealed class Walls
    {
        /// <summary>The rounds of each part of a move.</summary>
        const int Rounds = 4;

        internal readonly Dictionary<long, Wall> ById;
        internal readonly Barrier Motion, Sight;
        /// <summary>The outline of the blocked cells.</summary>
        internal readonly List<Segment> Outline;
        readonly double skin, turnSign;

        internal Walls(Dictionary<long, Wall> walls, CellGrid grid, double skin, double turnSign)
        {
            ById = walls;
            this.skin = skin;
            this.turnSign = turnSign;
            var ids = new List<long>(walls.Keys);
            ids.Sort();
            List<Wall> ordered = ids.ConvertAll(id => walls[id]);
            Outline = grid.Outline();
            Motion = BarrierOf(ordered.FindAll(wall => wall.BlocksMotion), Outline);
            Sight = BarrierOf(ordered.FindAll(wall => wall.BlocksSight), Outline);
            grid.BlockCrossedBy(walls.Values);
        }

        static Barrier BarrierOf(List<Wall> walls, List<Segment> outline)
        {
            var segments = new List<Segment>();
            foreach (Wall wall in walls) segments.AddRange(wall.Edges);
            segments.AddRange(outline);
            return new Barrier(segments);
        }

        /// <summary>The unit vector to the left of a segment.</summary>
        Vector Left(Segment segment)
        {
            Vector ab = segment.B - segment.A;
            double length = ab.Length;
            return new Vector(-ab.Y / length * turnSign, ab.X / length * turnSign);
        }

        /// <summary>Where a body ends that moves with a velocity for `dt` seconds, and what is left of the velocity.</summary>
        internal Vector Glide(Vector start, ref Vector velocity, double radius, double dt)
        {
            double r = Math.Max(radius, 10.0 * skin);
            Vector end = Go(ComeOut(start, r), ref velocity, r, dt);
            if (end.IsFinite && velocity.IsFinite) return end;
            velocity = Vector.Zero;
            return start;
        }

        /// <summary>The place of a body after it has come out of the walls that it overlaps, as far as it can.</summary>
        Vector ComeOut(Vector p, double r)
        {
            for (int round = 0; round < Rounds; round++)
            {
                Segment nearest = null;
                Vector point = Vector.Zero;
                double d = r;
                foreach (Segment segment in Motion.Near(p, p, r))
                {
                    double distance = segment.Nearest(p, out Vector place);
                    if (!(distance < d)) continue;
                    nearest = segment;
                    point = place;
                    d = distance;
                }
                if (nearest == null) break;
                double way = r + skin - d;
                Vector next;
                if (d > 0.0)
                {
                    next = p + (p - point) / d * way;
                    if (Motion.Touches(p, next)) break;
                }
                else
                {
                    Vector left = Left(nearest);
                    next = p + left * way;
                    if (!IsFree(p, next)) next = p + -left * way;
                    if (!IsFree(p, next)) break;
                }
                p = next;
            }
            return p;
        }

        /// <summary>Whether no segment overlaps a body: otherwise no way from or to it is free.</summary>
        internal bool IsClear(Vector p, double radius)
        {
            foreach (Segment segment in Motion.Near(p, p, radius))
            {
                if (!(SquaredDistance(segment.A, segment.B, p) >= radius * radius)) return false;
            }
            return true;
        }

        /// <summary>Whether a body can go straight from `a` to `b`.</summary>
        internal bool IsWayFree(Vector a, Vector b, double radius)
        {
            double squared = radius * radius;
            foreach (Segment segment in Motion.Near(a, b, radius))
            {
                if (segment.Touches(a, b) || !(SquaredDistance(a, b, segment.A) >= squared) || !(SquaredDistance(a, b, segment.B) >= squared)
                    || !(SquaredDistance(segment.A, segment.B, a) >= squared) || !(SquaredDistance(segment.A, segment.B, b) >= squared))
                {
                    return false;
                }
            }
            return true;
        }

        static double SquaredDistance(Vector a, Vector b, Vector p)
        {
            Vector d = p - Vector.NearestOnSegment(a, b, p);
            return Vector.Dot(d, d);
        }

        /// <summary>Whether the way from `p` to `q` touches only segments on which `p` is.</summary>
        bool IsFree(Vector p, Vector q)
        {
            foreach (Segment segment in Motion.Near(p, q, 0.0))
            {
                if (segment.Nearest(p, out Vector _) != 0.0 && segment.Touches(p, q)) return false;
            }
            return true;
        }

        Vector Go(Vector p, ref Vector v, double r, double dt)
        {
            Vector m = v * dt;
            var normals = new List<Vector>();
            for (int round = 0; round < Rounds && Vector.Dot(m, m) > 0.0; round++)
            {
                Vector next;
                if (!FirstContact(p, m, r, out double t, out Vector n))
                {
                    next = p + m;
                    m = Vector.Zero;
                }
                else
                {
                    double back = Math.Max(t - skin / m.Length, 0.0);
                    next = p + m * back;
                    m = m * (1.0 - back);
                    if (Vector.Dot(m, n) < 0.0) m = m - n * Vector.Dot(m, n);
                    if (Vector.Dot(v, n) < 0.0) v = v - n * Vector.Dot(v, n);
                    if (IsAgainst(m, normals))
                    {
                        m = Vector.Zero;
                        if (IsAgainst(v, normals)) v = Vector.Zero;
                    }
                    normals.Add(n);
                }
                if (Motion.Touches(p, next))
                {
                    v = Vector.Zero;
                    return p;
                }
                p = next;
            }
            return p;
        }

        static bool IsAgainst(Vector a, List<Vector> normals)
        {
            foreach (Vector normal in normals)
            {
                if (Vector.Dot(a, normal) < 0.0) return true;
            }
            return false;
        }

        /// <summary>The first contact of an agent's body on the way `m`.</summary>
        internal bool FirstContactOf(Agent agent, Vector m, out double time, out Vector normal)
        {
            return FirstContact(agent.Position, m, Math.Max(((ITarget) agent).Radius, 10.0 * skin), out time, out normal);
        }

        /// <summary>The distance of the nearest segment, those on the side first, and the normal away from it.</summary>
        internal bool NearestBeside(Vector p, Vector heading, double side, double reach, out double distance, out Vector normal)
        {
            Segment found = null;
            bool isFoundBeside = false;
            Vector place = Vector.Zero;
            distance = 0.0;
            normal = Vector.Zero;
            foreach (Segment segment in Motion.Near(p, p, reach))
            {
                double d = segment.Nearest(p, out Vector point);
                bool isBeside = Vector.Cross(heading, point - p) * side >= 0.0;
                bool isNearer = found == null || (isBeside == isFoundBeside ? d < distance : isBeside);
                if (!(d <= reach && isNearer)) continue;
                found = segment;
                isFoundBeside = isBeside;
                distance = d;
                place = point;
            }
            if (found == null) return false;
            normal = distance > 0.0 ? (p - place) / distance : Left(found);
            return true;
        }

        /// <summary>The first contact on the way `m`: its time and its normal. Of several at once, that with the first segment.</summary>
        bool FirstContact(Vector p, Vector m, double r, out double time, out Vector normal)
        {
            bool isFound = false;
            time = 0.0;
            normal = Vector.Zero;
            foreach (Segment segment in Motion.Near(p, p + m, r))
            {
                if (!Contact(segment, p, m, r, out double t, out Vector n) || (isFound && !(t < time))) continue;
                isFound = true;
                time = t;
                normal = n;
            }
            return isFound;
        }

        bool Contact(Segment segment, Vector p, Vector m, double r, out double time, out Vector normal)
        {
            Vector ab = segment.B - segment.A;
            bool isFound = false;
            time = 0.0;
            normal = Vector.Zero;
            Vector n = Left(segment);
            double s = Vector.Dot(p - segment.A, n);
            if (s < 0.0)
            {
                n = -n;
                s = -s;
            }
            if (Vector.Dot(m, n) < 0.0)
            {
                double t = Math.Max((s - r) / -Vector.Dot(m, n), 0.0);
                double along = Vector.Dot(p + m * t - segment.A, ab);
                if (t <= 1.0 && 0.0 <= along && along <= Vector.Dot(ab, ab))
                {
                    isFound = true;
                    time = t;
                    normal = n;
                }
            }
            for (int i = 0; i < 2; i++)
            {
                Vector g = p - (i == 0 ? segment.A : segment.B);
                double a = Vector.Dot(m, m), b = Vector.Dot(g, m), c = Vector.Dot(g, g) - r * r;
                if (!(a > 0.0 && b < 0.0)) continue;
                double root = b * b - a * c;
                if (c > 0.0 && !(root >= 0.0)) continue;
                double t = c <= 0.0 ? 0.0 : (-b - Math.Sqrt(root)) / a;
                if (!(t <= 1.0) || (isFound && !(t < time))) continue;
                Vector w = g + m * t;
                double length = w.Length;
                isFound = true;
                time = t;
                normal = length > 0.0 ? w / length : new Vector(1.0, 0.0);
            }
            return isFound;
        }

        bool SeesPoint(Sight sight, Vector eye, Vector facing, Vector p)
        {
            Vector d = p - eye;
            double squared = Vector.Dot(d, d);
            if (!(squared <= sight.Range * sight.Range)) return false;
            if (!(squared <= sight.Near * sight.Near || sight.Fov.Includes(facing, d))) return false;
            return !Sight.Touches(eye, p);
        }

        /// <summary>Whether an eye sees the center of a body, or one of the outermost points to its sides.</summary>
        internal bool SeesBody(Sight sight, Vector eye, Vector facing, Vector center, double radius)
        {
            if (SeesPoint(sight, eye, facing, center)) return true;
            Vector d = center - eye;
            double length = d.Length;
            if (!(radius > 0.0 && length > 0.0)) return false;
            var side = new Vector(-d.Y / length, d.X / length);
            return SeesPoint(sight, eye, facing, center + side * radius) || SeesPoint(sight, eye, facing, center - side * radius);
        }
    }

    // =================================================================================================================
    // Behaviors: what each remembers, and the force that it asks for from the state at the start of the tick
    // =================================================================================================================

    /// <summary>One behavior of one agent: its parameters and its memory.</summary>
    internal abstract class Behavior
    {
        /// <summary>The index in the agent's list of behaviors, from 0.</summary>
        internal int Index;

        /// <summary>What it remembers, for a hash or a save.</summary>
        internal virtual void Record(Archive archive, World world)
        {
        }

        protected void Report(Agent me, EventKind kind, int? node = null)
        {
            me.World.Report(new AgentEvent(me.World.Tick, me.Id, kind, node, Index));
        }

        /// <summary>Reports the change from false to true.</summary>
        protected void UpdateArrived(Agent me, ref bool arrived, bool now)
        {
            if (now && !arrived) Report(me, EventKind.Arrived);
            arrived = now;
        }

        /// <summary>Reports changes both ways, but not the one from unknown.</summary>
        protected void UpdateFlag(Agent me, ref bool? flag, bool now, EventKind whenTrue, EventKind whenFalse)
        {
            if (flag.HasValue && flag.Value != now) Report(me, now ? whenTrue : whenFalse);
            flag = now;
        }
    }

    /// <summary>An action that asks its agent to look somewhere.</summary>
    internal interface ILook
    {
        /// <summary>Null if the agent turns as fast as elsewhere.</summary>
        TurnRate TurnRate { get; }

        /// <summary>The direction; zero for any.</summary>
        Vector Wanted(Agent me);

        /// <summary>Tells whether the agent looks there now.</summary>
        void Look(bool isThere);
    }

    /// <summary>The place that a behavior goes to or away from, and how it moves there.</summary>
    internal struct GoalPlace
    {
        internal Vector Position, Velocity;
    }

    /// <summary>Which place that is: the agent's own reference, or something that the agent knows.</summary>
    internal struct Goal
    {
        internal enum GoalKind { Reference, Perceived, LastSeen, LastSeenAhead, LastNoise, LeftPath, Post }

        internal readonly GoalKind Kind;
        internal readonly double Ahead;

        Goal(GoalKind kind, double ahead)
        {
            Kind = kind;
            Ahead = ahead;
        }

        /// <summary>The fields of a search and of a term are there always, those of other behaviors only where they are used.</summary>
        internal static Goal Load(Entry entry, bool mayMiss)
        {
            Entry goal = mayMiss ? entry.FindOr("goal", "reference") : entry["goal"];
            Entry ahead = mayMiss ? entry.FindOr("ahead", null) : entry["ahead"];
            var kind = (GoalKind) goal.Choice("reference", "perceived", "last_seen", "last_seen_ahead", "last_noise", "left_path", "post");
            bool isAhead = !ahead.IsNull;
            if (isAhead != (kind == GoalKind.LastSeenAhead)) throw ahead.Error("does not match goal");
            return new Goal(kind, isAhead ? ahead.Number(0.0, 1000.0) : 0.0);
        }

        internal bool Equals(Goal other) => Kind == other.Kind && Ahead == other.Ahead;
    }

    /// <summary>The way around walls that a behavior takes to its goal.</summary>
    internal sealed class Route
    {
        /// <summary>Whether it is planned, for which goal, and the points of the way that are left.</summary>
        bool isPlanned;
        Vector goal;
        readonly List<Vector> points = new List<Vector>();

        /// <summary>Plans the way again in the next tick in which it is needed.</summary>
        internal void Forget()
        {
            isPlanned = false;
            points.Clear();
        }

        /// <summary>The next point on the way to a goal; null for the goal itself. Tells whether a plan found no way.</summary>
        internal Vector? Next(Agent me, Vector to, out bool isLost)
        {
            isLost = false;
            if (!isPlanned || Vector.Distance(goal, to) > me.World.RepathDistance)
            {
                isPlanned = true;
                goal = to;
                points.Clear();
                isLost = !me.World.Plan(me.Position, to, me.Radius, points);
                me.HasNoRoute = isLost;
            }
            double reach = me.Radius + me.World.RouteTolerance;
            int passed = 0;
            while (passed < points.Count && Vector.Distance(me.Position, points[passed]) <= reach) passed++;
            if (passed > 0) points.RemoveRange(0, passed);
            return points.Count > 0 ? points[0] : (Vector?) null;
        }

        internal void Record(Archive archive)
        {
            if (archive.IsReading) Forget();
            isPlanned = archive.Has(isPlanned);
            if (!isPlanned) return;
            goal = archive.Vector(goal);
            List<Vector> recorded = archive.Vectors(points);
            points.Clear();
            points.AddRange(recorded);
        }
    }

    internal abstract class SteeringBehavior : Behavior
    {
        internal double Weight { get; private set; }

        /// <summary>Its way around walls; null if it always goes straight.</summary>
        internal Route Route { get; private set; }

        /// <summary>The next point on the way around walls to a goal; null if it goes straight there.</summary>
        protected Vector? NextOnRoute(Agent me, Vector goal)
        {
            if (Route == null) return null;
            Vector? next = Route.Next(me, goal, out bool isLost);
            if (isLost) Report(me, EventKind.NoRoute);
            return next;
        }

        /// <summary>Where it goes, or what it avoids.</summary>
        protected Goal Goal { get; set; }

        /// <summary>Whether it has arrived where it goes.</summary>
        internal virtual bool HasArrived => false;

        /// <summary>How far it looks for neighbors; 0 if it does not.</summary>
        internal virtual double NeighborRadius => 0.0;

        /// <summary>Begins the memory that depends on the agent, whose position and path are known.</summary>
        internal virtual void Start(Agent me)
        {
        }

        /// <summary>Begins its memory again, because its state is entered.</summary>
        internal virtual void Enter(Agent me)
        {
        }

        /// <summary>Keeps the memory of `earlier`, a behavior of this kind, after <see cref="Start"/>.</summary>
        internal virtual void Resume(SteeringBehavior earlier, Agent me)
        {
        }

        /// <summary>Null if it asks for nothing.</summary>
        internal abstract Vector? Force(Agent me);

        internal static SteeringBehavior Load(Entry entry, double dt)
        {
            SteeringBehavior behavior = OfKind(entry, dt);
            behavior.Weight = entry["weight"].Number(-1e6, 1e6);
            if (Array.IndexOf(Preset.GoalBehaviors, entry["kind"].String()) >= 0) behavior.Goal = Goal.Load(entry, true);
            if (Array.IndexOf(Preset.RouteBehaviors, entry["kind"].String()) >= 0 && IsRouted(entry)) behavior.Route = new Route();
            return behavior;
        }

        /// <summary>Whether it goes around walls.</summary>
        internal static bool IsRouted(Entry entry) => entry.FindOr("route", "direct").Choice("direct", "around_walls") == 1;

        static SteeringBehavior OfKind(Entry entry, double dt)
        {
            switch (entry["kind"].String())
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
                case "homing_walk": return new HomingWalk(entry, dt);
                case "avoid_walls": return new AvoidWalls(entry);
                case "follow_wall": return new FollowWall(entry);
                case "search": return new Search(entry, dt);
                case "wander": return new Wander(entry, dt);
                case "alignment": return new Alignment(entry);
                case "cohesion": return new Cohesion(entry);
                default: throw entry["kind"].Error("is not a steering behavior that this runtime knows");
            }
        }
    }

    /// <summary>Straight toward the target. Reynolds 1999.</summary>
    internal sealed class Seek : SteeringBehavior
    {
        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Target, out GoalPlace target)) return null;
            return Toward(me, NextOnRoute(me, target.Position) ?? target.Position, me.MaxSpeed);
        }

        internal static Vector Toward(Agent me, Vector point, double speed)
        {
            return me.ForceToward((point - me.Position).Direction() * speed);
        }
    }

    /// <summary>Straight away from the danger. Reynolds 1999.</summary>
    internal sealed class Flee : SteeringBehavior
    {
        readonly double? panicDistance;

        internal Flee(Entry entry)
        {
            panicDistance = entry["panic_distance"].NumberOrNull(0.0, 1e9);
        }

        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Danger, out GoalPlace danger)) return null;
            if (Vector.Distance(me.Position, danger.Position) > panicDistance) return null;
            return AwayFrom(me, danger.Position);
        }

        internal static Vector AwayFrom(Agent me, Vector point)
        {
            return me.ForceToward(-(point - me.Position).Direction() * me.MaxSpeed);
        }
    }

    /// <summary>To the target, slowing down. Palacios; Bevilacqua; gdx-ai for coasting.</summary>
    internal sealed class Arrive : SteeringBehavior
    {
        internal enum Ramp { Linear, Sqrt, Quadratic }
        internal enum Stop { Brake, Coast }

        readonly double targetRadius, slowRadius;
        readonly Ramp ramp;
        readonly Stop stop;
        readonly double? timeToTarget;
        bool arrived;

        internal Arrive(Entry entry)
        {
            targetRadius = entry["target_radius"].Length();
            slowRadius = entry["slow_radius"].Length();
            ramp = (Ramp) entry["ramp"].Choice("linear", "sqrt", "quadratic");
            stop = (Stop) entry["stop"].Choice("brake", "coast");
            timeToTarget = entry["time_to_target"].TimeToTargetOrNull();
        }

        internal override void Resume(SteeringBehavior earlier, Agent me)
        {
            arrived = ((Arrive) earlier).arrived;
        }

        internal override void Enter(Agent me)
        {
            arrived = false;
        }

        internal override void Record(Archive archive, World world)
        {
            arrived = archive.Flag(arrived);
        }

        internal override bool HasArrived => arrived;

        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Target, out GoalPlace goal)) return null;
            Vector target = goal.Position;
            UpdateArrived(me, ref arrived, Vector.Distance(me.Position, target) < targetRadius);
            Vector? next = NextOnRoute(me, target);
            if (next.HasValue) return Seek.Toward(me, next.Value, me.MaxSpeed);
            return At(me, target, me.MaxSpeed, targetRadius, slowRadius, ramp, stop, timeToTarget);
        }

        internal static Vector At(Agent me, Vector target, double maxSpeed, double targetRadius, double slowRadius,
            Ramp ramp = Ramp.Linear, Stop stop = Stop.Brake, double? timeToTarget = null)
        {
            Vector offset = target - me.Position;
            double distance = offset.Length;
            if (distance < targetRadius) return stop == Stop.Brake ? me.ForceToward(Vector.Zero, timeToTarget) : Vector.Zero;
            return me.ForceToward(offset.Direction(distance) * SpeedAt(distance, maxSpeed, slowRadius, ramp), timeToTarget);
        }

        static double SpeedAt(double distance, double maxSpeed, double slowRadius, Ramp ramp)
        {
            if (distance > slowRadius || !(slowRadius > 0.0)) return maxSpeed;
            double fraction = distance / slowRadius;
            switch (ramp)
            {
                case Ramp.Sqrt: return maxSpeed * Math.Sqrt(fraction);
                case Ramp.Quadratic: return maxSpeed * (fraction * fraction);
                default: return maxSpeed * distance / slowRadius;
            }
        }
    }

    /// <summary>Away from the danger, faster the closer it is. Palacios.</summary>
    internal sealed class Leave : SteeringBehavior
    {
        enum Ramp { Stepped, Smooth }

        readonly double escapeRadius, dangerRadius;
        readonly Ramp ramp;
        readonly double? timeToTarget;

        internal Leave(Entry entry)
        {
            escapeRadius = entry["escape_radius"].Length();
            dangerRadius = entry["danger_radius"].Length();
            ramp = (Ramp) entry["ramp"].Choice("stepped", "smooth");
            timeToTarget = entry["time_to_target"].TimeToTargetOrNull();
        }

        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Danger, out GoalPlace danger)) return null;
            Vector offset = danger.Position - me.Position;
            double distance = offset.Length;
            if (distance > dangerRadius) return null;
            return me.ForceToward(-offset.Direction(distance) * SpeedAt(distance, me.MaxSpeed), timeToTarget);
        }

        double SpeedAt(double distance, double maxSpeed)
        {
            if (distance < escapeRadius) return maxSpeed;
            if (ramp == Ramp.Stepped) return dangerRadius > 0.0 ? maxSpeed - maxSpeed * distance / dangerRadius : maxSpeed;
            return dangerRadius > escapeRadius ? maxSpeed * (dangerRadius - distance) / (dangerRadius - escapeRadius) : maxSpeed;
        }
    }

    /// <summary>To the predicted position of the target. Reynolds 1999; Bevilacqua.</summary>
    internal sealed class Pursue : SteeringBehavior
    {
        readonly double? maxPrediction;

        internal Pursue(Entry entry)
        {
            maxPrediction = entry["max_prediction"].NumberOrNull(0.0, 1e6);
        }

        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Target, out GoalPlace target)) return null;
            Vector predicted = PredictedPosition(me, target, maxPrediction);
            return Seek.Toward(me, NextOnRoute(me, predicted) ?? predicted, me.MaxSpeed);
        }

        internal static Vector PredictedPosition(Agent me, GoalPlace other, double? maxPrediction)
        {
            double time = me.MaxSpeed > 0.0 ? Vector.Distance(me.Position, other.Position) / me.MaxSpeed : 0.0;
            if (time > maxPrediction) time = maxPrediction.Value;
            Vector predicted = other.Position + other.Velocity * time;
            return predicted.IsFinite ? predicted : other.Position;
        }
    }

    /// <summary>Away from the predicted position of the danger. Reynolds 1999; Bevilacqua.</summary>
    internal sealed class Evade : SteeringBehavior
    {
        readonly double? maxPrediction;

        internal Evade(Entry entry)
        {
            maxPrediction = entry["max_prediction"].NumberOrNull(0.0, 1e6);
        }

        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Danger, out GoalPlace danger)) return null;
            return From(me, danger, maxPrediction);
        }

        internal static Vector From(Agent me, GoalPlace danger, double? maxPrediction)
        {
            return Flee.AwayFrom(me, Pursue.PredictedPosition(me, danger, maxPrediction));
        }
    }

    /// <summary>Toward a point that moves at random along a circle ahead. Reynolds 1999; gdx-ai for the rate.</summary>
    internal sealed class Wander : SteeringBehavior
    {
        readonly double distance, radius;
        /// <summary>How far the point moves along the circle in a tick, at most, in radians.</summary>
        readonly double step;

        /// <summary>Where the point is, in radians from the heading to the left.</summary>
        double angle;

        internal Wander(Entry entry, double dt)
        {
            distance = entry["distance"].Length();
            radius = entry["radius"].Length();
            step = entry["rate"].Number(0.0, 1e6) * Rotation.RadiansPerDegree * dt;
            if (step > Math.PI) step = Math.PI;
        }

        internal override void Enter(Agent me)
        {
            angle = 0.0;
        }

        internal override void Resume(SteeringBehavior earlier, Agent me)
        {
            angle = ((Wander) earlier).angle;
        }

        internal override void Record(Archive archive, World world)
        {
            angle = archive.Number(angle);
            archive.Check(Math.Abs(angle) <= Math.PI, "is not from -pi to pi");
        }

        internal override Vector? Force(Agent me)
        {
            angle += (2.0 * me.Random.NextDouble() - 1.0) * step;
            if (angle > Math.PI) angle -= 2.0 * Math.PI;
            if (angle < -Math.PI) angle += 2.0 * Math.PI;
            Vector onCircle = Rotation.Rotate(me.Heading, angle * me.World.TurnSign) * radius;
            return me.ForceToward((me.Heading * distance + onCircle).Direction() * me.MaxSpeed);
        }
    }

    internal enum PathTraversal { Once, Loop, PingPong }

    internal struct PathNode
    {
        internal Vector Position;
        /// <summary>Within this distance it is reached.</summary>
        internal double Radius;
        /// <summary>The maximum speed toward it; infinity for no limit.</summary>
        internal double SpeedLimit;
        internal long WaitTicks;
        /// <summary>Its segment: the curve points between it and the next node, as a range of <see cref="ScenePath.Points"/>.</summary>
        internal int SegmentStart, SegmentCount;
        /// <summary>Its actions and where agents go from it; null for a node with nothing of that.</summary>
        internal NodeScript Script;
    }

    /// <summary>What agents do at a node and after it.</summary>
    internal sealed class NodeScript
    {
        internal const int MaxActions = 32;

        internal readonly NodeAction[] Actions = new NodeAction[0];
        /// <summary>On the segment that leads on from the node, in order.</summary>
        internal readonly AlongAction[] Along = new AlongAction[0];
        /// <summary>Null for a node from which agents go on along the path.</summary>
        internal readonly Option[] Options;
        /// <summary>Whether they choose by chance, else in turn.</summary>
        internal readonly bool IsRandom;
        internal readonly bool NotBack;

        internal bool IsScript => Actions.Length > 0 || Along.Length > 0 || Options != null;

        NodeScript(Entry entry, World world, double dt)
        {
            Entry actions = entry.Find("actions"), along = entry.Find("along");
            if (actions != null)
            {
                Actions = actions.Elements(0, MaxActions).ConvertAll(item => NodeAction.Load(item, NodeAction.NodeActions, world, dt)).ToArray();
            }
            if (along != null) Along = along.Elements(0, MaxActions).ConvertAll(item => new AlongAction(item, world, dt)).ToArray();
            if (entry.Find("next") == null && entry.Find("choose") == null && entry.Find("not_back") == null) return;
            IsRandom = entry["choose"].Choice("random", "in_turn") == 0;
            NotBack = entry["not_back"].Flag();
            Options = entry["next"].Elements(1, MaxActions).ConvertAll(item => new Option(item)).ToArray();
        }

        /// <summary>What a node of a file has; null for nothing.</summary>
        internal static NodeScript Load(Entry entry, World world, double dt)
        {
            foreach (string field in new[] { "actions", "along", "choose", "not_back", "next" })
            {
                if (entry.Find(field) != null) return new NodeScript(entry, world, dt);
            }
            return null;
        }
    }

    /// <summary>An action at a place between two nodes.</summary>
    internal struct AlongAction
    {
        internal readonly Vector Place;
        internal readonly NodeAction Action;

        internal AlongAction(Entry entry, World world, double dt)
        {
            Place = entry.Position();
            Action = NodeAction.Load(entry["action"], NodeAction.AlongActions, world, dt);
        }
    }

    /// <summary>Where an agent can go from a node.</summary>
    internal sealed class Option
    {
        readonly Entry entry;
        readonly long pathId;
        internal readonly int Node;
        internal readonly uint Weight;
        /// <summary>Known when all paths are loaded.</summary>
        internal ScenePath Path { get; private set; }

        internal Option(Entry entry)
        {
            this.entry = entry;
            pathId = entry["path"].Id();
            Node = (int) entry["node"].Whole(0, int.MaxValue);
            Weight = (uint) entry["weight"].Whole(1, 1000000);
        }

        internal void Resolve(Dictionary<long, ScenePath> pathsById)
        {
            if (!pathsById.TryGetValue(pathId, out ScenePath path)) throw entry["path"].Error("names path " + pathId + ", which is not in the file");
            if (Node >= path.Nodes.Length) throw entry["node"].Error("names node " + Node + ", which path " + pathId + " does not have");
            Path = path;
        }
    }

    internal enum ActionKind { Wait, Look, Sweep, Speed, Emit, SetWall, Meet, Share }

    /// <summary>Something that an agent does at a node, between nodes, or when it enters a state.</summary>
    internal sealed class NodeAction
    {
        enum LookAt { Direction, Point, Marker }

        internal static readonly ActionKind[] NodeActions =
        {
            ActionKind.Wait, ActionKind.Look, ActionKind.Sweep, ActionKind.Speed, ActionKind.Emit, ActionKind.SetWall, ActionKind.Meet
        };
        internal static readonly ActionKind[] EnterActions = { ActionKind.Emit, ActionKind.SetWall, ActionKind.Share };
        internal static readonly ActionKind[] AlongActions = { ActionKind.Speed, ActionKind.Emit, ActionKind.SetWall };

        static readonly string[] Names = { "wait", "look", "sweep", "speed", "emit", "set_wall", "meet", "share" };

        internal readonly ActionKind Kind;
        /// <summary>Of a wait.</summary>
        internal readonly long MinTicks, MaxTicks;
        /// <summary>Of a sweep: how often it turns. Of a meeting: how many agents it needs.</summary>
        internal readonly long Count;
        /// <summary>Of a look or a sweep: null if they turn as fast as elsewhere.</summary>
        internal readonly TurnRate TurnRate;
        /// <summary>The maximum speed; infinity for no limit.</summary>
        internal readonly double SpeedLimit;
        /// <summary>Of an event or a meeting.</summary>
        internal readonly string Name;
        /// <summary>Null, a string or a double.</summary>
        internal readonly object Value;
        internal readonly long WallId;
        internal readonly bool Opens;
        /// <summary>Within which others are told.</summary>
        internal readonly double Radius;
        readonly LookAt lookAt;
        readonly long markerId;
        /// <summary>The place or the direction of a look; the two directions of a sweep.</summary>
        readonly Vector first, second;

        NodeAction(Entry entry, ActionKind kind, World world, double dt)
        {
            Kind = kind;
            switch (kind)
            {
                case ActionKind.Wait:
                    double min = entry["min"].Number(0.0, 1e6), max = entry["max"].Number(min, 1e6);
                    MinTicks = Entry.TicksIn(min, dt, 0);
                    MaxTicks = Entry.TicksIn(max, dt, 0);
                    entry["min_ticks"].CheckDerived(MinTicks);
                    entry["max_ticks"].CheckDerived(MaxTicks);
                    break;
                case ActionKind.Look:
                    Entry at = entry["at"];
                    lookAt = (LookAt) at["kind"].Choice("direction", "point", "marker");
                    if (lookAt == LookAt.Direction) first = BakedDirection.Load(at["deg"], at["x"], at["y"], world.TurnSign);
                    else if (lookAt == LookAt.Point) first = at.Position();
                    else markerId = world.MarkerOf(at["id"]);
                    TurnRate = LoadTurnRate(entry, dt);
                    break;
                case ActionKind.Sweep:
                    List<Entry> from = entry["from"].Elements(2), to = entry["to"].Elements(2);
                    first = BakedDirection.Load(entry["from_deg"], from[0], from[1], world.TurnSign);
                    second = BakedDirection.Load(entry["to_deg"], to[0], to[1], world.TurnSign);
                    Count = entry["times"].Whole(1, 1000);
                    TurnRate = LoadTurnRate(entry, dt);
                    break;
                case ActionKind.Speed:
                    SpeedLimit = entry["limit"].NumberOrNull(0.0, 1e6) ?? double.PositiveInfinity;
                    break;
                case ActionKind.Emit:
                    Name = entry["name"].Title();
                    Value = entry["value"].TextOrNumber();
                    break;
                case ActionKind.SetWall:
                    WallId = world.DoorOf(entry["wall"]);
                    Opens = entry["open"].Flag();
                    break;
                case ActionKind.Meet:
                    Name = entry["name"].Title();
                    Count = entry["count"].Whole(1, 10000);
                    break;
                case ActionKind.Share:
                    Radius = entry["radius"].Length();
                    break;
            }
        }

        /// <summary>An action of one of some kinds.</summary>
        internal static NodeAction Load(Entry entry, ActionKind[] kinds, World world, double dt)
        {
            string[] names = Array.ConvertAll(kinds, kind => Names[(int) kind]);
            return new NodeAction(entry, kinds[entry["kind"].Choice(names)], world, dt);
        }

        static TurnRate LoadTurnRate(Entry entry, double dt)
        {
            TurnRate rate = TurnRate.Load(entry, dt);
            if (rate != null) rate.Check(entry);
            else if (!entry["turn_cos"].IsNull) throw entry["turn_cos"].Error("is not null, and turn_rate is");
            else if (!entry["turn_sin"].IsNull) throw entry["turn_sin"].Error("is not null, and turn_rate is");
            return rate;
        }

        internal bool IsTurn => Kind == ActionKind.Look || Kind == ActionKind.Sweep;

        /// <summary>The direction that a look or a sweep asks for.</summary>
        internal Vector Wanted(Agent me, long arrivals)
        {
            if (Kind == ActionKind.Sweep) return arrivals % 2 == 0 ? first : second;
            switch (lookAt)
            {
                case LookAt.Direction: return first;
                case LookAt.Point: return (first - me.Position).Direction();
                default: return (me.World.MarkerOrNull(markerId).Position - me.Position).Direction();
            }
        }
    }

    /// <summary>An event that an agent caused on its path, before it is reported.</summary>
    internal struct PathEvent
    {
        internal readonly EventKind Kind;
        internal readonly string Name;
        internal readonly object Value;

        internal PathEvent(EventKind kind, string name, object value)
        {
            Kind = kind;
            Name = name;
            Value = value;
        }
    }

    internal sealed class ScenePath
    {
        internal readonly PathNode[] Nodes;
        /// <summary>The nodes and the curve points between them.</summary>
        internal readonly Vector[] Points;
        /// <summary>Within this distance a curve point is passed.</summary>
        internal readonly double Radius;
        internal readonly PathTraversal Traversal;
        internal readonly long Id;
        internal readonly string Name;
        /// <summary>Whether agents do something between its nodes, and whether they do anything at all at them.</summary>
        internal readonly bool HasAlong, IsScripted;
        internal readonly PathLine Line;

        /// <summary>A path of a file whose markers and walls are loaded.</summary>
        internal ScenePath(Entry entry, World world, double dt)
        {
            Id = entry["id"].Id();
            Name = entry["name"].String();
            Radius = entry["radius"].Length();
            Traversal = (PathTraversal) entry["traversal"].Choice("once", "loop", "ping_pong");
            bool isClosed = Traversal == PathTraversal.Loop;
            if (entry["closed"].Flag() != isClosed)
            {
                throw entry["closed"].Error("does not match the rest of the file, which gives " + (isClosed ? "true" : "false"));
            }
            double tolerance = entry["tolerance"].Number(1e-6, 1e9);
            bool isCurved = entry["shape"].Choice("straight", "catmull_rom") == 1;
            List<Entry> nodes = entry["nodes"].Elements();
            Nodes = new PathNode[nodes.Count];
            var ids = new HashSet<long>();
            for (int i = 0; i < Nodes.Length; i++)
            {
                if (!ids.Add(nodes[i]["id"].Id())) throw nodes[i]["id"].Error("is used twice");
                Nodes[i] = LoadNode(nodes[i], world, dt);
            }
            var points = new List<Vector>();
            for (int i = 0; i < Nodes.Length; i++)
            {
                nodes[i]["point"].CheckDerived(points.Count);
                points.Add(Nodes[i].Position);
                Nodes[i].SegmentStart = points.Count;
                if (isCurved) AddCurve(i, isClosed, tolerance, points);
                Nodes[i].SegmentCount = points.Count - Nodes[i].SegmentStart;
            }
            IsScripted = Array.Exists(Nodes, node => node.Script != null && node.Script.IsScript);
            HasAlong = Array.Exists(Nodes, node => node.Script != null && node.Script.Along.Length > 0);
            Points = points.ToArray();
            Line = new PathLine(Points, isClosed);
            List<Entry> entries = entry["points"].Elements(Points.Length);
            for (int i = 0; i < Points.Length; i++)
            {
                List<Entry> point = entries[i].Elements(2);
                bool matches = new Vector(point[0].Coordinate(), point[1].Coordinate()).Equals(Points[i]);
                if (!matches) throw entries[i].Error("does not match the nodes of the path");
            }
        }

        static PathNode LoadNode(Entry entry, World world, double dt)
        {
            long waitTicks = Entry.TicksIn(entry["wait"].Number(0.0, 1e6), dt, 0);
            entry["wait_ticks"].CheckDerived(waitTicks);
            return new PathNode
            {
                Position = entry.Position(),
                Radius = entry["radius"].Length(),
                SpeedLimit = entry["speed"].NumberOrNull(0.0, 1e6) ?? double.PositiveInfinity,
                WaitTicks = waitTicks,
                Script = NodeScript.Load(entry, world, dt),
            };
        }

        /// <summary>Appends the curve points between node `i` and the next node, as an export holds them.</summary>
        void AddCurve(int i, bool isClosed, double tolerance, List<Vector> points)
        {
            Vector? next = NodeAt(i + 1, isClosed);
            if (Nodes.Length < 2 || !next.HasValue) return;
            Vector b = Nodes[i].Position, c = next.Value;
            Vector a = NodeAt(i - 1, isClosed) ?? b + (b - c), d = NodeAt(i + 2, isClosed) ?? c + (c - b);
            int first = points.Count;
            CurveSegment.AddPoints(a, b, c, d, tolerance, points);
            for (int k = first; k < points.Count; k++) points[k] = new Vector(Entry.Rounded(points[k].X), Entry.Rounded(points[k].Y));
        }

        Vector? NodeAt(int i, bool isClosed)
        {
            int index = isClosed ? (i + Nodes.Length) % Nodes.Length : i;
            return index >= 0 && index < Nodes.Length ? Nodes[index].Position : (Vector?) null;
        }

        internal int NearestNode(Vector position)
        {
            double minDistance = double.PositiveInfinity;
            int nearest = 0;
            for (int i = 0; i < Nodes.Length; i++)
            {
                double distance = Vector.Distance(position, Nodes[i].Position);
                if (distance < minDistance)
                {
                    minDistance = distance;
                    nearest = i;
                }
            }
            return nearest;
        }
    }

    /// <summary>A node of a path, ordered by path and node.</summary>
    internal struct JunctionKey : IComparable<JunctionKey>
    {
        internal readonly long PathId;
        internal readonly int Node;

        internal JunctionKey(long pathId, int node)
        {
            PathId = pathId;
            Node = node;
        }

        public int CompareTo(JunctionKey other) => PathId != other.PathId ? PathId.CompareTo(other.PathId) : Node.CompareTo(other.Node);
    }

    /// <summary>The progress of an agent along its path.</summary>
    internal sealed class PathProgress : ILook
    {
        const int None = -1;

        /// <summary>The path that the agent is on now; null for an agent without a path.</summary>
        internal ScenePath Path { get; private set; }
        internal int TargetNode { get; private set; }
        /// <summary>Whether the last node of a `once` path has been reached and its wait is over.</summary>
        internal bool Finished { get; private set; }
        /// <summary>The limit that an action has set; infinity for none.</summary>
        internal double SpeedLimit { get; private set; } = double.PositiveInfinity;

        long waitLeft;
        bool backward;
        /// <summary>The segment that leads to the target node, or None; and the number of its points and actions passed.</summary>
        int segment = None, passed, alongPassed;
        /// <summary>The action at the target node that is under way, or None.</summary>
        int action = None;
        long actionTicks, arrivals;
        /// <summary>Whether the agent looks where the action wants.</summary>
        bool isTurned;
        /// <summary>The node that it came from, or null for the path; and how often it has left each junction in turn.</summary>
        long? cameFromPath;
        int cameFromNode;
        SortedDictionary<JunctionKey, uint> turns;

        internal PathProgress(ScenePath path, int targetNode)
        {
            Path = path;
            TargetNode = targetNode;
        }

        /// <summary>`earlier`, fitted to a path that has been edited since, of an agent with the path `own`.</summary>
        internal PathProgress(ScenePath path, ScenePath own, PathProgress earlier) : this(path, earlier.TargetNode)
        {
            Finished = earlier.Finished;
            waitLeft = earlier.waitLeft;
            backward = earlier.backward;
            segment = earlier.segment;
            passed = earlier.passed;
            if (IsScripted(own))
            {
                SpeedLimit = earlier.SpeedLimit;
                alongPassed = earlier.alongPassed;
                action = earlier.action;
                actionTicks = earlier.actionTicks;
                arrivals = earlier.arrivals;
                isTurned = earlier.isTurned;
                cameFromPath = earlier.cameFromPath;
                cameFromNode = earlier.cameFromNode;
                turns = earlier.turns;
            }
            if (path == null) return;
            int last = path.Nodes.Length - 1;
            TargetNode = Math.Min(TargetNode, Math.Max(last, 0));
            Finished &= path.Traversal == PathTraversal.Once && TargetNode == last;
            if (backward && path.Traversal != PathTraversal.PingPong)
            {
                // The points were counted from the other end of the segment.
                backward = false;
                segment = None;
            }
            if (last < 0 || segment != SegmentToTarget(last)) segment = None;
            if (segment == None) return;
            passed = Math.Min(passed, path.Nodes[segment].SegmentCount);
            alongPassed = Math.Min(alongPassed, path.Nodes[segment].Script?.Along.Length ?? 0);
        }

        internal void Record(Archive archive, World world)
        {
            TargetNode = archive.Index(TargetNode);
            backward = archive.Flag(backward);
            waitLeft = archive.Whole(waitLeft);
            Finished = archive.Flag(Finished);
            if (archive.Has(segment != None))
            {
                segment = archive.Index(segment, int.MaxValue - 1);
                passed = archive.Index(passed);
            }
            if (archive.Has(action != None)) action = archive.Index(action, int.MaxValue - 1);
            actionTicks = archive.Whole(actionTicks);
            arrivals = archive.Whole(arrivals);
            if (archive.Has(SpeedLimit < double.PositiveInfinity)) SpeedLimit = archive.Number(SpeedLimit);
            isTurned = archive.Flag(isTurned);
            int along = archive.Index(segment == None ? 0 : alongPassed);
            long? pathId = archive.WholeOrNone(Path?.Id);
            if (archive.IsReading)
            {
                alongPassed = along;
                ScenePath path = null;
                archive.Check(!pathId.HasValue || world.TryFindPath(pathId.Value, out path), "names a path that the scene does not have");
                Path = path;
                CheckIndices(archive);
            }
            cameFromPath = archive.WholeOrNone(cameFromPath);
            if (cameFromPath.HasValue) cameFromNode = archive.Index(cameFromNode, int.MaxValue - 1);
            RecordTurns(archive);
        }

        void RecordTurns(Archive archive)
        {
            var known = new KeyValuePair<JunctionKey, uint>[turns?.Count ?? 0];
            turns?.CopyTo(known, 0);
            long count = archive.Whole(known.Length);
            if (archive.IsReading && count > 0) turns = new SortedDictionary<JunctionKey, uint>();
            for (long i = 0; i < count; i++)
            {
                KeyValuePair<JunctionKey, uint> turn = archive.IsReading ? default(KeyValuePair<JunctionKey, uint>) : known[(int) i];
                long pathId = archive.Whole(turn.Key.PathId);
                var key = new JunctionKey(pathId, archive.Index(turn.Key.Node, int.MaxValue - 1));
                archive.Check(!turns.ContainsKey(key), "is a junction that was there before");
                turns[key] = (uint) archive.Whole(turn.Value);
            }
        }

        /// <summary>Refuses a progress that its path does not have.</summary>
        void CheckIndices(Archive archive)
        {
            int nodes = HasNodes ? Path.Nodes.Length : 0;
            bool isOnPath = TargetNode < Math.Max(nodes, 1) && segment < nodes && passed <= (segment == None ? 0 : Path.Nodes[segment].SegmentCount)
                && alongPassed <= (segment == None ? 0 : Path.Nodes[segment].Script?.Along.Length ?? 0);
            archive.Check(isOnPath, "does not have the nodes and points at which the agent is");
        }

        /// <summary>Whether there is anything to do at the nodes of its path, or at those of the agent's path.</summary>
        bool IsScripted(ScenePath own) => (Path != null && Path.IsScripted) || (own != null && own.IsScripted);

        /// <summary>Stops what is under way at the target node and on the way there.</summary>
        internal void Leave()
        {
            segment = action = None;
            waitLeft = actionTicks = arrivals = 0;
            isTurned = false;
            passed = alongPassed = 0;
        }

        int SegmentToTarget(int last)
        {
            if (backward) return TargetNode;
            return TargetNode > 0 ? TargetNode - 1 : Path.Traversal == PathTraversal.Loop ? last : None;
        }

        internal bool HasNodes => Path != null && Path.Nodes.Length > 0;

        /// <summary>Whether a wait or an action holds the agent at its target node.</summary>
        internal bool IsHeld => waitLeft > 0 || action != None;

        NodeAction Action => action != None ? ActionAt(action) : null;

        /// <summary>An action of the target node; null if it does not have so many.</summary>
        NodeAction ActionAt(int index)
        {
            NodeScript script = Path.Nodes[TargetNode].Script;
            return script != null && index < script.Actions.Length ? script.Actions[index] : null;
        }

        /// <summary>The name of the meeting at which it waits, or null.</summary>
        internal string Meeting
        {
            get
            {
                NodeAction current = HasNodes ? Action : null;
                return current != null && current.Kind == ActionKind.Meet ? current.Name : null;
            }
        }

        /// <summary>Whether the action under way asks for a direction.</summary>
        internal bool IsLooking
        {
            get
            {
                NodeAction current = Action;
                return current != null && current.IsTurn;
            }
        }

        TurnRate ILook.TurnRate => Action.TurnRate;

        Vector ILook.Wanted(Agent me) => Action.Wanted(me, arrivals);

        void ILook.Look(bool isThere)
        {
            isTurned = isThere;
        }

        /// <summary>
        /// One tick: counts down a wait, or tests what the move from `previous` to `current` reached: at most one node, and
        /// as many curve points as it passed on the way there. Returns the node reached, or null.
        /// </summary>
        internal int? Advance(Agent me)
        {
            if (Finished) return null;
            if (waitLeft > 0)
            {
                waitLeft--;
                if (waitLeft > 0) return null;
                BeginActions(me);
            }
            else if (action != None)
            {
                ContinueActions(me);
            }
            if (IsHeld || Finished) return null;
            if (Path.HasAlong) PassAlong(me, false);
            Vector previous = me.Previous, current = me.Position;
            for (int point = NextCurvePoint; point != None; point = NextCurvePoint)
            {
                if (Vector.SegmentDistance(previous, current, Path.Points[point]) > Path.Radius) return null;
                passed++;
            }
            int reached = TargetNode;
            PathNode node = Path.Nodes[reached];
            if (Vector.SegmentDistance(previous, current, node.Position) > node.Radius) return null;
            if (Path.HasAlong) PassAlong(me, true);
            waitLeft = node.WaitTicks;
            if (waitLeft == 0) BeginActions(me);
            return reached;
        }

        /// <summary>Executes the actions of the leg that the last move has passed, or all that are left.</summary>
        void PassAlong(Agent me, bool isAtEnd)
        {
            if (segment == None) return;
            NodeScript script = Path.Nodes[segment].Script;
            if (script == null) return;
            for (; alongPassed < script.Along.Length; alongPassed++)
            {
                AlongAction next = script.Along[backward ? script.Along.Length - 1 - alongPassed : alongPassed];
                if (!isAtEnd && Vector.SegmentDistance(me.Previous, me.Position, next.Place) > Path.Radius) return;
                Begin(next.Action, me);
            }
        }

        /// <summary>Begins the actions of the target node; without actions, moves on.</summary>
        void BeginActions(Agent me)
        {
            if (Path.Nodes[TargetNode].Script == null)
            {
                MoveOn(me);
                return;
            }
            action = 0;
            Begin(Action, me);
            ContinueActions(me);
        }

        /// <summary>Goes on with the actions, until one of them holds the agent or the last is done.</summary>
        void ContinueActions(Agent me)
        {
            while (action != None)
            {
                if (!IsDone(Action, me)) return;
                action++;
                if (Action != null)
                {
                    Begin(Action, me);
                    continue;
                }
                action = None;
                MoveOn(me);
            }
        }

        /// <summary>Begins an action. What is done at once is done here.</summary>
        void Begin(NodeAction current, Agent me)
        {
            if (current == null) return;
            switch (current.Kind)
            {
                case ActionKind.Wait:
                    actionTicks = me.Random.NextTicks(current.MinTicks, current.MaxTicks);
                    break;
                case ActionKind.Look:
                    isTurned = false;
                    break;
                case ActionKind.Sweep:
                    isTurned = false;
                    arrivals = 0;
                    break;
                case ActionKind.Speed:
                    SpeedLimit = current.SpeedLimit;
                    break;
                case ActionKind.Emit:
                    me.World.PathEvents.Add(new PathEvent(EventKind.Emitted, current.Name, current.Value));
                    break;
                case ActionKind.SetWall:
                    me.World.SwitchDoor(me, current.WallId, current.Opens);
                    break;
            }
        }

        bool IsDone(NodeAction current, Agent me)
        {
            if (current == null) return true;
            switch (current.Kind)
            {
                case ActionKind.Wait:
                    if (actionTicks == 0) return true;
                    actionTicks--;
                    return false;
                case ActionKind.Look:
                    return isTurned || !me.LooksWhereActionsAsk;
                case ActionKind.Sweep:
                    if (!me.LooksWhereActionsAsk) return true;
                    if (isTurned) arrivals++;
                    isTurned = false;
                    return arrivals > current.Count;
                case ActionKind.Meet:
                    if (me.World.MeetingSize(current.Name) < current.Count) return false;
                    me.World.PathEvents.Add(new PathEvent(EventKind.Met, current.Name, null));
                    return true;
                default:
                    return true;
            }
        }

        /// <summary>Where to go next: a curve point, or the target node.</summary>
        internal Vector NextPosition
        {
            get
            {
                int point = NextCurvePoint;
                return point != None ? Path.Points[point] : Path.Nodes[TargetNode].Position;
            }
        }

        /// <summary>Whether the target node is the end of the path and no curve point is left before it.</summary>
        internal bool IsApproachingEnd
        {
            get { return Path.Traversal == PathTraversal.Once && TargetNode == Path.Nodes.Length - 1 && NextCurvePoint == None; }
        }

        /// <summary>The index of the next curve point before the target node, or None.</summary>
        int NextCurvePoint
        {
            get
            {
                if (segment == None || passed >= Path.Nodes[segment].SegmentCount) return None;
                int first = Path.Nodes[segment].SegmentStart;
                return backward ? first + Path.Nodes[segment].SegmentCount - 1 - passed : first + passed;
            }
        }

        void MoveOn(Agent me)
        {
            NodeScript script = Path.Nodes[TargetNode].Script;
            if (script == null || script.Options == null)
            {
                MoveOnAlongPath(me);
                return;
            }
            Option option = Choose(script, me);
            if (option.Path == Path && option.Node == NextNode)
            {
                MoveOnAlongPath(me);
                return;
            }
            cameFromPath = Path.Id;
            cameFromNode = TargetNode;
            Path = option.Path;
            TargetNode = option.Node;
            segment = None;
            passed = alongPassed = 0;
            backward = false;
        }

        /// <summary>The way from the target node that it takes.</summary>
        Option Choose(NodeScript script, Agent me)
        {
            Option[] options = script.Options;
            if (script.NotBack && cameFromPath.HasValue)
            {
                Option[] others = Array.FindAll(options, option => option.Path.Id != cameFromPath || option.Node != cameFromNode);
                if (others.Length > 0) options = others;
            }
            if (options.Length == 1) return options[0];
            if (!script.IsRandom)
            {
                var key = new JunctionKey(Path.Id, TargetNode);
                if (turns == null) turns = new SortedDictionary<JunctionKey, uint>();
                turns.TryGetValue(key, out uint count);
                turns[key] = unchecked(count + 1);
                return options[(int) (count % options.Length)];
            }
            uint sum = 0;
            foreach (Option option in options) sum += option.Weight;
            uint number = me.Random.NextUInt() % sum, upTo = 0;
            foreach (Option option in options)
            {
                upTo += option.Weight;
                if (upTo > number) return option;
            }
            return options[0];
        }

        /// <summary>The node to which the path leads from the target node, or None.</summary>
        int NextNode
        {
            get
            {
                int last = Path.Nodes.Length - 1;
                if (TargetNode != (backward ? 0 : last)) return TargetNode + (backward ? -1 : 1);
                switch (Path.Traversal)
                {
                    case PathTraversal.Once: return None;
                    case PathTraversal.Loop: return 0;
                    default: return last == 0 ? None : backward ? 1 : last - 1;
                }
            }
        }

        void MoveOnAlongPath(Agent me)
        {
            int last = Path.Nodes.Length - 1, from = TargetNode, next = NextNode;
            if (next == None)
            {
                if (Path.Traversal != PathTraversal.Once) return;
                Finished = true;
                segment = None;
                return;
            }
            if (from == (backward ? 0 : last) && Path.Traversal == PathTraversal.PingPong) backward = !backward;
            segment = backward ? next : from;
            passed = alongPassed = 0;
            TargetNode = next;
            if (!IsScripted(me.Path)) return;
            cameFromPath = Path.Id;
            cameFromNode = from;
        }
    }

    /// <summary>From node to node of a path, with waits and speed limits. Bevilacqua.</summary>
    internal sealed class FollowPath : SteeringBehavior
    {
        enum StartAt { First, Nearest, Node }

        /// <summary>Where it goes on when its state is entered again.</summary>
        enum ResumeAt { Same, Nearest, First }

        readonly StartAt start;
        readonly ResumeAt resume;
        readonly long startNode;
        readonly double targetRadius, slowRadius;
        readonly double? timeToTarget;
        long? pathId;
        /// <summary>Null before its state is entered for the first time.</summary>
        PathProgress progress;

        internal FollowPath(Entry entry)
        {
            start = (StartAt) entry["start"].Choice("first", "nearest", "node");
            long? node = entry["start_node"].IdOrNull();
            if (node.HasValue != (start == StartAt.Node)) throw entry["start_node"].Error("does not match start");
            startNode = node ?? 0;
            resume = (ResumeAt) entry.FindOr("resume", "same").Choice("same", "nearest", "first");
            targetRadius = entry["target_radius"].Length();
            slowRadius = entry["slow_radius"].Length();
            timeToTarget = entry["time_to_target"].TimeToTargetOrNull();
        }

        internal override void Start(Agent me)
        {
            StartAtNode(me, me.Path == null ? 0 : FirstNode(me.Path, me.Position));
        }

        internal override void Enter(Agent me)
        {
            if (progress == null) Start(me);
            else if (resume == ResumeAt.Same) progress.Leave();
            else StartAtNode(me, resume == ResumeAt.Nearest && me.Path != null ? me.Path.NearestNode(me.Position) : 0);
        }

        void StartAtNode(Agent me, int node)
        {
            pathId = me.PathId;
            progress = new PathProgress(me.Path, node);
        }

        internal override void Record(Archive archive, World world)
        {
            if (archive.IsReading) progress = new PathProgress(null, 0);
            progress.Record(archive, world);
        }

        /// <summary>The same for a state in which the agent is not: it may not have been there.</summary>
        internal void RecordElsewhere(Archive archive, World world)
        {
            if (archive.Has(progress != null)) Record(archive, world);
            else progress = null;
        }

        /// <summary>Tells it the path of its agent, after its progress was read.</summary>
        internal void SetPath(long? id)
        {
            pathId = id;
        }

        /// <summary>Forgets its progress, because the agent has another path.</summary>
        internal void Forget()
        {
            progress = null;
        }

        internal bool IsFinished => progress.Finished;

        internal override void Resume(SteeringBehavior earlier, Agent me)
        {
            var before = (FollowPath) earlier;
            if (before.progress == null || me.PathId != before.pathId || start != before.start || startNode != before.startNode) return;
            ScenePath path = me.Path, earlierPath = before.progress.Path;
            // A junction may have led it to a path that is not its own.
            bool isElsewhere = earlierPath != null && earlierPath.Id != me.PathId;
            if (isElsewhere && !me.World.TryFindPath(earlierPath.Id, out path)) return;
            pathId = me.PathId;
            progress = new PathProgress(path, me.Path, before.progress);
        }

        int FirstNode(ScenePath path, Vector position)
        {
            switch (start)
            {
                case StartAt.Nearest: return path.NearestNode(position);
                case StartAt.Node: return (int) Math.Max(0, Math.Min(startNode, path.Nodes.Length - 1));
                default: return 0;
            }
        }

        internal override Vector? Force(Agent me)
        {
            if (!progress.HasNodes) return null;
            Advance(me);
            if (!me.Node.HasValue) me.Node = progress.TargetNode;

            if (progress.IsHeld)
            {
                if (progress.IsLooking) me.AskToLook(progress);
                return me.ForceToward(Vector.Zero);
            }
            double limit = progress.Path.Nodes[progress.TargetNode].SpeedLimit;
            double speed = limit < me.MaxSpeed ? limit : me.MaxSpeed;
            if (progress.SpeedLimit < speed) speed = progress.SpeedLimit;
            Vector next = progress.NextPosition;
            if (Route != null && !progress.Finished)
            {
                Vector? onRoute = NextOnRoute(me, next);
                if (onRoute.HasValue) return Seek.Toward(me, onRoute.Value, speed);
            }
            if (!progress.IsApproachingEnd) return Seek.Toward(me, next, speed);
            return Arrive.At(me, next, speed, targetRadius, slowRadius, timeToTarget: timeToTarget);
        }

        void Advance(Agent me)
        {
            bool wasHeld = progress.IsHeld, wasFinished = progress.Finished;
            int nodeBefore = progress.TargetNode;
            List<PathEvent> happened = me.World.PathEvents;
            if (happened.Count > 0) happened.Clear();
            int? reached = progress.Advance(me);
            if (wasHeld && (!progress.IsHeld || reached.HasValue)) Report(me, EventKind.WaitEnded, nodeBefore);
            if (reached.HasValue) Report(me, EventKind.NodeReached, reached);
            if (happened.Count > 0) ReportAll(me, happened);
            if (reached.HasValue && progress.IsHeld) Report(me, EventKind.WaitStarted, reached);
            if (progress.Finished && !wasFinished) Report(me, EventKind.PathFinished);
        }

        void ReportAll(Agent me, List<PathEvent> happened)
        {
            foreach (PathEvent e in happened)
            {
                me.World.Report(new AgentEvent(me.World.Tick, me.Id, e.Kind, null, Index, name: e.Name, value: e.Value));
                if (e.Kind == EventKind.Emitted) me.Remember(e.Name);
            }
        }

        /// <summary>The name of the meeting at which it waits, or null.</summary>
        internal string Meeting => progress.Meeting;
    }

    internal enum SeparationFalloff { None, InverseSquare }

    /// <summary>Away from neighbors. Bevilacqua; Reynolds 1999, OpenSteer and gdx-ai for the inverse square.</summary>
    internal sealed class Separation : SteeringBehavior
    {
        readonly double radius, maxSeparation;
        readonly SeparationFalloff falloff;

        internal Separation(Entry entry, string radiusField = "radius")
        {
            radius = entry[radiusField].Length();
            maxSeparation = entry["max_separation"].Length();
            falloff = (SeparationFalloff) entry["falloff"].Choice("none", "inverse_square");
        }

        internal override double NeighborRadius => radius;

        internal override Vector? Force(Agent me) => ForceWithin(me, null);

        /// <summary>From all agents or, if `leader` is not null, from it and its followers only. Null without neighbors.</summary>
        internal Vector? ForceWithin(Agent me, Agent leader)
        {
            if (!(radius > 0.0)) return null;
            bool isInverseSquare = falloff == SeparationFalloff.InverseSquare;
            double inverseRadius = 1.0 / radius;
            double near = (radius / 1024.0) * (radius / 1024.0);
            double sumX = 0.0, sumY = 0.0;
            bool hasNeighbors = false;
            foreach (Agent other in me.World.AgentsNear(me.Position, radius))
            {
                if (other == me || (leader != null && other != leader && other.Leader != leader)) continue;
                double dx = other.Position.X - me.Position.X, dy = other.Position.Y - me.Position.Y;
                double squared = dx * dx + dy * dy;
                if (!(squared <= radius * radius)) continue;
                hasNeighbors = true;
                // At exactly the same position, it counts as one beside the agent: so the two part.
                if (dx == 0.0 && dy == 0.0) dx = other.Id > me.Id ? radius / 1024.0 : -(radius / 1024.0);
                double scale = isInverseSquare ? -(radius / (squared > near ? squared : near)) : inverseRadius;
                sumX += Quantize(dx * scale);
                sumY += Quantize(dy * scale);
            }
            if (!hasNeighbors) return null;
            var sum = new Vector(sumX, sumY);
            return isInverseSquare ? sum * (maxSeparation / radius) : -sum.Direction() * maxSeparation;
        }

        /// <summary>Rounds to a multiple of 2^-32: sums of such terms are exact, so neighbors may come in any order.</summary>
        internal static double Quantize(double x)
        {
            const double Shift = 1572864.0; // 1.5 * 2^20
            return (x + Shift) - Shift;
        }
    }

    /// <summary>Toward the mean of something of the neighbors in view.</summary>
    internal abstract class NeighborMean : SteeringBehavior
    {
        readonly double radius;
        readonly FieldOfView fov;

        protected NeighborMean(Entry entry)
        {
            radius = entry["radius"].Length();
            fov = new FieldOfView(entry["fov_deg"].Number(0.0, 360.0), false);
        }

        internal override double NeighborRadius => radius;

        /// <summary>What is averaged, of one neighbor.</summary>
        protected abstract Vector Term(Agent me, Agent neighbor);

        /// <summary>Makes of a term a share of full speed.</summary>
        protected abstract double Scale(Agent me);

        internal override Vector? Force(Agent me)
        {
            if (!(radius > 0.0)) return null;
            double scale = Scale(me), sumX = 0.0, sumY = 0.0;
            int neighbors = 0;
            foreach (Agent other in me.World.AgentsNear(me.Position, radius))
            {
                if (other == me) continue;
                Vector d = other.Position - me.Position;
                if (!(Vector.Dot(d, d) <= radius * radius) || !fov.Includes(me.Heading, d)) continue;
                neighbors++;
                Vector term = Term(me, other) * scale;
                sumX += Separation.Quantize(term.X);
                sumY += Separation.Quantize(term.Y);
            }
            if (neighbors == 0) return null;
            return me.ForceToward(new Vector(sumX, sumY) * (me.MaxSpeed / neighbors));
        }
    }

    /// <summary>With the mean velocity of the neighbors. Reynolds 1999.</summary>
    internal sealed class Alignment : NeighborMean
    {
        internal Alignment(Entry entry) : base(entry)
        {
        }

        /// <summary>Its velocity, but at most as fast as the agent can be, so that no term is above 1.</summary>
        protected override Vector Term(Agent me, Agent neighbor) => neighbor.Velocity.Truncated(me.MaxSpeed);

        protected override double Scale(Agent me) => me.MaxSpeed > 0.0 ? 1.0 / me.MaxSpeed : 0.0;
    }

    /// <summary>To the middle of the neighbors, at full speed if they are as far away as the radius. Reynolds 1999.</summary>
    internal sealed class Cohesion : NeighborMean
    {
        internal Cohesion(Entry entry) : base(entry)
        {
        }

        protected override Vector Term(Agent me, Agent neighbor) => neighbor.Position - me.Position;

        protected override double Scale(Agent me) => 1.0 / NeighborRadius;
    }

    /// <summary>Behind the leader, out of its way, and separate from the other followers. Bevilacqua.</summary>
    internal sealed class FollowLeader : SteeringBehavior
    {
        readonly double behindDistance, sightRadius, slowRadius;
        readonly Separation separation;

        internal FollowLeader(Entry entry)
        {
            behindDistance = entry["behind_distance"].Length();
            sightRadius = entry["sight_radius"].Length();
            slowRadius = entry["slow_radius"].Length();
            separation = new Separation(entry, "separation_radius");
        }

        internal override double NeighborRadius => separation.NeighborRadius;

        internal override Vector? Force(Agent me)
        {
            Agent leader = me.Leader;
            if (leader == null) return null;
            Vector offset = leader.Heading * behindDistance;
            Vector ahead = leader.Position + offset, behind = leader.Position - offset;
            bool isInTheWay = Vector.Distance(me.Position, ahead) <= sightRadius
                || Vector.Distance(me.Position, leader.Position) <= sightRadius;
            Vector evade = isInTheWay ? Evasion(me, leader) : Vector.Zero;
            Vector arrive = Arrive.At(me, behind, me.MaxSpeed, 0.0, slowRadius);
            return evade + arrive + (separation.ForceWithin(me, leader) ?? Vector.Zero);
        }

        /// <summary>Out of the way of the leader: sideways if exactly ahead of it, where evasion would drive the agent on ahead.</summary>
        static Vector Evasion(Agent me, Agent leader)
        {
            Vector heading = leader.Heading, offset = me.Position - leader.Position;
            double ahead = heading.X * offset.X + heading.Y * offset.Y, aside = heading.X * offset.Y - heading.Y * offset.X;
            if (ahead > 0.0 && -aside <= 1e-9 * ahead && aside <= 1e-9 * ahead)
            {
                double turnSign = me.World.TurnSign;
                double side = aside * turnSign >= 0.0 ? turnSign : -turnSign;
                return me.ForceToward(new Vector(-heading.Y * side, heading.X * side) * me.MaxSpeed);
            }
            var danger = new GoalPlace { Position = leader.Position, Velocity = leader.Velocity };
            return Evade.From(me, danger, null);
        }
    }

    /// <summary>Away from the wall that the body would meet first on the way of a feeler. Reynolds 1999, containment.</summary>
    internal sealed class AvoidWalls : SteeringBehavior
    {
        readonly double aheadLength, sideLength, sideCosine, sideSine;

        internal AvoidWalls(Entry entry)
        {
            aheadLength = entry["ahead_length"].Length();
            sideLength = entry["side_length"].Length();
            double angle = entry["side_angle_deg"].Number(0.0, 180.0);
            Vector side = Rotation.Rotate(new Vector(1.0, 0.0), angle * Rotation.RadiansPerDegree);
            sideCosine = Entry.Rounded(side.X);
            sideSine = Entry.Rounded(side.Y);
            entry["side_cos"].CheckDerived(sideCosine);
            entry["side_sin"].CheckDerived(sideSine);
        }

        internal override Vector? Force(Agent me)
        {
            Vector h = me.Heading;
            double turnSign = me.World.TurnSign, c = sideCosine, s = sideSine * turnSign;
            double speed = me.Speed, full = me.MaxSpeed, share = speed < full ? speed / full : 1.0;
            Vector ahead = h * (aheadLength * share);
            Vector left = new Vector(h.X * c - h.Y * s, h.X * s + h.Y * c) * (sideLength * share);
            Vector right = new Vector(h.X * c + h.Y * s, -h.X * s + h.Y * c) * (sideLength * share);
            bool isFound = false;
            double time = 0.0;
            Vector normal = Vector.Zero;
            foreach (Vector feeler in new[] { ahead, left, right })
            {
                if (!me.World.Walls.FirstContactOf(me, feeler, out double t, out Vector n) || (isFound && !(t < time))) continue;
                isFound = true;
                time = t;
                normal = n;
            }
            if (!isFound) return null;
            Vector across = normal - h * Vector.Dot(normal, h);
            double length = across.Length;
            across = length > 1e-6 ? across / length : new Vector(-h.Y * turnSign, h.X * turnSign);
            double desired = speed + (full - speed) * ((1.0 - time) * (1.0 - time));
            return me.ForceToward((h * time + across * (1.0 - time)).Direction() * desired);
        }
    }

    /// <summary>Along the wall ahead, or else along the nearest wall. Reynolds 1999, wall following.</summary>
    internal sealed class FollowWall : SteeringBehavior
    {
        readonly double distance, reach, lookAhead;
        readonly bool isLeft;

        internal FollowWall(Entry entry)
        {
            isLeft = entry["side"].Choice("left", "right") == 0;
            distance = entry["distance"].Length();
            reach = entry["reach"].Length();
            lookAhead = entry["look_ahead"].Length();
        }

        internal override Vector? Force(Agent me)
        {
            double side = isLeft ? me.World.TurnSign : -me.World.TurnSign;
            Vector h = me.Heading, way;
            if (me.World.Walls.FirstContactOf(me, h * lookAhead, out double t, out Vector n))
            {
                way = h * t + Along(n, side) * (1.0 - t);
            }
            else
            {
                if (!me.World.Walls.NearestBeside(me.Position, h, side, reach, out double d, out n)) return null;
                way = n * (distance - d) + Along(n, side) * lookAhead;
            }
            return me.ForceToward(way.Direction() * me.MaxSpeed);
        }

        static Vector Along(Vector normal, double side) => new Vector(-normal.Y * side, normal.X * side);
    }

    /// <summary>To the target through random waypoints, within a field of view that narrows with the distance.</summary>
    internal sealed class HomingWalk : SteeringBehavior
    {
        const int MaxWaypoints = 256;
        /// <summary>How far a smooth walk may deviate from its curve, in reach radii.</summary>
        const double CurveTolerance = 0.2;

        readonly double stepFraction, minStep, maxStep, stepJitter, aggroRadius, maxFov, reachRadius;
        readonly long repickTicks;
        readonly bool smooth;

        /// <summary>Null before the first tick.</summary>
        Vector? waypoint;
        /// <summary>Whether the waypoint is the target itself.</summary>
        bool straight;
        long sincePick;
        /// <summary>The points of a smooth walk that are not passed yet, and the position of the target it was planned for.</summary>
        List<Vector> ahead = new List<Vector>();
        Vector plannedFor;
        bool? inAggro;
        bool arrived;

        internal HomingWalk(Entry entry, double dt)
        {
            stepFraction = entry["step_fraction"].Number(0.0, 1.0);
            minStep = entry["min_step"].Length();
            maxStep = entry["max_step"].Length();
            stepJitter = entry["step_jitter"].Number(0.0, 1.0);
            aggroRadius = entry["aggro_radius"].Length();
            maxFov = entry["max_fov_deg"].Number(0.0, 360.0) * Rotation.RadiansPerDegree;
            reachRadius = entry["reach_radius"].Length();
            double repickInterval = entry["repick_interval"].Number(0.0, 1e4);
            repickTicks = repickInterval == 0.0 ? 0 : Entry.TicksIn(repickInterval, dt, 1);
            entry["repick_ticks"].CheckDerived(repickTicks);
            smooth = entry["smooth"].Flag();
        }

        internal override void Resume(SteeringBehavior earlier, Agent me)
        {
            var before = (HomingWalk) earlier;
            arrived = before.arrived;
            inAggro = before.inAggro;
            if (smooth != before.smooth) return;
            waypoint = before.waypoint;
            straight = before.straight;
            sincePick = before.sincePick;
            ahead = before.ahead;
            plannedFor = before.plannedFor;
        }

        internal override void Enter(Agent me)
        {
            arrived = false;
            inAggro = null;
            waypoint = null;
            straight = false;
            sincePick = 0;
            ahead = new List<Vector>();
            plannedFor = Vector.Zero;
        }

        internal override void Record(Archive archive, World world)
        {
            waypoint = archive.VectorOrNone(waypoint);
            if (waypoint.HasValue) straight = archive.Flag(straight);
            sincePick = archive.Whole(sincePick);
            ahead = archive.Vectors(ahead);
            plannedFor = archive.Vector(plannedFor);
            inAggro = archive.FlagOrNone(inAggro);
            arrived = archive.Flag(arrived);
        }

        internal override bool HasArrived => arrived;

        /// <summary>The full field of view, in degrees; null without a target.</summary>
        internal double? FovDegrees(Agent me)
        {
            if (!me.FindGoal(Goal, me.Target, out GoalPlace goal)) return null;
            return 2.0 * HalfFov(Vector.Distance(me.Position, goal.Position)) * Rotation.DegreesPerRadian;
        }

        internal override Vector? Force(Agent me)
        {
            if (!me.FindGoal(Goal, me.Target, out GoalPlace goal)) return null;
            Vector target = goal.Position;
            double distance = Vector.Distance(me.Position, target);
            bool wasStraight = straight;
            bool picked = smooth ? AdvanceSmooth(me, target) : Advance(me, target, distance);

            UpdateFlag(me, ref inAggro, distance <= aggroRadius, EventKind.AggroEntered, EventKind.AggroLeft);
            if (picked && !(wasStraight && straight)) Report(me, EventKind.WaypointPicked);
            UpdateArrived(me, ref arrived, straight && distance < reachRadius);

            if (!straight) return Seek.Toward(me, waypoint.Value, me.MaxSpeed);
            Vector? next = NextOnRoute(me, target);
            if (next.HasValue) return Seek.Toward(me, next.Value, me.MaxSpeed);
            return Arrive.At(me, target, me.MaxSpeed, reachRadius, minStep > reachRadius ? minStep : reachRadius);
        }

        /// <summary>Returns whether it picked a waypoint.</summary>
        bool Advance(Agent me, Vector target, double distance)
        {
            bool due = IsRepickDue();
            if (!waypoint.HasValue) due = true;
            else if (straight) due |= distance <= reachRadius || distance > 2.0 * minStep;
            else due |= Vector.Distance(me.Position, waypoint.Value) <= reachRadius;
            if (!due) return false;
            waypoint = Pick(me, me.Position, target, out straight);
            sincePick = 0;
            return true;
        }

        /// <summary>Returns whether it planned the walk.</summary>
        bool AdvanceSmooth(Agent me, Vector target)
        {
            bool due = IsRepickDue() || !waypoint.HasValue || Vector.Distance(plannedFor, target) > 2.0 * minStep;
            if (due) Plan(me, target);
            int passed = 0;
            while (ahead.Count - passed > 1 && Vector.Distance(me.Position, ahead[passed]) <= reachRadius) passed++;
            ahead.RemoveRange(0, passed);
            waypoint = ahead.Count > 0 ? ahead[0] : target;
            straight = ahead.Count <= 1;
            return due;
        }

        /// <summary>Counts this tick. Returns whether the repick interval is over.</summary>
        bool IsRepickDue()
        {
            if (waypoint.HasValue) sincePick = Math.Min(sincePick + 1, uint.MaxValue);
            return repickTicks > 0 && sincePick >= repickTicks;
        }

        void Plan(Agent me, Vector target)
        {
            var controls = new List<Vector> { me.Position };
            for (bool reachesTarget = false; !reachesTarget && controls.Count < MaxWaypoints;)
            {
                controls.Add(Pick(me, controls[controls.Count - 1], target, out reachesTarget));
            }
            ahead = CurveSegment.Flatten(controls, CurveTolerance * reachRadius);
            plannedFor = target;
            sincePick = 0;
        }

        /// <summary>The waypoint after `from`: random, unless the step reaches past the target.</summary>
        Vector Pick(Agent me, Vector from, Vector target, out bool isTarget)
        {
            Vector offset = target - from;
            double distance = offset.Length;
            double step = distance * stepFraction;
            if (stepJitter > 0.0) step = step * (1.0 + stepJitter * (2.0 * me.Random.NextDouble() - 1.0));
            step = step < maxStep ? step : maxStep;
            step = step > minStep ? step : minStep;
            isTarget = step > distance;
            if (isTarget) return target;
            double angle = HalfFov(distance) * me.Random.NextDouble();
            bool turnsRight = me.Random.NextUInt() % 2 == 0;
            if (turnsRight) angle = -angle;
            return from + Rotation.Rotate(offset.Direction(distance) * step, angle * me.World.TurnSign);
        }

        /// <summary>Half the field of view at `distance`, in radians.</summary>
        double HalfFov(double distance)
        {
            double near = distance < aggroRadius ? distance : aggroRadius;
            return aggroRadius > 0.0 ? 0.5 * maxFov * near / aggroRadius : 0.5 * maxFov;
        }
    }

    /// <summary>To random places around a goal, one after the other.</summary>
    internal sealed class Search : SteeringBehavior, ILook
    {
        const int MaxTries = 16;

        readonly double radius, slowRadius;
        readonly long points, waitTicks;
        /// <summary>The cosines and sines of the directions in which it looks at a place, or null.</summary>
        readonly Vector[] sweep;

        bool hasStarted, isFinished;
        /// <summary>The places, and how many of them it has searched.</summary>
        readonly List<Vector> places = new List<Vector>();
        int searched;
        /// <summary>Whether it is at a place; then for how many ticks it waits, and how often it has looked where it wants.</summary>
        bool isWaiting;
        long waitLeft, arrivals;
        bool isTurned;
        /// <summary>The heading with which it came to the place.</summary>
        Vector heading;

        internal Search(Entry entry, double dt)
        {
            Goal = Goal.Load(entry, false);
            radius = entry["radius"].Length();
            points = entry["points"].Whole(1, 100);
            waitTicks = Entry.TicksIn(entry["wait"].Number(0.0, 1e6), dt, 0);
            entry["wait_ticks"].CheckDerived(waitTicks);
            slowRadius = entry["slow_radius"].Length();
            entry["route"].Choice("direct", "around_walls");
            Entry directions = entry["sweep"];
            if (directions.IsNull) return;
            List<Entry> from = directions["from"].Elements(2), to = directions["to"].Elements(2);
            sweep = new[]
            {
                BakedDirection.Load(directions["from_deg"], from[0], from[1], 1.0), BakedDirection.Load(directions["to_deg"], to[0], to[1], 1.0)
            };
        }

        internal override void Enter(Agent me)
        {
            hasStarted = isFinished = isWaiting = isTurned = false;
            places.Clear();
            searched = 0;
            waitLeft = arrivals = 0;
            heading = Vector.Zero;
        }

        internal override void Resume(SteeringBehavior earlier, Agent me)
        {
            var before = (Search) earlier;
            hasStarted = before.hasStarted;
            isFinished = before.isFinished;
            places.AddRange(before.places);
            searched = before.searched;
            isWaiting = before.isWaiting;
            waitLeft = before.waitLeft;
            arrivals = before.arrivals;
            isTurned = before.isTurned;
            heading = before.heading;
        }

        internal bool IsFinished => isFinished;

        internal override void Record(Archive archive, World world)
        {
            hasStarted = archive.Has(hasStarted);
            if (hasStarted)
            {
                List<Vector> recorded = archive.Vectors(places);
                places.Clear();
                places.AddRange(recorded);
            }
            searched = archive.Index(searched, places.Count);
            isWaiting = archive.Flag(isWaiting);
            waitLeft = archive.Whole(waitLeft);
            arrivals = archive.Whole(arrivals);
            isTurned = archive.Flag(isTurned);
            heading = archive.Vector(heading);
            isFinished = archive.Flag(isFinished);
        }

        internal override Vector? Force(Agent me)
        {
            if (isFinished) return null;
            if (!hasStarted) PickPlaces(me);
            double targetRadius = me.Radius + me.World.RouteTolerance;
            for (; searched < places.Count; searched++)
            {
                Vector place = places[searched];
                if (!isWaiting)
                {
                    if (!(Vector.Distance(me.Position, place) < targetRadius))
                    {
                        Vector? next = NextOnRoute(me, place);
                        if (next.HasValue) return Seek.Toward(me, next.Value, me.MaxSpeed);
                        return Arrive.At(me, place, me.MaxSpeed, targetRadius, slowRadius);
                    }
                    isWaiting = true;
                    isTurned = false;
                    waitLeft = waitTicks;
                    arrivals = 0;
                    heading = me.Heading;
                }
                if (!IsWaitOver(me))
                {
                    if (sweep != null) me.AskToLook(this);
                    return me.ForceToward(Vector.Zero);
                }
                isWaiting = false;
                Route?.Forget();
            }
            isFinished = true;
            Report(me, EventKind.SearchFinished);
            return null;
        }

        /// <summary>Counts this tick at a place.</summary>
        bool IsWaitOver(Agent me)
        {
            bool isOver = waitLeft == 0;
            if (!isOver) waitLeft--;
            if (sweep == null || !me.LooksWhereActionsAsk) return isOver;
            if (isTurned) arrivals++;
            isTurned = false;
            return isOver && arrivals > 1;
        }

        void PickPlaces(Agent me)
        {
            hasStarted = true;
            Vector center = me.FindGoal(Goal, me.Target, out GoalPlace goal) ? goal.Position : me.Position;
            for (long point = 0; point < points; point++)
            {
                Vector place = center;
                for (int i = 0; i < MaxTries; i++)
                {
                    double x = 2.0 * me.Random.NextDouble() - 1.0, y = (2.0 * me.Random.NextDouble() - 1.0) * me.World.TurnSign;
                    Vector p = center + new Vector(x, y) * radius, d = p - center;
                    if (!(Vector.Dot(d, d) <= radius * radius) || !me.World.Walls.IsWayFree(center, p, me.Radius)) continue;
                    place = p;
                    break;
                }
                places.Add(place);
            }
        }

        TurnRate ILook.TurnRate => null;

        Vector ILook.Wanted(Agent me)
        {
            Vector direction = sweep[arrivals % 2];
            double sine = direction.Y * me.World.TurnSign;
            return new Vector(heading.X * direction.X - heading.Y * sine, heading.X * sine + heading.Y * direction.X);
        }

        void ILook.Look(bool isThere)
        {
            isTurned = isThere;
        }
    }

    /// <summary>From cell to cell, toward the target or away from it. Bourg and Seemann. It moves its agent without forces.</summary>
    internal sealed class GridChase : Behavior
    {
        enum Method { Axis, LineOfSight }
        enum ChaseMode { Chase, Evade }

        readonly CellGrid grid;
        readonly Method method;
        readonly ChaseMode mode;
        readonly long stepTicks;
        readonly double stepInterval;
        readonly long maxPathLength;
        readonly Goal goal;
        /// <summary>Whether it takes the cheapest way around blocked cells.</summary>
        readonly bool isRouted, route;

        Cell from, to;
        /// <summary>Ticks since the step began.</summary>
        long elapsed;
        /// <summary>The cell of the prey that the line was drawn for, and the line.</summary>
        Cell? preyCell;
        readonly Queue<Cell> line = new Queue<Cell>();
        bool lineReaches;
        bool? lineSeen;
        bool arrived;

        internal GridChase(Entry entry, CellGrid grid, double dt)
        {
            this.grid = grid;
            entry["kind"].Choice("grid_chase");
            method = (Method) entry["method"].Choice("axis", "line_of_sight");
            mode = (ChaseMode) entry["mode"].Choice("chase", "evade");
            stepInterval = entry["step_interval"].Number(1e-3, 1e4);
            stepTicks = Entry.TicksIn(stepInterval, dt, 1);
            entry["step_ticks"].CheckDerived(stepTicks);
            entry["weight"].CheckDerived(1.0);
            maxPathLength = entry["max_path_length"].Whole(0, 1000000);
            goal = Goal.Load(entry, true);
            route = SteeringBehavior.IsRouted(entry);
            isRouted = route && mode == ChaseMode.Chase;
        }

        /// <summary>Begins in the cell that holds `position`, and returns the center of that cell.</summary>
        internal Vector StartAt(Vector position)
        {
            from = to = grid.CellAt(position);
            elapsed = 0;
            lineReaches = true;
            ClearLine();
            return grid.Center(to);
        }

        /// <summary>
        /// Keeps the memory of `earlier`, or null for an agent that was steered. Returns whether that includes its step.
        /// </summary>
        internal bool Resume(GridChase earlier)
        {
            if (earlier == null) return false;
            arrived = earlier.arrived;
            lineSeen = earlier.lineSeen;
            if (!grid.HasSameSize(earlier.grid)) return false;
            from = earlier.from;
            to = earlier.to;
            elapsed = earlier.elapsed;
            lineReaches = earlier.lineReaches;
            ClearLine();
            bool sameParameters = method == earlier.method && mode == earlier.mode && stepInterval == earlier.stepInterval
                && maxPathLength == earlier.maxPathLength && goal.Equals(earlier.goal) && route == earlier.route;
            if (!sameParameters || !grid.HasSameBlockedCells(earlier.grid)) return true;
            preyCell = earlier.preyCell;
            foreach (Cell cell in earlier.line) line.Enqueue(cell);
            return true;
        }

        /// <summary>Goes on with the step of `earlier`, the chase of the state that is left.</summary>
        internal void Continue(GridChase earlier)
        {
            from = earlier.from;
            to = earlier.to;
            elapsed = earlier.elapsed;
            lineReaches = earlier.lineReaches;
            lineSeen = null;
            arrived = false;
            ClearLine();
        }

        /// <summary>Begins again in the cell that holds `position`, as a chase that has not moved yet.</summary>
        internal Vector EnterAt(Vector position)
        {
            lineSeen = null;
            arrived = false;
            return StartAt(position);
        }

        internal override void Record(Archive archive, World world)
        {
            from = Record(archive, from);
            to = Record(archive, to);
            elapsed = archive.Whole(elapsed);
            preyCell = archive.Has(preyCell.HasValue) ? Record(archive, preyCell.GetValueOrDefault()) : (Cell?) null;
            Cell[] cells = line.ToArray();
            line.Clear();
            long count = archive.Whole(cells.Length);
            while (line.Count < count) line.Enqueue(Record(archive, archive.IsReading ? default(Cell) : cells[line.Count]));
            lineReaches = archive.Flag(lineReaches);
            lineSeen = archive.FlagOrNone(lineSeen);
            arrived = archive.Flag(arrived);
        }

        /// <summary>The row is that of the game.</summary>
        Cell Record(Archive archive, Cell cell)
        {
            var column = (int) archive.Whole(cell.Column, int.MinValue, int.MaxValue);
            return new Cell(column, grid.RowInGame((int) archive.Whole(grid.RowInGame(cell.Row), int.MinValue, int.MaxValue)));
        }

        internal bool HasSameCells(GridChase other) => grid.HasSameSize(other.grid);

        internal bool HasArrived => arrived;

        internal void ClearLine()
        {
            preyCell = null;
            line.Clear();
        }

        internal void Advance(Agent me)
        {
            Cell? prey = me.FindGoal(goal, me.Target, out GoalPlace target) ? grid.CellAt(target.Position) : (Cell?) null;
            bool entersCell = false, isLost = false;
            if (elapsed == 0)
            {
                from = to;
                to = NextCell(prey, me, out isLost);
                entersCell = !to.Equals(from);
            }
            elapsed++;
            if (elapsed >= stepTicks) elapsed = 0;
            if (prey.HasValue && (isRouted || method == Method.LineOfSight) && mode == ChaseMode.Chase)
            {
                UpdateFlag(me, ref lineSeen, lineReaches, EventKind.LineGained, EventKind.LineLost);
            }
            if (entersCell) Report(me, EventKind.CellEntered);
            UpdateArrived(me, ref arrived, prey.HasValue && prey.Value.Equals(to));
            if (isLost) Report(me, EventKind.NoRoute);
        }

        /// <summary>The position on the step from one cell to the next.</summary>
        internal Vector Position
        {
            get
            {
                Vector start = grid.Center(from), end = grid.Center(to);
                return elapsed == 0 ? end : start + (end - start) * ((double) elapsed / stepTicks);
            }
        }

        Cell NextCell(Cell? prey, Agent me, out bool isLost)
        {
            isLost = false;
            if (!prey.HasValue)
            {
                ClearLine();
                return to;
            }
            Cell goal = mode == ChaseMode.Chase ? prey.Value : MirrorImage(prey.Value);
            if (method == Method.Axis && !isRouted) return AxisStep(goal);
            if (!preyCell.HasValue || !preyCell.Value.Equals(prey.Value))
            {
                preyCell = prey;
                if (isRouted)
                {
                    isLost = !FindWay(goal);
                    me.HasNoRoute = isLost;
                }
                else
                {
                    DrawLine(goal);
                }
            }
            if (line.Count == 0) return to;
            Cell next = line.Dequeue();
            return grid.CanStep(to, next) ? next : to;
        }

        Cell MirrorImage(Cell other) => to.Offset(Cell.Saturate((long) to.Column - other.Column), Cell.Saturate((long) to.Row - other.Row));

        /// <summary>One column and one row toward `goal`; beside a blocked cell by the column alone, else by the row alone.</summary>
        Cell AxisStep(Cell goal)
        {
            int columns = Math.Sign((long) goal.Column - to.Column), rows = Math.Sign((long) goal.Row - to.Row);
            Cell diagonal = to.Offset(columns, rows), byColumn = to.Offset(columns, 0), byRow = to.Offset(0, rows);
            return CanLeaveTo(diagonal) ? diagonal : CanLeaveTo(byColumn) ? byColumn : CanLeaveTo(byRow) ? byRow : to;
        }

        bool CanLeaveTo(Cell next) => !next.Equals(to) && grid.CanStep(to, next);

        /// <summary>The cheapest way to `goal`, or without one the line there. Returns whether there is one.</summary>
        bool FindWay(Cell goal)
        {
            List<Cell> way = CellWay.Find(grid, to, goal);
            if (way == null)
            {
                DrawLine(goal);
                lineReaches = false;
                return false;
            }
            line.Clear();
            foreach (Cell cell in way) line.Enqueue(cell);
            lineReaches = true;
            return true;
        }

        /// <summary>Bresenham's line to `goal`, up to the first step that a blocked cell prevents.</summary>
        void DrawLine(Cell goal)
        {
            line.Clear();
            long dx = (long) goal.Column - to.Column, dy = (long) goal.Row - to.Row;
            int stepX = Math.Sign(dx), stepY = Math.Sign(dy);
            dx = Math.Abs(dx);
            dy = Math.Abs(dy);
            long longSide = Math.Max(dx, dy), shortSide = Math.Min(dx, dy);
            long error = 2 * shortSide - longSide;
            Cell last = to;
            for (long left = Math.Min(longSide, maxPathLength); left > 0; left--)
            {
                bool isDiagonal = error >= 0;
                error += 2 * shortSide - (isDiagonal ? 2 * longSide : 0);
                Cell next = last.Offset(dx >= dy || isDiagonal ? stepX : 0, dy > dx || isDiagonal ? stepY : 0);
                if (!grid.CanStep(last, next)) break;
                line.Enqueue(next);
                last = next;
            }
            lineReaches = last.Equals(goal);
        }
    }

    // =================================================================================================================
    // Routes around walls
    // =================================================================================================================

    /// <summary>The cheapest way from cell to cell, by A*.</summary>
    internal sealed class CellWay
    {
        const int MaxTaken = 65536;
        const int StraightCost = 5, DiagonalCost = 7;

        /// <summary>East first, then counterclockwise.</summary>
        static readonly int[] Columns = { 1, 1, 0, -1, -1, -1, 0, 1 }, Rows = { 0, 1, 1, 1, 0, -1, -1, -1 };

        sealed class Place
        {
            internal Cell Cell;
            internal long Cost, Total, Order;
            internal Place Before;
            /// <summary>Whether it is taken, or a cheaper way replaced it.</summary>
            internal bool IsGone;

            /// <summary>The least total first; of equals the greatest cost, then the one that was opened first.</summary>
            internal bool IsBefore(Place other)
            {
                if (Total != other.Total) return Total < other.Total;
                return Cost != other.Cost ? Cost > other.Cost : Order < other.Order;
            }
        }

        readonly Cell goal;
        readonly Dictionary<long, Place> places = new Dictionary<long, Place>();
        /// <summary>A heap.</summary>
        readonly List<Place> open = new List<Place>();
        long opened;

        CellWay(Cell goal)
        {
            this.goal = goal;
        }

        /// <summary>The cells after the first, up to the goal; null if there is no way.</summary>
        internal static List<Cell> Find(CellGrid grid, Cell start, Cell goal) => new CellWay(goal).Find(grid, start);

        List<Cell> Find(CellGrid grid, Cell start)
        {
            Open(start, 0, null);
            for (int taken = 1; open.Count > 0; taken++)
            {
                Place place = Take();
                if (place == null) return null;
                if (place.Cell.Equals(goal)) return WayTo(place);
                if (taken == MaxTaken) return null;
                for (int i = 0; i < Columns.Length; i++)
                {
                    long column = (long) place.Cell.Column + Columns[i], row = (long) place.Cell.Row + Rows[i];
                    var next = new Cell(Cell.Saturate(column), Cell.Saturate(row));
                    if (next.Column != column || next.Row != row || !grid.CanStep(place.Cell, next)) continue;
                    Open(next, place.Cost + (Columns[i] != 0 && Rows[i] != 0 ? DiagonalCost : StraightCost), place);
                }
            }
            return null;
        }

        static List<Cell> WayTo(Place place)
        {
            var way = new List<Cell>();
            for (; place.Before != null; place = place.Before) way.Add(place.Cell);
            way.Reverse();
            return way;
        }

        void Open(Cell cell, long cost, Place before)
        {
            if (places.TryGetValue(cell.Key, out Place known))
            {
                if (!(cost < known.Cost)) return;
                known.IsGone = true;
            }
            long columns = Math.Abs((long) goal.Column - cell.Column), rows = Math.Abs((long) goal.Row - cell.Row);
            long left = 5 * Math.Max(columns, rows) + 2 * Math.Min(columns, rows);
            var place = new Place { Cell = cell, Cost = cost, Total = cost + left, Order = opened++, Before = before };
            places[cell.Key] = place;
            open.Add(place);
            for (int i = open.Count - 1; i > 0 && open[i].IsBefore(open[(i - 1) / 2]); i = (i - 1) / 2) Swap(i, (i - 1) / 2);
        }

        /// <summary>Takes the open place that comes first; null if none is open.</summary>
        Place Take()
        {
            while (open.Count > 0)
            {
                Place first = open[0];
                open[0] = open[open.Count - 1];
                open.RemoveAt(open.Count - 1);
                for (int i = 0, child = 1; child < open.Count; i = child, child = 2 * i + 1)
                {
                    if (child + 1 < open.Count && open[child + 1].IsBefore(open[child])) child++;
                    if (!open[child].IsBefore(open[i])) break;
                    Swap(i, child);
                }
                if (first.IsGone) continue;
                first.IsGone = true;
                return first;
            }
            return null;
        }

        void Swap(int i, int k)
        {
            Place place = open[i];
            open[i] = open[k];
            open[k] = place;
        }
    }

    /// <summary>Points around walls, and the ways between them that bodies up to a radius can go.</summary>
    internal sealed class Net
    {
        struct Way
        {
            internal int To;
            internal double Cost;
            internal List<Wall> Doors;
        }

        /// <summary>A point that a plan can take.</summary>
        struct Place
        {
            /// <summary>The least cost of a way over it.</summary>
            internal double Total;
            internal int Point;
            internal double Cost;
            /// <summary>Whether it is the straight way from the start.</summary>
            internal bool IsStart;

            internal bool IsBefore(Place other)
            {
                if (Total != other.Total) return Total < other.Total;
                return Point != other.Point ? Point < other.Point : IsStart && !other.IsStart;
            }
        }

        internal readonly double Radius;
        readonly Vector[] points;
        readonly List<Way>[] ways;
        readonly double routeTolerance;
        /// <summary>Of the costs: the least one for a unit of distance, and all together.</summary>
        readonly double costPerUnit, total;
        /// <summary>More than the sum of two lengths can be wrong by rounding.</summary>
        const double RoundedUp = 1.000000001;
        /// <summary>What the last plan knows of each point.</summary>
        double[] costs;
        /// <summary>The places that can be taken next, as a heap: the one that is taken first is the first.</summary>
        readonly List<Place> open = new List<Place>();

        internal Net(Entry entry, List<Wall> walls, double routeTolerance)
        {
            this.routeTolerance = routeTolerance;
            costPerUnit = 64.0 / routeTolerance;
            Radius = entry["radius"].Length();
            points = entry["points"].Elements().ConvertAll(point =>
            {
                List<Entry> pair = point.Elements(2);
                return new Vector(pair[0].Coordinate(), pair[1].Coordinate());
            }).ToArray();
            ways = Array.ConvertAll(points, point => new List<Way>());
            var doors = new List<List<Wall>>();
            long lastFrom = -1, lastTo = -1;
            foreach (Entry pair in entry["pairs"].Elements())
            {
                List<Entry> fields = pair.Elements(3);
                long from = fields[0].Id(), to = fields[1].Id();
                bool isNext = from > lastFrom || (from == lastFrom && to > lastTo);
                if (!isNext || !(from < to && to < points.Length)) throw pair.Error("is not a pair of points after the pair before");
                lastFrom = from;
                lastTo = to;
                double cost = Cost(fields[2].Number(0.0, 1e10)), apart = Vector.Distance(points[from], points[to]);
                if (cost < costPerUnit * apart) costPerUnit = cost / apart;
                total += cost;
                doors.Add(new List<Wall>());
                ways[from].Add(new Way { To = (int) to, Cost = cost, Doors = doors[doors.Count - 1] });
                ways[to].Add(new Way { To = (int) from, Cost = cost, Doors = doors[doors.Count - 1] });
            }
            foreach (Entry door in entry["doors"].Elements())
            {
                List<Entry> fields = door.Elements(2);
                long pair = fields[0].Id(), wall = fields[1].Id();
                if (pair >= doors.Count) throw fields[0].Error("names pair " + pair + ", which the net does not have");
                bool isDoor = wall < walls.Count && walls[(int) wall].IsDoor;
                if (!isDoor) throw fields[1].Error("names wall " + wall + " of the list, which is not a door");
                doors[(int) pair].Add(walls[(int) wall]);
            }
        }

        /// <summary>What going straight for a length costs: whole numbers, so that of two equal ways the same one is taken at every scale.</summary>
        double Cost(double length) => Math.Floor(length * 64.0 / routeTolerance + 1.5);

        /// <summary>Adds the points of the shortest way from `a` to `b`, by A*. Returns whether there is one.</summary>
        internal bool Plan(Vector a, Vector b, double radius, Walls walls, List<Vector> plan)
        {
            if (points.Length == 0 || !walls.IsClear(b, radius)) return false;
            costs = new double[points.Length];
            var before = new int[points.Length];
            double farthest = 0.0;
            foreach (Vector point in points) farthest = Math.Max(farthest, Cost(Vector.Distance(a, point)));
            // Points are taken by the least cost of a way over them (A*), and of equal ways that of the motion contract is kept. Where
            // sums may be rounded, `perUnit` is 0: then points are taken in the order of the contract.
            double perUnit = total + farthest < 1e15 ? costPerUnit : 0.0;
            open.Clear();
            bool isAnyFree = walls.IsClear(a, radius);
            for (int i = 0; i < points.Length; i++)
            {
                costs[i] = double.PositiveInfinity;
                before[i] = -1;
                if (!isAnyFree) continue;
                // Whether a straight way from `a` is free is looked up when it is the next.
                double cost = Cost(Vector.Distance(a, points[i]));
                Open(new Place { Total = cost + perUnit * Vector.Distance(points[i], b), Point = i, Cost = cost, IsStart = true });
            }
            double least = double.PositiveInfinity;
            int last = -1;
            bool isAnyTaken = false;
            while (open.Count > 0 || !isAnyTaken)
            {
                Place next = open.Count > 0 ? TakeFirst() : Nearest(a);
                int here = next.Point;
                if (next.Total > least * RoundedUp) break;
                if (next.Cost > costs[here] || (next.IsStart && !walls.IsWayFree(a, points[here], radius))) continue;
                if (next.IsStart) before[here] = -1;
                costs[here] = next.Cost;
                isAnyTaken = true;
                double toEnd = next.Cost + Cost(Vector.Distance(points[here], b));
                bool isBetter = toEnd < least || (perUnit > 0.0 && toEnd == least && IsFirst(here, last));
                if (isBetter && walls.IsWayFree(points[here], b, radius))
                {
                    least = toEnd;
                    last = here;
                }
                foreach (Way way in ways[here])
                {
                    double sum = next.Cost + way.Cost;
                    if (sum > costs[way.To] || !way.Doors.TrueForAll(door => door.IsOpen)) continue;
                    if (sum < costs[way.To])
                    {
                        costs[way.To] = sum;
                        before[way.To] = here;
                        Open(new Place { Total = sum + perUnit * Vector.Distance(points[way.To], b), Point = way.To, Cost = sum });
                    }
                    else if (perUnit > 0.0 && before[way.To] >= 0 && IsFirst(here, before[way.To])) before[way.To] = here;
                }
            }
            if (last < 0) return false;
            int first = plan.Count;
            for (int i = last; i >= 0; i = before[i]) plan.Add(points[i]);
            plan.Reverse(first, plan.Count - first);
            return true;
        }

        bool IsFirst(int point, int other) => costs[point] < costs[other] || (costs[point] == costs[other] && point < other);

        /// <summary>The point nearest to `a`, to which the way need not be free.</summary>
        Place Nearest(Vector a)
        {
            int nearest = 0;
            double least = double.PositiveInfinity;
            for (int i = 0; i < points.Length; i++)
            {
                Vector d = points[i] - a;
                if (!(Vector.Dot(d, d) < least)) continue;
                least = Vector.Dot(d, d);
                nearest = i;
            }
            return new Place { Point = nearest, Cost = Cost(Vector.Distance(a, points[nearest])) };
        }

        void Open(Place place)
        {
            open.Add(place);
            int i = open.Count - 1;
            for (; i > 0 && place.IsBefore(open[(i - 1) / 2]); i = (i - 1) / 2) open[i] = open[(i - 1) / 2];
            open[i] = place;
        }

        Place TakeFirst()
        {
            Place first = open[0], moved = open[open.Count - 1];
            open.RemoveAt(open.Count - 1);
            int i = 0;
            for (int child = 1; child < open.Count; i = child, child = 2 * i + 1)
            {
                if (child + 1 < open.Count && open[child + 1].IsBefore(open[child])) child++;
                if (!open[child].IsBefore(moved)) break;
                open[i] = open[child];
            }
            if (open.Count > 0) open[i] = moved;
            return first;
        }
    }

    // =================================================================================================================
    // World
    // =================================================================================================================

    /// <summary>The kinds of events.</summary>
    public enum EventKind
    {
        /// <summary>A path following agent reached a node.</summary>
        NodeReached,
        /// <summary>A path following agent began to wait at a node.</summary>
        WaitStarted,
        /// <summary>A path following agent stopped waiting at a node.</summary>
        WaitEnded,
        /// <summary>The last node of a path with traversal `once` was reached and its wait is over.</summary>
        PathFinished,
        /// <summary>The agent arrived at its target. Not reported again until the agent has been away.</summary>
        Arrived,
        /// <summary>A homing walk picked a waypoint.</summary>
        WaypointPicked,
        /// <summary>A grid chase began a step into another cell.</summary>
        CellEntered,
        /// <summary>The target came within the aggro radius of a homing walk.</summary>
        AggroEntered,
        /// <summary>The target left the aggro radius of a homing walk.</summary>
        AggroLeft,
        /// <summary>The line of sight of a grid chase reaches the target again.</summary>
        LineGained,
        /// <summary>The line of sight of a grid chase is blocked, or the target is too far away for it.</summary>
        LineLost,
        /// <summary>An agent with sight noticed its target.</summary>
        SightGained,
        /// <summary>An agent with sight lost the target that it had noticed.</summary>
        SightLost,
        /// <summary>A spawner added the agent.</summary>
        Spawned,
        /// <summary>The agent was removed at the end of its lifetime.</summary>
        Expired,
        /// <summary>The agent touched another one, as a contact rule says.</summary>
        Contact,
        /// <summary>The agent began to hear something.</summary>
        NoiseHeard,
        /// <summary>The agent touched another one that it watches, or its target.</summary>
        Touched,
        /// <summary>An action of the agent sent a name to the game, with a value.</summary>
        Emitted,
        /// <summary>A meeting for which the agent waited is complete.</summary>
        Met,
        /// <summary>The agent entered a state.</summary>
        StateEntered,
        /// <summary>The agent has been at all places of a search.</summary>
        SearchFinished,
        /// <summary>The agent found no way around walls to where it goes; it goes straight.</summary>
        NoRoute,
    }

    /// <summary>Something that happened to an agent.</summary>
    public struct AgentEvent
    {
        internal AgentEvent(long tick, long agentId, EventKind kind, int? node, int? behavior, long? source = null, long? otherId = null,
            string name = null, object value = null, int? reason = null)
        {
            Name = name;
            Value = value;
            Reason = reason;
            Source = source;
            OtherId = otherId;
            Tick = tick;
            AgentId = agentId;
            Kind = kind;
            Node = node;
            Behavior = behavior;
        }

        /// <summary>The tick in which it happened.</summary>
        public long Tick { get; }

        /// <summary>The id of the agent.</summary>
        public long AgentId { get; }

        /// <summary>What happened.</summary>
        public EventKind Kind { get; }

        /// <summary>The index of the node, from 0; null for events that do not concern a node.</summary>
        public int? Node { get; }

        /// <summary>The index, from 0, of the behavior in the agent's list that reports it; null for sight, spawners and contacts.</summary>
        public int? Behavior { get; }

        /// <summary>The id of the spawner or contact rule that reports it; null for all others.</summary>
        public long? Source { get; }

        /// <summary>The id of the other agent that was touched or in contact; null for all others.</summary>
        public long? OtherId { get; }

        /// <summary>The name that was emitted, or of the meeting or the state; null for all others.</summary>
        public string Name { get; }

        /// <summary>The value that was emitted with the name: null, a string, or a double.</summary>
        public object Value { get; }

        /// <summary>
        /// Why the agent entered the state: the index, from 0, of the transition of the state before. Null if the game did it, and
        /// for all other events.
        /// </summary>
        public int? Reason { get; }
    }

    /// <summary>The kinds of targets.</summary>
    public enum TargetKind
    {
        /// <summary>No target.</summary>
        None,
        /// <summary>A marker.</summary>
        Marker,
        /// <summary>An agent.</summary>
        Agent,
        /// <summary>The pointer.</summary>
        Pointer,
    }

    /// <summary>A target, a danger or what an agent perceives: a marker, an agent, the pointer, or none.</summary>
    public struct Target
    {
        Target(TargetKind kind, long id)
        {
            Kind = kind;
            Id = id;
        }

        /// <summary>What it is.</summary>
        public TargetKind Kind { get; }

        /// <summary>The id of the marker or the agent; 0 for the pointer and for none.</summary>
        public long Id { get; }

        /// <summary>No target: behaviors that need one ask for no force.</summary>
        public static Target None => default(Target);

        /// <summary>The pointer.</summary>
        public static Target Pointer => new Target(TargetKind.Pointer, 0);

        /// <summary>The marker with this id.</summary>
        public static Target Marker(long id) => new Target(TargetKind.Marker, id);

        /// <summary>The agent with this id. For the agent itself this is the same as none.</summary>
        public static Target Agent(long id) => new Target(TargetKind.Agent, id);

        internal bool Equals(Target other) => Kind == other.Kind && Id == other.Id;

        internal static Target Load(Entry entry)
        {
            if (entry.IsNull) return None;
            switch (entry["kind"].Choice("marker", "agent", "pointer"))
            {
                case 0: return Marker(entry["id"].Id());
                case 1: return Agent(entry["id"].Id());
                default: return Pointer;
            }
        }
    }

    /// <summary>A resolved target.</summary>
    internal interface ITarget
    {
        Vector Position { get; }
        Vector Velocity { get; }
        /// <summary>The radius of the body; 0 for a point.</summary>
        double Radius { get; }
    }

    /// <summary>A marker, or the pointer: its velocity is always zero.</summary>
    internal sealed class PointTarget : ITarget
    {
        internal string Name;

        public Vector Position { get; set; }

        public Vector Velocity => Vector.Zero;

        public double Radius => 0.0;
    }

    /// <summary>xoshiro128++ by Blackman and Vigna; every agent has its own stream.</summary>
    internal sealed class RandomStream
    {
        uint a, b, c, d;

        /// <summary>The stream that an agent starts with, by SplitMix64.</summary>
        internal RandomStream(long seed, long agentId)
        {
            unchecked
            {
                ulong x = (ulong) seed + (ulong) agentId * 0xD1B54A32D192ED03;
                ulong first = NextSplitMix(ref x), second = NextSplitMix(ref x);
                a = (uint) first;
                b = (uint) (first >> 32);
                c = (uint) second;
                d = (uint) (second >> 32);
            }
        }

        internal RandomStream(uint a, uint b, uint c, uint d)
        {
            this.a = a;
            this.b = b;
            this.c = c;
            this.d = d;
        }

        /// <summary>The stream that goes on from here, or from where it was when it was saved.</summary>
        internal RandomStream Recorded(Archive archive)
        {
            uint w = (uint) archive.Whole(a), x = (uint) archive.Whole(b), y = (uint) archive.Whole(c), z = (uint) archive.Whole(d);
            return archive.IsReading ? new RandomStream(w, x, y, z) : this;
        }

        /// <summary>Takes a word into the state, for a hash.</summary>
        internal void Mix(uint word)
        {
            a ^= word;
            NextUInt();
        }

        /// <summary>Refuses a file whose words are not those of the seed.</summary>
        internal void Check(Entry entry)
        {
            List<Entry> words = entry.Elements(4);
            words[0].CheckDerived(a);
            words[1].CheckDerived(b);
            words[2].CheckDerived(c);
            words[3].CheckDerived(d);
        }

        static ulong NextSplitMix(ref ulong x)
        {
            unchecked
            {
                x += 0x9E3779B97F4A7C15;
                ulong z = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
                z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
                return z ^ (z >> 31);
            }
        }

        internal uint NextUInt()
        {
            unchecked
            {
                uint result = RotateLeft(a + d, 7) + a;
                uint shifted = b << 9;
                c ^= a;
                d ^= b;
                b ^= c;
                a ^= d;
                c ^= shifted;
                d = RotateLeft(d, 11);
                return result;
            }
        }

        /// <summary>A number of ticks from `min` to `max`. It draws nothing if there is only one.</summary>
        internal long NextTicks(long min, long max)
        {
            return max > min ? min + (long) Math.Floor(NextDouble() * (max - min + 1)) : min;
        }

        /// <summary>A number in [0, 1).</summary>
        internal double NextDouble() => NextUInt() * (1.0 / 4294967296.0);

        static uint RotateLeft(uint x, int bits) => (x << bits) | (x >> (32 - bits));
    }

    /// <summary>A hash grid that finds neighbors, rebuilt every tick without allocations.</summary>
    internal sealed class NeighborGrid
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
        /// <summary>The first slot of each bucket, counted from 1; 0 for none. Their number is a power of two.</summary>
        int[] buckets = new int[1];
        readonly List<Agent> found = new List<Agent>();

        /// <summary>`maxRadius` is the largest radius of the searches that follow.</summary>
        internal void Rebuild(List<Agent> agents, double maxRadius)
        {
            cellSize = maxRadius;
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
                Vector position = agents[i].Position;
                int column = Cell.Floor(position.X / cellSize), row = Cell.Floor(position.Y / cellSize);
                int bucket = BucketOf(column, row);
                slots[i] = new Slot { Agent = agents[i], Column = column, Row = row, Next = buckets[bucket] };
                buckets[bucket] = i + 1;
            }
        }

        /// <summary>
        /// Every agent within `radius` of `position`, once each, and some that are farther away. The next search overwrites the list.
        /// </summary>
        internal List<Agent> Near(Vector position, double radius)
        {
            found.Clear();
            // Larger by more than the rounding errors, so that no neighbor on the edge is missed.
            double reach = radius * (1.0 + 1e-9) + (Math.Abs(position.X) + Math.Abs(position.Y)) * 1e-15;
            int left = Cell.Floor((position.X - reach) / cellSize), right = Cell.Floor((position.X + reach) / cellSize);
            int bottom = Cell.Floor((position.Y - reach) / cellSize), top = Cell.Floor((position.Y + reach) / cellSize);
            // Counters of type long, since an int is never greater than int.MaxValue.
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

    /// <summary>What agents of a preset do while they are in one of its states.</summary>
    internal sealed class State
    {
        const int MaxTransitions = 32;

        internal readonly long Id;
        internal readonly string Name;
        internal readonly double MaxSpeed, MaxForce;
        /// <summary>Null for a state in which agents look where they move, or where actions ask.</summary>
        internal readonly Facing Facing;
        internal readonly bool ByPriority, IsCellMover;
        /// <summary>The largest distance at which a behavior looks for neighbors.</summary>
        internal readonly double NeighborRadius;
        internal readonly NodeAction[] Enter;
        internal readonly Transition[] Transitions;
        /// <summary>How many of the terms wait for a time.</summary>
        internal readonly int TimeCount;
        /// <summary>The entry with motion and behaviors.</summary>
        readonly Entry entry;
        readonly CellGrid grid;
        readonly double dt;

        /// <summary>`entry` has the motion, and `rules` the rules of the state.</summary>
        internal State(Entry entry, Entry rules, Preset preset, World world, CellGrid grid, double dt)
        {
            this.entry = entry.RecordedIn(null);
            this.grid = grid;
            this.dt = dt;
            Id = rules["id"].Id();
            Name = rules["name"].String();
            if (!rules["color"].IsNull) rules["color"].Color();
            MaxSpeed = rules["max_speed"].NumberOrNull(0.0, 1e6) ?? preset.MaxSpeed;
            MaxForce = rules["max_force"].NumberOrNull(0.0, 1e9) ?? preset.MaxForce;
            List<Entry> enter = rules["enter"].Elements(0, NodeScript.MaxActions);
            Enter = enter.ConvertAll(item => NodeAction.Load(item, NodeAction.EnterActions, world, dt)).ToArray();
            int times = 0;
            List<Entry> transitions = rules["transitions"].Elements(0, MaxTransitions);
            Transitions = transitions.ConvertAll(item => new Transition(item, dt, ref times)).ToArray();
            TimeCount = times;
            Entry facing = entry.FindValue("facing");
            if (facing != null) Facing = new Facing(facing, dt);
            IsCellMover = entry["motion"].Choice("steered", "grid_chase") == 1;
            if (!IsCellMover) ByPriority = entry["blend_mode"].Choice("weighted_sum", "priority") == 1;
            else if (!entry["blend_mode"].IsNull) throw entry["blend_mode"].Error("is not null");
            // Reading them also checks them.
            foreach (SteeringBehavior behavior in BehaviorsOf(entry)) NeighborRadius = Math.Max(NeighborRadius, behavior.NeighborRadius);
            GridChaseOf(entry);
        }

        /// <summary>The behaviors of a steered agent, before they start.</summary>
        internal SteeringBehavior[] NewBehaviors() => BehaviorsOf(entry);

        /// <summary>The grid chase of a cell mover, before it starts; null for a steered agent.</summary>
        internal GridChase NewGridChase() => GridChaseOf(entry);

        SteeringBehavior[] BehaviorsOf(Entry entry)
        {
            if (IsCellMover) return new SteeringBehavior[0];
            SteeringBehavior[] behaviors = entry["behaviors"].Elements().ConvertAll(behavior => SteeringBehavior.Load(behavior, dt)).ToArray();
            for (int i = 0; i < behaviors.Length; i++) behaviors[i].Index = i;
            return behaviors;
        }

        GridChase GridChaseOf(Entry entry) => IsCellMover ? new GridChase(entry["behaviors"].Elements(1)[0], grid, dt) : null;

        /// <summary>Whether a term of one of its transitions is of a kind.</summary>
        internal bool HasTerm(Term.TermKind kind)
        {
            return Array.Exists(Transitions, transition => Array.Exists(transition.Terms, term => term.Kind == kind));
        }
    }

    /// <summary>When agents go from a state to another.</summary>
    internal sealed class Transition
    {
        const int MaxTerms = 16;

        readonly Entry to;
        readonly long toId;
        /// <summary>The index of the state.</summary>
        internal int To { get; private set; }
        /// <summary>Whether one term is enough.</summary>
        internal readonly bool Any;
        internal readonly Term[] Terms;

        /// <summary>`times` counts the terms that wait for a time.</summary>
        internal Transition(Entry entry, double dt, ref int times)
        {
            to = entry["to"];
            toId = to.Id();
            Any = entry["any"].Flag();
            List<Entry> terms = entry["terms"].Elements(0, MaxTerms);
            Terms = new Term[terms.Count];
            for (int i = 0; i < Terms.Length; i++) Terms[i] = new Term(terms[i], dt, ref times);
        }

        internal void Resolve(State[] states)
        {
            To = Array.FindIndex(states, state => state.Id == toId);
            if (To < 0) throw to.Error("names state " + toId + ", which the preset does not have");
        }
    }

    /// <summary>What must be so for a transition.</summary>
    internal sealed class Term
    {
        internal enum TermKind
        {
            Sees, SeesNotFor, Hears, Told, Touches, MeterAtLeast, MeterAtMost, For, Arrived, PathFinished, Near, Event, SearchFinished, NoRoute
        }

        static readonly string[] Names =
        {
            "sees", "sees_not_for", "hears", "told", "touches", "meter_at_least", "meter_at_most", "for", "arrived", "path_finished", "near",
            "event", "search_finished", "no_route"
        };

        internal readonly TermKind Kind;
        internal readonly long MinTicks, MaxTicks;
        /// <summary>The index of the time that is drawn for it.</summary>
        internal readonly int Time;
        internal readonly double Meter, Radius;
        internal readonly Goal Goal;
        internal readonly string Name;

        internal Term(Entry entry, double dt, ref int times)
        {
            Kind = (TermKind) entry["kind"].Choice(Names);
            switch (Kind)
            {
                case TermKind.SeesNotFor:
                    MinTicks = Entry.TicksIn(entry["seconds"].Number(0.0, 1e6), dt, 0);
                    entry["ticks"].CheckDerived(MinTicks);
                    break;
                case TermKind.MeterAtLeast:
                case TermKind.MeterAtMost:
                    Meter = entry["meter"].Number(0.0, 1.0);
                    break;
                case TermKind.For:
                    double min = entry["min"].Number(0.0, 1e6), max = entry["max"].Number(min, 1e6);
                    MinTicks = Entry.TicksIn(min, dt, 0);
                    MaxTicks = Entry.TicksIn(max, dt, 0);
                    entry["min_ticks"].CheckDerived(MinTicks);
                    entry["max_ticks"].CheckDerived(MaxTicks);
                    Time = times++;
                    break;
                case TermKind.Near:
                    Goal = Goal.Load(entry, false);
                    Radius = entry["radius"].Length();
                    break;
                case TermKind.Event:
                    Name = entry["name"].Title();
                    break;
            }
        }
    }

    /// <summary>The custom properties of a scene, which games read. They move nothing.</summary>
    internal sealed class CustomProperties
    {
        static readonly Dictionary<string, object> None = new Dictionary<string, object>();

        readonly Dictionary<string, List<object>> kindsByName = new Dictionary<string, List<object>>();
        readonly Dictionary<string, object> defaultsByName = new Dictionary<string, object>();
        /// <summary>The values of items, by kind and id.</summary>
        readonly Dictionary<string, Dictionary<long, Dictionary<string, object>>> valuesByKind
            = new Dictionary<string, Dictionary<long, Dictionary<string, object>>>();
        readonly Dictionary<long, List<Dictionary<string, object>>> nodesByPath = new Dictionary<long, List<Dictionary<string, object>>>();

        internal CustomProperties(Entry file)
        {
            foreach (Entry entry in file.Find("declared_properties")?.Elements() ?? new List<Entry>()) Declare(entry);
            foreach (string items in new[] { "agents", "paths", "markers", "walls" })
            {
                var values = new Dictionary<long, Dictionary<string, object>>();
                foreach (Entry entry in file[items].Elements()) values.Add(entry["id"].Id(), ValuesOf(entry, "properties"));
                valuesByKind.Add(items, values);
            }
            foreach (Entry path in file["paths"].Elements())
            {
                nodesByPath.Add(path["id"].Id(), path["nodes"].Elements().ConvertAll(node => ValuesOf(node, "properties")));
            }
        }

        internal static Dictionary<string, object> ValuesOf(Entry entry, string field) => entry.FindOr(field, None).Properties();

        void Declare(Entry entry)
        {
            string name = entry.Find("name")?.StringOrNull;
            List<object> on = entry.Find("on")?.ListOrNull;
            if (name == null || on == null || kindsByName.ContainsKey(name)) return;
            kindsByName.Add(name, on);
            defaultsByName.Add(name, entry.Find("default")?.PropertyValue);
        }

        /// <summary>The values of an item; null if the scene has none with this id.</summary>
        internal Dictionary<string, object> Of(string items, long id)
        {
            bool exists = valuesByKind.TryGetValue(items, out Dictionary<long, Dictionary<string, object>> values);
            return exists && values.TryGetValue(id, out Dictionary<string, object> found) ? found : null;
        }

        internal Dictionary<string, object> OfNode(long path, int node)
        {
            bool exists = nodesByPath.TryGetValue(path, out List<Dictionary<string, object>> nodes) && node >= 0 && node < nodes.Count;
            return exists ? nodes[node] : null;
        }

        /// <summary>The value of a property among those of an item, or its default for items of this kind.</summary>
        internal object Find(Dictionary<string, object> values, string name, string items)
        {
            if (name == null) return null;
            if (values != null && values.TryGetValue(name, out object own)) return own;
            return kindsByName.TryGetValue(name, out List<object> on) && on.Contains(items) ? defaultsByName[name] : null;
        }
    }

    /// <summary>How agents move: the fields of an agent that come from its preset.</summary>
    internal sealed class Preset
    {
        /// <summary>The kinds of steering behaviors that go to a place or away from one.</summary>
        internal static readonly string[] GoalBehaviors = { "seek", "flee", "arrive", "leave", "pursue", "evade", "homing_walk" };

        /// <summary>The kinds that can go around walls; a grid chase can too.</summary>
        internal static readonly string[] RouteBehaviors = { "seek", "arrive", "pursue", "homing_walk", "follow_path", "search" };

        const int MaxWatches = 16;
        const int MaxStates = 32;

        /// <summary>The rules of a preset without states.</summary>
        static readonly object MissingState = JsonReader.Read(
            "{\"id\": 1, \"name\": \"\", \"color\": null, \"max_speed\": null, \"max_force\": null, \"enter\": [], \"transitions\": []}");

        internal readonly string Name;
        internal readonly double Radius, Mass, MaxSpeed, MaxForce, TimeToTarget;
        /// <summary>The values of its custom properties.</summary>
        internal readonly Dictionary<string, object> Properties;
        /// <summary>The first is the one in which agents enter.</summary>
        internal readonly State[] States;
        /// <summary>Whether agents of the preset can change their state, or do something when they enter.</summary>
        internal readonly bool HasStates;
        /// <summary>Whether one of the states says where agents look.</summary>
        internal readonly bool HasFacing;
        /// <summary>Whether a term of a state waits for a name.</summary>
        internal readonly bool WaitsForNames;
        /// <summary>The teams that its agents watch; with none they watch their target.</summary>
        internal readonly string[] Watches;
        /// <summary>Null for a preset whose agents do not look.</summary>
        internal readonly Sight Sight;
        /// <summary>Null for a preset whose agents do not hear.</summary>
        internal readonly Hearing Hearing;
        /// <summary>Null for a preset without a meter.</summary>
        internal readonly Alert Alert;
        /// <summary>Above this speed its agents make a noise, which is heard within the radius.</summary>
        internal readonly double NoiseSpeed, NoiseRadius;
        internal readonly bool MakesNoise;
        /// <summary>Whether its agents touch others that they watch, or their target; whether they sense anything.</summary>
        internal readonly bool HasTouch, HasSenses;
        internal readonly bool BrakesWhenIdle;
        /// <summary>The largest distance at which a behavior looks for neighbors.</summary>
        internal readonly double NeighborRadius;
        /// <summary>The same for equal presets, and for no others.</summary>
        internal readonly string Key;

        internal Preset(Entry fields, World world, CellGrid grid, double dt)
        {
            var record = new StringBuilder();
            Entry entry = fields.RecordedIn(record);
            Name = entry["preset"].String();
            entry["color"].Color();
            Properties = CustomProperties.ValuesOf(entry, "preset_properties");
            Entry body = entry["body"];
            Radius = body["radius"].Length();
            if (!entry["sight"].IsNull) Sight = new Sight(entry["sight"]);
            Watches = LoadWatches(entry.Find("watches"));
            Entry hearing = entry.FindValue("hearing"), alert = entry.FindValue("alert"), noise = body.FindValue("noise");
            if (hearing != null) Hearing = new Hearing(hearing);
            if (alert != null) Alert = new Alert(alert);
            MakesNoise = noise != null;
            if (MakesNoise)
            {
                NoiseSpeed = noise["speed"].Number(0.0, 1e6);
                NoiseRadius = noise["radius"].Length();
            }
            Mass = body["mass"].Number(1e-3, 1e6);
            MaxSpeed = body["max_speed"].Number(0.0, 1e6);
            MaxForce = body["max_force"].Length();
            TimeToTarget = body["time_to_target"].TimeToTarget();
            BrakesWhenIdle = body["idle"].Choice("brake", "coast") == 0;
            States = LoadStates(entry, world, grid, dt);
            HasStates = States.Length > 1 || States[0].Transitions.Length > 0 || States[0].Enter.Length > 0;
            HasTouch = Hearing != null || Watches.Length > 0 || HasTerm(Term.TermKind.Touches);
            HasSenses = HasTouch || Sight != null || Alert != null || Array.Exists(States, state => state.Transitions.Length > 0);
            HasFacing = Array.Exists(States, state => state.Facing != null);
            WaitsForNames = HasTerm(Term.TermKind.Event);
            foreach (State state in States) NeighborRadius = Math.Max(NeighborRadius, state.NeighborRadius);
            Key = record.ToString();
        }

        State[] LoadStates(Entry entry, World world, CellGrid grid, double dt)
        {
            var states = new List<State> { new State(entry, entry.FindOr("state", MissingState), this, world, grid, dt) };
            foreach (Entry other in entry.FindOr("states", new List<object>()).Elements(0, MaxStates))
            {
                var state = new State(other, other, this, world, grid, dt);
                if (states.Exists(earlier => earlier.Id == state.Id)) throw other["id"].Error("is used twice");
                states.Add(state);
            }
            State[] loaded = states.ToArray();
            foreach (State state in loaded)
            {
                foreach (Transition transition in state.Transitions) transition.Resolve(loaded);
            }
            return loaded;
        }

        static string[] LoadWatches(Entry watches)
        {
            return watches == null ? new string[0] : watches.Elements(1, MaxWatches).ConvertAll(team => team.Title()).ToArray();
        }

        bool HasTerm(Term.TermKind kind) => Array.Exists(States, state => state.HasTerm(kind));

        /// <summary>The index of the state with this id; -1 for none.</summary>
        internal int IndexOfState(long id) => Array.FindIndex(States, state => state.Id == id);
    }

    /// <summary>An agent as it is authored, or as it was spawned.</summary>
    internal sealed class AgentStart
    {
        internal string Name = "";
        internal Vector Position, Velocity;
        /// <summary>Where it faces at rest; null for the x axis. The smallest and the largest distance of a scatter, or null.</summary>
        internal Vector? Heading, Scatter;

        /// <summary>Whether it is the same but for the name.</summary>
        internal bool Equals(AgentStart other)
        {
            return Position.Equals(other.Position) && Velocity.Equals(other.Velocity) && AreEqual(Heading, other.Heading)
                && AreEqual(Scatter, other.Scatter);
        }

        static bool AreEqual(Vector? a, Vector? b) => a.HasValue == b.HasValue && (a ?? Vector.Zero).Equals(b ?? Vector.Zero);
    }

    /// <summary>
    /// The state of one agent. It is valid until the agent is despawned, an edited scene is applied or a save is loaded; then get it
    /// again by its id.
    /// </summary>
    public sealed class Agent : ITarget
    {
        /// <summary>At or below this speed (units/s) an agent keeps its heading.</summary>
        const double HeadingSpeed = 1e-6;
        /// <summary>At or below this length, `priority` passes over a force.</summary>
        const double Negligible = 1e-9;
        /// <summary>The cosine of a direction that is as good as the wanted one.</summary>
        const double Aligned = 0.999999999;

        internal World World;
        internal RandomStream Random;
        Preset preset;
        /// <summary>The state it is in, and what that state's behaviors remember.</summary>
        State state;
        int stateIndex;
        SteeringBehavior[] behaviors;
        HomingWalk homingWalk;
        /// <summary>Null if the agent is steered.</summary>
        GridChase gridChase;
        /// <summary>By state: its behaviors and its grid chase; null for states that it has not been in.</summary>
        SteeringBehavior[][] behaviorsOfStates;
        GridChase[] gridChases;
        /// <summary>Ticks since it entered its state, and how long terms wait there.</summary>
        long timeInState;
        long[] times;
        /// <summary>Whether it still has to do what its first state says on entering.</summary>
        bool isEntering;
        /// <summary>Whether the last route that it planned in its state led nowhere.</summary>
        internal bool HasNoRoute;
        /// <summary>The state that the game wants it to enter, or null.</summary>
        internal long? ForcedState;
        /// <summary>The names that it emitted on its path in this tick; null for none so far.</summary>
        List<string> emitted;
        internal readonly AgentStart Start;

        internal Vector Position, Previous, Velocity, Heading, Facing;
        internal long? PathId, LeaderId;
        internal ScenePath Path;
        internal ITarget Target, Danger;
        /// <summary>Only of an agent that follows one.</summary>
        internal Agent Leader;
        internal Vector? DrivenTo;
        Vector force;
        /// <summary>The length of the force of the last tick, if the world was saved after it.</summary>
        double? loadedSteering;
        /// <summary>The action that asks it to look somewhere in this tick, or null.</summary>
        ILook look;
        /// <summary>What it was told to target and to avoid; none for itself, and after it was despawned.</summary>
        internal Target TargetReference, DangerReference;
        /// <summary>What it senses and knows.</summary>
        Knowledge knowledge = new Knowledge();
        /// <summary>An agent at its start, without references; its behaviors have not started.</summary>
        internal Agent(long id, AgentStart start, World world, RandomStream random, long presetId, Preset preset)
        {
            Id = id;
            Start = start;
            World = world;
            Random = random;
            Position = start.Position;
            Velocity = start.Velocity;
            Heading = start.Heading.HasValue ? start.Heading.Value.Direction() : new Vector(1.0, 0.0);
            if (Velocity.Length > HeadingSpeed) Heading = Velocity.Direction();
            Facing = Heading;
            if (start.Scatter.HasValue) Position += RandomOffset(random, start.Scatter.Value, world.TurnSign);
            Use(presetId, preset);
            if (gridChase != null) Position = gridChase.StartAt(Position);
            Previous = Position;
            knowledge.Post = Position;
            BeginState();
            isEntering = preset.HasStates;
        }

        /// <summary>An agent as it is authored.</summary>
        internal static Agent Load(Entry entry, World world, long seed, long presetId, Preset preset)
        {
            long id = entry["id"].Id();
            string name = entry["name"].String();
            Vector position = entry.Position();
            var velocity = new Vector(entry["vx"].Number(-1e6, 1e6), entry["vy"].Number(-1e6, 1e6));
            var random = new RandomStream(seed, id);
            random.Check(entry["random_state"]);
            Vector? scatter = LoadScatter(entry["scatter"]);
            var start = new AgentStart { Name = name, Position = position, Velocity = velocity, Heading = LoadHeading(entry), Scatter = scatter };
            var agent = new Agent(id, start, world, random, presetId, preset);
            agent.PathId = entry["path"].IdOrNull();
            agent.Team = LoadTeam(entry);
            return agent;
        }

        /// <summary>The team of an agent or a spawner, or null.</summary>
        internal static string LoadTeam(Entry entry)
        {
            return entry.FindValue("team")?.Title();
        }

        /// <summary>Where an agent at rest faces at its start, or null.</summary>
        static Vector? LoadHeading(Entry entry)
        {
            Entry x = entry.Find("hx"), y = entry.Find("hy");
            bool hasX = x != null && !x.IsNull, hasY = y != null && !y.IsNull;
            if (!hasX && !hasY) return null;
            var heading = new Vector(hasX ? x.Number(-1.0, 1.0) : 0.0, hasY ? y.Number(-1.0, 1.0) : 0.0);
            if (heading.X == 0.0 && heading.Y == 0.0) throw new Entry(null, entry, ".hx").Error("has no direction, because hx and hy are 0");
            return heading;
        }

        /// <summary>The smallest and the largest distance of a scatter, or null.</summary>
        internal static Vector? LoadScatter(Entry scatter)
        {
            if (scatter.IsNull) return null;
            double min = scatter["min"].Length();
            return new Vector(min, scatter["max"].Number(min, 1e9));
        }

        /// <summary>Moves by a preset from now on; its behaviors have not started.</summary>
        void Use(long id, Preset preset)
        {
            PresetId = id;
            this.preset = preset;
            behaviorsOfStates = new SteeringBehavior[preset.States.Length][];
            gridChases = new GridChase[preset.States.Length];
            UseState(0);
        }

        /// <summary>Moves as a state says from now on; its behaviors may not have started.</summary>
        void UseState(int index)
        {
            stateIndex = index;
            state = preset.States[index];
            behaviors = BehaviorsOf(index);
            gridChase = gridChases[index] ?? (gridChases[index] = state.NewGridChase());
            homingWalk = First<HomingWalk>();
        }

        SteeringBehavior[] BehaviorsOf(int index)
        {
            return behaviorsOfStates[index] ?? (behaviorsOfStates[index] = preset.States[index].NewBehaviors());
        }

        /// <summary>Begins to count the time in its state, and draws how long terms wait there.</summary>
        void BeginState()
        {
            timeInState = 0;
            times = new long[state.TimeCount];
            foreach (Transition transition in state.Transitions)
            {
                foreach (Term term in transition.Terms)
                {
                    if (term.Kind == Term.TermKind.For) times[term.Time] = Random.NextTicks(term.MinTicks, term.MaxTicks);
                }
            }
        }

        /// <summary>Continues by another preset.</summary>
        internal void ChangePreset(long id, Preset preset)
        {
            var earlier = (Agent) MemberwiseClone();
            Use(id, preset);
            Resume(earlier);
        }

        /// <summary>Starts its path following again, after its path has changed.</summary>
        internal void StartPath()
        {
            for (int i = 0; i < behaviorsOfStates.Length; i++)
            {
                foreach (SteeringBehavior behavior in behaviorsOfStates[i] ?? new SteeringBehavior[0])
                {
                    if (!(behavior is FollowPath followPath)) continue;
                    if (i == stateIndex) followPath.Start(this);
                    else followPath.Forget();
                }
            }
        }

        internal double MaxSpeed => state.MaxSpeed;

        internal double Radius => preset.Radius;

        /// <summary>The id of the agent; it never changes.</summary>
        public long Id { get; }

        /// <summary>The name of the agent; several agents may share it.</summary>
        public string Name => Start.Name;

        /// <summary>The id of its preset.</summary>
        public long PresetId { get; private set; }

        /// <summary>The id of the state it is in.</summary>
        public long StateId => state.Id;

        /// <summary>The name of the state it is in; empty for a preset without states.</summary>
        public string StateName => state.Name;

        /// <summary>Its team, which other agents can watch; null for none.</summary>
        public string Team { get; internal set; }

        /// <summary>Whether it has noticed someone by sight.</summary>
        public bool HasNoticed => knowledge.HasNoticed;

        /// <summary>How alert it is, from 0 to 1.</summary>
        public double Meter => knowledge.Meter;

        /// <summary>What it perceives: an agent, a marker, the pointer, or none.</summary>
        public Target Perceived => knowledge.Perceived;

        /// <summary>The position, in game units.</summary>
        public double X => Position.X;

        /// <summary>The position, in game units.</summary>
        public double Y => Position.Y;

        /// <summary>The position before the last tick, in game units.</summary>
        public double PreviousX => Previous.X;

        /// <summary>The position before the last tick, in game units.</summary>
        public double PreviousY => Previous.Y;

        /// <summary>The velocity, in game units per second.</summary>
        public double Vx => Velocity.X;

        /// <summary>The velocity, in game units per second.</summary>
        public double Vy => Velocity.Y;

        /// <summary>The unit vector of the last motion; (1, 0) before the first.</summary>
        public double HeadingX => Heading.X;

        /// <summary>The unit vector of the last motion; (1, 0) before the first.</summary>
        public double HeadingY => Heading.Y;

        /// <summary>The unit vector of where it looks: its heading, unless its preset has a facing.</summary>
        public double FacingX => Facing.X;

        /// <summary>The unit vector of where it looks: its heading, unless its preset has a facing.</summary>
        public double FacingY => Facing.Y;

        /// <summary>The length of the velocity, in game units per second.</summary>
        public double Speed => Velocity.Length;

        /// <summary>The length of the steering force of the last tick.</summary>
        public double Steering => loadedSteering ?? force.Length;

        /// <summary>
        /// The full field of view, in degrees: of the sight of its preset, else of the first homing walk. Null without sight and
        /// without a homing walk or a target.
        /// </summary>
        public double? FovDeg
        {
            get
            {
                if (preset.Sight != null) return preset.Sight.Fov.Degrees;
                return homingWalk?.FovDegrees(this);
            }
        }

        /// <summary>The index, from 0, of the path node that the agent was walking to in the last tick; null for none.</summary>
        public int? Node { get; internal set; }

        Vector ITarget.Position => Position;

        Vector ITarget.Velocity => Velocity;

        double ITarget.Radius => Radius;

        internal bool FollowsLeader => First<FollowLeader>() != null;

        internal void StartBehaviors()
        {
            foreach (SteeringBehavior behavior in behaviors) behavior.Start(this);
        }

        /// <summary>Whether it continues from where `earlier` is: its start is as it was, or the game drives it.</summary>
        internal bool CanResume(Agent earlier)
        {
            return earlier.DrivenTo.HasValue || Start.Equals(earlier.Start);
        }

        /// <summary>Keeps the state of `earlier`: this agent before the scene was edited.</summary>
        internal void Resume(Agent earlier)
        {
            Position = earlier.Position;
            Previous = earlier.Previous;
            Velocity = earlier.Velocity;
            Heading = earlier.Heading;
            Facing = !preset.HasFacing && earlier.preset.HasFacing ? Heading : earlier.Facing;
            force = earlier.force;
            loadedSteering = earlier.loadedSteering;
            DrivenTo = earlier.DrivenTo;
            Random = earlier.Random;
            bool keepsWatch = Sight.AreEqual(preset.Sight, earlier.preset.Sight) && WatchesLike(earlier);
            knowledge = earlier.knowledge;
            if (!keepsWatch)
            {
                knowledge.HasNoticed = false;
                knowledge.WatchTicks = 0;
            }
            ResumeState(earlier);
            Node = gridChase == null ? earlier.Node : null;
        }

        /// <summary>Keeps the state of `earlier` if its preset has it, else enters the first.</summary>
        void ResumeState(Agent earlier)
        {
            ForcedState = earlier.ForcedState.HasValue && preset.IndexOfState(earlier.ForcedState.Value) >= 0 ? earlier.ForcedState : null;
            emitted = earlier.emitted;
            int kept = preset.IndexOfState(earlier.state.Id);
            // It has started in the first state.
            foreach (SteeringBehavior behavior in behaviors) (behavior as FollowPath)?.Forget();
            UseState(Math.Max(kept, 0));
            if (kept < 0)
            {
                StartBehaviors();
                StartChase(earlier.gridChase);
                HasNoRoute = false;
                BeginState();
                isEntering = preset.HasStates;
                return;
            }
            HasNoRoute = earlier.HasNoRoute;
            timeInState = preset.HasStates ? earlier.timeInState : 0;
            isEntering = preset.HasStates && earlier.isEntering;
            KeepTimes(earlier);
            if (gridChase != null && !gridChase.Resume(earlier.gridChase)) Position = gridChase.StartAt(Position);
            StartBehaviors();
            for (int i = 0; i < preset.States.Length; i++)
            {
                int before = earlier.preset.IndexOfState(preset.States[i].Id);
                if (before >= 0 && earlier.behaviorsOfStates[before] != null) ResumeBehaviors(BehaviorsOf(i), earlier.behaviorsOfStates[before], i == kept);
            }
        }

        /// <summary>Keeps memories: of each kind, the first that of the first, and so on. Of a state that it is not in, only the progress on paths.</summary>
        void ResumeBehaviors(SteeringBehavior[] behaviors, SteeringBehavior[] earlier, bool isCurrent)
        {
            var predecessors = new List<SteeringBehavior>(earlier);
            foreach (SteeringBehavior behavior in behaviors)
            {
                int k = predecessors.FindIndex(other => other.GetType() == behavior.GetType());
                if (k < 0) continue;
                if (isCurrent || behavior is FollowPath) behavior.Resume(predecessors[k], this);
                predecessors.RemoveAt(k);
            }
        }

        /// <summary>Keeps how long terms wait that are where they were before.</summary>
        void KeepTimes(Agent earlier)
        {
            times = new long[state.TimeCount];
            for (int i = 0; i < state.Transitions.Length; i++)
            {
                Term[] terms = state.Transitions[i].Terms;
                Term[] before = i < earlier.state.Transitions.Length ? earlier.state.Transitions[i].Terms : new Term[0];
                for (int k = 0; k < terms.Length; k++)
                {
                    if (terms[k].Kind != Term.TermKind.For) continue;
                    bool isKept = k < before.Length && before[k].Kind == Term.TermKind.For;
                    long time = isKept ? earlier.times[before[k].Time] : terms[k].MinTicks;
                    times[terms[k].Time] = Math.Max(terms[k].MinTicks, Math.Min(time, terms[k].MaxTicks));
                }
            }
        }

        /// <summary>Starts the chase of a state that it enters; after a chase it goes on with its step.</summary>
        void StartChase(GridChase earlier)
        {
            if (gridChase == null) return;
            if (earlier != null && gridChase.HasSameCells(earlier)) gridChase.Continue(earlier);
            else Position = gridChase.EnterAt(Position);
        }

        /// <summary>Whether it watches the same teams as `earlier`, or without teams the same target.</summary>
        bool WatchesLike(Agent earlier)
        {
            string[] teams = preset.Watches, before = earlier.preset.Watches;
            if (teams.Length != before.Length) return false;
            for (int i = 0; i < teams.Length; i++)
            {
                if (teams[i] != before[i]) return false;
            }
            return teams.Length > 0 || TargetReference.Equals(earlier.TargetReference);
        }

        /// <summary>The force that reaches the desired velocity within a time, by default that of the body.</summary>
        internal Vector ForceToward(Vector desiredVelocity, double? time = null)
        {
            Vector force = (desiredVelocity - Velocity) / (time ?? preset.TimeToTarget);
            return force.IsFinite ? force : Vector.Zero;
        }

        /// <summary>The first half of a tick: decides, from the state of all agents before anything moves.</summary>
        internal void Think()
        {
            Node = null;
            look = null;
            emitted?.Clear();
            if (loadedSteering.HasValue) loadedSteering = null;
            force = Vector.Zero;
            if (DrivenTo.HasValue) return;
            if (gridChase != null) gridChase.Advance(this);
            else force = CombinedForce().Truncated(state.MaxForce);
        }

        Vector CombinedForce()
        {
            Vector sum = Vector.Zero;
            bool isIdle = behaviors.Length > 0;
            foreach (SteeringBehavior behavior in behaviors)
            {
                Vector? asked = behavior.Force(this);
                if (!asked.HasValue || behavior.Weight == 0.0) continue;
                isIdle = false;
                Vector weighted = asked.Value * behavior.Weight;
                if (!state.ByPriority) sum += weighted;
                else if (weighted.Length > Negligible) return weighted;
            }
            return isIdle && preset.BrakesWhenIdle ? ForceToward(Vector.Zero) : sum;
        }

        /// <summary>The second half of a tick.</summary>
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
                Velocity = (Velocity + force / preset.Mass * dt).Truncated(MaxSpeed);
                Walls walls = World.Walls;
                Vector moved = walls.Motion.IsEmpty ? Position + Velocity * dt : walls.Glide(Position, ref Velocity, preset.Radius, dt);
                if (moved.IsFinite) Position = moved;
            }
            double speed = Velocity.Length;
            if (speed > HeadingSpeed) Heading = Velocity.Direction(speed);
        }

        /// <summary>Adds the noise that it makes, if it is fast enough for one.</summary>
        internal void AddNoise(List<Noise> noises)
        {
            if (preset.MakesNoise && Velocity.Length > preset.NoiseSpeed) noises.Add(new Noise(Position, preset.NoiseRadius, this));
        }

        /// <summary>Whether it looks where actions ask it to.</summary>
        internal bool LooksWhereActionsAsk => state.Facing == null || state.Facing.Toward == Steerwright.Facing.FacingToward.Action;

        /// <summary>Looks where an action asks in this tick, unless another one asked before.</summary>
        internal void AskToLook(ILook look)
        {
            if (this.look == null && LooksWhereActionsAsk) this.look = look;
        }

        /// <summary>Turns to where it looks. All agents have moved.</summary>
        internal void Turn()
        {
            Vector wanted = Heading;
            if (look != null)
            {
                wanted = look.Wanted(this);
                TurnRate rate = look.TurnRate ?? state.Facing?.TurnRate ?? TurnRate.Immediate;
                Facing = rate.Turned(Facing, wanted, World.TurnSign);
                // With a low turn rate the cosine is rounded to 1, and the facing swings about what is wanted.
                look.Look((wanted.X == 0.0 && wanted.Y == 0.0) || Facing.Equals(wanted) || Vector.Dot(Facing, wanted) >= Aligned);
                return;
            }
            if (state.Facing == null)
            {
                Facing = wanted;
                return;
            }
            if (state.Facing.Toward == Steerwright.Facing.FacingToward.Target)
            {
                ITarget target = preset.Watches.Length > 0 ? World.Resolve(knowledge.Perceived, this) : Target;
                if (target != null) wanted = (target.Position - Position).Direction();
            }
            Facing = state.Facing.TurnRate.Turned(Facing, wanted, World.TurnSign);
        }

        internal bool HasSenses => preset.HasSenses;

        /// <summary>Looks, hears and touches, and keeps in mind what it found. All agents have moved.</summary>
        internal void Sense(double dt)
        {
            bool seesAny = Look();
            bool hears = preset.Hearing != null && Listen();
            Touch();
            ITarget other = World.Resolve(knowledge.Perceived, this);
            if (preset.Alert != null)
            {
                double distance = seesAny ? Vector.Distance(Position, other.Position) : 0.0;
                knowledge.Meter = preset.Alert.Updated(knowledge.Meter, seesAny, distance, preset.Sight, hears, dt);
            }
            knowledge.Unseen = seesAny ? 0 : Math.Min(knowledge.Unseen + 1, uint.MaxValue);
            if (!seesAny && (knowledge.Touched == null || other != knowledge.Touched)) return;
            knowledge.LastSeen = new Sighting
            {
                IsKnown = true, Place = other.Position, Velocity = other.Velocity, Who = knowledge.Perceived, Tick = World.Tick
            };
        }

        /// <summary>Whether it sees anyone that it watches: then it perceives one of them.</summary>
        bool Look()
        {
            Sight sight = preset.Sight;
            if (sight == null)
            {
                knowledge.Perceived = Steerwright.Target.None;
                return false;
            }
            Target seen = FindSeen();
            bool seesAny = seen.Kind != TargetKind.None;
            knowledge.WatchTicks = seesAny == knowledge.HasNoticed ? 0 : knowledge.WatchTicks + 1;
            if (seesAny != knowledge.HasNoticed && knowledge.WatchTicks >= (seesAny ? sight.NoticeTicks : sight.ForgetTicks))
            {
                knowledge.HasNoticed = seesAny;
                knowledge.WatchTicks = 0;
                World.Report(new AgentEvent(World.Tick, Id, seesAny ? EventKind.SightGained : EventKind.SightLost, null, null));
            }
            if (seesAny || !knowledge.HasNoticed) knowledge.Perceived = seen;
            return seesAny;
        }

        /// <summary>The one that it perceives if it sees that one, else the nearest that it sees, or none.</summary>
        Target FindSeen()
        {
            if (preset.Watches.Length == 0)
            {
                return Target != null && Sees(Target) ? TargetReference : Steerwright.Target.None;
            }
            if (knowledge.Perceived.Kind == TargetKind.Agent)
            {
                Agent other = World.FindAgent(knowledge.Perceived.Id);
                if (other != null && IsWatching(other) && Sees(other)) return knowledge.Perceived;
            }
            Target nearest = Steerwright.Target.None;
            double least = double.PositiveInfinity;
            foreach (Agent other in World.AgentList)
            {
                Vector d = other.Position - Position;
                double squared = Vector.Dot(d, d);
                if (!(squared < least) || !IsWatching(other) || !Sees(other)) continue;
                least = squared;
                nearest = Steerwright.Target.Agent(other.Id);
            }
            return nearest;
        }

        /// <summary>Whether another agent is of a team that it watches or, if it watches none, its target.</summary>
        bool IsWatching(Agent other)
        {
            if (other == this) return false;
            if (preset.Watches.Length == 0) return ReferenceEquals(Target, other);
            if (other.Team == null) return false;
            foreach (string team in preset.Watches)
            {
                if (string.Equals(team, other.Team)) return true;
            }
            return false;
        }

        /// <summary>Whether it hears anything in this tick: then it knows where.</summary>
        bool Listen()
        {
            bool hears = false;
            double least = double.PositiveInfinity;
            Vector place = Vector.Zero;
            foreach (Noise noise in World.Noises)
            {
                Vector d = noise.Place - Position;
                double squared = Vector.Dot(d, d), reach = noise.Radius * preset.Hearing.Scale;
                if (!(squared < least) || !(squared <= reach * reach)) continue;
                if (noise.Agent != null && !IsWatching(noise.Agent)) continue;
                if (World.Walls.Motion.Touches(Position, noise.Place))
                {
                    reach = reach * preset.Hearing.Muffle;
                    if (!(squared <= reach * reach)) continue;
                }
                hears = true;
                least = squared;
                place = noise.Place;
            }
            if (!hears) return false;
            bool begins = !knowledge.LastNoise.IsKnown || knowledge.LastNoise.Tick != World.Tick - 1;
            if (begins) World.Report(new AgentEvent(World.Tick, Id, EventKind.NoiseHeard, null, null));
            knowledge.LastNoise = new HeardNoise { IsKnown = true, Place = place, Tick = World.Tick };
            return true;
        }

        /// <summary>Finds the agent that it touches. If it perceives no one else, it perceives that one.</summary>
        void Touch()
        {
            Agent before = knowledge.Touched;
            knowledge.Touched = null;
            if (!preset.HasTouch) return;
            double least = double.PositiveInfinity;
            if (preset.Watches.Length == 0)
            {
                if (Target is Agent other) FindTouched(other, ref least);
            }
            else
            {
                foreach (Agent other in World.AgentList) FindTouched(other, ref least);
            }
            if (knowledge.Touched == null) return;
            if (knowledge.Touched != before) World.Report(new AgentEvent(World.Tick, Id, EventKind.Touched, null, null, null, knowledge.Touched.Id));
            if (knowledge.Perceived.Kind == TargetKind.None) knowledge.Perceived = Steerwright.Target.Agent(knowledge.Touched.Id);
        }

        void FindTouched(Agent other, ref double least)
        {
            Vector d = other.Position - Position;
            double squared = Vector.Dot(d, d), reach = Radius + other.Radius + World.TouchMargin;
            if (!(squared <= reach * reach) || !(squared < least) || !IsWatching(other)) return;
            if (World.Walls.Motion.Touches(Position, other.Position)) return;
            least = squared;
            knowledge.Touched = other;
        }

        /// <summary>Where a behavior goes, or what it avoids. Returns whether there is such a place.</summary>
        internal bool FindGoal(Goal goal, ITarget reference, out GoalPlace place)
        {
            place = default(GoalPlace);
            switch (goal.Kind)
            {
                case Goal.GoalKind.Reference:
                case Goal.GoalKind.Perceived:
                    ITarget other = goal.Kind == Goal.GoalKind.Reference ? reference : World.Resolve(knowledge.Perceived, this);
                    if (other == null) return false;
                    place.Position = other.Position;
                    place.Velocity = other.Velocity;
                    return true;
                case Goal.GoalKind.LastSeen:
                    place.Position = knowledge.LastSeen.Place;
                    return knowledge.LastSeen.IsKnown;
                case Goal.GoalKind.LastSeenAhead:
                    Vector ahead = knowledge.LastSeen.Place + knowledge.LastSeen.Velocity * goal.Ahead;
                    place.Position = ahead.IsFinite ? ahead : knowledge.LastSeen.Place;
                    return knowledge.LastSeen.IsKnown;
                case Goal.GoalKind.LastNoise:
                    place.Position = knowledge.LastNoise.Place;
                    return knowledge.LastNoise.IsKnown;
                case Goal.GoalKind.LeftPath:
                    place.Position = knowledge.LeftPath ?? Vector.Zero;
                    return knowledge.LeftPath.HasValue;
                default:
                    place.Position = knowledge.Post;
                    return true;
            }
        }

        /// <summary>Forgets agents and markers that an edited scene does not have.</summary>
        internal void ForgetMissing()
        {
            if (World.Resolve(knowledge.Perceived, this) == null) knowledge.Perceived = Steerwright.Target.None;
            if (World.Resolve(knowledge.LastSeen.Who, this) == null && !knowledge.LastSeen.Who.Equals(Steerwright.Target.Agent(Id))) knowledge.LastSeen.Who = Steerwright.Target.None;
            if (knowledge.Touched != null) knowledge.Touched = World.FindAgent(knowledge.Touched.Id);
        }

        /// <summary>Counts it for the meetings at which it waits, once for each.</summary>
        internal void CountMeetings(Dictionary<string, int> sizes)
        {
            for (int i = 0; i < behaviors.Length; i++)
            {
                string name = (behaviors[i] as FollowPath)?.Meeting;
                for (int k = 0; k < i && name != null; k++)
                {
                    if ((behaviors[k] as FollowPath)?.Meeting == name) name = null;
                }
                if (name == null) continue;
                sizes.TryGetValue(name, out int size);
                sizes[name] = size + 1;
            }
        }

        /// <summary>Keeps a name that it emitted on its path for the transitions of this tick.</summary>
        internal void Remember(string name)
        {
            if (!preset.WaitsForNames) return;
            if (emitted == null) emitted = new List<string>();
            emitted.Add(name);
        }

        /// <summary>Whether a share of the tick before reached it.</summary>
        internal bool IsTold
        {
            get { return knowledge.IsTold; }
            set { knowledge.IsTold = value; }
        }

        /// <summary>The id of the state of its preset with this name, or null; of several, the first.</summary>
        internal long? FindState(string name) => Array.Find(preset.States, each => each.Name == name)?.Id;

        internal bool HasState(long id) => preset.IndexOfState(id) >= 0;

        /// <summary>Enters another state, if the game wants that or a transition holds. All agents have sensed.</summary>
        internal void UpdateState()
        {
            if (DrivenTo.HasValue || (!preset.HasStates && !ForcedState.HasValue)) return;
            if (preset.HasStates) timeInState = Math.Min(timeInState + 1, uint.MaxValue);
            if (isEntering)
            {
                isEntering = false;
                ExecuteEnter();
            }
            if (ForcedState.HasValue)
            {
                int forced = preset.IndexOfState(ForcedState.Value);
                ForcedState = null;
                Enter(forced, null);
                return;
            }
            for (int i = 0; i < state.Transitions.Length; i++)
            {
                if (!Holds(state.Transitions[i])) continue;
                Enter(state.Transitions[i].To, i);
                return;
            }
        }

        void Enter(int index, int? reason)
        {
            if (First<FollowPath>() != null) knowledge.LeftPath = Position;
            GridChase earlier = gridChase;
            UseState(index);
            foreach (SteeringBehavior behavior in behaviors)
            {
                behavior.Enter(this);
                behavior.Route?.Forget();
            }
            HasNoRoute = false;
            StartChase(earlier);
            if (gridChase != null) Node = null;
            BeginState();
            World.ResolveLeader(this);
            ExecuteEnter();
            World.Report(new AgentEvent(World.Tick, Id, EventKind.StateEntered, null, null, name: state.Name, reason: reason));
        }

        void ExecuteEnter()
        {
            foreach (NodeAction action in state.Enter)
            {
                switch (action.Kind)
                {
                    case ActionKind.Emit:
                        World.Report(new AgentEvent(World.Tick, Id, EventKind.Emitted, null, null, name: action.Name, value: action.Value));
                        break;
                    case ActionKind.SetWall:
                        World.SwitchDoor(this, action.WallId, action.Opens);
                        break;
                    default:
                        Share(action.Radius);
                        break;
                }
            }
        }

        /// <summary>Tells the others of its team what it saw last.</summary>
        void Share(double radius)
        {
            if (!knowledge.LastSeen.IsKnown || Team == null) return;
            foreach (Agent other in World.AgentList)
            {
                Vector d = other.Position - Position;
                if (other == this || !string.Equals(Team, other.Team) || !(Vector.Dot(d, d) <= radius * radius)) continue;
                other.knowledge.LastSeen = knowledge.LastSeen;
                other.knowledge.LastSeen.Tick = World.Tick;
                World.Tell(other);
            }
        }

        bool Holds(Transition transition)
        {
            if (transition.Terms.Length == 0) return true;
            foreach (Term term in transition.Terms)
            {
                if (Holds(term) == transition.Any) return transition.Any;
            }
            return !transition.Any;
        }

        bool Holds(Term term)
        {
            switch (term.Kind)
            {
                case Term.TermKind.Sees: return knowledge.HasNoticed;
                case Term.TermKind.SeesNotFor: return knowledge.Unseen >= term.MinTicks;
                case Term.TermKind.Hears: return knowledge.LastNoise.IsKnown && knowledge.LastNoise.Tick == World.Tick;
                case Term.TermKind.Told: return knowledge.IsTold;
                case Term.TermKind.Touches: return knowledge.Touched != null;
                case Term.TermKind.MeterAtLeast: return knowledge.Meter >= term.Meter;
                case Term.TermKind.MeterAtMost: return knowledge.Meter <= term.Meter;
                case Term.TermKind.For: return timeInState >= times[term.Time];
                case Term.TermKind.Arrived: return gridChase != null ? gridChase.HasArrived : Array.Exists(behaviors, each => each.HasArrived);
                case Term.TermKind.PathFinished: return Array.Exists(behaviors, each => each is FollowPath path && path.IsFinished);
                case Term.TermKind.SearchFinished: return Array.Exists(behaviors, each => each is Search search && search.IsFinished);
                case Term.TermKind.Event: return (emitted != null && emitted.Contains(term.Name)) || World.IsSent(this, term.Name);
                case Term.TermKind.Near:
                    if (!FindGoal(term.Goal, Target, out GoalPlace place)) return false;
                    Vector d = place.Position - Position;
                    return Vector.Dot(d, d) <= term.Radius * term.Radius;
                default: return HasNoRoute;
            }
        }

        internal bool HasSight => preset.Sight != null;

        internal bool Sees(ITarget target) => World.Walls.SeesBody(preset.Sight, Position, Facing, target.Position, target.Radius);

        /// <summary>Lets its behaviors plan their ways around walls again.</summary>
        internal void ForgetRoutes()
        {
            foreach (SteeringBehavior behavior in behaviors) behavior.Route?.Forget();
        }

        /// <summary>Lets a cell mover look for its way again.</summary>
        internal void ForgetLine()
        {
            gridChase?.ClearLine();
        }

        internal void Release()
        {
            if (DrivenTo.HasValue && gridChase != null) Position = Previous = gridChase.StartAt(Position);
            DrivenTo = null;
        }

        internal void RemoveReferencesTo(Agent despawned)
        {
            if (Target == despawned)
            {
                Target = null;
                TargetReference = Steerwright.Target.None;
            }
            if (Danger == despawned)
            {
                Danger = null;
                DangerReference = Steerwright.Target.None;
            }
            if (knowledge.Perceived.Equals(Steerwright.Target.Agent(despawned.Id))) knowledge.Perceived = Steerwright.Target.None;
            if (knowledge.LastSeen.Who.Equals(Steerwright.Target.Agent(despawned.Id))) knowledge.LastSeen.Who = Steerwright.Target.None;
            if (knowledge.Touched == despawned) knowledge.Touched = null;
            if (LeaderId != despawned.Id) return;
            LeaderId = null;
            Leader = null;
        }

        /// <summary>
        /// All that changes while an agent moves, for a hash or a save. One that is read is null, and is made here. Its references are
        /// resolved later; what the world keeps of spawned ones is added to `loaded`.
        /// </summary>
        internal static Agent Record(Agent agent, Archive archive, World world, LoadedAgents loaded)
        {
            long id = archive.Whole(agent?.Id ?? 0);
            Vector[] vectors =
                agent == null ? new Vector[5] : new[] { agent.Position, agent.Previous, agent.Velocity, agent.Heading, agent.Facing };
            for (int i = 0; i < vectors.Length; i++) vectors[i] = archive.Vector(vectors[i]);
            Vector? drivenTo = archive.VectorOrNone(agent?.DrivenTo);
            RandomStream random = (agent?.Random ?? new RandomStream(0, 0, 0, 0)).Recorded(archive);
            long presetId = archive.Whole(agent?.PresetId ?? 0);
            if (agent == null)
            {
                Preset preset = world.PresetOrNull(presetId);
                archive.Check(preset != null, "names a preset that the scene does not have");
                agent = new Agent(id, world.StartOf(id) ?? new AgentStart(), world, new RandomStream(1, 2, 3, 4), presetId, preset)
                {
                    Position = vectors[0], Previous = vectors[1], Velocity = vectors[2], Heading = vectors[3], Facing = vectors[4],
                    DrivenTo = drivenTo, Random = random
                };
            }
            agent.RecordBindings(archive, loaded);
            agent.Touched = agent.knowledge.Record(archive, world);
            if (archive.IsReading && world.StartOf(id) == null) agent.Start.Position = agent.knowledge.Post;
            agent.RecordState(archive);
            return agent;
        }

        void RecordBindings(Archive archive, LoadedAgents loaded)
        {
            KeyValuePair<Spawner, long> from = archive.IsReading ? default(KeyValuePair<Spawner, long>) : World.SpawnedOrNone(Id);
            long? spawnerId = archive.WholeOrNone(from.Key?.Id), expires = null;
            Spawner spawner = spawnerId.HasValue ? World.SpawnerOrNull(spawnerId.Value) : null;
            archive.Check(spawner != null || !spawnerId.HasValue, "names a spawner that the scene does not have");
            if (archive.Has(from.Key != null && from.Value < long.MaxValue)) expires = archive.Tick(from.Value);
            archive.Check(spawner != null || !expires.HasValue, "expires, and no spawner has added it");
            if (spawner != null) loaded.Spawned[Id] = new KeyValuePair<Spawner, long>(spawner, expires ?? long.MaxValue);
            TargetReference = archive.Reference(TargetReference, World);
            DangerReference = archive.Reference(DangerReference, World);
            bool follows = LeaderId.HasValue && LeaderId != Id;
            Target leader = archive.Reference(follows ? Steerwright.Target.Agent(LeaderId.Value) : Steerwright.Target.None, World);
            archive.Check(leader.Kind == TargetKind.None || leader.Kind == TargetKind.Agent, "is not an agent, so it cannot lead");
            PathId = archive.WholeOrNone(PathId);
            if (archive.IsReading)
            {
                LeaderId = leader.Kind == TargetKind.Agent ? leader.Id : (long?) null;
                archive.Check(!PathId.HasValue || World.TryFindPath(PathId.Value, out Path), "names a path that the scene does not have");
            }
            Node = archive.Has(Node.HasValue) ? archive.Index(Node.GetValueOrDefault(), int.MaxValue - 1) : (int?) null;
            double steering = archive.Number(Steering);
            if (archive.IsReading) loadedSteering = steering;
            Team = archive.TextOrNone(Team);
        }

        void RecordState(Archive archive)
        {
            int index = archive.Index(stateIndex, preset.States.Length - 1);
            if (archive.IsReading)
            {
                UseState(index);
                times = new long[state.TimeCount];
            }
            timeInState = archive.Whole(timeInState);
            for (int i = 0; i < times.Length; i++) times[i] = archive.Whole(times[i]);
            isEntering = archive.Flag(isEntering);
            ForcedState = archive.WholeOrNone(ForcedState);
            archive.Check(!ForcedState.HasValue || HasState(ForcedState.Value), "names a state that the preset does not have");
            HasNoRoute = archive.Flag(HasNoRoute);
            gridChase?.Record(archive, World);
            foreach (SteeringBehavior behavior in behaviors)
            {
                behavior.Record(archive, World);
                behavior.Route?.Record(archive);
            }
            for (int i = 0; i < preset.States.Length; i++)
            {
                foreach (SteeringBehavior behavior in i == stateIndex ? behaviors : BehaviorsOf(i))
                {
                    if (!(behavior is FollowPath followPath)) continue;
                    if (i != stateIndex) followPath.RecordElsewhere(archive, World);
                    if (archive.IsReading) followPath.SetPath(PathId);
                }
            }
        }

        /// <summary>The id of the agent that it touched when the world was saved; null for none.</summary>
        internal long? Touched { get; private set; }

        /// <summary>Finds what it refers to, when all agents of a save are there.</summary>
        internal void ResolveLoaded()
        {
            Target = World.Resolve(TargetReference, this);
            Danger = World.Resolve(DangerReference, this);
            World.ResolveLeader(this);
            knowledge.Touched = Touched.HasValue ? World.FindAgent(Touched.Value) : null;
        }

        /// <summary>A vector with a random direction, drawn by rejection from the square, and a random length.</summary>
        internal static Vector RandomOffset(RandomStream random, Vector lengths, double turnSign)
        {
            const int MaxScatterTries = 64;
            var direction = new Vector(1.0, 0.0);
            for (int i = 0; i < MaxScatterTries; i++)
            {
                double x = 2.0 * random.NextDouble() - 1.0, y = 2.0 * random.NextDouble() - 1.0;
                double squared = x * x + y * y;
                if (squared <= 1.0 && squared > 1e-6)
                {
                    direction = new Vector(x, y * turnSign).Direction();
                    break;
                }
            }
            return direction * (lengths.X + (lengths.Y - lengths.X) * random.NextDouble());
        }

        T First<T>() where T : SteeringBehavior
        {
            return Array.Find(behaviors, behavior => behavior is T) as T;
        }
    }

    /// <summary>The agents of a save, before they replace those of the world.</summary>
    internal sealed class LoadedAgents
    {
        internal readonly List<Agent> Agents = new List<Agent>();
        /// <summary>The spawner of each spawned agent, and the tick in which it expires.</summary>
        internal readonly Dictionary<long, KeyValuePair<Spawner, long>> Spawned = new Dictionary<long, KeyValuePair<Spawner, long>>();
    }

    /// <summary>What a spawner remembers.</summary>
    internal struct SpawnerMemory
    {
        internal long Wait, Fired, Pending;
        internal RandomStream Random;
    }

    /// <summary>A spawner: where, when and which agents it adds, and what it remembers.</summary>
    internal sealed class Spawner
    {
        internal enum PlaceKind { Point, Marker, Agent, Edge, None }
        internal enum WhenKind { Time, Press, Trigger }

        internal readonly long Id, PresetId, Count;
        internal readonly long? Times, MaxAlive, PathId;
        internal readonly WhenKind When;
        internal readonly string Trigger;
        internal readonly Vector? Scatter;
        readonly long delayTicks, everyTicks, jitterTicks;
        internal readonly long LifetimeTicks;
        internal PlaceKind Place;
        internal readonly long PlaceId;
        /// <summary>A point, or two opposite corners.</summary>
        internal readonly Vector From, To;
        internal Target Target, Danger;
        internal long? LeaderId;
        internal readonly string Team;
        /// <summary>What it refers to in the scene, also if that is gone.</summary>
        readonly PlaceKind scenePlace;
        readonly Target sceneTarget, sceneDanger;
        readonly long? sceneLeaderId;

        RandomStream random;
        long wait, fired;
        internal long Pending, Alive;

        internal Spawner(Entry entry, long seed, double dt, long presetId)
        {
            const long MaxTimes = 1000000000;
            Id = entry["id"].Id();
            entry["name"].String();
            PresetId = presetId;
            Entry place = entry["place"];
            Place = (PlaceKind) place["kind"].Choice("point", "marker", "agent", "edge");
            if (Place == PlaceKind.Point || Place == PlaceKind.Edge) From = place.Position();
            else PlaceId = place["id"].Id();
            if (Place == PlaceKind.Edge) To = new Vector(place["x2"].Coordinate(), place["y2"].Coordinate());
            Scatter = Agent.LoadScatter(entry["scatter"]);
            When = (WhenKind) entry["when"].Choice("time", "press", "trigger");
            Trigger = entry["trigger"].IsNull ? null : entry["trigger"].String();
            if (Trigger == "" || (Trigger != null) != (When == WhenKind.Trigger)) throw entry["trigger"].Error("does not match when");
            if (When == WhenKind.Time && entry["every"].IsNull) throw entry["every"].Error("is null, and when is time");
            delayTicks = Ticks(entry, "delay", 0.0, dt);
            everyTicks = Ticks(entry, "every", 1e-3, dt);
            jitterTicks = Ticks(entry, "jitter", 0.0, dt);
            LifetimeTicks = Ticks(entry, "lifetime", 1e-3, dt);
            Count = entry["count"].Whole(1, 1000);
            Times = entry["times"].IsNull ? (long?) null : entry["times"].Whole(1, MaxTimes);
            MaxAlive = entry["max_alive"].IsNull ? (long?) null : entry["max_alive"].Whole(1, MaxTimes);
            PathId = entry["path"].IdOrNull();
            Target = Target.Load(entry["target"]);
            Danger = Target.Load(entry["danger"]);
            LeaderId = entry["leader"].IdOrNull();
            Team = Agent.LoadTeam(entry);
            random = new RandomStream(seed, 4294967296 + Id);
            random.Check(entry["random_state"]);
            scenePlace = Place;
            sceneTarget = Target;
            sceneDanger = Danger;
            sceneLeaderId = LeaderId;
            wait = delayTicks;
        }

        /// <summary>Reads a time and checks its ticks. With a smallest time above 0, it can be null, which is 0 ticks.</summary>
        static long Ticks(Entry entry, string key, double min, double dt)
        {
            long ticks = 0;
            if (min == 0.0 || !entry[key].IsNull) ticks = Entry.TicksIn(entry[key].Number(min, 1e6), dt, min > 0.0 ? 1 : 0);
            entry[key + "_ticks"].CheckDerived(ticks);
            return ticks;
        }

        /// <summary>Continues as `earlier`, this spawner before the scene was edited, if it fires at the same times.</summary>
        internal void Resume(Spawner earlier)
        {
            bool isSame = When == earlier.When && Trigger == earlier.Trigger && delayTicks == earlier.delayTicks
                && everyTicks == earlier.everyTicks && jitterTicks == earlier.jitterTicks && Times == earlier.Times;
            if (!isSame) return;
            wait = earlier.wait;
            fired = earlier.fired;
            Pending = earlier.Pending;
            random = earlier.random;
        }

        internal SpawnerMemory Record(Archive archive)
        {
            return new SpawnerMemory
            {
                Wait = archive.Whole(wait), Fired = archive.Whole(fired), Pending = archive.Whole(Pending), Random = random.Recorded(archive)
            };
        }

        /// <summary>Continues as it was in a saved world, with what it refers to in the scene.</summary>
        internal void Restore(SpawnerMemory memory)
        {
            wait = memory.Wait;
            fired = memory.Fired;
            Pending = memory.Pending;
            random = memory.Random;
            Alive = 0;
            Place = scenePlace;
            Target = sceneTarget;
            Danger = sceneDanger;
            LeaderId = sceneLeaderId;
        }

        /// <summary>The agents that it refers to.</summary>
        internal IEnumerable<long> NamedAgents()
        {
            if (Place == PlaceKind.Agent) yield return PlaceId;
            if (Target.Kind == TargetKind.Agent) yield return Target.Id;
            if (Danger.Kind == TargetKind.Agent) yield return Danger.Id;
            if (LeaderId.HasValue) yield return LeaderId.Value;
        }

        /// <summary>Drops references to an agent that is gone.</summary>
        internal void Forget(long agentId)
        {
            if (Place == PlaceKind.Agent && PlaceId == agentId) Place = PlaceKind.None;
            if (Target.Equals(Target.Agent(agentId))) Target = Target.None;
            if (Danger.Equals(Target.Agent(agentId))) Danger = Target.None;
            if (LeaderId == agentId) LeaderId = null;
        }

        /// <summary>How often it fires in this tick, if it may.</summary>
        internal long Due(bool isPressed, bool isNewPress)
        {
            long fires = 0;
            if (When == WhenKind.Time) fires = wait == 0 ? 1 : 0;
            else if (When == WhenKind.Press) fires = isNewPress || (isPressed && everyTicks > 0 && wait == 0) ? 1 : 0;
            else fires = Pending;
            Pending = 0;
            if (fires == 0 && wait > 0 && (When == WhenKind.Time || isPressed)) wait--;
            return fires;
        }

        /// <summary>Counts a firing, if it may fire once more.</summary>
        internal bool Fire()
        {
            if (Times.HasValue && fired >= Times.Value) return false;
            fired++;
            if (When != WhenKind.Trigger) wait = NextWait();
            return true;
        }

        long NextWait()
        {
            double ticks = everyTicks;
            if (everyTicks > 0 && jitterTicks > 0) ticks = ticks - jitterTicks + Math.Floor(random.NextDouble() * (2.0 * jitterTicks + 1.0));
            return ticks > 1.0 ? (long) ticks - 1 : 0;
        }

        /// <summary>The point at a fraction of the outline of its rectangle.</summary>
        internal Vector EdgePoint(double fraction)
        {
            Vector a = From, b = new Vector(To.X, From.Y), c = To, d = new Vector(From.X, To.Y);
            double w = Math.Abs(c.X - a.X), h = Math.Abs(c.Y - a.Y), s = fraction * (w + h + w + h);
            if (s < w) return a + (b - a) * (s / w);
            if (s < w + h) return b + (c - b) * ((s - w) / h);
            if (s < w + h + w) return c + (d - c) * ((s - (w + h)) / w);
            return d + (a - d) * (h > 0.0 ? (s - (w + h + w)) / h : 0.0);
        }
    }

    /// <summary>What happens to agents of two presets that touch.</summary>
    internal sealed class ContactRule
    {
        internal readonly long Id, First, Second;
        internal readonly double? Distance;
        internal readonly double Margin;
        internal readonly bool FirstGoes, SecondGoes;

        internal ContactRule(Entry entry, Dictionary<long, Preset> presets)
        {
            Id = entry["id"].Id();
            entry["name"].String();
            First = entry["first"].Id();
            Second = entry["second"].Id();
            if (!presets.ContainsKey(First)) throw entry["first"].Error("is not a preset of the file");
            if (!presets.ContainsKey(Second)) throw entry["second"].Error("is not a preset of the file");
            Distance = entry["distance"].NumberOrNull(0.0, 1e9);
            Margin = entry["margin"].Length();
            int despawn = entry["despawn"].Choice("none", "first", "second", "both");
            FirstGoes = despawn == 1 || despawn == 3;
            SecondGoes = despawn == 2 || despawn == 3;
        }
    }

    /// <summary>A name that the game sent.</summary>
    internal struct SentName
    {
        /// <summary>Null for all agents.</summary>
        internal long? AgentId;
        internal string Name;
    }

    /// <summary>What an action does to a door.</summary>
    internal struct DoorSwitch
    {
        internal long AgentId;
        internal bool IsOpen;
    }

    /// <summary>A running scene. It moves in ticks of a fixed length; see <see cref="Advance"/>.</summary>
    public sealed class World
    {
        const string Format = "steerwright-export";
        const long Version = 1;
        const string SaveFormat = "steerwright-save";
        const long SaveVersion = 1;
        /// <summary>A game that falls behind slows down instead of freezing.</summary>
        const int MaxTicksPerAdvance = 240;
        /// <summary>A spawner adds no agent to a world that has this many.</summary>
        const int MaxAgents = 50000;

        /// <summary>The most contacts of a tick.</summary>
        const int MaxContacts = 10000;
        /// <summary>The triggers of one name that count in a tick.</summary>
        const long MaxPending = 1000;
        /// <summary>With more pairs than this, a contact rule looks for neighbors in a grid.</summary>
        const long MaxPairsToTry = 1024;
        /// <summary>The most noises of the game that wait for a tick.</summary>
        const int MaxNoises = 1000;
        /// <summary>The most names that wait for a tick.</summary>
        const int MaxNames = 1000;
        /// <summary>In files without them.</summary>
        const double DefaultTouchMargin = 0.05, DefaultRouteTolerance = 0.1, DefaultRepathDistance = 1.0;

        readonly List<Agent> agents = new List<Agent>();
        readonly List<AgentEvent> events = new List<AgentEvent>();
        readonly NeighborGrid neighborGrid = new NeighborGrid();
        readonly NeighborGrid contactGrid = new NeighborGrid();
        /// <summary>By id.</summary>
        List<Spawner> spawners = new List<Spawner>();
        /// <summary>By id.</summary>
        List<ContactRule> contacts = new List<ContactRule>();
        /// <summary>The spawner of each spawned agent, and the tick in which it expires; long.MaxValue for never.</summary>
        readonly SortedDictionary<long, KeyValuePair<Spawner, long>> spawned = new SortedDictionary<long, KeyValuePair<Spawner, long>>();
        bool isPressed, isNewPress;
        /// <summary>The noises of the game that wait for the next tick.</summary>
        readonly List<Noise> calledNoises = new List<Noise>();
        bool anyoneHears, anyoneHasStates;
        /// <summary>Names that the game sent since the last tick, each to an agent or to all.</summary>
        readonly List<SentName> sentNames = new List<SentName>();
        /// <summary>Whether the game wants an agent to enter a state.</summary>
        bool hasForcedStates;
        /// <summary>Those that a share has reached: in the tick before, and in this one.</summary>
        List<Agent> told = new List<Agent>(), toldNow = new List<Agent>();
        /// <summary>Whether agents can wait for others at a node, and how many do for each name at the start of this tick.</summary>
        bool hasMeetings;
        List<Net> nets = new List<Net>();
        readonly Dictionary<string, int> meetingSizes = new Dictionary<string, int>(StringComparer.Ordinal);
        /// <summary>The doors that actions switch in this tick, by id.</summary>
        readonly SortedDictionary<long, DoorSwitch> switchedDoors = new SortedDictionary<long, DoorSwitch>();
        /// <summary>The index of the first event of agents in this tick.</summary>
        int firstOwnEvent;
        Dictionary<long, Agent> agentsById = new Dictionary<long, Agent>();
        Dictionary<long, PointTarget> markersById = new Dictionary<long, PointTarget>();
        Dictionary<long, ScenePath> pathsById = new Dictionary<long, ScenePath>();
        /// <summary>Equal presets are one; their ids count from 1 in the order of the file.</summary>
        Dictionary<long, Preset> presetsById = new Dictionary<long, Preset>();
        /// <summary>The agents of the scene as they are authored.</summary>
        Dictionary<long, AgentStart> startsById = new Dictionary<long, AgentStart>();
        /// <summary>The file that was loaded or applied last, and the hash of a new world of it, if that is known.</summary>
        Entry file;
        ulong? sceneHash;
        CustomProperties properties;
        CellGrid grid;
        internal Walls Walls { get; private set; }
        long seed;
        /// <summary>The highest id that an agent ever had here.</summary>
        long highestId;
        PointTarget pointer = new PointTarget();
        double maxNeighborRadius;
        /// <summary>How the scene was placed in the game: game units per scene unit, and the scene's point at the game's (0, 0).</summary>
        double scale;
        Vector origin;
        /// <summary>Ticks, and parts of one, that <see cref="Advance"/> has not taken yet.</summary>
        double accumulatedTicks;

        /// <summary>Loads an exported scene, at tick 0.</summary>
        /// <param name="json">The text of a NAME.steer.json.</param>
        /// <exception cref="SteerwrightException">The text is not a valid export; the message names the field and how to fix it.</exception>
        public static World Load(string json) => new World(new Entry(JsonReader.Read(json ?? "")));

        internal World(Entry file)
        {
            this.file = file;
            file["format"].Choice(Format);
            long version = file["format_version"].Whole(1, Entry.MaxInteger);
            long minReader = file.Find("min_reader")?.Whole(1, Entry.MaxInteger) ?? version;
            if (minReader > Version)
            {
                throw new SteerwrightException("min_reader: requires a reader of version " + minReader
                    + ", and this one has version " + Version + "; use the newer Steerwright.cs");
            }
            TurnSign = file["y_down"].Flag() ? -1.0 : 1.0;
            file["turn_sign"].CheckDerived(TurnSign);
            file["name"].String();
            file["unit"].String();
            seed = file["seed"].Whole(0, Entry.MaxInteger);
            IsGroundPlane = file.Find("plane")?.Choice("xy", "xz") == 1;
            scale = file.Find("scale")?.Number(1e-6, 1e6) ?? 1.0;
            origin = file.Find("origin")?.Position() ?? Vector.Zero;
            Dt = 1.0 / file["ticks_per_second"].Number(1.0, 1000.0);
            pointer.Position = file["pointer"].Position();
            foreach (Entry marker in file["markers"].Elements())
            {
                marker["kind"].Choice("target", "danger");
                Add(markersById, marker, new PointTarget { Name = marker["name"].String(), Position = marker.Position() });
            }
            grid = new CellGrid(file["cells"], TurnSign);
            var walls = new Dictionary<long, Wall>();
            foreach (Entry wall in file["walls"].Elements()) Add(walls, wall, new Wall(wall));
            grid.CheckCrossedBy(walls.Values, file["walls"]);
            Walls = new Walls(walls, grid, file["skin"].Number(1e-9, 1.0), TurnSign);
            foreach (Entry path in file["paths"].Elements()) Add(pathsById, path, new ScenePath(path, this, Dt));
            ResolveOptions();
            TouchMargin = file.Find("touch_margin")?.Number(1e-9, 1e9) ?? DefaultTouchMargin;
            RouteTolerance = file.Find("route_tolerance")?.Number(1e-9, 1e9) ?? DefaultRouteTolerance;
            RepathDistance = file.Find("repath_distance")?.Number(1e-9, 1e9) ?? DefaultRepathDistance;
            LoadNets(file);
            List<Entry> entries = file["agents"].Elements();
            var presetIds = new Dictionary<string, long>();
            Func<Entry, long> presetIdOf = entry =>
            {
                var preset = new Preset(entry, this, grid, Dt);
                if (!presetIds.TryGetValue(preset.Key, out long presetId))
                {
                    presetIds.Add(preset.Key, presetId = presetIds.Count + 1);
                    presetsById.Add(presetId, preset);
                }
                return presetId;
            };
            foreach (Entry entry in entries)
            {
                long presetId = presetIdOf(entry);
                Agent agent = Agent.Load(entry, this, seed, presetId, presetsById[presetId]);
                Add(agentsById, entry, agent);
                agents.Add(agent);
                startsById.Add(agent.Id, agent.Start);
                highestId = Math.Max(highestId, agent.Id);
            }
            for (int i = 0; i < agents.Count; i++) ResolveReferences(agents[i], entries[i]);
            agents.Sort((a, b) => a.Id.CompareTo(b.Id));
            LoadSpawners(file, presetIdOf);
            properties = new CustomProperties(file);
            MeasurePresets();
        }

        void LoadNets(Entry file)
        {
            Entry entries = file.Find("nets");
            if (entries == null) return;
            List<Wall> walls = file["walls"].Elements().ConvertAll(wall => Walls.ById[wall["id"].Id()]);
            foreach (Entry entry in entries.Elements()) nets.Add(new Net(entry, walls, RouteTolerance));
        }

        /// <summary>Adds the points of a way around walls to `plan`: none if it is straight. Returns whether there is a way.</summary>
        internal bool Plan(Vector a, Vector b, double radius, List<Vector> plan)
        {
            if (Walls.IsWayFree(a, b, radius)) return true;
            Net best = null;
            foreach (Net net in nets)
            {
                if (net.Radius >= radius && (best == null || net.Radius < best.Radius)) best = net;
            }
            return best != null && best.Plan(a, b, radius, Walls, plan);
        }

        /// <summary>Finds the paths to which junctions lead, and whether there are meetings.</summary>
        void ResolveOptions()
        {
            foreach (ScenePath path in pathsById.Values)
            {
                foreach (PathNode node in path.Nodes)
                {
                    if (node.Script == null) continue;
                    foreach (Option option in node.Script.Options ?? new Option[0]) option.Resolve(pathsById);
                    hasMeetings |= Array.Exists(node.Script.Actions, action => action.Kind == ActionKind.Meet);
                }
            }
        }

        /// <summary>The id of the marker that a field names.</summary>
        internal long MarkerOf(Entry field)
        {
            long id = field.Id();
            return markersById.ContainsKey(id) ? id : throw field.Error("names marker " + id + ", which is not in the file");
        }

        /// <summary>The id of the door that a field names.</summary>
        internal long DoorOf(Entry field)
        {
            long id = field.Id();
            bool isDoor = Walls.ById.TryGetValue(id, out Wall wall) && wall.IsDoor;
            return isDoor ? id : throw field.Error("names wall " + id + ", which is not a door of the file");
        }

        /// <summary>Reads the spawners and contact rules, when all agents are there.</summary>
        void LoadSpawners(Entry file, Func<Entry, long> presetIdOf)
        {
            var spawnersById = new Dictionary<long, Spawner>();
            foreach (Entry entry in file.Find("spawners")?.Elements() ?? new List<Entry>())
            {
                long id = NewId(spawnersById, entry);
                var spawner = new Spawner(entry, seed, Dt, presetIdOf(entry));
                spawnersById.Add(id, spawner);
                if (spawner.PathId.HasValue && !pathsById.ContainsKey(spawner.PathId.Value))
                {
                    throw entry["path"].Error("names path " + spawner.PathId + ", which is not in the file");
                }
                CheckTarget(spawner.Target, entry["target"]);
                CheckTarget(spawner.Danger, entry["danger"]);
                if (spawner.LeaderId.HasValue) CheckTarget(Target.Agent(spawner.LeaderId.Value), entry["leader"]);
                if (spawner.Place == Spawner.PlaceKind.Marker) CheckTarget(Target.Marker(spawner.PlaceId), entry["place"]);
                if (spawner.Place == Spawner.PlaceKind.Agent) CheckTarget(Target.Agent(spawner.PlaceId), entry["place"]);
            }
            var contactsById = new Dictionary<long, ContactRule>();
            foreach (Entry entry in file.Find("contacts")?.Elements() ?? new List<Entry>())
            {
                Add(contactsById, entry, new ContactRule(entry, presetsById));
            }
            spawners.AddRange(spawnersById.Values);
            spawners.Sort((a, b) => a.Id.CompareTo(b.Id));
            contacts.AddRange(contactsById.Values);
            contacts.Sort((a, b) => a.Id.CompareTo(b.Id));
        }

        void CheckTarget(Target target, Entry field)
        {
            if (target.Kind == TargetKind.Marker) CheckReference(field, MarkerOrNull(target.Id), "marker " + target.Id, null);
            if (target.Kind == TargetKind.Agent) CheckReference(field, FindAgent(target.Id), "agent " + target.Id, null);
        }

        internal bool TryFindPath(long id, out ScenePath path) => pathsById.TryGetValue(id, out path);

        internal PointTarget MarkerOrNull(long id) => markersById.TryGetValue(id, out PointTarget marker) ? marker : null;

        /// <summary>What ticks need to know of all presets.</summary>
        void MeasurePresets()
        {
            maxNeighborRadius = 0.0;
            anyoneHears = anyoneHasStates = false;
            foreach (Preset preset in presetsById.Values)
            {
                maxNeighborRadius = Math.Max(maxNeighborRadius, preset.NeighborRadius);
                anyoneHears |= preset.Hearing != null;
                anyoneHasStates |= preset.HasStates;
            }
        }

        /// <summary>
        /// Applies an edited scene while it runs; not inside a loop over Agents. The time, the pointer and the last events stay.
        /// Agents continue from where they are, unless their start was edited; new agents enter at their start. What other calls
        /// changed is undone, and spawned agents are gone. If y_down, scale or origin differ, all agents enter again. Presets may
        /// have other ids: find them by name again.
        /// </summary>
        /// <param name="json">The text of a newer NAME.steer.json of the same scene.</param>
        /// <exception cref="SteerwrightException">As for Load; the world is unchanged then.</exception>
        public void ApplyScene(string json)
        {
            ApplyScene(new Entry(JsonReader.Read(json ?? "")));
        }

        internal void ApplyScene(Entry file)
        {
            var edited = new World(file);
            bool samePlacement = TurnSign == edited.TurnSign && scale == edited.scale && origin.Equals(edited.origin);
            Dictionary<long, Agent> earlierAgents = agentsById;
            foreach (Spawner spawner in edited.spawners)
            {
                Spawner earlier = spawners.Find(other => other.Id == spawner.Id);
                if (samePlacement && earlier != null && seed == edited.seed) spawner.Resume(earlier);
            }
            spawners = edited.spawners;
            contacts = edited.contacts;
            spawned.Clear();
            agents.Clear();
            agents.AddRange(edited.agents);
            agentsById = edited.agentsById;
            markersById = edited.markersById;
            pathsById = edited.pathsById;
            startsById = edited.startsById;
            this.file = file;
            sceneHash = null;
            presetsById = edited.presetsById;
            properties = edited.properties;
            grid = edited.grid;
            Walls = edited.Walls;
            seed = edited.seed;
            highestId = Math.Max(highestId, edited.highestId);
            edited.pointer.Position = pointer.Position;
            pointer = edited.pointer;
            maxNeighborRadius = edited.maxNeighborRadius;
            anyoneHears = edited.anyoneHears;
            anyoneHasStates = edited.anyoneHasStates;
            TouchMargin = edited.TouchMargin;
            RouteTolerance = edited.RouteTolerance;
            RepathDistance = edited.RepathDistance;
            nets = edited.nets;
            if (!samePlacement)
            {
                calledNoises.Clear();
                sentNames.Clear();
            }
            hasMeetings = edited.hasMeetings;
            TurnSign = edited.TurnSign;
            IsGroundPlane = edited.IsGroundPlane;
            scale = edited.scale;
            origin = edited.origin;
            Dt = edited.Dt;
            foreach (Agent agent in agents)
            {
                agent.World = this;
                bool existed = earlierAgents.TryGetValue(agent.Id, out Agent earlier);
                if (samePlacement && existed && agent.CanResume(earlier))
                {
                    agent.Resume(earlier);
                    // Its state may not be the first.
                    ResolveLeader(agent);
                }
                agent.ForgetMissing();
            }
            told = agents.FindAll(agent => agent.IsTold);
            hasForcedStates = agents.Exists(agent => agent.ForcedState.HasValue);
        }

        /// <summary>
        /// A number that is the same for two worlds in the same state, in every runtime of Steerwright: to compare them, for example
        /// those of two players.
        /// </summary>
        public ulong Hash64()
        {
            var archive = new HashArchive();
            Record(archive);
            return archive.Result;
        }

        /// <summary>
        /// The state of the world as a text, for <see cref="LoadSave"/> of a world with the same scene, in any runtime of Steerwright. What
        /// <see cref="ReplacePreset"/> replaced is not in it.
        /// </summary>
        public string Save()
        {
            var archive = new SaveArchive();
            Record(archive);
            return "{\"format\": \"" + SaveFormat + "\", \"format_version\": " + SaveVersion + ", \"scene\": \"" + SceneHash + "\", \"values\": ["
                + archive.Result + "]}";
        }

        /// <summary>
        /// Brings the world into the state in which a text was saved; not inside a loop over Agents. The world must have been loaded from
        /// the scene of that world, or that scene applied to it; presets are those that this world has now.
        /// </summary>
        /// <exception cref="SteerwrightException">The text is not a save of this scene; the world is unchanged then.</exception>
        public void LoadSave(string json)
        {
            var save = new Entry(JsonReader.Read(json ?? ""));
            save["format"].Choice(SaveFormat);
            if (!save["format_version"].TryWhole(SaveVersion, SaveVersion, out _))
            {
                throw save["format_version"].Error("is not version " + SaveVersion + ", the one that this runtime loads", "save the world again");
            }
            if (save["scene"].TextOrEmpty != SceneHash)
            {
                throw save["scene"].Error("is another one than that of this world", "load the scene in which it was saved");
            }
            Record(new SaveReader(save["values"]));
        }

        /// <summary>The hash of a new world of the scene, as 16 hex digits.</summary>
        string SceneHash
        {
            get
            {
                if (!sceneHash.HasValue) sceneHash = new World(file).Hash64();
                return HexDigits.Of(unchecked((long) sceneHash.Value));
            }
        }

        /// <summary>All that changes while it runs, for a hash or a save. What is read replaces it when there was no problem.</summary>
        void Record(Archive archive)
        {
            long tick = archive.Tick(Tick);
            double accumulated = archive.Number(accumulatedTicks);
            archive.Check(accumulated >= 0.0 && accumulated < 1.0, "is not from 0 to below 1");
            Vector pointerPosition = archive.Vector(pointer.Position);
            bool pressed = archive.Flag(isPressed), newPress = archive.Flag(isNewPress);
            long highest = archive.Whole(highestId);
            List<Wall> doors = Doors();
            archive.Check(archive.Whole(doors.Count) == doors.Count, "is not the number of doors of the scene");
            bool[] open = doors.ConvertAll(door => archive.Flag(door.IsOpen)).ToArray();
            List<PointTarget> markers = SortedMarkers();
            archive.Check(archive.Whole(markers.Count) == markers.Count, "is not the number of markers of the scene");
            Vector[] places = markers.ConvertAll(marker => archive.Vector(marker.Position)).ToArray();
            List<Noise> noises = RecordNoises(archive);
            List<SentName> names = RecordNames(archive);
            SpawnerMemory[] memories = spawners.ConvertAll(spawner => spawner.Record(archive)).ToArray();
            LoadedAgents loaded = RecordAgents(archive, highest);
            if (!archive.IsReading) return;

            ((SaveReader) archive).End(loaded.Agents.ConvertAll(agent => agent.Id));
            Tick = tick;
            accumulatedTicks = accumulated;
            pointer.Position = pointerPosition;
            isPressed = pressed;
            isNewPress = newPress;
            highestId = highest;
            for (int i = 0; i < open.Length; i++) doors[i].IsOpen = open[i];
            grid.BlockCrossedBy(Walls.ById.Values);
            for (int i = 0; i < places.Length; i++) markers[i].Position = places[i];
            calledNoises.Clear();
            calledNoises.AddRange(noises);
            sentNames.Clear();
            sentNames.AddRange(names);
            events.Clear();
            UseLoaded(loaded, memories);
        }

        List<Noise> RecordNoises(Archive archive)
        {
            var noises = new List<Noise>();
            long count = archive.Whole(calledNoises.Count, 0, MaxNoises);
            while (noises.Count < count)
            {
                Noise noise = archive.IsReading ? default(Noise) : calledNoises[noises.Count];
                Vector place = archive.Vector(noise.Place);
                noises.Add(new Noise(place, archive.Number(noise.Radius), null));
            }
            return noises;
        }

        List<SentName> RecordNames(Archive archive)
        {
            var names = new List<SentName>();
            long count = archive.Whole(sentNames.Count, 0, MaxNames);
            while (names.Count < count)
            {
                SentName sent = archive.IsReading ? default(SentName) : sentNames[names.Count];
                long? agentId = archive.WholeOrNone(sent.AgentId);
                names.Add(new SentName { AgentId = agentId, Name = archive.Text(sent.Name) });
            }
            return names;
        }

        LoadedAgents RecordAgents(Archive archive, long highest)
        {
            var loaded = new LoadedAgents();
            long lastId = -1, count = archive.Whole(agents.Count);
            while (loaded.Agents.Count < count)
            {
                Agent agent = Agent.Record(archive.IsReading ? null : agents[loaded.Agents.Count], archive, this, loaded);
                archive.Check(agent.Id > lastId && agent.Id <= highest, "ends an agent in another order, or with too high an id");
                lastId = agent.Id;
                loaded.Agents.Add(agent);
            }
            return loaded;
        }

        List<Wall> Doors()
        {
            var ids = new List<long>(Walls.ById.Keys);
            ids.Sort();
            return ids.ConvertAll(id => Walls.ById[id]).FindAll(wall => wall.IsDoor);
        }

        List<PointTarget> SortedMarkers()
        {
            var ids = new List<long>(markersById.Keys);
            ids.Sort();
            return ids.ConvertAll(id => markersById[id]);
        }

        /// <summary>Goes on with the agents of a save.</summary>
        void UseLoaded(LoadedAgents loaded, SpawnerMemory[] memories)
        {
            agents.Clear();
            agents.AddRange(loaded.Agents);
            agentsById = new Dictionary<long, Agent>();
            foreach (Agent agent in agents) agentsById.Add(agent.Id, agent);
            foreach (Agent agent in agents) agent.ResolveLoaded();
            for (int i = 0; i < memories.Length; i++)
            {
                spawners[i].Restore(memories[i]);
                foreach (long id in new List<long>(spawners[i].NamedAgents()))
                {
                    if (!agentsById.ContainsKey(id)) spawners[i].Forget(id);
                }
            }
            spawned.Clear();
            foreach (KeyValuePair<long, KeyValuePair<Spawner, long>> entry in loaded.Spawned)
            {
                spawned.Add(entry.Key, entry.Value);
                entry.Value.Key.Alive++;
            }
            told = agents.FindAll(agent => agent.IsTold);
            hasForcedStates = agents.Exists(agent => agent.ForcedState.HasValue);
        }

        /// <summary>An agent of the scene as it is authored, or null.</summary>
        internal AgentStart StartOf(long id) => startsById.TryGetValue(id, out AgentStart start) ? start : null;

        internal Preset PresetOrNull(long id) => presetsById.TryGetValue(id, out Preset preset) ? preset : null;

        /// <summary>The spawner of an agent, and the tick in which it expires.</summary>
        internal KeyValuePair<Spawner, long> SpawnedOrNone(long id)
        {
            return spawned.TryGetValue(id, out KeyValuePair<Spawner, long> entry) ? entry : default(KeyValuePair<Spawner, long>);
        }

        internal Spawner SpawnerOrNull(long id) => spawners.Find(spawner => spawner.Id == id);

        static void Add<T>(Dictionary<long, T> byId, Entry entry, T value)
        {
            byId.Add(NewId(byId, entry), value);
        }

        static long NewId<T>(Dictionary<long, T> byId, Entry entry)
        {
            long id = entry["id"].Id();
            if (byId.ContainsKey(id)) throw entry["id"].Error("is used twice");
            return id;
        }

        void ResolveReferences(Agent agent, Entry entry)
        {
            if (agent.PathId.HasValue && !pathsById.TryGetValue(agent.PathId.Value, out agent.Path))
            {
                throw entry["path"].Error("names path " + agent.PathId + ", which is not in the file");
            }
            agent.Target = ResolveField(entry["target"], agent);
            agent.TargetReference = Target.Load(entry["target"]);
            agent.Danger = ResolveField(entry["danger"], agent);
            agent.DangerReference = Target.Load(entry["danger"]);
            agent.LeaderId = entry["leader"].IdOrNull();
            if (agent.LeaderId.HasValue) CheckReference(entry["leader"], FindAgent(agent.LeaderId.Value), "agent " + agent.LeaderId, agent);
            ResolveLeader(agent);
            agent.StartBehaviors();
        }

        /// <summary>An agent has a leader only if one of its behaviors follows one.</summary>
        internal void ResolveLeader(Agent agent)
        {
            bool hasLeader = agent.LeaderId.HasValue && agent.LeaderId != agent.Id && agent.FollowsLeader;
            agent.Leader = hasLeader ? FindAgent(agent.LeaderId.Value) : null;
        }

        ITarget ResolveField(Entry field, Agent agent)
        {
            Target target = Target.Load(field);
            if (target.Kind == TargetKind.Marker)
            {
                markersById.TryGetValue(target.Id, out PointTarget marker);
                CheckReference(field, marker, "marker " + target.Id, agent);
            }
            if (target.Kind == TargetKind.Agent) CheckReference(field, FindAgent(target.Id), "agent " + target.Id, agent);
            return Resolve(target, agent);
        }

        /// <summary>Refuses a reference that names nothing, or the agent itself.</summary>
        static void CheckReference(Entry field, ITarget named, string name, Agent agent)
        {
            if (named == null) throw field.Error("names " + name + ", which is not in the file");
            if (agent != null && ReferenceEquals(named, agent)) throw field.Error("names the agent itself");
        }

        /// <summary>Null for none, for an id that does not exist, and for the agent itself.</summary>
        internal ITarget Resolve(Target target, Agent agent)
        {
            switch (target.Kind)
            {
                case TargetKind.Marker: return markersById.TryGetValue(target.Id, out PointTarget marker) ? marker : null;
                case TargetKind.Agent: return target.Id == agent.Id ? null : FindAgent(target.Id);
                case TargetKind.Pointer: return pointer;
                default: return null;
            }
        }

        /// <summary>The number of ticks since the start.</summary>
        public long Tick { get; private set; }

        /// <summary>The length of a tick, in seconds.</summary>
        public double Dt { get; private set; }

        /// <summary>1 with y up, -1 with y down.</summary>
        internal double TurnSign { get; private set; }

        /// <summary>How far apart two bodies are that touch.</summary>
        internal double TouchMargin { get; private set; }

        /// <summary>At this distance, besides its radius, a body is at a place of a search or of a route.</summary>
        internal double RouteTolerance { get; private set; }

        /// <summary>How far a goal moves before the way to it is planned again.</summary>
        internal double RepathDistance { get; private set; }

        /// <summary>What happens to an agent on its path in this tick.</summary>
        internal List<PathEvent> PathEvents { get; } = new List<PathEvent>();

        /// <summary>What there is to hear in this tick.</summary>
        internal List<Noise> Noises { get; } = new List<Noise>();

        /// <summary>Whether x and y of the scene are x and z in the game.</summary>
        internal bool IsGroundPlane { get; private set; }

        /// <summary>The options of the export as JSON, for the live link.</summary>
        internal string ExportOptions()
        {
            Func<double, string> number = x => x.ToString("R", CultureInfo.InvariantCulture);
            return "{\"y_down\": " + (TurnSign < 0.0 ? "true" : "false") + ", \"plane\": \"" + (IsGroundPlane ? "xz" : "xy")
                + "\", \"scale\": " + number(scale) + ", \"origin\": {\"x\": " + number(origin.X) + ", \"y\": " + number(origin.Y) + "}}";
        }

        /// <summary>Seconds since the start: Tick * Dt.</summary>
        public double Time => Tick * Dt;

        /// <summary>
        /// The part of a tick, from 0 to 1, that <see cref="Advance"/> kept. For smooth motion draw each agent at
        /// previous + (position - previous) * InterpolationAlpha.
        /// </summary>
        public double InterpolationAlpha => accumulatedTicks;

        /// <summary>All agents, in ascending order of id.</summary>
        public IReadOnlyList<Agent> Agents => agents;

        /// <summary>The same, for loops that allocate nothing.</summary>
        internal List<Agent> AgentList => agents;

        /// <summary>The events of the last <see cref="Step"/> or <see cref="Advance"/>.</summary>
        public IReadOnlyList<AgentEvent> Events => events;

        /// <summary>The agent with this id, or null.</summary>
        public Agent FindAgent(long id) => agentsById.TryGetValue(id, out Agent agent) ? agent : null;

        /// <summary>The agent with this name, or null; of several, the one with the lowest id.</summary>
        public Agent FindAgent(string name) => agents.Find(agent => agent.Name == name);

        /// <summary>The id of the marker with this name, or null; of several, the lowest.</summary>
        public long? FindMarker(string name) => LowestId(markersById, marker => marker.Name == name);

        /// <summary>The id of the path with this name, or null; of several, the lowest.</summary>
        public long? FindPath(string name) => LowestId(pathsById, path => path.Name == name);

        /// <summary>
        /// The id of the preset with this name, or null; of several, the lowest. An export has only the presets of its agents.
        /// </summary>
        public long? FindPreset(string name) => LowestId(presetsById, preset => preset.Name == name);

        /// <summary>The id of the state with this name in the preset of an agent, or null; of several, the first.</summary>
        /// <exception cref="SteerwrightException">There is no such agent.</exception>
        public long? FindState(long agentId, string name) => CheckedAgent(agentId).FindState(name);

        /// <summary>
        /// The value of a custom property of an "agent", a "path", a "marker" or a "wall": a bool, a double, a string, or null. Without an
        /// own value it is the default; null if the item or the property does not exist. Colors are strings, references are ids or null.
        /// </summary>
        public object Property(string kind, long id, string name)
        {
            string items = kind + "s";
            Dictionary<string, object> values = properties.Of(items, id);
            bool exists = kind == "agent" ? agentsById.ContainsKey(id) : values != null;
            return exists ? properties.Find(values, name, items) : null;
        }

        /// <summary>The same for a node of a path, which is named by its index, as in events.</summary>
        public object NodeProperty(long pathId, int node, string name)
        {
            Dictionary<string, object> values = properties.OfNode(pathId, node);
            return values == null ? null : properties.Find(values, name, "nodes");
        }

        /// <summary>The same for the preset of an agent.</summary>
        public object PresetProperty(long agentId, string name)
        {
            Preset preset = agentsById.TryGetValue(agentId, out Agent agent) ? PresetOrNull(agent.PresetId) : null;
            return preset == null ? null : properties.Find(preset.Properties, name, "presets");
        }

        /// <summary>The name of a preset; empty if there is none with this id.</summary>
        internal string PresetName(long presetId) => presetsById.TryGetValue(presetId, out Preset preset) ? preset.Name : "";

        /// <summary>The id of the wall with this name, or null; of several, the lowest.</summary>
        public long? FindWall(string name) => LowestId(Walls.ById, wall => wall.Name == name);

        static long? LowestId<T>(Dictionary<long, T> byId, Predicate<T> isNamed)
        {
            long? lowest = null;
            foreach (KeyValuePair<long, T> entry in byId)
            {
                if (isNamed(entry.Value) && !(lowest < entry.Key)) lowest = entry.Key;
            }
            return lowest;
        }

        /// <summary>The line of a path.</summary>
        /// <exception cref="SteerwrightException">There is no such path.</exception>
        public PathLine Path(long pathId) => CheckedPath(pathId).Line;

        /// <summary>The place of a path nearest to a position in game units; null if the path has no points.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or there is no such path.</exception>
        public PathPlace? PathNearest(long pathId, double x, double y) => CheckedPath(pathId).Line.Nearest(Checked(x, y));

        /// <summary>
        /// The point of a path at a distance along it from its first point; null if the path has no points. On a closed path the
        /// distance wraps around, on an open one it is limited to the ends.
        /// </summary>
        /// <exception cref="SteerwrightException">The distance is not finite, or there is no such path.</exception>
        public PathPoint? PathAt(long pathId, double along)
        {
            PathLine line = CheckedPath(pathId).Line;
            if (Math.Abs(along) <= double.MaxValue) return line.At(along);
            throw new SteerwrightException("the distance along a path is not a finite number; check how it is computed");
        }

        /// <summary>The points of a way around walls for a body with a radius, the end last; null if there is none.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or the radius not one from 0 to 1e9.</exception>
        public IReadOnlyList<PathPoint> PathBetween(double startX, double startY, double endX, double endY, double radius)
        {
            Vector start = Checked(startX, startY), end = Checked(endX, endY);
            if (!(radius >= 0.0 && radius <= Entry.MaxCoordinate))
            {
                throw new SteerwrightException("the radius of a body is not a number from 0 to 1e9; check how it is computed");
            }
            var points = new List<Vector>();
            if (!Plan(start, end, radius, points)) return null;
            points.Add(end);
            return points.ConvertAll(point => new PathPoint(point));
        }

        /// <summary>The cell that contains a position in game units.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9.</exception>
        public GridCell CellAt(double x, double y) => grid.Describe(Checked(x, y));

        /// <summary>Takes one tick.</summary>
        public void Step()
        {
            events.Clear();
            TickOnce();
        }

        /// <summary>Takes as many whole ticks as fit, at most 240, and keeps the rest for the next call.</summary>
        /// <param name="seconds">Seconds since the last call; anything but a finite number above 0 counts as 0.</param>
        /// <returns>The number of ticks taken.</returns>
        public int Advance(double seconds)
        {
            events.Clear();
            double passed = seconds / Dt;
            if (passed > 0.0 && passed < double.PositiveInfinity) accumulatedTicks += passed;
            int ticks = 0;
            while (accumulatedTicks >= 1.0)
            {
                if (ticks == MaxTicksPerAdvance)
                {
                    accumulatedTicks = 0.0;
                    break;
                }
                accumulatedTicks -= 1.0;
                ticks++;
                TickOnce();
            }
            return ticks;
        }

        void TickOnce()
        {
            Tick++;
            long highestBefore = highestId;
            RunSpawners();
            firstOwnEvent = events.Count;
            if (maxNeighborRadius > 0.0) neighborGrid.Rebuild(agents, maxNeighborRadius);
            if (hasMeetings) CountMeetings();
            foreach (Agent agent in agents) agent.Think();
            foreach (Agent agent in agents) agent.Move(Dt);
            CollectNoises();
            foreach (Agent agent in agents)
            {
                agent.Turn();
                if (agent.HasSenses) agent.Sense(Dt);
            }
            if (anyoneHasStates || hasForcedStates || told.Count > 0) UpdateStates();
            sentNames.Clear();
            FindContacts(highestBefore);
            if (switchedDoors.Count > 0) SwitchDoors();
        }

        void UpdateStates()
        {
            foreach (Agent agent in agents) agent.UpdateState();
            foreach (Agent agent in told) agent.IsTold = false;
            foreach (Agent agent in toldNow) agent.IsTold = true;
            told.Clear();
            List<Agent> empty = told;
            told = toldNow;
            toldNow = empty;
            hasForcedStates = hasForcedStates && agents.Exists(agent => agent.ForcedState.HasValue);
        }

        /// <summary>Lets an agent know in the next tick that a share has reached it.</summary>
        internal void Tell(Agent agent)
        {
            toldNow.Add(agent);
        }

        /// <summary>Whether the game has sent a name to an agent, or to all, since the tick before.</summary>
        internal bool IsSent(Agent agent, string name)
        {
            foreach (SentName sent in sentNames)
            {
                if ((!sent.AgentId.HasValue || sent.AgentId == agent.Id) && string.Equals(sent.Name, name)) return true;
            }
            return false;
        }

        void CountMeetings()
        {
            meetingSizes.Clear();
            foreach (Agent agent in agents) agent.CountMeetings(meetingSizes);
        }

        /// <summary>How many agents waited at the start of the tick for a meeting with this name.</summary>
        internal int MeetingSize(string name) => meetingSizes.TryGetValue(name, out int size) ? size : 0;

        /// <summary>Opens or closes a door at the end of the tick, unless an agent with a higher id does otherwise.</summary>
        internal void SwitchDoor(Agent agent, long wallId, bool isOpen)
        {
            if (switchedDoors.TryGetValue(wallId, out DoorSwitch other) && other.AgentId > agent.Id) return;
            switchedDoors[wallId] = new DoorSwitch { AgentId = agent.Id, IsOpen = isOpen };
        }

        void SwitchDoors()
        {
            foreach (KeyValuePair<long, DoorSwitch> door in switchedDoors) SetWallOpen(door.Key, door.Value.IsOpen);
            switchedDoors.Clear();
        }

        void CollectNoises()
        {
            Noises.Clear();
            if (anyoneHears)
            {
                foreach (Agent agent in agents) agent.AddNoise(Noises);
                Noises.AddRange(calledNoises);
            }
            calledNoises.Clear();
        }

        void FindContacts(long highestBefore)
        {
            if (contacts.Count == 0) return;
            var gone = new HashSet<long>();
            int mostEvents = events.Count + MaxContacts;
            foreach (ContactRule rule in contacts) FindContacts(rule, highestBefore, mostEvents, gone);
            foreach (long id in gone) Despawn(id);
        }

        /// <summary>The start of a tick: agents expire, and spawners fire.</summary>
        void RunSpawners()
        {
            var expired = new List<long>();
            foreach (KeyValuePair<long, KeyValuePair<Spawner, long>> entry in spawned)
            {
                if (entry.Value.Value <= Tick) expired.Add(entry.Key);
            }
            foreach (long id in expired)
            {
                events.Add(new AgentEvent(Tick, id, EventKind.Expired, null, null, spawned[id].Key.Id));
                Despawn(id);
            }
            foreach (Spawner spawner in spawners)
            {
                for (long due = spawner.Due(isPressed, isNewPress); due > 0 && spawner.Fire(); due--)
                {
                    for (long i = 0; i < spawner.Count; i++) SpawnFrom(spawner);
                }
            }
            isNewPress = false;
        }

        /// <summary>Adds an agent of a spawner, if there is room and a place for it.</summary>
        void SpawnFrom(Spawner spawner)
        {
            if (spawner.MaxAlive.HasValue && spawner.Alive >= spawner.MaxAlive.Value) return;
            if (agents.Count >= MaxAgents || highestId >= uint.MaxValue) return;
            long id = highestId + 1;
            var random = new RandomStream(seed, id);
            Vector? place = SpawnPlace(spawner, random);
            if (!place.HasValue) return;
            Vector position = place.Value;
            if (spawner.Scatter.HasValue) position += Agent.RandomOffset(random, spawner.Scatter.Value, TurnSign);
            var agent = new Agent(id, new AgentStart { Position = position }, this, random, spawner.PresetId, presetsById[spawner.PresetId]);
            agent.PathId = spawner.PathId;
            if (spawner.PathId.HasValue) pathsById.TryGetValue(spawner.PathId.Value, out agent.Path);
            agent.Target = Resolve(spawner.Target, agent);
            agent.TargetReference = spawner.Target;
            agent.Danger = Resolve(spawner.Danger, agent);
            agent.DangerReference = spawner.Danger;
            agent.Team = spawner.Team;
            agent.LeaderId = spawner.LeaderId;
            ResolveLeader(agent);
            agent.StartBehaviors();
            agents.Add(agent);
            agentsById.Add(id, agent);
            highestId = id;
            spawner.Alive++;
            long expires = spawner.LifetimeTicks > 0 ? Tick + spawner.LifetimeTicks : long.MaxValue;
            spawned.Add(id, new KeyValuePair<Spawner, long>(spawner, expires));
            events.Add(new AgentEvent(Tick, id, EventKind.Spawned, null, null, spawner.Id));
        }

        /// <summary>Where an agent enters, before its scatter; null if the place is gone.</summary>
        Vector? SpawnPlace(Spawner spawner, RandomStream random)
        {
            switch (spawner.Place)
            {
                case Spawner.PlaceKind.Point: return spawner.From;
                case Spawner.PlaceKind.Edge: return spawner.EdgePoint(random.NextDouble());
                case Spawner.PlaceKind.Marker: return MarkerOrNull(spawner.PlaceId)?.Position;
                case Spawner.PlaceKind.Agent: return FindAgent(spawner.PlaceId)?.Position;
                default: return null;
            }
        }

        /// <summary>Reports the contacts of a rule, and notes which agents go. Those with an id above `highestBefore` are new.</summary>
        void FindContacts(ContactRule rule, long highestBefore, int mostEvents, HashSet<long> gone)
        {
            if (events.Count == mostEvents) return;
            List<Agent> firsts = agents.FindAll(agent => agent.PresetId == rule.First);
            List<Agent> seconds = agents.FindAll(agent => agent.PresetId == rule.Second);
            if (firsts.Count == 0 || seconds.Count == 0) return;
            double reach = rule.Distance ?? firsts[0].Radius + seconds[0].Radius + rule.Margin;
            Func<Vector, Vector, bool> touch = (p, q) => Vector.Dot(q - p, q - p) <= reach * reach;
            bool hasGrid = reach > 0.0 && (long) firsts.Count * seconds.Count > MaxPairsToTry;
            if (hasGrid) contactGrid.Rebuild(seconds, reach);
            foreach (Agent a in firsts)
            {
                if (gone.Contains(a.Id)) continue;
                List<Agent> near = seconds;
                if (hasGrid)
                {
                    near = contactGrid.Near(a.Position, reach);
                    near.Sort((p, q) => p.Id.CompareTo(q.Id));
                }
                foreach (Agent b in near)
                {
                    if (rule.First == rule.Second ? b.Id <= a.Id : b == a) continue;
                    if (!touch(a.Position, b.Position) || gone.Contains(b.Id)) continue;
                    bool isOld = a.Id <= highestBefore && b.Id <= highestBefore && touch(a.Previous, b.Previous);
                    if (!rule.FirstGoes && !rule.SecondGoes && isOld) continue;
                    events.Add(new AgentEvent(Tick, a.Id, EventKind.Contact, null, null, rule.Id, b.Id));
                    if (rule.SecondGoes) gone.Add(b.Id);
                    if (rule.FirstGoes) gone.Add(a.Id);
                    if (events.Count == mostEvents) return;
                    if (rule.FirstGoes) break;
                }
            }
        }

        internal List<Agent> AgentsNear(Vector position, double radius) => neighborGrid.Near(position, radius);

        /// <summary>Events are in the order of agents; what an agent sees follows its other events of the tick.</summary>
        internal void Report(AgentEvent agentEvent)
        {
            int index = events.Count;
            while (index > firstOwnEvent && events[index - 1].AgentId > agentEvent.AgentId) index--;
            events.Insert(index, agentEvent);
        }

        /// <summary>Moves the pointer to a position in game units.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9.</exception>
        public void SetPointer(double x, double y)
        {
            pointer.Position = Checked(x, y);
        }

        /// <summary>Tells whether the pointer is pressed, which spawners can wait for.</summary>
        public void SetPressed(bool pressed)
        {
            isNewPress |= pressed && !isPressed;
            isPressed = pressed;
        }

        /// <summary>Fires the spawners that wait for this name at the start of the next tick.</summary>
        /// <returns>Whether there is one.</returns>
        public bool Trigger(string name)
        {
            bool isKnown = false;
            foreach (Spawner spawner in spawners)
            {
                if (spawner.When != Spawner.WhenKind.Trigger || !string.Equals(spawner.Trigger, name, StringComparison.Ordinal)) continue;
                isKnown = true;
                spawner.Pending = Math.Min(spawner.Pending + 1, MaxPending);
            }
            return isKnown;
        }

        /// <summary>
        /// Makes a noise at a position in game units, which agents within the radius hear in the next tick if their presets have
        /// hearing.
        /// </summary>
        /// <exception cref="SteerwrightException">
        /// A coordinate is not a number from -1e9 to 1e9, the radius not one from 0 to 1e9, or 1000 noises wait for the next tick already.
        /// </exception>
        public void Noise(double x, double y, double radius)
        {
            Vector place = Checked(x, y);
            if (!(radius >= 0.0 && radius <= Entry.MaxCoordinate))
            {
                throw new SteerwrightException("the radius of a noise is not a number from 0 to 1e9; check how it is computed");
            }
            if (calledNoises.Count == MaxNoises)
            {
                throw new SteerwrightException(MaxNoises + " noises wait for the next tick already; make fewer");
            }
            calledNoises.Add(new Noise(place, radius, null));
        }

        /// <summary>
        /// Lets an agent enter a state of its preset at the end of the next tick, as a transition would; a driven agent enters it when
        /// it is released.
        /// </summary>
        /// <exception cref="SteerwrightException">There is no such agent, or its preset has no such state.</exception>
        public void SetState(long agentId, long stateId)
        {
            Agent agent = CheckedAgent(agentId);
            if (!agent.HasState(stateId))
            {
                throw new SteerwrightException("the preset of the agent " + agentId + " has no state " + stateId + "; check the ids in the scene");
            }
            agent.ForcedState = stateId;
            hasForcedStates = true;
        }

        /// <summary>Sends a name, for which transitions can wait, to an agent or with null to all. It counts in the next tick.</summary>
        /// <exception cref="SteerwrightException">
        /// There is no such agent, the name is empty, or 1000 names wait for the next tick already.
        /// </exception>
        public void ForceEvent(long? agentId, string name)
        {
            if (agentId.HasValue) CheckedAgent(agentId.Value);
            if (string.IsNullOrEmpty(name)) throw new SteerwrightException("the name of an event is empty; use one that a transition waits for");
            if (sentNames.Count == MaxNames)
            {
                throw new SteerwrightException(MaxNames + " names wait for the next tick already; send fewer");
            }
            sentNames.Add(new SentName { AgentId = agentId, Name = name });
        }

        /// <summary>Sets the team of an agent, which others can watch; null for none.</summary>
        /// <exception cref="SteerwrightException">There is no such agent, or the name is empty.</exception>
        public void SetTeam(long agentId, string team)
        {
            Agent agent = CheckedAgent(agentId);
            if (team == "") throw new SteerwrightException("the name of the team is empty; use null for none");
            agent.Team = team;
        }

        /// <summary>Moves a marker to a position in game units.</summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or there is no such marker.</exception>
        public void MoveMarker(long id, double x, double y)
        {
            CheckedMarker(id).Position = Checked(x, y);
        }

        /// <summary>Sets the target of an agent.</summary>
        /// <exception cref="SteerwrightException">There is no such agent or target.</exception>
        public void SetTarget(long agentId, Target target)
        {
            Agent agent = CheckedAgent(agentId);
            agent.Target = Resolve(Checked(target), agent);
            agent.TargetReference = agent.Target == null ? Target.None : target;
        }

        /// <summary>Sets the danger of an agent.</summary>
        /// <exception cref="SteerwrightException">There is no such agent or target.</exception>
        public void SetDanger(long agentId, Target danger)
        {
            Agent agent = CheckedAgent(agentId);
            agent.Danger = Resolve(Checked(danger), agent);
            agent.DangerReference = agent.Danger == null ? Target.None : danger;
        }

        /// <summary>Sets the leader of an agent; null for none.</summary>
        /// <exception cref="SteerwrightException">There is no such agent.</exception>
        public void SetLeader(long agentId, long? leaderId)
        {
            Agent agent = CheckedAgent(agentId);
            if (leaderId.HasValue) CheckedAgent(leaderId.Value);
            agent.LeaderId = leaderId;
            ResolveLeader(agent);
        }

        /// <summary>
        /// Sets the path of an agent; null for none. Its path following starts as its preset says; with the path that it has
        /// already it continues.
        /// </summary>
        /// <exception cref="SteerwrightException">There is no such agent or path.</exception>
        public void SetPath(long agentId, long? pathId)
        {
            Agent agent = CheckedAgent(agentId);
            ScenePath path = pathId.HasValue ? CheckedPath(pathId.Value) : null;
            if (pathId == agent.PathId) return;
            agent.PathId = pathId;
            agent.Path = path;
            agent.StartPath();
        }

        /// <summary>
        /// Opens or closes a door. Cell movers look for their way again if the cells that it crosses become free or blocked.
        /// </summary>
        /// <exception cref="SteerwrightException">There is no such wall, or it is not a door.</exception>
        public void SetWallOpen(long wallId, bool isOpen)
        {
            if (!Walls.ById.TryGetValue(wallId, out Wall wall))
            {
                throw new SteerwrightException("there is no wall " + wallId + "; check the ids in the scene");
            }
            if (!wall.IsDoor) throw new SteerwrightException("the wall " + wallId + " is not a door; make it one in the scene");
            if (wall.IsOpen == isOpen) return;
            wall.IsOpen = isOpen;
            foreach (Agent agent in agents) agent.ForgetRoutes();
            if (!grid.BlockCrossedBy(Walls.ById.Values)) return;
            foreach (Agent agent in agents) agent.ForgetLine();
        }

        /// <summary>Whether a wall is a door that is open now. False also for an id that no wall has.</summary>
        public bool IsWallOpen(long wallId) => Walls.ById.TryGetValue(wallId, out Wall wall) && wall.IsOpen;

        /// <summary>Whether an agent whose preset has sight sees the body of another agent now, whatever its target.</summary>
        /// <returns>False also for an agent that does not exist or has no sight, and for the agent itself.</returns>
        public bool Sees(long agentId, long otherId)
        {
            Agent agent = FindAgent(agentId), other = FindAgent(otherId);
            return agent != null && other != null && agent != other && agent.HasSight && agent.Sees(other);
        }

        /// <summary>Sets the preset that an agent moves by. It continues from where it is; its behaviors keep their memory.</summary>
        /// <exception cref="SteerwrightException">There is no such agent or preset.</exception>
        public void SetPreset(long agentId, long presetId)
        {
            ChangePreset(CheckedAgent(agentId), presetId, CheckedPreset(presetId));
        }

        /// <summary>Replaces a preset: all its agents move by the new one from now on.</summary>
        /// <param name="presetId">The preset; see <see cref="FindPreset"/>.</param>
        /// <param name="json">
        /// The fields of an agent in an export that come from its preset: preset, color, body, facing, sight, motion, blend_mode and behaviors,
        /// and if it has them watches, hearing, alert, state and states.
        /// </param>
        /// <exception cref="SteerwrightException">There is no such preset, or the text is invalid; the world is unchanged then.</exception>
        public void ReplacePreset(long presetId, string json)
        {
            CheckedPreset(presetId);
            var preset = new Preset(new Entry(JsonReader.Read(json ?? "")), this, grid, Dt);
            presetsById[presetId] = preset;
            MeasurePresets();
            foreach (Agent agent in agents)
            {
                if (agent.PresetId == presetId) ChangePreset(agent, presetId, preset);
            }
        }

        void ChangePreset(Agent agent, long presetId, Preset preset)
        {
            agent.ChangePreset(presetId, preset);
            ResolveLeader(agent);
        }

        /// <summary>
        /// Lets the game move an agent, such as the player's character: from the next tick on it is at (x, y), in game units,
        /// until it is driven elsewhere or released. Its velocity follows from that; its behaviors do not run.
        /// </summary>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or there is no such agent.</exception>
        public void Drive(long agentId, double x, double y)
        {
            CheckedAgent(agentId).DrivenTo = Checked(x, y);
        }

        /// <summary>Lets the behaviors of a driven agent run again, from where it is; in a grid, from the center of its cell.</summary>
        /// <exception cref="SteerwrightException">There is no such agent.</exception>
        public void Release(long agentId)
        {
            CheckedAgent(agentId).Release();
        }

        /// <summary>
        /// Adds an agent with a preset, at rest at a position in game units; not inside a loop over Agents. It has no name, path,
        /// target, danger or leader yet.
        /// </summary>
        /// <returns>Its id: the highest id so far plus 1.</returns>
        /// <exception cref="SteerwrightException">A coordinate is not a number from -1e9 to 1e9, or there is no such preset.</exception>
        public long Spawn(long presetId, double x, double y)
        {
            Preset preset = CheckedPreset(presetId);
            Vector position = Checked(x, y);
            long id = Math.Min(highestId + 1, uint.MaxValue);
            if (agentsById.ContainsKey(id)) throw new SteerwrightException("there is an agent " + id + " already; despawn it first");
            var agent = new Agent(id, new AgentStart { Position = position }, this, new RandomStream(seed, id), presetId, preset);
            agent.StartBehaviors();
            agents.Add(agent);
            agentsById.Add(id, agent);
            return highestId = id;
        }

        /// <summary>Removes an agent; not inside a loop over Agents. References to it become none.</summary>
        /// <exception cref="SteerwrightException">There is no such agent.</exception>
        public void Despawn(long agentId)
        {
            Agent despawned = CheckedAgent(agentId);
            agents.Remove(despawned);
            agentsById.Remove(agentId);
            if (spawned.TryGetValue(agentId, out KeyValuePair<Spawner, long> entry))
            {
                entry.Key.Alive--;
                spawned.Remove(agentId);
            }
            foreach (Spawner spawner in spawners) spawner.Forget(agentId);
            foreach (Agent agent in agents) agent.RemoveReferencesTo(despawned);
        }

        Agent CheckedAgent(long id)
        {
            if (agentsById.TryGetValue(id, out Agent agent)) return agent;
            throw new SteerwrightException("there is no agent " + id + "; check the id and whether it was despawned");
        }

        PointTarget CheckedMarker(long id)
        {
            if (markersById.TryGetValue(id, out PointTarget marker)) return marker;
            throw new SteerwrightException("there is no marker " + id + "; check the ids in the scene");
        }

        ScenePath CheckedPath(long id)
        {
            if (pathsById.TryGetValue(id, out ScenePath path)) return path;
            throw new SteerwrightException("there is no path " + id + "; check the ids in the scene");
        }

        Preset CheckedPreset(long id)
        {
            if (presetsById.TryGetValue(id, out Preset preset)) return preset;
            throw new SteerwrightException("there is no preset " + id + "; find its id by its name");
        }

        Target Checked(Target target)
        {
            if (target.Kind == TargetKind.Agent) CheckedAgent(target.Id);
            if (target.Kind == TargetKind.Marker) CheckedMarker(target.Id);
            return target;
        }

        static Vector Checked(double x, double y)
        {
            if (Math.Abs(x) <= Entry.MaxCoordinate && Math.Abs(y) <= Entry.MaxCoordinate) return new Vector(x, y);
            throw new SteerwrightException("a coordinate is not a number from -1e9 to 1e9; check how it is computed");
        }
    }
}
