# Runs conformance cases and says whether this runtime moves the agents the same to the bit. docs/porting.md#conformance describes
# the files.
#
#     godot3-server --path . -s conformance.gd [FILE_OR_FOLDER]...  #3
#4 #     godot --headless --path . -s conformance_4.gd -- [FILE_OR_FOLDER]...
#
# Without arguments it runs the cases of Steerwright: those in the folder conformance of the project.
#
# Exit code 0: there were cases, and all are the same. The engine continues after an error in a script: a run is only valid if it
# prints no "SCRIPT ERROR".
#4 # crates/export/src/runtime/godot_script.rs makes the scripts for both versions of Godot of this source.  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")
const FIRST_LINE := "steerwright-cases 1"

var _bytes := StreamPeerBuffer.new()


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
	_bytes.big_endian = true
	var arguments := _arguments()
	var good := 0
	var total := 0
	for argument in arguments if arguments.size() > 0 else ["res://conformance"]:
		for case in cases_in(argument):
			var problem: String = case.problem if case.has("problem") else _run(case)
			good += 1 if problem == "" else 0
			total += 1
			print("ok %s" % case.name if problem == "" else "FAILED %s: %s" % [case.name, problem])
	print("%d of %d cases are the same to the bit" % [good, total])
	if good > 0 and good == total:
		quit(0)


# The cases of a file, or of all files of a folder and of the folders in it. A case is a dictionary: its name, the text that is loaded,
# the lines of all exports of its file by their labels, and its lines, the first of which has the number "first" in the file. A refusal
# has a place instead, and what cannot be read has a problem.
static func cases_in(path: String) -> Array:
	if path.ends_with(".cases"):
		return _read_cases(path)
	var cases := []
	for inner in _paths_in(path):
		cases += cases_in(inner)
	return cases


static func _read_cases(path: String) -> Array:
	var lines := Array(_text(path).split("\n"))
	var cases := []
	var exports := {}
	var problem := ""
	if lines.pop_back() != "" or lines.size() == 0 or lines[0] != FIRST_LINE:
		problem = "line 1: expected \"%s\" and whole lines after it" % FIRST_LINE
	for start in range(lines.size()):
		if problem != "" or not lines[start].begins_with("== "):
			continue
		var body := []
		while start + 1 + body.size() < lines.size() and not lines[start + 1 + body.size()].begins_with("== "):
			body.append(lines[start + 1 + body.size()])
		# == KIND NAME of BASE at PLACE
		var words := Array(lines[start].split(" ", true, 6))
		var base = exports.get(words[4]) if words.size() > 4 else null
		if words[1] == "export" and words.size() == 3:
			exports[words[2]] = body
		elif base == null or not words[1] in ["export", "case", "refused"]:
			problem = "line %d: expected a section, found \"%s\"" % [start + 1, lines[start]]
		elif words[1] == "case":
			cases.append({"name": words[2], "text": _joined(base), "exports": exports, "first": start + 2, "lines": body})
		else:
			var export_lines := []
			var done := _change(base, body, export_lines)
			if done < body.size():
				problem = "line %d: expected a change of the export, found \"%s\"" % [start + 2 + done, body[done]]
			elif words[1] == "export":
				exports[words[2]] = export_lines
			else:
				cases.append({"name": words[2], "text": _joined(export_lines), "first": start + 2, "place": words[6] if words.size() > 6 else ""})
	if problem != "":
		cases.append({"name": path.get_file(), "problem": problem})
	return cases


# Appends the lines of an export after changes. Returns how many of the changes could be made.
static func _change(export_lines: Array, changes: Array, result: Array) -> int:
	var cursor := 0
	for i in range(changes.size()):
		var kind: String = changes[i].left(1)
		var line: String = changes[i].substr(1)
		if kind != "+":
			while cursor < export_lines.size() and export_lines[cursor] != line:
				result.append(export_lines[cursor])
				cursor += 1
			if cursor == export_lines.size() or not kind in ["-", " "]:
				return i
			cursor += 1
		if kind != "-":
			result.append(line)
	while cursor < export_lines.size():
		result.append(export_lines[cursor])
		cursor += 1
	return changes.size()


# Returns "" or the first difference.
func _run(case) -> String:
	var world = Steerwright.new()
	var problem: String = _load(world, case.text)
	if case.has("place"):
		return "" if problem != "" else "line %d: expected a refusal, found a world" % (case.first - 1)
	if problem != "":
		return problem
	var loaded: String = case.text
	var replaced := []  # presets since then
	var events := []  # those that no line has named yet
	var number: int = case.first - 1
	for line in case.lines:
		number += 1
		if line.begins_with("#"):
			continue
		var fields = line.split(" ")
		while world.tick < int(fields[1]):
			world.step()
			events += world.events
		if fields[0] == "replace_preset":
			replaced.append([int(fields[2]), line.split(" ", true, 3)[3]])
		if fields[0] == "apply_scene":
			loaded = _joined(case.exports.get(fields[2], []))
			replaced = []
			problem = world.apply_scene(_parsed(loaded))
		elif fields[0] == "save_load":
			var earlier = world
			world = Steerwright.new()
			problem = _load_save(world, loaded, replaced, earlier)
		else:
			problem = _check(world, line, fields, events)
		if problem != "":
			return "line %d: %s" % [number, problem]
		if fields[0] == "end":
			return ""
	return "line %d: expected \"end\", found the end of the case" % (number + 1)


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


static func _text(path: String) -> String:
	var file := File.new()  #3
	return file.get_as_text() if file.open(path, File.READ) == OK else ""  #3
	#4 return FileAccess.get_file_as_string(path)


# The text of an export, without a byte order mark: the engine leaves it out of what it reads from a file.
static func _joined(lines: Array) -> String:
	return PoolStringArray(lines + [""]).join("\n")  #3
	#4 return "\n".join(PackedStringArray(lines + [""])).trim_prefix("\uFEFF")


# The folders and the files with cases in a folder.
static func _paths_in(folder: String) -> Array:
	var paths := []
	var listing := Directory.new()  #3
	if listing.open(folder) == OK and listing.list_dir_begin(true) == OK:  #3
	#4 var listing := DirAccess.open(folder)
	#4 if listing != null and listing.list_dir_begin() == OK:
		var file := listing.get_next()
		while file != "":
			if listing.current_is_dir() or file.ends_with(".cases"):
				paths.append(folder + "/" + file)
			file = listing.get_next()
	paths.sort()
	return paths


func _arguments() -> Array:
	var all := Array(OS.get_cmdline_args())  #3
	var own := all.find("-s") + 2  #3
	return all.slice(own, all.size()) if own < all.size() else []  #3
	#4 return Array(OS.get_cmdline_user_args())
