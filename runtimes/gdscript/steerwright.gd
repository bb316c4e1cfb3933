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
const VERSION := 1

const FORMAT := "steerwright-export"
const MAX_INTEGER := 999999999999999  # of 15 digits, which every parser of JSON reads exactly
const MAX_LENGTH := 1e9  # in a length
const MAX_DEPTH := 127  # of lists and objects within each other
const MAX_COORDINATE := 1e9  # coordinate in a call, u
const MAX_U32 := 4294967295  # of 32 bits
const MAX_INDEX := 2147483647
const FIRST := 4294967296  # a pair of numbers of 32 bits is first * FIRST + second
# Where agents and walls are found by cells, a cell's key is column * COLUMN + row. Godot 3 hashes only the lower half of a number, in
# which cells of a row have to differ too.
const COLUMN := FIRST + 40503
const AHEAD := [1, COLUMN - 1, COLUMN, COLUMN + 1]
const AROUND := [-COLUMN - 1, -COLUMN, -COLUMN + 1, -1, 0, 1, COLUMN - 1, COLUMN, COLUMN + 1]
const MAX_TICKS_PER_ADVANCE := 240  # in one call of advance
const MAX_AGENTS := 50000  # a spawner adds none to a world that has this many
const MAX_CONTACTS := 10000  # of a tick
const MAX_PENDING := 1000  # triggers of one name that count in a tick
const MAX_TIMES := 1000000000  # that a spawner fires
const MAX_NOISES := 1000  # of the game in a tick
const MAX_NAMES := 1000  # that the game sends in a tick
const MAX_ACTIONS := 32  # of a node or a state, places along a segment, and ways that lead on
const MAX_STATES := 32  # besides the first
const MAX_TRANSITIONS := 32  # of a state
const MAX_TERMS := 16  # of a transition
const MAX_WATCHES := 16  # teams
const MAX_TRIES := 16  # of a search to find a free place
const MAX_TAKEN := 65536  # that are looked at for a way, before there counts as none
const SAVE_FORMAT := "steerwright-save"
const MAX_PAIRS_TO_TRY := 1024  # with more, a contact rule finds agents by cells
const HEADING_SPEED := 1e-6  # below it an agent keeps its heading, u/s
const NEGLIGIBLE := 1e-9  # with the blend mode priority, shorter forces are ignored
const ALIGNED := 0.999999999  # the cosine of a direction that is as good as the wanted one
# Of files without them, u.
const TOUCH_MARGIN := 0.05
const ROUTE_TOLERANCE := 0.1
const REPATH_DISTANCE := 1.0

# The grammar of JSON, RFC 8259. The engine's parser accepts more than that.
const GRAMMAR := ("(?(DEFINE)(?<s>[ \\t\\r\\n]*+)"
		+ "(?<t>\"(?:[^\"\\\\\\x00-\\x1f]++|\\\\(?:[\"\\\\/bfnrt]|u(?:[0-9A-CEFa-cef][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}"
		+ "|[Dd][89ABab][0-9A-Fa-f]{2}\\\\u[Dd][C-Fc-f][0-9A-Fa-f]{2})))*+\")"
		+ "(?<n>-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)"
		+ "(?<v>(?&s)(?:(?&t)|(?&n)|true|false|null|\\[(?:(?&v)(?:,(?&v))*+|(?&s))\\]"
		+ "|\\{(?:(?&s)(?&t)(?&s):(?&v)(?:,(?&s)(?&t)(?&s):(?&v))*+|(?&s))\\})(?&s)))\\A(?&v)\\z")

const ROUTE_MODES := ["direct", "around_walls"]

# The parameters of each kind of behavior: the method of Fields that reads one, or the texts that it may be.
const PARAMETERS := {
	"seek": {"route": "route"},
	"flee": {"panic_distance": "length_or_null"},
	"arrive": {
		"target_radius": "length", "slow_radius": "length",
		"ramp": ["linear", "sqrt", "quadratic"], "stop": ["brake", "coast"], "time_to_target": "time_to_target_or_null",
		"route": "route",
	},
	"leave": {
		"escape_radius": "length", "danger_radius": "length", "ramp": ["stepped", "smooth"],
		"time_to_target": "time_to_target_or_null",
	},
	"pursue": {"max_prediction": "prediction_or_null", "route": "route"},
	"evade": {"max_prediction": "prediction_or_null"},
	"follow_path": {
		"start": ["first", "nearest", "node"], "target_radius": "length", "slow_radius": "length",
		"time_to_target": "time_to_target_or_null", "resume": "resume", "route": "route",
	},
	"separation": {"radius": "neighbor_radius", "max_separation": "length", "falloff": ["none", "inverse_square"]},
	"alignment": {"radius": "neighbor_radius", "fov_deg": "degrees"},
	"cohesion": {"radius": "neighbor_radius", "fov_deg": "degrees"},
	"follow_leader": {
		"behind_distance": "length", "sight_radius": "length", "slow_radius": "length",
		"separation_radius": "neighbor_radius", "max_separation": "length", "falloff": ["inverse_square", "none"],
	},
	"homing_walk": {
		"step_fraction": "fraction", "min_step": "length", "max_step": "length", "aggro_radius": "length",
		"max_fov_deg": "degrees", "reach_radius": "length", "smooth": "flag", "step_jitter": "fraction", "repick_interval": "repick_interval",
		"route": "route",
	},
	"wander": {"distance": "length", "radius": "length", "rate": "rate"},
	"avoid_walls": {"ahead_length": "length", "side_length": "length", "side_angle_deg": "half_turn"},
	"follow_wall": {"side": ["left", "right"], "distance": "length", "reach": "length", "look_ahead": "length"},
	"search": {
		"radius": "length", "points": "points_to_search", "wait": "long_time", "slow_radius": "length", "route": ROUTE_MODES,
	},
	"grid_chase": {
		"method": ["axis", "line_of_sight"], "mode": ["chase", "evade"], "max_path_length": "length_in_cells",
		"step_interval": "step_interval", "route": "route",
	},
}

# The behaviors with a target or a danger, which can have another goal; true for those with a danger.
const GOAL_BEHAVIORS := {
	"seek": false, "flee": true, "arrive": false, "leave": true, "pursue": false, "evade": true, "homing_walk": false, "grid_chase": false,
}
const GOALS := ["reference", "perceived", "last_seen", "last_seen_ahead", "last_noise", "left_path", "post"]

# The actions at nodes, along segments, and on entering a state.
const NODE_ACTIONS := ["wait", "look", "sweep", "speed", "emit", "set_wall", "meet"]
const ALONG_ACTIONS := ["speed", "emit", "set_wall"]
const ENTER_ACTIONS := ["emit", "set_wall", "share"]

# The terms of transitions.
const TERMS := [
	"sees", "sees_not_for", "hears", "told", "touches", "meter_at_least", "meter_at_most", "for", "arrived", "path_finished", "near",
	"event", "search_finished", "no_route",
]

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
## contact, noise_heard, touched, emitted, met, search_finished, no_route, state_entered. Spawned, expired and contact have no behavior;
## they also have source, the id of the spawner or contact rule, and other, the id of the other agent of a contact, or -1. Touched has
## other; emitted has name and value (null, a text or a number); met has name; state_entered has name and reason, the index of the
## transition, or -1 if the game did it.
var events := []

## Why the last spawn() was refused, or "".
var problem := ""

var _places := {}  # by keys: "agent 3", "marker 1", "pointer"
var _paths := {}  # by ids of paths
var _presets := {}  # by ids, which count from 1 in the order of the file; equal ones are one
var _properties := {}  # custom ones, by kinds and ids: those of nodes by ids of paths, in order
var _declared := {}  # custom properties by names: the kinds of items that have them, and the default
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
# What the game tells agents in the next tick: noises, as x, y and radius, and names, each with the id of an agent, or -1 for all.
var _noises := []
var _names := []
var _has_hearing := false  # whether any preset has it
var _has_states := false
var _has_orders := false  # whether an agent was told something, or is to enter a state
var _touch_margin := TOUCH_MARGIN
var _repath_distance := REPATH_DISTANCE
var _route_tolerance := ROUTE_TOLERANCE
var _nets := []  # of routes, by radius
var _watched := {}  # agents by instances of presets, for a tick
var _notes := []  # what the actions of a path told, until its behavior reports it
var _emitted := {}  # names that agents emitted on their paths in this tick, by ids
var _switches := {}  # doors that agents switched in this tick, by ids: the agent, and whether it opens
var _meetings := {}  # the number of agents at each, by names
var _has_meetings := false
var _authored := {}  # by ids of the agents of the scene: name and start
var _scene := ""  # the hash of the world at the start
var _first_own_event := 0  # the index of the first event of agents in this tick
var _barriers = null  # what these walls and the blocked cells stop
# Finding neighbors. The widest radius of the behaviors, a little more against rounding; 0 if no agent looks for neighbors.
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
	if not has_same_placement:
		_noises = []
		_names = []
	_has_orders = true
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
	_paths = edited._paths
	_presets = edited._presets
	_properties = edited._properties
	_declared = edited._declared
	_highest_id = edited._highest_id if edited._highest_id > _highest_id else _highest_id
	_seed = edited._seed
	_turn_sign = edited._turn_sign
	_cells = edited._cells
	_walls = edited._walls
	_barriers = edited._barriers
	_touch_margin = edited._touch_margin
	_repath_distance = edited._repath_distance
	_route_tolerance = edited._route_tolerance
	_nets = edited._nets
	_has_meetings = edited._has_meetings
	_has_hearing = edited._has_hearing
	_has_states = edited._has_states
	_authored = edited._authored
	_scene = edited._scene
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
		if ticks == MAX_TICKS_PER_ADVANCE:
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
	return _lowest_id(name, _paths)


## The id of the preset with this name, or -1; of several, the lowest. An export has only the presets of its agents.
func find_preset(name: String) -> int:
	return _lowest_id(name, _presets)


## The id of the state with this name in the preset of an agent, or -1; of several, the first. -1 also if there is no such agent.
func find_state(agent_id: int, name: String) -> int:
	var found = agent(agent_id)
	return found.find_state(name) if found != null else -1


## The value of a custom property of an "agent", a "path", a "marker" or a "wall": a bool, a number, a String, or null. Without an own
## value it is the default; null if the item or the property does not exist. Colors are texts, references are ids, or null.
func property(kind: String, id: int, name: String):
	var items := kind + "s"
	if not items in ["agents", "paths", "markers", "walls"] or not _properties.has(items):
		return null
	var known: Dictionary = _properties[items]
	if not (agent(id) != null if kind == "agent" else known.has(id)):
		return null
	return _property_among(known.get(id, {}), name, items)


## The same for a node of a path, which is named by its index, as in events.
func node_property(path_id: int, node: int, name: String):
	var nodes: Array = _properties["nodes"].get(path_id, []) if _properties.has("nodes") else []
	return _property_among(nodes[node], name, "nodes") if node >= 0 and node < nodes.size() else null


## The same for the preset of an agent.
func preset_property(agent_id: int, name: String):
	var found = agent(agent_id)
	return _property_among(_presets[found.preset].properties, name, "presets") if found != null else null


func _property_among(values: Dictionary, name: String, items: String):
	if values.has(name):
		return values[name]
	return _declared[name][1] if _declared.has(name) and _declared[name][0].has(items) else null


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
	if not _paths.has(id):
		return null
	var line = _paths[id].line
	var points := []
	for i in range(line.x.size()):
		points.append({"x": line.x[i], "y": line.y[i]})
	return {"points": points, "closed": line.is_closed, "length": line.length}


## The place of a path nearest to (x, y): a dictionary of x, y, along (its distance along the path from the first point) and
## distance (from the given position). Null for an id that is not there, a path without points, and coordinates that are not
## from -1e9 to 1e9.
func path_nearest(id: int, x: float, y: float):
	if not (_paths.has(id) and _is_place(x, y)):
		return null
	return _paths[id].line.nearest(x, y)


## The point of a path at a distance along it from its first point: a dictionary of x and y. On a closed path the distance wraps
## around, on an open one it is limited to the ends. Null for an id that is not there, a path without points, and a distance that
## is not finite.
func path_at(id: int, along: float):
	if not (_paths.has(id) and abs(along) < INF):
		return null
	return _paths[id].line.at(along)


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
	if _has_meetings:
		_count_meetings()
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
	_sense_and_change_states()
	if _contacts.size() > 0:
		_find_contacts(highest_before)
	if _switches.size() > 0:
		_switch_doors()


# After all have moved: they turn, sense, and change their states.
func _sense_and_change_states() -> void:
	var noises := _noises_of_tick() if _has_hearing else []
	_watched = {}
	for each in agents:
		if each._has_to_turn or each._facing != null:
			each._turn(self)
		if each._senses:
			each._sense(self, noises)
	if _noises.size() > 0:
		_noises = []
	if _has_states or _has_orders:
		_change_states()
	if _names.size() > 0:
		_names = []


# The noises of this tick, of agents that move fast and then of the game: x, y, radius, and the agent or null.
func _noises_of_tick() -> Array:
	var noises := []
	for each in agents:
		if each._noise_radius >= 0.0 and each.speed > each._noise_speed:
			noises.append([each.x, each.y, each._noise_radius, each])
	return noises + _noises


func _change_states() -> void:
	for each in agents:
		each._change_state(self)
	_emitted = {}
	if not _has_orders:
		return
	_has_orders = false
	for each in agents:
		each._is_told = each._will_be_told
		each._will_be_told = false
		_has_orders = _has_orders or each._is_told or each._forced_state >= 0


# Counts the agents that wait at each meeting.
func _count_meetings() -> void:
	_meetings = {}
	for each in agents:
		var names := {}
		for behavior in each._behaviors:
			var action = behavior.progress.present_action() if behavior.progress != null else null
			if action != null and action.kind == "meet":
				names[action.name] = true
		for name in names:
			_meetings[name] = _meetings.get(name, 0) + 1


# Does an action that takes no time, on a path.
func _execute(each, progress, action: Dictionary) -> void:
	match action.kind:
		"speed":
			progress.speed_limit = action.limit
		"emit":
			_notes.append(["emitted", action.name, action.value])
			if each._has_states:
				_emitted[each.id] = _emitted.get(each.id, []) + [action.name]
		"set_wall":
			_switch_door(each.id, action)


# Switches a door at the end of the tick. The agent with the highest id prevails.
func _switch_door(agent_id: int, action: Dictionary) -> void:
	if not _switches.has(action.wall) or agent_id >= _switches[action.wall][0]:
		_switches[action.wall] = [agent_id, action.open]


func _switch_doors() -> void:
	var switches := _switches
	_switches = {}
	var ids := switches.keys()
	ids.sort()
	for id in ids:
		var refusal := set_wall_open(id, switches[id][1])
		if refusal != "":
			push_error(refusal)


# Reports an event of an agent after its other ones of this tick, and before those of agents with higher ids.
func _report_in_order(agent_id: int, kind: String, more := {}) -> void:
	var at := events.size()
	while at > _first_own_event and events[at - 1].agent > agent_id:
		at -= 1
	var event := {"tick": tick, "agent": agent_id, "kind": kind, "node": -1, "behavior": -1}
	for key in more:
		event[key] = more[key]
	events.insert(at, event)


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
	if agents.size() >= MAX_AGENTS or _highest_id >= MAX_U32:
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
	entering.team = spawner.team
	entering._set_leader(spawner.leader)
	entering._path_id = spawner.path
	entering._path = _paths.get(spawner.path)
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
		if reach > 0.0 and firsts.size() * seconds.size() > MAX_PAIRS_TO_TRY:
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
				if found == MAX_CONTACTS:
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
		each._cell = _limited(floor(each.x / width), -1000000000, 1000000000) * COLUMN \
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
	var beside := radius / 1024.0
	var nearest := beside * beside
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
					# At exactly the same position, it counts as one beside the agent, to the right if its id is higher.
					if dx == 0.0 and dy == 0.0:
						dx = beside if other > index else -beside
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
	for _i in range(MAX_DEPTH):
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
			if spawner.pending < MAX_PENDING:
				spawner.pending += 1
	return is_known


## Makes a noise, which agents that hear notice in the next tick within the radius.
func noise(x: float, y: float, radius: float) -> String:
	if not _is_place(x, y) or not (radius >= 0.0 and radius <= MAX_LENGTH):
		return "a coordinate or the radius of the noise is out of range; check where it is computed"
	if _noises.size() >= MAX_NOISES:
		return "there are %d noises already; make fewer in a tick" % MAX_NOISES
	_noises.append([x, y, radius, null])
	return ""


## Sets the team of an agent; "" for none.
func set_team(agent_id: int, team: String) -> String:
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "":
		agent(agent_id).team = team
	return refusal


## Lets an agent enter a state of its preset at the end of the next tick, instead of a transition. A driven agent enters it once it is
## released.
func set_state(agent_id: int, state: int) -> String:
	var refusal := _problem_with("agent %d" % agent_id)
	if refusal == "" and agent(agent_id)._index_of_state(state) < 0:
		refusal = "the preset of agent %d has no state %d; use an id of its states" % [agent_id, state]
	if refusal == "":
		agent(agent_id)._forced_state = state
		_has_orders = true
	return refusal


## Sends a name to an agent, or with -1 to all, for the transitions that wait for it in the next tick.
func force_event(agent_id: int, name: String) -> String:
	var refusal := _problem_with("agent %d" % agent_id) if agent_id != -1 else ""
	if refusal == "" and name == "":
		refusal = "the name is empty; use a name of a term"
	if refusal == "" and _names.size() >= MAX_NAMES:
		refusal = "there are %d names already; send fewer in a tick" % MAX_NAMES
	if refusal == "":
		_names.append([agent_id, name])
	return refusal


## A hash of the state of this world, 16 hex digits. The same state has the same hash in every runtime.
func hash64() -> String:
	var out := Hash.new()
	SavedState.new(out, _up()).of_world(self)
	return out.digits()


## The state of this world as a text of JSON, for load_save(). What replace_preset() has replaced is not in it.
func save() -> String:
	var out := Save.new()
	SavedState.new(out, _up()).of_world(self)
	return "{\"format\": \"%s\", \"format_version\": %d, \"scene\": \"%s\", \"values\": [%s]}" % [SAVE_FORMAT, VERSION, _scene, out.text()]


## Returns to a state that save() has written: its text, parsed. The world has loaded the same scene; first replace the presets that were
## replaced before the save. The agents are other objects afterwards. Returns "", or the problem; then nothing has changed.
func load_save(data) -> String:
	var problems := []
	var file := Fields.new(data, "", problems)
	if file.is_sound() and file.string("format") != SAVE_FORMAT:
		file.fail("format", "is not \"%s\"" % SAVE_FORMAT)
	if file.is_sound() and file.whole("format_version", 1, MAX_INTEGER) > VERSION:
		file.fail("format_version", "is newer than this runtime, of version %d" % VERSION)
	if file.is_sound() and file.string("scene") != _scene:
		file.fail("scene", "is the hash of another scene")
	if file.is_sound():
		var reader := SaveReader.new(file.list("values"), problems)
		var now: Dictionary = SavedState.new(reader, _up()).of_world(self)
		reader.finish()
		if reader.is_sound():
			_take_over(now)
	return problems[0] if problems.size() > 0 else ""


