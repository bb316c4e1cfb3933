// For Unity 2020.3 and later: an exported scene as an asset. The importer creates it from a NAME.steerwright; SteerwrightWorld runs it.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Steerwright
{
    /// <summary>
    /// An exported scene: the text that SteerwrightWorld runs, and its paths, markers, walls and agents for the inspector and for scripts.
    /// Positions are in Unity's axes, on the plane of the export and with y up, also if the file was exported with y down.
    /// </summary>
    public sealed class SteerwrightScene : ScriptableObject
    {
        /// <summary>What an agent does at the end of a path.</summary>
        public enum Traversal
        {
            /// <summary>It arrives at the last node and stays there.</summary>
            Once,
            /// <summary>It continues at the first node.</summary>
            Loop,
            /// <summary>It walks back.</summary>
            PingPong,
        }

        /// <summary>A path.</summary>
        [Serializable]
        public sealed class Path
        {
            /// <summary>The name.</summary>
            public string name;
            /// <summary>The id in the scene.</summary>
            public long id;
            /// <summary>What an agent does at the end.</summary>
            public Traversal traversal;
            /// <summary>Within this distance a curve point is passed.</summary>
            public float radius;
            /// <summary>The nodes.</summary>
            public Node[] nodes;
            /// <summary>The nodes and the curve points between them.</summary>
            public Vector3[] points;
        }

        /// <summary>A node of a path.</summary>
        [Serializable]
        public sealed class Node
        {
            /// <summary>The position.</summary>
            public Vector3 position;
            /// <summary>Within this distance it is reached.</summary>
            public float radius;
            /// <summary>How long an agent waits there, in seconds.</summary>
            public float wait;
            /// <summary>The maximum speed toward it, in units per second; infinity for no limit.</summary>
            public float speed;
        }

        /// <summary>A marker.</summary>
        [Serializable]
        public sealed class Marker
        {
            /// <summary>The name.</summary>
            public string name;
            /// <summary>The id in the scene.</summary>
            public long id;
            /// <summary>The kind of marker.</summary>
            public string kind;
            /// <summary>The position.</summary>
            public Vector3 position;
        }

        /// <summary>A wall or a door.</summary>
        [Serializable]
        public sealed class Wall
        {
            /// <summary>The name.</summary>
            public string name;
            /// <summary>The id in the scene, for World.SetWallOpen.</summary>
            public long id;
            /// <summary>Whether it stops the bodies of agents.</summary>
            public bool blocksMotion;
            /// <summary>Whether it hides what is behind it.</summary>
            public bool blocksSight;
            /// <summary>Whether it is a door.</summary>
            public bool isDoor;
            /// <summary>Whether it is a door that is open at the start. It blocks nothing then.</summary>
            public bool startsOpen;
            /// <summary>The points of its line; that of a closed wall ends where it begins.</summary>
            public Vector3[] points;
        }

        /// <summary>A picture underneath.</summary>
        [Serializable]
        public sealed class Picture
        {
            /// <summary>The name.</summary>
            public string name;
            /// <summary>The id in the scene.</summary>
            public long id;
            /// <summary>The image file, from the folder of the scene.</summary>
            public string file;
            /// <summary>The texture of that file; null if the project does not have it.</summary>
            public Texture2D texture;
            /// <summary>The center.</summary>
            public Vector3 position;
            /// <summary>The width and height, before the rotation.</summary>
            public Vector2 size;
            /// <summary>The rotation; a picture on the ground plane lies on its back.</summary>
            public Quaternion rotation;
            /// <summary>Whether left and right are exchanged, before the rotation.</summary>
            public bool mirrored;
            /// <summary>The opacity, 0 to 1.</summary>
            public float opacity;
            /// <summary>Whether it is shown in the editor.</summary>
            public bool isVisible;
        }

        /// <summary>The start of an agent.</summary>
        [Serializable]
        public sealed class AgentStart
        {
            /// <summary>The name of the agent.</summary>
            public string name;
            /// <summary>The id of the agent, for SteerwrightAgent.</summary>
            public long id;
            /// <summary>The body and the color.</summary>
            public SteerwrightPreset preset;
            /// <summary>The position.</summary>
            public Vector3 position;
            /// <summary>The velocity, in units per second.</summary>
            public Vector3 velocity;
        }

        [SerializeField, Tooltip("The error in the file; empty if there is none")]
        string problem = "";

        [SerializeField, Tooltip("The paths")]
        Path[] paths = new Path[0];

        [SerializeField, Tooltip("The markers")]
        Marker[] markers = new Marker[0];

        [SerializeField, Tooltip("The walls and doors")]
        Wall[] walls = new Wall[0];

        [SerializeField, Tooltip("The pictures underneath, the lowest first")]
        Picture[] pictures = new Picture[0];

        [SerializeField, Tooltip("The centers of the blocked cells")]
        Vector3[] blockedCells = new Vector3[0];

        [SerializeField, Tooltip("The side of every cell")]
        float cellSize = 1f;

        [SerializeField, Tooltip("The starts of the agents")]
        AgentStart[] agents = new AgentStart[0];

        [SerializeField, Tooltip("The presets of the agents and spawners")]
        SteerwrightPreset[] presets = new SteerwrightPreset[0];

        [SerializeField, HideInInspector]
        string text = "";

        [SerializeField, HideInInspector]
        Vector3 up = new Vector3(0f, 0f, -1f);

        /// <summary>The error in the file; empty if there is none.</summary>
        public string Problem => problem;

        /// <summary>The paths.</summary>
        public IReadOnlyList<Path> Paths => paths;

        /// <summary>The markers.</summary>
        public IReadOnlyList<Marker> Markers => markers;

        /// <summary>The walls and doors.</summary>
        public IReadOnlyList<Wall> Walls => walls;

        /// <summary>The pictures underneath, the lowest first.</summary>
        public IReadOnlyList<Picture> Pictures => pictures;

        /// <summary>The centers of the blocked cells.</summary>
        public IReadOnlyList<Vector3> BlockedCells => blockedCells;

        /// <summary>The side of every cell.</summary>
        public float CellSize => cellSize;

        /// <summary>The starts of the agents.</summary>
        public IReadOnlyList<AgentStart> Agents => agents;

        /// <summary>The presets of the agents and spawners, each once.</summary>
        public IReadOnlyList<SteerwrightPreset> Presets => presets;

        /// <summary>The text of the file, for World.Load.</summary>
        public string Text => text;

        /// <summary>The direction toward the viewer: toward the camera in 2D, up on the ground plane.</summary>
        public Vector3 Up => up;

        /// <summary>Reads the text of a NAME.steerwright or NAME.steer.json. Never throws; see <see cref="Problem"/>.</summary>
        public static SteerwrightScene FromText(string text)
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
            var axes = new SceneAxes(new World(file));
            up = axes.Up;
            Path[] loadedPaths = file["paths"].Elements().ConvertAll(entry => LoadPath(entry, axes)).ToArray();
            Marker[] loadedMarkers = file["markers"].Elements().ConvertAll(entry => LoadMarker(entry, axes)).ToArray();
            Wall[] loadedWalls = file["walls"].Elements().ConvertAll(entry => LoadWall(entry, axes)).ToArray();
            List<Entry> namedPictures = file.Find("pictures")?.Elements() ?? new List<Entry>();
            Picture[] loadedPictures = namedPictures.ConvertAll(entry => LoadPicture(entry, axes)).ToArray();
            double size = file["cells"]["size"].Number(1e-3, 1e6);
            Vector3[] loadedCells = file["cells"]["blocked"].Elements().ConvertAll(cell =>
            {
                List<Entry> pair = cell.Elements(2);
                return axes.ToUnity((pair[0].Number(int.MinValue, int.MaxValue) + 0.5) * size, (pair[1].Number(int.MinValue, int.MaxValue) + 0.5) * size);
            }).ToArray();
            var loadedPresets = new List<SteerwrightPreset>();
            agents = file["agents"].Elements().ConvertAll(entry => LoadStart(entry, axes, loadedPresets)).ToArray();
            foreach (Entry spawner in file.Find("spawners")?.Elements() ?? new List<Entry>()) LoadPreset(spawner, loadedPresets);
            paths = loadedPaths;
            markers = loadedMarkers;
            walls = loadedWalls;
            pictures = loadedPictures;
            blockedCells = loadedCells;
            cellSize = (float) size;
            presets = loadedPresets.ToArray();
        }

        static Path LoadPath(Entry entry, SceneAxes axes)
        {
            return new Path
            {
                name = entry["name"].String(),
                id = entry["id"].Id(),
                traversal = (Traversal) entry["traversal"].Choice("once", "loop", "ping_pong"),
                radius = (float) entry["radius"].Length(),
                nodes = entry["nodes"].Elements().ConvertAll(node => LoadNode(node, axes)).ToArray(),
                points = LoadPoints(entry, axes).ToArray(),
            };
        }

        static List<Vector3> LoadPoints(Entry entry, SceneAxes axes)
        {
            return entry["points"].Elements().ConvertAll(point =>
            {
                List<Entry> pair = point.Elements(2);
                return axes.ToUnity(pair[0].Coordinate(), pair[1].Coordinate());
            });
        }

        static Wall LoadWall(Entry entry, SceneAxes axes)
        {
            List<Vector3> points = LoadPoints(entry, axes);
            if (entry["closed"].Flag() && points.Count > 1) points.Add(points[0]);
            return new Wall
            {
                name = entry["name"].String(),
                id = entry["id"].Id(),
                blocksMotion = entry["blocks_motion"].Flag(),
                blocksSight = entry["blocks_sight"].Flag(),
                isDoor = !entry["open"].IsNull,
                startsOpen = !entry["open"].IsNull && entry["open"].Flag(),
                points = points.ToArray(),
            };
        }

        static Picture LoadPicture(Entry entry, SceneAxes axes)
        {
            return new Picture
            {
                name = entry["name"].String(),
                id = entry["id"].Id(),
                file = entry["file"].String(),
                position = LoadPosition(entry, axes),
                size = new Vector2((float) entry["width"].Length(), (float) entry["height"].Length()),
                rotation = axes.Lying(entry["rotation"].Number(-360.0, 360.0)),
                mirrored = entry["mirrored"].Flag(),
                opacity = (float) entry["opacity"].Number(0.0, 1.0),
                isVisible = entry["visible"].Flag(),
            };
        }

        static Node LoadNode(Entry entry, SceneAxes axes)
        {
            return new Node
            {
                position = LoadPosition(entry, axes),
                radius = (float) entry["radius"].Length(),
                wait = (float) entry["wait"].Number(0.0, 1e6),
                speed = (float) (entry["speed"].NumberOrNull(0.0, 1e6) ?? double.PositiveInfinity),
            };
        }

        static Marker LoadMarker(Entry entry, SceneAxes axes)
        {
            return new Marker
            {
                name = entry["name"].String(),
                id = entry["id"].Id(),
                kind = entry["kind"].String(),
                position = LoadPosition(entry, axes),
            };
        }

        static AgentStart LoadStart(Entry entry, SceneAxes axes, List<SteerwrightPreset> loadedPresets)
        {
            return new AgentStart
            {
                name = entry["name"].String(),
                id = entry["id"].Id(),
                preset = LoadPreset(entry, loadedPresets),
                position = LoadPosition(entry, axes),
                velocity = axes.ToUnity(entry["vx"].Number(-1e6, 1e6), entry["vy"].Number(-1e6, 1e6)),
            };
        }

        /// <summary>The preset of an agent or a spawner.</summary>
        static SteerwrightPreset LoadPreset(Entry entry, List<SteerwrightPreset> loadedPresets)
        {
            SteerwrightPreset preset = SteerwrightPreset.From(entry);
            SteerwrightPreset same = loadedPresets.Find(preset.HasSameValues);
            if (same == null) loadedPresets.Add(preset);
            return same ?? preset;
        }

        static Vector3 LoadPosition(Entry entry, SceneAxes axes)
        {
            Vector position = entry.Position();
            return axes.ToUnity(position.X, position.Y);
        }
    }
}
