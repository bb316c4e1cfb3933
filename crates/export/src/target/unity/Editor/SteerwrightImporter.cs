// Makes assets of NAME.steerwright files, and tells worlds that play when one has changed.
//
// Licensed under MIT or Apache-2.0, as you like.

using System.IO;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Steerwright.Editor
{
    /// <summary>A NAME.steerwright becomes a SteerwrightScene; what its agents are like, a SteerwrightPreset each inside it.</summary>
    [ScriptedImporter(1, "steerwright")]
    public sealed class SteerwrightImporter : ScriptedImporter
    {
        public override void OnImportAsset(AssetImportContext context)
        {
            SteerwrightScene scene = SteerwrightScene.Of(File.ReadAllText(context.assetPath));
            scene.name = Path.GetFileNameWithoutExtension(context.assetPath);
            if (scene.Problem.Length > 0) context.LogImportError(context.assetPath + ": " + scene.Problem, scene);
            context.AddObjectToAsset("scene", scene);
            context.SetMainObject(scene);
            for (int i = 0; i < scene.Presets.Count; i++) context.AddObjectToAsset(Identifier(scene, i), scene.Presets[i]);
        }

        /// <summary>Stays the same from import to import, so that references hold: the name, counted where several share it.</summary>
        static string Identifier(SteerwrightScene scene, int index)
        {
            string name = scene.Presets[index].name;
            int before = 0;
            for (int i = 0; i < index; i++) before += scene.Presets[i].name == name ? 1 : 0;
            return "preset " + before + " " + name;
        }
    }

    /// <summary>A scene that is exported again while the game plays is taken over at once.</summary>
    sealed class SteerwrightWatch : AssetPostprocessor
    {
        static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            if (!Application.isPlaying) return;
            foreach (string path in imported)
            {
                var scene = AssetDatabase.LoadAssetAtPath<SteerwrightScene>(path);
                if (scene == null || scene.Problem.Length > 0) continue;
                foreach (SteerwrightWorld world in Object.FindObjectsOfType<SteerwrightWorld>())
                {
                    // By id, for an asset that was made anew is another object of the same id.
                    bool isIts = !ReferenceEquals(world.Scene, null) && world.Scene.GetInstanceID() == scene.GetInstanceID();
                    if (isIts && world.World != null) world.Reread(scene);
                }
            }
        }
    }
}
