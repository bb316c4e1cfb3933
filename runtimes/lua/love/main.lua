--- Shows an exported scene in a window. The mouse is the scene's pointer, and its left button presses it. Space restarts, Escape
--- quits.
--
--     love FOLDER                        the scene beside this file, scene.steer.json
--     love FOLDER NAME                   another scene, NAME.steer.json
--     love FOLDER NAME ADDRESS           the same, and edits while it runs: the address of the editor's live link
--     love FOLDER SCRIPT.lua ...         no window: runs a script instead
--
-- License: MIT OR Apache-2.0.

-- In an export, the runtime is beside this file; in the source tree, one folder up.
local folder = love.filesystem.getSource()
package.path = package.path .. ";" .. folder .. "/../?.lua"
local steerwright = require("steerwright")
local load_pictures = require("pictures").load

-- The decoded file, for colors, sizes and paths; its pictures; the running world; and its link to the editor.
local scene, pictures, world, link
-- What the file says of each agent by its id, and of each preset, its color and body, by the id that the world gives it.
local authored, presets
-- What is drawn for agents of which the file says nothing.
local unknown = { color = "#c8cdd6", body = { radius = 0.4 } }
-- The bounds of the scene (left, lowest y, right, highest y), its transform in the window, and the pixels per unit.
local bounds, view, zoom

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function read_scene(path)
  if not path then
    return love.filesystem.read("scene.steer.json") or error("no scene given; usage: love FOLDER NAME, for NAME.steer.json", 0)
  end
  return read_file(path) or assert(read_file(path .. ".steer.json"))
end

local function find_bounds()
  bounds = { math.huge, math.huge, -math.huge, -math.huge }
  local function include(x, y, radius)
    bounds[1], bounds[2] = math.min(bounds[1], x - radius), math.min(bounds[2], y - radius)
    bounds[3], bounds[4] = math.max(bounds[3], x + radius), math.max(bounds[4], y + radius)
  end
  for _, picture in ipairs(pictures.shown) do
    for _, corner in ipairs(picture.corners) do
      include(corner[1], corner[2], 0)
    end
  end
  local size = scene.cells.size
  include(scene.pointer.x, scene.pointer.y, size)
  for _, cell in ipairs(scene.cells.blocked) do
    include((cell[1] + 0.5) * size, (cell[2] + 0.5) * size, size / 2)
  end
  for _, wall in ipairs(scene.walls) do
    for _, point in ipairs(wall.points) do
      include(point[1], point[2], 0)
    end
  end
  for _, authored in ipairs(scene.agents) do
    local agent = world:agent(authored.id)
    include(agent.x, agent.y, 3 * authored.body.radius)
  end
  for _, marker in ipairs(scene.markers) do
    include(marker.x, marker.y, size)
  end
  for _, spawner in ipairs(scene.spawners or {}) do
    local place = spawner.place
    if place.x then include(place.x, place.y, 0) end
    if place.x2 then include(place.x2, place.y2, 0) end
  end
  for _, path in ipairs(scene.paths) do
    for _, point in ipairs(path.points) do
      include(point[1], point[2], path.radius)
    end
  end
end

local function fit_view()
  local left, low, right, high = unpack(bounds)
  local width, height = love.graphics.getDimensions()
  zoom = 0.9 * math.min(width / (right - left), height / (high - low))
  view:setTransformation(width / 2, height / 2, 0, zoom, scene.y_down and zoom or -zoom, (left + right) / 2, (low + high) / 2)
end

--- Only while no call has changed the agents of the world.
local function read_presets()
  authored, presets = {}, {}
  for _, about in ipairs(scene.spawners or {}) do
    presets[world:find_preset(about.preset) or 0] = about
  end
  for _, about in ipairs(scene.agents) do
    authored[about.id] = about
    presets[world:agent(about.id).preset] = about
  end
end

local function start(address)
  world = assert(steerwright.load(scene))
  read_presets()
  if link then
    link.world = world
  elseif address or os.getenv("STEERWRIGHT_LINK") then
    link = require("steerwright_link").connect(world, address, scene.name)
  end
end