# Takes over what a save holds.
func _take_over(now: Dictionary) -> void:
	tick = now.tick
	time = tick * dt
	_accumulator = now.accumulator
	interpolation_alpha = _accumulator
	events = []
	_set_place("pointer", now.pointer[0], now.pointer[1])
	_is_pressed = now.is_pressed
	_is_new_press = now.is_new_press
	_highest_id = now.highest_id
	var doors := _doors()
	for i in range(doors.size()):
		doors[i].is_open = now.doors[i]
	_cells.block_crossed_by(_walls)
	var markers := _markers()
	for i in range(markers.size()):
		markers[i].x = now.markers[i][0]
		markers[i].y = now.markers[i][1]
	_noises = now.noises
	_names = now.names
	_has_orders = true
	for each in agents:
		_places.erase("agent %d" % each.id)
	agents = now.agents
	for each in agents:
		_places["agent %d" % each.id] = each
	_spawned = now.spawned
	for i in range(_spawners.size()):
		_spawners[i].take_over(now.spawners[i], _places, _spawned)
	_forget_neighbors()


# The doors, and the markers, in the order of their ids.
func _doors() -> Array:
	var doors := []
	var ids := _walls.keys()
	ids.sort()
	for id in ids:
		if _walls[id].is_door:
			doors.append(_walls[id])
	return doors


func _markers() -> Array:
	var by_id := {}
	for key in _places:
		var place = _places[key]
		if place is Place and place.id >= 0:
			by_id[place.id] = place
	var ids := by_id.keys()
	ids.sort()
	var markers := []
	for id in ids:
		markers.append(by_id[id])
	return markers


# The sign of rows upward, as the game counts them.
func _up() -> int:
	return 1 if _turn_sign > 0.0 else -1


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
	if refusal == "" and path_id != -1 and not _paths.has(path_id):
		refusal = "there is no path %d; use an id of the export" % path_id
	if refusal == "" and agent(agent_id)._path_id != path_id:
		agent(agent_id)._set_path(path_id, _paths.get(path_id), self)
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
		for each in agents:
			for behavior in each._behaviors:
				behavior.route = null
		if _cells.block_crossed_by(_walls):
			for each in agents:
				if each._mover != null:
					each._mover._forget_line()
	return ""


## The points of the shortest way for a body from (ax, ay) to (bx, by), around walls, with (bx, by) at the end: dictionaries of x and y.
## Null if there is none, for coordinates that are not from -1e9 to 1e9, and for a radius that is not from 0 to 1e9.
func path_between(ax: float, ay: float, bx: float, by: float, radius: float):
	if _barriers == null or not (_is_place(ax, ay) and _is_place(bx, by) and radius >= 0.0 and radius <= MAX_LENGTH):
		return null
	var way = _plan_route(ax, ay, bx, by, radius)
	if way == null:
		return null
	var points := []
	for point in way + [[bx, by]]:
		points.append({"x": point[0], "y": point[1]})
	return points


# The points of the shortest way for a body, each x and y, without both of its ends; null if there is none.
func _plan_route(ax: float, ay: float, bx: float, by: float, radius: float):
	if _barriers.is_free(ax, ay, bx, by, radius):
		return []
	for net in _nets:
		if net.radius >= radius:
			return net.way(ax, ay, bx, by, radius, _barriers)
	return null


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
	var replacement := Preset.new(Fields.new(data, "", problems), self)
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
	var id := _highest_id + 1 if _highest_id < MAX_U32 else MAX_U32
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
	return abs(x) <= MAX_COORDINATE and abs(y) <= MAX_COORDINATE


# ---- Loading ----

func _clear() -> void:
	tick = 0
	time = 0.0
	interpolation_alpha = 0.0
	_accumulator = 0.0
	_noises = []
	_names = []
	_notes = []
	_emitted = {}
	_switches = {}
	_meetings = {}
	_has_meetings = false
	_has_orders = false
	_authored = {}
	_scene = ""
	agents = []
	events = []
	_places = {}
	_paths = {}
	_presets = {}
	_properties = {}
	_declared = {}
	_highest_id = 0
	_placement = {}
	_spawners = []
	_contacts = []
	_spawned = {}
	_is_pressed = false
	_is_new_press = false
	_walls = {}
	_barriers = null
	_nets = []
	_neighbor_radius = 0.0
	_forget_neighbors()


func _is_readable(file) -> bool:
	if file.is_sound() and file.string("format") != FORMAT:
		file.fail("format", "is not \"%s\"" % FORMAT)
	var version: int = file.whole("format_version", 1, MAX_INTEGER) if file.is_sound() else 1
	var needed := version
	if file.is_sound() and file.has("min_reader"):
		needed = file.whole("min_reader", 1, MAX_INTEGER)
	if file.is_sound() and needed > VERSION:
		file.refuse("min_reader: requires a reader of version %d, and this one has version %d; use the newer runtime"
				% [needed, VERSION])
	return file.is_sound()


func _read(file) -> void:
	dt = 1.0 / file.number("ticks_per_second", 1.0, 1000.0)
	_turn_sign = -1.0 if file.flag("y_down") else 1.0
	file.check_derived("turn_sign", _turn_sign)
	file.string("name")
	file.string("unit")
	_seed = file.whole("seed", 0, MAX_INTEGER)
	_placement = file.placement()
	_cells = Cells.new(file.object("cells"), file.flag("y_down"))
	_read_walls(file)
	_places["pointer"] = Place.new(file.object("pointer"))
	var markers: Dictionary = file.by_id("markers")
	for id in markers:
		markers[id].choice("kind", ["target", "danger"])
		_places["marker %d" % id] = Place.new(markers[id], id, markers[id].string("name"))
	var paths: Dictionary = file.by_id("paths")
	for id in paths:
		_paths[id] = ScenePath.new(paths[id], id, self)
	for id in _paths:
		_paths[id].check_junctions(_paths)
		_has_meetings = _has_meetings or _paths[id].has_meetings
	_touch_margin = file.number("touch_margin", 1e-9, 1e9) if file.has("touch_margin") else TOUCH_MARGIN
	_read_nets(file)
	var fields_by_id: Dictionary = file.by_id("agents")
	var preset_ids := {}  # by ids of agents, in the order of the file
	for id in fields_by_id:
		preset_ids[id] = _id_of_preset(Preset.new(fields_by_id[id], self))
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
	_read_properties(file)
	for each in agents:
		_authored[each.id] = [each.name, each._authored]
	if file.is_sound():
		_scene = hash64()


# What routes need.
func _read_nets(file) -> void:
	_repath_distance = file.number("repath_distance", 1e-9, 1e9) if file.has("repath_distance") else REPATH_DISTANCE
	_route_tolerance = file.number("route_tolerance", 1e-9, 1e9) if file.has("route_tolerance") else ROUTE_TOLERANCE
	for fields in file.objects("nets") if file.has("nets") else []:
		var net := Net.new(fields, _walls.values(), _route_tolerance)
		var place := 0
		while place < _nets.size() and _nets[place].radius <= net.radius:
			place += 1
		_nets.insert(place, net)


func _read_spawners(file) -> void:
	var spawners: Dictionary = file.by_id("spawners") if file.has("spawners") else {}
	var ids := []
	for id in spawners:
		ids.append(id)
		spawners[id] = [spawners[id], _id_of_preset(Preset.new(spawners[id], self))]
		_check_references(spawners[id][0], -1)
	ids.sort()
	for id in ids:
		_spawners.append(Spawner.new(spawners[id][0], id, self, spawners[id][1]))
	var contacts: Dictionary = file.by_id("contacts") if file.has("contacts") else {}
	ids = contacts.keys()
	ids.sort()
	for id in ids:
		_contacts.append(Contact.new(contacts[id], id, _presets))
	_measure_neighbor_radius()


# The custom properties of the scene.
func _read_properties(file) -> void:
	for entry in file.objects("declared_properties") if file.has("declared_properties") else []:
		entry.declare_property(_declared)
	_properties = {"nodes": {}}
	for items in ["agents", "paths", "markers", "walls"]:
		_properties[items] = {}
		var entries: Dictionary = file.by_id(items)
		for id in entries:
			_properties[items][id] = entries[id].properties("properties")
			if items == "paths":
				_properties["nodes"][id] = []
				for node in entries[id].objects("nodes"):
					_properties["nodes"][id].append(node.properties("properties"))


func _read_walls(file) -> void:
	var skin: float = file.number("skin", 1e-9, 1.0)
	var walls: Dictionary = file.by_id("walls")
	for id in walls:
		_walls[id] = Wall.new(walls[id])
	if file.is_sound() and _cells.count_crossed_by(_walls) > 1000000:
		file.refuse("walls: cross more than 1000000 cells; use larger cells, or shorter walls")
	if file.is_sound():
		_barriers = Walls.new(_walls, _cells, skin, _turn_sign)
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
	_has_hearing = false
	_has_states = false
	for id in _presets:
		_has_hearing = _has_hearing or _presets[id].has_hearing
		_has_states = _has_states or _presets[id].has_states


# Refuses references of an agent that name nothing, or the agent itself.
func _check_references(fields, id: int) -> void:
	if fields.has_value("path") and not _paths.has(fields.id("path")):
		fields.fail("path", "names path %d, which is not in the file" % fields.id("path"))
	var leader: String = "agent %d" % fields.id("leader") if fields.has_value("leader") else ""
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
	var team := ""
	# Memory.
	var wait := 0
	var fired := 0
	var pending := 0
	var alive := 0
	var random = null
	var _authored := []  # place, target, danger and leader as they were read: those of agents that are despawned become none

	func _init(fields, own_id: int, world, own_preset: int):
		id = own_id
		preset = own_preset
		fields.string("name")
		_read_place(fields.object("place"), fields, world)
		if fields.has_value("scatter"):
			var distances = fields.object("scatter")
			var nearest: float = distances.length("min")
			scatter = [nearest, distances.number("max", nearest, MAX_LENGTH)]
		when = fields.choice("when", ["time", "press", "trigger"])
		trigger = fields.string("trigger") if fields.has_value("trigger") else ""
		if fields.has_value("trigger") != (when == "trigger") or (when == "trigger" and trigger == ""):
			fields.fail("trigger", "does not match when")
		if when == "time" and not fields.has_value("every"):
			fields.fail("every", "is null, and when is time")
		delay_ticks = _ticks(fields, "delay", 0.0, world.dt)
		every_ticks = _ticks(fields, "every", 0.001, world.dt)
		jitter_ticks = _ticks(fields, "jitter", 0.0, world.dt)
		lifetime_ticks = _ticks(fields, "lifetime", 0.001, world.dt)
		count = fields.whole("count", 1, 1000)
		times = fields.whole("times", 1, MAX_TIMES) if fields.has_value("times") else 0
		max_alive = fields.whole("max_alive", 1, MAX_TIMES) if fields.has_value("max_alive") else 0
		target = fields.place_key("target")
		danger = fields.place_key("danger")
		leader = "agent %d" % fields.id("leader") if fields.has_value("leader") else ""
		path = fields.id("path") if fields.has_value("path") else -1
		team = fields.title("team") if fields.has_some("team") else ""
		_authored = [place, target, danger, leader]
		random = RandomStream.new(world._seed, 4294967296 + id)
		fields.check_words("random_state", random._words)
		wait = delay_ticks

	func _read_place(fields, owner, world) -> void:
		var kind: String = fields.choice("kind", ["point", "marker", "agent", "edge"])
		if kind == "marker" or kind == "agent":
			place = "%s %d" % [kind, fields.id("id")]
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
			ticks = Rounding.ticks_in(fields.number(key, least, 1e6), dt, 1 if least > 0.0 else 0)
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

	# Takes over what a save holds. References to agents that are not there are dropped.
	func take_over(memory: Array, places: Dictionary, spawned: Dictionary) -> void:
		wait = memory[0]
		fired = memory[1]
		pending = memory[2]
		random._words = memory[3]
		alive = 0
		for agent_id in spawned:
			if spawned[agent_id][0] == self:
				alive += 1
		place = _authored[0]
		target = _authored[1]
		danger = _authored[2]
		leader = _authored[3]
		for key in _authored:
			if key.begins_with("agent") and not places.has(key):
				forget(key)

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
		fields.string("name")
		first = fields.id("first")
		second = fields.id("second")
		for key in ["first", "second"]:
			if not presets.has(fields.id(key)):
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
		return _index(agent.x) * COLUMN + _index(agent.y)

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
			return MAX_U32
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
			refuse("%s: is not an object; export the scene again" % (place if place != "" else "the file"))

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

	# Whether the field is there and not null. For fields that may be missing.
	func has_some(key: String) -> bool:
		return _fields.has(key) and _fields[key] != null

	# The values of custom properties, by name. The field may be missing.
	func properties(key: String) -> Dictionary:
		var values := {}
		if not has(key):
			return values
		if not _fields[key] is Dictionary:
			fail(key, "is not an object")
			return values
		for name in _fields[key]:
			var value = _fields[key][name]
			if value == null or _property_value(value) != null:
				values[name] = _property_value(value)
		return values

	# The value of a custom property; null for what cannot be one.
	func _property_value(value):
		if _is_number(value):
			return Rounding.decimal(value)
		return value if value is bool or value is String else null

	# Adds the custom property that these fields declare: the kinds of items that have it, and its default.
	func declare_property(declared: Dictionary) -> void:
		var name = _fields.get("name")
		var on = _fields.get("on")
		var default = _fields.get("default")
		if name is String and on is Array and not declared.has(name):
			declared[name] = [on, _property_value(default)]

	func number(key: String, low: float, high: float) -> float:
		var value = _value(key)
		if _is_number(value):
			var number: float = Rounding.decimal(value)
			if number >= low and number <= high:
				return number
		fail(key, "is not a number from %s to %s" % [low, high])
		return low

	func length(key: String) -> float:
		return number(key, 0.0, MAX_LENGTH)

	# The parameter within which a behavior looks for neighbors.
	func neighbor_radius(key: String) -> float:
		return length(key)

	func length_or_null(key: String):
		return length(key) if has_value(key) else null

	func prediction_or_null(key: String):
		return number(key, 0.0, 1e6) if has_value(key) else null

	func coordinate(key: String) -> float:
		return number(key, -MAX_COORDINATE, MAX_COORDINATE)

	func velocity(key: String) -> float:
		return number(key, -1e6, 1e6)

	func fraction(key: String) -> float:
		return number(key, 0.0, 1.0)

	func degrees(key: String) -> float:
		return number(key, 0.0, 360.0)

	func half_turn(key: String) -> float:
		return number(key, 0.0, 180.0)

	func time_to_target(key: String) -> float:
		return number(key, 0.001, 1000.0)

	func time_to_target_or_null(key: String):
		return time_to_target(key) if has_value(key) else null

	func long_time(key: String) -> float:
		return number(key, 0.0, 1e6)

	func turn_rate_or_null(key: String):
		return number(key, 0.001, 1e6) if has_value(key) else null

	func rate(key: String) -> float:
		return number(key, 0.0, 1e6)

	func step_interval(key: String) -> float:
		return number(key, 0.001, 1e4)

	func repick_interval(key: String) -> float:
		return number(key, 0.0, 1e4)

	func whole(key: String, low: int, high: int) -> int:
		var value = _value(key)
		if _is_number(value):
			var number: float = Rounding.decimal(value)
			if number == floor(number) and number >= low and number <= high:
				return int(number)
		fail(key, "is not a whole number from %d to %d" % [low, high])
		return low

	func id(key: String) -> int:
		return whole(key, 0, MAX_U32)

	func points_to_search(key: String) -> int:
		return whole(key, 1, 100)

	func route(key: String) -> String:
		return choice(key, ROUTE_MODES) if has(key) else "direct"

	func resume(key: String) -> String:
		return choice(key, ["same", "nearest", "first"]) if has(key) else "same"

	# A number from null or a text or a number.
	func null_text_or_number(key: String):
		var value = _value(key)
		if value == null or value is String:
			return value
		return number(key, -1e15, 1e15)

	# Two numbers that have to be these.
	func check_pair(key: String, expected: Array) -> void:
		var found := list(key)
		if found.size() != 2:
			fail(key, "is not a list of two numbers")
			return
		for i in range(2):
			if not _is_number(found[i]) or Rounding.decimal(found[i]) != expected[i]:
				fail("%s[%d]" % [key, i], "does not match the rest of the file, which gives %s" % [expected[i]])

	# The direction of an angle, which is in the file too; with y up.
	func baked_direction(key: String) -> Array:
		var angle := number(key, -360.0, 360.0)
		# A turn of more than half a circle is taken the other way round.
		if angle > 180.0:
			angle -= 360.0
		elif angle < -180.0:
			angle += 360.0
		var turn: Array = AngleMath.cosine_and_sine(angle * (PI / 180.0))
		return [Rounding.decimal(turn[0]), Rounding.decimal(turn[1])]

	# The seconds from min to max, as ticks, which are in the file too: the least and the most.
	func times(dt: float) -> Array:
		var least := number("min", 0.0, 1e6)
		var ticks := [Rounding.ticks_in(least, dt, 0), Rounding.ticks_in(number("max", least, 1e6), dt, 0)]
		check_derived("min_ticks", ticks[0])
		check_derived("max_ticks", ticks[1])
		return ticks

	# A goal of what an agent knows, and how many seconds later a place would be, or null.
	func goal(may_miss: bool) -> Array:
		var found := choice("goal", GOALS) if has("goal") or not may_miss else "reference"
		var ahead = number("ahead", 0.0, 1000.0) if has_some("ahead") or (not may_miss and has_value("ahead")) else null
		if (ahead != null) != (found == "last_seen_ahead"):
			fail("ahead", "does not match goal")
		return [found, ahead]

	# The objects of a list of at most this many; none if it is missing.
	func few_objects(key: String, most: int) -> Array:
		var found := objects(key) if has(key) else []
		check_size(key, found, 0, most)
		return found if is_sound() else []

	# Refuses a list with fewer or more entries.
	func check_size(key: String, entries: Array, least: int, most: int) -> void:
		if entries.size() < least or entries.size() > most:
			fail(key, "does not have %d to %d entries" % [least, most])

	func length_in_cells(key: String) -> int:
		return whole(key, 0, 1000000)

	# Refuses a number that does not follow from the rest of the file, for example after an edit by hand.
	func check_derived(key: String, expected) -> void:
		var value = _value(key)
		if not _is_number(value) or Rounding.decimal(value) != expected:
			fail(key, "does not match the rest of the file, which gives %s" % expected)

	func check_color(key: String) -> void:
		var color := string(key)
		var is_color := color.length() == 7 and color.begins_with("#")
		for i in range(1, color.length()):
			is_color = is_color and "0123456789abcdefABCDEF".find(color[i]) >= 0
		if not is_color:
			fail(key, "is not a color like #ff8000")

	func flag(key: String) -> bool:
		var value = _value(key)
		if value is bool:
			return value
		fail(key, "is not true or false")
		return false

	func string(key: String) -> String:
		var value = _value(key)
		if value is String:
			return value
		fail(key, "is not a string")
		return ""

	# A text that is not empty.
	func title(key: String) -> String:
		var value := string(key)
		if value == "":
			fail(key, "is empty")
		return value

	func choice(key: String, allowed: Array) -> String:
		var value := string(key)
		if allowed.has(value):
			return value
		var names := ""
		for each in allowed:
			names += each if names == "" else ", " + each
		fail(key, "is not one of %s" % names)
		return allowed[0]

	# The key of a place, "" for none.
	func place_key(key: String) -> String:
		if not has_value(key):
			return ""
		var target = object(key)
		var kind: String = target.choice("kind", ["marker", "agent", "pointer"])
		return kind if kind == "pointer" else "%s %d" % [kind, target.id("id")]

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
			"scale": number("scale", 1e-6, 1e6) if has("scale") else 1.0,
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
			if abs(found[0][i]) > MAX_COORDINATE or abs(found[1][i]) > MAX_COORDINATE:
				fail("%s[%d]" % [key, i], "is not a pair of numbers from -1e9 to 1e9")
				break
		return found

	# The lists of whole numbers, or of these and a length, in a list.
	func rows(key: String, wholes: int, lengths: int) -> Array:
		var found := []
		for row in list(key):
			if not (row is Array and row.size() == wholes + lengths):
				fail("%s[%d]" % [key, found.size()], "is not a list of %d numbers" % (wholes + lengths))
				break
			var numbers := []
			for i in range(row.size()):
				var number: float = Rounding.decimal(row[i]) if _is_number(row[i]) else -1.0
				var is_whole: bool = number == floor(number) and number <= MAX_U32
				if not (number >= 0.0 and (is_whole if i < wholes else number <= 1e10)):
					fail("%s[%d][%d]" % [key, found.size(), i], "is not a whole number" if i < wholes else "is not a number from 0 to 1e10")
					return []
				numbers.append(int(number) if i < wholes else number)
			found.append(numbers)
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

	func by_id(key: String) -> Dictionary:
		var found := {}
		for fields in objects(key):
			var id: int = fields.id("id")
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

	# Of p from the segment from a to b, squared.
	static func squared_from_segment(ax: float, ay: float, bx: float, by: float, px: float, py: float) -> float:
		var part := nearest_part(ax, ay, bx, by, px, py)
		var dx := px - (ax + (bx - ax) * part if part > 0.0 else ax)
		var dy := py - (ay + (by - ay) * part if part > 0.0 else ay)
		return dx * dx + dy * dy

	# Whether a place is in a field of view, from how far it is ahead and its distance squared.
	static func is_in_view(fov_deg: float, cos2: float, ahead: float, squared: float) -> bool:
		if fov_deg > 180.0:
			return ahead >= 0.0 or ahead * ahead <= cos2 * squared
		return ahead >= 0.0 and ahead * ahead >= cos2 * squared

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

	# The square of the cosine of half a field of view.
	static func cos2_of(fov_deg: float) -> float:
		var cosine: float = cosine_and_sine(fov_deg / 2.0 * (PI / 180.0))[0]
		return cosine * cosine


