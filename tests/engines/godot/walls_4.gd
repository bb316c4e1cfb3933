# Made from walls.gd by make_godot4.py: change it there.
#
# Looks across the edges of walls and blocked cells with the physics of the engine, on the layers of what blocks motion and of what
# blocks sight: as exported, after every door was turned, and after an edit. Prints the ids of what is hit.
#
#     node godot4/run.mjs . walls_4.gd res://NAME.tscn...
extends SceneTree

const SETTLE := 3  # frames until the physics know a change

var _scenes := []
var _scene = null
var _frame := 0


func _initialize() -> void:
	var paths := Array(OS.get_cmdline_user_args())
	for path in paths:
		var scene = load(path).instantiate()
		root.add_child(scene)  # one in 2D and one on the ground do not meet
		_scenes.append(scene)


func _physics_process(_delta: float) -> bool:
	if _scene == null:
		if _scenes.size() == 0:
			quit(0)
			return false
		_scene = _scenes.pop_front()
		print("== %s" % _scene.scene_file_path)
		_frame = 0
	_frame += 1
	if _frame == SETTLE:
		_look("exported")
		for wall in _scene._data["walls"]:
			if wall["open"] != null:
				_scene.world.set_wall_open(int(wall["id"]), not wall["open"])
	elif _frame == 2 * SETTLE:
		_look("turned")
		_scene.Edit.show(_scene, _scene._data)
	elif _frame == 3 * SETTLE:
		_look("edited")
		_scene.free()
		_scene = null
	return false


func _look(when: String) -> void:
	for wall in _scene._data["walls"]:
		var points: Array = wall["points"]
		for i in range(points.size() if wall["closed"] else points.size() - 1):
			var next: Array = points[(i + 1) % points.size()]
			_across("%s wall %d %d" % [when, wall["id"], i], Vector2(points[i][0], points[i][1]), Vector2(next[0], next[1]))
	var cells: Dictionary = _scene._data["cells"]
	for i in range(cells["blocked"].size()):
		var cell: Array = cells["blocked"][i]
		var low: Vector2 = Vector2(cell[0], cell[1]) * cells["size"]
		_across("%s cell %d" % [when, i], low, low + Vector2(cells["size"], 0.0))


func _across(name: String, a: Vector2, b: Vector2) -> void:
	var middle := (a + b) / 2.0
	var size: float = _scene._data["scale"]
	var off: Vector2 = Vector2(a.y - b.y, b.x - a.x).normalized() * 0.2 * size
	var hits := []
	for layer in [1, 2]:
		var hit: int = _hit(middle + off, middle - off, layer)
		var from_behind: int = _hit(middle - off, middle + off, layer)
		hits.append(str(hit) if hit == from_behind else "%d or %d" % [hit, from_behind])
	print("%s %s %s" % [name, hits[0], hits[1]])


func _hit(from: Vector2, to: Vector2, layer: int) -> int:
	var hit: Dictionary
	if _scene is Node2D:
		hit = root.world_2d.direct_space_state.intersect_ray(PhysicsRayQueryParameters2D.create(from, to, layer))
	else:
		var height: float = 0.7 * _scene._data["scale"]
		var ends := [Vector3(from.x, height, from.y), Vector3(to.x, height, to.y)]
		hit = root.world_3d.direct_space_state.intersect_ray(PhysicsRayQueryParameters3D.create(ends[0], ends[1], layer))
	if not hit.has("collider"):
		return -1
	return int(hit["collider"].get_meta("id")) if hit["collider"].has_meta("id") else 0
