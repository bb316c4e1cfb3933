# Steerwright runtime: moves the agents of an exported scene (NAME.steer.json) exactly as the editor moved them.
#
# One file without dependencies, in what GDScript 3 and GDScript 4 have in common, so the same file serves both.
# Godot 3: run with 3.2.3. Godot 4: run with 4.6; what it uses of the engine is checked against the official API of 4.2 to 4.7.
# License: MIT OR Apache-2.0.
#
#     var world = preload("steerwright.gd").new()
#     var problem = world.load_data(parse_json(text))     # Godot 4: JSON.parse_string(text)
#     if problem != "": push_error(problem)               # names the field that is wrong, and what to do
#     world.advance(1.0 / 60.0)                           # in _physics_process; world.events has what happened
#     $Guard.position = Vector2(world.agent(1).x, world.agent(1).y)
#
# Lengths are in the unit of the export, times in seconds. Members with a leading underscore are not for games.
# How agents move is specified in the motion contract of Steerwright. It is computed in scalar floats, which are doubles;
# Vector2 is single precision and would change the bits.

## The version of the export format that this runtime reads.
const READER := 1

const FORMAT := "steerwright-export"
const LARGEST := 999999999999999  # of 15 digits, which every parser of JSON reads exactly
const MOST_UNITS := 1e9  # in a length
const MAX_NESTING := 127  # of lists and objects within each other
const FURTHEST := 1e9  # coordinate in a call, u
const MAX_WORD := 4294967295  # of 32 bits
const MAX_CELL := 2147483647
const ROW := 4294967296  # a cell's key is column * ROW + row
const AHEAD := [1, ROW - 1, ROW, ROW + 1]
const AROUND := [-ROW - 1, -ROW, -ROW + 1, -1, 0, 1, ROW - 1, ROW, ROW + 1]
const MOST_TICKS := 240  # in one call of advance
const MOST_AGENTS := 50000  # a spawner adds none to a world that has this many
const MOST_CONTACTS := 10000  # of a tick
const MOST_PENDING := 1000  # triggers of one name that count in a tick
const MOST_TIMES := 1000000000  # that a spawner fires
const MOST_PAIRS_TO_TRY := 1024  # with more, a contact rule finds agents by cells
const HEADING_SPEED := 1e-6  # below it an agent keeps its heading, u/s
const NEGLIGIBLE := 1e-9  # with the blend mode priority, shorter forces are ignored

# The grammar of JSON, RFC 8259. The engine's parser accepts more than that.
const GRAMMAR := ("(?(DEFINE)(?<s>[ \\t\\r\\n]*+)"
		+ "(?<t>\"(?:[^\"\\\\\\x00-\\x1f]++|\\\\(?:[\"\\\\/bfnrt]|u(?:[0-9A-CEFa-cef][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}"
		+ "|[Dd][89ABab][0-9A-Fa-f]{2}\\\\u[Dd][C-Fc-f][0-9A-Fa-f]{2})))*+\")"
		+ "(?<n>-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)"
		+ "(?<v>(?&s)(?:(?&t)|(?&n)|true|false|null|\\[(?:(?&v)(?:,(?&v))*+|(?&s))\\]"
		+ "|\\{(?:(?&s)(?&t)(?&s):(?&v)(?:,(?&s)(?&t)(?&s):(?&v))*+|(?&s))\\})(?&s)))\\A(?&v)\\z")

# The parameters of each kind of behavior: the method of Fields that reads one, or the texts that it may be.
const PARAMETERS := {
	"seek": {},
	"flee": {"panic_distance": "length_or_null"},
	"arrive": {
		"target_radius": "length", "slow_radius": "length",
		"ramp": ["linear", "sqrt", "quadratic"], "stop": ["brake", "coast"], "time_to_target": "time_to_target_or_null",
	},
	"leave": {
		"escape_radius": "length", "danger_radius": "length", "ramp": ["stepped", "smooth"],
		"time_to_target": "time_to_target_or_null",
	},
	"pursue": {"max_prediction": "prediction_or_null"},
	"evade": {"max_prediction": "prediction_or_null"},
	"follow_path": {
		"start": ["first", "nearest", "node"], "target_radius": "length", "slow_radius": "length",
		"time_to_target": "time_to_target_or_null",
	},
	"separation": {"radius": "length", "max_separation": "length", "falloff": ["none", "inverse_square"]},
	"follow_leader": {
		"behind_distance": "length", "sight_radius": "length", "slow_radius": "length",
		"separation_radius": "length", "max_separation": "length", "falloff": ["inverse_square", "none"],
	},
	"homing_walk": {
		"step_fraction": "fraction", "min_step": "length", "max_step": "length", "aggro_radius": "length",
		"max_fov_deg": "degrees", "reach_radius": "length", "smooth": "flag", "step_jitter": "fraction", "repick_interval": "repick_interval",
	},
	"avoid_walls": {"ahead_length": "length", "side_length": "length", "side_angle_deg": "half_turn"},
	"follow_wall": {"side": ["left", "right"], "distance": "length", "reach": "length", "look_ahead": "length"},
	"grid_chase": {
		"method": ["axis", "line_of_sight"], "mode": ["chase", "evade"], "max_path_length": "length_in_cells",
		"step_interval": "step_interval",
	},
}

# The names of fields in earlier files.
const OLD_NAMES := {"blend_mode": "combine", "mode": "aim"}

## Seconds per tick.
var dt := 1.0 / 60.0
## Ticks since the start.
var tick := 0
## Seconds since the start: tick * dt.
var time := 0.0
## The part of a tick, 0 to 1, that advance() has kept: draw at previous + (position - previous) * interpolation_alpha.
var interpolation_alpha := 0.0
## Every Agent, in the order of ids.
var agents := []
## The events of the last step() or advance(): dictionaries of tick, agent (its id), kind, node (its index, or -1), and behavior
## (its index in the agent's list, or -1 for sight). The kinds: wait_ended, node_reached, wait_started, path_finished, arrived,
## aggro_left, aggro_entered, waypoint_picked, line_lost, line_gained, cell_entered, sight_gained, sight_lost, spawned, expired,
## contact. The last three have no behavior; they also have source, the id of the spawner or contact rule, and other, the id of the
## other agent of a contact, or -1.
var events := []

## Why the last spawn() was refused, or "".
var problem := ""

var _places := {}  # by keys: "agent 3", "marker 1", "pointer"
var _routes := {}  # by ids of paths
var _presets := {}  # by ids, which count from 1 in the order of the file; equal ones are one
var _highest_id := 0  # that an agent ever had
var _placement := {}
var _accumulator := 0.0  # the part of a tick that advance() has kept
var _turn_sign := 1.0
var _seed := 0
var _cells = null
var _walls := {}  # by ids
var _spawners := []  # by id, as the next
var _contacts := []
var _spawned := {}  # by ids of agents: its spawner, and the tick in which it expires, or -1
var _is_pressed := false
var _is_new_press := false
var _first_own_event := 0  # the index of the first event of agents in this tick
var _barriers = null  # what these walls and the blocked cells stop
# Finding neighbors. The widest radius of separation, a little more against rounding; 0 if no agent looks for neighbors.
var _neighbor_radius := 0.0
# Agents are found by cells that are wider than that by _skin, and each remembers those within its radius and the skin. What it
# remembers holds until two agents may have come nearer to each other by the skin: _skin_left is what is left of it.
var _skin := 0.0
var _skin_left := -1.0
var _furthest := 0.0  # coordinate of an agent, for what is lost by rounding
var _neighbors := {}  # agents by cells
var _surroundings := {}
var _near := []  # by index of the agent: null, or those it remembers
# Where half of the agents or more separate by the inverse square within one radius, each pair is computed once for both. 0 for
# no such radius. By index of the agent: those of higher indices it remembers, its coordinates at the start of the tick, and the
# sum of pushes.
var _common_radius := 0.0
var _pairs := []
var _x := []
var _y := []
var _push_x := []
var _push_y := []
var _zeros := []  # one for each agent


# ---- Running ----

## Loads the parsed text of an export, at tick 0. Returns "", or the problem with its field and how to fix it; then the world
## is empty.
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


## Applies the parsed text of an edited export while the world runs. Everything authored is that of the new data, including
## targets, dangers and markers. Agents that were there before continue from where they are, unless their start was edited. The
## tick, the pointer and driven agents stay; what other calls changed is undone, and spawned agents are gone. Presets may have
## other ids: find them by name again. Returns "", or the problem; then nothing has changed.
func apply_scene(data) -> String:
	var edited = get_script().new()
	var refusal: String = edited.load_data(data)
	if refusal != "":
		return refusal
	var has_same_placement: bool = edited._numbers_of_placement() == _numbers_of_placement()
	for each in edited.agents:
		var was = agent(each.id)
		if has_same_placement and was != null and (was._is_driven or each._authored == was._authored):
			each._carry_over(was, edited)
		each._world = weakref(self)
	if _places.has("pointer"):  # not in a world that has loaded nothing yet
		edited._set_place("pointer", _places["pointer"].x, _places["pointer"].y)
	for spawner in edited._spawners:
		for earlier in _spawners:
			if has_same_placement and edited._seed == _seed and earlier.id == spawner.id:
				spawner.carry_over(earlier)
	_spawners = edited._spawners
	_contacts = edited._contacts
	_spawned = {}
	dt = edited.dt
	time = tick * dt
	agents = edited.agents
	_places = edited._places
	_placement = edited._placement
	_routes = edited._routes
	_presets = edited._presets
	_highest_id = edited._highest_id if edited._highest_id > _highest_id else _highest_id
	_seed = edited._seed
	_turn_sign = edited._turn_sign
	_cells = edited._cells
	_walls = edited._walls
	_barriers = edited._barriers
	_neighbor_radius = edited._neighbor_radius
	_forget_neighbors()
	return ""


## How the scene was placed in the game: y_down, plane, scale and origin, as in the export.
func placement() -> Dictionary:
	return _placement.duplicate(true)


# What changes the numbers of the whole scene.
func _numbers_of_placement() -> Array:
	var origin: Dictionary = _placement.get("origin", {})
	return [_placement.get("y_down"), _placement.get("scale"), origin.get("x"), origin.get("y")]


## Takes one tick.
func step() -> void:
	events = []
	_step()


## Takes as many whole ticks as fit into the seconds, at most 240, and keeps the rest for the next call. A game that is late
## slows down instead of freezing. Returns the ticks taken.
func advance(seconds: float) -> int:
	events = []
	var added := seconds / dt
	if added > 0.0 and added < INF:
		_accumulator += added
	var ticks := 0
	while _accumulator >= 1.0:
		if ticks == MOST_TICKS:
			_accumulator = 0.0
			break
		_accumulator -= 1.0
		ticks += 1
		_step()
	interpolation_alpha = _accumulator
	return ticks


## The Agent with this id, or null.
func agent(id: int):
	return _places.get("agent %d" % id)


## The id of the agent with this name, or -1; of several, the lowest.
func find_agent(name: String) -> int:
	for each in agents:
		if each.name == name:
			return each.id
	return -1


## The id of the marker with this name, or -1; of several, the lowest.
func find_marker(name: String) -> int:
	var lowest := -1
	for key in _places:
		var place = _places[key]
		if place is Place and place.id >= 0 and place.name == name and (lowest < 0 or place.id < lowest):
			lowest = place.id
	return lowest


## The id of the path with this name, or -1; of several, the lowest.
func find_path(name: String) -> int:
	return _lowest_id(name, _routes)


## The id of the preset with this name, or -1; of several, the lowest. An export has only the presets of its agents.
func find_preset(name: String) -> int:
	return _lowest_id(name, _presets)


## The id of the wall with this name, or -1; of several, the lowest.
func find_wall(name: String) -> int:
	return _lowest_id(name, _walls)


func _lowest_id(name: String, entries: Dictionary) -> int:
	var lowest := -1
	for id in entries:
		if entries[id].name == name and (lowest < 0 or id < lowest):
			lowest = id
	return lowest


## The line of a path: a dictionary of its points, each with x and y, whether it is closed, and its length. A closed path does not
## repeat its first point. Null for an id that is not there.
func path(id: int):
	if not _routes.has(id):
		return null
	var line = _routes[id].line
	var points := []
	for i in range(line.x.size()):
		points.append({"x": line.x[i], "y": line.y[i]})
	return {"points": points, "closed": line.is_closed, "length": line.length}


## The place of a path nearest to (x, y): a dictionary of x, y, along (its distance along the path from the first point) and
## distance (from the given position). Null for an id that is not there, a path without points, and coordinates that are not
## from -1e9 to 1e9.
func path_nearest(id: int, x: float, y: float):
	if not (_routes.has(id) and _is_place(x, y)):
		return null
	return _routes[id].line.nearest(x, y)


## The point of a path at a distance along it from its first point: a dictionary of x and y. On a closed path the distance wraps
## around, on an open one it is limited to the ends. Null for an id that is not there, a path without points, and a distance that
## is not finite.
func path_at(id: int, along: float):
	if not (_routes.has(id) and abs(along) < INF):
		return null
	return _routes[id].line.at(along)


## The cell that contains (x, y): a dictionary of column, row (rows count along the y axis of the game), its center x and y, the
## size of every cell, and whether it is blocked. Null for coordinates that are not from -1e9 to 1e9.
func cell_at(x: float, y: float):
	return _cells.describe(x, y) if _cells != null and _is_place(x, y) else null


func _step() -> void:
	tick += 1
	time = tick * dt
	var highest_before := _highest_id
	_run_spawners()
	_first_own_event = events.size()
	if _neighbor_radius > 0.0 and not (_skin_left >= 0.0):
		_find_neighbors()
	if _common_radius > 0.0:
		_push_pairs()
	# All decide from the state at the start of the tick; only then do they move.
	for each in agents:
		each._think(self)
	var barriers = _barriers if _barriers != null and _barriers.motion.size() > 0 else null
	if _neighbor_radius > 0.0:
		var fastest := 0.0
		for each in agents:
			each._move(dt, barriers)
			if not (each.speed <= fastest):
				fastest = each.speed
			if barriers != null:
				# What moved past a wall, or out of one, has another speed now.
				var moved := Measure.distance(each.previous_x, each.previous_y, each.x, each.y) / dt
				if not (moved <= fastest):
					fastest = moved
		_use_skin(2.0 * fastest * dt + 8e-16 * _furthest)
	else:
		for each in agents:
			each._move(dt, barriers)
	for each in agents:
		if each._facing != null:
			each._turn(self)
		if each._sight != null:
			each._look(self)
	if _contacts.size() > 0:
		_find_contacts(highest_before)


# The start of a tick: agents expire, and spawners fire.
func _run_spawners() -> void:
	for id in _spawned.keys():
		var expires: int = _spawned[id][1]
		if expires >= 0 and expires <= tick:
			_report(id, "expired", _spawned[id][0].id)
			despawn(id)
	for spawner in _spawners:
		var due: int = spawner.due(_is_pressed, _is_new_press)
		while due > 0 and spawner.fire():
			due -= 1
			for _i in range(spawner.count):
				_spawn_from(spawner)
	_is_new_press = false


# Adds an agent of a spawner, if there is room and a place for it.
func _spawn_from(spawner) -> void:
	if spawner.max_alive > 0 and spawner.alive >= spawner.max_alive:
		return
	if agents.size() >= MOST_AGENTS or _highest_id >= MAX_WORD:
		return
	var id := _highest_id + 1
	var entering := Agent.new(id, self, spawner.preset)
	var place: Array = spawner.place_of(entering._random, _places)
	if place.size() == 0:
		return
	entering._start(place[0], place[1], 0.0, 0.0)
	if spawner.scatter.size() > 0:
		entering._scatter_within(spawner.scatter[0], spawner.scatter[1], _turn_sign)
		entering._start(entering.x, entering.y, 0.0, 0.0)
	entering._target = spawner.target
	entering._authored_target = spawner.target
	entering._danger = spawner.danger
	entering._set_leader(spawner.leader)
	entering._path = spawner.path
	entering._route = _routes.get(spawner.path)
	entering._enter(self)
	agents.append(entering)
	_places["agent %d" % id] = entering
	_highest_id = id
	_forget_neighbors()
	spawner.alive += 1
	_spawned[id] = [spawner, tick + spawner.lifetime_ticks if spawner.lifetime_ticks > 0 else -1]
	_report(id, "spawned", spawner.id)


# Finds the agents that touch, after all have moved. Those with an id above highest_before are new.
func _find_contacts(highest_before: int) -> void:
	var gone := {}
	_add_contacts(highest_before, gone)
	for id in gone:
		despawn(id)


