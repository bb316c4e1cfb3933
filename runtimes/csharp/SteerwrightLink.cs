// The receiving half of Steerwright's live link: a running game shows what is edited, without a restart.
//
//     var link = new Link(world, "47747/9f0c...", "My game");      // the address that the editor shows; null: that in STEERWRIGHT_LINK
//     if (link.Poll()) ShowWhatIsNew();                            // every frame
//
// Beside it: Steerwright.cs. It connects to this machine only, never waits and never throws. The protocol: docs/live-link.md.
//
// Reading order: Link, HelloWriter.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Steerwright
{
    /// <summary>How a <see cref="Link"/> stands.</summary>
    public enum LinkState
    {
        /// <summary>There is no address, or it was closed.</summary>
        Off,
        /// <summary>Not linked yet; it tries once a second.</summary>
        Connecting,
        /// <summary>Edits arrive.</summary>
        Linked,
        /// <summary>The editor does not want this game; it does not try again.</summary>
        Refused,
        /// <summary>It was linked, and tries again once a second.</summary>
        Lost,
    }

    /// <summary>Hands the scenes that the editor sends to <see cref="World.Reread"/>.</summary>
    public sealed class Link : IDisposable
    {
        const string Variable = "STEERWRIGHT_LINK";
        const int LongestLine = 64 << 20;
        /// <summary>A frame reads no more than this.</summary>
        const int MostBytesAtOnce = 4 << 20;
        const double SecondsBetweenTries = 1.0;
        const double SecondsForAnAnswer = 5.0;

        static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        readonly World world;
        readonly string game;
        readonly string token;
        readonly int port;
        /// <summary>Since it tried to connect, or since it lost the link.</summary>
        readonly Stopwatch watch = new Stopwatch();
        readonly byte[] received = new byte[64 << 10];
        readonly MemoryStream line = new MemoryStream();

        Socket socket;
        byte[] hello;
        int sent;

        /// <summary>A link that connects at the first <see cref="Poll"/>.</summary>
        /// <param name="world">What takes the edits over.</param>
        /// <param name="address">
        /// PORT/TOKEN, as the editor shows it; null or empty: what the environment variable STEERWRIGHT_LINK says, if there is one.
        /// </param>
        /// <param name="game">What the editor calls the game.</param>
        public Link(World world, string address = null, string game = null)
        {
            this.world = world;
            this.game = game ?? "";
            address = string.IsNullOrEmpty(address) ? Environment.GetEnvironmentVariable(Variable) : address;
            if (string.IsNullOrEmpty(address)) return;
            string[] parts = address.Trim().Split('/');
            if (parts.Length == 2 && parts[1].Length > 0 && parts[1].Length <= 256
                && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out port) && port > 0 && port <= 65535)
            {
                token = parts[1];
                State = LinkState.Connecting;
            }
            else
            {
                Problem = "the link address is not PORT/TOKEN; copy it from the editor's live link";
            }
        }

        /// <summary>How the link stands.</summary>
        public LinkState State { get; private set; }

        /// <summary>What went wrong last, for people to read; empty when all is well.</summary>
        public string Problem { get; private set; } = "";

        /// <summary>Connects, and reads what has come; to be called every frame.</summary>
        /// <returns>Whether the world has taken over a scene.</returns>
        public bool Poll()
        {
            try
            {
                double seconds = watch.Elapsed.TotalSeconds;
                bool isUnlinked = State == LinkState.Connecting || State == LinkState.Lost;
                if (isUnlinked && socket == null && (!watch.IsRunning || seconds >= SecondsBetweenTries)) Connect();
                if (isUnlinked && socket != null && seconds > SecondsForAnAnswer) Lose("the editor does not answer");
                return socket != null && Greet() && Receive();
            }
            catch (Exception error) when (error is SocketException || error is InvalidOperationException || error is NotSupportedException)
            {
                Lose("port " + port + " on this machine: " + error.Message + "; switch on the live link in the editor");
                return false;
            }
        }

        /// <summary>Ends the link.</summary>
        public void Close()
        {
            Hang(LinkState.Off, "");
        }

        void IDisposable.Dispose()
        {
            Close();
        }

        void Connect()
        {
            watch.Restart();
            hello = HelloWriter.Write(world, token, game);
            sent = 0;
            socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false, NoDelay = true };
            try
            {
                socket.Connect(IPAddress.Loopback, port);
            }
            catch (SocketException error) when (IsUnderWay(error))
            {
            }
        }

        static bool IsUnderWay(SocketException error)
        {
            return error.SocketErrorCode == SocketError.WouldBlock || error.SocketErrorCode == SocketError.InProgress;
        }

        /// <summary>Says hello as soon as somebody listens. Returns whether it is said.</summary>
        bool Greet()
        {
            if (sent == hello.Length) return true;
            if (!socket.Poll(0, SelectMode.SelectWrite) && !socket.Poll(0, SelectMode.SelectError)) return false;
            if ((int) socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error) != 0)
            {
                Lose("nobody listens on port " + port + " of this machine; switch on the live link in the editor");
                return false;
            }
            try
            {
                sent += socket.Send(hello, sent, hello.Length - sent, SocketFlags.None);
            }
            catch (SocketException error) when (IsUnderWay(error))
            {
            }
            return sent == hello.Length;
        }

        bool Receive()
        {
            bool reread = false;
            for (int budget = MostBytesAtOnce; budget > 0 && socket != null && socket.Poll(0, SelectMode.SelectRead);)
            {
                int count = socket.Receive(received, 0, received.Length, SocketFlags.None);
                if (count == 0)
                {
                    Lose("the editor has ended the live link");
                    break;
                }
                budget -= count;
                reread |= Take(count);
            }
            return reread;
        }

        /// <summary>Cuts what was received into lines, and heeds each.</summary>
        bool Take(int count)
        {
            bool reread = false;
            for (int start = 0; start < count && socket != null;)
            {
                int end = Array.IndexOf(received, (byte) '\n', start, count - start);
                line.Write(received, start, (end < 0 ? count : end) - start);
                if (line.Length > LongestLine) Lose("a line is longer than 64 MB; is it the editor that listens on port " + port + "?");
                if (end < 0 || socket == null) break;
                start = end + 1;
                reread |= HeedLine();
                line.SetLength(0);
            }
            return reread;
        }

        bool HeedLine()
        {
            Entry message;
            try
            {
                message = new Entry(JsonReader.Read(Utf8.GetString(line.GetBuffer(), 0, (int) line.Length)));
                // Only an object has members.
                message.Find("revision");
            }
            catch (Exception error) when (error is SteerwrightException || error is ArgumentException)
            {
                Lose("what came is no message of the live link; is it the editor that listens on port " + port + "?");
                return false;
            }
            return Heed(message);
        }

        bool Heed(Entry message)
        {
            try
            {
                Entry refused = message.Find("refused"), problem = message.Find("problem"), scene = message.Find("scene");
                if (refused != null)
                {
                    Hang(LinkState.Refused, refused.Text());
                }
                else if (State != LinkState.Linked)
                {
                    message["welcome"].OneOf("steerwright");
                    State = LinkState.Linked;
                    Problem = "";
                }
                else if (scene != null)
                {
                    world.Reread(scene);
                    Problem = "";
                    return true;
                }
                else if (problem != null)
                {
                    Problem = problem.Text();
                }
            }
            catch (SteerwrightException error)
            {
                // Before the welcome it is not the editor that speaks; after it, the scene is at fault, and the next may be sound.
                if (State == LinkState.Linked) Problem = error.Message;
                else Lose(error.Message);
            }
            return false;
        }

        void Lose(string problem)
        {
            Hang(State == LinkState.Connecting ? State : LinkState.Lost, problem);
            watch.Restart();
        }

        void Hang(LinkState state, string problem)
        {
            if (socket != null) socket.Close();
            socket = null;
            State = state;
            Problem = problem;
            line.SetLength(0);
            // A long line leaves no memory behind.
            if (line.Capacity > MostBytesAtOnce) line.Capacity = 0;
        }
    }

    /// <summary>The first message, which only the game sends.</summary>
    internal static class HelloWriter
    {
        const int LongestName = 200;

        internal static byte[] Write(World world, string token, string game)
        {
            var text = new StringBuilder("{\"steerwright_link\": 1, \"token\": ");
            Quote(text, token);
            text.Append(", \"game\": ");
            string name = game.Length > LongestName ? game.Substring(0, LongestName) : game;
            // There and back, halves of characters are gone, which no JSON may hold.
            Quote(text, Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(name)));
            text.Append(", \"options\": ").Append(world.Placement()).Append("}\n");
            return Encoding.UTF8.GetBytes(text.ToString());
        }

        static void Quote(StringBuilder text, string value)
        {
            text.Append('"');
            foreach (char c in value)
            {
                if (c >= ' ' && c <= '~' && c != '"' && c != '\\') text.Append(c);
                else text.Append("\\u").Append(((int) c).ToString("x4"));
            }
            text.Append('"');
        }
    }
}
