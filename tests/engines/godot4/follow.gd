# Plays an exported scene that follows the editor itself, over a WebSocket, until the scene is called "Last". Prints its agents then.
#
#     node run.mjs . follow.gd res://NAME.tscn ADDRESS
extends SceneTree

const PATIENCE := 60000  # ms

var _scene
var _edits := 0


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	_scene = load(arguments[0]).instantiate()
	_scene.link_address = arguments[1]
	_scene.scene_edited.connect(_on_edited)
	root.add_child(_scene)


func _process(_delta: float) -> bool:
	if Time.get_ticks_msec() > PATIENCE or _scene.link.state == "refused":
		print("%s %s" % [_scene.link.state, _scene.link.problem])
		quit(1)
	return false


func _on_edited() -> void:
	_edits += 1
	if _scene.link.scene["name"] != "Last":
		return
	print("followed %d edits" % _edits)
	for agent in _scene.world.agents:
		print("agent %d %s" % [agent.id, agent.name])
	quit(0)
