// What a person does in Unity with an export, done to the stubs: import, Put into Scene, Play.
//
//     Main.exe ASSET SECONDS [EDITED AFTER]     prints `state TICK AGENT X Y` with the bits of X and Y; after AFTER ticks the file
//                                               EDITED takes the place of the asset, which is then imported anew

using System;
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

        if (MenuItem.Click("Assets/Steerwright/Put into Scene")) throw new Exception("the menu item works on nothing");
        Selection.objects = new UnityEngine.Object[] { scene };
        if (!MenuItem.Click("Assets/Steerwright/Put into Scene")) throw new Exception("the menu item is gray");
        var world = Selection.activeGameObject.GetComponent<SteerwrightWorld>();
        foreach (SteerwrightAgent body in Bodies()) Console.WriteLine("start " + body.Id + " " + Place(body.transform.localPosition));
        Drawing.Draw(world, GizmoType.Selected);
        Console.WriteLine("drawn " + Drawing.Points + " points, " + Drawing.Discs + " discs, " + Drawing.Labels + " labels");

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
            foreach (SteerwrightAgent body in Bodies()) Compare(world, scene, body);
            if (edit >= 0 && world.World.Tick >= edit)
            {
                edit = -1;
                Console.WriteLine("edited " + world.World.Tick);
                File.Copy(arguments[2], asset, true);
                AssetDatabase.ImportAsset(asset);
            }
        }
        return 0;
    }

    static SteerwrightAgent[] Bodies() => UnityEngine.Object.FindObjectsOfType<SteerwrightAgent>();

    static void Describe(SteerwrightScene scene, string asset)
    {
        Console.WriteLine("problem " + scene.Problem);
        foreach (SteerwrightScene.Path path in scene.Paths)
        {
            Console.WriteLine("path " + path.id + " " + path.nodes.Length + " " + path.points.Length + " " + path.ends + " " + Hex(path.name));
            foreach (SteerwrightScene.Node node in path.nodes)
            {
                Console.WriteLine("node " + Place(node.position) + " " + node.radius.ToString("R") + " " + node.wait.ToString("R") + " "
                    + (float.IsInfinity(node.speed) ? "-" : node.speed.ToString("R")));
            }
        }
        foreach (SteerwrightScene.Marker marker in scene.Markers)
        {
            Console.WriteLine("marker " + marker.id + " " + Place(marker.position) + " " + Hex(marker.name));
        }
        foreach (SteerwrightScene.Start agent in scene.Agents)
        {
            Console.WriteLine("agent " + agent.id + " " + agent.preset.MaxSpeed.ToString("R") + " " + Hex(agent.name) + " " + Hex(agent.preset.name));
        }
        foreach (SteerwrightPreset preset in scene.Presets)
        {
            if (!AssetDatabase.ObjectsAt(asset).ContainsValue(preset)) throw new Exception(preset.name + " is not in the asset");
        }
    }

    /// <summary>The body is where its agent is drawn, and looks where it looks, within single precision.</summary>
    static void Compare(SteerwrightWorld world, SteerwrightScene scene, SteerwrightAgent body)
    {
        Agent agent = body.Agent;
        if (agent == null) return;
        bool isFlat = scene.Up.y == 0f;
        double turn = scene.Text.Contains("\"y_down\": true") ? -1.0 : 1.0;
        double x = agent.PreviousX + (agent.X - agent.PreviousX) * world.World.Fraction;
        double y = turn * (agent.PreviousY + (agent.Y - agent.PreviousY) * world.World.Fraction);
        Vector3 at = body.transform.localPosition;
        bool isThere = Near(at.x, x) && Near(isFlat ? at.y : at.z, y) && (isFlat ? at.z : at.y) == 0f;
        Quaternion looks = body.transform.localRotation;
        double angle = looks.Turned * Math.PI / 180.0;
        bool looksThere = isFlat
            ? Near((float) Math.Cos(angle), agent.HeadingX) && Near((float) Math.Sin(angle), turn * agent.HeadingY)
            : Near(looks.Looking.x, agent.HeadingX) && Near(looks.Looking.z, turn * agent.HeadingY);
        if (!isThere || !looksThere) throw new Exception("agent " + agent.Id + " is at " + Place(at) + ", wanted " + x + " " + y);
    }

    static bool Near(float found, double wanted) => Math.Abs(found - wanted) <= 1e-5 * (1.0 + Math.Abs(wanted));

    static void PrintStates(SteerwrightWorld world)
    {
        if (world.World == null) return;
        foreach (Agent agent in world.World.Agents)
        {
            Console.WriteLine("state " + world.World.Tick + " " + agent.Id + " " + Bits(agent.X) + " " + Bits(agent.Y));
        }
    }

    static string Bits(double x) => BitConverter.DoubleToInt64Bits(x == 0.0 ? 0.0 : x).ToString("x16");

    static string Place(Vector3 place) => place.x.ToString("R") + " " + place.y.ToString("R") + " " + place.z.ToString("R");

    static string Hex(string name) => "[" + string.Concat(Encoding.UTF8.GetBytes(name).Select(one => one.ToString("x2"))) + "]";
}