# Reports the agents that touch, and adds the ids of those that go to gone.
func _add_contacts(highest_before: int, gone: Dictionary) -> void:
	var found := 0
	for rule in _contacts:
		var firsts := _agents_of(rule.first)
		var seconds := _agents_of(rule.second)
		if firsts.size() == 0 or seconds.size() == 0:
			continue
		var reach: float = rule.reach(firsts[0]._radius, seconds[0]._radius)
		var cells = null
		if reach > 0.0 and firsts.size() * seconds.size() > MOST_PAIRS_TO_TRY:
			cells = ContactCells.new(seconds, reach)
		for a in firsts:
			if gone.has(a.id):
				continue
			var near: Array = seconds if cells == null else cells.near(a)
			for b in near:
				if not rule.is_contact(a, b, reach, highest_before) or gone.has(b.id):
					continue
				_report(a.id, "contact", rule.id, b.id)
				if rule.second_goes:
					gone[b.id] = true
				if rule.first_goes:
					gone[a.id] = true
				found += 1
				if found == MOST_CONTACTS:
					return
				if rule.first_goes:
					break


func _agents_of(preset_id: int) -> Array:
	var found := []
	for each in agents:
		if each.preset == preset_id:
			found.append(each)
	return found


# An event of a spawner or a contact rule.
func _report(agent_id: int, kind: String, source: int, other := -1) -> void:
	events.append({
		"tick": tick, "agent": agent_id, "kind": kind, "node": -1, "behavior": -1, "source": source, "other": other,
	})


# Takes what two agents may have come nearer in a tick from the skin. Where little is left after a few ticks, remembering costs
# more than it saves: then there is no skin, and agents are found again in each tick.
func _use_skin(used: float) -> void:
	_skin_left -= used
	if not (_skin_left >= 0.0):
		_skin = 0.25 * _neighbor_radius
		if not (used * 4.0 < _skin):
			_skin = 0.0


func _forget_neighbors() -> void:
	_skin_left = -1.0
	_neighbors = {}
	_surroundings = {}
	_near = []
	_pairs = []
	_common_radius = 0.0


func _find_neighbors() -> void:
	_neighbors = {}
	_surroundings = {}
	_near = []
	_near.resize(agents.size())
	_furthest = 0.0
	var width := _neighbor_radius + _skin
	var index := 0
	for each in agents:
		each._index = index
		index += 1
		each._cell = _limited(floor(each.x / width), -1000000000, 1000000000) * ROW \
				+ _limited(floor(each.y / width), -1000000000, 1000000000)
		if _neighbors.has(each._cell):
			_neighbors[each._cell].append(each)
		else:
			_neighbors[each._cell] = [each]
		_furthest = max(_furthest, max(abs(each.x), abs(each.y)))
	_furthest += _skin
	_skin_left = _skin if _skin > 0.0 else -1.0
	_find_pairs()


func _find_pairs() -> void:
	_common_radius = 0.0
	if _skin == 0.0:
		return
	var counts := {}
	for each in agents:
		var radius: float = each._inverse_square_radius
		counts[radius] = counts.get(radius, 0) + 1
		if radius > 0.0 and 2 * counts[radius] >= agents.size():
			_common_radius = radius
	_pairs = []
	_zeros = []
	if _common_radius == 0.0:
		return
	_read_positions()
	var members := {}  # indices by cells
	for each in agents:
		_pairs.append([])
		_zeros.append(0.0)
		if members.has(each._cell):
			members[each._cell].append(each._index)
		else:
			members[each._cell] = [each._index]
	var reach := _common_radius * 1.001 + _skin
	for cell in members:
		# Those of the same cell that are still to come, and those of four of the eight around it: each pair is found once.
		var others: Array = members[cell].duplicate()
		for side in AHEAD:
			if members.has(cell + side):
				others += members[cell + side]
		for index in members[cell]:
			others.pop_front()
			_pairs[index] = _within(reach * reach, _x[index], _y[index], others)


func _within(squared_reach: float, x: float, y: float, indices: Array) -> Array:
	var xs := _x
	var ys := _y
	var found := []
	for other in indices:
		var dx = xs[other] - x
		var dy = ys[other] - y
		if dx * dx + dy * dy <= squared_reach:
			found.append(other)
	return found


func _read_positions() -> void:
	_x = []
	_y = []
	for each in agents:
		_x.append(each.x)
		_y.append(each.y)


# The pushes of all pairs within the common radius, as _ask_separation computes them: what one gets, the other gets reversed. The
# sums are exact, so that their order makes no difference.
func _push_pairs() -> void:
	_read_positions()
	_push_x = _zeros.duplicate()
	_push_y = _zeros.duplicate()
	var xs := _x
	var ys := _y
	var sums_x := _push_x
	var sums_y := _push_y
	var radius := _common_radius
	var squared_radius := radius * radius
	var nearest := (radius / 1024.0) * (radius / 1024.0)
	var index := 0
	for near in _pairs:
		var x: float = xs[index]
		var y: float = ys[index]
		var sum_x := 0.0
		var sum_y := 0.0
		for other in near:
			var dx = xs[other] - x
			var dy = ys[other] - y
			var squared = dx * dx + dy * dy
			if squared <= squared_radius:
				if squared < nearest:
					squared = nearest
				var w = radius / squared
				dx = (dx * w + 1572864.0) - 1572864.0
				dy = (dy * w + 1572864.0) - 1572864.0
				sum_x -= dx
				sum_y -= dy
				sums_x[other] += dx
				sums_y[other] += dy
		sums_x[index] += sum_x
		sums_y[index] += sum_y
		index += 1


# As an int from low to high. The clamp() of Godot 3 rounds to single precision.
static func _limited(value: float, low: int, high: int) -> int:
	if value <= low:
		return low
	return high if value >= high else int(value)


# The agents in a cell and in the eight around it.
func _surroundings_of(cell: int) -> Array:
	if not _surroundings.has(cell):
		var found := []
		for side in AROUND:
			if _neighbors.has(cell + side):
				found += _neighbors[cell + side]
		_surroundings[cell] = found
	return _surroundings[cell]


# The agents that may be neighbors of this one, itself among them.
func _neighbors_of(each) -> Array:
	if _skin == 0.0:
		return _surroundings_of(each._cell)
	var near := []
	var x: float = each.x
	var y: float = each.y
	var reach: float = each._neighbor_radius + _skin
	reach *= reach
	for other in _surroundings_of(each._cell):
		var dx = other.x - x
		var dy = other.y - y
		if dx * dx + dy * dy <= reach:
			near.append(other)
	_near[each._index] = near
	return near


# ---- The text of an export ----


## Why the text of an export is not JSON as every runtime reads it, or "". The parsers of the engine accept more, so check a text
## from an untrusted source before you parse it for load_data().
static func problem_of_text(text: String) -> String:
	var bare: String = _regex("\"(?:[^\"\\\\]++|\\\\.)*+\"").sub(text, "", true)
	# Not float() of the whole number, which is single precision in Godot 3.
	for number in _regex("([0-9][0-9.]*)[eE]\\+?([0-9]{3,})").search_all(bare):
		if float(number.get_string(1)) * pow(10.0, int(number.get_string(2))) >= INF:
			return "a number in the text is too large; export the scene again"
	if _regex("[0-9]{309,}").search(bare) != null:
		return "a number in the text is too large; export the scene again"
	var innermost = _regex("[\\[{][^\\[\\]{}]*+[\\]}]")
	var unnested := ""
	for _i in range(MAX_NESTING):
		unnested = innermost.sub(bare, "", true)
		if unnested == bare:
			break
		bare = unnested
	if bare.find("[") >= 0 or bare.find("{") >= 0:
		return "the values in the text are nested too deeply, or a bracket is not closed; export the scene again"
	if _regex(GRAMMAR).search(text) == null:
		return "the text is not JSON; export the scene again"
	return ""


static func _regex(pattern: String):
	var regex := RegEx.new()
	if regex.compile(pattern) != OK:
		push_error("a pattern of the runtime is wrong")
	return regex


# ---- Calls of the game; each returns "", or why it was refused ----

## Moves the pointer.
func set_pointer(x: float, y: float) -> String:
	return _set_place("pointer", x, y)


## Tells whether the pointer is pressed, which spawners can wait for.
func set_pressed(is_pressed: bool) -> void:
	_is_new_press = _is_new_press or (is_pressed and not _is_pressed)
	_is_pressed = is_pressed


## Fires the spawners that wait for this name at the start of the next tick. Returns whether there is one.
func trigger(name: String) -> bool:
	var is_known := false
	for spawner in _spawners:
		if spawner.when == "trigger" and spawner.trigger == name:
			is_known = true
			if spawner.pending < MOST_PENDING:
				spawner.pending += 1
	return is_known


## Moves a marker.
func move_marker(id: int, x: float, y: float) -> String:
	return _set_place("marker %d" % id, x, y)


## Sets the target of an agent: a "marker", an "agent", the "pointer", or "none".
func set_target(agent_id: int, kind: String, id := 0) -> String:
	return _set_reference(agent_id, "_target", kind, id)


## Sets the danger of an agent: a "marker", an "agent", the "pointer", or "none".
func set_danger(agent_id: int, kind: String, id := 0) -> String:
	return _set_reference(agent_id, "_danger", kind, id)


## Sets the leader of an agent: the id of an agent, or -1 for none.
func set_leader(agent_id: int, leader_id := -1) -> String:
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "" and leader_id != -1:
		refusal = _problem_with("agent %d" % leader_id)
	if refusal == "":
		agent(agent_id)._set_leader("agent %d" % leader_id if leader_id != -1 else "")
	return refusal


## Sets the path of an agent: the id of a path, or -1 for none. Its path following starts as its preset says; with the path that it
## has already it continues.
func set_path(agent_id: int, path_id := -1) -> String:
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "" and path_id != -1 and not _routes.has(path_id):
		refusal = "there is no path %d; use an id of the export" % path_id
	if refusal == "" and agent(agent_id)._path != path_id:
		agent(agent_id)._set_path(path_id, _routes.get(path_id), self)
	return refusal


## Opens or closes a door. Cell movers look for their way again if the cells that it crosses become free or blocked.
func set_wall_open(wall_id: int, is_open: bool) -> String:
	if not _walls.has(wall_id):
		return "there is no wall %d; use an id of the export" % wall_id
	var wall = _walls[wall_id]
	if not wall.is_door:
		return "the wall %d is not a door; make it one in the scene" % wall_id
	if wall.is_open != is_open:
		wall.is_open = is_open
		if _cells.block_crossed_by(_walls):
			for each in agents:
				if each._mover != null:
					each._mover._forget_line()
	return ""


## Whether a wall is a door that is open now.
func is_wall_open(wall_id: int) -> bool:
	return _walls.has(wall_id) and _walls[wall_id].is_open


# The ids of the doors that are open.
func _open_doors() -> Array:
	var open := []
	for id in _walls:
		if _walls[id].is_open:
			open.append(id)
	return open


## Whether an agent whose preset has sight sees the body of another agent now, whatever its target. False also for an agent that does
## not exist or has no sight, and for the agent itself.
func sees(agent_id: int, other_id: int) -> bool:
	var watcher = agent(agent_id)
	var other = agent(other_id)
	return watcher != null and other != null and watcher != other and watcher._sight != null and watcher._sees(other, self)


## Sets the preset that an agent moves by. It continues from where it is, and its behaviors keep their memory.
func set_preset(agent_id: int, preset_id: int) -> String:
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "" and not _presets.has(preset_id):
		refusal = "there is no preset %d; find its id by its name" % preset_id
	if refusal == "":
		agent(agent_id)._change_preset(preset_id, _presets[preset_id], self)
		_forget_neighbors()
	return refusal


## Replaces a preset: all its agents move by the new one from now on. The data are the parsed fields of an agent in an export that
## come from its preset: preset, color, body, facing, sight, motion, blend_mode and behaviors.
func replace_preset(preset_id: int, data) -> String:
	if not _presets.has(preset_id):
		return "there is no preset %d; find its id by its name" % preset_id
	var problems := []
	var replacement := Preset.new(Fields.new(data, "", problems), dt)
	if problems.size() > 0:
		return problems[0]
	_presets[preset_id] = replacement
	_measure_neighbor_radius()
	for each in agents:
		if each.preset == preset_id:
			each._change_preset(preset_id, replacement, self)
	_forget_neighbors()
	return ""


## Lets the game move this agent: after the next step it is at (x, y), until it is driven elsewhere or released.
func drive(agent_id: int, x: float, y: float) -> String:
	var refusal := _problem_with("agent %d" % agent_id, x, y)
	if refusal == "":
		agent(agent_id)._drive(x, y)
	return refusal


## Returns a driven agent to its behaviors. A cell mover moves to the center of its cell immediately.
func release(agent_id: int) -> String:
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "":
		agent(agent_id)._release()
		_forget_neighbors()
	return refusal


## Adds an agent with a preset, at rest at (x, y). It has no name, path, target, danger or leader yet. Returns its id: the highest id
## so far plus 1. If it is refused, it returns -1, and `problem` says why.
func spawn(preset_id: int, x: float, y: float) -> int:
	var id := _highest_id + 1 if _highest_id < MAX_WORD else MAX_WORD
	problem = ""
	if not _presets.has(preset_id):
		problem = "there is no preset %d; find its id by its name" % preset_id
	elif not _is_place(x, y):
		problem = "a coordinate of the new agent is not a number from -1e9 to 1e9; check where it is computed"
	elif agent(id) != null:
		problem = "there is an agent %d already; despawn it first" % id
	if problem != "":
		return -1
	var entering := Agent.new(id, self, preset_id)
	entering._start(x, y, 0.0, 0.0)
	entering._enter(self)
	agents.append(entering)
	_places["agent %d" % id] = entering
	_highest_id = id
	_forget_neighbors()
	return id


## Removes an agent. Targets, dangers and leaders that name it become none.
func despawn(agent_id: int) -> String:
	var key := "agent %d" % agent_id
	var refusal := _problem_with(key)
	if refusal == "":
		agents.erase(agent(agent_id))
		if _spawned.has(agent_id):
			_spawned[agent_id][0].alive -= 1
			_spawned.erase(agent_id)
		for spawner in _spawners:
			spawner.forget(key)
		_forget_neighbors()
		_places.erase(key)
		for each in agents:
			each._forget(key)
	return refusal


func _set_reference(agent_id: int, role: String, kind: String, id: int) -> String:
	var key := "%s %d" % [kind, id]
	if kind == "pointer":
		key = kind
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "" and kind != "none":
		refusal = _problem_with(key)
	if refusal == "":
		agent(agent_id).set(role, key if kind != "none" and key != "agent %d" % agent_id else "")
		if role == "_target":
			agent(agent_id)._authored_target = key if kind != "none" else ""
	return refusal


func _set_place(key: String, x: float, y: float) -> String:
	var refusal := _problem_with(key, x, y)
	if refusal == "":
		_places[key].x = x
		_places[key].y = y
	return refusal


func _problem_with(key: String, x := 0.0, y := 0.0) -> String:
	if not _places.has(key):
		return "there is no %s; use an id of the export" % key
	if not _is_place(x, y):
		return "a coordinate of %s is not a number from -1e9 to 1e9; check where it is computed" % key
	return ""


func _is_place(x: float, y: float) -> bool:
	return abs(x) <= FURTHEST and abs(y) <= FURTHEST


# ---- Loading ----

func _clear() -> void:
	tick = 0
	time = 0.0
	interpolation_alpha = 0.0
	_accumulator = 0.0
	agents = []
	events = []
	_places = {}
	_routes = {}
	_presets = {}
	_highest_id = 0
	_placement = {}
	_spawners = []
	_contacts = []
	_spawned = {}
	_is_pressed = false
	_is_new_press = false
	_walls = {}
	_barriers = null
	_neighbor_radius = 0.0
	_forget_neighbors()


func _is_readable(file) -> bool:
	if file.is_sound() and file.text("format") != FORMAT:
		file.fail("format", "is not \"%s\"" % FORMAT)
	var version: int = file.whole("format_version", 1, LARGEST) if file.is_sound() else 1
	var needed := version
	if file.is_sound() and file.has("min_reader"):
		needed = file.whole("min_reader", 1, LARGEST)
	if file.is_sound() and needed > READER:
		file.refuse("min_reader: the file needs a runtime of version %d, and this one is of version %d; use the newer runtime"
				% [needed, READER])
	return file.is_sound()


