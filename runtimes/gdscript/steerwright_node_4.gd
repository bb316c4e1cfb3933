# Made from steerwright_node.gd by make_godot4.py: change it there.
#
# Moves nodes as the agents of an exported scene. It stands at the root of every scene that "steerwright export --to godot3" makes;
# Moves nodes as the agents of an exported scene. It stands at the root of every scene that "steerwright export --to godot4" makes;
# on a Node2D or a Node3D of your own it moves the children that are called like agents.
#
# For a scene of your own:
# 1. steerwright export guard.scene.json --to json --out GAME --y-down --scale 32     (y down and pixels, as Godot has them)
# 2. Copy this file and its companions, steerwright.gd and steerwright_*_4.gd, into one folder of the game.
# 3. Attach this script to a node, choose the file, give the node a child for every agent, and connect its signals.
#
# Children in 2D go by x and y, those in 3D by x and z.
# Licence: MIT OR Apache-2.0.
extends Node

const Steerwright = preload("steerwright.gd")
const Link = preload("steerwright_link_4.gd")
const Edit = preload("steerwright_edit_4.gd")
const Preview = preload("steerwright_preview_4.gd")

const MISSING := "is not there; choose the exported NAME.steer.json as File of this node, and have *.json exported with the game"

# What happens to an agent; `node` is the index of a node of its path, or -1. See docs/motion.md for when.
signal node_reached(agent, node)
signal wait_started(agent, node)
signal wait_ended(agent, node)
signal path_finished(agent, node)
signal arrived(agent, node)
signal way_point_picked(agent, node)
signal cell_entered(agent, node)
signal sight_lost(agent, node)
signal sight_gained(agent, node)
## The editor sent an edited scene, and the world goes on with it.
signal scene_edited

## The exported scene, NAME.steer.json: with its folder, or by its name alone if it lies beside this scene.
@export_file("*.json") var file := ""
## Whether children glide between ticks, one tick late, or jump from tick to tick.
@export var smooth := true
## Whether children turn to where they go: in 2D with their x axis, in 3D with their front, -z.
@export var turn_children := false
## The link address that the editor shows, to have every edit there shown here at once. Empty: what the environment variable
## STEERWRIGHT_LINK says, or no link.
@export var link_address := ""

## The world behind the children: drive(), set_target() and the like are called here.
var world = Steerwright.new()
## The link to the editor: see its state and problem.
var link = null
var _agents := {}  # by name
var _is_preview := false


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
		push_warning("%s: y grows upwards in it, so all will be upside down; export with --y-down" % path)
	_name_agents()
	_place_children(1.0)
	link = Link.new(world, link_address, str(ProjectSettings.get_setting("application/config/name")))
	_is_preview = get_tree().current_scene == self and Preview.show(self)


# The delta is not used: it is single precision, and 1/60 of it is not the 1/60 of the file, so a tick would be lost or
# doubled now and then. The same time as a double gives exactly one tick a frame where both rates agree.
func _physics_process(_delta: float) -> void:
	if link.poll():
		_name_agents()
		Edit.show(self, link.scene)
		if _is_preview:
			Preview.draw_paths(self)
		emit_signal("scene_edited")
	world.advance(Engine.time_scale * _physics_frame())
	for event in world.events:
		var agent = world.agent(event.agent)
		if agent != null:  # it may have been despawned by whoever heard of an earlier event
			emit_signal(event.kind, agent, event.node)


func _process(_delta: float) -> void:
	var since_tick: float = Engine.get_physics_interpolation_fraction() * Engine.time_scale * _physics_frame() / world.dt
	_place_children(min(world.fraction + since_tick, 1.0) if smooth else 1.0)


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
	return _agents.get(str(node.name))


# Seconds from one physics frame to the next.
func _physics_frame() -> float:
	return 1.0 / Engine.physics_ticks_per_second


func _name_agents() -> void:
	_agents = {}
	for agent in world.agents:
		_agents[agent.name] = agent


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
		child.rotation = atan2(agent.heading_y, agent.heading_x)
	elif child is Node3D:
		child.rotation = Vector3(0.0, atan2(-agent.heading_x, -agent.heading_y), 0.0)


# A name alone is that of a file beside the scene.
func _path() -> String:
	if file.find("/") >= 0:
		return file
	var scene: Node = owner if owner != null and scene_file_path == "" else self
	return scene.scene_file_path.get_base_dir().path_join(file)


func _is_there(path: String) -> bool:
	return FileAccess.file_exists(path)


func _parsed(path: String):
	var json := JSON.new()
	return json.data if json.parse(FileAccess.get_file_as_string(path)) == OK else null
