--- Tests the runtime on this machine: runs conformance cases and compares every bit and every event.
--
--     lua conformance.lua [FOLDER_OR_FILE]...        without arguments: the cases of Steerwright
--
-- docs/porting.md#conformance describes the files. License: MIT OR Apache-2.0.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local steerwright = require("steerwright")

local function lines_of(path)
  local file, problem = io.open(path, "rb")
  if not file then error(problem, 0) end
  local text, lines = file:read("*a"), {}
  file:close()
  if text:sub(-1) ~= "\n" then error("the end of the last line was expected, and none found", 0) end
  for line in text:gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

local function text_of(lines)
  return table.concat(lines, "\n") .. (lines[1] and "\n" or "")
end

--- The double with these 16 hex digits, highest first. All products and sums are exact.
local function double_of(hex)
  local high, low = tonumber(hex:sub(1, 8), 16), tonumber(hex:sub(9), 16)
  local exponent = math.floor(high / 2 ^ 20) % 2 ^ 11
  local mantissa = (high % 2 ^ 20 * 2 ^ 32 + low) / 2 ^ 52
  local sign = high >= 2 ^ 31 and -1 or 1
  if exponent == 0 then
    return sign * mantissa / 2 ^ 1022
  elseif exponent < 1023 then
    return sign * (1 + mantissa) / 2 ^ (1023 - exponent)
  end
  return sign * (1 + mantissa) * 2 ^ (exponent - 1023)
end

local FIRST_LINE = "steerwright-cases 1"
local STATE = { "x", "y", "vx", "vy", "heading_x", "heading_y", "steering", "fov_deg" }

--- Compares what is read with the fields from `first` on: numbers with the digits of doubles. Returns what is wrong, or nothing.
local function compare(fields, first, ...)
  if select("#", ...) ~= #fields - first + 1 then return table.concat(fields, " ") .. " has another number of results" end
  for i = 1, select("#", ...) do
    local expected, found = fields[first + i - 1], (select(i, ...))
    if type(found) == "number" then expected = double_of(expected) end
    if expected ~= found then return ("%s was expected, and %s found"):format(tostring(expected), tostring(found)) end
  end
end

-- For each kind of line, a function of the run, the tick, the other fields, and the rest of the line that they come from. It
-- returns what is wrong, or nothing.
local LINES = {}

function LINES.state(run, _, fields)
  local id = tonumber(fields[1])
  local agent = run.world:agent(id)
  if not agent then return ("agent %s was expected, and is not there"):format(fields[1]) end
  for i, name in ipairs(STATE) do
    local text, found = fields[i + 1], agent[name]
    local expected = text ~= "-" and double_of(text) or nil
    if found ~= expected then
      local shown = "agent %d: %s %.17g was expected, and %.17g found"
      return shown:format(id, name, expected or 0 / 0, found or 0 / 0)
    end
  end
  local node = tostring(agent.node or "-")
  if node ~= fields[10] then
    return ("agent %d: node %s was expected, and %s found"):format(id, fields[10], node)
  end
end

-- The events whose lines have a reason, another agent, and a name with its value.
local TELLING = { touched = true, state_entered = true, emitted = true, met = true }

--- What a line says of the name and the value of an event, as it is compared.
local function shown_text(name, value)
  local kind = type(value)
  if value == false or value == nil then return ("%s without a value"):format(tostring(name)) end
  return ("%s with the %s %s"):format(name, kind, kind == "number" and ("%.17g"):format(value) or value)
end

