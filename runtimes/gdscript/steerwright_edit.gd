# Makes the nodes of a running scene follow an edit in the editor: markers and paths move to their new places, removed agents are
# hidden, and a new agent gets a copy of another agent's node.
#
# License: MIT OR Apache-2.0.


## Shows the parsed text of an export in the scene below a Steerwright node.
static func show(root: Node, data: Dictionary) -> void:
	_show_agents(root, data)
	_show_places(root.get_node_or_null("Markers"), data["markers"])
	_show_paths(root.get_node_or_null("Paths"), data["paths"])


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
		if copied != null and not seen.has(int(each["id"])):
			var node: Node = copied.duplicate()
			node.set_meta("id", int(each["id"]))
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
