# usage: godot --headless --path RUNTIME_FOLDER -s tick_4.gd -- NAME.steer.json STEPS: ms of a tick, the quickest of nine
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	var world = Steerwright.new()
	var problem: String = world.load_data(JSON.parse_string(FileAccess.get_file_as_string(arguments[0])))
	if problem != "":
		printerr(problem)
		quit(1)
		return
	var steps := int(arguments[1])
	for _i in range(60):
		world.step()
	var quickest := INF
	for _repetition in range(9):
		var start := Time.get_ticks_usec()
		for _i in range(steps):
			world.step()
		quickest = min(quickest, (Time.get_ticks_usec() - start) / 1000.0 / steps)
	var sum := 0.0
	for agent in world.agents:
		sum += agent.x + agent.y
	print("%.3f %.9f" % [quickest, sum])
	quit(0)
