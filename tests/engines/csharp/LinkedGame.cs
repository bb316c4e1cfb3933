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
        Say(link, "");
        string said = "";
        var watch = Stopwatch.StartNew();
        double slowest = 0.0;
        while (watch.Elapsed.TotalSeconds < double.Parse(arguments[2]))
        {
            double before = watch.Elapsed.TotalSeconds;
            bool reread = link.Poll();
            slowest = Math.Max(slowest, watch.Elapsed.TotalSeconds - before);
            if (reread) Console.WriteLine("reread " + world.Tick + " " + string.Join(" ", world.Agents.Select(agent => agent.Id)));
            said = Say(link, said);
            world.Advance(0.005);
            Thread.Sleep(5);
        }
        link.Close();
        link.Poll();
        Say(link, said);
        Console.WriteLine("slowest " + (int) (slowest * 1000.0));
        return 0;
    }

    static string Say(Link link, string said)
    {
        string now = link.State + ": " + link.Problem;
        if (now != said) Console.WriteLine(now);
        return now;
    }
}
