// Creates a prefab for each preset of a SteerwrightScene, in a folder beside it.
//
// Licensed under MIT or Apache-2.0, at your option.

using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using UnityEditor;
using UnityEngine;

namespace Steerwright.Editor
{
    /// <summary>The prefabs of a scene: NAME Prefabs/PRESET.prefab. One that exists is never changed.</summary>
    public static class SteerwrightPrefabs
    {
        /// <summary>The radius with which agents with radius 0 are drawn.</summary>
        const float DefaultRadius = 0.25f;
        /// <summary>What a file name may not contain on one of the systems that Unity runs on, besides control characters.</summary>
        const string Forbidden = "<>:\"/\\|?*";

        /// <summary>The prefab of each preset, created if it does not exist; none for a scene that is not an asset.</summary>
        public static SteerwrightWorld.PresetPrefab[] Of(SteerwrightScene scene)
        {
            string asset = AssetDatabase.GetAssetPath(scene);
            if (string.IsNullOrEmpty(asset)) return new SteerwrightWorld.PresetPrefab[0];
            string parent = Path.GetDirectoryName(asset).Replace('\\', '/');
            string folder = parent + "/" + scene.name + " Prefabs";
            if (!AssetDatabase.IsValidFolder(folder)) AssetDatabase.CreateFolder(parent, scene.name + " Prefabs");
            var prefabs = new List<SteerwrightWorld.PresetPrefab>();
            var files = new HashSet<string>();
            foreach (SteerwrightPreset preset in scene.Presets.Where(preset => prefabs.All(entry => entry.preset != preset.name)))
            {
                string file = FileName(preset.name), path = folder + "/" + file + ".prefab";
                for (int number = 2; !files.Add(path.ToLowerInvariant()); number++) path = folder + "/" + file + " " + number + ".prefab";
                prefabs.Add(new SteerwrightWorld.PresetPrefab { preset = preset.name, prefab = LoadOrCreate(path, preset, scene) });
            }
            return prefabs.ToArray();
        }

        static SteerwrightAgent LoadOrCreate(string path, SteerwrightPreset preset, SteerwrightScene scene)
        {
            var prefab = AssetDatabase.LoadAssetAtPath<GameObject>(path);
            if (prefab == null)
            {
                GameObject agent = CreateAgent(preset.name.Length > 0 ? preset.name : "Agent", preset, scene);
                prefab = PrefabUtility.SaveAsPrefabAsset(agent, path);
                Object.DestroyImmediate(agent);
            }
            return prefab.GetComponent<SteerwrightAgent>();
        }

        /// <summary>A GameObject with a SteerwrightAgent and a placeholder body.</summary>
        internal static GameObject CreateAgent(string name, SteerwrightPreset preset, SteerwrightScene scene)
        {
            var agent = new GameObject(name);
            agent.AddComponent<SteerwrightAgent>();
            AddBody(agent, scene, preset.Radius > 0f ? preset.Radius : DefaultRadius);
            return agent;
        }

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

        static string FileName(string preset)
        {
            var name = new StringBuilder();
            foreach (char character in preset) name.Append(char.IsControl(character) || Forbidden.IndexOf(character) >= 0 ? '_' : character);
            string trimmed = name.ToString().Trim(' ', '.');
            return trimmed.Length > 0 ? trimmed.Substring(0, System.Math.Min(trimmed.Length, 100)) : "Preset";
        }
    }
}
