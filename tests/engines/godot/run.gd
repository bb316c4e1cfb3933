# Plays an exported scene, and says where its agents and its nodes are tick by tick, and which way its curves go.
#
#     godot3-server --fixed-fps 60 --path . -s run.gd res://NAME.tscn TICKS
extends SceneTree

const AGENTS := "Agents"

var _scene
var _ticks := 0
var _bytes := StreamPeerBuffer.new()


func _initialize() -> void:
	_bytes.big_endian = true
	var arguments := Array(OS.get_cmdline_args())
	_ticks = int(arguments[-1])
	_scene = load(arguments[-2]).instance()
	_scene.smooth = false
	for event in ["node_reached", "arrived", "cell_entered"]:
		_scene.connect(event, self, "_on_event", [event])
	root.add_child(_scene)
	current_scene = _scene
	for path in _scene.get_node("Paths").get_children():
		_follow(path)
		_compare(path, load("%s.curves/path-%d.tres" % [arguments[-2].get_basename(), path.get_meta("id")]))
	for marker in _scene.get_node("Markers").get_children():
		print("marker %d %s" % [marker.get_meta("id"), _place(marker)])


# Before the nodes take their tick.
func _iteration(_delta: float) -> bool:
	var world = _scene.world
	if world.tick > 0 or _ticks == 0:
		for agent in world.agents:
			print("state %d %d %s %s" % [world.tick, agent.id, _hex(agent.x), _hex(agent.y)])
		for node in _scene.get_node(AGENTS).get_children():
			print("child %d %d %s" % [world.tick, node.get_meta("id"), _place(node)])
	if world.tick >= _ticks:
		print("done %d %d" % [world.tick, world.agents.size()])
		quit(0)
	return false


# By the handles, and as a follower goes.
func _follow(path) -> void:
	var id: int = path.get_meta("id")
	var curve = path.curve
	for i in range(curve.get_point_count() - 1):
		for part in range(17):
			print("curve %d %s" % [id, _at(curve.interpolate(i, part / 16.0))])
	if curve.get_point_count() < 2:
		return
	var follower = PathFollow2D.new() if path is Path2D else PathFollow.new()
	follower.loop = false
	path.add_child(follower)
	var steps := 400
	for i in range(1, steps + 1):  # in 3D a follower at 0 is not placed until it has moved
		follower.offset = curve.get_baked_length() * i / steps
		print("follow %d %s %s" % [id, _place(follower), curve.bake_interval])
	path.remove_child(follower)
	follower.free()


# The curve by itself is that of the scene.
func _compare(path, curve) -> void:
	var same: bool = curve.get_point_count() == path.curve.get_point_count() and curve.get_meta("waits") == path.get_meta("waits")
	for i in range(curve.get_point_count()):
		same = same and curve.get_point_position(i) == path.curve.get_point_position(i)
		same = same and curve.get_point_in(i) == path.curve.get_point_in(i) and curve.get_point_out(i) == path.curve.get_point_out(i)
	print("%s %d" % ["resource" if same else "OTHER RESOURCE", path.get_meta("id")])


func _on_event(agent, node, event) -> void:
	print("signal %s %d %d" % [event, agent.id, node])


func _place(node) -> String:
	return _at(node.position if node is Node2D else node.translation)


func _at(place) -> String:
	return "%.6f %.6f" % [place.x, place.y if place is Vector2 else place.z]


func _hex(number: float) -> String:
	_bytes.clear()
	_bytes.put_double(number + 0.0)
	return _bytes.data_array.hex_encode()
