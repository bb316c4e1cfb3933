// For Unity: where the x and y of a scene lie. Part of SteerwrightWorld.
//
// Licensed under MIT or Apache-2.0, as you like.

using UnityEngine;

namespace Steerwright
{
    /// <summary>
    /// From the x and y of a file to Unity and back: in 2D to x and y, on the ground to x and z. In Unity y grows upward, and z away
    /// from the viewer; the y of a file exported with y downward is turned round.
    /// </summary>
    internal struct Ground
    {
        readonly bool isFlat;
        readonly double turn;

        internal Ground(World world)
        {
            isFlat = !world.LiesOnGround;
            turn = world.TurnSign;
        }

        internal Vector3 Up => isFlat ? new Vector3(0f, 0f, -1f) : new Vector3(0f, 1f, 0f);

        /// <param name="now">Gives the third coordinate.</param>
        internal Vector3 Place(double x, double y, Vector3 now = default(Vector3))
        {
            // The sum turns -0 into 0.
            float right = (float) x, ahead = (float) (turn * y + 0.0);
            return isFlat ? new Vector3(right, ahead, now.z) : new Vector3(right, now.y, ahead);
        }

        internal double X(Vector3 place) => place.x;

        internal double Y(Vector3 place) => turn * (isFlat ? place.y : place.z);

        /// <summary>In 2D the right side of a sprite looks ahead, on the ground the front of a model.</summary>
        internal Quaternion Rotation(double x, double y)
        {
            return isFlat
                ? Quaternion.Euler(0f, 0f, Mathf.Atan2((float) (turn * y), (float) x) * Mathf.Rad2Deg)
                : Quaternion.LookRotation(Place(x, y));
        }
    }
}
