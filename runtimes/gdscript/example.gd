# The least that runs an exported scene: prints where the agents are once a second, and what happens to them.
#
#     godot3-server --path . -s example.gd NAME.steer.json  #3
#4 #     godot --headless --path . -s example_4.gd -- NAME.steer.json
# (#3 ends what is for Godot 3 alone; #4 begins what make_godot4.py puts in its place.)  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	quit(1)  # as soon as this function is left, however that comes about
	var file := File.new()  #3
	file.open(OS.get_cmdline_args()[-1], File.READ)  #3
	var data = JSON.parse(file.get_as_text()).result  #3
	#4 var data = JSON.parse_string(FileAccess.get_file_as_string(OS.get_cmdline_user_args()[-1]))

	var world = Steerwright.new()
	var problem: String = world.load_data(data)
	if problem != "":
		printerr(problem)
		return
	for second in range(1, 11):
		while world.time < second:
			world.step()
			for event in world.events:
				print("%.3f s: %s %s %s" % [world.time, world.agent(event.agent).name, event.kind, event.node])
		for agent in world.agents:
			print("%.3f s: %s is at (%.3f, %.3f)" % [world.time, agent.name, agent.x, agent.y])
	quit(0)
