# Plays a scene of a game's own, drives the first agent for a while, and prints the positions of agents and their nodes. In the end it
# spawns an enemy for a node.
#
#     godot3-server --fixed-fps 60 --path . -s own.gd res://own.tscn  #3
#4 #     node godot4/run.mjs . own_4.gd res://own.tscn
extends SceneTree

var _scene
var _bytes := StreamPeerBuffer.new()


func _initialize() -> void:
	_bytes.big_endian = true
	_scene = load(OS.get_cmdline_args()[-1]).instance()  #3
	#4 _scene = load(OS.get_cmdline_user_args()[-1]).instantiate()
	root.add_child(_scene)


# Before the nodes take their tick.
func _iteration(_delta: float) -> bool:  #3
#4 func _physics_process(_delta: float) -> bool:
	var world = _scene.world
	if world.tick > 0:
		_tell(world)
	var next: int = world.tick + 1
	if next == 1:
		print("refused %s" % world.drive(999, 0.0, 0.0))
	elif next >= 30 and next < 60:
		world.drive(world.agents[0].id, next * 0.25, next * -0.5)
	elif next == 60:
		world.release(world.agents[0].id)
	elif next > 90:
		_spawn_enemy()
		quit(0)
	return false


func _tell(world) -> void:
	for agent in world.agents:
		print("state %d %d %s %s" % [world.tick, agent.id, _hex(agent.x), _hex(agent.y)])
		var node = _scene.get_node(agent.name)
		var place = node.position if node is Node2D else node.translation  #3
		#4 var place = node.position
		print("child %d %d %.6f %.6f" % [world.tick, _scene.agent_of(node).id, place.x, place.y if place is Vector2 else place.z])


# Prints the id of the enemy, and whether it is the agent of its node, and where that is.
func _spawn_enemy() -> void:
	var node = _scene.get_node(_scene.world.agents[1].name).duplicate()
	_scene.add_child(node)
	var id: int = _scene.spawn("Guard", node)
	var place = node.position if node is Node2D else node.translation  #3
	#4 var place = node.position
	var agent = _scene.agent_of(node)
	var is_there: bool = agent.x == place.x and agent.y == (place.y if place is Vector2 else place.z)
	print("spawned %d %d %d" % [id, int(agent == _scene.world.agent(id)), int(is_there)])


func _hex(number: float) -> String:
	_bytes.clear()
	_bytes.put_double(number + 0.0)
	return _bytes.data_array.hex_encode()
