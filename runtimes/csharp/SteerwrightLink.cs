// The receiving end of Steerwright's live link: edits appear in the running game, without a restart.
//
//     var link = new Link(world, "47747/9f0c...", "My game");      // the link address from the editor; null uses STEERWRIGHT_LINK
//     if (link.Poll()) UpdateAgents();                             // every frame
//
// Requires Steerwright.cs. It connects to this computer only, and Poll never blocks or throws.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace Steerwright
{
    /// <summary>The state of a <see cref="Link"/>.</summary>
    public enum LinkState
    {
        /// <summary>There is no address, or the link was closed.</summary>
        Off,
        /// <summary>Not linked yet; tries once a second.</summary>
        Connecting,
        /// <summary>Linked: edits arrive.</summary>
        Linked,
        /// <summary>The editor refused this game; does not try again.</summary>
        Refused,
        /// <summary>The link was lost; tries once a second.</summary>
        Lost,
    }

    /// <summary>Applies the scenes that the editor sends; see <see cref="World.ApplyScene(string)"/>.</summary>
    public sealed class Link : IDisposable
    {
        const string AddressVariable = "STEERWRIGHT_LINK";
        const int MaxLineBytes = 64 << 20;
        /// <summary>The longest line before the editor has proven itself.</summary>
        const int MaxAnswerBytes = 4096;
        const int MaxBytesPerPoll = 4 << 20;
        const double RetrySeconds = 1.0;
        const double AnswerTimeoutSeconds = 5.0;

        static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        readonly World world;
        readonly string game;
        readonly string token;
        readonly int port;
        /// <summary>Measures the time since the last attempt to connect, or since the link was lost.</summary>
        readonly Stopwatch watch = new Stopwatch();
        readonly byte[] buffer = new byte[64 << 10];
        readonly MemoryStream line = new MemoryStream();

        Socket socket;
        /// <summary>What is being sent: the hello, then the proof.</summary>
        byte[] output;
        int sent;
        string nonce;
        bool isProven;

        /// <summary>Creates a link, which connects at the first <see cref="Poll"/>.</summary>
        /// <param name="world">The world that edited scenes are applied to.</param>
        /// <param name="address">PORT/TOKEN from the editor; null or empty uses the environment variable STEERWRIGHT_LINK.</param>
        /// <param name="game">The name of the game, which the editor shows.</param>
        public Link(World world, string address = null, string game = null)
        {
            this.world = world;
            this.game = game ?? "";
            address = string.IsNullOrEmpty(address) ? Environment.GetEnvironmentVariable(AddressVariable) : address;
            if (string.IsNullOrEmpty(address)) return;
            string[] parts = address.Trim().Split('/');
            if (parts.Length == 2 && parts[1].Length > 0 && parts[1].Length <= 256
                && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out port) && port > 0 && port <= 65535)
            {
                token = parts[1].ToLowerInvariant();
                State = LinkState.Connecting;
            }
            else
            {
                Problem = "the link address is not PORT/TOKEN; copy it from the editor's live link";
            }
        }

        /// <summary>The state of the link.</summary>
        public LinkState State { get; private set; }

        /// <summary>What is wrong and what to do about it, for display; empty if nothing is.</summary>
        public string Problem { get; private set; } = "";

        /// <summary>Connects and receives edits. Call it every frame, before the world advances.</summary>
        /// <returns>Whether a scene was applied to the world.</returns>
        public bool Poll()
        {
            try
            {
                double seconds = watch.Elapsed.TotalSeconds;
                bool isUnlinked = State == LinkState.Connecting || State == LinkState.Lost;
                if (isUnlinked && socket == null && (!watch.IsRunning || seconds >= RetrySeconds)) Connect();
                if (isUnlinked && socket != null && seconds > AnswerTimeoutSeconds) Lose("the editor does not answer");
                return socket != null && Send() && Receive();
            }
            catch (Exception error) when (error is SocketException || error is InvalidOperationException || error is NotSupportedException)
            {
                Lose("port " + port + " of this computer: " + error.Message + "; turn on the live link in the editor");
                return false;
            }
        }

        /// <summary>Closes the link.</summary>
        public void Close()
        {
            Disconnect(LinkState.Off, "");
        }

        void IDisposable.Dispose()
        {
            Close();
        }

        void Connect()
        {
            watch.Restart();
            nonce = Proof.Nonce();
            isProven = false;
            output = HelloWriter.Write(world, nonce, game);
            sent = 0;
            socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false, NoDelay = true };
            try
            {
                socket.Connect(IPAddress.Loopback, port);
            }
            catch (SocketException error) when (IsPending(error))
            {
            }
        }

        static bool IsPending(SocketException error)
        {
            return error.SocketErrorCode == SocketError.WouldBlock || error.SocketErrorCode == SocketError.InProgress;
        }

        /// <summary>Sends the current message as soon as the socket is connected. Returns whether all of it is sent.</summary>
        bool Send()
        {
            if (sent == output.Length) return true;
            if (!socket.Poll(0, SelectMode.SelectWrite) && !socket.Poll(0, SelectMode.SelectError)) return false;
            if ((int) socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error) != 0)
            {
                Lose("no program listens on port " + port + " of this computer; turn on the live link in the editor");
                return false;
            }
            try
            {
                sent += socket.Send(output, sent, output.Length - sent, SocketFlags.None);
            }
            catch (SocketException error) when (IsPending(error))
            {
            }
            return sent == output.Length;
        }

        bool Receive()
        {
            bool applied = false;
            for (int budget = MaxBytesPerPoll; budget > 0 && socket != null && socket.Poll(0, SelectMode.SelectRead);)
            {
                int count = socket.Receive(buffer, 0, buffer.Length, SocketFlags.None);
                if (count == 0)
                {
                    Lose("the editor closed the live link");
                    break;
                }
                budget -= count;
                applied |= ReadLines(count);
            }
            return applied;
        }

        /// <summary>Splits the received bytes into lines and handles each. Returns whether one of them applied a scene.</summary>
        bool ReadLines(int count)
        {
            bool applied = false;
            for (int start = 0; start < count && socket != null;)
            {
                int end = Array.IndexOf(buffer, (byte) '\n', start, count - start);
                line.Write(buffer, start, (end < 0 ? count : end) - start);
                if (!isProven && line.Length > MaxAnswerBytes) Lose("received something that is not a message of the live link; check that the editor listens on port " + port);
                else if (line.Length > MaxLineBytes) Lose("a message is longer than 64 MB; check that the editor listens on port " + port);
                if (end < 0 || socket == null) break;
                start = end + 1;
                applied |= HandleLine();
                line.SetLength(0);
            }
            return applied;
        }

        bool HandleLine()
        {
            Entry message;
            try
            {
                message = new Entry(JsonReader.Read(Utf8.GetString(line.GetBuffer(), 0, (int) line.Length)));
                // Throws unless the message is an object.
                message.Find("revision");
            }
            catch (Exception error) when (error is SteerwrightException || error is ArgumentException)
            {
                Lose("received something that is not a message of the live link; check that the editor listens on port " + port);
                return false;
            }
            return Handle(message);
        }

        bool Handle(Entry message)
        {
            try
            {
                Entry refused = message.Find("refused"), challenge = message.Find("challenge"), problem = message.Find("problem"), scene = message.Find("scene");
                if (refused != null)
                {
                    Disconnect(LinkState.Refused, refused.String());
                }
                else if (challenge != null && !isProven)
                {
                    Answer(challenge.String(), message["proof"].String());
                }
                else if (State != LinkState.Linked)
                {
                    if (!isProven) throw new SteerwrightException("the program on port " + port + " is not the editor");
                    message["welcome"].Choice("steerwright");
                    State = LinkState.Linked;
                    Problem = "";
                }
                else if (scene != null)
                {
                    world.ApplyScene(scene);
                    Problem = "";
                    return true;
                }
                else if (problem != null)
                {
                    Problem = problem.String();
                }
            }
            catch (SteerwrightException error)
            {
                // Before the welcome the sender is not the editor. After it the scene is invalid, and the next one may be valid.
                if (State == LinkState.Linked) Problem = error.Message;
                else Lose(error.Message);
            }
            return false;
        }

        /// <summary>Checks the editor's proof, and sends the game's.</summary>
        void Answer(string challenge, string proof)
        {
            isProven = Proof.Equal(proof, Proof.Of("editor", token, nonce, challenge));
            if (!isProven)
            {
                Disconnect(LinkState.Refused, "the token does not match; copy the link address from the editor again");
                return;
            }
            output = Encoding.ASCII.GetBytes("{\"proof\": \"" + Proof.Of("game", token, nonce, challenge) + "\"}\n");
            sent = 0;
            Send();
        }

        void Lose(string problem)
        {
            Disconnect(State == LinkState.Connecting ? State : LinkState.Lost, problem);
            watch.Restart();
        }

        void Disconnect(LinkState state, string problem)
        {
            if (socket != null) socket.Close();
            socket = null;
            State = state;
            Problem = problem;
            line.SetLength(0);
            // Frees the memory of a long line.
            if (line.Capacity > MaxBytesPerPoll) line.Capacity = 0;
        }
    }

    /// <summary>Proves that a side knows the token, without sending it.</summary>
    internal static class Proof
    {
        /// <summary>A random number, as 32 hex digits.</summary>
        internal static string Nonce()
        {
            var bytes = new byte[16];
            using (RandomNumberGenerator random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
            return Hex(bytes);
        }

        internal static string Of(string side, string token, string nonce, string challenge)
        {
            using (var code = new HMACSHA256(Encoding.ASCII.GetBytes(token)))
            {
                return Hex(code.ComputeHash(Encoding.UTF8.GetBytes("steerwright-link " + side + " " + nonce + " " + challenge)));
            }
        }

        /// <summary>Compares in constant time.</summary>
        internal static bool Equal(string a, string b)
        {
            int difference = a.Length ^ b.Length;
            for (int i = 0; i < a.Length && i < b.Length; i++) difference |= a[i] ^ b[i];
            return difference == 0;
        }

        static string Hex(byte[] bytes)
        {
            var digits = new StringBuilder();
            foreach (byte value in bytes) digits.Append(value.ToString("x2", CultureInfo.InvariantCulture));
            return digits.ToString();
        }
    }

    /// <summary>Writes the first message.</summary>
    internal static class HelloWriter
    {
        const int MaxNameLength = 200;

        internal static byte[] Write(World world, string nonce, string game)
        {
            var text = new StringBuilder("{\"steerwright_link\": 2, \"nonce\": ");
            Quote(text, nonce);
            text.Append(", \"game\": ");
            string name = game.Length > MaxNameLength ? game.Substring(0, MaxNameLength) : game;
            // The round trip replaces unpaired surrogates, which JSON must not contain.
            Quote(text, Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(name)));
            text.Append(", \"options\": ").Append(world.ExportOptions()).Append("}\n");
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
