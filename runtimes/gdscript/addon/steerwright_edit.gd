extends RefCounted
## Makes the nodes of a running scene follow an edit in the editor: markers and paths move to their new places, removed agents are
## hidden, and a new agent gets the scene of its preset or a copy of another agent's node. The static bodies of walls
## become those of the edit.

const WALL_HEIGHT := 2.0  # of walls on the ground, units of the scene
const MOTION_LAYER := 1  # of what blocks motion
const SIGHT_LAYER := 2  # of what blocks sight


## Shows the parsed text of an export in the scene below a [SteerwrightRun].
static func show(root: SteerwrightRun, data: Dictionary) -> void:
	_show_agents(root, data)
	_show_places(root.get_node_or_null("Markers"), data["markers"])
	_show_paths(root.get_node_or_null("Paths"), data["paths"])
	var folder := root.get_node_or_null("Walls")
	if folder != null:
		_show_walls(folder, data)
		show_doors(root)


## An open door is not solid.
static func show_doors(root: SteerwrightRun) -> void:
	var open: Array = root.world._open_doors()
	var folder := root.get_node_or_null("Walls")
	if folder == null:
		return
	for body in folder.get_children():
		if not body.has_meta("door"):
			continue
		for shape in body.get_children():
			if "disabled" in shape:
				shape.set("disabled", open.has(int(body.get_meta("id"))))


## Gives the pictures underneath their textures, if the files are in [param folder].
static func show_pictures(root: Node, folder: String) -> void:
	var pictures := root.get_node_or_null("Pictures")
	if pictures == null:
		return
	for node in pictures.get_children():
		if not node.has_meta("file") or node.get("texture") != null:
			continue
		var path := folder.path_join(str(node.get_meta("file")))
		if not ResourceLoader.exists(path):
			push_warning("%s does not exist; copy the picture there, or delete the node %s" % [path, node.name])
			continue
		var texture: Texture2D = load(path)
		var pixel := Vector2(node.get_meta("width"), node.get_meta("height")) / texture.get_size()
		if node is Sprite2D:
			(node as Sprite2D).texture = texture
			(node as Sprite2D).scale = pixel
		elif node is Sprite3D:
			var lying := node as Sprite3D
			lying.texture = texture
			lying.pixel_size = 1.0
			lying.scale = Vector3(pixel.x, pixel.y, 1.0)
			lying.render_priority = -pictures.get_child_count() + node.get_index()


## Moves a node to a place of the scene; in 3D it keeps its height.
static func place(node: Node, x: float, y: float) -> void:
	if node is Node2D:
		(node as Node2D).position = Vector2(x, y)
	elif node is Node3D:
		var in_space := node as Node3D
		in_space.position = Vector3(x, in_space.position.y, y)


## Where a node is in the scene: its x and y there.
static func place_of(node: Node) -> Array[float]:
	if node is Node2D:
		var flat := (node as Node2D).position
		return [flat.x, flat.y]
	var position := (node as Node3D).position
	return [position.x, position.z]


static func _show_agents(root: SteerwrightRun, data: Dictionary) -> void:
	var seen: Dictionary = {}
	var copied: Node = null
	for node in root.movable():
		var agent := root.agent_of(node)
		if agent != null:
			seen[agent.id] = true
		if node.has_meta("steerwright") and node.get_meta("steerwright") == "agent":
			node.set("visible", agent != null)
			copied = node
	for each: Dictionary in data["agents"]:
		var id := int(each["id"])
		if not seen.has(id) and root.preset_scenes.has(each["preset"]):
			SteerwrightRun.Spawned.add_node(root, root.world.agent(id), each, data["scale"])
		elif not seen.has(id) and copied != null:
			var node := copied.duplicate()
			node.set_meta("id", id)
			node.set("visible", true)
			copied.get_parent().add_child(node)
			place(node, each["x"], each["y"])


static func _show_places(folder: Node, items: Array) -> void:
	for pair in _pairs(folder, items):
		place(pair[0], pair[1]["x"], pair[1]["y"])


# A path gets a curve of its own, made of the points that agents follow: other nodes may share its curve, and stay as they are.
static func _show_paths(folder: Node, items: Array) -> void:
	for pair in _pairs(folder, items):
		var node: Node = pair[0]
		var points: Array = pair[1]["points"].duplicate()
		if pair[1]["closed"] and points.size() > 1:
			points.append(points[0])
		if node is Path2D:
			var flat: Curve2D = (node as Path2D).curve.duplicate()
			flat.clear_points()
			for point: Array in points:
				flat.add_point(Vector2(point[0], point[1]))
			(node as Path2D).curve = flat
		elif node is Path3D:
			var curve: Curve3D = (node as Path3D).curve.duplicate()
			curve.clear_points()
			for point: Array in points:
				curve.add_point(Vector3(point[0], 0.0, point[1]))
			(node as Path3D).curve = curve


