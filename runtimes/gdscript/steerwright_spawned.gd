# The nodes of agents that spawners add: made when an agent enters, and freed when it is gone.
#
# License: MIT OR Apache-2.0.
extends Reference

const Edit = preload("steerwright_edit.gd")

const SMALL := 0.1  # the radius of an agent that has none, units of the scene
const POINT := 1.5  # how far the point of a shape reaches, in radii
const CORNERS := [-150.0, -120.0, -90.0, -60.0, -40.0, 0.0, 40.0, 60.0, 90.0, 120.0, 150.0]  # degrees; at 0 is the point

var _nodes := {}  # by ids of agents


## Makes a node for each agent that a spawner added in the last ticks and that is still there.
func add_nodes(root: Node, data: Dictionary) -> void:
	for event in root.world.events:
		var agent = root.world.agent(event["agent"])
		if event["kind"] != "spawned" or agent == null or _nodes.has(agent.id):
			continue
		for spawner in data.get("spawners", []):
			if int(spawner["id"]) == event["source"]:
				_nodes[agent.id] = add_node(root, agent, spawner, data["scale"])


## Frees the nodes whose agents are gone, at the end of the frame.
func free_gone(world) -> void:
	for id in _nodes.keys():
		if not is_instance_valid(_nodes[id]):  # the game has freed it
			_nodes.erase(id)
		elif world.agent(id) == null:
			_nodes[id].queue_free()
			_nodes.erase(id)


## Frees all nodes immediately.
func free_all() -> void:
	for id in _nodes.keys():
		if is_instance_valid(_nodes[id]):
			_nodes[id].free()
	_nodes.clear()


## Adds a node that moves as an agent: an instance of the scene of its preset, or else a shape in the color of the preset. `fields` are
## those of its spawner, or its own, in the export.
static func add_node(root: Node, agent, fields: Dictionary, scale: float) -> Node:
	var preset: String = fields["preset"]
	var packed := root.preset_scenes.get(preset) as PackedScene
	var folder := root.get_node_or_null("Agents")
	if folder == null:
		folder = root
	var node: Node = packed.instance() if packed != null else _shape(folder, fields, scale)
	node.name = "%s %d" % [preset, agent.id]
	node.set_meta("steerwright", "agent")
	node.set_meta("id", agent.id)
	Edit.place(node, agent.x, agent.y)
	folder.add_child(node)
	return node


# As exported agents look: a pointed disc, or a cone on its side.
static func _shape(folder: Node, fields: Dictionary, scale: float) -> Node:
	var radius: float = fields["body"]["radius"]
	if radius <= 0.0:
		radius = SMALL * scale
	var color := Color(fields["color"])
	var is_flat := not (folder is Spatial)
	var node: Node = Node2D.new() if is_flat else Spatial.new()
	var shape: Node = _disc(radius, color) if is_flat else _cone(radius, color)
	shape.name = "Shape"
	node.add_child(shape)
	return node


static func _disc(radius: float, color: Color) -> Polygon2D:
	var corners := PoolVector2Array()
	for degrees in CORNERS:
		corners.append(Vector2(radius * (POINT if degrees == 0.0 else 1.0), 0.0).rotated(deg2rad(degrees)))
	var shape := Polygon2D.new()
	shape.color = color
	shape.polygon = corners
	return shape


# Turned so that its tip points to where the agent looks, -z, and lifted off the ground.
static func _cone(radius: float, color: Color) -> MeshInstance:
	var material := SpatialMaterial.new()
	material.albedo_color = color
	var mesh := CylinderMesh.new()
	mesh.material = material
	mesh.top_radius = 0.0
	mesh.bottom_radius = radius
	mesh.height = radius * (1.0 + POINT)
	var shape := MeshInstance.new()
	shape.mesh = mesh
	shape.translation = Vector3(0.0, radius, 0.0)
	shape.rotation = Vector3(-PI / 2.0, 0.0, 0.0)
	return shape