# ---- Walls and sight ----

# A wall: its points, and what its edges block.
class Wall:
	var name := ""
	var blocks_motion := true
	var blocks_sight := true
	var is_door := false
	var is_open := false
	var _x := []
	var _y := []
	var _is_closed := false

	func _init(fields):
		name = fields.string("name")
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
class Barrier:
	const MAX_BUCKETS := 4096.0

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
		if not ((right - left + 1.0) * (high - low + 1.0) <= MAX_BUCKETS):
			return null
		var keys := []
		for column in range(Cells.saturated(floor(left)), Cells.saturated(floor(right)) + 1):
			for row in range(Cells.saturated(floor(low)), Cells.saturated(floor(high)) + 1):
				keys.append(column * COLUMN + row)
		return keys

	# A radius that is larger by more than the rounding.
	func reach_of(px: float, py: float, qx: float, qy: float, radius: float) -> float:
		var furthest = Measure.higher(Measure.higher(abs(px), abs(py)), Measure.higher(abs(qx), abs(qy)))
		return radius + 1e-12 * (_extent + furthest + radius)

	# Lists of the indices of those that may be within a radius of the way from p to q: one can be in several, and those of open doors too.
	func buckets_near(px: float, py: float, qx: float, qy: float, radius: float) -> Array:
		var keys = _keys(px, py, qx, qy, reach_of(px, py, qx, qy, radius))
		if keys == null:
			return [range(size())]
		var found := [_far]
		for key in keys:
			if _buckets.has(key):
				found.append(_buckets[key])
		return found

	# Whether the segment with this index is of an open door.
	func is_open(i: int) -> bool:
		return _wall[i] != null and _wall[i].is_open

	# The indices of those that may be within a radius of the way from p to q, in order, without those of open doors.
	func near(px: float, py: float, qx: float, qy: float, radius: float) -> Array:
		var keys = _keys(px, py, qx, qy, reach_of(px, py, qx, qy, radius))
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


# The angle by which an agent turns in a tick.
class Turn:
	var cosine := -1.0  # -1 for half a turn or more
	var sine := 0.0

	func _init(turn_rate, dt: float):
		if turn_rate != null and turn_rate * dt < 180.0:
			var turn: Array = AngleMath.cosine_and_sine(turn_rate * dt * (PI / 180.0))
			cosine = Rounding.decimal(turn[0])
			sine = Rounding.decimal(turn[1])

	# The direction a tick later.
	func turned(from: Array, to: Array, turn_sign: float) -> Array:
		if to[0] == 0.0 and to[1] == 0.0:
			return from
		if cosine == -1.0 or from[0] * to[0] + from[1] * to[1] >= cosine:
			return to
		var signed_sine := sine * turn_sign
		if not ((from[0] * to[1] - from[1] * to[0]) * turn_sign >= 0.0):
			signed_sine = -signed_sine
		var x: float = from[0] * cosine - signed_sine * from[1]
		var y: float = from[0] * signed_sine + from[1] * cosine
		return Measure.direction(x, y)


# How an agent turns to where it looks.
class Facing:
	var toward := "motion"
	var turn_rate = null  # null for at once
	var turn = null

	func _init(fields, dt: float):
		toward = fields.choice("toward", ["motion", "target", "action"])
		turn_rate = fields.turn_rate_or_null("turn_rate")
		turn = Turn.new(turn_rate, dt)
		fields.check_derived("turn_cos", turn.cosine)
		fields.check_derived("turn_sin", turn.sine)

	func as_authored() -> Array:
		return [toward, turn_rate]


# Reads what an agent does at a node, along a segment, or on entering a state: a dictionary of its kind and its parameters.
class ActionReader:
	static func read(fields, kinds: Array, world) -> Dictionary:
		var kind: String = fields.choice("kind", kinds)
		match kind:
			"wait":
				return {"kind": kind, "ticks": fields.times(world.dt)}
			"look":
				return _look(fields, world)
			"sweep":
				var turn_sign: float = world._turn_sign
				var directions := []
				for end in ["from", "to"]:
					var baked: Array = fields.baked_direction(end + "_deg")
					directions.append([baked[0], baked[1] * turn_sign])
					fields.check_pair(end, directions[-1])
				var times: int = fields.whole("times", 1, 1000)
				return {"kind": kind, "directions": directions, "times": times, "turn": _turn(fields, world.dt)}
			"speed":
				return {"kind": kind, "limit": fields.number("limit", 0.0, 1e6) if fields.has_value("limit") else null}
			"emit":
				return {"kind": kind, "name": fields.title("name"), "value": fields.null_text_or_number("value")}
			"set_wall":
				var wall: int = fields.id("wall")
				if not (world._walls.has(wall) and world._walls[wall].is_door):
					fields.fail("wall", "names wall %d, which is not a door of the file" % wall)
				return {"kind": kind, "wall": wall, "open": fields.flag("open")}
			"meet":
				return {"kind": kind, "name": fields.title("name"), "count": fields.whole("count", 1, 10000)}
		return {"kind": kind, "radius": fields.length("radius")}

	static func _look(fields, world) -> Dictionary:
		var look := {"kind": "look", "direction": null, "marker": "", "place": null, "turn": _turn(fields, world.dt)}
		var at = fields.object("at")
		match at.choice("kind", ["direction", "point", "marker"]):
			"direction":
				var baked: Array = at.baked_direction("deg")
				look.direction = [baked[0], baked[1] * world._turn_sign]
				at.check_derived("x", look.direction[0])
				at.check_derived("y", look.direction[1])
			"point":
				look.place = [at.coordinate("x"), at.coordinate("y")]
			"marker":
				look.marker = "marker %d" % at.id("id")
				if not world._places.has(look.marker):
					at.fail("id", "names %s, which is not in the file" % look.marker)
		return look

	# How fast the action turns an agent, or null.
	static func _turn(fields, dt: float):
		var turn_rate = fields.turn_rate_or_null("turn_rate")
		if turn_rate != null:
			var turn := Turn.new(turn_rate, dt)
			fields.check_derived("turn_cos", turn.cosine)
			fields.check_derived("turn_sin", turn.sine)
			return turn
		for key in ["turn_cos", "turn_sin"]:
			if fields.has_value(key):
				fields.fail(key, "is not null")
		return null


# What an agent sees.
class Sight:
	var reach := 0.0
	var near := 0.0
	var fov_deg := 360.0
	var notice_ticks := 1
	var forget_ticks := 1
	var cos2 := 0.0  # of half the field of view

	func _init(fields):
		reach = fields.length("range")
		near = fields.length("near")
		fov_deg = fields.number("fov_deg", 0.001, 360.0)
		notice_ticks = fields.whole("notice_ticks", 1, 1000000)
		forget_ticks = fields.whole("forget_ticks", 1, 1000000)
		cos2 = Rounding.decimal(AngleMath.cos2_of(fov_deg))
		fields.check_derived("cos2", cos2)

	func as_authored() -> Array:
		return [reach, near, fov_deg, notice_ticks, forget_ticks]


# What stops bodies and sight: the edges of walls by id, and the outline of blocked cells.
class Walls:
	const ROUNDS := 4  # of each part of a move

	var motion := Barrier.new()
	var sight := Barrier.new()
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

	# Whether no segment overlaps a body: otherwise no way from or to it is free.
	func is_clear(x: float, y: float, r: float) -> bool:
		for i in motion.near(x, y, x, y, r):
			if not Measure.squared_from_segment(motion.ax[i], motion.ay[i], motion.bx[i], motion.by[i], x, y) >= r * r:
				return false
		return true

	# Whether a body can go straight from a to b.
	func is_free(ax: float, ay: float, bx: float, by: float, r: float) -> bool:
		var least := r * r
		var wx := bx - ax
		var wy := by - ay
		# Segments beyond this, to one side of the way, are too far away, whatever is lost by rounding.
		var beyond: float = motion.reach_of(ax, ay, bx, by, r) * sqrt(wx * wx + wy * wy)
		for indices in motion.buckets_near(ax, ay, bx, by, r):
			for i in indices:
				var cx: float = motion.ax[i]
				var cy: float = motion.ay[i]
				var dx: float = motion.bx[i]
				var dy: float = motion.by[i]
				var c := wx * (cy - ay) - wy * (cx - ax)
				var d := wx * (dy - ay) - wy * (dx - ax)
				if c > beyond and d > beyond or c < -beyond and d < -beyond or motion.is_open(i):
					continue
				if not (not motion.touches(i, ax, ay, bx, by)
						and Measure.squared_from_segment(ax, ay, bx, by, cx, cy) >= least
						and Measure.squared_from_segment(ax, ay, bx, by, dx, dy) >= least
						and Measure.squared_from_segment(cx, cy, dx, dy, ax, ay) >= least
						and Measure.squared_from_segment(cx, cy, dx, dy, bx, by) >= least):
					return false
		return true

	func _sees_point(cone, eye: Array, facing: Array, x: float, y: float) -> bool:
		var dx: float = x - eye[0]
		var dy: float = y - eye[1]
		var squared := dx * dx + dy * dy
		if not (squared <= cone.reach * cone.reach):
			return false
		if not (squared <= cone.near * cone.near or cone.fov_deg == 360.0
				or Measure.is_in_view(cone.fov_deg, cone.cos2, facing[0] * dx + facing[1] * dy, squared)):
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


# A net of routes for bodies up to a radius: points, and between which of them there is a free way.
class Net:
	const ROUNDED_UP := 1.000000001  # more than the sum of two numbers can be wrong by rounding
	var radius := 0.0
	var _x := []
	var _y := []
	var _links := []  # of each point: arrays of another point, the cost of the way there, and the doors that close it
	var _route_tolerance := 0.0
	# Of the costs: the least one for a unit of distance, and all together.
	var _cost_per_unit := 0.0
	var _total := 0.0

	func _init(fields, walls: Array, route_tolerance: float):
		_route_tolerance = route_tolerance
		_cost_per_unit = 64.0 / route_tolerance
		radius = fields.length("radius")
		var points: Array = fields.positions("points")
		_x = points[0]
		_y = points[1]
		var pairs: Array = fields.rows("pairs", 2, 1)
		var doors := []  # of each pair
		var last := -1
		for i in range(pairs.size()):
			doors.append([])
			var key: int = pairs[i][0] * FIRST + pairs[i][1]
			if pairs[i][0] >= pairs[i][1] or pairs[i][1] >= _x.size() or key <= last:
				fields.fail("pairs[%d]" % i, "is not a pair of points after the pair before")
			last = key
		var numbers: Array = fields.rows("doors", 2, 0)
		for i in range(numbers.size()):
			if numbers[i][0] >= pairs.size():
				fields.fail("doors[%d][0]" % i, "names pair %d, which the net does not have" % numbers[i][0])
				break
			if numbers[i][1] >= walls.size() or not walls[numbers[i][1]].is_door:
				fields.fail("doors[%d][1]" % i, "names wall %d of the list, which is not a door" % numbers[i][1])
				break
			doors[numbers[i][0]].append(walls[numbers[i][1]])
		for _point in _x:
			_links.append([])
		for i in range(pairs.size() if fields.is_sound() else 0):
			var cost := _cost(pairs[i][2])
			var apart := Measure.distance(_x[pairs[i][0]], _y[pairs[i][0]], _x[pairs[i][1]], _y[pairs[i][1]])
			if cost < _cost_per_unit * apart:
				_cost_per_unit = cost / apart
			_total += cost
			_links[pairs[i][0]].append([pairs[i][1], cost, doors[i]])
			_links[pairs[i][1]].append([pairs[i][0], cost, doors[i]])

	# What going straight for a length costs: whole numbers, so that of two equal ways the same one is taken at every scale.
	func _cost(length: float) -> float:
		return floor(length * 64.0 / _route_tolerance + 1.5)

	# The points of the shortest way from a to b, where there is no straight one; null if there is none.
	func way(ax: float, ay: float, bx: float, by: float, r: float, barriers):
		if _x.size() == 0 or not barriers.is_clear(bx, by, r):
			return null
		var start_costs := []
		var farthest := 0.0
		for i in range(_x.size()):
			var dx: float = _x[i] - ax
			var dy: float = _y[i] - ay
			var cost := _cost(sqrt(dx * dx + dy * dy))
			start_costs.append(cost)
			if cost > farthest:
				farthest = cost
		# Points are taken by the least cost of a way over them (A*), and of equal ways that of the motion contract is kept. Where sums may be
		# rounded, `per_unit` is 0: then points are taken in the order of the contract.
		var per_unit := _cost_per_unit if _total + farthest < 1e15 else 0.0
		var costs := []
		var before := []
		var left := []
		# The straight ways from a: their sums, negated, the least one last, and the points of each, the lowest index last. Whether such a
		# way is free is looked up when it is the next.
		var start_sums := []
		var starts := {}
		var are_any_free: bool = barriers.is_clear(ax, ay, r)
		for i in range(_x.size()):
			var dx: float = bx - _x[i]
			var dy: float = by - _y[i]
			costs.append(INF)
			before.append(-1)
			left.append(per_unit * sqrt(dx * dx + dy * dy))
		for i in range(_x.size() - 1 if are_any_free else -1, -1, -1):
			var sum: float = -(start_costs[i] + left[i])
			if starts.has(sum):
				starts[sum].append(i)
			else:
				starts[sum] = [i]
			start_sums.append(sum)
		start_sums.sort()
		# The ways over other points: also the next one last.
		var open_sums := []
		var open := []
		var open_costs := []
		var is_any_taken := false
		var least := INF
		var last := -1
		while true:
			var i := -1
			var cost := 0.0
			var is_start := false
			if start_sums.size() > 0:
				var sum: float = start_sums.back()
				i = starts[sum].back()
				is_start = open.size() == 0 or sum > open_sums.back() or sum == open_sums.back() and i <= open.back()
			if is_start:
				if -start_sums.back() > least * ROUNDED_UP:
					break
				starts[start_sums.pop_back()].pop_back()
				cost = start_costs[i]
				if cost > costs[i] or not barriers.is_free(ax, ay, _x[i], _y[i], r):
					continue
				before[i] = -1
			elif open.size() > 0:
				if -open_sums.pop_back() > least * ROUNDED_UP:
					break
				i = open.pop_back()
				cost = open_costs.pop_back()
				if cost > costs[i]:
					continue
			elif not is_any_taken:
				i = _nearest(ax, ay)
				cost = start_costs[i]
			else:
				break
			costs[i] = cost
			is_any_taken = true
			var to_end := cost + _cost(Measure.distance(_x[i], _y[i], bx, by))
			var is_better := to_end < least
			if per_unit > 0.0 and to_end == least:
				is_better = cost < costs[last] or cost == costs[last] and i < last
			if is_better and barriers.is_free(_x[i], _y[i], bx, by, r):
				least = to_end
				last = i
			for link in _links[i]:
				var to: int = link[0]
				var sum: float = cost + link[1]
				if sum > costs[to] or not _are_open(link[2]):
					continue
				if sum < costs[to]:
					costs[to] = sum
					before[to] = i
					var place := _place_of(open_sums, open, -(sum + left[to]), to)
					open_sums.insert(place, -(sum + left[to]))
					open.insert(place, to)
					open_costs.insert(place, sum)
				elif per_unit > 0.0 and before[to] >= 0:
					var other: int = before[to]
					if cost < costs[other] or cost == costs[other] and i < other:
						before[to] = i
		if last < 0:
			return null
		var points := []
		while last >= 0:
			points.push_front([_x[last], _y[last]])
			last = before[last]
		return points

	# Where a point is put among the open ones.
	func _place_of(open_sums: Array, open: Array, sum: float, index: int) -> int:
		var place := open_sums.bsearch(sum)
		while place < open.size() and open_sums[place] == sum and open[place] > index:
			place += 1
		return place

	# The point nearest to a, to which the way need not be free.
	func _nearest(ax: float, ay: float) -> int:
		var nearest := -1
		var least := INF
		for i in range(_x.size()):
			var dx: float = _x[i] - ax
			var dy: float = _y[i] - ay
			var squared := dx * dx + dy * dy
			if nearest < 0 or squared < least:
				least = squared
				nearest = i
		return nearest

	func _are_open(doors: Array) -> bool:
		for door in doors:
			if not door.is_open:
				return false
		return true


# ---- Agents and their behaviors ----

