// For Unity 2020.3 and later: what agents of one kind are like, for scripts that want to know. A part of a SteerwrightScene.
//
// Licensed under MIT or Apache-2.0, as you like.

using UnityEngine;

namespace Steerwright
{
    /// <summary>The limits and the color of agents of one kind, as exported.</summary>
    public sealed class SteerwrightPreset : ScriptableObject
    {
        [SerializeField] string color = "";
        [SerializeField] float mass = 1f;
        [SerializeField, Tooltip("Units a second")] float maxSpeed = 0f;
        [SerializeField, Tooltip("Mass times units a second, a second")] float maxForce = 0f;
        [SerializeField, Tooltip("Seconds")] float timeToTarget = 0f;
        [SerializeField, Tooltip("Units")] float radius = 0f;

        /// <summary>The color it has in the editor, as #rrggbb.</summary>
        public string Color => color;

        /// <summary>How hard it is to turn.</summary>
        public float Mass => mass;

        /// <summary>The highest speed, in units a second.</summary>
        public float MaxSpeed => maxSpeed;

        /// <summary>The strongest steering force.</summary>
        public float MaxForce => maxForce;

        /// <summary>Within this time it wants to have the velocity that it asks for, in seconds.</summary>
        public float TimeToTarget => timeToTarget;

        /// <summary>How large it is drawn.</summary>
        public float Radius => radius;

        internal static SteerwrightPreset Of(Entry agent)
        {
            var preset = CreateInstance<SteerwrightPreset>();
            Entry body = agent["body"];
            preset.name = agent["preset"].Text();
            preset.color = agent["color"].Text();
            preset.mass = (float) body["mass"].Positive();
            preset.maxSpeed = (float) body["max_speed"].NotNegative();
            preset.maxForce = (float) body["max_force"].NotNegative();
            preset.timeToTarget = (float) body["time_to_target"].Positive();
            preset.radius = (float) body["radius"].NotNegative();
            return preset;
        }

        internal bool IsLike(SteerwrightPreset other)
        {
            return name == other.name && color == other.color && mass == other.mass && maxSpeed == other.maxSpeed
                && maxForce == other.maxForce && timeToTarget == other.timeToTarget && radius == other.radius;
        }
    }
}
