--- Steerwright for Lua: moves the agents of an exported scene in your game, to the same bit as the editor does.
--
--     local steerwright = require("steerwright")
--     local world = assert(steerwright.load(text))  -- text: what is in NAME.steer.json
--     world:advance(seconds)                        -- once a frame
--     for _, agent in ipairs(world.agents) do draw(agent.x, agent.y, agent.heading_x, agent.heading_y) end
--     for _, event in ipairs(world.events) do print(event.agent, event.kind) end
--
-- One file that needs no other, for Lua 5.1 to 5.4, LuaJIT 2.1 and LÖVE 11.
-- Lengths are in game units, times in seconds, angles in degrees. Licence: MIT OR Apache-2.0.

local steerwright = {}

-- The version of the export format that this file knows.
local VERSION = 1

local abs, floor, huge, pi, sqrt = math.abs, math.floor, math.huge, math.pi, math.sqrt
local find, match, sub = string.find, string.match, string.sub

-- For the same bits everywhere, every product and every sum has to be rounded by itself. On some processors LuaJIT fuses
-- the two: older versions whenever they compile, newer ones when they are asked to.
if jit and jit.arch ~= "x64" and jit.arch ~= "x86" and not pcall(jit.opt.start, "-fma") then
  jit.off(true, true)
end

------------------------------------------------------------------------------------------------------------------------
-- JSON
------------------------------------------------------------------------------------------------------------------------

-- Marks errors that are about the file: `load` and `decode` return their message.
local Problem = {}
-- Marks the lists among decoded tables, so that an empty one is no object.
local List = {}

local DEEPEST = 64
local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function fail(place, problem, remedy)
  error(setmetatable({ message = place .. ": " .. problem .. "; " .. (remedy or "export the scene again") }, Problem), 0)
end

local function fail_text(text, at, problem)
  local _, lines = sub(text, 1, at - 1):gsub("\n", "")
  fail("line " .. lines + 1, problem)
end

local function skip_blanks(text, at)
  return find(text, "[^ \t\r\n]", at) or #text + 1
end

local function decode_number(text, at)
  local _, last = find(text, "^-?%d+", at)
  if not last or find(text, "^-?0%d", at) then fail_text(text, at, "is not JSON") end
  last = select(2, find(text, "^%.%d+", last + 1)) or last
  last = select(2, find(text, "^[eE][+-]?%d+", last + 1)) or last
  local digits = sub(text, at, last)
  local number = tonumber(digits)
  if not number then
    -- Before Lua 5.3, tonumber wants the decimal point of the process's locale.
    number = tonumber((digits:gsub("%.", sub(("%.1f"):format(0.5), 2, 2))))
  end
  return number or fail_text(text, at, "has a number that is too long"), last + 1
end

local function utf8_of(code)
  local function tail(shift)
    return 128 + floor(code / shift) % 64
  end
  if code < 128 then
    return string.char(code)
  elseif code < 2048 then
    return string.char(192 + floor(code / 64), tail(1))
  elseif code < 65536 then
    return string.char(224 + floor(code / 4096), tail(64), tail(1))
  end
  return string.char(240 + floor(code / 262144), tail(4096), tail(64), tail(1))
end

--- The character of a `\u` escape (two for one beyond 16 bits), and where the text goes on.
local function decode_unicode(text, at)
  local code = tonumber(match(text, "^\\u(%x%x%x%x)", at) or "", 16)
  at = at + 6
  if code and code >= 0xD800 and code < 0xDC00 then
    local low = tonumber(match(text, "^\\u([dD][c-fC-F]%x%x)", at) or "", 16)
    code, at = low and 65536 + (code - 0xD800) * 1024 + (low - 0xDC00), at + 6
  elseif code and code >= 0xDC00 and code < 0xE000 then
    code = nil
  end
  return utf8_of(code or fail_text(text, at - 6, "has a broken \\u escape")), at
end

