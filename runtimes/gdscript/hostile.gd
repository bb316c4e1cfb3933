# Gives broken exports to the loader: each has to be refused with a message that begins with the place. Harmless ones have to
# load.
#
#     godot3-server --path . -s hostile.gd  #3
#4 #     godot --headless --path . -s hostile_4.gd
#
# Exit code 0: all did. A run is only valid if it prints no "SCRIPT ERROR".
#4 # crates/export/src/runtime/godot_script.rs makes the scripts for both versions of Godot of this source.  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")
const Conformance = preload("conformance.gd")  #3
#4 const Conformance = preload("conformance_4.gd")
const MISSING := "(missing)"
const LOADS := ""
const EITHER := "(either)"

var _valid := ""
var _with_spawner := ""
var _failures := 0
var _count := 0
var _running = null
var _random := 1


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error; quit(0) below changes that
	var refusals := []
	for case in Conformance.cases_in("res://conformance"):  # the conformance cases, copied into the project
		if case.name == "accepted-though-unusual":
			_valid = case.text
		elif case.name == "references-and-cell-movers":
			_with_spawner = case.text
		elif case.has("place"):
			refusals.append(case)
		elif case.has("problem"):
			_note(case.name, false, case.problem)
	_expect("the valid file", _parsed(_valid), LOADS)
	for case in refusals:
		var world = Steerwright.new()
		var problem: String = world.problem_of_text(case.text)
		if problem == "" and case.place != "":
			_expect(case.name, _parsed(case.text), case.place)
			continue
		if problem == "":
			problem = world.load_data(_parsed(case.text))
		_note(case.name, case.place == "" and problem != "", problem)
	_note("there are cases to refuse", refusals.size() > 0, "")

	var deep := []
	for _i in range(1000):
		deep = [deep]
	var long := []
	long.resize(100000)
	for data in [null, 7, "text", [], {}, deep, long, NAN]:
		_expect("%s for the file" % _short(data), data, "format" if data is Dictionary else "the file")
	_try_walls()
	# Every value replaced by another: a message, or a world that runs.
	for place in _places_in(_parsed(_valid), ""):
		for value in [MISSING, null, true, "x", -1, 1.5, 1e300, INF, NAN, [], {}, [[]]]:
			var data = _parsed(_valid)
			_change(data, place, value)
			_expect("%s = %s" % [place, _short(value)], data, EITHER)

	_try_guards()
	_try_saves()
	_try_despawning()
	print("%d of %d files are handled as they should be" % [_count - _failures, _count])
	if _failures == 0:
		quit(0)


func _try_walls() -> void:
	for case in [[[[0, 0], [1, 0]], LOADS], [[], LOADS], [[[0, 0]], LOADS], [[[0, 0], [0, 0], [0, 0]], LOADS],
			[[[0, 0], [NAN, 0]], "walls[0].points[1]"], [[[0, 0], [0, 1.1e9]], "walls[0].points[1]"],
			[[[-1e9, -1e9], [1e9, 1e9]], "walls: cross more than 1000000 cells"]]:
		var data = _parsed(_valid)
		data["walls"] = [_wall(case[0])]
		_expect("a wall of %s" % _short(case[0]), data, case[1])
	var twice = _parsed(_valid)
	twice["walls"] = [_wall([]), _wall([])]
	_expect("two walls with one id", twice, "walls[1].id")
	var world = Steerwright.new()
	world.load_data(_parsed(_valid))
	var refusal: String = world.set_wall_open(99, true)
	_note("a door that is not there", refusal.begins_with("there is no wall 99; "), refusal)


# Some of the values, the same in every run.
func _some_of(values: Array, count: int) -> Array:
	var found := []
	for _i in range(count):
		_random = (1103515245 * _random + 12345) % 2147483648
		var place := (_random >> 16) % values.size()
		found.append(values[place])
		values.remove(place)  #3
		#4 values.remove_at(place)
	return found


