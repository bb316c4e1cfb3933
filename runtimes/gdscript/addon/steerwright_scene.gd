class_name SteerwrightScene
extends Resource
## A scene of the Steerwright editor, as the add-on imports NAME.scene.json: choose it as [member SteerwrightRun.scene].

## The exported scene, as in NAME.steer.json.
@export_multiline var text: String = ""


## The parsed text; null if it is not JSON.
func data() -> Variant:
	var json := JSON.new()
	return json.data if json.parse(text) == OK else null
