# Makes the nodes of a running scene follow an edit in the editor: markers and paths move to their new places, removed agents are
# hidden, and a new agent gets the scene of its preset or a copy of another agent's node. The static bodies of walls become those of
# the edit.
#
# License: MIT OR Apache-2.0.

const WALL_HEIGHT := 2.0  # of walls on the ground, units of the scene
const MOTION_LAYER := 1  # of what blocks motion
const SIGHT_LAYER := 2  # of what blocks sight


## Shows the parsed text of an export in the scene below a Steerwright node.
static func show(root: Node, data: Dictionary) -> void:
	_show_agents(root, data)
	_show_places(root.get_node_or_null("Markers"), data["markers"])
	_show_paths(root.get_node_or_null("Paths"), data["paths"])
	var folder := root.get_node_or_null("Walls")
	if folder != null:
		_show_walls(folder, data)
		show_doors(root)


## An open door is not solid.
static func show_doors(root: Node) -> void:
	var open: Array = root.world._open_doors()
	var folder := root.get_node_or_null("Walls")
	for body in folder.get_children() if folder != null else []:
		if body.has_meta("door"):
			for shape in body.get_children():
				if "disabled" in shape:
					shape.disabled = open.has(int(body.get_meta("id")))


## Gives the pictures underneath their textures, if the files are in `folder`.
static func show_pictures(root: Node, folder: String) -> void:
	var pictures := root.get_node_or_null("Pictures")
	for sprite in pictures.get_children() if pictures != null else []:
		if not sprite.has_meta("file") or sprite.texture != null:
			continue
		var path := folder.plus_file(sprite.get_meta("file"))
		if not ResourceLoader.exists(path):
			push_warning("%s does not exist; copy the picture there, or delete the node %s" % [path, sprite.name])
			continue
		sprite.texture = load(path)
		var pixel: Vector2 = Vector2(sprite.get_meta("width"), sprite.get_meta("height")) / sprite.texture.get_size()
		if sprite is Node2D:
			sprite.scale = pixel
		else:
			sprite.pixel_size = 1.0
			sprite.scale = Vector3(pixel.x, pixel.y, 1.0)


## Moves a node to a place of the scene; in 3D it keeps its height.
static func place(node: Node, x: float, y: float) -> void:
	if node is Node2D:
		node.position = Vector2(x, y)
	elif node is Spatial:
		node.translation = Vector3(x, node.translation.y, y)


## Where a node is in the scene: its x and y there.
static func place_of(node: Node) -> Array:
	if node is Node2D:
		return [node.position.x, node.position.y]
	return [node.translation.x, node.translation.z]


static func _show_agents(root: Node, data: Dictionary) -> void:
	var seen := {}
	var copied = null
	for node in root.movable():
		var agent = root.agent_of(node)
		if agent != null:
			seen[agent.id] = true
		if node.has_meta("steerwright") and node.get_meta("steerwright") == "agent":
			node.visible = agent != null
			copied = node
	for each in data["agents"]:
		var id := int(each["id"])
		if not seen.has(id) and root.preset_scenes.has(each["preset"]):
			root.Spawned.add_node(root, root.world.agent(id), each, data["scale"])
		elif not seen.has(id) and copied != null:
			var node: Node = copied.duplicate()
			node.set_meta("id", id)
			node.visible = true
			copied.get_parent().add_child(node)
			place(node, each["x"], each["y"])


static func _show_places(folder, items: Array) -> void:
	for pair in _pairs(folder, items):
		place(pair[0], pair[1]["x"], pair[1]["y"])


# A path gets a curve of its own, made of the points that agents follow: other nodes may share its curve, and stay as they are.
static func _show_paths(folder, items: Array) -> void:
	for pair in _pairs(folder, items):
		var node: Node = pair[0]
		var curve = node.curve.duplicate()
		curve.clear_points()
		var points: Array = pair[1]["points"]
		for point in points + ([points[0]] if pair[1]["closed"] and points.size() > 1 else []):
			if node is Node2D:
				curve.add_point(Vector2(point[0], point[1]))
			else:
				curve.add_point(Vector3(point[0], 0.0, point[1]))
		node.curve = curve


