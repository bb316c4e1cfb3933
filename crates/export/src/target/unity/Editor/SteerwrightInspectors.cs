// The inspectors of scenes, worlds and agents.
//
// Licensed under MIT or Apache-2.0, at your option.

using System.Linq;
using UnityEditor;
using UnityEngine;

namespace Steerwright.Editor
{
    /// <summary>Shows what a scene contains, and adds it to the open Unity scene.</summary>
    [CustomEditor(typeof(SteerwrightScene))]
    public sealed class SteerwrightSceneInspector : UnityEditor.Editor
    {
        public override void OnInspectorGUI()
        {
            var scene = (SteerwrightScene) target;
            if (scene.Problem.Length > 0)
            {
                EditorGUILayout.HelpBox(scene.Problem, MessageType.Error);
                return;
            }
            EditorGUILayout.LabelField("Agents", scene.Agents.Count + " with " + scene.Presets.Count + " presets");
            EditorGUILayout.LabelField("Paths", scene.Paths.Count + " with " + scene.Paths.Sum(path => path.nodes.Length) + " nodes");
            EditorGUILayout.LabelField("Markers", scene.Markers.Count.ToString());
            EditorGUILayout.LabelField("Walls", scene.Walls.Count(wall => !wall.isDoor) + ", and " + scene.Walls.Count(wall => wall.isDoor) + " doors");
            if (scene.Pictures.Count > 0) EditorGUILayout.LabelField("Pictures", scene.Pictures.Count.ToString());
            EditorGUILayout.LabelField("Blocked cells", scene.BlockedCells.Count.ToString());
            if (GUILayout.Button("Add to Scene")) Selection.activeGameObject = SteerwrightMenu.CreateWorld(scene).gameObject;
            // The lists; an imported asset cannot be edited.
            DrawDefaultInspector();
        }
    }

    /// <summary>Shows what a world lacks, and what it does while the game plays.</summary>
    [CustomEditor(typeof(SteerwrightWorld))]
    public sealed class SteerwrightWorldInspector : UnityEditor.Editor
    {
        public override bool RequiresConstantRepaint() => Application.isPlaying;

        public override void OnInspectorGUI()
        {
            var world = (SteerwrightWorld) target;
            if (world.Scene != null && world.Scene.Problem.Length > 0) EditorGUILayout.HelpBox(world.Scene.name + ": " + world.Scene.Problem, MessageType.Error);
            DrawDefaultInspector();
            if (world.Scene != null)
            {
                string[] missing = world.Scene.Presets.Select(preset => preset.name).Distinct().Where(preset => world.PrefabOf(preset) == null).ToArray();
                if (missing.Length > 0)
                {
                    EditorGUILayout.HelpBox("Agents that a spawner or an edit adds stay invisible without a prefab for " + string.Join(", ", missing), MessageType.Info);
                }
            }
            if (world.World == null) return;
            EditorGUILayout.LabelField("Time", world.World.Time.ToString("0.00") + " s, tick " + world.World.Tick);
            EditorGUILayout.LabelField("Agents", world.World.Agents.Count.ToString());
            if (world.Link != null) EditorGUILayout.LabelField("Live link", world.Link.Problem.Length > 0 ? world.Link.Problem : "on");
        }
    }

    /// <summary>Chooses the agent by its name, and shows what it does while the game plays.</summary>
    [CustomEditor(typeof(SteerwrightAgent))]
    public sealed class SteerwrightAgentInspector : UnityEditor.Editor
    {
        public override bool RequiresConstantRepaint() => Application.isPlaying;

        public override void OnInspectorGUI()
        {
            var component = (SteerwrightAgent) target;
            DrawDefaultInspector();
            SteerwrightScene scene = component.World != null ? component.World.Scene : null;
            if (scene != null && !Application.isPlaying) ChooseAgent(scene);
            Agent agent = component.Agent;
            if (agent == null) return;
            EditorGUILayout.LabelField("Position", agent.X.ToString("0.00") + ", " + agent.Y.ToString("0.00"));
            EditorGUILayout.LabelField("Speed", agent.Speed.ToString("0.00"));
            if (agent.Node.HasValue) EditorGUILayout.LabelField("Next node", agent.Node.Value.ToString());
        }

        void ChooseAgent(SteerwrightScene scene)
        {
            serializedObject.Update();
            SerializedProperty id = serializedObject.FindProperty("id");
            long[] ids = scene.Agents.Select(start => start.id).ToArray();
            // A slash would make a submenu.
            string[] names = scene.Agents.Select(start => start.id + "  " + start.name.Replace('/', '\u2215')).ToArray();
            int current = System.Array.IndexOf(ids, id.longValue);
            if (current < 0) EditorGUILayout.HelpBox(scene.name + " has no agent " + id.longValue + "; choose one of its agents", MessageType.Warning);
            int chosen = EditorGUILayout.Popup("Agent", current, names);
            if (chosen != current) id.longValue = ids[chosen];
            serializedObject.ApplyModifiedProperties();
        }
    }
}
