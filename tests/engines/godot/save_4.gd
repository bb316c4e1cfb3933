# Made from save.gd by make_godot4.py: change it there.
#
# Saves exported scenes unchanged, and with the first item of each kind moved by one unit; prints the files as hex digits.
#
#     node godot4/run.mjs . save_4.gd res://NAME.tscn...
extends SceneTree


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
	for path in OS.get_cmdline_user_args():
		var scene = load(path).instantiate()
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
				node.position += Vector3(1.0, 5.0, 1.0)
	if scene.get_node("Walls").get_child_count() > 0:
		var body = scene.get_node("Walls").get_child(0)
		if body is Node2D:
			var shape = body.get_node("Shape")
			var corners = shape.polygon
			corners[1] += Vector2(1.0, 1.0)
			shape.polygon = corners
		else:
			body.position += Vector3(1.0, 5.0, 1.0)
	if scene.get_node("Paths").get_child_count() > 0:
		var curve = scene.get_node("Paths").get_child(0).curve
		var point = curve.get_point_position(1)
		curve.set_point_position(1, point + (Vector2(1.0, 1.0) if point is Vector2 else Vector3(1.0, 5.0, 1.0)))


func _save(scene: Node, name: String) -> void:
	var path := "user://%s.tscn" % name
	var packed := PackedScene.new()
	var is_packed := packed.pack(scene) == OK
	var is_saved := is_packed and ResourceSaver.save(packed, path) == OK
	var text := FileAccess.get_file_as_string(path) if is_saved else ""
	print("%s %s" % [name, text.to_utf8_buffer().hex_encode()])
