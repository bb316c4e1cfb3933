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

        static readonly HashSet<string> Folders = new HashSet<string>();

        public static T LoadAssetAtPath<T>(string path) where T : Object
        {
            if (typeof(T) == typeof(Texture2D) && File.Exists(path)) return Texture(File.ReadAllBytes(path)) as T;
            return Main.TryGetValue(path, out Object main) ? main as T : null;
        }

        /// <summary>The size of a PNG is at its beginning.</summary>
        static Object Texture(byte[] png)
        {
            return new Texture2D { width = png[18] << 8 | png[19], height = png[22] << 8 | png[23] };
        }

        public static string GetAssetPath(Object asset) => Main.FirstOrDefault(pair => pair.Value == asset).Key ?? "";

        public static bool IsValidFolder(string path) => Folders.Contains(path);

        public static string CreateFolder(string parent, string name)
        {
            if (!Folders.Add(parent + "/" + name)) throw new InvalidOperationException(parent + "/" + name + " exists");
            return parent + "/" + name;
        }

        internal static void Add(string path, Object asset)
        {
            if (!Folders.Contains(Path.GetDirectoryName(path))) throw new InvalidOperationException("there is no folder for " + path);
            Main.Add(path, asset);
        }

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

    public static class PrefabUtility
    {
        static readonly Transform Nowhere = new GameObject("Nowhere").transform;

        /// <summary>A copy that is not in the open scene.</summary>
        public static GameObject SaveAsPrefabAsset(GameObject original, string path)
        {
            GameObject prefab = Object.Instantiate(original.GetComponent<MonoBehaviour>(), Nowhere).gameObject;
            prefab.name = Path.GetFileNameWithoutExtension(path);
            Object.DestroyImmediate(prefab);
            AssetDatabase.Add(path, prefab);
            return prefab;
        }

        public static Object InstantiatePrefab(Object prefab, Transform parent)
        {
            return Object.Instantiate(((GameObject) prefab).GetComponent<MonoBehaviour>(), parent).gameObject;
        }

        public static void RecordPrefabInstancePropertyModifications(Object target)
        {
        }
    }

    public sealed class CustomEditor : Attribute
    {
        internal readonly Type Inspected;

        public CustomEditor(Type inspectedType)
        {
            Inspected = inspectedType;
        }
    }

    /// <summary>An inspector, and what it shows, line by line.</summary>
    public class Editor
    {
        public static readonly List<string> Shown = new List<string>();

        public Object target { get; private set; }
        public SerializedObject serializedObject { get; private set; }

        public virtual void OnInspectorGUI()
        {
        }

        public virtual bool RequiresConstantRepaint() => false;

        protected void DrawDefaultInspector()
        {
        }

        /// <summary>What the inspector of an object shows.</summary>
        public static List<string> Show(Object inspected)
        {
            Shown.Clear();
            Type type = AssetDatabase.Types(typeof(Editor)).Single(each => each.GetCustomAttribute<CustomEditor>().Inspected == inspected.GetType());
            var editor = (Editor) Activator.CreateInstance(type);
            editor.target = inspected;
            editor.serializedObject = new SerializedObject(inspected);
            editor.OnInspectorGUI();
            return Shown;
        }
    }

    public sealed class SerializedObject
    {
        readonly Object target;

        public SerializedObject(Object target)
        {
            this.target = target;
        }

        public void Update()
        {
        }

        public bool ApplyModifiedProperties() => true;

        public SerializedProperty FindProperty(string path)
        {
            return new SerializedProperty(target, target.GetType().GetField(path, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public));
        }
    }

    public sealed class SerializedProperty
    {
        readonly Object target;
        readonly FieldInfo field;

        internal SerializedProperty(Object target, FieldInfo field)
        {
            this.target = target;
            this.field = field;
        }

        public long longValue
        {
            get { return (long) field.GetValue(target); }
            set { field.SetValue(target, value); }
        }
    }

    public enum MessageType { None, Info, Warning, Error }

    public static class EditorGUILayout
    {
        /// <summary>What a test chooses in the next menu; nothing below 0.</summary>
        public static int Chosen = -1;

        public static void HelpBox(string message, MessageType type)
        {
            Editor.Shown.Add(type + ": " + message);
        }

        public static void LabelField(string label, string text)
        {
            Editor.Shown.Add(label + ": " + text);
        }

        public static int Popup(string label, int selected, string[] options)
        {
            Editor.Shown.Add(label + ": " + (selected < 0 ? "-" : options[selected]) + " of " + options.Length);
            return Chosen < 0 ? selected : Chosen;
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
        public static int Points, Discs, Labels, Dotted;

        public static readonly List<Vector3[]> Rectangles = new List<Vector3[]>();

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

        public static void DrawDottedLine(Vector3 from, Vector3 to, float size)
        {
            Drawing.Dotted++;
        }

        public static void DrawSolidRectangleWithOutline(Vector3[] corners, Color face, Color outline)
        {
            Drawing.Rectangles.Add(corners);
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

        public void DependsOnArtifact(string path)
        {
        }

        public void LogImportWarning(string message, Object about)
        {
            Console.WriteLine("import warning " + message);
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