function LINES.event(run, tick, _, rest)
  local event = run.world.events[run.events_seen + 1]
  local expected, found = ("%d %s"):format(tick, rest), "none"
  if event then
    found = ("%d %d %s %s %s"):format(event.tick, event.agent, event.kind, event.node or "-", event.behavior or "-")
  end
  if event and event.source then found = ("%s %d %s"):format(found, event.source, event.other or "-") end
  local told = event and TELLING[event.kind] and rest:match("^%S+ %S+ %S+ %S+ %S+ %S+ (.*)$")
  if told then
    local list = assert(steerwright.decode(told))
    local value = list[2]
    if type(value) == "table" then value = double_of(value.number) end
    expected = ("%d %s %s"):format(tick, rest:sub(1, -#told - 2), shown_text(list[1], value))
    found = ("%s %s %s %s"):format(found, event.reason or "-", event.other or "-", shown_text(event.name, event.value))
  end
  if found ~= expected then return ("event %s was expected, and %s found"):format(expected, found) end
  run.events_seen = run.events_seen + 1
end

function LINES.noise(run, _, fields)
  run.world:noise(tonumber(fields[1]), tonumber(fields[2]), tonumber(fields[3]))
end

function LINES.set_team(run, _, _, rest)
  local agent, team = rest:match("^(%d+) (.*)$")
  if team == "-" then team = nil end
  run.world:set_team(tonumber(agent), team)
end

function LINES.set_state(run, _, fields)
  run.world:set_state(tonumber(fields[1]), tonumber(fields[2]))
end

function LINES.force_event(run, _, _, rest)
  local agent, name = rest:match("^(%S+) (.*)$")
  run.world:force_event(tonumber(agent), name)
end

function LINES.in_state(run, _, _, rest)
  local id, expected = rest:match("^(%d+) (.*)$")
  local agent = run.world:agent(tonumber(id))
  local found = ("%d %s"):format(agent.state, agent.state_name)
  if found ~= expected then return ("agent %s: state %s was expected, and %s found"):format(id, expected, found) end
end

function LINES.senses(run, _, _, rest)
  local id, noticed, meter, perceived = rest:match("^(%d+) (%S+) (%S+) (.*)$")
  local agent = run.world:agent(tonumber(id))
  local one = agent.perceived
  local found = one and (one.id and ("%s %d"):format(one.kind, one.id) or one.kind) or "-"
  if (agent.noticed and "yes" or "no") ~= noticed then
    return ("agent %s: noticed %s was expected, and %s found"):format(id, noticed, tostring(agent.noticed))
  elseif agent.meter ~= double_of(meter) then
    return ("agent %s: the meter %.17g was expected, and %.17g found"):format(id, double_of(meter), agent.meter)
  elseif found ~= perceived then
    return ("agent %s: perceived %s was expected, and %s found"):format(id, perceived, found)
  end
end

function LINES.set_pointer(run, _, fields)
  run.world:set_pointer(tonumber(fields[1]), tonumber(fields[2]))
end

function LINES.move_marker(run, _, fields)
  run.world:move_marker(tonumber(fields[1]), tonumber(fields[2]), tonumber(fields[3]))
end

function LINES.drive(run, _, fields)
  run.world:drive(tonumber(fields[1]), tonumber(fields[2]), tonumber(fields[3]))
end

function LINES.release(run, _, fields)
  run.world:release(tonumber(fields[1]))
end

function LINES.despawn(run, _, fields)
  run.world:despawn(tonumber(fields[1]))
end

function LINES.spawn(run, _, fields)
  local id = run.world:spawn(tonumber(fields[1]), tonumber(fields[2]), tonumber(fields[3]))
  if id ~= tonumber(fields[4]) then return ("the id %s was expected, and %d found"):format(fields[4], id) end
end

function LINES.set_leader(run, _, fields)
  run.world:set_leader(tonumber(fields[1]), tonumber(fields[2]))
end

function LINES.set_path(run, _, fields)
  run.world:set_path(tonumber(fields[1]), tonumber(fields[2]))
end

function LINES.set_preset(run, _, fields)
  run.world:set_preset(tonumber(fields[1]), tonumber(fields[2]))
end

function LINES.set_pressed(run, _, fields)
  run.world:set_pressed(fields[1] == "down")
end

function LINES.trigger(run, _, _, rest)
  run.world:trigger(rest)
end

function LINES.set_wall_open(run, _, fields)
  run.world:set_wall_open(tonumber(fields[1]), fields[2] == "open")
end

function LINES.is_wall_open(run, _, fields)
  local found = run.world:is_wall_open(tonumber(fields[1])) and "yes" or "no"
  if found ~= fields[2] then return ("%s was expected, and %s found"):format(fields[2], found) end
end

function LINES.sees(run, _, fields)
  local found = run.world:sees(tonumber(fields[1]), tonumber(fields[2])) and "yes" or "no"
  if found ~= fields[3] then return ("%s was expected, and %s found"):format(fields[3], found) end
end

function LINES.replace_preset(run, _, fields, rest)
  local preset, about = tonumber(fields[1]), rest:match("^%d+ (.*)$")
  local replaced, problem = run.world:replace_preset(preset, about)
  table.insert(run.replaced, { preset, about })
  return not replaced and problem or nil
end

function LINES.hash(run, _, fields)
  return compare(fields, 1, run.world:hash64())
end

--- Goes on with a new world of the same scene, with the same presets, that loads the save of this one.
function LINES.save_load(run)
  local world = assert(steerwright.load(run.source))
  for _, call in ipairs(run.replaced) do
    assert(world:replace_preset(call[1], call[2]))
  end
  local loaded, problem = world:load_save(run.world:save())
  run.world, run.events_seen = world, 0
  return not loaded and problem or nil
end

function LINES.facing(run, _, fields)
  local agent = run.world:agent(tonumber(fields[1]))
  return compare(fields, 2, agent.facing_x, agent.facing_y)
end

function LINES.path(run, _, fields)
  local line = run.world:path(tonumber(fields[1]))
  return compare(fields, 2, ("%d"):format(#line.points), line.closed and "closed" or "open", line.length)
end

function LINES.path_point(run, _, fields)
  local point = run.world:path(tonumber(fields[1])).points[tonumber(fields[2]) + 1]
  if not point then return compare(fields, 3, "-") end
  return compare(fields, 3, point.x, point.y)
end

function LINES.path_at(run, _, fields)
  local x, y = run.world:path_at(tonumber(fields[1]), tonumber(fields[2]))
  if not x then return compare(fields, 3, "-") end
  return compare(fields, 3, x, y)
end

function LINES.path_nearest(run, _, fields)
  local place = run.world:path_nearest(tonumber(fields[1]), tonumber(fields[2]), tonumber(fields[3]))
  if not place then return compare(fields, 4, "-") end
  return compare(fields, 4, place.x, place.y, place.along, place.distance)
end

function LINES.path_between(run, _, fields)
  local numbers = {}
  for i = 1, 5 do
    numbers[i] = tonumber(fields[i])
  end
  local points = run.world:path_between(numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
  if not points then return compare(fields, 6, "-") end
  local coordinates = {}
  for i, point in ipairs(points) do
    coordinates[2 * i - 1], coordinates[2 * i] = point.x, point.y
  end
  return compare(fields, 6, (unpack or table.unpack)(coordinates))
end

function LINES.cell(run, _, fields)
  local cell = run.world:cell_at(tonumber(fields[1]), tonumber(fields[2]))
  local column, row = ("%d"):format(cell.column), ("%d"):format(cell.row)
  return compare(fields, 3, column, row, cell.x, cell.y, cell.blocked and "blocked" or "free")
end

function LINES.find(run, _, _, rest)
  local kind, expected, name = rest:match("^(%S+) (%S+) (.*)$")
  local found = run.world["find_" .. kind](run.world, name)
  found = found and ("%d"):format(found) or "-"
  if found ~= expected then return ("%s %s was expected, and %s found"):format(kind, expected, found) end
end

function LINES.set_target(run, _, fields)
  run.world:set_target(tonumber(fields[1]), fields[2], tonumber(fields[3]))
end

function LINES.set_danger(run, _, fields)
  run.world:set_danger(tonumber(fields[1]), fields[2], tonumber(fields[3]))
end

function LINES.apply_scene(run, _, fields)
  local export = run.exports[fields[1]]
  if not export then return ("an export of the file was expected, and %s found"):format(fields[1]) end
  run.source, run.replaced = text_of(export), {}
  local applied, problem = run.world:apply_scene(run.source)
  return not applied and problem or nil
end

LINES["end"] = function(run)
  run.ended = true
end

--- What is wrong if the current tick has an event that was not expected.
local function unexpected_event(run)
  local event = run.world.events[run.events_seen + 1]
  return event and ("event %d %d %s was not expected"):format(event.tick, event.agent, event.kind)
end

--- Handles a line. Returns what is wrong, or nothing.
local function handle(run, line)
  local kind, tick, rest = line:match("^(%S+) (%d+) ?(.*)$")
  tick = tonumber(tick)
  if not LINES[kind or ""] or tick < run.world.tick then
    return "cannot be handled here: " .. line
  end
  while run.world.tick < tick do
    local problem = unexpected_event(run)
    if problem then return problem end
    run.world:step()
    run.events_seen = 0
  end
  -- The events of a world that is loaded are gone.
  local problem = kind == "save_load" and unexpected_event(run)
  if problem then return problem end
  local fields = {}
  for field in rest:gmatch("%S+") do
    fields[#fields + 1] = field
  end
  return LINES[kind](run, tick, fields, rest) or kind == "end" and unexpected_event(run) or nil
end

local function slice(lines, first, last)
  local result = {}
  for i = first, last do
    result[#result + 1] = lines[i]
  end
  return result
end

--- The lines of an export after the changes in the lines `first` to `last` of a file.
local function changed(export, lines, first, last)
  local result, cursor = slice(export, 1, #export), 1
  for number = first, last do
    local kind, line = lines[number]:sub(1, 1), lines[number]:sub(2)
    if kind == "+" then table.insert(result, cursor, line) end
    while result[cursor] and result[cursor] ~= line do
      cursor = cursor + 1
    end
    if not result[cursor] or not kind:find("[-+ ]") then
      error(("line %d: a change of the export was expected, and %s found"):format(number, lines[number]), 0)
    elseif kind == "-" then
      table.remove(result, cursor)
    else
      cursor = cursor + 1
    end
  end
  return result
end

local KINDS = { export = true, case = true, refused = true }

--- The cases of a file. A case has its name, the text that is loaded, the lines of all exports of its file by their labels, and its
--- lines: those of the file from `first` to `last`. A refusal has a place instead, with which the message starts.
local function read_cases(path)
  local lines, exports, cases = lines_of(path), {}, {}
  if lines[1] ~= FIRST_LINE then error(("line 1: %s was expected"):format(FIRST_LINE), 0) end
  for number, header in ipairs(lines) do
    if header:sub(1, 3) == "== " then
      local first, last = number + 1, number
      while lines[last + 1] and lines[last + 1]:sub(1, 3) ~= "== " do
        last = last + 1
      end
      local kind, name, rest = header:match("^== (%l+) (%S+)(.*)$")
      local base = rest and (rest:match("^ of (%S+)") or rest:match("^ from (%S+)"))
      if kind == "export" and not base then
        exports[name] = slice(lines, first, last)
      elseif not (KINDS[kind or ""] and exports[base or ""]) then
        error(("line %d: a section was expected, and %s found"):format(number, header), 0)
      elseif kind == "export" then
        exports[name] = changed(exports[base], lines, first, last)
      elseif kind == "case" then
        table.insert(cases, { name = name, source = text_of(exports[base]), exports = exports, lines = lines, first = first, last = last })
      else
        local source = text_of(changed(exports[base], lines, first, last))
        table.insert(cases, { name = name, source = source, first = first, place = rest:match(" at (.*)$") or "" })
      end
    end
  end
  return cases
end

--- Runs one case. Returns what is wrong, or nothing.
local function run_case(case)
  local world, problem = steerwright.load(case.source)
  if case.place then
    return world and ("line %d: a refusal was expected, and a world found"):format(case.first - 1) or nil
  end
  if not world then return problem end
  -- The source is the export that was loaded or applied last, and `replaced` the presets that were replaced since then.
  local run = { exports = case.exports, source = case.source, replaced = {}, world = world, events_seen = 0, ended = false }
  for number = case.first, case.last do
    local line = case.lines[number]
    problem = line:sub(1, 1) ~= "#" and handle(run, line)
    if problem then return ("line %d: %s"):format(number, problem) end
  end
  return not run.ended and ("line %d: an end was expected, and none found"):format(case.last + 1) or nil
end

--- A file itself, or the files of a folder and of all folders in it.
local function case_files(path)
  if path:find("%.cases$") then return { path } end
  local windows = package.config:sub(1, 1) == "\\"
  local command = windows and 'dir /b /s "%s\\*.cases"' or "find '%s' -name '*.cases'"
  local listing, files = assert(io.popen(command:format(windows and path or path:gsub("'", "'\\''")))), {}
  for file in listing:lines() do
    files[#files + 1] = file:match("^(.-)%s*$")
  end
  listing:close()
  table.sort(files)
  return files
end

--- The folder of the cases: beside this file, or in the source tree of Steerwright.
local function own_cases()
  local beside = here .. "conformance"
  -- A folder can be renamed to its own name if it is there.
  return os.rename(beside, beside) and beside or here .. "../../conformance"
end

-- hostile.lua needs only these.
if ... == true then return case_files, read_cases, own_cases end

local passed, total = 0, 0
local function report(name, problem)
  print(problem and ("FAILED %s: %s"):format(name, tostring(problem)) or "ok " .. name)
  passed, total = passed + (problem and 0 or 1), total + 1
end
for _, path in ipairs(... and { ... } or { own_cases() }) do
  for _, file in ipairs(case_files(path)) do
    local is_read, cases = pcall(read_cases, file)
    if not is_read then report(file:match("[^/\\]*$"), cases) end
    for _, case in ipairs(is_read and cases or {}) do
      local _, problem = pcall(run_case, case)
      report(case.name, problem)
    end
  end
end
print(("%d of %d cases are the same to the bit"):format(passed, total))
os.exit(passed == total and total > 0 and 0 or 1)
