# The receiving side of the live link: applies every edit in the editor to a running world.
#
#     var link = preload("steerwright_link.gd").new(world, "47747/9f0c...", "Night watch")  #3
#4 #     var link = preload("res://addons/steerwright/steerwright_link.gd").new(world, "47747/9f0c...", "Night watch")
#     if link.poll(): print("edited")     # once a frame; it never waits
#
# The address is copied from the editor. It only ever connects to this computer.
# License: MIT OR Apache-2.0.
#4 # crates/export/src/runtime/godot_script.rs makes the scripts for both versions of Godot of this source.  #3

#4 const WebStream := preload("steerwright_web_stream.gd")
const VERSION := 2
const HOST := "127.0.0.1"
const VARIABLE := "STEERWRIGHT_LINK"
const MAX_A_POLL := 262144  # bytes
const MAX_A_LINE := 67108864  # bytes
const MAX_AN_ANSWER := 4096  # bytes of a line before the editor has proven itself
const BLOCK := 64  # bytes, of SHA-256
const MAX_BRACKETS := 200  # nested in a line; a scene has less than ten, and too many crash the engine's parser
const RETRY_DELAY := 1000  # ms
const WELCOME_TIMEOUT := 10000  # ms

## "off"; "connecting" until it is linked for the first time; "linked"; "lost" until it is linked again; or "refused".
var state := "off"
## What is wrong and what to do, or "".
var problem := ""
## The parsed text of the export that was applied last, or null.
var scene = null

var _world
var _game := ""
var _port := 0
var _token := ""
var _tcp = null
var _has_said_hello := false
var _nonce := ""
var _is_proven := false
var _is_welcome := false
var _welcome_until := 0  # ms
var _pieces := []  # of a line that has not ended yet
var _length := 0  # of all pieces
var _next_try := 0  # ms


## For a world, with the address that the editor shows. If it is empty, the environment variable STEERWRIGHT_LINK has it; else the
## link is off.
func _init(world, address := "", game := ""):
	_world = world
	_game = game
	var link_address: String = (address if address != "" else OS.get_environment(VARIABLE)).strip_edges()
	if link_address == "":
		return
	var parts := link_address.split("/")
	_port = int(parts[0]) if parts[0].is_valid_integer() else 0  #3
	#4 _port = int(parts[0]) if parts[0].is_valid_int() else 0
	if parts.size() != 2 or _port < 1 or _port > 65535 or parts[1].length() != 32 or not parts[1].is_valid_hex_number():
		problem = "\"%s\" is not a link address; copy it from the editor again" % link_address.left(80)
		return
	_token = parts[1].to_lower()
	state = "connecting"


## To be called once a frame: connects, reads what has come, and applies a scene to the world. Returns whether one was applied.
func poll() -> bool:
	if state == "off" or state == "refused":
		return false
	if _tcp == null and not _connect():
		return false
	#4 _tcp.poll()
	if _tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		return false
	if _tcp.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		_lose("no editor is listening; open the scene and turn on its live link" if not _has_said_hello else "the editor was closed")
		return false
	if not _has_said_hello:
		_has_said_hello = true
		_welcome_until = _now() + WELCOME_TIMEOUT
		_nonce = Crypto.new().generate_random_bytes(16).hex_encode()
		_send(_hello())
	if not _is_welcome and _now() > _welcome_until:
		_lose("the program on port %d does not answer; copy the link address from the editor again" % _port)
		return false
	return _read()


## Ends the link for good.
func close() -> void:
	_disconnect()
	state = "off"


func _hello() -> Dictionary:
	return {"steerwright_link": VERSION, "nonce": _nonce, "game": _game.left(200), "options": _world.placement()}


# Whether it is connected or connecting now.
func _connect() -> bool:
	if _now() < _next_try:
		return false
	_tcp = StreamPeerTCP.new()  #3
	#4 _tcp = WebStream.new() if OS.has_feature("web") else StreamPeerTCP.new()
	if _tcp.connect_to_host(HOST, _port) != OK:
		_lose("cannot connect to port %d of this computer" % _port)
	return _tcp != null


func _disconnect() -> void:
	if _tcp != null:
		_tcp.disconnect_from_host()
	_tcp = null
	_has_said_hello = false
	_is_proven = false
	_is_welcome = false
	_pieces = []
	_length = 0


func _lose(why: String) -> void:
	_disconnect()
	state = "connecting" if state == "connecting" else "lost"
	problem = why
	_next_try = _now() + RETRY_DELAY


