# Moves the children of a Node2D as the agents of an exported scene: the child "Guard" goes where the agent "Guard" goes.
#
# 1. steerwright export guard.scene.json --to json --out GAME --y-down --scale 32     (y down and pixels, as Godot has them)
# 2. Copy this file and steerwright.gd into one folder of the game. In Godot 3, have *.json exported with the game.  #3
#4 # 2. Copy this file and steerwright.gd into one folder of the game.
# 3. Attach this script to a Node2D, choose the file, give the node a child for every agent, and connect its signals.
#
# Licence: MIT OR Apache-2.0.
# (#3 ends what is for Godot 3 alone; #4 begins what make_godot4.py puts in its place.)  #3
extends Node2D

const Steerwright = preload("steerwright.gd")

# What happens to an agent; `node` is the index of a node of its path, or -1. See ../PORTING.md for when.
signal node_reached(agent, node)
signal wait_started(agent, node)
signal wait_ended(agent, node)
signal path_finished(agent, node)
signal arrived(agent, node)
signal way_point_picked(agent, node)
signal cell_entered(agent, node)
signal sight_lost(agent, node)
signal sight_gained(agent, node)

## The exported scene, NAME.steer.json.
export(String, FILE, "*.json") var file := ""  #3
#4 @export_file("*.json") var file := ""
## Whether children glide between ticks, one tick late, or jump from tick to tick.
export var smooth := true  #3
#4 @export var smooth := true
## Whether children turn to where they go.
export var turn_children := false  #3
#4 @export var turn_children := false

## The world behind the children: drive(), set_target() and the like are called here.
var world = Steerwright.new()
var _agents := {}  # by name


func _ready() -> void:
	var data = _parsed(file)
	var problem: String = world.load_data(data)
	if problem != "":
		push_error("%s: %s" % [file, problem])
		return
	if not data["y_down"]:
		push_warning("%s: y grows upwards in it, so all will be upside down; export with --y-down" % file)
	for agent in world.agents:
		_agents[agent.name] = agent
	_place_children(1.0)


# The delta is not used: it is single precision, and 1/60 of it is not the 1/60 of the file, so a tick would be lost or
# doubled now and then. The same time as a double gives exactly one tick a frame where both rates agree.
func _physics_process(_delta: float) -> void:
	world.advance(Engine.time_scale * _physics_frame())
	for event in world.events:
		var agent = world.agent(event.agent)
		if agent != null:  # it may have been despawned by whoever heard of an earlier event
			emit_signal(event.kind, agent, event.node)


func _process(_delta: float) -> void:
	var since_tick: float = Engine.get_physics_interpolation_fraction() * Engine.time_scale * _physics_frame() / world.dt
	_place_children(min(world.fraction + since_tick, 1.0) if smooth else 1.0)


# Seconds from one physics frame to the next.
func _physics_frame() -> float:
	return 1.0 / Engine.iterations_per_second  #3
	#4 return 1.0 / Engine.physics_ticks_per_second


func _place_children(part: float) -> void:
	for child in get_children():
		var agent = _agents.get(str(child.name))
		if agent != null and child is Node2D:
			child.position = Vector2(
					agent.previous_x + (agent.x - agent.previous_x) * part,
					agent.previous_y + (agent.y - agent.previous_y) * part)
			if turn_children:
				child.rotation = atan2(agent.heading_y, agent.heading_x)


func _parsed(path: String):
	var source := File.new()  #3
	return JSON.parse(source.get_as_text()).result if source.open(path, File.READ) == OK else null  #3
	#4 return JSON.parse_string(FileAccess.get_file_as_string(path))
