-- Casts rays across the edges of walls and blocked cells: as exported, after every door was turned, and after an edit. Prints the ids of
-- what is hit. The test sets NAME.
local steerwright = require("steerwright.steerwright")
local text = assert(love.filesystem.read("NAME.steer.json"))
local scene = assert(steerwright.decode(text))
local world = assert(steerwright.load(text))
local physics = love.physics.newWorld(0, 0)
local walls = require("steerwright.walls").add(physics, world)

--- What is hit of what blocks motion, and of what blocks sight.
local function hits(a, b)
  local x, y, length = (a[1] + b[1]) / 2, (a[2] + b[2]) / 2, math.sqrt((b[1] - a[1]) ^ 2 + (b[2] - a[2]) ^ 2)
  local right, up = (a[2] - b[2]) / length * 0.2 * scene.scale, (b[1] - a[1]) / length * 0.2 * scene.scale
  local motion, sight = -1, -1
  physics:rayCast(x - right, y - up, x + right, y + up, function(fixture)
    local about = fixture:getUserData()
    assert(fixture:isSensor() == not about.blocks_motion)
    if about.blocks_motion then motion = about.id or 0 end
    if about.blocks_sight then sight = about.id or 0 end
    return 1
  end)
  return motion .. " " .. sight
end

local function look(when)
  for _, wall in ipairs(scene.walls) do
    local count = #wall.points
    for i = 1, wall.closed and count or count - 1 do
      print(when .. " wall " .. wall.id .. " " .. i - 1 .. " " .. hits(wall.points[i], wall.points[i % count + 1]))
    end
  end
  local size = scene.cells.size
  for i, cell in ipairs(scene.cells.blocked) do
    print(when .. " cell " .. i - 1 .. " " .. hits({ cell[1] * size, cell[2] * size }, { (cell[1] + 1) * size, cell[2] * size }))
  end
end

function love.run()
  look("exported")
  for _, wall in ipairs(scene.walls) do
    if wall.open ~= nil and wall.open ~= steerwright.null then world:set_wall_open(wall.id, not wall.open) end
  end
  walls:update()
  look("turned")
  world:apply_scene(text)
  walls:update()
  look("edited")
  walls:remove()
  assert(physics:getBodyCount() == 0)
  return function()
    return 0
  end
end
