# Steerwright runtime: moves the agents of an exported scene (NAME.steer.json) exactly as the editor moved them.
#
# One file without dependencies, in what GDScript 3 and GDScript 4 have in common, so the same file serves both.
# Godot 3: run with 3.2.3. Godot 4: run with 4.6; what it uses of the engine is checked against the official API of 4.2 to 4.7.
# Licence: MIT OR Apache-2.0.
#
#     var world = preload("steerwright.gd").new()
#     var problem = world.load_data(parse_json(text))     # Godot 4: JSON.parse_string(text)
#     if problem != "": push_error(problem)               # names the field that is wrong
#     world.advance(1.0 / 60.0)                           # in _physics_process; world.events has what happened
#     $Guard.position = Vector2(world.agent(1).x, world.agent(1).y)
#
# Lengths are in the unit of the export, times in seconds. Members with a leading underscore are not for games.
# All that moves is computed in scalar floats, which are doubles; Vector2 is single precision and would change the bits.

## The version of the export format that this runtime reads.
const READER := 1

const FORMAT := "steerwright-export"
const LARGEST := 1e12  # the magnitude of any number in a file
const FURTHEST := 1e9  # that the game may put something from the origin, u
const MAX_WORD := 4294967295  # of 32 bits
const MAX_CELL := 2147483647
const ROW := 4294967296  # a cell's key is column * ROW + row
const AROUND := [-ROW - 1, -ROW, -ROW + 1, -1, 0, 1, ROW - 1, ROW, ROW + 1]
const MOST_TICKS := 240  # in one call of advance
const HEADING_SPEED := 1e-6  # below it an agent keeps its heading, u/s
const NEGLIGIBLE := 1e-9  # a force that short counts as none where behaviors go by priority

## Seconds a tick.
var dt := 1.0 / 60.0
## Ticks since the start.
var tick := 0
## Seconds since the start: tick * dt.
var time := 0.0
## The part of a tick, 0 to 1, that advance() has kept: draw at previous + (position - previous) * fraction.
var fraction := 0.0
## Every Agent, in the order of ids.
var agents := []
## What happened in the last step() or advance(): dictionaries of tick, agent (its id), kind, and node (its index, or -1).
## The kinds: node_reached, wait_started, wait_ended, path_finished, arrived, way_point_picked, cell_entered, sight_lost,
## sight_gained.
var events := []

var _places := {}  # what can be aimed at: "agent 3", "marker 1", "pointer"
var _placement := {}
var _owed := 0.0  # the part of a tick that advance() has kept
var _turn_sign := 1.0
var _cells = null
# Agents by cells at the start of the tick. A cell is a little wider than the widest radius in which anybody looks for
# neighbors, so that roundings lead no further than to the next one; 0 where nobody looks.
var _neighbor_cell := 0.0
var _neighbors := {}
var _surroundings := {}


# ---- Running ----

## Takes the parsed text of an export. Returns "" when the world stands at tick 0, or else what is wrong, with the field
## and the remedy; then the world is empty.
func load_data(data) -> String:
	_clear()
	var problems := []
	var file := Fields.new(data, "", problems)
	if _is_readable(file):
		_read(file)
	if problems.size() == 0:
		return ""
	_clear()
	return problems[0]


## Takes over the parsed text of an edited export while the world runs: everything authored is that of the new data, and agents that
## were there before go on from where they are, unless their start was changed. What the game changed by its calls is gone, but the
## tick, the pointer and who is driven stay. Returns "", or what is wrong; then nothing has changed.
func reread(data) -> String:
	var edited = get_script().new()
	var problem: String = edited.load_data(data)
	if problem != "":
		return problem
	var is_placed_alike: bool = edited._placed() == _placed()
	for each in edited.agents:
		var was = agent(each.id)
		if is_placed_alike and was != null and (was._is_driven or each._authored == was._authored):
			each._carry_over(was, edited)
		each._world = weakref(self)
	edited._set_place("pointer", _places["pointer"].x, _places["pointer"].y)
	dt = edited.dt
	time = tick * dt
	agents = edited.agents
	_places = edited._places
	_placement = edited._placement
	_turn_sign = edited._turn_sign
	_cells = edited._cells
	_neighbor_cell = edited._neighbor_cell
	_neighbors = {}
	_surroundings = {}
	return ""


## How the scene was placed in the game: y_down, plane, scale and origin, as in the export.
func placement() -> Dictionary:
	return _placement.duplicate(true)


# What of the placement changes every number.
func _placed() -> Array:
	var origin: Dictionary = _placement.get("origin", {})
	return [_placement.get("y_down"), _placement.get("scale"), origin.get("x"), origin.get("y")]


## Moves everything by one tick.
func step() -> void:
	events = []
	_step()


## As many whole ticks as fit into the seconds; the rest is kept for the next call. At most 240, so that a game that is late
## slows down instead of freezing. Returns the ticks taken.
func advance(seconds: float) -> int:
	events = []
	if seconds > 0.0 and seconds < INF:
		_owed += seconds / dt
	var ticks := 0
	while _owed >= 1.0:
		if ticks == MOST_TICKS:
			_owed = 0.0
			break
		_owed -= 1.0
		ticks += 1
		_step()
	fraction = _owed
	return ticks


## The Agent with this id, or null.
func agent(id: int):
	return _places.get("agent %d" % id)


func _step() -> void:
	tick += 1
	time = tick * dt
	if _neighbor_cell > 0.0:
		_find_neighbors()
	# All decide by the state at the start of the tick; only then do they move.
	for each in agents:
		each._think(self)
	for each in agents:
		each._move(dt)


func _emit(id: int, kind: String, node: int) -> void:
	events.append({"tick": tick, "agent": id, "kind": kind, "node": node})


func _find_neighbors() -> void:
	_neighbors = {}
	_surroundings = {}
	for each in agents:
		var column := int(clamp(floor(each.x / _neighbor_cell), -1e9, 1e9))
		var row := int(clamp(floor(each.y / _neighbor_cell), -1e9, 1e9))
		each._cell = column * ROW + row
		if _neighbors.has(each._cell):
			_neighbors[each._cell].append(each)
		else:
			_neighbors[each._cell] = [each]


# Everyone who may be a neighbor of an agent in this cell: those in the cell and in the eight around it.
func _near(cell: int) -> Array:
	if not _surroundings.has(cell):
		var found := []
		for side in AROUND:
			if _neighbors.has(cell + side):
				found += _neighbors[cell + side]
		_surroundings[cell] = found
	return _surroundings[cell]


# ---- What the game may change; each call returns "" or why it was refused ----

## Moves the pointer.
func set_pointer(x: float, y: float) -> String:
	return _set_place("pointer", x, y)


## Moves a marker.
func move_marker(id: int, x: float, y: float) -> String:
	return _set_place("marker %d" % id, x, y)


## Lets an agent go for a "marker", an "agent", the "pointer", or "none".
func set_target(agent_id: int, kind: String, id := 0) -> String:
	return _aim(agent_id, "_target", kind, id)


## Lets an agent run from a "marker", an "agent", the "pointer", or "none".
func set_danger(agent_id: int, kind: String, id := 0) -> String:
	return _aim(agent_id, "_danger", kind, id)


## From now on the game moves this agent: after the next step it is at (x, y), and there it stays until driven on.
func drive(agent_id: int, x: float, y: float) -> String:
	var problem := _problem_with("agent %d" % agent_id, x, y)
	if problem == "":
		agent(agent_id)._drive(x, y)
	return problem


