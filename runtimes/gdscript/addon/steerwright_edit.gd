extends RefCounted
## Makes the nodes of a running scene follow an edit in the editor: markers and paths move to their new places, removed agents are
## hidden, and a new agent gets a copy of another agent's node.


## Shows the parsed text of an export in the scene below a [SteerwrightRun].
static func show(root: SteerwrightRun, data: Dictionary) -> void:
	_show_agents(root, data)
	_show_places(root.get_node_or_null("Markers"), data["markers"])
	_show_paths(root.get_node_or_null("Paths"), data["paths"])


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
		if copied != null and not seen.has(int(each["id"])):
			var node := copied.duplicate()
			node.set_meta("id", int(each["id"]))
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
