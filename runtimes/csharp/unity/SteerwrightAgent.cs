// For Unity 2020.3 and later: a GameObject that an agent of a SteerwrightWorld moves, or that is such an agent while the game moves it.
//
// Licensed under MIT or Apache-2.0, as you like.

using System;
using UnityEngine;
using UnityEngine.Events;

namespace Steerwright
{
    /// <summary>Moves its GameObject as an agent moves, in the space of its parent.</summary>
    [AddComponentMenu("Steerwright/Steerwright Agent")]
    public sealed class SteerwrightAgent : MonoBehaviour
    {
        /// <summary>What is done when something happens to the agent.</summary>
        [Serializable]
        public sealed class Reaction
        {
            /// <summary>What happens.</summary>
            public EventKind when;
            /// <summary>What is done then.</summary>
            public UnityEvent then;
        }

        [SerializeField, Tooltip("The scene that the agent is in")]
        SteerwrightWorld world = null;

        [SerializeField, Tooltip("The id of the agent, as the editor and the file show it")]
        long id = 1;

        [SerializeField, Tooltip("Looks where it goes")]
        bool looksAhead = true;

        [SerializeField, Tooltip("What is done when something happens to the agent")]
        Reaction[] reactions = new Reaction[0];

        [Tooltip("The game moves this GameObject, and the agent follows it: for the player's character")]
        public bool driven;

        bool wasDriven;
        Vector3 from, to;

        /// <summary>Told of everything that happens to the agent.</summary>
        public event Action<AgentEvent> Happened;

        /// <summary>The id of the agent.</summary>
        public long Id => id;

        /// <summary>The agent; null if the scene has none with the id, or not any more.</summary>
        public Agent Agent => world.World?.FindAgent(id);

        /// <summary>Says which agent it is, before the game begins.</summary>
        public void SetUp(SteerwrightWorld world, long id)
        {
            this.world = world;
            this.id = id;
        }

        void OnEnable()
        {
            if (world == null || world.World == null)
            {
                if (world == null) Debug.LogError("set the world of " + name, this);
                enabled = false;
                return;
            }
            if (Agent == null) Debug.LogError("there is no agent " + id + " for " + name + "; it rests until an edit brings one", this);
            world.Add(this);
            FindPlace();
        }

        void OnDisable()
        {
            if (world != null) world.Remove(this);
        }

        /// <summary>Goes to where the agent is at once.</summary>
        internal void FindPlace()
        {
            if (driven || Agent == null) from = to = transform.localPosition;
            else from = to = world.PlaceOf(Agent, transform.localPosition);
        }

        internal void BeforeTicks()
        {
            if (Agent == null) return;
            if (driven) world.Drive(id, transform.localPosition);
            if (wasDriven && !driven) world.World.Release(id);
            wasDriven = driven;
        }

        internal void AfterTicks()
        {
            if (Agent == null) return;
            from = driven ? transform.localPosition : to;
            to = driven ? transform.localPosition : world.PlaceOf(Agent, transform.localPosition);
        }

        internal void Tell(AgentEvent happened)
        {
            Happened?.Invoke(happened);
            foreach (Reaction reaction in reactions)
            {
                if (reaction.when == happened.Kind) reaction.then.Invoke();
            }
        }

        /// <summary>Frames come between two FixedUpdates: draws between what was after the last two.</summary>
        void Update()
        {
            if (driven || Agent == null) return;
            transform.localPosition = Vector3.Lerp(from, to, (Time.time - Time.fixedTime) / Time.fixedDeltaTime);
            if (looksAhead) transform.localRotation = world.RotationOf(Agent);
        }
    }
}