## The agent's behaviors take over again from where it is; a cell mover goes to the middle of its cell at once.
func release(agent_id: int) -> String:
	var problem := _problem_with("agent %d" % agent_id)
	if problem == "":
		agent(agent_id)._release()
	return problem


## Takes an agent out of the world. Whoever aimed at it or followed it has none then.
func despawn(agent_id: int) -> String:
	var problem := _problem_with("agent %d" % agent_id)
	if problem == "":
		agents.erase(agent(agent_id))
		_places.erase("agent %d" % agent_id)
	return problem


func _aim(agent_id: int, role: String, kind: String, id: int) -> String:
	var key := "%s %d" % [kind, id]
	if kind == "pointer":
		key = kind
	var problem := _problem_with("agent %d" % agent_id)
	if problem == "" and kind != "none":
		problem = _problem_with(key)
	if problem == "":
		agent(agent_id).set(role, key if kind != "none" and key != "agent %d" % agent_id else "")
	return problem


func _set_place(key: String, x: float, y: float) -> String:
	var problem := _problem_with(key, x, y)
	if problem == "":
		_places[key].x = x
		_places[key].y = y
	return problem


func _problem_with(key: String, x := 0.0, y := 0.0) -> String:
	if not _places.has(key):
		return "there is no %s; look into the export for the ids there are" % key
	if not (abs(x) <= FURTHEST and abs(y) <= FURTHEST):
		return "a coordinate of %s is not a number from -1e9 to 1e9; look where it was computed" % key
	return ""


# ---- Loading ----

func _clear() -> void:
	tick = 0
	time = 0.0
	fraction = 0.0
	_owed = 0.0
	agents = []
	events = []
	_places = {}
	_placement = {}
	_neighbors = {}
	_surroundings = {}
	_neighbor_cell = 0.0


func _is_readable(file) -> bool:
	if file.is_sound() and file.text("format") != FORMAT:
		file.fail("format", "is not \"%s\"" % FORMAT)
	var wanted: int = file.count("min_reader") if file.is_sound() else 0
	if wanted > READER:
		file.refuse("min_reader: the file wants a reader of version %d, this one is of version %d; take the newer runtime"
				% [wanted, READER])
	return file.is_sound()


func _read(file) -> void:
	dt = 1.0 / file.positive("ticks_per_second")
	var turn_sign: int = file.whole("turn_sign", -1, 1)
	if turn_sign == 0:
		file.fail("turn_sign", "is neither 1 nor -1")
	_turn_sign = float(turn_sign)
	_placement = file.placement()
	_cells = Cells.new(file.object("cells"), file.flag("y_down"))
	_places["pointer"] = Place.new(file.object("pointer"))
	var markers: Dictionary = file.objects_by_id("markers")
	for id in markers:
		_places["marker %d" % id] = Place.new(markers[id])
	var routes: Dictionary = file.objects_by_id("paths")
	for id in routes.keys():
		routes[id] = Route.new(routes[id])
	var newcomers: Dictionary = file.objects_by_id("agents")
	var ids := newcomers.keys()
	ids.sort()
	for id in ids:
		var newcomer := Agent.new(newcomers[id], id, self, routes)
		agents.append(newcomer)
		_places["agent %d" % id] = newcomer
		_neighbor_cell = max(_neighbor_cell, 1.001 * newcomer._neighbor_reach())


# What the file says of each kind of behavior: by which method of Fields a parameter is read, or the texts it may be.
const PARAMETERS := {
	"seek": {},
	"flee": {"panic_distance": "number_or_null"},
	"arrive": {
		"target_radius": "number", "slow_radius": "number",
		"ramp": ["linear", "sqrt", "quadratic"], "stop": ["brake", "coast"],
	},
	"leave": {"escape_radius": "number", "danger_radius": "number", "ramp": ["stepped", "smooth"]},
	"pursue": {"max_prediction": "number_or_null"},
	"evade": {"max_prediction": "number_or_null"},
	"follow_path": {"start": ["first", "nearest", "node"], "target_radius": "number", "slow_radius": "number"},
	"separation": {"radius": "number", "max_separation": "number", "falloff": ["none", "inverse_square"]},
	"follow_leader": {
		"behind_distance": "number", "sight_radius": "number", "slow_radius": "number",
		"separation_radius": "number", "max_separation": "number",
	},
	"homing_walk": {
		"step_fraction": "number", "min_step": "number", "max_step": "number", "aggro_radius": "number",
		"max_fov_deg": "number", "reach_radius": "number", "smooth": "flag",
	},
	"grid_chase": {
		"method": ["axis", "line_of_sight"], "aim": ["chase", "evade"], "max_path_length": "length_in_cells", "step_ticks": "count_from_1",
	},
}


# An object of the file, read field by field. Of what is wrong the first is kept, with its place; the value then counts as
# something harmless, until the whole file is refused.
class Fields:
	var _fields := {}
	var _place := ""
	var _problems := []  # one list for the whole file

	func _init(value, place: String, problems: Array):
		_place = place
		_problems = problems
		if value is Dictionary:
			_fields = value
		else:
			refuse("%s: is not a JSON object; export the scene again" % (place if place != "" else "the file"))

	func fail(key: String, what: String) -> void:
		refuse("%s: %s; export the scene again" % [_place_of(key), what])

	func refuse(problem: String) -> void:
		if is_sound():
			_problems.append(problem)

	func is_sound() -> bool:
		return _problems.size() == 0

	func has_value(key: String) -> bool:
		return _value(key) != null

	func number(key: String) -> float:
		var value = _value(key)
		if _is_number(value):
			return float(value)
		fail(key, "is not a number from -1e12 to 1e12")
		return 0.0

	func number_or_null(key: String):
		return number(key) if has_value(key) else null

	func positive(key: String) -> float:
		var value := number(key)
		if value > 0.0:
			return value
		fail(key, "is not a number above 0")
		return 1.0

	func whole(key: String, low: int, high: int) -> int:
		var value := number(key)
		if value == floor(value) and value >= low and value <= high:
			return int(value)
		fail(key, "is not a whole number from %d to %d" % [low, high])
		return low

	func count(key: String) -> int:
		return whole(key, 0, MAX_WORD)

	func length_in_cells(key: String) -> int:
		return whole(key, 0, 1000000)

	func count_from_1(key: String) -> int:
		return whole(key, 1, MAX_WORD)

	func flag(key: String) -> bool:
		var value = _value(key)
		if value is bool:
			return value
		fail(key, "is neither true nor false")
		return false

	func text(key: String) -> String:
		var value = _value(key)
		if value is String:
			return value
		fail(key, "is not a text")
		return ""

	func choice(key: String, allowed: Array) -> String:
		var value := text(key)
		if allowed.has(value):
			return value
		fail(key, "is none of %s" % [allowed])
		return allowed[0]

	# The key of a place, "" for none.
	func aim(key: String) -> String:
		if not has_value(key):
			return ""
		var target = object(key)
		var kind: String = target.choice("kind", ["marker", "agent", "pointer"])
		return kind if kind == "pointer" else "%s %d" % [kind, target.count("id")]

	# What the file says of these, whatever it is: to see whether it was edited.
	func authored(keys: Array) -> Array:
		var values := []
		for key in keys:
			values.append(str(_fields.get(key)))
		return values

	func parameters(rules: Dictionary) -> Dictionary:
		var values := {}
		for key in rules:
			values[key] = choice(key, rules[key]) if rules[key] is Array else call(rules[key], key)
		return values

	# How the scene was placed in the game; what older files do not say is as nothing was done.
	func placement() -> Dictionary:
		var origin = _fields.get("origin", {})
		var is_point: bool = origin is Dictionary
		return {
			"y_down": flag("y_down"),
			"plane": "xz" if str(_fields.get("plane", "")) == "xz" else "xy",
			"scale": _number_or(_fields.get("scale"), 1.0),
			"origin": {
				"x": _number_or(origin.get("x") if is_point else null, 0.0),
				"y": _number_or(origin.get("y") if is_point else null, 0.0),
			},
		}

	func _number_or(value, otherwise: float) -> float:
		return float(value) if _is_number(value) else otherwise

	func list(key: String) -> Array:
		var value = _value(key)
		if value is Array:
			return value
		fail(key, "is not a list")
		return []

	# Four words of 32 bits.
	func words(key: String) -> Array:
		var found := []
		for word in list(key):
			if not (_is_number(word) and word >= 0 and word <= MAX_WORD and word == floor(word)):
				break
			found.append(int(word))
		if found.size() == 4 and list(key).size() == 4:
			return found
		fail(key, "is not four whole numbers from 0 to %d" % MAX_WORD)
		return [0, 0, 0, 0]

	# Two lists: of the first numbers of the pairs, and of the second.
	func pairs(key: String) -> Array:
		var firsts := []
		var seconds := []
		for pair in list(key):
			if not (pair is Array and pair.size() == 2 and _is_number(pair[0]) and _is_number(pair[1])):
				fail("%s[%d]" % [key, firsts.size()], "is not a pair of numbers from -1e12 to 1e12")
				break
			firsts.append(float(pair[0]))
			seconds.append(float(pair[1]))
		return [firsts, seconds]

	func object(key: String):
		return Fields.new(_value(key), _place_of(key), _problems)

	func objects(key: String) -> Array:
		var found := []
		for value in list(key):
			found.append(Fields.new(value, "%s[%d]" % [_place_of(key), found.size()], _problems))
			if not is_sound():
				break
		return found

	func objects_by_id(key: String) -> Dictionary:
		var found := {}
		for fields in objects(key):
			var id: int = fields.count("id")
			if found.has(id):
				fields.fail("id", "is used twice")
			found[id] = fields
		return found

	func _value(key: String):
		if not _fields.has(key):
			fail(key, "is missing")
		return _fields.get(key)

	func _is_number(value) -> bool:
		return (value is float or value is int) and value >= -LARGEST and value <= LARGEST

	func _place_of(key: String) -> String:
		return key if _place == "" else "%s.%s" % [_place, key]


