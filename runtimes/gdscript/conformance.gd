# Runs conformance cases (see docs/porting.md) and says whether this runtime moves the agents the same to the bit.
#
#     godot3-server --path . -s conformance.gd [FILE_OR_FOLDER]...  #3
#4 #     godot --headless --path . -s conformance_4.gd -- [FILE_OR_FOLDER]...
#
# Without arguments it runs the cases of Steerwright: those in the folder conformance of the project.
#
# A case is a NAME.bits with its NAME.steer.json beside it. Exit code 0: there were cases, and all are the same. The engine
# continues after an error in a script: a run is only valid if it prints no "SCRIPT ERROR".
#4 # crates/export/src/runtime/godot_script.rs makes the scripts for both versions of Godot of this source.  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")

var _bytes := StreamPeerBuffer.new()


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
	_bytes.big_endian = true
	var cases := []
	var arguments := _arguments()
	for argument in arguments if arguments.size() > 0 else ["res://conformance"]:
		cases += [argument] if argument.ends_with(".bits") else _cases_in(argument)
	var good := 0
	for case in cases:
		var problem := _run(case)
		good += 1 if problem == "" else 0
		var title: String = case.get_file().get_basename()
		print("ok %s" % title if problem == "" else "FAILED %s: %s" % [title, problem])
	print("%d of %d cases are the same to the bit" % [good, cases.size()])
	if good > 0 and good == cases.size():
		quit(0)


# Returns "" or the first difference.
func _run(case: String) -> String:
	var world = Steerwright.new()
	var problem: String = _load(world, _text(case.get_basename() + ".steer.json"))
	if _text(case).split("\n")[1].strip_edges() == "refused":
		return "" if problem != "" else "line 2: expected a refusal, found a world"
	if problem != "":
		return problem
	var loaded := case.get_basename() + ".steer.json"
	var replaced := []  # presets since then
	var events := []  # those that no line has named yet
	var number := 0
	for line in _text(case).split("\n"):
		number += 1
		line = line.rstrip("\r") if line.begins_with("in_state") else line.strip_edges()
		var fields = line.split(" ")
		if number == 1:
			problem = _difference(line, "steerwright-bits 2")
		elif line != "" and fields[0] != "#":
			while world.tick < int(fields[1]):
				world.step()
				events += world.events
			if fields[0] == "replace_preset":
				replaced.append([int(fields[2]), line.split(" ", true, 3)[3]])
			if fields[0] == "apply_scene":
				loaded = "%s.%s.steer.json" % [case.get_basename(), fields[2]]
				replaced = []
				problem = world.apply_scene(_parsed(_text(loaded)))
			elif fields[0] == "save_load":
				var earlier = world
				world = Steerwright.new()
				problem = _load_save(world, _text(loaded), replaced, earlier)
			else:
				problem = _check(world, line, fields, events)
		if problem != "":
			return "line %d: %s" % [number, problem]
		if fields[0] == "end":
			return ""
	return "line %d: expected \"end\", found the end of the file" % number


func _check(world, line: String, fields, events: Array) -> String:
	if world.tick != int(fields[1]):
		return "expected tick %d or later, found %s" % [world.tick, fields[1]]
	match fields[0]:
		"state":
			return _difference(line, "state %d %s" % [world.tick, _state(world.agent(int(fields[2])))])
		"event":
			return _difference(line, _written(events.pop_front()))
		"end":
			return "" if events.size() == 0 else _difference(line, _written(events[0]))
		"set_pointer":
			return world.set_pointer(_decimal(fields[2]), _decimal(fields[3]))
		"move_marker":
			return world.move_marker(int(fields[2]), _decimal(fields[3]), _decimal(fields[4]))
		"drive":
			return world.drive(int(fields[2]), _decimal(fields[3]), _decimal(fields[4]))
		"release":
			return world.release(int(fields[2]))
		"despawn":
			return world.despawn(int(fields[2]))
		"spawn":
			var id: int = world.spawn(int(fields[2]), _decimal(fields[3]), _decimal(fields[4]))
			return _difference(fields[5], str(id)) if id >= 0 else world.problem
		"set_leader", "set_path":
			return world.call(fields[0], int(fields[2]), _id_or_none(fields[3]))
		"set_pressed", "trigger", "set_wall_open", "noise":
			return _call_for_all(world, line, fields)
		"set_team", "set_state", "force_event":
			return _call_for_guard(world, line, fields)
		"set_preset":
			return world.set_preset(int(fields[2]), int(fields[3]))
		"replace_preset":
			return world.replace_preset(int(fields[2]), _parsed(line.split(" ", true, 3)[3]))
		"find":
			return _difference(fields[3], _index(world.call("find_" + fields[2], line.split(" ", true, 4)[4])))
		"path", "path_point", "path_at", "path_nearest", "cell", "facing", "sees", "is_wall_open", "path_between":
			return _check_reading(world, line, fields)
		"senses", "in_state", "hash":
			return _difference(line, "%s %s %s" % [fields[0], fields[1], _guard_reading(world, fields)])
		"set_target", "set_danger":
			return world.call(fields[0], int(fields[2]), fields[3], int(fields[4]))
	return "expected a line as in docs/porting.md, found \"%s\"" % line


