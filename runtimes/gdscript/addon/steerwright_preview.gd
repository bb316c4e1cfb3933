extends RefCounted
## Fits a scene that is run by itself (F6) into the window, unless it has a camera: the view of a game is never changed. It also
## draws the blocked cells, the walls, and the paths, which Godot shows in its editor only.

const MARGIN := 0.1  # around the scene, as a part of its size
const SLANT := 0.7  # horizontal distance of the camera from the scene, as a part of its height
const LINE := "PreviewLine"
const CELLS := "PreviewCells"
const WALLS := "PreviewWalls"
const LINE_WIDTH := 2.0  # pixels
const LINE_COLOR := Color(1.0, 1.0, 1.0, 0.5)
const WALL_COLOR := Color(1.0, 1.0, 1.0, 0.8)
const OPEN_COLOR := Color(1.0, 1.0, 1.0, 0.2)  # of open doors
const CELL_COLOR := Color(1.0, 1.0, 1.0, 0.12)


## Shows the whole scene below a [SteerwrightRun]. Returns false if it is empty, or has a camera.
static func show(root: SteerwrightRun, data: Dictionary) -> bool:
	var points := _points(root, data)
	if points.size() == 0 or _has_camera(root.get_tree().root):
		return false
	var area := Rect2(points[0], Vector2())
	for point in points:
		area = area.expand(point)
	area = area.grow(MARGIN * maxf(maxf(area.size.x, area.size.y), 1.0))
	if _is_flat(root):
		_show_flat(root, area)
	elif _is_spatial(root):
		_show_from_above(root, area)
	draw(root, data)
	return true


## Draws the paths, walls and blocked cells as they are now.
static func draw(root: Node, data: Dictionary) -> void:
	_draw_cells(root, data["cells"])
	_draw_walls(root, data["walls"])
	for path in _paths(root):
		var line := path.get_node_or_null(LINE)
		if line == null:
			line = _line_in_2d(path) if path is Path2D else _line_in_3d()
			line.name = LINE
			path.add_child(line)
		if path is Path2D:
			(line as Line2D).points = (path as Path2D).curve.get_baked_points()
		else:
			var points := (path as Path3D).curve.get_baked_points()
			(line as MeshInstance3D).mesh = _mesh(points, Mesh.PRIMITIVE_LINE_STRIP) if points.size() > 1 else null


static func _draw_walls(root: SteerwrightRun, walls: Array) -> void:
	_remove(root, WALLS)
	if walls.size() == 0:
		return
	var folder: Node = Node2D.new() if _is_flat(root) else Node3D.new()
	folder.name = WALLS
	root.add_child(folder)
	root.move_child(folder, 0)
	for wall: Dictionary in walls:
		var corners := _corners_of(wall)
		if corners.size() < 2:
			continue
		var line := _line_in_2d(root) if _is_flat(root) else _line_in_3d()
		line.set_meta("id", int(wall["id"]))
		if line is Line2D:
			(line as Line2D).points = corners
		else:
			var vertices := PackedVector3Array()
			for corner in corners:
				vertices.append(Vector3(corner.x, 0.0, corner.y))
			(line as MeshInstance3D).mesh = _mesh(vertices, Mesh.PRIMITIVE_LINE_STRIP)
		folder.add_child(line)
	color_doors(root)


## Draws open doors faintly.
static func color_doors(root: SteerwrightRun) -> void:
	var folder := root.get_node_or_null(WALLS)
	var nodes: Array[Node] = []
	for node in folder.get_children() if folder != null else nodes:
		var color := OPEN_COLOR if root.world._open_doors().has(node.get_meta("id")) else WALL_COLOR
		if node is Line2D:
			(node as Line2D).default_color = color
		else:
			((node as MeshInstance3D).material_override as StandardMaterial3D).albedo_color = color


# The line of a wall; that of a closed one ends where it begins.
static func _corners_of(wall: Dictionary) -> PackedVector2Array:
	var corners := PackedVector2Array()
	for point: Array in wall["points"]:
		corners.append(Vector2(point[0], point[1]))
	if wall["closed"] and corners.size() > 1:
		corners.append(corners[0])
	return corners


static func _remove(root: Node, name: String) -> void:
	var earlier := root.get_node_or_null(name)
	if earlier != null:
		root.remove_child(earlier)
		earlier.free()


static func _draw_cells(root: Node, cells: Dictionary) -> void:
	_remove(root, CELLS)
	var corners := _corners(cells)
	if corners.size() == 0:
		return
	var node := _polygon(corners) if _is_flat(root) else _triangles(corners)
	node.name = CELLS
	root.add_child(node)
	root.move_child(node, 0)


