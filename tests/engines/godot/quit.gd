# Ends the game that it is an autoload of, and says how it is looked at and what an agent looks like.
extends Node


func _physics_process(_delta: float) -> void:
	var scene = get_tree().current_scene
	var shape = scene.get_node("Agents").get_child(0).get_node("Shape")
	if scene.world.tick >= 30:
		var view := get_viewport()
		print("seen" if view.canvas_transform != Transform2D() or view.get_camera() != null else "out of sight")
		print("color %s" % (shape.color if shape is Polygon2D else shape.mesh.material.albedo_color).to_html(false))
		print("size %.3f" % (shape.polygon[2].length() if shape is Polygon2D else shape.mesh.bottom_radius))
		print("ended at tick %d" % scene.world.tick)
		get_tree().quit()