# Reads a bounded part of what has come; of several scenes it applies the last.
func _read() -> bool:
	var size: int = min(_tcp.get_available_bytes(), MAX_A_POLL)
	if size == 0:
		return false
	var bytes = _tcp.get_partial_data(size)[1]
	var newest = null
	while true:
		var end := _end_of_line(bytes)
		_pieces.append(bytes if end < 0 else bytes.subarray(0, end))  #3
		#4 _pieces.append(bytes if end < 0 else bytes.slice(0, end + 1))
		_length += _pieces[-1].size()
		if not _is_proven and _length > MAX_AN_ANSWER:
			_lose("the program on port %d is not the editor; copy the link address from the editor again" % _port)
			return false
		if _length > MAX_A_LINE:
			_lose("the editor sent a line of more than 64 MB; split the scene")
			return false
		if end < 0:
			break
		var message = _message(_line())
		if message == null:
			_lose("the program on port %d is not the editor; copy the link address from the editor again" % _port)
			return false
		if message.has("scene"):
			newest = message["scene"]
		elif not _handle(message):
			return false
		if end + 1 >= bytes.size():
			break
		bytes = bytes.subarray(end + 1, bytes.size() - 1)  #3
		#4 bytes = bytes.slice(end + 1)
	return newest != null and _apply(newest)


# The index of the first line feed, or -1.
func _end_of_line(bytes) -> int:
	var text: String = bytes.get_string_from_ascii()  #3
	var end := text.find("\n")  #3
	# A zero byte ends the text; then it ends the line, which is no valid JSON.  #3
	return end if end >= 0 or text.length() == bytes.size() else text.length()  #3
	#4 return bytes.find(10)


# The pieces as one text.
func _line() -> String:
	var all = _pieces[0]
	for i in range(1, _pieces.size()):
		all.append_array(_pieces[i])
	_pieces = []
	_length = 0
	return all.get_string_from_utf8()


# The object in a line; null for anything that an editor would not send.
func _message(line: String):
	if _is_too_deep(line, "[", "]") or _is_too_deep(line, "{", "}"):
		return null
	var parsed := JSON.parse(line)  #3
	var message = parsed.result if parsed.error == OK else null  #3
	#4 var json := JSON.new()
	#4 var message = json.data if json.parse(line) == OK else null
	if not message is Dictionary:
		return null
	# Before its proof, a program can only refuse; before its welcome, it sends nothing else.
	var is_expected: bool = message.has("welcome") if _is_proven else message.get("challenge") is String
	if not (_is_welcome or is_expected or message.has("refused")):
		return null
	return message


# Whether brackets are nested too deep. Those in texts count, too.
func _is_too_deep(line: String, opening: String, closing: String) -> bool:
	var open := 0
	var from := 0
	var to := line.find(opening)
	while to >= 0 and open <= MAX_BRACKETS:
		open += 1 - line.substr(from, to - from).count(closing)
		from = to + 1
		to = line.find(opening, from)
	return open > MAX_BRACKETS


# Handles a message without a scene. Returns whether the link continues.
func _handle(message: Dictionary) -> bool:
	if message.has("refused"):
		_disconnect()
		state = "refused"
		problem = "the editor refused: %s" % str(message["refused"]).left(200)
		return false
	if not _is_proven:
		return _answer(message["challenge"], str(message.get("proof")))
	if message.has("welcome"):
		_is_welcome = true
		state = "linked"
		problem = ""
	elif message.has("problem"):
		problem = "the editor says: %s" % str(message["problem"]).left(200)
	return true


# Checks the editor's proof, and sends the game's. Returns whether the link goes on.
func _answer(challenge: String, proof: String) -> bool:
	if proof != _proof("editor", challenge):
		_disconnect()
		state = "refused"
		problem = "the token does not match; copy the link address from the editor again"
		return false
	_is_proven = true
	_send({"proof": _proof("game", challenge)})
	return true


# The proof that a side ("editor" or "game") knows the token: an HMAC-SHA-256 of both nonces. Not every version has it.
func _proof(side: String, challenge: String) -> String:
	var inner = _padded_token(0x36)
	var text := "steerwright-link %s %s %s" % [side, _nonce, challenge]
	inner.append_array(text.to_utf8())  #3
	#4 inner.append_array(text.to_utf8_buffer())
	var outer = _padded_token(0x5c)
	outer.append_array(_sha256(inner))
	return _sha256(outer).hex_encode()


func _padded_token(with: int):
	var key := _token.to_ascii()  #3
	#4 var key := _token.to_ascii_buffer()
	var bytes := PoolByteArray()  #3
	#4 var bytes := PackedByteArray()
	for i in range(BLOCK):
		bytes.append((key[i] if i < key.size() else 0) ^ with)
	return bytes


func _sha256(bytes):
	var context := HashingContext.new()
	context.start(HashingContext.HASH_SHA256)
	context.update(bytes)
	return context.finish()


func _send(message: Dictionary) -> void:
	_tcp.put_data((_text(message) + "\n").to_utf8())  #3
	#4 _tcp.put_data((_text(message) + "\n").to_utf8_buffer())


func _apply(data) -> bool:
	problem = _world.apply_scene(data)
	if problem == "":
		scene = data
	return problem == ""


func _text(value) -> String:
	return to_json(value)  #3
	#4 return JSON.stringify(value, "", false, true)


func _now() -> int:
	return OS.get_ticks_msec()  #3
	#4 return Time.get_ticks_msec()