static func _polygon(corners: PackedVector2Array) -> Node:
	var polygon := Polygon2D.new()
	polygon.color = CELL_COLOR
	polygon.polygon = corners
	var polygons := []
	for first in range(0, corners.size(), 4):
		polygons.append(PackedInt32Array([first, first + 1, first + 2, first + 3]))
	polygon.polygons = polygons
	return polygon


static func _triangles(corners: PackedVector2Array) -> Node:
	var vertices := PackedVector3Array()
	for first in range(0, corners.size(), 4):
		for i: int in [0, 1, 2, 0, 2, 3]:
			vertices.append(Vector3(corners[first + i].x, 0.0, corners[first + i].y))
	var node := _line_in_3d()
	var material: StandardMaterial3D = node.material_override
	material.albedo_color = CELL_COLOR
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	node.mesh = _mesh(vertices, Mesh.PRIMITIVE_TRIANGLES)
	return node


# The four corners of every blocked cell.
static func _corners(cells: Dictionary) -> PackedVector2Array:
	var corners := PackedVector2Array()
	var size: float = cells["size"]
	for cell: Array in cells["blocked"]:
		var corner := Vector2(cell[0], cell[1]) * size
		corners.append_array([corner, corner + Vector2(size, 0.0), corner + Vector2(size, size), corner + Vector2(0.0, size)])
	return corners


static func _mesh(vertices: PackedVector3Array, primitive: Mesh.PrimitiveType) -> Mesh:
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = vertices
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(primitive, arrays)
	return mesh


static func _line_in_2d(path: Node) -> Node:
	var line := Line2D.new()
	line.width = LINE_WIDTH / path.get_viewport().canvas_transform.get_scale().x
	line.default_color = LINE_COLOR
	return line


static func _line_in_3d() -> MeshInstance3D:
	var line := MeshInstance3D.new()
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.albedo_color = LINE_COLOR
	line.material_override = material
	return line


# The positions of agents, the points of paths and walls, and the corners of cells.
static func _points(root: SteerwrightRun, data: Dictionary) -> PackedVector2Array:
	var points := _corners(data["cells"])
	for wall: Dictionary in data["walls"]:
		points.append_array(_corners_of(wall))
	for agent: SteerwrightWorld.Agent in root.world.agents:
		points.append(Vector2(agent.x, agent.y))
	for path in _paths(root):
		if path is Path2D:
			for i in (path as Path2D).curve.point_count:
				points.append((path as Path2D).curve.get_point_position(i))
		else:
			for i in (path as Path3D).curve.point_count:
				var point := (path as Path3D).curve.get_point_position(i)
				points.append(Vector2(point.x, point.z))
	return points


static func _paths(root: Node) -> Array[Node]:
	var found: Array[Node] = []
	var folder := root.get_node_or_null("Paths")
	for node in folder.get_children() if folder != null else found:
		if node is Path2D or node is Path3D:
			found.append(node)
	return found


static func _has_camera(node: Node) -> bool:
	for child in node.get_children():
		if child is Camera2D or child is Camera3D or _has_camera(child):
			return true
	return false


# The script is for both kinds of nodes, so the compiler knows of neither.
static func _is_flat(root: Node) -> bool:
	return root is Node2D


static func _is_spatial(root: Node) -> bool:
	return root is Node3D


static func _show_flat(root: Node, area: Rect2) -> void:
	var size := root.get_viewport().get_visible_rect().size
	var zoom := minf(size.x / area.size.x, size.y / area.size.y)
	var center := area.position + area.size / 2.0
	var offset := size / 2.0 - center * zoom
	root.get_viewport().canvas_transform = Transform2D(Vector2(zoom, 0.0), Vector2(0.0, zoom), offset)


static func _show_from_above(root: Node, area: Rect2) -> void:
	var sun := DirectionalLight3D.new()
	var camera := Camera3D.new()
	root.add_child(sun)
	root.add_child(camera)
	# As near as possible with all of it visible, its front edge included, which is nearer.
	var size := root.get_viewport().get_visible_rect().size
	var opening := tan(deg_to_rad(camera.fov) / 2.0)
	var toward := Vector3(0.0, 1.0, SLANT).normalized()
	var half := maxf(area.size.y * toward.y, area.size.x * size.y / size.x) / 2.0
	var distance := half / opening + area.size.y / 2.0 * toward.z
	var middle := area.position + area.size / 2.0
	var center := Vector3(middle.x, 0.0, middle.y)
	camera.far = 2.0 * distance + 100.0
	camera.look_at_from_position(center + toward * distance, center, Vector3(0.0, 1.0, 0.0))
	camera.current = true
	camera.environment = Environment.new()
	camera.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	camera.environment.ambient_light_color = Color(0.5, 0.5, 0.5)
	sun.rotation = camera.rotation
