// For tests only, not for games: calls the components of the stubs in Unity's order.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public static class Loop
    {
        /// <summary>Starts the game: Awake and OnEnable, component by component.</summary>
        public static void Play()
        {
            Application.isPlaying = true;
            foreach (MonoBehaviour component in Behaviors())
            {
                Send(component, "Awake");
                if (component.enabled) Send(component, "OnEnable");
            }
        }

        /// <summary>One FixedUpdate with physics, and the last frame before the next.</summary>
        public static void Tick()
        {
            Time.fixedTime += Time.fixedDeltaTime;
            foreach (MonoBehaviour component in Behaviors().Where(component => component.enabled)) Send(component, "FixedUpdate");
            foreach (Rigidbody2D body in Object.FindObjectsOfType<Rigidbody2D>()) body.Simulate(Time.fixedDeltaTime);
            foreach (Rigidbody body in Object.FindObjectsOfType<Rigidbody>()) body.Simulate(Time.fixedDeltaTime);
            Time.time = Time.fixedTime + Time.fixedDeltaTime;
            foreach (MonoBehaviour component in Behaviors().Where(component => component.enabled)) Send(component, "Update");
        }

        static List<MonoBehaviour> Behaviors() => Object.FindObjectsOfType<MonoBehaviour>().OrderBy(OrderOf).ToList();

        static int OrderOf(MonoBehaviour component)
        {
            var order = (DefaultExecutionOrder) Attribute.GetCustomAttribute(component.GetType(), typeof(DefaultExecutionOrder));
            return order == null ? 0 : order.order;
        }

        internal static void Send(MonoBehaviour component, string message)
        {
            MethodInfo method = component.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic, null, new Type[0], null);
            if (method != null) method.Invoke(component, null);
        }
    }
}