# The route of a behavior to its goal.
class Route:
	var goal_x := 0.0
	var goal_y := 0.0
	var points := []  # that are left, each x and y

	func _init(x: float, y: float, way: Array):
		goal_x = x
		goal_y = y
		points = way


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
	var neighbor_radius := 0.0  # within which it looks for neighbors
	var inverse_square_radius := -1.0  # of a separation of this kind; -1 for none
	var inverse_square_strength := 0.0  # by which its pushes are multiplied
	# Memory.
	var has_arrived := false
	var in_aggro = null  # null until it is known
	var line_seen = null  # null until it is known
	var progress = null  # of follow_path
	var walk = null  # of homing_walk
	var angle := 0.0  # of wander: from the heading to its target on the circle, radians, counted with y up
	var search = null  # of search
	var route = null  # of a behavior that goes around walls; null until it is made
	# What it moves toward or away from, and how many seconds later that is for `last_seen_ahead`.
	var goal := "reference"
	var ahead = null
	var has_route := false  # whether it goes around walls

	# Takes its parameters from the file. Returns what is the same for equal behaviors.
	func read(fields, own_kind: String, own_index: int, body_time_to_target: float, dt: float) -> Array:
		kind = own_kind
		index = own_index
		method = "_" + kind
		weight = fields.number("weight", -1e6, 1e6)
		parameters = fields.parameters(PARAMETERS[kind])
		for key in parameters:
			if PARAMETERS[kind][key] is String and PARAMETERS[kind][key] == "neighbor_radius":
				neighbor_radius = parameters[key]
		has_route = parameters.get("route") == "around_walls"
		var starts_at: bool = kind == "follow_path" and fields.has_value("start_node")
		var as_authored := [kind, weight, fields.whole("start_node", 0, MAX_U32) if starts_at else -1]
		as_authored += parameters.values()
		if GOAL_BEHAVIORS.has(kind) or kind == "search":
			var own_goal: Array = fields.goal(kind != "search")
			goal = own_goal[0]
			ahead = own_goal[1]
			as_authored += own_goal
		if kind == "search":
			as_authored += _read_search(fields, dt)
		if parameters.has("time_to_target") and parameters["time_to_target"] == null:
			parameters["time_to_target"] = body_time_to_target
		if parameters.has("fov_deg"):
			parameters["cos2"] = AngleMath.cos2_of(parameters["fov_deg"])
		# A radius so small that its square is nothing is left to the general case.
		if kind == "separation" and parameters["falloff"] == "inverse_square" and parameters["radius"] > 1e-140:
			inverse_square_radius = parameters["radius"]
			inverse_square_strength = parameters["max_separation"] / inverse_square_radius
		if kind == "follow_path":
			if fields.has_value("start_node") != (parameters["start"] == "node"):
				fields.fail("start_node", "does not match start")
			parameters["start_node"] = fields.whole("start_node", 0, MAX_U32) if fields.has_value("start_node") else 0
		elif kind == "homing_walk":
			var interval: float = parameters["repick_interval"]
			parameters["repick_ticks"] = 0 if interval == 0.0 else Rounding.ticks_in(interval, dt, 1)
			fields.check_derived("repick_ticks", parameters["repick_ticks"])
		elif kind == "wander":
			# How far the target moves along the circle in a tick, at most.
			var step: float = parameters["rate"] * (PI / 180.0) * dt
			parameters["step"] = PI if step > PI else step
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

	# How it waits and looks about: with the sines of a heading that is counted with y up. Returns what is authored.
	func _read_search(fields, dt: float) -> Array:
		parameters["wait_ticks"] = Rounding.ticks_in(parameters["wait"], dt, 0)
		fields.check_derived("wait_ticks", parameters["wait_ticks"])
		parameters["sweep"] = null
		if not fields.has_value("sweep"):
			return [null]
		var angles = fields.object("sweep")
		var directions := []
		for end in ["from", "to"]:
			directions.append(angles.baked_direction(end + "_deg"))
			angles.check_pair(end, directions[-1])
		parameters["sweep"] = {"kind": "search", "directions": directions, "turn": null}
		return [angles.number("from_deg", -360.0, 360.0), angles.number("to_deg", -360.0, 360.0)]

	# Drops what it remembers.
	func forget() -> void:
		has_arrived = false
		in_aggro = null
		line_seen = null
		angle = 0.0
		search = null
		route = null

	# The same behavior without memory.
	func fresh():
		var copy := Behavior.new()
		copy.index = index
		copy.kind = kind
		copy.method = method
		copy.weight = weight
		copy.parameters = parameters
		copy.goal = goal
		copy.ahead = ahead
		copy.has_route = has_route
		copy.neighbor_radius = neighbor_radius
		copy.inverse_square_radius = inverse_square_radius
		copy.inverse_square_strength = inverse_square_strength
		return copy

	# Whether paths are started in the same way by both.
	func has_start_of(other) -> bool:
		return parameters.start == other.parameters.start and parameters.start_node == other.parameters.start_node


# A state of a preset: how its agents move in it, what they do on entering it, and when they change to another.
class State:
	var id := 1
	var name := ""
	var max_speed = null  # null for that of the body
	var max_force = null
	var facing = null  # null for agents that look where actions ask them to, and else where they move
	var by_priority := false
	var is_cell_mover := false
	var behaviors := []  # without memory
	var enter := []
	# Dictionaries of the index of the state that is entered, of any and terms. A term has a kind and its parameters.
	var transitions := []
	var drawn := []  # the terms for which a time is drawn, in order
	var has_touches := false
	var as_authored := []  # what is the same for equal states

	# Takes what states have besides their motion. Without an object it is the first state of a preset that says nothing of it.
	func read_rules(fields, world) -> void:
		if fields == null:
			as_authored.append(null)
			return
		id = fields.id("id")
		name = fields.string("name")
		if fields.has_value("color"):
			fields.check_color("color")
		max_speed = fields.number("max_speed", 0.0, 1e6) if fields.has_value("max_speed") else null
		max_force = fields.number("max_force", 0.0, 1e9) if fields.has_value("max_force") else null
		as_authored += [id, name, fields.string("color").to_lower() if fields.has_value("color") else "", max_speed, max_force]
		fields.list("enter")
		for action in fields.few_objects("enter", MAX_ACTIONS):
			enter.append(ActionReader.read(action, ENTER_ACTIONS, world))
			as_authored.append(enter[-1].values())
		fields.list("transitions")
		for transition in fields.few_objects("transitions", MAX_TRANSITIONS):
			_read_transition(transition, world.dt)
		# As the missing state.
		if [id, name, enter, transitions, max_speed, max_force] == [1, "", [], [], null, null] and not fields.has_value("color"):
			as_authored = [null]

	func _read_transition(fields, dt: float) -> void:
		var transition := {"to": fields.id("to"), "index": -1, "any": fields.flag("any"), "terms": [], "fields": fields}
		as_authored += [transition.to, transition.any]
		fields.list("terms")
		for term in fields.few_objects("terms", MAX_TERMS):
			var read := _read_term(term, dt)
			as_authored.append(read.values())
			if read.kind == "for":
				read["draw"] = drawn.size()
				drawn.append(read)
			has_touches = has_touches or read.kind == "touches"
			transition.terms.append(read)
		transitions.append(transition)

	func _read_term(fields, dt: float) -> Dictionary:
		var kind: String = fields.choice("kind", TERMS)
		match kind:
			"sees_not_for":
				var seconds: float = fields.number("seconds", 0.0, 1e6)
				var ticks: int = Rounding.ticks_in(seconds, dt, 0)
				fields.check_derived("ticks", ticks)
				return {"kind": kind, "ticks": ticks, "seconds": seconds}
			"meter_at_least", "meter_at_most":
				return {"kind": kind, "meter": fields.fraction("meter")}
			"for":
				return {"kind": kind, "ticks": fields.times(dt), "seconds": [fields.long_time("min"), fields.long_time("max")]}
			"near":
				var goal: Array = fields.goal(false)
				return {"kind": kind, "goal": goal[0], "ahead": goal[1], "radius": fields.length("radius")}
			"event":
				return {"kind": kind, "name": fields.title("name")}
		return {"kind": kind}

	# Takes how its agents move.
	func read_motion(fields, time_to_target: float, dt: float) -> void:
		if fields.has_some("facing"):
			facing = Facing.new(fields.object("facing"), dt)
		is_cell_mover = fields.choice("motion", ["steered", "grid_chase"]) == "grid_chase"
		if not is_cell_mover:
			by_priority = fields.choice("blend_mode", ["weighted_sum", "priority"]) == "priority"
		elif fields.has_value("blend_mode"):
			fields.fail("blend_mode", "is not null")
		as_authored += [is_cell_mover, by_priority, facing.as_authored() if facing != null else null]
		for each in fields.objects("behaviors"):
			var kind: String = each.choice("kind", PARAMETERS.keys())
			if (kind == "grid_chase") != is_cell_mover:
				each.fail("kind", "does not match the motion of the agent")
			var behavior := Behavior.new()
			as_authored.append(behavior.read(each, kind, behaviors.size(), time_to_target, dt))
			behaviors.append(behavior)
		if is_cell_mover and behaviors.size() != 1:
			fields.fail("behaviors", "is not one grid chase")

	# Finds the states that transitions lead to.
	func connect_to(states: Array) -> void:
		for transition in transitions:
			for i in range(states.size()):
				if states[i].id == transition.to and transition.index < 0:
					transition.index = i
			if transition.index < 0:
				transition.fields.fail("to", "names state %d, which the preset does not have" % transition.to)
			transition.erase("fields")


# How agents move: the fields of an agent that come from its preset.
class Preset:
	var name := ""
	var mass := 1.0
	var max_speed := 0.0
	var max_force := 0.0
	var time_to_target := 1.0
	var radius := 0.0
	var noise_speed := 0.0
	var noise_radius := -1.0  # -1 for no noise
	var sight = null  # null for agents that do not look
	var idle := "brake"
	var watches := []  # teams; none for the target
	var has_hearing := false
	var hearing_scale := 1.0
	var hearing_muffle := 1.0
	var alert := []  # rise near, rise far, fall, and rise by a noise, each per second; empty for no meter
	var states := []
	var has_states := false  # whether it has more than one, or one with rules
	var has_facing := false
	var senses := false
	var feels_touch := false
	# For finding neighbors: the widest radius, a little more against rounding, and that of a separation by the inverse square.
	var neighbor_radius := 0.0
	var inverse_square_radius := 0.0
	var properties := {}  # custom ones
	var _as_authored := []  # what is the same for equal presets

	func _init(fields, world):
		name = fields.string("preset")
		properties = fields.properties("preset_properties")
		fields.check_color("color")
		var body = fields.object("body")
		mass = body.number("mass", 0.001, 1e6)
		max_speed = body.number("max_speed", 0.0, 1e6)
		max_force = body.number("max_force", 0.0, 1e9)
		time_to_target = body.time_to_target("time_to_target")
		idle = body.choice("idle", ["brake", "coast"])
		radius = body.length("radius")
		if body.has_some("noise"):
			var noise = body.object("noise")
			noise_speed = noise.number("speed", 0.0, 1e6)
			noise_radius = noise.length("radius")
		if fields.has_value("sight"):
			sight = Sight.new(fields.object("sight"))
		_as_authored = [name, fields.string("color").to_lower(), radius, mass, max_speed, max_force, time_to_target, noise_speed, noise_radius]
		_as_authored += [idle, sight.as_authored() if sight != null else null]
		var names := properties.keys()
		names.sort()
		for each in names:
			_as_authored.append([each, typeof(properties[each]), properties[each]])
		_read_senses(fields)
		_read_states(fields, world)
		neighbor_radius = 1.001 * _widest_neighbor_radius()

	func _read_senses(fields) -> void:
		if fields.has("watches"):
			watches = fields.list("watches")
			for i in range(watches.size()):
				if not watches[i] is String:
					fields.fail("watches[%d]" % i, "is not a string")
				elif watches[i] == "":
					fields.fail("watches[%d]" % i, "is empty")
			fields.check_size("watches", watches, 1, MAX_WATCHES)
		has_hearing = fields.has_some("hearing")
		if has_hearing:
			var hearing = fields.object("hearing")
			hearing_scale = hearing.number("scale", 0.0, 1000.0)
			hearing_muffle = hearing.fraction("muffle")
		if fields.has_some("alert"):
			var meter = fields.object("alert")
			for key in ["rise_near", "rise_far", "fall"]:
				alert.append(meter.number(key, 0.0, 1e6))
			alert.append(meter.fraction("noise_rise"))
		_as_authored += [watches, has_hearing, hearing_scale, hearing_muffle, alert]

	func _read_states(fields, world) -> void:
		var first := State.new()
		first.read_rules(fields.object("state") if fields.has("state") else null, world)
		first.read_motion(fields, time_to_target, world.dt)
		states = [first]
		for other in fields.few_objects("states", MAX_STATES):
			var state := State.new()
			state.read_rules(other, world)
			state.read_motion(other, time_to_target, world.dt)
			for earlier in states:
				if earlier.id == state.id:
					other.fail("id", "is that of an earlier state")
			states.append(state)
		senses = sight != null or watches.size() > 0 or has_hearing or alert.size() > 0
		feels_touch = watches.size() > 0 or has_hearing
		has_states = states.size() > 1 or first.transitions.size() > 0 or first.enter.size() > 0
		for state in states:
			state.connect_to(states)
			senses = senses or state.transitions.size() > 0
			feels_touch = feels_touch or state.has_touches
			has_facing = has_facing or state.facing != null
			_as_authored.append(state.as_authored)

	func _widest_neighbor_radius() -> float:
		var widest := 0.0
		for state in states:
			for behavior in state.behaviors:
				widest = max(widest, behavior.neighbor_radius)
				# Godot 3 computes max in single precision, which would not be the radius any more.
				if behavior.inverse_square_radius > inverse_square_radius:
					inverse_square_radius = behavior.inverse_square_radius
		return widest

	# Whether agents of both are of one preset.
	func has_all_of(other) -> bool:
		return _as_authored == other._as_authored


# A place that an agent knows. It stands still; the velocity is that of the one last seen there.
class Spot:
	var x := 0.0
	var y := 0.0
	var vx := 0.0
	var vy := 0.0
	var velocity_x := 0.0
	var velocity_y := 0.0
	var who := ""  # the key of a place
	var tick := 0
	var _radius := 0.0

	func _init(at_x: float, at_y: float, in_tick := 0):
		x = at_x
		y = at_y
		tick = in_tick

	func copy():
		var other := Spot.new(x, y, tick)
		other.velocity_x = velocity_x
		other.velocity_y = velocity_y
		other.who = who
		return other


