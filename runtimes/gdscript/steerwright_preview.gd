# Fits a scene that is run by itself (F6) into the window, unless it has a camera: the view of a game is never changed. It also
# draws the blocked cells, the walls, and the paths, which Godot shows in its editor only.
#
# License: MIT OR Apache-2.0.

const MARGIN := 0.1  # around the scene, as a part of its size
const SLANT := 0.7  # horizontal distance of the camera from the scene, as a part of its height
const LINE := "PreviewLine"
const CELLS := "PreviewCells"
const WALLS := "PreviewWalls"
const WALL_COLOR := Color(1.0, 1.0, 1.0, 0.8)
const OPEN_COLOR := Color(1.0, 1.0, 1.0, 0.2)  # of open doors
const CELL_COLOR := Color(1.0, 1.0, 1.0, 0.12)
const LINE_WIDTH := 2.0  # pixels
const LINE_COLOR := Color(1.0, 1.0, 1.0, 0.5)


## Shows the whole scene below a Steerwright node. Returns false if it is empty, or has a camera.
static func show(root: Node, data: Dictionary) -> bool:
	var points := _points(root, data)
	if points.size() == 0 or _has_camera(root.get_tree().root):
		return false
	var area := Rect2(points[0], Vector2())
	for point in points:
		area = area.expand(point)
	area = area.grow(MARGIN * max(max(area.size.x, area.size.y), 1.0))
	if root is Node2D:
		_show_flat(root, area)
	elif root is Spatial:
		_show_from_above(root, area)
	draw(root, data)
	return true


## Draws the paths, walls and blocked cells as they are now.
static func draw(root: Node, data: Dictionary) -> void:
	_draw_cells(root, data["cells"])
	_draw_walls(root, data["walls"])
	for path in _paths(root):
		var line = path.get_node_or_null(LINE)
		if line == null:
			line = _line_in_2d(path) if path is Path2D else _line_in_3d()
			line.name = LINE
			path.add_child(line)
		var points = path.curve.get_baked_points()
		if line is Line2D:
			line.points = points
		else:
			line.mesh = _mesh(points, Mesh.PRIMITIVE_LINE_STRIP) if points.size() > 1 else null


static func _draw_walls(root: Node, walls: Array) -> void:
	_remove(root, WALLS)
	if walls.size() == 0:
		return
	var folder: Node = Node2D.new() if root is Node2D else Spatial.new()
	folder.name = WALLS
	root.add_child(folder)
	root.move_child(folder, 0)
	for wall in walls:
		var corners := _corners_of(wall)
		if corners.size() < 2:
			continue
		var line = _line_in_2d(root) if root is Node2D else _line_in_3d()
		line.set_meta("id", int(wall["id"]))
		if line is Line2D:
			line.points = corners
		else:
			var vertices := PoolVector3Array()
			for corner in corners:
				vertices.append(Vector3(corner.x, 0.0, corner.y))
			line.mesh = _mesh(vertices, Mesh.PRIMITIVE_LINE_STRIP)
		folder.add_child(line)
	color_doors(root)


## Draws open doors faintly.
static func color_doors(root: Node) -> void:
	var folder := root.get_node_or_null(WALLS)
	var open: Array = root.world._open_doors()
	for line in folder.get_children() if folder != null else []:
		var color := OPEN_COLOR if open.has(line.get_meta("id")) else WALL_COLOR
		if line is Line2D:
			line.default_color = color
		else:
			line.material_override.albedo_color = color


# The line of a wall; that of a closed one ends where it begins.
static func _corners_of(wall: Dictionary) -> PoolVector2Array:
	var corners := PoolVector2Array()
	for point in wall["points"]:
		corners.append(Vector2(point[0], point[1]))
	if wall["closed"] and corners.size() > 1:
		corners.append(corners[0])
	return corners


static func _mesh(vertices: PoolVector3Array, primitive: int) -> Mesh:
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = vertices
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(primitive, arrays)
	return mesh