func _read(file) -> void:
	dt = 1.0 / file.within("ticks_per_second", 1.0, 1000.0)
	_turn_sign = -1.0 if file.flag("y_down") else 1.0
	file.check_derived("turn_sign", _turn_sign)
	file.text("name")
	file.text("unit")
	_seed = file.whole("seed", 0, LARGEST)
	_placement = file.placement()
	_cells = Cells.new(file.object("cells"), file.flag("y_down"))
	_read_walls(file)
	_places["pointer"] = Place.new(file.object("pointer"))
	var markers: Dictionary = file.objects_by_id("markers")
	for id in markers:
		markers[id].choice("kind", ["target", "danger"])
		_places["marker %d" % id] = Place.new(markers[id], id, markers[id].text("name"))
	var paths: Dictionary = file.objects_by_id("paths")
	for id in paths:
		_routes[id] = Route.new(paths[id], dt)
	var fields_by_id: Dictionary = file.objects_by_id("agents")
	var preset_ids := {}  # by ids of agents, in the order of the file
	for id in fields_by_id:
		preset_ids[id] = _id_of_preset(Preset.new(fields_by_id[id], dt))
	_measure_neighbor_radius()
	var ids := fields_by_id.keys()
	ids.sort()
	for id in ids:
		var entering := Agent.new(id, self, preset_ids[id])
		entering._read(fields_by_id[id], self)
		entering._enter(self)
		agents.append(entering)
		_places["agent %d" % id] = entering
		_highest_id = id
	for id in ids:
		_check_references(fields_by_id[id], id)
	_read_spawners(file)


func _read_spawners(file) -> void:
	var spawners: Dictionary = file.objects_by_id("spawners") if file.has("spawners") else {}
	var ids := []
	for id in spawners:
		ids.append(id)
		spawners[id] = [spawners[id], _id_of_preset(Preset.new(spawners[id], dt))]
		_check_references(spawners[id][0], -1)
	ids.sort()
	for id in ids:
		_spawners.append(Spawner.new(spawners[id][0], id, self, spawners[id][1]))
	var contacts: Dictionary = file.objects_by_id("contacts") if file.has("contacts") else {}
	ids = contacts.keys()
	ids.sort()
	for id in ids:
		_contacts.append(Contact.new(contacts[id], id, _presets))
	_measure_neighbor_radius()


func _read_walls(file) -> void:
	var skin: float = file.within("skin", 1e-9, 1.0)
	var walls: Dictionary = file.objects_by_id("walls")
	for id in walls:
		_walls[id] = WallEdges.new(walls[id])
	if file.is_sound() and _cells.count_crossed_by(_walls) > 1000000:
		file.refuse("walls: cross more than 1000000 cells; use larger cells, or shorter walls")
	if file.is_sound():
		_barriers = WallBarriers.new(_walls, _cells, skin, _turn_sign)
		_cells.block_crossed_by(_walls)


# The id of this preset, or of an equal one that is there already.
func _id_of_preset(preset) -> int:
	for id in _presets:
		if _presets[id].has_all_of(preset):
			return id
	_presets[_presets.size() + 1] = preset
	return _presets.size()


func _measure_neighbor_radius() -> void:
	_neighbor_radius = 0.0
	for id in _presets:
		_neighbor_radius = max(_neighbor_radius, _presets[id].neighbor_radius)


# Refuses references of an agent that name nothing, or the agent itself.
func _check_references(fields, id: int) -> void:
	if fields.has_value("path") and not _routes.has(fields.count("path")):
		fields.fail("path", "names a path that is not in the file")
	var leader: String = "agent %d" % fields.count("leader") if fields.has_value("leader") else ""
	for reference in [["target", fields.place_key("target")], ["danger", fields.place_key("danger")], ["leader", leader]]:
		if reference[1] == "agent %d" % id:
			fields.fail(reference[0], "names the agent itself")
		elif reference[1] != "" and not _places.has(reference[1]):
			fields.fail(reference[0], "names %s, which is not in the file" % reference[1])


# A spawner: where, when and which agents it adds, and what it remembers.
class Spawner:
	var id := 0
	var preset := 0
	var place := ""  # the key of a marker or an agent
	var corners := []  # or the coordinates of a point, or of two opposite corners; empty if it is gone
	var scatter := []  # the least and the largest distance
	var when := ""
	var trigger := ""
	var delay_ticks := 0
	var every_ticks := 0
	var jitter_ticks := 0
	var lifetime_ticks := 0
	var count := 1
	var times := 0  # 0 without end
	var max_alive := 0  # 0 for any number
	# References as keys of places, "" for none; the path -1 for none.
	var target := ""
	var danger := ""
	var leader := ""
	var path := -1
	# Memory.
	var wait := 0
	var fired := 0
	var pending := 0
	var alive := 0
	var random = null

	func _init(fields, own_id: int, world, own_preset: int):
		id = own_id
		preset = own_preset
		fields.text("name")
		_read_place(fields.object("place"), fields, world)
		if fields.has_value("scatter"):
			var distances = fields.object("scatter")
			var nearest: float = distances.length("min")
			scatter = [nearest, distances.within("max", nearest, MOST_UNITS)]
		when = fields.choice("when", ["time", "press", "trigger"])
		trigger = fields.text("trigger") if fields.has_value("trigger") else ""
		if fields.has_value("trigger") != (when == "trigger") or (when == "trigger" and trigger == ""):
			fields.fail("trigger", "does not match when")
		if when == "time" and not fields.has_value("every"):
			fields.fail("every", "is null, and when is time")
		delay_ticks = _ticks(fields, "delay", 0.0, world.dt)
		every_ticks = _ticks(fields, "every", 0.001, world.dt)
		jitter_ticks = _ticks(fields, "jitter", 0.0, world.dt)
		lifetime_ticks = _ticks(fields, "lifetime", 0.001, world.dt)
		count = fields.whole("count", 1, 1000)
		times = fields.whole("times", 1, MOST_TIMES) if fields.has_value("times") else 0
		max_alive = fields.whole("max_alive", 1, MOST_TIMES) if fields.has_value("max_alive") else 0
		target = fields.place_key("target")
		danger = fields.place_key("danger")
		leader = "agent %d" % fields.count("leader") if fields.has_value("leader") else ""
		path = fields.count("path") if fields.has_value("path") else -1
		random = Stream.new(world._seed, 4294967296 + id)
		fields.check_words("random_state", random._words)
		wait = delay_ticks

	func _read_place(fields, owner, world) -> void:
		var kind: String = fields.choice("kind", ["point", "marker", "agent", "edge"])
		if kind == "marker" or kind == "agent":
			place = "%s %d" % [kind, fields.count("id")]
			if not world._places.has(place):
				owner.fail("place", "names %s, which is not in the file" % place)
			return
		corners = [fields.coordinate("x"), fields.coordinate("y")]
		if kind == "edge":
			corners += [fields.coordinate("x2"), fields.coordinate("y2")]

	# The ticks of a time, which are in the file too. With a least time above 0, it can be null, which is 0 ticks.
	func _ticks(fields, key: String, least: float, dt: float) -> int:
		var ticks := 0
		if least == 0.0 or fields.has_value(key):
			ticks = Rounding.ticks_in(fields.within(key, least, 1e6), dt, 1 if least > 0.0 else 0)
		fields.check_derived(key + "_ticks", ticks)
		return ticks

	# Continues as this spawner before an edit, if it fires at the same times.
	func carry_over(was) -> void:
		if [when, trigger, delay_ticks, every_ticks, jitter_ticks, times] != [
				was.when, was.trigger, was.delay_ticks, was.every_ticks, was.jitter_ticks, was.times]:
			return
		wait = was.wait
		fired = was.fired
		pending = was.pending
		random = was.random

	# Drops references to an agent that is gone.
	func forget(key: String) -> void:
		if place == key:
			place = ""
		if target == key:
			target = ""
		if danger == key:
			danger = ""
		if leader == key:
			leader = ""

	# How often it fires in this tick, if it may.
	func due(is_pressed: bool, is_new_press: bool) -> int:
		var fires := pending
		if when == "time":
			fires = 1 if wait == 0 else 0
		elif when == "press":
			fires = 1 if is_new_press or (is_pressed and every_ticks > 0 and wait == 0) else 0
		pending = 0
		if fires == 0 and wait > 0 and (when == "time" or is_pressed):
			wait -= 1
		return fires

	# Counts a firing, if it may fire once more.
	func fire() -> bool:
		if times > 0 and fired >= times:
			return false
		fired += 1
		if when != "trigger":
			wait = _next_wait()
		return true

	func _next_wait() -> int:
		var ticks := every_ticks
		if ticks > 0 and jitter_ticks > 0:
			ticks += int(floor(random.next_float() * (2.0 * jitter_ticks + 1.0))) - jitter_ticks
		return ticks - 1 if ticks > 1 else 0

	# Where an agent with this stream enters, before its scatter: x and y, or nothing if the place is gone.
	func place_of(stream, places: Dictionary) -> Array:
		if corners.size() == 4:
			return _edge_point(stream.next_float())
		if corners.size() == 2:
			return corners
		var found = places.get(place)
		return [found.x, found.y] if found != null else []

	# The point at a fraction of the outline of its rectangle.
	func _edge_point(fraction: float) -> Array:
		var x: float = corners[0]
		var y: float = corners[1]
		var x2: float = corners[2]
		var y2: float = corners[3]
		var w := x2 - x if x2 > x else x - x2
		var h := y2 - y if y2 > y else y - y2
		var s := fraction * (w + h + w + h)
		if s < w:
			return _between(x, y, x2, y, s / w)
		if s < w + h:
			return _between(x2, y, x2, y2, (s - w) / h)
		if s < w + h + w:
			return _between(x2, y2, x, y2, (s - (w + h)) / w)
		return _between(x, y2, x, y, (s - (w + h + w)) / h if h > 0.0 else 0.0)

	func _between(px: float, py: float, qx: float, qy: float, part: float) -> Array:
		return [px + (qx - px) * part, py + (qy - py) * part]


# What happens to agents of two presets that touch.
class Contact:
	var id := 0
	var first := 0
	var second := 0
	var distance = null
	var margin := 0.0
	var first_goes := false
	var second_goes := false

	func _init(fields, own_id: int, presets: Dictionary):
		id = own_id
		fields.text("name")
		first = fields.count("first")
		second = fields.count("second")
		for key in ["first", "second"]:
			if not presets.has(fields.count(key)):
				fields.fail(key, "is not a preset of the file")
		distance = fields.length_or_null("distance")
		margin = fields.length("margin")
		var despawn: String = fields.choice("despawn", ["none", "first", "second", "both"])
		first_goes = despawn == "first" or despawn == "both"
		second_goes = despawn == "second" or despawn == "both"

	# The distance at which agents with these radii touch.
	func reach(first_radius: float, second_radius: float) -> float:
		return distance if distance != null else first_radius + second_radius + margin

	# Whether two agents touch in a way that counts.
	func is_contact(a, b, reach: float, highest_before: int) -> bool:
		if b.id <= a.id if first == second else b.id == a.id:
			return false
		var dx: float = b.x - a.x
		var dy: float = b.y - a.y
		if not dx * dx + dy * dy <= reach * reach:
			return false
		if first_goes or second_goes or a.id > highest_before or b.id > highest_before:
			return true
		dx = b.previous_x - a.previous_x
		dy = b.previous_y - a.previous_y
		return not dx * dx + dy * dy <= reach * reach


# Agents by cells that are wider than the reach of a contact.
class ContactCells:
	var _width := 1.0
	var _agents := []
	var _indices := {}

	func _init(agents: Array, reach: float):
		_width = 1.001 * reach
		_agents = agents
		for index in range(agents.size()):
			var cell := _cell_of(agents[index])
			if _indices.has(cell):
				_indices[cell].append(index)
			else:
				_indices[cell] = [index]

	func _cell_of(agent) -> int:
		return _index(agent.x) * ROW + _index(agent.y)

	# Beyond the limits all are in one cell.
	func _index(coordinate: float) -> int:
		var index: float = floor(coordinate / _width)
		if not index > -1e9:
			return -1000000000
		return int(index) if index < 1e9 else 1000000000

	# The agents that this one can touch, and some others, in the order of ids.
	func near(agent) -> Array:
		var indices := []
		var cell := _cell_of(agent)
		for side in AROUND:
			indices += _indices.get(cell + side, [])
		indices.sort()
		var found := []
		for index in indices:
			found.append(_agents[index])
		return found


# Rounding, by the formulas of the motion contract.
class Rounding:
	# A number as files hold it: at most nine decimals and fifteen digits.
	static func decimal(number) -> float:
		var magnitude = number if number >= 0.0 else -number
		if not magnitude < 1e15:
			magnitude = 1e15
		var scale := 1e9
		while scale > 1.0 and round_half_up(magnitude * scale) >= 1e15:
			scale /= 10.0
		var whole: float = round_half_up(magnitude * scale)
		var rounded: float = (whole if whole < 1e15 else 999999999999999.0) / scale
		return rounded if number >= 0.0 else -rounded

	# The whole number nearest to a number that is not negative.
	static func round_half_up(number: float) -> float:
		var whole: float = floor(number)
		return whole + 1.0 if number - whole >= 0.5 else whole

	# The ticks in a number of seconds, at least `least`.
	static func ticks_in(seconds: float, dt: float, least: int) -> int:
		var ticks: float = round_half_up(seconds / dt)
		if ticks > 4294967295.0:
			return MAX_WORD
		return least if ticks < least else int(ticks)


# An object of the file, read field by field. The first problem is kept, with its place. The value is harmless then, until the
# whole file is refused.
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

	# Whether the field is there, even if it is null.
	func has(key: String) -> bool:
		return _fields.has(key)

	func within(key: String, low: float, high: float) -> float:
		var value = _value(key)
		if _is_number(value):
			var number: float = Rounding.decimal(value)
			if number >= low and number <= high:
				return number
		fail(key, "is not a number from %s to %s" % [low, high])
		return low

	func length(key: String) -> float:
		return within(key, 0.0, MOST_UNITS)

	func length_or_null(key: String):
		return length(key) if has_value(key) else null

	func prediction_or_null(key: String):
		return within(key, 0.0, 1e6) if has_value(key) else null

	func coordinate(key: String) -> float:
		return within(key, -FURTHEST, FURTHEST)

	func velocity(key: String) -> float:
		return within(key, -1e6, 1e6)

	func fraction(key: String) -> float:
		return within(key, 0.0, 1.0)

	func degrees(key: String) -> float:
		return within(key, 0.0, 360.0)

	func half_turn(key: String) -> float:
		return within(key, 0.0, 180.0)

	func time_to_target(key: String) -> float:
		return within(key, 0.001, 1000.0)

	func time_to_target_or_null(key: String):
		return time_to_target(key) if has_value(key) else null

	func step_interval(key: String) -> float:
		return within(key, 0.001, 1e4)

	func repick_interval(key: String) -> float:
		return within(key, 0.0, 1e4)

	func whole(key: String, low: int, high: int) -> int:
		var value = _value(key)
		if _is_number(value):
			var number: float = Rounding.decimal(value)
			if number == floor(number) and number >= low and number <= high:
				return int(number)
		fail(key, "is not a whole number from %d to %d" % [low, high])
		return low

	func count(key: String) -> int:
		return whole(key, 0, MAX_WORD)

	func length_in_cells(key: String) -> int:
		return whole(key, 0, 1000000)

	# Refuses a number that does not follow from the rest of the file, for example after an edit by hand.
	func check_derived(key: String, expected) -> void:
		var value = _value(key)
		if not _is_number(value) or Rounding.decimal(value) != expected:
			fail(key, "does not match the rest of the file, which gives %s" % expected)

	func check_color(key: String) -> void:
		var color := text(key)
		var is_color := color.length() == 7 and color.begins_with("#")
		for i in range(1, color.length()):
			is_color = is_color and "0123456789abcdefABCDEF".find(color[i]) >= 0
		if not is_color:
			fail(key, "is not a color like #ff8000")

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
		fail(key, "is not a string")
		return ""

	func choice(key: String, allowed: Array) -> String:
		var value := text(key)
		if allowed.has(value):
			return value
		fail(key, "is not one of %s" % [allowed])
		return allowed[0]

	# The key of a place, "" for none.
	func place_key(key: String) -> String:
		if not has_value(key):
			return ""
		var target = object(key)
		var kind: String = target.choice("kind", ["marker", "agent", "pointer"])
		return kind if kind == "pointer" else "%s %d" % [kind, target.count("id")]

	func parameters(rules: Dictionary) -> Dictionary:
		var values := {}
		for key in rules:
			values[key] = choice(key, rules[key]) if rules[key] is Array else call(rules[key], key)
		return values

	# How the scene was placed in the game.
	func placement() -> Dictionary:
		var origin = object("origin") if has("origin") else null
		return {
			"y_down": flag("y_down"),
			"plane": choice("plane", ["xy", "xz"]) if has("plane") else "xy",
			"scale": within("scale", 1e-6, 1e6) if has("scale") else 1.0,
			"origin": {
				"x": origin.coordinate("x") if origin != null else 0.0,
				"y": origin.coordinate("y") if origin != null else 0.0,
			},
		}

	func list(key: String) -> Array:
		var value = _value(key)
		if value is Array:
			return value
		fail(key, "is not a list")
		return []

	# Refuses words that are not those of the stream.
	func check_words(key: String, expected: Array) -> void:
		var found := list(key)
		var is_same := found.size() == expected.size()
		for i in range(found.size()):
			is_same = is_same and _is_number(found[i]) and Rounding.decimal(found[i]) == expected[i]
		if not is_same:
			fail(key, "does not match the seed of the file")

	# Two lists: of the x of the positions, and of the y.
	func positions(key: String) -> Array:
		var found := pairs(key)
		for i in range(found[0].size()):
			if abs(found[0][i]) > FURTHEST or abs(found[1][i]) > FURTHEST:
				fail("%s[%d]" % [key, i], "is not a pair of numbers from -1e9 to 1e9")
				break
		return found

	# Two lists: of the first numbers of the pairs, and of the second.
	func pairs(key: String) -> Array:
		var firsts := []
		var seconds := []
		for pair in list(key):
			if not (pair is Array and pair.size() == 2 and _is_number(pair[0]) and _is_number(pair[1])):
				fail("%s[%d]" % [key, firsts.size()], "is not a pair of numbers")
				break
			firsts.append(Rounding.decimal(pair[0]))
			seconds.append(Rounding.decimal(pair[1]))
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

	# The field, under its present name or the one in earlier files.
	func _value(key: String):
		var old_name = OLD_NAMES.get(key)
		if old_name != null and _fields.has(old_name):
			if _fields.has(key):
				fail(old_name, "is an old name of %s, which is also present" % key)
			return _fields.get(old_name)
		if not _fields.has(key):
			fail(key, "is missing")
		return _fields.get(key)

	func _is_number(value) -> bool:
		return (value is float or value is int) and value > -INF and value < INF

	func _place_of(key: String) -> String:
		return key if _place == "" else "%s.%s" % [_place, key]


