// Draws the paths, markers, walls and blocked cells of a SteerwrightWorld in the Scene view.
//
// Licensed under MIT or Apache-2.0, at your option.

using UnityEditor;
using UnityEngine;

namespace Steerwright.Editor
{
    static class SteerwrightDrawing
    {
        static readonly Color PathColor = new Color(0.36f, 0.68f, 0.98f);
        static readonly Color MarkerColor = new Color(0.98f, 0.76f, 0.3f);
        static readonly Color WallColor = new Color(0.85f, 0.87f, 0.91f);
        static readonly Color CellColor = new Color(0.5f, 0.54f, 0.62f, 0.25f);
        const float Thickness = 2f;
        const float WallThickness = 4f;
        /// <summary>The length of the dots of a door, in pixels.</summary>
        const float DotSize = 4f;
        const float UnselectedAlpha = 0.35f;
        /// <summary>Half the size of a marker's cross, as a part of the size of a handle.</summary>
        const float CrossSize = 0.12f;

        [DrawGizmo(GizmoType.Selected | GizmoType.NonSelected)]
        static void Draw(SteerwrightWorld world, GizmoType type)
        {
            SteerwrightScene scene = world.Scene;
            if (scene == null) return;
            bool isSelected = (type & GizmoType.Selected) != 0;
            using (new Handles.DrawingScope(world.transform.localToWorldMatrix))
            {
                DrawBlockedCells(scene);
                foreach (SteerwrightScene.Wall wall in scene.Walls) Draw(wall, isSelected);
                foreach (SteerwrightScene.Path path in scene.Paths) Draw(path, scene.Up, isSelected);
                foreach (SteerwrightScene.Marker marker in scene.Markers) Draw(marker, scene.Up);
            }
        }

        static void Draw(SteerwrightScene.Path path, Vector3 up, bool isSelected)
        {
            Handles.color = isSelected ? PathColor : new Color(PathColor.r, PathColor.g, PathColor.b, UnselectedAlpha);
            Handles.DrawAAPolyLine(Thickness, path.points);
            bool isClosed = path.traversal == SteerwrightScene.Traversal.Loop && path.points.Length > 1;
            if (isClosed) Handles.DrawAAPolyLine(Thickness, path.points[path.points.Length - 1], path.points[0]);
            if (!isSelected) return;
            for (int i = 0; i < path.nodes.Length; i++)
            {
                SteerwrightScene.Node node = path.nodes[i];
                Handles.DrawWireDisc(node.position, up, node.radius);
                Handles.Label(node.position, node.wait > 0f ? i + ", " + node.wait + " s" : i.ToString());
            }
            if (path.nodes.Length > 0) Handles.Label(path.nodes[0].position + up, path.name);
        }

        static void DrawBlockedCells(SteerwrightScene scene)
        {
            Handles.color = Color.white;
            var right = new Vector3(0.5f * scene.CellSize, 0f, 0f);
            Vector3 ahead = Vector3.Cross(right, scene.Up);
            foreach (Vector3 center in scene.BlockedCells)
            {
                var corners = new[] { center - right - ahead, center + right - ahead, center + right + ahead, center - right + ahead };
                Handles.DrawSolidRectangleWithOutline(corners, CellColor, CellColor);
            }
        }

        /// <summary>A wall is a line; a door is dotted, and faint if it is open at the start.</summary>
        static void Draw(SteerwrightScene.Wall wall, bool isSelected)
        {
            float alpha = wall.startsOpen ? UnselectedAlpha : 1f;
            Handles.color = new Color(WallColor.r, WallColor.g, WallColor.b, alpha);
            if (wall.isDoor)
            {
                for (int i = 1; i < wall.points.Length; i++) Handles.DrawDottedLine(wall.points[i - 1], wall.points[i], DotSize);
            }
            else
            {
                Handles.DrawAAPolyLine(WallThickness, wall.points);
            }
            if (isSelected && wall.points.Length > 0) Handles.Label(wall.points[0], wall.name);
        }

        static void Draw(SteerwrightScene.Marker marker, Vector3 up)
        {
            Handles.color = MarkerColor;
            float size = CrossSize * HandleUtility.GetHandleSize(marker.position);
            var right = new Vector3(size, 0f, 0f);
            Vector3 ahead = Vector3.Cross(right, up);
            Handles.DrawLine(marker.position - right, marker.position + right);
            Handles.DrawLine(marker.position - ahead, marker.position + ahead);
            Handles.Label(marker.position, marker.name);
        }
    }
}