# Lengths to the bit: no other formula for them will do.
class Measure:
	static func distance(ax: float, ay: float, bx: float, by: float) -> float:
		var dx := bx - ax
		var dy := by - ay
		return sqrt(dx * dx + dy * dy)

	# How near the segment from a to b comes to p.
	static func from_segment(ax: float, ay: float, bx: float, by: float, px: float, py: float) -> float:
		var dx := bx - ax
		var dy := by - ay
		var squared := dx * dx + dy * dy
		if squared > 0.0 and squared < INF:
			var part := ((px - ax) * dx + (py - ay) * dy) / squared
			if part > 1.0:
				part = 1.0
			if part > 0.0:
				ax += dx * part
				ay += dy * part
		dx = px - ax
		dy = py - ay
		return sqrt(dx * dx + dy * dy)


# ---- Agents and what they do ----

# Something to aim at: a marker or the pointer. It has no velocity, whoever moves it.
class Place:
	var x := 0.0
	var y := 0.0
	var vx := 0.0
	var vy := 0.0

	func _init(fields):
		x = fields.number("x")
		y = fields.number("y")


## One agent. To be read; what moves it are its behaviors, or the world's calls.
class Agent:
	## Who it is.
	var id := 0
	## What people call it.
	var name := ""
	## Where it is, u.
	var x := 0.0
	var y := 0.0
	## Where it was a tick before, u.
	var previous_x := 0.0
	var previous_y := 0.0
	## How it moves, u/s.
	var vx := 0.0
	var vy := 0.0
	## Its heading: a direction of length 1.
	var heading_x := 1.0
	var heading_y := 0.0
	## Its speed, u/s.
	var speed := 0.0
	## The length of the steering force of the last step.
	var steering := 0.0
	## The index of the path node sought in the last step, or -1.
	var node := -1

	var _world: WeakRef
	# From the file: the body; places by their keys, "" for none; behaviors as dictionaries of their parameters.
	var _mass := 1.0
	var _max_speed := 0.0
	var _max_force := 0.0
	var _time_to_target := 1.0
	var _target := ""
	var _danger := ""
	var _leader := ""
	var _by_priority := false
	var _behaviors := []
	# From the file, too: where it starts and whether it is scattered, and what path it is bound to, -1 for none.
	var _authored := []
	var _path := -1
	# What the behaviors remember.
	var _random = null
	var _route = null  # null without a path
	var _progress = null  # on it; null where it does not follow it
	var _walk = null
	var _mover = null  # null where it does not move by cells
	var _has_arrived := false
	var _sees = null  # whether its target was in sight when it last looked; null before
	# The force that the behavior at work asks for, then that of all together.
	var _force_x := 0.0
	var _force_y := 0.0
	var _cell := 0  # the world's, for finding neighbors
	# Where the game wants it.
	var _is_driven := false
	var _driven_x := 0.0
	var _driven_y := 0.0

	func _init(fields, own_id: int, world, routes: Dictionary):
		id = own_id
		_world = weakref(world)
		name = fields.text("name")
		_read_body(fields.object("body"))
		_read_behaviors(fields)
		_read_references(fields)
		_random = Stream.new(fields.words("random_state"))
		_walk = Walk.new(_random, world._turn_sign)
		_start(fields, world._cells, world._turn_sign)
		_start_path(fields, routes)

	func _read_body(body) -> void:
		body.number("radius")  # for whoever draws; checked all the same
		_mass = body.positive("mass")
		_max_speed = body.number("max_speed")
		_max_force = body.number("max_force")
		_time_to_target = body.positive("time_to_target")

	func _read_behaviors(fields) -> void:
		var is_steered: bool = fields.choice("motion", ["steered", "grid_chase"]) == "steered"
		if is_steered:
			_by_priority = fields.choice("combine", ["weighted_sum", "priority"]) == "priority"
		for behavior in fields.objects("behaviors"):
			var kind: String = behavior.choice("kind", PARAMETERS.keys())
			if (kind == "grid_chase") == is_steered:
				behavior.fail("kind", "does not go with the motion of the agent")
			var parameters: Dictionary = behavior.parameters(PARAMETERS[kind])
			parameters["act"] = "_" + kind
			parameters["weight"] = behavior.number("weight")
			if kind == "follow_path" and parameters["start"] == "node":
				parameters["start_node"] = behavior.count("start_node")
			if kind == "grid_chase":
				parameters["authored"] = behavior.authored(["method", "aim", "max_path_length", "step_interval"])
			_behaviors.append(parameters)
		if not is_steered and _behaviors.size() != 1:
			fields.fail("behaviors", "is not one grid chase")

	func _read_references(fields) -> void:
		_target = _unless_own(fields.aim("target"))
		_danger = _unless_own(fields.aim("danger"))
		if fields.has_value("leader"):
			var leader := _unless_own("agent %d" % fields.count("leader"))
			if _parameters_of("_follow_leader") != null:
				_leader = leader

	func _unless_own(key: String) -> String:
		return key if key != "agent %d" % id else ""

	func _start(fields, cells, turn_sign: float) -> void:
		x = fields.number("x")
		y = fields.number("y")
		vx = fields.number("vx")
		vy = fields.number("vy")
		speed = sqrt(vx * vx + vy * vy)
		if speed > HEADING_SPEED:
			heading_x = vx / speed
			heading_y = vy / speed
		_authored = [x, y, vx, vy]
		if fields.has_value("scatter"):
			_scatter(fields.object("scatter"), turn_sign)
		var chase = _parameters_of("_grid_chase")
		if chase != null:
			_mover = CellMover.new(cells, chase, x, y)
			x = _mover.x()
			y = _mover.y()
		previous_x = x
		previous_y = y

	# To a random place at a distance from `min` to `max`.
	func _scatter(scatter, turn_sign: float) -> void:
		var way_x := 1.0
		var way_y := 0.0
		for _i in range(64):
			var try_x = 2.0 * _random.part() - 1.0
			var try_y = 2.0 * _random.part() - 1.0
			var squared = try_x * try_x + try_y * try_y
			if squared <= 1.0 and squared > 1e-6:
				way_x = try_x / sqrt(squared)
				way_y = try_y / sqrt(squared)
				break
		var nearest: float = scatter.number("min")
		var furthest: float = scatter.number("max")
		_authored += [nearest, furthest]
		var distance = nearest + (furthest - nearest) * _random.part()
		x += way_x * distance
		y += turn_sign * (way_y * distance)

	func _start_path(fields, routes: Dictionary) -> void:
		if not fields.has_value("path"):
			return
		_path = fields.count("path")
		_route = routes.get(_path)
		_begin_path()

	func _begin_path() -> void:
		var follow = _parameters_of("_follow_path")
		if _route != null and follow != null:
			_progress = Progress.new(_route, _route.first_sought(x, y, follow))

	# Goes on as the same agent of the world before it was edited.
	func _carry_over(was, world) -> void:
		x = was.x
		y = was.y
		previous_x = was.previous_x
		previous_y = was.previous_y
		vx = was.vx
		vy = was.vy
		speed = was.speed
		heading_x = was.heading_x
		heading_y = was.heading_y
		steering = was.steering
		node = was.node
		_is_driven = was._is_driven
		_driven_x = was._driven_x
		_driven_y = was._driven_y
		_has_arrived = was._has_arrived
		_sees = was._sees
		_random = was._random
		if _is_smooth() == was._is_smooth():
			_walk = was._walk
		else:
			_walk = Walk.new(_random, world._turn_sign)
		if _mover != null:
			_carry_mover_over(was._mover, world._cells)
		if _path == was._path and _start_of_path() == was._start_of_path():
			_carry_progress_over(was._progress)
		else:
			_begin_path()

	func _carry_mover_over(was, cells) -> void:
		var chase: Dictionary = _parameters_of("_grid_chase")
		if was == null or not was.is_on_cells_of_size_of(cells):
			_mover.stand(x, y)
			x = _mover.x()
			y = _mover.y()
			return
		_mover = was
		_mover.go_on(cells, chase)

	func _carry_progress_over(was) -> void:
		if was == null:
			return
		if _route != null:
			was.fit(_route)
		_progress = was

	# Whether its homing walk is planned ahead; null without one.
	func _is_smooth():
		var walk = _parameters_of("_homing_walk")
		return walk.smooth if walk != null else null

	# How it begins its path, as a text; "" if it follows none.
	func _start_of_path() -> String:
		var follow = _parameters_of("_follow_path")
		return "%s %s" % [follow.start, follow.get("start_node", "")] if follow != null else ""

	# Of the first behavior that acts so, or null.
	func _parameters_of(act: String):
		for behavior in _behaviors:
			if behavior.act == act:
				return behavior
		return null

	func _neighbor_reach() -> float:
		var reach := 0.0
		for behavior in _behaviors:
			if behavior.act == "_separation":
				reach = max(reach, behavior.radius)
			elif behavior.act == "_follow_leader":
				reach = max(reach, behavior.separation_radius)
		return reach

	## The full field of view, degrees, of a homing walker with a target; null for others.
	func fov_deg():
		var world = _world.get_ref()
		var target = world._places.get(_target) if world != null else null
		var walk = _parameters_of("_homing_walk")
		if target == null or walk == null:
			return null
		return 2.0 * _walk.half_fov(walk, _distance(target)) * (180.0 / PI)

	func _distance(place) -> float:
		return Measure.distance(x, y, place.x, place.y)

	# Finds the steering force, or the next cell, from what is there at the start of the tick.
	func _think(world) -> void:
		# A cell mover has no path to look for a node on; what it sought before it was made one by an edit stays.
		if _mover == null or _is_driven:
			node = -1
		var sum_x := 0.0
		var sum_y := 0.0
		if not _is_driven:
			for behavior in _behaviors:
				_force_x = 0.0
				_force_y = 0.0
				call(behavior.act, behavior, world)
				var part_x = _force_x * behavior.weight
				var part_y = _force_y * behavior.weight
				if not _by_priority:
					sum_x += part_x
					sum_y += part_y
				elif sqrt(part_x * part_x + part_y * part_y) > NEGLIGIBLE:
					sum_x = part_x
					sum_y = part_y
					break
		var squared = sum_x * sum_x + sum_y * sum_y
		if not (squared <= _max_force * _max_force and squared < INF):
			var length = sqrt(squared)
			sum_x = sum_x * (_max_force / length) if length < INF else 0.0
			sum_y = sum_y * (_max_force / length) if length < INF else 0.0
		_force_x = sum_x
		_force_y = sum_y
		steering = sqrt(sum_x * sum_x + sum_y * sum_y)

	# Moves as decided.
	func _move(dt: float) -> void:
		previous_x = x
		previous_y = y
		if _is_driven or _mover != null:
			x = _driven_x if _is_driven else _mover.x()
			y = _driven_y if _is_driven else _mover.y()
			vx = (x - previous_x) / dt
			vy = (y - previous_y) / dt
		else:
			_integrate(dt)
		speed = sqrt(vx * vx + vy * vy)
		if speed > HEADING_SPEED:
			heading_x = vx / speed if speed < INF else 0.0
			heading_y = vy / speed if speed < INF else 0.0

	func _integrate(dt: float) -> void:
		var new_vx = vx + _force_x / _mass * dt
		var new_vy = vy + _force_y / _mass * dt
		var squared = new_vx * new_vx + new_vy * new_vy
		if not (squared <= _max_speed * _max_speed and squared < INF):
			var length = sqrt(squared)
			new_vx = new_vx * (_max_speed / length) if length < INF else 0.0
			new_vy = new_vy * (_max_speed / length) if length < INF else 0.0
		vx = new_vx
		vy = new_vy
		var new_x = x + vx * dt
		var new_y = y + vy * dt
		if abs(new_x) < INF and abs(new_y) < INF:
			x = new_x
			y = new_y

	func _drive(to_x: float, to_y: float) -> void:
		_is_driven = true
		_driven_x = to_x
		_driven_y = to_y

	func _release() -> void:
		if _is_driven and _mover != null:
			_mover.stand(x, y)
			x = _mover.x()
			y = _mover.y()
			previous_x = x
			previous_y = y
		_is_driven = false

	# -- Behaviors. Each bears the name of its kind, and asks for a force or for none.

	# Asks for the force that leads to the velocity (wanted_x, wanted_y).
	func _ask(wanted_x: float, wanted_y: float) -> void:
		_force_x = (wanted_x - vx) / _time_to_target
		_force_y = (wanted_y - vy) / _time_to_target
		if not (abs(_force_x) < INF and abs(_force_y) < INF):
			_force_x = 0.0
			_force_y = 0.0

	# Toward a point; at a negative speed, away from it.
	func _go(to_x: float, to_y: float, at_speed: float) -> void:
		var dx = to_x - x
		var dy = to_y - y
		var length = sqrt(dx * dx + dy * dy)
		if length > 0.0 and length < INF:
			_ask(dx / length * at_speed, dy / length * at_speed)
		else:
			_ask(0.0, 0.0)

	func _seek(_behavior, world) -> void:
		var target = world._places.get(_target)
		if target != null:
			_go(target.x, target.y, _max_speed)

	func _flee(behavior, world) -> void:
		var danger = world._places.get(_danger)
		if danger == null:
			return
		if behavior.panic_distance == null or not (_distance(danger) > behavior.panic_distance):
			_go(danger.x, danger.y, -_max_speed)

	func _pursue(behavior, world) -> void:
		var target = world._places.get(_target)
		if target != null:
			_go_to_meet(target, behavior.max_prediction, _max_speed)

	func _evade(behavior, world) -> void:
		var danger = world._places.get(_danger)
		if danger != null:
			_go_to_meet(danger, behavior.max_prediction, -_max_speed)

	# Toward or away from where `other` will be when this agent could have reached it.
	func _go_to_meet(other, max_prediction, at_speed: float) -> void:
		var ahead := _distance(other) / _max_speed if _max_speed > 0.0 else 0.0
		if max_prediction != null and ahead > max_prediction:
			ahead = max_prediction
		var meet_x = other.x + other.vx * ahead
		var meet_y = other.y + other.vy * ahead
		if abs(meet_x) < INF and abs(meet_y) < INF:
			_go(meet_x, meet_y, at_speed)
		else:
			_go(other.x, other.y, at_speed)

	func _arrive(behavior, world) -> void:
		var target = world._places.get(_target)
		if target != null:
			_note_arrival(world, _distance(target) < behavior.target_radius)
			_go_and_stop(target.x, target.y, _max_speed, behavior.target_radius, behavior.slow_radius, behavior.ramp, behavior.stop)

	func _go_and_stop(to_x, to_y, max_speed, target_radius, slow_radius, ramp := "linear", stop := "brake") -> void:
		var distance := Measure.distance(x, y, to_x, to_y)
		if distance < target_radius:
			if stop == "brake":
				_ask(0.0, 0.0)
			else:
				_force_x = 0.0
				_force_y = 0.0
			return
		var wanted = max_speed
		if distance <= slow_radius and slow_radius > 0.0:
			if ramp == "linear":
				wanted = max_speed * distance / slow_radius
			elif ramp == "sqrt":
				wanted = max_speed * sqrt(distance / slow_radius)
			else:
				var part = distance / slow_radius
				wanted = max_speed * (part * part)
		_go(to_x, to_y, wanted)

	func _leave(behavior, world) -> void:
		var danger = world._places.get(_danger)
		if danger == null:
			return
		var distance := _distance(danger)
		var escape: float = behavior.escape_radius
		var reach: float = behavior.danger_radius
		if distance > reach:
			return
		var wanted := _max_speed
		if distance >= escape:
			if behavior.ramp == "stepped" and reach > 0.0:
				wanted = _max_speed - _max_speed * distance / reach
			elif behavior.ramp == "smooth" and reach > escape:
				wanted = _max_speed * (reach - distance) / (reach - escape)
		_go(danger.x, danger.y, -wanted)

	func _follow_path(behavior, world) -> void:
		var progress = _progress
		if progress == null or progress.route.size() == 0:
			return
		var was_finished = progress.is_finished
		var node_before = progress.node
		var waited = progress.wait > 0
		var reached = progress.advance(previous_x, previous_y, x, y)
		var waits = progress.wait > 0
		if waited and (not waits or reached >= 0):
			world._emit(id, "wait_ended", node_before)
		if reached >= 0:
			world._emit(id, "node_reached", reached)
			if waits:
				world._emit(id, "wait_started", reached)
		if progress.is_finished and not was_finished:
			world._emit(id, "path_finished", -1)
		node = progress.node
		if waits:
			_ask(0.0, 0.0)
			return
		var route = progress.route
		var limit = route.node_speed[node]
		var at_speed = limit if limit < _max_speed else _max_speed
		if progress.between > 0:
			_go(route.point_x[progress.point], route.point_y[progress.point], at_speed)
		elif route.traversal == "once" and node + 1 == route.size():
			_go_and_stop(route.node_x[node], route.node_y[node], at_speed, behavior.target_radius, behavior.slow_radius)
		else:
			_go(route.node_x[node], route.node_y[node], at_speed)

	func _separation(behavior, world) -> void:
		_push_off(world, behavior.radius, behavior.max_separation, behavior.falloff == "inverse_square", null)

	# Away from everyone within `radius`, by a force of `strength`; given a leader, only from it and its other followers.
	func _push_off(world, radius: float, strength: float, is_inverse_square: bool, leader) -> void:
		var squared_radius = radius * radius
		var inverse_radius = 1.0 / radius if radius != 0.0 else 0.0
		if not (inverse_radius < INF):
			inverse_radius = 0.0
		var nearest = (radius / 1024.0) * (radius / 1024.0)
		var sum_x = 0.0
		var sum_y = 0.0
		for other in world._near(_cell):
			var dx = other.x - x
			var dy = other.y - y
			var squared = dx * dx + dy * dy
			if squared > squared_radius:
				continue
			if leader != null and other != leader and other._leader != _leader:
				continue
			# Rounding to multiples of 2^-32, by adding and taking off 1.5 * 2^20, makes the sums exact in any order.
			# An agent finds itself, too, and pushes itself by exactly nothing.
			if is_inverse_square:
				var w = 0.0
				if nearest > 0.0:
					w = radius / (squared if squared > nearest else nearest)
				sum_x += (-dx * w + 1572864.0) - 1572864.0
				sum_y += (-dy * w + 1572864.0) - 1572864.0
			else:
				sum_x += (dx * inverse_radius + 1572864.0) - 1572864.0
				sum_y += (dy * inverse_radius + 1572864.0) - 1572864.0
		_force_x = 0.0
		_force_y = 0.0
		if is_inverse_square:
			var factor = strength / radius if radius != 0.0 else INF
			if abs(sum_x * factor) < INF and abs(sum_y * factor) < INF:
				_force_x = sum_x * factor
				_force_y = sum_y * factor
		else:
			var length = sqrt(sum_x * sum_x + sum_y * sum_y)
			if length > 0.0 and length < INF:
				_force_x = -sum_x / length * strength
				_force_y = -sum_y / length * strength

	func _follow_leader(behavior, world) -> void:
		var leader = world._places.get(_leader)
		if leader == null:
			return
		_push_off(world, behavior.separation_radius, behavior.max_separation, false, leader)
		var push_x := _force_x
		var push_y := _force_y
		var reach_x: float = leader.heading_x * behavior.behind_distance
		var reach_y: float = leader.heading_y * behavior.behind_distance
		var ahead_dx = leader.x + reach_x - x
		var ahead_dy = leader.y + reach_y - y
		_force_x = 0.0
		_force_y = 0.0
		var sight: float = behavior.sight_radius
		if sqrt(ahead_dx * ahead_dx + ahead_dy * ahead_dy) <= sight or _distance(leader) <= sight:
			_go_to_meet(leader, null, -_max_speed)
		var evading_x := _force_x
		var evading_y := _force_y
		_go_and_stop(leader.x - reach_x, leader.y - reach_y, _max_speed, 0.0, behavior.slow_radius)
		_force_x = evading_x + _force_x + push_x
		_force_y = evading_y + _force_y + push_y

	func _homing_walk(behavior, world) -> void:
		var target = world._places.get(_target)
		if target == null:
			return
		var distance := _distance(target)
		_note_sight(world, distance <= behavior.aggro_radius)
		var was_straight = _walk.is_straight
		var has_picked = _walk.advance(behavior, x, y, target.x, target.y)
		if has_picked and not (was_straight and _walk.is_straight):
			world._emit(id, "way_point_picked", -1)
		var reach: float = behavior.reach_radius
		_note_arrival(world, _walk.is_straight and distance < reach)
		if _walk.is_straight:
			_go_and_stop(target.x, target.y, _max_speed, reach, behavior.min_step if behavior.min_step > reach else reach)
		else:
			_go(_walk.x, _walk.y, _max_speed)

	func _grid_chase(behavior, world) -> void:
		var prey = world._places.get(_target)
		var has_entered = _mover.advance(prey)
		if prey != null and behavior.method == "line_of_sight" and behavior.aim == "chase":
			_note_sight(world, _mover.sees)
		if has_entered:
			world._emit(id, "cell_entered", -1)
		_note_arrival(world, _mover.is_in_cell_of(prey))

	func _note_arrival(world, has_arrived: bool) -> void:
		if has_arrived and not _has_arrived:
			world._emit(id, "arrived", -1)
		_has_arrived = has_arrived

	func _note_sight(world, sees: bool) -> void:
		if _sees != null and _sees != sees:
			world._emit(id, "sight_gained" if sees else "sight_lost", -1)
		_sees = sees


