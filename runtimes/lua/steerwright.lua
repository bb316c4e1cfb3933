--- Steerwright for Lua: moves the agents of an exported scene in your game, to the same bit as the editor does.
--
--     local steerwright = require("steerwright")
--     local world = assert(steerwright.load(text))  -- text: the content of NAME.steer.json
--     world:advance(seconds)                        -- once a frame
--     for _, agent in ipairs(world.agents) do draw(agent.x, agent.y, agent.heading_x, agent.heading_y) end
--     for _, event in ipairs(world.events) do print(event.agent, event.kind) end
--
-- One file without dependencies, for Lua 5.1 to 5.4, LuaJIT 2.1 and LÖVE 11. Lengths are in game units, times in
-- seconds, angles in degrees. How agents move is specified in the motion contract of Steerwright, to which the numbers of sections below refer.
-- License: MIT OR Apache-2.0.

local steerwright = {}

-- The newest version of the export format that this file can read.
local VERSION = 1

local abs, floor, huge, pi, sqrt = math.abs, math.floor, math.huge, math.pi, math.sqrt
local find, match, sub = string.find, string.match, string.sub

-- For the same bits everywhere, every product and every sum must be rounded separately. On some processors LuaJIT fuses
-- the two: older versions whenever they compile, newer ones only with the option "+fma".
if jit and jit.arch ~= "x64" and jit.arch ~= "x86" and not pcall(jit.opt.start, "-fma") then
  jit.off(true, true)
end

------------------------------------------------------------------------------------------------------------------------
-- JSON
------------------------------------------------------------------------------------------------------------------------

-- The metatable of errors in a file: `load` and `decode` return their message.
local LoadError = {}
-- The metatable of decoded lists: without it, an empty list would look like an empty object.
local List = {}
-- The metatable of decoded objects in which a null is `NULL`, to tell it from a field that is missing.
local ObjectWithNulls = {}
local NULL = {}

local MAX_DEPTH = 127 -- of lists and objects within each other
local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function fail(where, problem, fix)
  local message = ("%s: %s; %s"):format(where, problem, fix or "export the scene again")
  error(setmetatable({ message = message }, LoadError), 0)
end

local function fail_text(text, at, problem)
  local _, lines = sub(text, 1, at - 1):gsub("\n", "")
  fail("line " .. lines + 1, problem)
end

local function skip_whitespace(text, at)
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
    -- Before Lua 5.3, tonumber expects the decimal separator of the process's locale.
    number = tonumber((digits:gsub("%.", sub(("%.1f"):format(0.5), 2, 2))))
  end
  if not number or abs(number) == huge then fail_text(text, at, "has a number that is too large") end
  return number, last + 1
end

-- The forms of the bytes of a character beyond ASCII, as in RFC 3629.
local UTF8 = {
  "^[\194-\223][\128-\191]",
  "^\224[\160-\191][\128-\191]",
  "^[\225-\236\238\239][\128-\191][\128-\191]",
  "^\237[\128-\159][\128-\191]",
  "^\240[\144-\191][\128-\191][\128-\191]",
  "^[\241-\243][\128-\191][\128-\191][\128-\191]",
  "^\244[\128-\143][\128-\191][\128-\191]",
}

local function check_utf8(text)
  local at = find(text, "[\128-\255]")
  while at do
    local last
    for _, form in ipairs(UTF8) do
      last = last or select(2, find(text, form, at))
    end
    if not last then fail_text(text, at, "is not UTF-8") end
    at = find(text, "[\128-\255]", last + 1)
  end
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

--- The character of a `\u` escape (of two for one beyond 16 bits), and the position after it.
local function decode_unicode(text, at)
  local code = tonumber(match(text, "^\\u(%x%x%x%x)", at) or "", 16)
  at = at + 6
  if code and code >= 0xD800 and code < 0xDC00 then
    local low = tonumber(match(text, "^\\u([dD][c-fC-F]%x%x)", at) or "", 16)
    code, at = low and 65536 + (code - 0xD800) * 1024 + (low - 0xDC00), at + 6
  elseif code and code >= 0xDC00 and code < 0xE000 then
    code = nil
  end
  return utf8_of(code or fail_text(text, at - 6, "has an invalid \\u escape")), at
end