# Every child with an id of the export, and its item there.
static func _pairs(folder, items: Array) -> Array:
	var by_id := {}
	for item in items:
		by_id[int(item["id"])] = item
	var pairs := []
	for node in folder.get_children() if folder != null else []:
		if node.has_meta("id") and by_id.has(int(node.get_meta("id"))):
			pairs.append([node, by_id[int(node.get_meta("id"))]])
	return pairs


static func _show_walls(folder: Node, data: Dictionary) -> void:
	var gone := {}
	for body in folder.get_children():
		if body.has_meta("id"):
			gone[int(body.get_meta("id"))] = body
	for wall in data["walls"]:
		var id := int(wall["id"])
		var body: Node = gone.get(id)
		if body == null:
			body = _body(folder)
			body.set_meta("id", id)
		gone.erase(id)
		body.collision_layer = int(wall["blocks_motion"]) * MOTION_LAYER + int(wall["blocks_sight"]) * SIGHT_LAYER
		body.set_meta("door", null if wall["open"] == null else "open" if wall["open"] else "closed")
		_set_shape(body, _edges(wall["points"], wall["closed"]), data["scale"])
	for id in gone:
		gone[id].free()
	for body in folder.get_children():
		if body.has_meta("steerwright") and body.get_meta("steerwright") == "cells":
			body.free()
	if data["cells"]["blocked"].size() > 0:
		var body := _body(folder)
		body.set_meta("steerwright", "cells")
		body.collision_layer = MOTION_LAYER + SIGHT_LAYER
		_set_shape(body, _cell_edges(data["cells"]), data["scale"])


static func _body(folder: Node) -> Node:
	var body: Node = StaticBody2D.new() if folder is Node2D else StaticBody.new()
	body.collision_mask = 0
	folder.add_child(body)
	return body


# The ends of edges, in pairs, stand upright on the ground.
static func _set_shape(body: Node, ends: PoolVector2Array, scale: float) -> void:
	var shape: Node = body.get_node_or_null("Shape")
	if shape != null:
		body.remove_child(shape)
		shape.free()
	if ends.size() == 0:
		return
	if body is Node2D:
		shape = CollisionShape2D.new()
		shape.shape = ConcavePolygonShape2D.new()
		shape.shape.segments = ends
	else:
		var faces := PoolVector3Array()
		for i in range(0, ends.size(), 2):
			var a := Vector3(ends[i].x, 0.0, ends[i].y)
			var b := Vector3(ends[i + 1].x, 0.0, ends[i + 1].y)
			var up := Vector3(0.0, WALL_HEIGHT * scale, 0.0)
			faces.append_array(PoolVector3Array([a, b, b + up, a, b + up, a + up]))
		shape = CollisionShape.new()
		shape.shape = ConcavePolygonShape.new()
		shape.shape.set_faces(faces)
	shape.name = "Shape"
	body.add_child(shape)


static func _edges(points: Array, closed: bool) -> PoolVector2Array:
	var ends := PoolVector2Array()
	for i in range(points.size() if closed else points.size() - 1):
		for point in [points[i], points[(i + 1) % points.size()]]:
			ends.append(Vector2(point[0], point[1]))
	return ends


# The sides of blocked cells that have no blocked cell behind them.
static func _cell_edges(cells: Dictionary) -> PoolVector2Array:
	var blocked := {}
	for cell in cells["blocked"]:
		blocked[Vector2(cell[0], cell[1])] = true
	var ends := PoolVector2Array()
	for cell in blocked:
		for side in [Vector2(1, 0), Vector2(0, 1), Vector2(-1, 0), Vector2(0, -1)]:
			if not blocked.has(cell + side):
				var middle: Vector2 = cell + Vector2(0.5, 0.5) + side * 0.5
				var half: Vector2 = side.tangent() * 0.5
				ends.append((middle - half) * cells["size"])
				ends.append((middle + half) * cells["size"])
	return ends
