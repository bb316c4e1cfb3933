-- A game with a live link: prints every change of its state, and quits when it is refused or after 100 seconds.
local steerwright = require("steerwright.steerwright")
local world = assert(steerwright.load((assert(love.filesystem.read("scene.steer.json")))))
local link = require("steerwright.steerwright_link").connect(world, arg[#arg], 'Night "watch"\n')

local said
local function say(...)
  io.write(table.concat({ ... }, " "), "\n")
  io.flush()
end

function love.run()
  local began = love.timer.getTime()
  return function()
    local edited = link:poll()
    world:step()
    local now = link.state .. " " .. (link.problem or "-")
    if edited then say("edited", link.scene.name, #world.agents, world.tick > 0 and "later" or "at start") end
    if now ~= said then say(now) end
    said = now
    if link.state == "refused" or love.timer.getTime() - began > 100 then return 0 end
    love.timer.sleep(0.005)
  end
end
