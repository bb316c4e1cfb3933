// For Unity 2020.3 and later: the walls, doors and blocked cells of a SteerwrightWorld as colliders.
//
// Licensed under MIT or Apache-2.0, at your option.

using System.Collections.Generic;
using UnityEngine;

namespace Steerwright
{
    /// <summary>
    /// Creates colliders for the walls, doors and blocked cells of the SteerwrightWorld on the same GameObject: an EdgeCollider2D for
    /// each wall in 2D, and an upright MeshCollider on the ground plane. Colliders of open doors are disabled. A wall that can be walked
    /// through is a trigger in 2D, and has no collider on the ground, where meshes cannot be triggers. A wall that can be seen through is on
    /// the layer Ignore Raycast.
    /// </summary>
    [AddComponentMenu("Steerwright/Steerwright Walls")]
    [DefaultExecutionOrder(-90)]
    public sealed class SteerwrightWalls : MonoBehaviour
    {
        [SerializeField, Tooltip("The layer of what blocks sight")]
        int opaqueLayer = 0;

        [SerializeField, Tooltip("The layer of what can be seen through; 2 is Ignore Raycast")]
        int transparentLayer = 2;

        [SerializeField, Tooltip("The height of walls on the ground plane, in units")]
        float height = 2f;

        readonly Dictionary<long, GameObject> doors = new Dictionary<long, GameObject>();
        SteerwrightWorld world;
        GameObject root;
        /// <summary>What the colliders are made of; an edit replaces it.</summary>
        Walls walls;

        void OnEnable()
        {
            world = GetComponent<SteerwrightWorld>();
            if (world == null) Debug.LogError(name + ": there is no Steerwright World on this GameObject; add one", this);
        }

        void OnDisable()
        {
            if (root != null) Destroy(root);
            walls = null;
        }

        void FixedUpdate()
        {
            if (world == null || world.World == null) return;
            if (walls != world.World.Walls) Build();
            foreach (KeyValuePair<long, GameObject> door in doors) SetSolid(door.Value, !walls.ById[door.Key].IsOpen);
        }

        void Build()
        {
            if (root != null) Destroy(root);
            root = new GameObject("Walls");
            root.transform.SetParent(transform, false);
            walls = world.World.Walls;
            doors.Clear();
            foreach (KeyValuePair<long, Wall> entry in walls.ById)
            {
                Wall wall = entry.Value;
                GameObject solid = Create(wall.Name.Length > 0 ? wall.Name : "Wall " + entry.Key, wall.Edges, wall.BlocksMotion, wall.BlocksSight);
                if (wall.IsDoor && solid != null) doors[entry.Key] = solid;
            }
            Create("Blocked cells", walls.Outline, true, true);
        }

        /// <summary>Creates the colliders of edges; none if there are no edges, or none of its kind.</summary>
        GameObject Create(string solidName, List<Segment> edges, bool blocksMotion, bool blocksSight)
        {
            bool isFlat = !world.World.IsGroundPlane;
            if (edges.Count == 0 || !isFlat && !blocksMotion) return null;
            var solid = new GameObject(solidName) { layer = blocksSight ? opaqueLayer : transparentLayer };
            solid.transform.SetParent(root.transform, false);
            if (!isFlat)
            {
                solid.AddComponent<MeshCollider>().sharedMesh = Upright(edges);
                return solid;
            }
            foreach (List<Vector3> line in Lines(edges))
            {
                var collider = solid.AddComponent<EdgeCollider2D>();
                collider.isTrigger = !blocksMotion;
                collider.points = line.ConvertAll(point => new Vector2(point.x, point.y)).ToArray();
            }
            return solid;
        }

        static void SetSolid(GameObject door, bool isSolid)
        {
            foreach (EdgeCollider2D edges in door.GetComponents<EdgeCollider2D>()) edges.enabled = isSolid;
            foreach (MeshCollider mesh in door.GetComponents<MeshCollider>()) mesh.enabled = isSolid;
        }

        /// <summary>Edges of which each begins where the one before ends are one line.</summary>
        List<List<Vector3>> Lines(List<Segment> edges)
        {
            var lines = new List<List<Vector3>>();
            for (int i = 0; i < edges.Count; i++)
            {
                bool continues = i > 0 && edges[i].A.X == edges[i - 1].B.X && edges[i].A.Y == edges[i - 1].B.Y;
                if (!continues) lines.Add(new List<Vector3> { ToUnity(edges[i].A) });
                lines[lines.Count - 1].Add(ToUnity(edges[i].B));
            }
            return lines;
        }

        Vector3 ToUnity(Vector point) => world.Axes.ToUnity(point.X, point.Y);

        /// <summary>A mesh that stands on edges, with triangles for both sides.</summary>
        Mesh Upright(List<Segment> edges)
        {
            var up = new Vector3(0f, height, 0f);
            var vertices = new List<Vector3>();
            var triangles = new List<int>();
            foreach (Segment edge in edges)
            {
                int i = vertices.Count;
                vertices.AddRange(new[] { ToUnity(edge.A), ToUnity(edge.B), ToUnity(edge.B) + up, ToUnity(edge.A) + up });
                triangles.AddRange(new[] { i, i + 1, i + 2, i, i + 2, i + 3, i, i + 2, i + 1, i, i + 3, i + 2 });
            }
            var mesh = new Mesh();
            mesh.SetVertices(vertices);
            mesh.SetTriangles(triangles, 0);
            return mesh;
        }
    }
}
