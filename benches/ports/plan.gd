# usage: godot3-server --path RUNTIME_FOLDER -s plan.gd NAME.steer.json: ms of plans between one agent and the next: of the middle one,
# and the slowest. The engine has no clock of the CPU: each is the quickest of three.
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	quit(1)
	var file := File.new()
	file.open(OS.get_cmdline_args()[-1], File.READ)
	var world = Steerwright.new()
	var problem: String = world.load_data(JSON.parse(file.get_as_text()).result)
	if problem != "":
		printerr(problem)
		return
	var times := []
	var points := 0
	for i in range(1, world.agents.size()):
		var a = world.agents[i - 1]
		var b = world.agents[i]
		var quickest := INF
		var way
		for _repetition in range(3):
			var start := OS.get_ticks_usec()
			way = world.path_between(a.x, a.y, b.x, b.y, 0.3)
			quickest = min(quickest, (OS.get_ticks_usec() - start) / 1000.0)
		times.append(quickest)
		points += way.size() if way != null else 0
	times.sort()
	print("%.3f %.3f %d" % [times[times.size() / 2], times[-1], points])
	quit(0)