# Every value of what guards have replaced by others, and calls for guards.
func _try_guards() -> void:
	_expect("the file with guards", _guarded(), LOADS)
	var known := {}
	for place in _places_in(_parsed(_valid), ""):
		known[place] = true
	for place in _places_in(_guarded(), ""):
		for value in _some_of([MISSING, null, "x", -1, 1e300, [], {}], 1) if not known.has(place) else []:
			var data = _guarded()
			_change(data, place, value)
			_expect("%s = %s" % [place, _short(value)], data, EITHER)
	var world = Steerwright.new()
	world.load_data(_guarded())
	for refusal in [world.noise(NAN, 0.0, 1.0), world.noise(0.0, 0.0, -1.0), world.set_team(9, "x"), world.set_state(1, 9), world.set_state(9, 1),
			world.force_event(9, "x"), world.force_event(-1, ""), world.load_save({}), world.load_save(null), world.load_save(_guarded())]:
		_note("a call that is refused", refusal != "", refusal)
	var first = world.agents[0]
	_note("a state that is found", world.find_state(first.id, first.state_name) == first.state, "the state of agent %d" % first.id)
	_try_properties()
	_note("a state that is not there", world.find_state(first.id, "no such state") == -1 and world.find_state(9, "") == -1, "a state")
	for way in [world.path_between(NAN, 0.0, 1.0, 1.0, 1.0), world.path_between(0.0, 0.0, 2e9, 1.0, 1.0), world.path_between(0.0, 0.0, 1.0, 1.0, -1.0)]:
		_note("a way that is refused", way == null, "a way")
	for _i in range(1000):
		world.noise(0.0, 0.0, 1.0)
		world.force_event(-1, "x")
	_note("1000 noises are the most", world.noise(0.0, 0.0, 1.0) != "", "")
	_note("1000 names are the most", world.force_event(-1, "x") != "", "")


# A spawner has the agents again that it names and that were despawned after the save.
func _try_despawning() -> void:
	var worlds := []
	for _i in range(2):
		var world = Steerwright.new()
		world.load_data(_parsed(_with_spawner))
		worlds.append(world)
	var text: String = worlds[0].save()
	worlds[0].despawn(2)
	for _i in range(10):
		worlds[0].step()
	worlds[0].load_save(_parsed(text))
	for world in worlds:
		for _i in range(100):
			world.step()
	_note("a spawner after a despawned agent is back", worlds[0].agents.size() > 2 and worlds[0].hash64() == worlds[1].hash64(), "another state")


# Every value of a save replaced by others: it is refused and the world stays as it was, or it loads and runs.
func _try_saves() -> void:
	var saved = Steerwright.new()
	saved.load_data(_guarded())
	for _i in range(50):
		saved.step()
	saved.noise(1.0, 1.0, 5.0)
	saved.force_event(-1, "alarm")
	saved.set_state(1, 2)
	var world = Steerwright.new()
	world.load_data(_guarded())
	var text: String = saved.save()
	var before: String = saved.hash64()
	_note("a save loads", world.load_save(_parsed(text)) == "" and world.hash64() == saved.hash64(), "another state")
	for i in range(_parsed(text)["values"].size() + 1):
		for value in _some_of([MISSING, null, true, -1, 7, "x", "7ff0000000000000"], 1):
			var data = _parsed(text)
			if value is String and value == MISSING:
				data["values"].remove(i if i < data["values"].size() else 0)  #3
				#4 data["values"].remove_at(i if i < data["values"].size() else 0)
			elif i < data["values"].size():
				data["values"][i] = value
			else:
				data["values"].append(value)
			var problem: String = world.load_save(data)
			var is_good: bool = problem == "" or world.hash64() == before
			if problem == "":
				for _k in range(5):
					world.step()
				world = Steerwright.new()
				world.load_data(_guarded())
				before = world.hash64()
			_note("value %d of a save = %s" % [i, _short(value)], is_good, problem)


