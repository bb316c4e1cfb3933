// For Unity 2020.3 and later: the body and the color of a preset, for scripts that need them. Part of a SteerwrightScene.
//
// Licensed under MIT or Apache-2.0, at your option.

using UnityEngine;

namespace Steerwright
{
    /// <summary>The body and the color that agents of one preset share.</summary>
    public sealed class SteerwrightPreset : ScriptableObject
    {
        [SerializeField] string color = "";
        [SerializeField] float mass = 1f;
        [SerializeField, Tooltip("Units per second")] float maxSpeed = 0f;
        [SerializeField, Tooltip("Mass times units per second squared")] float maxForce = 0f;
        [SerializeField, Tooltip("Seconds")] float timeToTarget = 0f;
        [SerializeField, Tooltip("Units")] float radius = 0f;

        /// <summary>The color in the editor, as #rrggbb.</summary>
        public string Color => color;

        /// <summary>The mass: a larger one accelerates more slowly.</summary>
        public float Mass => mass;

        /// <summary>The maximum speed, in units per second.</summary>
        public float MaxSpeed => maxSpeed;

        /// <summary>The maximum steering force.</summary>
        public float MaxForce => maxForce;

        /// <summary>The time in which an agent aims to reach its desired velocity, in seconds.</summary>
        public float TimeToTarget => timeToTarget;

        /// <summary>The radius with which an agent is drawn, in units.</summary>
        public float Radius => radius;

        /// <summary>The preset of an agent or a spawner in an export.</summary>
        internal static SteerwrightPreset From(Entry entry)
        {
            var preset = CreateInstance<SteerwrightPreset>();
            Entry body = entry["body"];
            preset.name = entry["preset"].String();
            preset.color = entry["color"].String();
            preset.mass = (float) body["mass"].Number(1e-3, 1e6);
            preset.maxSpeed = (float) body["max_speed"].Number(0.0, 1e6);
            preset.maxForce = (float) body["max_force"].Length();
            preset.timeToTarget = (float) body["time_to_target"].TimeToTarget();
            preset.radius = (float) body["radius"].Length();
            return preset;
        }

        internal bool HasSameValues(SteerwrightPreset other)
        {
            return name == other.name && color == other.color && mass == other.mass && maxSpeed == other.maxSpeed
                && maxForce == other.maxForce && timeToTarget == other.timeToTarget && radius == other.radius;
        }
    }
}