# What an agent knows of others.
class Knowledge:
	# Whether it has noticed someone, and for how many ticks in a row that was otherwise.
	var has_noticed := false
	var ticks := 0
	var unseen := 0  # ticks since it last saw someone
	var meter := 0.0
	var perceived := ""  # the key of a place, "" for none
	var last_seen = null
	var last_noise = null
	var left_path = null
	var post = null
	var touched := -1  # the id of an agent

	# Forgets an agent, or a marker, that is gone.
	func forget(key: String) -> void:
		if perceived == key:
			perceived = ""
		if key == "agent %d" % touched:
			touched = -1
		if last_seen != null and last_seen.who == key:
			last_seen.who = ""

	# Forgets those that are not among these places.
	func keep(places: Dictionary) -> void:
		for key in [perceived, "agent %d" % touched, last_seen.who if last_seen != null else ""]:
			if not places.has(key):
				forget(key)

	# The place that a goal names, or null.
	func place(goal: String, ahead, places: Dictionary):
		match goal:
			"perceived":
				return places.get(perceived)
			"last_seen":
				return last_seen
			"last_seen_ahead":
				if last_seen == null:
					return null
				var later := Spot.new(last_seen.x + last_seen.velocity_x * ahead, last_seen.y + last_seen.velocity_y * ahead)
				return later if abs(later.x) < INF and abs(later.y) < INF else last_seen
			"last_noise":
				return last_noise
			"left_path":
				return left_path
		return post


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
	## The id and the name of its state in its preset.
	var state := 1
	var state_name := ""
	## Its team, or "".
	var team := ""

	var _world: WeakRef
	# From the file: the body of the preset, the references as keys of places ("" for none), the path (-1 for none), and the
	# authored start.
	var _mass := 1.0
	var _preset = null
	var _time_to_target := 1.0
	var _radius := 0.0
	var _noise_speed := 0.0
	var _noise_radius := -1.0
	var _sight = null
	var _senses := false
	var _has_states := false
	var _idle := "brake"
	# Of its state.
	var _state_index := 0
	var _max_speed := 0.0
	var _max_force := 0.0
	var _facing = null
	var _by_priority := false
	var _programs := []  # the behaviors of each state, with their memory
	var _time_in_state := 0  # ticks
	var _drawn_times := []  # for transitions, ticks
	var _is_entering := false  # whether the actions of the first state are still to be done
	var _forced_state := -1  # the id of the state that the game wants it to enter
	var _has_no_route := false  # whether the last plan of a route in its state found none
	# Whether others told it in the tick before where they last saw someone, and whether they have in this tick.
	var _is_told := false
	var _will_be_told := false
	var _knowledge := Knowledge.new()
	# The action that asks it to look somewhere in this tick, with its memory, and whether its facing can be another than its heading.
	var _look_action = null
	var _look_memory = null
	var _has_to_turn := false
	var _target := ""
	var _authored_target := ""  # as it was told, even if it names the agent itself
	var _danger := ""
	var _leader := ""  # only of an agent that follows one
	var _authored_leader := ""
	var _path_id := -1
	var _authored := []
	# What moves it.
	var _behaviors := []
	var _random = null
	var _path = null  # null for none
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
	func _init(own_id: int, world, preset_id: int):
		id = own_id
		_world = weakref(world)
		_random = RandomStream.new(world._seed, id)
		_use_preset(preset_id, world._presets[preset_id])

	# Takes its start and its references from the file.
	func _read(fields, world) -> void:
		name = fields.string("name")
		_target = _unless_own(fields.place_key("target"))
		_authored_target = _target
		_danger = _unless_own(fields.place_key("danger"))
		if fields.has_value("leader"):
			_set_leader("agent %d" % fields.id("leader"))
		if fields.has_value("path"):
			_path_id = fields.id("path")
			_path = world._paths.get(_path_id)
		if fields.has_some("team"):
			team = fields.title("team")
		fields.check_words("random_state", _random._words)
		_start(fields.coordinate("x"), fields.coordinate("y"), fields.velocity("vx"), fields.velocity("vy"), _read_heading(fields))
		if fields.has_value("scatter"):
			var scatter = fields.object("scatter")
			var nearest: float = scatter.length("min")
			var furthest: float = scatter.number("max", nearest, MAX_LENGTH)
			_authored += [nearest, furthest]
			_scatter_within(nearest, furthest, world._turn_sign)

	# What a save holds of its place.
	func _as_numbers() -> Array:
		return [x, y, previous_x, previous_y, vx, vy, heading_x, heading_y, facing_x, facing_y]

	# Takes what a save holds of its place and its start.
	func _take_numbers(numbers: Array, driven: Array, words: Array, authored) -> void:
		x = numbers[0]
		y = numbers[1]
		previous_x = numbers[2]
		previous_y = numbers[3]
		vx = numbers[4]
		vy = numbers[5]
		speed = sqrt(vx * vx + vy * vy)
		heading_x = numbers[6]
		heading_y = numbers[7]
		facing_x = numbers[8]
		facing_y = numbers[9]
		_is_driven = driven.size() > 0
		if _is_driven:
			_driven_x = driven[0]
			_driven_y = driven[1]
		_random._words = words
		if authored != null:
			name = authored[0]
			_authored = authored[1]

	# Where it faces at its start if it is at rest, or null.
	func _read_heading(fields):
		var parts := [0.0, 0.0]
		var keys := ["hx", "hy"]
		var is_authored := false
		for i in range(2):
			if fields.has(keys[i]) and fields.has_value(keys[i]):
				parts[i] = fields.number(keys[i], -1.0, 1.0)
				is_authored = true
		if not is_authored:
			return null
		if parts[0] == 0.0 and parts[1] == 0.0:
			fields.fail("hx", "has no direction, because hx and hy are 0")
		return parts

	# Its behaviors begin where it starts.
	func _enter(world) -> void:
		_is_entering = _has_states
		for behavior in _behaviors:
			_begin(behavior, world)
		_draw_times()
		previous_x = x
		previous_y = y
		_knowledge.post = Spot.new(x, y)

	# Moves by the first state of a preset from now on. Its behaviors have not begun.
	func _use_preset(preset_id: int, new_preset) -> void:
		preset = preset_id
		_preset = new_preset
		_mass = new_preset.mass
		_time_to_target = new_preset.time_to_target
		_radius = new_preset.radius
		_noise_speed = new_preset.noise_speed
		_noise_radius = new_preset.noise_radius
		_sight = new_preset.sight
		_senses = new_preset.senses
		_has_states = new_preset.has_states
		_idle = new_preset.idle
		_neighbor_radius = new_preset.neighbor_radius
		_inverse_square_radius = new_preset.inverse_square_radius
		_make_programs()
		_use_state(0)

	# Behaviors without memory.
	func _make_programs() -> void:
		_programs = []
		for each in _preset.states:
			var program := []
			for behavior in each.behaviors:
				program.append(behavior.fresh())
			_programs.append(program)

	# Moves by a state of its preset. Its behaviors have not begun.
	func _use_state(index: int) -> void:
		var its_state = _preset.states[index]
		_state_index = index
		state = its_state.id
		state_name = its_state.name
		_max_speed = its_state.max_speed if its_state.max_speed != null else _preset.max_speed
		_max_force = its_state.max_force if its_state.max_force != null else _preset.max_force
		_facing = its_state.facing
		_has_to_turn = true
		_by_priority = its_state.by_priority
		_behaviors = _programs[index]
		_mover = null

	# The index of the state with this id, or -1.
	func _index_of_state(state_id: int) -> int:
		for i in range(_preset.states.size()):
			if _preset.states[i].id == state_id:
				return i
		return -1

	# Continues by another preset.
	func _change_preset(preset_id: int, new_preset, world) -> void:
		var was := _as_it_moves()
		_use_preset(preset_id, new_preset)
		_lose_facing(was)
		if not (_has_sight_of(was.preset.sight) and _preset.watches == was.preset.watches):
			_knowledge.has_noticed = false
			_knowledge.ticks = 0
		_continue_state(was, world)

	# How it moves by its present preset.
	func _as_it_moves() -> Dictionary:
		return {
			"preset": _preset, "index": _state_index, "programs": _programs, "mover": _mover, "path": _path_id,
			"time": _time_in_state, "drawn": _drawn_times, "is_entering": _is_entering,
		}

	# Keeps its state if its preset still has it; otherwise it enters the first one.
	func _continue_state(was: Dictionary, world) -> void:
		var index := _index_of_state(was.preset.states[was.index].id)
		if _forced_state >= 0 and _index_of_state(_forced_state) < 0:
			_forced_state = -1
		_make_programs()
		if index < 0:
			var has_same_cells: bool = was.mover != null and was.mover.has_cell_size_of(world._cells)
			_start_state(0, was.mover if has_same_cells else null, world)
			_is_entering = _has_states
			return
		_use_state(index)
		_set_leader(_authored_leader)
		_time_in_state = was.time if _has_states else 0
		_is_entering = _has_states and was.is_entering
		_keep_times(was)
		_continue(was.programs[was.index], was.mover, was.path, world)
		for i in range(_programs.size()):
			if i != index:
				_keep_progresses(i, was)

	# Keeps where it was on its path in a state that it is not in.
	func _keep_progresses(index: int, was: Dictionary) -> void:
		var states: Array = was.preset.states
		for k in range(states.size()):
			if states[k].id != _preset.states[index].id:
				continue
			var n := 0
			for behavior in _programs[index]:
				if behavior.kind != "follow_path":
					continue
				var predecessor = _nth_of_kind(was.programs[k], "follow_path", n)
				n += 1
				if predecessor != null and predecessor.progress != null:
					_take_over_progress(behavior, predecessor, was.path)

	# Starts a state. A cell mover that was one continues its step.
	func _start_state(index: int, chased, world) -> void:
		_use_state(index)
		_set_leader(_authored_leader)
		_time_in_state = 0
		_has_no_route = false
		for behavior in _behaviors:
			behavior.forget()
			if behavior.kind == "follow_path" and behavior.progress != null:
				_resume(behavior)
			elif behavior.kind == "grid_chase" and chased != null:
				_mover = chased
				_mover.go_on_in_state(world._cells, behavior.parameters)
			else:
				_begin(behavior, world)
		if _mover != null:
			node = -1
			world._forget_neighbors()
		_draw_times()

	# Continues a path that its state was left on.
	func _resume(behavior) -> void:
		var resume: String = behavior.parameters.resume
		if resume == "same":
			behavior.progress.resume()
		else:
			behavior.progress = Progress.new(_path, _first_target_node({"start": resume}), behavior.has_route)

	func _first_target_node(follow: Dictionary) -> int:
		return _path.first_target_node(x, y, follow) if _path != null else 0

	# Draws the times that transitions of its state wait.
	func _draw_times() -> void:
		_drawn_times = []
		for term in _preset.states[_state_index].drawn:
			_drawn_times.append(_random.next_ticks(term.ticks))

	# Keeps the times of terms at the same places of an edited state.
	func _keep_times(was: Dictionary) -> void:
		_drawn_times = []
		var earlier: Array = was.preset.states[was.index].transitions
		var transitions: Array = _preset.states[_state_index].transitions
		for i in range(transitions.size()):
			for j in range(transitions[i].terms.size()):
				var term: Dictionary = transitions[i].terms[j]
				if term.kind != "for":
					continue
				var ticks: int = term.ticks[0]
				if i < earlier.size() and j < earlier[i].terms.size() and earlier[i].terms[j].kind == "for":
					ticks = was.drawn[earlier[i].terms[j].draw]
				ticks = term.ticks[0] if ticks < term.ticks[0] else ticks
				_drawn_times.append(term.ticks[1] if ticks > term.ticks[1] else ticks)

	# The transitions of a tick, after all have moved and sensed.
	func _change_state(world) -> void:
		if _is_driven or not (_has_states or _forced_state >= 0):
			return
		var its_state = _preset.states[_state_index]
		if _has_states:
			_time_in_state += 1
		if _is_entering:
			_is_entering = false
			_do_on_entering(its_state.enter, world)
		if _forced_state >= 0:
			var forced := _forced_state
			_forced_state = -1
			_enter_state(_index_of_state(forced), -1, world)
			return
		for i in range(its_state.transitions.size()):
			if _holds(its_state.transitions[i], world):
				_enter_state(its_state.transitions[i].index, i, world)
				return

	# Enters a state by a transition, or with -1 because the game wants it.
	func _enter_state(index: int, reason: int, world) -> void:
		if _nth_of_kind(_behaviors, "follow_path", 0) != null:
			_knowledge.left_path = Spot.new(x, y)
		_start_state(index, _mover, world)
		_is_entering = false
		_do_on_entering(_preset.states[index].enter, world)
		world._report_in_order(id, "state_entered", {"name": state_name, "reason": reason})

	func _do_on_entering(actions: Array, world) -> void:
		for action in actions:
			match action.kind:
				"emit":
					world._report_in_order(id, "emitted", {"name": action.name, "value": action.value})
				"set_wall":
					world._switch_door(id, action)
				"share":
					_share(action.radius, world)

	# Tells the others of its team where it last saw someone.
	func _share(radius: float, world) -> void:
		if team == "" or _knowledge.last_seen == null:
			return
		for other in world.agents:
			var dx: float = other.x - x
			var dy: float = other.y - y
			if other == self or other.team != team or not (dx * dx + dy * dy <= radius * radius):
				continue
			other._knowledge.last_seen = _knowledge.last_seen.copy()
			other._knowledge.last_seen.tick = world.tick
			other._will_be_told = true
			world._has_orders = true

	func _holds(transition: Dictionary, world) -> bool:
		for term in transition.terms:
			if _term_holds(term, world) == transition.any:
				return transition.any
		return not transition.any or transition.terms.size() == 0

	func _term_holds(term: Dictionary, world) -> bool:
		match term.kind:
			"sees":
				return _knowledge.has_noticed
			"sees_not_for":
				return _knowledge.unseen >= term.ticks
			"hears":
				return _knowledge.last_noise != null and _knowledge.last_noise.tick == world.tick
			"told":
				return _is_told
			"touches":
				return _knowledge.touched >= 0
			"meter_at_least":
				return _knowledge.meter >= term.meter
			"meter_at_most":
				return _knowledge.meter <= term.meter
			"for":
				return _time_in_state >= _drawn_times[term.draw]
			"near":
				var place = world._places.get(_target) if term.goal == "reference" else _knowledge.place(term.goal, term.ahead, world._places)
				return place != null and (place.x - x) * (place.x - x) + (place.y - y) * (place.y - y) <= term.radius * term.radius
			"event":
				return _was_sent(term.name, world)
		return _is_done(term.kind)

	# Whether the game sent it a name, or it emitted it on its path.
	func _was_sent(sent: String, world) -> bool:
		for each in world._names:
			if (each[0] == -1 or each[0] == id) and each[1] == sent:
				return true
		return world._emitted.get(id, []).has(sent)

	# Whether a behavior has arrived, is finished, or has found no route.
	func _is_done(term_kind: String) -> bool:
		if term_kind == "no_route":
			return _has_no_route
		for behavior in _behaviors:
			if term_kind == "arrived" and behavior.has_arrived:
				return true
			if term_kind == "path_finished" and behavior.progress != null and behavior.progress.is_finished:
				return true
			if term_kind == "search_finished" and behavior.search != null and behavior.search.is_finished:
				return true
		return false

	func _set_leader(key: String) -> void:
		_authored_leader = key
		_leader = _unless_own(key) if _nth_of_kind(_behaviors, "follow_leader", 0) != null else ""

	func _set_path(path_id: int, path, world) -> void:
		_path_id = path_id
		_path = path
		for i in range(_programs.size()):
			for behavior in _programs[i]:
				if behavior.kind == "follow_path":
					behavior.progress = null
					if i == _state_index:
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
		_knowledge.forget(key)

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
				behavior.progress = Progress.new(_path, _first_target_node(behavior.parameters), behavior.has_route)
			"homing_walk":
				behavior.walk = Walk.new(_random, world._turn_sign)
			"search":
				behavior.search = SearchMemory.new()
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
		steering = was.steering
		node = was.node
		_random = was._random
		_is_driven = was._is_driven
		_driven_x = was._driven_x
		_driven_y = was._driven_y
		_forced_state = was._forced_state
		_has_no_route = was._has_no_route
		_is_told = was._is_told
		_knowledge = was._knowledge
		_knowledge.keep(world._places)
		var is_watching_same: bool = _preset.watches.size() > 0 or _authored_target == was._authored_target
		if not (_has_sight_of(was._sight) and _preset.watches == was._preset.watches and is_watching_same):
			_knowledge.has_noticed = false
			_knowledge.ticks = 0
		var earlier: Dictionary = was._as_it_moves()
		_lose_facing(earlier)
		_continue_state(earlier, world)

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
		behavior.angle = predecessor.angle
		behavior.search = predecessor.search
		if behavior.kind == "search" or _take_over_progress(behavior, predecessor, earlier_path):
			return
		if behavior.kind == "homing_walk" and behavior.parameters.smooth == predecessor.parameters.smooth:
			behavior.walk = predecessor.walk
		elif behavior.kind == "grid_chase" and earlier_mover.has_cell_size_of(world._cells):
			_mover = earlier_mover
			_mover.go_on(world._cells, behavior.parameters, behavior.goal == predecessor.goal and behavior.ahead == predecessor.ahead)
		else:
			_begin(behavior, world)

	# Whether it goes on with the progress of another, which is fitted to an edited path.
	func _take_over_progress(behavior, predecessor, earlier_path: int) -> bool:
		if behavior.kind != "follow_path" or _path_id != earlier_path or not behavior.has_start_of(predecessor):
			return false
		var own = predecessor.progress.path
		var world = _world.get_ref()
		if own != null and not world._paths.has(own.id):
			return false
		behavior.progress = predecessor.progress
		behavior.progress.has_route = behavior.has_route
		behavior.progress.fit(world._paths[own.id] if own != null else null, _path)
		return true

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
		var homing = _nth_of_kind(_behaviors, "homing_walk", 0)
		if world == null or homing == null:
			return null
		var target = _goal_of(homing, world)
		if target == null:
			return null
		return 2.0 * homing.walk.half_fov(homing.parameters, _distance(target)) * (180.0 / PI)

	## The id of the state of its preset with this name, or -1; of several, the first.
	func find_state(state_to_find: String) -> int:
		for each in _preset.states:
			if each.name == state_to_find:
				return each.id
		return -1

	## Whether it has noticed someone that it watches.
	func has_noticed() -> bool:
		return _knowledge.has_noticed

	## How alert it is, 0 to 1.
	func meter() -> float:
		return _knowledge.meter

	## What it perceives: a dictionary of kind ("agent", "marker" or "pointer") and id (-1 for the pointer), or null.
	func perceived():
		var words := _knowledge.perceived.split(" ")
		if _knowledge.perceived == "":
			return null
		return {"kind": words[0], "id": int(words[1]) if words.size() > 1 else -1}

	# What a behavior moves toward, or away from, or null.
	func _goal_of(behavior, world):
		if behavior.goal == "reference":
			return world._places.get(_danger if GOAL_BEHAVIORS.get(behavior.kind, false) else _target)
		return _knowledge.place(behavior.goal, behavior.ahead, world._places)

	func _distance(place) -> float:
		return Measure.distance(x, y, place.x, place.y)

	# Computes the steering force, or the next cell, from the state at the start of the tick.
	func _think(world) -> void:
		node = -1
		_look_action = null
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
			if _facing == null and not _has_to_turn:
				facing_x = heading_x
				facing_y = heading_y

	# If its preset has no facing any longer, it looks where it moves.
	func _lose_facing(was: Dictionary) -> void:
		if was.preset.has_facing and not _preset.has_facing:
			facing_x = heading_x
			facing_y = heading_y

	# Turns to where it looks. All agents have moved.
	func _turn(world) -> void:
		if _look_action != null:
			_turn_as_asked(world)
			return
		if _facing == null:
			facing_x = heading_x
			facing_y = heading_y
			_has_to_turn = false
			return
		var wanted := [heading_x, heading_y]
		var target = null
		if _facing.toward == "target":
			target = world._places.get(_knowledge.perceived if _preset.watches.size() > 0 else _target)
		if target != null:
			wanted = Measure.direction(target.x - x, target.y - y)
		_turn_toward(wanted, _facing.turn, world)

	# Turns to where an action asks it to look.
	func _turn_as_asked(world) -> void:
		var wanted := _asked_direction(world)
		var turn = _look_action.turn
		if turn == null and _facing != null:
			turn = _facing.turn
		_turn_toward(wanted, turn, world)
		# A small turn can end beside the direction by rounding.
		_look_memory.turned = ((wanted[0] == 0.0 and wanted[1] == 0.0) or (facing_x == wanted[0] and facing_y == wanted[1])
				or facing_x * wanted[0] + facing_y * wanted[1] >= ALIGNED)

	func _asked_direction(world) -> Array:
		match _look_action.kind:
			"sweep":
				return _look_action.directions[_look_memory.arrivals % 2]
			"search":
				var pair: Array = _look_action.directions[_look_memory.arrivals % 2]
				var sine: float = pair[1] * world._turn_sign
				var hx: float = _look_memory.heading_x
				var hy: float = _look_memory.heading_y
				return [hx * pair[0] - hy * sine, hx * sine + hy * pair[0]]
		if _look_action.direction != null:
			return _look_action.direction
		if _look_action.place != null:
			return Measure.direction(_look_action.place[0] - x, _look_action.place[1] - y)
		var marker = world._places[_look_action.marker]
		return Measure.direction(marker.x - x, marker.y - y)

	# Turns by at most a turn, or without one at once.
	func _turn_toward(wanted: Array, turn, world) -> void:
		var facing := wanted
		if turn != null:
			facing = turn.turned([facing_x, facing_y], wanted, world._turn_sign)
		elif wanted[0] == 0.0 and wanted[1] == 0.0:
			return
		facing_x = facing[0]
		facing_y = facing[1]

	# Whether actions can ask it to look somewhere, in its state.
	func _can_be_asked() -> bool:
		return _facing == null or _facing.toward == "action"

	# An action asks it to look somewhere, unless another has in this tick.
	func _ask_to_look(action, memory) -> void:
		if _look_action == null:
			_look_action = action
			_look_memory = memory
			_has_to_turn = true

	# What it sees, hears and touches, and what it knows then. All agents have moved.
	func _sense(world, noises: Array) -> void:
		var watched := _watched_by(world)
		var sees_any := _look(watched, world)
		_knowledge.unseen = 0 if sees_any else _knowledge.unseen + 1
		var heard = _hear(noises, world) if _preset.has_hearing else null
		if heard != null:
			if _knowledge.last_noise == null or _knowledge.last_noise.tick != world.tick - 1:
				world._report_in_order(id, "noise_heard")
			_knowledge.last_noise = Spot.new(heard[0], heard[1], world.tick)
		var touched := _touched_of(watched, world) if _preset.feels_touch else -1
		if touched >= 0 and touched != _knowledge.touched:
			world._report_in_order(id, "touched", {"other": touched})
		_knowledge.touched = touched
		if _knowledge.perceived == "" and touched >= 0:
			_knowledge.perceived = "agent %d" % touched
		if _preset.alert.size() > 0:
			_move_meter(sees_any, heard != null, world)
		if sees_any or (touched >= 0 and _knowledge.perceived == "agent %d" % touched):
			var found = world._places[_knowledge.perceived]
			var spot := Spot.new(found.x, found.y, world.tick)
			spot.velocity_x = found.vx
			spot.velocity_y = found.vy
			spot.who = _knowledge.perceived
			_knowledge.last_seen = spot

	# The agents of the teams that it watches, in the order of ids, and maybe itself; without teams its target.
	func _watched_by(world) -> Array:
		if _preset.watches.size() == 0:
			var target = world._places.get(_target)
			return [target] if target != null else []
		var key: int = _preset.get_instance_id()
		if not world._watched.has(key):
			var watched := []
			for each in world.agents:
				if _preset.watches.has(each.team):
					watched.append(each)
			world._watched[key] = watched
		return world._watched[key]

	func _key_of(place) -> String:
		if place is Place:
			return "marker %d" % place.id if place.id >= 0 else "pointer"
		return "agent %d" % place.id

	# Looks at those that it watches. Returns whether it sees one.
	func _look(watched: Array, world) -> bool:
		if _sight == null:
			_knowledge.perceived = ""
			return false
		# A little more than its range, beyond which no point of a body is seen.
		var furthest: float = _sight.reach * _sight.reach * (1.0 + 1e-9)
		var perceived_one = world._places.get(_knowledge.perceived)
		var nearest = null
		var least := INF
		var sees_perceived := false
		for other in watched:
			var dx: float = other.x - x
			var dy: float = other.y - y
			var squared := dx * dx + dy * dy
			if squared > furthest or other == self or not _sees(other, world):
				continue
			sees_perceived = sees_perceived or other == perceived_one
			if nearest == null or squared < least:
				nearest = other
				least = squared
		_notice(nearest != null, world)
		if nearest != null:
			if not sees_perceived:
				_knowledge.perceived = _key_of(nearest)
		elif not _knowledge.has_noticed:
			_knowledge.perceived = ""
		return nearest != null

	# Counts the ticks until it notices someone, or has lost everyone.
	func _notice(sees: bool, world) -> void:
		_knowledge.ticks = 0 if sees == _knowledge.has_noticed else _knowledge.ticks + 1
		if sees == _knowledge.has_noticed or _knowledge.ticks < (_sight.notice_ticks if sees else _sight.forget_ticks):
			return
		_knowledge.has_noticed = sees
		_knowledge.ticks = 0
		world._report_in_order(id, "sight_gained" if sees else "sight_lost")

	# The nearest noise that it hears, or null.
	func _hear(noises: Array, world):
		var heard = null
		var least := INF
		for each in noises:
			var maker = each[3]
			if maker != null and (maker == self or not _watches(maker)):
				continue
			var dx: float = each[0] - x
			var dy: float = each[1] - y
			var squared := dx * dx + dy * dy
			var reach: float = each[2] * _preset.hearing_scale
			var muffled: float = reach * _preset.hearing_muffle
			if not (squared <= reach * reach and squared < least):
				continue
			if not (squared <= muffled * muffled) and world._barriers.motion.is_touched(x, y, each[0], each[1]):
				continue
			heard = each
			least = squared
		return heard

	func _watches(other) -> bool:
		if _preset.watches.size() == 0:
			return _target == "agent %d" % other.id
		return _preset.watches.has(other.team)

	# The id of the nearest body that it touches of those that it watches, or -1.
	func _touched_of(watched: Array, world) -> int:
		var touched := -1
		var least := INF
		for other in watched:
			if other == self or other is Place:
				continue
			var dx: float = other.x - x
			var dy: float = other.y - y
			var squared := dx * dx + dy * dy
			var reach: float = _radius + other._radius + world._touch_margin
			if not (squared <= reach * reach and squared < least) or world._barriers.motion.is_touched(x, y, other.x, other.y):
				continue
			touched = other.id
			least = squared
		return touched

	# Moves how alert it is.
	func _move_meter(sees_any: bool, hears: bool, world) -> void:
		var meter_now: float = _knowledge.meter
		if sees_any:
			var near: float = _sight.near
			var distance := _distance(world._places[_knowledge.perceived])
			var part = (distance - near) / (_sight.reach - near) if near < _sight.reach and distance > near else 0.0
			if part > 1.0:
				part = 1.0
			meter_now += (_preset.alert[0] + (_preset.alert[1] - _preset.alert[0]) * part) * world.dt
			if meter_now > 1.0:
				meter_now = 1.0
		else:
			meter_now -= _preset.alert[2] * world.dt
			if not (meter_now > 0.0):
				meter_now = 0.0
		if hears:
			meter_now += _preset.alert[3]
			if meter_now > 1.0:
				meter_now = 1.0
		_knowledge.meter = meter_now

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

	# Where `other` will be when this agent could have reached it.
	func _future_of(other, max_prediction) -> Array:
		var prediction := _distance(other) / _max_speed if _max_speed > 0.0 else 0.0
		if max_prediction != null and prediction > max_prediction:
			prediction = max_prediction
		var future_x = other.x + other.vx * prediction
		var future_y = other.y + other.vy * prediction
		return [future_x, future_y] if abs(future_x) < INF and abs(future_y) < INF else [other.x, other.y]

	# The velocity toward, or away from, where `other` will be.
	func _ask_toward_future(other, max_prediction, at_speed: float) -> void:
		var future := _future_of(other, max_prediction)
		_ask_toward(future[0], future[1], at_speed, _time_to_target)

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
			# At exactly the same position, it counts as one beside the agent: so the two part.
			if dx == 0.0 and dy == 0.0:
				dx = radius / 1024.0 if other.id > id else -(radius / 1024.0)
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

	# The mean velocity of the neighbors in view, in which one that is faster than the agent can be counts as one at its maximum speed; or
	# the velocity toward their middle, lower the nearer that is. Without neighbors in view it asks for nothing.
	func _ask_mean(behavior, world, of_velocities: bool) -> void:
		var radius: float = behavior.parameters.radius
		if not (radius > 0.0):
			return
		var fov_deg: float = behavior.parameters.fov_deg
		var cos2: float = behavior.parameters.cos2
		var squared_radius := radius * radius
		var squared_speed := _max_speed * _max_speed
		var inverse := 1.0 / radius
		if of_velocities:
			inverse = 1.0 / _max_speed if _max_speed > 0.0 else 0.0
		var count := 0
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
			if fov_deg != 360.0 and not Measure.is_in_view(fov_deg, cos2, heading_x * dx + heading_y * dy, squared):
				continue
			count += 1
			if of_velocities:
				dx = other.vx
				dy = other.vy
				squared = dx * dx + dy * dy
				if not (squared <= squared_speed and squared < INF):
					var length = sqrt(squared)
					dx = dx * (_max_speed / length) if length < INF else 0.0
					dy = dy * (_max_speed / length) if length < INF else 0.0
			# Rounded as in _ask_separation: the sums are exact.
			sum_x += (dx * inverse + 1572864.0) - 1572864.0
			sum_y += (dy * inverse + 1572864.0) - 1572864.0
		if count > 0:
			_ask_velocity(sum_x * (_max_speed / count), sum_y * (_max_speed / count), _time_to_target)

	# Asks for the velocity toward the next point of the route of a behavior to its goal, which is planned if that is due. Returns whether
	# there is such a point; without one it goes straight.
	func _asks_on_route(behavior, goal_x: float, goal_y: float, at_speed: float, world) -> bool:
		var route = behavior.route
		if route == null or Measure.distance(goal_x, goal_y, route.goal_x, route.goal_y) > world._repath_distance:
			var way = world._plan_route(x, y, goal_x, goal_y, _radius)
			route = Route.new(goal_x, goal_y, way if way != null else [])
			behavior.route = route
			_has_no_route = way == null
			if _has_no_route:
				_emit(behavior, world, "no_route")
		var reach: float = _radius + world._route_tolerance
		while route.points.size() > 0 and Measure.distance(x, y, route.points[0][0], route.points[0][1]) <= reach:
			route.points.pop_front()
		if route.points.size() == 0:
			return false
		_ask_toward(route.points[0][0], route.points[0][1], at_speed, _time_to_target)
		return true

	# -- Behaviors, called by the names of their kinds.

	func _seek(behavior, world) -> void:
		var target = _goal_of(behavior, world)
		if target != null and not (behavior.has_route and _asks_on_route(behavior, target.x, target.y, _max_speed, world)):
			_ask_toward(target.x, target.y, _max_speed, _time_to_target)

	func _flee(behavior, world) -> void:
		var danger = _goal_of(behavior, world)
		if danger == null:
			return
		var panic_distance = behavior.parameters.panic_distance
		if panic_distance == null or not (_distance(danger) > panic_distance):
			_ask_toward(danger.x, danger.y, -_max_speed, _time_to_target)

	func _pursue(behavior, world) -> void:
		var target = _goal_of(behavior, world)
		if target == null:
			return
		var future := _future_of(target, behavior.parameters.max_prediction)
		if not (behavior.has_route and _asks_on_route(behavior, future[0], future[1], _max_speed, world)):
			_ask_toward(future[0], future[1], _max_speed, _time_to_target)

	func _evade(behavior, world) -> void:
		var danger = _goal_of(behavior, world)
		if danger != null:
			_ask_toward_future(danger, behavior.parameters.max_prediction, -_max_speed)

	func _arrive(behavior, world) -> void:
		var target = _goal_of(behavior, world)
		if target == null:
			return
		var arrive: Dictionary = behavior.parameters
		_note_arrival(behavior, world, _distance(target) < arrive.target_radius)
		if behavior.has_route and _asks_on_route(behavior, target.x, target.y, _max_speed, world):
			return
		_ask_arrival(target.x, target.y, _max_speed, arrive.target_radius, arrive.slow_radius, arrive.time_to_target,
				arrive.ramp, arrive.stop)

	func _leave(behavior, world) -> void:
		var danger = _goal_of(behavior, world)
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

	func _wander(behavior, world) -> void:
		var wander: Dictionary = behavior.parameters
		var angle: float = behavior.angle + (2.0 * _random.next_float() - 1.0) * wander.step
		if angle > PI:
			angle -= 2.0 * PI
		if angle < -PI:
			angle += 2.0 * PI
		behavior.angle = angle
		var turn := AngleMath.cosine_and_sine(world._turn_sign * angle)
		var c: float = turn[0]
		var s: float = turn[1]
		_ask_way(heading_x * wander.distance + (heading_x * c - heading_y * s) * wander.radius,
				heading_y * wander.distance + (heading_x * s + heading_y * c) * wander.radius, _max_speed)

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
		var path = progress.path
		if path == null or path.node_x.size() == 0:
			return
		var was_finished = progress.is_finished
		var node_before = progress.target_node
		var held_before = progress.is_held()
		var reached = progress.advance(self, world)
		var is_held = progress.is_held()
		path = progress.path
		if held_before and (not is_held or reached >= 0):
			_emit(behavior, world, "wait_ended", node_before)
		if reached >= 0:
			_emit(behavior, world, "node_reached", reached)
		if world._notes.size() > 0:
			_emit_notes(behavior, world)
		if reached >= 0 and is_held:
			_emit(behavior, world, "wait_started", reached)
		if progress.is_finished and not was_finished:
			_emit(behavior, world, "path_finished")
		var target_node = progress.target_node
		if node < 0:
			node = target_node
		if is_held:
			var action = progress.present_action()
			if action != null and (action.kind == "look" or action.kind == "sweep") and _can_be_asked():
				_ask_to_look(action, progress)
			_ask_velocity(0.0, 0.0, _time_to_target)
			return
		var follow: Dictionary = behavior.parameters
		var limit = path.node_speed[target_node]
		if progress.speed_limit != null and progress.speed_limit < limit:
			limit = progress.speed_limit
		var at_speed = limit if limit < _max_speed else _max_speed
		var point = progress.next_curve_point() if path.has_curve_points else -1
		if behavior.has_route and not progress.is_finished:
			var goal_x: float = path.point_x[point] if point >= 0 else path.node_x[target_node]
			var goal_y: float = path.point_y[point] if point >= 0 else path.node_y[target_node]
			if _asks_on_route(behavior, goal_x, goal_y, at_speed, world):
				return
		if point >= 0:
			_ask_toward(path.point_x[point], path.point_y[point], at_speed, _time_to_target)
		elif path.traversal == "once" and target_node + 1 == path.size():
			_ask_arrival(path.node_x[target_node], path.node_y[target_node], at_speed,
					follow.target_radius, follow.slow_radius, follow.time_to_target)
		else:
			_ask_toward(path.node_x[target_node], path.node_y[target_node], at_speed, _time_to_target)

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

	func _alignment(behavior, world) -> void:
		_ask_mean(behavior, world, true)

	func _cohesion(behavior, world) -> void:
		_ask_mean(behavior, world, false)

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
			_evade_leader(leader, world._turn_sign)
		var sum_x := _force_x
		var sum_y := _force_y
		_ask_arrival(leader.x - offset_x, leader.y - offset_y, _max_speed, 0.0, follow.slow_radius, _time_to_target)
		sum_x += _force_x
		sum_y += _force_y
		_force_x = 0.0
		_force_y = 0.0
		_ask_separation(world, follow.separation_radius, follow.max_separation, follow.falloff, leader)
		_ask_force(sum_x + _force_x, sum_y + _force_y)

	# Out of the way of the leader: sideways if it is exactly ahead, where evasion would drive it on ahead.
	func _evade_leader(leader, turn_sign: float) -> void:
		var hx: float = leader.heading_x
		var hy: float = leader.heading_y
		var dx: float = x - leader.x
		var dy: float = y - leader.y
		var ahead := hx * dx + hy * dy
		var aside := hx * dy - hy * dx
		if ahead > 0.0 and -aside <= 1e-9 * ahead and aside <= 1e-9 * ahead:
			var side := turn_sign if aside * turn_sign >= 0.0 else -turn_sign
			_ask_velocity(-hy * side * _max_speed, hx * side * _max_speed, _time_to_target)
		else:
			_ask_toward_future(leader, null, -_max_speed)

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
		var target = _goal_of(behavior, world)
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
			if behavior.has_route and _asks_on_route(behavior, target.x, target.y, _max_speed, world):
				return
			var slow_radius = homing.min_step if homing.min_step > reach else reach
			_ask_arrival(target.x, target.y, _max_speed, reach, slow_radius, _time_to_target)
		else:
			_ask_toward(walk.x, walk.y, _max_speed, _time_to_target)

	func _search(behavior, world) -> void:
		var memory = behavior.search
		if memory.is_finished:
			return
		var search: Dictionary = behavior.parameters
		if memory.places == null:
			memory.places = _places_to_search(behavior, world)
		var target_radius: float = _radius + world._route_tolerance
		while true:
			if memory.is_waiting:
				if not _is_search_over(memory, search.sweep):
					_ask_velocity(0.0, 0.0, _time_to_target)
					return
				memory.is_waiting = false
				memory.index += 1
				behavior.route = null
				if memory.index >= memory.places.size():
					memory.is_finished = true
					_emit(behavior, world, "search_finished")
					return
			var place: Array = memory.places[memory.index]
			if not (Measure.distance(x, y, place[0], place[1]) < target_radius):
				if not (behavior.has_route and _asks_on_route(behavior, place[0], place[1], _max_speed, world)):
					_ask_arrival(place[0], place[1], _max_speed, target_radius, search.slow_radius, _time_to_target)
				return
			memory.wait(search.wait_ticks, heading_x, heading_y)

	# Whether it has waited and looked about long enough at a place.
	func _is_search_over(memory, sweep) -> bool:
		var is_waited := Held.is_wait_done(memory)
		var is_sweeping = sweep != null and _can_be_asked()
		var is_swept = not is_sweeping or Held.is_sweep_done(memory, 1)
		if is_waited and is_swept:
			return true
		if is_sweeping:
			_ask_to_look(sweep, memory)
		return false

	# Random places around the goal that it can go to straight from there.
	func _places_to_search(behavior, world) -> Array:
		var goal = _goal_of(behavior, world)
		var center_x: float = goal.x if goal != null else x
		var center_y: float = goal.y if goal != null else y
		var radius: float = behavior.parameters.radius
		var places := []
		for _i in range(behavior.parameters.points):
			var place := [center_x, center_y]
			for _k in range(MAX_TRIES):
				var unit_x: float = 2.0 * _random.next_float() - 1.0
				var unit_y: float = (2.0 * _random.next_float() - 1.0) * world._turn_sign
				var to_x := center_x + unit_x * radius
				var to_y := center_y + unit_y * radius
				var dx := to_x - center_x
				var dy := to_y - center_y
				if dx * dx + dy * dy <= radius * radius and world._barriers.is_free(center_x, center_y, to_x, to_y, _radius):
					place = [to_x, to_y]
					break
			places.append(place)
		return places

	func _grid_chase(behavior, world) -> void:
		var prey = _goal_of(behavior, world)
		var chase: Dictionary = behavior.parameters
		var has_entered = _mover.advance(prey)
		if prey != null and (chase.method == "line_of_sight" or behavior.has_route) and chase.mode == "chase":
			_note_line(behavior, world, _mover.line_reaches)
		if has_entered:
			_emit(behavior, world, "cell_entered")
		_note_arrival(behavior, world, _mover.is_in_cell_of(prey))
		if _mover.has_planned:
			_has_no_route = not _mover.line_reaches
			if _has_no_route:
				_emit(behavior, world, "no_route")

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

	# Reports what the actions of a path told.
	func _emit_notes(behavior, world) -> void:
		for note in world._notes:
			_emit(behavior, world, note[0])
			world.events[-1]["name"] = note[1]
			if note[0] == "emitted":
				world.events[-1]["value"] = note[2]
		world._notes = []

	func _emit(behavior, world, kind: String, at_node := -1) -> void:
		world.events.append({"tick": world.tick, "agent": id, "kind": kind, "node": at_node, "behavior": behavior.index})


