# Prints the ms of plans between one agent and the next: of the middle one, and the slowest. The engine has no clock of the CPU: each
# is the quickest of three.
#
#     godot3-server --path RUNTIME_FOLDER -s plan.gd NAME.steer.json  #3
#4 #     godot --headless --path RUNTIME_FOLDER -s plan_4.gd -- NAME.steer.json
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	quit(1)
	var arguments := OS.get_cmdline_args()  #3
	#4 var arguments := OS.get_cmdline_user_args()
	var file := File.new()  #3
	file.open(arguments[-1], File.READ)  #3
	var data = JSON.parse(file.get_as_text()).result  #3
	#4 var data = JSON.parse_string(FileAccess.get_file_as_string(arguments[-1]))
	var world = Steerwright.new()
	var problem: String = world.load_data(data)
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
			var start := _now()
			way = world.path_between(a.x, a.y, b.x, b.y, 0.3)
			quickest = min(quickest, (_now() - start) / 1000.0)
		times.append(quickest)
		points += way.size() if way != null else 0
	times.sort()
	print("%.3f %.3f %d" % [times[times.size() / 2], times[-1], points])
	quit(0)


# In microseconds.
func _now() -> int:
	return OS.get_ticks_usec()  #3
	#4 return Time.get_ticks_usec()
