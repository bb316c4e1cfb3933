// For Unity 2020.3 and later: moves a GameObject like an agent of a SteerwrightWorld, or drives the agent with the GameObject.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Globalization;
using UnityEngine;
using UnityEngine.Events;

namespace Steerwright
{
    /// <summary>Moves its GameObject like an agent, in the local space of its parent.</summary>
    [AddComponentMenu("Steerwright/Steerwright Agent")]
    public sealed class SteerwrightAgent : MonoBehaviour
    {
        /// <summary>Is called with the name of an event, and its value as a text.</summary>
        [Serializable]
        public sealed class NamedEvent : UnityEvent<string, string>
        {
        }

        /// <summary>What to call when an event of one kind occurs.</summary>
        [Serializable]
        public sealed class EventResponse
        {
            /// <summary>The kind of event.</summary>
            public EventKind kind;
            /// <summary>Only an event with this name: that an action emits, of a meeting, or of a state. Empty for all.</summary>
            [Tooltip("Only an event with this name: that an action emits, of a meeting, or of a state. Empty for all")]
            public string name;
            /// <summary>What to call.</summary>
            public UnityEvent response;
            /// <summary>What to call with the name of the event and the value that an action emits with it.</summary>
            [Tooltip("Called with the name of the event, and the value that an action emits with it")]
            public NamedEvent responseWithName;

            internal void Raise(AgentEvent agentEvent)
            {
                if (kind != agentEvent.Kind || !(string.IsNullOrEmpty(name) || name == agentEvent.Name)) return;
                response?.Invoke();
                responseWithName?.Invoke(agentEvent.Name ?? "", Convert.ToString(agentEvent.Value, CultureInfo.InvariantCulture));
            }
        }

        /// <summary>How the GameObject is moved.</summary>
        public enum Movement
        {
            /// <summary>Its transform has the position of the agent.</summary>
            Transform,
            /// <summary>
            /// Its Rigidbody2D or Rigidbody gets the velocity that takes it to the agent, and the physics of Unity move it. Where it
            /// cannot follow, its agent stays with it, so this is no longer bit for bit as in the editor.
            /// </summary>
            Physics,
        }

        [SerializeField, Tooltip("The world that the agent belongs to")]
        SteerwrightWorld world = null;

        [SerializeField, Tooltip("The id of the agent, as the Steerwright editor shows it")]
        long id = 1;

        [SerializeField, Tooltip("Rotates the GameObject to the heading of the agent")]
        bool rotatesToHeading = true;

        [SerializeField, Tooltip("Transform: the agent's position, bit for bit. Physics: its Rigidbody2D or Rigidbody follows the agent, and collides")]
        Movement movement = Movement.Transform;

        [SerializeField, Tooltip("Called when an event of the agent occurs")]
        EventResponse[] responses = new EventResponse[0];

        [Tooltip("The game moves this GameObject, and the agent follows it; for the player's character")]
        public bool driven;

        SteerwrightBody body;
        bool wasDriven;
        /// <summary>The agent stays with its body until the next tick.</summary>
        bool isHeld;
        Vector3 previousPosition, currentPosition;

        /// <summary>Raised for every event of the agent.</summary>
        public event Action<AgentEvent> EventOccurred;

        /// <summary>The id of the agent.</summary>
        public long Id => id;

        /// <summary>The world that the agent belongs to; null for none.</summary>
        public SteerwrightWorld World => world;

        /// <summary>The agent; null if the scene has none with this id (any longer).</summary>
        public Agent Agent => world == null ? null : world.World?.FindAgent(id);

        /// <summary>The name of the state that the agent is in; empty for a preset without states, and if there is no agent.</summary>
        public string State => Agent?.StateName ?? "";

        /// <summary>The direction in which the agent looks, in the local space of its parent; zero if there is no agent.</summary>
        public Vector3 Facing => Agent == null ? default(Vector3) : world.FacingOf(Agent);

        /// <summary>How alert the agent is, from 0 to 1.</summary>
        public float Meter => Agent == null ? 0f : (float) Agent.Meter;