# Continues in a new world of an export. Returns "" or why it does not.
func _load_save(world, text: String, replaced: Array, earlier) -> String:
	var problem := _load(world, text)
	for preset in replaced:
		if problem == "":
			problem = world.replace_preset(preset[0], _parsed(preset[1]))
	if problem == "":
		problem = world.load_save(_parsed(earlier.save()))
	return problem if problem != "" else _difference(earlier.hash64(), world.hash64())


# Makes a call that names no agent.
func _call_for_all(world, line: String, fields) -> String:
	match fields[0]:
		"set_pressed":
			world.set_pressed(fields[2] == "down")
		"trigger":
			world.trigger(line.split(" ", true, 2)[2])
		"set_wall_open":
			return world.set_wall_open(int(fields[2]), fields[3] == "open")
		"noise":
			return world.noise(_decimal(fields[2]), _decimal(fields[3]), _decimal(fields[4]))
	return ""


# Makes a call for a guard.
func _call_for_guard(world, line: String, fields) -> String:
	var rest: String = line.split(" ", true, 3)[3]
	match fields[0]:
		"set_team":
			return world.set_team(int(fields[2]), "" if rest == "-" else rest)
		"set_state":
			return world.set_state(int(fields[2]), int(rest))
	return world.force_event(_id_or_none(fields[2]), rest)


# What a game reads of a guard, or of the whole world.
func _guard_reading(world, fields) -> String:
	if fields[0] == "hash":
		return world.hash64()
	var agent = world.agent(int(fields[2]))
	if fields[0] == "in_state":
		return "%d %d %s" % [agent.id, agent.state, agent.state_name]
	var perceived = agent.perceived()
	var words := "-"
	if perceived != null:
		words = "pointer" if perceived.kind == "pointer" else "%s %d" % [perceived.kind, perceived.id]
	return "%d %s %s %s" % [agent.id, "yes" if agent.has_noticed() else "no", _hex(agent.meter()), words]


# Compares what a game reads with the end of the line.
func _check_reading(world, line: String, fields) -> String:
	var found := ""
	match fields[0]:
		"path":
			var path: Dictionary = world.path(int(fields[2]))
			found = "%d %s %s" % [path.points.size(), "closed" if path.closed else "open", _hex(path.length)]
		"path_point":
			var points: Array = world.path(int(fields[2])).points
			var index := int(fields[3])
			found = _point(points[index] if index < points.size() else null)
		"path_at":
			found = _point(world.path_at(int(fields[2]), _decimal(fields[3])))
		"path_nearest":
			var place = world.path_nearest(int(fields[2]), _decimal(fields[3]), _decimal(fields[4]))
			found = _point(place)
			if place != null:
				found += " %s %s" % [_hex(place.along), _hex(place.distance)]
		"cell":
			var cell: Dictionary = world.cell_at(_decimal(fields[2]), _decimal(fields[3]))
			found = "%d %d %s %s" % [cell.column, cell.row, _point(cell), "blocked" if cell.blocked else "free"]
		"facing":
			var agent = world.agent(int(fields[2]))
			found = "%s %s" % [_hex(agent.facing_x), _hex(agent.facing_y)]
		"sees":
			found = "yes" if world.sees(int(fields[2]), int(fields[3])) else "no"
		"path_between":
			found = _way_between(world, fields)
		"is_wall_open":
			found = "yes" if world.is_wall_open(int(fields[2])) else "no"
	var expected := line.right(line.length() - found.length())  #3
	#4 var expected := line.right(found.length())
	return _difference(expected, found)


