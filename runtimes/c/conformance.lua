-- Checks that the library moves agents to the same bit when LuaJIT calls it:
--
--     luajit conformance.lua LIBRARY [FOLDER_OR_FILE]...        without a folder or file: the cases of Steerwright
--
-- LIBRARY is the path of libsteerwright_c.so (.dll, .dylib). The first section shows how to use the library from LuaJIT.
-- License: MIT OR Apache-2.0.

local bit = require("bit")
local ffi = require("ffi")

---- The library ----

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then
    return nil, problem
  end
  local text = file:read("*a")
  file:close()
  return text or nil, path .. " cannot be read"
end

--- The value; without one, an error.
local function must(value, problem)
  if not value then
    error(problem, 0)
  end
  return value
end

--- The declarations of a C header: without the parts for C++ and the preprocessor.
local function declarations(header)
  local without_cpp = header:gsub("\n#ifdef __cplusplus\n.-\n#endif", "")
  return (without_cpp:gsub("\n#[^\n]*", ""):gsub("^#[^\n]*", ""))
end

ffi.cdef(declarations(read_file(here .. "steerwright.h") or must(read_file(here .. "include/steerwright.h"))))
local arguments = { ... }
local sw = ffi.load(must(arguments[1], "usage: luajit conformance.lua LIBRARY [FOLDER_OR_FILE]..."))

--- Raises an error if a call failed.
local function check(status)
  if status ~= sw.SW_OK then
    error(ffi.string(sw.sw_last_error()), 0)
  end
end

