# Made from hostile.gd by make_godot4.py: change it there.
#
# Gives broken exports to the loader: each has to be refused with a message that begins with the place. Harmless ones have to
# load.
#
#     godot --headless --path . -s hostile_4.gd
#
# Exit code 0: all did. A run is only valid if it prints no "SCRIPT ERROR".
extends SceneTree

const Steerwright = preload("steerwright.gd")
const MISSING := "(missing)"
const LOADS := ""

# A valid export with everything in it.
const VALID := """{
"format": "steerwright-export", "format_version": 1, "min_reader": 1, "turn_sign": 1, "y_down": false, "ticks_per_second": 60,
"pointer": {"x": 1, "y": 2},
"paths": [{"id": 1, "traversal": "loop", "radius": 0.5, "points": [[0, 0], [1, 1], [2, 0]], "nodes": [
	{"x": 0, "y": 0, "radius": 0.5, "wait_ticks": 3, "speed": 2, "point": 0},
	{"x": 2, "y": 0, "radius": 0.5, "wait_ticks": 0, "speed": null, "point": 2}]}],
"markers": [{"id": 1, "x": 5, "y": 5}],
"agents": [
	{"id": 1, "name": "A", "x": 0, "y": 0, "vx": 0, "vy": 0, "scatter": {"min": 1, "max": 2}, "path": 1,
	"target": {"kind": "marker", "id": 1}, "danger": {"kind": "agent", "id": 2}, "leader": 2, "random_state": [1, 2, 3, 4],
	"body": {"mass": 1, "max_speed": 3, "max_force": 20, "time_to_target": 0.1, "idle": "brake", "radius": 0.4},
	"motion": "steered", "blend_mode": "weighted_sum", "behaviors": [
		{"kind": "follow_path", "weight": 1, "start": "node", "start_node": 1, "target_radius": 0.2, "slow_radius": 2,
		"time_to_target": 0.2},
		{"kind": "flee", "weight": 1, "panic_distance": null},
		{"kind": "arrive", "weight": 1, "target_radius": 0.2, "slow_radius": 2, "ramp": "linear", "stop": "brake",
		"time_to_target": null},
		{"kind": "separation", "weight": 1, "radius": 2, "max_separation": 5, "falloff": "none"},
		{"kind": "follow_leader", "weight": 1, "behind_distance": 1, "sight_radius": 1, "slow_radius": 2,
		"separation_radius": 1, "max_separation": 5, "falloff": "inverse_square"},
		{"kind": "homing_walk", "weight": 1, "step_fraction": 0.5, "min_step": 1, "max_step": 9, "aggro_radius": 30,
		"max_fov_deg": 90, "reach_radius": 0.2, "smooth": true, "step_jitter": 0.5, "repick_interval": 0.2, "repick_ticks": 12}]},
	{"id": 2, "name": "B", "x": 3, "y": 3, "vx": 0, "vy": 0, "scatter": null, "path": null,
	"target": {"kind": "pointer", "id": null}, "danger": null, "leader": null, "random_state": [5, 6, 7, 4294967295],
	"body": {"mass": 1, "max_speed": 3, "max_force": 20, "time_to_target": 0.1, "idle": "brake", "radius": 0.4},
	"motion": "grid_chase", "blend_mode": null, "behaviors": [
		{"kind": "grid_chase", "weight": 1, "method": "line_of_sight", "mode": "chase", "max_path_length": 64,
		"step_interval": 0.25, "step_ticks": 15}]}],
"cells": {"size": 1, "blocked": [[0, 1], [-4, 2]]}}"""

