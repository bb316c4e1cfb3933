--- Loads invalid files and makes invalid calls: each must be refused with a message that says what is wrong and where, and
-- must change nothing.
--
--     lua hostile.lua
--
-- License: MIT OR Apache-2.0.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local steerwright = require("steerwright")

-- A valid file with one of everything.
local VALID = [==[{
  "format": "steerwright-export", "format_version": 1, "min_reader": 1, "y_down": false, "turn_sign": 1,
  "ticks_per_second": 60, "pointer": { "x": 0, "y": 0.5 },
  "paths": [{
    "id": 3, "traversal": "loop", "radius": 0.4,
    "nodes": [
      { "x": 0, "y": 0, "radius": 0.2, "wait_ticks": 7, "speed": null, "point": 0 },
      { "x": 4, "y": 0, "radius": 0.3, "wait_ticks": 0, "speed": 1.5, "point": 2 }
    ],
    "points": [[0, 0], [2, 1], [4, 0], [2, -1]]
  }],
  "markers": [{ "id": 5, "x": 1, "y": 2 }],
  "agents": [
    {
      "id": 1, "name": "Wal\u006ber \ud83d\ude42", "x": 1, "y": 1, "vx": 0, "vy": 0, "scatter": { "min": 0.5, "max": 1.25 },
      "path": 3, "target": { "kind": "marker", "id": 5 }, "danger": { "kind": "pointer", "id": null }, "leader": 2,
      "random_state": [1, 2, 3, 4294967295],
      "body": { "mass": 2, "max_speed": 3, "max_force": 9, "time_to_target": 0.1, "idle": "coast" },
      "motion": "steered", "blend_mode": "priority",
      "behaviors": [
        { "kind": "follow_path", "weight": 1.5, "start": "node", "start_node": 1, "target_radius": 0.2, "slow_radius": 2,
          "time_to_target": 0.3 },
        { "kind": "arrive", "weight": 1, "target_radius": 0.1, "slow_radius": 3, "ramp": "sqrt", "stop": "coast",
          "time_to_target": null },
        { "kind": "homing_walk", "weight": 1, "step_fraction": 0.5, "min_step": 1, "max_step": 10, "aggro_radius": 30,
          "max_fov_deg": 90, "reach_radius": 0.25, "smooth": true, "step_jitter": 0.75, "repick_ticks": 90 },
        { "kind": "follow_leader", "weight": 1, "behind_distance": 1, "sight_radius": 1.5, "slow_radius": 2.5,
          "separation_radius": 3, "max_separation": 6, "falloff": "inverse_square" }
      ]
    },
    {
      "id": 2, "name": "Cat", "x": 7, "y": 8, "vx": 0, "vy": 0, "scatter": null, "path": null, "target": null,
      "danger": null, "leader": null, "random_state": [5, 6, 7, 8],
      "body": { "mass": 1, "max_speed": 3, "max_force": 9, "time_to_target": 0.2, "idle": "brake" },
      "motion": "grid_chase", "blend_mode": null,
      "behaviors": [
        { "kind": "grid_chase", "weight": 1, "method": "axis", "mode": "chase", "step_ticks": 15, "max_path_length": 64 }
      ]
    }
  ],
  "cells": { "size": 2.5, "blocked": [[-3, 4], [0, 1]] }
}]==]

local function changed(from, to)
  local first, last = VALID:find(from, 1, true)
  assert(first and not VALID:find(from, last + 1, true), "must be in the valid file exactly once: " .. from)
  return VALID:sub(1, first - 1) .. to .. VALID:sub(last + 1)
end

