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

local json = {}

json.MAX_DEPTH = 127 -- of lists and objects within each other
json.ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function fail(where, problem, fix)
  local message = ("%s: %s; %s"):format(where, problem, fix or "export the scene again")
  error(setmetatable({ message = message }, LoadError), 0)
end

function json.fail_text(text, at, problem)
  local _, lines = sub(text, 1, at - 1):gsub("\n", "")
  fail("line " .. lines + 1, problem)
end

function json.skip_whitespace(text, at)
  return find(text, "[^ \t\r\n]", at) or #text + 1
end

function json.number(text, at)
  local _, last = find(text, "^-?%d+", at)
  if not last or find(text, "^-?0%d", at) then json.fail_text(text, at, "is not JSON") end
  last = select(2, find(text, "^%.%d+", last + 1)) or last
  last = select(2, find(text, "^[eE][+-]?%d+", last + 1)) or last
  local digits = sub(text, at, last)
  local number = tonumber(digits)
  if not number then
    -- Before Lua 5.3, tonumber expects the decimal separator of the process's locale.
    number = tonumber((digits:gsub("%.", sub(("%.1f"):format(0.5), 2, 2))))
  end
  if not number or abs(number) == huge then json.fail_text(text, at, "has a number that is too large") end
  return number, last + 1
end

-- The forms of the bytes of a character beyond ASCII, as in RFC 3629.
json.UTF8 = {
  "^[\194-\223][\128-\191]",
  "^\224[\160-\191][\128-\191]",
  "^[\225-\236\238\239][\128-\191][\128-\191]",
  "^\237[\128-\159][\128-\191]",
  "^\240[\144-\191][\128-\191][\128-\191]",
  "^[\241-\243][\128-\191][\128-\191][\128-\191]",
  "^\244[\128-\143][\128-\191][\128-\191]",
}

function json.check_utf8(text)
  local at = find(text, "[\128-\255]")
  while at do
    local last
    for _, form in ipairs(json.UTF8) do
      last = last or select(2, find(text, form, at))
    end
    if not last then json.fail_text(text, at, "is not UTF-8") end
    at = find(text, "[\128-\255]", last + 1)
  end
end

function json.utf8_of(code)
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
function json.unicode(text, at)
  local code = tonumber(match(text, "^\\u(%x%x%x%x)", at) or "", 16)
  at = at + 6
  if code and code >= 0xD800 and code < 0xDC00 then
    local low = tonumber(match(text, "^\\u([dD][c-fC-F]%x%x)", at) or "", 16)
    code, at = low and 65536 + (code - 0xD800) * 1024 + (low - 0xDC00), at + 6
  elseif code and code >= 0xDC00 and code < 0xE000 then
    code = nil
  end
  return json.utf8_of(code or json.fail_text(text, at - 6, "has an invalid \\u escape")), at
end

