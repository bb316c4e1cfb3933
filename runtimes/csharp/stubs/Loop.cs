// For checks only, never for a game: plays the components of the stubs, in Unity's order.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public static class Loop
    {
        /// <summary>Begins to play: Awake and OnEnable, component by component.</summary>
        public static void Play()
        {
            Application.isPlaying = true;
            foreach (MonoBehaviour one in Behaviors())
            {
                Send(one, "Awake");
                if (one.enabled) Send(one, "OnEnable");
            }
        }

        /// <summary>One FixedUpdate, and the last frame before the next one.</summary>
        public static void Tick()
        {
            Time.fixedTime += Time.fixedDeltaTime;
            foreach (MonoBehaviour one in Behaviors().Where(one => one.enabled)) Send(one, "FixedUpdate");
            Time.time = Time.fixedTime + Time.fixedDeltaTime;
            foreach (MonoBehaviour one in Behaviors().Where(one => one.enabled)) Send(one, "Update");
        }

        static List<MonoBehaviour> Behaviors() => Object.FindObjectsOfType<MonoBehaviour>().OrderBy(OrderOf).ToList();

        static int OrderOf(MonoBehaviour one)
        {
            var order = (DefaultExecutionOrder) Attribute.GetCustomAttribute(one.GetType(), typeof(DefaultExecutionOrder));
            return order == null ? 0 : order.order;
        }

        static void Send(MonoBehaviour one, string message)
        {
            MethodInfo method = one.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic, null, new Type[0], null);
            if (method != null) method.Invoke(one, null);
        }
    }
}
