// Imports NAME.steerwright files as assets, and applies them to running worlds when they change.
//
// Licensed under MIT or Apache-2.0, at your option.

using System.IO;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Steerwright.Editor
{
    /// <summary>Imports a NAME.steerwright as a SteerwrightScene that contains a SteerwrightPreset for each preset.</summary>
    [ScriptedImporter(2, "steerwright")]
    public sealed class SteerwrightImporter : ScriptedImporter
    {
        public override void OnImportAsset(AssetImportContext context)
        {
            SteerwrightScene scene = SteerwrightScene.FromText(File.ReadAllText(context.assetPath));
            scene.name = Path.GetFileNameWithoutExtension(context.assetPath);
            if (scene.Problem.Length > 0) context.LogImportError(context.assetPath + ": " + scene.Problem, scene);
            foreach (SteerwrightScene.Picture picture in scene.Pictures)
            {
                // Also a file that is added or changed later.
                string file = Path.GetDirectoryName(context.assetPath) + "/" + picture.file;
                context.DependsOnArtifact(file);
                picture.texture = AssetDatabase.LoadAssetAtPath<Texture2D>(file);
                if (picture.texture == null) context.LogImportWarning(context.assetPath + ": there is no texture " + file + "; add the file, or delete the picture in Steerwright", scene);
            }
            context.AddObjectToAsset("scene", scene);
            context.SetMainObject(scene);
            for (int i = 0; i < scene.Presets.Count; i++) context.AddObjectToAsset(Identifier(scene, i), scene.Presets[i]);
        }

        /// <summary>The same on every import, so that references stay valid: the name, numbered if several presets share it.</summary>
        static string Identifier(SteerwrightScene scene, int index)
        {
            string name = scene.Presets[index].name;
            int before = 0;
            for (int i = 0; i < index; i++) before += scene.Presets[i].name == name ? 1 : 0;
            return "preset " + before + " " + name;
        }
    }

    /// <summary>Applies a scene that is exported again while the game plays.</summary>
    sealed class SteerwrightPostprocessor : AssetPostprocessor
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
                    // By id, since an asset that was imported again is another object with the same id.
                    bool runsScene = !ReferenceEquals(world.Scene, null) && world.Scene.GetInstanceID() == scene.GetInstanceID();
                    if (runsScene && world.World != null) world.ApplyScene(scene);
                }
            }
        }
    }
}
