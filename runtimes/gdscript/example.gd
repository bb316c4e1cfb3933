# A minimal program that runs an exported scene: it prints positions once a second, and events.
#
#     godot3-server --path . -s example.gd NAME.steer.json  #3
#4 #     godot --headless --path . -s example_4.gd -- NAME.steer.json
# (A line that ends in #3 is for Godot 3 only; make_godot4.py takes those that begin with #4 in its place.)  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
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
