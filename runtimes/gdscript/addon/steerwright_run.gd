class_name SteerwrightRun
extends Node
## Moves nodes as the agents of a scene from the Steerwright editor. It is at the root of exported scenes.
##
## On a [Node2D] or a [Node3D] of your own, it moves the children that have the names of agents, and those of its child "Agents".
## Children in 2D go by x and y, those in 3D by x and z. In each signal, [code]node[/code] is the node that moves as the agent, or
## null; [code]index[/code] is the number of a node of the agent's path, or -1; and [code]behavior[/code] is the number of the behavior
## in the agent's list, or -1 for sight.

## The agent reached a node of its path.
signal node_reached(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent waits at a node of its path.
signal wait_started(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent goes on from a node of its path.
signal wait_ended(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent reached the end of a path that it follows once.
signal path_finished(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent arrived at its target.
signal arrived(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent picked the next waypoint of its homing walk.
signal waypoint_picked(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent entered a cell.
signal cell_entered(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent lost the line of sight to its target.
signal line_lost(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent has a line of sight to its target.
signal line_gained(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The target left the aggro radius of the agent.
signal aggro_left(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The target entered the aggro radius of the agent.
signal aggro_entered(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent noticed its target by its sight.
signal sight_gained(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent lost its target from sight.
signal sight_lost(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent heard a noise.
signal noise_heard(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent has looked at all places of its search.
signal search_finished(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent found no way around walls to its goal.
signal no_route(node: Node, agent: SteerwrightWorld.Agent, index: int, behavior: int)
## The agent began to touch another one that it watches. [code]other_node[/code] is the node that moves as that one, or null.
signal touched(node: Node, agent: SteerwrightWorld.Agent, other_node: Node, other_id: int)
## An action of the agent emitted a name for the game, with a value: null, a text or a number. [code]behavior[/code] is -1 for an action
## on entering a state.
signal emitted(node: Node, agent: SteerwrightWorld.Agent, event_name: String, value: Variant, behavior: int)
## Enough agents met at a node of the path of the agent.
signal met(node: Node, agent: SteerwrightWorld.Agent, event_name: String, behavior: int)
## The agent entered a state. [code]reason[/code] is the number of the transition, or -1 if the game did it.
signal state_entered(node: Node, agent: SteerwrightWorld.Agent, state_name: String, reason: int)
## A spawner added an agent, and its node was added. The agent may be gone already; [code]node[/code] is null then.
signal spawned(node: Node, agent_id: int, spawner_id: int)
## An agent of a spawner was removed at the end of its lifetime. Its node is freed at the end of the frame.
signal expired(node: Node, agent_id: int, spawner_id: int)
## Two agents touched, as a contact rule says. If the rule removed one, its node is freed at the end of the frame if a spawner added the
## agent, and else hidden.
signal contact(node: Node, other_node: Node, agent_id: int, other_id: int, rule_id: int)
## The editor sent an edited scene, and it was applied to the world.
signal scene_edited

## How nodes are moved.
enum Movement {
	## Their position is that of the agent, bit for bit.
	POSITION,
	## A [CharacterBody2D] or [CharacterBody3D] gets a velocity and is moved by the physics of the engine. Where it cannot follow, its
	## agent stays with it, so this is no longer bit for bit as in the editor. Other nodes are moved as with POSITION.
	VELOCITY,
}

const Link := preload("steerwright_link.gd")
const Edit := preload("steerwright_edit.gd")
const Preview := preload("steerwright_preview.gd")
const Spawned := preload("steerwright_spawned.gd")
const MISSING := "does not exist; choose the exported NAME.steer.json as File of this node, and add *.json to the export filter of the game"
const NOTHING := "no scene; choose an exported NAME.steer.json as File of this node, or an imported NAME.scene.json as Scene"
## As alike as this, names count as misspelled.
const ALIKE := 0.5
## How far a body may be off its agent: rounding, in units.
const ROUNDING := 1e-3

## The exported scene, NAME.steer.json: its path, or only its name if it is in the folder of this scene.
@export_file("*.json") var file: String = ""
## Instead of a file: an imported NAME.scene.json.
@export var scene: SteerwrightScene = null
## Whether children are interpolated between ticks, one tick late.
@export var smooth: bool = true
## Whether children turn to where their agents look: in 2D with their x axis, in 3D with their front, -z.
@export var turn_children: bool = false
## How nodes are moved.
@export var movement: Movement = Movement.POSITION
## The [PackedScene] of each preset, by the name of the preset: what agents of spawners and those that an edit adds look like. Its root
## is a [Node2D], or in 3D a [Node3D]. Without one, they are plain shapes.
@export var preset_scenes: Dictionary = {}
## The link address that the editor shows: every edit there is shown here immediately. If it is empty, the environment variable
## STEERWRIGHT_LINK has it, or there is no link.
@export var link_address: String = ""

## The world of the agents: drive(), set_target() and others are called here.
var world: SteerwrightWorld = SteerwrightWorld.new()
## The link to the editor, with its state and problem.
var link: Link = null

var _data: Dictionary = {}  # the scene
var _agents: Dictionary = {}  # their ids, by name
var _nodes: Dictionary = {}  # by ids of agents; found when they are asked for
var _spawned: Spawned = Spawned.new()
var _held: Array[int] = []  # agents that stay with their bodies
var _is_preview: bool = false
var _shown_open: Array = []  # doors


func _ready() -> void:
	var problem := _load()
	if problem != "":
		push_error(problem)
		set_process(false)
		set_physics_process(false)
		return
	_name_agents()
	_warn_of_misspelled_names()
	_warn_of_unknown_presets()
	_place_children(1.0)
	link = Link.new(world, link_address, str(ProjectSettings.get_setting("application/config/name")))
	_is_preview = get_tree().current_scene == self and Preview.show(self, _data)
	_shown_open = world._open_doors()
	Edit.show_doors(self)
	Edit.show_pictures(self, (scene.resource_path if scene != null else _path()).get_base_dir())


# The delta is not used for the world: it is single precision, and its 1/60 is not that of the file; a tick would be lost or doubled
# now and then. The same time as a double gives exactly one tick per frame if both rates are equal.
func _physics_process(delta: float) -> void:
	if link.poll():
		_data = link.scene
		_name_agents()
		_held.clear()
		_spawned.free_all()
		Edit.show(self, _data)
		if _is_preview:
			Preview.draw(self, _data)
		scene_edited.emit()
	if world.advance(Engine.time_scale * _physics_frame()) > 0:
		for id in _held:
			world.release(id)
		_held.clear()
	if world._open_doors() != _shown_open:
		_shown_open = world._open_doors()
		Edit.show_doors(self)
		if _is_preview:
			Preview.color_doors(self)
	_spawned.add_nodes(self, _data)
	_nodes.clear()
	for event: Dictionary in world.events:
		_report(event)
	_spawned.free_gone(world)
	if movement == Movement.VELOCITY:
		_move_bodies(delta)


func _process(_delta: float) -> void:
	var since_tick := Engine.get_physics_interpolation_fraction() * Engine.time_scale * _physics_frame() / world.dt
	_place_children(minf(world.interpolation_alpha + since_tick, 1.0) if smooth else 1.0)


func _exit_tree() -> void:
	if link != null:
		link.close()


## The nodes that may be moved: the children, and those of the child "Agents".
func movable() -> Array[Node]:
	var nodes := get_children()
	var folder := get_node_or_null("Agents")
	if folder != null:
		nodes.append_array(folder.get_children())
	return nodes


## The agent of a node, or null: by the id in its metadata, or by its name.
func agent_of(node: Node) -> SteerwrightWorld.Agent:
	if node.has_meta("steerwright"):
		return world.agent(int(node.get_meta("id"))) if node.get_meta("steerwright") == "agent" else null
	return world.agent(_agents.get(str(node.name), -1))


## The node that moves as an agent, or null.
func node_of(agent: SteerwrightWorld.Agent) -> Node:
	return _node_with(agent.id)


## Spawns an agent with the preset of this name where the node is; a node among those that may be moved then moves with it. Returns
## the id of the agent for calls of [member world], or -1 if it is refused. To end it, call [code]world.despawn(id)[/code] and free
## the node.
func spawn(preset: String, node: Node) -> int:
	var preset_id: int = world.find_preset(preset)
	if preset_id < 0:
		push_error("cannot spawn %s: no agent or spawner of the scene has the preset \"%s\"; check the name" % [node.name, preset])
		return -1
	var place := Edit.place_of(node)
	var id: int = world.spawn(preset_id, place[0], place[1])
	if id < 0:
		push_error("cannot spawn %s: %s" % [node.name, world.problem])
		return id
	node.set_meta("steerwright", "agent")
	node.set_meta("id", id)
	_nodes[id] = node
	return id


## Makes a noise where a node is, which agents that hear notice in the next tick within the radius.
func make_noise(node: Node, radius: float) -> void:
	var place := Edit.place_of(node)
	var refusal: String = world.noise(place[0], place[1], radius)
	if refusal != "":
		push_error("no noise at %s: %s" % [node.name, refusal])


## Lets the agent of a node enter the state of this name at the end of the next tick. Returns whether its preset has such a state.
func enter_state(node: Node, state: String) -> bool:
	var agent := agent_of(node)
	var state_id: int = agent.find_state(state) if agent != null else -1
	return state_id >= 0 and world.set_state(agent.id, state_id) == ""


# The node of the agent with this id, which may be gone, or null.
func _node_with(id: int) -> Node:
	if not is_instance_valid(_nodes.get(id)):
		_nodes.clear()
		for node in movable():
			if not node.has_meta("steerwright"):
				var own := agent_of(node)
				if own != null:
					_nodes[own.id] = node
			elif node.get_meta("steerwright") == "agent":
				_nodes[int(node.get_meta("id"))] = node
	return _nodes.get(id)


func _report(event: Dictionary) -> void:
	var id: int = event["agent"]
	var node := _node_with(id)
	match event["kind"]:
		"spawned":
			spawned.emit(node, id, event["source"])
		"expired":
			expired.emit(node, id, event["source"])
		"contact":
			var other := _node_with(event["other"])
			contact.emit(node, other, id, event["other"], event["source"])
			_hide_if_gone(id)
			_hide_if_gone(event["other"])
		_:
			var agent: SteerwrightWorld.Agent = world.agent(id)
			if agent != null:  # a listener to an earlier event may have despawned it
				_report_of(agent, node, event)


func _report_of(agent: SteerwrightWorld.Agent, node: Node, event: Dictionary) -> void:
	match event["kind"]:
		"touched":
			touched.emit(node, agent, _node_with(event["other"]), event["other"])
		"emitted":
			emitted.emit(node, agent, event["name"], event["value"], event["behavior"])
		"met":
			met.emit(node, agent, event["name"], event["behavior"])
		"state_entered":
			state_entered.emit(node, agent, event["name"], event["reason"])
		_:
			emit_signal(event["kind"], node, agent, event["node"], event["behavior"])


func _hide_if_gone(id: int) -> void:
	var node := _node_with(id) if world.agent(id) == null else null
	if node != null and "visible" in node:
		node.set("visible", false)


# Loads the scene into the world. Returns what is wrong, or "".
func _load() -> String:
	var path := scene.resource_path if scene != null else _path()
	if scene == null and file == "":
		return "%s: %s" % [name, NOTHING]
	if scene == null and not FileAccess.file_exists(path):
		return "%s: %s" % [path, MISSING]
	var data: Variant = scene.data() if scene != null else _parsed(path)
	var problem: String = world.load_data(data)
	if problem != "":
		return "%s: %s" % [path, problem]
	_data = data
	if not data["y_down"]:
		push_warning("%s: y points up in it, so the scene is upside down; export it with --y-down" % path)
	return ""


# Only a name is that of a file in the folder of the scene.
func _path() -> String:
	if file.contains("/"):
		return file
	var root: Node = owner if owner != null and scene_file_path == "" else self
	return root.scene_file_path.get_base_dir().path_join(file)


func _parsed(path: String) -> Variant:
	var json := JSON.new()
	return json.data if json.parse(FileAccess.get_file_as_string(path)) == OK else null


# Seconds from one physics frame to the next.
func _physics_frame() -> float:
	return 1.0 / Engine.physics_ticks_per_second


func _name_agents() -> void:
	_agents.clear()
	for agent: SteerwrightWorld.Agent in world.agents:
		_agents[agent.name] = agent.id


# A child that moves by its name, and has one that is nearly that of an agent without a node.
func _warn_of_misspelled_names() -> void:
	for node in movable():
		if node.has_meta("steerwright") or agent_of(node) != null:
			continue
		for agent: SteerwrightWorld.Agent in world.agents:
			if node_of(agent) == null and agent.name.similarity(node.name) >= ALIKE:
				push_warning("%s does not move: no agent has its name; is it %s?" % [node.get_path(), agent.name])


# In a list of scenes by presets.
func _warn_of_unknown_presets() -> void:
	var known: Dictionary = {}
	for fields: Dictionary in _data["agents"] + _data.get("spawners", []):
		known[fields["preset"]] = true
	for preset: Variant in preset_scenes:
		if not known.has(preset):
			push_warning("%s: Preset Scenes has %s, which is not a preset of an agent or a spawner; check the name" % [name, preset])
		elif not preset_scenes[preset] is PackedScene:
			push_warning("%s: Preset Scenes has no scene for %s; choose a PackedScene" % [name, preset])


func _place_children(part: float) -> void:
	for child in movable():
		var agent := agent_of(child)
		if agent == null:
			continue
		if not _is_moved_by_velocity(child) or not is_physics_processing() or world.tick == 0:
			Edit.place(child, lerpf(agent.previous_x, agent.x, part), lerpf(agent.previous_y, agent.y, part))
		if turn_children:
			_turn(child, agent)


func _turn(child: Node, agent: SteerwrightWorld.Agent) -> void:
	if child is Node2D:
		(child as Node2D).rotation = atan2(agent.facing_y, agent.facing_x)
	elif child is Node3D:
		(child as Node3D).rotation = Vector3(0.0, atan2(-agent.facing_x, -agent.facing_y), 0.0)


func _is_moved_by_velocity(node: Node) -> bool:
	return movement == Movement.VELOCITY and (node is CharacterBody2D or node is CharacterBody3D)


# Where a body stays behind, its agent is driven there for a tick, and goes on from there.
func _move_bodies(delta: float) -> void:
	for node in movable():
		var agent := agent_of(node)
		if agent == null or not _is_moved_by_velocity(node):
			continue
		if node is CharacterBody2D:
			_move_body_2d(node as CharacterBody2D, Vector2(agent.x, agent.y), delta)
		else:
			_move_body_3d(node as CharacterBody3D, Vector2(agent.x, agent.y), delta)
		var place := Edit.place_of(node)
		var off := Vector2(place[0] - agent.x, place[1] - agent.y).length()
		if off > ROUNDING * maxf(1.0, Vector2(agent.x, agent.y).length()):
			world.drive(agent.id, place[0], place[1])
			_held.append(agent.id)


func _move_body_2d(body: CharacterBody2D, target: Vector2, delta: float) -> void:
	var way := target - body.position
	if body.get_parent() is Node2D:
		way = (body.get_parent() as Node2D).global_transform.basis_xform(way)
	body.velocity = way / delta
	body.move_and_slide()


# Its height, and its velocity upward, are those of the game.
func _move_body_3d(body: CharacterBody3D, target: Vector2, delta: float) -> void:
	var way := Vector3(target.x - body.position.x, 0.0, target.y - body.position.z)
	if body.get_parent() is Node3D:
		way = (body.get_parent() as Node3D).global_basis * way
	body.velocity = Vector3(way.x / delta, body.velocity.y, way.z / delta)
	body.move_and_slide()
