// Adds a SteerwrightScene to the open Unity scene: a world, and a GameObject for each agent.
//
// Licensed under MIT or Apache-2.0, at your option.

using UnityEditor;
using UnityEngine;

namespace Steerwright.Editor
{
    /// <summary>The menu commands.</summary>
    public static class SteerwrightMenu
    {
        const string AddToSceneItem = "Assets/Steerwright/Add to Scene";

        [MenuItem(AddToSceneItem)]
        static void AddToScene()
        {
            foreach (Object selected in Selection.objects)
            {
                if (selected is SteerwrightScene scene) Selection.activeGameObject = CreateWorld(scene).gameObject;
            }
        }

        [MenuItem(AddToSceneItem, true)]
        static bool CanAddToScene() => System.Array.Exists(Selection.objects, selected => selected is SteerwrightScene);

        /// <summary>Creates a world that runs `scene`, with its agents as children: instances of the prefabs of their presets.</summary>
        public static SteerwrightWorld CreateWorld(SteerwrightScene scene)
        {
            var root = new GameObject(NameOr(scene.name, "Steerwright"));
            Undo.RegisterCreatedObjectUndo(root, "Add " + scene.name + " to Scene");
            var world = root.AddComponent<SteerwrightWorld>();
            world.SetUp(scene, "", SteerwrightPrefabs.Of(scene));
            root.AddComponent<SteerwrightWalls>();
            if (scene.Pictures.Count > 0) root.AddComponent<SteerwrightPictures>().Build(scene);
            foreach (SteerwrightScene.AgentStart start in scene.Agents) AddAgent(world, scene, start);
            return world;
        }

        static void AddAgent(SteerwrightWorld world, SteerwrightScene scene, SteerwrightScene.AgentStart start)
        {
            SteerwrightAgent prefab = world.PrefabOf(start.preset.name);
            GameObject agent = prefab != null
                ? (GameObject) PrefabUtility.InstantiatePrefab(prefab.gameObject, world.transform)
                : SteerwrightPrefabs.CreateAgent("", start.preset, scene);
            agent.name = NameOr(start.name, "Agent " + start.id);
            if (prefab == null) agent.transform.SetParent(world.transform, false);
            agent.transform.localPosition = start.position;
            var component = agent.GetComponent<SteerwrightAgent>();
            component.SetUp(world, start.id);
            PrefabUtility.RecordPrefabInstancePropertyModifications(component);
        }

        static string NameOr(string name, string fallback) => string.IsNullOrEmpty(name) ? fallback : name;
    }
}
