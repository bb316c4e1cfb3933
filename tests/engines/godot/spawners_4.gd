# Made from spawners.gd by make_godot4.py: change it there.
#
# Plays exported scenes with spawners, presses the pointer for a while and triggers a wave, and prints tick by tick the agents and their
# nodes, and the signals of spawners and contacts with the nodes that they pass. Agents of one preset have a scene of the game's own.
#
#     node godot4/run.mjs . spawners_4.gd TICKS PRESET res://NAME.tscn...
extends SceneTree

const PRESSED := 60
const TRIGGERED := 90
const RELEASED := 360
const FIRST_MONSTER := 7

var _scene
var _ticks := 0
var _preset := ""
var _scenes := []
var _bytes := StreamPeerBuffer.new()


func _initialize() -> void:
	_bytes.big_endian = true
	var arguments := Array(OS.get_cmdline_user_args())
	RenderingServer.render_loop_enabled = false  # it takes most of the time, and nothing is shown
	_ticks = int(arguments.pop_front())
	_preset = arguments.pop_front()
	_scenes = arguments


# Before the nodes take their tick.
func _physics_process(_delta: float) -> bool:
	if _scene == null:
		if _scenes.size() == 0:
			quit(0)
		else:
			_begin(_scenes.pop_front())
		return false
	_tell()
	var next: int = _scene.world.tick + 1
	if next == PRESSED or next == RELEASED:
		_scene.world.set_pressed(next == PRESSED)
	elif next == TRIGGERED:
		_scene.world.trigger("wave")
	elif next > _ticks:
		_end()
		return false
	_aim()
	return false


# At the first monster.
func _aim() -> void:
	for agent in _scene.world.agents:
		if agent.id >= FIRST_MONSTER:
			_scene.world.set_pointer(agent.x, agent.y)
			return


func _begin(path: String) -> void:
	print("== %s" % path)
	_scene = load(path).instantiate()
	_scene.smooth = false
	_scene.preset_scenes = {_preset: _packed(_scene.get_node("Agents").get_child(0))}
	_scene.connect("spawned", _on_spawned)
	_scene.connect("expired", _on_expired)
	_scene.connect("contact", _on_contact)
	root.add_child(_scene)


# A scene of the game's own, whose root is of the same class as exported agents.
func _packed(agent: Node) -> PackedScene:
	var node: Node = Node2D.new() if agent is Node2D else Node3D.new()
	node.set_meta("own", true)
	var packed := PackedScene.new()
	packed.pack(node)
	node.free()
	return packed


func _tell() -> void:
	var world = _scene.world
	for agent in world.agents:
		print("state %d %d %s %s" % [world.tick, agent.id, _hex(agent.x), _hex(agent.y)])
		var node: Node = _scene.node_of(agent)
		print("child %d %d %s" % [world.tick, node.get_meta("id"), _place(node)])


func _end() -> void:
	var hidden := 0
	for node in _scene.get_node("Agents").get_children():
		hidden += 0 if node.visible else 1
	print("done %d nodes, %d hidden" % [_scene.get_node("Agents").get_child_count(), hidden])
	_scene.free()
	_scene = null


func _on_spawned(node, agent: int, spawner: int) -> void:
	var look := "none"
	if node != null and node.has_meta("own"):
		look = "of its own %s" % _place(node)
	elif node != null:
		var shape: Node = node.get_node("Shape")
		var color: Color = shape.color if shape is Polygon2D else shape.mesh.material.albedo_color
		look = "%s %s" % [color.to_html(false), _place(node)]
	print("look %d %d %s" % [_scene.world.tick, agent, look])
	_on_event("spawned", node, agent, spawner)


func _on_expired(node, agent: int, spawner: int) -> void:
	_on_event("expired", node, agent, spawner)


func _on_contact(node, other_node, agent: int, other: int, rule: int) -> void:
	_on_event("contact", node, agent, rule, str(other))
	_check(other_node, other)


func _on_event(kind: String, node, agent: int, source: int, other := "-") -> void:
	print("event %d %d %s - - %d %s" % [_scene.world.tick, agent, kind, source, other])
	_check(node, agent)


# An agent that went in the tick in which it entered has no node.
func _check(node, agent: int) -> void:
	if node == null:
		print("without %d %d" % [_scene.world.tick, agent])
	elif node.get_meta("id") != agent:
		printerr("ERROR: %s is not the node of agent %d" % [node, agent])


func _place(node) -> String:
	var place = node.position
	return "%.6f %.6f" % [place.x, place.y if place is Vector2 else place.z]


func _hex(number: float) -> String:
	_bytes.clear()
	_bytes.put_double(number + 0.0)
	return _bytes.data_array.hex_encode()
