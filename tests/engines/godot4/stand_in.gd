extends RefCounted
# Stands in for what only the editor and desktop systems have: the editor settings, and running programs.

static var program := "steerwright"


static func execute(name: String, arguments: PackedStringArray, output: Array, _stderr: bool) -> int:
	print("run %s %s" % [name, " ".join(arguments)])
	if name == "nothing":
		return -1
	if name == "broken":
		output.append("yard.scene.json:/paths: is broken\n")
		return 1
	var folder := arguments[arguments.find("--out") + 1]
	DirAccess.make_dir_recursive_absolute(folder)
	var file := FileAccess.open(folder.path_join("Yard.steer.json"), FileAccess.WRITE)
	file.store_string("{}" if name == "empty" else FileAccess.get_file_as_string("res://%s" % name))
	file.close()
	return 0