# The random stream of an agent: xoshiro128++.
class Stream:
	var _words := [0, 0, 0, 0]

	func _init(words: Array):
		_words = words

	# The next 32 bits.
	func word() -> int:
		var a: int = _words[0]
		var b: int = _words[1]
		var c: int = _words[2]
		var d: int = _words[3]
		var sum := (a + d) & MAX_WORD
		var result := ((((sum << 7) | (sum >> 25)) & MAX_WORD) + a) & MAX_WORD
		c ^= a
		d ^= b
		_words[0] = a ^ d
		_words[1] = b ^ c
		_words[2] = c ^ ((b << 9) & MAX_WORD)
		_words[3] = ((d << 11) | (d >> 21)) & MAX_WORD
		return result

	# The next number in 0..1, without 1.
	func part() -> float:
		return word() * (1.0 / 4294967296.0)


# ---- Paths ----

# A path made ready for walking: its nodes, and the points of a curve between them.
class Route:
	var traversal := ""
	var radius := 0.0  # of the points between nodes
	var node_x := []
	var node_y := []
	var node_radius := []
	var node_wait := []  # in ticks
	var node_speed := []  # a limit, or INF
	var point_x := []
	var point_y := []
	var node_point := []  # which point each node is; at the end, how many points there are

	func _init(fields):
		traversal = fields.choice("traversal", ["once", "loop", "ping_pong"])
		radius = fields.number("radius")
		var points: Array = fields.pairs("points")
		point_x = points[0]
		point_y = points[1]
		for node in fields.objects("nodes"):
			var point: int = node.count("point")
			if point >= point_x.size() or (size() > 0 and point <= node_point[-1]):
				node.fail("point", "does not ascend through the points of the path")
			node_x.append(node.number("x"))
			node_y.append(node.number("y"))
			node_radius.append(node.number("radius"))
			node_wait.append(node.count("wait_ticks"))
			node_speed.append(node.number("speed") if node.has_value("speed") else INF)
			node_point.append(point)
		node_point.append(point_x.size())

	func size() -> int:
		return node_x.size()

	# How many points there are after the node with this index and before the next.
	func points_between(segment: int) -> int:
		return node_point[segment + 1] - node_point[segment] - 1 if segment >= 0 else 0

	# The index of the node that an agent at (x, y) seeks first.
	func first_sought(x: float, y: float, follow: Dictionary) -> int:
		if follow.start == "node":
			return int(max(min(follow.start_node, size() - 1), 0))
		var found := 0
		if follow.start == "nearest":
			var nearest := INF
			for i in range(size()):
				var distance := Measure.distance(x, y, node_x[i], node_y[i])
				if distance < nearest:
					nearest = distance
					found = i
		return found


