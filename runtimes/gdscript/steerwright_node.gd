# Moves nodes as the agents of an exported scene. It is at the root of what "steerwright export --to godot3" makes;
# on a Node2D or a Spatial of your own it moves the children that have the names of agents.
#
# For a scene of your own:
# 1. steerwright export guard.scene.json --to json --out GAME --y-down --scale 32     (y down and pixels, as Godot has them)
# 2. Copy this file and its companions, steerwright*.gd, into one folder of the game. In Godot 3, have *.json exported with it.
# 3. Attach this script to a node, choose the file, give the node a child for every agent, and connect its signals.
#
# Children in 2D go by x and y, those in 3D by x and z.
# License: MIT OR Apache-2.0.
extends Node

const Steerwright = preload("steerwright.gd")
const Link = preload("steerwright_link.gd")
const Edit = preload("steerwright_edit.gd")
const Preview = preload("steerwright_preview.gd")
const Spawned = preload("steerwright_spawned.gd")

const MISSING := "does not exist; choose the exported NAME.steer.json as File of this node, and add *.json to the export filter of the game"

# Events of an agent. `node` is the index of a node of its path, or -1; `behavior` is the
# index of the behavior in the agent's list, or -1 for sight.
signal node_reached(agent, node, behavior)
signal wait_started(agent, node, behavior)
signal wait_ended(agent, node, behavior)
signal path_finished(agent, node, behavior)
signal arrived(agent, node, behavior)
signal waypoint_picked(agent, node, behavior)
signal cell_entered(agent, node, behavior)
signal line_lost(agent, node, behavior)
signal line_gained(agent, node, behavior)
signal aggro_left(agent, node, behavior)
signal aggro_entered(agent, node, behavior)
signal sight_gained(agent, node, behavior)
signal sight_lost(agent, node, behavior)
signal noise_heard(agent, node, behavior)
signal search_finished(agent, node, behavior)
signal no_route(agent, node, behavior)
# Of guards: the other agent and its node, or null; the name that an action emits, with its value (null, a text or a number); the name of
# a meeting; the name of the state that was entered, and the index of the transition, or -1 if the game did it. `behavior` is -1 for
# what an agent emits on entering a state.
signal touched(agent, node_of_other, other_id)
signal emitted(agent, event_name, value, behavior)
signal met(agent, event_name, behavior)
signal state_entered(agent, state_name, reason)
# Of spawners and contact rules, with the nodes that move as the agents, or null, and ids: the agents may be gone already. The node of
# an agent that is gone is freed at the end of the frame if a spawner added the agent. If a contact rule removed another, it is hidden.
signal spawned(node_of_agent, agent_id, spawner_id)
signal expired(node_of_agent, agent_id, spawner_id)
signal contact(node_of_agent, node_of_other, agent_id, other_id, rule_id)
## The editor sent an edited scene, and it was applied to the world.
signal scene_edited

## The exported scene, NAME.steer.json: its path, or only its name if it is in the folder of this scene.
export(String, FILE, "*.json") var file := ""
## Whether children are interpolated between ticks, one tick late.
export var smooth := true
## Whether children turn to where their agents look: in 2D with their x axis, in 3D with their front, -z.
export var turn_children := false
## The PackedScene of each preset, by the name of the preset: what agents of spawners and those that an edit adds look like. Its root is
## a Node2D, or in 3D a Spatial. Without one, they are plain shapes.
export var preset_scenes := {}
## The link address that the editor shows: every edit there is shown here immediately. If it is empty, the environment variable
## STEERWRIGHT_LINK has it, or there is no link.
export var link_address := ""

## The world of the agents: drive(), set_target() and others are called here.
var world = Steerwright.new()
## The link to the editor, with its state and problem.
var link = null
var _data := {}  # the scene
var _agents := {}  # their ids, by name
var _nodes := {}  # by ids of agents; found when they are asked for
var _spawned = Spawned.new()
var _is_preview := false
var _shown_open := []  # doors


func _ready() -> void:
	var path := _path()
	var data = _parsed(path)
	var problem: String = world.load_data(data) if _is_there(path) else MISSING
	if problem != "":
		push_error("%s: %s" % [path, problem])
		set_process(false)
		set_physics_process(false)
		return
	if not data["y_down"]:
		push_warning("%s: y points up in it, so the scene is upside down; export it with --y-down" % path)
	_data = data
	_name_agents()
	_warn_of_unknown_presets()
	_place_children(1.0)
	link = Link.new(world, link_address, str(ProjectSettings.get_setting("application/config/name")))
	_is_preview = get_tree().current_scene == self and Preview.show(self, _data)
	_shown_open = world._open_doors()
	Edit.show_doors(self)
	Edit.show_pictures(self, path.get_base_dir())


# The delta is not used: it is single precision, and its 1/60 is not that of the file; a tick would be lost or doubled now and
# then. The same time as a double gives exactly one tick per frame if both rates are equal.
func _physics_process(_delta: float) -> void:
	if link.poll():
		_data = link.scene
		_name_agents()
		_spawned.free_all()
		Edit.show(self, _data)
		if _is_preview:
			Preview.draw(self, _data)
		emit_signal("scene_edited")
	world.advance(Engine.time_scale * _physics_frame())
	if world._open_doors() != _shown_open:
		_shown_open = world._open_doors()
		Edit.show_doors(self)
		if _is_preview:
			Preview.color_doors(self)
	_spawned.add_nodes(self, _data)
	_nodes.clear()
	for event in world.events:
		_report(event)
	_spawned.free_gone(world)


