--- A minimal complete program: runs an exported scene for ten seconds, and prints all positions and events.
--
--     lua example.lua NAME.steer.json
--
-- License: MIT OR Apache-2.0.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local steerwright = require("steerwright")

local file = assert(io.open(assert(arg[1], "no file given; usage: lua example.lua NAME.steer.json"), "rb"))
local world = assert(steerwright.load(file:read("*a")))
file:close()

for second = 1, 10 do
  -- A game passes the seconds since its last frame, once per frame.
  world:advance(1)
  for _, event in ipairs(world.events) do
    local node = event.node and " " .. event.node or ""
    print(("%6.2f s  %s: %s%s"):format(event.tick * world.dt, world:agent(event.agent).name, event.kind, node))
  end
  for _, agent in ipairs(world.agents) do
    print(("%6.2f s  %s is at (%.2f, %.2f)"):format(second, agent.name, agent.x, agent.y))
  end
end
