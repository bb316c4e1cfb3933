@tool
extends EditorPlugin
## Adds the import of scene files, NAME.scene.json, to Godot's editor. Exported scenes do not need it.

const SceneImporter := preload("steerwright_scene_importer.gd")

var _importer: EditorImportPlugin = null


func _enter_tree() -> void:
	var settings := EditorInterface.get_editor_settings()
	var setting: String = SceneImporter.PROGRAM_SETTING
	if not settings.has_setting(setting):
		settings.set_setting(setting, SceneImporter.PROGRAM)
	settings.set_initial_value(setting, SceneImporter.PROGRAM, false)
	settings.add_property_info({
		"name": setting, "type": TYPE_STRING, "hint": PROPERTY_HINT_GLOBAL_FILE, "hint_string": "",
	})
	_importer = SceneImporter.new()
	add_import_plugin(_importer)


func _exit_tree() -> void:
	remove_import_plugin(_importer)
	_importer = null
