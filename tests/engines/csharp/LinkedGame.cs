// A game with a live link: says whenever that stands otherwise, and where its agents are when it has taken an edit over.
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
        string said = Say(link, "");
        var watch = Stopwatch.StartNew();
        int linked = 0;
        while (watch.Elapsed.TotalSeconds < double.Parse(arguments[2]))
        {
            linked += link.State == LinkState.Linked ? 1 : 0;
            if (link.Poll()) Console.WriteLine("reread " + world.Tick + " " + string.Join(" ", world.Agents.Select(agent => agent.Id)));
            said = Say(link, said);
            world.Advance(0.005);
            Thread.Sleep(5);
        }
        link.Close();
        link.Poll();
        Say(link, said);
        Console.WriteLine("frames " + linked);
        return 0;
    }

    static string Say(Link link, string said)
    {
        string now = link.State + ": " + link.Problem;
        if (now != said) Console.WriteLine(now);
        return now;
    }
}