# The random stream of an agent: xoshiro128++.
class RandomStream:
	var _words := [0, 0, 0, 0]

	# The stream that an agent starts with, by SplitMix64. Its numbers of 64 bits are ints that wrap, so the constants are negative.
	func _init(world_seed: int, agent_id: int):
		var x := world_seed + agent_id * -3335678366873096957
		for i in [0, 2]:
			x += -7046029254386353131
			var z := (x ^ _shifted(x, 30)) * -4658895280553007687
			z = (z ^ _shifted(z, 27)) * -7723592293110705685
			z = z ^ _shifted(z, 31)
			_words[i] = z & MAX_U32
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
		var sum := (a + d) & MAX_U32
		var result := ((((sum << 7) | (sum >> 25)) & MAX_U32) + a) & MAX_U32
		c ^= a
		d ^= b
		_words[0] = a ^ d
		_words[1] = b ^ c
		_words[2] = c ^ ((b << 9) & MAX_U32)
		_words[3] = ((d << 11) | (d >> 21)) & MAX_U32
		return result

	# The next number from 0 to 1, without 1.
	func next_float() -> float:
		return next_word() * (1.0 / 4294967296.0)

	# A random number of ticks, from the least to the most.
	func next_ticks(ticks: Array) -> int:
		if not ticks[1] > ticks[0]:
			return ticks[0]
		return ticks[0] + int(floor(next_float() * (ticks[1] - ticks[0] + 1)))


# ---- Hash and save: the state of a world as a sequence of values ----

# Takes in each value of a state and returns it, or when it reads a save, the value that was saved instead. Others have `whole`, `number`,
# `ticks`, `flag`, `title`, and `has`, which tells of a value that may be none whether it is there.
class Archive:
	var is_reading := false

	# Refuses the value before, if a condition does not hold.
	func check(_is_valid: bool, _what: String) -> void:
		pass

	func is_sound() -> bool:
		return true


# Computes the hash of the values.
class Hash extends Archive:
	var _stream := RandomStream.new(0, 0)
	var _bytes := StreamPeerBuffer.new()

	func _init():
		_bytes.big_endian = true
		_stream._words = [1, 2, 3, 4]

	# A whole number of 32 bits, also with a sign.
	func whole(number: int, _most := MAX_U32, _least := 0) -> int:
		_stream._words[0] ^= number & MAX_U32
		_stream.next_word()
		return number

	func number(value: float) -> float:
		_bytes.seek(0)
		_bytes.put_double(value + 0.0)
		_bytes.seek(0)
		whole(_bytes.get_u32())
		whole(_bytes.get_u32())
		return value

	func ticks(value: int) -> int:
		whole(value >> 32)
		whole(value & MAX_U32)
		return value

	func flag(value: bool) -> bool:
		whole(1 if value else 0)
		return value

	func has(is_there: bool) -> bool:
		if not is_there:
			whole(MAX_U32)
		return is_there

	func title(value: String) -> String:
		_bytes.seek(0)
		_bytes.put_utf8_string(value)
		_bytes.seek(0)
		var count: int = _bytes.get_u32()
		whole(count)
		var word := 0
		for i in range(count):
			word |= _bytes.get_u8() << (8 * (i % 4))
			if i % 4 == 3 or i == count - 1:
				whole(word)
				word = 0
		return value

	func digits() -> String:
		var high := _stream.next_word()
		return "%08x%08x" % [high, _stream.next_word()]