        /// <summary>Lets the agent enter the state of this name in the next tick.</summary>
        /// <returns>Whether the preset of the agent has such a state.</returns>
        public bool SetState(string state)
        {
            long? stateId = Agent?.FindState(state);
            if (stateId.HasValue) world.World.SetState(id, stateId.Value);
            return stateId.HasValue;
        }

        /// <summary>Sends a name, for which transitions of states can wait, to the agent; see World.ForceEvent.</summary>
        public void ForceEvent(string eventName)
        {
            if (Agent != null) world.World.ForceEvent(id, eventName);
        }

        /// <summary>Sets the world and the agent, before the game starts.</summary>
        public void SetUp(SteerwrightWorld world, long id)
        {
            this.world = world;
            this.id = id;
        }

        /// <summary>Whether the world made this GameObject.</summary>
        internal bool IsCopy { get; private set; }

        /// <summary>The world and the agent of the next copy, which is enabled before it can be set up.</summary>
        static SteerwrightWorld nextWorld;
        static long nextId;

        /// <summary>A copy of a prefab, below the world, for the agent with this id.</summary>
        internal static SteerwrightAgent Copy(SteerwrightAgent prefab, SteerwrightWorld world, long id)
        {
            nextWorld = world;
            nextId = id;
            SteerwrightAgent copy = Instantiate(prefab, world.transform);
            nextWorld = null;
            copy.SetUp(world, id);
            copy.IsCopy = true;
            return copy;
        }

        void OnEnable()
        {
            if (nextWorld != null) SetUp(nextWorld, nextId);
            nextWorld = null;
            if (world == null || world.World == null)
            {
                if (world == null) Debug.LogError(name + ": no world is set; set World in the inspector", this);
                enabled = false;
                return;
            }
            if (Agent == null) Debug.LogWarning(name + ": the scene has no agent " + id + "; check Id, or add the agent to the scene", this);
            body = movement == Movement.Physics ? SteerwrightBody.Of(gameObject) : null;
            if (movement == Movement.Physics && body == null)
            {
                Debug.LogWarning(name + ": Movement is Physics, but there is no Rigidbody2D or Rigidbody; add one, or choose Transform", this);
            }
            isHeld = false;
            world.Register(this);
            SnapToAgent();
        }

        void OnDisable()
        {
            if (world != null) world.Unregister(this);
        }

        /// <summary>Moves to the agent without interpolation.</summary>
        internal void SnapToAgent()
        {
            bool follows = !driven && Agent != null;
            currentPosition = follows ? world.PositionOf(Agent, transform.localPosition) : transform.localPosition;
            previousPosition = currentPosition;
            if (body != null && follows) transform.localPosition = currentPosition;
        }

        internal void BeforeTicks()
        {
            if (Agent == null) return;
            if (driven) world.Drive(id, transform.localPosition);
            if (wasDriven && !driven) world.World.Release(id);
            wasDriven = driven;
            if (body == null || driven || !body.IsOff(currentPosition)) return;
            world.Drive(id, body.LocalPosition);
            isHeld = true;
        }

        internal void AfterTicks(bool hasTicked)
        {
            if (Agent == null) return;
            if (isHeld && hasTicked)
            {
                if (!driven) world.World.Release(id);
                isHeld = false;
            }
            previousPosition = driven ? transform.localPosition : currentPosition;
            currentPosition = driven ? transform.localPosition : world.PositionOf(Agent, transform.localPosition);
            if (body == null || driven) return;
            body.MoveTo(currentPosition);
            if (rotatesToHeading) body.TurnTo(world.RotationOf(Agent));
        }

        internal void Raise(AgentEvent agentEvent)
        {
            EventOccurred?.Invoke(agentEvent);
            foreach (EventResponse response in responses) response.Raise(agentEvent);
        }

        /// <summary>Frames are drawn between two FixedUpdates: interpolates between the positions after the last two.</summary>
        void Update()
        {
            if (driven || body != null || Agent == null) return;
            float alpha = (Time.time - Time.fixedTime) / Time.fixedDeltaTime;
            transform.localPosition = Vector3.Lerp(previousPosition, currentPosition, alpha);
            if (rotatesToHeading) transform.localRotation = world.RotationOf(Agent);
        }
    }
}