# Distances, by the formulas of the motion contract.
class Measure:
	static func distance(ax: float, ay: float, bx: float, by: float) -> float:
		var dx := bx - ax
		var dy := by - ay
		return sqrt(dx * dx + dy * dy)

	# The vector divided by its length; zero for zero, and for a vector too long for a float.
	static func direction(x: float, y: float) -> Array:
		var length := sqrt(x * x + y * y)
		return [x / length, y / length] if length > 0.0 and length < INF else [0.0, 0.0]

	# Where the segment from a to b is nearest to p: 0 at a, 1 at b.
	static func nearest_part(ax: float, ay: float, bx: float, by: float, px: float, py: float) -> float:
		var dx := bx - ax
		var dy := by - ay
		var squared := dx * dx + dy * dy
		if not (squared > 0.0 and squared < INF):
			return 0.0
		var part := ((px - ax) * dx + (py - ay) * dy) / squared
		if part > 1.0:
			return 1.0
		return part if part > 0.0 else 0.0

	# The distance of p from the segment from a to b.
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
	# min() and max() are single precision in Godot 3.
	static func lower(a, b):
		return a if a < b else b

	static func higher(a, b):
		return a if a > b else b


class AngleMath:
	const SINE := [  # 1/n! for the odd n from 17 down to 3, alternating in sign: the Taylor series of the sine
		1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
		1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0,
	]

	# Of an angle from -PI to PI, by + - * / and sqrt only: the series for an eighth of it, doubled three times.
	static func cosine_and_sine(angle: float) -> Array:
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


# ---- Walls and sight ----

# A wall: its points, and what its edges block.
class WallEdges:
	var name := ""
	var blocks_motion := true
	var blocks_sight := true
	var is_door := false
	var is_open := false
	var _x := []
	var _y := []
	var _is_closed := false

	func _init(fields):
		name = fields.text("name")
		blocks_motion = fields.flag("blocks_motion")
		blocks_sight = fields.flag("blocks_sight")
		is_door = fields.has_value("open")
		is_open = is_door and fields.flag("open")
		var points: Array = fields.positions("points")
		_x = points[0]
		_y = points[1]
		_is_closed = fields.flag("closed")

	# The ends of each edge: ax, ay, bx and by.
	func edges() -> Array:
		var found := []
		for i in range(1, _x.size()):
			found.append([_x[i - 1], _y[i - 1], _x[i], _y[i]])
		if _is_closed and _x.size() > 1:
			found.append([_x[-1], _y[-1], _x[0], _y[0]])
		return found


# The segments that block motion, or sight, with a grid that finds those near a place.
class SegmentGrid:
	const MOST_BUCKETS := 4096.0

	# By index of a segment: its ends, and its wall; null for an edge of blocked cells.
	var ax := []
	var ay := []
	var bx := []
	var by := []
	var _wall := []
	var _extent := 0.0  # the largest coordinate
	var _width := 1.0  # of a bucket
	var _buckets := {}  # of indices
	var _far := []  # the indices of those in too many buckets

	# Adds edges of a wall, or of blocked cells. Those without length are left out.
	func add(edges: Array, wall = null) -> void:
		for edge in edges:
			var dx: float = edge[2] - edge[0]
			var dy: float = edge[3] - edge[1]
			if dx * dx + dy * dy > 0.0:
				ax.append(edge[0])
				ay.append(edge[1])
				bx.append(edge[2])
				by.append(edge[3])
				_wall.append(wall)

	# Sorts the segments into buckets, when all are there.
	func sort() -> void:
		var total := 0.0
		for i in range(size()):
			_extent = Measure.higher(_extent, Measure.higher(abs(ax[i]), abs(ay[i])))
			_extent = Measure.higher(_extent, Measure.higher(abs(bx[i]), abs(by[i])))
			total += abs(bx[i] - ax[i]) + abs(by[i] - ay[i])
		if total > 0.0:
			_width = 2.0 * total / size()
		for i in range(size()):
			var keys = _keys(ax[i], ay[i], bx[i], by[i], 0.0)
			if keys == null:
				_far.append(i)
				continue
			for key in keys:
				if _buckets.has(key):
					_buckets[key].append(i)
				else:
					_buckets[key] = [i]

	func size() -> int:
		return ax.size()

	# The keys of the buckets that the box around p and q meets, grown by a margin; null if they are too many.
	func _keys(px: float, py: float, qx: float, qy: float, margin: float):
		var left: float = (Measure.lower(px, qx) - margin) / _width
		var right: float = (Measure.higher(px, qx) + margin) / _width
		var low: float = (Measure.lower(py, qy) - margin) / _width
		var high: float = (Measure.higher(py, qy) + margin) / _width
		if not ((right - left + 1.0) * (high - low + 1.0) <= MOST_BUCKETS):
			return null
		var keys := []
		for column in range(Cells.saturated(floor(left)), Cells.saturated(floor(right)) + 1):
			for row in range(Cells.saturated(floor(low)), Cells.saturated(floor(high)) + 1):
				keys.append(column * ROW + row)
		return keys

	# The indices of those that may be within a radius of the way from p to q, in order, without those of open doors.
	func near(px: float, py: float, qx: float, qy: float, radius: float) -> Array:
		var furthest = Measure.higher(Measure.higher(abs(px), abs(py)), Measure.higher(abs(qx), abs(qy)))
		var keys = _keys(px, py, qx, qy, radius + 1e-12 * (_extent + furthest + radius))
		var found := []
		if keys == null:
			found = range(size())
		else:
			var once := {}
			for key in keys:
				for i in _buckets.get(key, []):
					once[i] = true
			for i in _far:
				once[i] = true
			found = once.keys()
			found.sort()
		var closed := []
		for i in found:
			if _wall[i] == null or not _wall[i].is_open:
				closed.append(i)
		return closed

	# Whether the way from p to q touches a segment.
	func is_touched(px: float, py: float, qx: float, qy: float) -> bool:
		for i in near(px, py, qx, qy, 0.0):
			if touches(i, px, py, qx, qy):
				return true
		return false

	# Whether the segment with this index shares a point with the closed segment from p to q.
	func touches(i: int, px: float, py: float, qx: float, qy: float) -> bool:
		if (Measure.lower(px, qx) > Measure.higher(ax[i], bx[i]) or Measure.lower(ax[i], bx[i]) > Measure.higher(px, qx)
				or Measure.lower(py, qy) > Measure.higher(ay[i], by[i]) or Measure.lower(ay[i], by[i]) > Measure.higher(py, qy)):
			return false
		var wx := qx - px
		var wy := qy - py
		var sx: float = bx[i] - ax[i]
		var sy: float = by[i] - ay[i]
		return (_are_apart(wx * (ay[i] - py) - wy * (ax[i] - px), wx * (by[i] - py) - wy * (bx[i] - px))
				and _are_apart(sx * (py - ay[i]) - sy * (px - ax[i]), sx * (qy - ay[i]) - sy * (qx - ax[i])))

	# Whether two numbers have different signs, or one is 0.
	func _are_apart(a: float, b: float) -> bool:
		return (a >= 0.0 and b <= 0.0) or (a <= 0.0 and b >= 0.0)

	# The distance of p from a segment, and the nearest point of the segment.
	func nearest(i: int, px: float, py: float) -> Array:
		var part := Measure.nearest_part(ax[i], ay[i], bx[i], by[i], px, py)
		var x: float = ax[i] + (bx[i] - ax[i]) * part
		var y: float = ay[i] + (by[i] - ay[i]) * part
		return [Measure.distance(x, y, px, py), x, y]

	# The unit vector to the left of a segment.
	func left(i: int, turn_sign: float) -> Array:
		var dx: float = bx[i] - ax[i]
		var dy: float = by[i] - ay[i]
		var length := sqrt(dx * dx + dy * dy)
		return [-dy / length * turn_sign, dx / length * turn_sign]


# What an agent sees.
# How an agent turns to where it looks.
class Facing:
	var toward := "motion"
	var turn_rate = null  # null for at once
	var turn_cosine := -1.0
	var turn_sine := 0.0

	func _init(fields, dt: float):
		toward = fields.choice("toward", ["motion", "target"])
		if fields.has_value("turn_rate"):
			turn_rate = fields.within("turn_rate", 0.001, 1e6)
			if turn_rate * dt < 180.0:
				var turn: Array = AngleMath.cosine_and_sine(turn_rate * dt * (PI / 180.0))
				turn_cosine = Rounding.decimal(turn[0])
				turn_sine = Rounding.decimal(turn[1])
		fields.check_derived("turn_cos", turn_cosine)
		fields.check_derived("turn_sin", turn_sine)

	# The direction a tick later.
	func turned(from: Array, to: Array, turn_sign: float) -> Array:
		if to[0] == 0.0 and to[1] == 0.0:
			return from
		if turn_cosine == -1.0 or from[0] * to[0] + from[1] * to[1] >= turn_cosine:
			return to
		var sine := turn_sine * turn_sign
		if not ((from[0] * to[1] - from[1] * to[0]) * turn_sign >= 0.0):
			sine = -sine
		var x: float = from[0] * turn_cosine - sine * from[1]
		var y: float = from[0] * sine + from[1] * turn_cosine
		return Measure.direction(x, y)

	func as_authored() -> Array:
		return [toward, turn_rate]


class SightCone:
	var reach := 0.0
	var near := 0.0
	var fov_deg := 360.0
	var notice_ticks := 1
	var forget_ticks := 1
	var squared_cosine := 0.0  # of half the field of view

	func _init(fields):
		reach = fields.length("range")
		near = fields.length("near")
		fov_deg = fields.within("fov_deg", 0.001, 360.0)
		notice_ticks = fields.whole("notice_ticks", 1, 1000000)
		forget_ticks = fields.whole("forget_ticks", 1, 1000000)
		var cosine: float = AngleMath.cosine_and_sine(fov_deg / 2.0 * (PI / 180.0))[0]
		squared_cosine = Rounding.decimal(cosine * cosine)
		fields.check_derived("cos2", squared_cosine)

	func as_authored() -> Array:
		return [reach, near, fov_deg, notice_ticks, forget_ticks]


# What stops bodies and sight: the edges of walls by id, and the outline of blocked cells.
class WallBarriers:
	const ROUNDS := 4  # of each part of a move

	var motion := SegmentGrid.new()
	var sight := SegmentGrid.new()
	var _skin := 0.0
	var _turn_sign := 1.0

	func _init(walls: Dictionary, cells, skin: float, turn_sign: float):
		_skin = skin
		_turn_sign = turn_sign
		var ids := walls.keys()
		ids.sort()
		for id in ids:
			if walls[id].blocks_motion:
				motion.add(walls[id].edges(), walls[id])
			if walls[id].blocks_sight:
				sight.add(walls[id].edges(), walls[id])
		for barrier in [motion, sight]:
			barrier.add(cells.outline())
			barrier.sort()

	# Where a body ends that moves with a velocity for a tick, and what is left of the velocity: x, y, vx and vy.
	func glide(x: float, y: float, vx: float, vy: float, radius: float, dt: float) -> Array:
		var r: float = Measure.higher(radius, 10.0 * _skin)
		var out := _come_out(x, y, r)
		var end := _go(out[0], out[1], vx, vy, r, dt)
		for number in end:
			if not (abs(number) < INF):
				return [x, y, 0.0, 0.0]
		return end

	# The place of a body after it has come out of the walls that it overlaps, as far as it can.
	func _come_out(px: float, py: float, r: float) -> Array:
		for _round in range(ROUNDS):
			var nearest := -1
			var found := [r, 0.0, 0.0]
			for i in motion.near(px, py, px, py, r):
				var place: Array = motion.nearest(i, px, py)
				if place[0] < found[0]:
					found = place
					nearest = i
			if nearest < 0:
				break
			var d: float = found[0]
			var way := r + _skin - d
			var qx: float = px
			var qy: float = py
			if d > 0.0:
				qx = px + (px - found[1]) / d * way
				qy = py + (py - found[2]) / d * way
				if motion.is_touched(px, py, qx, qy):
					break
			else:
				var n: Array = motion.left(nearest, _turn_sign)
				qx = px + n[0] * way
				qy = py + n[1] * way
				if not _is_free(px, py, qx, qy):
					qx = px + -n[0] * way
					qy = py + -n[1] * way
					if not _is_free(px, py, qx, qy):
						break
			px = qx
			py = qy
		return [px, py]

	# Whether the way from p to q touches only segments on which p is.
	func _is_free(px: float, py: float, qx: float, qy: float) -> bool:
		for i in motion.near(px, py, qx, qy, 0.0):
			if motion.nearest(i, px, py)[0] != 0.0 and motion.touches(i, px, py, qx, qy):
				return false
		return true

	func _go(px: float, py: float, vx: float, vy: float, r: float, dt: float) -> Array:
		var mx := vx * dt
		var my := vy * dt
		var normals := []
		for _round in range(ROUNDS):
			if not (mx * mx + my * my > 0.0):
				break
			var qx := px + mx
			var qy := py + my
			var contact = _first_contact(px, py, mx, my, r)
			if contact == null:
				mx = 0.0
				my = 0.0
			else:
				var nx: float = contact[1]
				var ny: float = contact[2]
				var back: float = Measure.higher(contact[0] - _skin / sqrt(mx * mx + my * my), 0.0)
				qx = px + mx * back
				qy = py + my * back
				mx = mx * (1.0 - back)
				my = my * (1.0 - back)
				var along := mx * nx + my * ny
				if along < 0.0:
					mx = mx - nx * along
					my = my - ny * along
				along = vx * nx + vy * ny
				if along < 0.0:
					vx = vx - nx * along
					vy = vy - ny * along
				if _is_against(mx, my, normals):
					mx = 0.0
					my = 0.0
					if _is_against(vx, vy, normals):
						vx = 0.0
						vy = 0.0
				normals.append([nx, ny])
			if motion.is_touched(px, py, qx, qy):
				return [px, py, 0.0, 0.0]
			px = qx
			py = qy
		return [px, py, vx, vy]

	func _is_against(x: float, y: float, normals: Array) -> bool:
		for normal in normals:
			if x * normal[0] + y * normal[1] < 0.0:
				return true
		return false

	# The first contact of a body on the way m, its time and its normal, or null.
	func contact_of_body(px: float, py: float, mx: float, my: float, radius: float):
		return _first_contact(px, py, mx, my, Measure.higher(radius, 10.0 * _skin))

	# The distance of the segment nearest to p, those on the side first, and the normal away from it; null if none is within reach.
	func nearest_beside(px: float, py: float, hx: float, hy: float, side: float, within: float):
		var found = null
		var found_beside := false
		var segment := -1
		for i in motion.near(px, py, px, py, within):
			var place: Array = motion.nearest(i, px, py)
			var is_beside: bool = (hx * (place[2] - py) - hy * (place[1] - px)) * side >= 0.0
			var is_nearer: bool = found == null or (is_beside and not found_beside)
			if not is_nearer and is_beside == found_beside:
				is_nearer = place[0] < found[0]
			if place[0] <= within and is_nearer:
				found = place
				found_beside = is_beside
				segment = i
		if found == null:
			return null
		var d: float = found[0]
		if d > 0.0:
			return [d, (px - found[1]) / d, (py - found[2]) / d]
		var n: Array = motion.left(segment, _turn_sign)
		return [d, n[0], n[1]]

	# The first contact on the way m, its time and its normal, or null. Of several at once, that with the first segment.
	func _first_contact(px: float, py: float, mx: float, my: float, r: float):
		var first = null
		for i in motion.near(px, py, px + mx, py + my, r):
			var contact = _contact(i, px, py, mx, my, r)
			if contact != null and (first == null or contact[0] < first[0]):
				first = contact
		return first

	func _contact(i: int, px: float, py: float, mx: float, my: float, r: float):
		var first = null
		var ax: float = motion.ax[i]
		var ay: float = motion.ay[i]
		var dx: float = motion.bx[i] - ax
		var dy: float = motion.by[i] - ay
		var n: Array = motion.left(i, _turn_sign)
		var s: float = (px - ax) * n[0] + (py - ay) * n[1]
		if s < 0.0:
			n = [-n[0], -n[1]]
			s = -s
		var approach: float = mx * n[0] + my * n[1]
		if approach < 0.0:
			var t: float = Measure.higher((s - r) / -approach, 0.0)
			var along := (px + mx * t - ax) * dx + (py + my * t - ay) * dy
			if t <= 1.0 and along >= 0.0 and along <= dx * dx + dy * dy:
				first = [t, n[0], n[1]]
		for end in [[ax, ay], [motion.bx[i], motion.by[i]]]:
			var gx: float = px - end[0]
			var gy: float = py - end[1]
			var a := mx * mx + my * my
			var b := gx * mx + gy * my
			var c := gx * gx + gy * gy - r * r
			var root := b * b - a * c
			if not (a > 0.0 and b < 0.0) or (c > 0.0 and not (root >= 0.0)):
				continue
			var t := 0.0 if c <= 0.0 else (-b - sqrt(root)) / a
			if not (t <= 1.0) or (first != null and not (t < first[0])):
				continue
			var wx := gx + mx * t
			var wy := gy + my * t
			var length := sqrt(wx * wx + wy * wy)
			first = [t, wx / length, wy / length] if length > 0.0 else [t, 1.0, 0.0]
		return first

	func _sees_point(cone, eye: Array, facing: Array, x: float, y: float) -> bool:
		var dx: float = x - eye[0]
		var dy: float = y - eye[1]
		var squared := dx * dx + dy * dy
		if not (squared <= cone.reach * cone.reach):
			return false
		if not (squared <= cone.near * cone.near or cone.fov_deg == 360.0):
			var ahead: float = facing[0] * dx + facing[1] * dy
			var is_inside: bool = ahead >= 0.0 and ahead * ahead >= cone.squared_cosine * squared
			if cone.fov_deg > 180.0:
				is_inside = ahead >= 0.0 or ahead * ahead <= cone.squared_cosine * squared
			if not is_inside:
				return false
		return not sight.is_touched(eye[0], eye[1], x, y)

	# Whether an eye sees the center of a body, or one of the outermost points to its sides.
	func sees_body(cone, eye: Array, facing: Array, x: float, y: float, radius: float) -> bool:
		if _sees_point(cone, eye, facing, x, y):
			return true
		var dx: float = x - eye[0]
		var dy: float = y - eye[1]
		var length := sqrt(dx * dx + dy * dy)
		if not (radius > 0.0 and length > 0.0):
			return false
		var ux := -dy / length
		var uy := dx / length
		return (_sees_point(cone, eye, facing, x + ux * radius, y + uy * radius)
				or _sees_point(cone, eye, facing, x - ux * radius, y - uy * radius))