static func _remove(root: Node, name: String) -> void:
	var earlier = root.get_node_or_null(name)
	if earlier != null:
		root.remove_child(earlier)
		earlier.free()


static func _draw_cells(root: Node, cells: Dictionary) -> void:
	_remove(root, CELLS)
	var squares := _squares(cells)
	if squares.size() == 0:
		return
	var node: Node
	if root is Node2D:
		node = Polygon2D.new()
		node.color = CELL_COLOR
		node.z_index = -1
		var corners := PoolVector2Array()
		var polygons := []
		for square in squares:
			polygons.append(range(corners.size(), corners.size() + 4))
			corners.append_array(square)
		node.polygon = corners
		node.polygons = polygons
	else:
		node = _line_in_3d()
		node.material_override.albedo_color = CELL_COLOR
		node.material_override.params_cull_mode = SpatialMaterial.CULL_DISABLED
		var corners := PoolVector3Array()
		for square in squares:
			for i in [0, 1, 2, 0, 2, 3]:
				corners.append(Vector3(square[i].x, 0.0, square[i].y))
		node.mesh = _mesh(corners, Mesh.PRIMITIVE_TRIANGLES)
	node.name = CELLS
	root.add_child(node)
	root.move_child(node, 0)


# The corners of every blocked cell.
static func _squares(cells: Dictionary) -> Array:
	var squares := []
	var size: float = cells["size"]
	for cell in cells["blocked"]:
		var square := PoolVector2Array()
		for corner in [[0, 0], [1, 0], [1, 1], [0, 1]]:
			square.append(Vector2((cell[0] + corner[0]) * size, (cell[1] + corner[1]) * size))
		squares.append(square)
	return squares


static func _line_in_2d(path: Node2D) -> Node:
	var line := Line2D.new()
	line.width = LINE_WIDTH / path.get_viewport().canvas_transform.get_scale().x
	line.default_color = LINE_COLOR
	return line


static func _line_in_3d() -> Node:
	var line := MeshInstance.new()
	var material := SpatialMaterial.new()
	material.flags_unshaded = true
	material.flags_transparent = true
	material.albedo_color = LINE_COLOR
	line.material_override = material
	return line


# The positions of agents, the points of paths and walls, and the corners of cells.
static func _points(root: Node, data: Dictionary) -> Array:
	var points := []
	for square in _squares(data["cells"]):
		points += Array(square)
	for wall in data["walls"]:
		points += Array(_corners_of(wall))
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
		if child is Camera2D or child is Camera or _has_camera(child):
			return true
	return false


static func _show_flat(root: Node2D, area: Rect2) -> void:
	var size := root.get_viewport_rect().size
	var zoom: float = min(size.x / area.size.x, size.y / area.size.y)
	var center := area.position + area.size / 2.0
	root.get_viewport().canvas_transform = Transform2D(Vector2(zoom, 0.0), Vector2(0.0, zoom), size / 2.0 - center * zoom)


static func _show_from_above(root: Node, area: Rect2) -> void:
	var sun := DirectionalLight.new()
	var camera := Camera.new()
	root.add_child(sun)
	root.add_child(camera)
	# As near as possible with all of it visible, its front edge included, which is nearer.
	var size: Vector2 = root.get_viewport().get_visible_rect().size
	var opening := tan(deg2rad(camera.fov) / 2.0)
	var toward := Vector3(0.0, 1.0, SLANT).normalized()
	var distance: float = max(area.size.y * toward.y, area.size.x * size.y / size.x) / 2.0 / opening + area.size.y / 2.0 * toward.z
	var middle := area.position + area.size / 2.0
	var center := Vector3(middle.x, 0.0, middle.y)
	camera.far = 2.0 * distance + 100.0
	camera.look_at_from_position(center + toward * distance, center, Vector3(0.0, 1.0, 0.0))
	camera.current = true
	camera.environment = Environment.new()
	camera.environment.ambient_light_color = Color(0.5, 0.5, 0.5)
	sun.rotation = camera.rotation
