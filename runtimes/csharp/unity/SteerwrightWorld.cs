// For Unity 2020.3 and later: runs an exported scene. Put this component on one GameObject, drop NAME.steerwright on "Scene", and put a
// SteerwrightAgent on every GameObject that the scene moves; or let the menu Assets > Steerwright do it.
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
        [SerializeField, Tooltip("The exported NAME.steerwright")]
        SteerwrightScene scene = null;

        [SerializeField, Tooltip("Instead of a scene: the text of an exported NAME.steer.json")]
        TextAsset text = null;

        [SerializeField, Tooltip("PORT/TOKEN, as the editor's live link shows it; empty: off. In the Unity editor and in development builds only")]
        string linkAddress = "";

        readonly Dictionary<long, SteerwrightAgent> bodies = new Dictionary<long, SteerwrightAgent>();
        Link link;
        string toldProblem = "";

        /// <summary>The run, with everything a game can ask of it; null if the file could not be loaded.</summary>
        public World World { get; private set; }

        /// <summary>The scene that runs; null if it is given as a text.</summary>
        public SteerwrightScene Scene => scene;

        /// <summary>The live link; null where it is off.</summary>
        public Link Link => link;

        /// <summary>Told of everything that happens to any agent.</summary>
        public event Action<AgentEvent> Happened;

        /// <summary>Says what is to run, before the game begins.</summary>
        public void SetUp(SteerwrightScene scene, string linkAddress = "")
        {
            this.scene = scene;
            this.linkAddress = linkAddress;
        }

        /// <summary>Moves the pointer of the scene to a place in the space of the agents' parent.</summary>
        public void SetPointer(Vector3 place)
        {
            World?.SetPointer(Ground.X(place), Ground.Y(place));
        }

        /// <summary>Takes over an edited scene while the game runs; see World.Reread.</summary>
        /// <returns>Whether it did: what it refuses changes nothing, and is logged.</returns>
        public bool Reread(SteerwrightScene edited)
        {
            scene = edited;
            try
            {
                World.Reread(edited.Text);
            }
            catch (SteerwrightException error)
            {
                Debug.LogError(edited.name + ": " + error.Message, this);
                return false;
            }
            FindBodies();
            return true;
        }

        void Awake()
        {
            UnityEngine.Object source = scene != null ? (UnityEngine.Object) scene : text;
            try
            {
                World = World.Load(scene != null ? scene.Text : text != null ? text.text : "");
            }
            catch (SteerwrightException error)
            {
                Debug.LogError((source == null ? "no scene is set" : source.name) + ": " + error.Message, this);
                enabled = false;
                return;
            }
            if (Debug.isDebugBuild && linkAddress.Length > 0) link = new Link(World, linkAddress, Application.productName);
        }

        void OnDestroy()
        {
            link?.Close();
        }

        void Update()
        {
            if (link == null) return;
            if (link.Poll()) FindBodies();
            if (link.Problem != toldProblem && link.Problem.Length > 0) Debug.LogWarning("live link: " + link.Problem, this);
            toldProblem = link.Problem;
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
            if (bodies.TryGetValue(body.Id, out SteerwrightAgent other) && other != body)
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
            World.Drive(id, Ground.X(place), Ground.Y(place));
        }

        /// <summary>Where an agent is drawn; its third coordinate stays what it is.</summary>
        internal Vector3 PlaceOf(Agent agent, Vector3 now)
        {
            double x = agent.PreviousX + (agent.X - agent.PreviousX) * World.Fraction;
            double y = agent.PreviousY + (agent.Y - agent.PreviousY) * World.Fraction;
            return Ground.Place(x, y, now);
        }

        internal Quaternion RotationOf(Agent agent) => Ground.Rotation(agent.HeadingX, agent.HeadingY);

        Ground Ground => new Ground(World);

        void FindBodies()
        {
            foreach (SteerwrightAgent body in bodies.Values) body.FindPlace();
        }
    }
}
