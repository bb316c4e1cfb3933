# Saves exported scenes unchanged, and with the first item of each kind moved by one unit; prints the files as hex digits.
#
#     godot3-server --path . -s save.gd res://NAME.tscn...  #3
#4 #     node godot4/run.mjs . save_4.gd res://NAME.tscn...
extends SceneTree


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
	var arguments := Array(OS.get_cmdline_args())  #3
	for path in arguments.slice(arguments.find("-s") + 2, arguments.size() - 1):  #3
		var scene = load(path).instance(PackedScene.GEN_EDIT_STATE_INSTANCE)  #3
	#4 for path in OS.get_cmdline_user_args():
	#4 	var scene = load(path).instantiate()
		print("== %s" % path)
		_save(scene, "same")
		_move(scene)
		_save(scene, "moved")
		scene.free()
	quit(0)


func _move(scene: Node) -> void:
	for folder in ["Agents", "Markers"]:
		if scene.get_node(folder).get_child_count() > 0:
			var node = scene.get_node(folder).get_child(0)
			if node is Node2D:
				node.position += Vector2(1.0, 1.0)
			else:
				node.translation += Vector3(1.0, 5.0, 1.0)  #3
				#4 node.position += Vector3(1.0, 5.0, 1.0)
	if scene.get_node("Walls").get_child_count() > 0:
		var body = scene.get_node("Walls").get_child(0)
		if body is Node2D:
			var shape = body.get_node("Shape")
			var corners = shape.polygon
			corners[1] += Vector2(1.0, 1.0)
			shape.polygon = corners
		else:
			body.translation += Vector3(1.0, 5.0, 1.0)  #3
			#4 body.position += Vector3(1.0, 5.0, 1.0)
	if scene.get_node("Paths").get_child_count() > 0:
		var curve = scene.get_node("Paths").get_child(0).curve
		var point = curve.get_point_position(1)
		curve.set_point_position(1, point + (Vector2(1.0, 1.0) if point is Vector2 else Vector3(1.0, 5.0, 1.0)))


func _save(scene: Node, name: String) -> void:
	var path := "user://%s.tscn" % name
	var packed := PackedScene.new()
	var is_packed := packed.pack(scene) == OK
	var is_saved := is_packed and ResourceSaver.save(path, packed) == OK  #3
	#4 var is_saved := is_packed and ResourceSaver.save(packed, path) == OK
	var file := File.new()  #3
	var text := file.get_as_text() if is_saved and file.open(path, File.READ) == OK else ""  #3
	print("%s %s" % [name, text.to_utf8().hex_encode()])  #3
	#4 var text := FileAccess.get_file_as_string(path) if is_saved else ""
	#4 print("%s %s" % [name, text.to_utf8_buffer().hex_encode()])