var _failures := 0
var _count := 0


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
	_expect("a valid file", _parsed(VALID), LOADS)
	for text in ["", "{", "nul", "[1, 2", "3", "\"text\"", "[]", "null"]:
		_expect("the text %s" % text, _parsed(text), "the file: ")
	var deep := []
	for _i in range(1000):
		deep = [deep]
	var long := []
	long.resize(1000000)

	for change in [
		["format", MISSING], ["format", "steerwright-scene"], ["format", 7], ["min_reader", MISSING], ["min_reader", 2],
		["min_reader", 1.5], ["min_reader", "1"], ["turn_sign", 0], ["turn_sign", MISSING], ["y_down", 1],
		["ticks_per_second", 0], ["ticks_per_second", -60], ["ticks_per_second", NAN], ["ticks_per_second", INF],
		["pointer", null], ["pointer.x", "1"], ["pointer.y", 1e13], ["paths", {}], ["paths", long], ["paths[0]", 3],
		["paths[0].id", 1.5], ["paths[0].traversal", "round"], ["paths[0].radius", -INF], ["paths[0].points", MISSING],
		["paths[0].points[1]", [1]], ["paths[0].points[1]", [1, "1"]], ["paths[0].points[1]", [1, NAN]],
		["paths[0].nodes", "none"], ["paths[0].nodes[0].x", MISSING], ["paths[0].nodes[0].radius", null],
		["paths[0].nodes[0].wait_ticks", 0.5], ["paths[0].nodes[0].wait_ticks", -1], ["paths[0].nodes[0].wait_ticks", 5e9],
		["paths[0].nodes[0].speed", true], ["paths[0].nodes[1].point", 0], ["paths[0].nodes[1].point", 3],
		["paths[0].nodes[1].point", -1], ["markers", MISSING], ["markers[0].id", 1e10], ["markers[0].y", [1]], ["agents", deep],
		["agents", long], ["agents[0]", null], ["agents[1].id", 1], ["agents[0].id", -1], ["agents[0].id", 0.5],
		["agents[0].name", 3], ["agents[0].x", "0"], ["agents[0].vy", MISSING], ["agents[0].scatter", 1],
		["agents[0].scatter.max", INF], ["agents[0].path", 0.5], ["agents[0].target", "pointer"],
		["agents[0].target.kind", "wall"], ["agents[0].target.id", null], ["agents[0].danger.id", "2"], ["agents[0].leader", -2],
		["agents[0].random_state", [1, 2, 3]], ["agents[0].random_state", [1, 2, 3, 4294967296]],
		["agents[0].random_state", [1, 2, 3, 0.5]], ["agents[0].random_state", "1234"], ["agents[0].random_state", long],
		["agents[0].body", []], ["agents[0].body.mass", 0], ["agents[0].body.mass", "1"], ["agents[0].body.mass", MISSING],
		["agents[0].body.max_speed", NAN], ["agents[0].body.max_force", 1e300], ["agents[0].body.time_to_target", -0.1],
		["agents[0].body.radius", null], ["agents[0].body.idle", MISSING], ["agents[0].body.idle", "roll"],
		["agents[0].motion", "flies"], ["agents[0].motion", "grid_chase", "agents[0].behaviors[0].kind"],
		["agents[0].blend_mode", null], ["agents[0].blend_mode", "sum"], ["agents[0].behaviors", null],
		["agents[0].behaviors[0]", "seek"], ["agents[0].behaviors[0].kind", "dance"],
		["agents[0].behaviors[0].kind", "grid_chase"], ["agents[0].behaviors[0].kind", MISSING],
		["agents[0].behaviors[0].weight", MISSING], ["agents[0].behaviors[0].start", "last"],
		["agents[0].behaviors[0].start_node", null], ["agents[0].behaviors[0].start_node", 0.5],
		["agents[0].behaviors[1].panic_distance", "near"], ["agents[0].behaviors[1].panic_distance", MISSING],
		["agents[0].behaviors[0].time_to_target", 0], ["agents[0].behaviors[2].time_to_target", MISSING],
		["agents[0].behaviors[2].time_to_target", "fast"], ["agents[0].behaviors[2].ramp", 1],
		["agents[0].behaviors[2].stop", "crash"], ["agents[0].behaviors[3].falloff", null],
		["agents[0].behaviors[3].radius", NAN], ["agents[0].behaviors[4].sight_radius", MISSING],
		["agents[0].behaviors[4].falloff", MISSING], ["agents[0].behaviors[5].smooth", "yes"],
		["agents[0].behaviors[5].step_jitter", MISSING], ["agents[0].behaviors[5].step_jitter", NAN],
		["agents[0].behaviors[5].repick_ticks", MISSING], ["agents[0].behaviors[5].repick_ticks", -1],
		["agents[0].behaviors[5].repick_ticks", 0.5], ["agents[1].behaviors", []], ["agents[1].behaviors[0].kind", "seek"],
		["agents[1].behaviors[0].method", "jump"], ["agents[1].behaviors[0].mode", MISSING],
		["agents[1].behaviors[0].mode", "hide"], ["agents[1].behaviors[0].step_interval", null],
		["agents[1].behaviors[0].step_ticks", 0], ["agents[1].behaviors[0].step_ticks", 2.5],
		["agents[1].behaviors[0].max_path_length", -1], ["agents[1].behaviors[0].max_path_length", 1e7], ["cells", MISSING],
		["cells.size", 0], ["cells.size", "1"], ["cells.blocked", 1], ["cells.blocked", long], ["cells.blocked[1]", [0.5, 0]],
		["cells.blocked[1]", [0, 3e9]], ["cells.blocked[1]", [1, 2, 3]],
	]:
		var data = _parsed(VALID)
		_change(data, change[0], change[1])
		_expect("%s = %s" % [change[0], _short(change[1])], data, change[2] if change.size() > 2 else change[0])

	for change in [
		["news", deep], ["format_version", 9], ["dt", "x"], ["agents[0].color", 3], ["paths[0].length", null], ["paths", []],
		["agents", []], ["paths[0].nodes", []], ["agents[0].path", 99], ["agents[0].leader", 1], ["agents[0].target.id", 77],
		["agents[0].danger.id", 1], ["agents[0].behaviors", []], ["agents[0].behaviors[0].start_node", 1e9],
		["agents[0].behaviors[3].radius", 0], ["agents[0].behaviors[3].radius", 1e12],
		["agents[0].behaviors[5].aggro_radius", 0], ["agents[0].behaviors[5].reach_radius", 0],
		["agents[0].behaviors[4].separation_radius", 1e-300], ["agents[0].behaviors[5].step_jitter", 1e12],
		["agents[0].behaviors[0].time_to_target", 1e-300], ["agents[1].blend_mode", MISSING], ["agents[0].body.max_speed", 0],
		["agents[0].body.mass", 1e-300], ["agents[0].body.time_to_target", 1e-300], ["agents[0].random_state", [0, 0, 0, 0]],
		["agents[1].x", 1e12], ["ticks_per_second", 1e-300], ["ticks_per_second", 1e12], ["cells.size", 1e-300],
		["agents[0].behaviors[0].weight", 1e12],
	]:
		var data = _parsed(VALID)
		_change(data, change[0], change[1])
		_expect("%s = %s" % [change[0], _short(change[1])], data, LOADS)

	# Fields under their former names are refused, and the message names both.
	for change in [["agents[0]", "blend_mode", "combine"], ["agents[1].behaviors[0]", "mode", "aim"]]:
		var data = _parsed(VALID)
		_change(data, "%s.%s" % [change[0], change[2]], "chase")
		_change(data, "%s.%s" % [change[0], change[1]], MISSING)
		_expect("%s under its former name" % change[1], data, "%s.%s: is missing; \"%s\" was its name" % change)

	print("%d of %d files are handled as they should be" % [_count - _failures, _count])
	if _failures == 0:
		quit(0)