func _process(_delta: float) -> void:
	var since_tick: float = Engine.get_physics_interpolation_fraction() * Engine.time_scale * _physics_frame() / world.dt
	_place_children(min(world.interpolation_alpha + since_tick, 1.0) if smooth else 1.0)


func _exit_tree() -> void:
	if link != null:
		link.close()


## The nodes that may be moved: the children, and those of the child "Agents".
func movable() -> Array:
	var folder := get_node_or_null("Agents")
	return get_children() + (folder.get_children() if folder != null else [])


## The agent of a node, or null: by the id in its metadata, or by its name.
func agent_of(node: Node):
	if node.has_meta("steerwright"):
		return world.agent(int(node.get_meta("id"))) if node.get_meta("steerwright") == "agent" else null
	return world.agent(_agents.get(str(node.name), -1))


## The node that moves as an agent, or null.
func node_of(agent) -> Node:
	return _node_with(agent.id)


## Spawns an agent with the preset of this name where the node is; a node among those that may be moved then moves with it. Returns
## the id of the agent for calls of `world`, or -1 if it is refused. To end it, call world.despawn(id) and free the node.
func spawn(preset: String, node: Node) -> int:
	var preset_id: int = world.find_preset(preset)
	if preset_id < 0:
		push_error("cannot spawn %s: no agent or spawner of the scene has the preset \"%s\"; check the name" % [node.name, preset])
		return -1
	var place: Array = Edit.place_of(node)
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
	var place: Array = Edit.place_of(node)
	var refusal: String = world.noise(place[0], place[1], radius)
	if refusal != "":
		push_error("no noise at %s: %s" % [node.name, refusal])


## Lets the agent of a node enter the state of this name at the end of the next tick. Returns whether its preset has such a state.
func enter_state(node: Node, state: String) -> bool:
	var agent = agent_of(node)
	var state_id: int = agent.find_state(state) if agent != null else -1
	return state_id >= 0 and world.set_state(agent.id, state_id) == ""


# The node of the agent with this id, which may be gone, or null.
func _node_with(id: int) -> Node:
	if not is_instance_valid(_nodes.get(id)):
		_nodes.clear()
		for node in movable():
			if not node.has_meta("steerwright"):
				var own = agent_of(node)
				if own != null:
					_nodes[own.id] = node
			elif node.get_meta("steerwright") == "agent":
				_nodes[int(node.get_meta("id"))] = node
	return _nodes.get(id)


func _report(event: Dictionary) -> void:
	var id: int = event["agent"]
	var agent = world.agent(id)
	if event["kind"] == "contact":
		emit_signal("contact", _node_with(id), _node_with(event["other"]), id, event["other"], event["source"])
		_hide_if_gone(id)
		_hide_if_gone(event["other"])
	elif event.has("source"):
		emit_signal(event["kind"], _node_with(id), id, event["source"])
	elif agent != null:  # a listener to an earlier event may have despawned it
		_report_of(agent, event)


func _report_of(agent, event: Dictionary) -> void:
	match event["kind"]:
		"touched":
			emit_signal("touched", agent, _node_with(event["other"]), event["other"])
		"emitted":
			emit_signal("emitted", agent, event["name"], event["value"], event["behavior"])
		"met":
			emit_signal("met", agent, event["name"], event["behavior"])
		"state_entered":
			emit_signal("state_entered", agent, event["name"], event["reason"])
		_:
			emit_signal(event["kind"], agent, event["node"], event["behavior"])


func _hide_if_gone(id: int) -> void:
	var node := _node_with(id) if world.agent(id) == null else null
	if node != null and "visible" in node:
		node.visible = false


# Seconds from one physics frame to the next.
func _physics_frame() -> float:
	return 1.0 / Engine.iterations_per_second


func _name_agents() -> void:
	_agents = {}
	for agent in world.agents:
		_agents[agent.name] = agent.id


# In a list of scenes by presets.
func _warn_of_unknown_presets() -> void:
	var known := {}
	for fields in _data["agents"] + _data.get("spawners", []):
		known[fields["preset"]] = true
	for preset in preset_scenes:
		if not known.has(preset):
			push_warning("%s: Preset Scenes has %s, which is not a preset of an agent or a spawner; check the name" % [name, preset])
		elif not preset_scenes[preset] is PackedScene:
			push_warning("%s: Preset Scenes has no scene for %s; choose a PackedScene" % [name, preset])


func _place_children(part: float) -> void:
	for child in movable():
		var agent = agent_of(child)
		if agent != null:
			Edit.place(child,
					agent.previous_x + (agent.x - agent.previous_x) * part,
					agent.previous_y + (agent.y - agent.previous_y) * part)
			if turn_children:
				_turn(child, agent)


func _turn(child: Node, agent) -> void:
	if child is Node2D:
		child.rotation = atan2(agent.facing_y, agent.facing_x)
	elif child is Spatial:
		child.rotation = Vector3(0.0, atan2(-agent.facing_x, -agent.facing_y), 0.0)


# Only a name is that of a file in the folder of the scene.
func _path() -> String:
	if file.find("/") >= 0:
		return file
	var scene: Node = owner if owner != null and filename == "" else self
	return scene.filename.get_base_dir().plus_file(file)


func _is_there(path: String) -> bool:
	return File.new().file_exists(path)


func _parsed(path: String):
	var source := File.new()
	return JSON.parse(source.get_as_text()).result if source.open(path, File.READ) == OK else null
