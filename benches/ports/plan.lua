-- usage: lua plan.lua RUNTIME_FOLDER NAME.steer.json: CPU ms of plans between one agent and the next: of the middle one, and the slowest
package.path = arg[1] .. "/?.lua;" .. package.path
local steerwright = require("steerwright")
local file = assert(io.open(arg[2], "rb"))
local world = assert(steerwright.load(file:read("*a")))
file:close()
local times, points = {}, 0
for i = 2, #world.agents do
  local a, b, way = world.agents[i - 1], world.agents[i], nil
  local quickest = math.huge
  for _ = 1, 3 do
    local start = os.clock()
    way = world:path_between(a.x, a.y, b.x, b.y, 0.3)
    quickest = math.min(quickest, (os.clock() - start) * 1000)
  end
  times[i - 1] = quickest
  points = points + (way and #way or 0)
end
table.sort(times)
print(("%.3f %.3f %d"):format(times[math.floor(#times / 2) + 1], times[#times], points))