# Loads, and then runs for a second.
func _expect(what: String, data, place: String) -> void:
	var world = Steerwright.new()
	var problem: String = world.load_data(data)
	for _i in range(60):
		world.step()
	var is_good: bool = problem.begins_with(place) and problem != "" and world.agents.size() == 0
	if place == LOADS:
		is_good = problem == ""
		for agent in world.agents:
			is_good = is_good and abs(agent.x) < INF and abs(agent.y) < INF and abs(agent.vx) < INF and abs(agent.vy) < INF
	is_good = is_good and _is_applied(data, problem)
	_count += 1
	if not is_good:
		_failures += 1
	print("%s %s: %s" % ["ok" if is_good else "FAILED", what, problem if problem != "" else "loads"])


# Whether a running world says the same of it, and goes on: as it was, if there is a problem.
func _is_applied(data, problem: String) -> bool:
	var world = Steerwright.new()
	world.load_data(_parsed(VALID))
	for _i in range(30):
		world.step()
	var before := _places(world)
	if world.apply_scene(data) != problem or world.tick != 30 or (problem != "" and _places(world) != before):
		return false
	for _i in range(60):
		world.step()
	return problem == "" or world.agents.size() == 2


func _places(world) -> Array:
	var places := []
	for agent in world.agents:
		places.append([agent.id, agent.x, agent.y, agent.vx, agent.vy, agent.node])
	return places


# Puts a value at a place like agents[0].body.mass, or removes what is there.
func _change(data, place: String, value) -> void:
	var steps = place.replace("[", ".").replace("]", "").split(".")
	for i in range(steps.size() - 1):
		data = data[int(steps[i]) if data is Array else steps[i]]
	var last = int(steps[-1]) if data is Array else steps[-1]
	if value is String and value == MISSING:
		data.erase(last)
	else:
		data[last] = value


func _short(value) -> String:
	return str(value).left(40) if not value is Array or value.size() < 5 else "a long list"


func _parsed(text: String):
	return JSON.parse_string(text)
