--- A small complete program: runs an exported scene for thirty seconds with waves of enemies, and prints positions and events.
--
--     lua example.lua NAME.steer.json
--
-- Enemies come in a scene with a preset "Guard" and a path "Wall", like presets/scenes/gate-patrol.scene.json.
-- License: MIT OR Apache-2.0.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local steerwright = require("steerwright")

local file = assert(io.open(assert(arg[1], "no file given; usage: lua example.lua NAME.steer.json"), "rb"))
local world = assert(steerwright.load(file:read("*a")))
file:close()

local guard, wall = world:find_preset("Guard"), world:find_path("Wall")
local enemies = {}

--- An enemy enters at the start of the patrol.
local function spawn_enemy()
  local start = world:path(wall).points[1]
  local enemy = world:spawn(guard, start.x, start.y)
  world:set_path(enemy, wall)
  enemies[#enemies + 1] = enemy
  print(("%6.2f s  enemy %d is spawned"):format(world.time, enemy))
end

--- Enemies that come to the end of the patrol are gone.
local function despawn_enemies()
  for i = #enemies, 1, -1 do
    local agent = world:agent(enemies[i])
    if world:path_nearest(wall, agent.x, agent.y).along > 0.95 * world:path(wall).length then
      print(("%6.2f s  enemy %d is despawned"):format(world.time, enemies[i]))
      world:despawn(table.remove(enemies, i))
    end
  end
end

local function name_of(agent)
  return agent.name ~= "" and agent.name or ("enemy %d"):format(agent.id)
end

for frame = 0, 1799 do
  if frame % 600 == 0 and guard and wall then spawn_enemy() end
  -- A game passes the seconds since its last frame, once per frame.
  world:advance(1 / 60)
  for _, event in ipairs(world.events) do
    local node = event.node and " " .. event.node or ""
    print(("%6.2f s  %s: %s%s"):format(world.time, name_of(world:agent(event.agent)), event.kind, node))
  end
  despawn_enemies()
  if frame % 60 == 59 then
    for _, agent in ipairs(world.agents) do
      print(("%6.2f s  %s is at (%.2f, %.2f)"):format(world.time, name_of(agent), agent.x, agent.y))
    end
  end
end
