-- usage: lua tick.lua RUNTIME_FOLDER NAME.steer.json STEPS: CPU ms of a tick
package.path = arg[1] .. "/?.lua;" .. package.path
local steerwright = require("steerwright")
local file = assert(io.open(arg[2], "rb"))
local world = assert(steerwright.load(file:read("*a")))
file:close()
local steps, times = tonumber(arg[3]), {}
for _ = 1, 60 do world:step() end
for i = 1, 9 do
  local start = os.clock()
  for _ = 1, steps do world:step() end
  times[i] = (os.clock() - start) * 1000 / steps
end
table.sort(times)
local sum = 0
for _, agent in ipairs(world.agents) do sum = sum + (agent.x + agent.y) end
print(("%.3f %.17g"):format(times[5], sum))
