--- Loads invalid files and makes invalid calls: each must be refused with a message that says what is wrong and where, and
-- must change nothing.
--
--     lua hostile.lua [FOLDER]        with the conformance cases; without it, those of Steerwright
--
-- License: MIT OR Apache-2.0.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local steerwright = require("steerwright")

local FOLDER = arg[1] or here .. "../../conformance"

local function read_file(name)
  local file = assert(io.open(FOLDER .. "/" .. name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- A valid file, without its byte order mark.
local VALID = read_file("accepted-though-unusual.steer.json"):gsub("^\239\187\191", "")

-- What is loaded, the beginning of the message or true if the file is valid, and a name.
local FILES = {
  { "", "line 1: is not JSON" },
  { "steerwright", "line 1: is not JSON" },
  { "null", "the file: is not an object" },
  { "[]", "the file: is not an object" },
  { "12", "the file: is not an object" },
  { "{}", "format: is missing" },
  { VALID .. "}", "line " },
  { VALID:gsub("%]", "}"), "line " },
  { VALID:gsub('"', "'"), "line 2: has an entry without a key" },
  { VALID:gsub(":", ""), "line 2: has no : after a key" },
  { VALID:gsub("Cell mover", "Cell \255"), "line " },
  { VALID:gsub("Cell mover", "Cell \237\160\128"), "line " },
  { "\0\1\2", "line 1: is not JSON" },
  { ("["):rep(1e6), "line 1: is nested too deeply" },
  { ('{"a":'):rep(1e6), "line 1: is nested too deeply" },
  { ("{"):rep(1e6), "line 1: has an entry without a key" },
  { '"' .. ("x"):rep(1e6), "line 1: has a string without an end" },
  { VALID, true },
}
-- Walls: of equal keys, the last one counts.
local function with_walls(...)
  local walls = {}
  for i, wall in ipairs({ ... }) do
    local kind = '"name":"","closed":true,"blocks_motion":true,"blocks_sight":true,"open":null'
    walls[i] = ('{"id":%d,%s,"points":[%s]}'):format(wall[1], kind, wall[2])
  end
  return (VALID:gsub("}%s*$", ',"walls":[' .. table.concat(walls, ",") .. "]}"))
end
for _, case in ipairs({
  { with_walls({ 1, "[0,0],[1,0]" }), true },
  { with_walls({ 1, "" }), true },
  { with_walls({ 1, "[0,0]" }), true },
  { with_walls({ 1, "[0,0],[0,0],[0,0]" }), true },
  { with_walls({ 1, "" }, { 1, "" }), "walls[1].id: is used twice" },
  { with_walls({ 1, "[0,0],[0,1.1e9]" }), "walls[0].points[1]" },
  { with_walls({ 1, "[0,0],[null,0]" }), "walls[0].points[1]" },
  { with_walls({ 1, "[-1e9,-1e9],[1e9,1e9]" }), "walls: cross more than 1000000 cells" },
  { with_walls({ 1, ("[0,0],[1,0],"):rep(5e5) .. "[0,0]" }), "walls: cross more than 1000000 cells" },
}) do
  FILES[#FILES + 1] = { case[1], case[2], "walls: " .. case[1]:sub(-100) }
end
local windows = package.config:sub(1, 1) == "\\"
local listing = assert(io.popen(windows and ('dir /b "%s"'):format(FOLDER) or ("ls -1 '%s'"):format(FOLDER)))
for file in listing:lines() do
  local case = file:match("^(refused%-.*)%.bits%s*$")
  if case then
    local place = read_file(case .. ".bits"):match("\n# ([^\r\n]*)") or ""
    FILES[#FILES + 1] = { read_file(case .. ".steer.json"), place, case }
  end
end
listing:close()
-- Every value of the valid file replaced by another: an error, or a world that runs.
for _, value in ipairs({ "null", "true", "-1", "0", "1.5", "1e13", "1e-300", '""', "[]", "{}", "[[]]", "" }) do
  for before, start, after in VALID:gmatch('()[%[:,] *()[%w"%.%-]+()') do
    local file = VALID:sub(1, start - 1) .. value .. VALID:sub(after)
    FILES[#FILES + 1] = { file, "", ("%s at byte %d"):format(value, before), is_either = true }
  end
end
-- What is no string; then beginnings of the valid file.
for _, value in ipairs({ false, 7, print, {}, { VALID } }) do
  FILES[#FILES + 1] = { value, "" }
end
local END = VALID:find("}%s*$")
for length = 0, END - 1, 7 do
  FILES[#FILES + 1] = { VALID:sub(1, length), "line " }
end

-- A world that must stay the same when `apply_scene` refuses a file.
local running = assert(steerwright.load(VALID))
running:advance(0.5)
local KEPT = { "x", "y", "path", "target", "leader", "behaviors", "random_state" }
local copies = {}
for i, agent in ipairs(running.agents) do
  copies[i] = { agent = agent }
  for _, name in ipairs(KEPT) do
    copies[i][name] = agent[name]
  end
end
local function is_unchanged()
  for i, copy in ipairs(copies) do
    local agent = running.agents[i]
    if agent ~= copy.agent then return false end
    for _, name in ipairs(KEPT) do
      if agent[name] ~= copy[name] then return false end
    end
  end
  return running.tick == 30 and #running.agents == #copies
end

local failures = 0
for _, file in ipairs(FILES) do
  local source, expected, name = file[1], file[2], file[3] or tostring(file[1]):sub(1, 60)
  local returned, world, problem = pcall(steerwright.load, source)
  local found
  if not returned then
    found = "an error that is not about the file: " .. tostring(world)
  elseif world then
    -- A file that loads must also run.
    world:advance(1)
    found = expected ~= true and not file.is_either and "the file was loaded" or nil
  elseif expected == true or type(problem) ~= "string" or problem:sub(1, #expected) ~= expected then
    found = tostring(problem):sub(1, 200)
  end
  if not found and not world then
    local applied_returned, applied, apply_problem = pcall(running.apply_scene, running, source)
    if not applied_returned or applied or apply_problem ~= problem or not is_unchanged() then
      found = "apply_scene: " .. tostring(applied_returned and apply_problem or applied)
    end
  end
  if found then
    failures = failures + 1
    print(("FAILED %s\n  expected: %s\n  found: %s"):format(name, tostring(expected), found))
  end
end

-- Calls on a world of the valid file, and a part of the message; or what `advance` returns.
local NAN, INFINITY = 0 / 0, 1 / 0
local CALLS = {
  { "set_pointer", { NAN, 0 }, "a coordinate is not a number from -1e9 to 1e9" },
  { "set_pointer", { 0, -INFINITY }, "a coordinate is not" },
  { "set_pointer", { "1", 2 }, "a coordinate is not" },
  { "set_pointer", {}, "a coordinate is not" },
  { "move_marker", { 6, 0, 0 }, "there is no marker 6" },
  { "move_marker", { nil, 0, 0 }, "there is no marker nil" },
  { "move_marker", { 1, 0, 1.1e9 }, "a coordinate is not" },
  { "drive", { 3, 0, 0 }, "there is no agent 3" },
  { "drive", { 1, 0, NAN }, "a coordinate is not" },
  { "release", { NAN }, "there is no agent" },
  { "despawn", { "1" }, "there is no agent 1" },
  { "spawn", { 7, 0, 0 }, "there is no preset 7" },
  { "spawn", { 1, NAN, 0 }, "a coordinate is not" },
  { "set_leader", { 7 }, "there is no agent 7" },
  { "set_leader", { 1, 7 }, "there is no agent 7" },
  { "set_path", { 7 }, "there is no agent 7" },
  { "set_path", { 1, "1" }, "there is no path 1" },
  { "set_wall_open", { 99, true }, "there is no wall 99" },
  { "set_wall_open", { nil, true }, "there is no wall nil" },
  { "set_preset", { 1, 7 }, "there is no preset 7" },
  { "set_preset", { 7, 1 }, "there is no agent 7" },
  { "replace_preset", { 7, "{}" }, "there is no preset 7" },
  { "path", { 7 }, "there is no path 7" },
  { "path_at", { 1, NAN }, "the distance along a path is not a finite number" },
  { "path_nearest", { 1, 0, INFINITY }, "a coordinate is not" },
  { "cell_at", { 0 }, "a coordinate is not" },
  { "set_target", { 7, "none" }, "there is no agent 7" },
  { "set_target", { 1, "agent", 7 }, "there is no agent 7" },
  { "set_danger", { 1, "marker" }, "there is no marker nil" },
  { "set_danger", { 1, "wall", 5 }, "wall is not a kind of target" },
  { "set_danger", { 1 }, "nil is not a kind of target" },
  { "advance", { NAN }, 0 },
  { "advance", { -1 }, 0 },
  { "advance", { INFINITY }, 0 },
  { "advance", { "1" }, 0 },
  { "advance", { 1e300 }, 240 },
  { "advance", { 1e308 }, 0 }, -- an infinite number of ticks
}
for _, call in ipairs(CALLS) do
  local name, arguments, expected = call[1], call[2], call[3]
  local world = assert(steerwright.load(VALID))
  local returned, found = pcall(function()
    local result = world[name](world, arguments[1], arguments[2], arguments[3])
    return result
  end)
  -- The error must name the line of the call, which is in this file.
  local refused = not returned and found:find("^[^:]*hostile.lua:%d+: steerwright: ") and found:find(expected, 1, true)
  if not refused and (not returned or found ~= expected) then
    failures = failures + 1
    print(("FAILED call %s\n  expected: %s\n  found: %s"):format(name, expected, tostring(found)))
  end
end

-- An agent's table that a game holds stays that agent's table.
local mover = running:agent(2)
assert(running:apply_scene(VALID))
if running:agent(2) ~= mover or running.agents[2] ~= mover or running.tick ~= 30 then
  failures = failures + 1
  print("FAILED apply_scene: the agents have other tables")
end

local walker = assert(steerwright.load(VALID)):agent(1)
if walker.name ~= "W\195\164lker \240\159\152\128" then
  failures = failures + 1
  print("FAILED escapes: " .. walker.name)
end

local total = #FILES + #CALLS + 2
print(("%d of %d inputs were handled correctly"):format(total - failures, total))
os.exit(failures == 0 and 0 or 1)
