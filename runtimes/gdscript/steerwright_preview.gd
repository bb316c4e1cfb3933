# Shows the whole of a scene that is run by itself (F6), as long as it has no camera: a game's own view is never touched.
#
# Licence: MIT OR Apache-2.0.
# (#3 ends what is for Godot 3 alone; #4 begins what make_godot4.py puts in its place.)  #3

const MARGIN := 0.1  # around the scene, in parts of it


## Finds a view of all that the scene below a Steerwright node is about.
static func show(root: Node) -> void:
	var points := _points(root)
	if points.size() == 0:
		return
	var area := Rect2(points[0], Vector2())
	for point in points:
		area = area.expand(point)
	area = area.grow(MARGIN * max(max(area.size.x, area.size.y), 1.0))
	if root is Node2D:
		_show_flat(root, area)
	elif root is Spatial:  #3
	#4 elif root is Node3D:
		_show_from_above(root, area)


# Where the agents are, and the points of the paths.
static func _points(root: Node) -> Array:
	var points := []
	for agent in root.world.agents:
		points.append(Vector2(agent.x, agent.y))
	var folder = root.get_node_or_null("Paths")
	for path in folder.get_children() if folder != null else []:
		for i in range(path.curve.get_point_count()):
			var point = path.curve.get_point_position(i)
			points.append(point if point is Vector2 else Vector2(point.x, point.z))
	return points


# A camera would set the transform anew in every frame.
static func _show_flat(root: Node2D, area: Rect2) -> void:
	var size := root.get_viewport_rect().size
	var zoom: float = min(size.x / area.size.x, size.y / area.size.y)
	var center := area.position + area.size / 2.0
	root.get_viewport().canvas_transform = Transform2D(Vector2(zoom, 0.0), Vector2(0.0, zoom), size / 2.0 - center * zoom)


static func _show_from_above(root: Node, area: Rect2) -> void:
	if root.get_viewport().get_camera() != null:  #3
	#4 if root.get_viewport().get_camera_3d() != null:
		return
	var reach: float = max(area.size.x, area.size.y)
	var center := area.position + area.size / 2.0
	var sun := DirectionalLight.new()  #3
	var camera := Camera.new()  #3
	#4 var sun := DirectionalLight3D.new()
	#4 var camera := Camera3D.new()
	camera.far = 4.0 * reach + 100.0
	root.add_child(sun)
	root.add_child(camera)
	sun.rotation = Vector3(-1.0, 0.5, 0.0)
	camera.look_at_from_position(Vector3(center.x, reach, center.y + 0.7 * reach), Vector3(center.x, 0.0, center.y), Vector3(0.0, 1.0, 0.0))
	camera.current = true
