// Draws the paths and markers of a SteerwrightWorld in the Scene view.
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
        const float Thickness = 2f;
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