# The valid file, with what guards have.
func _guarded():
	var data = _parsed(_valid)
	data["touch_margin"] = 0.05
	data["repath_distance"] = 1
	data["route_tolerance"] = 0.1
	data["nets"] = [{"radius": 0.4, "points": [[0, 0], [9, 9]], "pairs": [[0, 1, 13]], "doors": [[0, 0]]}]
	var number := 0
	for node in data["paths"][0]["nodes"]:
		_add_script(node, number)
		number += 1
	var enter := [{"kind": "emit", "name": "calm", "value": null}, {"kind": "set_wall", "wall": 2, "open": true}, {"kind": "share", "radius": 9}]
	for agent in data["agents"]:
		agent["team"] = "guards"
		agent["watches"] = ["guards", "players"]
		agent["hearing"] = {"scale": 1, "muffle": 0.5}
		agent["alert"] = {"rise_near": 4, "rise_far": 0.5, "fall": 0.25, "noise_rise": 0.3}
		agent["body"]["noise"] = {"speed": 0.5, "radius": 6}
		agent["behaviors"][0]["goal"] = "last_seen_ahead"
		agent["behaviors"][0]["ahead"] = 0.5
		agent["behaviors"][0]["route"] = "around_walls"
		agent["state"] = {"id": 1, "name": "Calm", "color": null, "max_speed": null, "max_force": 20, "enter": enter, "transitions": [
			{"to": 2, "any": false, "terms": [{"kind": "for", "min": 0.1, "max": 0.2, "min_ticks": 6, "max_ticks": 12}, {"kind": "meter_at_most", "meter": 1}]},
			{"to": 1, "any": true, "terms": [{"kind": "near", "goal": "post", "ahead": null, "radius": 0}, {"kind": "event", "name": "calm"}]},
		]}
		agent["states"] = [{"id": 2, "name": "Search", "color": "#ff8000", "max_speed": 2, "max_force": null, "enter": [], "transitions": [
			{"to": 1, "any": true, "terms": [{"kind": "search_finished"}, {"kind": "sees_not_for", "seconds": 1, "ticks": 60}]},
		], "facing": null, "motion": "steered", "blend_mode": "priority", "behaviors": [_search()]}]
	return data


func _search() -> Dictionary:
	return {"kind": "search", "weight": 1, "goal": "reference", "ahead": null, "radius": 2, "points": 3, "wait": 0.1, "wait_ticks": 6,
		"slow_radius": 1, "sweep": {"from_deg": -90, "to_deg": 90, "from": [0, -1], "to": [0, 1]}, "route": "around_walls"}


func _add_script(node: Dictionary, number: int) -> void:
	var turn := {"turn_rate": 90, "turn_cos": 0.999657325, "turn_sin": 0.026176948}
	var look := {"kind": "look", "at": {"kind": "direction", "deg": 90, "x": 0, "y": 1}}
	var sweep := {"kind": "sweep", "from_deg": 0, "to_deg": -270, "from": [1, 0], "to": [0, 1], "times": 1}
	for key in turn:
		look[key] = turn[key]
		sweep[key] = null
	node["actions"] = [
		{"kind": "wait", "min": 0.1, "max": 0.2, "min_ticks": 6, "max_ticks": 12}, look, sweep, {"kind": "speed", "limit": 2},
		{"kind": "emit", "name": "here", "value": number}, {"kind": "set_wall", "wall": 2, "open": number > 1}, {"kind": "meet", "name": "all", "count": 1},
	]
	node["along"] = [{"distance": 0.5, "x": 0.5, "y": 0, "action": {"kind": "emit", "name": "half", "value": "way"}}]
	node["choose"] = "in_turn" if number > 0 else "random"
	node["not_back"] = number > 1
	node["next"] = [{"path": 1, "node": 0, "weight": 1}, {"path": 1, "node": 1, "weight": 2}, {"path": 1, "node": 2, "weight": 3}]


func _wall(points: Array) -> Dictionary:
	return {"id": 1, "name": "", "closed": true, "blocks_motion": true, "blocks_sight": true, "open": null, "points": points}


# The place of each value inside a value, like agents[0].body.mass.
func _places_in(value, place: String) -> Array:
	var found := []
	if value is Dictionary:
		for key in value:
			var inner: String = key if place == "" else "%s.%s" % [place, key]
			found.append(inner)
			found += _places_in(value[key], inner)
	elif value is Array:
		for i in range(value.size()):
			found.append("%s[%d]" % [place, i])
			found += _places_in(value[i], found[-1])
	return found