function love.load(arguments)
  if arguments[1] and arguments[1]:match("%.lua$") then
    -- A script instead of a scene, for tests: it runs with the remaining arguments, and exits the program.
    assert(loadfile(arguments[1]))(unpack(arguments, 2))
  end
  scene = assert(steerwright.decode(read_scene(arguments[1])))
  local beside = arguments[1] and arguments[1]:match("^.*[/\\]") or ""
  pictures = load_pictures(scene, arguments[1] and function(file) return read_file(beside .. file) end)
  for _, problem in ipairs(pictures.missing) do
    io.stderr:write("no picture: ", problem, "\n")
  end
  start(arguments[2])
  find_bounds()
  view = love.math.newTransform()
  fit_view()
end

function love.resize()
  fit_view()
end

function love.update(seconds)
  if link and link:poll() then
    scene = link.scene
    read_presets()
  end
  world:advance(seconds)
end

function love.mousemoved(x, y)
  world:set_pointer(view:inverseTransformPoint(x, y))
end

function love.mousepressed(_, _, button)
  if button == 1 then world:set_pressed(true) end
end

function love.mousereleased(_, _, button)
  if button == 1 then world:set_pressed(false) end
end

function love.keypressed(key)
  if key == "space" then start() end
  if key == "escape" then love.event.quit() end
end

local function draw_path(path)
  local line = {}
  for _, point in ipairs(path.points) do
    line[#line + 1], line[#line + 2] = point[1], point[2]
  end
  if path.traversal == "loop" then
    line[#line + 1], line[#line + 2] = line[1], line[2]
  end
  love.graphics.setColor(0.35, 0.4, 0.5)
  if #line >= 4 then love.graphics.line(line) end
  for _, node in ipairs(path.nodes) do
    love.graphics.circle("line", node.x, node.y, node.radius)
  end
end

--- Draws a wall; an open door is faint.
local function draw_wall(wall)
  local line = {}
  for _, point in ipairs(wall.points) do
    line[#line + 1], line[#line + 2] = point[1], point[2]
  end
  if wall.closed then
    line[#line + 1], line[#line + 2] = line[1], line[2]
  end
  local is_open = world.walls[wall.id] and world.walls[wall.id].is_open
  love.graphics.setColor(0.55, 0.58, 0.65, is_open and 0.25 or 1)
  if #line >= 4 then love.graphics.line(line) end
end

--- The color of the state of an agent, or that of its preset. `about` is what the file says of it.
local function color_of(agent, about)
  if about.state and about.state.id == agent.state then return about.state.color or about.color end
  for _, state in ipairs(about.states or {}) do
    if state.id == agent.state then return state.color or about.color end
  end
  return about.color
end

local function draw_agent(agent)
  local about = authored[agent.id] or presets[agent.preset] or unknown
  -- Interpolating between the last two ticks keeps the motion smooth at any frame rate.
  local x = agent.previous_x + (agent.x - agent.previous_x) * world.interpolation_alpha
  local y = agent.previous_y + (agent.y - agent.previous_y) * world.interpolation_alpha
  local red, green, blue = color_of(agent, about):match("#(%x%x)(%x%x)(%x%x)")
  love.graphics.setColor(love.math.colorFromBytes(tonumber(red, 16), tonumber(green, 16), tonumber(blue, 16)))
  local radius = about.body.radius
  love.graphics.circle("fill", x, y, radius)
  love.graphics.line(x, y, x + 2 * radius * agent.facing_x, y + 2 * radius * agent.facing_y)
end

function love.draw()
  love.graphics.clear(0.09, 0.1, 0.13)
  love.graphics.setColor(1, 1, 1)
  love.graphics.print(("%s   %.1f s"):format(scene.name, world.time), 12, 12)
  if link then love.graphics.print(("live link: %s   %s"):format(link.state, link.problem or ""), 12, 28) end
  love.graphics.applyTransform(view)
  love.graphics.setLineWidth(2 / zoom)
  love.graphics.setLineJoin("none") -- miters of acute corners would be long
  pictures:draw()
  local size = scene.cells.size
  love.graphics.setColor(0.2, 0.22, 0.28)
  for _, cell in ipairs(scene.cells.blocked) do
    love.graphics.rectangle("fill", cell[1] * size, cell[2] * size, size, size)
  end
  for _, path in ipairs(scene.paths) do
    draw_path(path)
  end
  for _, wall in ipairs(scene.walls) do
    draw_wall(wall)
  end
  love.graphics.setColor(0.6, 0.65, 0.75)
  for _, marker in ipairs(scene.markers) do
    love.graphics.circle("line", marker.x, marker.y, 6 / zoom)
  end
  for _, agent in ipairs(world.agents) do
    draw_agent(agent)
  end
end