-- What is replaced, by what, and the beginning of the message; true if the file is still valid.
local CHANGES = {
  { '"min_reader": 1', '"min_reader": 2', "min_reader: the file needs a runtime for version 2, and this one is for version 1" },
  { '"min_reader": 1, ', "", "min_reader: is missing" },
  { '"min_reader": 1', '"min_reader": "1"', "min_reader: is not a whole number" },
  { "steerwright-export", "steerwright-scene", "format: is not one of: steerwright-export" },
  { '"format_version": 1', '"format_version": 9', true },
  { '"y_down": false', '"y_down": 0', "y_down: is neither" },
  { '"turn_sign": 1', '"turn_sign": 0', "turn_sign: is not one of" },
  { '"ticks_per_second": 60', '"ticks_per_second": 0', "ticks_per_second: is not a number above 0" },
  { '"ticks_per_second": 60', '"ticks_per_second": 1e999', "ticks_per_second: is not a number above 0" },
  { '"ticks_per_second": 60', '"ticks_per_second": NaN', "line 3: is not JSON" },
  { '"ticks_per_second": 60', '"ticks_per_second": 060', "line 3: is not JSON" },
  { '"ticks_per_second": 60', '"ticks_per_second": 0x3c', "line 3: has no , or }" },
  { '"ticks_per_second": 60', '"ticks_per_second": ' .. ("9"):rep(1e6), "ticks_per_second: is not a number above 0" },
  { '"ticks_per_second": 60', '"ticks_per_second": 60, "ticks_per_second": [60]', "ticks_per_second: is not a number" },
  { '"pointer": { "x": 0, "y": 0.5 }', '"pointer": [0, 0.5]', "pointer: is not an object" },
  { '"y": 0.5 }', '"y": 1.0000001e12 }', "pointer.y: is not a number from -1e12 to 1e12" },
  { '"y": 0.5 }', '"z": 0.5 }', "pointer.y: is missing" },
  { '"id": 3', '"id": 3.5', "paths[0].id: is not a whole number" },
  { '"id": 3', '"id": -3', "paths[0].id: is not a whole number" },
  { '"id": 3', '"id": 4294967296', "paths[0].id: is not a whole number" },
  { '"loop"', '"circle"', "paths[0].traversal: is not one of: once, loop, ping_pong" },
  { '"wait_ticks": 7', '"wait_ticks": 7.5', "paths[0].nodes[0].wait_ticks: is not a whole number" },
  { '"speed": 1.5', '"speed": "fast"', "paths[0].nodes[1].speed: is not a number" },
  { '"speed": 1.5, ', "", true },
  { '"point": 2', '"point": 0', "paths[0].nodes[1].point: is not a whole number from 1 to 3" },
  { '"point": 2', '"point": 4', "paths[0].nodes[1].point: is not a whole number from 1 to 3" },
  { "[2, 1], ", "[2], ", "paths[0].points[1]: is not a list of 2 numbers" },
  { "[2, 1], ", '[2, "1"], ', "paths[0].points[1]: has an entry that is not a number" },
  { "[2, 1], ", "null, ", "paths[0].points[1]: is not a list of 2 numbers" },
  { "[2, 1], ", "[2, 1], " .. ("[0, 1], "):rep(1e6), true },
  { "[2, 1], ", ("["):rep(1e6), "line 10: is nested too deeply" },
  { "[2, 1], ", ('{"a":'):rep(1e6), "line 10: is nested too deeply" },
  { '"markers": [{ "id": 5, "x": 1, "y": 2 }]', '"markers": {}', "markers: is not a list" },
  { '{ "id": 5, "x": 1, "y": 2 }', '{ "id": 5, "x": 1, "y": 2 }, { "id": 5, "x": 1, "y": 2 }', "markers[1].id: is used twice" },
  { '{ "id": 5, "x": 1, "y": 2 }', "7", "markers[0]: is not an object" },
  { '"id": 2', '"id": 1', "agents[1].id: is used twice" },
  { '"id": 2', '"id": 2.0', true },
  { '"name": "Cat", ', '"name": 5, ', "agents[1].name: is not a string" },
  { '"name": "Cat", ', "", true },
  { '"Cat"', '"Ca\\x74"', "line 32: has a string with an invalid character" },
  { '"Cat"', '"Ca\t"', "line 32: has a string with an invalid character" },
  { '"Cat"', '"\\ud83d"', "line 32: has an invalid \\u escape" },
  { '"Cat"', '"\255\254\192"', true },
  { '"x": 7', '"x": null', "agents[1].x: is missing" },
  { '"x": 7', '"x": "7"', "agents[1].x: is not a number" },
  { '"x": 7', '"x": -1e300', "agents[1].x: is not a number" },
  { '"min": 0.5, ', "", "agents[0].scatter.min: is missing" },
  { '"path": 3', '"path": "3"', "agents[0].path: is not a whole number" },
  { '"path": 3', '"path": 99', true },
  { '"kind": "marker"', '"kind": "monster"', "agents[0].target.kind: is not one of: marker, agent, pointer" },
  { '"kind": "marker", "id": 5', '"kind": "marker"', "agents[0].target.id: is missing" },
  { '"kind": "marker", "id": 5', '"kind": "agent", "id": 1', true },
  { '"danger": { "kind": "pointer", "id": null }', '"danger": 5', "agents[0].danger: is not an object" },
  { '"leader": 2', '"leader": 1', true },
  { "3, 4294967295]", "3, 4294967296]", "agents[0].random_state: has an entry that is not a whole number" },
  { "3, 4294967295]", "3]", "agents[0].random_state: is not a list of 4 numbers" },
  { '"mass": 2', '"mass": 0', "agents[0].body.mass: is not a number above 0; export the scene again" },
  { '"mass": 2, ', "", "agents[0].body.mass: is missing; export the scene again" },
  { '"time_to_target": 0.1', '"time_to_target": -0.1', "agents[0].body.time_to_target: is not a number above 0" },
  { '"idle": "coast"', '"idle": "sleep"', "agents[0].body.idle: is not one of: brake, coast" },
  { ', "idle": "coast"', "", "agents[0].body.idle: is missing" },
  { '"motion": "steered"', '"motion": "flying"', "agents[0].motion: is not one of: steered, grid_chase" },
  { '"motion": "steered"', '"motion": "grid_chase"', "agents[0].behaviors[0].kind: is not one of: grid_chase" },
  { '"priority"', "null", "agents[0].blend_mode: is missing" },
  { '"priority"', '"average"', "agents[0].blend_mode: is not one of: weighted_sum, priority" },
  { '"blend_mode": "priority"', '"combine": "priority"', "agents[0].combine: is called blend_mode in files for this runtime" },
  { '"blend_mode": "priority"', '"combine": 7, "blend_mode": "priority"', true },
  { '"kind": "arrive"', '"kind": "teleport"', "agents[0].behaviors[1].kind: is not one of: seek, flee" },
  { '"kind": "arrive"', '"kind": "__index"', "agents[0].behaviors[1].kind: is not one of: seek, flee" },
  { '"weight": 1.5', '"weight": true', "agents[0].behaviors[0].weight: is not a number" },
  { '"start_node": 1, ', "", "agents[0].behaviors[0].start_node: is missing" },
  { '"start_node": 1, ', '"start_node": 77, ', true },
  { '"time_to_target": 0.3', '"time_to_target": 0', "agents[0].behaviors[0].time_to_target: is not a number above 0" },
  { '"time_to_target": null', '"time_to_target": "0.1"', "agents[0].behaviors[1].time_to_target: is not a number" },
  { '"falloff": "inverse_square"', '"falloff": "linear"', "agents[0].behaviors[3].falloff: is not one of: none, inverse_square" },
  { ', "falloff": "inverse_square"', "", "agents[0].behaviors[3].falloff: is missing" },
  { '"step_jitter": 0.75', '"step_jitter": null', "agents[0].behaviors[2].step_jitter: is missing" },
  { '"repick_ticks": 90', '"repick_ticks": -1', "agents[0].behaviors[2].repick_ticks: is not a whole number from 0" },
  { ', "repick_ticks": 90', "", "agents[0].behaviors[2].repick_ticks: is missing" },
  { '"smooth": true', '"smooth": "yes"', "agents[0].behaviors[2].smooth: is neither true nor false" },
  { '"mode": "chase"', '"aim": "chase"', "agents[1].behaviors[0].aim: is called mode in files for this runtime" },
  { '"mode": "chase"', '"mode": "hide"', "agents[1].behaviors[0].mode: is not one of: chase, evade" },
  { '"mode": "chase", ', "", "agents[1].behaviors[0].mode: is missing" },
  { '"step_ticks": 15', '"step_ticks": 0', "agents[1].behaviors[0].step_ticks: is not a whole number from 1" },
  { '"max_path_length": 64', '"max_path_length": 1e12', "agents[1].behaviors[0].max_path_length: is not a whole number" },
  { '"max_path_length": 64 }', '"max_path_length": 64 }, {}', "agents[1].behaviors[1].kind: is missing" },
  { '"size": 2.5', '"size": -2.5', "cells.size: is not a number above 0" },
  { "[-3, 4]", "[-3.5, 4]", "cells.blocked[0]: has an entry that is not a whole number" },
  { "[-3, 4]", "[-3, 2147483648]", "cells.blocked[0]: has an entry that is not a whole number" },
  { '"blocked"', '"unknown": [{"a": [1, null, true]}], "blocked"', true },
}