# ---- Agents and their behaviors ----

# A marker or the pointer. It has no velocity, even while the game moves it.
class Place:
	var id := -1  # of a marker
	var name := ""
	var x := 0.0
	var y := 0.0
	var vx := 0.0
	var vy := 0.0
	var _radius := 0.0

	func _init(fields, own_id := -1, own_name := ""):
		id = own_id
		name = own_name
		x = fields.coordinate("x")
		y = fields.coordinate("y")


# One behavior of an agent: its parameters from the file, and its own memory.
class Behavior:
	var index := 0  # in the list of its agent
	var kind := ""
	var method := ""  # of Agent
	var weight := 1.0
	var parameters := {}
	var inverse_square_radius := -1.0  # of a separation of this kind; -1 for none
	var inverse_square_strength := 0.0  # by which its pushes are multiplied
	# Memory.
	var has_arrived := false
	var in_aggro = null  # null until it is known
	var line_seen = null  # null until it is known
	var progress = null  # of follow_path
	var walk = null  # of homing_walk

	# Takes its parameters from the file. Returns what is the same for equal behaviors.
	func read(fields, own_kind: String, own_index: int, body_time_to_target: float, dt: float) -> Array:
		kind = own_kind
		index = own_index
		method = "_" + kind
		weight = fields.within("weight", -1e6, 1e6)
		parameters = fields.parameters(PARAMETERS[kind])
		var as_authored := [kind, weight, fields.count("start_node") if kind == "follow_path" and fields.has_value("start_node") else -1]
		as_authored += parameters.values()
		if parameters.has("time_to_target") and parameters["time_to_target"] == null:
			parameters["time_to_target"] = body_time_to_target
		# A radius so small that its square is nothing is left to the general case.
		if kind == "separation" and parameters["falloff"] == "inverse_square" and parameters["radius"] > 1e-140:
			inverse_square_radius = parameters["radius"]
			inverse_square_strength = parameters["max_separation"] / inverse_square_radius
		if kind == "follow_path":
			if fields.has_value("start_node") != (parameters["start"] == "node"):
				fields.fail("start_node", "does not match start")
			parameters["start_node"] = fields.count("start_node") if fields.has_value("start_node") else 0
		elif kind == "homing_walk":
			var interval: float = parameters["repick_interval"]
			parameters["repick_ticks"] = 0 if interval == 0.0 else Rounding.ticks_in(interval, dt, 1)
			fields.check_derived("repick_ticks", parameters["repick_ticks"])
		elif kind == "avoid_walls":
			var side := AngleMath.cosine_and_sine(parameters["side_angle_deg"] * (PI / 180.0))
			parameters["side_cos"] = Rounding.decimal(side[0])
			parameters["side_sin"] = Rounding.decimal(side[1])
			fields.check_derived("side_cos", parameters["side_cos"])
			fields.check_derived("side_sin", parameters["side_sin"])
		elif kind == "grid_chase":
			parameters["step_ticks"] = Rounding.ticks_in(parameters["step_interval"], dt, 1)
			fields.check_derived("step_ticks", parameters["step_ticks"])
			fields.check_derived("weight", 1.0)
		return as_authored

	# The same behavior without memory.
	func fresh():
		var copy := Behavior.new()
		copy.index = index
		copy.kind = kind
		copy.method = method
		copy.weight = weight
		copy.parameters = parameters
		copy.inverse_square_radius = inverse_square_radius
		copy.inverse_square_strength = inverse_square_strength
		return copy

	# Whether paths are started in the same way by both.
	func has_start_of(other) -> bool:
		return parameters.start == other.parameters.start and parameters.start_node == other.parameters.start_node


# How agents move: the fields of an agent that come from its preset.
class Preset:
	var name := ""
	var mass := 1.0
	var max_speed := 0.0
	var max_force := 0.0
	var time_to_target := 1.0
	var radius := 0.0
	var facing = null  # null for agents that look where they move
	var sight = null  # null for agents that do not look
	var idle := "brake"
	var by_priority := false
	var is_cell_mover := false
	var behaviors := []  # without memory
	# For finding neighbors: the widest radius, a little more against rounding, and that of a separation by the inverse square.
	var neighbor_radius := 0.0
	var inverse_square_radius := 0.0
	var _as_authored := []  # what is the same for equal presets

	func _init(fields, dt: float):
		name = fields.text("preset")
		fields.check_color("color")
		var body = fields.object("body")
		mass = body.within("mass", 0.001, 1e6)
		max_speed = body.within("max_speed", 0.0, 1e6)
		max_force = body.within("max_force", 0.0, 1e9)
		time_to_target = body.time_to_target("time_to_target")
		idle = body.choice("idle", ["brake", "coast"])
		radius = body.length("radius")
		if fields.has("facing") and fields.has_value("facing"):
			facing = Facing.new(fields.object("facing"), dt)
		if fields.has_value("sight"):
			sight = SightCone.new(fields.object("sight"))
		is_cell_mover = fields.choice("motion", ["steered", "grid_chase"]) == "grid_chase"
		if not is_cell_mover:
			by_priority = fields.choice("blend_mode", ["weighted_sum", "priority"]) == "priority"
		elif fields.has_value("blend_mode"):
			fields.fail("blend_mode", "is not null")
		_as_authored = [name, fields.text("color").to_lower(), radius, mass, max_speed, max_force, time_to_target]
		_as_authored += [idle, is_cell_mover, by_priority, sight.as_authored() if sight != null else null]
		_as_authored.append(facing.as_authored() if facing != null else null)
		for behavior in fields.objects("behaviors"):
			_read_behavior(behavior, dt)
		if is_cell_mover and behaviors.size() != 1:
			fields.fail("behaviors", "is not one grid chase")
		neighbor_radius = 1.001 * _widest_separation()

	func _read_behavior(fields, dt: float) -> void:
		var kind: String = fields.choice("kind", PARAMETERS.keys())
		if (kind == "grid_chase") != is_cell_mover:
			fields.fail("kind", "does not match the motion of the agent")
		var behavior := Behavior.new()
		_as_authored.append(behavior.read(fields, kind, behaviors.size(), time_to_target, dt))
		behaviors.append(behavior)

	func _widest_separation() -> float:
		var widest := 0.0
		for behavior in behaviors:
			if behavior.kind == "separation":
				widest = max(widest, behavior.parameters.radius)
				# Godot 3 computes max in single precision, which would not be the radius any more.
				if behavior.inverse_square_radius > inverse_square_radius:
					inverse_square_radius = behavior.inverse_square_radius
			elif behavior.kind == "follow_leader":
				widest = max(widest, behavior.parameters.separation_radius)
		return widest

	# Whether agents of both are of one preset.
	func has_all_of(other) -> bool:
		return _as_authored == other._as_authored