# Lists the values as a save has them.
class Save extends Archive:
	var _values := []
	var _bytes := StreamPeerBuffer.new()

	func _init():
		_bytes.big_endian = true

	func whole(number: int, _most := MAX_U32, _least := 0) -> int:
		_values.append(str(number))
		return number

	func number(value: float) -> float:
		_bytes.seek(0)
		_bytes.put_double(value + 0.0)
		_bytes.seek(0)
		var high: int = _bytes.get_u32()
		_values.append("\"%08x%08x\"" % [high, _bytes.get_u32()])
		return value

	func ticks(value: int) -> int:
		return whole(value)

	func flag(value: bool) -> bool:
		_values.append("true" if value else "false")
		return value

	func has(is_there: bool) -> bool:
		if not is_there:
			_values.append("null")
		return is_there

	func title(value: String) -> String:
		var escaped := value.replace("\\", "\\\\").replace("\"", "\\\"")
		for code in range(1, 32):
			escaped = escaped.replace(char(code), "\\u%04x" % code)
		_values.append("\"%s\"" % escaped)
		return value

	func text() -> String:
		var joined := ""
		for value in _values:
			joined += value if joined == "" else ", " + value
		return joined


# Reads the values of a save one after the other. After the first problem it reads what is harmless.
class SaveReader extends Archive:
	var _values := []
	var _position := 0
	var _problems := []
	var _bytes := StreamPeerBuffer.new()

	func _init(values: Array, problems: Array):
		is_reading = true
		_values = values
		_problems = problems
		_bytes.big_endian = true

	func check(is_valid: bool, what: String) -> void:
		if not is_valid and is_sound():
			_problems.append("values[%d]: %s; load what save() has written" % [_position, what])

	func is_sound() -> bool:
		return _problems.size() == 0

	func _next():
		if _position >= _values.size():
			check(false, "is missing")
			return null
		_position += 1
		return _values[_position - 1]

	func whole(_number: int, most := MAX_U32, least := 0) -> int:
		var value = _next()
		if (value is float or value is int) and value == floor(value) and value >= least and value <= most:
			return int(value)
		check(false, "the one before is not a whole number in its range")
		return least

	func ticks(_value: int) -> int:
		return whole(0, 9007199254740991)

	func number(_value: float) -> float:
		var value = _next()
		if value is String and value.length() == 16:
			var words := [0, 0]
			var is_hex := true
			for i in range(16):
				var digit: int = "0123456789abcdef".find(value[i])
				is_hex = is_hex and digit >= 0
				words[0 if i < 8 else 1] = words[0 if i < 8 else 1] * 16 + digit
			_bytes.seek(0)
			_bytes.put_u32(words[0] & MAX_U32)
			_bytes.put_u32(words[1] & MAX_U32)
			_bytes.seek(0)
			var number: float = _bytes.get_double()
			if is_hex and abs(number) < INF:
				return number
		check(false, "the one before is not a number of 16 hex digits that is finite")
		return 0.0

	func flag(_value: bool) -> bool:
		var value = _next()
		check(value is bool, "the one before is not true or false")
		return value is bool and value

	func has(_is_there: bool) -> bool:
		var is_none: bool = _position < _values.size() and _values[_position] == null
		_position += 1 if is_none else 0
		return not is_none

	func title(_value: String) -> String:
		var value = _next()
		if value is String and value != "":
			return value
		check(false, "the one before is not a text")
		return "x"

	func finish() -> void:
		check(_position >= _values.size(), "is one value too many")