# How far an agent has come on its route.
class Progress:
	var route: Route
	var node := 0  # the index of the node sought
	var wait := 0  # ticks left of a wait
	var is_finished := false
	var between := 0  # how many points there still are before the node
	var point := 0  # the first of them
	var _segment := -1  # which they are of: that after the node with this index
	var _is_backwards := false

	func _init(on: Route, first: int):
		route = on
		node = first

	# Goes on along a route that has changed under the agent's feet.
	func fit(changed: Route) -> void:
		var passed := route.points_between(_segment) - between
		route = changed
		node = int(max(min(node, route.size() - 1), 0))
		is_finished = is_finished and route.traversal == "once" and node + 1 == route.size()
		if _is_backwards and route.traversal != "ping_pong":
			# What is passed was counted from the other end.
			_is_backwards = false
			_segment = -1
		_walk_segment(_segment if _segment < route.size() else -1, passed)

	# One tick: counts down a wait, or sees what the last move reached, and goes on. Returns the node reached, or -1.
	func advance(from_x: float, from_y: float, x: float, y: float) -> int:
		if is_finished:
			return -1
		if wait > 0:
			wait -= 1
			if wait > 0:
				return -1
			_move_on()
			if is_finished:
				return -1
		while between > 0:
			if not (Measure.from_segment(from_x, from_y, x, y, route.point_x[point], route.point_y[point]) <= route.radius):
				return -1
			between -= 1
			point += -1 if _is_backwards else 1
		var here := node
		if not (Measure.from_segment(from_x, from_y, x, y, route.node_x[here], route.node_y[here]) <= route.node_radius[here]):
			return -1
		wait = route.node_wait[here]
		if wait == 0:
			_move_on()
		return here

	func _move_on() -> void:
		var last := route.size() - 1
		var segment := node
		if node == (0 if _is_backwards else last):
			if route.traversal == "once":
				is_finished = true
				return
			if route.traversal == "ping_pong":
				if last == 0:
					return
				_is_backwards = not _is_backwards
		if _is_backwards:
			node -= 1
			segment = node
		else:
			node = node + 1 if node < last else 0
		_walk_segment(segment, 0)

	func _walk_segment(segment: int, passed: int) -> void:
		_segment = segment
		between = int(max(route.points_between(segment) - passed, 0))
		if between > 0:
			point = route.node_point[segment] + between if _is_backwards else route.node_point[segment + 1] - between