## One agent. Games read it; its behaviors, or the world's calls, move it.
class Agent:
	## Its id in the export.
	var id := 0
	## Its name in the editor.
	var name := ""
	## Its position, u.
	var x := 0.0
	var y := 0.0
	## Its position before the last tick, u.
	var previous_x := 0.0
	var previous_y := 0.0
	## Its velocity, u/s.
	var vx := 0.0
	var vy := 0.0
	## Its heading: a direction of length 1.
	var heading_x := 1.0
	var heading_y := 0.0
	## Where it looks: a direction of length 1. It is the heading, unless its preset has a facing.
	var facing_x := 1.0
	var facing_y := 0.0
	## Its speed, u/s.
	var speed := 0.0
	## The length of the steering force of the last step.
	var steering := 0.0
	## The index of its target node: that of the first follow_path that ran in the last step; -1 for none.
	var node := -1
	## The id of its preset.
	var preset := 0

	var _world: WeakRef
	# From the file: the body of the preset, the references as keys of places ("" for none), the path (-1 for none), and the
	# authored start.
	var _mass := 1.0
	var _max_speed := 0.0
	var _max_force := 0.0
	var _time_to_target := 1.0
	var _radius := 0.0
	var _facing = null
	var _sight = null
	var _idle := "brake"
	var _target := ""
	var _authored_target := ""  # as it was told, even if it names the agent itself
	var _danger := ""
	var _leader := ""  # only of an agent that follows one
	var _authored_leader := ""
	var _by_priority := false
	var _path := -1
	var _authored := []
	# What moves it.
	var _behaviors := []
	var _random = null
	var _route = null  # of its path; null for none
	var _mover = null  # null for a steered agent
	# The force of the behavior that runs, and whether it asked for it; then that of all behaviors.
	var _force_x := 0.0
	var _force_y := 0.0
	var _has_asked := false
	# For finding neighbors: the cell and the index in the world, and the widest radius, a little more against rounding.
	var _cell := 0
	var _index := 0
	var _neighbor_radius := 0.0
	var _inverse_square_radius := 0.0  # of a separation of this kind; 0 for none
	# Where the game drives it.
	var _is_driven := false
	var _driven_x := 0.0
	var _driven_y := 0.0
	# Whether it has noticed its target, and for how many ticks in a row that was otherwise.
	var _has_noticed := false
	var _watch_ticks := 0

	func _init(own_id: int, world, preset_id: int):
		id = own_id
		_world = weakref(world)
		_random = Stream.new(world._seed, id)
		_use_preset(preset_id, world._presets[preset_id])

	# Takes its start and its references from the file.
	func _read(fields, world) -> void:
		name = fields.text("name")
		_target = _unless_own(fields.place_key("target"))
		_authored_target = _target
		_danger = _unless_own(fields.place_key("danger"))
		if fields.has_value("leader"):
			_set_leader("agent %d" % fields.count("leader"))
		if fields.has_value("path"):
			_path = fields.count("path")
			_route = world._routes.get(_path)
		fields.check_words("random_state", _random._words)
		_start(fields.coordinate("x"), fields.coordinate("y"), fields.velocity("vx"), fields.velocity("vy"), _read_heading(fields))
		if fields.has_value("scatter"):
			var scatter = fields.object("scatter")
			var nearest: float = scatter.length("min")
			var furthest: float = scatter.within("max", nearest, MOST_UNITS)
			_authored += [nearest, furthest]
			_scatter_within(nearest, furthest, world._turn_sign)

	# Where it faces at its start if it is at rest, or null.
	func _read_heading(fields):
		var parts := [0.0, 0.0]
		var keys := ["hx", "hy"]
		var is_authored := false
		for i in range(2):
			if fields.has(keys[i]) and fields.has_value(keys[i]):
				parts[i] = fields.within(keys[i], -1.0, 1.0)
				is_authored = true
		if not is_authored:
			return null
		if parts[0] == 0.0 and parts[1] == 0.0:
			fields.fail("hx", "has no direction, because hx and hy are 0")
		return parts

	# Its behaviors begin where it starts.
	func _enter(world) -> void:
		for behavior in _behaviors:
			_begin(behavior, world)
		previous_x = x
		previous_y = y

	# Moves by a preset from now on. Its behaviors have not begun.
	func _use_preset(preset_id: int, new_preset) -> void:
		preset = preset_id
		_mass = new_preset.mass
		_max_speed = new_preset.max_speed
		_max_force = new_preset.max_force
		_time_to_target = new_preset.time_to_target
		_radius = new_preset.radius
		_facing = new_preset.facing
		_sight = new_preset.sight
		_idle = new_preset.idle
		_by_priority = new_preset.by_priority
		_neighbor_radius = new_preset.neighbor_radius
		_inverse_square_radius = new_preset.inverse_square_radius
		_mover = null
		_behaviors = []
		for behavior in new_preset.behaviors:
			_behaviors.append(behavior.fresh())

	# Continues by another preset.
	func _change_preset(preset_id: int, new_preset, world) -> void:
		var earlier := _behaviors
		var earlier_mover = _mover
		var earlier_sight = _sight
		_use_preset(preset_id, new_preset)
		_keep_facing()
		if not _has_sight_of(earlier_sight):
			_has_noticed = false
			_watch_ticks = 0
		_set_leader(_authored_leader)
		_continue(earlier, earlier_mover, _path, world)

	func _set_leader(key: String) -> void:
		_authored_leader = key
		_leader = _unless_own(key) if _nth_of_kind(_behaviors, "follow_leader", 0) != null else ""

	func _set_path(path_id: int, route, world) -> void:
		_path = path_id
		_route = route
		for behavior in _behaviors:
			if behavior.kind == "follow_path":
				_begin(behavior, world)

	# Makes references to a despawned agent none.
	func _forget(key: String) -> void:
		if _target == key:
			_target = ""
			_authored_target = ""
		if _danger == key:
			_danger = ""
		if _authored_leader == key:
			_set_leader("")

	func _unless_own(key: String) -> String:
		return key if key != "agent %d" % id else ""

	func _start(at_x: float, at_y: float, with_vx: float, with_vy: float, heading = null) -> void:
		x = at_x
		y = at_y
		vx = with_vx
		vy = with_vy
		speed = sqrt(vx * vx + vy * vy)
		if speed > HEADING_SPEED:
			heading_x = vx / speed
			heading_y = vy / speed
		elif heading != null:
			var turned: Array = Measure.direction(heading[0], heading[1])
			heading_x = turned[0]
			heading_y = turned[1]
		facing_x = heading_x
		facing_y = heading_y
		_authored = [x, y, vx, vy, heading]

	# Moves it to a random position at a distance from `nearest` to `furthest`.
	func _scatter_within(nearest: float, furthest: float, turn_sign: float) -> void:
		var direction_x := 1.0
		var direction_y := 0.0
		for _i in range(64):
			var try_x = 2.0 * _random.next_float() - 1.0
			var try_y = 2.0 * _random.next_float() - 1.0
			var squared = try_x * try_x + try_y * try_y
			if squared <= 1.0 and squared > 1e-6:
				direction_x = try_x / sqrt(squared)
				direction_y = try_y / sqrt(squared)
				break
		var distance = nearest + (furthest - nearest) * _random.next_float()
		x += direction_x * distance
		y += turn_sign * (direction_y * distance)

	# Gives a behavior the memory it starts with, from where the agent is now.
	func _begin(behavior, world) -> void:
		match behavior.kind:
			"follow_path":
				var first: int = _route.first_target_node(x, y, behavior.parameters) if _route != null else 0
				behavior.progress = Progress.new(_route, first)
			"homing_walk":
				behavior.walk = Walk.new(_random, world._turn_sign)
			"grid_chase":
				_mover = CellMover.new(world._cells, behavior.parameters, x, y)
				x = _mover.x()
				y = _mover.y()

	# Continues as the agent of this id before the edit.
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
		facing_x = was.facing_x
		facing_y = was.facing_y
		_keep_facing()
		steering = was.steering
		node = was.node
		_random = was._random
		_is_driven = was._is_driven
		_driven_x = was._driven_x
		_driven_y = was._driven_y
		if _has_sight_of(was._sight) and _authored_target == was._authored_target:
			_has_noticed = was._has_noticed
			_watch_ticks = was._watch_ticks
		_mover = null
		_continue(was._behaviors, was._mover, was._path, world)

	# Lets its behaviors continue from those that it had.
	func _continue(earlier: Array, earlier_mover, earlier_path: int, world) -> void:
		var counts := {}  # of the behaviors of each kind so far
		for behavior in _behaviors:
			var n: int = counts.get(behavior.kind, 0)
			counts[behavior.kind] = n + 1
			var predecessor = _nth_of_kind(earlier, behavior.kind, n)
			if predecessor == null:
				_begin(behavior, world)
			else:
				_take_over_memory(behavior, predecessor, earlier_mover, earlier_path, world)
		if _mover != null:
			node = -1

	func _take_over_memory(behavior, predecessor, earlier_mover, earlier_path: int, world) -> void:
		behavior.has_arrived = predecessor.has_arrived
		behavior.in_aggro = predecessor.in_aggro
		behavior.line_seen = predecessor.line_seen
		if behavior.kind == "follow_path" and _path == earlier_path and behavior.has_start_of(predecessor):
			behavior.progress = predecessor.progress
			behavior.progress.fit(_route)
		elif behavior.kind == "homing_walk" and behavior.parameters.smooth == predecessor.parameters.smooth:
			behavior.walk = predecessor.walk
		elif behavior.kind == "grid_chase" and earlier_mover.has_cell_size_of(world._cells):
			_mover = earlier_mover
			_mover.go_on(world._cells, behavior.parameters)
		else:
			_begin(behavior, world)

	# The behavior of this kind with n others of it before it in the list, or null.
	func _nth_of_kind(behaviors: Array, kind: String, n: int):
		for behavior in behaviors:
			if behavior.kind == kind:
				if n == 0:
					return behavior
				n -= 1
		return null

	# Whether it sees what an agent with this sight, or null, sees.
	func _has_sight_of(sight) -> bool:
		if sight == null or _sight == null:
			return sight == _sight
		return sight.as_authored() == _sight.as_authored()

	## The full field of view, degrees: of its sight, else of its first homing walk. Null without sight, and without a homing walk or
	## a target.
	func fov_deg():
		if _sight != null:
			return _sight.fov_deg
		var world = _world.get_ref()
		var target = world._places.get(_target) if world != null else null
		var homing = _nth_of_kind(_behaviors, "homing_walk", 0)
		if target == null or homing == null:
			return null
		return 2.0 * homing.walk.half_fov(homing.parameters, _distance(target)) * (180.0 / PI)

	func _distance(place) -> float:
		return Measure.distance(x, y, place.x, place.y)

	# Computes the steering force, or the next cell, from the state at the start of the tick.
	func _think(world) -> void:
		node = -1
		_force_x = 0.0
		_force_y = 0.0
		if _is_driven:
			steering = 0.0
			return
		if _mover != null:
			_grid_chase(_behaviors[0], world)
			steering = sqrt(_force_x * _force_x + _force_y * _force_y)
			return
		var sum_x := 0.0
		var sum_y := 0.0
		var is_idle := _behaviors.size() > 0
		for behavior in _behaviors:
			_has_asked = false
			# The two most frequent without the search for a method by name.
			var kind = behavior.kind
			if kind == "follow_path":
				_follow_path(behavior, world)
			elif kind == "separation":
				_separation(behavior, world)
			else:
				call(behavior.method, behavior, world)
			var weight = behavior.weight
			if not _has_asked or weight == 0.0:
				continue
			is_idle = false
			var part_x = _force_x * weight
			var part_y = _force_y * weight
			if not _by_priority:
				sum_x += part_x
				sum_y += part_y
			elif sqrt(part_x * part_x + part_y * part_y) > NEGLIGIBLE:
				sum_x = part_x
				sum_y = part_y
				break
		if is_idle and _idle == "brake":
			_ask_velocity(0.0, 0.0, _time_to_target)
			sum_x = _force_x
			sum_y = _force_y
		var squared = sum_x * sum_x + sum_y * sum_y
		if not (squared <= _max_force * _max_force and squared < INF):
			var length = sqrt(squared)
			sum_x = sum_x * (_max_force / length) if length < INF else 0.0
			sum_y = sum_y * (_max_force / length) if length < INF else 0.0
			squared = sum_x * sum_x + sum_y * sum_y
		_force_x = sum_x
		_force_y = sum_y
		steering = sqrt(squared)

	# Moves by one tick, as decided.
	func _move(dt: float, barriers) -> void:
		previous_x = x
		previous_y = y
		if _is_driven or _mover != null:
			x = _driven_x if _is_driven else _mover.x()
			y = _driven_y if _is_driven else _mover.y()
			vx = (x - previous_x) / dt
			vy = (y - previous_y) / dt
		else:
			var new_vx = vx + _force_x / _mass * dt
			var new_vy = vy + _force_y / _mass * dt
			var squared = new_vx * new_vx + new_vy * new_vy
			if not (squared <= _max_speed * _max_speed and squared < INF):
				var length = sqrt(squared)
				new_vx = new_vx * (_max_speed / length) if length < INF else 0.0
				new_vy = new_vy * (_max_speed / length) if length < INF else 0.0
			vx = new_vx
			vy = new_vy
			var new_x = x + new_vx * dt
			var new_y = y + new_vy * dt
			if barriers != null:
				var glided = barriers.glide(x, y, vx, vy, _radius, dt)
				new_x = glided[0]
				new_y = glided[1]
				vx = glided[2]
				vy = glided[3]
			if abs(new_x) < INF and abs(new_y) < INF:
				x = new_x
				y = new_y
		speed = sqrt(vx * vx + vy * vy)
		if speed > HEADING_SPEED:
			heading_x = vx / speed if speed < INF else 0.0
			heading_y = vy / speed if speed < INF else 0.0
			if _facing == null:
				facing_x = heading_x
				facing_y = heading_y

	# Without a facing of its own, it looks where it moves.
	func _keep_facing() -> void:
		if _facing == null:
			facing_x = heading_x
			facing_y = heading_y

	# Turns to where it looks. All agents have moved.
	func _turn(world) -> void:
		var wanted := [heading_x, heading_y]
		var target = world._places.get(_target) if _facing.toward == "target" else null
		if target != null:
			wanted = Measure.direction(target.x - x, target.y - y)
		var facing: Array = _facing.turned([facing_x, facing_y], wanted, world._turn_sign)
		facing_x = facing[0]
		facing_y = facing[1]

	# Looks at its target. All agents have moved.
	func _look(world) -> void:
		var target = world._places.get(_target)
		var sees: bool = target != null and _sees(target, world)
		_watch_ticks = 0 if sees == _has_noticed else _watch_ticks + 1
		if sees == _has_noticed or _watch_ticks < (_sight.notice_ticks if sees else _sight.forget_ticks):
			return
		_has_noticed = sees
		_watch_ticks = 0
		# After the other events of the agent in this tick.
		var at: int = world.events.size()
		while at > world._first_own_event and world.events[at - 1].agent > id:
			at -= 1
		var kind := "sight_gained" if sees else "sight_lost"
		world.events.insert(at, {"tick": world.tick, "agent": id, "kind": kind, "node": -1, "behavior": -1})

	func _sees(target, world) -> bool:
		return world._barriers.sees_body(_sight, [x, y], [facing_x, facing_y], target.x, target.y, target._radius)

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

	# -- What behaviors ask for. One that calls none of these asks for nothing.

	# Asks for a force; one that is not finite becomes (0, 0).
	func _ask_force(force_x: float, force_y: float) -> void:
		_has_asked = true
		_force_x = 0.0
		_force_y = 0.0
		if abs(force_x) < INF and abs(force_y) < INF:
			_force_x = force_x
			_force_y = force_y

	# The force that leads to the desired velocity.
	func _ask_velocity(desired_x: float, desired_y: float, time_to_target: float) -> void:
		_ask_force((desired_x - vx) / time_to_target, (desired_y - vy) / time_to_target)

	# The velocity toward a point; at a negative speed, away from it.
	func _ask_toward(to_x: float, to_y: float, at_speed: float, time_to_target: float) -> void:
		var dx = to_x - x
		var dy = to_y - y
		var length = sqrt(dx * dx + dy * dy)
		var desired_x := 0.0
		var desired_y := 0.0
		if length > 0.0 and length < INF:
			desired_x = dx / length * at_speed
			desired_y = dy / length * at_speed
		# As _ask_velocity and _ask_force do; calls take long here.
		_has_asked = true
		_force_x = (desired_x - vx) / time_to_target
		_force_y = (desired_y - vy) / time_to_target
		if not (abs(_force_x) < INF and abs(_force_y) < INF):
			_force_x = 0.0
			_force_y = 0.0

	# The velocity toward, or away from, where `other` will be when this agent could have reached it.
	func _ask_toward_future(other, max_prediction, at_speed: float) -> void:
		var prediction := _distance(other) / _max_speed if _max_speed > 0.0 else 0.0
		if max_prediction != null and prediction > max_prediction:
			prediction = max_prediction
		var future_x = other.x + other.vx * prediction
		var future_y = other.y + other.vy * prediction
		if abs(future_x) < INF and abs(future_y) < INF:
			_ask_toward(future_x, future_y, at_speed, _time_to_target)
		else:
			_ask_toward(other.x, other.y, at_speed, _time_to_target)

	# The velocity toward a point, slower near it, that ends there.
	func _ask_arrival(to_x, to_y, max_speed, target_radius, slow_radius, time_to_target, ramp := "linear", stop := "brake") -> void:
		var distance := Measure.distance(x, y, to_x, to_y)
		if distance < target_radius:
			if stop == "brake":
				_ask_velocity(0.0, 0.0, time_to_target)
			else:
				_ask_force(0.0, 0.0)
			return
		var desired = max_speed
		if distance <= slow_radius and slow_radius > 0.0:
			if ramp == "linear":
				desired = max_speed * distance / slow_radius
			elif ramp == "sqrt":
				desired = max_speed * sqrt(distance / slow_radius)
			else:
				var part = distance / slow_radius
				desired = max_speed * (part * part)
		_ask_toward(to_x, to_y, desired, time_to_target)

	# The push away from every neighbor within `radius`; given a leader, only from it and its other followers. Without neighbors
	# it asks for nothing.
	func _ask_separation(world, radius: float, strength: float, falloff: String, leader) -> void:
		if not (radius > 0.0):
			return
		var is_inverse_square := falloff == "inverse_square"
		var squared_radius := radius * radius
		var inverse_radius := 1.0 / radius
		var nearest := (radius / 1024.0) * (radius / 1024.0)
		var has_neighbor := false
		var sum_x := 0.0
		var sum_y := 0.0
		var near = world._near[_index]
		if near == null:
			near = world._neighbors_of(self)
		for other in near:
			var dx = other.x - x
			var dy = other.y - y
			var squared = dx * dx + dy * dy
			if squared > squared_radius or other == self:
				continue
			if leader != null and other != leader and other._leader != _leader:
				continue
			has_neighbor = true
			# Rounding to multiples of 2^-32, by adding and subtracting 1.5 * 2^20, makes the sums exact in any order.
			if not is_inverse_square:
				sum_x += (dx * inverse_radius + 1572864.0) - 1572864.0
				sum_y += (dy * inverse_radius + 1572864.0) - 1572864.0
			elif nearest > 0.0:
				var w = -radius / (squared if squared > nearest else nearest)
				sum_x += (dx * w + 1572864.0) - 1572864.0
				sum_y += (dy * w + 1572864.0) - 1572864.0
		if not has_neighbor:
			return
		if is_inverse_square:
			_ask_force(sum_x * (strength / radius), sum_y * (strength / radius))
			return
		var length := sqrt(sum_x * sum_x + sum_y * sum_y)
		if length > 0.0 and length < INF:
			_ask_force(-sum_x / length * strength, -sum_y / length * strength)
		else:
			_ask_force(0.0, 0.0)

	# -- Behaviors, called by the names of their kinds.

	func _seek(_behavior, world) -> void:
		var target = world._places.get(_target)
		if target != null:
			_ask_toward(target.x, target.y, _max_speed, _time_to_target)

	func _flee(behavior, world) -> void:
		var danger = world._places.get(_danger)
		if danger == null:
			return
		var panic_distance = behavior.parameters.panic_distance
		if panic_distance == null or not (_distance(danger) > panic_distance):
			_ask_toward(danger.x, danger.y, -_max_speed, _time_to_target)

	func _pursue(behavior, world) -> void:
		var target = world._places.get(_target)
		if target != null:
			_ask_toward_future(target, behavior.parameters.max_prediction, _max_speed)

	func _evade(behavior, world) -> void:
		var danger = world._places.get(_danger)
		if danger != null:
			_ask_toward_future(danger, behavior.parameters.max_prediction, -_max_speed)

	func _arrive(behavior, world) -> void:
		var target = world._places.get(_target)
		if target == null:
			return
		var arrive: Dictionary = behavior.parameters
		_note_arrival(behavior, world, _distance(target) < arrive.target_radius)
		_ask_arrival(target.x, target.y, _max_speed, arrive.target_radius, arrive.slow_radius, arrive.time_to_target,
				arrive.ramp, arrive.stop)

	func _leave(behavior, world) -> void:
		var danger = world._places.get(_danger)
		if danger == null:
			return
		var leave: Dictionary = behavior.parameters
		var distance := _distance(danger)
		var escape: float = leave.escape_radius
		var reach: float = leave.danger_radius
		if distance > reach:
			return
		var desired := _max_speed
		if distance >= escape:
			if leave.ramp == "stepped" and reach > 0.0:
				desired = _max_speed - _max_speed * distance / reach
			elif leave.ramp == "smooth" and reach > escape:
				desired = _max_speed * (reach - distance) / (reach - escape)
		_ask_toward(danger.x, danger.y, -desired, leave.time_to_target)

	func _follow_path(behavior, world) -> void:
		var progress = behavior.progress
		if progress.heads_for_node:
			# Most nodes are too far for the last move to have come near them.
			var goal_x = progress.goal_x
			var goal_y = progress.goal_y
			var reach = progress.goal_radius + abs(x - previous_x) + abs(y - previous_y) + (abs(x) + abs(y)) * 1e-15
			if abs(goal_x - x) > reach or abs(goal_y - y) > reach:
				if node < 0:
					node = progress.target_node
				var goal_speed = progress.goal_speed
				_ask_toward(goal_x, goal_y, goal_speed if goal_speed < _max_speed else _max_speed, _time_to_target)
				return
		var route = progress.route
		if route == null or route.node_x.size() == 0:
			return
		var was_finished = progress.is_finished
		var node_before = progress.target_node
		var held_before = progress.wait_left > 0
		var reached = progress.advance(previous_x, previous_y, x, y)
		var is_held = progress.wait_left > 0
		if held_before and (not is_held or reached >= 0):
			_emit(behavior, world, "wait_ended", node_before)
		if reached >= 0:
			_emit(behavior, world, "node_reached", reached)
			if is_held:
				_emit(behavior, world, "wait_started", reached)
		if progress.is_finished and not was_finished:
			_emit(behavior, world, "path_finished")
		var target_node = progress.target_node
		if node < 0:
			node = target_node
		if is_held:
			_ask_velocity(0.0, 0.0, _time_to_target)
			return
		var follow: Dictionary = behavior.parameters
		var limit = route.node_speed[target_node]
		var at_speed = limit if limit < _max_speed else _max_speed
		var point = progress.next_curve_point() if route.has_curve_points else -1
		if point >= 0:
			_ask_toward(route.point_x[point], route.point_y[point], at_speed, _time_to_target)
		elif route.traversal == "once" and target_node + 1 == route.size():
			_ask_arrival(route.node_x[target_node], route.node_y[target_node], at_speed,
					follow.target_radius, follow.slow_radius, follow.time_to_target)
		else:
			_ask_toward(route.node_x[target_node], route.node_y[target_node], at_speed, _time_to_target)

	func _separation(behavior, world) -> void:
		if behavior.inverse_square_radius == world._common_radius:
			var push_x: float = world._push_x[_index]
			var push_y: float = world._push_y[_index]
			# Without a push it depends on whether there are neighbors.
			if push_x != 0.0 or push_y != 0.0:
				var strength = behavior.inverse_square_strength
				# As _ask_force does.
				_has_asked = true
				_force_x = push_x * strength
				_force_y = push_y * strength
				if not (abs(_force_x) < INF and abs(_force_y) < INF):
					_force_x = 0.0
					_force_y = 0.0
				return
		var separation: Dictionary = behavior.parameters
		_ask_separation(world, separation.radius, separation.max_separation, separation.falloff, null)

	func _follow_leader(behavior, world) -> void:
		var leader = world._places.get(_leader)
		if leader == null:
			return
		var follow: Dictionary = behavior.parameters
		var offset_x: float = leader.heading_x * follow.behind_distance
		var offset_y: float = leader.heading_y * follow.behind_distance
		var sight: float = follow.sight_radius
		_force_x = 0.0
		_force_y = 0.0
		if Measure.distance(x, y, leader.x + offset_x, leader.y + offset_y) <= sight or _distance(leader) <= sight:
			_ask_toward_future(leader, null, -_max_speed)
		var sum_x := _force_x
		var sum_y := _force_y
		_ask_arrival(leader.x - offset_x, leader.y - offset_y, _max_speed, 0.0, follow.slow_radius, _time_to_target)
		sum_x += _force_x
		sum_y += _force_y
		_force_x = 0.0
		_force_y = 0.0
		_ask_separation(world, follow.separation_radius, follow.max_separation, follow.falloff, leader)
		_ask_force(sum_x + _force_x, sum_y + _force_y)

	func _avoid_walls(behavior, world) -> void:
		if world._barriers == null:
			return
		var avoid: Dictionary = behavior.parameters
		var turn_sign: float = world._turn_sign
		var its_speed := sqrt(vx * vx + vy * vy)
		var share: float = its_speed / _max_speed if its_speed < _max_speed else 1.0
		var ahead: float = avoid.ahead_length * share
		var side: float = avoid.side_length * share
		var c: float = avoid.side_cos
		var s: float = avoid.side_sin * turn_sign
		var feelers := [
			[heading_x * ahead, heading_y * ahead],
			[(heading_x * c - heading_y * s) * side, (heading_x * s + heading_y * c) * side],
			[(heading_x * c + heading_y * s) * side, (-heading_x * s + heading_y * c) * side],
		]
		var worst = null
		for feeler in feelers:
			var contact = world._barriers.contact_of_body(x, y, feeler[0], feeler[1], _radius)
			if contact != null and (worst == null or contact[0] < worst[0]):
				worst = contact
		if worst == null:
			return
		var t: float = worst[0]
		var along: float = worst[1] * heading_x + worst[2] * heading_y
		var wx: float = worst[1] - heading_x * along
		var wy: float = worst[2] - heading_y * along
		var length := sqrt(wx * wx + wy * wy)
		if length > 1e-6:
			wx = wx / length
			wy = wy / length
		else:
			wx = -heading_y * turn_sign
			wy = heading_x * turn_sign
		var desired: float = its_speed + (_max_speed - its_speed) * ((1.0 - t) * (1.0 - t))
		_ask_way(heading_x * t + wx * (1.0 - t), heading_y * t + wy * (1.0 - t), desired)

	func _follow_wall(behavior, world) -> void:
		if world._barriers == null:
			return
		var follow: Dictionary = behavior.parameters
		var look_ahead: float = follow.look_ahead
		var k: float = world._turn_sign if follow.side == "left" else -world._turn_sign
		var contact = world._barriers.contact_of_body(x, y, heading_x * look_ahead, heading_y * look_ahead, _radius)
		if contact != null:
			var t: float = contact[0]
			_ask_way(heading_x * t + -contact[2] * k * (1.0 - t), heading_y * t + contact[1] * k * (1.0 - t), _max_speed)
			return
		var nearest = world._barriers.nearest_beside(x, y, heading_x, heading_y, k, follow.reach)
		if nearest == null:
			return
		var away: float = follow.distance - nearest[0]
		_ask_way(nearest[1] * away + -nearest[2] * k * look_ahead, nearest[2] * away + nearest[1] * k * look_ahead, _max_speed)

	# The velocity in a direction.
	func _ask_way(way_x: float, way_y: float, its_speed: float) -> void:
		var length := sqrt(way_x * way_x + way_y * way_y)
		if length > 0.0 and length < INF:
			_ask_velocity(way_x / length * its_speed, way_y / length * its_speed, _time_to_target)
		else:
			_ask_velocity(0.0, 0.0, _time_to_target)

	func _homing_walk(behavior, world) -> void:
		var target = world._places.get(_target)
		if target == null:
			return
		var homing: Dictionary = behavior.parameters
		var walk = behavior.walk
		var distance := _distance(target)
		_note_aggro(behavior, world, distance <= homing.aggro_radius)
		var was_straight = walk.is_straight
		var has_picked = walk.advance(homing, x, y, target.x, target.y)
		if has_picked and not (was_straight and walk.is_straight):
			_emit(behavior, world, "waypoint_picked")
		var reach: float = homing.reach_radius
		_note_arrival(behavior, world, walk.is_straight and distance < reach)
		if walk.is_straight:
			var slow_radius = homing.min_step if homing.min_step > reach else reach
			_ask_arrival(target.x, target.y, _max_speed, reach, slow_radius, _time_to_target)
		else:
			_ask_toward(walk.x, walk.y, _max_speed, _time_to_target)

	func _grid_chase(behavior, world) -> void:
		var prey = world._places.get(_target)
		var chase: Dictionary = behavior.parameters
		var has_entered = _mover.advance(prey)
		if prey != null and chase.method == "line_of_sight" and chase.mode == "chase":
			_note_line(behavior, world, _mover.line_reaches)
		if has_entered:
			_emit(behavior, world, "cell_entered")
		_note_arrival(behavior, world, _mover.is_in_cell_of(prey))

	# -- Events.

	func _note_arrival(behavior, world, has_arrived: bool) -> void:
		if has_arrived and not behavior.has_arrived:
			_emit(behavior, world, "arrived")
		behavior.has_arrived = has_arrived

	func _note_aggro(behavior, world, in_aggro: bool) -> void:
		if behavior.in_aggro != null and behavior.in_aggro != in_aggro:
			_emit(behavior, world, "aggro_entered" if in_aggro else "aggro_left")
		behavior.in_aggro = in_aggro

	func _note_line(behavior, world, line_seen: bool) -> void:
		if behavior.line_seen != null and behavior.line_seen != line_seen:
			_emit(behavior, world, "line_gained" if line_seen else "line_lost")
		behavior.line_seen = line_seen

	func _emit(behavior, world, kind: String, at_node := -1) -> void:
		world.events.append({"tick": world.tick, "agent": id, "kind": kind, "node": at_node, "behavior": behavior.index})