local function decode_string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local stop = find(text, '[%z\1-\31"\\]', at) or fail_text(text, at, "has a text without an end")
    parts[#parts + 1] = sub(text, at, stop - 1)
    local escape = match(text, "^\\(.)", stop)
    if escape == "u" then
      parts[#parts + 1], at = decode_unicode(text, stop)
    elseif ESCAPES[escape or ""] then
      parts[#parts + 1], at = ESCAPES[escape], stop + 2
    elseif sub(text, stop, stop) == '"' then
      return table.concat(parts), stop + 1
    else
      fail_text(text, stop, "has a text with a stray character")
    end
  end
end

--- Calls `entry(at)`, which returns where the entry ends, for each of the entries up to the closing mark.
local function decode_entries(text, at, close, entry)
  at = skip_blanks(text, at + 1)
  if sub(text, at, at) == close then return at + 1 end
  while true do
    at = skip_blanks(text, entry(at))
    local mark = sub(text, at, at)
    if mark == close then return at + 1 end
    if mark ~= "," then fail_text(text, at, "has no , or " .. close .. " after an entry") end
    at = at + 1
  end
end

local decode_value

local function decode_list(text, at, depth)
  local list, count = setmetatable({}, List), 0
  at = decode_entries(text, at, "]", function(from)
    local value, after = decode_value(text, from, depth)
    count = count + 1
    -- A nil would be a hole in the list.
    list[count] = value or false
    return after
  end)
  return list, at
end

local function decode_object(text, at, depth)
  local object = {}
  at = decode_entries(text, at, "}", function(from)
    from = skip_blanks(text, from)
    if sub(text, from, from) ~= '"' then fail_text(text, from, "has an entry without a key") end
    local key, colon = decode_string(text, from)
    colon = skip_blanks(text, colon)
    if sub(text, colon, colon) ~= ":" then fail_text(text, colon, "has no : after a key") end
    local value, after = decode_value(text, colon + 1, depth)
    object[key] = value
    return after
  end)
  return object, at
end

function decode_value(text, at, depth)
  at = skip_blanks(text, at)
  local first = sub(text, at, at)
  if depth > DEEPEST then
    fail_text(text, at, "is nested too deeply")
  elseif first == "{" then
    return decode_object(text, at, depth + 1)
  elseif first == "[" then
    return decode_list(text, at, depth + 1)
  elseif first == '"' then
    return decode_string(text, at)
  elseif find(text, "^true", at) then
    return true, at + 4
  elseif find(text, "^false", at) then
    return false, at + 5
  elseif find(text, "^null", at) then
    return nil, at + 4
  end
  return decode_number(text, at)
end

local function decode(text)
  if type(text) ~= "string" then fail("the file", "is not a text") end
  local value, at = decode_value(text, 1, 0)
  if skip_blanks(text, at) <= #text then fail_text(text, at, "goes on after its end") end
  return value
end

--- What `call()` returns, or nil and what is wrong with the text.
local function attempt(call)
  local fine, result = pcall(call)
  if fine then
    return result
  elseif getmetatable(result) == Problem then
    return nil, result.message
  end
  error(result, 0)
end

--- Reads JSON, for what a game wants to know besides the motion (colors, presets, paths), since Lua itself cannot.
-- Objects and lists become tables; null becomes no entry of an object, and false in a list.
-- @return the value, which `load` takes too, or nil and what is wrong with the text
function steerwright.decode(text)
  return attempt(function()
    return decode(text)
  end)
end

------------------------------------------------------------------------------------------------------------------------
-- Reading an export: every field is checked here, once
------------------------------------------------------------------------------------------------------------------------

local LARGEST, LARGEST_COUNT = 1e12, 4294967295
local LOWEST_CELL, HIGHEST_CELL = -2147483648, 2147483647

local function spot(place, key)
  if type(key) == "number" then return ("%s[%d]"):format(place, key - 1) end
  return place == "" and key or place .. "." .. key
end

-- A check gets a value, and the place and key it was found under; it returns what to work with, or nil and what is wrong.

local function number(value)
  if type(value) == "number" and value >= -LARGEST and value <= LARGEST then return value + 0.0 end
  return nil, "is not a number from -1e12 to 1e12"
end

local function positive(value)
  if number(value) and value > 0 then return value + 0.0 end
  return nil, "is not a number above 0"
end

local function whole(low, high)
  return function(value)
    if number(value) and value >= low and value <= high and value == floor(value) then return floor(value) end
    return nil, ("is not a whole number from %.0f to %.0f"):format(low, high)
  end
end

local function text(value)
  if type(value) == "string" then return value end
  return nil, "is not a text"
end

local function flag(value)
  if type(value) == "boolean" then return value end
  return nil, "is neither true nor false"
end

local function one_of(...)
  local known, names = {}, table.concat({ ... }, ", ")
  for _, name in ipairs({ ... }) do
    known[name] = true
  end
  return function(value)
    if value ~= nil and known[value] then return value end
    return nil, "is none of: " .. names
  end
end

local function optional(check, default)
  return function(value, place, key)
    if value == nil then return default end
    return check(value, place, key)
  end
end

--- A list of that many numbers.
local function tuple(count, check)
  return function(value)
    if getmetatable(value) ~= List or #value ~= count then return nil, "is not a list of " .. count .. " numbers" end
    local checked = {}
    for i = 1, count do
      local problem
      checked[i], problem = check(value[i])
      if problem then return nil, "holds something that " .. problem end
    end
    return checked
  end
end

local function list_of(check)
  return function(value, place, key)
    if getmetatable(value) ~= List then return nil, "is not a list" end
    local checked, within, problem = {}, spot(place, key), nil
    for i = 1, #value do
      checked[i], problem = check(value[i], within, i)
      if problem then fail(spot(within, i), problem) end
    end
    return checked
  end
end

--- An object: gives a function of a key and a check that reads a field of it.
local function fields(value, place, key)
  if type(value) ~= "table" or getmetatable(value) == List then return nil, "is not an object" end
  local within = spot(place, key)
  return function(name, check)
    local checked, problem = check(value[name], within, name)
    if problem then fail(spot(within, name), value[name] == nil and "is missing" or problem) end
    return checked
  end
end

local count = whole(0, LARGEST_COUNT)
local id = count

--- An id that is not among those already taken.
local function new_id(taken)
  return function(value)
    if id(value) and taken[value] then return nil, "is used twice" end
    return id(value)
  end
end

-- The parameters of the behaviors. A number that a file may leave out is a limit.
local PREDICTION = { max_prediction = optional(number, huge) }
local PARAMETERS = {
  seek = {},
  flee = { panic_distance = optional(number, huge) },
  arrive = {
    target_radius = number,
    slow_radius = number,
    ramp = one_of("linear", "sqrt", "quadratic"),
    stop = one_of("brake", "coast"),
  },
  leave = { escape_radius = number, danger_radius = number, ramp = one_of("stepped", "smooth") },
  pursue = PREDICTION,
  evade = PREDICTION,
  follow_path = {
    start = one_of("first", "nearest", "node"),
    start_node = optional(count),
    target_radius = number,
    slow_radius = number,
  },
  separation = { radius = number, max_separation = number, falloff = one_of("none", "inverse_square") },
  follow_leader = {
    behind_distance = number,
    sight_radius = number,
    slow_radius = number,
    separation_radius = number,
    max_separation = number,
  },
  homing_walk = {
    step_fraction = number,
    min_step = number,
    max_step = number,
    aggro_radius = number,
    max_fov_deg = number,
    reach_radius = number,
    smooth = flag,
  },
  grid_chase = {
    method = one_of("axis", "line_of_sight"),
    aim = one_of("chase", "evade"),
    step_interval = optional(number, 0.0),
    step_ticks = whole(1, LARGEST_COUNT),
    max_path_length = whole(0, 1000000),
  },
}
local KIND = {
  steered = one_of(
    "seek", "flee", "arrive", "leave", "pursue", "evade", "follow_path", "separation", "follow_leader", "homing_walk"
  ),
  grid_chase = one_of("grid_chase"),
}
local MOTION = one_of("steered", "grid_chase")
local COMBINE = one_of("weighted_sum", "priority")
local TRAVERSAL = one_of("once", "loop", "ping_pong")
local AIM = one_of("marker", "agent", "pointer")
local POINTS = list_of(tuple(2, number))
local CELLS = list_of(tuple(2, whole(LOWEST_CELL, HIGHEST_CELL)))
local STREAM = tuple(4, count)

-- For each kind of behavior, the force it asks for: a function of the world, the agent, and what `read_behavior` returns.
local FORCE = {}

local function read_behavior(field, motion)
  local kind = field("kind", KIND[motion])
  local behavior = { kind = kind, weight = field("weight", number), force = FORCE[kind] }
  for name, check in pairs(PARAMETERS[kind]) do
    behavior[name] = field(name, check)
  end
  if behavior.start == "node" then field("start_node", count) end
  return behavior
end

--- A path ready for walking: nodes that know the points between them and the next.
local function read_route(field)
  local route = { traversal = field("traversal", TRAVERSAL), radius = field("radius", number) }
  route.points = field("points", POINTS)
  route.nodes = {}
  local last
  for i, node_field in ipairs(field("nodes", list_of(fields))) do
    local after_last = whole(last and last.point or 0, #route.points - 1)
    local node = {
      x = node_field("x", number),
      y = node_field("y", number),
      radius = node_field("radius", number),
      wait_ticks = node_field("wait_ticks", count),
      speed = node_field("speed", optional(number, huge)),
      -- Where it is among the points, from 1, and how many lie between it and the next node.
      point = node_field("point", after_last) + 1,
      between = 0,
    }
    if last then last.between = node.point - last.point - 1 end
    route.nodes[i], last = node, node
  end
  if last then last.between = #route.points - last.point end
  return route
end

------------------------------------------------------------------------------------------------------------------------
-- Vectors and chance, as the editor computes them
------------------------------------------------------------------------------------------------------------------------

local function length(x, y)
  return sqrt(x * x + y * y)
end

local function is_finite(x)
  return x - x == 0
end

--- (x, y) divided by its length; zero for a zero vector, and for one too long for a number.
local function direction(x, y, long)
  if long > 0 and long < huge then return x / long, y / long end
  return 0.0, 0.0
end

--- (x, y), shortened to `limit` where it is longer.
local function truncate(x, y, limit)
  local squared = x * x + y * y
  if squared <= limit * limit and squared < huge then return x, y end
  local long = sqrt(squared)
  if long < huge then
    local part = limit / long
    return x * part, y * part
  end
  return 0.0, 0.0
end

--- How near the segment from a to b comes to p.
local function segment_distance(ax, ay, bx, by, px, py)
  local dx, dy = bx - ax, by - ay
  local squared = dx * dx + dy * dy
  if squared > 0 and squared < huge then
    local part = ((px - ax) * dx + (py - ay) * dy) / squared
    if part > 1 then part = 1 end
    if part > 0 then ax, ay = ax + dx * part, ay + dy * part end
  end
  return length(px - ax, py - ay)
end

-- The sine's Taylor series to h^17, highest power first: no platform's sine has the same bits as another's.
local SINE = {
  1 / 355687428096000,
  -1 / 1307674368000,
  1 / 6227020800,
  -1 / 39916800,
  1 / 362880,
  -1 / 5040,
  1 / 120,
  -1 / 6,
}

--- (x, y) turned by `angle` radians from -pi to pi: an eighth of the angle by the series, then doubled three times.
local function rotate(x, y, angle)
  if angle > pi then
    angle = pi
  elseif angle < -pi then
    angle = -pi
  end
  local h = angle / 8
  local square = h * h
  local series = 0.0
  for i = 1, #SINE do
    series = series * square + SINE[i]
  end
  local sin = h + h * (square * series)
  local cos = sqrt(1 - sin * sin)
  for _ = 1, 3 do
    sin, cos = 2 * sin * cos, 1 - 2 * sin * sin
  end
  return x * cos - y * sin, x * sin + y * cos
end

-- No bit operations are the same in every Lua: a table of two hex digits, xor-ed, by 16 * a + b.
local XOR = {}
for a = 0, 15 do
  for b = 0, 15 do
    local sum, bit = 0, 1
    while bit < 16 do
      sum = sum + (floor(a / bit) + floor(b / bit)) % 2 * bit
      bit = bit * 2
    end
    XOR[16 * a + b] = sum
  end
end

local function xor(a, b)
  local sum, place = 0, 1
  for _ = 1, 8 do
    local low_a, low_b = a % 16, b % 16
    sum = sum + XOR[16 * low_a + low_b] * place
    a, b, place = (a - low_a) / 16, (b - low_b) / 16, place * 16
  end
  return sum
end

local TWO_TO_32 = 4294967296

local function rotate_left(word, bits)
  local high = word * 2 ^ bits
  return high % TWO_TO_32 + floor(high / TWO_TO_32)
end

--- The next 32 bits of a stream of xoshiro128++.
local function next_word(state)
  local a, b, c, d = state[1], state[2], state[3], state[4]
  local word = (rotate_left((a + d) % TWO_TO_32, 7) + a) % TWO_TO_32
  c, d = xor(c, a), xor(d, b)
  state[1], state[2] = xor(a, d), xor(b, c)
  state[3], state[4] = xor(c, b * 512 % TWO_TO_32), rotate_left(d, 11)
  return word
end

--- The next number from 0 to 1.
local function next_part(state)
  return next_word(state) * (1 / TWO_TO_32)
end

------------------------------------------------------------------------------------------------------------------------
-- Behaviors: what each agent wants, from the state at the start of a step
------------------------------------------------------------------------------------------------------------------------

local function emit(world, agent, kind, node)
  world.events[#world.events + 1] = { tick = world.tick, agent = agent.id, kind = kind, node = node }
end

local function note_arrival(world, agent, arrived)
  if arrived and not agent.arrived then emit(world, agent, "arrived") end
  agent.arrived = arrived
end

--- The first look is silent.
local function note_sight(world, agent, seen)
  if seen ~= agent.seen and agent.seen ~= "unknown" then
    emit(world, agent, seen and "sight_gained" or "sight_lost")
  end
  agent.seen = seen
end

--- The force that asks for the velocity (x, y).
local function force_for(agent, x, y)
  local time = agent.time_to_target
  x, y = (x - agent.vx) / time, (y - agent.vy) / time
  if is_finite(x) and is_finite(y) then return x, y end
  return 0.0, 0.0
end

local function seek(agent, x, y, speed)
  x, y = x - agent.x, y - agent.y
  x, y = direction(x, y, length(x, y))
  return force_for(agent, x * speed, y * speed)
end

local function flee(agent, x, y)
  return seek(agent, x, y, -agent.max_speed)
end

local function arrive(agent, x, y, target_radius, slow_radius, ramp, stop, max_speed)
  x, y = x - agent.x, y - agent.y
  local distance = length(x, y)
  if distance < target_radius then
    if stop == "coast" then return 0.0, 0.0 end
    return force_for(agent, 0.0, 0.0)
  end
  local speed = max_speed
  if distance <= slow_radius and slow_radius > 0 then
    if ramp == "linear" then
      speed = max_speed * distance / slow_radius
    elseif ramp == "sqrt" then
      speed = max_speed * sqrt(distance / slow_radius)
    else
      local part = distance / slow_radius
      speed = max_speed * (part * part)
    end
  end
  x, y = direction(x, y, distance)
  return force_for(agent, x * speed, y * speed)
end

--- Where `other` is going to be when the agent could have reached it.
local function predict(agent, other, max_prediction)
  local time = 0.0
  if agent.max_speed > 0 then time = length(other.x - agent.x, other.y - agent.y) / agent.max_speed end
  if time > max_prediction then time = max_prediction end
  local x, y = other.x + other.vx * time, other.y + other.vy * time
  if is_finite(x) and is_finite(y) then return x, y end
  return other.x, other.y
end

function FORCE.seek(_, agent)
  local target = agent.target
  if not target then return 0.0, 0.0 end
  return seek(agent, target.x, target.y, agent.max_speed)
end

function FORCE.flee(_, agent, parameters)
  local danger = agent.danger
  if not danger or length(danger.x - agent.x, danger.y - agent.y) > parameters.panic_distance then return 0.0, 0.0 end
  return flee(agent, danger.x, danger.y)
end

function FORCE.arrive(world, agent, parameters)
  local target, radius = agent.target, parameters.target_radius
  if not target then return 0.0, 0.0 end
  note_arrival(world, agent, length(target.x - agent.x, target.y - agent.y) < radius)
  local slow_radius, ramp, stop = parameters.slow_radius, parameters.ramp, parameters.stop
  return arrive(agent, target.x, target.y, radius, slow_radius, ramp, stop, agent.max_speed)
end

function FORCE.leave(_, agent, parameters)
  local danger = agent.danger
  if not danger then return 0.0, 0.0 end
  local x, y = danger.x - agent.x, danger.y - agent.y
  local distance = length(x, y)
  local near, far = parameters.escape_radius, parameters.danger_radius
  if distance > far then return 0.0, 0.0 end
  local speed = agent.max_speed
  if distance >= near then
    if parameters.ramp == "stepped" and far > 0 then
      speed = speed - speed * distance / far
    elseif parameters.ramp == "smooth" and far > near then
      speed = speed * (far - distance) / (far - near)
    end
  end
  x, y = direction(x, y, distance)
  return force_for(agent, -x * speed, -y * speed)
end

function FORCE.pursue(_, agent, parameters)
  if not agent.target then return 0.0, 0.0 end
  local x, y = predict(agent, agent.target, parameters.max_prediction)
  return seek(agent, x, y, agent.max_speed)
end

function FORCE.evade(_, agent, parameters)
  if not agent.danger then return 0.0, 0.0 end
  return flee(agent, predict(agent, agent.danger, parameters.max_prediction))
end

-- Path following ------------------------------------------------------------------------------------------------------

--- How far an agent has come along a route.
local function new_progress(goal)
  return {
    goal = goal, -- the index of the node sought, from 1
    wait = 0, -- ticks left
    finished = false,
    backwards = false,
    leg = false, -- the index of the node whose points are walked; none on the way to the first node
    passed = 0, -- how many of them are behind
  }
end

local function start_progress(route, parameters, x, y)
  local goal = 1
  if parameters.start == "node" then
    goal = math.max(1, math.min(parameters.start_node + 1, #route.nodes))
  elseif parameters.start == "nearest" then
    local nearest = huge
    for i, node in ipairs(route.nodes) do
      local distance = length(node.x - x, node.y - y)
      if distance < nearest then nearest, goal = distance, i end
    end
  end
  return new_progress(goal)
end

--- The next point of the curve before the node sought, if there is one.
local function next_point(route, progress)
  local leg = progress.leg and route.nodes[progress.leg]
  local left = leg and leg.between - progress.passed or 0
  if left > 0 then
    local i = leg.point + (progress.backwards and left or progress.passed + 1)
    local point = route.points[i]
    return point[1], point[2]
  end
end

local function move_on(route, progress)
  local last, goal = #route.nodes, progress.goal
  if goal == (progress.backwards and 1 or last) then
    if route.traversal == "once" then
      progress.finished = true
      return
    elseif route.traversal == "loop" then
      progress.leg, progress.passed, progress.goal = goal, 0, 1
      return
    elseif last == 1 then
      return
    end
    progress.backwards = not progress.backwards
  end
  progress.goal = progress.backwards and goal - 1 or goal + 1
  progress.leg, progress.passed = progress.backwards and goal - 1 or goal, 0
end

--- Keeps the progress within a route that has changed under the agent's feet.
local function fit_progress(route, progress)
  local last = #route.nodes
  progress.goal = math.min(progress.goal, math.max(last, 1))
  progress.finished = progress.finished and route.traversal == "once" and progress.goal == last
  if progress.backwards and route.traversal ~= "ping_pong" then
    -- What is passed of the leg was counted from its other end.
    progress.backwards, progress.leg = false, false
  end
  if progress.leg and progress.leg > last then progress.leg = false end
  if progress.leg then progress.passed = math.min(progress.passed, route.nodes[progress.leg].between) end
end

--- Counts down a wait, or sees what the last move reached, and moves on. Returns the index of the node reached.
local function advance_progress(agent, route, progress)
  if progress.finished then return nil end
  if progress.wait > 0 then
    progress.wait = progress.wait - 1
    if progress.wait > 0 then return nil end
    move_on(route, progress)
    if progress.finished then return nil end
  end
  local from_x, from_y, x, y = agent.previous_x, agent.previous_y, agent.x, agent.y
  local point_x, point_y = next_point(route, progress)
  while point_x do
    if not (segment_distance(from_x, from_y, x, y, point_x, point_y) <= route.radius) then return nil end
    progress.passed = progress.passed + 1
    point_x, point_y = next_point(route, progress)
  end
  local reached = progress.goal
  local node = route.nodes[reached]
  if not (segment_distance(from_x, from_y, x, y, node.x, node.y) <= node.radius) then return nil end
  progress.wait = node.wait_ticks
  if progress.wait == 0 then move_on(route, progress) end
  return reached
end

function FORCE.follow_path(world, agent, parameters)
  local route, progress = agent.route, agent.progress
  if not route or not route.nodes[1] then return 0.0, 0.0 end
  local goal_before, waited, was_finished = progress.goal, progress.wait > 0, progress.finished
  local reached = advance_progress(agent, route, progress)
  local goal, waits = progress.goal, progress.wait > 0
  if waited and (not waits or reached) then emit(world, agent, "wait_ended", goal_before - 1) end
  if reached then
    emit(world, agent, "node_reached", reached - 1)
    if waits then emit(world, agent, "wait_started", reached - 1) end
  end
  if progress.finished and not was_finished then emit(world, agent, "path_finished") end
  agent.node = goal - 1

  if waits then return force_for(agent, 0.0, 0.0) end
  local node, speed = route.nodes[goal], agent.max_speed
  if node.speed < speed then speed = node.speed end
  local x, y = next_point(route, progress)
  if x then
    return seek(agent, x, y, speed)
  elseif route.traversal == "once" and goal == #route.nodes then
    return arrive(agent, node.x, node.y, parameters.target_radius, parameters.slow_radius, "linear", "brake", speed)
  end
  return seek(agent, node.x, node.y, speed)
end

-- Neighbors -----------------------------------------------------------------------------------------------------------

-- Columns and rows further out count as these, so that a cell's key is an exact whole number.
local FARTHEST = 33554432

local function hash_column(x, size)
  local column = floor(x / size)
  if column > FARTHEST then
    return FARTHEST
  elseif column < -FARTHEST then
    return -FARTHEST
  end
  return column
end

local function hash_key(column, row)
  return column * (4 * FARTHEST) + row
end

--- Sorts the agents into cells as wide as the largest radius that is asked for: lists linked through the agents.
local function sort_into_cells(world)
  local heads, size = world.heads, world.widest_search
  for _, agent in ipairs(world.agents) do
    heads[agent.hash_key] = nil
  end
  for _, agent in ipairs(world.agents) do
    local key = hash_key(hash_column(agent.x, size), hash_column(agent.y, size))
    agent.hash_key, agent.next_in_cell = key, heads[key] or false
    heads[key] = agent
  end
end

--- At least everyone within `radius` of the agent, in no order: a list used again in the next call, and its length.
local function neighbors(world, agent, radius)
  local found, count, heads, size = world.found, 0, world.heads, world.widest_search
  if size > 0 then
    local x, y = agent.x, agent.y
    -- Wider by more than the rounding of the sums, so that no neighbor at the edge is missed.
    local reach_x, reach_y = radius * (1 + 1e-9) + abs(x) * 1e-15, radius * (1 + 1e-9) + abs(y) * 1e-15
    local bottom, top = hash_column(y - reach_y, size), hash_column(y + reach_y, size)
    for column = hash_column(x - reach_x, size), hash_column(x + reach_x, size) do
      for row = bottom, top do
        local other = heads[hash_key(column, row)]
        while other do
          count = count + 1
          found[count] = other
          other = other.next_in_cell
        end
      end
    end
  end
  return found, count
end

-- 1.5 * 2^20: adding it and taking it away rounds to a multiple of 2^-32. Sums of such terms are exact in any order.
local SHIFT = 1572864.0

--- Every neighbor pushes alike, whatever its distance. With a `leader`, only it and its followers do.
local function push_evenly(world, agent, radius, max_separation, leader)
  local x, y, sum_x, sum_y = agent.x, agent.y, 0.0, 0.0
  local squared_radius, scale = radius * radius, 1 / radius
  if scale == huge then scale = 0.0 end
  local found, count = neighbors(world, agent, radius)
  for i = 1, count do
    local other = found[i]
    if not leader or other == leader or other.leader == leader then
      -- The agent finds itself too, and pushes itself by exactly nothing.
      local dx, dy = other.x - x, other.y - y
      if dx * dx + dy * dy <= squared_radius then
        sum_x = sum_x + ((dx * scale + SHIFT) - SHIFT)
        sum_y = sum_y + ((dy * scale + SHIFT) - SHIFT)
      end
    end
  end
  x, y = direction(sum_x, sum_y, length(sum_x, sum_y))
  return -x * max_separation, -y * max_separation
end

--- The nearer a neighbor, the stronger its push.
local function push_inverse_square(world, agent, radius, max_separation)
  local x, y, sum_x, sum_y = agent.x, agent.y, 0.0, 0.0
  local squared_radius, near = radius * radius, radius / 1024
  local least = near * near
  local found, count = neighbors(world, agent, radius)
  for i = 1, count do
    local dx, dy = found[i].x - x, found[i].y - y
    local squared = dx * dx + dy * dy
    if squared <= squared_radius and least > 0 then
      local weight = radius / (squared > least and squared or least)
      sum_x = sum_x + ((-dx * weight + SHIFT) - SHIFT)
      sum_y = sum_y + ((-dy * weight + SHIFT) - SHIFT)
    end
  end
  local strength = max_separation / radius
  x, y = sum_x * strength, sum_y * strength
  if is_finite(x) and is_finite(y) then return x, y end
  return 0.0, 0.0
end

function FORCE.separation(world, agent, parameters)
  local push_by = parameters.falloff == "none" and push_evenly or push_inverse_square
  return push_by(world, agent, parameters.radius, parameters.max_separation)
end

function FORCE.follow_leader(world, agent, parameters)
  local leader = agent.leader
  if not leader then return 0.0, 0.0 end
  local push_x, push_y = push_evenly(world, agent, parameters.separation_radius, parameters.max_separation, leader)
  local sight = parameters.sight_radius
  local ahead_x, ahead_y = leader.heading_x * parameters.behind_distance, leader.heading_y * parameters.behind_distance
  local x, y = 0.0, 0.0
  local to_ahead = length(leader.x + ahead_x - agent.x, leader.y + ahead_y - agent.y)
  if to_ahead <= sight or length(leader.x - agent.x, leader.y - agent.y) <= sight then
    x, y = flee(agent, predict(agent, leader, huge))
  end
  local behind_x, behind_y = leader.x - ahead_x, leader.y - ahead_y
  local to_x, to_y = arrive(agent, behind_x, behind_y, 0.0, parameters.slow_radius, "linear", "brake", agent.max_speed)
  return x + to_x + push_x, y + to_y + push_y
end

-- Homing walk ----------------------------------------------------------------------------------------------------------

local RADIANS_PER_DEGREE, DEGREES_PER_RADIAN = pi / 180, 180 / pi
-- A smooth walk picks no more points ahead, its own place included, and strays no further from its curve, in reach radii.
local MOST_CONTROLS, CURVE_TOLERANCE = 256, 0.2
-- The finest a stretch of a curve is divided: 2^8 pieces; and how far its middle may stray, in tolerances.
local DEEPEST_DIVISION, MARGIN = 8, 0.9

local function blend(p, q, from, to, t)
  return p * ((to - t) / (to - from)) + q * ((t - from) / (to - from))
end

--- One coordinate at `t` of the curve through a, b, c, d (Barry and Goldman's pyramid).
local function blend_all(a, b, c, d, knots, t)
  local t0, t1, t2, t3 = knots[1], knots[2], knots[3], knots[4]
  local p, q, r = blend(a, b, t0, t1, t), blend(b, c, t1, t2, t), blend(c, d, t2, t3, t)
  return blend(blend(p, q, t0, t2, t), blend(q, r, t1, t3, t), t1, t2, t)
end

--- The point at the fraction `f` of a stretch.
local function curve_point(s, f)
  local t = s.knots[2] + (s.knots[3] - s.knots[2]) * f
  local x = blend_all(s.ax, s.bx, s.cx, s.dx, s.knots, t)
  local y = blend_all(s.ay, s.by, s.cy, s.dy, s.knots, t)
  if is_finite(x) and is_finite(y) then return x, y end
  return s.bx + (s.cx - s.bx) * f, s.by + (s.cy - s.by) * f
end

--- Halves the piece from p to q until the curve lies near enough to its chords, and appends the points between.
local function divide(s, from, px, py, to, qx, qy, tolerance, depth, xs, ys)
  local function strays(part)
    local x, y = curve_point(s, from + (to - from) * part)
    return segment_distance(px, py, qx, qy, x, y) > MARGIN * tolerance
  end
  if depth == 0 or not (strays(0.5) or strays(0.25) or strays(0.75)) then return end
  local half = from + (to - from) * 0.5
  local x, y = curve_point(s, half)
  divide(s, from, px, py, half, x, y, tolerance, depth - 1, xs, ys)
  xs[#xs + 1], ys[#ys + 1] = x, y
  divide(s, half, x, y, to, qx, qy, tolerance, depth - 1, xs, ys)
end

--- The spacing of two knots of a centripetal curve; nil for points in one place, or too far apart.
local function spacing(ax, ay, bx, by)
  local root = sqrt(length(bx - ax, by - ay))
  return root > 0 and root < huge and root or nil
end

--- The points of the centripetal Catmull-Rom curve through the controls, without the first.
local function flatten(control_xs, control_ys, tolerance)
  local xs, ys = {}, {}
  for i = 1, #control_xs - 1 do
    local s = { bx = control_xs[i], by = control_ys[i], cx = control_xs[i + 1], cy = control_ys[i + 1] }
    local middle = spacing(s.bx, s.by, s.cx, s.cy)
    if middle then
      -- Before the first control, and where two lie in one place, the far one is mirrored.
      local before_x, before_y = s.bx + (s.bx - s.cx), s.by + (s.by - s.cy)
      local after_x, after_y = s.cx + (s.cx - s.bx), s.cy + (s.cy - s.by)
      s.ax, s.ay = control_xs[i - 1] or before_x, control_ys[i - 1] or before_y
      s.dx, s.dy = control_xs[i + 2] or after_x, control_ys[i + 2] or after_y
      local before, after = spacing(s.ax, s.ay, s.bx, s.by), spacing(s.cx, s.cy, s.dx, s.dy)
      if not before then s.ax, s.ay, before = before_x, before_y, middle end
      if not after then s.dx, s.dy, after = after_x, after_y, middle end
      s.knots = { 0.0, before, before + middle, before + middle + after }
      divide(s, 0.0, s.bx, s.by, 1.0, s.cx, s.cy, tolerance, DEEPEST_DIVISION, xs, ys)
    end
    xs[#xs + 1], ys[#ys + 1] = s.cx, s.cy
  end
  return xs, ys
end

local function new_walk()
  return {
    begun = false,
    x = 0.0, -- the way-point sought
    y = 0.0,
    straight = false, -- whether it is the target itself
    ahead_xs = {}, -- the points of a smooth walk, from `ahead` on still to pass
    ahead_ys = {},
    ahead = 1,
    planned_x = 0.0, -- where the target was then
    planned_y = 0.0,
  }
end

local function step_length(parameters, distance)
  local step = distance * parameters.step_fraction
  if not (step < parameters.max_step) then step = parameters.max_step end
  return step > parameters.min_step and step or parameters.min_step
end

--- Half the field of view at that distance, radians.
local function half_fov(parameters, distance)
  local aggro_radius, fov = parameters.aggro_radius, parameters.max_fov_deg * RADIANS_PER_DEGREE
  if not (aggro_radius > 0) then return 0.5 * fov end
  return 0.5 * fov * (distance < aggro_radius and distance or aggro_radius) / aggro_radius
end

--- The next way-point from (x, y), and whether it is the target itself.
local function pick(world, stream, x, y, target, parameters)
  local dx, dy = target.x - x, target.y - y
  local distance = length(dx, dy)
  local step = step_length(parameters, distance)
  if step > distance then return target.x, target.y, true end
  local angle = half_fov(parameters, distance) * next_part(stream)
  if next_word(stream) % 2 == 0 then angle = -angle end
  dx, dy = direction(dx, dy, distance)
  dx, dy = rotate(dx * step, dy * step, angle * world.turn_sign)
  return x + dx, y + dy, false
end

local function plan_smooth_walk(world, agent, walk, target, parameters)
  local xs, ys, x, y, straight = { agent.x }, { agent.y }, agent.x, agent.y, false
  while #xs < MOST_CONTROLS and not straight do
    x, y, straight = pick(world, agent.stream, x, y, target, parameters)
    xs[#xs + 1], ys[#ys + 1] = x, y
  end
  walk.ahead_xs, walk.ahead_ys = flatten(xs, ys, CURVE_TOLERANCE * parameters.reach_radius)
  walk.ahead, walk.planned_x, walk.planned_y = 1, target.x, target.y
end

--- Follows the curve ahead; plans it anew when the target has moved off. Returns whether it did.
local function advance_smooth_walk(world, agent, walk, target, parameters)
  local far, reach = 2 * parameters.min_step, parameters.reach_radius
  local due = not walk.begun or length(target.x - walk.planned_x, target.y - walk.planned_y) > far
  if due then plan_smooth_walk(world, agent, walk, target, parameters) end
  local xs, ys, ahead = walk.ahead_xs, walk.ahead_ys, walk.ahead
  -- The last point is the target's: it is arrived at, never passed.
  while ahead < #xs and length(xs[ahead] - agent.x, ys[ahead] - agent.y) <= reach do
    ahead = ahead + 1
  end
  walk.ahead = ahead
  walk.x, walk.y, walk.straight = xs[ahead] or target.x, ys[ahead] or target.y, ahead >= #xs
  return due
end

--- Picks the next way-point where one is due. Returns whether it did.
local function advance_walk(world, agent, walk, target, parameters)
  if parameters.smooth then return advance_smooth_walk(world, agent, walk, target, parameters) end
  local due = not walk.begun
  if not due and walk.straight then
    local distance = length(target.x - agent.x, target.y - agent.y)
    due = distance <= parameters.reach_radius or distance > 2 * parameters.min_step
  elseif not due then
    due = length(walk.x - agent.x, walk.y - agent.y) <= parameters.reach_radius
  end
  if due then
    walk.x, walk.y, walk.straight = pick(world, agent.stream, agent.x, agent.y, target, parameters)
  end
  return due
end

function FORCE.homing_walk(world, agent, parameters)
  local target, walk = agent.target, agent.walk
  if not target then return 0.0, 0.0 end
  local distance, reach = length(target.x - agent.x, target.y - agent.y), parameters.reach_radius
  local was_straight = walk.straight
  local picked = advance_walk(world, agent, walk, target, parameters)
  walk.begun = true
  note_sight(world, agent, distance <= parameters.aggro_radius)
  if picked and not (was_straight and walk.straight) then emit(world, agent, "way_point_picked") end
  note_arrival(world, agent, walk.straight and distance < reach)
  if walk.straight then
    local slow_radius = parameters.min_step > reach and parameters.min_step or reach
    return arrive(agent, target.x, target.y, reach, slow_radius, "linear", "brake", agent.max_speed)
  end
  return seek(agent, walk.x, walk.y, agent.max_speed)
end

-- Grid chase -----------------------------------------------------------------------------------------------------------

local function clamp_cell(x)
  if x > HIGHEST_CELL then
    return HIGHEST_CELL
  elseif x < LOWEST_CELL then
    return LOWEST_CELL
  end
  return x
end

--- The column and row that hold (x, y).
local function cell_at(world, x, y)
  local size = world.cell_size
  local row = world.y_down and -1 - clamp_cell(floor(-y / size)) or clamp_cell(floor(y / size))
  return clamp_cell(floor(x / size)), row
end

--- Where the middle of a column or row lies.
local function center(world, index)
  return (index + 0.5) * world.cell_size
end

local function is_blocked(world, column, row)
  local rows = world.blocked[column]
  return rows ~= nil and rows[row] == true
end

--- Whether a step leads into a free cell, and cuts no blocked corner.
local function can_step(world, column, row, to_column, to_row)
  if is_blocked(world, to_column, to_row) then return false end
  local diagonal = column ~= to_column and row ~= to_row
  return not diagonal or not (is_blocked(world, to_column, row) or is_blocked(world, column, to_row))
end

local function sign(x)
  return x > 0 and 1 or x < 0 and -1 or 0
end

--- A mover that stands in a cell.
local function new_mover(column, row)
  return {
    from_column = column,
    from_row = row,
    column = column, -- the cell it is in or on its way to
    row = row,
    elapsed = 0, -- ticks since the last step
    prey_column = false, -- where the prey was when the line was drawn
    prey_row = false,
    line = {}, -- column, row, column, row, ...; from `taken` + 1 on still to take
    taken = 0,
    sees_prey = true, -- whether the line got there
  }
end

--- Has the line drawn anew at the next step, whether the prey has moved or not.
local function forget_line(mover)
  mover.prey_column, mover.line, mover.taken = false, {}, 0
end

--- Bresenham's line of cells to the goal, cut after `most` of them and before the first that cannot be entered.
local function draw_line(world, mover, goal_column, goal_row, most)
  local line, column, row = {}, mover.column, mover.row
  local columns, rows = abs(goal_column - column), abs(goal_row - row)
  local step_column, step_row = sign(goal_column - column), sign(goal_row - row)
  local long, short = math.max(columns, rows), math.min(columns, rows)
  local bend = 2 * short - long
  for _ = 1, math.min(long, most) do
    local aside = bend >= 0
    if aside then bend = bend - 2 * long end
    bend = bend + 2 * short
    local next_column, next_row = column, row
    if aside or columns >= rows then next_column = column + step_column end
    if aside or rows > columns then next_row = row + step_row end
    if not can_step(world, column, row, next_column, next_row) then break end
    column, row = next_column, next_row
    line[#line + 1], line[#line + 2] = column, row
  end
  mover.line, mover.taken = line, 0
  mover.sees_prey = column == goal_column and row == goal_row
end

--- A step toward the goal, or, where that is blocked, along it by the column alone, else by the row alone.
local function axis_step(world, column, row, goal_column, goal_row)
  local to_column = clamp_cell(column + sign(goal_column - column))
  local to_row = clamp_cell(row + sign(goal_row - row))
  local function fits(next_column, next_row)
    return (next_column ~= column or next_row ~= row) and can_step(world, column, row, next_column, next_row)
  end
  if fits(to_column, to_row) then
    return to_column, to_row
  elseif fits(to_column, row) then
    return to_column, row
  elseif fits(column, to_row) then
    return column, to_row
  end
  return column, row
end

--- The cell to go to from here, with the prey in that cell.
local function next_cell(world, mover, chase, prey_column, prey_row)
  local column, row = mover.column, mover.row
  local goal_column, goal_row = prey_column, prey_row
  if chase.aim == "evade" then
    goal_column, goal_row = clamp_cell(2 * column - prey_column), clamp_cell(2 * row - prey_row)
  end
  if chase.method == "axis" then return axis_step(world, column, row, goal_column, goal_row) end
  if mover.prey_column ~= prey_column or mover.prey_row ~= prey_row then
    mover.prey_column, mover.prey_row = prey_column, prey_row
    draw_line(world, mover, goal_column, goal_row, chase.max_path_length)
  end
  local taken = mover.taken
  if taken == #mover.line then return column, row end
  mover.taken = taken + 2
  return mover.line[taken + 1], mover.line[taken + 2]
end

--- Moves a cell mover's mind on by a tick; its body follows when everyone moves.
local function chase_by_cells(world, agent)
  local mover, chase, target = agent.mover, agent.chase, agent.target
  local prey_column, prey_row
  if target then prey_column, prey_row = cell_at(world, target.x, target.y) end
  local entered = false
  if mover.elapsed == 0 then
    mover.from_column, mover.from_row = mover.column, mover.row
    if target then
      mover.column, mover.row = next_cell(world, mover, chase, prey_column, prey_row)
    else
      forget_line(mover)
    end
    entered = mover.column ~= mover.from_column or mover.row ~= mover.from_row
  end
  -- A step that was begun may have been made shorter since.
  mover.elapsed = mover.elapsed + 1 < chase.step_ticks and mover.elapsed + 1 or 0
  if target and chase.method == "line_of_sight" and chase.aim == "chase" then
    note_sight(world, agent, mover.sees_prey)
  end
  if entered then emit(world, agent, "cell_entered") end
  note_arrival(world, agent, prey_column == mover.column and prey_row == mover.row)
end

--- Where a cell mover is between the cell it left and the one it is on its way to.
local function mover_position(world, agent)
  local mover = agent.mover
  local x, y = center(world, mover.column), center(world, mover.row)
  if mover.elapsed == 0 then return x, y end
  local from_x, from_y = center(world, mover.from_column), center(world, mover.from_row)
  local part = mover.elapsed / agent.chase.step_ticks
  return from_x + (x - from_x) * part, from_y + (y - from_y) * part
end

------------------------------------------------------------------------------------------------------------------------
-- The world
------------------------------------------------------------------------------------------------------------------------

--- A scene in motion. Fields, to read:
--
-- * `tick`, `time`, `dt`: ticks since the start, seconds since the start, seconds a tick
-- * `fraction`: the part of a tick, 0 to 1, that `advance` left over. For smooth motion, draw an agent at
--   `previous_x + (x - previous_x) * fraction`, and y likewise
-- * `agents`: a list in the order of ids; a new one after `despawn` and `reread`
-- * `events`: what happened in the last `step` or `advance`: a list of `tick`, `agent` (its id), `kind`, and for events
--   about a node `node` (its index in the file, from 0). The kinds are `node_reached`, `wait_started`, `wait_ended`,
--   `path_finished`, `arrived`, `way_point_picked`, `cell_entered`, `sight_lost` and `sight_gained`
--
-- Fields of an agent, to read:
--
-- * `id`, `name`
-- * `x`, `y`, `previous_x`, `previous_y`: where it is, and where it was a tick ago
-- * `vx`, `vy`, `speed`: its velocity, units a second, and how long that is
-- * `heading_x`, `heading_y`: where it faces, a direction of length 1
-- * `steering`: how long the force was that steered it in the last step
-- * `fov_deg`: the full field of view of a homing walk, degrees, or nil
-- * `node`: the index of the node it sought in the last step, from 0, or nil
local World = {}
World.__index = World

-- Below this speed, units a second, an agent keeps its heading.
local HEADING_SPEED = 1e-6
-- A call of `advance` takes no more ticks than this.
local MOST_TICKS = 240
-- A force no longer than this counts as none where the first one counts.
local NEGLIGIBLE = 1e-9
-- No coordinate that a game sets may lie further from the origin.
local FARTHEST_PLACE = 1e9

local function behavior_of(agent, kind)
  for _, behavior in ipairs(agent.behaviors) do
    if behavior.kind == kind then return behavior end
  end
end

local Agent = {}

--- The one field that is computed when it is read, since it changes with every move of the target.
function Agent.__index(agent, key)
  if key ~= "fov_deg" or not agent.target then return nil end
  local parameters = behavior_of(agent, "homing_walk")
  local distance = length(agent.target.x - agent.x, agent.target.y - agent.y)
  return parameters and 2 * half_fov(parameters, distance) * DEGREES_PER_RADIAN
end

--- Has a cell mover stand in the middle of the cell it is in.
local function settle(world, agent)
  agent.mover = new_mover(cell_at(world, agent.x, agent.y))
  agent.x, agent.y = mover_position(world, agent)
  agent.previous_x, agent.previous_y = agent.x, agent.y
end

--- The sum of what the behaviors ask for, or the first of it that counts.
local function steer(world, agent)
  local x, y = 0.0, 0.0
  for _, behavior in ipairs(agent.behaviors) do
    local force_x, force_y = behavior.force(world, agent, behavior)
    force_x, force_y = force_x * behavior.weight, force_y * behavior.weight
    if not agent.by_priority then
      x, y = x + force_x, y + force_y
    elseif length(force_x, force_y) > NEGLIGIBLE then
      x, y = force_x, force_y
      break
    end
  end
  return truncate(x, y, agent.max_force)
end

local function move(world, agent)
  local dt, from_x, from_y = world.dt, agent.x, agent.y
  local x, y, vx, vy
  if agent.driven or agent.chase then
    if agent.driven then
      x, y = agent.driven_x, agent.driven_y
    else
      x, y = mover_position(world, agent)
    end
    vx, vy = (x - from_x) / dt, (y - from_y) / dt
  else
    vx, vy = agent.vx + agent.force_x / agent.mass * dt, agent.vy + agent.force_y / agent.mass * dt
    vx, vy = truncate(vx, vy, agent.max_speed)
    x, y = from_x + vx * dt, from_y + vy * dt
    if not (is_finite(x) and is_finite(y)) then x, y = from_x, from_y end
  end
  local speed = length(vx, vy)
  agent.previous_x, agent.previous_y = from_x, from_y
  agent.x, agent.y, agent.vx, agent.vy, agent.speed = x, y, vx, vy, speed
  if speed > HEADING_SPEED then agent.heading_x, agent.heading_y = direction(vx, vy, speed) end
end

--- Everyone decides from the state at the start of the tick; then everyone moves.
local function tick_over(world)
  world.tick = world.tick + 1
  world.time = world.tick * world.dt
  if world.widest_search > 0 then sort_into_cells(world) end
  for _, agent in ipairs(world.agents) do
    local force_x, force_y = 0.0, 0.0
    if agent.chase and not agent.driven then
      chase_by_cells(world, agent)
    else
      agent.node = nil
      if not agent.driven then force_x, force_y = steer(world, agent) end
    end
    agent.force_x, agent.force_y, agent.steering = force_x, force_y, length(force_x, force_y)
  end
  for _, agent in ipairs(world.agents) do
    move(world, agent)
  end
end

--- Moves everything by one tick.
function World:step()
  self.events = {}
  tick_over(self)
end

--- Lets `seconds` go by in whole ticks; what is left over counts the next time.
-- @param seconds since the last call; anything but a finite number above 0 counts as none
-- @return the ticks taken, at most 240: a late game slows down, it does not freeze
function World:advance(seconds)
  self.events = {}
  if type(seconds) == "number" and seconds > 0 and seconds < huge then self.owed = self.owed + seconds / self.dt end
  local ticks = 0
  while self.owed >= 1.0 do
    if ticks == MOST_TICKS then
      self.owed = 0.0
      break
    end
    self.owed = self.owed - 1.0
    ticks = ticks + 1
    tick_over(self)
  end
  self.fraction = self.owed
  return ticks
end

--- The agent with that id, or nil.
function World:agent(id)
  return self.agents_by_id[id]
end

-- What cannot be done is a mistake of the game: an error that points to its line. The public function that was called
-- there makes these checks itself, so that it is the right line.

local function refuse(problem)
  error("steerwright: " .. problem, 4)
end

local function check_place(x, y)
  if not (type(x) == "number" and type(y) == "number" and abs(x) <= FARTHEST_PLACE and abs(y) <= FARTHEST_PLACE) then
    refuse("a coordinate is not a number from -1e9 to 1e9; look where it was computed")
  end
end

local function check_agent(world, id)
  return world.agents_by_id[id] or refuse("there is no agent " .. tostring(id) .. "; it may have been despawned")
end

local function check_aim(world, kind, id)
  if kind == "marker" and not world.markers[id] or kind == "agent" and not world.agents_by_id[id] then
    refuse("there is no " .. kind .. " " .. tostring(id) .. "; look into the scene for the ids there are")
  elseif kind ~= "marker" and kind ~= "agent" and kind ~= "pointer" and kind ~= "none" then
    refuse(tostring(kind) .. " is no kind of target; use marker, agent, pointer or none")
  end
end

--- What an agent goes for or runs from: something with `x`, `y`, `vx` and `vy`, or false.
local function aim_of(world, agent, kind, id)
  if kind == "none" then return false end
  if kind == "pointer" then return world.pointer end
  local found = (kind == "marker" and world.markers or world.agents_by_id)[id]
  return found ~= agent and found or false
end

--- Moves the pointer.
function World:set_pointer(x, y)
  check_place(x, y)
  self.pointer.x, self.pointer.y = x + 0.0, y + 0.0
end

--- Moves a marker.
function World:move_marker(id, x, y)
  check_aim(self, "marker", id)
  check_place(x, y)
  local marker = self.markers[id]
  marker.x, marker.y = x + 0.0, y + 0.0
end

--- What an agent goes for from now on: `"marker"` or `"agent"` with an id, `"pointer"`, or `"none"`.
function World:set_target(agent_id, kind, id)
  local agent = check_agent(self, agent_id)
  check_aim(self, kind, id)
  agent.target = aim_of(self, agent, kind, id)
end

--- What an agent runs from from now on; named as for `set_target`.
function World:set_danger(agent_id, kind, id)
  local agent = check_agent(self, agent_id)
  check_aim(self, kind, id)
  agent.danger = aim_of(self, agent, kind, id)
end

--- Takes an agent over: the next step puts it at (x, y), and there it stays until it is driven on. Its velocity is the
-- way it made divided by the length of a tick, its steering is 0, its behaviors rest.
function World:drive(agent_id, x, y)
  local agent = check_agent(self, agent_id)
  check_place(x, y)
  agent.driven, agent.driven_x, agent.driven_y = true, x + 0.0, y + 0.0
end

--- Gives a driven agent back to its behaviors, which go on from where it is; a cell mover from the middle of that cell.
function World:release(agent_id)
  local agent = check_agent(self, agent_id)
  if agent.driven and agent.chase then settle(self, agent) end
  agent.driven = false
end

--- Takes an agent out of the world. Whoever aimed at it or followed it has nothing to aim at then.
function World:despawn(agent_id)
  local gone = check_agent(self, agent_id)
  local agents = {}
  for _, agent in ipairs(self.agents) do
    if agent ~= gone then agents[#agents + 1] = agent end
    if agent.target == gone then agent.target = false end
    if agent.danger == gone then agent.danger = false end
    if agent.leader == gone then agent.leader = false end
  end
  self.agents, self.agents_by_id[agent_id], self.heads = agents, nil, {}
end

------------------------------------------------------------------------------------------------------------------------
-- Loading
------------------------------------------------------------------------------------------------------------------------

local FORMAT = one_of("steerwright-export")
local TURN_SIGN = one_of(1, -1)

local function only_one(value)
  if #value == 1 then return value end
  return nil, "is not one grid chase"
end

--- An agent at its authored start, bound to nothing. What it has not is false: reading a nil would look for `fov_deg`.
local function read_agent(field)
  local body, motion = field("body", fields), field("motion", MOTION)
  local agent = setmetatable({
    id = field("id", id),
    name = field("name", optional(text, "")),
    x = field("x", number),
    y = field("y", number),
    vx = field("vx", number),
    vy = field("vy", number),
    heading_x = 1.0,
    heading_y = 0.0,
    steering = 0.0,
    mass = body("mass", positive),
    max_speed = body("max_speed", number),
    max_force = body("max_force", number),
    time_to_target = body("time_to_target", positive),
    stream = field("random_state", STREAM),
    start = false, -- what its start is made of, to see whether an edit has changed it
    path = field("path", optional(id, false)),
    behaviors = {},
    by_priority = motion == "steered" and field("combine", COMBINE) == "priority",
    chase = false, -- the one behavior of a cell mover
    target = false,
    danger = false,
    leader = false,
    route = false,
    progress = new_progress(1),
    walk = new_walk(),
    arrived = false,
    seen = "unknown",
    driven = false,
    hash_key = false,
    next_in_cell = false,
  }, Agent)
  for i, behavior_field in ipairs(field("behaviors", list_of(fields))) do
    agent.behaviors[i] = read_behavior(behavior_field, motion)
  end
  if motion == "grid_chase" then
    field("behaviors", only_one)
    agent.chase = agent.behaviors[1]
  end
  return agent
end

local function read_aim(field, name, world, agent)
  local aim = field(name, optional(fields))
  local kind = aim and aim("kind", AIM) or "none"
  return aim_of(world, agent, kind, (kind == "marker" or kind == "agent") and aim("id", id))
end

--- Moves an agent by a random vector: its direction drawn by rejection from the square, then its length.
local function scatter(world, agent, min, max)
  local x, y = 1.0, 0.0
  for _ = 1, 64 do
    local try_x = 2 * next_part(agent.stream) - 1
    local try_y = 2 * next_part(agent.stream) - 1
    local squared = try_x * try_x + try_y * try_y
    if squared <= 1 and squared > 1e-6 then
      x, y = direction(try_x, try_y, sqrt(squared))
      break
    end
  end
  local distance = min + (max - min) * next_part(agent.stream)
  agent.x, agent.y = agent.x + x * distance, agent.y + y * distance * world.turn_sign
end

--- Has an agent begin its path, from where it is.
local function begin_path(agent)
  local follow = behavior_of(agent, "follow_path")
  agent.progress = agent.route and follow and start_progress(agent.route, follow, agent.x, agent.y) or new_progress(1)
end

--- Binds an agent to what its fields name, and puts it at its start.
local function enter(world, agent, field)
  agent.target = read_aim(field, "target", world, agent)
  agent.danger = read_aim(field, "danger", world, agent)
  local leader = world.agents_by_id[field("leader", optional(id, false))]
  if behavior_of(agent, "follow_leader") and leader ~= agent then agent.leader = leader or false end
  local distances = field("scatter", optional(fields))
  local min, max = distances and distances("min", number), distances and distances("max", number)
  agent.start = { agent.x, agent.y, agent.vx, agent.vy, min or false, max or false }
  if distances then scatter(world, agent, min, max) end
  agent.previous_x, agent.previous_y = agent.x, agent.y
  if agent.chase then settle(world, agent) end
  agent.speed = length(agent.vx, agent.vy)
  if agent.speed > HEADING_SPEED then
    agent.heading_x, agent.heading_y = direction(agent.vx, agent.vy, agent.speed)
  end
  agent.route = world.routes[agent.path] or false
  begin_path(agent)
end

--- The widest radius that any behavior looks for neighbors in; 0 where none does.
local function widest_search(agents)
  local widest = 0.0
  for _, agent in ipairs(agents) do
    for _, behavior in ipairs(agent.behaviors) do
      local radius = behavior.kind == "separation" and behavior.radius or behavior.separation_radius or 0.0
      widest = math.max(widest, radius)
    end
  end
  return widest
end

local function read_world(scene)
  local field, problem = fields(scene, "", "")
  if problem then fail("the file", problem) end
  field("format", FORMAT)
  local min_reader = field("min_reader", count)
  if min_reader > VERSION then
    local versions = "the file needs a runtime for version %d, and this one is for version %d"
    fail("min_reader", versions:format(min_reader, VERSION), "take the runtime that came with the editor")
  end
  local pointer, cells = field("pointer", fields), field("cells", fields)
  local origin = field("origin", optional(fields))
  local world = setmetatable({
    tick = 0,
    time = 0.0,
    dt = 1 / field("ticks_per_second", positive),
    fraction = 0.0,
    agents = {},
    events = {},
    owed = 0.0, -- the part of a tick that `advance` left over
    y_down = field("y_down", flag),
    plane = field("plane", optional(text, "xy")),
    scale = field("scale", optional(number, 1.0)),
    origin_x = origin and origin("x", number) or 0.0,
    origin_y = origin and origin("y", number) or 0.0,
    turn_sign = field("turn_sign", TURN_SIGN),
    pointer = { x = pointer("x", number), y = pointer("y", number), vx = 0.0, vy = 0.0 },
    cell_size = cells("size", positive),
    blocked = {}, -- true, by column and row
    agents_by_id = {},
    markers = {}, -- by id
    routes = {}, -- by id
    heads = {}, -- by cell of the search for neighbors, the first agent in it
    found = {},
  }, World)
  for _, cell in ipairs(cells("blocked", CELLS)) do
    local column, row = cell[1], cell[2]
    world.blocked[column] = world.blocked[column] or {}
    world.blocked[column][row] = true
  end
  for _, path_field in ipairs(field("paths", list_of(fields))) do
    world.routes[path_field("id", new_id(world.routes))] = read_route(path_field)
  end
  for _, marker in ipairs(field("markers", list_of(fields))) do
    local place = { x = marker("x", number), y = marker("y", number), vx = 0.0, vy = 0.0 }
    world.markers[marker("id", new_id(world.markers))] = place
  end
  local agent_fields = field("agents", list_of(fields))
  for i, agent_field in ipairs(agent_fields) do
    local agent = read_agent(agent_field)
    world.agents[i], world.agents_by_id[agent_field("id", new_id(world.agents_by_id))] = agent, agent
  end
  for i, agent_field in ipairs(agent_fields) do
    enter(world, world.agents[i], agent_field)
  end
  table.sort(world.agents, function(a, b)
    return a.id < b.id
  end)
  world.widest_search = widest_search(world.agents)
  return world
end

--- Makes a world, at tick 0, of an exported scene.
-- @param scene the text of a NAME.steer.json, or what `decode` made of it
-- @return the world, or nil and a message that says what is wrong, where, and what to do
function steerwright.load(scene)
  return attempt(function()
    return read_world(type(scene) == "table" and scene or decode(scene))
  end)
end

------------------------------------------------------------------------------------------------------------------------
-- Edits of a running world
------------------------------------------------------------------------------------------------------------------------

-- What an agent takes along into the edited scene, whatever has become of its behaviors.
local CARRIED = {
  "x", "y", "previous_x", "previous_y", "vx", "vy", "speed", "heading_x", "heading_y", "force_x", "force_y", "steering", "node",
  "driven", "driven_x", "driven_y", "stream", "arrived", "seen",
}

--- Whether two lists hold the same.
local function same(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

local function same_blocked(a, b)
  local function within(these, those)
    for column, rows in pairs(these) do
      for row in pairs(rows) do
        if not (those[column] and those[column][row]) then return false end
      end
    end
    return true
  end
  return within(a, b) and within(b, a)
end

--- The value of a parameter of an agent's first behavior of that kind; nil where it has none.
local function parameter_of(agent, kind, name)
  local behavior = behavior_of(agent, kind)
  return behavior and behavior[name]
end

local function carry_mover(world, agent, earlier_world, earlier)
  if not earlier.mover or world.cell_size ~= earlier_world.cell_size then
    agent.mover = new_mover(cell_at(world, earlier.x, earlier.y))
    agent.x, agent.y = mover_position(world, agent)
    return
  end
  agent.mover = earlier.mover
  local chase, was = agent.chase, earlier.chase
  local same_chase = chase.method == was.method
    and chase.aim == was.aim
    and chase.step_interval == was.step_interval
    and chase.max_path_length == was.max_path_length
  if not same_chase or not same_blocked(world.blocked, earlier_world.blocked) then forget_line(agent.mover) end
end

--- Has an agent of the edited scene go on from where it was.
local function carry_over(world, agent, earlier_world, earlier)
  for _, name in ipairs(CARRIED) do
    agent[name] = rawget(earlier, name)
  end
  if parameter_of(agent, "homing_walk", "smooth") == parameter_of(earlier, "homing_walk", "smooth") then
    agent.walk = earlier.walk
  end
  if agent.chase then carry_mover(world, agent, earlier_world, earlier) end
  local function same_start(name)
    return parameter_of(agent, "follow_path", name) == parameter_of(earlier, "follow_path", name)
  end
  local by_node = parameter_of(agent, "follow_path", "start") == "node"
  if agent.path == earlier.path and same_start("start") and (not by_node or same_start("start_node")) then
    agent.progress = earlier.progress
    if agent.route then fit_progress(agent.route, agent.progress) end
  else
    begin_path(agent)
  end
end

--- Has the tables that a game may hold stand for what has taken their place: each agent with an id that was there before, and
-- the pointer.
local function keep_tables(world, earlier_world)
  local kept = { [world.pointer] = earlier_world.pointer }
  for _, agent in ipairs(world.agents) do
    kept[agent] = earlier_world.agents_by_id[agent.id]
  end
  for i, agent in ipairs(world.agents) do
    for _, role in ipairs({ "target", "danger", "leader" }) do
      agent[role] = kept[agent[role]] or agent[role]
    end
    local table_kept = kept[agent]
    if table_kept then
      for name in pairs(table_kept) do
        table_kept[name] = nil
      end
      for name, value in pairs(agent) do
        table_kept[name] = value
      end
      world.agents[i], world.agents_by_id[agent.id] = table_kept, table_kept
    end
  end
  world.pointer = earlier_world.pointer
end

--- Takes over an edited scene while it runs: agents still there go on from where they are, with the new parameters. New ones,
-- and those whose start was edited, begin at their start, unless the game drives them. The tick count and the pointer stay;
-- what the game itself had changed (`set_target`, `move_marker`, `despawn`) is as the scene says.
-- @param scene as for `load`
-- @return true, or nil and a message as from `load`: then nothing has changed
function World:reread(scene)
  local world, problem = steerwright.load(scene)
  if not world then return nil, problem end
  local same_place = world.y_down == self.y_down
    and world.scale == self.scale
    and world.origin_x == self.origin_x
    and world.origin_y == self.origin_y
  for _, agent in ipairs(same_place and world.agents or {}) do
    local earlier = self.agents_by_id[agent.id]
    if earlier and (earlier.driven or same(agent.start, earlier.start)) then carry_over(world, agent, self, earlier) end
  end
  keep_tables(world, self)
  world.tick, world.time, world.owed, world.fraction = self.tick, self.tick * world.dt, self.owed, self.fraction
  world.events = self.events
  for name, value in pairs(world) do
    self[name] = value
  end
  return true
end

return steerwright
