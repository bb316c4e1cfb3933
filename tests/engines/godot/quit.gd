# Ends the game that it is an autoload of.
extends Node


func _physics_process(_delta: float) -> void:
	var tick: int = get_tree().current_scene.world.tick
	if tick >= 30:
		print("ended at tick %d" % tick)
		get_tree().quit()
