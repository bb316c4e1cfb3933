// A game on the editor's own link: loads an export, polls until there is an agent named "Last", then runs for a second and prints the
// bits of all positions.
//
// usage: Follow.exe EXPORT    with STEERWRIGHT_LINK in the environment

using System;
using System.IO;
using System.Linq;
using System.Threading;
using Steerwright;

static class Follow
{
    static int Main(string[] arguments)
    {
        World world = World.Load(File.ReadAllText(arguments[0]));
        var link = new Link(world);
        int edits = 0;
        for (int rounds = 0; !world.Agents.Any(agent => agent.Name == "Last"); rounds++)
        {
            if (link.Poll()) edits++;
            if (rounds > 12000)
            {
                Console.Error.WriteLine("the last edit did not arrive: " + link.State + " " + link.Problem);
                return 1;
            }
            Thread.Sleep(5);
        }
        Console.WriteLine(link.State == LinkState.Linked ? "linked " + edits : link.Problem);
        for (int i = 0; i < 60; i++) world.Step();
        foreach (Agent agent in world.Agents)
        {
            Func<double, string> hex = x => BitConverter.DoubleToInt64Bits(x + 0.0).ToString("x16");
            Console.WriteLine("state " + world.Tick + " " + agent.Id + " " + hex(agent.X) + " " + hex(agent.Y));
        }
        return 0;
    }
}
