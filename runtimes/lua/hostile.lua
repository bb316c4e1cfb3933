--- Loads invalid files and makes invalid calls: each must be refused with a message that says what is wrong and where, and
-- must change nothing.
--
--     lua hostile.lua [FOLDER]        with the conformance cases; without it, those of Steerwright
--
-- License: MIT OR Apache-2.0.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local steerwright = require("steerwright")

local case_files, read_cases, own_cases = assert(loadfile(here .. "conformance.lua"))(true)

-- The refusals, and a valid file without its byte order mark.
local REFUSALS, VALID = {}, nil
for _, file in ipairs(case_files(arg[1] or own_cases())) do
  for _, case in ipairs(read_cases(file)) do
    if case.place then REFUSALS[#REFUSALS + 1] = case end
    if case.name == "accepted-though-unusual" then VALID = case.source:gsub("^\239\187\191", "") end
  end
end

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
  { with_walls({ 1, ("[0,0],[1,0],"):rep(2e5) .. "[0,0]" }), "walls: cross more than 1000000 cells" },
}) do
  FILES[#FILES + 1] = { case[1], case[2], "walls: " .. case[1]:sub(-100) }
end
-- What guards sense: the fields that agent 1 has besides, those of its body and of its first behavior, and the place of the problem in the
-- agent, or true.
local function with_senses(of_agent, of_body, of_behavior)
  local function inserted(before, more)
    return function()
      return before .. (more ~= "" and ", " .. more or "")
    end
  end
  local file = VALID:gsub('"leader": 2', inserted('"leader": 2', of_agent))
  file = file:gsub('"radius": 0%.4', inserted('"radius": 0.4', of_body))
  return (file:gsub('"stop": "brake"', inserted('"stop": "brake"', of_behavior)))
end
local HEARING, ALERT = '"hearing": { "scale": 1, "muffle": 0.5 }', '"rise_near": 4, "rise_far": 0.5, "fall": 0.25'
for _, case in ipairs({
  { '"team": "red", "watches": ["red", "blue"], ' .. HEARING, '"noise": { "speed": 2, "radius": 6 }', '"goal": "post"', true },
  { '"team": null, "hearing": null, "alert": null', '"noise": null', '"goal": "reference", "ahead": null', true },
  { '"alert": { ' .. ALERT .. ', "noise_rise": 1 }', "", '"goal": "last_seen_ahead", "ahead": 1000', true },
  { '"team": ""', "", "", "team" },
  { '"team": 7', "", "", "team" },
  { '"watches": []', "", "", "watches" },
  { '"watches": null', "", "", "watches" },
  { '"watches": ["' .. ('a","'):rep(16) .. 'b"]', "", "", "watches" },
  { '"watches": ["a", ""]', "", "", "watches[1]" },
  { '"hearing": { "scale": 1 }', "", "", "hearing.muffle" },
  { '"hearing": { "scale": 1001, "muffle": 1 }', "", "", "hearing.scale" },
  { '"alert": { ' .. ALERT .. ', "noise_rise": 1.1 }', "", "", "alert.noise_rise" },
  { '"alert": { ' .. ALERT .. " }", "", "", "alert.noise_rise" },
  { "", "", '"goal": "target"', "behaviors[0].goal" },
  { "", "", '"goal": null', "behaviors[0].goal" },
  { "", "", '"goal": "last_seen_ahead"', "behaviors[0].ahead" },
  { "", "", '"goal": "last_seen_ahead", "ahead": 1001', "behaviors[0].ahead" },
  { "", "", '"goal": "last_seen", "ahead": 1', "behaviors[0].ahead" },
  { "", "", '"ahead": 1', "behaviors[0].ahead" },
}) do
  local place = case[4] == true or "agents[1]." .. case[4] .. ":"
  FILES[#FILES + 1] = { with_senses(case[1], case[2], case[3]), place, ("senses: %s %s %s"):format(case[1], case[2], case[3]) }
end
for _, noise in ipairs({ "7", '{ "speed": 2 }', '{ "speed": -1, "radius": 6 }' }) do
  FILES[#FILES + 1] = { with_senses("", '"noise": ' .. noise, ""), "agents[0].body.noise", "noise: " .. noise }
end
-- What the last node of the path has besides, and the place of the problem in the node, or true.
local TURN = '"turn_rate": null, "turn_cos": null, "turn_sin": null'
local EAST = '{ "kind": "direction", "deg": 0, "x": 1, "y": 0 }'
local function with_node(fields)
  return (VALID:gsub('"point": 4', function()
    return '"point": 4, ' .. fields
  end))
end
for _, case in ipairs({
  { '"actions": [], "along": []', true },
  { '"actions": null', "actions" },
  { '"actions": [{ "kind": "jump" }]', "actions[0].kind" },
  { '"actions": [{ "kind": "wait", "min": 0, "max": 1, "min_ticks": 0, "max_ticks": 60 }]', true },
  { '"actions": [{ "kind": "wait", "min": 0, "max": 1, "min_ticks": 0, "max_ticks": 61 }]', "actions[0].max_ticks" },
  { '"actions": [{ "kind": "wait", "min": 2, "max": 1, "min_ticks": 120, "max_ticks": 60 }]', "actions[0].max" },
  { '"actions": [{ "kind": "look", "at": ' .. EAST .. ", " .. TURN .. " }]", true },
  { '"actions": [{ "kind": "look", "at": ' .. EAST .. " }]", "actions[0].turn_rate" },
  { '"actions": [{ "kind": "look", "at": { "kind": "direction", "deg": 90, "x": 1, "y": 0 }, ' .. TURN .. " }]", "actions[0].at.x" },
  { '"actions": [{ "kind": "look", "at": { "kind": "direction", "deg": 361, "x": 1, "y": 0 }, ' .. TURN .. " }]", "actions[0].at.deg" },
  { '"actions": [{ "kind": "look", "at": { "kind": "direction", "deg": 360, "x": 1, "y": 0 }, ' .. TURN .. " }]", true },
  { '"actions": [{ "kind": "look", "at": { "kind": "marker", "id": 1 }, ' .. TURN .. " }]", true },
  { '"actions": [{ "kind": "look", "at": { "kind": "marker", "id": 2 }, ' .. TURN .. " }]", "actions[0].at.id" },
  {
    '"actions": [{ "kind": "look", "at": { "kind": "point", "x": 1, "y": 2 }, "turn_rate": null, "turn_cos": -1, "turn_sin": null }]',
    "actions[0].turn_cos",
  },
  {
    '"actions": [{ "kind": "look", "at": { "kind": "point", "x": 1, "y": 2 }, "turn_rate": 10800, "turn_cos": -1, "turn_sin": 0 }]',
    true,
  },
  { '"actions": [{ "kind": "sweep", "from_deg": 180, "to_deg": 0, "from": [-1, 0], "to": [1, 0], "times": 1, ' .. TURN .. " }]", true },
  { '"actions": [{ "kind": "sweep", "from_deg": 180, "to_deg": 0, "from": [1, 0], "to": [1, 0], "times": 1, ' .. TURN .. " }]", "actions[0].from[0]" },
  { '"actions": [{ "kind": "sweep", "from_deg": 180, "to_deg": 0, "from": [-1, 0], "to": [1, 0], "times": 0, ' .. TURN .. " }]", "actions[0].times" },
  { '"actions": [{ "kind": "speed", "limit": null }, { "kind": "speed", "limit": 1 }]', true },
  { '"actions": [{ "kind": "speed" }]', "actions[0].limit" },
  { '"actions": [{ "kind": "emit", "name": "a", "value": null }, { "kind": "emit", "name": "a", "value": 1e15 }]', true },
  { '"actions": [{ "kind": "emit", "name": "a", "value": "" }, { "kind": "meet", "name": "b", "count": 10000 }]', true },
  { '"actions": [{ "kind": "emit", "name": "a", "value": -1e300 }]', true },
  { '"actions": [{ "kind": "emit", "name": "a", "value": true }]', "actions[0].value" },
  { '"actions": [{ "kind": "emit", "name": "a" }]', "actions[0].value" },
  { '"actions": [{ "kind": "emit", "name": "", "value": null }]', "actions[0].name" },
  { '"actions": [{ "kind": "meet", "name": "a", "count": 0 }]', "actions[0].count" },
  { '"actions": [{ "kind": "set_wall", "wall": 2, "open": true }]', true },
  { '"actions": [{ "kind": "set_wall", "wall": 1, "open": true }]', "actions[0].wall" },
  { '"actions": [{ "kind": "set_wall", "wall": 9, "open": true }]', "actions[0].wall" },
  { '"actions": [{ "kind": "set_wall", "wall": 2, "open": null }]', "actions[0].open" },
  { '"actions": [{ "kind": "share", "radius": 1 }]', "actions[0].kind" },
  { '"actions": [' .. ('{ "kind": "speed", "limit": 1 },'):rep(32) .. '{ "kind": "speed", "limit": 1 }]', "actions" },
  { '"along": [{ "distance": 1, "x": 2, "y": 3, "action": { "kind": "speed", "limit": 1 } }]', true },
  { '"along": [{ "distance": 1, "x": 2, "action": { "kind": "speed", "limit": 1 } }]', "along[0].y" },
  { '"along": [{ "distance": 1, "x": 2, "y": 3, "action": { "kind": "meet", "name": "a", "count": 2 } }]', "along[0].action.kind" },
  { '"next": [{ "path": 1, "node": 2, "weight": 1 }], "choose": "random", "not_back": true', true },
  { '"next": [{ "path": 1, "node": 2, "weight": 1 }], "choose": "random"', "not_back" },
  { '"not_back": false', "choose" },
  { '"next": null, "choose": "random", "not_back": true', "next" },
  { '"next": [], "choose": "in_turn", "not_back": true', "next" },
  { '"next": [{ "path": 1, "node": 3, "weight": 1 }], "choose": "random", "not_back": true', "next[0].node" },
  { '"next": [{ "path": 2, "node": 0, "weight": 1 }], "choose": "random", "not_back": true', "next[0].path" },
  { '"next": [{ "path": 1, "node": 0, "weight": 0 }], "choose": "random", "not_back": true', "next[0].weight" },
  { '"next": [{ "path": 1, "node": 0, "weight": 1000001 }], "choose": "random", "not_back": true', "next[0].weight" },
}) do
  local place = case[2] == true or "paths[0].nodes[2]." .. case[2] .. ":"
  FILES[#FILES + 1] = { with_node(case[1]), place, "node: " .. case[1]:sub(1, 100) }
end
-- The states of agent 1, whose first state is `state` and which has the other states `states`, and the place of the problem in it, or true.
local function with_states(state, others)
  return (VALID:gsub('"combine": "priority"', function(before)
    return before .. (state ~= "" and ', "state": ' .. state or "") .. (others ~= "" and ', "states": ' .. others or "")
  end))
end
local function rules(state_id, more, enter, transitions)
  local about = '"id": %d, "name": "", "color": null, "max_speed": null, "max_force": null, %s "enter": [%s], "transitions": [%s]'
  return about:format(state_id, more, enter, transitions)
end
local function state(state_id, enter, terms)
  local transitions = terms and ('{ "to": 1, "any": true, "terms": [%s] }'):format(terms) or ""
  local motion = '"facing": null, "motion": "steered", "blend_mode": "priority", "behaviors": [],'
  return "{ " .. rules(state_id, motion, enter or "", transitions) .. " }"
end
local SEARCH = '"kind": "search", "weight": 1, "radius": 4, "points": 3, "wait": 1, "wait_ticks": 60, "slow_radius": 2, "route": "direct"'
local function search(more)
  return state(2):gsub('"behaviors": %[%]', function()
    return '"behaviors": [{ ' .. SEARCH .. ", " .. more .. " }]"
  end)
end
for _, case in ipairs({
  { "", "[]", true },
  { "{ " .. rules(7, "", "", "") .. " }", "", true },
  { "null", "", "state" },
  { "{}", "", "state.id" },
  { "", "null", "states" },
  { "", "[" .. state(1) .. "]", "states[0].id" },
  { "", "[" .. state(2) .. "," .. state(2) .. "]", "states[1].id" },
  { "{ " .. rules(7, "", "", "") .. " }", "[" .. state(1) .. "]", true },
  { "", "[" .. (state(2) .. ","):rep(32) .. state(2) .. "]", "states:" },
  { "", "[" .. state(2):gsub('"color": null', '"color": "#12345"') .. "]", "states[0].color" },
  { "", "[" .. state(2):gsub('"max_speed": null', '"max_speed": 1e7') .. "]", "states[0].max_speed" },
  { "", "[" .. state(2):gsub('"max_force": null,', "") .. "]", "states[0].max_force" },
  { "", "[" .. state(2):gsub('"motion": "steered"', '"motion": "grid_chase"') .. "]", "states[0].blend_mode" },
  { "", "[" .. state(2, '{ "kind": "share", "radius": 9 }, { "kind": "emit", "name": "a", "value": null }') .. "]", true },
  { "", "[" .. state(2, '{ "kind": "share", "radius": 1.1e9 }') .. "]", "states[0].enter[0].radius" },
  { "", "[" .. state(2, '{ "kind": "speed", "limit": 1 }') .. "]", "states[0].enter[0].kind" },
  { "", "[" .. state(2, '{ "kind": "set_wall", "wall": 1, "open": true }') .. "]", "states[0].enter[0].wall" },
  { "", "[" .. state(2, "", '{ "kind": "sees" }, { "kind": "no_route" }') .. "]", true },
  { "", "[" .. state(2, "", ""):gsub('"to": 1', '"to": 3') .. "]", "states[0].transitions[0].to" },
  { "", "[" .. state(2, "", ""):gsub('"any": true', '"any": null') .. "]", "states[0].transitions[0].any" },
  { "", "[" .. state(2, "", ('{ "kind": "sees" },'):rep(16) .. '{ "kind": "sees" }') .. "]", "states[0].transitions[0].terms" },
  { "", "[" .. state(2, "", '{ "kind": "looks" }') .. "]", "states[0].transitions[0].terms[0].kind" },
  { "", "[" .. state(2, "", '{ "kind": "sees_not_for", "seconds": 0.5, "ticks": 30 }') .. "]", true },
  { "", "[" .. state(2, "", '{ "kind": "sees_not_for", "seconds": 0.5, "ticks": 31 }') .. "]", "states[0].transitions[0].terms[0].ticks" },
  { "", "[" .. state(2, "", '{ "kind": "meter_at_least", "meter": 1.5 }') .. "]", "states[0].transitions[0].terms[0].meter" },
  { "", "[" .. state(2, "", '{ "kind": "for", "min": 1, "max": 0, "min_ticks": 60, "max_ticks": 0 }') .. "]", "states[0].transitions[0].terms[0].max" },
  { "", "[" .. state(2, "", '{ "kind": "near", "goal": "last_seen", "ahead": 1, "radius": 1 }') .. "]", "states[0].transitions[0].terms[0].ahead" },
  { "", "[" .. state(2, "", '{ "kind": "near", "goal": "last_seen", "ahead": null, "radius": 1 }') .. "]", true },
  { "", "[" .. state(2, "", '{ "kind": "event", "name": "" }') .. "]", "states[0].transitions[0].terms[0].name" },
  { "", "[" .. search('"goal": "last_seen", "ahead": null, "sweep": null') .. "]", true },
  { "", "[" .. search('"goal": "last_seen", "ahead": 1, "sweep": null') .. "]", "states[0].behaviors[0].ahead" },
  { "", "[" .. search('"goal": "post", "ahead": null, "sweep": { "from_deg": 0, "to_deg": 180, "from": [1, 0], "to": [-1, 0] }') .. "]", true },
  { "", "[" .. search('"goal": "post", "ahead": null, "sweep": { "from_deg": 0, "to_deg": 90, "from": [1, 0], "to": [-1, 0] }') .. "]", "states[0].behaviors[0].sweep.to" },
  { "", "[" .. search('"goal": "post", "ahead": null, "points": 101, "sweep": null') .. "]", "states[0].behaviors[0].points" },
  { "", "[" .. search('"ahead": null, "sweep": null') .. "]", "states[0].behaviors[0].goal" },
}) do
  local place = case[3] == true or "agents[1]." .. case[3]
  FILES[#FILES + 1] = { with_states(case[1], case[2]), place, ("states: %s %s"):format(case[1], case[2]:sub(-300)) }
end
for resume, place in pairs({ same = true, nearest = true, first = true, node = "agents[1].behaviors[1].resume" }) do
  local file = VALID:gsub('"start_node": 1', '"start_node": 1, "resume": "' .. resume .. '"')
  FILES[#FILES + 1] = { file, place, "resume: " .. resume }
end
assert(#REFUSALS > 0, "there are cases to refuse")
for _, case in ipairs(REFUSALS) do
  FILES[#FILES + 1] = { case.source, case.place, case.name }
end
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
  { "noise", { 0, NAN, 1 }, "a coordinate is not" },
  { "noise", { 0, 0, -1 }, "the radius of a noise is not" },
  { "noise", { 0, 0 }, "the radius of a noise is not" },
  { "set_team", { 7, "red" }, "there is no agent 7" },
  { "set_team", { 1, "" }, "a team is not a text" },
  { "set_team", { 1, 1 }, "a team is not a text" },
  { "set_state", { 7, 1 }, "there is no agent 7" },
  { "find_state", { 7, "Alert" }, "there is no agent 7" },
  { "set_state", { 1, 2 }, "the preset of agent 1 has no state 2" },
  { "set_state", { 1 }, "the preset of agent 1 has no state nil" },
  { "force_event", { 7, "alarm" }, "there is no agent 7" },
  { "force_event", { nil, "" }, "the name of an event is not a text" },
  { "force_event", { 1 }, "the name of an event is not a text" },
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

-- Of the noises and names that wait for a step, there are at most 1000.
local loud = assert(steerwright.load(VALID))
for _ = 1, 1000 do
  loud:noise(0, 0, 1)
  loud:force_event(1, "alarm")
end
local are_refused = not pcall(loud.noise, loud, 0, 0, 1) and not pcall(loud.force_event, loud, nil, "alarm")
loud:step()
if not are_refused or not pcall(loud.noise, loud, 0, 0, 1) or not pcall(loud.force_event, loud, nil, "alarm") then
  failures = failures + 1
  print("FAILED noises and names: they are not limited for each step")
end

-- A saved world goes on as the world does. Saves with any other value are refused, or loaded with that value; beginnings of one are refused.
local saved_from = assert(steerwright.load(VALID))
saved_from:advance(1)
saved_from:noise(1, 2, 3)
saved_from:force_event(1, 'a "name"\n')
local save = saved_from:save()
local saves_tried, restored = 0, assert(steerwright.load(VALID))
local restored_fine, restore_problem = restored:load_save(save)
for _ = 1, 60 do
  saved_from:step()
  restored:step()
end
if not restored_fine or restored:hash64() ~= saved_from:hash64() or restored.tick ~= 120 then
  failures = failures + 1
  print("FAILED save: the world does not go on in the same way: " .. tostring(restore_problem))
end
local function try_save(text, must_fail)
  saves_tried = saves_tried + 1
  local before, tick = restored:hash64(), restored.tick
  local returned, loaded, problem = pcall(restored.load_save, restored, text)
  local is_fine = returned and (loaded or type(problem) == "string" and restored:hash64() == before and restored.tick == tick)
  if not is_fine or loaded and must_fail then
    failures = failures + 1
    print("FAILED save: " .. tostring(not returned and loaded or problem or "it was loaded") .. "\n  " .. tostring(text):sub(-200))
  end
  if loaded then
    restored:advance(0.1)
    restored:hash64()
  end
end
for _, text in ipairs({ "", "{}", "[]", save:sub(1, -3), save:sub(1, -2), VALID }) do
  try_save(text, true)
end
try_save(nil, true)
try_save((save:gsub('"scene":"....', '"scene":"0000')), true)
try_save((save:gsub('"format_version":1', '"format_version":2')), true)
try_save((save:gsub("%]}$", ",0]}")), true)
try_save((save:gsub(",[^,]*%]}$", "]}")), true)
local VALUES = save:find("[", 1, true)
for _, value in ipairs({ "null", "true", "-1", "0", "1.5", "4294967295", "1e15", '""', '"7ff0000000000000"', '"400921fb54442d18"', "[]" }) do
  for start, after in save:gmatch('()[%w"%-]+()') do
    if start > VALUES then try_save(save:sub(1, start - 1) .. value .. save:sub(after), value == "[]") end
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

-- Custom properties, and values that are none.
local function owning(properties, declared)
  local text = VALID:gsub('"agents"%s*:%s*%[%s*{', '%0"preset_properties": ' .. properties .. ', "properties": ' .. properties .. ",", 1)
  return (text:gsub("{", '{"declared_properties": ' .. declared .. ",", 1))
end
local DECLARED = '[{"name": "mood", "on": ["agents", "presets"], "default": "calm"}, {"name": 7}, {"name": "mood", "on": ["paths"], "default": 1}, '
  .. '{"name": "extent", "on": ["agents"], "default": 0.12345678912345}]'
local owner = assert(steerwright.load(owning('{"locked": false, "none": null, "list": [1], "size": 0.12345678912345}', DECLARED)))
local first = steerwright.decode(VALID).agents[1].id
local is_read = owner:property("agent", first, "mood") == "calm" and owner:property("agent", first, "locked") == false
for _, name in ipairs({ "none", "list", "unknown" }) do
  is_read = is_read and owner:property("agent", first, name) == nil
end
is_read = is_read and owner:preset_property(first, "locked") == false and owner:preset_property(first, "mood") == "calm"
is_read = is_read and owner:property("agent", first, "size") == 0.123456789 and owner:property("agent", first, "extent") == 0.123456789
is_read = is_read and owner:property("agent", 99, "mood") == nil and owner:property("agents", first, "mood") == nil
is_read = is_read and owner:node_property(99, 0, "mood") == nil and owner:preset_property(99, "mood") == nil
local some_path = steerwright.decode(VALID).paths[1].id
for _, node in ipairs({ "length", 0.5, -1, 0 / 0, {} }) do
  is_read = is_read and owner:node_property(some_path, node, "mood") == nil
end
assert(owner:apply_scene(VALID))
if not is_read or owner:property("agent", first, "mood") ~= nil then
  failures = failures + 1
  print("FAILED properties: they are not read as they should be")
end
for _, damaged in ipairs({ owning("null", "[]"), owning("[]", "[]"), owning("{}", "{}"), owning("{}", "[1]"), owning("{}", "null") }) do
  if steerwright.load(damaged) then
    failures = failures + 1
    print("FAILED properties: loaded " .. damaged:sub(1, 60))
  end
end

local total = #FILES + #CALLS + 10 + saves_tried
print(("%d of %d inputs were handled correctly"):format(total - failures, total))
os.exit(failures == 0 and 0 or 1)