# The random stream of an agent: xoshiro128++.
class Stream:
	var _words := [0, 0, 0, 0]

	# The stream that an agent starts with, by SplitMix64. Its numbers of 64 bits are ints that wrap, so the constants are negative.
	func _init(world_seed: int, agent_id: int):
		var x := world_seed + agent_id * -3335678366873096957
		for i in [0, 2]:
			x += -7046029254386353131
			var z := (x ^ _shifted(x, 30)) * -4658895280553007687
			z = (z ^ _shifted(z, 27)) * -7723592293110705685
			z = z ^ _shifted(z, 31)
			_words[i] = z & MAX_WORD
			_words[i + 1] = _shifted(z, 32)

	# Shifted right, with zeros from the left.
	func _shifted(number: int, bits: int) -> int:
		return (number >> bits) & ((1 << (64 - bits)) - 1)

	# The next 32 bits.
	func next_word() -> int:
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

	# The next number from 0 to 1, without 1.
	func next_float() -> float:
		return next_word() * (1.0 / 4294967296.0)


# ---- Paths ----

# A path prepared for following: its nodes, and the points of the curve between them.
class Route:
	var name := ""
	var line = null
	var traversal := ""
	var radius := 0.0  # of the points between nodes
	var node_x := []
	var node_y := []
	var node_radius := []
	var node_wait := []  # in ticks
	var node_speed := []  # a limit, or INF
	var point_x := []
	var point_y := []
	var has_curve_points := false  # besides the nodes
	var node_point := []  # the index of each node's point; at the end, the number of points

	func _init(fields, dt: float):
		name = fields.text("name")
		traversal = fields.choice("traversal", ["once", "loop", "ping_pong"])
		if fields.flag("closed") != (traversal == "loop"):
			fields.fail("closed", "does not match the traversal")
		var tolerance: float = fields.within("tolerance", 1e-6, MOST_UNITS)
		var is_curved: bool = fields.choice("shape", ["straight", "catmull_rom"]) == "catmull_rom"
		radius = fields.length("radius")
		var nodes: Array = fields.objects_by_id("nodes").values()
		for node in nodes:
			node_x.append(node.coordinate("x"))
			node_y.append(node.coordinate("y"))
			node_radius.append(node.length("radius"))
			node_wait.append(Rounding.ticks_in(node.within("wait", 0.0, 1e6), dt, 0))
			node.check_derived("wait_ticks", node_wait[-1])
			node_speed.append(node.within("speed", 0.0, 1e6) if node.has_value("speed") else INF)
		for i in range(nodes.size()):
			nodes[i].check_derived("point", point_x.size())
			node_point.append(point_x.size())
			point_x.append(node_x[i])
			point_y.append(node_y[i])
			if is_curved:
				_add_curve(i, tolerance)
		node_point.append(point_x.size())
		has_curve_points = point_x.size() > node_x.size()
		_check_points(fields, fields.pairs("points"))
		line = Line.new(point_x, point_y, traversal == "loop")

	# Appends the points of the curve between the node with this index and the next, as an export holds them.
	func _add_curve(i: int, tolerance: float) -> void:
		var count := size()
		var is_closed := traversal == "loop"
		if count < 2 or (i == count - 1 and not is_closed):
			return
		var controls := []
		for k in [i - 1, i, i + 1, i + 2]:
			var is_there: bool = is_closed or (k >= 0 and k < count)
			controls.append(node_x[(k + count) % count] if is_there else null)
			controls.append(node_y[(k + count) % count] if is_there else null)
		var points: Array = Spline.new().points_between(controls, tolerance)
		for k in range(0, points.size(), 2):
			point_x.append(Rounding.decimal(points[k]))
			point_y.append(Rounding.decimal(points[k + 1]))

	func _check_points(fields, points: Array) -> void:
		var is_same: bool = points[0].size() == point_x.size()
		for i in range(point_x.size()):
			is_same = is_same and points[0][i] == point_x[i] and points[1][i] == point_y[i]
		if not is_same:
			fields.fail("points", "does not match the nodes of the path")

	func size() -> int:
		return node_x.size()

	# The number of points after the node with this index and before the next.
	func points_in(segment: int) -> int:
		return node_point[segment + 1] - node_point[segment] - 1

	# The index of the node that an agent at (x, y) goes to first.
	func first_target_node(x: float, y: float, follow: Dictionary) -> int:
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


# The points of a path, measured along their length.
class Line:
	var x := []
	var y := []
	var is_closed := false
	var length := 0.0  # with the way back of a closed line
	var _run := []  # the distance of each point from the first

	func _init(point_x: Array, point_y: Array, closed: bool):
		x = point_x
		y = point_y
		is_closed = closed
		for i in range(x.size()):
			if i > 0:
				length += Measure.distance(x[i - 1], y[i - 1], x[i], y[i])
			_run.append(length)
		if closed and x.size() > 0:
			length += Measure.distance(x[-1], y[-1], x[0], y[0])

	# The place nearest to (px, py), of several the first; null without points.
	func nearest(px: float, py: float):
		if x.size() == 0:
			return null
		var found := {"x": x[0], "y": y[0], "along": 0.0, "distance": Measure.distance(x[0], y[0], px, py)}
		var segments := x.size() if is_closed and x.size() > 1 else x.size() - 1
		for i in range(segments):
			var next: int = (i + 1) % x.size()
			var part := Measure.nearest_part(x[i], y[i], x[next], y[next], px, py)
			var near_x: float = x[i] + (x[next] - x[i]) * part if part > 0.0 else x[i]
			var near_y: float = y[i] + (y[next] - y[i]) * part if part > 0.0 else y[i]
			var distance := Measure.distance(near_x, near_y, px, py)
			if distance < found.distance:
				var along: float = _run[i] + Measure.distance(x[i], y[i], near_x, near_y)
				found = {"x": near_x, "y": near_y, "along": along, "distance": distance}
		return found

	# The point at a distance along the line; null without points.
	func at(along: float):
		var count := x.size()
		if count == 0:
			return null
		if is_closed and length > 0.0:
			along = fmod(along, length)
			if along < 0.0:
				along += length
		var passed := 0
		while passed < count and _run[passed] <= along:
			passed += 1
		if passed == 0:
			return _point(0)
		var next := passed
		var next_run: float = _run[passed] if passed < count else length
		if passed == count:
			if not is_closed:
				return _point(count - 1)
			if not (along < length):
				return _point(0)
			next = 0
		var from := passed - 1
		var part: float = (along - _run[from]) / (next_run - _run[from])
		return {"x": x[from] + (x[next] - x[from]) * part, "y": y[from] + (y[next] - y[from]) * part}

	func _point(index: int) -> Dictionary:
		return {"x": x[index], "y": y[index]}


# How far a behavior has come on its route.
class Progress:
	var route = null  # null for none
	var target_node := 0
	# Whether it goes at full speed to the target node itself; then that node's place, radius and speed.
	var heads_for_node := false
	var goal_x := 0.0
	var goal_y := 0.0
	var goal_radius := 0.0
	var goal_speed := INF
	var wait_left := 0  # ticks
	var is_finished := false
	var _is_backward := false
	var _segment := -1  # the leg: which segment it leads along, -1 for none, and how many of its points are passed
	var _passed := 0

	func _init(on, first: int):
		route = on
		target_node = first
		_aim()

	# Continues along an edited route; without one nothing changes.
	func fit(edited) -> void:
		route = edited
		heads_for_node = false
		if route == null:
			return
		var last: int = route.size() - 1
		target_node = int(max(min(target_node, last), 0))
		if route.traversal != "once" or target_node != last:
			is_finished = false
		if _is_backward and route.traversal != "ping_pong":
			_is_backward = false
			_segment = -1
		var leads := target_node if _is_backward else target_node - 1
		if leads < 0 and route.traversal == "loop":
			leads = last
		if last < 0 or _segment != leads:
			_segment = -1
		if _segment >= 0:
			_passed = int(min(_passed, route.points_in(_segment)))
		_aim()

	func _aim() -> void:
		heads_for_node = false
		if route == null or is_finished or wait_left > 0 or target_node >= route.size() or next_curve_point() >= 0:
			return
		heads_for_node = route.traversal != "once" or target_node + 1 < route.size()
		goal_x = route.node_x[target_node]
		goal_y = route.node_y[target_node]
		goal_radius = route.node_radius[target_node]
		goal_speed = route.node_speed[target_node]

	# The index of the next point of the curve before the target node, or -1.
	func next_curve_point() -> int:
		if _segment < 0:
			return -1
		var left: int = route.points_in(_segment) - _passed
		if left == 0:
			return -1
		return route.node_point[_segment] + left if _is_backward else route.node_point[_segment + 1] - left

	# One tick: counts down a wait, or finds what the last move reached, and continues. Returns the node reached, or -1.
	func advance(from_x: float, from_y: float, x: float, y: float) -> int:
		if is_finished:
			return -1
		if wait_left > 0:
			wait_left -= 1
			if wait_left > 0:
				return -1
			_move_on()
			_aim()
			if is_finished:
				return -1
		var point: int = next_curve_point() if route.has_curve_points else -1
		while point >= 0:
			if Measure.from_segment(from_x, from_y, x, y, route.point_x[point], route.point_y[point]) > route.radius:
				return -1
			_passed += 1
			point = next_curve_point()
			if point < 0:
				_aim()
		var here := target_node
		# Most nodes are too far for the last move to have come near them.
		var reach: float = route.node_radius[here] + abs(x - from_x) + abs(y - from_y) + (abs(x) + abs(y)) * 1e-15
		if abs(route.node_x[here] - x) > reach or abs(route.node_y[here] - y) > reach:
			return -1
		if Measure.from_segment(from_x, from_y, x, y, route.node_x[here], route.node_y[here]) > route.node_radius[here]:
			return -1
		wait_left = route.node_wait[here]
		if wait_left == 0:
			_move_on()
		_aim()
		return here

	func _move_on() -> void:
		var last: int = route.size() - 1
		if target_node == (0 if _is_backward else last):
			match route.traversal:
				"once":
					is_finished = true
					_segment = -1
					return
				"loop":
					_enter_segment(last)
					target_node = 0
					return
				"ping_pong":
					if last == 0:
						return
					_is_backward = not _is_backward
		if _is_backward:
			target_node -= 1
			_enter_segment(target_node)
		else:
			_enter_segment(target_node)
			target_node += 1

	func _enter_segment(segment: int) -> void:
		_segment = segment
		_passed = 0