# ---- The homing walk ----

# How far a walk has come, and where it goes next.
class Walk:
	const MOST_WAY_POINTS := 256
	const CURVE_TOLERANCE := 0.2  # of a smooth walk, in reach radii
	const SINE := [  # 1/n! for the odd n from 17 down to 3, alternating in sign: the Taylor series of the sine
		1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
		1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0,
	]

	var x := 0.0  # the way-point
	var y := 0.0
	var is_straight := false  # whether that is the target itself
	var _has_way_point := false
	var _ahead := []  # a smooth walk's points, x and y in turn, and how many of these numbers are behind
	var _behind := 0
	var _planned_x := 0.0  # where the target was when they were found
	var _planned_y := 0.0
	var _random
	var _turn_sign := 1.0

	func _init(random, turn_sign: float):
		_random = random
		_turn_sign = turn_sign

	# One tick: picks a way-point where one is due. Returns whether it did.
	func advance(walk: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float) -> bool:
		var far: float = 2.0 * walk.min_step
		if walk.smooth:
			return _advance_smooth(walk, from_x, from_y, to_x, to_y, far)
		var is_due := true
		if is_straight:
			var distance := Measure.distance(from_x, from_y, to_x, to_y)
			is_due = distance <= walk.reach_radius or distance > far
		elif _has_way_point:
			is_due = Measure.distance(from_x, from_y, x, y) <= walk.reach_radius
		if is_due:
			_pick(walk, from_x, from_y, to_x, to_y)
		return is_due

	# A smooth walk picks all way-points ahead and walks a curve through them.
	func _advance_smooth(walk: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float, far: float) -> bool:
		var is_due := not _has_way_point or Measure.distance(_planned_x, _planned_y, to_x, to_y) > far
		if is_due:
			_planned_x = to_x
			_planned_y = to_y
			var controls := [from_x, from_y]
			while controls.size() < 2 * MOST_WAY_POINTS:
				_pick(walk, controls[-2], controls[-1], to_x, to_y)
				controls.append(x)
				controls.append(y)
				if is_straight:
					break
			_ahead = Spline.new().points(controls, CURVE_TOLERANCE * walk.reach_radius)
			_behind = 0
		# The last point is the target's: it is arrived at, never passed.
		while _behind + 2 < _ahead.size():
			if not (Measure.distance(from_x, from_y, _ahead[_behind], _ahead[_behind + 1]) <= walk.reach_radius):
				break
			_behind += 2
		_has_way_point = true
		x = _ahead[_behind] if _behind < _ahead.size() else to_x
		y = _ahead[_behind + 1] if _behind < _ahead.size() else to_y
		is_straight = _behind + 2 >= _ahead.size()
		return is_due

	# Picks the next way-point; draws random numbers only where the walk does not go straight.
	func _pick(walk: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float) -> void:
		_has_way_point = true
		x = to_x
		y = to_y
		var dx := to_x - from_x
		var dy := to_y - from_y
		var distance := sqrt(dx * dx + dy * dy)
		var step: float = distance * walk.step_fraction
		if not (step < walk.max_step):
			step = walk.max_step
		if not (step > walk.min_step):
			step = walk.min_step
		is_straight = step > distance
		if is_straight:
			return
		var angle: float = half_fov(walk, distance) * _random.part()
		if _random.word() % 2 == 0:
			angle = -angle
		var has_direction := distance > 0.0 and distance < INF
		var step_x := dx / distance * step if has_direction else 0.0
		var step_y := dy / distance * step if has_direction else 0.0
		var turn := _direction_at(_turn_sign * angle)
		x = from_x + (step_x * turn[0] - step_y * turn[1])
		y = from_y + (step_x * turn[1] + step_y * turn[0])

	# Half the field of view at a distance from the target, radians.
	func half_fov(walk: Dictionary, distance: float) -> float:
		var aggro: float = walk.aggro_radius
		var widest: float = walk.max_fov_deg * (PI / 180.0)
		var near := distance if distance < aggro else aggro
		return 0.5 * widest * near / aggro if aggro > 0.0 else 0.5 * widest

	# [cos, sin] of an angle from -PI to PI, by + - * / and sqrt only: the series for an eighth of it, doubled three times.
	func _direction_at(angle: float) -> Array:
		var eighth := (PI if angle > PI else (angle if angle >= -PI else -PI)) / 8.0
		var square := eighth * eighth
		var series := 0.0
		for coefficient in SINE:
			series = series * square + coefficient
		var sine := eighth + eighth * (square * series)
		var cosine := sqrt(1.0 - sine * sine)
		for _i in range(3):
			var doubled := 2.0 * sine * cosine
			cosine = 1.0 - 2.0 * sine * sine
			sine = doubled
		return [cosine, sine]


