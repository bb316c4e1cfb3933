// For checks only, never for a game: just so much of UnityEngine that SteerwrightWorld.cs and SteerwrightAgent.cs compile without Unity.
//
//     mcs -langversion:7 -target:library stubs/UnityEngine.cs SteerwrightWorld.cs SteerwrightAgent.cs Steerwright.cs
//
// Licensed under MIT or Apache-2.0, as you like.

using System;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; }
    }

    public class Component : Object
    {
        public Transform transform { get; set; }
    }

    public class MonoBehaviour : Component
    {
        public bool enabled { get; set; }
    }

    public class Transform : Component
    {
        public Vector3 localPosition { get; set; }
        public Quaternion localRotation { get; set; }
    }

    public class TextAsset : Object
    {
        public string text { get; set; }
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

        public static Vector3 Lerp(Vector3 a, Vector3 b, float t)
        {
            return new Vector3(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t);
        }
    }

    public struct Quaternion
    {
        public static Quaternion Euler(float x, float y, float z)
        {
            return new Quaternion();
        }

        public static Quaternion LookRotation(Vector3 forward)
        {
            return new Quaternion();
        }
    }

    public static class Mathf
    {
        public const float Rad2Deg = 57.29578f;

        public static float Atan2(float y, float x)
        {
            return (float) Math.Atan2(y, x);
        }
    }

    public static class Time
    {
        public static float time { get; set; }
        public static float fixedTime { get; set; }
        public static float fixedDeltaTime { get; set; }
    }

    public static class Debug
    {
        public static void LogError(object message, Object context)
        {
            Console.Error.WriteLine(message);
        }
    }

    public sealed class SerializeField : Attribute
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
        }
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
}