local function decode_string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local stop = find(text, '[%z\1-\31"\\]', at) or fail_text(text, at, "has a string without an end")
    parts[#parts + 1] = sub(text, at, stop - 1)
    local escape = match(text, "^\\(.)", stop)
    if escape == "u" then
      parts[#parts + 1], at = decode_unicode(text, stop)
    elseif ESCAPES[escape or ""] then
      parts[#parts + 1], at = ESCAPES[escape], stop + 2
    elseif sub(text, stop, stop) == '"' then
      return table.concat(parts), stop + 1
    else
      fail_text(text, stop, "has a string with an invalid character")
    end
  end
end

--- Calls `entry(at)`, which returns the position after the entry, for each entry up to the closing bracket.
local function decode_entries(text, at, close, entry)
  at = skip_whitespace(text, at + 1)
  if sub(text, at, at) == close then return at + 1 end
  while true do
    at = skip_whitespace(text, entry(at))
    local separator = sub(text, at, at)
    if separator == close then return at + 1 end
    if separator ~= "," then fail_text(text, at, "has no , or " .. close .. " after an entry") end
    at = at + 1
  end
end

local decode_value

local function decode_list(text, at, depth, null)
  local list, count = setmetatable({}, List), 0
  at = decode_entries(text, at, "]", function(from)
    local value, after = decode_value(text, from, depth, null)
    count = count + 1
    -- A nil would leave a hole in the list.
    list[count] = value or false
    return after
  end)
  return list, at
end

local function decode_object(text, at, depth, null)
  local object = setmetatable({}, null and ObjectWithNulls)
  at = decode_entries(text, at, "}", function(from)
    from = skip_whitespace(text, from)
    if sub(text, from, from) ~= '"' then fail_text(text, from, "has an entry without a key") end
    local key, colon = decode_string(text, from)
    colon = skip_whitespace(text, colon)
    if sub(text, colon, colon) ~= ":" then fail_text(text, colon, "has no : after a key") end
    local value, after = decode_value(text, colon + 1, depth, null)
    object[key] = value
    return after
  end)
  return object, at
end

function decode_value(text, at, depth, null)
  at = skip_whitespace(text, at)
  local first = sub(text, at, at)
  if first == "{" or first == "[" then
    if depth == MAX_DEPTH then fail_text(text, at, "is nested too deeply") end
    return (first == "{" and decode_object or decode_list)(text, at, depth + 1, null)
  elseif first == '"' then
    return decode_string(text, at)
  elseif find(text, "^true", at) then
    return true, at + 4
  elseif find(text, "^false", at) then
    return false, at + 5
  elseif find(text, "^null", at) then
    return null, at + 4
  end
  return decode_number(text, at)
end

--- Decodes JSON. A null in an object becomes `null`, or no entry without one.
local function decode(text, null)
  if type(text) ~= "string" then fail("the file", "is not a string") end
  check_utf8(text)
  local start = sub(text, 1, 3) == "\239\187\191" and 4 or 1 -- after the byte order mark
  local value, at = decode_value(text, start, 0, null)
  if skip_whitespace(text, at) <= #text then fail_text(text, at, "has text after its end") end
  return value
end

--- What `call()` returns, or nil and the message of a `LoadError`.
local function attempt(call)
  local fine, result = pcall(call)
  if fine then
    return result
  elseif getmetatable(result) == LoadError then
    return nil, result.message
  end
  error(result, 0)
end

--- Decodes JSON, for what a game needs besides the motion (colors, presets, paths): Lua has no decoder of its own.
-- Objects and lists become tables. A null in an object becomes no entry, a null in a list becomes false.
-- @return the value, which `load` also takes, or nil and a message that says what is wrong
function steerwright.decode(text)
  return attempt(function()
    return decode(text)
  end)
end

------------------------------------------------------------------------------------------------------------------------
-- Reading an export: every field is checked here, and only here
------------------------------------------------------------------------------------------------------------------------

local MAX_LENGTH, MAX_INTEGER, MAX_U32 = 1e9, 999999999999999, 4294967295
local MIN_CELL, MAX_CELL = -2147483648, 2147483647

local function field_path(parent, key)
  if type(key) == "number" then return ("%s[%d]"):format(parent, key - 1) end
  return parent == "" and key or parent .. "." .. key
end

--- The whole number nearest to `x`, which is not negative; a half goes up.
local function round_half_up(x)
  local fraction = x % 1
  return x - fraction + (fraction >= 0.5 and 1 or 0)
end

--- `x` as files hold numbers: at most nine decimals and fifteen digits.
local function decimal(x)
  local magnitude, scale = math.min(abs(x), MAX_INTEGER + 1.0), 1e9
  while scale > 1 and round_half_up(magnitude * scale) > MAX_INTEGER do
    scale = scale / 10
  end
  local rounded = math.min(round_half_up(magnitude * scale), MAX_INTEGER) / scale
  return x < 0 and -rounded or rounded
end

--- The ticks in a number of seconds, at least `least`.
local function ticks_in(seconds, dt, least)
  return math.max(least, math.min(round_half_up(seconds / dt), MAX_U32))
end

-- A check takes a value, and the parent path and key of its field. It returns the checked value, or nil and the problem.

local function range(low, high)
  local problem = ("is not a number from %.9g to %.9g"):format(low, high)
  return function(value)
    if type(value) == "number" and value == value then
      value = decimal(value + 0.0)
      if value >= low and value <= high then return value end
    end
    return nil, problem
  end
end

local number, coordinate, velocity = range(0, MAX_LENGTH), range(-1e9, 1e9), range(-1e6, 1e6)
local seconds_to_target = range(1e-3, 1e3)

local function whole(low, high)
  local is_in_range = range(low, high)
  return function(value)
    value = is_in_range(value)
    if value and value % 1 == 0 then return floor(value) end
    return nil, ("is not a whole number from %.0f to %.0f"):format(low, high)
  end
end

--- A value that follows from the rest of the file.
local function derived(expected)
  return function(value)
    local found = type(value) == "number" and value == value and decimal(value + 0.0) or value
    if found == expected then return expected end
    return nil, ("does not match the rest of the file, which gives %s"):format(tostring(expected))
  end
end

local function text(value)
  if type(value) == "string" then return value end
  return nil, "is not a string"
end

local function boolean(value)
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
    return nil, "is not one of: " .. names
  end
end

local function nullable(check, default)
  return function(value, parent, key)
    if value == nil then return default end
    return check(value, parent, key)
  end
end

local function color(value)
  local digits = type(value) == "string" and match(value, "^#(%x+)$")
  if digits and #digits == 6 then return value end
  return nil, 'is not a color like "#ff8000"'
end

local function null(value)
  if value == nil then return false end
  return nil, "is not null"
end

--- A list of exactly `count` numbers.
local function tuple(count, check)
  return function(value)
    if getmetatable(value) ~= List or #value ~= count then return nil, "is not a list of " .. count .. " numbers" end
    local checked = {}
    for i = 1, count do
      local problem
      checked[i], problem = check(value[i])
      if problem then return nil, "has an entry that " .. problem end
    end
    return checked
  end
end

local function list_of(check)
  return function(value, parent, key)
    if getmetatable(value) ~= List then return nil, "is not a list" end
    local checked, path, problem = {}, field_path(parent, key), nil
    for i = 1, #value do
      checked[i], problem = check(value[i], path, i)
      if problem then fail(field_path(path, i), problem) end
    end
    return checked
  end
end

-- The names of fields in earlier files, by their present names.
local OLD_NAMES = { blend_mode = "combine", mode = "aim" }

--- An object: returns a function that reads one of its fields, given the field's name and a check. A field that may be missing
-- has a default.
local function fields(value, parent, key)
  if type(value) ~= "table" or value == NULL or getmetatable(value) == List then return nil, "is not an object" end
  local path, has_nulls = field_path(parent, key), getmetatable(value) == ObjectWithNulls
  return function(name, check, default)
    local old_name = OLD_NAMES[name]
    if old_name and value[old_name] ~= nil then
      if value[name] ~= nil then
        fail(field_path(path, old_name), "is an old name of " .. name .. ", which is also present")
      end
      name = old_name
    end
    local found = value[name]
    if found == nil and default ~= nil then return default end
    if found == nil and has_nulls then fail(field_path(path, name), "is missing") end
    if found == NULL then found = nil end
    local checked, problem = check(found, path, name)
    if not problem then return checked end
    fail(field_path(path, name), value[name] == nil and "is missing" or problem)
  end
end

local count = whole(0, MAX_U32)
local id = count

--- An id that is not a key of `used`.
local function new_id(used)
  return function(value)
    if id(value) and used[value] then return nil, "is used twice" end
    return id(value)
  end
end

-- The parameters of the behaviors. A limit that a file may leave out is infinite then.
local PREDICTION = { max_prediction = nullable(range(0, 1e6), huge) }
local TIME_TO_TARGET = nullable(seconds_to_target, false)
local FALLOFF = one_of("none", "inverse_square")
local PARAMETERS = {
  seek = {},
  flee = { panic_distance = nullable(number, huge) },
  arrive = {
    target_radius = number,
    slow_radius = number,
    ramp = one_of("linear", "sqrt", "quadratic"),
    stop = one_of("brake", "coast"),
    time_to_target = TIME_TO_TARGET,
  },
  leave = {
    escape_radius = number,
    danger_radius = number,
    ramp = one_of("stepped", "smooth"),
    time_to_target = TIME_TO_TARGET,
  },
  pursue = PREDICTION,
  evade = PREDICTION,
  follow_path = {
    start = one_of("first", "nearest", "node"),
    start_node = nullable(count, false),
    target_radius = number,
    slow_radius = number,
    time_to_target = TIME_TO_TARGET,
  },
  separation = { radius = number, max_separation = number, falloff = FALLOFF },
  follow_leader = {
    behind_distance = number,
    sight_radius = number,
    slow_radius = number,
    separation_radius = number,
    max_separation = number,
    falloff = FALLOFF,
  },
  homing_walk = {
    step_fraction = range(0, 1),
    min_step = number,
    max_step = number,
    aggro_radius = number,
    max_fov_deg = range(0, 360),
    reach_radius = number,
    smooth = boolean,
    step_jitter = range(0, 1),
    repick_interval = range(0, 1e4),
  },
  avoid_walls = { ahead_length = number, side_length = number, side_angle_deg = range(0, 180) },
  follow_wall = { side = one_of("left", "right"), distance = number, reach = number, look_ahead = number },
  grid_chase = {
    method = one_of("axis", "line_of_sight"),
    mode = one_of("chase", "evade"),
    step_interval = range(1e-3, 1e4),
    max_path_length = whole(0, 1000000),
  },
}
local KIND = {
  steered = one_of(
    "seek", "flee", "arrive", "leave", "pursue", "evade", "follow_path", "separation", "follow_leader", "homing_walk",
    "avoid_walls", "follow_wall"
  ),
  grid_chase = one_of("grid_chase"),
}
local MOTION = one_of("steered", "grid_chase")
local BLEND_MODE = one_of("weighted_sum", "priority")
local IDLE = one_of("brake", "coast")
local TRAVERSAL = one_of("once", "loop", "ping_pong")
local TARGET = one_of("marker", "agent", "pointer")
local POINTS = list_of(tuple(2, coordinate))
local CELLS = list_of(tuple(2, whole(MIN_CELL, MAX_CELL)))
local SHAPE = one_of("straight", "catmull_rom")
local MARKER = one_of("target", "danger")
local PLANE = one_of("xy", "xz")
local WEIGHT = range(-1e6, 1e6)

-- For each kind of steered behavior, a function of the world, the agent and the behavior. It returns the force that the
-- behavior asks for, or nothing if it asks for nothing.
local FORCE = {}

-- What concerns walls and sight; in one table, because Lua limits the locals of a file.
local level = {}
level.TOWARD = one_of("motion", "target")

--- A behavior of an agent: its parameters, its `index` in the agent's list, from 0, and later its `state`.
local function read_behavior(field, motion, index, dt)
  local kind = field("kind", KIND[motion])
  local behavior = { kind = kind, index = index, weight = field("weight", WEIGHT), force = FORCE[kind], state = false }
  for name, check in pairs(PARAMETERS[kind]) do
    behavior[name] = field(name, check)
  end
  if kind == "follow_path" and (behavior.start == "node") ~= (behavior.start_node ~= false) then
    field("start_node", function()
      return nil, "does not match start"
    end)
  elseif kind == "homing_walk" then
    local interval = behavior.repick_interval
    behavior.repick_ticks = field("repick_ticks", derived(interval == 0 and 0 or ticks_in(interval, dt, 1)))
  elseif kind == "avoid_walls" then
    behavior.side_cos, behavior.side_sin = level.read_side(field, behavior.side_angle_deg)
  elseif kind == "grid_chase" then
    field("weight", derived(1))
    behavior.step_ticks = field("step_ticks", derived(ticks_in(behavior.step_interval, dt, 1)))
  end
  return behavior
end

--- Sets the `curve` of each node, a list of the curve points between it and the next node.
local add_curves

--- What an agent has of its preset: its body, and its behaviors without their states.
local function read_preset(field, dt)
  local body, motion = field("body", fields), field("motion", MOTION)
  local preset = {
    name = field("preset", text),
    color = field("color", color):lower(),
    radius = body("radius", number),
    mass = body("mass", range(1e-3, 1e6)),
    max_speed = body("max_speed", range(0, 1e6)),
    max_force = body("max_force", number),
    time_to_target = body("time_to_target", seconds_to_target),
    idle = body("idle", IDLE),
    by_priority = field("blend_mode", motion == "steered" and BLEND_MODE or null) == "priority",
    is_cell_mover = motion == "grid_chase",
  }
  local facing = field("facing", nullable(fields, false), false)
  preset.facing = facing and level.read_facing(facing, dt)
  local sight = field("sight", nullable(fields, false))
  preset.sight = sight and level.read_sight(sight)
  local behaviors = {}
  for i, behavior_field in ipairs(field("behaviors", list_of(fields))) do
    behaviors[i] = read_behavior(behavior_field, motion, i - 1, dt)
  end
  if preset.is_cell_mover then
    field("behaviors", function(value)
      if #value ~= 1 then return nil, "is not a list of one grid chase" end
    end)
  end
  preset.behaviors = behaviors
  return preset
end

--- A text that is the same for equal presets, and for no others.
local function preset_key(preset)
  local parts = {}
  local function add(value)
    local names = {}
    for name in pairs(value) do
      names[#names + 1] = name
    end
    table.sort(names)
    for _, name in ipairs(names) do
      local entry = value[name]
      local shown = type(entry) == "number" and ("%.17g"):format(entry + 0.0) or tostring(entry)
      if type(entry) ~= "table" then parts[#parts + 1] = ("%s=%d:%s"):format(name, #shown, shown) end
    end
  end
  add(preset)
  add(preset.facing or {})
  add(preset.sight or {})
  for _, behavior in ipairs(preset.behaviors) do
    add(behavior)
  end
  return table.concat(parts, " ")
end

--- A path whose nodes know the curve points between them and the next node.
local function read_path(field, dt)
  local path = { name = field("name", text), traversal = field("traversal", TRAVERSAL), radius = field("radius", number) }
  path.nodes, path.points = {}, {}
  local is_closed = path.traversal == "loop"
  field("closed", derived(is_closed))
  local tolerance, is_curved = field("tolerance", range(1e-6, MAX_LENGTH)), field("shape", SHAPE) == "catmull_rom"
  local node_fields, used = field("nodes", list_of(fields)), {}
  for i, node_field in ipairs(node_fields) do
    used[node_field("id", new_id(used))] = true
    local wait_ticks = ticks_in(node_field("wait", range(0, 1e6)), dt, 0)
    path.nodes[i] = {
      x = node_field("x", coordinate),
      y = node_field("y", coordinate),
      radius = node_field("radius", number),
      wait_ticks = node_field("wait_ticks", derived(wait_ticks)),
      speed = node_field("speed", nullable(range(0, 1e6), huge)),
      curve = {},
    }
  end
  if is_curved then add_curves(path.nodes, is_closed, tolerance) end
  for i, node in ipairs(path.nodes) do
    -- Its index among the points, from 1, and the number of curve points between it and the next node.
    node.point, node.between = #path.points + 1, #node.curve
    node_fields[i]("point", derived(#path.points))
    path.points[node.point] = { node.x, node.y }
    for _, point in ipairs(node.curve) do
      path.points[#path.points + 1] = point
    end
  end
  field("points", function(value, parent, key)
    local points, problem = POINTS(value, parent, key)
    if problem then return nil, problem end
    if #points ~= #path.points then return nil, ("does not have %d entries"):format(#path.points) end
    for i, point in ipairs(points) do
      if point[1] ~= path.points[i][1] or point[2] ~= path.points[i][2] then
        fail(("%s[%d]"):format(field_path(parent, key), i - 1), "does not match the nodes of the path")
      end
    end
    return points
  end)
  return path
end

------------------------------------------------------------------------------------------------------------------------
-- Vectors and random numbers (sections 1 and 2)
------------------------------------------------------------------------------------------------------------------------

local function length(x, y)
  return sqrt(x * x + y * y)
end

local function is_finite(x)
  return x - x == 0
end

--- (x, y) divided by its length, which the caller knows; zero if that is zero or infinite.
local function direction(x, y, its_length)
  if its_length > 0 and its_length < huge then return x / its_length, y / its_length end
  return 0.0, 0.0
end

--- (x, y), shortened to `limit` if it is longer.
local function truncate(x, y, limit)
  local squared = x * x + y * y
  if squared <= limit * limit and squared < huge then return x, y end
  local its_length = sqrt(squared)
  if its_length < huge then
    local ratio = limit / its_length
    return x * ratio, y * ratio
  end
  return 0.0, 0.0
end

--- The place on the segment between a and b that is nearest to p, and its distance from p.
local function nearest_on_segment(ax, ay, bx, by, px, py)
  local dx, dy = bx - ax, by - ay
  local squared = dx * dx + dy * dy
  if squared > 0 and squared < huge then
    local t = ((px - ax) * dx + (py - ay) * dy) / squared
    if t > 1 then t = 1 end
    if t > 0 then ax, ay = ax + dx * t, ay + dy * t end
  end
  return ax, ay, length(px - ax, py - ay)
end

--- The distance from the segment between a and b to p.
local function segment_distance(ax, ay, bx, by, px, py)
  local _, _, distance = nearest_on_segment(ax, ay, bx, by, px, py)
  return distance
end

-- The Taylor series of the sine to h^17, highest power first: platforms differ in the last bits of their sine.
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

--- (x, y) rotated counterclockwise by `angle` radians, clamped to -pi to pi: an eighth of the angle by the series, then
-- doubled three times.
local function rotate(x, y, angle)
  if angle > pi then
    angle = pi
  elseif angle < -pi then
    angle = -pi
  elseif angle ~= angle then
    angle = 0.0
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

-- Bit operations differ between versions of Lua. This is the exclusive or of two hex digits a and b, by 16 * a + b.
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

--- The words of a 64-bit number in limbs of 16 bits, lowest first.
local function limbs_of(high, low)
  local low_limb, high_limb = low % 65536, high % 65536
  return { low_limb, (low - low_limb) / 65536, high_limb, (high - high_limb) / 65536 }
end

--- a * b + c, wrapped to 64 bits. A 64-bit number is two words, the high one first.
local function multiply_add(a_high, a_low, b_high, b_low, c_high, c_low)
  local a, b, sum, carry = limbs_of(a_high, a_low), limbs_of(b_high, b_low), limbs_of(c_high, c_low), 0
  for place = 1, 4 do
    local total = sum[place] + carry
    for i = 1, place do
      total = total + a[i] * b[place + 1 - i]
    end
    sum[place] = total % 65536
    carry = (total - sum[place]) / 65536
  end
  return sum[4] * 65536 + sum[3], sum[2] * 65536 + sum[1]
end

--- x xor (x >> bits), for less than 32 bits.
local function xor_shifted(high, low, bits)
  local divisor = 2 ^ bits
  local out = high % divisor
  local shifted_low = (low - low % divisor) / divisor + out * (TWO_TO_32 / divisor)
  return xor(high, (high - out) / divisor), xor(low, shifted_low)
end

--- The state of the random stream of an agent at the start, from SplitMix64; with `is_spawner` of a spawner.
local function initial_state(seed, id, is_spawner)
  local low = seed % TWO_TO_32
  local high, state = (seed - low) / TWO_TO_32, {}
  high, low = multiply_add(is_spawner and 1 or 0, id, 0xD1B54A32, 0xD192ED03, high, low)
  for i = 1, 3, 2 do
    high, low = multiply_add(high, low, 0, 1, 0x9E3779B9, 0x7F4A7C15)
    local z_high, z_low = xor_shifted(high, low, 30)
    z_high, z_low = multiply_add(z_high, z_low, 0xBF58476D, 0x1CE4E5B9, 0, 0)
    z_high, z_low = xor_shifted(z_high, z_low, 27)
    z_high, z_low = multiply_add(z_high, z_low, 0x94D049BB, 0x133111EB, 0, 0)
    z_high, z_low = xor_shifted(z_high, z_low, 31)
    state[i], state[i + 1] = z_low, z_high
  end
  return state
end

--- The next 32 bits of the xoshiro128++ generator with this state.
local function next_u32(state)
  local a, b, c, d = state[1], state[2], state[3], state[4]
  local word = (rotate_left((a + d) % TWO_TO_32, 7) + a) % TWO_TO_32
  c, d = xor(c, a), xor(d, b)
  state[1], state[2] = xor(a, d), xor(b, c)
  state[3], state[4] = xor(c, b * 512 % TWO_TO_32), rotate_left(d, 11)
  return word
end

--- The next number from 0 up to but not including 1.
local function next_f64(state)
  return next_u32(state) * (1 / TWO_TO_32)
end

------------------------------------------------------------------------------------------------------------------------
-- Behaviors: the force that each asks for, from the state at the start of a tick (sections 5 to 10)
------------------------------------------------------------------------------------------------------------------------

local function emit(world, agent, behavior, kind, node)
  local event = { tick = world.tick, agent = agent.id, kind = kind, node = node, behavior = behavior.index }
  world.events[#world.events + 1] = event
end

local function set_arrived(world, agent, behavior, arrived)
  local state = behavior.state
  if arrived and not state.arrived then emit(world, agent, behavior, "arrived") end
  state.arrived = arrived
end

--- Sets a flag of a behavior's state and reports a change. The first time is silent: the flag was unknown, which is nil.
local function set_flag(world, agent, behavior, name, value, on_kind, off_kind)
  local before = behavior.state[name]
  behavior.state[name] = value
  if before ~= nil and before ~= value then emit(world, agent, behavior, value and on_kind or off_kind) end
end

--- The force toward the desired velocity (x, y).
local function force_toward(agent, x, y, time_to_target)
  x, y = (x - agent.vx) / time_to_target, (y - agent.vy) / time_to_target
  if is_finite(x) and is_finite(y) then return x, y end
  return 0.0, 0.0
end

local function seek(agent, x, y, speed)
  x, y = x - agent.x, y - agent.y
  x, y = direction(x, y, length(x, y))
  return force_toward(agent, x * speed, y * speed, agent.time_to_target)
end

local function flee(agent, x, y)
  return seek(agent, x, y, -agent.max_speed)
end

local function arrive(agent, x, y, target_radius, slow_radius, ramp, stop, max_speed, time_to_target)
  x, y = x - agent.x, y - agent.y
  local distance = length(x, y)
  if distance < target_radius then
    if stop == "coast" then return 0.0, 0.0 end
    return force_toward(agent, 0.0, 0.0, time_to_target)
  end
  local speed = max_speed
  if not (distance > slow_radius) and slow_radius > 0 then
    if ramp == "linear" then
      speed = max_speed * distance / slow_radius
    elseif ramp == "sqrt" then
      speed = max_speed * sqrt(distance / slow_radius)
    else
      local ratio = distance / slow_radius
      speed = max_speed * (ratio * ratio)
    end
  end
  x, y = direction(x, y, distance)
  return force_toward(agent, x * speed, y * speed, time_to_target)
end

--- Where `other` will be when the agent could reach it.
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
  if not target then return end
  return seek(agent, target.x, target.y, agent.max_speed)
end

function FORCE.flee(_, agent, behavior)
  local danger = agent.danger
  if not danger or length(danger.x - agent.x, danger.y - agent.y) > behavior.panic_distance then return end
  return flee(agent, danger.x, danger.y)
end

function FORCE.arrive(world, agent, behavior)
  local target, radius = agent.target, behavior.target_radius
  if not target then return end
  set_arrived(world, agent, behavior, length(target.x - agent.x, target.y - agent.y) < radius)
  local slow_radius, ramp, stop = behavior.slow_radius, behavior.ramp, behavior.stop
  local time_to_target = behavior.time_to_target or agent.time_to_target
  return arrive(agent, target.x, target.y, radius, slow_radius, ramp, stop, agent.max_speed, time_to_target)
end

function FORCE.leave(_, agent, behavior)
  local danger = agent.danger
  if not danger then return end
  local x, y = danger.x - agent.x, danger.y - agent.y
  local distance = length(x, y)
  local near, far = behavior.escape_radius, behavior.danger_radius
  if distance > far then return end
  local speed = agent.max_speed
  if not (distance < near) then
    if behavior.ramp == "stepped" and far > 0 then
      speed = speed - speed * distance / far
    elseif behavior.ramp == "smooth" and far > near then
      speed = speed * (far - distance) / (far - near)
    end
  end
  x, y = direction(x, y, distance)
  return force_toward(agent, -x * speed, -y * speed, behavior.time_to_target or agent.time_to_target)
end

function FORCE.pursue(_, agent, behavior)
  if not agent.target then return end
  local x, y = predict(agent, agent.target, behavior.max_prediction)
  return seek(agent, x, y, agent.max_speed)
end

function FORCE.evade(_, agent, behavior)
  if not agent.danger then return end
  return flee(agent, predict(agent, agent.danger, behavior.max_prediction))
end

-- Path following ------------------------------------------------------------------------------------------------------

--- Progress along a path. The indices of nodes count from 1 here.
local function new_progress(target_node)
  return {
    target_node = target_node,
    wait_left = 0, -- ticks
    finished = false,
    backward = false,
    leg = false, -- the node whose segment is walked; false on the way to the first node
    passed = 0, -- how many of the segment's points are passed
  }
end

--- The progress of an agent that starts its path where it is.
local function start_progress(agent, behavior)
  local nodes = agent.path and agent.path.nodes or {}
  local target_node = 1
  if behavior.start == "node" then
    target_node = math.max(1, math.min(behavior.start_node + 1, #nodes))
  elseif behavior.start == "nearest" then
    local nearest = huge
    for i, node in ipairs(nodes) do
      local distance = length(node.x - agent.x, node.y - agent.y)
      if distance < nearest then nearest, target_node = distance, i end
    end
  end
  return new_progress(target_node)
end

--- The next curve point before the target node, or nil.
local function next_curve_point(path, progress)
  local start = progress.leg and path.nodes[progress.leg]
  local left = start and start.between - progress.passed or 0
  if left > 0 then
    local point = path.points[start.point + (progress.backward and left or progress.passed + 1)]
    return point[1], point[2]
  end
end

--- Makes the node after the target node the target node.
local function move_on(path, progress)
  local last, reached = #path.nodes, progress.target_node
  if reached == (progress.backward and 1 or last) then
    if path.traversal == "once" then
      progress.finished, progress.leg = true, false
      return
    elseif path.traversal == "loop" then
      progress.leg, progress.passed, progress.target_node = last, 0, 1
      return
    elseif last == 1 then
      return
    end
    progress.backward = not progress.backward
  end
  progress.target_node = progress.backward and reached - 1 or reached + 1
  progress.leg, progress.passed = progress.backward and reached - 1 or reached, 0
end

--- Counts down a wait, or checks what the last move reached, and moves on. Returns the index of a node that was reached.
local function advance_progress(agent, path, progress)
  if progress.finished then return nil end
  if progress.wait_left > 0 then
    progress.wait_left = progress.wait_left - 1
    if progress.wait_left > 0 then return nil end
    move_on(path, progress)
    if progress.finished then return nil end
  end
  local from_x, from_y, x, y = agent.previous_x, agent.previous_y, agent.x, agent.y
  local point_x, point_y = next_curve_point(path, progress)
  while point_x do
    if segment_distance(from_x, from_y, x, y, point_x, point_y) > path.radius then return nil end
    progress.passed = progress.passed + 1
    point_x, point_y = next_curve_point(path, progress)
  end
  local reached = progress.target_node
  local node = path.nodes[reached]
  if segment_distance(from_x, from_y, x, y, node.x, node.y) > node.radius then return nil end
  progress.wait_left = node.wait_ticks
  if progress.wait_left == 0 then move_on(path, progress) end
  return reached
end

function FORCE.follow_path(world, agent, behavior)
  local path, progress = agent.path, behavior.state.progress
  if not path or not path.nodes[1] then return end
  local node_before, held_before, was_finished = progress.target_node, progress.wait_left > 0, progress.finished
  local reached = advance_progress(agent, path, progress)
  local target_node, held = progress.target_node, progress.wait_left > 0
  if held_before and (not held or reached) then emit(world, agent, behavior, "wait_ended", node_before - 1) end
  if reached then
    emit(world, agent, behavior, "node_reached", reached - 1)
    if held then emit(world, agent, behavior, "wait_started", reached - 1) end
  end
  if progress.finished and not was_finished then emit(world, agent, behavior, "path_finished") end
  agent.node = agent.node or target_node - 1

  if held then return force_toward(agent, 0.0, 0.0, agent.time_to_target) end
  local node, speed = path.nodes[target_node], agent.max_speed
  if node.speed < speed then speed = node.speed end
  local x, y = next_curve_point(path, progress)
  if x then
    return seek(agent, x, y, speed)
  elseif path.traversal == "once" and target_node == #path.nodes then
    local target_radius, slow_radius = behavior.target_radius, behavior.slow_radius
    local time_to_target = behavior.time_to_target or agent.time_to_target
    return arrive(agent, node.x, node.y, target_radius, slow_radius, "linear", "brake", speed, time_to_target)
  end
  return seek(agent, node.x, node.y, speed)
end

-- Neighbors -----------------------------------------------------------------------------------------------------------

-- Columns and rows of the search grid are clamped to this, so that the key of a cell is an exact whole number.
local MAX_HASH_INDEX = 33554432

local function hash_index(x, size)
  local index = floor(x / size)
  if index > MAX_HASH_INDEX then
    return MAX_HASH_INDEX
  elseif index < -MAX_HASH_INDEX then
    return -MAX_HASH_INDEX
  end
  return index
end

local function hash_key(column, row)
  return column * (4 * MAX_HASH_INDEX) + row
end

--- Puts every agent into the search grid. Its cells are as wide as the largest radius of any search, and each holds its
-- agents as a linked list.
local function fill_search_grid(world)
  local first_in_cell, size = world.first_in_cell, world.search_radius
  for _, agent in ipairs(world.agents) do
    first_in_cell[agent.hash_key] = nil
  end
  for _, agent in ipairs(world.agents) do
    local key = hash_key(hash_index(agent.x, size), hash_index(agent.y, size))
    agent.hash_key, agent.next_in_cell = key, first_in_cell[key] or false
    first_in_cell[key] = agent
  end
end

--- All agents within `radius` of the agent, and some more, itself included, in any order: a list that the next call
-- overwrites, and its length.
local function agents_near(world, agent, radius)
  local found, count, first_in_cell, size = world.found, 0, world.first_in_cell, world.search_radius
  local x, y = agent.x, agent.y
  -- Wider by more than the rounding errors, so that no neighbor at the edge is missed.
  local reach_x, reach_y = radius * (1 + 1e-9) + abs(x) * 1e-15, radius * (1 + 1e-9) + abs(y) * 1e-15
  local bottom, top = hash_index(y - reach_y, size), hash_index(y + reach_y, size)
  for column = hash_index(x - reach_x, size), hash_index(x + reach_x, size) do
    for row = bottom, top do
      local other = first_in_cell[hash_key(column, row)]
      while other do
        count = count + 1
        found[count] = other
        other = other.next_in_cell
      end
    end
  end
  return found, count
end

-- 1.5 * 2^20: adding and subtracting it rounds to a multiple of 2^-32. Sums of such terms are exact in any order.
local SHIFT = 1572864.0

--- The push away from the neighbors within `radius`; nothing if there are none. With a `leader`, only the leader and its
-- followers are neighbors.
local function separate(world, agent, radius, max_separation, falloff, leader)
  if not (radius > 0) then return end
  local x, y, sum_x, sum_y, has_neighbors = agent.x, agent.y, 0.0, 0.0, false
  local is_even, scale, near = falloff == "none", 1 / radius, radius / 1024
  local squared_radius, least = radius * radius, near * near
  local found, count = agents_near(world, agent, radius)
  for i = 1, count do
    local other = found[i]
    if other ~= agent and (not leader or other == leader or other.leader == leader) then
      local dx, dy = other.x - x, other.y - y
      local squared = dx * dx + dy * dy
      if squared <= squared_radius then
        has_neighbors = true
        if is_even then
          dx, dy = dx * scale, dy * scale
        else
          local weight = radius / (squared > least and squared or least)
          dx, dy = -dx * weight, -dy * weight
        end
        sum_x = sum_x + ((dx + SHIFT) - SHIFT)
        sum_y = sum_y + ((dy + SHIFT) - SHIFT)
      end
    end
  end
  if not has_neighbors then return end
  if is_even then
    x, y = direction(sum_x, sum_y, length(sum_x, sum_y))
    return -x * max_separation, -y * max_separation
  end
  local strength = max_separation / radius
  return sum_x * strength, sum_y * strength
end

function FORCE.separation(world, agent, behavior)
  return separate(world, agent, behavior.radius, behavior.max_separation, behavior.falloff)
end

function FORCE.follow_leader(world, agent, behavior)
  local leader, sight_radius = agent.leader, behavior.sight_radius
  if not leader then return end
  local offset_x, offset_y = leader.heading_x * behavior.behind_distance, leader.heading_y * behavior.behind_distance
  local to_ahead = length(leader.x + offset_x - agent.x, leader.y + offset_y - agent.y)
  local evade_x, evade_y = 0.0, 0.0
  if to_ahead <= sight_radius or length(leader.x - agent.x, leader.y - agent.y) <= sight_radius then
    evade_x, evade_y = flee(agent, predict(agent, leader, huge))
  end
  local x, y, slow_radius = leader.x - offset_x, leader.y - offset_y, behavior.slow_radius
  x, y = arrive(agent, x, y, 0.0, slow_radius, "linear", "brake", agent.max_speed, agent.time_to_target)
  local radius, max_separation, falloff = behavior.separation_radius, behavior.max_separation, behavior.falloff
  local push_x, push_y = separate(world, agent, radius, max_separation, falloff, leader)
  return evade_x + x + (push_x or 0.0), evade_y + y + (push_y or 0.0)
end

-- Homing walk ---------------------------------------------------------------------------------------------------------

local RADIANS_PER_DEGREE, DEGREES_PER_RADIAN = pi / 180, 180 / pi
-- The most controls of a smooth walk, the agent's position included, and the tolerance of its curve, in reach radii.
local MAX_CONTROLS, CURVE_TOLERANCE = 256, 0.2
-- The depth to which a segment of a curve is halved, and how far its samples may stray from the chord, in tolerances.
local MAX_DIVISIONS, MARGIN = 8, 0.9

local function blend(p, q, from, to, t)
  return p * ((to - t) / (to - from)) + q * ((t - from) / (to - from))
end

--- One coordinate at `t` of the curve through a, b, c, d (Barry and Goldman's pyramid).
local function blend_all(a, b, c, d, knots, t)
  local t0, t1, t2, t3 = knots[1], knots[2], knots[3], knots[4]
  local p, q, r = blend(a, b, t0, t1, t), blend(b, c, t1, t2, t), blend(c, d, t2, t3, t)
  return blend(blend(p, q, t0, t2, t), blend(q, r, t1, t3, t), t1, t2, t)
end

--- The point of a segment at `f`, from 0 to 1.
local function curve_point(s, f)
  local t = s.knots[2] + (s.knots[3] - s.knots[2]) * f
  local x = blend_all(s.ax, s.bx, s.cx, s.dx, s.knots, t)
  local y = blend_all(s.ay, s.by, s.cy, s.dy, s.knots, t)
  if is_finite(x) and is_finite(y) then return x, y end
  return s.bx + (s.cx - s.bx) * f, s.by + (s.cy - s.by) * f
end

--- Halves the piece from p to q until the curve is close enough to its chords, and appends the points between.
local function divide(s, from, px, py, to, qx, qy, tolerance, depth, xs, ys)
  local function strays(f)
    local x, y = curve_point(s, from + (to - from) * f)
    return segment_distance(px, py, qx, qy, x, y) > MARGIN * tolerance
  end
  if depth == 0 or not (strays(0.5) or strays(0.25) or strays(0.75)) then return end
  local half = from + (to - from) * 0.5
  local x, y = curve_point(s, half)
  divide(s, from, px, py, half, x, y, tolerance, depth - 1, xs, ys)
  xs[#xs + 1], ys[#ys + 1] = x, y
  divide(s, half, x, y, to, qx, qy, tolerance, depth - 1, xs, ys)
end

--- The spacing of two knots of a centripetal curve; nil for points that coincide or are too far apart.
local function spacing(ax, ay, bx, by)
  local root = sqrt(length(bx - ax, by - ay))
  return root > 0 and root < huge and root or nil
end

--- Appends the points of the centripetal Catmull-Rom curve between the controls b and c of a segment, which may have the
-- controls a and d before and after them.
local function add_segment(s, tolerance, xs, ys)
  local middle = spacing(s.bx, s.by, s.cx, s.cy)
  if not middle then return end
  -- Beyond the ends, and where two controls coincide, the control on the other side is mirrored.
  local before_x, before_y = s.bx + (s.bx - s.cx), s.by + (s.by - s.cy)
  local after_x, after_y = s.cx + (s.cx - s.bx), s.cy + (s.cy - s.by)
  s.ax, s.ay = s.ax or before_x, s.ay or before_y
  s.dx, s.dy = s.dx or after_x, s.dy or after_y
  local before, after = spacing(s.ax, s.ay, s.bx, s.by), spacing(s.cx, s.cy, s.dx, s.dy)
  if not before then s.ax, s.ay, before = before_x, before_y, middle end
  if not after then s.dx, s.dy, after = after_x, after_y, middle end
  s.knots = { 0.0, before, before + middle, before + middle + after }
  divide(s, 0.0, s.bx, s.by, 1.0, s.cx, s.cy, tolerance, MAX_DIVISIONS, xs, ys)
end

--- The points of the curve through the controls, without the first control.
local function flatten(control_xs, control_ys, tolerance)
  local xs, ys = {}, {}
  for i = 1, #control_xs - 1 do
    local s = { bx = control_xs[i], by = control_ys[i], cx = control_xs[i + 1], cy = control_ys[i + 1] }
    s.ax, s.ay, s.dx, s.dy = control_xs[i - 1], control_ys[i - 1], control_xs[i + 2], control_ys[i + 2]
    add_segment(s, tolerance, xs, ys)
    xs[#xs + 1], ys[#ys + 1] = s.cx, s.cy
  end
  return xs, ys
end

function add_curves(nodes, is_closed, tolerance)
  local count = #nodes
  if count < 2 then return end
  local function node_at(i)
    return nodes[is_closed and (i - 1) % count + 1 or i] or {}
  end
  for i = 1, is_closed and count or count - 1 do
    local a, b, c, d, xs, ys = node_at(i - 1), nodes[i], node_at(i + 1), node_at(i + 2), {}, {}
    local s = { ax = a.x, ay = a.y, bx = b.x, by = b.y, cx = c.x, cy = c.y, dx = d.x, dy = d.y }
    add_segment(s, tolerance, xs, ys)
    for k = 1, #xs do
      b.curve[k] = { decimal(xs[k]), decimal(ys[k]) }
    end
  end
end

local function new_walk()
  return {
    has_waypoint = false,
    x = 0.0, -- the waypoint
    y = 0.0,
    straight = false, -- whether the waypoint is the target itself
    since_pick = 0, -- ticks
    ahead_xs = {}, -- the points of a smooth walk; those before the index `ahead` are passed
    ahead_ys = {},
    ahead = 1,
    planned_x = 0.0, -- where the target was when the smooth walk was planned
    planned_y = 0.0,
  }
end

--- Half the field of view at that distance, in radians.
local function half_fov(behavior, distance)
  local aggro_radius, widest = behavior.aggro_radius, behavior.max_fov_deg * RADIANS_PER_DEGREE
  if not (aggro_radius > 0) then return 0.5 * widest end
  return 0.5 * widest * (distance < aggro_radius and distance or aggro_radius) / aggro_radius
end

--- The next waypoint from (x, y), and whether it is the target itself.
local function pick(world, random_state, x, y, target, behavior)
  local dx, dy = target.x - x, target.y - y
  local distance = length(dx, dy)
  local step, jitter = distance * behavior.step_fraction, behavior.step_jitter
  if jitter > 0 then step = step * (1 + jitter * (2 * next_f64(random_state) - 1)) end
  if not (step < behavior.max_step) then step = behavior.max_step end
  if not (step > behavior.min_step) then step = behavior.min_step end
  if step > distance then return target.x, target.y, true end
  local angle = half_fov(behavior, distance) * next_f64(random_state)
  if next_u32(random_state) % 2 == 0 then angle = -angle end
  dx, dy = direction(dx, dy, distance)
  dx, dy = rotate(dx * step, dy * step, angle * world.turn_sign)
  return x + dx, y + dy, false
end

--- Whether a waypoint is to be picked, or a smooth walk to be planned.
local function is_pick_due(agent, walk, target, distance, behavior)
  local repick_ticks, far = behavior.repick_ticks, 2 * behavior.min_step
  if not walk.has_waypoint or repick_ticks > 0 and walk.since_pick >= repick_ticks then
    return true
  elseif behavior.smooth then
    return length(target.x - walk.planned_x, target.y - walk.planned_y) > far
  elseif walk.straight then
    return distance <= behavior.reach_radius or distance > far
  end
  return length(walk.x - agent.x, walk.y - agent.y) <= behavior.reach_radius
end

local function plan_smooth_walk(world, agent, walk, target, behavior)
  local xs, ys, x, y, straight = { agent.x }, { agent.y }, agent.x, agent.y, false
  while #xs < MAX_CONTROLS and not straight do
    x, y, straight = pick(world, agent.random_state, x, y, target, behavior)
    xs[#xs + 1], ys[#ys + 1] = x, y
  end
  walk.ahead_xs, walk.ahead_ys = flatten(xs, ys, CURVE_TOLERANCE * behavior.reach_radius)
  walk.ahead, walk.planned_x, walk.planned_y = 1, target.x, target.y
end

--- Passes the points of a smooth walk that are reached, and makes the next one the waypoint.
local function advance_smooth_walk(agent, walk, target, reach_radius)
  local xs, ys, ahead = walk.ahead_xs, walk.ahead_ys, walk.ahead
  -- The last point is the target's: the agent arrives at it and never passes it.
  while ahead < #xs and length(xs[ahead] - agent.x, ys[ahead] - agent.y) <= reach_radius do
    ahead = ahead + 1
  end
  walk.ahead = ahead
  walk.x, walk.y, walk.straight = xs[ahead] or target.x, ys[ahead] or target.y, ahead >= #xs
end

function FORCE.homing_walk(world, agent, behavior)
  local target, walk = agent.target, behavior.state.walk
  if not target then return end
  local distance, reach_radius = length(target.x - agent.x, target.y - agent.y), behavior.reach_radius
  local was_straight = walk.straight
  if walk.has_waypoint then walk.since_pick = math.min(walk.since_pick + 1, MAX_U32) end
  local due = is_pick_due(agent, walk, target, distance, behavior)
  if due then
    walk.has_waypoint, walk.since_pick = true, 0
    if behavior.smooth then
      plan_smooth_walk(world, agent, walk, target, behavior)
    else
      walk.x, walk.y, walk.straight = pick(world, agent.random_state, agent.x, agent.y, target, behavior)
    end
  end
  if behavior.smooth then advance_smooth_walk(agent, walk, target, reach_radius) end
  local in_aggro = distance <= behavior.aggro_radius
  set_flag(world, agent, behavior, "in_aggro", in_aggro, "aggro_entered", "aggro_left")
  if due and not (was_straight and walk.straight) then emit(world, agent, behavior, "waypoint_picked") end
  set_arrived(world, agent, behavior, walk.straight and distance < reach_radius)
  if walk.straight then
    local slow_radius = behavior.min_step > reach_radius and behavior.min_step or reach_radius
    local max_speed, time_to_target = agent.max_speed, agent.time_to_target
    return arrive(agent, target.x, target.y, reach_radius, slow_radius, "linear", "brake", max_speed, time_to_target)
  end
  return seek(agent, walk.x, walk.y, agent.max_speed)
end

-- Grid chase (section 11) ---------------------------------------------------------------------------------------------

local function clamp_cell(x)
  if x > MAX_CELL then
    return MAX_CELL
  elseif x < MIN_CELL then
    return MIN_CELL
  end
  return x
end

--- The column and row that hold (x, y). Rows count in the direction of y, as in `blocked`: the cell at y = 0 is row 0 with
-- y up and row -1 with y down.
local function cell_at(world, x, y)
  local size = world.cell_size
  local row = world.y_down and -1 - clamp_cell(floor(-y / size)) or clamp_cell(floor(y / size))
  return clamp_cell(floor(x / size)), row
end

--- The coordinate of the center of a column or row.
local function center(world, index)
  return (index + 0.5) * world.cell_size
end

local function is_blocked(world, column, row)
  local rows = world.blocked[column]
  return rows ~= nil and rows[row] == true
end

--- Whether a step leads into a free cell and does not cut a blocked corner.
local function can_step(world, column, row, to_column, to_row)
  if is_blocked(world, to_column, to_row) then return false end
  local diagonal = column ~= to_column and row ~= to_row
  return not diagonal or not (is_blocked(world, to_column, row) or is_blocked(world, column, to_row))
end

local function sign(x)
  return x > 0 and 1 or x < 0 and -1 or 0
end

--- The step of a cell mover at rest in a cell.
local function new_mover(column, row)
  return {
    from_column = column,
    from_row = row,
    column = column, -- the cell it is in or moves to
    row = row,
    elapsed = 0, -- ticks since the step began
    prey_column = false, -- the cell of the prey when the line was drawn
    prey_row = false,
    line = {}, -- column, row, column, row, ...; the first `taken` entries are used up
    taken = 0,
    line_reaches = true, -- whether the line led to its goal
  }
end

--- Drops the line, so that the next step draws it again even if the prey has not moved.
local function forget_line(mover)
  mover.prey_column, mover.line, mover.taken = false, {}, 0
end

--- Draws Bresenham's line of cells to the goal, at most `max_length` of them and not into or past a blocked cell.
local function draw_line(world, mover, goal_column, goal_row, max_length)
  local line, column, row = {}, mover.column, mover.row
  local columns, rows = abs(goal_column - column), abs(goal_row - row)
  local step_column, step_row = sign(goal_column - column), sign(goal_row - row)
  local long, short = math.max(columns, rows), math.min(columns, rows)
  local bresenham_error = 2 * short - long
  for _ = 1, math.min(long, max_length) do
    local aside = bresenham_error >= 0
    if aside then bresenham_error = bresenham_error - 2 * long end
    bresenham_error = bresenham_error + 2 * short
    local next_column, next_row = column, row
    if aside or columns >= rows then next_column = column + step_column end
    if aside or rows > columns then next_row = row + step_row end
    if not can_step(world, column, row, next_column, next_row) then break end
    column, row = next_column, next_row
    line[#line + 1], line[#line + 2] = column, row
  end
  mover.line, mover.taken = line, 0
  mover.line_reaches = column == goal_column and row == goal_row
end

--- The cell toward the goal, or if that is blocked, the one beside by column only, else by row only.
local function axis_step(world, column, row, goal_column, goal_row)
  local to_column = clamp_cell(column + sign(goal_column - column))
  local to_row = clamp_cell(row + sign(goal_row - row))
  local function is_open(next_column, next_row)
    return (next_column ~= column or next_row ~= row) and can_step(world, column, row, next_column, next_row)
  end
  if is_open(to_column, to_row) then
    return to_column, to_row
  elseif is_open(to_column, row) then
    return to_column, row
  elseif is_open(column, to_row) then
    return column, to_row
  end
  return column, row
end

--- The cell of the next step, with the prey in that cell.
local function next_cell(world, mover, chase, prey_column, prey_row)
  local column, row = mover.column, mover.row
  local goal_column, goal_row = prey_column, prey_row
  if chase.mode == "evade" then
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
  local to_column, to_row = mover.line[taken + 1], mover.line[taken + 2]
  if can_step(world, column, row, to_column, to_row) then return to_column, to_row end
  return column, row
end

--- Advances the step of a cell mover by a tick. Its position follows when all agents move.
local function advance_grid_chase(world, agent)
  local chase, target = agent.chase, agent.target
  local mover = chase.state.mover
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
  -- An edit may have made the step shorter since it began.
  mover.elapsed = mover.elapsed + 1 < chase.step_ticks and mover.elapsed + 1 or 0
  if target and chase.method == "line_of_sight" and chase.mode == "chase" then
    set_flag(world, agent, chase, "line_seen", mover.line_reaches, "line_gained", "line_lost")
  end
  if entered then emit(world, agent, chase, "cell_entered") end
  set_arrived(world, agent, chase, prey_column == mover.column and prey_row == mover.row)
end

--- Where a cell mover is between the cell it left and the cell it moves to.
local function mover_position(world, agent)
  local mover = agent.chase.state.mover
  local x, y = center(world, mover.column), center(world, mover.row)
  if mover.elapsed == 0 then return x, y end
  local from_x, from_y = center(world, mover.from_column), center(world, mover.from_row)
  local ratio = mover.elapsed / agent.chase.step_ticks
  return from_x + (x - from_x) * ratio, from_y + (y - from_y) * ratio
end

--- Puts a cell mover into the center of the cell that holds its position, where it begins its steps again.
local function enter_cell(world, agent)
  agent.chase.state.mover = new_mover(cell_at(world, agent.x, agent.y))
  agent.x, agent.y = mover_position(world, agent)
end

-- Walls and sight (sections 19 and 20) ----------------------------------------------------------------------------------

-- A segment has the ends `ax`, `ay`, `bx`, `by`, its place `index` in its barrier, and its `wall`, or false for an edge of
-- blocked cells.

function level.segment(ax, ay, bx, by, wall)
  return { ax = ax, ay = ay, bx = bx, by = by, wall = wall, index = 0 }
end

function level.has_length(s)
  local x, y = s.bx - s.ax, s.by - s.ay
  return x * x + y * y > 0
end

--- Whether two numbers have different signs, or one is 0.
function level.are_apart(a, b)
  return a >= 0 and b <= 0 or a <= 0 and b >= 0
end

--- Whether a segment shares a point with the closed segment from (px, py) to (qx, qy).
function level.touches(s, px, py, qx, qy)
  local ax, ay, bx, by, min, max = s.ax, s.ay, s.bx, s.by, math.min, math.max
  if min(px, qx) > max(ax, bx) or min(ax, bx) > max(px, qx) or min(py, qy) > max(ay, by) or min(ay, by) > max(py, qy) then
    return false
  end
  local wx, wy, sx, sy = qx - px, qy - py, bx - ax, by - ay
  return level.are_apart(wx * (ay - py) - wy * (ax - px), wx * (by - py) - wy * (bx - px))
    and level.are_apart(sx * (py - ay) - sy * (px - ax), sx * (qy - ay) - sy * (qx - ax))
end

--- The distance of (x, y) from a segment, and the nearest point of the segment.
function level.nearest(s, x, y)
  local abx, aby = s.bx - s.ax, s.by - s.ay
  local squared, t = abx * abx + aby * aby, 0.0
  if squared > 0 and squared < huge then t = ((x - s.ax) * abx + (y - s.ay) * aby) / squared end
  if t > 1 then t = 1.0 elseif not (t > 0) then t = 0.0 end
  local cx, cy = s.ax + abx * t, s.ay + aby * t
  return length(x - cx, y - cy), cx, cy
end

--- The unit vector to the left of a segment.
function level.left(s, turn_sign)
  local x, y = s.bx - s.ax, s.by - s.ay
  local its_length = length(x, y)
  return -y / its_length * turn_sign, x / its_length * turn_sign
end

--- Reads a wall: what it blocks, whether it is a door and open, and its edges.
function level.read_wall(field)
  local open = field("open", nullable(boolean))
  local wall = {
    name = field("name", text),
    blocks_motion = field("blocks_motion", boolean),
    blocks_sight = field("blocks_sight", boolean),
    is_door = open ~= nil,
    is_open = open == true,
    edges = {},
  }
  local points = field("points", POINTS)
  local last = points[#points]
  for i = 2, #points do
    wall.edges[i - 1] = level.segment(points[i - 1][1], points[i - 1][2], points[i][1], points[i][2], wall)
  end
  if field("closed", boolean) and #points > 1 then
    wall.edges[#points] = level.segment(last[1], last[2], points[1][1], points[1][2], wall)
  end
  return wall
end

--- The edges of the union of the blocked cells: horizontal ones by row and from left to right, then vertical ones by column and
-- upward, counted with y up.
function level.outline(world)
  local turn, rows_up = world.turn_sign, {}
  for column, rows in pairs(world.painted) do
    rows_up[column] = {}
    for row in pairs(rows) do
      rows_up[column][turn > 0 and row or -1 - row] = true
    end
  end
  local function blocked(column, row)
    return rows_up[column] ~= nil and rows_up[column][row] == true
  end
  -- Each has the line, its place along it, and whether the blocked cell is behind the line.
  local horizontal, vertical = {}, {}
  for column, rows in pairs(rows_up) do
    for row in pairs(rows) do
      if not blocked(column, row - 1) then horizontal[#horizontal + 1] = { row, column, true } end
      if not blocked(column, row + 1) then horizontal[#horizontal + 1] = { row + 1, column, false } end
      if not blocked(column - 1, row) then vertical[#vertical + 1] = { column, row, true } end
      if not blocked(column + 1, row) then vertical[#vertical + 1] = { column + 1, row, false } end
    end
  end
  local function ends(edges)
    local points = {}
    for _, edge in ipairs(edges) do
      points[edge[1] .. "," .. edge[2]], points[edge[1] .. "," .. edge[2] + 1] = true, true
    end
    return points
  end
  local function runs(edges, others)
    table.sort(edges, function(a, b)
      if a[1] ~= b[1] then return a[1] < b[1] end
      return a[2] < b[2]
    end)
    local joined, last = {}, nil
    for _, edge in ipairs(edges) do
      local line, at, side = edge[1], edge[2], edge[3]
      local follows = last and last.line == line and last.to == at and last.side == side
      if follows and not others[at .. "," .. line] then
        last.to = at + 1
      else
        last = { line = line, from = at, to = at + 1, side = side }
        joined[#joined + 1] = last
      end
    end
    return joined
  end
  local horizontal_ends, vertical_ends, size = ends(horizontal), ends(vertical), world.cell_size
  local segments = {}
  for _, run in ipairs(runs(horizontal, vertical_ends)) do
    local y = run.line * size * turn
    segments[#segments + 1] = level.segment(run.from * size, y, run.to * size, y, false)
  end
  for _, run in ipairs(runs(vertical, horizontal_ends)) do
    local x = run.line * size
    segments[#segments + 1] = level.segment(x, run.from * size * turn, x, run.to * size * turn, false)
  end
  return segments
end

--- Calls `visit` with the column and the row, counted up, of each cell whose interior an edge crosses.
function level.each_crossed_cell(edge, size, turn, visit)
  local px, py, qx, qy = edge.ax, edge.ay * turn, edge.bx, edge.by * turn
  if not (px <= qx) then
    px, py, qx, qy = qx, qy, px, py
  end
  for column = floor(px / size), math.ceil(qx / size) - 1 do
    local left, right = column * size, (column + 1) * size
    local y0 = px < left and py + (qy - py) * ((left - px) / (qx - px)) or py
    local y1 = qx > right and py + (qy - py) * ((right - px) / (qx - px)) or qy
    for row = floor(math.min(y0, y1) / size), math.ceil(math.max(y0, y1) / size) - 1 do
      visit(column, row)
    end
  end
end

--- Sets what blocks motion and sight in a world, from its walls and blocked cells.
function level.prepare(world)
  local crossed = 0
  for _, wall in pairs(world.walls) do
    for _, edge in ipairs(wall.blocks_motion and wall.edges or {}) do
      crossed = crossed + floor(abs(edge.bx - edge.ax) / world.cell_size + abs(edge.by - edge.ay) / world.cell_size + 2)
    end
  end
  if crossed > 1000000 then fail("walls", "cross more than 1000000 cells", "use larger cells, or shorter walls") end
  local ids, outline = {}, level.outline(world)
  for wall_id in pairs(world.walls) do
    ids[#ids + 1] = wall_id
  end
  table.sort(ids)
  local function barrier(blocks)
    local segments = {}
    for _, wall_id in ipairs(ids) do
      local wall = world.walls[wall_id]
      for _, edge in ipairs(wall[blocks] and wall.edges or {}) do
        segments[#segments + 1] = edge
      end
    end
    for _, edge in ipairs(outline) do
      segments[#segments + 1] = edge
    end
    return level.new_barrier(segments)
  end
  world.motion_barrier, world.sight_barrier = barrier("blocks_motion"), barrier("blocks_sight")
  level.block_cells(world)
end

--- Sets which cells are blocked: those of the scene, and those that closed walls cross.
function level.block_cells(world)
  local blocked = {}
  local function add(column, row)
    blocked[column] = blocked[column] or {}
    blocked[column][row] = true
  end
  for column, rows in pairs(world.painted) do
    for row in pairs(rows) do
      add(column, row)
    end
  end
  for _, wall in pairs(world.walls) do
    for _, edge in ipairs(wall.blocks_motion and not wall.is_open and wall.edges or {}) do
      if level.has_length(edge) then
        level.each_crossed_cell(edge, world.cell_size, world.turn_sign, function(column, row)
          add(column, world.turn_sign > 0 and row or -1 - row)
        end)
      end
    end
  end
  world.blocked = blocked
end

--- The segments that block motion or sight, with a grid that finds those near a place.
function level.new_barrier(segments)
  local barrier = { extent = 0.0, size = 1.0, buckets = {}, far = {} }
  local total = 0.0
  for _, s in ipairs(segments) do
    if level.has_length(s) then
      local own = level.segment(s.ax, s.ay, s.bx, s.by, s.wall)
      barrier[#barrier + 1] = own
      own.index = #barrier
      barrier.extent = math.max(barrier.extent, abs(s.ax), abs(s.ay), abs(s.bx), abs(s.by))
      total = total + abs(s.bx - s.ax) + abs(s.by - s.ay)
    end
  end
  if total > 0 then barrier.size = 2 * total / #barrier end
  for _, s in ipairs(barrier) do
    local is_bounded = level.each_bucket(barrier, s.ax, s.ay, s.bx, s.by, 0, function(key)
      local bucket = barrier.buckets[key] or {}
      barrier.buckets[key], bucket[#bucket + 1] = bucket, s
    end)
    if not is_bounded then barrier.far[#barrier.far + 1] = s end
  end
  return barrier
end

--- Calls `visit` with the keys of the buckets that the box around two points meets, grown by a margin. Returns false, and does
-- nothing, if they are too many.
function level.each_bucket(barrier, px, py, qx, qy, margin, visit)
  local size, min, max = barrier.size, math.min, math.max
  local left, right = (min(px, qx) - margin) / size, (max(px, qx) + margin) / size
  local low, high = (min(py, qy) - margin) / size, (max(py, qy) + margin) / size
  if not ((right - left + 1) * (high - low + 1) <= 4096) then return false end
  -- A negative zero would be another key; adding zero makes it positive.
  for column = floor(left) + 0, floor(right) do
    for row = floor(low) + 0, floor(high) do
      visit(column .. "," .. row)
    end
  end
  return true
end

--- The segments that may be within a radius of the way from p to q, in order, without those of open doors.
function level.near(barrier, px, py, qx, qy, radius)
  local coordinates = math.max(abs(px), abs(py), abs(qx), abs(qy))
  local margin = radius + 1e-12 * (barrier.extent + coordinates + radius)
  local found, known = {}, {}
  local function add(segments)
    for _, s in ipairs(segments) do
      if not known[s] and not (s.wall and s.wall.is_open) then
        known[s], found[#found + 1] = true, s
      end
    end
  end
  local is_bounded = level.each_bucket(barrier, px, py, qx, qy, margin, function(key)
    add(barrier.buckets[key] or {})
  end)
  add(is_bounded and barrier.far or barrier)
  table.sort(found, function(a, b)
    return a.index < b.index
  end)
  return found
end

--- Whether the way from p to q touches a segment.
function level.blocks(barrier, px, py, qx, qy)
  for _, s in ipairs(level.near(barrier, px, py, qx, qy, 0)) do
    if level.touches(s, px, py, qx, qy) then return true end
  end
  return false
end

--- Whether the way from p to q touches only segments on which p is.
function level.is_free_but_for_own(barrier, px, py, qx, qy)
  for _, s in ipairs(level.near(barrier, px, py, qx, qy, 0)) do
    if level.nearest(s, px, py) ~= 0 and level.touches(s, px, py, qx, qy) then return false end
  end
  return true
end

--- The place of a body of radius r after it has come out of the walls that it overlaps, as far as it can.
function level.come_out(world, px, py, r)
  local barrier, skin = world.motion_barrier, world.skin
  for _ = 1, 4 do
    local least, x, y, segment = r, 0, 0, nil
    for _, s in ipairs(level.near(barrier, px, py, px, py, r)) do
      local d, cx, cy = level.nearest(s, px, py)
      if d < least then
        least, x, y, segment = d, cx, cy, s
      end
    end
    if not segment then break end
    local d, qx, qy = least, nil, nil
    local way = r + skin - d
    if d > 0 then
      qx, qy = px + (px - x) / d * way, py + (py - y) / d * way
      if level.blocks(barrier, px, py, qx, qy) then break end
    else
      local nx, ny = level.left(segment, world.turn_sign)
      qx, qy = px + nx * way, py + ny * way
      if not level.is_free_but_for_own(barrier, px, py, qx, qy) then
        qx, qy = px + -nx * way, py + -ny * way
        if not level.is_free_but_for_own(barrier, px, py, qx, qy) then break end
      end
    end
    px, py = qx, qy
  end
  return px, py
end

--- The first contact of a body on the way m with a segment: its time and its normal, or nil.
function level.contact(world, s, px, py, mx, my, r)
  local time, normal_x, normal_y
  local abx, aby = s.bx - s.ax, s.by - s.ay
  local nx, ny = level.left(s, world.turn_sign)
  local distance = (px - s.ax) * nx + (py - s.ay) * ny
  if distance < 0 then
    nx, ny, distance = -nx, -ny, -distance
  end
  local approach = mx * nx + my * ny
  if approach < 0 then
    local t = math.max((distance - r) / -approach, 0)
    local along = (px + mx * t - s.ax) * abx + (py + my * t - s.ay) * aby
    if t <= 1 and along >= 0 and along <= abx * abx + aby * aby then
      time, normal_x, normal_y = t, nx, ny
    end
  end
  for i = 1, 2 do
    local gx, gy = px - (i == 1 and s.ax or s.bx), py - (i == 1 and s.ay or s.by)
    local a, b, c = mx * mx + my * my, gx * mx + gy * my, gx * gx + gy * gy - r * r
    local root = b * b - a * c
    if a > 0 and b < 0 and (c <= 0 or root >= 0) then
      local t = c <= 0 and 0.0 or (-b - sqrt(root)) / a
      if t <= 1 and not (time and not (t < time)) then
        local wx, wy = gx + mx * t, gy + my * t
        local its_length = length(wx, wy)
        time, normal_x, normal_y = t, 1.0, 0.0
        if its_length > 0 then
          normal_x, normal_y = wx / its_length, wy / its_length
        end
      end
    end
  end
  return time, normal_x, normal_y
end

--- The first contact of a body with any segment on the way m; of several at once, that with the first segment.
function level.first_contact(world, px, py, mx, my, r)
  local time, nx, ny
  for _, s in ipairs(level.near(world.motion_barrier, px, py, px + mx, py + my, r)) do
    local t, x, y = level.contact(world, s, px, py, mx, my, r)
    if t and (not time or t < time) then
      time, nx, ny = t, x, y
    end
  end
  return time, nx, ny
end

--- The direction of the left feeler of an agent that heads along the x axis.
function level.read_side(field, angle)
  local x, y = rotate(1.0, 0.0, angle * RADIANS_PER_DEGREE)
  return field("side_cos", derived(decimal(x))), field("side_sin", derived(decimal(y)))
end

--- Away from the wall that the body would meet first on the way of a feeler.
function FORCE.avoid_walls(world, agent, behavior)
  local turn_sign, hx, hy = world.turn_sign, agent.heading_x, agent.heading_y
  local c, s = behavior.side_cos, behavior.side_sin * turn_sign
  local speed, max_speed = length(agent.vx, agent.vy), agent.max_speed
  local share = speed < max_speed and speed / max_speed or 1
  local ahead, side = behavior.ahead_length * share, behavior.side_length * share
  local xs = { hx * ahead, (hx * c - hy * s) * side, (hx * c + hy * s) * side }
  local ys = { hy * ahead, (hx * s + hy * c) * side, (-hx * s + hy * c) * side }
  local r = math.max(agent.radius, 10 * world.skin)
  local time, nx, ny
  for i = 1, 3 do
    local t, x, y = level.first_contact(world, agent.x, agent.y, xs[i], ys[i], r)
    if t and (not time or t < time) then
      time, nx, ny = t, x, y
    end
  end
  if not time then return end
  local along = nx * hx + ny * hy
  local wx, wy = nx - hx * along, ny - hy * along
  local its_length = length(wx, wy)
  if its_length > 1e-6 then
    wx, wy = wx / its_length, wy / its_length
  else
    wx, wy = -hy * turn_sign, hx * turn_sign
  end
  local x, y = hx * time + wx * (1 - time), hy * time + wy * (1 - time)
  x, y = direction(x, y, length(x, y))
  speed = speed + (max_speed - speed) * ((1 - time) * (1 - time))
  return force_toward(agent, x * speed, y * speed, agent.time_to_target)
end

--- The distance of the nearest segment, those on the side first, and the normal away from it; nil if none is within reach.
function level.nearest_beside(world, agent, side, reach)
  local px, py, hx, hy = agent.x, agent.y, agent.heading_x, agent.heading_y
  local least, found_beside, segment, fx, fy
  for _, s in ipairs(level.near(world.motion_barrier, px, py, px, py, reach)) do
    local d, x, y = level.nearest(s, px, py)
    local is_beside = (hx * (y - py) - hy * (x - px)) * side >= 0
    local is_nearer = not least or is_beside and not found_beside or is_beside == found_beside and d < least
    if d <= reach and is_nearer then
      least, found_beside, segment, fx, fy = d, is_beside, s, x, y
    end
  end
  if not least then return end
  if least > 0 then return least, (px - fx) / least, (py - fy) / least end
  return least, level.left(segment, world.turn_sign)
end

--- Along the wall ahead, or else along the nearest wall.
function FORCE.follow_wall(world, agent, behavior)
  local hx, hy, look_ahead = agent.heading_x, agent.heading_y, behavior.look_ahead
  local k = behavior.side == "left" and world.turn_sign or -world.turn_sign
  local r, x, y = math.max(agent.radius, 10 * world.skin), nil, nil
  local t, nx, ny = level.first_contact(world, agent.x, agent.y, hx * look_ahead, hy * look_ahead, r)
  if t then
    x, y = hx * t + -ny * k * (1 - t), hy * t + nx * k * (1 - t)
  else
    local d
    d, nx, ny = level.nearest_beside(world, agent, k, behavior.reach)
    if not d then return end
    local away = behavior.distance - d
    x, y = nx * away + -ny * k * look_ahead, ny * away + nx * k * look_ahead
  end
  x, y = direction(x, y, length(x, y))
  return force_toward(agent, x * agent.max_speed, y * agent.max_speed, agent.time_to_target)
end

--- Moves a body of radius r by a tick. Returns its place and what is left of its velocity.
function level.go(world, px, py, vx, vy, r)
  local barrier, dt = world.motion_barrier, world.dt
  local mx, my, normals = vx * dt, vy * dt, {}
  for _ = 1, 4 do
    if not (mx * mx + my * my > 0) then break end
    local time, nx, ny = level.first_contact(world, px, py, mx, my, r)
    local qx, qy
    if not time then
      qx, qy, mx, my = px + mx, py + my, 0.0, 0.0
    else
      local back = math.max(time - world.skin / length(mx, my), 0)
      qx, qy = px + mx * back, py + my * back
      mx, my = mx * (1 - back), my * (1 - back)
      local along = mx * nx + my * ny
      if along < 0 then
        mx, my = mx - nx * along, my - ny * along
      end
      along = vx * nx + vy * ny
      if along < 0 then
        vx, vy = vx - nx * along, vy - ny * along
      end
      local stops, stands = false, false
      for _, o in ipairs(normals) do
        stops = stops or mx * o[1] + my * o[2] < 0
        stands = stands or vx * o[1] + vy * o[2] < 0
      end
      if stops then
        mx, my = 0.0, 0.0
        if stands then
          vx, vy = 0.0, 0.0
        end
      end
      normals[#normals + 1] = { nx, ny }
    end
    if level.blocks(barrier, px, py, qx, qy) then return px, py, 0.0, 0.0 end
    px, py = qx, qy
  end
  return px, py, vx, vy
end

--- Where a body ends that moves with a velocity for a tick, and what is left of the velocity.
function level.glide(world, x, y, vx, vy, radius)
  local r = math.max(radius, 10 * world.skin)
  local px, py = level.come_out(world, x, y, r)
  local qx, qy, ux, uy = level.go(world, px, py, vx, vy, r)
  if is_finite(qx) and is_finite(qy) and is_finite(ux) and is_finite(uy) then return qx, qy, ux, uy end
  return x, y, 0.0, 0.0
end

--- Reads how an agent turns to where it looks.
function level.read_facing(field, dt)
  local facing = { toward = field("toward", level.TOWARD), turn_rate = field("turn_rate", nullable(range(1e-3, 1e6), false)) }
  local cos, sin = -1.0, 0.0
  if facing.turn_rate and facing.turn_rate * dt < 180 then
    cos, sin = rotate(1.0, 0.0, facing.turn_rate * dt * RADIANS_PER_DEGREE)
  end
  facing.turn_cos, facing.turn_sin = field("turn_cos", derived(decimal(cos))), field("turn_sin", derived(decimal(sin)))
  return facing
end

--- Without a facing of its own, an agent looks where it moves.
function level.keep_facing(agent)
  if not agent.facing then agent.facing_x, agent.facing_y = agent.heading_x, agent.heading_y end
end

--- Turns an agent to where it looks, after all have moved.
function level.turn(world, agent)
  local facing, target = agent.facing, agent.target
  if not facing then
    level.keep_facing(agent)
    return
  end
  local x, y, to_x, to_y = agent.facing_x, agent.facing_y, agent.heading_x, agent.heading_y
  if target and facing.toward == "target" then
    local dx, dy = target.x - agent.x, target.y - agent.y
    to_x, to_y = direction(dx, dy, length(dx, dy))
  end
  if to_x == 0 and to_y == 0 then return end
  local cos, sin = facing.turn_cos, facing.turn_sin * world.turn_sign
  if cos == -1 or x * to_x + y * to_y >= cos then
    agent.facing_x, agent.facing_y = to_x, to_y
    return
  end
  if not ((x * to_y - y * to_x) * world.turn_sign >= 0) then sin = -sin end
  local turned_x, turned_y = x * cos - sin * y, x * sin + y * cos
  agent.facing_x, agent.facing_y = direction(turned_x, turned_y, length(turned_x, turned_y))
end

--- Reads what an agent sees.
function level.read_sight(field)
  local sight = {
    range = field("range", number),
    near = field("near", number),
    fov_deg = field("fov_deg", range(1e-3, 360)),
    notice_ticks = field("notice_ticks", whole(1, 1000000)),
    forget_ticks = field("forget_ticks", whole(1, 1000000)),
  }
  local x = rotate(1.0, 0.0, sight.fov_deg / 2 * RADIANS_PER_DEGREE)
  sight.cos2 = field("cos2", derived(decimal(x * x)))
  return sight
end

function level.same_sight(a, b)
  if not (a and b) then return a == b end
  for name, value in pairs(a) do
    if b[name] ~= value then return false end
  end
  return true
end

function level.sees_point(world, sight, agent, x, y)
  local dx, dy = x - agent.x, y - agent.y
  local squared = dx * dx + dy * dy
  if not (squared <= sight.range * sight.range) then return false end
  if not (squared <= sight.near * sight.near or sight.fov_deg == 360) then
    local ahead = agent.facing_x * dx + agent.facing_y * dy
    if sight.fov_deg <= 180 then
      if not (ahead >= 0 and ahead * ahead >= sight.cos2 * squared) then return false end
    elseif not (ahead >= 0 or ahead * ahead <= sight.cos2 * squared) then
      return false
    end
  end
  return not level.blocks(world.sight_barrier, agent.x, agent.y, x, y)
end

--- What is the same for the same target.
function level.target_key(kind, id)
  return (kind == "marker" or kind == "agent") and ("%s %.0f"):format(kind, id) or kind
end

--- Whether an agent sees a body: its center, or one of the two points of its edge that are farthest to the sides.
function level.sees(world, sight, agent, x, y, radius)
  if level.sees_point(world, sight, agent, x, y) then return true end
  local dx, dy = x - agent.x, y - agent.y
  local its_length = length(dx, dy)
  if not (radius > 0 and its_length > 0) then return false end
  local ux, uy = -dy / its_length, dx / its_length
  return level.sees_point(world, sight, agent, x + ux * radius, y + uy * radius)
    or level.sees_point(world, sight, agent, x - ux * radius, y - uy * radius)
end

--- Lets an agent with sight look at its target, after all have moved.
function level.look(world, agent)
  local sight, target = agent.sight, agent.target
  if not sight then return end
  local sees = target and level.sees(world, sight, agent, target.x, target.y, rawget(target, "radius") or 0) or false
  if sees == agent.has_noticed then
    agent.watch_ticks = 0
    return
  end
  agent.watch_ticks = agent.watch_ticks + 1
  if agent.watch_ticks < (sees and sight.notice_ticks or sight.forget_ticks) then return end
  agent.has_noticed, agent.watch_ticks = sees, 0
  local event = { tick = world.tick, agent = agent.id, kind = sees and "sight_gained" or "sight_lost" }
  -- After the other events of the agent in this tick.
  local at = #world.events + 1
  while at > world.first_own_event and world.events[at - 1].agent > agent.id do
    at = at - 1
  end
  table.insert(world.events, at, event)
end

-- Memory (section 12) -------------------------------------------------------------------------------------------------

-- For each kind of behavior that has memory, a function of the agent and the behavior that returns the initial memory. A
-- grid chase gets its `mover` from `enter_cell`.
local NEW_STATE = {
  arrive = function()
    return { arrived = false }
  end,
  follow_path = function(agent, behavior)
    return { progress = start_progress(agent, behavior) }
  end,
  homing_walk = function()
    return { walk = new_walk(), in_aggro = nil, arrived = false }
  end,
  grid_chase = function()
    return { mover = false, line_seen = nil, arrived = false }
  end,
}

--- Gives all behaviors of an agent the memory they start with. They start where the agent is.
local function start_behaviors(world, agent)
  for _, behavior in ipairs(agent.behaviors) do
    local new_state = NEW_STATE[behavior.kind]
    behavior.state = new_state and new_state(agent, behavior) or false
  end
  if agent.chase then enter_cell(world, agent) end
end

------------------------------------------------------------------------------------------------------------------------
-- The world (sections 3, 4, 14 and 15)
------------------------------------------------------------------------------------------------------------------------

--- A running scene. Fields, to read:
--
-- * `tick`, `time`, `dt`: the number of ticks since the start, the seconds since the start, the seconds per tick
-- * `interpolation_alpha`: the part of a tick, 0 to 1, that `advance` has kept. For smooth motion, draw an agent at
--   `previous_x + (x - previous_x) * interpolation_alpha`, and y likewise
-- * `agents`: a list in the order of ids; `spawn`, `despawn` and `apply_scene` make a new list
-- * `events`: of the last `step` or `advance`, a list of tables with `tick`, `agent` (its id), `kind`, `behavior` (its
--   index in the agent's list, from 0), and for an event at a node, `node` (its index, from 0). The kinds are
--   `node_reached`, `wait_started`, `wait_ended`, `path_finished`, `arrived`, `waypoint_picked`, `aggro_entered`,
--   `aggro_left`, `cell_entered`, `line_gained`, `line_lost`, `sight_gained`, `sight_lost`, `spawned`, `expired` and `contact`; the
--   last five have no behavior, the last three have a `source`, the id of the spawner or contact rule, and `contact` has an
--   `other`, the id of the other agent
--
-- Fields of an agent, to read:
--
-- * `id`, `name`
-- * `x`, `y`, `previous_x`, `previous_y`: its position, and its position a tick ago
-- * `vx`, `vy`, `speed`: its velocity in units per second, and the length of that
-- * `heading_x`, `heading_y`: the direction in which it moves, of length 1; it keeps that when it stops
-- * `facing_x`, `facing_y`: the direction in which it looks, of length 1: its heading, unless its preset has a facing
-- * `steering`: the length of the force that steered it in the last step
-- * `preset`: the id of its preset
-- * `fov_deg`: the full field of view in degrees, of its sight or of its homing walk, or nil
-- * `node`: the index of its target node in the last step, from 0, or nil
local World = {}
World.__index = World

-- Below this speed, in units per second, an agent keeps its heading.
local HEADING_SPEED = 1e-6
-- One call of `advance` takes at most this many ticks.
local MAX_TICKS = 240
-- With `priority`, a force that is not longer than this leaves the choice to the next behavior.
local NEGLIGIBLE = 1e-9
-- The largest coordinate that a game may set.
local MAX_COORDINATE = 1e9

--- The agent's behaviors of one kind, in list order.
local function behaviors_of(agent, kind)
  local found = {}
  for _, behavior in ipairs(agent.behaviors) do
    if behavior.kind == kind then found[#found + 1] = behavior end
  end
  return found
end

local Agent = {}

--- Computes `fov_deg` when it is read, since it changes with every move of the target.
function Agent.__index(agent, key)
  if key ~= "fov_deg" then return nil end
  if agent.sight then return agent.sight.fov_deg end
  if not agent.target then return nil end
  local behavior = behaviors_of(agent, "homing_walk")[1]
  local distance = length(agent.target.x - agent.x, agent.target.y - agent.y)
  return behavior and 2 * half_fov(behavior, distance) * DEGREES_PER_RADIAN
end

--- The force that steers an agent: the sum of what its behaviors ask for, or the first of that which is not negligible.
local function steer(world, agent)
  local x, y, has_asked = 0.0, 0.0, false
  for _, behavior in ipairs(agent.behaviors) do
    local force_x, force_y = behavior.force(world, agent, behavior)
    if force_x and behavior.weight ~= 0 then
      has_asked = true
      force_x, force_y = force_x * behavior.weight, force_y * behavior.weight
      if not agent.by_priority then
        x, y = x + force_x, y + force_y
      elseif length(force_x, force_y) > NEGLIGIBLE then
        x, y = force_x, force_y
        break
      end
    end
  end
  if not has_asked and agent.idle == "brake" and agent.behaviors[1] then
    x, y = force_toward(agent, 0.0, 0.0, agent.time_to_target)
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
    if world.motion_barrier[1] then
      x, y, vx, vy = level.glide(world, from_x, from_y, vx, vy, agent.radius)
    else
      x, y = from_x + vx * dt, from_y + vy * dt
    end
    if not (is_finite(x) and is_finite(y)) then x, y = from_x, from_y end
  end
  local speed = length(vx, vy)
  agent.previous_x, agent.previous_y = from_x, from_y
  agent.x, agent.y, agent.vx, agent.vy, agent.speed = x, y, vx, vy, speed
  if speed > HEADING_SPEED then agent.heading_x, agent.heading_y = direction(vx, vy, speed) end
end

--- Spawners and contacts (sections 21 and 22).
local spawning = {
  -- A spawner adds no agent to a world that has this many.
  MOST_AGENTS = 50000,
  MOST_CONTACTS = 10000,
  -- The triggers of one name that count in a tick.
  MOST_PENDING = 1000,
}

--- All agents decide from the state at the start of the tick; then all agents move.
local function tick_once(world)
  world.tick = world.tick + 1
  world.time = world.tick * world.dt
  local highest_before = world.highest_id
  spawning.run(world)
  world.first_own_event = #world.events + 1
  if world.search_radius > 0 then fill_search_grid(world) end
  for _, agent in ipairs(world.agents) do
    local force_x, force_y = 0.0, 0.0
    agent.node = nil
    if agent.chase and not agent.driven then
      advance_grid_chase(world, agent)
    elseif not agent.driven then
      force_x, force_y = steer(world, agent)
    end
    agent.force_x, agent.force_y, agent.steering = force_x, force_y, length(force_x, force_y)
  end
  for _, agent in ipairs(world.agents) do
    move(world, agent)
  end
  for _, agent in ipairs(world.agents) do
    level.turn(world, agent)
    level.look(world, agent)
  end
  if world.contacts[1] then spawning.find_contacts(world, highest_before) end
end

--- Advances the world by one tick.
function World:step()
  self.events = {}
  tick_once(self)
end

--- Advances the world by as many whole ticks as fit into `seconds` and what earlier calls have kept; keeps the rest.
-- @param seconds since the last call; anything but a finite number above 0 counts as 0
-- @return the number of ticks taken, at most 240: a game that falls behind slows down instead of freezing
function World:advance(seconds)
  self.events = {}
  local elapsed = type(seconds) == "number" and seconds / self.dt or 0.0
  if elapsed > 0 and elapsed < huge then self.accumulator = self.accumulator + elapsed end
  local ticks = 0
  while self.accumulator >= 1.0 do
    if ticks == MAX_TICKS then
      self.accumulator = 0.0
      break
    end
    self.accumulator = self.accumulator - 1.0
    ticks = ticks + 1
    tick_once(self)
  end
  self.interpolation_alpha = self.accumulator
  return ticks
end

--- The lowest id of what has this name, or nil.
local function find_id(name, entries)
  local lowest = math.huge
  for id, entry in pairs(entries) do
    if entry.name == name then lowest = math.min(lowest, id) end
  end
  return lowest < math.huge and lowest or nil
end

--- The id of the agent with this name, or nil; of several, the lowest.
function World:find_agent(name)
  return find_id(name, self.agents_by_id)
end

--- The id of the marker with this name, or nil; of several, the lowest.
function World:find_marker(name)
  return find_id(name, self.markers)
end

--- The id of the path with this name, or nil; of several, the lowest.
function World:find_path(name)
  return find_id(name, self.paths)
end

--- The id of the preset with this name, or nil; of several, the lowest. An export has only the presets of its agents.
function World:find_preset(name)
  return find_id(name, self.presets)
end

--- The id of the wall with this name, or nil; of several, the lowest.
function World:find_wall(name)
  return find_id(name, self.walls)
end

--- The agent with that id, or nil.
function World:agent(id)
  return self.agents_by_id[id]
end

-- A refused call is a bug in the game, so it raises an error that names the line of the call. The error level counts the
-- functions in between: every public function must call these checks directly.

local function refuse(problem)
  error("steerwright: " .. problem, 4)
end

local function check_coordinates(x, y)
  if not (type(x) == "number" and type(y) == "number" and abs(x) <= MAX_COORDINATE and abs(y) <= MAX_COORDINATE) then
    refuse("a coordinate is not a number from -1e9 to 1e9; check how it is computed")
  end
end

local function check_agent(world, id)
  return world.agents_by_id[id] or refuse("there is no agent " .. tostring(id) .. "; it may have been despawned")
end

local function check_path(world, id)
  return world.paths[id] or refuse("there is no path " .. tostring(id) .. "; use an id that is in the scene")
end

local function check_preset(world, id)
  return world.presets[id] or refuse("there is no preset " .. tostring(id) .. "; find its id by its name")
end

local function check_target(world, kind, id)
  if kind == "marker" and not world.markers[id] or kind == "agent" and not world.agents_by_id[id] then
    refuse("there is no " .. kind .. " " .. tostring(id) .. "; use an id that is in the scene")
  elseif kind ~= "marker" and kind ~= "agent" and kind ~= "pointer" and kind ~= "none" then
    refuse(tostring(kind) .. " is not a kind of target; use marker, agent, pointer or none")
  end
end

--- What a target or danger refers to: something with `x`, `y`, `vx` and `vy`, or false for none.
local function resolve_target(world, agent, kind, id)
  if kind == "none" then return false end
  if kind == "pointer" then return world.pointer end
  local found = (kind == "marker" and world.markers or world.agents_by_id)[id]
  return found ~= agent and found or false
end

--- Moves the pointer.
function World:set_pointer(x, y)
  check_coordinates(x, y)
  self.pointer.x, self.pointer.y = x + 0.0, y + 0.0
end

--- Tells whether the pointer is pressed, which spawners can wait for.
function World:set_pressed(is_pressed)
  self.is_new_press = self.is_new_press or (is_pressed and not self.is_pressed) or false
  self.is_pressed = is_pressed and true or false
end

--- Fires the spawners that wait for this name at the start of the next tick.
-- @return whether there is one
function World:trigger(name)
  local is_known = false
  for _, spawner in ipairs(self.spawners) do
    if spawner.when == "trigger" and spawner.trigger == name then
      is_known = true
      spawner.pending = math.min(spawner.pending + 1, spawning.MOST_PENDING)
    end
  end
  return is_known
end

--- Moves a marker.
function World:move_marker(id, x, y)
  check_target(self, "marker", id)
  check_coordinates(x, y)
  local marker = self.markers[id]
  marker.x, marker.y = x + 0.0, y + 0.0
end

--- Sets the target of an agent: `"marker"` or `"agent"` with an id, `"pointer"`, or `"none"`.
function World:set_target(agent_id, kind, id)
  local agent = check_agent(self, agent_id)
  check_target(self, kind, id)
  agent.target, agent.target_key = resolve_target(self, agent, kind, id), level.target_key(kind, id)
end

function level.check_door(world, id, is_open)
  local wall = world.walls[id]
  if not wall then
    refuse("there is no wall " .. tostring(id) .. "; use an id that is in the scene")
  elseif not wall.is_door then
    refuse("the wall " .. tostring(id) .. " is not a door; make it one in the scene")
  elseif type(is_open) ~= "boolean" then
    refuse(tostring(is_open) .. " is not true or false; check how it is computed")
  end
  return wall
end

local function same_blocked_cells(a, b)
  local function is_within(these, those)
    for column, rows in pairs(these) do
      for row in pairs(rows) do
        if not (those[column] and those[column][row]) then return false end
      end
    end
    return true
  end
  return is_within(a, b) and is_within(b, a)
end

--- Opens or closes a door. Cell movers look for their way again if the cells that it crosses become free or blocked.
function World:set_wall_open(wall_id, is_open)
  local wall = level.check_door(self, wall_id, is_open)
  if wall.is_open == is_open then return end
  wall.is_open = is_open
  local earlier = self.blocked
  level.block_cells(self)
  if same_blocked_cells(self.blocked, earlier) then return end
  for _, agent in ipairs(self.agents) do
    if agent.chase then forget_line(agent.chase.state.mover) end
  end
end

--- Whether a wall is a door that is open now.
function World:is_wall_open(wall_id)
  local wall = self.walls[wall_id]
  return wall ~= nil and wall.is_open
end

--- Whether an agent with sight sees the body of another agent now.
function World:sees(agent_id, other_id)
  local agent, other = self.agents_by_id[agent_id], self.agents_by_id[other_id]
  if not (agent and other and agent ~= other and agent.sight) then return false end
  return level.sees(self, agent.sight, agent, other.x, other.y, other.radius)
end

--- Sets the danger of an agent, with the same arguments as `set_target`.
function World:set_danger(agent_id, kind, id)
  local agent = check_agent(self, agent_id)
  check_target(self, kind, id)
  agent.danger = resolve_target(self, agent, kind, id)
end

--- Drives an agent: the next step puts it at (x, y), and there it stays until it is driven elsewhere or released. Its
-- velocity is that of the move, its steering is 0, and its behaviors do not run.
function World:drive(agent_id, x, y)
  local agent = check_agent(self, agent_id)
  check_coordinates(x, y)
  agent.driven, agent.driven_x, agent.driven_y = true, x + 0.0, y + 0.0
end

--- Ends driving: the agent's behaviors run again, from where it is. A cell mover goes to the center of its cell.
function World:release(agent_id)
  local agent = check_agent(self, agent_id)
  if agent.driven and agent.chase then
    enter_cell(self, agent)
    agent.previous_x, agent.previous_y = agent.x, agent.y
  end
  agent.driven = false
end

--- Gives an agent its leader: it has one only if one of its behaviors follows it.
local function bind_leader(world, agent)
  local leader = agent.leader_id and world.agents_by_id[agent.leader_id]
  agent.leader = leader and leader ~= agent and behaviors_of(agent, "follow_leader")[1] and leader or false
end

--- Sets the leader of an agent: the id of an agent, or nil for none.
function World:set_leader(agent_id, leader_id)
  local agent = check_agent(self, agent_id)
  agent.leader_id = leader_id ~= nil and check_agent(self, leader_id).id
  bind_leader(self, agent)
end

--- Sets the path of an agent: the id of a path, or nil for none. Its path following starts as its preset says; with the path
-- that it has already it continues.
function World:set_path(agent_id, path_id)
  local agent = check_agent(self, agent_id)
  local path = path_id ~= nil and check_path(self, path_id)
  if path == agent.path then return end
  agent.path_id, agent.path = path and path_id, path
  for _, behavior in ipairs(behaviors_of(agent, "follow_path")) do
    behavior.state.progress = start_progress(agent, behavior)
  end
end

--- Removes an agent. Targets, dangers and leaders that refer to it become none.
function World:despawn(agent_id)
  local gone = check_agent(self, agent_id)
  spawning.forget(self, gone)
  local agents = {}
  for _, agent in ipairs(self.agents) do
    if agent ~= gone then agents[#agents + 1] = agent end
    if agent.target == gone then
      agent.target, agent.target_key = false, level.target_key("none")
    end
    if agent.danger == gone then agent.danger = false end
    if agent.leader_id == gone.id then agent.leader_id, agent.leader = false, false end
  end
  self.agents, self.agents_by_id[agent_id], self.first_in_cell = agents, nil, {}
end

-- Paths and cells -----------------------------------------------------------------------------------------------------

--- The line of a path, measured when it is first asked for: `points`, a list of tables with `x` and `y`, whether it is
-- `closed`, and its `length`. `run` has the distance of each point from the first.
local function line_of(path)
  if path.line then return path.line end
  local line = { points = {}, closed = path.traversal == "loop", length = 0.0, run = {} }
  local points = line.points
  for i, point in ipairs(path.points) do
    points[i] = { x = point[1], y = point[2] }
    if i > 1 then line.length = line.length + length(point[1] - points[i - 1].x, point[2] - points[i - 1].y) end
    line.run[i] = line.length
  end
  if line.closed and points[1] then
    line.length = line.length + length(points[1].x - points[#points].x, points[1].y - points[#points].y)
  end
  path.line = line
  return line
end

--- The line of a path, to read: a table with `points`, each with `x` and `y`; `closed`, whether the last point leads back to
-- the first; and `length`.
function World:path(path_id)
  return line_of(check_path(self, path_id))
end

--- The place of a path nearest to (x, y): a table with `x`, `y`, `along`, its distance along the path from the first point,
-- and `distance`, that from the given position. Nil if the path has no points.
function World:path_nearest(path_id, x, y)
  local line = line_of(check_path(self, path_id))
  check_coordinates(x, y)
  local points = line.points
  local first = points[1]
  if not first then return nil end
  local nearest = { x = first.x, y = first.y, along = 0.0, distance = length(x - first.x, y - first.y) }
  for i = 1, line.closed and #points > 1 and #points or #points - 1 do
    local a, b = points[i], points[i + 1] or first
    local near_x, near_y, distance = nearest_on_segment(a.x, a.y, b.x, b.y, x, y)
    if distance < nearest.distance then
      local along = line.run[i] + length(near_x - a.x, near_y - a.y)
      nearest = { x = near_x, y = near_y, along = along, distance = distance }
    end
  end
  return nearest
end

--- The point of a path at a distance along it from its first point: its x and y, or nil if the path has no points. On a
-- closed path the distance wraps around, on an open one it is limited to the ends.
function World:path_at(path_id, along)
  local line = line_of(check_path(self, path_id))
  if type(along) ~= "number" or along - along ~= 0 then
    error("steerwright: the distance along a path is not a finite number; check how it is computed", 2)
  end
  local points, total = line.points, line.length
  local first, passed = points[1], 0
  if not first then return nil end
  if line.closed and total > 0 then
    along = math.fmod(along + 0.0, total)
    if along < 0 then along = along + total end
  end
  while passed < #points and line.run[passed + 1] <= along do
    passed = passed + 1
  end
  if passed == 0 then return first.x, first.y end
  local corner, to, run = points[passed], points[passed + 1], line.run[passed + 1]
  if not to then
    if not line.closed then return corner.x, corner.y end
    if not (along < total) then return first.x, first.y end
    to, run = first, total
  end
  local part = (along - line.run[passed]) / (run - line.run[passed])
  return corner.x + (to.x - corner.x) * part, corner.y + (to.y - corner.y) * part
end

--- The cell that contains (x, y): a table with its `column` and `row`, which count along the axes of the game, its center `x`
-- and `y`, the `size` of every cell, and whether it is `blocked`.
function World:cell_at(x, y)
  check_coordinates(x, y)
  local column, row = cell_at(self, x, y)
  return {
    column = column,
    row = row,
    x = center(self, column),
    y = center(self, row),
    size = self.cell_size,
    blocked = is_blocked(self, column, row),
  }
end

------------------------------------------------------------------------------------------------------------------------
-- Loading (section 3)
------------------------------------------------------------------------------------------------------------------------

local FORMAT = one_of("steerwright-export")

--- Lets an agent move by a preset. Its behaviors have no state yet.
local function use_preset(agent, id, preset)
  agent.preset, agent.behaviors = id, {}
  for _, name in ipairs({ "mass", "max_speed", "max_force", "time_to_target", "idle", "by_priority", "radius", "facing", "sight" }) do
    agent[name] = preset[name]
  end
  for i, behavior in ipairs(preset.behaviors) do
    local own = {}
    for name, value in pairs(behavior) do
      own[name] = value
    end
    agent.behaviors[i] = own
  end
  agent.chase = preset.is_cell_mover and agent.behaviors[1] -- the one behavior of a cell mover
end

--- An agent at rest, without references. What it does not have is false instead of nil, since reading a nil calls
-- `Agent.__index`.
local function new_agent(agent_id, name, x, y, random_state)
  return setmetatable({
    id = agent_id,
    name = name,
    x = x,
    y = y,
    vx = 0.0,
    vy = 0.0,
    heading_x = 1.0,
    heading_y = 0.0,
    facing_x = 1.0,
    facing_y = 0.0,
    steering = 0.0,
    random_state = random_state,
    start = false, -- the authored start, for comparison with that of an edited scene
    authored_hx = false, -- where it faces at its start, if that is authored
    authored_hy = false,
    path_id = false,
    leader_id = false,
    chase = false,
    target = false,
    danger = false,
    leader = false,
    path = false,
    driven = false,
    radius = 0.0,
    facing = false,
    sight = false,
    target_key = "", -- the kind and the id of its target
    has_noticed = false, -- whether it has noticed its target
    watch_ticks = 0, -- for how many ticks in a row that was otherwise
    hash_key = false,
    next_in_cell = false,
  }, Agent)
end

--- Where an agent at rest faces when it enters; false if it is not said.
function level.read_heading(field)
  local part = nullable(range(-1, 1), false)
  local hx, hy = field("hx", part, false), field("hy", part, false)
  if not (hx or hy) then return false, false end
  hx, hy = hx or 0.0, hy or 0.0
  field("hx", function()
    if hx == 0 and hy == 0 then return nil, "has no direction, because hx and hy are 0" end
  end)
  return hx, hy
end

--- An agent at its authored start, before its references are resolved.
local function read_agent(field, seed)
  local agent_id = field("id", id)
  local random_state = initial_state(seed, agent_id)
  field("random_state", tuple(4, count))
  for i, word in ipairs(random_state) do
    field("random_state", function(value)
      return derived(word)(value[i])
    end)
  end
  local agent = new_agent(agent_id, field("name", text), field("x", coordinate), field("y", coordinate), random_state)
  agent.vx, agent.vy = field("vx", velocity), field("vy", velocity)
  agent.authored_hx, agent.authored_hy = level.read_heading(field)
  agent.path_id = field("path", nullable(id, false))
  return agent
end

--- Checks that a reference names something else than the agent itself.
local function check_reference(field, name, what, named, named_id, agent)
  field(name, function()
    if not named then return nil, ("names %s %d, which is not in the file"):format(what, named_id) end
    if named == agent then return nil, "names the agent itself" end
  end)
end

local function read_target(field, name, world, agent)
  local target = field(name, nullable(fields))
  if not target then return false end
  local kind = target("kind", TARGET)
  if kind == "pointer" then return world.pointer end
  local target_id = target("id", id)
  local found = resolve_target(world, nil, kind, target_id)
  check_reference(field, name, kind, found, target_id, agent)
  return found
end

--- Moves an agent by a random vector: first its direction is drawn, by rejection from the square, then its length.
local function scatter(world, agent, min, max)
  local x, y, random_state = 1.0, 0.0, agent.random_state
  for _ = 1, 64 do
    local try_x = 2 * next_f64(random_state) - 1
    local try_y = 2 * next_f64(random_state) - 1
    local squared = try_x * try_x + try_y * try_y
    if squared <= 1 and squared > 1e-6 then
      x, y = direction(try_x, try_y, sqrt(squared))
      break
    end
  end
  local distance = min + (max - min) * next_f64(random_state)
  agent.x, agent.y = agent.x + x * distance, agent.y + y * distance * world.turn_sign
end

--- Resolves the references of an agent.
local function bind(world, agent, field)
  agent.target = read_target(field, "target", world, agent)
  local target = field("target", nullable(fields, false))
  local kind = target and target("kind", TARGET) or "none"
  -- The id of the pointer is not read.
  agent.target_key = level.target_key(kind, (kind == "marker" or kind == "agent") and target("id", id))
  agent.danger = read_target(field, "danger", world, agent)
  if agent.path_id then
    agent.path = world.paths[agent.path_id]
    check_reference(field, "path", "path", agent.path, agent.path_id, agent)
  end
  agent.leader_id = field("leader", nullable(id, false))
  if agent.leader_id then
    check_reference(field, "leader", "agent", world.agents_by_id[agent.leader_id], agent.leader_id, agent)
  end
  bind_leader(world, agent)
end

--- Lets an agent enter at its authored start, scattered if there are distances for it.
local function enter(world, agent, min, max)
  local hx, hy = agent.authored_hx, agent.authored_hy
  agent.start = { agent.x, agent.y, agent.vx, agent.vy, hx, hy, min or false, max or false }
  if hx then agent.heading_x, agent.heading_y = direction(hx, hy, length(hx, hy)) end
  if min then scatter(world, agent, min, max) end
  start_behaviors(world, agent)
  agent.previous_x, agent.previous_y = agent.x, agent.y
  agent.speed = length(agent.vx, agent.vy)
  if agent.speed > HEADING_SPEED then
    agent.heading_x, agent.heading_y = direction(agent.vx, agent.vy, agent.speed)
  end
  agent.facing_x, agent.facing_y = agent.heading_x, agent.heading_y
end

--- The distances of the scatter of an agent, or nil.
local function read_scatter(field)
  local distances = field("scatter", nullable(fields))
  if not distances then return nil end
  local min = distances("min", number)
  return min, distances("max", range(min, MAX_LENGTH))
end

--- The id of a preset that agents of the file have: equal ones are one, and ids count from 1 in the order of the file.
local function known_preset(world, preset)
  local key = preset_key(preset)
  for id, known in ipairs(world.presets) do
    if known.key == key then return id end
  end
  preset.key = key
  world.presets[#world.presets + 1] = preset
  return #world.presets
end

--- The largest radius in which any behavior searches for neighbors; 0 if none does.
local function largest_search_radius(presets)
  local largest = 0.0
  for _, preset in ipairs(presets) do
    for _, behavior in ipairs(preset.behaviors) do
      local radius = behavior.kind == "separation" and behavior.radius or behavior.separation_radius or 0.0
      largest = math.max(largest, radius)
    end
  end
  return largest
end

function spawning.read_place(field)
  local place = { kind = field("kind", one_of("point", "marker", "agent", "edge")) }
  if place.kind == "marker" or place.kind == "agent" then
    place.id = field("id", id)
    return place
  end
  place.x, place.y = field("x", coordinate), field("y", coordinate)
  if place.kind == "edge" then
    place.x2, place.y2 = field("x2", coordinate), field("y2", coordinate)
  end
  return place
end

--- A target as its kind and id, or false.
function spawning.read_target(field, name)
  local target = field(name, nullable(fields))
  if not target then return false end
  local kind = target("kind", TARGET)
  return { kind = kind, id = kind ~= "pointer" and target("id", id) or nil }
end

--- A spawner that has not fired yet. All agents of the world are there.
function spawning.read(field, world)
  local spawner = { id = field("id", id), name = field("name", text), fired = 0, pending = 0, alive = 0 }
  spawner.place = spawning.read_place(field("place", fields))
  spawner.scatter_min, spawner.scatter_max = read_scatter(field)
  spawner.when = field("when", one_of("time", "press", "trigger"))
  spawner.trigger = field("trigger", nullable(text, false))
  field("trigger", function()
    local matches = spawner.trigger ~= "" and (spawner.when == "trigger") == (spawner.trigger ~= false)
    if not matches then return nil, "does not match when" end
  end)
  local most, at_least = whole(1, 1e9), { every = 1, lifetime = 1 }
  spawner.count = field("count", whole(1, 1000))
  spawner.times = field("times", nullable(most, false))
  spawner.max_alive = field("max_alive", nullable(most, false))
  for _, name in ipairs({ "delay", "every", "jitter", "lifetime" }) do
    local least = at_least[name]
    local check = range(least and 1e-3 or 0, 1e6)
    local seconds = field(name, least and nullable(check, false) or check)
    local ticks = seconds and ticks_in(seconds, world.dt, least or 0) or 0
    field(name .. "_ticks", derived(ticks))
    spawner[name] = ticks
  end
  field("every", function(value)
    if spawner.when == "time" and value == nil then return nil, "is null, and when is time" end
  end)
  spawner.wait = spawner.delay
  spawner.random_state = initial_state(world.seed, spawner.id, true)
  field("random_state", tuple(4, count))
  for i, word in ipairs(spawner.random_state) do
    field("random_state", function(value)
      return derived(word)(value[i])
    end)
  end
  spawner.path = field("path", nullable(id, false))
  if spawner.path then check_reference(field, "path", "path", world.paths[spawner.path], spawner.path) end
  spawner.target, spawner.danger = spawning.read_target(field, "target"), spawning.read_target(field, "danger")
  spawner.leader = field("leader", nullable(id, false))
  if spawner.leader then
    check_reference(field, "leader", "agent", world.agents_by_id[spawner.leader], spawner.leader)
  end
  for _, name in ipairs({ "place", "target", "danger" }) do
    local named = spawner[name]
    local entries = named and (named.kind == "marker" and world.markers or named.kind == "agent" and world.agents_by_id)
    if entries then check_reference(field, name, named.kind, entries[named.id], named.id) end
  end
  spawner.preset = known_preset(world, read_preset(field, world.dt))
  return spawner
end

function spawning.read_contact(field, world)
  local function preset(value)
    local found, problem = id(value)
    if found and not world.presets[found] then return nil, "is not a preset of the file" end
    return found, problem
  end
  local despawn = field("despawn", one_of("none", "first", "second", "both"))
  field("name", text)
  return {
    id = field("id", id),
    first = field("first", preset),
    second = field("second", preset),
    distance = field("distance", nullable(number, false)),
    margin = field("margin", number),
    first_goes = despawn == "first" or despawn == "both",
    second_goes = despawn == "second" or despawn == "both",
  }
end

--- Reads a list that may be missing, in the order of ids.
function spawning.read_list(field, name, world, read)
  local entries, used = {}, {}
  for i, entry_field in ipairs(field(name, list_of(fields), {})) do
    used[entry_field("id", new_id(used))] = true
    entries[i] = read(entry_field, world)
  end
  table.sort(entries, function(a, b)
    return a.id < b.id
  end)
  return entries
end

function spawning.report(world, agent_id, kind, source, other)
  local event = { tick = world.tick, agent = agent_id, kind = kind, source = source, other = other }
  world.events[#world.events + 1] = event
end

--- Forgets an agent that is removed.
function spawning.forget(world, gone)
  for i, spawned in ipairs(world.spawned) do
    if spawned.agent == gone.id then
      spawned.spawner.alive = spawned.spawner.alive - 1
      table.remove(world.spawned, i)
      break
    end
  end
  for _, spawner in ipairs(world.spawners) do
    if spawner.leader == gone.id then spawner.leader = false end
    for _, name in ipairs({ "place", "target", "danger" }) do
      local named = spawner[name]
      if named and named.kind == "agent" and named.id == gone.id then spawner[name] = false end
    end
  end
end

--- The start of a tick: agents expire, and spawners fire.
function spawning.run(world)
  local expired = {}
  for _, spawned in ipairs(world.spawned) do
    if spawned.expires and spawned.expires <= world.tick then expired[#expired + 1] = spawned end
  end
  for _, spawned in ipairs(expired) do
    spawning.report(world, spawned.agent, "expired", spawned.spawner.id)
    world:despawn(spawned.agent)
  end
  for _, spawner in ipairs(world.spawners) do
    for _ = 1, spawning.fires(world, spawner) do
      if spawner.times and spawner.fired >= spawner.times then break end
      spawner.fired = spawner.fired + 1
      if spawner.when ~= "trigger" then spawner.wait = spawning.next_wait(spawner) end
      for _ = 1, spawner.count do
        spawning.spawn(world, spawner)
      end
    end
  end
  world.is_new_press = false
end

--- How often a spawner fires in this tick, if it may.
function spawning.fires(world, spawner)
  local when, wait, fires = spawner.when, spawner.wait, 0
  if when == "time" then
    fires = wait == 0 and 1 or 0
  elseif when == "press" then
    local repeats = world.is_pressed and spawner.every > 0 and wait == 0
    fires = (world.is_new_press or repeats) and 1 or 0
  else
    fires, spawner.pending = spawner.pending, 0
  end
  if fires == 0 and wait > 0 and (when == "time" or world.is_pressed) then spawner.wait = wait - 1 end
  return fires
end

--- The ticks that a spawner waits after it has fired.
function spawning.next_wait(spawner)
  local ticks, jitter = spawner.every, spawner.jitter
  if ticks > 0 and jitter > 0 then
    ticks = ticks - jitter + floor(next_f64(spawner.random_state) * (2 * jitter + 1))
  end
  return ticks > 1 and ticks - 1 or 0
end

--- The point at a fraction of the outline of a rectangle.
function spawning.edge_point(edge, fraction)
  local x, y, x2, y2 = edge.x, edge.y, edge.x2, edge.y2
  local w, h = abs(x2 - x), abs(y2 - y)
  local s = fraction * (w + h + w + h)
  local function between(px, py, qx, qy, t)
    return px + (qx - px) * t, py + (qy - py) * t
  end
  if s < w then return between(x, y, x2, y, s / w) end
  if s < w + h then return between(x2, y, x2, y2, (s - w) / h) end
  if s < w + h + w then return between(x2, y2, x, y2, (s - (w + h)) / w) end
  return between(x, y2, x, y, h > 0 and (s - (w + h + w)) / h or 0.0)
end

--- Where an agent enters, before its scatter; nil if the place is gone.
function spawning.place(world, spawner, random_state)
  local place = spawner.place
  if not place then return nil end
  if place.kind == "edge" then return spawning.edge_point(place, next_f64(random_state)) end
  if place.kind == "marker" then place = world.markers[place.id] end
  if place and place.kind == "agent" then place = world.agents_by_id[place.id] end
  if place then return place.x, place.y end
end

--- Adds an agent of a spawner, if there is room and a place for it.
function spawning.spawn(world, spawner)
  if spawner.max_alive and spawner.alive >= spawner.max_alive then return end
  if #world.agents >= spawning.MOST_AGENTS or world.highest_id >= MAX_U32 then return end
  local agent_id = world.highest_id + 1
  local random_state = initial_state(world.seed, agent_id)
  local x, y = spawning.place(world, spawner, random_state)
  if not x then return end
  local agent = new_agent(agent_id, "", x, y, random_state)
  if spawner.scatter_min then scatter(world, agent, spawner.scatter_min, spawner.scatter_max) end
  use_preset(agent, spawner.preset, world.presets[spawner.preset])
  local target, danger = spawner.target, spawner.danger
  if target then
    agent.target = resolve_target(world, agent, target.kind, target.id)
    agent.target_key = level.target_key(target.kind, target.id)
  end
  if danger then agent.danger = resolve_target(world, agent, danger.kind, danger.id) end
  agent.path_id, agent.path = spawner.path, spawner.path and world.paths[spawner.path]
  agent.leader_id = spawner.leader
  bind_leader(world, agent)
  enter(world, agent)
  spawning.add(world, agent)
  spawner.alive = spawner.alive + 1
  local expires = spawner.lifetime > 0 and world.tick + spawner.lifetime
  world.spawned[#world.spawned + 1] = { agent = agent_id, spawner = spawner, expires = expires }
  spawning.report(world, agent_id, "spawned", spawner.id)
end

--- Adds an agent whose id is the highest ever.
function spawning.add(world, agent)
  local agents = { agent }
  for i, other in ipairs(world.agents) do
    agents[i], agents[i + 1] = other, agent
  end
  world.agents, world.agents_by_id[agent.id], world.highest_id = agents, agent, agent.id
end

--- A function of an agent that returns the agents of a list that it can touch, in the order of ids.
function spawning.nearby(agents, reach, searches)
  if not (reach > 0) or #agents * searches <= 1024 then
    return function()
      return agents
    end
  end
  local cells = {}
  for _, agent in ipairs(agents) do
    local key = hash_key(hash_index(agent.x, reach), hash_index(agent.y, reach))
    cells[key] = cells[key] or {}
    table.insert(cells[key], agent)
  end
  return function(agent)
    local found, x, y = {}, agent.x, agent.y
    -- Wider by more than the rounding errors, so that no neighbor at the edge is missed.
    local reach_x, reach_y = reach * (1 + 1e-9) + abs(x) * 1e-15, reach * (1 + 1e-9) + abs(y) * 1e-15
    for column = hash_index(x - reach_x, reach), hash_index(x + reach_x, reach) do
      for row = hash_index(y - reach_y, reach), hash_index(y + reach_y, reach) do
        for _, other in ipairs(cells[hash_key(column, row)] or {}) do
          found[#found + 1] = other
        end
      end
    end
    table.sort(found, function(a, b)
      return a.id < b.id
    end)
    return found
  end
end

--- Reports the contacts of a rule, at most this many, and returns their number. `gone` has the ids of those that go, as a list and as keys.
function spawning.apply_contact(world, rule, highest_before, most, gone)
  if most == 0 then return 0 end
  local firsts, seconds = {}, {}
  for _, agent in ipairs(world.agents) do
    if agent.preset == rule.first then firsts[#firsts + 1] = agent end
    if agent.preset == rule.second then seconds[#seconds + 1] = agent end
  end
  if not firsts[1] or not seconds[1] then return 0 end
  local reach = rule.distance or firsts[1].radius + seconds[1].radius + rule.margin
  local function touches(x, y, x2, y2)
    return (x2 - x) * (x2 - x) + (y2 - y) * (y2 - y) <= reach * reach
  end
  local function go(agent)
    gone[agent], gone[#gone + 1] = true, agent.id
  end
  local function is_contact(a, b)
    if rule.first == rule.second and b.id <= a.id or a == b then return false end
    if not touches(a.x, a.y, b.x, b.y) or gone[b] then return false end
    if rule.first_goes or rule.second_goes or a.id > highest_before or b.id > highest_before then return true end
    return not touches(a.previous_x, a.previous_y, b.previous_x, b.previous_y)
  end
  local near, found = spawning.nearby(seconds, reach, #firsts), 0
  for _, a in ipairs(firsts) do
    for _, b in ipairs(gone[a] and {} or near(a)) do
      if is_contact(a, b) then
        spawning.report(world, a.id, "contact", rule.id, b.id)
        if rule.second_goes then go(b) end
        if rule.first_goes then go(a) end
        found = found + 1
        if found == most then return found end
        if rule.first_goes then break end
      end
    end
  end
  return found
end

--- Finds the agents that touch, after all have moved. Those with an id above `highest_before` are new.
function spawning.find_contacts(world, highest_before)
  local gone, most = {}, spawning.MOST_CONTACTS
  for _, rule in ipairs(world.contacts) do
    most = most - spawning.apply_contact(world, rule, highest_before, most, gone)
  end
  for _, agent_id in ipairs(gone) do
    world:despawn(agent_id)
  end
end

--- Lets the spawners of an edited world continue that have the same times.
function spawning.go_on(world, earlier_world)
  for _, spawner in ipairs(world.spawners) do
    for _, earlier in ipairs(earlier_world.spawners) do
      local is_same = earlier.id == spawner.id and world.seed == earlier_world.seed
      for _, name in ipairs({ "when", "trigger", "delay", "every", "jitter", "times" }) do
        is_same = is_same and earlier[name] == spawner[name]
      end
      for _, name in ipairs(is_same and { "wait", "fired", "pending", "random_state" } or {}) do
        spawner[name] = earlier[name]
      end
    end
  end
end

local function read_world(scene)
  local field, problem = fields(scene, "", "")
  if problem then fail("the file", problem) end
  field("format", FORMAT)
  local integer = whole(0, MAX_INTEGER)
  local version = field("format_version", whole(1, MAX_INTEGER))
  local min_reader = field("min_reader", whole(1, MAX_INTEGER), version)
  if min_reader > VERSION then
    local versions = "the file needs a runtime for version %d, and this one is for version %d"
    fail("min_reader", versions:format(min_reader, VERSION), "use the runtime that came with the editor")
  end
  local pointer, cells = field("pointer", fields), field("cells", fields)
  local origin = field("origin", fields, false)
  local y_down = field("y_down", boolean)
  local dt = 1 / field("ticks_per_second", range(1, 1000))
  local seed = field("seed", integer)
  field("name", text)
  field("unit", text)
  local world = setmetatable({
    tick = 0,
    time = 0.0,
    dt = dt,
    seed = seed,
    interpolation_alpha = 0.0,
    agents = {},
    events = {},
    accumulator = 0.0, -- the part of a tick that `advance` has kept
    y_down = y_down,
    plane = field("plane", PLANE, "xy"),
    scale = field("scale", range(1e-6, 1e6), 1.0),
    origin_x = origin and origin("x", coordinate) or 0.0,
    origin_y = origin and origin("y", coordinate) or 0.0,
    turn_sign = field("turn_sign", derived(y_down and -1 or 1)),
    pointer = { x = pointer("x", coordinate), y = pointer("y", coordinate), vx = 0.0, vy = 0.0 },
    cell_size = cells("size", range(1e-3, 1e6)),
    painted = {}, -- the blocked cells of the scene: true, by column and row
    blocked = {}, -- these, and those that closed walls cross
    skin = field("skin", range(1e-9, 1)),
    walls = {}, -- by id
    motion_barrier = false,
    sight_barrier = false,
    spawners = {}, -- by order of id, as the next
    contacts = {},
    spawned = {}, -- the agents that spawners have added: `agent`, `spawner`, `expires`
    is_pressed = false,
    is_new_press = false,
    first_own_event = 1, -- the index of the first event of agents in this tick
    agents_by_id = {},
    highest_id = 0, -- that an agent ever had
    presets = {}, -- by id
    markers = {}, -- by id
    paths = {}, -- by id
    search_radius = 0.0, -- the size of a cell of the search grid
    first_in_cell = {}, -- the first agent of each cell of the search grid, by key
    found = {}, -- the result of `agents_near`
  }, World)
  for _, cell in ipairs(cells("blocked", CELLS)) do
    local column, row = cell[1], cell[2]
    world.painted[column] = world.painted[column] or {}
    world.painted[column][row] = true
  end
  for _, wall_field in ipairs(field("walls", list_of(fields))) do
    world.walls[wall_field("id", new_id(world.walls))] = level.read_wall(wall_field)
  end
  level.prepare(world)
  for _, path_field in ipairs(field("paths", list_of(fields))) do
    world.paths[path_field("id", new_id(world.paths))] = read_path(path_field, dt)
  end
  for _, marker_field in ipairs(field("markers", list_of(fields))) do
    local marker = { x = marker_field("x", coordinate), y = marker_field("y", coordinate), vx = 0.0, vy = 0.0 }
    marker.name = marker_field("name", text)
    marker_field("kind", MARKER)
    world.markers[marker_field("id", new_id(world.markers))] = marker
  end
  local agent_fields = field("agents", list_of(fields))
  for i, agent_field in ipairs(agent_fields) do
    local agent, preset = read_agent(agent_field, seed), read_preset(agent_field, dt)
    local preset_id = known_preset(world, preset)
    use_preset(agent, preset_id, world.presets[preset_id])
    world.agents[i], world.agents_by_id[agent_field("id", new_id(world.agents_by_id))] = agent, agent
    world.highest_id = math.max(world.highest_id, agent.id)
  end
  for i, agent_field in ipairs(agent_fields) do
    bind(world, world.agents[i], agent_field)
    enter(world, world.agents[i], read_scatter(agent_field))
  end
  table.sort(world.agents, function(a, b)
    return a.id < b.id
  end)
  world.spawners = spawning.read_list(field, "spawners", world, spawning.read)
  world.contacts = spawning.read_list(field, "contacts", world, spawning.read_contact)
  world.search_radius = largest_search_radius(world.presets)
  return world
end

--- Makes a world, at tick 0, from an exported scene.
-- @param scene the text of a NAME.steer.json, or what `decode` returned for it
-- @return the world, or nil and a message that says what is wrong, where, and what to do
function steerwright.load(scene)
  return attempt(function()
    return read_world(type(scene) == "table" and scene or decode(scene, NULL))
  end)
end

------------------------------------------------------------------------------------------------------------------------
-- Edits of a running world (section 16)
------------------------------------------------------------------------------------------------------------------------

-- The fields of an agent that goes on, besides the memory of its behaviors.
local KEPT = {
  "x", "y", "previous_x", "previous_y", "vx", "vy", "speed", "heading_x", "heading_y", "facing_x", "facing_y",
  "steering", "driven", "driven_x", "driven_y", "random_state",
}

--- Whether two lists have the same entries.
local function same_entries(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

local function same_placement(a, b)
  return a.y_down == b.y_down and a.scale == b.scale and a.origin_x == b.origin_x and a.origin_y == b.origin_y
end

--- Keeps the progress within a path that was edited.
local function fit_progress(path, progress)
  local last = #path.nodes
  progress.target_node = math.min(progress.target_node, math.max(last, 1))
  local target_node = progress.target_node
  if path.traversal ~= "once" or target_node ~= last then progress.finished = false end
  if progress.backward and path.traversal ~= "ping_pong" then progress.backward, progress.leg = false, false end
  if not progress.leg then return end
  local leads_to_target = target_node - 1
  if progress.backward then
    leads_to_target = target_node
  elseif target_node == 1 then
    leads_to_target = path.traversal == "loop" and last
  end
  if last == 0 or progress.leg ~= leads_to_target then
    progress.leg = false
  else
    progress.passed = math.min(progress.passed, path.nodes[progress.leg].between)
  end
end

-- For each kind of behavior that has memory, takes it over from its predecessor: a function of the two behaviors, their
-- agents and their worlds, the edited ones first.
local TAKE_OVER = {}

function TAKE_OVER.arrive(behavior, earlier)
  behavior.state.arrived = earlier.state.arrived
end

function TAKE_OVER.follow_path(behavior, earlier, agent, earlier_agent)
  local same_node = behavior.start ~= "node" or behavior.start_node == earlier.start_node
  if agent.path_id == earlier_agent.path_id and behavior.start == earlier.start and same_node then
    behavior.state.progress = earlier.state.progress
    if agent.path then fit_progress(agent.path, behavior.state.progress) end
  end
end

function TAKE_OVER.homing_walk(behavior, earlier)
  local state, earlier_state = behavior.state, earlier.state
  state.arrived, state.in_aggro = earlier_state.arrived, earlier_state.in_aggro
  if behavior.smooth == earlier.smooth then state.walk = earlier_state.walk end
end

function TAKE_OVER.grid_chase(behavior, earlier, agent, earlier_agent, world, earlier_world)
  local state, earlier_state = behavior.state, earlier.state
  state.arrived, state.line_seen = earlier_state.arrived, earlier_state.line_seen
  if world.cell_size ~= earlier_world.cell_size then return end
  -- It goes on with its step, so it is not in the center of its cell.
  state.mover, agent.x, agent.y = earlier_state.mover, earlier_agent.x, earlier_agent.y
  local same_chase = behavior.method == earlier.method
    and behavior.mode == earlier.mode
    and behavior.step_interval == earlier.step_interval
    and behavior.max_path_length == earlier.max_path_length
  if not same_chase or not same_blocked_cells(world.blocked, earlier_world.blocked) then forget_line(state.mover) end
end

--- Lets an agent of the edited scene go on from where it was.
local function go_on(world, agent, earlier_world, earlier_agent)
  for _, name in ipairs(KEPT) do
    agent[name] = rawget(earlier_agent, name)
  end
  level.keep_facing(agent)
  agent.node = not agent.chase and rawget(earlier_agent, "node") or nil
  agent.has_noticed, agent.watch_ticks = false, 0
  if level.same_sight(agent.sight, earlier_agent.sight) and agent.target_key == earlier_agent.target_key then
    agent.has_noticed, agent.watch_ticks = earlier_agent.has_noticed, earlier_agent.watch_ticks
  end
  start_behaviors(world, agent)
  for kind, take_over in pairs(TAKE_OVER) do
    local predecessors = behaviors_of(earlier_agent, kind)
    for i, behavior in ipairs(behaviors_of(agent, kind)) do
      if predecessors[i] then take_over(behavior, predecessors[i], agent, earlier_agent, world, earlier_world) end
    end
  end
end

--- Keeps the tables that the game may hold: the agents whose ids are still there, and the pointer, move into their old
-- tables.
local function keep_tables(world, earlier_world)
  local kept = { [world.pointer] = earlier_world.pointer }
  for _, agent in ipairs(world.agents) do
    kept[agent] = earlier_world.agents_by_id[agent.id]
  end
  for i, agent in ipairs(world.agents) do
    for _, role in ipairs({ "target", "danger", "leader" }) do
      agent[role] = kept[agent[role]] or agent[role]
    end
    local earlier_agent = kept[agent]
    if earlier_agent then
      for name in pairs(earlier_agent) do
        earlier_agent[name] = nil
      end
      for name, value in pairs(agent) do
        earlier_agent[name] = value
      end
      world.agents[i], world.agents_by_id[agent.id] = earlier_agent, earlier_agent
    end
  end
  world.pointer = earlier_world.pointer
end

--- Applies an edited scene while the world runs. Agents that are still there go on from where they are, with the new
-- parameters. New agents, and those whose authored start was edited, enter at their start, unless they are driven. If
-- the scale, the origin or the direction of y changed, all agents enter. The tick, the events and the pointer stay. What
-- the game changed by other calls is as in the scene again, and agents that it spawned are gone. Presets may have other ids:
-- find them by name again.
-- @param scene as for `load`
-- @return true, or nil and the message that `load` would return; then nothing has changed
function World:apply_scene(scene)
  local world, problem = steerwright.load(scene)
  if not world then return nil, problem end
  for _, agent in ipairs(same_placement(world, self) and world.agents or {}) do
    local earlier = self.agents_by_id[agent.id]
    local goes_on = earlier and (earlier.driven or same_entries(agent.start, earlier.start))
    if goes_on then go_on(world, agent, self, earlier) end
  end
  if same_placement(world, self) then spawning.go_on(world, self) end
  world.is_pressed, world.is_new_press = self.is_pressed, self.is_new_press
  keep_tables(world, self)
  world.highest_id = math.max(world.highest_id, self.highest_id)
  world.tick, world.time, world.events = self.tick, self.tick * world.dt, self.events
  world.accumulator, world.interpolation_alpha = self.accumulator, self.interpolation_alpha
  for name, value in pairs(world) do
    self[name] = value
  end
  return true
end

------------------------------------------------------------------------------------------------------------------------
-- Populating a running world (section 15)
------------------------------------------------------------------------------------------------------------------------

--- Lets an agent continue by another preset.
local function change_preset(world, agent, id, preset)
  local earlier = setmetatable({}, Agent)
  for name, value in pairs(agent) do
    earlier[name] = value
  end
  use_preset(agent, id, preset)
  bind_leader(world, agent)
  go_on(world, agent, world, earlier)
end

--- Adds an agent with a preset, at rest at (x, y). It has no name, path, target, danger or leader yet.
-- @return its id: the highest id so far plus 1
function World:spawn(preset_id, x, y)
  local preset = check_preset(self, preset_id)
  check_coordinates(x, y)
  local agent_id = math.min(self.highest_id + 1, MAX_U32)
  if self.agents_by_id[agent_id] then
    error("steerwright: there is an agent " .. agent_id .. " already; despawn it first", 2)
  end
  local agent = new_agent(agent_id, "", x + 0.0, y + 0.0, initial_state(self.seed, agent_id))
  use_preset(agent, preset_id, preset)
  enter(self, agent)
  spawning.add(self, agent)
  return agent_id
end

--- Sets the preset that an agent moves by. It continues from where it is, and its behaviors keep their memory.
function World:set_preset(agent_id, preset_id)
  local agent = check_agent(self, agent_id)
  change_preset(self, agent, preset_id, check_preset(self, preset_id))
end

--- Replaces a preset: all its agents move by the new one from now on.
-- @param source the fields of an agent in an export that come from its preset (`preset`, `color`, `body`, `motion`,
-- `blend_mode`, `behaviors`): the text, or what `decode` returned for it
-- @return true, or nil and a message that says what is wrong; then nothing has changed
function World:replace_preset(preset_id, source)
  check_preset(self, preset_id)
  local preset, problem = attempt(function()
    local field, unreadable = fields(type(source) == "table" and source or decode(source, NULL), "", "")
    if unreadable then fail("the preset", unreadable) end
    return read_preset(field, self.dt)
  end)
  if not preset then return nil, problem end
  self.presets[preset_id] = preset
  self.search_radius = largest_search_radius(self.presets)
  for _, agent in ipairs(self.agents) do
    if agent.preset == preset_id then change_preset(self, agent, preset_id, preset) end
  end
  return true
end

return steerwright
