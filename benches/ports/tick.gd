# Prints the ms of a tick, the quickest of nine. The engine has no clock of the CPU: on a busy machine the quickest is nearest to it.
#
#     godot3-server --path RUNTIME_FOLDER -s tick.gd NAME.steer.json STEPS  #3
#4 #     godot --headless --path RUNTIME_FOLDER -s tick_4.gd -- NAME.steer.json STEPS
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	quit(1)
	var arguments := OS.get_cmdline_args()  #3
	#4 var arguments := OS.get_cmdline_user_args()
	var file := File.new()  #3
	file.open(arguments[-2], File.READ)  #3
	var data = JSON.parse(file.get_as_text()).result  #3
	#4 var data = JSON.parse_string(FileAccess.get_file_as_string(arguments[-2]))
	var world = Steerwright.new()
	var problem: String = world.load_data(data)
	if problem != "":
		printerr(problem)
		return
	var steps := int(arguments[-1])
	for _i in range(60):
		world.step()
	var quickest := INF
	for _repetition in range(9):
		var start := _now()
		for _i in range(steps):
			world.step()
		quickest = min(quickest, (_now() - start) / 1000.0 / steps)
	var sum := 0.0
	for agent in world.agents:
		sum += agent.x + agent.y
	print("%.3f %.9f" % [quickest, sum])
	quit(0)


# In microseconds.
func _now() -> int:
	return OS.get_ticks_usec()  #3
	#4 return Time.get_ticks_usec()
