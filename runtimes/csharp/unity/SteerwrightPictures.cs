// For Unity 2020.3 and later: the pictures underneath a SteerwrightWorld as sprites.
//
// Licensed under MIT or Apache-2.0, at your option.

using System.Collections.Generic;
using UnityEngine;

namespace Steerwright
{
    /// <summary>
    /// Shows the pictures of the SteerwrightWorld on the same GameObject, also while the game does not play: below everything else in 2D,
    /// and flat on the ground plane. The sprites are made of the textures of the scene and are not saved with it.
    /// </summary>
    [ExecuteAlways]
    [AddComponentMenu("Steerwright/Steerwright Pictures")]
    public sealed class SteerwrightPictures : MonoBehaviour
    {
        [SerializeField, Tooltip("The order in the layer of the lowest picture; those above it follow")]
        int sortingOrder = -1000;

        readonly List<Object> created = new List<Object>();

        void OnEnable()
        {
            var world = GetComponent<SteerwrightWorld>();
            if (world != null && world.Scene != null) Build(world.Scene);
        }

        void OnDisable()
        {
            foreach (Object each in created) Remove(each);
            created.Clear();
        }

        /// <summary>Shows the pictures of a scene instead of those before.</summary>
        public void Build(SteerwrightScene scene)
        {
            OnDisable();
            for (int i = 0; i < scene.Pictures.Count; i++)
            {
                SteerwrightScene.Picture picture = scene.Pictures[i];
                if (picture.texture != null && picture.isVisible) Add(picture, i);
            }
        }

        void Add(SteerwrightScene.Picture picture, int index)
        {
            Texture2D texture = picture.texture;
            Sprite sprite = Sprite.Create(texture, new Rect(0f, 0f, texture.width, texture.height), new Vector2(0.5f, 0.5f), 1f);
            var shown = new GameObject(picture.name) { hideFlags = HideFlags.DontSave };
            created.Add(shown);
            created.Add(sprite);
            shown.transform.SetParent(transform, false);
            shown.transform.localPosition = picture.position;
            shown.transform.localRotation = picture.rotation;
            shown.transform.localScale = new Vector3(picture.size.x / texture.width, picture.size.y / texture.height, 1f);
            var sprites = shown.AddComponent<SpriteRenderer>();
            sprites.sprite = sprite;
            sprites.flipX = picture.mirrored;
            sprites.color = new Color(1f, 1f, 1f, picture.opacity);
            sprites.sortingOrder = sortingOrder + index;
        }

        static void Remove(Object each)
        {
            if (Application.isPlaying) Destroy(each);
            else DestroyImmediate(each);
        }
    }
}
