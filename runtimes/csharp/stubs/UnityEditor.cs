// For tests only, not for games: the part of UnityEditor that exports use, to compile, import and draw them without Unity.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using UnityEditor.AssetImporters;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public class AssetPostprocessor
    {
    }

    public static class AssetDatabase
    {
        static readonly Dictionary<string, Dictionary<string, Object>> Assets = new Dictionary<string, Dictionary<string, Object>>();
        static readonly Dictionary<string, Object> Main = new Dictionary<string, Object>();

        public static T LoadAssetAtPath<T>(string path) where T : Object => Main.TryGetValue(path, out Object main) ? main as T : null;

        /// <summary>The objects in the asset by identifier. An object that is imported again keeps its id.</summary>
        public static Dictionary<string, Object> ObjectsAt(string path) => Assets[path];

        public static void ImportAsset(string path)
        {
            var context = new AssetImportContext { assetPath = path };
            foreach (Type type in Types(typeof(ScriptedImporter)))
            {
                var attribute = (ScriptedImporterAttribute) Attribute.GetCustomAttribute(type, typeof(ScriptedImporterAttribute));
                if (Path.GetExtension(path) == "." + attribute.Extension) ((ScriptedImporter) Activator.CreateInstance(type)).OnImportAsset(context);
            }
            if (Assets.TryGetValue(path, out Dictionary<string, Object> earlier))
            {
                foreach (var pair in context.Objects.Where(pair => earlier.ContainsKey(pair.Key))) pair.Value.Id = earlier[pair.Key].Id;
            }
            Assets[path] = context.Objects;
            Main[path] = context.Main;
            foreach (Type type in Types(typeof(AssetPostprocessor)))
            {
                MethodInfo method = type.GetMethod("OnPostprocessAllAssets", BindingFlags.Static | BindingFlags.NonPublic);
                method.Invoke(null, new object[] { new[] { path }, new string[0], new string[0], new string[0] });
            }
        }

        internal static IEnumerable<Type> Types(Type parent)
        {
            return AppDomain.CurrentDomain.GetAssemblies().SelectMany(assembly => assembly.GetTypes()).Where(type => type.IsSubclassOf(parent));
        }
    }

    public static class Selection
    {
        public static Object[] objects { get; set; } = new Object[0];
        public static GameObject activeGameObject { get; set; }
    }

    public static class Undo
    {
        public static void RegisterCreatedObjectUndo(Object created, string name)
        {
        }
    }

    public sealed class MenuItem : Attribute
    {
        readonly string name;
        readonly bool validates;

        public MenuItem(string itemName, bool isValidateFunction = false)
        {
            name = itemName;
            validates = isValidateFunction;
        }

        /// <summary>Clicks a menu item. Returns false if it is disabled.</summary>
        public static bool Click(string itemName)
        {
            foreach (MethodInfo method in Methods(itemName, true)) if (!(bool) method.Invoke(null, null)) return false;
            foreach (MethodInfo method in Methods(itemName, false)) method.Invoke(null, null);
            return true;
        }

        static IEnumerable<MethodInfo> Methods(string itemName, bool validates)
        {
            return Drawing.StaticMethods().Where(method => method.GetCustomAttribute<MenuItem>() is MenuItem item
                && item.name == itemName && item.validates == validates);
        }
    }

    [Flags]
    public enum GizmoType { NonSelected = 32, Selected = 4 }

    public sealed class DrawGizmo : Attribute
    {
        public DrawGizmo(GizmoType gizmo)
        {
        }
    }

    /// <summary>Counts what the Scene view draws.</summary>
    public static class Drawing
    {
        public static int Points, Discs, Labels;

        public static void Draw(Component component, GizmoType type)
        {
            foreach (MethodInfo method in StaticMethods().Where(method => method.GetCustomAttribute<DrawGizmo>() != null))
            {
                if (method.GetParameters()[0].ParameterType == component.GetType()) method.Invoke(null, new object[] { component, type });
            }
        }

        internal static IEnumerable<MethodInfo> StaticMethods()
        {
            return AppDomain.CurrentDomain.GetAssemblies().SelectMany(assembly => assembly.GetTypes())
                .SelectMany(type => type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic));
        }
    }

    public static class HandleUtility
    {
        public static float GetHandleSize(Vector3 position) => 1f;
    }

    public static class Handles
    {
        public struct DrawingScope : IDisposable
        {
            public DrawingScope(Matrix4x4 matrix)
            {
            }

            public void Dispose()
            {
            }
        }

        public static Color color { get; set; }

        public static void DrawAAPolyLine(float width, params Vector3[] points)
        {
            Drawing.Points += points.Length;
        }

        public static void DrawLine(Vector3 from, Vector3 to)
        {
            Drawing.Points += 2;
        }

        public static void DrawWireDisc(Vector3 center, Vector3 normal, float radius)
        {
            Drawing.Discs++;
        }

        public static void Label(Vector3 position, string text)
        {
            Drawing.Labels++;
        }
    }
}

namespace UnityEditor.AssetImporters
{
    public abstract class ScriptedImporter
    {
        public abstract void OnImportAsset(AssetImportContext context);
    }

    public sealed class ScriptedImporterAttribute : Attribute
    {
        public ScriptedImporterAttribute(int version, string ext)
        {
            Extension = ext;
        }

        internal string Extension { get; }
    }

    public sealed class AssetImportContext
    {
        internal readonly Dictionary<string, Object> Objects = new Dictionary<string, Object>();
        internal Object Main;

        public string assetPath { get; internal set; }

        public void AddObjectToAsset(string identifier, Object created)
        {
            Objects.Add(identifier, created);
        }

        public void SetMainObject(Object main)
        {
            Main = main;
        }

        public void LogImportError(string message, Object context)
        {
            Console.WriteLine("error: " + message);
        }
    }
}
