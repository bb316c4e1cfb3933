-- Prints how the pictures of a scene are drawn. There is no screen, so the images are decoded but not shown.
local steerwright = require("steerwright.steerwright")

local color = { 1, 1, 1, 1 }

love.graphics = {
  newImage = function(bytes)
    local decoded = love.image.newImageData(bytes)
    return {
      getDimensions = function() return decoded:getDimensions() end,
      setFilter = function() end,
    }
  end,
  getColor = function() return unpack(color) end,
  setColor = function(...) color = { ... } end,
  draw = function(_, x, y, angle, across, down, left, top)
    print(("drawn %.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f"):format(x, y, math.deg(angle), across, down, left, top, color[4]))
  end,
}

function love.run()
  local scene = assert(steerwright.decode((assert(love.filesystem.read("NAME.steer.json")))))
  assert(steerwright.load(scene))
  local pictures = require("steerwright.pictures").load(scene)
  for _, problem in ipairs(pictures.missing) do
    print("missing " .. problem)
  end
  pictures:draw()
  assert(color[4] == 1)
  return function()
    return 0
  end
end
