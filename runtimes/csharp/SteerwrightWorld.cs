// For Unity 2018.3 and later: runs an exported scene. Put this component on one GameObject, drop NAME.steer.json on "Scene", and put
// a SteerwrightAgent on every GameObject that the scene moves. Beside it in Assets: Steerwright.cs and SteerwrightAgent.cs.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Steerwright
{
    /// <summary>An exported scene that runs. It advances with FixedUpdate, in ticks of its own length.</summary>
    [AddComponentMenu("Steerwright/Steerwright World")]
    [DefaultExecutionOrder(-100)]
    public sealed class SteerwrightWorld : MonoBehaviour
    {
        /// <summary>Where x and y of the scene lie.</summary>
        public enum Ground
        {
            /// <summary>In 2D: x to the right, y upwards.</summary>
            XY,
            /// <summary>On the ground: x to the right, y forwards.</summary>
            XZ,
        }

        [SerializeField, Tooltip("The exported NAME.steer.json (y upwards, as by default)")]
        TextAsset scene = null;

        [SerializeField, Tooltip("The plane that agents move on")]
        Ground ground = Ground.XY;

        readonly Dictionary<long, SteerwrightAgent> bodies = new Dictionary<long, SteerwrightAgent>();

        /// <summary>The run, with everything a game can ask of it; null if the file could not be loaded.</summary>
        public World World { get; private set; }

        /// <summary>Told of everything that happens to any agent.</summary>
        public event Action<AgentEvent> Happened;

        /// <summary>Moves the pointer of the scene to a place in the space of the agents' parent.</summary>
        public void SetPointer(Vector3 place)
        {
            World?.SetPointer(place.x, ground == Ground.XY ? place.y : place.z);
        }

        void Awake()
        {
            try
            {
                World = World.Load(scene == null ? "" : scene.text);
            }
            catch (SteerwrightException error)
            {
                Debug.LogError((scene == null ? "no scene is set" : scene.name) + ": " + error.Message, this);
                enabled = false;
            }
        }

        void FixedUpdate()
        {
            foreach (SteerwrightAgent body in bodies.Values) body.BeforeTicks();
            World.Advance(Time.fixedDeltaTime);
            foreach (SteerwrightAgent body in bodies.Values) body.AfterTicks();
            for (int i = 0; i < World.Events.Count; i++)
            {
                AgentEvent happened = World.Events[i];
                Happened?.Invoke(happened);
                if (bodies.TryGetValue(happened.AgentId, out SteerwrightAgent body)) body.Tell(happened);
            }
        }

        internal void Add(SteerwrightAgent body)
        {
            if (bodies.TryGetValue(body.Id, out SteerwrightAgent other))
            {
                Debug.LogError(body.name + " and " + other.name + " are both agent " + body.Id + "; give one of them another id", body);
            }
            bodies[body.Id] = body;
        }

        internal void Remove(SteerwrightAgent body)
        {
            if (bodies.TryGetValue(body.Id, out SteerwrightAgent known) && known == body) bodies.Remove(body.Id);
        }

        internal void Drive(long id, Vector3 place)
        {
            World.Drive(id, place.x, ground == Ground.XY ? place.y : place.z);
        }

        /// <summary>Where an agent is drawn; its third coordinate stays what it is.</summary>
        internal Vector3 PlaceOf(Agent agent, Vector3 now)
        {
            var x = (float) (agent.PreviousX + (agent.X - agent.PreviousX) * World.Fraction);
            var y = (float) (agent.PreviousY + (agent.Y - agent.PreviousY) * World.Fraction);
            return ground == Ground.XY ? new Vector3(x, y, now.z) : new Vector3(x, now.y, y);
        }

        /// <summary>In 2D the right side of a sprite looks ahead, on the ground the front of a model.</summary>
        internal Quaternion RotationOf(Agent agent)
        {
            float x = (float) agent.HeadingX, y = (float) agent.HeadingY;
            return ground == Ground.XY
                ? Quaternion.Euler(0f, 0f, Mathf.Atan2(y, x) * Mathf.Rad2Deg)
                : Quaternion.LookRotation(new Vector3(x, 0f, y));
        }
    }
}
