# An autoload that prints the view and the look of an agent once the scene has moved, and ends the game; after two seconds also if
# nothing moves.
extends Node

var _frames := 0


func _physics_process(_delta: float) -> void:
	_frames += 1
	var scene = get_tree().current_scene
	var world = scene.get("world") if scene != null else null
	if world == null or world.tick < 30:
		if _frames > 120:
			print("never moved")
			get_tree().quit()
		return
	get_tree().quit()  # at the end of the frame, even after an error
	var agent = scene.get_node("Agents").get_child(0)
	var shape = agent.get_node("Shape")
	var view := get_viewport()
	var camera = view.get_camera()  #3
	#4 var camera = view.get_camera_3d()
	print("seen" if view.canvas_transform != Transform2D() or camera != null else "out of sight")
	print("color %s" % (shape.color if shape is Polygon2D else shape.mesh.material.albedo_color).to_html(false))
	print("size %.3f" % (shape.polygon[2].length() if shape is Polygon2D else shape.mesh.bottom_radius))
	var cells = scene.get_node_or_null("PreviewCells")
	if cells is Polygon2D:
		print("cells %d" % cells.polygons.size())
	elif cells != null:
		print("cells %d" % (cells.mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX].size() / 6))
	#4 var line: Node = scene.get_node("Paths").get_child(0)
	#4 var on_line = line.curve.sample_baked(line.curve.get_baked_length() / 2.0)
	#4 RenderingServer.force_draw()
	#4 var picture := view.get_texture().get_image()
	#4 for place in [shape.global_position, on_line]:
	#4 	var pixel: Vector2 = view.canvas_transform * place if place is Vector2 else camera.unproject_position(place)
	#4 	print("pixel %s" % picture.get_pixelv(pixel).to_html(false))
	#4 print("picture %s" % picture.save_png_to_buffer().hex_encode())
	print("ended at tick %d" % world.tick)
