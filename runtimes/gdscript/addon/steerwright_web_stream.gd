extends RefCounted
## The connection of a game in a browser to the editor: a WebSocket to the same port, with the methods of [StreamPeerTCP] that the link
## uses, which browsers have not. The bytes of its messages, one after the other, are those of the stream.

const MAX_WAITING := 16777216  # bytes that have arrived and are not read yet

var _socket: WebSocketPeer = WebSocketPeer.new()
var _received: PackedByteArray = PackedByteArray()


func connect_to_host(host: String, port: int) -> Error:
	_socket.inbound_buffer_size = MAX_WAITING
	_socket.max_queued_packets = 4096
	return _socket.connect_to_url("ws://%s:%d/steerwright-link" % [host, port])


func poll() -> void:
	_socket.poll()
	while _socket.get_available_packet_count() > 0:
		_received.append_array(_socket.get_packet())


func get_status() -> StreamPeerTCP.Status:
	match _socket.get_ready_state():
		WebSocketPeer.STATE_CONNECTING:
			return StreamPeerTCP.STATUS_CONNECTING
		WebSocketPeer.STATE_OPEN:
			return StreamPeerTCP.STATUS_CONNECTED
	# What arrived before the end is read first.
	return StreamPeerTCP.STATUS_CONNECTED if _received.size() > 0 else StreamPeerTCP.STATUS_NONE


func put_data(bytes: PackedByteArray) -> Error:
	return _socket.send(bytes)


func get_available_bytes() -> int:
	return _received.size()


func get_partial_data(size: int) -> Array:
	var part := _received.slice(0, size)
	_received = _received.slice(size)
	return [OK, part]


func disconnect_from_host() -> void:
	_socket.close()