function json.string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local stop = find(text, '[%z\1-\31"\\]', at) or json.fail_text(text, at, "has a string without an end")
    parts[#parts + 1] = sub(text, at, stop - 1)
    local escape = match(text, "^\\(.)", stop)
    if escape == "u" then
      parts[#parts + 1], at = json.unicode(text, stop)
    elseif json.ESCAPES[escape or ""] then
      parts[#parts + 1], at = json.ESCAPES[escape], stop + 2
    elseif sub(text, stop, stop) == '"' then
      return table.concat(parts), stop + 1
    else
      json.fail_text(text, stop, "has a string with an invalid character")
    end
  end
end

--- Calls `entry(at)`, which returns the position after the entry, for each entry up to the closing bracket.
function json.entries(text, at, close, entry)
  at = json.skip_whitespace(text, at + 1)
  if sub(text, at, at) == close then return at + 1 end
  while true do
    at = json.skip_whitespace(text, entry(at))
    local separator = sub(text, at, at)
    if separator == close then return at + 1 end
    if separator ~= "," then json.fail_text(text, at, "has no , or " .. close .. " after an entry") end
    at = at + 1
  end
end

function json.list(text, at, depth, null)
  local list, count = setmetatable({}, List), 0
  at = json.entries(text, at, "]", function(from)
    local value, after = json.value(text, from, depth, null)
    count = count + 1
    -- A nil would leave a hole in the list.
    list[count] = value or false
    return after
  end)
  return list, at
end

function json.object(text, at, depth, null)
  local object = setmetatable({}, null and ObjectWithNulls)
  at = json.entries(text, at, "}", function(from)
    from = json.skip_whitespace(text, from)
    if sub(text, from, from) ~= '"' then json.fail_text(text, from, "has an entry without a key") end
    local key, colon = json.string(text, from)
    colon = json.skip_whitespace(text, colon)
    if sub(text, colon, colon) ~= ":" then json.fail_text(text, colon, "has no : after a key") end
    local value, after = json.value(text, colon + 1, depth, null)
    object[key] = value
    return after
  end)
  return object, at
end

function json.value(text, at, depth, null)
  at = json.skip_whitespace(text, at)
  local first = sub(text, at, at)
  if first == "{" or first == "[" then
    if depth == json.MAX_DEPTH then json.fail_text(text, at, "is nested too deeply") end
    return (first == "{" and json.object or json.list)(text, at, depth + 1, null)
  elseif first == '"' then
    return json.string(text, at)
  elseif find(text, "^true", at) then
    return true, at + 4
  elseif find(text, "^false", at) then
    return false, at + 5
  elseif find(text, "^null", at) then
    return null, at + 4
  end
  return json.number(text, at)
end

--- Decodes JSON. A null in an object becomes `null`, or no entry without one.
local function decode(text, null)
  if type(text) ~= "string" then fail("the file", "is not a string") end
  json.check_utf8(text)
  local start = sub(text, 1, 3) == "\239\187\191" and 4 or 1 -- after the byte order mark
  local value, at = json.value(text, start, 0, null)
  if json.skip_whitespace(text, at) <= #text then json.fail_text(text, at, "has text after its end") end
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
local RADIANS_PER_DEGREE, DEGREES_PER_RADIAN = pi / 180, 180 / pi
local MAX_COORDINATE = 1e9
local MIN_INDEX, MAX_INDEX = -2147483648, 2147483647

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

local number, coordinate, velocity = range(0, MAX_LENGTH), range(-MAX_COORDINATE, MAX_COORDINATE), range(-1e6, 1e6)
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

--- A text that is not empty.
local function title(value)
  if value == "" then return nil, "is empty" end
  return text(value)
end

local function flag(value)
  if type(value) == "boolean" then return value end
  return nil, "is not true or false"
end

local function choice(...)
  local known, names = {}, table.concat({ ... }, ", ")
  for _, name in ipairs({ ... }) do
    known[name] = true
  end
  return function(value)
    if value ~= nil and known[value] then return value end
    return nil, "is not one of " .. names
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
  return function(value, parent, key)
    if getmetatable(value) ~= List or #value ~= count then return nil, "is not a list of " .. count .. " numbers" end
    local checked = {}
    for i = 1, count do
      local problem
      checked[i], problem = check(value[i])
      if problem then fail(("%s[%d]"):format(field_path(parent, key), i - 1), problem) end
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

--- A list of `least` to `most` entries.
local function short_list(check, least, most)
  local all, problem = list_of(check), ("does not have %d to %d entries"):format(least, most)
  return function(value, parent, key)
    if getmetatable(value) == List and (#value < least or #value > most) then return nil, problem end
    return all(value, parent, key)
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
local FALLOFF = choice("none", "inverse_square")
-- Within which a behavior looks for neighbors.
local NEIGHBOR_RADIUS = range(0, MAX_LENGTH)
local PARAMETERS = {
  seek = {},
  flee = { panic_distance = nullable(number, huge) },
  arrive = {
    target_radius = number,
    slow_radius = number,
    ramp = choice("linear", "sqrt", "quadratic"),
    stop = choice("brake", "coast"),
    time_to_target = TIME_TO_TARGET,
  },
  leave = {
    escape_radius = number,
    danger_radius = number,
    ramp = choice("stepped", "smooth"),
    time_to_target = TIME_TO_TARGET,
  },
  pursue = PREDICTION,
  evade = PREDICTION,
  follow_path = {
    start = choice("first", "nearest", "node"),
    start_node = nullable(count, false),
    target_radius = number,
    slow_radius = number,
    time_to_target = TIME_TO_TARGET,
  },
  separation = { radius = NEIGHBOR_RADIUS, max_separation = number, falloff = FALLOFF },
  alignment = { radius = NEIGHBOR_RADIUS, fov_deg = range(0, 360) },
  cohesion = { radius = NEIGHBOR_RADIUS, fov_deg = range(0, 360) },
  follow_leader = {
    behind_distance = number,
    sight_radius = number,
    slow_radius = number,
    separation_radius = NEIGHBOR_RADIUS,
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
    smooth = flag,
    step_jitter = range(0, 1),
    repick_interval = range(0, 1e4),
  },
  wander = { distance = number, radius = number, rate = range(0, 1e6) },
  search = { radius = number, points = whole(1, 100), wait = range(0, 1e6), slow_radius = number },
  avoid_walls = { ahead_length = number, side_length = number, side_angle_deg = range(0, 180) },
  follow_wall = { side = choice("left", "right"), distance = number, reach = number, look_ahead = number },
  grid_chase = {
    method = choice("axis", "line_of_sight"),
    mode = choice("chase", "evade"),
    step_interval = range(1e-3, 1e4),
    max_path_length = whole(0, 1000000),
  },
}
local KIND = {
  steered = choice(
    "seek", "flee", "arrive", "leave", "pursue", "evade", "follow_path", "separation", "alignment", "cohesion",
    "follow_leader", "homing_walk", "wander", "avoid_walls", "follow_wall", "search"
  ),
  grid_chase = choice("grid_chase"),
}
local MOTION = choice("steered", "grid_chase")
local BLEND_MODE = choice("weighted_sum", "priority")
local IDLE = choice("brake", "coast")
local TRAVERSAL = choice("once", "loop", "ping_pong")
local TARGET = choice("marker", "agent", "pointer")
local POINTS = list_of(tuple(2, coordinate))
local CELLS = list_of(tuple(2, whole(MIN_INDEX, MAX_INDEX)))
local SHAPE = choice("straight", "catmull_rom")
local MARKER = choice("target", "danger")
local PLANE = choice("xy", "xz")
local WEIGHT = range(-1e6, 1e6)

-- For each kind of steered behavior, a function of the world, the agent and the behavior. It returns the force that the
-- behavior asks for, or nothing if it asks for nothing.
local FORCE = {}

-- What concerns walls and sight; in one table, because Lua limits the locals of a file.
local level = {
  ALIGNED = 0.999999999, -- the cosine of a direction that is as good as the wanted one
  MAX_BUCKETS = 4096, -- a box that meets more is not divided into them
}
level.TOWARD = choice("motion", "target", "action")

-- What agents watch, hear and touch, and what they know.
local senses = {
  -- The noises that a game may make between two ticks.
  MAX_NOISES = 1000,
  MAX_WATCHES = 16, -- teams
  GOALS = choice("reference", "perceived", "last_seen", "last_seen_ahead", "last_noise", "left_path", "post"),
  -- The kinds of behaviors with a target or danger, for which a goal may stand.
  GOAL_BEHAVIORS = {
    seek = true, flee = true, arrive = true, leave = true, pursue = true, evade = true, homing_walk = true, grid_chase = true,
  },
}

-- What agents do at the nodes of paths and on the way, and where paths branch.
local nodes = {
  NODE_ACTIONS = choice("wait", "look", "sweep", "speed", "emit", "set_wall", "meet"),
  ALONG_ACTIONS = choice("speed", "emit", "set_wall"),
  AT = choice("direction", "point", "marker"),
  CHOOSE = choice("random", "in_turn"),
  DEGREES = range(-360, 360),
  MAX_ACTIONS = 32, -- actions of a node, places along a segment, and ways that lead on
}

-- The states of agents, and when they change.
local states = {
  RESUME = choice("same", "nearest", "first"),
  ROUTE = choice("direct", "around_walls"),
  ENTER_ACTIONS = choice("emit", "set_wall", "share"),
  TERMS = choice(
    "sees", "sees_not_for", "hears", "told", "touches", "meter_at_least", "meter_at_most", "for", "arrived", "path_finished",
    "near", "event", "search_finished", "no_route"
  ),
  MAX_STATES = 32, -- besides the first
  MAX_TRANSITIONS = 32, -- of a state
  MAX_TERMS = 16, -- of a transition
  MAX_NAMES = 1000, -- that the game may send between two ticks
  MAX_TRIES = 16, -- of a search to find a free place
}

-- The ways of agents around walls.
local routes = {
  -- The kinds of behaviors that may have one; a search always says whether it does.
  ROUTE_BEHAVIORS = { seek = true, arrive = true, pursue = true, homing_walk = true, follow_path = true, grid_chase = true },
  MAX_TAKEN = 65536, -- that are looked at for a way of a cell mover
  -- u, in files without them
  TOUCH_MARGIN = 0.05,
  ROUTE_TOLERANCE = 0.1,
  REPATH_DISTANCE = 1.0,
}

--- A behavior of an agent: its parameters, its `index` in the agent's list, from 0, and later its `state`.
local function read_behavior(field, motion, index, dt)
  local kind = field("kind", KIND[motion])
  local behavior = { kind = kind, index = index, weight = field("weight", WEIGHT), force = FORCE[kind], state = false }
  behavior.neighbor_radius = 0.0
  for name, check in pairs(PARAMETERS[kind]) do
    behavior[name] = field(name, check)
    if check == NEIGHBOR_RADIUS then behavior.neighbor_radius = behavior[name] end
  end
  if senses.GOAL_BEHAVIORS[kind] then senses.read_goal(field, behavior) end
  behavior.route = routes.ROUTE_BEHAVIORS[kind] and field("route", states.ROUTE, "direct") == "around_walls"
  if behavior.fov_deg then behavior.cos2 = level.cos2_of(behavior.fov_deg) end
  if kind == "follow_path" then behavior.resume = field("resume", states.RESUME, "same") end
  if kind == "follow_path" and (behavior.start == "node") ~= (behavior.start_node ~= false) then
    field("start_node", function()
      return nil, "does not match start"
    end)
  elseif kind == "homing_walk" then
    local interval = behavior.repick_interval
    behavior.repick_ticks = field("repick_ticks", derived(interval == 0 and 0 or ticks_in(interval, dt, 1)))
  elseif kind == "search" then
    states.read_search(field, behavior, dt)
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

--- How an agent moves in a state: its behaviors, without their memory.
local function read_motion(field, world)
  local motion = field("motion", MOTION)
  local state = {
    is_cell_mover = motion == "grid_chase",
    by_priority = field("blend_mode", motion == "steered" and BLEND_MODE or null) == "priority",
    behaviors = {},
  }
  local facing = field("facing", nullable(fields, false), false)
  state.facing = facing and level.read_facing(facing, world.dt)
  for i, behavior_field in ipairs(field("behaviors", list_of(fields))) do
    state.behaviors[i] = read_behavior(behavior_field, motion, i - 1, world.dt)
  end
  if state.is_cell_mover then
    field("behaviors", function(value)
      if #value ~= 1 then return nil, "is not a list of one grid chase" end
    end)
  end
  return state
end

-- Custom properties, which games read. They move nothing.
local properties = {}

--- The value of a custom property: `NULL` for null, or nil for what is none.
function properties.value(value)
  local kind = type(value)
  if kind == "number" then return decimal(value + 0.0) end
  if value == NULL or kind == "boolean" or kind == "string" then return value end
end

--- The values that an item has, by name.
function properties.check(value)
  if type(value) ~= "table" or value == NULL or getmetatable(value) == List then return nil, "is not an object" end
  local values = {}
  for name, own in pairs(value) do
    values[name] = properties.value(own)
  end
  return values
end

--- What the scene declares, by name: the kinds of items that have the property, and its default.
function properties.read_declared(field)
  local declared = {}
  field("declared_properties", list_of(function(value, parent, key)
    local entry, problem = properties.check(value)
    if not entry then return nil, problem end
    local name, on = entry.name, value.on
    if type(name) == "string" and getmetatable(on) == List and not declared[name] then
      declared[name] = { on = {}, default = entry.default }
      for _, items in ipairs(on) do
        declared[name].on[items] = true
      end
    end
    return true
  end), {})
  return declared
end

--- The values of all items, by kind and id; those of the nodes of a path in order.
function properties.read(field)
  local all = { declared = properties.read_declared(field), nodes = {} }
  for _, items in ipairs({ "agents", "paths", "markers", "walls" }) do
    all[items] = {}
    for _, entry in ipairs(field(items, list_of(fields))) do
      all[items][entry("id", id)] = entry("properties", properties.check, {})
    end
  end
  for _, path in ipairs(field("paths", list_of(fields))) do
    local of_nodes = {}
    for i, node in ipairs(path("nodes", list_of(fields))) do
      of_nodes[i] = node("properties", properties.check, {})
    end
    all.nodes[path("id", id)] = of_nodes
  end
  return all
end

--- The value of a property among those that an item has, or its default for items of this kind.
function properties.find(all, values, name, items)
  local value, declared = values[name], all.declared[name]
  if value == nil and declared and declared.on[items] then value = declared.default end
  if value == NULL then return nil end
  return value
end

--- The values as a list, in which names cannot be taken for anything else.
function properties.sorted(values)
  local list = {}
  for name, value in pairs(values) do
    list[#list + 1] = { name, value }
  end
  table.sort(list, function(a, b)
    return a[1] < b[1]
  end)
  return list
end

--- What an agent has of its preset: its body, its senses, and its states.
local function read_preset(field, world)
  local body = field("body", fields)
  local preset = {
    name = field("preset", text),
    color = field("color", color):lower(),
    properties = properties.sorted(field("preset_properties", properties.check, {})),
    radius = body("radius", number),
    mass = body("mass", range(1e-3, 1e6)),
    max_speed = body("max_speed", range(0, 1e6)),
    max_force = body("max_force", number),
    time_to_target = body("time_to_target", seconds_to_target),
    idle = body("idle", IDLE),
  }
  local sight = field("sight", nullable(fields, false))
  preset.sight = sight and level.read_sight(sight)
  senses.read(field, body, preset)
  states.read(field, world, preset)
  return preset
end

--- A text that is the same for equal presets, and for no others.
local function preset_key(preset)
  local parts = {}
  local function add(value)
    if type(value) ~= "table" then
      local shown = type(value) == "number" and ("%.17g"):format(value + 0.0) or tostring(value)
      parts[#parts + 1] = ("%s%d:%s"):format(type(value), #shown, shown)
      return
    end
    local names = {}
    for name, entry in pairs(value) do
      if type(name) == "string" and type(entry) ~= "function" then names[#names + 1] = name end
    end
    table.sort(names)
    parts[#parts + 1] = "{"
    for _, name in ipairs(names) do
      parts[#parts + 1] = name
      add(value[name])
    end
    for _, entry in ipairs(value) do
      add(entry)
    end
    parts[#parts + 1] = "}"
  end
  add(preset)
  return table.concat(parts, " ")
end

--- A path whose nodes know the curve points between them and the next node.
local function read_path(field, world)
  local path, dt = { name = field("name", text), radius = field("radius", number) }, world.dt
  path.id, path.traversal = field("id", new_id(world.paths)), field("traversal", TRAVERSAL)
  path.nodes, path.points, path.is_curved, path.has_along = {}, {}, false, false
  path.is_scripted = false -- whether any of its nodes has actions, or leads on in several ways
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
    nodes.read(node_field, world, path.nodes[i])
  end
  if is_curved then add_curves(path.nodes, is_closed, tolerance) end
  for i, node in ipairs(path.nodes) do
    -- Its index among the points, from 1, and the number of curve points between it and the next node.
    node.point, node.between = #path.points + 1, #node.curve
    path.is_curved = path.is_curved or node.between > 0
    path.has_along = path.has_along or node.along ~= false
    path.is_scripted = path.is_scripted or node.actions ~= false or node.along ~= false
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

local function xor_by_digits(a, b)
  local sum, place = 0, 1
  for _ = 1, 8 do
    local low_a, low_b = a % 16, b % 16
    sum = sum + XOR[16 * low_a + low_b] * place
    a, b, place = (a - low_a) / 16, (b - low_b) / 16, place * 16
  end
  return sum
end

local TWO_TO_32 = 4294967296

--- The exclusive or of two words: by what this version of Lua has for it, else by hex digits.
local function find_xor()
  local has_bits, bits = pcall(require, "bit")
  if jit and has_bits then
    local bxor = bits.bxor
    return function(a, b)
      return bxor(a, b) % TWO_TO_32
    end
  elseif _VERSION == "Lua 5.2" and bit32 then
    return bit32.bxor
  end
  -- Before Lua 5.3, this is not Lua.
  local compiled = (loadstring or load)("return function(a, b) return a ~ b end")
  return compiled and compiled() or xor_by_digits
end

local xor = find_xor()

local function rotate_left(word, bits)
  local high = word * 2 ^ bits
  return high % TWO_TO_32 + floor(high / TWO_TO_32)
end

-- The first states of random streams, by arithmetic of 64 bits.
local seeds = {}

--- The words of a 64-bit number in limbs of 16 bits, lowest first.
function seeds.limbs_of(high, low)
  local low_limb, high_limb = low % 65536, high % 65536
  return { low_limb, (low - low_limb) / 65536, high_limb, (high - high_limb) / 65536 }
end

--- a * b + c, wrapped to 64 bits. A 64-bit number is two words, the high one first.
function seeds.multiply_add(a_high, a_low, b_high, b_low, c_high, c_low)
  local a, b, sum, carry = seeds.limbs_of(a_high, a_low), seeds.limbs_of(b_high, b_low), seeds.limbs_of(c_high, c_low), 0
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
function seeds.xor_shifted(high, low, bits)
  local divisor = 2 ^ bits
  local out = high % divisor
  local shifted_low = (low - low % divisor) / divisor + out * (TWO_TO_32 / divisor)
  return xor(high, (high - out) / divisor), xor(low, shifted_low)
end

--- The state of the random stream of an agent at the start, from SplitMix64; with `is_spawner` of a spawner.
local function initial_state(seed, id, is_spawner)
  local low = seed % TWO_TO_32
  local high, state = (seed - low) / TWO_TO_32, {}
  high, low = seeds.multiply_add(is_spawner and 1 or 0, id, 0xD1B54A32, 0xD192ED03, high, low)
  for i = 1, 3, 2 do
    high, low = seeds.multiply_add(high, low, 0, 1, 0x9E3779B9, 0x7F4A7C15)
    local z_high, z_low = seeds.xor_shifted(high, low, 30)
    z_high, z_low = seeds.multiply_add(z_high, z_low, 0xBF58476D, 0x1CE4E5B9, 0, 0)
    z_high, z_low = seeds.xor_shifted(z_high, z_low, 27)
    z_high, z_low = seeds.multiply_add(z_high, z_low, 0x94D049BB, 0x133111EB, 0, 0)
    z_high, z_low = seeds.xor_shifted(z_high, z_low, 31)
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
-- Behaviors: the force that each asks for, from the state at the start of a tick (sections 5 and 7 to 11)
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

--- What a behavior goes to: its goal, or the target of the agent; false for none.
local function behavior_target(agent, behavior)
  if behavior.goal then return senses.goal(agent, behavior) end
  return agent.target
end

--- What a behavior goes away from, likewise.
local function behavior_danger(agent, behavior)
  if behavior.goal then return senses.goal(agent, behavior) end
  return agent.danger
end

function FORCE.seek(world, agent, behavior)
  local target = behavior_target(agent, behavior)
  if not target then return end
  if behavior.route then
    local x, y = target.x, target.y
    local force_x, force_y = routes.steer(world, agent, behavior, x, y, agent.max_speed)
    if force_x then return force_x, force_y end
    return seek(agent, x, y, agent.max_speed)
  end
  return seek(agent, target.x, target.y, agent.max_speed)
end

function FORCE.flee(_, agent, behavior)
  local danger = behavior_danger(agent, behavior)
  if not danger or length(danger.x - agent.x, danger.y - agent.y) > behavior.panic_distance then return end
  return flee(agent, danger.x, danger.y)
end

function FORCE.arrive(world, agent, behavior)
  local target, radius = behavior_target(agent, behavior), behavior.target_radius
  if not target then return end
  set_arrived(world, agent, behavior, length(target.x - agent.x, target.y - agent.y) < radius)
  if behavior.route then
    local force_x, force_y = routes.steer(world, agent, behavior, target.x, target.y, agent.max_speed)
    if force_x then return force_x, force_y end
  end
  local slow_radius, ramp, stop = behavior.slow_radius, behavior.ramp, behavior.stop
  local time_to_target = behavior.time_to_target or agent.time_to_target
  return arrive(agent, target.x, target.y, radius, slow_radius, ramp, stop, agent.max_speed, time_to_target)
end

function FORCE.leave(_, agent, behavior)
  local danger = behavior_danger(agent, behavior)
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

function FORCE.pursue(world, agent, behavior)
  local target = behavior_target(agent, behavior)
  if not target then return end
  local x, y = predict(agent, target, behavior.max_prediction)
  if behavior.route then
    local force_x, force_y = routes.steer(world, agent, behavior, x, y, agent.max_speed)
    if force_x then return force_x, force_y end
  end
  return seek(agent, x, y, agent.max_speed)
end

function FORCE.evade(_, agent, behavior)
  local danger = behavior_danger(agent, behavior)
  if not danger then return end
  return flee(agent, predict(agent, danger, behavior.max_prediction))
end

--- Toward a target that moves at random along a circle ahead.
function FORCE.wander(world, agent, behavior)
  local wander, hx, hy = behavior.state, agent.heading_x, agent.heading_y
  local step = behavior.rate * RADIANS_PER_DEGREE * world.dt
  if step > pi then step = pi end
  local angle = wander.angle + (2 * next_f64(agent.random_state) - 1) * step
  if angle > pi then angle = angle - 2 * pi end
  if angle < -pi then angle = angle + 2 * pi end
  wander.angle = angle
  local x, y = rotate(hx, hy, angle * world.turn_sign)
  x, y = hx * behavior.distance + x * behavior.radius, hy * behavior.distance + y * behavior.radius
  x, y = direction(x, y, length(x, y))
  return force_toward(agent, x * agent.max_speed, y * agent.max_speed, agent.time_to_target)
end

-- Path following ------------------------------------------------------------------------------------------------------

--- Progress along a path. The indices of nodes and of actions count from 1 here.
local function new_progress(path, target_node)
  return {
    path = path, -- or false
    target_node = target_node,
    wait_left = 0, -- ticks
    finished = false,
    backward = false,
    leg = false, -- the node whose segment is walked; false on the way to the first node
    passed = 0, -- how many of the segment's points are passed
    along_passed = 0, -- how many of the segment's actions are done
    action = false, -- the action of the target node that holds the agent
    action_ticks = 0, -- that are left of a wait
    arrivals = 0, -- at the directions of a sweep
    turned = false, -- whether the agent has turned to where the action asked it to look
    speed_limit = huge,
    came_path = false, -- the id of the path, and the node, that it left last
    came_node = 0,
    turns = {}, -- how often it chose in turn, by the id of the path and the node
  }
end

--- The progress of an agent that starts its path where it is.
local function start_progress(agent, behavior, start)
  local path, target_node = agent.path, 1
  start = start or behavior.start
  local path_nodes = path and path.nodes or {}
  if start == "node" then
    target_node = math.max(1, math.min(behavior.start_node + 1, #path_nodes))
  elseif start == "nearest" then
    local nearest = huge
    for i, node in ipairs(path_nodes) do
      local distance = length(node.x - agent.x, node.y - agent.y)
      if distance < nearest then nearest, target_node = distance, i end
    end
  end
  return new_progress(path, target_node)
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
local function move_on(agent, progress)
  local path, reached, backward = progress.path, progress.target_node, progress.backward
  local last, target_node, leg = #path.nodes, nil, nil
  if reached ~= (backward and 1 or last) then
    target_node, leg = backward and reached - 1 or reached + 1, backward and reached - 1 or reached
  elseif path.traversal == "loop" then
    target_node, leg = 1, last
  elseif path.traversal == "ping_pong" and last > 1 then
    backward = not backward
    target_node, leg = backward and reached - 1 or reached + 1, backward and reached - 1 or reached
  end
  local option = path.nodes[reached].next and nodes.choose(agent, progress)
  if not option and not target_node then
    if path.traversal == "once" then
      progress.finished, progress.leg, progress.along_passed = true, false, 0
    end
    return
  end
  if path.is_scripted or agent.path.is_scripted then
    progress.came_path, progress.came_node = path.id, reached
  end
  if option and (option.path ~= path.id or option.node ~= target_node) then
    nodes.jump(progress, option)
    return
  end
  progress.target_node, progress.backward = target_node, backward
  progress.leg, progress.passed, progress.along_passed = leg, 0, 0
end

--- Counts down a wait and does the actions of the node, or checks what the last move reached, and moves on. Returns the index of a
-- node that was reached.
local function advance_progress(world, agent, behavior, progress)
  if progress.finished then return nil end
  if progress.wait_left > 0 then
    progress.wait_left = progress.wait_left - 1
    if progress.wait_left > 0 then return nil end
    nodes.leave(world, agent, behavior, progress)
    if progress.action or progress.finished then return nil end
  elseif progress.action then
    nodes.go(world, agent, behavior, progress)
    if progress.action or progress.finished then return nil end
  end
  local path, from_x, from_y, x, y = progress.path, agent.previous_x, agent.previous_y, agent.x, agent.y
  local along = path.has_along and progress.leg and path.nodes[progress.leg].along
  if along then nodes.pass(world, agent, behavior, progress, along, false) end
  if path.is_curved then
    local point_x, point_y = next_curve_point(path, progress)
    while point_x do
      if segment_distance(from_x, from_y, x, y, point_x, point_y) > path.radius then return nil end
      progress.passed = progress.passed + 1
      point_x, point_y = next_curve_point(path, progress)
    end
  end
  local reached = progress.target_node
  local node = path.nodes[reached]
  if segment_distance(from_x, from_y, x, y, node.x, node.y) > node.radius then return nil end
  if along then nodes.pass(world, agent, behavior, progress, along, true) end
  progress.wait_left = node.wait_ticks
  if progress.wait_left == 0 then nodes.leave(world, agent, behavior, progress) end
  return reached
end

function FORCE.follow_path(world, agent, behavior)
  local progress = behavior.state.progress
  local path = progress.path
  if not path or not path.nodes[1] then return end
  local node_before, was_finished = progress.target_node, progress.finished
  local held_before = progress.wait_left > 0 or progress.action
  local reached = advance_progress(world, agent, behavior, progress)
  local held = progress.wait_left > 0 or progress.action
  if reached or held_before or nodes.told[1] then
    if held_before and (not held or reached) then emit(world, agent, behavior, "wait_ended", node_before - 1) end
    if reached then emit(world, agent, behavior, "node_reached", reached - 1) end
    nodes.tell(world)
    if reached and held then emit(world, agent, behavior, "wait_started", reached - 1) end
    if progress.finished and not was_finished then emit(world, agent, behavior, "path_finished") end
    path = progress.path
  end
  local target_node = progress.target_node
  agent.node = agent.node or target_node - 1

  if held then
    if progress.action then nodes.ask(agent, progress) end
    return force_toward(agent, 0.0, 0.0, agent.time_to_target)
  end
  local node, speed = path.nodes[target_node], agent.max_speed
  if node.speed < speed then speed = node.speed end
  if progress.speed_limit < speed then speed = progress.speed_limit end
  if path.is_curved then
    local x, y = next_curve_point(path, progress)
    if x then return routes.seek(world, agent, behavior, x, y, speed) end
  end
  if behavior.route and not progress.finished then
    local force_x, force_y = routes.steer(world, agent, behavior, node.x, node.y, speed)
    if force_x then return force_x, force_y end
  end
  if path.traversal == "once" and target_node == #path.nodes then
    local target_radius, slow_radius = behavior.target_radius, behavior.slow_radius
    local time_to_target = behavior.time_to_target or agent.time_to_target
    return arrive(agent, node.x, node.y, target_radius, slow_radius, "linear", "brake", speed, time_to_target)
  end
  return seek(agent, node.x, node.y, speed)
end

-- Actions at nodes, junctions and meetings ------------------------------------------------------------------------------

--- The direction at an angle, as files hold it.
function nodes.direction(degrees)
  if degrees > 180 then
    degrees = degrees - 360
  elseif degrees < -180 then
    degrees = degrees + 360
  end
  local x, y = rotate(1.0, 0.0, degrees * RADIANS_PER_DEGREE)
  return decimal(x), decimal(y)
end

--- Reads a direction as x and y, which match its angle `deg`.
function nodes.read_direction(field, name, turn_sign)
  local deg = field(name .. "_deg", nodes.DEGREES)
  local x, y = nodes.direction(deg)
  y = y * turn_sign
  local found = field(name, tuple(2, coordinate))
  field(name, function(_, parent, key)
    local wrong = found[1] ~= x and 0 or found[2] ~= y and 1
    if wrong then fail(("%s[%d]"):format(field_path(parent, key), wrong), "does not match " .. name .. "_deg") end
  end)
  return { x, y, deg = deg }
end

--- Reads a turn rate, with what it turns in a tick. Without a rate, these are null, or a turn as far as needed if `is_own`.
function nodes.read_turn(field, dt, turn, is_own)
  local rate, cos, sin = field("turn_rate", nullable(range(1e-3, 1e6), false)), -1.0, 0.0
  if not rate and not is_own then
    field("turn_cos", null)
    field("turn_sin", null)
    turn.turn_rate = false
    return
  end
  if rate and rate * dt < 180 then
    cos, sin = rotate(1.0, 0.0, rate * dt * RADIANS_PER_DEGREE)
  end
  turn.turn_rate = rate
  turn.turn_cos, turn.turn_sin = field("turn_cos", derived(decimal(cos))), field("turn_sin", derived(decimal(sin)))
end

--- Reads a time from `min` to `max`, in ticks and as authored.
function nodes.read_time(field, dt, time)
  local seconds = range(0, 1e6)
  local min = field("min", seconds)
  local max = field("max", function(value)
    local found, problem = seconds(value)
    if found and found < min then return nil, "is less than min" end
    return found, problem
  end)
  time.min_seconds, time.max_seconds = min, max
  time.min = field("min_ticks", derived(ticks_in(min, dt, 0)))
  time.max = field("max_ticks", derived(ticks_in(max, dt, 0)))
end

-- For each kind of action, reads its fields into it.
nodes.READ = {}

function nodes.READ.wait(field, world, action)
  nodes.read_time(field, world.dt, action)
end

function nodes.READ.look(field, world, action)
  local at = field("at", fields)
  action.at = at("kind", nodes.AT)
  if action.at == "direction" then
    local x, y = nodes.direction(at("deg", nodes.DEGREES))
    action.x, action.y = at("x", derived(x)), at("y", derived(y * world.turn_sign))
  elseif action.at == "point" then
    action.x, action.y = at("x", coordinate), at("y", coordinate)
  else
    action.marker = at("id", id)
    at("id", function()
      if not world.markers[action.marker] then return nil, ("names marker %d, which is not in the file"):format(action.marker) end
    end)
  end
  nodes.read_turn(field, world.dt, action, false)
end

function nodes.READ.sweep(field, world, action)
  for _, name in ipairs({ "from", "to" }) do
    action[name] = nodes.read_direction(field, name, world.turn_sign)
  end
  action.times = field("times", whole(1, 1000))
  nodes.read_turn(field, world.dt, action, false)
end

function nodes.READ.speed(field, _, action)
  action.limit = field("limit", nullable(range(0, 1e6), huge))
end

function nodes.READ.emit(field, _, action)
  action.name = field("name", title)
  action.value = field("value", function(value)
    if value == nil then return false end
    if type(value) == "string" then return value end
    if type(value) == "number" and value == value then return decimal(value + 0.0) end
    return nil, "is not null, a text, or a number"
  end)
end

function nodes.READ.set_wall(field, world, action)
  action.wall, action.is_open = field("wall", id), field("open", flag)
  field("wall", function()
    local wall = world.walls[action.wall]
    if not (wall and wall.is_door) then return nil, ("names wall %d, which is not a door of the file"):format(action.wall) end
  end)
end

function nodes.READ.meet(field, _, action)
  action.name, action.count = field("name", title), field("count", whole(1, 10000))
end

function nodes.READ.share(field, _, action)
  action.radius = field("radius", number)
end

--- Reads an action of one of the kinds.
function nodes.read_action(field, world, kinds)
  local action = { kind = field("kind", kinds) }
  nodes.READ[action.kind](field, world, action)
  return action
end

nodes.LIST = short_list(fields, 0, nodes.MAX_ACTIONS)

--- Reads the actions of a node and of the segment that leads on from it.
function nodes.read(field, world, node)
  node.actions, node.along, node.next = false, false, false
  for _, action_field in ipairs(field("actions", nodes.LIST, {})) do
    node.actions = node.actions or {}
    local action = nodes.read_action(action_field, world, nodes.NODE_ACTIONS)
    node.actions[#node.actions + 1] = action
    world.has_meetings = world.has_meetings or action.kind == "meet"
    world.has_looks = world.has_looks or action.kind == "look" or action.kind == "sweep"
  end
  for _, place in ipairs(field("along", nodes.LIST, {})) do
    node.along = node.along or {}
    local x, y = place("x", coordinate), place("y", coordinate)
    local action = nodes.read_action(place("action", fields), world, nodes.ALONG_ACTIONS)
    node.along[#node.along + 1] = { x = x, y = y, action = action }
  end
end

function nodes.is_there()
  return true
end

--- Reads where the nodes of a path lead on. All paths of the world are there.
function nodes.bind(field, world)
  local path = world.paths[field("id", id)]
  for i, node_field in ipairs(field("nodes", list_of(fields))) do
    local branches = node_field("next", nodes.is_there, false)
    branches = node_field("choose", nodes.is_there, false) or branches
    branches = node_field("not_back", nodes.is_there, false) or branches
    if branches then nodes.read_junction(node_field, world, path, path.nodes[i]) end
  end
end

--- Reads where agents go on from a node.
function nodes.read_junction(field, world, path, node)
  node.choose, node.not_back, node.next = field("choose", nodes.CHOOSE), field("not_back", flag), {}
  path.is_scripted = true
  for k, option in ipairs(field("next", short_list(fields, 1, nodes.MAX_ACTIONS))) do
    local way = { path = option("path", id), node = option("node", count) + 1, weight = option("weight", whole(1, 1000000)) }
    way.to = world.paths[way.path]
    option("path", function()
      if not way.to then return nil, ("names path %d, which is not in the file"):format(way.path) end
    end)
    option("node", function()
      if way.to.nodes[way.node] then return end
      return nil, ("names node %d, which path %d does not have"):format(way.node - 1, way.path)
    end)
    node.next[k] = way
  end
end

-- What the actions of the behavior that runs report, until it does.
nodes.told = {}

--- Reports what actions have told, in their order.
function nodes.tell(world)
  for i, event in ipairs(nodes.told) do
    world.events[#world.events + 1] = event
    nodes.told[i] = nil
  end
end

--- The event of an action that emits, or of a meeting.
function nodes.told_event(world, agent, kind, behavior, action)
  local value = action.value
  if not value then value = nil end
  return { tick = world.tick, agent = agent.id, kind = kind, behavior = behavior, name = action.name, value = value }
end

--- Lets a door open or close at the end of the tick. Of several agents the last counts.
function nodes.switch(world, agent, action)
  local earlier = world.switches[action.wall]
  if not earlier or earlier.agent <= agent.id then
    world.switches[action.wall] = { is_open = action.is_open, agent = agent.id }
  end
end

--- Does what an action does when it begins.
function nodes.begin(world, agent, behavior, progress, action)
  local kind = action.kind
  if kind == "wait" then
    progress.action_ticks = action.min
    if action.max > action.min then
      progress.action_ticks = action.min + floor(next_f64(agent.random_state) * (action.max - action.min + 1))
    end
  elseif kind == "look" then
    progress.turned = false
  elseif kind == "sweep" then
    progress.arrivals, progress.turned = 0, false
  elseif kind == "speed" then
    progress.speed_limit = action.limit
  elseif kind == "emit" then
    nodes.told[#nodes.told + 1] = nodes.told_event(world, agent, "emitted", behavior.index, action)
    agent.knowledge.emitted = agent.knowledge.emitted or {}
    agent.knowledge.emitted[action.name] = true
  elseif kind == "set_wall" then
    nodes.switch(world, agent, action)
  end
end

--- Whether an agent is in a state in which actions tell where it looks.
function nodes.may_ask(agent)
  return not agent.facing or agent.facing.toward == "action"
end

--- Counts an arrival of a sweep. Returns whether it was the last one.
function nodes.is_sweep_done(agent, memory, times)
  if not nodes.may_ask(agent) then return true end
  if memory.turned then
    memory.arrivals, memory.turned = memory.arrivals + 1, false
  end
  return memory.arrivals > times
end

--- Whether an action does not hold the agent any longer; lets a tick of it go by.
function nodes.is_done(world, agent, behavior, progress, action)
  local kind = action.kind
  if kind == "wait" then
    if progress.action_ticks == 0 then return true end
    progress.action_ticks = progress.action_ticks - 1
    return false
  elseif kind == "look" then
    return progress.turned or not nodes.may_ask(agent)
  elseif kind == "sweep" then
    return nodes.is_sweep_done(agent, progress, action.times)
  elseif kind == "meet" then
    if (world.meeting[action.name] or 0) < action.count then return false end
    nodes.told[#nodes.told + 1] = nodes.told_event(world, agent, "met", behavior.index, action)
  end
  return true
end

--- Does the actions of a node from the present one on, until one holds the agent; after the last it moves on.
function nodes.go(world, agent, behavior, progress)
  local actions = progress.path.nodes[progress.target_node].actions or {}
  while progress.action do
    local action = actions[progress.action]
    -- An edit may have removed the action.
    if action and not nodes.is_done(world, agent, behavior, progress, action) then return end
    action = actions[progress.action + 1]
    if not action then
      progress.action = false
      move_on(agent, progress)
      return
    end
    progress.action = progress.action + 1
    nodes.begin(world, agent, behavior, progress, action)
  end
end

--- Does the actions of a node whose wait is over, and moves on after them.
function nodes.leave(world, agent, behavior, progress)
  local actions = progress.path.nodes[progress.target_node].actions
  if not actions then
    move_on(agent, progress)
    return
  end
  progress.action = 1
  nodes.begin(world, agent, behavior, progress, actions[1])
  nodes.go(world, agent, behavior, progress)
end

--- Does the actions along a segment that the last move has passed, or all that are left.
function nodes.pass(world, agent, behavior, progress, along, are_all_due)
  local from_x, from_y, x, y, radius = agent.previous_x, agent.previous_y, agent.x, agent.y, progress.path.radius
  while progress.along_passed < #along do
    local passed = progress.along_passed
    local place = along[progress.backward and #along - passed or passed + 1]
    if not are_all_due and segment_distance(from_x, from_y, x, y, place.x, place.y) > radius then return end
    progress.along_passed = passed + 1
    nodes.begin(world, agent, behavior, progress, place.action)
  end
end

--- Forgets what actions have left, where there are none any longer.
function nodes.forget(progress)
  progress.action, progress.action_ticks, progress.arrivals, progress.turned = false, 0, 0, false
  progress.along_passed, progress.speed_limit, progress.came_path, progress.turns = 0, huge, false, {}
end

--- The way that an agent takes from a node that leads on in several.
function nodes.choose(agent, progress)
  local path, reached = progress.path, progress.target_node
  local node = path.nodes[reached]
  local options = node.next
  if node.not_back then
    local others = {}
    for _, option in ipairs(options) do
      if option.path ~= progress.came_path or option.node ~= progress.came_node then others[#others + 1] = option end
    end
    if others[1] then options = others end
  end
  if not options[2] then return options[1] end
  if node.choose == "in_turn" then
    local turns = progress.turns[path.id] or {}
    local taken = turns[reached] or 0
    progress.turns[path.id], turns[reached] = turns, (taken + 1) % 4294967296
    return options[taken % #options + 1]
  end
  local total, sum = 0, 0
  for _, option in ipairs(options) do
    total = total + option.weight
  end
  local drawn = next_u32(agent.random_state) % total
  for _, option in ipairs(options) do
    sum = sum + option.weight
    if sum > drawn then return option end
  end
end

--- Makes the node of a way the target node, on the path of that.
function nodes.jump(progress, option)
  progress.path, progress.target_node, progress.backward = option.to, option.node, false
  progress.leg, progress.passed, progress.along_passed = false, 0, 0
end

--- Lets the present action of an agent say where it looks, if it does.
function nodes.ask(agent, progress)
  local actions = progress.path.nodes[progress.target_node].actions
  local action = actions and actions[progress.action]
  if action and (action.kind == "look" or action.kind == "sweep") then nodes.ask_for(agent, progress, action) end
end

--- The first action of a tick that asks counts.
function nodes.ask_for(agent, memory, action)
  if nodes.may_ask(agent) and not agent.knowledge.asking then
    agent.knowledge.asking, agent.knowledge.asking_action = memory, action
  end
end

--- The direction in which an agent is asked to look by an action of which this is the memory.
function nodes.asked_direction(world, agent, memory, action)
  if action.kind == "sweep" then
    local side = memory.arrivals % 2 == 0 and action.from or action.to
    return side[1], side[2]
  elseif action.kind == "look_about" then
    local side, hx, hy = memory.arrivals % 2 == 0 and action.from or action.to, memory.heading_x, memory.heading_y
    local cos, sin = side[1], side[2] * world.turn_sign
    return hx * cos - hy * sin, hx * sin + hy * cos
  elseif action.at == "direction" then
    return action.x, action.y
  end
  local place = action.at == "marker" and world.markers[action.marker] or action
  local x, y = place.x - agent.x, place.y - agent.y
  return direction(x, y, length(x, y))
end

--- Counts the agents that wait for others, at the start of a tick.
function nodes.count_meetings(world)
  local meeting = {}
  for _, agent in ipairs(world.agents) do
    local counted = {}
    for _, behavior in ipairs(agent.behaviors) do
      local progress = behavior.kind == "follow_path" and behavior.state.progress
      local actions = progress and progress.action and progress.path.nodes[progress.target_node].actions
      local action = actions and actions[progress.action]
      if action and action.kind == "meet" and not counted[action.name] then
        counted[action.name], meeting[action.name] = true, (meeting[action.name] or 0) + 1
      end
    end
  end
  world.meeting = meeting
end

--- Opens and closes the doors that actions have switched, by id.
function nodes.switch_doors(world)
  local ids = {}
  for wall_id in pairs(world.switches) do
    ids[#ids + 1] = wall_id
  end
  table.sort(ids)
  for _, wall_id in ipairs(ids) do
    world:set_wall_open(wall_id, world.switches[wall_id].is_open)
  end
  world.switches = {}
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
  local first_in_cell, size = world.first_in_cell, world.neighbor_radius
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
  local found, count, first_in_cell, size = world.found, 0, world.first_in_cell, world.neighbor_radius
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
        -- At exactly the same position, it counts as one beside the agent: so the two part.
        if dx == 0 and dy == 0 then dx = other.id > agent.id and near or -near end
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

-- What alignment and cohesion share; in one table, because Lua limits the locals of a file.
local neighbor_mean = {}

--- The force toward the mean of a term over the neighbors in view; nothing if there are none. The term is a function of the agent, a
-- neighbor, and where that is, seen from the agent; `scale` makes it a part of the maximum speed.
function neighbor_mean.force(world, agent, behavior, term, scale)
  local radius = behavior.radius
  if not (radius > 0) then return end
  local x, y, hx, hy, sum_x, sum_y, neighbors = agent.x, agent.y, agent.heading_x, agent.heading_y, 0.0, 0.0, 0
  local squared_radius, is_in_view = radius * radius, level.is_in_view
  local found, count = agents_near(world, agent, radius)
  for i = 1, count do
    local other = found[i]
    local dx, dy = other.x - x, other.y - y
    local squared = dx * dx + dy * dy
    if other ~= agent and squared <= squared_radius and is_in_view(behavior, hx, hy, dx, dy, squared) then
      neighbors = neighbors + 1
      dx, dy = term(agent, other, dx, dy)
      sum_x = sum_x + ((dx * scale + SHIFT) - SHIFT)
      sum_y = sum_y + ((dy * scale + SHIFT) - SHIFT)
    end
  end
  if neighbors == 0 then return end
  local speed = agent.max_speed / neighbors
  return force_toward(agent, sum_x * speed, sum_y * speed, agent.time_to_target)
end

--- The velocity of a neighbor, as far as the agent can have it.
function neighbor_mean.velocity(agent, other)
  return truncate(other.vx, other.vy, agent.max_speed)
end

function FORCE.alignment(world, agent, behavior)
  local scale = agent.max_speed > 0 and 1 / agent.max_speed or 0.0
  return neighbor_mean.force(world, agent, behavior, neighbor_mean.velocity, scale)
end

--- Where a neighbor is, seen from the agent.
function neighbor_mean.offset(_, _, dx, dy)
  return dx, dy
end

function FORCE.cohesion(world, agent, behavior)
  return neighbor_mean.force(world, agent, behavior, neighbor_mean.offset, 1 / behavior.radius)
end

--- The force of a follower out of the way of its leader: sideways if it is exactly ahead, where evasion would drive it on ahead.
local function evade_leader(world, agent, leader)
  local hx, hy, dx, dy = leader.heading_x, leader.heading_y, agent.x - leader.x, agent.y - leader.y
  local ahead, aside = hx * dx + hy * dy, hx * dy - hy * dx
  if ahead > 0 and -aside <= 1e-9 * ahead and aside <= 1e-9 * ahead then
    local side = aside * world.turn_sign >= 0 and world.turn_sign or -world.turn_sign
    return force_toward(agent, -hy * side * agent.max_speed, hx * side * agent.max_speed, agent.time_to_target)
  end
  return flee(agent, predict(agent, leader, huge))
end

function FORCE.follow_leader(world, agent, behavior)
  local leader, sight_radius = agent.leader, behavior.sight_radius
  if not leader then return end
  local offset_x, offset_y = leader.heading_x * behavior.behind_distance, leader.heading_y * behavior.behind_distance
  local to_ahead = length(leader.x + offset_x - agent.x, leader.y + offset_y - agent.y)
  local evade_x, evade_y = 0.0, 0.0
  if to_ahead <= sight_radius or length(leader.x - agent.x, leader.y - agent.y) <= sight_radius then
    evade_x, evade_y = evade_leader(world, agent, leader)
  end
  local x, y, slow_radius = leader.x - offset_x, leader.y - offset_y, behavior.slow_radius
  x, y = arrive(agent, x, y, 0.0, slow_radius, "linear", "brake", agent.max_speed, agent.time_to_target)
  local radius, max_separation, falloff = behavior.separation_radius, behavior.max_separation, behavior.falloff
  local push_x, push_y = separate(world, agent, radius, max_separation, falloff, leader)
  return evade_x + x + (push_x or 0.0), evade_y + y + (push_y or 0.0)
end

-- Homing walk ---------------------------------------------------------------------------------------------------------

-- The most controls of a smooth walk, the agent's position included, and the tolerance of its curve, in reach radii.
local MAX_WAYPOINTS, CURVE_TOLERANCE = 256, 0.2
-- The depth to which a segment of a curve is halved, and how far its samples may stray from the chord, in tolerances.
local MAX_CURVE_DEPTH, MARGIN = 8, 0.9

-- Curves through points.
local curve = {}

function curve.blend(p, q, from, to, t)
  return p * ((to - t) / (to - from)) + q * ((t - from) / (to - from))
end

--- One coordinate at `t` of the curve through a, b, c, d (Barry and Goldman's pyramid).
function curve.blend_all(a, b, c, d, knots, t)
  local t0, t1, t2, t3 = knots[1], knots[2], knots[3], knots[4]
  local p, q, r = curve.blend(a, b, t0, t1, t), curve.blend(b, c, t1, t2, t), curve.blend(c, d, t2, t3, t)
  return curve.blend(curve.blend(p, q, t0, t2, t), curve.blend(q, r, t1, t3, t), t1, t2, t)
end

--- The point of a segment at `f`, from 0 to 1.
function curve.point(s, f)
  local t = s.knots[2] + (s.knots[3] - s.knots[2]) * f
  local x = curve.blend_all(s.ax, s.bx, s.cx, s.dx, s.knots, t)
  local y = curve.blend_all(s.ay, s.by, s.cy, s.dy, s.knots, t)
  if is_finite(x) and is_finite(y) then return x, y end
  return s.bx + (s.cx - s.bx) * f, s.by + (s.cy - s.by) * f
end

--- Halves the piece from p to q until the curve is close enough to its chords, and appends the points between.
function curve.divide(s, from, px, py, to, qx, qy, tolerance, depth, xs, ys)
  local function strays(f)
    local x, y = curve.point(s, from + (to - from) * f)
    return segment_distance(px, py, qx, qy, x, y) > MARGIN * tolerance
  end
  if depth == 0 or not (strays(0.5) or strays(0.25) or strays(0.75)) then return end
  local half = from + (to - from) * 0.5
  local x, y = curve.point(s, half)
  curve.divide(s, from, px, py, half, x, y, tolerance, depth - 1, xs, ys)
  xs[#xs + 1], ys[#ys + 1] = x, y
  curve.divide(s, half, x, y, to, qx, qy, tolerance, depth - 1, xs, ys)
end

--- The spacing of two knots of a centripetal curve; nil for points that coincide or are too far apart.
function curve.spacing(ax, ay, bx, by)
  local root = sqrt(length(bx - ax, by - ay))
  return root > 0 and root < huge and root or nil
end

--- Appends the points of the centripetal Catmull-Rom curve between the controls b and c of a segment, which may have the
-- controls a and d before and after them.
function curve.add_segment(s, tolerance, xs, ys)
  local middle = curve.spacing(s.bx, s.by, s.cx, s.cy)
  if not middle then return end
  -- Beyond the ends, and where two controls coincide, the control on the other side is mirrored.
  local before_x, before_y = s.bx + (s.bx - s.cx), s.by + (s.by - s.cy)
  local after_x, after_y = s.cx + (s.cx - s.bx), s.cy + (s.cy - s.by)
  s.ax, s.ay = s.ax or before_x, s.ay or before_y
  s.dx, s.dy = s.dx or after_x, s.dy or after_y
  local before, after = curve.spacing(s.ax, s.ay, s.bx, s.by), curve.spacing(s.cx, s.cy, s.dx, s.dy)
  if not before then s.ax, s.ay, before = before_x, before_y, middle end
  if not after then s.dx, s.dy, after = after_x, after_y, middle end
  s.knots = { 0.0, before, before + middle, before + middle + after }
  curve.divide(s, 0.0, s.bx, s.by, 1.0, s.cx, s.cy, tolerance, MAX_CURVE_DEPTH, xs, ys)
end

--- The points of the curve through the controls, without the first control.
function curve.flatten(control_xs, control_ys, tolerance)
  local xs, ys = {}, {}
  for i = 1, #control_xs - 1 do
    local s = { bx = control_xs[i], by = control_ys[i], cx = control_xs[i + 1], cy = control_ys[i + 1] }
    s.ax, s.ay, s.dx, s.dy = control_xs[i - 1], control_ys[i - 1], control_xs[i + 2], control_ys[i + 2]
    curve.add_segment(s, tolerance, xs, ys)
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
    curve.add_segment(s, tolerance, xs, ys)
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
  while #xs < MAX_WAYPOINTS and not straight do
    x, y, straight = pick(world, agent.random_state, x, y, target, behavior)
    xs[#xs + 1], ys[#ys + 1] = x, y
  end
  walk.ahead_xs, walk.ahead_ys = curve.flatten(xs, ys, CURVE_TOLERANCE * behavior.reach_radius)
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
  local target, walk = behavior_target(agent, behavior), behavior.state.walk
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
    if behavior.route then
      local force_x, force_y = routes.steer(world, agent, behavior, target.x, target.y, agent.max_speed)
      if force_x then return force_x, force_y end
    end
    local slow_radius = behavior.min_step > reach_radius and behavior.min_step or reach_radius
    local max_speed, time_to_target = agent.max_speed, agent.time_to_target
    return arrive(agent, target.x, target.y, reach_radius, slow_radius, "linear", "brake", max_speed, time_to_target)
  end
  return seek(agent, walk.x, walk.y, agent.max_speed)
end

-- Grid chase (section 12) ---------------------------------------------------------------------------------------------

local function clamp_cell(x)
  if x > MAX_INDEX then
    return MAX_INDEX
  elseif x < MIN_INDEX then
    return MIN_INDEX
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
  local finds_ways = chase.route and chase.mode == "chase"
  if chase.method == "axis" and not finds_ways then return axis_step(world, column, row, goal_column, goal_row) end
  if mover.prey_column ~= prey_column or mover.prey_row ~= prey_row then
    mover.prey_column, mover.prey_row = prey_column, prey_row
    if not finds_ways or not routes.find_cells(world, mover, goal_column, goal_row) then
      draw_line(world, mover, goal_column, goal_row, chase.max_path_length)
      if finds_ways then mover.line_reaches = false end
    end
    mover.is_planned = finds_ways
  end
  local taken = mover.taken
  if taken == #mover.line then return column, row end
  mover.taken = taken + 2
  local to_column, to_row = mover.line[taken + 1], mover.line[taken + 2]
  if can_step(world, column, row, to_column, to_row) then return to_column, to_row end
  return column, row
end

--- The neighbors of a cell, from the east on counterclockwise, with rows counted upward.
routes.NEIGHBORS = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } }

--- Adds an entry to a heap, whose first entry is the first by `is_before`.
function routes.push(heap, entry, is_before)
  local at = #heap + 1
  while at > 1 do
    local parent = floor(at / 2)
    if not is_before(entry, heap[parent]) then break end
    heap[at], at = heap[parent], parent
  end
  heap[at] = entry
end

--- Takes the first entry of a heap.
function routes.pop(heap, is_before)
  local first, last, count, at = heap[1], heap[#heap], #heap - 1, 1
  heap[#heap] = nil
  while count > 0 do
    local child = 2 * at
    if child < count and is_before(heap[child + 1], heap[child]) then child = child + 1 end
    if child > count or not is_before(heap[child], last) then break end
    heap[at], at = heap[child], child
  end
  if count > 0 then heap[at] = last end
  return first
end

--- Whether a cell is taken before another: the one with the least sum, then the greatest cost, then the one that was opened first.
function routes.is_cell_before(a, b)
  if a.sum ~= b.sum then return a.sum < b.sum end
  if a.cost ~= b.cost then return a.cost > b.cost end
  return a.order < b.order
end

--- Sets the line of a cell mover to the cheapest way to a cell. Returns whether there is one.
function routes.find_cells(world, mover, goal_column, goal_row)
  local heap, best, opened, up = {}, {}, 0, world.turn_sign
  local function open(column, row, cost, from)
    best[column] = best[column] or {}
    local known = best[column][row]
    if known and not (cost < known.cost) then return end
    local columns, rows = abs(goal_column - column), abs(goal_row - row)
    opened = opened + 1
    local sum = cost + 5 * math.max(columns, rows) + 2 * math.min(columns, rows)
    local cell = { column = column, row = row, cost = cost, sum = sum, order = opened, from = from }
    best[column][row] = cell
    routes.push(heap, cell, routes.is_cell_before)
  end
  open(mover.column, mover.row, 0, false)
  local taken = 0
  while heap[1] do
    local cell = routes.pop(heap, routes.is_cell_before)
    local column, row = cell.column, cell.row
    -- A cell that was opened again is taken at its new place only.
    if best[column][row] == cell then
      taken = taken + 1
      if column == goal_column and row == goal_row then
        routes.set_line(mover, cell)
        return true
      elseif taken == routes.MAX_TAKEN then
        return false
      end
      for _, step in ipairs(routes.NEIGHBORS) do
        local to_column, to_row = column + step[1], row + step[2] * up
        local is_in_range = to_column == clamp_cell(to_column) and to_row == clamp_cell(to_row)
        if is_in_range and can_step(world, column, row, to_column, to_row) then
          open(to_column, to_row, cell.cost + (step[1] ~= 0 and step[2] ~= 0 and 7 or 5), cell)
        end
      end
    end
  end
  return false
end

--- Sets the line of a cell mover to the cells that led to this one.
function routes.set_line(mover, cell)
  local cells, line = {}, {}
  while cell.from do
    cells[#cells + 1], cell = cell, cell.from
  end
  for i = #cells, 1, -1 do
    line[#line + 1], line[#line + 2] = cells[i].column, cells[i].row
  end
  mover.line, mover.taken, mover.line_reaches = line, 0, true
end

--- Advances the step of a cell mover by a tick. Its position follows when all agents move.
local function advance_grid_chase(world, agent)
  local chase = agent.chase
  local mover, target = chase.state.mover, behavior_target(agent, chase)
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
  if target and (chase.method == "line_of_sight" or chase.route) and chase.mode == "chase" then
    set_flag(world, agent, chase, "line_seen", mover.line_reaches, "line_gained", "line_lost")
  end
  if entered then emit(world, agent, chase, "cell_entered") end
  set_arrived(world, agent, chase, prey_column == mover.column and prey_row == mover.row)
  if mover.is_planned then
    mover.is_planned, agent.knowledge.no_route = false, not mover.line_reaches
    if not mover.line_reaches then emit(world, agent, chase, "no_route") end
  end
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

-- Walls and sight (sections 6, 15 and 16) -------------------------------------------------------------------------------

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
  local open = field("open", nullable(flag))
  local wall = {
    name = field("name", text),
    blocks_motion = field("blocks_motion", flag),
    blocks_sight = field("blocks_sight", flag),
    is_door = open ~= nil,
    is_open = open == true,
    edges = {},
  }
  local points = field("points", POINTS)
  local last = points[#points]
  for i = 2, #points do
    wall.edges[i - 1] = level.segment(points[i - 1][1], points[i - 1][2], points[i][1], points[i][2], wall)
  end
  if field("closed", flag) and #points > 1 then
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
  if not ((right - left + 1) * (high - low + 1) <= level.MAX_BUCKETS) then return false end
  -- A negative zero would be another key; adding zero makes it positive.
  for column = floor(left) + 0, floor(right) do
    for row = floor(low) + 0, floor(high) do
      visit(column .. "," .. row)
    end
  end
  return true
end

--- A radius that is larger by more than the rounding.
function level.margin(barrier, px, py, qx, qy, radius)
  local coordinates = math.max(abs(px), abs(py), abs(qx), abs(qy))
  return radius + 1e-12 * (barrier.extent + coordinates + radius)
end

--- The segments that may be within a radius of the way from p to q, in order, without those of open doors.
function level.near(barrier, px, py, qx, qy, radius)
  local margin = level.margin(barrier, px, py, qx, qy, radius)
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

--- Whether no segment overlaps a body of radius r: otherwise no way from or to it is free.
function level.is_clear(world, px, py, r)
  for _, s in ipairs(level.near(world.motion_barrier, px, py, px, py, r)) do
    local x, y = nearest_on_segment(s.ax, s.ay, s.bx, s.by, px, py)
    local dx, dy = px - x, py - y
    if not (dx * dx + dy * dy >= r * r) then return false end
  end
  return true
end

local NO_SEGMENTS = {}

--- Whether a body of radius r can go straight from a to b.
function level.is_free(world, ax, ay, bx, by, r)
  local function is_near(from_x, from_y, to_x, to_y, x, y)
    local near_x, near_y = nearest_on_segment(from_x, from_y, to_x, to_y, x, y)
    local dx, dy = x - near_x, y - near_y
    return not (dx * dx + dy * dy >= r * r)
  end
  local barrier, wx, wy, is_free = world.motion_barrier, bx - ax, by - ay, true
  local margin = level.margin(barrier, ax, ay, bx, by, r)
  -- Segments beyond this, to one side of the way, are too far away, whatever is lost by rounding.
  local beyond = margin * length(wx, wy)
  local function look_at(segments)
    for _, s in ipairs(is_free and segments or NO_SEGMENTS) do
      local c, d = wx * (s.ay - ay) - wy * (s.ax - ax), wx * (s.by - ay) - wy * (s.bx - ax)
      local is_beside = c > beyond and d > beyond or c < -beyond and d < -beyond
      if
        not (is_beside or s.wall and s.wall.is_open)
        and (
          level.touches(s, ax, ay, bx, by)
          or is_near(ax, ay, bx, by, s.ax, s.ay)
          or is_near(ax, ay, bx, by, s.bx, s.by)
          or is_near(s.ax, s.ay, s.bx, s.by, ax, ay)
          or is_near(s.ax, s.ay, s.bx, s.by, bx, by)
        )
      then
        is_free = false
        return
      end
    end
  end
  local is_bounded = level.each_bucket(barrier, ax, ay, bx, by, margin, function(key)
    look_at(barrier.buckets[key])
  end)
  look_at(is_bounded and barrier.far or barrier)
  return is_free
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
  local facing = { toward = field("toward", level.TOWARD) }
  nodes.read_turn(field, dt, facing, true)
  return facing
end

--- Lets an agent look where it moves.
function level.keep_facing(agent)
  agent.facing_x, agent.facing_y = agent.heading_x, agent.heading_y
end

--- Turns an agent to where it looks, after all have moved.
function level.turn(world, agent)
  local facing, knowledge = agent.facing, agent.knowledge
  local memory = world.has_looks and knowledge.asking
  if not facing and not memory then
    agent.facing_x, agent.facing_y = agent.heading_x, agent.heading_y
    return
  end
  local to_x, to_y, turn = agent.heading_x, agent.heading_y, facing
  if memory then
    local action = knowledge.asking_action
    to_x, to_y = nodes.asked_direction(world, agent, memory, action)
    if action.turn_rate then turn = action end
    knowledge.asking = false
  elseif facing.toward == "target" then
    local target = agent.target
    if agent.own.watches then target = knowledge.perceived end
    if target then
      local dx, dy = target.x - agent.x, target.y - agent.y
      to_x, to_y = direction(dx, dy, length(dx, dy))
    end
  end
  local is_there = to_x == 0 and to_y == 0 or level.turn_to(world, agent, to_x, to_y, turn)
  if memory then memory.turned = is_there end
end

--- Turns an agent to a direction, as far as it can in a tick: at once without a `turn`. Returns whether it looks there.
function level.turn_to(world, agent, to_x, to_y, turn)
  local x, y = agent.facing_x, agent.facing_y
  local cos, sin = turn and turn.turn_cos or -1, turn and turn.turn_sin * world.turn_sign
  if cos == -1 or x * to_x + y * to_y >= cos then
    agent.facing_x, agent.facing_y = to_x, to_y
    return true
  end
  if not ((x * to_y - y * to_x) * world.turn_sign >= 0) then sin = -sin end
  local turned_x, turned_y = x * cos - sin * y, x * sin + y * cos
  x, y = direction(turned_x, turned_y, length(turned_x, turned_y))
  agent.facing_x, agent.facing_y = x, y
  -- With a very low rate, whose cosine is rounded to 1, it swings about the direction.
  return x == to_x and y == to_y or x * to_x + y * to_y >= level.ALIGNED
end

--- The square of the cosine of half a field of view.
function level.cos2_of(fov_deg)
  local cos = rotate(1.0, 0.0, fov_deg / 2 * RADIANS_PER_DEGREE)
  return cos * cos
end

--- Whether what is at (dx, dy), seen from an agent that looks in the direction (hx, hy), is in the field of view of its sight or of a
-- behavior. `squared` is the square of the distance.
function level.is_in_view(view, hx, hy, dx, dy, squared)
  if view.fov_deg == 360 then return true end
  local ahead = hx * dx + hy * dy
  if view.fov_deg <= 180 then return ahead >= 0 and ahead * ahead >= view.cos2 * squared end
  return ahead >= 0 or ahead * ahead <= view.cos2 * squared
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
  sight.cos2 = field("cos2", derived(decimal(level.cos2_of(sight.fov_deg))))
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
  local is_near = squared <= sight.near * sight.near
  if not (is_near or level.is_in_view(sight, agent.facing_x, agent.facing_y, dx, dy, squared)) then return false end
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

--- Whether two lists have the same entries.
local function same_entries(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- Senses ---------------------------------------------------------------------------------------------------------------

senses.AHEAD = nullable(range(0, 1000), false)
senses.WATCHES = short_list(title, 1, senses.MAX_WATCHES)
senses.OPTIONAL, senses.SCALE, senses.RATE, senses.SHARE = nullable(fields, false), range(0, 1000), range(0, 1e6), range(0, 1)

--- Reads the goal of a behavior with a target or danger; `goal` is false for that.
function senses.read_goal(field, behavior)
  local goal = field("goal", senses.GOALS, "reference")
  behavior.goal = goal ~= "reference" and goal
  behavior.ahead = field("ahead", senses.AHEAD, false)
  if (goal == "last_seen_ahead") ~= (behavior.ahead ~= false) then
    field("ahead", function()
      return nil, "does not match goal"
    end)
  end
end

--- Reads the senses of a preset besides its sight, and the noise that its body makes.
function senses.read(field, body, preset)
  preset.watches = field("watches", senses.WATCHES, false)
  local hearing = field("hearing", senses.OPTIONAL, false)
  preset.hearing = hearing and { scale = hearing("scale", senses.SCALE), muffle = hearing("muffle", senses.SHARE) }
  local alert = field("alert", senses.OPTIONAL, false)
  preset.alert = alert and {
    rise_near = alert("rise_near", senses.RATE),
    rise_far = alert("rise_far", senses.RATE),
    fall = alert("fall", senses.RATE),
    noise_rise = alert("noise_rise", senses.SHARE),
  }
  local noise = body("noise", senses.OPTIONAL, false)
  preset.noise = noise and { speed = noise("speed", senses.RATE), radius = noise("radius", number) }
  -- An agent without any of these does not sense; sight alone does not feel, as before there was touch.
  preset.feels = preset.hearing ~= false or preset.watches ~= false
  preset.has_senses = preset.sight ~= false or preset.feels or preset.alert ~= false
end

--- The goal of a behavior: something with `x`, `y`, `vx` and `vy`, which the next call may overwrite, or false for none.
function senses.goal(agent, behavior)
  local kind, knowledge, place = behavior.goal, agent.knowledge, senses.place
  if not kind then return agent.target end
  if kind == "perceived" then return knowledge.perceived end
  if kind == "post" then
    place.x, place.y = knowledge.post_x, knowledge.post_y
    return place
  end
  local known = knowledge[kind == "last_seen_ahead" and "last_seen" or kind]
  if not known then return false end
  place.x, place.y = known.x, known.y
  if kind == "last_seen_ahead" then
    local x, y = known.x + known.vx * behavior.ahead, known.y + known.vy * behavior.ahead
    if is_finite(x) and is_finite(y) then
      place.x, place.y = x, y
    end
  end
  return place
end

-- The place of a goal that does not move.
senses.place = { x = 0.0, y = 0.0, vx = 0.0, vy = 0.0 }

--- The kind and the id of a marker, an agent or the pointer; "none" for false.
function senses.reference(one)
  if not one then return "none" end
  if not one.id then return "pointer" end
  return one.start ~= nil and "agent" or "marker", one.id
end

--- The same, as a table with `kind` and `id`; nil for none.
function senses.described(one)
  if not one then return nil end
  local kind, one_id = senses.reference(one)
  return { kind = kind, id = one_id }
end

--- What an agent has noticed and knows at first.
function senses.new_knowledge()
  return {
    noticed = false, -- whether it has noticed someone that it watches
    watch_ticks = 0, -- for how many ticks in a row that was otherwise
    unseen = 0, -- for how many ticks it has seen no one that it watches
    meter = 0.0, -- how alert it is
    perceived = false,
    touched = false,
    last_seen = false, -- `x`, `y`, `vx`, `vy`, `who`, `tick`
    last_noise = false, -- `x`, `y`, `tick`
    left_path = false, -- `x`, `y`
    post_x = 0.0, -- where it entered
    post_y = 0.0,
    asking = false, -- the memory of the action that says in this tick where it looks
    asking_action = false,
    time_in_state = 0, -- ticks
    drawn = {}, -- the times of the state, by the index of the transition and of the term
    entering = false, -- whether the actions on entering its first state wait
    forced = false, -- the id of the state that the game has set
    told = false, -- whether another one told it something in the tick before
    will_be_told = false,
    emitted = false, -- the names that its actions emitted in this tick, as keys
    no_route = false, -- whether the last way that it looked for in this state was not found
  }
end

--- Replaces everything that knowledge refers to by what `other(one)` returns for it.
function senses.each_reference(knowledge, other)
  knowledge.perceived = knowledge.perceived and other(knowledge.perceived)
  knowledge.touched = knowledge.touched and other(knowledge.touched)
  local last_seen = knowledge.last_seen
  if last_seen and last_seen.who then last_seen.who = other(last_seen.who) end
end

--- The lists of agents that an agent watches, which may contain the agent itself: those of teams, or its target.
function senses.watched_lists(world, agent)
  if not agent.own.watches then return { { agent.target or nil } } end
  local lists = {}
  for _, team in ipairs(agent.own.watches) do
    lists[#lists + 1] = world.teams[team]
  end
  return lists
end

--- Whether an agent watches this one, which is not the agent itself.
function senses.is_watched(agent, one)
  if not agent.own.watches then return one == agent.target end
  local team = one.team
  for _, watched in ipairs(agent.own.watches) do
    if watched == team then return true end
  end
  return false
end

--- Whether a squared distance to an agent is less than the least so far; of equal ones, the lower id counts.
function senses.is_nearer(squared, one, least, nearest)
  return squared < least or squared == least and one.id < nearest.id
end

--- The agent that an agent watches and sees: the one that it perceives, else the nearest; false for none.
function senses.find_seen(world, agent)
  local sight, perceived = agent.sight, agent.knowledge.perceived
  if not sight then return false end
  if not agent.own.watches then
    local target = agent.target
    return target and level.sees(world, sight, agent, target.x, target.y, target.radius or 0) and target
  end
  if perceived and senses.is_watched(agent, perceived) then
    if level.sees(world, sight, agent, perceived.x, perceived.y, perceived.radius or 0) then return perceived end
  end
  local least, nearest = huge, false
  for _, list in ipairs(senses.watched_lists(world, agent)) do
    for _, one in ipairs(list) do
      local dx, dy = one.x - agent.x, one.y - agent.y
      local squared = dx * dx + dy * dy
      if
        one ~= agent
        and one ~= perceived
        and (not nearest or senses.is_nearer(squared, one, least, nearest))
        and level.sees(world, sight, agent, one.x, one.y, one.radius)
      then
        least, nearest = squared, one
      end
    end
  end
  return nearest
end

--- Reports what an agent senses, after the events of its behaviors.
function senses.report(world, agent, kind, other)
  local event = { tick = world.tick, agent = agent.id, kind = kind, other = other }
  world.sensed[#world.sensed + 1] = event
end

--- Notices or forgets, if it is seen or not for long enough.
function senses.count(world, agent, is_seen)
  local sight, knowledge = agent.sight, agent.knowledge
  if not sight then return end
  if is_seen == knowledge.noticed then
    knowledge.watch_ticks = 0
    return
  end
  knowledge.watch_ticks = knowledge.watch_ticks + 1
  if knowledge.watch_ticks < (is_seen and sight.notice_ticks or sight.forget_ticks) then return end
  knowledge.noticed, knowledge.watch_ticks = is_seen, 0
  senses.report(world, agent, is_seen and "sight_gained" or "sight_lost")
end

--- The noises of this tick: those of bodies, by id, then those of the game.
function senses.find_noises(world)
  local noises = {}
  for _, agent in ipairs(world.agents) do
    local noise = agent.own.noise
    if noise and length(agent.vx, agent.vy) > noise.speed then
      noises[#noises + 1] = { x = agent.x, y = agent.y, radius = noise.radius, agent = agent }
    end
  end
  for _, noise in ipairs(world.waiting_noises) do
    noises[#noises + 1] = noise
  end
  return noises
end

--- The nearest noise that an agent hears, or false.
function senses.find_heard(world, agent)
  local hearing, x, y, least, nearest = agent.own.hearing, agent.x, agent.y, huge, false
  if not hearing then return false end
  for _, noise in ipairs(world.noises) do
    local source = noise.agent
    if not source or source ~= agent and senses.is_watched(agent, source) then
      local dx, dy, reach = noise.x - x, noise.y - y, noise.radius * hearing.scale
      local squared = dx * dx + dy * dy
      if squared <= reach * reach and (not nearest or squared < least) then
        local is_heard = true
        if level.blocks(world.motion_barrier, x, y, noise.x, noise.y) then
          reach = reach * hearing.muffle
          is_heard = squared <= reach * reach
        end
        if is_heard then
          least, nearest = squared, noise
        end
      end
    end
  end
  return nearest
end

--- The nearest agent that an agent watches and touches, or false.
function senses.find_touched(world, agent)
  if not agent.own.feels then return false end
  local least, nearest, x, y = huge, false, agent.x, agent.y
  for _, list in ipairs(senses.watched_lists(world, agent)) do
    for _, one in ipairs(list) do
      -- Markers and the pointer have no body.
      local radius = one ~= agent and one.radius
      if radius then
        local dx, dy, reach = one.x - x, one.y - y, agent.radius + radius + world.touch_margin
        local squared = dx * dx + dy * dy
        local is_nearer = not nearest or senses.is_nearer(squared, one, least, nearest)
        if squared <= reach * reach and is_nearer and not level.blocks(world.motion_barrier, x, y, one.x, one.y) then
          least, nearest = squared, one
        end
      end
    end
  end
  return nearest
end

--- Moves the alert of an agent.
function senses.move_meter(world, agent, is_seen, is_heard)
  local alert, sight, meter = agent.own.alert, agent.sight, agent.knowledge.meter
  if not alert then return end
  if is_seen then
    local perceived, t = agent.knowledge.perceived, 0.0
    local distance = length(perceived.x - agent.x, perceived.y - agent.y)
    if sight.near < sight.range and distance > sight.near then
      t = (distance - sight.near) / (sight.range - sight.near)
    end
    if t > 1 then t = 1.0 end
    meter = meter + (alert.rise_near + (alert.rise_far - alert.rise_near) * t) * world.dt
    if meter > 1 then meter = 1.0 end
  else
    meter = meter - alert.fall * world.dt
    if not (meter > 0) then meter = 0.0 end
  end
  if is_heard then
    meter = meter + alert.noise_rise
    if meter > 1 then meter = 1.0 end
  end
  agent.knowledge.meter = meter
end

--- Lets an agent see, hear and touch, after all have moved and turned.
function senses.sense(world, agent)
  local knowledge, tick = agent.knowledge, world.tick
  local seen = senses.find_seen(world, agent)
  local is_seen = seen ~= false
  senses.count(world, agent, is_seen)
  if is_seen then
    knowledge.perceived, knowledge.unseen = seen, 0
  else
    if not knowledge.noticed then knowledge.perceived = false end
    knowledge.unseen = math.min(knowledge.unseen + 1, MAX_U32)
  end
  local heard = senses.find_heard(world, agent)
  if heard then
    local last = knowledge.last_noise
    if not (last and last.tick == tick - 1) then senses.report(world, agent, "noise_heard") end
    knowledge.last_noise = { x = heard.x, y = heard.y, tick = tick }
  end
  local touched = senses.find_touched(world, agent)
  if touched and touched ~= knowledge.touched then senses.report(world, agent, "touched", touched.id) end
  knowledge.touched = touched
  if not knowledge.perceived then knowledge.perceived = touched end
  senses.move_meter(world, agent, is_seen, heard ~= false)
  local one = knowledge.perceived
  if one and (is_seen or one == touched) then
    knowledge.last_seen = { x = one.x, y = one.y, vx = one.vx, vy = one.vy, who = one, tick = tick }
  end
end

--- Lets all agents sense that can.
function senses.run(world)
  world.sensed, world.noises = {}, world.has_hearing and senses.find_noises(world)
  world.waiting_noises = {}
  world.teams = {}
  for _, agent in ipairs(world.has_watches and world.agents or {}) do
    local team = agent.team
    if team then
      world.teams[team] = world.teams[team] or {}
      table.insert(world.teams[team], agent)
    end
  end
  for _, agent in ipairs(world.agents) do
    if agent.own.has_senses then senses.sense(world, agent) end
  end
end

--- Puts events, which are in the order of agents, among those of this tick from the index `first` on, which are too: after
-- those of the same agent.
function senses.merge_events(events, first, later)
  local at = #events + #later
  local i, j = #events, #later
  while j > 0 do
    if i >= first and events[i].agent > later[j].agent then
      events[at], i = events[i], i - 1
    else
      events[at], j = later[j], j - 1
    end
    at = at - 1
  end
end

--- No agent perceives one that is removed.
function senses.forget(agent, gone)
  local knowledge = agent.knowledge
  if knowledge.perceived == gone then knowledge.perceived = false end
  if knowledge.touched == gone then knowledge.touched = false end
  if knowledge.last_seen and knowledge.last_seen.who == gone then knowledge.last_seen.who = false end
end

--- Which senses the agents of a world may have.
function senses.survey(world)
  world.has_hearing, world.has_watches, world.has_senses = false, false, false
  for _, preset in ipairs(world.presets) do
    world.has_hearing = world.has_hearing or preset.hearing ~= false
    world.has_watches = world.has_watches or preset.watches ~= false
    world.has_senses = world.has_senses or preset.has_senses
  end
end

--- Lets an agent, which has the knowledge of an earlier one, know of the present world.
function senses.go_on(world, agent, earlier_world, earlier_agent)
  local knowledge, watches, earlier_watches = agent.knowledge, agent.own.watches, earlier_agent.own.watches
  local watches_the_same = same_entries(watches or {}, earlier_watches or {})
  if not watches then watches_the_same = watches_the_same and agent.target_key == earlier_agent.target_key end
  if not (level.same_sight(agent.sight, earlier_agent.sight) and watches_the_same) then
    knowledge.noticed, knowledge.watch_ticks = false, 0
  end
  if world == earlier_world then return end
  senses.each_reference(knowledge, function(one)
    local kind, one_id = senses.reference(one)
    if kind == "pointer" then return world.pointer end
    return (kind == "marker" and world.markers or world.agents_by_id)[one_id] or false
  end)
end

-- Routes --------------------------------------------------------------------------------------------------------------

--- What going straight for a length costs: whole numbers, so that of two equal ways the same one is taken at every scale.
function routes.cost(length, tolerance)
  return floor(length * 64 / tolerance + 1.5) + 0.0
end

--- Reads the net of points for bodies of a radius. `walls` are the walls in the order of the file.
function routes.read_net(field, walls, tolerance)
  -- Of the costs: the least one for a unit of distance, and all together.
  local net = { radius = field("radius", number), points = {}, ways = {}, cost_per_unit = 64 / tolerance, total = 0.0 }
  for i, point in ipairs(field("points", POINTS)) do
    net.points[i], net.ways[i] = { x = point[1], y = point[2] }, {}
  end
  local pairs_of_points, last_i, last_j = field("pairs", list_of(tuple(3, range(0, 1e10)))), -1, -1
  field("pairs", function(_, parent, key)
    for k, pair in ipairs(pairs_of_points) do
      local i, j = pair[1], pair[2]
      local is_whole = i % 1 == 0 and j % 1 == 0
      if not (is_whole and i < j and j < #net.points and (i > last_i or i == last_i and j > last_j)) then
        fail(("%s[%d]"):format(field_path(parent, key), k - 1), "is not a pair of points after the pair before")
      end
      last_i, last_j = i, j
    end
  end)
  local ways = {}
  for k, pair in ipairs(pairs_of_points) do
    local i, j = floor(pair[1]) + 1, floor(pair[2]) + 1
    local p, q, cost = net.points[i], net.points[j], routes.cost(pair[3], tolerance)
    ways[k] = { cost = cost, doors = {} }
    local apart = length(q.x - p.x, q.y - p.y)
    if cost < net.cost_per_unit * apart then net.cost_per_unit = cost / apart end
    net.total = net.total + cost
    table.insert(net.ways[i], { to = j, way = ways[k] })
    table.insert(net.ways[j], { to = i, way = ways[k] })
  end
  local doors = field("doors", list_of(tuple(2, count)))
  field("doors", function(_, parent, key)
    for k, door in ipairs(doors) do
      local wall = walls[door[2] + 1]
      local place = ("%s[%d]"):format(field_path(parent, key), k - 1)
      if not ways[door[1] + 1] then fail(place .. "[0]", ("names pair %d, which the net does not have"):format(door[1])) end
      if not (wall and wall.is_door) then
        fail(place .. "[1]", ("names wall %d of the list, which is not a door"):format(door[2]))
      end
    end
  end)
  for _, door in ipairs(doors) do
    table.insert(ways[door[1] + 1].doors, walls[door[2] + 1])
  end
  return net
end

--- The net for a body: that of the least radius that is not below its own, or nil.
function routes.net_of(world, radius)
  local found
  for _, net in ipairs(world.nets) do
    if net.radius >= radius and (not found or net.radius < found.radius) then found = net end
  end
  return found
end

function routes.is_sum_before(a, b)
  if a.sum ~= b.sum then return a.sum < b.sum end
  if a.index ~= b.index then return a.index < b.index end
  return a.is_start and not b.is_start or false
end

--- More than the sum of two lengths can be wrong by rounding.
local ROUNDED_UP = 1.000000001

--- The points between a and b of the shortest way of a body, or nil if there is none.
function routes.plan(world, ax, ay, bx, by, radius)
  if level.is_free(world, ax, ay, bx, by, radius) then return {} end
  local net = routes.net_of(world, radius)
  if not net or not net.points[1] then return nil end
  if not level.is_clear(world, bx, by, radius) then return nil end
  local points, costs, before, starts, left, heap, farthest = net.points, {}, {}, {}, {}, {}, 0
  for i, point in ipairs(points) do
    starts[i] = routes.cost(length(point.x - ax, point.y - ay), world.route_tolerance)
    if starts[i] > farthest then farthest = starts[i] end
  end
  -- Points are taken by the least cost of a way over them (A*), and of equal ways that of the motion contract is kept. Where sums may be
  -- rounded, `per_unit` is 0: then points are taken in the order of the contract.
  local per_unit = net.total + farthest < 1e15 and net.cost_per_unit or 0.0
  for i, point in ipairs(points) do
    costs[i], left[i] = huge, per_unit * length(bx - point.x, by - point.y)
  end
  -- Whether the straight way to a point is free is looked up when it is the next.
  if level.is_clear(world, ax, ay, radius) then
    for i, cost in ipairs(starts) do
      routes.push(heap, { index = i, sum = cost + left[i], cost = cost, is_start = true }, routes.is_sum_before)
    end
  end
  local function is_first(i, other)
    return costs[i] < costs[other] or costs[i] == costs[other] and i < other
  end
  local least, last, is_any_taken = huge, nil, false
  while heap[1] or not is_any_taken do
    local place = heap[1] and routes.pop(heap, routes.is_sum_before) or routes.nearest_place(points, ax, ay, starts)
    if place.sum > least * ROUNDED_UP then break end
    local i, cost = place.index, place.cost
    local point = points[i]
    if cost <= costs[i] and (not place.is_start or level.is_free(world, ax, ay, point.x, point.y, radius)) then
      if place.is_start then before[i] = nil end
      costs[i], is_any_taken = cost, true
      local to_end = cost + routes.cost(length(bx - point.x, by - point.y), world.route_tolerance)
      local is_better = to_end < least or per_unit > 0 and to_end == least and is_first(i, last)
      if is_better and level.is_free(world, point.x, point.y, bx, by, radius) then
        least, last = to_end, i
      end
      for _, step in ipairs(net.ways[i]) do
        local to, sum = step.to, cost + step.way.cost
        if sum <= costs[to] and routes.is_open(step.way) then
          if sum < costs[to] then
            costs[to], before[to] = sum, i
            routes.push(heap, { index = to, sum = sum + left[to], cost = sum }, routes.is_sum_before)
          elseif per_unit > 0 and before[to] and is_first(i, before[to]) then
            before[to] = i
          end
        end
      end
    end
  end
  return last and routes.points_until(points, before, last)
end

--- The point nearest to a place, which a plan takes without looking whether the way there is free.
function routes.nearest_place(points, x, y, starts)
  local least, nearest = huge, 1
  for i, point in ipairs(points) do
    local dx, dy = point.x - x, point.y - y
    if dx * dx + dy * dy < least then
      least, nearest = dx * dx + dy * dy, i
    end
  end
  return { index = nearest, sum = 0.0, cost = starts[nearest] }
end

--- Whether all doors of a way are open.
function routes.is_open(way)
  for _, wall in ipairs(way.doors) do
    if not wall.is_open then return false end
  end
  return true
end

--- The points that led to a point, and that point.
function routes.points_until(points, before, last)
  local backward, found = {}, {}
  while last do
    backward[#backward + 1] = points[last]
    last = before[last]
  end
  for i = #backward, 1, -1 do
    found[#found + 1] = { x = backward[i].x, y = backward[i].y }
  end
  return found
end

--- The force toward the next point of the way to (x, y), or nothing if the agent can go there by itself. Finds the way if there is none
-- yet, or if (x, y) is elsewhere.
function routes.steer(world, agent, behavior, x, y, speed)
  local memory = behavior.state
  local route = memory.route
  if not route or length(route.x - x, route.y - y) > world.repath_distance then
    local points = routes.plan(world, agent.x, agent.y, x, y, agent.radius)
    route = { x = x, y = y, points = points or {}, at = 1 }
    memory.route, agent.knowledge.no_route = route, points == nil
    if not points then emit(world, agent, behavior, "no_route") end
  end
  local point, near = route.points[route.at], agent.radius + world.route_tolerance
  while point and length(point.x - agent.x, point.y - agent.y) <= near do
    route.at = route.at + 1
    point = route.points[route.at]
  end
  if point then return seek(agent, point.x, point.y, speed) end
end

--- The force toward (x, y), around walls if the behavior does that.
function routes.seek(world, agent, behavior, x, y, speed)
  if behavior.route then
    local force_x, force_y = routes.steer(world, agent, behavior, x, y, speed)
    if force_x then return force_x, force_y end
  end
  return seek(agent, x, y, speed)
end

--- Lets the behaviors of an agent find their ways again.
function routes.forget(agent)
  for _, behavior in ipairs(agent.behaviors) do
    if behavior.route then behavior.state.route = false end
  end
end

-- States --------------------------------------------------------------------------------------------------------------

--- The agent's behaviors of one kind, in list order.
local function behaviors_of(agent, kind)
  local found = {}
  for _, behavior in ipairs(agent.behaviors) do
    if behavior.kind == kind then found[#found + 1] = behavior end
  end
  return found
end

--- Gives an agent its leader: it has one only if one of its behaviors follows it.
local function bind_leader(world, agent)
  local leader = agent.leader_id and world.agents_by_id[agent.leader_id]
  agent.leader = leader and leader ~= agent and behaviors_of(agent, "follow_leader")[1] and leader or false
end

--- Reads what a search has besides its parameters.
function states.read_search(field, behavior, dt)
  behavior.wait_ticks = field("wait_ticks", derived(ticks_in(behavior.wait, dt, 0)))
  states.read_goal(field, behavior)
  behavior.route = field("route", states.ROUTE) == "around_walls"
  local sweep = field("sweep", nullable(fields, false))
  behavior.sweep = sweep and { kind = "look_about", turn_rate = false }
  for _, name in ipairs(sweep and { "from", "to" } or {}) do
    behavior.sweep[name] = nodes.read_direction(sweep, name, 1)
  end
end

--- Reads a goal that is always present.
function states.read_goal(field, into)
  local goal = field("goal", senses.GOALS)
  into.goal, into.ahead = goal ~= "reference" and goal, field("ahead", senses.AHEAD)
  if (goal == "last_seen_ahead") ~= (into.ahead ~= false) then
    field("ahead", function()
      return nil, "does not match goal"
    end)
  end
end

-- For each kind of term that has fields, reads them into it.
states.READ = {
  sees_not_for = function(field, world, term)
    term.seconds = field("seconds", range(0, 1e6))
    term.ticks = field("ticks", derived(ticks_in(term.seconds, world.dt, 0)))
  end,
  meter_at_least = function(field, _, term)
    term.meter = field("meter", senses.SHARE)
  end,
  meter_at_most = function(field, _, term)
    term.meter = field("meter", senses.SHARE)
  end,
  near = function(field, _, term)
    states.read_goal(field, term)
    term.radius = field("radius", number)
  end,
  event = function(field, _, term)
    term.name = field("name", title)
  end,
}
states.READ["for"] = function(field, world, term)
  nodes.read_time(field, world.dt, term)
end

function states.read_transition(field, world)
  local transition = { to_id = field("to", id), any = field("any", flag), terms = {} }
  for i, term_field in ipairs(field("terms", short_list(fields, 0, states.MAX_TERMS))) do
    local term = { kind = term_field("kind", states.TERMS) }
    local read = states.READ[term.kind]
    if read then read(term_field, world, term) end
    transition.terms[i] = term
  end
  return transition
end

--- Reads the rules of a state into it.
function states.read_rules(field, world, state, used)
  state.id, state.name = field("id", new_id(used)), field("name", text)
  used[state.id] = true
  local state_color = field("color", nullable(color, false))
  state.color = state_color and state_color:lower()
  state.max_speed, state.max_force = field("max_speed", nullable(range(0, 1e6), false)), field("max_force", nullable(number, false))
  for i, action_field in ipairs(field("enter", nodes.LIST)) do
    state.enter[i] = nodes.read_action(action_field, world, states.ENTER_ACTIONS)
  end
  state.transition_fields = field("transitions", short_list(fields, 0, states.MAX_TRANSITIONS))
end

states.LIST = short_list(fields, 0, states.MAX_STATES)

--- Reads the states of a preset. The first one has the motion of the preset itself.
function states.read(field, world, preset)
  local used, first_rules = {}, field("state", fields, false)
  local state_fields = { field }
  for i, state_field in ipairs(field("states", states.LIST, {})) do
    state_fields[i + 1] = state_field
  end
  preset.states, preset.has_facing, preset.has_states = {}, false, #state_fields > 1
  for i, state_field in ipairs(state_fields) do
    local state, rules = read_motion(state_field, world), i == 1 and first_rules or i > 1 and state_field
    state.id, state.name, state.color, state.max_speed, state.max_force = 1, "", false, false, false
    state.enter, state.transitions, state.transition_fields = {}, {}, {}
    if rules then
      states.read_rules(rules, world, state, used)
    else
      used[1] = true
    end
    preset.states[i], preset.has_facing = state, preset.has_facing or state.facing ~= false
    preset.has_states = preset.has_states or state.enter[1] ~= nil
  end
  for _, state in ipairs(preset.states) do
    for i, transition_field in ipairs(state.transition_fields) do
      local transition = states.read_transition(transition_field, world)
      transition.to = states.index_of(preset, transition.to_id)
      transition_field("to", function()
        if not transition.to then return nil, ("names state %d, which the preset does not have"):format(transition.to_id) end
      end)
      for _, term in ipairs(transition.terms) do
        preset.feels = preset.feels or term.kind == "touches"
      end
      state.transitions[i], preset.has_states, preset.has_senses = transition, true, true
    end
    state.transition_fields = nil
  end
end

--- The index of the state with that id, or nil.
function states.index_of(preset, state_id)
  for i, state in ipairs(preset.states) do
    if state.id == state_id then return i end
  end
end

--- The list of an agent's behaviors in a state, with their memory as it was left.
function states.list(agent, index)
  local list = agent.lists[index]
  if not list then
    list = {}
    for i, behavior in ipairs(agent.own.states[index].behaviors) do
      list[i] = {}
      for name, value in pairs(behavior) do
        list[i][name] = value
      end
    end
    agent.lists[index] = list
  end
  return list
end

--- Lets an agent move as in a state. Its behaviors have the memory that they were left with.
function states.use(agent, index)
  local state = agent.own.states[index]
  agent.state_index, agent.behaviors = index, states.list(agent, index)
  agent.max_speed, agent.max_force = state.max_speed or agent.own.max_speed, state.max_force or agent.own.max_force
  agent.facing, agent.by_priority = state.facing, state.by_priority
  agent.chase = state.is_cell_mover and agent.behaviors[1] -- the one behavior of a cell mover
end

--- Draws the times of a state that begins.
function states.draw(agent)
  local knowledge, state = agent.knowledge, agent.own.states[agent.state_index]
  knowledge.time_in_state, knowledge.drawn = 0, {}
  for i, transition in ipairs(state.transitions) do
    knowledge.drawn[i] = {}
    for k, term in ipairs(transition.terms) do
      if term.kind == "for" then
        local ticks = term.min
        if term.max > term.min then ticks = term.min + floor(next_f64(agent.random_state) * (term.max - term.min + 1)) end
        knowledge.drawn[i][k] = ticks
      end
    end
  end
end

--- Keeps the drawn times of terms that are at the same places in an edited state.
function states.keep_drawn(agent)
  local knowledge, drawn = agent.knowledge, {}
  for i, transition in ipairs(agent.own.states[agent.state_index].transitions) do
    drawn[i] = {}
    for k, term in ipairs(transition.terms) do
      local kept = knowledge.drawn[i] and knowledge.drawn[i][k] or term.min
      if term.kind == "for" then drawn[i][k] = math.max(term.min, math.min(kept, term.max)) end
    end
  end
  knowledge.drawn = drawn
end

--- Gives the behaviors of a state that begins their memory. Without an earlier chase to go on with, a chase starts in the cell of the
-- agent.
function states.begin(world, agent, index, earlier_chase)
  states.use(agent, index)
  for _, behavior in ipairs(agent.behaviors) do
    local progress = behavior.kind == "follow_path" and behavior.state and behavior.state.progress
    if not progress then
      behavior.state = states.new_memory(agent, behavior)
    elseif behavior.resume == "same" then
      progress.leg, progress.passed, progress.along_passed = false, 0, 0
      progress.wait_left, progress.action, progress.action_ticks = 0, false, 0
      progress.arrivals, progress.turned = 0, false
    else
      behavior.state.progress = start_progress(agent, behavior, behavior.resume)
    end
  end
  routes.forget(agent)
  agent.knowledge.no_route = false
  if agent.chase and earlier_chase then
    agent.chase.state.mover = earlier_chase
    forget_line(earlier_chase)
  elseif agent.chase then
    enter_cell(world, agent)
  end
  if agent.chase then agent.node = nil end
  states.draw(agent)
end

-- What an action does on entering a state.
states.DO = {}

function states.DO.emit(world, agent, action)
  world.entered[#world.entered + 1] = nodes.told_event(world, agent, "emitted", nil, action)
end

function states.DO.set_wall(world, agent, action)
  nodes.switch(world, agent, action)
end

--- Tells the others of the team what was seen last.
function states.DO.share(world, agent, action)
  local seen, team = agent.knowledge.last_seen, agent.team
  if not seen or not team then return end
  for _, other in ipairs(world.agents) do
    if other ~= agent and other.team == team then
      local dx, dy = other.x - agent.x, other.y - agent.y
      if dx * dx + dy * dy <= action.radius * action.radius then
        other.knowledge.last_seen = { x = seen.x, y = seen.y, vx = seen.vx, vy = seen.vy, who = seen.who, tick = world.tick }
        other.knowledge.will_be_told = true
      end
    end
  end
end

--- Does the actions of the present state that stand for entering it.
function states.do_entering(world, agent)
  for _, action in ipairs(agent.own.states[agent.state_index].enter) do
    states.DO[action.kind](world, agent, action)
  end
  agent.knowledge.entering = false
end

--- Lets an agent enter a state; `reason` is the index of the transition, from 0, or nil if the game did it.
function states.enter(world, agent, index, reason)
  if not agent.chase and behaviors_of(agent, "follow_path")[1] then agent.knowledge.left_path = { x = agent.x, y = agent.y } end
  states.begin(world, agent, index, agent.chase and agent.chase.state.mover)
  bind_leader(world, agent)
  states.do_entering(world, agent)
  local name = agent.own.states[index].name
  world.entered[#world.entered + 1] = { tick = world.tick, agent = agent.id, kind = "state_entered", name = name, reason = reason }
end

--- Whether a behavior of the present state has a memory of this name that is true.
function states.has(agent, name)
  for _, behavior in ipairs(agent.behaviors) do
    if behavior.state and behavior.state[name] then return true end
  end
  return false
end

-- Whether a term holds: a function of the world, the agent, the term and its drawn time.
states.HOLDS = {
  sees = function(_, agent)
    return agent.knowledge.noticed
  end,
  sees_not_for = function(_, agent, term)
    return agent.knowledge.unseen >= term.ticks
  end,
  hears = function(world, agent)
    local last = agent.knowledge.last_noise
    return last and last.tick == world.tick
  end,
  told = function(_, agent)
    return agent.knowledge.told
  end,
  touches = function(_, agent)
    return agent.knowledge.touched
  end,
  meter_at_least = function(_, agent, term)
    return agent.knowledge.meter >= term.meter
  end,
  meter_at_most = function(_, agent, term)
    return agent.knowledge.meter <= term.meter
  end,
  arrived = function(_, agent)
    return states.has(agent, "arrived")
  end,
  path_finished = function(_, agent)
    for _, behavior in ipairs(behaviors_of(agent, "follow_path")) do
      if behavior.state.progress.finished then return true end
    end
    return false
  end,
  near = function(_, agent, term)
    local goal = senses.goal(agent, term)
    if not goal then return false end
    local dx, dy = goal.x - agent.x, goal.y - agent.y
    return dx * dx + dy * dy <= term.radius * term.radius
  end,
  event = function(world, agent, term)
    if agent.knowledge.emitted and agent.knowledge.emitted[term.name] then return true end
    for _, sent in ipairs(world.names) do
      if sent.name == term.name and (not sent.agent or sent.agent == agent.id) then return true end
    end
    return false
  end,
  search_finished = function(_, agent)
    return states.has(agent, "search_finished")
  end,
  no_route = function(_, agent)
    return agent.knowledge.no_route
  end,
}
states.HOLDS["for"] = function(_, agent, _, drawn)
  return agent.knowledge.time_in_state >= drawn
end

function states.holds(world, agent, transition, drawn)
  for k, term in ipairs(transition.terms) do
    local holds = states.HOLDS[term.kind](world, agent, term, drawn[k])
    if holds and transition.any then return true end
    if not holds and not transition.any then return false end
  end
  return not transition.any or not transition.terms[1]
end

--- Lets an agent enter the state that the game has set, or that of its first transition that holds.
function states.change(world, agent)
  local knowledge, preset = agent.knowledge, agent.own
  if preset.has_states then knowledge.time_in_state = math.min(knowledge.time_in_state + 1, MAX_U32) end
  if knowledge.entering then states.do_entering(world, agent) end
  local forced = knowledge.forced and states.index_of(preset, knowledge.forced)
  knowledge.forced = false
  if forced then return states.enter(world, agent, forced) end
  for i, transition in ipairs(preset.states[agent.state_index].transitions) do
    if states.holds(world, agent, transition, knowledge.drawn[i]) then return states.enter(world, agent, transition.to, i - 1) end
  end
end

--- Lets all agents change their states that do not stay in them.
function states.run(world)
  world.entered, world.has_forced = {}, false
  for _, agent in ipairs(world.agents) do
    if not agent.driven and (agent.own.has_states or agent.knowledge.forced) then states.change(world, agent) end
    world.has_forced = world.has_forced or agent.knowledge.forced ~= false
  end
  for _, agent in ipairs(world.agents) do
    local knowledge = agent.knowledge
    knowledge.told, knowledge.will_be_told, knowledge.emitted = knowledge.will_be_told, false, false
  end
end

--- The memory of an agent's states when it enters: it draws its times, and the actions of its first state wait.
function states.start(agent)
  states.draw(agent)
  agent.knowledge.entering = agent.own.has_states
end

--- Lets an agent of an edited world, with the knowledge of an earlier one, go on in its state. Returns whether the state is still there.
function states.keep(world, agent, earlier_agent)
  local knowledge, preset = agent.knowledge, agent.own
  local index = states.index_of(preset, earlier_agent.own.states[earlier_agent.state_index].id)
  if knowledge.forced and not states.index_of(preset, knowledge.forced) then knowledge.forced = false end
  world.has_forced = world.has_forced or knowledge.forced ~= false
  if not index then return false end
  states.use(agent, index)
  bind_leader(world, agent)
  states.keep_drawn(agent)
  if not preset.has_states then knowledge.time_in_state, knowledge.entering = 0, false end
  return true
end

--- Lets an agent keep the progress on paths that it has in other states than the present one.
function states.keep_progress(world, agent, earlier_agent)
  for index, state in ipairs(agent.own.states) do
    local earlier_index = states.index_of(earlier_agent.own, state.id)
    local earlier_list = index ~= agent.state_index and earlier_index and earlier_agent.lists[earlier_index]
    if earlier_list then
      local list, found = states.list(agent, index), 0
      local earlier = behaviors_of({ behaviors = earlier_list }, "follow_path")
      for _, behavior in ipairs(behaviors_of({ behaviors = list }, "follow_path")) do
        found = found + 1
        local one = earlier[found]
        if one and one.state then
          behavior.state = {}
          states.TAKE_OVER_PROGRESS(behavior, one, agent, earlier_agent, world)
          if not behavior.state.progress then behavior.state = false end
        end
      end
    end
  end
end

--- Goes to random places around a goal, and looks about at each.
function FORCE.search(world, agent, behavior)
  local search = behavior.state
  if search.search_finished then return end
  local target_radius = agent.radius + world.route_tolerance
  if not search.places then search.places = states.find_places(world, agent, behavior) end
  while true do
    if search.is_waiting then
      local is_over = search.action_ticks == 0
      if not is_over then search.action_ticks = search.action_ticks - 1 end
      local is_turned = not behavior.sweep or nodes.is_sweep_done(agent, search, 1)
      if not (is_over and is_turned) then
        if behavior.sweep then nodes.ask_for(agent, search, behavior.sweep) end
        return force_toward(agent, 0.0, 0.0, agent.time_to_target)
      end
      search.is_waiting, search.at, search.route = false, search.at + 1, false
      if search.at > #search.places then
        search.search_finished = true
        emit(world, agent, behavior, "search_finished")
        return
      end
    end
    local place = search.places[search.at]
    if not (length(place.x - agent.x, place.y - agent.y) < target_radius) then
      local slow_radius, max_speed, time_to_target = behavior.slow_radius, agent.max_speed, agent.time_to_target
      if behavior.route then
        local force_x, force_y = routes.steer(world, agent, behavior, place.x, place.y, max_speed)
        if force_x then return force_x, force_y end
      end
      return arrive(agent, place.x, place.y, target_radius, slow_radius, "linear", "brake", max_speed, time_to_target)
    end
    search.is_waiting, search.action_ticks, search.arrivals, search.turned = true, behavior.wait_ticks, 0, false
    search.heading_x, search.heading_y = agent.heading_x, agent.heading_y
  end
end

--- The places of a search: random ones around its goal, or around the agent, that a body can go to straight from there.
function states.find_places(world, agent, behavior)
  local center, radius, places, random_state = senses.goal(agent, behavior) or agent, behavior.radius, {}, agent.random_state
  local x, y = center.x, center.y
  for i = 1, behavior.points do
    places[i] = { x = x, y = y }
    for _ = 1, states.MAX_TRIES do
      local px = 2 * next_f64(random_state) - 1
      local py = (2 * next_f64(random_state) - 1) * world.turn_sign
      px, py = x + px * radius, y + py * radius
      local dx, dy = px - x, py - y
      if dx * dx + dy * dy <= radius * radius and level.is_free(world, x, y, px, py, agent.radius) then
        places[i] = { x = px, y = py }
        break
      end
    end
  end
  return places
end

-- Memory (section 20) -------------------------------------------------------------------------------------------------

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
  wander = function()
    return { angle = 0.0 } -- radians counterclockwise from the heading to the target
  end,
  grid_chase = function()
    return { mover = false, line_seen = nil, arrived = false }
  end,
  search = function()
    return {
      places = false, -- to go to, once they are found
      at = 1, -- the present one
      is_waiting = false, -- whether the agent is there
      action_ticks = 0, -- that are left of the wait
      arrivals = 0, -- at the directions of its sweep
      turned = false,
      heading_x = 0.0, -- when the agent arrived
      heading_y = 0.0,
      search_finished = false,
    }
  end,
}

--- The initial memory of a behavior, or false.
function states.new_memory(agent, behavior)
  local new_state = NEW_STATE[behavior.kind]
  local memory = new_state and new_state(agent, behavior) or behavior.route and {} or false
  if memory then memory.route = false end
  return memory
end

--- Gives all behaviors of an agent the memory they start with. They start where the agent is.
local function start_behaviors(world, agent)
  for _, behavior in ipairs(agent.behaviors) do
    behavior.state = states.new_memory(agent, behavior)
  end
  if agent.chase then enter_cell(world, agent) end
end

------------------------------------------------------------------------------------------------------------------------
-- The world (sections 3, 4, 22 and 23)
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
--   `other`, the id of the other agent. Senses report `noise_heard`, and `touched` with an `other`; they have no behavior either
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
-- * `team`: a text, or nil for none
-- * `noticed`: whether it has noticed someone that it watches
-- * `perceived`: what it sees, remembers or touches: a table with a `kind` ("agent", "marker" or "pointer") and an `id`, or nil
-- * `meter`: how alert it is, from 0 to 1
-- * `state`, `state_name`: the id and the name of the state that it is in
-- * `fov_deg`: the full field of view in degrees, of its sight or of its homing walk, or nil
-- * `node`: the index of its target node in the last step, from 0, or nil
local World = {}
World.__index = World

-- Below this speed, in units per second, an agent keeps its heading.
local HEADING_SPEED = 1e-6
-- One call of `advance` takes at most this many ticks.
local MAX_TICKS_PER_ADVANCE = 240
-- With `priority`, a force that is not longer than this leaves the choice to the next behavior.
local NEGLIGIBLE = 1e-9

local Agent = {}

-- What an agent reports that is computed when it is read.
local REPORTED = {}

function REPORTED.fov_deg(agent)
  if agent.sight then return agent.sight.fov_deg end
  local behavior = behaviors_of(agent, "homing_walk")[1]
  local target = behavior and behavior_target(agent, behavior)
  if not target then return nil end
  return 2 * half_fov(behavior, length(target.x - agent.x, target.y - agent.y)) * DEGREES_PER_RADIAN
end

function REPORTED.noticed(agent)
  return agent.knowledge.noticed
end

function REPORTED.meter(agent)
  return agent.knowledge.meter
end

function REPORTED.state(agent)
  return agent.own.states[agent.state_index].id
end

function REPORTED.state_name(agent)
  return agent.own.states[agent.state_index].name
end

function REPORTED.perceived(agent)
  return senses.described(agent.knowledge.perceived)
end

function Agent.__index(agent, key)
  local report = REPORTED[key]
  if report then return report(agent) end
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

--- Spawners and contacts (sections 18 and 19).
local spawning = {
  -- A spawner adds no agent to a world that has this many.
  MAX_AGENTS = 50000,
  MAX_CONTACTS = 10000,
  -- The triggers of one name that count in a tick.
  MAX_PENDING = 1000,
  MAX_TIMES = 1e9, -- that a spawner fires
  -- With more, a contact rule finds agents by cells.
  MAX_PAIRS_TO_TRY = 1024,
}

--- All agents decide from the state at the start of the tick; then all agents move.
local function tick_once(world)
  world.tick = world.tick + 1
  world.time = world.tick * world.dt
  local highest_before = world.highest_id
  spawning.run(world)
  world.first_own_event = #world.events + 1
  if world.has_meetings then nodes.count_meetings(world) end
  if world.neighbor_radius > 0 then fill_search_grid(world) end
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
  end
  if world.has_senses then
    senses.run(world)
    senses.merge_events(world.events, world.first_own_event, world.sensed)
  elseif world.waiting_noises[1] then
    world.waiting_noises = {}
  end
  if world.has_states or world.has_forced then
    states.run(world)
    senses.merge_events(world.events, world.first_own_event, world.entered)
  end
  if world.names[1] then world.names = {} end
  if world.contacts[1] then spawning.find_contacts(world, highest_before) end
  if next(world.switches) then nodes.switch_doors(world) end
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
    if ticks == MAX_TICKS_PER_ADVANCE then
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

--- The value of a custom property of an "agent", a "path", a "marker" or a "wall": a boolean, a number, a text, or nil. Without an own
-- value it is the default; nil if the item or the property does not exist. Colors are texts, references are ids, or nil.
function World:property(kind, item_id, name)
  local items = type(kind) == "string" and kind .. "s"
  local known = (items == "agents" or items == "paths" or items == "markers" or items == "walls") and self.properties[items]
  if not known then return nil end
  if not (kind == "agent" and self.agents_by_id or known)[item_id] then return nil end
  return properties.find(self.properties, known[item_id] or {}, name, items)
end

--- The same for a node of a path, which is named by its index from 0, as in events.
function World:node_property(path_id, node, name)
  local values = (self.properties.nodes[path_id] or {})[(tonumber(node) or -1) + 1]
  return values and properties.find(self.properties, values, name, "nodes")
end

--- The same for the preset of an agent.
function World:preset_property(agent_id, name)
  local agent, values = self.agents_by_id[agent_id], {}
  if not agent then return nil end
  for _, entry in ipairs(self.presets[agent.preset].properties) do
    values[entry[1]] = entry[2]
  end
  return properties.find(self.properties, values, name, "presets")
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
      spawner.pending = math.min(spawner.pending + 1, spawning.MAX_PENDING)
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

function states.check_name(world, name)
  if not title(name) then
    refuse("the name of an event is not a text, or it is empty")
  elseif #world.names >= states.MAX_NAMES then
    refuse(("%d names are waiting for a step; send fewer of them"):format(states.MAX_NAMES))
  end
end

function senses.check_noise(world, radius)
  if not (type(radius) == "number" and radius >= 0 and radius <= MAX_LENGTH) then
    refuse("the radius of a noise is not a number from 0 to 1e9; check how it is computed")
  elseif #world.waiting_noises >= senses.MAX_NOISES then
    refuse(("%d noises are waiting for a step; make fewer of them"):format(senses.MAX_NOISES))
  end
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
  for _, agent in ipairs(self.agents) do
    routes.forget(agent)
  end
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

--- Makes a noise, which agents with hearing hear in the next step, within `radius`.
function World:noise(x, y, radius)
  check_coordinates(x, y)
  senses.check_noise(self, radius)
  table.insert(self.waiting_noises, { x = x + 0.0, y = y + 0.0, radius = radius + 0.0 })
end

--- The id of the state with this name in the preset of an agent, or nil; of several, the first.
function World:find_state(agent_id, name)
  for _, state in ipairs(check_agent(self, agent_id).own.states) do
    if state.name == name then return state.id end
  end
end

--- Lets an agent enter a state of its preset in the next step, or as soon as it is not driven any longer.
function World:set_state(agent_id, state_id)
  local agent = check_agent(self, agent_id)
  if not states.index_of(agent.own, state_id) then
    error(("steerwright: the preset of agent %s has no state %s; use an id that is in the scene"):format(agent_id, tostring(state_id)), 2)
  end
  agent.knowledge.forced, self.has_forced = state_id, true
end

--- Sends a name to an agent, or with nil to all, for transitions that wait for it in the next step.
function World:force_event(agent_id, name)
  local agent = agent_id ~= nil and check_agent(self, agent_id)
  states.check_name(self, name)
  table.insert(self.names, { name = name, agent = agent and agent.id })
end

--- Sets the team of an agent: a text, or nil for none.
function World:set_team(agent_id, team)
  local agent = check_agent(self, agent_id)
  if team ~= nil and not title(team) then
    error("steerwright: a team is not a text, or it is empty; use nil for no team", 2)
  end
  agent.team = team
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
  for index, list in pairs(agent.lists) do
    for _, behavior in ipairs(behaviors_of({ behaviors = list }, "follow_path")) do
      if index == agent.state_index then
        behavior.state.progress = start_progress(agent, behavior)
      else
        -- It starts when the agent enters that state.
        behavior.state = false
      end
    end
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
    senses.forget(agent, gone)
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

--- The points of the shortest way around walls of a body with a radius from (ax, ay) to (bx, by): a list of tables with `x` and `y`,
-- the last of which is (bx, by); nil if none is found.
function World:path_between(ax, ay, bx, by, radius)
  check_coordinates(ax, ay)
  check_coordinates(bx, by)
  if not (type(radius) == "number" and radius >= 0 and radius <= MAX_LENGTH) then
    error("steerwright: the radius of a body is not a number from 0 to 1e9; check how it is computed", 2)
  end
  local points = routes.plan(self, ax + 0.0, ay + 0.0, bx + 0.0, by + 0.0, radius + 0.0)
  if points then points[#points + 1] = { x = bx + 0.0, y = by + 0.0 } end
  return points
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

local FORMAT = choice("steerwright-export")

--- Lets an agent move by the first state of a preset. Its behaviors have no memory yet.
local function use_preset(agent, id, preset)
  agent.preset, agent.own, agent.lists = id, preset, {}
  agent.mass, agent.time_to_target, agent.idle = preset.mass, preset.time_to_target, preset.idle
  agent.radius, agent.sight = preset.radius, preset.sight
  states.use(agent, 1)
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
    own = false, -- its preset
    lists = false, -- its behaviors, by the index of their state
    state_index = 1,
    knowledge = senses.new_knowledge(),
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
  agent.team = field("team", nullable(title), false) or nil
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
  agent.knowledge.post_x, agent.knowledge.post_y = agent.x, agent.y
  agent.speed = length(agent.vx, agent.vy)
  if agent.speed > HEADING_SPEED then
    agent.heading_x, agent.heading_y = direction(agent.vx, agent.vy, agent.speed)
  end
  agent.facing_x, agent.facing_y = agent.heading_x, agent.heading_y
  states.start(agent)
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

--- Finds the largest radius in which any behavior searches for neighbors, and which senses there are.
local function survey_presets(world)
  local largest = 0.0
  world.has_states = false
  for _, preset in ipairs(world.presets) do
    world.has_states = world.has_states or preset.has_states
    for _, state in ipairs(preset.states) do
      for _, behavior in ipairs(state.behaviors) do
        largest = math.max(largest, behavior.neighbor_radius)
        world.has_looks = world.has_looks or behavior.sweep ~= nil and behavior.sweep ~= false
      end
    end
  end
  world.neighbor_radius = largest
  senses.survey(world)
end

function spawning.read_place(field)
  local place = { kind = field("kind", choice("point", "marker", "agent", "edge")) }
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
  spawner.team = field("team", nullable(title), false) or nil
  spawner.place = spawning.read_place(field("place", fields))
  spawner.scatter_min, spawner.scatter_max = read_scatter(field)
  spawner.when = field("when", choice("time", "press", "trigger"))
  spawner.trigger = field("trigger", nullable(text, false))
  field("trigger", function()
    local matches = spawner.trigger ~= "" and (spawner.when == "trigger") == (spawner.trigger ~= false)
    if not matches then return nil, "does not match when" end
  end)
  local most, at_least = whole(1, spawning.MAX_TIMES), { every = 1, lifetime = 1 }
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
  spawner.preset = known_preset(world, read_preset(field, world))
  return spawner
end

function spawning.read_contact(field, world)
  local function preset(value)
    local found, problem = id(value)
    if found and not world.presets[found] then return nil, "is not a preset of the file" end
    return found, problem
  end
  local despawn = field("despawn", choice("none", "first", "second", "both"))
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
  if #world.agents >= spawning.MAX_AGENTS or world.highest_id >= MAX_U32 then return end
  local agent_id = world.highest_id + 1
  local random_state = initial_state(world.seed, agent_id)
  local x, y = spawning.place(world, spawner, random_state)
  if not x then return end
  local agent = new_agent(agent_id, "", x, y, random_state)
  agent.team = spawner.team
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
  if not (reach > 0) or #agents * searches <= spawning.MAX_PAIRS_TO_TRY then
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
  local gone, most = {}, spawning.MAX_CONTACTS
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

-- Saved worlds, and their hash.
local saves = { VERSION = 1 }

local function read_world(scene)
  local field, problem = fields(scene, "", "")
  if problem then fail("the file", problem) end
  field("format", FORMAT)
  local integer = whole(0, MAX_INTEGER)
  local version = field("format_version", whole(1, MAX_INTEGER))
  local min_reader = field("min_reader", whole(1, MAX_INTEGER), version)
  if min_reader > VERSION then
    local versions = "requires a reader of version %d, and this one has version %d"
    fail("min_reader", versions:format(min_reader, VERSION), "use the runtime that came with the editor")
  end
  local pointer, cells = field("pointer", fields), field("cells", fields)
  local origin = field("origin", fields, false)
  local y_down = field("y_down", flag)
  local dt = 1 / field("ticks_per_second", range(1, 1000))
  local seed = field("seed", integer)
  field("name", text)
  field("unit", text)
  local world = setmetatable({
    source = false, -- the scene from which a new world can be made
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
    authored = {}, -- the name and the start of each agent of the scene, by id
    highest_id = 0, -- that an agent ever had
    presets = {}, -- by id
    markers = {}, -- by id
    paths = {}, -- by id
    properties = false, -- the custom properties of the scene
    has_looks = false, -- whether an action or a search may ask where to look
    has_meetings = false,
    meeting = {}, -- how many agents wait in this tick, by the name of their meeting
    switches = {}, -- what actions do with doors in this tick, by the id of the wall: `is_open`, `agent`
    touch_margin = field("touch_margin", range(1e-9, 1e9), routes.TOUCH_MARGIN),
    waiting_noises = {}, -- those that the game made since the last tick
    noises = {}, -- of this tick
    teams = {}, -- the agents of each team, in the order of ids
    sensed = {}, -- the events of senses in this tick
    has_hearing = false, -- whether any preset has it, as the next
    has_watches = false,
    has_senses = false,
    has_states = false,
    has_forced = false, -- whether the game has set a state that waits
    names = {}, -- that the game sent since the last tick: `name`, and `agent`, or false for all
    entered = {}, -- the events of states in this tick
    repath_distance = field("repath_distance", range(1e-9, 1e9), routes.REPATH_DISTANCE),
    route_tolerance = field("route_tolerance", range(1e-9, 1e9), routes.ROUTE_TOLERANCE),
    nets = {},
    neighbor_radius = 0.0, -- the size of a cell of the search grid
    first_in_cell = {}, -- the first agent of each cell of the search grid, by key
    found = {}, -- the result of `agents_near`
  }, World)
  for _, cell in ipairs(cells("blocked", CELLS)) do
    local column, row = cell[1], cell[2]
    world.painted[column] = world.painted[column] or {}
    world.painted[column][row] = true
  end
  local walls_in_order = {}
  for _, wall_field in ipairs(field("walls", list_of(fields))) do
    local wall = level.read_wall(wall_field)
    world.walls[wall_field("id", new_id(world.walls))], walls_in_order[#walls_in_order + 1] = wall, wall
  end
  for i, net_field in ipairs(field("nets", list_of(fields), {})) do
    world.nets[i] = routes.read_net(net_field, walls_in_order, world.route_tolerance)
  end
  level.prepare(world)
  for _, marker_field in ipairs(field("markers", list_of(fields))) do
    local marker = { x = marker_field("x", coordinate), y = marker_field("y", coordinate), vx = 0.0, vy = 0.0 }
    marker.name, marker.id = marker_field("name", text), marker_field("id", new_id(world.markers))
    marker_field("kind", MARKER)
    world.markers[marker.id] = marker
  end
  local path_fields = field("paths", list_of(fields))
  for _, path_field in ipairs(path_fields) do
    local path = read_path(path_field, world)
    world.paths[path.id] = path
  end
  for _, path_field in ipairs(path_fields) do
    nodes.bind(path_field, world)
  end
  local agent_fields = field("agents", list_of(fields))
  for i, agent_field in ipairs(agent_fields) do
    local agent, preset = read_agent(agent_field, seed), read_preset(agent_field, world)
    local preset_id = known_preset(world, preset)
    use_preset(agent, preset_id, world.presets[preset_id])
    world.agents[i], world.agents_by_id[agent_field("id", new_id(world.agents_by_id))] = agent, agent
    world.highest_id = math.max(world.highest_id, agent.id)
  end
  for i, agent_field in ipairs(agent_fields) do
    bind(world, world.agents[i], agent_field)
    enter(world, world.agents[i], read_scatter(agent_field))
    world.authored[world.agents[i].id] = { name = world.agents[i].name, start = world.agents[i].start }
  end
  table.sort(world.agents, function(a, b)
    return a.id < b.id
  end)
  world.spawners = spawning.read_list(field, "spawners", world, spawning.read)
  world.contacts = spawning.read_list(field, "contacts", world, spawning.read_contact)
  world.properties = properties.read(field)
  survey_presets(world)
  return world
end

function saves.read_scene(scene)
  local world = read_world(type(scene) == "table" and scene or decode(scene, NULL))
  world.source = scene
  return world
end

--- Makes a world, at tick 0, from an exported scene.
-- @param scene the text of a NAME.steer.json, or what `decode` returned for it
-- @return the world, or nil and a message that says what is wrong, where, and what to do
function steerwright.load(scene)
  return attempt(function()
    return saves.read_scene(scene)
  end)
end

------------------------------------------------------------------------------------------------------------------------
-- Edits of a running world (section 24)
------------------------------------------------------------------------------------------------------------------------

-- The fields of an agent that goes on, besides the memory of its behaviors.
local KEPT = {
  "x", "y", "previous_x", "previous_y", "vx", "vy", "speed", "heading_x", "heading_y", "facing_x", "facing_y",
  "steering", "driven", "driven_x", "driven_y", "random_state",
  "knowledge",
}

local function same_placement(a, b)
  return a.y_down == b.y_down and a.scale == b.scale and a.origin_x == b.origin_x and a.origin_y == b.origin_y
end

--- Keeps the progress within a path that was edited.
local function fit_progress(path, progress)
  local last = #path.nodes
  progress.path, progress.target_node = path, math.min(progress.target_node, math.max(last, 1))
  local target_node = progress.target_node
  if path.traversal ~= "once" or target_node ~= last then progress.finished = false end
  if progress.backward and path.traversal ~= "ping_pong" then progress.backward, progress.leg = false, false end
  local leads_to_target = target_node - 1
  if progress.backward then
    leads_to_target = target_node
  elseif target_node == 1 then
    leads_to_target = path.traversal == "loop" and last
  end
  if not progress.leg or last == 0 or progress.leg ~= leads_to_target then
    progress.leg, progress.along_passed = false, 0
  else
    local start = path.nodes[progress.leg]
    progress.passed = math.min(progress.passed, start.between)
    progress.along_passed = math.min(progress.along_passed, start.along and #start.along or 0)
  end
end

-- For each kind of behavior that has memory, takes it over from its predecessor: a function of the two behaviors, their
-- agents and their worlds, the edited ones first.
local TAKE_OVER = {}

function TAKE_OVER.arrive(behavior, earlier)
  behavior.state.arrived = earlier.state.arrived
end

function TAKE_OVER.follow_path(behavior, earlier, agent, earlier_agent, world)
  local same_node = behavior.start ~= "node" or behavior.start_node == earlier.start_node
  if agent.path_id == earlier_agent.path_id and behavior.start == earlier.start and same_node then
    local progress = earlier.state.progress
    local path = progress.path and world.paths[progress.path.id]
    -- It may be on another path than that of the agent, which is gone.
    if path or not progress.path then behavior.state.progress = progress end
    if path then
      fit_progress(path, progress)
      if not path.is_scripted and not (agent.path and agent.path.is_scripted) then nodes.forget(progress) end
    end
  end
end

states.TAKE_OVER_PROGRESS = TAKE_OVER.follow_path

function TAKE_OVER.wander(behavior, earlier)
  behavior.state.angle = earlier.state.angle
end

function TAKE_OVER.search(behavior, earlier)
  behavior.state = earlier.state
  behavior.state.route = false
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
    and behavior.goal == earlier.goal
    and behavior.ahead == earlier.ahead
    and behavior.route == earlier.route
  if not same_chase or not same_blocked_cells(world.blocked, earlier_world.blocked) then forget_line(state.mover) end
end

--- Lets an agent of the edited scene go on from where it was.
local function go_on(world, agent, earlier_world, earlier_agent)
  for _, name in ipairs(KEPT) do
    agent[name] = rawget(earlier_agent, name)
  end
  if earlier_agent.own.has_facing and not agent.own.has_facing then level.keep_facing(agent) end
  senses.go_on(world, agent, earlier_world, earlier_agent)
  -- Without the memory with which it has entered.
  agent.lists = {}
  if not states.keep(world, agent, earlier_agent) then
    local chase = world.cell_size == earlier_world.cell_size and earlier_agent.chase
    states.begin(world, agent, 1, chase and chase.state.mover)
    bind_leader(world, agent)
    agent.knowledge.entering = agent.own.has_states
    agent.node = not agent.chase and rawget(earlier_agent, "node") or nil
    return
  end
  agent.node = not agent.chase and rawget(earlier_agent, "node") or nil
  states.keep_progress(world, agent, earlier_agent)
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
    senses.each_reference(agent.knowledge, function(one)
      return kept[one] or one
    end)
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
  if same_placement(world, self) then
    world.waiting_noises, world.names = self.waiting_noises, self.names
  end
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
-- Populating a running world (section 23)
------------------------------------------------------------------------------------------------------------------------

--- Lets an agent continue by another preset.
local function change_preset(world, agent, id, preset)
  local earlier = setmetatable({}, Agent)
  for name, value in pairs(agent) do
    earlier[name] = value
  end
  use_preset(agent, id, preset)
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
    return read_preset(field, self)
  end)
  if not preset then return nil, problem end
  self.presets[preset_id] = preset
  survey_presets(self)
  for _, agent in ipairs(self.agents) do
    if agent.preset == preset_id then change_preset(self, agent, preset_id, preset) end
  end
  return true
end

------------------------------------------------------------------------------------------------------------------------
-- Hash and saved worlds
------------------------------------------------------------------------------------------------------------------------

-- What a world consists of is gone through in one order, with a `archive`: it takes in each value and returns it, or when it is read,
-- returns the value that was saved instead. Its functions are `number`, `whole` (from 0 to `most`), `signed` (a column or row), `tick`,
-- `flag`, `text`, and `has`, which tells of a value that may be none whether it is there.

--- The two words of a double, the high one first.
function saves.words_of(x)
  if x == 0 then return 0, 0 end
  if string.pack then return string.unpack(">I4I4", string.pack(">d", x)) end
  local mantissa, exponent = math.frexp(abs(x))
  exponent = exponent + 1022
  if exponent > 0 then
    mantissa = (mantissa * 2 - 1) * 2 ^ 52
  else
    mantissa, exponent = abs(x) * 2 ^ 537 * 2 ^ 537, 0
  end
  local low = mantissa % TWO_TO_32
  return (x < 0 and 2 ^ 31 or 0) + exponent * 2 ^ 20 + (mantissa - low) / TWO_TO_32, low
end

--- The double with these 16 hex digits, or nil if it is not finite.
function saves.double_of(digits)
  local high, low = tonumber(sub(digits, 1, 8), 16), tonumber(sub(digits, 9), 16)
  local exponent = floor(high / 2 ^ 20) % 2 ^ 11
  local mantissa, sign = (high % 2 ^ 20 * 2 ^ 32 + low) / 2 ^ 52, high >= 2 ^ 31 and -1 or 1
  if exponent == 2047 then return nil end
  if exponent == 0 then return sign * mantissa / 2 ^ 1022 + 0.0 end
  if exponent < 1023 then return sign * (1 + mantissa) / 2 ^ (1023 - exponent) end
  return sign * (1 + mantissa) * 2 ^ (exponent - 1023)
end

--- An archive that computes the hash of what it takes in.
function saves.new_hash()
  local state, archive = { 1, 2, 3, 4 }, {}
  local function take(word)
    state[1] = xor(state[1], word)
    next_u32(state)
  end
  function archive.number(x)
    local high, low = saves.words_of(x)
    take(high)
    take(low)
    return x
  end
  function archive.whole(n)
    take(n)
    return n
  end
  function archive.signed(n)
    take(n % TWO_TO_32)
    return n
  end
  function archive.tick(n)
    take(floor(n / TWO_TO_32))
    take(n % TWO_TO_32)
    return n
  end
  function archive.flag(flag)
    take(flag and 1 or 0)
    return flag
  end
  function archive.text(bytes)
    take(#bytes)
    for i = 1, #bytes, 4 do
      local a, b, c, d = bytes:byte(i, i + 3)
      take(a + (b or 0) * 256 + (c or 0) * 65536 + (d or 0) * 16777216)
    end
    return bytes
  end
  function archive.has(is_there)
    if not is_there then take(MAX_U32) end
    return is_there
  end
  function archive.result()
    return ("%08x%08x"):format(next_u32(state), next_u32(state))
  end
  return archive
end

saves.ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

--- A text as JSON.
function saves.quoted(bytes)
  return '"' .. bytes:gsub('[%z\1-\31"\\]', function(character)
    return saves.ESCAPES[character] or ("\\u%04x"):format(character:byte())
  end) .. '"'
end

--- An archive that writes what it takes in, as the entries of a list.
function saves.new_writer()
  local parts, archive = {}, {}
  local function add(shown)
    parts[#parts + 1] = shown
  end
  function archive.number(x)
    add(('"%08x%08x"'):format(saves.words_of(x)))
    return x
  end
  function archive.whole(n)
    add(("%.0f"):format(n))
    return n
  end
  archive.signed, archive.tick = archive.whole, archive.whole
  function archive.flag(flag)
    add(flag and "true" or "false")
    return flag
  end
  function archive.text(bytes)
    add(saves.quoted(bytes))
    return bytes
  end
  function archive.has(is_there)
    if not is_there then add("null") end
    return is_there
  end
  function archive.result()
    return table.concat(parts, ",")
  end
  return archive
end

--- An archive that reads a list of saved values.
function saves.new_reader(values)
  local at, archive = 0, { is_reading = true }
  local function refuse_value(problem)
    fail(("values[%d]"):format(at - 1), problem, "save the world again")
  end
  local function take(is_valid, what)
    at = at + 1
    if not is_valid(values[at]) then refuse_value(at > #values and "is missing" or "is not " .. what) end
    return values[at]
  end
  local function is_whole(least, most)
    return function(value)
      return type(value) == "number" and value >= least and value <= most and value % 1 == 0
    end
  end
  function archive.number()
    local digits = take(function(value)
      return type(value) == "string" and #value == 16 and find(value, "^%x+$") and saves.double_of(value) ~= nil
    end, "a finite number as 16 hex digits")
    return saves.double_of(digits)
  end
  function archive.whole(_, most)
    return floor(take(is_whole(0, most or MAX_U32), ("a whole number from 0 to %.0f"):format(most or MAX_U32)))
  end
  function archive.signed()
    return floor(take(is_whole(MIN_INDEX, MAX_INDEX), "a column or row"))
  end
  function archive.tick()
    return floor(take(is_whole(0, MAX_INTEGER), "a tick"))
  end
  function archive.flag()
    return take(function(value)
      return type(value) == "boolean"
    end, "true or false")
  end
  function archive.text()
    return take(function(value)
      return title(value) ~= nil
    end, "a text, or it is empty")
  end
  function archive.has()
    if at < #values and values[at + 1] ~= NULL then return true end
    at = at + 1
    if at > #values then refuse_value("is missing") end
    return false
  end
  --- Refuses the last value that was read, if a condition does not hold.
  function archive.check(is_valid, problem)
    if not is_valid then refuse_value(problem) end
  end
  function archive.finish()
    if at < #values then
      at = at + 1
      refuse_value("is one too many")
    end
  end
  return archive
end

--- An archive that refuses nothing has no `check`.
function saves.check(archive, is_valid, problem)
  if archive.is_reading then archive.check(is_valid, problem) end
end

--- A place, or false for none.
function saves.place(archive, place)
  if not archive.has(place and true) then return false end
  place = place or {}
  place.x = archive.number(place.x)
  place.y = archive.number(place.y)
  return place
end

--- A marker, an agent, the pointer, or false.
function saves.reference(archive, world, one)
  local kinds = { none = 0, marker = 1, agent = 2, pointer = 3 }
  local kind, one_id = senses.reference(one)
  kind = archive.whole(kinds[kind], 3)
  if kind == 0 then return false end
  if kind == 3 then return world.pointer end
  one_id = archive.whole(one_id)
  if kind == 2 then return saves.agent_of(archive, world, one_id) end
  saves.check(archive, world.markers[one_id], "is not a marker of the scene")
  return world.markers[one_id]
end

--- The agent with that id. One that is read later is made already.
function saves.agent_of(archive, world, agent_id)
  local agent = world.agents_by_id[agent_id]
  if not agent and archive.is_reading then
    local authored = world.authored[agent_id] or { name = "", start = false }
    agent = new_agent(agent_id, authored.name, 0.0, 0.0, {})
    agent.start, world.agents_by_id[agent_id] = authored.start, agent
  end
  return agent
end

-- The memory of each kind of behavior: a function of the archive, the world, and the memory, which is changed when it is read.
saves.MEMORY = {}

function saves.MEMORY.arrive(archive, _, memory)
  memory.arrived = archive.flag(memory.arrived)
end

function saves.MEMORY.follow_path(archive, world, memory)
  local p = memory.progress
  p.target_node = archive.whole(p.target_node - 1) + 1
  p.backward, p.wait_left = archive.flag(p.backward), archive.whole(p.wait_left)
  p.finished = archive.flag(p.finished)
  if archive.has(p.leg ~= false) then
    p.leg = archive.whole((p.leg or 1) - 1) + 1
    p.passed = archive.whole(p.passed)
  else
    p.leg, p.passed = false, 0
  end
  p.action = archive.has(p.action ~= false) and archive.whole((p.action or 1) - 1) + 1
  p.action_ticks, p.arrivals = archive.whole(p.action_ticks), archive.whole(p.arrivals)
  p.speed_limit = archive.has(p.speed_limit < huge) and archive.number(p.speed_limit) or huge
  p.turned, p.along_passed = archive.flag(p.turned), archive.whole(p.along_passed)
  local path_id = archive.has(p.path ~= false) and archive.whole(p.path and p.path.id)
  if archive.is_reading then saves.check_progress(archive, world, p, path_id) end
  if archive.has(p.came_path ~= false) then
    p.came_path = archive.whole(p.came_path)
    p.came_node = archive.whole(p.came_node - 1) + 1
  else
    p.came_path = false
  end
  saves.turns(archive, p)
end

--- Sets the path of a progress that was read, if the progress fits it.
function saves.check_progress(archive, world, progress, path_id)
  progress.path = path_id and world.paths[path_id]
  archive.check(progress.path ~= nil, "is not a path of the scene")
  local path_nodes = progress.path and progress.path.nodes or {}
  local start = progress.leg and path_nodes[progress.leg]
  local fits = progress.target_node <= math.max(#path_nodes, 1) and (start or not progress.leg)
  local along = start and start.along and #start.along or 0
  fits = fits and progress.passed <= (start and start.between or 0) and progress.along_passed <= along
  archive.check(fits, "is a path that the progress before it does not fit")
end

--- How often each node was chosen in turn, by path and node.
function saves.turns(archive, progress)
  local list = {}
  for path_id, turns in pairs(progress.turns) do
    for node, taken in pairs(turns) do
      list[#list + 1] = { path_id, node, taken }
    end
  end
  table.sort(list, function(a, b)
    if a[1] ~= b[1] then return a[1] < b[1] end
    return a[2] < b[2]
  end)
  progress.turns = {}
  for i = 1, archive.whole(#list) do
    local entry = list[i] or { 0, 1, 0 }
    local path_id, node = archive.whole(entry[1]), archive.whole(entry[2] - 1) + 1
    progress.turns[path_id] = progress.turns[path_id] or {}
    progress.turns[path_id][node] = archive.whole(entry[3])
  end
end

function saves.MEMORY.homing_walk(archive, _, memory)
  local walk = memory.walk
  walk.has_waypoint = archive.has(walk.has_waypoint)
  if walk.has_waypoint then
    walk.x, walk.y = archive.number(walk.x), archive.number(walk.y)
    walk.straight = archive.flag(walk.straight)
  end
  walk.since_pick = archive.whole(walk.since_pick)
  local xs, ys, before = walk.ahead_xs, walk.ahead_ys, walk.ahead - 1
  for i = 1, archive.whole(#xs - before) do
    xs[before + i] = archive.number(xs[before + i])
    ys[before + i] = archive.number(ys[before + i])
  end
  walk.planned_x, walk.planned_y = archive.number(walk.planned_x), archive.number(walk.planned_y)
  saves.maybe(archive, memory, "in_aggro")
  memory.arrived = archive.flag(memory.arrived)
end

function saves.MEMORY.wander(archive, _, memory)
  memory.angle = archive.number(memory.angle)
  saves.check(archive, memory.angle >= -pi and memory.angle <= pi, "is not an angle from -pi to pi")
end

--- A flag that is nil while it is unknown.
function saves.maybe(archive, memory, name)
  if archive.has(memory[name] ~= nil) then
    memory[name] = archive.flag(memory[name])
  else
    memory[name] = nil
  end
end

function saves.MEMORY.grid_chase(archive, _, memory)
  local mover = memory.mover
  mover.from_column, mover.from_row = archive.signed(mover.from_column), archive.signed(mover.from_row)
  mover.column, mover.row = archive.signed(mover.column), archive.signed(mover.row)
  mover.elapsed = archive.whole(mover.elapsed)
  if archive.has(mover.prey_column ~= false) then
    mover.prey_column, mover.prey_row = archive.signed(mover.prey_column), archive.signed(mover.prey_row)
  else
    mover.prey_column = false
  end
  for i = 1, 2 * archive.whole((#mover.line - mover.taken) / 2) do
    mover.line[mover.taken + i] = archive.signed(mover.line[mover.taken + i])
  end
  mover.line_reaches = archive.flag(mover.line_reaches)
  saves.maybe(archive, memory, "line_seen")
  memory.arrived = archive.flag(memory.arrived)
end

function saves.MEMORY.search(archive, _, memory)
  if archive.has(memory.places ~= false) then
    memory.places = memory.places or {}
    for i = 1, archive.whole(#memory.places) do
      local place = memory.places[i] or {}
      place.x, place.y = archive.number(place.x), archive.number(place.y)
      memory.places[i] = place
    end
  else
    memory.places = false
  end
  memory.at = archive.whole(memory.at - 1) + 1
  local most = memory.places and #memory.places or 0
  saves.check(archive, memory.at <= most or memory.at == most + 1, "is not the index of a place")
  memory.is_waiting, memory.action_ticks = archive.flag(memory.is_waiting), archive.whole(memory.action_ticks)
  memory.arrivals, memory.turned = archive.whole(memory.arrivals), archive.flag(memory.turned)
  memory.heading_x, memory.heading_y = archive.number(memory.heading_x), archive.number(memory.heading_y)
  memory.search_finished = archive.flag(memory.search_finished)
end

--- The way around walls that a behavior has found, and what is left of it.
function saves.route(archive, memory)
  local route = saves.place(archive, memory.route)
  memory.route = route
  if not route then return end
  route.points, route.at = route.points or {}, route.at or 1
  local before = route.at - 1
  for i = 1, archive.whole(#route.points - before) do
    local point = route.points[before + i] or {}
    point.x = archive.number(point.x)
    point.y = archive.number(point.y)
    route.points[before + i] = point
  end
end

--- What an agent senses and knows.
function saves.knowledge(archive, world, knowledge)
  knowledge.noticed, knowledge.watch_ticks = archive.flag(knowledge.noticed), archive.whole(knowledge.watch_ticks)
  knowledge.unseen = archive.whole(knowledge.unseen)
  knowledge.meter = archive.number(knowledge.meter)
  saves.check(archive, knowledge.meter >= 0 and knowledge.meter <= 1, "is not a number from 0 to 1")
  knowledge.perceived = saves.reference(archive, world, knowledge.perceived)
  local seen = saves.place(archive, knowledge.last_seen)
  if seen then
    seen.vx, seen.vy = archive.number(seen.vx), archive.number(seen.vy)
    seen.who = saves.reference(archive, world, seen.who)
    seen.tick = archive.tick(seen.tick)
  end
  local noise = saves.place(archive, knowledge.last_noise)
  if noise then noise.tick = archive.tick(noise.tick) end
  knowledge.last_seen, knowledge.last_noise, knowledge.left_path = seen, noise, saves.place(archive, knowledge.left_path)
  knowledge.post_x, knowledge.post_y = archive.number(knowledge.post_x), archive.number(knowledge.post_y)
  knowledge.told = archive.flag(knowledge.told)
  if archive.has(knowledge.touched ~= false) then
    knowledge.touched = saves.agent_of(archive, world, archive.whole(knowledge.touched and knowledge.touched.id))
  else
    knowledge.touched = false
  end
end

--- The state of an agent, and the memory of its behaviors.
function saves.state(archive, world, agent)
  local knowledge, preset = agent.knowledge, agent.own
  local index = archive.whole(agent.state_index - 1, #preset.states - 1) + 1
  if archive.is_reading then states.use(agent, index) end
  knowledge.time_in_state = archive.whole(knowledge.time_in_state)
  for i, transition in ipairs(preset.states[index].transitions) do
    knowledge.drawn[i] = knowledge.drawn[i] or {}
    for k, term in ipairs(transition.terms) do
      if term.kind == "for" then knowledge.drawn[i][k] = archive.whole(knowledge.drawn[i][k]) end
    end
  end
  knowledge.entering = archive.flag(knowledge.entering)
  knowledge.forced = archive.has(knowledge.forced ~= false) and archive.whole(knowledge.forced)
  saves.check(archive, not knowledge.forced or states.index_of(preset, knowledge.forced), "is not a state of the preset")
  knowledge.no_route = archive.flag(knowledge.no_route)
  for _, behavior in ipairs(agent.behaviors) do
    local memory = saves.MEMORY[behavior.kind]
    if archive.is_reading then behavior.state = states.new_memory(agent, behavior) end
    if archive.is_reading and agent.chase then behavior.state.mover = new_mover(0, 0) end
    if memory then memory(archive, world, behavior.state) end
    if behavior.route and not agent.chase then saves.route(archive, behavior.state) end
  end
  for other_index in ipairs(preset.states) do
    for _, behavior in ipairs(other_index ~= index and behaviors_of({ behaviors = states.list(agent, other_index) }, "follow_path") or {}) do
      if archive.has(behavior.state ~= false) then
        behavior.state = behavior.state or { progress = new_progress(false, 1) }
        saves.MEMORY.follow_path(archive, world, behavior.state)
      end
    end
  end
end

-- The numbers of an agent, in their order.
saves.NUMBERS = {
  "x", "y", "previous_x", "previous_y", "vx", "vy", "heading_x", "heading_y", "facing_x", "facing_y",
}

--- An agent, besides its id, its references and its knowledge. `spawned` has the entries of spawned agents by their ids.
function saves.body(archive, world, agent, spawned)
  for _, name in ipairs(saves.NUMBERS) do
    agent[name] = archive.number(agent[name])
  end
  agent.driven = archive.has(agent.driven)
  if agent.driven then
    agent.driven_x, agent.driven_y = archive.number(agent.driven_x), archive.number(agent.driven_y)
  end
  saves.random_state(archive, agent.random_state)
  local preset = archive.whole(agent.preset)
  saves.check(archive, world.presets[preset], "is not a preset of the scene")
  if archive.is_reading then use_preset(agent, preset, world.presets[preset]) end
  local entry = spawned[agent.id]
  if archive.has(entry ~= nil) then
    entry = saves.spawner_of(archive, world, agent, entry)
    spawned[agent.id] = entry
  end
  local expires = entry and entry.expires
  if archive.has(expires and true or false) then
    expires = archive.tick(expires)
    saves.check(archive, entry, "is a tick of an agent that no spawner has added")
    entry.expires = expires
  end
end

--- The entry of a spawned agent.
function saves.spawner_of(archive, world, agent, entry)
  local spawner_id = archive.whole(entry and entry.spawner.id)
  if entry then return entry end
  for _, spawner in ipairs(world.spawners) do
    if spawner.id == spawner_id then return { agent = agent.id, spawner = spawner, expires = false } end
  end
  archive.check(false, "is not a spawner of the scene")
end

function saves.random_state(archive, random_state)
  for i = 1, 4 do
    random_state[i] = archive.whole(random_state[i])
  end
end

--- What an agent refers to, and what it reports of the last step.
function saves.references(archive, world, agent)
  agent.target = saves.reference(archive, world, agent.target)
  agent.danger = saves.reference(archive, world, agent.danger)
  local leader = saves.reference(archive, world, agent.leader_id and agent.leader_id ~= agent.id and world.agents_by_id[agent.leader_id])
  agent.path_id = archive.has(agent.path_id ~= false) and archive.whole(agent.path_id)
  if archive.is_reading then
    archive.check(not agent.path_id or world.paths[agent.path_id], "is not a path of the scene")
    archive.check(not leader or senses.reference(leader) == "agent", "is after a leader that is not an agent")
    local kind, target_id = senses.reference(agent.target)
    agent.target_key = level.target_key(kind, target_id)
    agent.path, agent.leader_id = agent.path_id and world.paths[agent.path_id], leader and leader.id
  end
  if archive.has(rawget(agent, "node") ~= nil) then
    agent.node = archive.whole(agent.node)
  else
    agent.node = nil
  end
  agent.steering = archive.number(agent.steering)
  agent.team = archive.has(agent.team ~= nil) and archive.text(agent.team) or nil
end

--- What happens between two ticks, and the doors and markers.
function saves.scene(archive, world)
  world.tick = archive.tick(world.tick)
  world.accumulator = archive.number(world.accumulator)
  saves.check(archive, world.accumulator >= 0 and world.accumulator < 1, "is not a number from 0 to below 1")
  world.pointer.x, world.pointer.y = archive.number(world.pointer.x), archive.number(world.pointer.y)
  world.is_pressed, world.is_new_press = archive.flag(world.is_pressed), archive.flag(world.is_new_press)
  world.highest_id = archive.whole(world.highest_id)
  local doors = {}
  for _, wall_id in ipairs(saves.ids(world.walls)) do
    if world.walls[wall_id].is_door then doors[#doors + 1] = world.walls[wall_id] end
  end
  local door_count = archive.whole(#doors)
  saves.check(archive, door_count == #doors, "is not the number of doors")
  for _, door in ipairs(doors) do
    door.is_open = archive.flag(door.is_open)
  end
  local markers = saves.ids(world.markers)
  local marker_count = archive.whole(#markers)
  saves.check(archive, marker_count == #markers, "is not the number of markers")
  for _, marker_id in ipairs(markers) do
    local marker = world.markers[marker_id]
    marker.x, marker.y = archive.number(marker.x), archive.number(marker.y)
  end
  for i = 1, archive.whole(#world.waiting_noises, senses.MAX_NOISES) do
    local noise = world.waiting_noises[i] or {}
    noise.x, noise.y, noise.radius = archive.number(noise.x), archive.number(noise.y), archive.number(noise.radius)
    world.waiting_noises[i] = noise
  end
  for i = 1, archive.whole(#world.names, states.MAX_NAMES) do
    local sent = world.names[i] or {}
    sent.agent = archive.has(sent.agent and true) and archive.whole(sent.agent)
    sent.name = archive.text(sent.name)
    world.names[i] = sent
  end
  for _, spawner in ipairs(world.spawners) do
    spawner.wait, spawner.fired, spawner.pending = archive.whole(spawner.wait), archive.whole(spawner.fired), archive.whole(spawner.pending)
    saves.random_state(archive, spawner.random_state)
  end
end

--- The keys of a table, in order.
function saves.ids(entries)
  local ids = {}
  for entry_id in pairs(entries) do
    ids[#ids + 1] = entry_id
  end
  table.sort(ids)
  return ids
end

--- Goes through a world. Hashing and writing leave it as it is.
function saves.visit(archive, world)
  saves.scene(archive, world)
  local spawned = {}
  for _, entry in ipairs(world.spawned) do
    spawned[entry.agent] = entry
  end
  local agents = world.agents
  for i = 1, archive.whole(#agents) do
    local agent_id = archive.whole(agents[i] and agents[i].id)
    if archive.is_reading then
      local before = i > 1 and agents[i - 1].id or -1
      archive.check(agent_id > before and agent_id <= world.highest_id, "is not an id after that of the agent before it")
      agents[i] = saves.agent_of(archive, world, agent_id)
    end
    saves.body(archive, world, agents[i], spawned)
    saves.references(archive, world, agents[i])
    saves.knowledge(archive, world, agents[i].knowledge)
    saves.state(archive, world, agents[i])
  end
  return spawned
end

--- Makes what was read a world that goes on.
function saves.complete(world, spawned)
  local agents_by_id = {}
  for _, agent in ipairs(world.agents) do
    local knowledge = agent.knowledge
    agents_by_id[agent.id] = agent
    agent.speed = length(agent.vx, agent.vy)
    agent.start = agent.start or { knowledge.post_x, knowledge.post_y, 0.0, 0.0, false, false, false, false }
    world.has_forced = world.has_forced or knowledge.forced ~= false
    local entry = spawned[agent.id]
    if entry then
      world.spawned[#world.spawned + 1], entry.spawner.alive = entry, entry.spawner.alive + 1
    end
  end
  for agent_id in pairs(world.agents_by_id) do
    if not agents_by_id[agent_id] then fail("values", "refer to an agent that is not in them", "save the world again") end
  end
  for _, agent in ipairs(world.agents) do
    bind_leader(world, agent)
  end
  for _, spawner in ipairs(world.spawners) do
    if spawner.leader and not agents_by_id[spawner.leader] then spawner.leader = false end
    for _, name in ipairs({ "place", "target", "danger" }) do
      local named = spawner[name]
      if named and named.kind == "agent" and not agents_by_id[named.id] then spawner[name] = false end
    end
  end
  world.time, world.interpolation_alpha = world.tick * world.dt, world.accumulator
  level.block_cells(world)
end

--- The hash of a new world of the scene that was loaded or applied last.
function saves.scene_hash(world)
  return saves.read_scene(world.source):hash64()
end

--- A hash of all that moves in the world: the same in every runtime after the same ticks and calls.
-- @return a text of 16 hex digits
function World:hash64()
  local archive = saves.new_hash()
  saves.visit(archive, self)
  return archive.result()
end

--- The world as text, which `load_save` of a world of the same scene takes, also in a runtime for another language. If the scene was
-- loaded or applied as a table, that must not have changed since. Presets that were replaced are not in it.
function World:save()
  local archive = saves.new_writer()
  saves.visit(archive, self)
  local text = '{"format":"steerwright-save","format_version":%d,"scene":"%s","values":[%s]}'
  return text:format(saves.VERSION, saves.scene_hash(self), archive.result())
end

--- Puts the world back to where it was when it was saved; its agents are other tables then. A preset that was replaced before the
-- world was saved must have been replaced here too.
-- @param text what `save` returned
-- @return true, or nil and a message that says what is wrong; then nothing has changed
function World:load_save(text)
  local world, problem = attempt(function()
    local field, unreadable = fields(decode(text, NULL), "", "")
    if unreadable then fail("the save", unreadable, "save the world again") end
    field("format", choice("steerwright-save"))
    field("format_version", function(value)
      if value == saves.VERSION then return value end
      return nil, ("is not %d, the version of this runtime"):format(saves.VERSION)
    end)
    local fresh = saves.read_scene(self.source)
    local hash = fresh:hash64()
    field("scene", function(value)
      if value == hash then return value end
      return nil, "is not that of the scene of this world"
    end)
    local values = field("values", list_of(function(value)
      return value
    end))
    fresh.presets, fresh.agents, fresh.agents_by_id = self.presets, {}, {}
    survey_presets(fresh)
    local archive = saves.new_reader(values)
    local spawned = saves.visit(archive, fresh)
    archive.finish()
    saves.complete(fresh, spawned)
    return fresh
  end)
  if not world then return nil, problem end
  for name, value in pairs(world) do
    self[name] = value
  end
  return true
end

return steerwright
