# Links to several editors at the same time, with a world each, and prints the states of the links.
#
#     godot3-server --path . -s links.gd NAME.steer.json SECONDS ADDRESS...
extends SceneTree

const Steerwright = preload("steerwright/steerwright.gd")
const Link = preload("steerwright/steerwright_link.gd")

var _links := []
var _worlds := []
var _told := []
var _until := 0
var _longest := 0


func _initialize() -> void:
	var arguments := Array(OS.get_cmdline_args())
	arguments = arguments.slice(arguments.find("-s") + 2, arguments.size() - 1)
	var file := File.new()
	file.open(arguments[0], File.READ)
	var text := file.get_as_text()
	for address in arguments.slice(2, arguments.size() - 1):
		var world = Steerwright.new()
		print(world.load_data(JSON.parse(text).result))
		_worlds.append(world)
		_links.append(Link.new(world, address if address != "none" else "", "Test"))
		_told.append("")
	_until = OS.get_ticks_msec() + int(1000 * float(arguments[1]))


func _iteration(_delta: float) -> bool:
	for i in range(_links.size()):
		var before := OS.get_ticks_msec()
		var is_edited: bool = _links[i].poll()
		_longest = int(max(_longest, OS.get_ticks_msec() - before))
		_worlds[i].step()
		var told := "link %d %s %s" % [i, _links[i].state, _links[i].problem]
		if told != _told[i]:
			print(told)
			_told[i] = told
		if is_edited:
			print("edited %d %s" % [i, _worlds[i].agents[0].name])
	if OS.get_ticks_msec() > _until:
		for i in range(_links.size()):
			print("end %d %s | %s" % [i, _links[i].state, _links[i].problem])
			_links[i].close()
		print("ticks %d, the longest poll took %d ms" % [_worlds[0].tick, _longest])
		quit(0)
	return false