# ---- The homing walk ----

# The waypoints of a homing walk.
class Walk:
	const MOST_WAYPOINTS := 256
	const CURVE_TOLERANCE := 0.2  # of a smooth walk, in reach radii

	var x := 0.0  # of the waypoint
	var y := 0.0
	var is_straight := false  # whether the waypoint is the target itself
	var _has_waypoint := false
	var _since_pick := 0  # ticks
	var _ahead := []  # the points of a smooth walk, x and y in turn; `_behind` of these numbers are passed
	var _behind := 0
	var _planned_x := 0.0  # where the target was when they were planned
	var _planned_y := 0.0
	var _random
	var _turn_sign := 1.0

	func _init(random, turn_sign: float):
		_random = random
		_turn_sign = turn_sign

	# One tick: picks a waypoint if one is due. Returns whether it did.
	func advance(homing: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float) -> bool:
		if _has_waypoint:
			_since_pick += 1
		var is_due: bool = not _has_waypoint or (homing.repick_ticks > 0 and _since_pick >= homing.repick_ticks)
		if homing.smooth:
			is_due = _advance_smooth(homing, from_x, from_y, to_x, to_y, is_due)
		else:
			is_due = _advance_rough(homing, from_x, from_y, to_x, to_y, is_due)
		if is_due:
			_since_pick = 0
		return is_due

	func _advance_rough(homing: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float, is_due: bool) -> bool:
		if is_straight:
			var distance := Measure.distance(from_x, from_y, to_x, to_y)
			is_due = is_due or distance <= homing.reach_radius or distance > 2.0 * homing.min_step
		else:
			is_due = is_due or Measure.distance(from_x, from_y, x, y) <= homing.reach_radius
		if is_due:
			_pick(homing, from_x, from_y, to_x, to_y)
		return is_due

	# A smooth walk picks all waypoints ahead and follows a curve through them.
	func _advance_smooth(homing: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float, is_due: bool) -> bool:
		is_due = is_due or Measure.distance(_planned_x, _planned_y, to_x, to_y) > 2.0 * homing.min_step
		if is_due:
			_planned_x = to_x
			_planned_y = to_y
			var controls := [from_x, from_y]
			while controls.size() < 2 * MOST_WAYPOINTS:
				_pick(homing, controls[-2], controls[-1], to_x, to_y)
				controls.append(x)
				controls.append(y)
				if is_straight:
					break
			_ahead = Spline.new().points(controls, CURVE_TOLERANCE * homing.reach_radius)
			_behind = 0
		# The last point is the target: it is arrived at, never passed.
		while _behind + 2 < _ahead.size():
			if Measure.distance(from_x, from_y, _ahead[_behind], _ahead[_behind + 1]) > homing.reach_radius:
				break
			_behind += 2
		x = _ahead[_behind] if _behind < _ahead.size() else to_x
		y = _ahead[_behind + 1] if _behind < _ahead.size() else to_y
		is_straight = _behind + 2 >= _ahead.size()
		return is_due

	# Picks the next waypoint. The order of the random numbers: jitter, angle, side.
	func _pick(homing: Dictionary, from_x: float, from_y: float, to_x: float, to_y: float) -> void:
		_has_waypoint = true
		x = to_x
		y = to_y
		var dx := to_x - from_x
		var dy := to_y - from_y
		var distance := sqrt(dx * dx + dy * dy)
		var step: float = distance * homing.step_fraction
		if homing.step_jitter > 0.0:
			step = step * (1.0 + homing.step_jitter * (2.0 * _random.next_float() - 1.0))
		if not (step < homing.max_step):
			step = homing.max_step
		if not (step > homing.min_step):
			step = homing.min_step
		is_straight = step > distance
		if is_straight:
			return
		var angle: float = half_fov(homing, distance) * _random.next_float()
		if _random.next_word() % 2 == 0:
			angle = -angle
		var has_direction := distance > 0.0 and distance < INF
		var step_x := dx / distance * step if has_direction else 0.0
		var step_y := dy / distance * step if has_direction else 0.0
		var turn := AngleMath.cosine_and_sine(_turn_sign * angle)
		x = from_x + (step_x * turn[0] - step_y * turn[1])
		y = from_y + (step_x * turn[1] + step_y * turn[0])

	# Half the field of view at a distance from the target, radians.
	func half_fov(homing: Dictionary, distance: float) -> float:
		var aggro: float = homing.aggro_radius
		var widest: float = homing.max_fov_deg * (PI / 180.0)
		var near := distance if distance < aggro else aggro
		return 0.5 * widest * near / aggro if aggro > 0.0 else 0.5 * widest


# A centripetal Catmull-Rom curve, cut into points.
class Spline:
	const DEPTH := 8  # a segment is divided into 2^8 pieces at most
	const MARGIN := 0.9  # a chord is tested in three places; between them the curve strays up to a tenth further

	# The present segment: from (bx, by) to (cx, cy), with the neighbors outside of it and the knots.
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

	# The points of the open curve through `controls`, without the first; x and y in turn.
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

	# The points between the second and the third of four controls; the first and the last may be null.
	func points_between(controls: Array, tolerance: float) -> Array:
		_furthest = MARGIN * tolerance
		_bx = controls[2]
		_by = controls[3]
		_cx = controls[4]
		_cy = controls[5]
		_ax = controls[0] if controls[0] != null else _bx + (_bx - _cx)
		_ay = controls[1] if controls[1] != null else _by + (_by - _cy)
		_dx = controls[6] if controls[6] != null else _cx + (_cx - _bx)
		_dy = controls[7] if controls[7] != null else _cy + (_cy - _by)
		if _find_knots():
			_divide(0.0, _bx, _by, 1.0, _cx, _cy, DEPTH)
		return _points

	# False if there is nothing between b and c.
	func _find_knots() -> bool:
		var middle := _spacing(_bx, _by, _cx, _cy)
		if not (middle > 0.0 and middle < INF):
			return false
		var before := _spacing(_ax, _ay, _bx, _by)
		var after := _spacing(_cx, _cy, _dx, _dy)
		# A neighbor in the same place gives no direction; the other end is mirrored instead.
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

	# The point at this part of the segment, from 0 to 1, as [x, y].
	func _at(part: float) -> Array:
		var t := _t1 + (_t2 - _t1) * part
		var x := _blend_all(_ax, _bx, _cx, _dx, t)
		var y := _blend_all(_ay, _by, _cy, _dy, t)
		if abs(x) < INF and abs(y) < INF:
			return [x, y]
		# Where one spacing is lost in the rounding of another, the segment is straight.
		return [_bx + (_cx - _bx) * part, _by + (_cy - _by) * part]

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
	var _painted := {}  # columns and rows of the cells that are blocked themselves
	var _blocked := {}  # these, and those that walls cross

	func _init(fields, y_down: bool):
		_size = fields.within("size", 0.001, 1e6)
		_up = -1.0 if y_down else 1.0
		var pairs: Array = fields.pairs("blocked")
		for i in range(pairs[0].size()):
			var column: float = pairs[0][i]
			var row: float = pairs[1][i]
			if _is_count(column) and _is_count(row):
				_paint(int(column), -1 - int(row) if y_down else int(row))
			else:
				fields.fail("blocked[%d]" % i, "is not a pair of whole numbers of 32 bits")

	func _paint(column: int, row: int) -> void:
		_painted[column * ROW + row] = [column, row]
		_blocked[column * ROW + row] = true

	# Blocks the cells that closed walls cross. Returns whether other cells are blocked now.
	func block_crossed_by(walls: Dictionary) -> bool:
		var earlier := _blocked
		_blocked = {}
		for key in _painted:
			_blocked[key] = true
		for id in walls:
			var wall = walls[id]
			for edge in wall.edges() if wall.blocks_motion and not wall.is_open else []:
				if edge[0] != edge[2] or edge[1] != edge[3]:
					_block_crossed(edge)
		return not (_blocked.size() == earlier.size() and _blocked.has_all(earlier.keys()))

	# Blocks the cells whose interior an edge crosses.
	func _block_crossed(edge: Array) -> void:
		var is_forward: bool = edge[0] <= edge[2]
		var px: float = edge[0] if is_forward else edge[2]
		var py: float = _up * (edge[1] if is_forward else edge[3])
		var qx: float = edge[2] if is_forward else edge[0]
		var qy: float = _up * (edge[3] if is_forward else edge[1])
		for column in range(_index(px / _size), saturated(ceil(qx / _size))):
			var left := column * _size
			var right := (column + 1) * _size
			var y0 := py + (qy - py) * ((left - px) / (qx - px)) if px < left else py
			var y1 := py + (qy - py) * ((right - px) / (qx - px)) if qx > right else qy
			for row in range(_index(Measure.lower(y0, y1) / _size), saturated(ceil(Measure.higher(y0, y1) / _size))):
				_blocked[column * ROW + row] = true

	# How many cells walls that block motion may cross at most.
	func count_crossed_by(walls: Dictionary) -> float:
		var count := 0.0
		for id in walls:
			for edge in walls[id].edges() if walls[id].blocks_motion else []:
				count += floor(abs(edge[2] - edge[0]) / _size + abs(edge[3] - edge[1]) / _size + 2.0)
		return count

	# The edges of the union of the cells that are blocked themselves, counted with y up; each has two ends.
	func outline() -> Array:
		# By line, by place along it: whether the blocked cell is above the line, or to the right of it.
		var horizontal := {}
		var vertical := {}
		for key in _painted:
			var column: int = _painted[key][0]
			var row: int = _painted[key][1]
			_add_side(horizontal, row, column, true, column, row - 1)
			_add_side(horizontal, row + 1, column, false, column, row + 1)
			_add_side(vertical, column, row, true, column - 1, row)
			_add_side(vertical, column + 1, row, false, column + 1, row)
		var edges := []
		for run in _runs(horizontal, vertical):
			var y: float = run[0] * _size * _up
			edges.append([run[1] * _size, y, run[2] * _size, y])
		for run in _runs(vertical, horizontal):
			var x: float = run[0] * _size
			edges.append([x, run[1] * _size * _up, x, run[2] * _size * _up])
		return edges

	# Adds a side of a blocked cell, unless the cell beyond it is blocked too.
	func _add_side(lines: Dictionary, line: int, place: int, is_behind: bool, column: int, row: int) -> void:
		var is_cell := saturated(column) == column and saturated(row) == row
		if is_cell and _painted.has(column * ROW + row):
			return
		if not lines.has(line):
			lines[line] = {}
		lines[line][place] = is_behind

	# Sides that follow one another, joined unless one of the other direction ends there: lines, first places and ends.
	func _runs(lines: Dictionary, others: Dictionary) -> Array:
		var runs := []
		var sorted_lines := lines.keys()
		sorted_lines.sort()
		for line in sorted_lines:
			var places: Array = lines[line].keys()
			places.sort()
			for place in places:
				var last = runs[-1] if runs.size() > 0 else null
				var is_met: bool = others.has(place) and (others[place].has(line) or others[place].has(line - 1))
				if last == null or last[0] != line or last[2] != place or lines[line][place] != lines[line][place - 1] or is_met:
					runs.append([line, place, place + 1])
				else:
					last[2] = place + 1
		return runs

	func are_blocked_as(others) -> bool:
		return _blocked.size() == others._blocked.size() and others._blocked.has_all(_blocked.keys())

	# The cell of (x, y), for games.
	func describe(x: float, y: float) -> Dictionary:
		var column := column_at(x)
		var row := row_at(y)
		return {
			"column": column,
			"row": row if _up > 0.0 else -1 - row,
			"x": x_of(column),
			"y": y_of(row),
			"size": _size,
			"blocked": not _is_free(column, row),
		}

	func _is_count(value: float) -> bool:
		return value == floor(value) and value >= -MAX_CELL - 1 and value <= MAX_CELL

	func column_at(x: float) -> int:
		return _index(x / _size)

	func row_at(y: float) -> int:
		return _index(_up * y / _size)

	func _index(cells: float) -> int:
		return saturated(floor(cells))

	# A column or row, an int or a float, as an int of 32 bits. In Godot 3 both clamp() and passing an int as a float round to
	# single precision.
	static func saturated(index) -> int:
		if index <= -MAX_CELL - 1:
			return -MAX_CELL - 1
		return MAX_CELL if index >= MAX_CELL else int(index)

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


# The memory of a cell mover.
class CellMover:
	var line_reaches := true  # whether the line drawn last ends in its goal
	var _cells
	var _chase: Dictionary
	var _column := 0  # the cell that it is in or enters
	var _row := 0
	var _from_column := 0
	var _from_row := 0
	var _elapsed := 0  # ticks of the present step
	var _has_line := false
	var _line := []  # columns and rows in turn; `_behind` of these numbers are passed
	var _behind := 0
	var _prey_column := 0  # that the line was drawn for
	var _prey_row := 0

	func _init(cells, chase: Dictionary, x: float, y: float):
		_cells = cells
		_chase = chase
		stand(x, y)

	# Puts it into the center of the cell of (x, y), with the memory it has at first.
	func stand(x: float, y: float) -> void:
		_column = _cells.column_at(x)
		_row = _cells.row_at(y)
		_from_column = _column
		_from_row = _row
		_elapsed = 0
		_forget_line()
		line_reaches = true

	func _forget_line() -> void:
		_has_line = false
		_line = []
		_behind = 0

	func has_cell_size_of(cells) -> bool:
		return _cells._size == cells._size

	# Continues with edited cells and parameters; if they differ, the line has to be drawn again.
	func go_on(cells, chase: Dictionary) -> void:
		var is_same: bool = cells.are_blocked_as(_cells)
		for key in ["method", "mode", "max_path_length", "step_interval"]:
			is_same = is_same and chase[key] == _chase[key]
		if not is_same:
			_forget_line()
		_cells = cells
		_chase = chase

	# Its position: between the cell that it left and the one that it enters.
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
			_forget_line()
			return
		var prey_column: int = _cells.column_at(prey.x)
		var prey_row: int = _cells.row_at(prey.y)
		var goal_column := prey_column
		var goal_row := prey_row
		if _chase.mode == "evade":  # toward the mirror image of the prey
			goal_column = Cells.saturated(_column + Cells.saturated(_column - prey_column))
			goal_row = Cells.saturated(_row + Cells.saturated(_row - prey_row))
		if _chase.method == "axis":
			_step_by_axis(goal_column, goal_row)
			return
		if not (_has_line and _prey_column == prey_column and _prey_row == prey_row):
			_has_line = true
			_prey_column = prey_column
			_prey_row = prey_row
			_draw_line(goal_column, goal_row)
		if _behind < _line.size():
			var column: int = _line[_behind]
			var row: int = _line[_behind + 1]
			_behind += 2
			if _cells.can_step(_column, _row, column, row):
				_column = column
				_row = row

	# By column and row; beside a blocked cell by one of them.
	func _step_by_axis(goal_column: int, goal_row: int) -> void:
		var columns := int(sign(goal_column - _column))
		var rows := int(sign(goal_row - _row))
		for step in [[columns, rows], [columns, 0], [0, rows]]:
			var is_step = step[0] != 0 or step[1] != 0
			if is_step and _cells.can_step(_column, _row, _column + step[0], _row + step[1]):
				_column += step[0]
				_row += step[1]
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
		line_reaches = column == goal_column and row == goal_row
