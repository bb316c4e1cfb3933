// For tests only, not for games: the part of UnityEngine that exports use, to compile and run them without Unity. Loop.cs calls
// the components; UnityEditor.cs imports assets.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public class Object
    {
        static int lastId;

        public HideFlags hideFlags { get; set; }

        internal int Id = ++lastId;

        public string name { get; set; } = "";

        public int GetInstanceID() => Id;

        public static T[] FindObjectsOfType<T>() where T : Object => GameObject.All.Where(each => each.activeSelf).SelectMany(gameObject => gameObject.Components).OfType<T>().ToArray();

        /// <summary>A copy of the GameObject of a component, below `parent`. Returns the copy of the component.</summary>
        public static T Instantiate<T>(T original, Transform parent) where T : Component
        {
            var copy = new GameObject(original.gameObject.name + "(Clone)");
            copy.transform.SetParent(parent, false);
            foreach (Component component in original.gameObject.Components.Where(each => !(each is Transform)).ToList())
            {
                var copied = (Component) component.MemberwiseClone();
                copied.Id = ++lastId;
                copied.gameObject = copy;
                copy.Components.Add(copied);
            }
            foreach (MonoBehaviour behavior in copy.Components.OfType<MonoBehaviour>().Where(each => Application.isPlaying && each.enabled).ToList())
            {
                Loop.Send(behavior, "OnEnable");
            }
            return copy.GetComponent<T>();
        }

        public static void Destroy(Object destroyed)
        {
            if (destroyed is GameObject gameObject)
            {
                foreach (MonoBehaviour behavior in gameObject.Components.OfType<MonoBehaviour>()) behavior.enabled = false;
            }
            DestroyImmediate(destroyed);
        }

        public static void DestroyImmediate(Object destroyed)
        {
            if (destroyed is Component component) component.gameObject.Components.Remove(component);
            if (destroyed is GameObject gameObject) GameObject.All.Remove(gameObject);
        }
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject, new() => new T();
    }

    public sealed class GameObject : Object
    {
        internal static readonly List<GameObject> All = new List<GameObject>();
        internal readonly List<Component> Components = new List<Component>();

        public GameObject(string name)
        {
            this.name = name;
            All.Add(this);
            transform = AddComponent<Transform>();
        }

        public Transform transform { get; }

        public T AddComponent<T>() where T : Component, new()
        {
            var component = new T { gameObject = this, name = name };
            Components.Add(component);
            return component;
        }

        public T GetComponent<T>() where T : Component => Components.OfType<T>().FirstOrDefault();

        public T[] GetComponents<T>() where T : Component => Components.OfType<T>().ToArray();

        public int layer { get; set; }

        public bool activeSelf { get; private set; } = true;

        public void SetActive(bool value)
        {
            if (activeSelf == value) return;
            activeSelf = value;
            foreach (MonoBehaviour behavior in Components.OfType<MonoBehaviour>().Where(each => Application.isPlaying && each.enabled).ToList())
            {
                Loop.Send(behavior, value ? "OnEnable" : "OnDisable");
            }
        }

        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            var primitive = new GameObject(type.ToString());
            primitive.AddComponent<Collider>();
            return primitive;
        }
    }

    public enum PrimitiveType { Sphere }

    /// <summary>Moves by its velocity in the loop, up to what stops it.</summary>
    public sealed class Rigidbody2D : Component
    {
        public Vector2 position => new Vector2(transform.position.x, transform.position.y);

#if UNITY_6000_0_OR_NEWER
        public Vector2 linearVelocity { get; set; }

        internal Vector2 Velocity => linearVelocity;
#else
        public Vector2 velocity { get; set; }

        internal Vector2 Velocity => velocity;
#endif

        /// <summary>For tests: the body stops at this x.</summary>
        public static float WallX = float.PositiveInfinity;

        public void MoveRotation(Quaternion rotation)
        {
            transform.localRotation = rotation;
        }

        internal void Simulate(float seconds)
        {
            Vector3 moved = transform.localPosition + new Vector3(Velocity.x, Velocity.y, 0f) * seconds;
            transform.localPosition = new Vector3(Math.Min(moved.x, WallX), moved.y, moved.z);
        }
    }

    /// <summary>As the one in 2D, on the ground.</summary>
    public sealed class Rigidbody : Component
    {
        public Vector3 position => transform.position;

#if UNITY_6000_0_OR_NEWER
        public Vector3 linearVelocity { get; set; }

        internal Vector3 Velocity => linearVelocity;
#else
        public Vector3 velocity { get; set; }

        internal Vector3 Velocity => velocity;
#endif

        public void MoveRotation(Quaternion rotation)
        {
            transform.localRotation = rotation;
        }

        internal void Simulate(float seconds)
        {
            Vector3 moved = transform.localPosition + Velocity * seconds;
            transform.localPosition = new Vector3(Math.Min(moved.x, Rigidbody2D.WallX), moved.y, moved.z);
        }
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }

        public Transform transform => gameObject.transform;

        public T GetComponent<T>() where T : Component => gameObject.GetComponent<T>();
    }

    public class Collider : Component
    {
        public bool enabled { get; set; } = true;
    }

    public sealed class MeshCollider : Collider
    {
        public Mesh sharedMesh { get; set; }
    }

    public sealed class EdgeCollider2D : Component
    {
        public bool enabled { get; set; } = true;
        public bool isTrigger { get; set; }
        public Vector2[] points { get; set; }
    }

    public enum HideFlags { None, DontSave = 52 }

    public sealed class ExecuteAlways : Attribute
    {
    }

    public sealed class Texture2D : Object
    {
        public int width { get; internal set; }
        public int height { get; internal set; }
    }

    public struct Rect
    {
        public readonly float width, height;

        public Rect(float x, float y, float width, float height)
        {
            this.width = width;
            this.height = height;
        }
    }

    public sealed class Sprite : Object
    {
        public Texture2D texture { get; private set; }

        public static Sprite Create(Texture2D texture, Rect rect, Vector2 pivot, float pixelsPerUnit)
        {
            return new Sprite { texture = texture };
        }
    }

    public sealed class SpriteRenderer : Component
    {
        public Sprite sprite { get; set; }
        public bool flipX { get; set; }
        public Color color { get; set; }
        public int sortingOrder { get; set; }
    }

    public sealed class Mesh : Object
    {
        internal readonly List<Vector3> Vertices = new List<Vector3>();
        internal readonly List<int> Triangles = new List<int>();

        public Vector3[] vertices => Vertices.ToArray();
        public int[] triangles => Triangles.ToArray();

        public void SetVertices(List<Vector3> vertices)
        {
            Vertices.AddRange(vertices);
        }

        public void SetTriangles(List<int> triangles, int submesh)
        {
            Triangles.AddRange(triangles);
        }
    }

    public class MonoBehaviour : Component
    {
        bool isEnabled = true;

        /// <summary>For samples that are compiled only.</summary>
        protected void InvokeRepeating(string methodName, float time, float repeatRate)
        {
            throw new NotSupportedException();
        }

        public bool enabled
        {
            get { return isEnabled; }
            set
            {
                if (isEnabled == value) return;
                isEnabled = value;
                if (Application.isPlaying) Loop.Send(this, value ? "OnEnable" : "OnDisable");
            }
        }
    }

    public class Transform : Component
    {
        public Transform parent { get; private set; }
        public Vector3 localPosition { get; set; }
        public Quaternion localRotation { get; set; }
        /// <summary>Parents of the stubs are never moved.</summary>
        public Vector3 position => localPosition;
        public Quaternion rotation => localRotation;
        public Vector3 localScale { get; set; }
        public Matrix4x4 localToWorldMatrix => default(Matrix4x4);

        public void SetParent(Transform parent, bool worldPositionStays)
        {
            this.parent = parent;
        }

        public Vector3 InverseTransformPoint(Vector3 position) => position;

        public Vector3 TransformVector(Vector3 vector) => vector;
    }

    public struct Vector2
    {
        public float x, y;

        public Vector2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }
    }

    public class TextAsset : Object
    {
        public string text { get; set; }
    }

    public struct Matrix4x4
    {
    }

    public struct Color
    {
        public float r, g, b, a;

        public static Color white => new Color(1f, 1f, 1f);

        public Color(float r, float g, float b, float a = 1f)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public float magnitude => (float) Math.Sqrt(x * x + y * y + z * z);

        public static Vector3 one => new Vector3(1f, 1f, 1f);

        public static Vector3 operator +(Vector3 a, Vector3 b) => new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);

        public static Vector3 operator -(Vector3 a, Vector3 b) => new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);

        public static Vector3 operator *(Vector3 a, float k) => new Vector3(a.x * k, a.y * k, a.z * k);

        public static Vector3 Cross(Vector3 a, Vector3 b)
        {
            return new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        }

        public static Vector3 Lerp(Vector3 a, Vector3 b, float t)
        {
            t = t > 1f ? 1f : t > 0f ? t : 0f;
            return a + (b - a) * t;
        }
    }

    /// <summary>Keeps what it was created from: the angle about z in degrees, or the forward direction.</summary>
    public struct Quaternion
    {
        public float AngleZ;
        public Vector3 Forward;

        public static Quaternion operator *(Quaternion a, Quaternion b) => b;

        public static Quaternion Euler(float x, float y, float z) => new Quaternion { AngleZ = z };

        public static Quaternion LookRotation(Vector3 forward) => new Quaternion { Forward = forward };
    }

    public static class Mathf
    {
        public const float Rad2Deg = 57.29578f;

        public static int Min(int a, int b) => Math.Min(a, b);

        public static float Atan2(float y, float x) => (float) Math.Atan2(y, x);
    }

    public static class Time
    {
        public static float time { get; set; }
        public static float fixedTime { get; set; }
        public static float fixedDeltaTime { get; set; } = 0.02f;
    }

    /// <summary>Clicks the button whose label a test has chosen.</summary>
    public static class GUILayout
    {
        public static string Clicked;

        public static bool Button(string text) => text == Clicked;
    }

    public static class Application
    {
        public static bool isPlaying { get; set; }
        public static string productName { get; set; } = "Stub";
    }

    public static class Debug
    {
        public static bool isDebugBuild { get; set; } = true;

        public static void Log(object message)
        {
            Console.WriteLine(message);
        }

        public static void LogError(object message, Object context)
        {
            Console.WriteLine("error: " + message);
        }

        public static void LogWarning(object message, Object context)
        {
            Console.WriteLine("warning: " + message);
        }
    }

    public sealed class SerializeField : Attribute
    {
    }

    public sealed class HideInInspector : Attribute
    {
    }

    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string tooltip)
        {
        }
    }

    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string menuName)
        {
        }
    }

    public sealed class DefaultExecutionOrder : Attribute
    {
        public DefaultExecutionOrder(int order)
        {
            this.order = order;
        }

        public int order { get; }
    }
}

namespace UnityEngine.AI
{
    /// <summary>For samples that are compiled only.</summary>
    public sealed class NavMeshPath
    {
        public Vector3[] corners => throw new NotSupportedException();
    }

    public static class NavMesh
    {
        public const int AllAreas = -1;

        public static bool CalculatePath(Vector3 source, Vector3 target, int areas, NavMeshPath path) => throw new NotSupportedException();
    }
}

namespace UnityEngine.Events
{
    public class UnityEvent
    {
        public void Invoke()
        {
        }
    }

    public class UnityEvent<T0, T1>
    {
        public void Invoke(T0 first, T1 second)
        {
        }
    }
}
