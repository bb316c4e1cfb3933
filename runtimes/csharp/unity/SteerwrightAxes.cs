// For Unity: converts the x and y of a scene to Unity's axes and back. Part of SteerwrightWorld.
//
// Licensed under MIT or Apache-2.0, at your option.

using UnityEngine;

namespace Steerwright
{
    /// <summary>
    /// In 2D, x and y of the file are x and y in Unity; on the ground plane they are x and z. A file exported with y down is
    /// flipped, since y points up in Unity, and z away from the viewer.
    /// </summary>
    internal struct SceneAxes
    {
        readonly bool is2D;
        readonly double turnSign;

        internal SceneAxes(World world)
        {
            is2D = !world.IsGroundPlane;
            turnSign = world.TurnSign;
        }

        internal Vector3 Up => is2D ? new Vector3(0f, 0f, -1f) : new Vector3(0f, 1f, 0f);

        /// <param name="current">Provides the coordinate that the scene does not have.</param>
        internal Vector3 ToUnity(double x, double y, Vector3 current = default(Vector3))
        {
            // The sum turns -0 into 0.
            float right = (float) x, ahead = (float) (turnSign * y + 0.0);
            return is2D ? new Vector3(right, ahead, current.z) : new Vector3(right, current.y, ahead);
        }

        /// <summary>The rotation of a picture, which lies on its back on the ground plane. Degrees lead from x toward y of the file.</summary>
        internal Quaternion Lying(double degrees)
        {
            float turn = (float) (turnSign * degrees + 0.0);
            return is2D ? Quaternion.Euler(0f, 0f, turn) : Quaternion.Euler(90f, -turn, 0f);
        }

        internal double X(Vector3 position) => position.x;

        internal double Y(Vector3 position) => turnSign * (is2D ? position.y : position.z);

        /// <summary>Points the right side of a sprite (2D) or the front of a model (ground plane) along the heading.</summary>
        internal Quaternion Rotation(double headingX, double headingY)
        {
            return is2D
                ? Quaternion.Euler(0f, 0f, Mathf.Atan2((float) (turnSign * headingY), (float) headingX) * Mathf.Rad2Deg)
                : Quaternion.LookRotation(ToUnity(headingX, headingY));
        }
    }
}
