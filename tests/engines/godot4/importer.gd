extends SceneTree
# Imports with programs that do not exist, refuse the scene, and write nothing; then twice with one that exports a scene, which runs.


func _initialize() -> void:
	var importer: RefCounted = load("res://addons/steerwright/steerwright_scene_importer.gd").new()
	print("recognizes ", importer._get_recognized_extensions())
	var stand_in: GDScript = load("res://stand_in.gd")
	for program: String in ["nothing", "broken", "empty"] + Array(OS.get_cmdline_user_args()):
		stand_in.program = program
		var options := {}
		for option: Dictionary in importer._get_import_options("", 0):
			options[option["name"]] = option["default_value"]
		var none: Array[String] = []
		var result: Error = importer._import("res://yard.scene.json", "user://yard", options, none, none)
		var scene: SteerwrightScene = null
		if FileAccess.file_exists("user://yard.res"):
			scene = ResourceLoader.load("user://yard.res", "", ResourceLoader.CACHE_MODE_IGNORE)
		print("%s: %s, %s" % [program, error_string(result), scene.data()["name"] if scene != null else "no scene"])
		if scene != null:
			await _play(scene)
	quit(0)


func _play(scene: SteerwrightScene) -> void:
	var run := SteerwrightRun.new()
	run.scene = scene
	root.add_child(run)
	while run.world.tick < 10:
		await physics_frame
	print("plays %d agents" % run.world.agents.size())
	run.queue_free()
