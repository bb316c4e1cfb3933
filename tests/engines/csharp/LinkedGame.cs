// A game with a live link: prints every change of the link's state, and the tick and the agents whenever an edit is applied.
//
//     LinkedGame.exe EXPORT ADDRESS SECONDS

using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using Steerwright;

public static class LinkedGame
{
    public static int Main(string[] arguments)
    {
        World world = World.Load(File.ReadAllText(arguments[0]));
        var link = new Link(world, arguments[1], "A \"game\" \u591c\ud83d");
        string status = PrintStatus(link, "");
        var watch = Stopwatch.StartNew();
        int linked = 0;
        while (watch.Elapsed.TotalSeconds < double.Parse(arguments[2]))
        {
            linked += link.State == LinkState.Linked ? 1 : 0;
            if (link.Poll()) Console.WriteLine("applied " + world.Tick + " " + string.Join(" ", world.Agents.Select(agent => agent.Id)));
            status = PrintStatus(link, status);
            world.Advance(0.005);
            Thread.Sleep(5);
        }
        link.Close();
        link.Poll();
        PrintStatus(link, status);
        Console.WriteLine("frames " + linked);
        return 0;
    }

    static string PrintStatus(Link link, string before)
    {
        string now = link.State + ": " + link.Problem;
        if (now != before) Console.WriteLine(now);
        return now;
    }
}