# Loads, and then runs for some ticks.
func _expect(what: String, data, place: String) -> void:
	var world = Steerwright.new()
	var problem: String = world.load_data(data)
	for _i in range(20):
		world.step()
	var is_good: bool = problem.begins_with(place) and problem != "" and world.agents.size() == 0
	if place == EITHER and problem != "":
		is_good = world.agents.size() == 0
	elif place in [LOADS, EITHER]:
		is_good = problem == ""
		for agent in world.agents:
			is_good = is_good and abs(agent.x) < INF and abs(agent.y) < INF and abs(agent.vx) < INF and abs(agent.vy) < INF
	_note(what, is_good and _is_applied(data, problem), problem if problem != "" else "loads")


# Custom properties, and what cannot be some.
func _try_properties() -> void:
	var data = _parsed(_valid)
	data["declared_properties"] = [{"name": "mood", "on": ["agents", "presets"], "default": "calm"}, {"name": 7}, {"name": "mood", "on": ["paths"], "default": 1},
			{"name": "extent", "on": ["agents"], "default": 0.12345678912345}]
	data["agents"][0]["properties"] = {"locked": false, "none": null, "list": [1], "size": 0.12345678912345}
	data["agents"][0]["preset_properties"] = {"mood": 0.1}
	data["paths"][0]["nodes"][0]["properties"] = {"mood": "tense"}
	var id := int(data["agents"][0]["id"])
	var path := int(data["paths"][0]["id"])
	var world = Steerwright.new()
	_note("no property of a world without a scene", world.property("agent", id, "mood") == null and world.preset_property(id, "mood") == null, "one")
	_note("a scene with properties", world.load_data(data) == "", "a problem")
	_note("a default", world.property("agent", id, "mood") == "calm", "another")
	_note("a property", world.property("agent", id, "locked") == false and world.property("agent", id, "locked") != null, "another")
	for found in [world.property("agent", id, "none"), world.property("agent", id, "list"), world.property("agent", 99, "mood"), world.property("agents", id, "mood"),
			world.property("path", path, "mood"), world.node_property(path, 99, "mood"), world.node_property(path, -1, "mood"),
			world.node_property(99, 0, "mood"), world.preset_property(99, "mood")]:
		_note("a property that is not there", found == null, "%s" % found)
	for name in ["size", "extent"]:
		_note("a rounded number", world.property("agent", id, name) == 0.123456789, "another")
	_note("a property of a node", world.node_property(path, 0, "mood") == "tense", "another")
	_note("a property of a preset", world.preset_property(id, "mood") == 0.1, "another")
	for place in [["agents", "properties", null], ["agents", "preset_properties", []], ["paths", "properties", 1], ["markers", "properties", "x"]]:
		var damaged = _parsed(_valid)
		if damaged[place[0]].size() > 0:
			damaged[place[0]][0][place[1]] = place[2]
			_note("%s is refused" % [place], Steerwright.new().load_data(damaged) != "", "nothing")
	for declared in [null, {}, [1]]:
		var damaged = _parsed(_valid)
		damaged["declared_properties"] = declared
		_note("%s is refused" % [declared], Steerwright.new().load_data(damaged) != "", "nothing")


func _note(what: String, is_good: bool, found: String) -> void:
	_count += 1
	if not is_good:
		_failures += 1
		print("FAILED %s: %s" % [what, found])


# Whether a running world says the same of it, and continues: unchanged, if there is a problem. Then it is also the next one's.
func _is_applied(data, problem: String) -> bool:
	var world = _running
	_running = null
	if world == null:
		world = Steerwright.new()
		world.load_data(_parsed(_valid))
		for _i in range(30):
			world.step()
	var before := _places(world)
	var tick: int = world.tick
	if world.apply_scene(data) != problem or world.tick != tick or (problem != "" and _places(world) != before):
		return false
	for _i in range(10):
		world.step()
	if problem == "":
		return true
	_running = world
	return world.agents.size() == 2


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
	return JSON.parse(text).result  #3
	#4 return JSON.parse_string(text)
