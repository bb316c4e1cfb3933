// For Unity 2020.3 and later: moves a Rigidbody2D or a Rigidbody by its velocity. Part of SteerwrightAgent.
//
// Licensed under MIT or Apache-2.0, at your option.

using UnityEngine;

namespace Steerwright
{
    /// <summary>The body of an agent that the physics of Unity move.</summary>
    internal sealed class SteerwrightBody
    {
        /// <summary>How far a body may be off its agent without having met anything: rounding, and the offset that contacts keep.</summary>
        const float Tolerance = 0.01f;

        readonly Rigidbody2D flat;
        readonly Rigidbody solid;
        readonly Transform transform;

        SteerwrightBody(GameObject gameObject, Rigidbody2D flat, Rigidbody solid)
        {
            this.flat = flat;
            this.solid = solid;
            transform = gameObject.transform;
        }

        /// <summary>The body of a GameObject; null if it has none.</summary>
        internal static SteerwrightBody Of(GameObject gameObject)
        {
            var flat = gameObject.GetComponent<Rigidbody2D>();
            var solid = gameObject.GetComponent<Rigidbody>();
            return flat != null || solid != null ? new SteerwrightBody(gameObject, flat, solid) : null;
        }

        /// <summary>Where physics have moved it, in the local space of its parent.</summary>
        internal Vector3 LocalPosition
        {
            get
            {
                // The transform lies between two physics positions if the body is interpolated.
                Vector3 position = flat != null ? new Vector3(flat.position.x, flat.position.y, transform.position.z) : solid.position;
                return transform.parent != null ? transform.parent.InverseTransformPoint(position) : position;
            }
        }

        /// <summary>Whether it was stopped or pushed on its way to a position. Its height in 3D is the game's.</summary>
        internal bool IsOff(Vector3 position)
        {
            Vector3 off = LocalPosition - position;
            if (flat != null) off.z = 0f;
            else off.y = 0f;
            return off.magnitude > Tolerance;
        }

        /// <summary>Sets the velocity that takes it to a position by the end of this physics step.</summary>
        internal void MoveTo(Vector3 position)
        {
            Vector3 way = position - LocalPosition;
            if (transform.parent != null) way = transform.parent.TransformVector(way);
            Vector3 velocity = way * (1f / Time.fixedDeltaTime);
#if UNITY_6000_0_OR_NEWER
            if (flat != null) flat.linearVelocity = new Vector2(velocity.x, velocity.y);
            else solid.linearVelocity = new Vector3(velocity.x, solid.linearVelocity.y, velocity.z);
#else
            if (flat != null) flat.velocity = new Vector2(velocity.x, velocity.y);
            else solid.velocity = new Vector3(velocity.x, solid.velocity.y, velocity.z);
#endif
        }

        /// <summary>Turns it to a rotation in the local space of its parent.</summary>
        internal void TurnTo(Quaternion rotation)
        {
            if (transform.parent != null) rotation = transform.parent.rotation * rotation;
            if (flat != null) flat.MoveRotation(rotation);
            else solid.MoveRotation(rotation);
        }
    }
}
