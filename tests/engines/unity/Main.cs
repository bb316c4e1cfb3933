// Uses an export in the stubs as a person does in Unity: import, Add to Scene, Play.
//
//     Main.exe ASSET SECONDS [EDITED AFTER | press]     prints `state TICK AGENT X Y` with the bits of X and Y; after AFTER ticks the file
//                                               EDITED replaces the asset, which is then imported again; with "press", the pointer
//                                               is pressed for a while, and each agent has to have a GameObject

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Steerwright;
using UnityEditor;
using UnityEngine;

public static class Play
{
    public static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        // Unity loads every assembly of a project.
        Assembly.Load("Steerwright.Editor");
        string asset = arguments[0];
        AssetDatabase.ImportAsset(asset);
        var scene = AssetDatabase.LoadAssetAtPath<SteerwrightScene>(asset);
        Describe(scene, asset);

        if (MenuItem.Click("Assets/Steerwright/Add to Scene")) throw new Exception("the menu item is enabled without a selection");
        Selection.objects = new UnityEngine.Object[] { scene };
        if (!MenuItem.Click("Assets/Steerwright/Add to Scene")) throw new Exception("the menu item is disabled");
        var world = Selection.activeGameObject.GetComponent<SteerwrightWorld>();
        foreach (SteerwrightAgent component in AgentComponents()) Console.WriteLine("start " + component.Id + " " + Text(component.transform.localPosition));
        Drawing.Draw(world, GizmoType.Selected);
        Console.WriteLine("drawn " + Drawing.Points + " points, " + Drawing.Discs + " discs, " + Drawing.Labels + " labels, "
            + Drawing.Dotted + " dotted lines");
        foreach (Vector3[] corners in Drawing.Rectangles) Console.WriteLine("cell " + string.Join(" ", corners.Select(Text)));

        PrintPictures();
        CheckPrefabs(world, scene);
        ShowInspectors(world, scene);

