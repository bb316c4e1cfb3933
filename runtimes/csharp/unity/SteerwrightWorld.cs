// For Unity 2020.3 and later: runs an exported scene. Add this component to a GameObject, assign NAME.steerwright to Scene, and add
// a SteerwrightAgent to each GameObject that the scene moves. The menu Assets > Steerwright > Add to Scene does all of this.
//
// Licensed under MIT or Apache-2.0, at your option.

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Steerwright
{
    /// <summary>A running scene. It advances in FixedUpdate, in ticks of its own length.</summary>
    [AddComponentMenu("Steerwright/Steerwright World")]
    [DefaultExecutionOrder(-100)]
    public sealed class SteerwrightWorld : MonoBehaviour
    {
        /// <summary>What agents with a preset look like.</summary>
        [Serializable]
        public sealed class PresetPrefab
        {
            /// <summary>The name of the preset.</summary>
            public string preset;
            /// <summary>The prefab, which has a SteerwrightAgent.</summary>
            public SteerwrightAgent prefab;
        }

        [SerializeField, Tooltip("The exported NAME.steerwright")]
        SteerwrightScene scene = null;

        [SerializeField, Tooltip("Instead of a scene: the text of an exported NAME.steer.json")]
        TextAsset text = null;

        [SerializeField, Tooltip("The prefab of each preset, for agents of spawners, for those that a script spawns, and for those that an edit adds while the game runs")]
        PresetPrefab[] prefabs = new PresetPrefab[0];

        [SerializeField, Tooltip("The link address from the Steerwright editor; empty for none. Used in the Unity editor and in development builds")]
        string linkAddress = "";

        readonly Dictionary<long, SteerwrightAgent> agentsById = new Dictionary<long, SteerwrightAgent>();
        /// <summary>The agents of the Unity scene that a contact rule removed.</summary>
        readonly List<SteerwrightAgent> inactive = new List<SteerwrightAgent>();
        readonly List<SteerwrightAgent> gone = new List<SteerwrightAgent>();
        readonly HashSet<string> presetsWithoutPrefab = new HashSet<string>();
        Link link;
        string loggedProblem = "";

        /// <summary>The runtime's world, with all its calls; null if the file could not be loaded.</summary>
        public World World { get; private set; }

        /// <summary>The scene that runs; null if it was assigned as a text.</summary>
        public SteerwrightScene Scene => scene;

        /// <summary>The live link; null for none.</summary>
        public Link Link => link;

        /// <summary>Raised for every event of every agent.</summary>
        public event Action<AgentEvent> EventOccurred;

        /// <summary>Sets the scene, before the game starts.</summary>
        public void SetUp(SteerwrightScene scene, string linkAddress = "", PresetPrefab[] prefabs = null)
        {
            this.scene = scene;
            this.linkAddress = linkAddress;
            this.prefabs = prefabs ?? new PresetPrefab[0];
        }

        /// <summary>The prefab of a preset; null if there is none in the list Prefabs.</summary>
        public SteerwrightAgent PrefabOf(string preset) => Array.Find(prefabs, entry => entry.preset == preset)?.prefab;

        /// <summary>The component that moves its GameObject like the agent with this id; null if there is none.</summary>
        public SteerwrightAgent ComponentOf(long id) => agentsById.TryGetValue(id, out SteerwrightAgent agent) ? agent : null;

        /// <summary>Moves the pointer of the scene to a position in the local space of this GameObject.</summary>
        public void SetPointer(Vector3 position)
        {
            World?.SetPointer(Axes.X(position), Axes.Y(position));
        }

        /// <summary>Makes a noise at a position in the local space of this GameObject, which agents with hearing hear within the radius.</summary>
        public void Noise(Vector3 position, float radius)
        {
            World?.Noise(Axes.X(position), Axes.Y(position), radius);
        }

        /// <summary>Sends a name, for which transitions of states can wait, to all agents; see World.ForceEvent.</summary>
        public void ForceEvent(string eventName)
        {
            World?.ForceEvent(null, eventName);
        }

        /// <summary>Moves the marker of this name to a position in the local space of this GameObject.</summary>
        /// <returns>Whether there is such a marker.</returns>
        public bool MoveMarker(string marker, Vector3 position)
        {
            long? id = World?.FindMarker(marker);
            if (id.HasValue) World.MoveMarker(id.Value, Axes.X(position), Axes.Y(position));
            return id.HasValue;
        }

        /// <summary>Applies an edited scene while the game runs; see World.ApplyScene.</summary>
        /// <returns>Whether it was applied. A scene that is refused changes nothing, and its error is logged.</returns>
        public bool ApplyScene(SteerwrightScene edited)
        {
            scene = edited;
            try
            {
                World.ApplyScene(edited.Text);
            }
            catch (SteerwrightException error)
            {
                Debug.LogError(edited.name + ": " + error.Message, this);
                return false;
            }
            AfterEdit();
            return true;
        }

        /// <summary>
        /// Spawns an agent with the preset of this name, and a copy of the prefab below this GameObject that moves like it. Calls of
        /// World change the agent, for example World.SetPath(spawned.Id, World.FindPath("Wall")).
        /// </summary>
        /// <param name="position">Where it enters, in the local space of this GameObject.</param>
        /// <returns>The copy; null if there is no such preset, which is logged.</returns>
        public SteerwrightAgent Spawn(SteerwrightAgent prefab, string preset, Vector3 position)
        {
            long? presetId = World.FindPreset(preset);
            if (!presetId.HasValue)
            {
                Debug.LogError(name + ": no agent of the scene has the preset " + preset + "; check the name", this);
                return null;
            }
            long id = World.Spawn(presetId.Value, Axes.X(position), Axes.Y(position));
            return SteerwrightAgent.Copy(prefab, this, id);
        }

        /// <summary>Spawns an agent with the preset of this name, and a copy of the prefab that the list Prefabs has for it.</summary>
        /// <param name="position">Where it enters, in the local space of this GameObject.</param>
        /// <returns>The copy; null if there is no such preset or no prefab of it, which is logged.</returns>
        public SteerwrightAgent Spawn(string preset, Vector3 position)
        {
            SteerwrightAgent prefab = PrefabOf(preset);
            if (prefab != null) return Spawn(prefab, preset, position);
            Debug.LogError(name + ": Prefabs has no prefab of the preset " + preset + "; add one in the inspector", this);
            return null;
        }

        /// <summary>Removes an agent and its GameObject. Targets, dangers and leaders that name it become none.</summary>
        public void Despawn(SteerwrightAgent agent)
        {
            if (agent.Agent != null) World.Despawn(agent.Id);
            Destroy(agent.gameObject);
        }

        void Awake()
        {
            UnityEngine.Object source = scene != null ? (UnityEngine.Object) scene : text;
            if (source == null)
            {
                Debug.LogError(name + ": no scene is set; assign an exported NAME.steerwright to Scene", this);
                enabled = false;
                return;
            }
            try
            {
                World = World.Load(scene != null ? scene.Text : text.text);
            }
            catch (SteerwrightException error)
            {
                Debug.LogError(source.name + ": " + error.Message, this);
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
            if (link.Poll()) AfterEdit();
            if (link.Problem != loggedProblem && link.Problem.Length > 0) Debug.LogWarning("live link: " + link.Problem, this);
            loggedProblem = link.Problem;
        }

        void FixedUpdate()
        {
            foreach (SteerwrightAgent agent in agentsById.Values) agent.BeforeTicks();
            bool hasTicked = World.Advance(Time.fixedDeltaTime) > 0;
            foreach (SteerwrightAgent agent in agentsById.Values) agent.AfterTicks(hasTicked);
            AddSpawned();
            for (int i = 0; i < World.Events.Count; i++)
            {
                AgentEvent agentEvent = World.Events[i];
                EventOccurred?.Invoke(agentEvent);
                if (agentsById.TryGetValue(agentEvent.AgentId, out SteerwrightAgent agent)) agent.Raise(agentEvent);
                if (agentEvent.Kind != EventKind.Contact) continue;
                DeactivateIfGone(agentEvent.AgentId);
                if (agentEvent.OtherId.HasValue) DeactivateIfGone(agentEvent.OtherId.Value);
            }
            DestroyGone();
        }

        internal void Register(SteerwrightAgent agent)
        {
            if (agentsById.TryGetValue(agent.Id, out SteerwrightAgent other) && other != agent)
            {
                Debug.LogError(agent.name + " and " + other.name + " have the same id " + agent.Id + "; give one of them another id", agent);
            }
            agentsById[agent.Id] = agent;
        }

        internal void Unregister(SteerwrightAgent agent)
        {
            if (agentsById.TryGetValue(agent.Id, out SteerwrightAgent registered) && registered == agent) agentsById.Remove(agent.Id);
        }

        internal void Drive(long id, Vector3 position)
        {
            World.Drive(id, Axes.X(position), Axes.Y(position));
        }

        /// <summary>Where to draw an agent. The coordinate that the scene does not have is that of `current`.</summary>
        internal Vector3 PositionOf(Agent agent, Vector3 current)
        {
            double x = agent.PreviousX + (agent.X - agent.PreviousX) * World.InterpolationAlpha;
            double y = agent.PreviousY + (agent.Y - agent.PreviousY) * World.InterpolationAlpha;
            return Axes.ToUnity(x, y, current);
        }

        /// <summary>Where an agent looks.</summary>
        internal Vector3 FacingOf(Agent agent) => Axes.ToUnity(agent.FacingX, agent.FacingY);

        internal Quaternion RotationOf(Agent agent) => Axes.Rotation(agent.FacingX, agent.FacingY);

        internal SceneAxes Axes => new SceneAxes(World);

        /// <summary>Agents that spawners have added get a copy of the prefab of their preset.</summary>
        void AddSpawned()
        {
            foreach (AgentEvent agentEvent in World.Events)
            {
                if (agentEvent.Kind != EventKind.Spawned) continue;
                Agent agent = World.FindAgent(agentEvent.AgentId);
                if (agent == null || AddCopy(agent)) continue;
                string preset = World.PresetName(agent.PresetId);
                if (!presetsWithoutPrefab.Add(preset)) continue;
                Debug.LogWarning(name + ": agents of spawners with the preset " + preset + " stay invisible; add a prefab of it to Prefabs in the inspector", this);
            }
        }

        /// <summary>Adds a copy of the prefab of its preset for an agent that has no GameObject.</summary>
        /// <returns>Whether it has one now.</returns>
        bool AddCopy(Agent agent)
        {
            if (agentsById.ContainsKey(agent.Id)) return true;
            SteerwrightAgent prefab = PrefabOf(World.PresetName(agent.PresetId));
            if (prefab == null) return false;
            SteerwrightAgent copy = SteerwrightAgent.Copy(prefab, this, agent.Id);
            copy.gameObject.name = agent.Name.Length > 0 ? agent.Name : prefab.name + " " + agent.Id;
            return true;
        }

        /// <summary>Removes the copies of prefabs whose agents are gone.</summary>
        void DestroyGone()
        {
            foreach (SteerwrightAgent agent in agentsById.Values)
            {
                if (agent.IsCopy && agent.Agent == null) gone.Add(agent);
            }
            foreach (SteerwrightAgent copy in gone) Destroy(copy.gameObject);
            gone.Clear();
        }

        /// <summary>Deactivates a GameObject of the Unity scene whose agent is gone. An edit may bring the agent back.</summary>
        void DeactivateIfGone(long id)
        {
            if (World.FindAgent(id) != null || !agentsById.TryGetValue(id, out SteerwrightAgent agent) || agent.IsCopy) return;
            agent.gameObject.SetActive(false);
            inactive.Add(agent);
        }

        /// <summary>Agents that an edit adds get a copy of the prefab of their preset, if there is one.</summary>
        void AfterEdit()
        {
            DestroyGone();
            foreach (SteerwrightAgent agent in inactive.FindAll(each => each != null && each.Agent != null)) agent.gameObject.SetActive(true);
            inactive.RemoveAll(each => each == null || each.Agent != null);
            foreach (Agent agent in World.Agents) AddCopy(agent);
            foreach (SteerwrightAgent agent in agentsById.Values) agent.SnapToAgent();
        }
    }
}
