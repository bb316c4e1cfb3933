--- The walls, doors and blocked cells of a running scene as static bodies of love.physics.
--
--     local walls = require("steerwright.walls").add(physics, world)   -- physics is a love.physics.newWorld()
--     walls:update()                                                   -- after each world:advance and link:poll
--
-- A body has a fixture for each edge. The user data of a fixture is a table with `id`, `blocks_motion` and `blocks_sight`; blocked cells
-- have no id. What does not block motion is a sensor. The body of an open door is not active.
-- License: MIT OR Apache-2.0.

local Walls = {}
Walls.__index = Walls

local function add_body(walls, edges, about)
  local body = love.physics.newBody(walls.physics, 0, 0, "static")
  for _, edge in ipairs(edges) do
    -- Box2D does not take edges without a length.
    if edge.ax ~= edge.bx or edge.ay ~= edge.by then
      local fixture = love.physics.newFixture(body, love.physics.newEdgeShape(edge.ax, edge.ay, edge.bx, edge.by))
      fixture:setUserData(about)
      fixture:setSensor(not about.blocks_motion)
    end
  end
  walls.bodies[#walls.bodies + 1] = { body = body, id = about.id }
end

function Walls:remove()
  for _, each in ipairs(self.bodies) do
    each.body:destroy()
  end
  self.bodies = {}
end

--- Lets doors be solid while they are closed, and follows edits.
function Walls:update()
  local world = self.world
  -- An edit replaces it.
  if self.barrier ~= world.motion_barrier then
    self:remove()
    self.barrier = world.motion_barrier
    for id, wall in pairs(world.walls) do
      add_body(self, wall.edges, { id = id, blocks_motion = wall.blocks_motion, blocks_sight = wall.blocks_sight })
    end
    local cells = {}
    for _, edge in ipairs(self.barrier) do
      if not edge.wall then cells[#cells + 1] = edge end
    end
    add_body(self, cells, { blocks_motion = true, blocks_sight = true })
  end
  for _, each in ipairs(self.bodies) do
    local wall = each.id and world.walls[each.id]
    each.body:setActive(not (wall and wall.is_open))
  end
end

--- Adds bodies to `physics`, a world of love.physics. Returns an object with `update` and `remove`.
local function add(physics, world)
  local walls = setmetatable({ physics = physics, world = world, bodies = {} }, Walls)
  walls:update()
  return walls
end

return { add = add }
