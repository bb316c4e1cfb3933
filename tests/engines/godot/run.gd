# Plays exported scenes one after the other, and prints the positions of agents and nodes tick by tick, the events, and the
# curves.
#
#     godot3-server --fixed-fps 60 --path . -s run.gd TICKS res://NAME.tscn...  #3
#4 #     node godot4/run.mjs . run_4.gd TICKS res://NAME.tscn...
extends SceneTree

const SIGNALS := ["node_reached", "wait_started", "wait_ended", "path_finished", "arrived", "waypoint_picked", "cell_entered",
	"line_lost", "line_gained", "aggro_left", "aggro_entered", "sight_gained", "sight_lost", "noise_heard", "search_finished", "no_route"]
const OF_GUARDS := ["touched", "emitted", "met", "state_entered"]

var _scene
var _ticks := 0
var _scenes := []
var _bytes := StreamPeerBuffer.new()


func _initialize() -> void:
	_bytes.big_endian = true
	var arguments := Array(OS.get_cmdline_args())  #3
	arguments = arguments.slice(arguments.find("-s") + 2, arguments.size() - 1)  #3
	#4 var arguments := Array(OS.get_cmdline_user_args())
	#4 RenderingServer.render_loop_enabled = false  # it takes most of the time, and nothing is shown
	_ticks = int(arguments.pop_front())
	_scenes = arguments


# Before the nodes take their tick.
func _iteration(_delta: float) -> bool:  #3
#4 func _physics_process(_delta: float) -> bool:
	if _scene != null:
		_tell()
	elif _scenes.size() > 0:
		_begin(_scenes.pop_front())
	else:
		quit(0)
	return false


func _begin(path: String) -> void:
	print("== %s" % path)
	_scene = load(path).instance()  #3
	#4 _scene = load(path).instantiate()
	_scene.smooth = false
	for event in SIGNALS:
		_scene.connect(event, self, "_on_event", [event])  #3
		#4 _scene.connect(event, _on_event.bind(event))
	for event in OF_GUARDS:
		_scene.connect(event, self, "_on_" + event)  #3
		#4 _scene.connect(event, Callable(self, "_on_" + event))
	root.add_child(_scene)
	for child in _scene.get_node("Paths").get_children():
		_follow(child)
		_compare(child, load("%s.curves/path-%d.tres" % [path.get_basename(), child.get_meta("id")]))
	for marker in _scene.get_node("Markers").get_children():
		print("marker %d %s" % [marker.get_meta("id"), _place(marker)])


func _tell() -> void:
	var world = _scene.world
	for agent in world.agents:
		print("state %d %d %s %s" % [world.tick, agent.id, _hex(agent.x), _hex(agent.y)])
	for node in _scene.get_node("Agents").get_children():
		print("child %d %d %s" % [world.tick, node.get_meta("id"), _place(node)])
	if world.tick >= _ticks:
		print("done %d %d" % [world.tick, world.agents.size()])
		_scene.free()
		_scene = null


# By the handles, and as a follower goes.
func _follow(path) -> void:
	var id: int = path.get_meta("id")
	var curve = path.curve
	for i in range(curve.get_point_count() - 1):
		for part in range(17):
			print("curve %d %s" % [id, _at(curve.interpolate(i, part / 16.0))])  #3
			#4 print("curve %d %s" % [id, _at(curve.sample(i, part / 16.0))])
	if curve.get_point_count() < 2:
		return
	var follower = PathFollow2D.new() if path is Path2D else PathFollow.new()  #3
	#4 var follower: Node = PathFollow2D.new() if path is Path2D else PathFollow3D.new()
	follower.loop = false
	path.add_child(follower)
	var steps := 400
	for i in range(1, steps + 1):  # in 3D a follower at 0 is not placed until it has moved
		follower.offset = curve.get_baked_length() * i / steps  #3
		#4 follower.progress = curve.get_baked_length() * i / steps
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


func _on_event(agent, node, behavior, event) -> void:  #3
#4 func _on_event(node_of_agent, agent, node, behavior, event) -> void:
	#4 if _scene.agent_of(node_of_agent) != agent or _scene.node_of(agent) != node_of_agent:
	#4 	printerr("ERROR: %s is not the node of agent %d" % [node_of_agent, agent.id])
	print("event %d %d %s %s %s" % [_scene.world.tick, agent.id, event, _index(node), _index(behavior)])


func _on_touched(agent, other, other_id) -> void:  #3
#4 func _on_touched(_node_of_agent, agent, other, other_id) -> void:
	if _scene.agent_of(other).id != other_id:
		printerr("ERROR: %s is not the node of agent %d" % [other, other_id])
	print("event %d %d touched - - - %d []" % [_scene.world.tick, agent.id, other_id])


func _on_emitted(agent, title, value, behavior) -> void:  #3
#4 func _on_emitted(_node_of_agent, agent, title, value, behavior) -> void:
	var told := "null"
	if value is String:
		told = "\"%s\"" % value
	elif value != null:
		told = "{\"number\":\"%s\"}" % _hex(value)
	_tell_name(agent, "emitted", "-", behavior, "\"%s\",%s" % [title, told])


func _on_met(agent, title, behavior) -> void:  #3
#4 func _on_met(_node_of_agent, agent, title, behavior) -> void:
	_tell_name(agent, "met", "-", behavior, "\"%s\"" % title)


func _on_state_entered(agent, title, reason) -> void:  #3
#4 func _on_state_entered(_node_of_agent, agent, title, reason) -> void:
	_tell_name(agent, "state_entered", _index(reason), -1, "\"%s\"" % title)


func _tell_name(agent, event: String, reason: String, behavior: int, names: String) -> void:
	print("event %d %d %s - %s %s - [%s]" % [_scene.world.tick, agent.id, event, _index(behavior), reason, names])


func _index(number: int) -> String:
	return str(number) if number >= 0 else "-"


func _place(node) -> String:
	return _at(node.position if node is Node2D else node.translation)  #3
	#4 return _at(node.position)


func _at(place) -> String:
	return "%.6f %.6f" % [place.x, place.y if place is Vector2 else place.z]


func _hex(number: float) -> String:
	_bytes.clear()
	_bytes.put_double(number + 0.0)
	return _bytes.data_array.hex_encode()
