# A small program that runs an exported scene with waves of enemies: it prints positions once a second, and events.
#
#     godot3-server --path . -s example.gd NAME.steer.json  #3
#4 #     godot --headless --path . -s example_4.gd -- NAME.steer.json
#
# Enemies come in a scene with a preset "Guard" and a path "Wall", like presets/scenes/gate-patrol.scene.json.
#4 # crates/export/src/runtime/godot_script.rs makes the scripts for both versions of Godot of this source.  #3
extends SceneTree

const Steerwright = preload("steerwright.gd")

var world = Steerwright.new()
var enemies := []


func _initialize() -> void:
	quit(1)  # when this function ends, even by an error
	var path: String = OS.get_cmdline_args()[-1]  #3
	#4 var path: String = OS.get_cmdline_user_args()[-1]
	var file := File.new()  #3
	if file.open(path, File.READ) != OK:  #3
	#4 if not FileAccess.file_exists(path):
		printerr("%s does not exist" % path)
		return
	var data = JSON.parse(file.get_as_text()).result  #3
	#4 var data = JSON.parse_string(FileAccess.get_file_as_string(path))

	var problem: String = world.load_data(data)
	if problem != "":
		printerr(problem)
		return
	var guard: int = world.find_preset("Guard")
	var wall: int = world.find_path("Wall")
	for second in range(30):
		if second % 10 == 0 and guard >= 0 and wall >= 0:
			_spawn_enemy(guard, wall)
		while world.time < second + 1:
			world.step()
			for event in world.events:
				_print("%s %s %s" % [_name_of(world.agent(event.agent)), event.kind, event.node])
			_despawn_enemies(wall)
		for agent in world.agents:
			_print("%s is at (%.3f, %.3f)" % [_name_of(agent), agent.x, agent.y])
	quit(0)


# An enemy enters at the start of the patrol.
func _spawn_enemy(guard: int, wall: int) -> void:
	var start: Dictionary = world.path(wall).points[0]
	var enemy: int = world.spawn(guard, start.x, start.y)
	world.set_path(enemy, wall)
	enemies.append(enemy)
	_print("enemy %d is spawned" % enemy)


# Enemies that come to the end of the patrol are gone.
func _despawn_enemies(wall: int) -> void:
	for enemy in enemies.duplicate():
		var agent = world.agent(enemy)
		if world.path_nearest(wall, agent.x, agent.y).along > 0.95 * world.path(wall).length:
			world.despawn(enemy)
			enemies.erase(enemy)
			_print("enemy %d is despawned" % enemy)


func _name_of(agent) -> String:
	return agent.name if agent.name != "" else "enemy %d" % agent.id


func _print(text: String) -> void:
	print("%.3f s: %s" % [world.time, text])