--- A world that the garbage collector frees.
local function load_export(text)
  local made = ffi.new("sw_world *[1]")
  check(sw.sw_world_load(text, #text, made))
  return ffi.gc(made[0], sw.sw_world_free)
end

--- Applies an edited scene to a world.
local function apply_scene(world, text)
  check(sw.sw_world_apply_scene(world, text, #text))
end

--- The state of a world as a text.
local function save(world)
  local length = ffi.new("size_t[1]")
  check(sw.sw_world_save(world, nil, 0, length))
  local text = ffi.new("char[?]", length[0])
  check(sw.sw_world_save(world, text, length[0], nil))
  return ffi.string(text)
end

---- Lines ----

local number = ffi.new("union { double value; uint32_t words[2]; }")

--- The 16 hex digits of a double, a negative zero as zero.
local function hex(value)
  number.value = value + 0
  local low, high = number.words[0], number.words[1]
  if ffi.abi("be") then
    low, high = high, low
  end
  return ("%08x%08x"):format(high, low)
end

local function node_text(node)
  return node == sw.SW_NONE and "-" or tostring(node)
end

local function expect(expected, found)
  if expected ~= found then
    error(('expected "%s", found "%s"'):format(expected, found), 0)
  end
end

local agent = ffi.new("sw_agent")
local count = ffi.new("size_t[1]")

local function state_line(run, id)
  check(sw.sw_world_agent(run.world, id, agent))
  local digits = {}
  for i, field in ipairs({ "x", "y", "vx", "vy", "heading_x", "heading_y", "steering" }) do
    digits[i] = hex(agent[field])
  end
  local fov = agent.has_fov and hex(agent.fov_deg) or "-"
  local tick = tonumber(sw.sw_world_tick(run.world))
  return ("state %d %d %s %s %s"):format(tick, agent.id, table.concat(digits, " "), fov, node_text(agent.node))
end

--- An id, "-" for none.
local function id_text(id)
  return tonumber(id) >= 0 and ("%.0f"):format(tonumber(id)) or "-"
end

--- A text of the event with this index, nil if it has none.
local function event_text(run, copy, index)
  if copy(run.world, index, nil, 0, count) == sw.SW_ERROR_NOT_FOUND then
    return nil
  end
  local text = ffi.new("char[?]", count[0])
  check(copy(run.world, index, text, count[0], count))
  return ffi.string(text)
end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

--- A text as JSON.
local function json(text)
  return '"' .. text:gsub('[%c"\\]', function(c)
    return ESCAPES[c] or (c:byte() < 32 and ("\\u%04x"):format(c:byte())) or c
  end) .. '"'
end

--- The name and the value of an event, as JSON without spaces.
local function event_value(run, index, event, name)
  if not name then
    return "[]"
  end
  local text = event_text(run, sw.sw_world_event_text, index)
  if event.has_number then
    return ('[%s,{"number":"%s"}]'):format(json(name), hex(event.number))
  end
  if text or event.kind == sw.SW_EVENT_EMITTED then
    return ("[%s,%s]"):format(json(name), text and json(text) or "null")
  end
  return ("[%s]"):format(json(name))
end

local function keep_events(run)
  check(sw.sw_world_events(run.world, nil, 0, count))
  local events = ffi.new("sw_event[?]", count[0])
  check(sw.sw_world_events(run.world, events, count[0], count))
  for i = 0, tonumber(count[0]) - 1 do
    local event = events[i]
    local kind = ffi.string(sw.sw_event_kind_name(event.kind))
    local line = ("event %d %d %s %s %s"):format(tonumber(event.tick), event.agent, kind, node_text(event.node), node_text(event.behavior))
    local name = event_text(run, sw.sw_world_event_name, i)
    if name or event.kind == sw.SW_EVENT_TOUCHED then
      line = ("%s %s %s %s"):format(line, id_text(event.reason), id_text(event.other), event_value(run, i, event, name))
    elseif tonumber(event.source) >= 0 then
      line = ("%s %s %s"):format(line, id_text(event.source), id_text(event.other))
    end
    run.unseen[#run.unseen + 1] = line
  end
end

local function next_event(run)
  return table.remove(run.unseen, 1) or "no event"
end

local TARGETS = {
  none = sw.SW_TARGET_NONE,
  marker = sw.SW_TARGET_MARKER,
  agent = sw.SW_TARGET_AGENT,
  pointer = sw.SW_TARGET_POINTER,
}

--- A point in hex digits; "-" for a path without points.
local function point_text(status, point)
  if status == sw.SW_ERROR_NOT_FOUND then
    return "-"
  end
  check(status)
  return hex(point.x) .. " " .. hex(point.y)
end

local path, point, place, cell, id = ffi.new("sw_path"), ffi.new("sw_point"), ffi.new("sw_place"), ffi.new("sw_cell"), ffi.new("uint32_t[1]")
local is_seen, is_open = ffi.new("bool[1]"), ffi.new("bool[1]")
local senses, state = ffi.new("sw_senses"), ffi.new("sw_state")

--- What a game reads: by the first word of the line, how many fields say what to read, and a function that gives the results.
local READINGS = {
  path = { 1, function(world, of)
    check(sw.sw_world_path(world, of, path))
    return ("%d %s %s"):format(tonumber(path.points), path.closed and "closed" or "open", hex(path.length))
  end },
  path_point = { 2, function(world, of, index)
    check(sw.sw_world_path_points(world, of, nil, 0, count))
    local points = ffi.new("sw_point[?]", count[0])
    check(sw.sw_world_path_points(world, of, points, count[0], count))
    return index < count[0] and point_text(sw.SW_OK, points[index]) or "-"
  end },
  path_at = { 2, function(world, of, along)
    return point_text(sw.sw_world_path_at(world, of, along, point), point)
  end },
  path_nearest = { 3, function(world, of, x, y)
    local status = sw.sw_world_path_nearest(world, of, x, y, place)
    local text = point_text(status, place)
    return text == "-" and text or ("%s %s %s"):format(text, hex(place.along), hex(place.distance))
  end },
  path_between = { 5, function(world, ax, ay, bx, by, radius)
    local status = sw.sw_world_path_between(world, ax, ay, bx, by, radius, nil, 0, count)
    if status == sw.SW_ERROR_NOT_FOUND then
      return "-"
    end
    check(status)
    local points = ffi.new("sw_point[?]", count[0])
    check(sw.sw_world_path_between(world, ax, ay, bx, by, radius, points, count[0], count))
    local texts = {}
    for i = 0, tonumber(count[0]) - 1 do
      texts[#texts + 1] = point_text(sw.SW_OK, points[i])
    end
    return table.concat(texts, " ")
  end },
  cell = { 2, function(world, x, y)
    check(sw.sw_world_cell_at(world, x, y, cell))
    return ("%d %d %s %s"):format(cell.column, cell.row, point_text(sw.SW_OK, cell), cell.blocked and "blocked" or "free")
  end },
  facing = { 1, function(world, id)
    check(sw.sw_world_agent(world, id, agent))
    return ("%s %s"):format(hex(agent.facing_x), hex(agent.facing_y))
  end },
  sees = { 2, function(world, agent_id, other)
    check(sw.sw_world_sees(world, agent_id, other, is_seen))
    return is_seen[0] and "yes" or "no"
  end },
  senses = { 1, function(world, agent_id)
    check(sw.sw_world_senses(world, agent_id, senses))
    local kind, of = senses.perceived, ("%d"):format(senses.perceived_id)
    local perceived = kind == sw.SW_TARGET_AGENT and "agent " .. of or kind == sw.SW_TARGET_MARKER and "marker " .. of
    return ("%s %s %s"):format(senses.noticed and "yes" or "no", hex(senses.meter), perceived or kind == sw.SW_TARGET_POINTER and "pointer" or "-")
  end },
  is_wall_open = { 1, function(world, wall)
    check(sw.sw_world_is_wall_open(world, wall, is_open))
    return is_open[0] and "yes" or "no"
  end },
  hash = { 0, function(world)
    return bit.tohex(sw.sw_world_hash64(world), 16)
  end },
}

local function replace_preset(run, replaced)
  check(sw.sw_world_replace_preset(run.world, replaced.preset, replaced.json, #replaced.json))
end

--- Goes on in a new world of the same export from the save of this one.
local function save_load(run)
  local saved, hash = save(run.world), sw.sw_world_hash64(run.world)
  run.world = load_export(run.export)
  for _, replaced in ipairs(run.replaced) do
    replace_preset(run, replaced)
  end
  check(sw.sw_world_load_save(run.world, saved, #saved))
  must(sw.sw_world_hash64(run.world) == hash, "expected the same hash after saving and loading")
end

--- Compares what is read with the rest of the line.
local function read(run, reading, fields)
  local taken, result = reading[1], reading[2]
  local given = {}
  for i = 1, taken do
    given[i] = tonumber(fields[i])
  end
  expect(table.concat(fields, " ", taken + 1), result(run.world, unpack(given)))
end

--- "in_state TICK AGENT STATE NAME"
local function read_state(run, rest)
  local of, expected = rest:match("^(%d+) (.*)$")
  check(sw.sw_world_state(run.world, tonumber(of), state))
  check(sw.sw_world_state_name(run.world, tonumber(of), nil, 0, count))
  local name = ffi.new("char[?]", count[0])
  check(sw.sw_world_state_name(run.world, tonumber(of), name, count[0], count))
  expect(expected, ("%d %s"):format(state.id, ffi.string(name)))
end

--- "find TICK KIND ID NAME"
local function find(run, rest)
  local kind, expected, name = rest:match("^(%S+) (%S+) (.*)$")
  local status = sw["sw_world_find_" .. kind](run.world, name, id)
  expect(expected, status == sw.SW_OK and ("%d"):format(id[0]) or "-")
end

--- Makes the call of a line; its fields are numbers, except for the kinds of targets.
local function call(run, name, fields)
  local given = { run.world }
  -- The id of a target that has none is ignored; "-" as a leader or path is none.
  local none = name:match("^set_[lp]") and sw.SW_NONE or 0
  for _, field in ipairs(fields) do
    given[#given + 1] = TARGETS[field] or tonumber(field) or none
  end
  check(sw["sw_world_" .. name](unpack(given)))
end

local function handle(run, line)
  local kind, tick, rest = line:match("^(%S+) (%d+) ?(.*)$")
  tick = must(tonumber(tick), "expected a line of a case, found " .. line)
  while sw.sw_world_tick(run.world) < tick do
    check(sw.sw_world_step(run.world))
    keep_events(run)
  end
  local fields = {}
  for field in rest:gmatch("%S+") do
    fields[#fields + 1] = field
  end
  if kind == "state" then
    expect(line, state_line(run, tonumber(fields[1])))
  elseif kind == "event" then
    expect(line, next_event(run))
  elseif kind == "end" then
    run.ended = true
    expect("no event", next_event(run))
  elseif kind == "apply_scene" then
    run.export, run.replaced = must(run.exports[fields[1]], "there is no export " .. fields[1]), {}
    apply_scene(run.world, run.export)
  elseif kind == "in_state" then
    read_state(run, rest)
  elseif kind == "set_team" then
    local of, team = rest:match("^(%d+) (.*)$")
    check(sw.sw_world_set_team(run.world, tonumber(of), team ~= "-" and team or nil))
  elseif kind == "force_event" then
    local of, name = rest:match("^(%S+) (.*)$")
    check(sw.sw_world_force_event(run.world, tonumber(of) or sw.SW_NONE, name))
  elseif kind == "find" then
    find(run, rest)
  elseif kind == "replace_preset" then
    local replaced = { preset = tonumber(fields[1]), json = rest:match("^%S+ (.*)$") }
    run.replaced[#run.replaced + 1] = replaced
    replace_preset(run, replaced)
  elseif kind == "save_load" then
    save_load(run)
  elseif kind == "set_pressed" then
    check(sw.sw_world_set_pressed(run.world, fields[1] == "down"))
  elseif kind == "trigger" then
    -- A name that no spawner waits for is no error of a case.
    local status = sw.sw_world_trigger(run.world, rest)
    if status ~= sw.SW_ERROR_NOT_FOUND then check(status) end
  elseif kind == "set_wall_open" then
    check(sw.sw_world_set_wall_open(run.world, tonumber(fields[1]), fields[2] == "open"))
  elseif kind == "spawn" then
    check(sw.sw_world_spawn(run.world, tonumber(fields[1]), tonumber(fields[2]), tonumber(fields[3]), id))
    expect(fields[4], ("%d"):format(id[0]))
  elseif READINGS[kind] then
    read(run, READINGS[kind], fields)
  else
    call(run, kind, fields)
  end
end

---- Cases ----

--- Reads the exports and cases of a file.
local function read_cases(text)
  local next_line, number, heading = text:gmatch("([^\n]*)\n"), 1, nil
  local function fail(problem)
    error(("line %d: %s"):format(number, problem), 0)
  end
  if next_line() ~= "steerwright-cases 1" or text:sub(-1) ~= "\n" then
    fail("expected a file of cases that is not truncated")
  end

  --- The lines up to the next heading.
  local function body()
    local lines = {}
    while true do
      number, heading = number + 1, next_line()
      if not heading or heading:sub(1, 3) == "== " then
        return lines
      end
      lines[#lines + 1] = heading
    end
  end
  if #body() > 0 then
    number = 2
    fail('expected a line that starts with "== "')
  end

  local exports, cases = {}, {}
  --- The text of an export with the changes in the following lines.
  local function changed(label)
    local base = exports[label] or fail("there is no export " .. label .. " above")
    local first, changes = number, body()
    local next_base, lines = base:gmatch("([^\n]*)\n"), {}
    for i, change in ipairs(changes) do
      local mark, wanted = change:sub(1, 1), change:sub(2)
      local passed
      while mark ~= "+" and passed ~= wanted do
        lines[#lines + 1] = passed
        passed = next_base()
        if not passed or not mark:find("[ -]") then
          number = first + i
          fail("this line of changes does not fit the export: " .. change)
        end
      end
      lines[#lines + 1] = mark ~= "-" and wanted or nil
    end
    for line in next_base do
      lines[#lines + 1] = line
    end
    lines[#lines + 1] = ""
    return table.concat(lines, "\n")
  end
  while heading do
    local line, words = number, {}
    for word in heading:gmatch("%S+") do
      words[#words + 1] = word
    end
    local kind, name, of = words[2], words[3], words[5]
    if kind == "export" and #words == 3 then
      local lines = body()
      lines[#lines + 1] = ""
      exports[name] = table.concat(lines, "\n")
    elseif kind == "export" and words[4] == "from" and of then
      exports[name] = changed(of)
    elseif kind == "case" and words[4] == "of" and exports[of] then
      cases[#cases + 1] = { name = name, line = line, exports = exports, export = exports[of], lines = body() }
    elseif kind == "refused" and words[4] == "of" and of then
      cases[#cases + 1] = { name = name, line = line, export = changed(of) }
    else
      fail("expected an export, a case or a refusal, found " .. heading)
    end
  end
  return cases
end

local function check_case(case)
  if not case.lines then
    must(not pcall(load_export, case.export), ("line %d: expected a refusal, found a world"):format(case.line))
    return
  end
  local run = { exports = case.exports, export = case.export, world = load_export(case.export), replaced = {}, unseen = {}, ended = false }
  for i, line in ipairs(case.lines) do
    local fine, problem = true, nil
    if line:sub(1, 1) ~= "#" then
      fine, problem = pcall(handle, run, line)
    end
    if not fine then
      error(("line %d: %s"):format(case.line + i, problem), 0)
    end
  end
  must(run.ended, ('line %d: expected a last line "end", found none'):format(case.line))
end

--- The files of cases in a folder and in the folders in it, or the path of a file itself.
local function case_files(path)
  if path:match("%.cases$") then
    return { path }
  end
  local windows = ffi.os == "Windows"
  local command = windows and ('dir /s /b "%s\\*.cases"'):format(path) or ("find '%s' -name '*.cases'"):format((path:gsub("'", "'\\''")))
  local listing, files = assert(io.popen(command)), {}
  for file in listing:lines() do
    files[#files + 1] = file:match("^(.-)%s*$")
  end
  listing:close()
  table.sort(files)
  return files
end

local chosen = { unpack(arguments, 2) }
if #chosen == 0 then
  chosen = { here .. "../../conformance" }
end
local passed, total = 0, 0

local function report(name, fine, problem)
  total = total + 1
  passed = passed + (fine and 1 or 0)
  print((fine and "ok " or "FAILED ") .. name .. (fine and "" or ": " .. tostring(problem)))
end

for _, path in ipairs(chosen) do
  for _, file in ipairs(case_files(path)) do
    local fine, cases = pcall(function()
      return read_cases(must(read_file(file)))
    end)
    if not fine then
      report(file:match("[^/\\]*$"), false, cases)
      cases = {}
    end
    for _, case in ipairs(cases) do
      report(case.name, pcall(check_case, case))
    end
  end
end
if total == 0 then
  io.stderr:write("no cases found; name a folder with .cases files\n")
end
print(("%d of %d cases are the same to the bit"):format(passed, total))
os.exit(passed == total and total > 0 and 0 or 1)
