class_name SteerwrightWorld
extends "steerwright.gd"
## Moves the agents of an exported scene as the Steerwright editor does, bit for bit, without any nodes.
##
## A [SteerwrightRun] has one as [member SteerwrightRun.world]. All its calls are those of steerwright.gd.


## The world of an exported scene, at tick 0; null if it cannot be loaded, which is reported as an error.
static func of_file(path: String) -> SteerwrightWorld:
	var json := JSON.new()
	var world := SteerwrightWorld.new()
	var fault := "does not exist"
	if FileAccess.file_exists(path):
		fault = world.load_data(json.data if json.parse(FileAccess.get_file_as_string(path)) == OK else null)
	if fault == "":
		return world
	push_error("%s: %s" % [path, fault])
	return null
