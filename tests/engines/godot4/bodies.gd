# Plays an exported scene with the physics of the engine: the first agent is a CharacterBody2D or CharacterBody3D, first with nothing in
# its way, then with a block where it was after two seconds. A second child has a misspelled name. Prints how far the body was from its
# agent, and how near it came to the middle of the block. In the end it spawns an agent of a preset that is misspelled.
#
#     node run.mjs . bodies.gd res://NAME.steer.json 2D|3D SIZE
extends SceneTree

const TICKS := 600
const RUN := "res://addons/steerwright/steerwright_run.gd"

var _file := ""
var _is_flat := true
var _size := 0.0  # of the body, and half of that of the block
var _scene
var _body
var _block = null
var _farthest := 0.0
var _nearest := INF
var _seen := Vector2()


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	_file = arguments[0]
	_is_flat = arguments[1] == "2D"
	_size = float(arguments[2])
	_begin()


# Before the nodes take their tick.
func _physics_process(_delta: float) -> bool:
	var tick: int = _scene.world.tick
	if tick == 0:
		return false
	var place := _place(_body)
	var agent = _scene.world.agents[0]
	_farthest = maxf(_farthest, place.distance_to(Vector2(agent.x, agent.y)))
	if _block != null:
		var off := (place - _seen).abs()
		_nearest = minf(_nearest, maxf(off.x, off.y))
	elif tick == 480:
		_seen = place
	if tick < TICKS:
		return false
	print("%s farthest %.6f nearest %.6f" % ["free" if _block == null else "blocked", _farthest, _nearest])
	if _block != null:
		print("unknown preset %d" % _scene.spawn("Gard", _body))
	_scene.free()
	if _block != null:
		quit(0)
		return false
	_block = _solid(StaticBody2D.new() if _is_flat else StaticBody3D.new(), false)
	root.add_child(_block)
	_put(_block, _seen)
	_begin()
	return false


func _begin() -> void:
	_farthest = 0.0
	_scene = Node2D.new() if _is_flat else Node3D.new()
	_scene.set_script(load(RUN))
	_scene.file = _file
	_scene.movement = SteerwrightRun.Movement.VELOCITY
	_body = _solid(CharacterBody2D.new() if _is_flat else CharacterBody3D.new(), true)
	if not _is_flat:
		_body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	else:
		_body.motion_mode = CharacterBody2D.MOTION_MODE_FLOATING
	var world := SteerwrightWorld.of_file(_file)
	_body.name = world.agents[0].name
	_scene.add_child(_body)
	var misspelled: Node = Node2D.new() if _is_flat else Node3D.new()
	misspelled.name = world.agents[1].name + "x"
	_scene.add_child(misspelled)
	root.add_child(_scene)


func _solid(node: Node, is_round: bool) -> Node:
	var shape = CollisionShape2D.new() if _is_flat else CollisionShape3D.new()
	if is_round and _is_flat:
		shape.shape = CircleShape2D.new()
	elif is_round:
		shape.shape = SphereShape3D.new()
	elif _is_flat:
		shape.shape = RectangleShape2D.new()
	else:
		shape.shape = BoxShape3D.new()
	if is_round:
		shape.shape.radius = _size
	else:
		shape.shape.size = 4.0 * _size * (Vector2.ONE if _is_flat else Vector3.ONE)
	node.add_child(shape)
	return node


func _place(node: Node) -> Vector2:
	return node.position if _is_flat else Vector2(node.position.x, node.position.z)


func _put(node: Node, place: Vector2) -> void:
	node.position = place if _is_flat else Vector3(place.x, 0.0, place.y)