# A centripetal Catmull-Rom curve, reduced to points.
class Spline:
	const DEPTH := 8  # the finest a stretch is ever divided: into 2^8 pieces
	const MARGIN := 0.9  # a chord is looked at in three places; between them the curve strays up to a tenth further

	# The stretch at work: between (bx, by) and (cx, cy), with the outer neighbors and the knots.
	var _ax := 0.0
	var _ay := 0.0
	var _bx := 0.0
	var _by := 0.0
	var _cx := 0.0
	var _cy := 0.0
	var _dx := 0.0
	var _dy := 0.0
	var _t1 := 0.0
	var _t2 := 0.0
	var _t3 := 0.0
	var _furthest := 0.0  # that a point may lie off its chord
	var _points := []

	# The points of the open curve through `controls` after the first, x and y in turn, as they come.
	func points(controls: Array, tolerance: float) -> Array:
		_furthest = MARGIN * tolerance
		for i in range(2, controls.size(), 2):
			_bx = controls[i - 2]
			_by = controls[i - 1]
			_cx = controls[i]
			_cy = controls[i + 1]
			_ax = controls[i - 4] if i > 2 else _bx + (_bx - _cx)
			_ay = controls[i - 3] if i > 2 else _by + (_by - _cy)
			_dx = controls[i + 2] if i + 2 < controls.size() else _cx + (_cx - _bx)
			_dy = controls[i + 3] if i + 2 < controls.size() else _cy + (_cy - _by)
			if _find_knots():
				_divide(0.0, _bx, _by, 1.0, _cx, _cy, DEPTH)
			_points.append(_cx)
			_points.append(_cy)
		return _points

	# False where there is nothing between b and c.
	func _find_knots() -> bool:
		var middle := _spacing(_bx, _by, _cx, _cy)
		if not (middle > 0.0 and middle < INF):
			return false
		var before := _spacing(_ax, _ay, _bx, _by)
		var after := _spacing(_cx, _cy, _dx, _dy)
		# A neighbor in the same place gives no direction: the far end is mirrored instead.
		if not (before > 0.0 and before < INF):
			before = middle
			_ax = _bx + (_bx - _cx)
			_ay = _by + (_by - _cy)
		if not (after > 0.0 and after < INF):
			after = middle
			_dx = _cx + (_cx - _bx)
			_dy = _cy + (_cy - _by)
		_t1 = before
		_t2 = before + middle
		_t3 = before + middle + after
		return true

	func _spacing(px: float, py: float, qx: float, qy: float) -> float:
		return sqrt(Measure.distance(px, py, qx, qy))

	# The point at this fraction of the stretch, as [x, y].
	func _at(fraction: float) -> Array:
		var t := _t1 + (_t2 - _t1) * fraction
		var x := _blend_all(_ax, _bx, _cx, _dx, t)
		var y := _blend_all(_ay, _by, _cy, _dy, t)
		if abs(x) < INF and abs(y) < INF:
			return [x, y]
		# Where one spacing is lost in the rounding of another, the stretch is straight.
		return [_bx + (_cx - _bx) * fraction, _by + (_cy - _by) * fraction]

	# The pyramid of P. Barry and R. Goldman, for one coordinate.
	func _blend_all(a: float, b: float, c: float, d: float, t: float) -> float:
		var p := _blend(a, b, 0.0, _t1, t)
		var q := _blend(b, c, _t1, _t2, t)
		var r := _blend(c, d, _t2, _t3, t)
		return _blend(_blend(p, q, 0.0, _t2, t), _blend(q, r, _t1, _t3, t), _t1, _t2, t)

	func _blend(p: float, q: float, from: float, to: float, t: float) -> float:
		return p * ((to - t) / (to - from)) + q * ((t - from) / (to - from)) if to > from else NAN

	# Halves until the curve at a quarter, a half and three quarters lies well within the tolerance of the chord p-q.
	func _divide(from: float, px: float, py: float, to: float, qx: float, qy: float, depth: int) -> void:
		if depth == 0:
			return
		var middle := _at(from + (to - from) * 0.5)
		if (not _strays(middle, px, py, qx, qy)
				and not _strays(_at(from + (to - from) * 0.25), px, py, qx, qy)
				and not _strays(_at(from + (to - from) * 0.75), px, py, qx, qy)):
			return
		var half := from + (to - from) * 0.5
		_divide(from, px, py, half, middle[0], middle[1], depth - 1)
		_points.append(middle[0])
		_points.append(middle[1])
		_divide(half, middle[0], middle[1], to, qx, qy, depth - 1)

	func _strays(point: Array, px: float, py: float, qx: float, qy: float) -> bool:
		return Measure.from_segment(px, py, qx, qy, point[0], point[1]) > _furthest


