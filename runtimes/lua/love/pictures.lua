--- The pictures underneath a scene.
--
--     local scene = assert(steerwright.decode(love.filesystem.read("NAME.steer.json")))
--     local pictures = require("steerwright.pictures").load(scene)     -- the files are in the folder of the game
--     pictures:draw()                                                  -- in love.draw, before everything else
--
-- Pictures are drawn in the coordinates of the scene. `pictures.missing` lists the files that LÖVE cannot load.
-- License: MIT OR Apache-2.0.

local Pictures = {}
Pictures.__index = Pictures

local function load_image(file, read)
  local bytes, problem = read(file)
  if not bytes then return nil, problem end
  local is_read, image = pcall(function()
    return love.graphics.newImage(love.filesystem.newFileData(bytes, file))
  end)
  if not is_read then return nil, image end
  -- The pixels of pixel art stay sharp.
  image:setFilter("linear", "nearest")
  return image
end

--- Draws the visible pictures, the lowest first.
function Pictures:draw()
  local red, green, blue, alpha = love.graphics.getColor()
  for _, each in ipairs(self.shown) do
    local about, width, height = each.about, each.image:getDimensions()
    local across, down = about.width / width, about.height / height
    if about.mirrored then across = -across end
    -- The rows of an image go down.
    if not self.y_down then down = -down end
    love.graphics.setColor(1, 1, 1, about.opacity)
    love.graphics.draw(each.image, about.x, about.y, math.rad(about.rotation), across, down, width / 2, height / 2)
  end
  love.graphics.setColor(red, green, blue, alpha)
end

--- The corners of a picture, as a list of x and y.
local function corners(about)
  local angle = math.rad(about.rotation)
  local x, y = math.cos(angle) / 2, math.sin(angle) / 2
  local list = {}
  for _, side in ipairs({ { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }) do
    local across, along = side[1] * about.width, side[2] * about.height
    list[#list + 1] = { about.x + x * across - y * along, about.y + y * across + x * along }
  end
  return list
end

--- The pictures of `scene`, a decoded NAME.steer.json. `read` returns the bytes of a file, or nil and what is wrong; by default it
--- reads from the folder of the game.
local function load(scene, read)
  local pictures = setmetatable({ shown = {}, missing = {}, y_down = scene.y_down }, Pictures)
  for _, about in ipairs(scene.pictures or {}) do
    if about.visible then
      local image, problem = load_image(about.file, read or love.filesystem.read)
      if image then
        table.insert(pictures.shown, { about = about, image = image, corners = corners(about) })
      else
        table.insert(pictures.missing, about.file .. ": " .. tostring(problem))
      end
    end
  end
  return pictures
end

return { load = load }