# Every child with an id of the export, and its item there.
static func _pairs(folder: Node, items: Array) -> Array[Array]:
	var by_id: Dictionary = {}
	for item: Dictionary in items:
		by_id[int(item["id"])] = item
	var pairs: Array[Array] = []
	if folder == null:
		return pairs
	for node in folder.get_children():
		if node.has_meta("id") and by_id.has(int(node.get_meta("id"))):
			pairs.append([node, by_id[int(node.get_meta("id"))]])
	return pairs


static func _show_walls(folder: Node, data: Dictionary) -> void:
	var gone: Dictionary = {}
	for body in folder.get_children():
		if body.has_meta("id"):
			gone[int(body.get_meta("id"))] = body
	for wall: Dictionary in data["walls"]:
		var id := int(wall["id"])
		var body: Node = gone.get(id)
		if body == null:
			body = _body(folder)
			body.set_meta("id", id)
		gone.erase(id)
		body.set("collision_layer", int(wall["blocks_motion"]) * MOTION_LAYER + int(wall["blocks_sight"]) * SIGHT_LAYER)
		var door: Variant = wall["open"]  # setting null removes it
		body.set_meta("door", null if door == null else ("open" if door else "closed"))
		_set_shape(body, _edges(wall["points"], wall["closed"]), data["scale"])
	for id: int in gone:
		(gone[id] as Node).free()
	for body in folder.get_children():
		if body.has_meta("steerwright") and body.get_meta("steerwright") == "cells":
			body.free()
	if data["cells"]["blocked"].size() > 0:
		var body := _body(folder)
		body.set_meta("steerwright", "cells")
		body.set("collision_layer", MOTION_LAYER + SIGHT_LAYER)
		_set_shape(body, _cell_edges(data["cells"]), data["scale"])


static func _body(folder: Node) -> Node:
	var body: Node = StaticBody2D.new() if folder is Node2D else StaticBody3D.new()
	body.set("collision_mask", 0)
	folder.add_child(body)
	return body


# The ends of edges, in pairs, stand upright on the ground.
static func _set_shape(body: Node, ends: PackedVector2Array, scale: float) -> void:
	var earlier := body.get_node_or_null("Shape")
	if earlier != null:
		body.remove_child(earlier)
		earlier.free()
	if ends.size() == 0:
		return
	var node: Node = CollisionShape2D.new() if body is Node2D else CollisionShape3D.new()
	if node is CollisionShape2D:
		var lines := ConcavePolygonShape2D.new()
		lines.segments = ends
		(node as CollisionShape2D).shape = lines
	else:
		var up := Vector3(0.0, WALL_HEIGHT * scale, 0.0)
		var faces := PackedVector3Array()
		for i in range(0, ends.size(), 2):
			var a := Vector3(ends[i].x, 0.0, ends[i].y)
			var b := Vector3(ends[i + 1].x, 0.0, ends[i + 1].y)
			faces.append_array(PackedVector3Array([a, b, b + up, a, b + up, a + up]))
		var upright := ConcavePolygonShape3D.new()
		upright.backface_collision = true
		upright.set_faces(faces)
		(node as CollisionShape3D).shape = upright
	node.name = "Shape"
	body.add_child(node)


static func _edges(points: Array, closed: bool) -> PackedVector2Array:
	var ends := PackedVector2Array()
	for i in range(points.size() if closed else points.size() - 1):
		for point: Array in [points[i], points[(i + 1) % points.size()]]:
			ends.append(Vector2(point[0], point[1]))
	return ends


# The sides of blocked cells that have no blocked cell behind them.
static func _cell_edges(cells: Dictionary) -> PackedVector2Array:
	var blocked: Dictionary = {}
	for cell: Array in cells["blocked"]:
		blocked[Vector2(cell[0], cell[1])] = true
	var ends := PackedVector2Array()
	for cell: Vector2 in blocked:
		for side: Vector2 in [Vector2(1, 0), Vector2(0, 1), Vector2(-1, 0), Vector2(0, -1)]:
			if not blocked.has(cell + side):
				var middle := cell + Vector2(0.5, 0.5) + side * 0.5
				var half := Vector2(side.y, -side.x) * 0.5
				ends.append((middle - half) * cells["size"])
				ends.append((middle + half) * cells["size"])
	return ends
