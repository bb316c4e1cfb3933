# usage: godot3-server --path RUNTIME_FOLDER -s tick.gd NAME.steer.json STEPS: ms of a tick, the quickest of nine
# The engine has no clock of the CPU: on a busy machine the quickest is nearest to it.
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	quit(1)
	var arguments := OS.get_cmdline_args()
	var file := File.new()
	file.open(arguments[-2], File.READ)
	var world = Steerwright.new()
	var problem: String = world.load_data(JSON.parse(file.get_as_text()).result)
	if problem != "":
		printerr(problem)
		return
	var steps := int(arguments[-1])
	for _i in range(60):
		world.step()
	var quickest := INF
	for _repetition in range(9):
		var start := OS.get_ticks_usec()
		for _i in range(steps):
			world.step()
		quickest = min(quickest, (OS.get_ticks_usec() - start) / 1000.0 / steps)
	var sum := 0.0
	for agent in world.agents:
		sum += agent.x + agent.y
	print("%.3f %.17f" % [quickest, sum])
	quit(0)