# Goes through the state of a world with an archive.
class SavedState:
	var _archive
	var _up := 1

	func _init(archive, up: int):
		_archive = archive
		_up = up

	func _numbers(values: Array) -> Array:
		var found := []
		for value in values:
			found.append(_archive.number(value))
		return found

	func _wholes(values: Array) -> Array:
		var found := []
		for value in values:
			found.append(_archive.whole(value))
		return found

	func _whole_or_none(value: int) -> int:
		return _archive.whole(value) if _archive.has(value >= 0) else -1

	func _flag_or_none(value):
		return _archive.flag(value if value != null else false) if _archive.has(value != null) else null

	func _title_or_none(value: String) -> String:
		return _archive.title(value) if _archive.has(value != "") else ""

	func _spot_or_none(spot):
		if not _archive.has(spot != null):
			return null
		var point := _numbers([spot.x, spot.y] if spot != null else [0.0, 0.0])
		return Spot.new(point[0], point[1]) if _archive.is_reading else spot

	func _points(points: Array) -> Array:
		var found := []
		var count: int = _archive.whole(points.size())
		while found.size() < count and _archive.is_sound():
			found.append(_numbers(points[found.size()] if not _archive.is_reading else [0.0, 0.0]))
		return found

	# The key of a place: its kind, and its id.
	func _reference(key: String) -> String:
		var kinds := ["", "marker", "agent", "pointer"]
		var words := key.split(" ")
		var kind: String = kinds[_archive.whole(kinds.find(words[0]), 3)]
		if kind == "" or kind == "pointer":
			return kind
		return "%s %d" % [kind, _archive.whole(int(words[1]) if words.size() > 1 else 0)]

	func _cell(column: int, row: int) -> Array:
		var found: int = _archive.whole(column, MAX_INDEX, -MAX_INDEX - 1)
		var in_game: int = _archive.whole(row if _up > 0 else -1 - row, MAX_INDEX, -MAX_INDEX - 1)
		return [found, in_game if _up > 0 else -1 - in_game]

	# Returns what the world takes over, when all of it has been read.
	func of_world(world) -> Dictionary:
		var now := {"tick": _archive.ticks(world.tick), "accumulator": _archive.number(world._accumulator)}
		_archive.check(now.accumulator >= 0.0 and now.accumulator < 1.0, "the one before is not from 0 to below 1")
		var pointer = world._places["pointer"]
		now["pointer"] = _numbers([pointer.x, pointer.y])
		now["is_pressed"] = _archive.flag(world._is_pressed)
		now["is_new_press"] = _archive.flag(world._is_new_press)
		now["highest_id"] = _archive.whole(world._highest_id)
		var doors: Array = world._doors()
		_archive.check(_archive.whole(doors.size()) == doors.size(), "the one before is not the number of doors")
		now["doors"] = []
		for door in doors:
			now.doors.append(_archive.flag(door.is_open))
		var markers: Array = world._markers()
		_archive.check(_archive.whole(markers.size()) == markers.size(), "the one before is not the number of markers")
		now["markers"] = []
		for marker in markers:
			now.markers.append(_numbers([marker.x, marker.y]))
		now["noises"] = _noises(world._noises)
		now["names"] = _names(world._names)
		now["spawners"] = []
		for each in world._spawners:
			now.spawners.append(_wholes([each.wait, each.fired, each.pending]) + [_wholes(each.random._words)])
		_agents(now, world)
		return now

	func _noises(noises: Array) -> Array:
		var found := []
		var count: int = _archive.whole(noises.size(), MAX_NOISES)
		while found.size() < count and _archive.is_sound():
			var noise: Array = noises[found.size()] if not _archive.is_reading else [0.0, 0.0, 0.0]
			noise = _numbers([noise[0], noise[1], noise[2]])
			var is_near: bool = abs(noise[0]) <= MAX_COORDINATE and abs(noise[1]) <= MAX_COORDINATE
			_archive.check(is_near and noise[2] >= 0.0 and noise[2] <= MAX_LENGTH, "the one before ends a noise that is out of range")
			found.append(noise + [null])
		return found

	func _names(names: Array) -> Array:
		var found := []
		var count: int = _archive.whole(names.size(), MAX_NAMES)
		while found.size() < count and _archive.is_sound():
			var sent: Array = names[found.size()] if not _archive.is_reading else [-1, ""]
			found.append([_whole_or_none(sent[0]), _archive.title(sent[1])])
		return found

	func _agents(now: Dictionary, world) -> void:
		now["agents"] = []
		now["spawned"] = {}
		var count: int = _archive.whole(world.agents.size())
		var last := -1
		while now.agents.size() < count and _archive.is_sound():
			var each = world.agents[now.agents.size()] if not _archive.is_reading else null
			var id: int = _archive.whole(each.id if each != null else 0)
			_archive.check(id > last and id <= now.highest_id, "the one before is not an id above the earlier ones")
			last = id
			_agent(each, id, now, world)
		if _archive.is_reading:
			_check_references(now, world)

	func _check_references(now: Dictionary, world) -> void:
		var keys := {"": true, "pointer": true}
		for key in world._places:
			if world._places[key] is Place:
				keys[key] = true
		for each in now.agents:
			keys["agent %d" % each.id] = true
		for each in now.agents:
			var known = each._knowledge
			var used := [each._target, each._danger, each._authored_leader, known.perceived, known.last_seen.who if known.last_seen != null else ""]
			for key in used + (["agent %d" % known.touched] if known.touched >= 0 else []):
				_archive.check(keys.has(key), "%s, which an agent refers to, is missing" % key)

	# `each` is null for one that is read.
	func _agent(each, id: int, now: Dictionary, world) -> void:
		var numbers := _numbers(each._as_numbers() if each != null else [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
		var driven := []
		if _archive.has(each != null and each._is_driven):
			driven = _numbers([each._driven_x, each._driven_y] if each != null else [0.0, 0.0])
		var words := _wholes(each._random._words if each != null else [0, 0, 0, 0])
		var preset_id: int = _archive.whole(each.preset if each != null else 0)
		var spawned = world._spawned.get(id)
		if _archive.is_reading:
			_archive.check(world._presets.has(preset_id), "the one before is not a preset of the world")
			if not _archive.is_sound():
				return
			spawned = null
			each = Agent.new(id, world, preset_id)
			each._take_numbers(numbers, driven, words, world._authored.get(id))
		var spawner_id := _whole_or_none(spawned[0].id if spawned != null else -1)
		var expires := -1
		if _archive.has(spawned != null and spawned[1] >= 0):
			expires = _archive.ticks(spawned[1] if spawned != null else 0)
		for spawner in world._spawners if spawner_id >= 0 else []:
			if spawner.id == spawner_id:
				now.spawned[id] = [spawner, expires]
		_archive.check(spawner_id < 0 or now.spawned.has(id), "the one before is not a spawner of the scene")
		each._target = _reference(each._target)
		each._danger = _reference(each._danger)
		var leader := _reference(each._unless_own(each._authored_leader))
		_archive.check(leader == "" or leader.begins_with("agent"), "the one before is not an agent")
		each._path_id = _whole_or_none(each._path_id)
		if _archive.is_reading:
			each._authored_target = each._target
			each._authored_leader = leader
			each._path = world._paths.get(each._path_id)
		_archive.check(each._path_id < 0 or each._path != null, "the one before is not a path of the scene")
		each.node = _whole_or_none(each.node)
		each.steering = _archive.number(each.steering)
		each.team = _title_or_none(each.team)
		_knowledge(each)
		_state(each, world)
		now.agents.append(each)

	func _knowledge(each) -> void:
		var known = each._knowledge
		known.has_noticed = _archive.flag(known.has_noticed)
		known.ticks = _archive.whole(known.ticks)
		known.unseen = _archive.whole(known.unseen)
		known.meter = _archive.number(known.meter)
		_archive.check(known.meter >= 0.0 and known.meter <= 1.0, "the one before is not from 0 to 1")
		known.perceived = _reference(known.perceived)
		known.last_seen = _spot_or_none(known.last_seen)
		if known.last_seen != null:
			known.last_seen.velocity_x = _archive.number(known.last_seen.velocity_x)
			known.last_seen.velocity_y = _archive.number(known.last_seen.velocity_y)
			known.last_seen.who = _reference(known.last_seen.who)
			known.last_seen.tick = _archive.ticks(known.last_seen.tick)
		known.last_noise = _spot_or_none(known.last_noise)
		if known.last_noise != null:
			known.last_noise.tick = _archive.ticks(known.last_noise.tick)
		known.left_path = _spot_or_none(known.left_path)
		var post := _numbers([known.post.x, known.post.y] if known.post != null else [0.0, 0.0])
		if _archive.is_reading:
			known.post = Spot.new(post[0], post[1])
			if each._authored.size() == 0:
				each._authored = [post[0], post[1], 0.0, 0.0, null]
		each._is_told = _archive.flag(each._is_told)
		known.touched = _whole_or_none(known.touched)

	func _state(each, world) -> void:
		var index: int = _archive.whole(each._state_index, each._programs.size() - 1)
		if _archive.is_reading:
			each._use_state(index)
			each._set_leader(each._authored_leader)
			each._drawn_times = []
			for _term in each._preset.states[index].drawn:
				each._drawn_times.append(0)
		each._time_in_state = _archive.whole(each._time_in_state)
		each._drawn_times = _wholes(each._drawn_times)
		each._is_entering = _archive.flag(each._is_entering)
		each._forced_state = _whole_or_none(each._forced_state)
		_archive.check(each._forced_state < 0 or each._index_of_state(each._forced_state) >= 0, "the one before is not a state of the preset")
		each._has_no_route = _archive.flag(each._has_no_route)
		for behavior in each._behaviors:
			_memory(behavior, each, world)
			if behavior.has_route and behavior.kind != "grid_chase":
				behavior.route = _route(behavior.route)
		for i in range(each._programs.size()):
			for behavior in each._programs[i] if i != index else []:
				if behavior.kind == "follow_path":
					behavior.progress = _progress(behavior, world) if _archive.has(behavior.progress != null) else null

	func _memory(behavior, each, world) -> void:
		match behavior.kind:
			"arrive":
				behavior.has_arrived = _archive.flag(behavior.has_arrived)
			"follow_path":
				behavior.progress = _progress(behavior, world)
			"homing_walk":
				if _archive.is_reading:
					behavior.walk = Walk.new(each._random, world._turn_sign)
				_walk(behavior.walk)
				behavior.in_aggro = _flag_or_none(behavior.in_aggro)
				behavior.has_arrived = _archive.flag(behavior.has_arrived)
			"wander":
				behavior.angle = _archive.number(behavior.angle)
				_archive.check(behavior.angle >= -PI and behavior.angle <= PI, "the one before is not from -pi to pi")
			"grid_chase":
				if _archive.is_reading:
					each._mover = CellMover.new(world._cells, behavior.parameters, each.x, each.y)
				_mover(each._mover)
				behavior.line_seen = _flag_or_none(behavior.line_seen)
				behavior.has_arrived = _archive.flag(behavior.has_arrived)
			"search":
				if _archive.is_reading:
					behavior.search = SearchMemory.new()
				_search(behavior.search)

	func _route(route):
		if not _archive.has(route != null):
			return null
		var goal := _numbers([route.goal_x, route.goal_y] if route != null else [0.0, 0.0])
		var points := _points(route.points if route != null else [])
		return Route.new(goal[0], goal[1], points) if _archive.is_reading else route

	func _progress(behavior, world):
		var progress = Progress.new(null, 0, behavior.has_route) if _archive.is_reading else behavior.progress
		progress.target_node = _archive.whole(progress.target_node)
		progress._is_backward = _archive.flag(progress._is_backward)
		progress.wait_left = _archive.whole(progress.wait_left)
		progress.is_finished = _archive.flag(progress.is_finished)
		progress._segment = _whole_or_none(progress._segment)
		if progress._segment >= 0:
			progress._passed = _archive.whole(progress._passed)
		progress.action = _whole_or_none(progress.action)
		progress.action_ticks = _archive.whole(progress.action_ticks)
		progress.arrivals = _archive.whole(progress.arrivals)
		if _archive.has(progress.speed_limit != null):
			progress.speed_limit = _archive.number(progress.speed_limit if progress.speed_limit != null else 0.0)
		progress.turned = _archive.flag(progress.turned)
		progress.along_passed = _archive.whole(progress.along_passed)
		var path_id := _whole_or_none(progress.path.id if progress.path != null else -1)
		progress.came_from_path = _whole_or_none(progress.came_from_path)
		if progress.came_from_path >= 0:
			progress.came_from_node = _archive.whole(progress.came_from_node)
		var keys: Array = progress.turns.keys()
		keys.sort()
		for i in range(_archive.whole(keys.size())):
			if not _archive.is_sound():
				break
			var key: int = keys[i] if not _archive.is_reading else 0
			var turns: int = progress.turns.get(key, 0)
			var place := _wholes([key >> 32, key & MAX_U32, turns])
			progress.turns[place[0] * FIRST + place[1]] = place[2]
		if _archive.is_reading:
			_set_path(progress, path_id, world)
		return progress

	# Sets the path of a progress that was read, if the progress fits it.
	func _set_path(progress, path_id: int, world) -> void:
		var path = world._paths.get(path_id)
		var count: int = path.size() if path != null else 0
		var segment: int = progress._segment
		var is_valid: bool = (path_id < 0 or path != null) and (progress.target_node < count or (count == 0 and progress.target_node == 0)) \
				and segment < count
		if is_valid and segment >= 0:
			is_valid = progress._passed <= path.points_in(segment) and progress.along_passed <= path.node_along[segment].size()
		elif progress.along_passed > 0:
			is_valid = false
		_archive.check(is_valid, "the one before ends a progress that its path does not have")
		if is_valid:
			progress.path = path
			progress._aim()

	func _walk(walk) -> void:
		walk._has_waypoint = _archive.has(walk._has_waypoint)
		if walk._has_waypoint:
			walk.x = _archive.number(walk.x)
			walk.y = _archive.number(walk.y)
			walk.is_straight = _archive.flag(walk.is_straight)
		walk._since_pick = _archive.whole(walk._since_pick)
		var ahead := []
		for i in range(walk._behind, walk._ahead.size(), 2):
			ahead.append([walk._ahead[i], walk._ahead[i + 1]])
		ahead = _points(ahead)
		for point in ahead if _archive.is_reading else []:
			walk._ahead += point
		walk._planned_x = _archive.number(walk._planned_x)
		walk._planned_y = _archive.number(walk._planned_y)

	func _mover(mover) -> void:
		var from := _cell(mover._from_column, mover._from_row)
		var to := _cell(mover._column, mover._row)
		mover._from_column = from[0]
		mover._from_row = from[1]
		mover._column = to[0]
		mover._row = to[1]
		mover._elapsed = _archive.whole(mover._elapsed)
		mover._has_line = _archive.has(mover._has_line)
		if mover._has_line:
			var prey := _cell(mover._prey_column, mover._prey_row)
			mover._prey_column = prey[0]
			mover._prey_row = prey[1]
		for i in range(_archive.whole((mover._line.size() - mover._behind) / 2)):
			if not _archive.is_sound():
				break
			var at: int = mover._behind + 2 * i
			if _archive.is_reading:
				mover._line += _cell(0, 0)
			else:
				_cell(mover._line[at], mover._line[at + 1])
		mover.line_reaches = _archive.flag(mover.line_reaches)

	func _search(search) -> void:
		if _archive.has(search.places != null):
			search.places = _points(search.places if search.places != null else [])
		search.index = _archive.whole(search.index)
		var count: int = search.places.size() if search.places != null else 0
		_archive.check(search.index <= count, "the one before is not a place of the search")
		search.is_waiting = _archive.flag(search.is_waiting)
		search.action_ticks = _archive.whole(search.action_ticks)
		search.arrivals = _archive.whole(search.arrivals)
		search.turned = _archive.flag(search.turned)
		search.heading_x = _archive.number(search.heading_x)
		search.heading_y = _archive.number(search.heading_y)
		search.is_finished = _archive.flag(search.is_finished)


# ---- Paths ----

# A path prepared for following: its nodes, and the points of the curve between them.
class ScenePath:
	var id := 0
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
	# By index of a node: what agents do there, a list of actions; what they do on the segment after it, a list of x, y and an action; and
	# where they go on, null or a dictionary of options, in_turn, not_back and fields.
	var node_actions := []
	var node_along := []
	var node_junction := []
	var is_scripted := false  # whether any node has one of these
	var has_meetings := false

	func _init(fields, own_id: int, world):
		var dt: float = world.dt
		id = own_id
		name = fields.string("name")
		traversal = fields.choice("traversal", ["once", "loop", "ping_pong"])
		var is_closed := traversal == "loop"
		if fields.flag("closed") != is_closed:
			fields.fail("closed", "does not match the rest of the file, which gives %s" % ("true" if is_closed else "false"))
		var tolerance: float = fields.number("tolerance", 1e-6, MAX_LENGTH)
		var is_curved: bool = fields.choice("shape", ["straight", "catmull_rom"]) == "catmull_rom"
		radius = fields.length("radius")
		var nodes: Array = fields.by_id("nodes").values()
		for node in nodes:
			node_x.append(node.coordinate("x"))
			node_y.append(node.coordinate("y"))
			node_radius.append(node.length("radius"))
			node_wait.append(Rounding.ticks_in(node.number("wait", 0.0, 1e6), dt, 0))
			node.check_derived("wait_ticks", node_wait[-1])
			node_speed.append(node.number("speed", 0.0, 1e6) if node.has_value("speed") else INF)
			_read_script(node, world)
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

	func _read_script(fields, world) -> void:
		var actions := []
		for action in fields.few_objects("actions", MAX_ACTIONS):
			actions.append(ActionReader.read(action, NODE_ACTIONS, world))
			has_meetings = has_meetings or actions[-1].kind == "meet"
		var along := []
		for entry in fields.few_objects("along", MAX_ACTIONS):
			var action = ActionReader.read(entry.object("action"), ALONG_ACTIONS, world)
			along.append([entry.coordinate("x"), entry.coordinate("y"), action])
		node_actions.append(actions)
		node_along.append(along)
		node_junction.append(_read_junction(fields))
		is_scripted = is_scripted or actions.size() > 0 or along.size() > 0 or node_junction[-1] != null

	func _read_junction(fields):
		if not (fields.has("choose") or fields.has("not_back") or fields.has("next")):
			return null
		var options := []
		for option in fields.objects("next"):
			options.append([option.id("path"), option.whole("node", 0, MAX_U32), option.whole("weight", 1, 1000000)])
		fields.check_size("next", options, 1, MAX_ACTIONS)
		var is_in_turn: bool = fields.choice("choose", ["random", "in_turn"]) == "in_turn"
		return {"options": options, "in_turn": is_in_turn, "not_back": fields.flag("not_back"), "fields": fields}

	# Refuses nodes that agents cannot go to, when all paths are read.
	func check_junctions(paths: Dictionary) -> void:
		for junction in node_junction:
			if junction == null:
				continue
			for i in range(junction.options.size()):
				var option: Array = junction.options[i]
				if not paths.has(option[0]):
					junction.fields.fail("next[%d].path" % i, "names path %d, which is not in the file" % option[0])
				elif option[1] >= paths[option[0]].size():
					junction.fields.fail("next[%d].node" % i, "names node %d, which path %d does not have" % [option[1], option[0]])
			junction.erase("fields")

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


# Waiting and looking about: what holds an agent at a node, or at a place of a search.
class Held:
	static func is_wait_done(memory) -> bool:
		if memory.action_ticks == 0:
			return true
		memory.action_ticks -= 1
		return false

	static func is_sweep_done(memory, times: int) -> bool:
		if memory.turned:
			memory.arrivals += 1
			memory.turned = false
		return memory.arrivals > times


# What a search remembers.
class SearchMemory:
	var places = null  # to go to, each x and y, once they are chosen
	var index := 0
	var is_waiting := false  # whether it has reached the place
	var action_ticks := 0
	var arrivals := 0  # of its looks at one of its directions
	var turned := false
	var heading_x := 0.0  # when it reached the place
	var heading_y := 0.0
	var is_finished := false

	func wait(ticks: int, hx: float, hy: float) -> void:
		is_waiting = true
		action_ticks = ticks
		arrivals = 0
		turned = false
		heading_x = hx
		heading_y = hy


# How far a behavior has come on its path.
class Progress:
	var path = null  # null for none
	var target_node := 0
	# Whether it goes at full speed to the target node itself; then that node's place, radius and speed.
	var heads_for_node := false
	var goal_x := 0.0
	var goal_y := 0.0
	var goal_radius := 0.0
	var goal_speed := INF
	var has_route := false  # whether its behavior goes around walls
	var wait_left := 0  # ticks
	var is_finished := false
	var action := -1  # the index of the action of the node that holds the agent
	var action_ticks := 0
	var arrivals := 0  # of a sweep at one of its directions
	var turned := false  # whether the agent looks where the action asks it to
	var speed_limit = null
	var along_passed := 0  # of the actions along the leg
	var came_from_path := -1
	var came_from_node := -1
	var turns := {}  # at junctions that choose in turn, by ids of paths and indices of nodes: path * FIRST + node
	var _is_backward := false
	var _segment := -1  # the leg: which segment it leads along, -1 for none, and how many of its points are passed
	var _passed := 0

	func _init(on, first: int, goes_around_walls: bool):
		path = on
		target_node = first
		has_route = goes_around_walls
		_aim()

	func is_held() -> bool:
		return wait_left > 0 or action >= 0

	# The action that holds the agent, or null.
	func present_action():
		if action < 0 or path == null or target_node >= path.size() or action >= path.node_actions[target_node].size():
			return null
		return path.node_actions[target_node][action]

	# Continues when its state is entered again.
	func resume() -> void:
		_segment = -1
		_passed = 0
		along_passed = 0
		wait_left = 0
		action = -1
		action_ticks = 0
		arrivals = 0
		turned = false
		_aim()

	# Continues along an edited path, of an agent with another path; without one nothing changes.
	func fit(edited, path_of_agent) -> void:
		path = edited
		heads_for_node = false
		if path == null:
			return
		if not (path.is_scripted or (path_of_agent != null and path_of_agent.is_scripted)):
			action = -1
			action_ticks = 0
			arrivals = 0
			turned = false
			speed_limit = null
			came_from_path = -1
			came_from_node = -1
			turns = {}
		var last: int = path.size() - 1
		target_node = int(max(min(target_node, last), 0))
		if path.traversal != "once" or target_node != last:
			is_finished = false
		if _is_backward and path.traversal != "ping_pong":
			_is_backward = false
			_segment = -1
		var leads := target_node if _is_backward else target_node - 1
		if leads < 0 and path.traversal == "loop":
			leads = last
		if last < 0 or _segment != leads:
			_segment = -1
		if _segment >= 0:
			_passed = int(min(_passed, path.points_in(_segment)))
		var most: int = path.node_along[_segment].size() if _segment >= 0 else 0
		along_passed = most if along_passed > most else along_passed
		_aim()

	func _aim() -> void:
		heads_for_node = false
		if has_route or path == null or is_finished or is_held() or target_node >= path.size() or next_curve_point() >= 0:
			return
		if path.is_scripted and _segment >= 0 and along_passed < path.node_along[_segment].size():
			return
		heads_for_node = path.traversal != "once" or target_node + 1 < path.size()
		goal_x = path.node_x[target_node]
		goal_y = path.node_y[target_node]
		goal_radius = path.node_radius[target_node]
		goal_speed = path.node_speed[target_node]
		if speed_limit != null and speed_limit < goal_speed:
			goal_speed = speed_limit

	# The index of the next point of the curve before the target node, or -1.
	func next_curve_point() -> int:
		if _segment < 0:
			return -1
		var left: int = path.points_in(_segment) - _passed
		if left == 0:
			return -1
		return path.node_point[_segment] + left if _is_backward else path.node_point[_segment + 1] - left

	# One tick: goes on with what holds the agent, or finds what its last move reached, and continues. Returns the node reached, or -1.
	func advance(agent, world) -> int:
		if is_finished:
			return -1
		if wait_left > 0 or action >= 0:
			if wait_left > 0:
				wait_left -= 1
				if wait_left > 0:
					return -1
				_start_actions(agent, world)
			else:
				_continue_actions(agent, world)
			_aim()
			if action >= 0 or is_finished:
				return -1
		if path.is_scripted and _segment >= 0:
			_pass_along(agent, world, false)
		var from_x: float = agent.previous_x
		var from_y: float = agent.previous_y
		var x: float = agent.x
		var y: float = agent.y
		var point: int = next_curve_point() if path.has_curve_points else -1
		while point >= 0:
			if Measure.from_segment(from_x, from_y, x, y, path.point_x[point], path.point_y[point]) > path.radius:
				return -1
			_passed += 1
			point = next_curve_point()
			if point < 0:
				_aim()
		var here := target_node
		# Most nodes are too far for the last move to have come near them.
		var reach: float = path.node_radius[here] + abs(x - from_x) + abs(y - from_y) + (abs(x) + abs(y)) * 1e-15
		if abs(path.node_x[here] - x) > reach or abs(path.node_y[here] - y) > reach:
			return -1
		if Measure.from_segment(from_x, from_y, x, y, path.node_x[here], path.node_y[here]) > path.node_radius[here]:
			return -1
		if path.is_scripted and _segment >= 0:
			_pass_along(agent, world, true)
		wait_left = path.node_wait[here]
		if wait_left == 0:
			_start_actions(agent, world)
		_aim()
		return here

	# Does the actions along the segment that are reached, or all that are left.
	func _pass_along(agent, world, is_at_end: bool) -> void:
		var along: Array = path.node_along[_segment]
		var before := along_passed
		while along_passed < along.size():
			var entry: Array = along[along.size() - 1 - along_passed if _is_backward else along_passed]
			var distance := Measure.from_segment(agent.previous_x, agent.previous_y, agent.x, agent.y, entry[0], entry[1])
			if not is_at_end and not (distance <= path.radius):
				break
			along_passed += 1
			world._execute(agent, self, entry[2])
		if along_passed != before:
			_aim()

	func _start_actions(agent, world) -> void:
		if path.node_actions[target_node].size() == 0:
			_move_on(agent, world)
			return
		action = 0
		_begin_action(agent)
		_continue_actions(agent, world)

	# Goes through the actions of the node, up to one that holds the agent, or else on to the next node.
	func _continue_actions(agent, world) -> void:
		var actions: Array = path.node_actions[target_node]
		while true:
			# After an edit there can be fewer actions.
			if action < actions.size() and not _is_action_done(actions[action], agent, world):
				return
			action += 1
			if action >= actions.size():
				action = -1
				_move_on(agent, world)
				return
			_begin_action(agent)

	func _begin_action(agent) -> void:
		var begun: Dictionary = path.node_actions[target_node][action]
		match begun.kind:
			"wait":
				action_ticks = agent._random.next_ticks(begun.ticks)
			"look":
				turned = false
			"sweep":
				turned = false
				arrivals = 0

	func _is_action_done(held_by: Dictionary, agent, world) -> bool:
		match held_by.kind:
			"wait":
				return Held.is_wait_done(self)
			"look":
				return turned or not agent._can_be_asked()
			"sweep":
				return not agent._can_be_asked() or Held.is_sweep_done(self, held_by.times)
			"meet":
				if world._meetings.get(held_by.name, 0) < held_by.count:
					return false
				world._notes.append(["met", held_by.name, null])
				return true
		world._execute(agent, self, held_by)
		return true

	# The node that the path leads to, or -1 if it does not.
	func _next_on_path() -> int:
		var last: int = path.size() - 1
		if target_node != (0 if _is_backward else last):
			return target_node - 1 if _is_backward else target_node + 1
		if path.traversal == "loop":
			return 0
		if path.traversal == "once" or last == 0:
			return -1
		return target_node + 1 if _is_backward else target_node - 1

	func _move_on(agent, world) -> void:
		along_passed = 0
		if path.is_scripted or (agent._path != null and agent._path.is_scripted):
			if _choose_way(agent, world):
				return
		var last: int = path.size() - 1
		if target_node == (0 if _is_backward else last):
			match path.traversal:
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

	# Remembers the node, and goes on from a junction to another one than the path leads to. Returns whether it does.
	func _choose_way(agent, world) -> bool:
		var junction = path.node_junction[target_node]
		var next := _next_on_path()
		var option = _option_of(junction, agent) if junction != null else null
		if option == null and next < 0:
			return false
		came_from_path = path.id
		came_from_node = target_node
		if option == null or (option[0] == path.id and option[1] == next):
			return false
		path = world._paths[option[0]]
		target_node = option[1]
		_segment = -1
		_passed = 0
		_is_backward = false
		return true

	# Where it goes on from a junction: a path and a node.
	func _option_of(junction: Dictionary, agent) -> Array:
		var options := []
		for option in junction.options:
			if not (junction.not_back and option[0] == came_from_path and option[1] == came_from_node):
				options.append(option)
		if options.size() == 0:
			options = junction.options
		if options.size() == 1:
			return options[0]
		if junction.in_turn:
			var key: int = path.id * FIRST + target_node
			var turn: int = turns.get(key, 0)
			turns[key] = (turn + 1) & MAX_U32
			return options[turn % options.size()]
		var sum := 0
		for option in options:
			sum += option[2]
		var n: int = agent._random.next_word() % sum
		for option in options:
			if n < option[2]:
				return option
			n -= option[2]
		return options[0]

	func _enter_segment(segment: int) -> void:
		_segment = segment
		_passed = 0


# ---- The homing walk ----

# The waypoints of a homing walk.
class Walk:
	const MAX_WAYPOINTS := 256
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
			while controls.size() < 2 * MAX_WAYPOINTS:
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
	const MAX_CURVE_DEPTH := 8  # a segment is divided into 2^8 pieces at most
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
				_divide(0.0, _bx, _by, 1.0, _cx, _cy, MAX_CURVE_DEPTH)
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
			_divide(0.0, _bx, _by, 1.0, _cx, _cy, MAX_CURVE_DEPTH)
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
	# To the neighbors of a cell: columns, rows upward, and what a step costs.
	const STEPS := [[1, 0, 5], [1, 1, 7], [0, 1, 5], [-1, 1, 7], [-1, 0, 5], [-1, -1, 7], [0, -1, 5], [1, -1, 7]]

	var _size := 1.0
	var _up := 1.0  # the sign of y upward
	var _painted := {}  # columns and rows of the cells that are blocked themselves
	var _blocked := {}  # these, and those that walls cross

	func _init(fields, y_down: bool):
		_size = fields.number("size", 0.001, 1e6)
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
		_painted[_key(column, row)] = [column, row]
		_blocked[_key(column, row)] = true

	# Another number for each cell of 32 bits, and in its lower half for cells near one another: see COLUMN.
	static func _key(column: int, row: int) -> int:
		return column * FIRST + (row ^ (column * 40503 & MAX_INDEX))

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
				_blocked[_key(column, row)] = true

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
		if is_cell and _painted.has(_key(column, row)):
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
		return value == floor(value) and value >= -MAX_INDEX - 1 and value <= MAX_INDEX

	func column_at(x: float) -> int:
		return _index(x / _size)

	func row_at(y: float) -> int:
		return _index(_up * y / _size)

	func _index(cells: float) -> int:
		return saturated(floor(cells))

	# A column or row, an int or a float, as an int of 32 bits. In Godot 3 both clamp() and passing an int as a float round to
	# single precision.
	static func saturated(index) -> int:
		if index <= -MAX_INDEX - 1:
			return -MAX_INDEX - 1
		return MAX_INDEX if index >= MAX_INDEX else int(index)

	func x_of(column: int) -> float:
		return (column + 0.5) * _size

	func y_of(row: int) -> float:
		return _up * ((row + 0.5) * _size)

	func _is_free(column: int, row: int) -> bool:
		return not _blocked.has(_key(column, row))

	# The columns and rows of the cheapest way to a goal in turn, without the first cell; null if there is none.
	func cheapest_way(column: int, row: int, goal_column: int, goal_row: int):
		# By the order in which they were opened: the cells, their costs, and the entry before.
		var columns := [column]
		var rows := [row]
		var costs := [0]
		var before := [-1]
		var latest := {_key(column, row): 0}  # entries by cells
		var rest := _rest(goal_column - column, goal_row - row)
		# The next entry is the last of these keys, which are negated: the least sum of cost and rest, compared with that at the start, then
		# the greatest cost, then the lowest order. Each has 20 bits.
		var open := [-(1048575 << 20)]
		var taken := 0
		while open.size() > 0:
			var key: int = open.pop_back()
			var entry: int = -key & 1048575
			column = columns[entry]
			row = rows[entry]
			if latest[_key(column, row)] != entry:
				continue  # a cheaper way to it was found later
			taken += 1
			if column == goal_column and row == goal_row:
				return _way_to(entry, columns, rows, before)
			if taken == MAX_TAKEN:
				return null
			for step in STEPS:
				var to_column: int = column + step[0]
				var to_row: int = row + step[1]
				var cell := _key(to_column, to_row)
				var cost: int = costs[entry] + step[2]
				if latest.has(cell) and not (cost < costs[latest[cell]]):
					continue
				if saturated(to_column) != to_column or saturated(to_row) != to_row or not can_step(column, row, to_column, to_row):
					continue
				var order := columns.size()
				latest[cell] = order
				columns.append(to_column)
				rows.append(to_row)
				costs.append(cost)
				before.append(entry)
				var more := cost + _rest(goal_column - to_column, goal_row - to_row) - rest
				key = -((more << 40) + ((1048575 - cost) << 20) + order)
				open.insert(open.bsearch(key), key)
		return null

	# The least cost of a way over this many columns and rows.
	func _rest(columns: int, rows: int) -> int:
		var dc := columns if columns > 0 else -columns
		var dr := rows if rows > 0 else -rows
		return 5 * dc + 2 * dr if dc > dr else 5 * dr + 2 * dc

	func _way_to(entry: int, columns: Array, rows: Array, before: Array) -> Array:
		var way := []
		while before[entry] >= 0:
			way.push_front(rows[entry])
			way.push_front(columns[entry])
			entry = before[entry]
		return way

	# Whether a mover may step to this neighbor; on a diagonal it cuts no corner.
	func can_step(column: int, row: int, to_column: int, to_row: int) -> bool:
		return (_is_free(to_column, to_row) and (column == to_column or row == to_row
				or (_is_free(to_column, row) and _is_free(column, to_row))))


# The memory of a cell mover.
class CellMover:
	var line_reaches := true  # whether the line drawn last ends in its goal, or there was a way
	var has_planned := false  # whether it looked for a way in this tick
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

	# Continues its step in another state.
	func go_on_in_state(cells, chase: Dictionary) -> void:
		_forget_line()
		_cells = cells
		_chase = chase

	# Continues with edited cells and parameters; if they differ, the line has to be drawn again.
	func go_on(cells, chase: Dictionary, has_same_goal: bool) -> void:
		var is_same: bool = cells.are_blocked_as(_cells)
		for key in ["method", "mode", "max_path_length", "step_interval", "route"]:
			is_same = is_same and chase[key] == _chase[key]
		if not (is_same and has_same_goal):
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
		has_planned = false
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
		var has_route: bool = _chase.route == "around_walls" and _chase.mode == "chase"
		if _chase.method == "axis" and not has_route:
			_step_by_axis(goal_column, goal_row)
			return
		if not (_has_line and _prey_column == prey_column and _prey_row == prey_row):
			_has_line = true
			_prey_column = prey_column
			_prey_row = prey_row
			if has_route:
				_plan_way(goal_column, goal_row)
			else:
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

	# The cheapest way; without one, a line.
	func _plan_way(goal_column: int, goal_row: int) -> void:
		has_planned = true
		var way = _cells.cheapest_way(_column, _row, goal_column, goal_row)
		if way == null:
			_draw_line(goal_column, goal_row)
		else:
			_line = way
			_behind = 0
		line_reaches = way != null

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
