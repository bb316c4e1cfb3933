@tool
extends EditorImportPlugin
## Imports scene files of the Steerwright editor, NAME.scene.json, as [SteerwrightScene], and again whenever they are saved.
##
## It runs the command-line program of Steerwright, which the editor setting steerwright/program names. Godot before 4.5 does not
## recognize extensions of two parts: export the scene instead.

const PROGRAM_SETTING := "steerwright/program"
const PROGRAM := "steerwright"
const PLANES: Array[String] = ["xy", "xz"]


func _get_importer_name() -> String:
	return "steerwright.scene"


func _get_visible_name() -> String:
	return "Steerwright Scene"


func _get_recognized_extensions() -> PackedStringArray:
	return PackedStringArray(["scene.json"])


func _get_save_extension() -> String:
	return "res"


func _get_resource_type() -> String:
	return "Resource"


func _get_priority() -> float:
	return 2.0


func _get_import_order() -> int:
	return ResourceImporter.IMPORT_ORDER_DEFAULT


func _get_preset_count() -> int:
	return 2


func _get_preset_name(preset_index: int) -> String:
	return "3D, on the ground" if preset_index == 1 else "2D, in pixels"


func _get_import_options(_path: String, preset_index: int) -> Array[Dictionary]:
	return [
		{"name": "plane", "default_value": preset_index, "property_hint": PROPERTY_HINT_ENUM, "hint_string": "X-Y (2D),X-Z (3D)"},
		{"name": "scale", "default_value": 1.0 if preset_index == 1 else 32.0},
	]


func _get_option_visibility(_path: String, _option_name: StringName, _options: Dictionary) -> bool:
	return true


func _import(
	source_file: String, save_path: String, options: Dictionary, _platform_variants: Array[String], _gen_files: Array[String]
) -> Error:
	var folder := OS.get_cache_dir().path_join("steerwright-%s" % source_file.md5_text())
	var problem := _export(source_file, folder, options)
	var scene := SteerwrightScene.new()
	for file in DirAccess.get_files_at(folder) if problem == "" else PackedStringArray():
		if file.ends_with(".steer.json"):
			scene.text = FileAccess.get_file_as_string(folder.path_join(file))
		DirAccess.remove_absolute(folder.path_join(file))
	DirAccess.remove_absolute(folder)
	if problem == "":
		problem = SteerwrightWorld.new().load_data(scene.data())
	if problem != "":
		push_error("%s: %s" % [source_file, problem])
		return FAILED
	return ResourceSaver.save(scene, "%s.%s" % [save_path, _get_save_extension()])


# Runs the program. Returns what is wrong, or "".
func _export(source_file: String, folder: String, options: Dictionary) -> String:
	var program := str(EditorInterface.get_editor_settings().get_setting(PROGRAM_SETTING))
	var plane: int = options["plane"]
	var arguments := PackedStringArray(["export", ProjectSettings.globalize_path(source_file), "--to", "json", "--out", folder])
	arguments.append_array(["--y-down", "--plane", PLANES[plane], "--scale", str(options["scale"])])
	var output := []
	match OS.execute(program, arguments, output, true):
		0:
			return ""
		-1:
			return "%s cannot be run; choose the program in Editor Settings > Steerwright > Program" % program
	return "\n".join(output).strip_edges()