# ---- The grid chase ----

# The plane in square cells, some of them blocked. Rows count upward, whichever way y grows in the file.
class Cells:
	var _size := 1.0
	var _up := 1.0  # the sign of y upward
	var _blocked := {}

	func _init(fields, y_down: bool):
		_size = fields.positive("size")
		_up = -1.0 if y_down else 1.0
		var pairs: Array = fields.pairs("blocked")
		for i in range(pairs[0].size()):
			var column: float = pairs[0][i]
			var row: float = pairs[1][i]
			if _is_count(column) and _is_count(row):
				_blocked[int(column) * ROW + (-1 - int(row) if y_down else int(row))] = true
			else:
				fields.fail("blocked[%d]" % i, "is not a pair of whole numbers of 32 bits")

	func are_blocked_as(others) -> bool:
		return _blocked.size() == others._blocked.size() and others._blocked.has_all(_blocked.keys())

	func _is_count(value: float) -> bool:
		return value == floor(value) and value >= -MAX_CELL - 1 and value <= MAX_CELL

	func column_at(x: float) -> int:
		return _index(x / _size)

	func row_at(y: float) -> int:
		return _index(_up * y / _size)

	func _index(cells: float) -> int:
		return int(clamp(floor(cells), -MAX_CELL - 1, MAX_CELL))

	func x_of(column: int) -> float:
		return (column + 0.5) * _size

	func y_of(row: int) -> float:
		return _up * ((row + 0.5) * _size)

	func _is_free(column: int, row: int) -> bool:
		return not _blocked.has(column * ROW + row)

	# Whether a mover may step to this neighbor; on a diagonal it cuts no corner.
	func can_step(column: int, row: int, to_column: int, to_row: int) -> bool:
		return (_is_free(to_column, to_row) and (column == to_column or row == to_row
				or (_is_free(to_column, row) and _is_free(column, to_row))))


# Where a cell mover is.
class CellMover:
	var sees := true  # by line of sight: whether the line drawn last gets to where it is to go
	var _cells
	var _chase: Dictionary
	var _column := 0  # the cell it is in or on its way to
	var _row := 0
	var _from_column := 0
	var _from_row := 0
	var _elapsed := 0  # ticks since the last step
	var _has_line := false
	var _line := []  # columns and rows in turn, and how many of these numbers are behind
	var _behind := 0
	var _prey_column := 0  # the line was drawn for
	var _prey_row := 0

	func _init(cells, chase: Dictionary, x: float, y: float):
		_cells = cells
		_chase = chase
		stand(x, y)

	# In the middle of the cell of (x, y), as if it had always been there.
	func stand(x: float, y: float) -> void:
		_column = _cells.column_at(x)
		_row = _cells.row_at(y)
		_from_column = _column
		_from_row = _row
		_elapsed = 0
		_has_line = false
		_line = []
		_behind = 0
		sees = true

	func is_on_cells_of_size_of(cells) -> bool:
		return _cells._size == cells._size

	# Goes on over cells, or by a chase, that may have changed; then the line has to be drawn anew.
	func go_on(cells, chase: Dictionary) -> void:
		if chase.authored != _chase.authored or not cells.are_blocked_as(_cells):
			_has_line = false
			_line = []
			_behind = 0
		_cells = cells
		_chase = chase

	# Its position: between the cell it left and the one it is on its way to.
	func x() -> float:
		return _between(_cells.x_of(_from_column), _cells.x_of(_column))

	func y() -> float:
		return _between(_cells.y_of(_from_row), _cells.y_of(_row))

	func _between(from: float, to: float) -> float:
		return to if _elapsed == 0 else from + (to - from) * (float(_elapsed) / _chase.step_ticks)

	# One tick toward the prey, or away from it; it stays where there is none. Returns whether it enters another cell.
	func advance(prey) -> bool:
		var has_entered := false
		if _elapsed == 0:
			_from_column = _column
			_from_row = _row
			_choose_cell(prey)
			has_entered = _column != _from_column or _row != _from_row
		_elapsed += 1
		if _elapsed >= _chase.step_ticks:
			_elapsed = 0
		return has_entered

	func is_in_cell_of(prey) -> bool:
		return prey != null and _cells.column_at(prey.x) == _column and _cells.row_at(prey.y) == _row

	func _choose_cell(prey) -> void:
		if prey == null:
			_has_line = false
			_line = []
			_behind = 0
			return
		var prey_column: int = _cells.column_at(prey.x)
		var prey_row: int = _cells.row_at(prey.y)
		var goal_column := prey_column
		var goal_row := prey_row
		if _chase.aim == "evade":  # toward the mirror image of the prey
			goal_column = _clamped(_column + _clamped(_column - prey_column))
			goal_row = _clamped(_row + _clamped(_row - prey_row))
		if _chase.method == "axis":
			_step_by_axis(goal_column, goal_row)
			return
		if not (_has_line and _prey_column == prey_column and _prey_row == prey_row):
			_has_line = true
			_prey_column = prey_column
			_prey_row = prey_row
			_draw_line(goal_column, goal_row)
		if _behind < _line.size():
			_column = _line[_behind]
			_row = _line[_behind + 1]
			_behind += 2

	func _clamped(index: int) -> int:
		return int(clamp(index, -MAX_CELL - 1, MAX_CELL))

	# By column and row at once; beside a blocked cell by one of them.
	func _step_by_axis(goal_column: int, goal_row: int) -> void:
		var columns := int(sign(goal_column - _column))
		var rows := int(sign(goal_row - _row))
		for way in [[columns, rows], [columns, 0], [0, rows]]:
			var is_step = way[0] != 0 or way[1] != 0
			if is_step and _cells.can_step(_column, _row, _column + way[0], _row + way[1]):
				_column += way[0]
				_row += way[1]
				return

	# Bresenham's line from here, as far as it is free and no longer than max_path_length.
	func _draw_line(goal_column: int, goal_row: int) -> void:
		_line = []
		_behind = 0
		var columns := int(sign(goal_column - _column))
		var rows := int(sign(goal_row - _row))
		var dx := int(abs(goal_column - _column))
		var dy := int(abs(goal_row - _row))
		var long := dx if dx > dy else dy
		var short := dy if dx > dy else dx
		var error := 2 * short - long
		var column := _column
		var row := _row
		for _i in range(min(long, _chase.max_path_length)):
			var is_aside := error >= 0
			if is_aside:
				error -= 2 * long
			error += 2 * short
			var next_column := column + (columns if dx >= dy or is_aside else 0)
			var next_row := row + (rows if dy > dx or is_aside else 0)
			if not _cells.can_step(column, row, next_column, next_row):
				break
			column = next_column
			row = next_row
			_line.append(column)
			_line.append(row)
		sees = column == goal_column and row == goal_row
