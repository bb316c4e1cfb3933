# Prints where the pictures of an exported scene are and how large they are drawn, or that they are missing.
#
#     godot3-server --path . -s pictures.gd res://NAME.tscn  #3
#4 #     node godot4/run.mjs . pictures_4.gd res://NAME.tscn
extends SceneTree


var _scene


func _initialize() -> void:
	var path: String = OS.get_cmdline_args()[-1]  #3
	_scene = load(path).instance()  #3
	#4 var path: String = OS.get_cmdline_user_args()[-1]
	#4 _scene = load(path).instantiate()
	root.add_child(_scene)


# When the nodes are ready.
func _iteration(_delta: float) -> bool:  #3
#4 func _physics_process(_delta: float) -> bool:
	for sprite in _scene.get_node("Pictures").get_children():
		var size := "missing"
		if sprite.texture != null:
			var scale: Vector2 = Vector2(sprite.scale.x, sprite.scale.y)
			if not sprite is Node2D:
				scale *= sprite.pixel_size
			var drawn: Vector2 = sprite.texture.get_size() * scale
			size = "%.3f %.3f" % [drawn.x, drawn.y]
		if not sprite is Node2D:
			var axes: Basis = sprite.transform.basis.orthonormalized()
			var printed := "ground"
			for place in [sprite.transform.origin, "right", axes.x, "up", axes.y, "front", axes.z]:
				printed += " %s" % place if place is String else " %.3f %.3f %.3f" % [place.x, place.y, place.z]
			print("%s %.3f %s %s %s" % [printed, sprite.modulate.a, sprite.flip_h, sprite.flip_v, size])
			continue
		print("picture %.3f %.3f %.6f %.3f %s %s" % [sprite.position.x, sprite.position.y, sprite.rotation, sprite.modulate.a, sprite.flip_h, size])
	quit(0)
	return false
