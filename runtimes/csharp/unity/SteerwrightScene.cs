// For Unity 2020.3 and later: an exported scene as an asset. The importer makes it of a NAME.steerwright; SteerwrightWorld runs it.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Steerwright
{
    /// <summary>
    /// An exported scene: what SteerwrightWorld runs, and its paths, markers and agents to look at and to use. Places are in Unity's
    /// axes: on the plane of the export, with y upward whichever way the file has it.
    /// </summary>
    public sealed class SteerwrightScene : ScriptableObject
    {
        /// <summary>What is done at the ends of a path.</summary>
        public enum Ends
        {
            /// <summary>An agent arrives at the last node and stays.</summary>
            Once,
            /// <summary>The last node leads back to the first.</summary>
            Loop,
            /// <summary>An agent turns round and walks back.</summary>
            PingPong,
        }

        /// <summary>A patrol path.</summary>
        [Serializable]
        public sealed class Path
        {
            /// <summary>What people call it.</summary>
            public string name;
            /// <summary>Names it in the scene.</summary>
            public long id;
            /// <summary>What is done at its ends.</summary>
            public Ends ends;
            /// <summary>Within this distance a point between nodes is passed.</summary>
            public float radius;
            /// <summary>Where agents are led.</summary>
            public Node[] nodes;
            /// <summary>The whole line: the nodes, and between them the points of curves.</summary>
            public Vector3[] points;
        }

        /// <summary>A node of a path.</summary>
        [Serializable]
        public sealed class Node
        {
            /// <summary>Where it is.</summary>
            public Vector3 position;
            /// <summary>Within this distance it is reached.</summary>
            public float radius;
            /// <summary>How long an agent stays, in seconds.</summary>
            public float wait;
            /// <summary>The highest speed toward it, in units a second; infinite for no limit of its own.</summary>
            public float speed;
        }

        /// <summary>A named place.</summary>
        [Serializable]
        public sealed class Marker
        {
            /// <summary>What people call it.</summary>
            public string name;
            /// <summary>Names it in the scene.</summary>
            public long id;
            /// <summary>What it is for.</summary>
            public string kind;
            /// <summary>Where it is.</summary>
            public Vector3 position;
        }

        /// <summary>An agent at its start.</summary>
        [Serializable]
        public sealed class Start
        {
            /// <summary>What people call it.</summary>
            public string name;
            /// <summary>Names it in the scene: what SteerwrightAgent asks for.</summary>
            public long id;
            /// <summary>What it is like: its limits and its color.</summary>
            public SteerwrightPreset preset;
            /// <summary>Where it is.</summary>
            public Vector3 position;
            /// <summary>How it moves, in units a second.</summary>
            public Vector3 velocity;
        }

        [SerializeField, Tooltip("What is wrong with the file; empty when all is well")]
        string problem = "";

        [SerializeField, Tooltip("The patrol paths")]
        Path[] paths = new Path[0];

        [SerializeField, Tooltip("The named places")]
        Marker[] markers = new Marker[0];

        [SerializeField, Tooltip("The agents at their starts")]
        Start[] agents = new Start[0];

        [SerializeField, Tooltip("What the agents are like")]
        SteerwrightPreset[] presets = new SteerwrightPreset[0];

        [SerializeField, HideInInspector]
        string text = "";

        [SerializeField, HideInInspector]
        Vector3 up = new Vector3(0f, 0f, -1f);

        /// <summary>What is wrong with the file; empty when all is well.</summary>
        public string Problem => problem;

        /// <summary>The patrol paths.</summary>
        public IReadOnlyList<Path> Paths => paths;

        /// <summary>The named places.</summary>
        public IReadOnlyList<Marker> Markers => markers;

        /// <summary>The agents at their starts.</summary>
        public IReadOnlyList<Start> Agents => agents;

        /// <summary>What the agents are like, each once.</summary>
        public IReadOnlyList<SteerwrightPreset> Presets => presets;

        /// <summary>What the file says, for World.Load.</summary>
        public string Text => text;

        /// <summary>The direction that faces the viewer: toward the camera in 2D, up on the ground.</summary>
        public Vector3 Up => up;

        /// <summary>A scene out of the text of a NAME.steerwright or NAME.steer.json. Never throws: see <see cref="Problem"/>.</summary>
        public static SteerwrightScene Of(string text)
        {
            var scene = CreateInstance<SteerwrightScene>();
            try
            {
                scene.Read(text);
            }
            catch (SteerwrightException error)
            {
                scene.problem = error.Message;
            }
            return scene;
        }

        void Read(string json)
        {
            text = json;
            var file = new Entry(JsonReader.Read(json));
            var ground = new Ground(new World(file));
            up = ground.Up;
            Path[] readPaths = file["paths"].Elements().ConvertAll(entry => PathOf(entry, ground)).ToArray();
            Marker[] readMarkers = file["markers"].Elements().ConvertAll(entry => MarkerOf(entry, ground)).ToArray();
            var known = new List<SteerwrightPreset>();
            agents = file["agents"].Elements().ConvertAll(entry => StartOf(entry, ground, known)).ToArray();
            paths = readPaths;
            markers = readMarkers;
            presets = known.ToArray();
        }

        static Path PathOf(Entry entry, Ground ground)
        {
            return new Path
            {
                name = entry["name"].Text(),
                id = entry["id"].Id(),
                ends = (Ends) entry["traversal"].OneOf("once", "loop", "ping_pong"),
                radius = (float) entry["radius"].NotNegative(),
                nodes = entry["nodes"].Elements().ConvertAll(node => NodeOf(node, ground)).ToArray(),
                points = entry["points"].Elements().ConvertAll(point =>
                {
                    List<Entry> place = point.Elements(2);
                    return ground.Place(place[0].Number(), place[1].Number());
                }).ToArray(),
            };
        }

        static Node NodeOf(Entry entry, Ground ground)
        {
            return new Node
            {
                position = PlaceOf(entry, ground),
                radius = (float) entry["radius"].NotNegative(),
                wait = (float) entry["wait"].NotNegative(),
                speed = (float) (entry["speed"].NotNegativeOrNull() ?? double.PositiveInfinity),
            };
        }

        static Marker MarkerOf(Entry entry, Ground ground)
        {
            return new Marker
            {
                name = entry["name"].Text(),
                id = entry["id"].Id(),
                kind = entry["kind"].Text(),
                position = PlaceOf(entry, ground),
            };
        }

        static Start StartOf(Entry entry, Ground ground, List<SteerwrightPreset> known)
        {
            SteerwrightPreset preset = SteerwrightPreset.Of(entry);
            SteerwrightPreset same = known.Find(preset.IsLike);
            if (same == null) known.Add(preset);
            return new Start
            {
                name = entry["name"].Text(),
                id = entry["id"].Id(),
                preset = same ?? preset,
                position = PlaceOf(entry, ground),
                velocity = ground.Place(entry["vx"].Number(), entry["vy"].Number()),
            };
        }

        static Vector3 PlaceOf(Entry entry, Ground ground)
        {
            Vector position = entry.Position();
            return ground.Place(position.X, position.Y);
        }
    }
}