local FILES = {
  { "", "line 1: is not JSON" },
  { "steerwright", "line 1: is not JSON" },
  { "null", "the file: is not an object" },
  { "[]", "the file: is not an object" },
  { "12", "the file: is not an object" },
  { "{}", "format: is missing" },
  { VALID .. "}", "line 42: has something after its end" },
  { VALID:sub(1, -2), "line 42: has no , or } after an entry" },
  { VALID:gsub("%]", "}"), "line 9: has no , or ] after an entry" },
  { VALID:gsub('"', "'"), "line 2: has an entry without a key" },
  { VALID:gsub(":", ""), "line 2: has no : after a key" },
  { "\0\1\2\255", "line 1: is not JSON" },
  { ("{"):rep(1e6), "line 1: has an entry without a key" },
  { '"' .. ("x"):rep(1e6), "line 1: has a string without an end" },
  { VALID, true },
}
for _, change in ipairs(CHANGES) do
  FILES[#FILES + 1] = { changed(change[1], change[2]), change[3], change[1] .. " -> " .. change[2]:sub(1, 60) }
end
-- What is no string; then beginnings of the valid file.
for _, value in ipairs({ false, 7, print, {}, { VALID } }) do
  FILES[#FILES + 1] = { value, "" }
end
for length = 0, #VALID - 1, 7 do
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
    found = expected ~= true and "the file was loaded" or nil
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
  { "move_marker", { 5, 0, 1.1e9 }, "a coordinate is not" },
  { "drive", { 3, 0, 0 }, "there is no agent 3" },
  { "drive", { 1, 0, NAN }, "a coordinate is not" },
  { "release", { NAN }, "there is no agent" },
  { "despawn", { "1" }, "there is no agent 1" },
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
local cat = running:agent(2)
assert(running:apply_scene(VALID))
if running:agent(2) ~= cat or running.agents[2] ~= cat or running.tick ~= 30 then
  failures = failures + 1
  print("FAILED apply_scene: the agents have other tables")
end

local walker = assert(steerwright.load(VALID)):agent(1)
if walker.name ~= "Walker \240\159\153\130" then
  failures = failures + 1
  print("FAILED escapes: " .. walker.name)
end

local total = #FILES + #CALLS + 2
print(("%d of %d inputs were handled correctly"):format(total - failures, total))
os.exit(failures == 0 and 0 or 1)
