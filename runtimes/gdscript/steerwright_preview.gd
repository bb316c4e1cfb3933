# Fits a scene that is run by itself (F6) into the window, unless it has a camera: the view of a game is never changed. It also
# draws the paths, which Godot shows in its editor only.
#
# License: MIT OR Apache-2.0.
# (A line that ends in #3 is for Godot 3 only; make_godot4.py takes those that begin with #4 in its place.)  #3

const MARGIN := 0.1  # around the scene, as a part of its size
const SLANT := 0.7  # horizontal distance of the camera from the scene, as a part of its height
const LINE := "PreviewLine"
const LINE_WIDTH := 2.0  # pixels
const LINE_COLOR := Color(1.0, 1.0, 1.0, 0.5)


## Shows the whole scene below a Steerwright node. Returns false if it is empty, or has a camera.
static func show(root: Node) -> bool:
	var points := _points(root)
	if points.size() == 0 or _has_camera(root.get_tree().root):
		return false
	var area := Rect2(points[0], Vector2())
	for point in points:
		area = area.expand(point)
	area = area.grow(MARGIN * max(max(area.size.x, area.size.y), 1.0))
	if root is Node2D:
		_show_flat(root, area)
	elif root is Spatial:  #3
	#4 elif root is Node3D:
		_show_from_above(root, area)
	draw_paths(root)
	return true


## Draws the paths as they are now.
static func draw_paths(root: Node) -> void:
	for path in _paths(root):
		var line = path.get_node_or_null(LINE)
		if line == null:
			line = _line_in_2d(path) if path is Path2D else _line_in_3d()
			line.name = LINE
			path.add_child(line)
		var points = path.curve.get_baked_points()
		if line is Line2D:
			line.points = points
		elif points.size() > 1:
			var arrays := []
			arrays.resize(Mesh.ARRAY_MAX)
			arrays[Mesh.ARRAY_VERTEX] = points
			line.mesh = ArrayMesh.new()
			line.mesh.add_surface_from_arrays(Mesh.PRIMITIVE_LINE_STRIP, arrays)
		else:
			line.mesh = null


static func _line_in_2d(path: Node2D) -> Node:
	var line := Line2D.new()
	line.width = LINE_WIDTH / path.get_viewport().canvas_transform.get_scale().x
	line.default_color = LINE_COLOR
	return line


static func _line_in_3d() -> Node:
	var line := MeshInstance.new()  #3
	var material := SpatialMaterial.new()  #3
	material.flags_unshaded = true  #3
	material.flags_transparent = true  #3
	#4 var line := MeshInstance3D.new()
	#4 var material := StandardMaterial3D.new()
	#4 material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	#4 material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.albedo_color = LINE_COLOR
	line.material_override = material
	return line


# The positions of agents, and the points of paths.
static func _points(root: Node) -> Array:
	var points := []
	for agent in root.world.agents:
		points.append(Vector2(agent.x, agent.y))
	for path in _paths(root):
		for i in range(path.curve.get_point_count()):
			var point = path.curve.get_point_position(i)
			points.append(point if point is Vector2 else Vector2(point.x, point.z))
	return points


static func _paths(root: Node) -> Array:
	var folder := root.get_node_or_null("Paths")
	return folder.get_children() if folder != null else []


static func _has_camera(node: Node) -> bool:
	for child in node.get_children():
		if child is Camera2D or child is Camera or _has_camera(child):  #3
		#4 if child is Camera2D or child is Camera3D or _has_camera(child):
			return true
	return false


static func _show_flat(root: Node2D, area: Rect2) -> void:
	var size := root.get_viewport_rect().size
	var zoom: float = min(size.x / area.size.x, size.y / area.size.y)
	var center := area.position + area.size / 2.0
	root.get_viewport().canvas_transform = Transform2D(Vector2(zoom, 0.0), Vector2(0.0, zoom), size / 2.0 - center * zoom)


static func _show_from_above(root: Node, area: Rect2) -> void:
	var sun := DirectionalLight.new()  #3
	var camera := Camera.new()  #3
	#4 var sun := DirectionalLight3D.new()
	#4 var camera := Camera3D.new()
	root.add_child(sun)
	root.add_child(camera)
	# As near as possible with all of it visible, its front edge included, which is nearer.
	var size: Vector2 = root.get_viewport().get_visible_rect().size
	var opening := tan(deg2rad(camera.fov) / 2.0)  #3
	#4 var opening := tan(deg_to_rad(camera.fov) / 2.0)
	var toward := Vector3(0.0, 1.0, SLANT).normalized()
	var distance: float = max(area.size.y * toward.y, area.size.x * size.y / size.x) / 2.0 / opening + area.size.y / 2.0 * toward.z
	var middle := area.position + area.size / 2.0
	var center := Vector3(middle.x, 0.0, middle.y)
	camera.far = 2.0 * distance + 100.0
	camera.look_at_from_position(center + toward * distance, center, Vector3(0.0, 1.0, 0.0))
	camera.current = true
	camera.environment = Environment.new()
	#4 camera.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	camera.environment.ambient_light_color = Color(0.5, 0.5, 0.5)
	sun.rotation = camera.rotation
