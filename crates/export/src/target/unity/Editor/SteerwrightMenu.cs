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
        /// <summary>The radius with which agents with radius 0 are drawn.</summary>
        const float DefaultRadius = 0.25f;

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

        /// <summary>Creates a world that runs `scene`, with its agents as children, each with a placeholder body.</summary>
        public static SteerwrightWorld CreateWorld(SteerwrightScene scene)
        {
            var root = new GameObject(NameOr(scene.name, "Steerwright"));
            Undo.RegisterCreatedObjectUndo(root, "Add " + scene.name + " to Scene");
            var world = root.AddComponent<SteerwrightWorld>();
            world.SetUp(scene);
            foreach (SteerwrightScene.AgentStart start in scene.Agents)
            {
                var agent = new GameObject(NameOr(start.name, "Agent " + start.id));
                agent.transform.SetParent(root.transform, false);
                agent.transform.localPosition = start.position;
                agent.AddComponent<SteerwrightAgent>().SetUp(world, start.id);
                AddBody(agent, scene, start.preset.Radius > 0f ? start.preset.Radius : DefaultRadius);
            }
            return world;
        }

        static string NameOr(string name, string fallback) => string.IsNullOrEmpty(name) ? fallback : name;

        /// <summary>An ellipsoid that is longer along the heading.</summary>
        static void AddBody(GameObject agent, SteerwrightScene scene, float radius)
        {
            GameObject body = GameObject.CreatePrimitive(PrimitiveType.Sphere);
            Object.DestroyImmediate(body.GetComponent<Collider>());
            body.name = "Body";
            body.transform.SetParent(agent.transform, false);
            bool is2D = scene.Up.y == 0f;
            body.transform.localScale = new Vector3(is2D ? 2f : 1f, 1f, is2D ? 1f : 2f) * radius;
        }
    }
}
