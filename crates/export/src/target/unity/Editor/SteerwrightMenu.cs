// Puts a SteerwrightScene into the open Unity scene: a world, and a GameObject for each agent.
//
// Licensed under MIT or Apache-2.0, as you like.

using UnityEditor;
using UnityEngine;

namespace Steerwright.Editor
{
    /// <summary>What the menus do.</summary>
    public static class SteerwrightMenu
    {
        const string Place = "Assets/Steerwright/Put into Scene";
        /// <summary>How large agents without a size are drawn.</summary>
        const float UsualRadius = 0.25f;

        [MenuItem(Place)]
        static void PutIntoScene()
        {
            foreach (Object chosen in Selection.objects)
            {
                if (chosen is SteerwrightScene scene) Selection.activeGameObject = Build(scene).gameObject;
            }
        }

        [MenuItem(Place, true)]
        static bool CanPutIntoScene() => System.Array.Exists(Selection.objects, chosen => chosen is SteerwrightScene);

        /// <summary>A new world that runs `scene`, its agents under it, each with a body to be replaced by the game's own.</summary>
        public static SteerwrightWorld Build(SteerwrightScene scene)
        {
            var ground = new GameObject(Named(scene.name, "Steerwright"));
            Undo.RegisterCreatedObjectUndo(ground, "Put " + scene.name + " into Scene");
            var world = ground.AddComponent<SteerwrightWorld>();
            world.SetUp(scene);
            foreach (SteerwrightScene.Start start in scene.Agents)
            {
                var body = new GameObject(Named(start.name, "Agent " + start.id));
                body.transform.SetParent(ground.transform, false);
                body.transform.localPosition = start.position;
                body.AddComponent<SteerwrightAgent>().SetUp(world, start.id);
                AddShape(body, scene, start.preset.Radius > 0f ? start.preset.Radius : UsualRadius);
            }
            return world;
        }

        static string Named(string name, string otherwise) => string.IsNullOrEmpty(name) ? otherwise : name;

        /// <summary>Longer than wide, so that one sees where it looks.</summary>
        static void AddShape(GameObject body, SteerwrightScene scene, float radius)
        {
            GameObject shape = GameObject.CreatePrimitive(PrimitiveType.Sphere);
            Object.DestroyImmediate(shape.GetComponent<Collider>());
            shape.name = "Body";
            shape.transform.SetParent(body.transform, false);
            bool isFlat = scene.Up.y == 0f;
            shape.transform.localScale = new Vector3(isFlat ? 2f : 1f, 1f, isFlat ? 1f : 2f) * radius;
        }
    }
}