        Loop.Play();
        PrintStates(world);
        double seconds = double.Parse(arguments[1]);
        long edit = arguments.Length > 3 ? long.Parse(arguments[3]) : -1;
        while (world.World != null && world.World.Time < seconds)
        {
            long before = world.World.Tick;
            Loop.Tick();
            if (world.World.Tick == before) continue;
            PrintStates(world);
            foreach (SteerwrightAgent component in AgentComponents()) Compare(world, scene, component);
            if (arguments.Length == 3) Shoot(world, before);
            if (edit >= 0 && world.World.Tick >= edit)
            {
                edit = -1;
                Console.WriteLine("edited " + world.World.Tick);
                File.Copy(arguments[2], asset, true);
                AssetDatabase.ImportAsset(asset);
            }
        }
        if (arguments.Length == 2 && world.World != null && world.World.Agents.Count > 0)
        {
            SpawnEnemy(world, scene);
            CollideWithBodies(world, scene);
        }
        PrintWalls(world);
        if (arguments.Length == 4) Console.WriteLine("followed by " + string.Join(" ", AgentComponents().Where(each => each.Agent != null).Select(each => each.Id)));
        return 0;
    }

    /// <summary>Checks that exactly the agents have GameObjects, and presses the pointer for the next tick or no longer.</summary>
    static void Shoot(SteerwrightWorld world, long before)
    {
        foreach (Agent agent in world.World.Agents)
        {
            SteerwrightAgent component = world.ComponentOf(agent.Id);
            if (component == null || !AgentComponents().Contains(component)) throw new Exception("agent " + agent.Id + " has no GameObject");
            Console.WriteLine("object " + world.World.Tick + " " + agent.Id + " " + Hex(component.gameObject.name));
        }
        foreach (SteerwrightAgent component in AgentComponents())
        {
            if (component.Agent == null) throw new Exception("the agent of " + component.gameObject.name + " is gone");
        }
        foreach (KeyValuePair<long, bool> press in new Dictionary<long, bool> { { 60, true }, { 360, false } })
        {
            if (before >= press.Key || world.World.Tick < press.Key) continue;
            world.World.SetPressed(press.Value);
            Console.WriteLine("pressed " + world.World.Tick + " " + press.Value);
        }
        Agent monster = world.World.Agents.FirstOrDefault(agent => agent.Id >= 7);
        if (monster != null) world.World.SetPointer(monster.X, monster.Y);
    }

    /// <summary>Prints the pictures in the open scene: what they show, and where.</summary>
    static void PrintPictures()
    {
        foreach (SpriteRenderer shown in UnityEngine.Object.FindObjectsOfType<SpriteRenderer>())
        {
            Transform place = shown.transform;
            Texture2D texture = shown.sprite.texture;
            Console.WriteLine("picture " + Hex(shown.gameObject.name) + " " + Text(place.localPosition) + " " + place.localScale.x * texture.width + " "
                + place.localScale.y * texture.height + " " + place.localRotation.AngleZ + " " + shown.flipX + " " + shown.color.a + " " + shown.sortingOrder);
        }
    }

    /// <summary>Prints the colliders of walls: the layer, and whether they are on and triggers; with the doors turned once more.</summary>
    static void PrintWalls(SteerwrightWorld world)
    {
        if (world.World == null) return;
        Loop.Tick();
        foreach (string when in new[] { "before", "turned" })
        {
            foreach (EdgeCollider2D edges in UnityEngine.Object.FindObjectsOfType<EdgeCollider2D>())
            {
                string points = string.Join(" ", edges.points.Select(point => Text(new Vector3(point.x, point.y, 0f))));
                Console.WriteLine(when + " edges " + edges.gameObject.layer + " " + edges.isTrigger + " " + edges.enabled + " " + Hex(edges.gameObject.name) + " " + points);
            }
            foreach (MeshCollider mesh in UnityEngine.Object.FindObjectsOfType<MeshCollider>())
            {
                string corners = string.Join(" ", mesh.sharedMesh.vertices.Select(Text));
                Console.WriteLine(when + " mesh " + mesh.gameObject.layer + " " + mesh.sharedMesh.triangles.Length + " " + mesh.enabled + " " + Hex(mesh.gameObject.name) + " " + corners);
            }
            foreach (SteerwrightScene.Wall wall in world.Scene.Walls)
            {
                if (wall.isDoor) world.World.SetWallOpen(wall.id, !world.World.IsWallOpen(wall.id));
            }
            Loop.Tick();
        }
    }

    /// <summary>Checks that the agents of a preset are instances of one prefab, which a second world uses again.</summary>
    static void CheckPrefabs(SteerwrightWorld world, SteerwrightScene scene)
    {
        if (scene.Problem.Length > 0) return;
        foreach (SteerwrightPreset preset in scene.Presets)
        {
            SteerwrightAgent prefab = world.PrefabOf(preset.name);
            if (prefab == null || AgentComponents().Contains(prefab)) throw new Exception("there is no prefab of " + preset.name);
            Console.WriteLine("prefab " + AssetDatabase.GetAssetPath(prefab.gameObject));
        }
        SteerwrightWorld second = Steerwright.Editor.SteerwrightMenu.CreateWorld(scene);
        foreach (SteerwrightPreset preset in scene.Presets)
        {
            if (second.PrefabOf(preset.name) != world.PrefabOf(preset.name)) throw new Exception("the prefab of " + preset.name + " was created again");
        }
        foreach (SteerwrightAgent agent in AgentComponents().Where(each => each.World == second)) UnityEngine.Object.DestroyImmediate(agent.gameObject);
        UnityEngine.Object.DestroyImmediate(second.gameObject);
    }

    /// <summary>Prints what the inspectors show, and chooses another agent in one.</summary>
    static void ShowInspectors(SteerwrightWorld world, SteerwrightScene scene)
    {
        foreach (string line in Editor.Show(scene)) Console.WriteLine("inspector scene " + line);
        foreach (string line in Editor.Show(world)) Console.WriteLine("inspector world " + line);
        SteerwrightAgent last = AgentComponents().LastOrDefault();
        if (last == null || scene.Agents.Count < 2) return;
        long id = last.Id;
        EditorGUILayout.Chosen = 0;
        foreach (string line in Editor.Show(last)) Console.WriteLine("inspector agent " + line);
        if (last.Id != scene.Agents[0].id) throw new Exception("the chosen agent was not set");
        EditorGUILayout.Chosen = -1;
        last.SetUp(world, id);
    }

    /// <summary>Bodies reach their agents; where a wall stops one, its agent stays with it, and goes on when the wall is gone.</summary>
    static void CollideWithBodies(SteerwrightWorld world, SteerwrightScene scene)
    {
        bool is2D = scene.Up.y == 0f;
        var prefab = new GameObject("Body").AddComponent<SteerwrightAgent>();
        if (is2D) prefab.gameObject.AddComponent<Rigidbody2D>();
        else prefab.gameObject.AddComponent<Rigidbody>();
        typeof(SteerwrightAgent).GetField("movement", BindingFlags.Instance | BindingFlags.NonPublic).SetValue(prefab, SteerwrightAgent.Movement.Physics);
        SteerwrightAgent body = world.Spawn(prefab, scene.Agents[0].preset.name, new Vector3(0f, 0f, 0f));
        if (scene.Paths.Count > 0) world.World.SetPath(body.Id, scene.Paths[0].id);
        for (int i = 0; i < 100; i++)
        {
            Loop.Tick();
            Compare(world, scene, body);
        }
        // As far as it walks in a tenth of a second.
        float step = 0.1f * scene.Agents[0].preset.MaxSpeed;
        Rigidbody2D.WallX = body.transform.localPosition.x - step;
        for (int i = 0; i < 100; i++)
        {
            Loop.Tick();
            if (body.Agent.X > Rigidbody2D.WallX + step && i > 2) throw new Exception("the agent went on without its body, to " + body.Agent.X);
        }
        Rigidbody2D.WallX = float.PositiveInfinity;
        for (int i = 0; i < 20; i++) Loop.Tick();
        Compare(world, scene, body);
        world.Despawn(body);
        Console.WriteLine("collided");
    }

    /// <summary>Spawns an enemy from a prefab on a path, lets it walk, and despawns it.</summary>
    static void SpawnEnemy(SteerwrightWorld world, SteerwrightScene scene)
    {
        var prefab = new GameObject("Enemy").AddComponent<SteerwrightAgent>();
        SteerwrightAgent enemy = world.Spawn(prefab, scene.Agents[0].preset.name, new Vector3(1f, 0f, 0f));
        if (enemy == prefab || enemy.Agent == null || prefab.Agent != null) throw new Exception("the enemy has no agent");
        if (scene.Paths.Count > 0) world.World.SetPath(enemy.Id, scene.Paths[0].id);
        for (int i = 0; i < 60; i++)
        {
            Loop.Tick();
            Compare(world, scene, enemy);
        }
        var id = enemy.Id;
        world.Despawn(enemy);
        Loop.Tick();
        if (world.World.Agents.Any(each => each.Id == id) || AgentComponents().Contains(enemy)) throw new Exception("the enemy is still there");
        Console.WriteLine("spawned and despawned " + enemy.Id);
    }

    static SteerwrightAgent[] AgentComponents() => UnityEngine.Object.FindObjectsOfType<SteerwrightAgent>();

    static void Describe(SteerwrightScene scene, string asset)
    {
        Console.WriteLine("problem " + scene.Problem);
        foreach (SteerwrightScene.Path path in scene.Paths)
        {
            Console.WriteLine("path " + path.id + " " + path.nodes.Length + " " + path.points.Length + " " + path.traversal + " " + Hex(path.name));
            foreach (SteerwrightScene.Node node in path.nodes)
            {
                Console.WriteLine("node " + Text(node.position) + " " + node.radius.ToString("R") + " " + node.wait.ToString("R") + " "
                    + (float.IsInfinity(node.speed) ? "-" : node.speed.ToString("R")));
            }
        }
        foreach (SteerwrightScene.Marker marker in scene.Markers)
        {
            Console.WriteLine("marker " + marker.id + " " + Text(marker.position) + " " + Hex(marker.name));
        }
        foreach (SteerwrightScene.AgentStart agent in scene.Agents)
        {
            Console.WriteLine("agent " + agent.id + " " + agent.preset.MaxSpeed.ToString("R") + " " + Hex(agent.name) + " " + Hex(agent.preset.name));
        }
        foreach (SteerwrightPreset preset in scene.Presets)
        {
            if (!AssetDatabase.ObjectsAt(asset).ContainsValue(preset)) throw new Exception(preset.name + " is not in the asset");
        }
    }

    /// <summary>Checks that the GameObject has the position of its agent and faces where it does, within single precision.</summary>
    static void Compare(SteerwrightWorld world, SteerwrightScene scene, SteerwrightAgent component)
    {
        Agent agent = component.Agent;
        if (agent == null) return;
        bool is2D = scene.Up.y == 0f;
        double turnSign = scene.Text.Contains("\"y_down\": true") ? -1.0 : 1.0;
        double x = agent.PreviousX + (agent.X - agent.PreviousX) * world.World.InterpolationAlpha;
        double y = turnSign * (agent.PreviousY + (agent.Y - agent.PreviousY) * world.World.InterpolationAlpha);
        Vector3 position = component.transform.localPosition;
        bool isPositionRight = IsNear(position.x, x) && IsNear(is2D ? position.y : position.z, y) && (is2D ? position.z : position.y) == 0f;
        Quaternion rotation = component.transform.localRotation;
        double angle = rotation.AngleZ * Math.PI / 180.0;
        bool isRotationRight = is2D
            ? IsNear((float) Math.Cos(angle), agent.FacingX) && IsNear((float) Math.Sin(angle), turnSign * agent.FacingY)
            : IsNear(rotation.Forward.x, agent.FacingX) && IsNear(rotation.Forward.z, turnSign * agent.FacingY);
        if (!isPositionRight || !isRotationRight)
        {
            throw new Exception("agent " + agent.Id + " is at " + Text(position) + ", expected " + x + " " + y);
        }
    }

    static bool IsNear(float found, double expected) => Math.Abs(found - expected) <= 1e-5 * (1.0 + Math.Abs(expected));

    static void PrintStates(SteerwrightWorld world)
    {
        if (world.World == null) return;
        foreach (Agent agent in world.World.Agents)
        {
            Console.WriteLine("state " + world.World.Tick + " " + agent.Id + " " + Bits(agent.X) + " " + Bits(agent.Y));
        }
    }

    static string Bits(double x) => BitConverter.DoubleToInt64Bits(x == 0.0 ? 0.0 : x).ToString("x16");

    static string Text(Vector3 position) => position.x.ToString("R") + " " + position.y.ToString("R") + " " + position.z.ToString("R");

    static string Hex(string name) => "[" + string.Concat(Encoding.UTF8.GetBytes(name).Select(octet => octet.ToString("x2"))) + "]";
}
