# Plays an exported scene with its link switched on, and prints its nodes after each edit.
#
#     godot3-server --path . -s watch.gd res://NAME.tscn ADDRESS EDITS
extends SceneTree

var _scene
var _edits := 0


func _initialize() -> void:
	var arguments := Array(OS.get_cmdline_args())
	_edits = int(arguments[-1])
	_scene = load(arguments[-3]).instance()
	_scene.link_address = arguments[-2] if arguments[-2] != "none" else ""
	_scene.smooth = false
	_scene.connect("scene_edited", self, "_on_edited")
	root.add_child(_scene)
	current_scene = _scene


func _on_edited() -> void:
	_edits -= 1
	print("edit at tick %d" % _scene.world.tick)
	for node in _scene.get_node("Agents").get_children():
		var agent = _scene.agent_of(node)
		print("agent %d %s %s" % [node.get_meta("id"), "shown" if node.visible else "hidden", agent.name if agent != null else "-"])
	for node in _scene.get_node("Markers").get_children():
		print("marker %d %.3f %.3f" % [node.get_meta("id"), node.position.x, node.position.y])
	for node in _scene.get_node("Paths").get_children():
		var points := []
		for i in range(node.curve.get_point_count()):
			points.append(node.curve.get_point_position(i))
		print("path %d %s" % [node.get_meta("id"), points])
	if _edits == 0:
		print("done")
		quit(0)
