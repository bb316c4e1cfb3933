# Plays an exported scene whose link reads from a stand-in for its socket, as the web build has none: it delivers the bytes of a
# file in pieces. Prints the state of the link, and the nodes after each edit; then the same with the next file.
#
#     node run.mjs . link.gd res://NAME.tscn BYTES_A_PIECE FILE...
extends SceneTree

const ADDRESS := "1/9f0c9f0c9f0c9f0c9f0c9f0c9f0c9f0c"


class Socket:
	var said := PackedByteArray()
	var link
	var has_proven := false
	var piece := 0
	var _left: PackedByteArray

	func _init(bytes: PackedByteArray, bytes_a_piece: int) -> void:
		_left = bytes
		piece = bytes_a_piece

	func poll() -> void:
		pass

	func get_status() -> int:
		return StreamPeerTCP.STATUS_CONNECTED

	# The editor proves itself before its welcome.
	func put_data(bytes: PackedByteArray) -> int:
		said.append_array(bytes)
		if _left.get_string_from_ascii().begins_with('{"welcome"') and not has_proven:
			has_proven = true
			var challenge := "0123456789abcdef".repeat(2)
			var answer := {"challenge": challenge, "proof": link._proof("editor", challenge)}
			_left = (JSON.stringify(answer) + "\n").to_utf8_buffer() + _left
		return OK

	func get_available_bytes() -> int:
		return mini(piece, _left.size())

	func get_partial_data(size: int) -> Array:
		var part := _left.slice(0, size)
		_left = _left.slice(size)
		return [OK, part]

	func disconnect_from_host() -> void:
		_left = PackedByteArray()


var _scene
var _socket: Socket
var _files := []
var _begun := 0


# Before the nodes take their tick.
func _physics_process(_delta: float) -> bool:
	if _begun == 0:
		RenderingServer.render_loop_enabled = false
		_files = Array(OS.get_cmdline_user_args()).slice(2)
	if _scene != null and _socket.get_available_bytes() > 0:
		return false
	if _scene != null:
		print("hello %s" % _socket.said.get_string_from_utf8().get_slice("\n", 0))
		print("end %s | %s" % [_scene.link.state, _scene.link.problem])
		_scene.free()
	if _begun < _files.size():
		_begin(_files[_begun])
		_begun += 1
	else:
		quit(0)
	return false


func _begin(file: String) -> void:
	print("== %s" % file)
	_scene = load(OS.get_cmdline_user_args()[0]).instantiate()
	_scene.link_address = ADDRESS
	_scene.smooth = false
	_scene.scene_edited.connect(_on_edited)
	root.add_child(_scene)
	_socket = Socket.new(FileAccess.get_file_as_bytes(file), int(OS.get_cmdline_user_args()[1]))
	_socket.link = _scene.link
	_scene.link._tcp = _socket


func _on_edited() -> void:
	print("edit at tick %d" % _scene.world.tick)
	for node in _scene.get_node("Agents").get_children():
		var agent = _scene.agent_of(node)
		print("agent %d %s %s" % [node.get_meta("id"), "shown" if node.visible else "hidden", agent.name if agent != null else "-"])
	for node in _scene.get_node("Markers").get_children():
		print("marker %d %.3f %.3f" % [node.get_meta("id"), node.position.x, node.position.y])
	for node in _scene.get_node("Paths").get_children():
		var points := []
		for i in range(node.curve.point_count):
			points.append("(%.1f, %.1f)" % [node.curve.get_point_position(i).x, node.curve.get_point_position(i).y])
		print("path %d %s" % [node.get_meta("id"), " ".join(points)])
