# Plays scenes with the scripts of a README for some seconds, and prints what became of them.
#
#     godot3-server --fixed-fps 60 --path . -s readme.gd res://0.tscn...  #3
#4 #     node godot4/run.mjs . readme_4.gd res://0.tscn...
extends SceneTree

const FIRST := 3  # ticks, after which all nodes are ready
const TOLD := 330  # ticks: more than the five seconds before a first wave

var _scene
var _ticks := 0
var _scenes := []


func _initialize() -> void:
	var arguments := Array(OS.get_cmdline_args())  #3
	_scenes = arguments.slice(arguments.find("-s") + 2, arguments.size() - 1)  #3
	#4 _scenes = Array(OS.get_cmdline_user_args())
	#4 RenderingServer.render_loop_enabled = false  # it takes most of the time, and nothing is shown


func _iteration(_delta: float) -> bool:  #3
#4 func _physics_process(_delta: float) -> bool:
	_ticks += 1
	if _scene == null:
		_begin()
	elif _ticks == FIRST and _scene.has_method("spawn_enemy"):
		_scene.spawn_enemy()
	elif _ticks == TOLD:
		_tell()
		if _scene.get("guards") != null and _scene.guards.size() > 0:
			_scene.player.global_position = _scene.guards[0].global_position
	elif _ticks == TOLD + 2:
		if _scene.get("guards") != null:
			_tell()
			_scene.yard.emit_signal("scene_edited")
	elif _ticks == TOLD + 4:
		_tell()
		_scene.free()
		_scene = null
	return false


func _begin() -> void:
	if _scenes.size() == 0:
		quit(0)
		return
	_ticks = 0
	print("== %s" % _scenes[0])
	_scene = load(_scenes.pop_front()).instance()  #3
	#4 _scene = load(_scenes.pop_front()).instantiate()
	root.add_child(_scene)
	var run = _run()
	run.smooth = false


func _tell() -> void:
	var run = _run()
	var count := 0
	for node in run.movable():
		var agent = run.agent_of(node)
		if agent != null and node.position == Vector2(agent.x, agent.y) and not node.is_queued_for_deletion():
			count += 1
	print("%d nodes with agents, %d presets with scenes, tick %d" % [count, run.preset_scenes.size(), run.world.tick])


func _run() -> Node:
	return _scene.get_node("Yard") if _scene.has_node("Yard") else _scene
