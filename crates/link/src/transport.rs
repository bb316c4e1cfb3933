//! The bytes of a connection: as they are, or in messages of a WebSocket, as browsers send them.
//! Neither blocks.

use crate::upgrade;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{Shutdown, TcpStream};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// The longest message of a game.
const MAX_INCOMING: usize = 4 << 10;
/// The longest piece that is sent in one message.
const MAX_PIECE: usize = 64 << 10;

/// A stream of bytes in both directions.
pub(super) enum Transport {
    /// Nothing has arrived yet that says what it is.
    New(TcpStream),
    Raw(TcpStream),
    /// The request of a WebSocket, not all of which may be here.
    Requested {
        stream: TcpStream,
        request: Vec<u8>,
    },
    Web(Box<WebSocket<TcpStream>>),
    /// The request was refused.
    Closed,
}

impl Transport {
    pub fn new(stream: TcpStream) -> Result<Self> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        Ok(Self::New(stream))
    }

    /// Reads some bytes, as [`Read::read`].
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        if let Self::New(stream) = self {
            let mut first = [0];
            if stream.peek(&mut first)? == 0 {
                return Ok(0);
            }
            self.decide(first == *b"G");
        }
        if matches!(self, Self::Requested { .. }) {
            self.upgrade()?;
        }
        match self {
            Self::Raw(stream) => stream.read(bytes),
            Self::Web(socket) => read_message(socket, bytes),
            Self::New(_) | Self::Requested { .. } => Err(ErrorKind::WouldBlock.into()),
            Self::Closed => Ok(0),
        }
    }

    /// Writes some bytes, as [`Write::write`]. What was written may still be on its way to the
    /// socket: reading sends it.
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match self {
            // A game that has not said a word is told why it is refused.
            Self::New(stream) | Self::Raw(stream) => stream.write(bytes),
            Self::Web(socket) => {
                // Not before the piece before has left, so that a slow page does not fill the
                // memory.
                socket.flush().map_err(io_error)?;
                let piece = &bytes[..bytes.len().min(MAX_PIECE)];
                let message = Message::Binary(piece.to_vec().into());
                match socket.send(message).map_err(io_error) {
                    Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
                    // It is in the buffer of the socket.
                    Ok(()) | Err(_) => Ok(piece.len()),
                }
            }
            Self::Requested { .. } => Err(ErrorKind::WouldBlock.into()),
            Self::Closed => Err(ErrorKind::NotConnected.into()),
        }
    }

    /// Ends the direction to the game, after what was written.
    pub fn shutdown(&mut self) -> Result<()> {
        match self {
            Self::New(stream) | Self::Raw(stream) => stream.shutdown(Shutdown::Write),
            Self::Web(socket) => match socket.close(None).map_err(io_error) {
                Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
                Ok(()) | Err(_) => Ok(()),
            },
            Self::Requested { .. } | Self::Closed => Ok(()),
        }
    }

    /// Goes on as a WebSocket, or as it is.
    fn decide(&mut self, is_web: bool) {
        *self = match std::mem::replace(self, Self::Closed) {
            Self::New(stream) if is_web => Self::Requested {
                stream,
                request: Vec::new(),
            },
            Self::New(stream) => Self::Raw(stream),
            other @ (Self::Raw(_) | Self::Requested { .. } | Self::Web(_) | Self::Closed) => other,
        };
    }

    /// Reads the request, and answers it when it is complete.
    fn upgrade(&mut self) -> Result<()> {
        let Self::Requested { stream, request } = self else {
            return Ok(());
        };
        let end = loop {
            if let Some(end) = upgrade::end(request) {
                break end;
            }
            let mut bytes = [0; 1 << 10];
            let space = upgrade::MAX_REQUEST - request.len();
            if space == 0 {
                return Err(Error::new(
                    ErrorKind::InvalidData,
                    "the request is too long",
                ));
            }
            let count = stream.read(&mut bytes[..space.min(1 << 10)])?;
            if count == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            request.extend_from_slice(&bytes[..count]);
        };
        let response = upgrade::response(&request[..end], stream.local_addr()?.port());
        let rest = request.split_off(end);
        let stream = match std::mem::replace(self, Self::Closed) {
            Self::Requested { mut stream, .. } => {
                // A response fits into the empty buffer of the socket.
                let (Ok(text) | Err(text)) = &response;
                stream.write_all(text.as_bytes())?;
                stream
            }
            Self::New(_) | Self::Raw(_) | Self::Web(_) | Self::Closed => return Ok(()),
        };
        if response.is_err() {
            return stream.shutdown(Shutdown::Write);
        }
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_INCOMING))
            .max_frame_size(Some(MAX_INCOMING))
            .read_buffer_size(MAX_INCOMING)
            .write_buffer_size(0);
        let socket = WebSocket::from_partially_read(stream, rest, Role::Server, Some(config));
        *self = Self::Web(Box::new(socket));
        Ok(())
    }
}

/// Reads a message that fits into `bytes`, and sends what waits to be sent.
fn read_message(socket: &mut WebSocket<TcpStream>, bytes: &mut [u8]) -> Result<usize> {
    match socket.flush().map_err(io_error) {
        Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let data = match socket.read().map_err(io_error)? {
        Message::Text(text) => text.as_bytes().to_vec(),
        Message::Binary(data) => data.to_vec(),
        Message::Close(_) => return Ok(0),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Vec::new(),
    };
    if data.is_empty() {
        return Err(ErrorKind::Interrupted.into());
    }
    let target = bytes.get_mut(..data.len()).ok_or(ErrorKind::InvalidData)?;
    target.copy_from_slice(&data);
    Ok(data.len())
}

fn io_error(error: tungstenite::Error) -> Error {
    match error {
        tungstenite::Error::Io(error) => error,
        tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => {
            ErrorKind::NotConnected.into()
        }
        other => Error::new(ErrorKind::InvalidData, other),
    }
}
