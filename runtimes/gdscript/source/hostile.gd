# Gives broken exports to the loader: each has to be refused with a message that begins with the place. Harmless ones have to
# load.
#
#     godot3-server --path . -s hostile.gd  #3
#4 #     godot --headless --path . -s hostile_4.gd
#
# Exit code 0: all did. A run is only valid if it prints no "SCRIPT ERROR".
# (A line that ends in #3 is for Godot 3 only; make_godot4.py takes those that begin with #4 in its place.)  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")
const FOLDER := "res://conformance"  # the conformance cases, copied into the project
const MISSING := "(missing)"
const LOADS := ""
const EITHER := "(either)"

var _valid := ""
var _failures := 0
var _count := 0
var _running = null


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error; quit(0) below changes that
	_valid = _text("accepted-though-unusual.steer.json")
	_expect("the valid file", _parsed(_valid), LOADS)
	var refused := 0
	for bits in _files():
		if not (bits.begins_with("refused-") and bits.ends_with(".bits")):
			continue
		refused += 1
		var text := _text(bits.get_basename() + ".steer.json")
		var place: String = _text(bits).split("\n")[2].replace("# ", "")
		var world = Steerwright.new()
		var problem: String = world.problem_of_text(text)
		if problem == "" and place != "":
			_expect(bits, _parsed(text), place)
			continue
		if problem == "":
			problem = world.load_data(_parsed(text))
		_note(bits, place == "" and problem != "", problem)
	_note("there are cases to refuse", refused > 0, "")

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


func _text(name: String) -> String:
	var path := FOLDER.plus_file(name)  #3
	var file := File.new()  #3
	return file.get_as_text() if file.open(path, File.READ) == OK else ""  #3
	#4 return FileAccess.get_file_as_string(FOLDER.path_join(name))


func _files() -> Array:
	var files := []
	var listing := Directory.new()  #3
	if listing.open(FOLDER) == OK and listing.list_dir_begin(true) == OK:  #3
		var file := listing.get_next()  #3
		while file != "":  #3
			files.append(file)  #3
			file = listing.get_next()  #3
	#4 for file in DirAccess.get_files_at(FOLDER):
	#4 	files.append(file)
	return files