func _way_between(world, fields) -> String:
	var points = world.path_between(_decimal(fields[2]), _decimal(fields[3]), _decimal(fields[4]), _decimal(fields[5]), _decimal(fields[6]))
	if points == null:
		return "-"
	var words := []
	for point in points:
		words.append(_point(point))
	return PoolStringArray(words).join(" ")  #3
	#4 return " ".join(PackedStringArray(words))


func _point(place) -> String:
	return "-" if place == null else "%s %s" % [_hex(place.x), _hex(place.y)]


func _id_or_none(text: String) -> int:
	return -1 if text == "-" else int(text)


func _difference(expected: String, found: String) -> String:
	return "" if expected == found else "expected \"%s\", found \"%s\"" % [expected, found]


func _written(event) -> String:
	if event == null:
		return "no event"
	var line := "event %d %d %s %s %s" % [event.tick, event.agent, event.kind, _index(event.node), _index(event.behavior)]
	if event.kind == "touched":
		return line + " - %d []" % event.other
	if event.has("name"):
		return line + " %s - [%s]" % [_index(event.get("reason", -1)), _named(event)]
	return line + " %d %s" % [event.source, _index(event.other)] if event.has("source") else line


# The name of an event, and the value if it has one, as JSON.
func _named(event) -> String:
	var words := _quoted(event.name)
	if event.has("value"):
		if event.value == null:
			words += ",null"
		elif event.value is String:
			words += "," + _quoted(event.value)
		else:
			words += ",{\"number\":\"%s\"}" % _hex(event.value)
	return words


func _quoted(text: String) -> String:
	var escaped := text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
	escaped = escaped.replace(char(8), "\\b").replace(char(12), "\\f")
	for code in range(1, 32):
		escaped = escaped.replace(char(code), "\\u%04x" % code)
	return "\"%s\"" % escaped


func _state(agent) -> String:
	if agent == null:
		return "no such agent"
	var state := str(agent.id)
	for number in [agent.x, agent.y, agent.vx, agent.vy, agent.heading_x, agent.heading_y, agent.steering, agent.fov_deg()]:
		state += " " + _hex(number)
	return state + " " + _index(agent.node)


func _index(node: int) -> String:
	return str(node) if node >= 0 else "-"


# The 16 hex digits of a double, a negative zero as zero; "-" for none.
func _hex(number) -> String:
	if number == null:
		return "-"
	_bytes.clear()
	_bytes.put_double(number + 0.0)
	return _bytes.data_array.hex_encode()


# Read as the export is: String.to_float() is single precision in Godot 3.
func _decimal(text: String) -> float:
	return float(_parsed(text))


# Loads the text of an export. Returns "" or why it is refused.
func _load(world, text: String) -> String:
	var problem: String = world.problem_of_text(text)
	return problem if problem != "" else world.load_data(_parsed(text))


func _parsed(text: String):
	return JSON.parse(text).result  #3
	#4 return JSON.parse_string(text)


func _text(path: String) -> String:
	var file := File.new()  #3
	return file.get_as_text() if file.open(path, File.READ) == OK else ""  #3
	#4 return FileAccess.get_file_as_string(path)


func _cases_in(folder: String) -> Array:
	var cases := []
	var listing := Directory.new()  #3
	if listing.open(folder) == OK and listing.list_dir_begin(true) == OK:  #3
		var file := listing.get_next()  #3
		while file != "":  #3
	#4 if DirAccess.dir_exists_absolute(folder):
	#4 	for file in DirAccess.get_files_at(folder):
			if file.ends_with(".bits"):
				cases.append(folder + "/" + file)
			file = listing.get_next()  #3
	cases.sort()
	return cases


func _arguments() -> Array:
	var all := Array(OS.get_cmdline_args())  #3
	var own := all.find("-s") + 2  #3
	return all.slice(own, all.size()) if own < all.size() else []  #3
	#4 return Array(OS.get_cmdline_user_args())
