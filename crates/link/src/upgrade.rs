//! The request with which a page in a browser turns its connection into a WebSocket, and who may
//! send it.
//!
//! A page can connect to any port of its computer. So the request is only accepted from pages that
//! this computer serves itself, and by a name that cannot be another computer's; and then the game
//! proves itself as over TCP.

use tungstenite::handshake::derive_accept_key;

/// The longest request in bytes.
pub(super) const MAX_REQUEST: usize = 8 << 10;
/// The path of the link.
const PATH: &str = "/steerwright-link";

/// Where the request ends in `received`, after its empty line.
pub(super) fn end(received: &[u8]) -> Option<usize> {
    received
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .map(|start| start + 4)
}

/// The response that accepts the request.
///
/// # Errors
/// The response that refuses it.
pub(super) fn response(request: &[u8], port: u16) -> Result<String, String> {
    let refused = |status: &str, reason: &str| {
        let length = reason.len() + 1;
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{reason}\n"
        )
    };
    let request = Request::read(request)
        .ok_or_else(|| refused("400 Bad Request", "this is not an HTTP request"))?;
    // Before anything else, so that other sites learn nothing.
    let is_local = request
        .one("host")
        .is_some_and(|host| is_loopback(host, Some(port)));
    if !is_local {
        let reason = "the live link answers only to 127.0.0.1 and localhost";
        return Err(refused("403 Forbidden", reason));
    }
    let origins: Vec<&str> = request.all("origin").collect();
    let may_link = origins.iter().all(|origin| {
        let host = ["http://", "https://"]
            .iter()
            .find_map(|scheme| origin.strip_prefix(scheme));
        host.is_some_and(|host| is_loopback(host, None))
    });
    if !may_link {
        let reason = "only pages that this computer serves, from 127.0.0.1 or localhost, may use the live link";
        return Err(refused("403 Forbidden", reason));
    }
    if request.target != PATH {
        let reason = format!("the live link is at {PATH}");
        return Err(refused("404 Not Found", &reason));
    }
    let has = |name: &str, word: &str| {
        request
            .all(name)
            .flat_map(|value| value.split(','))
            .any(|value| value.trim().eq_ignore_ascii_case(word))
    };
    let key = request
        .one("sec-websocket-key")
        .filter(|key| key.len() == 24);
    match key {
        Some(key)
            if has("upgrade", "websocket")
                && has("connection", "upgrade")
                && request.one("sec-websocket-version") == Some("13") =>
        {
            let accept = derive_accept_key(key.as_bytes());
            Ok(format!(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
            ))
        }
        Some(_) | None => Err(refused(
            "426 Upgrade Required",
            "the live link is a WebSocket of version 13",
        )),
    }
}

/// Whether this is a name of this computer that no other can have, with the port, or with any.
fn is_loopback(host: &str, port: Option<u16>) -> bool {
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
        let Some(rest) = host
            .get(..name.len())
            .filter(|start| start.eq_ignore_ascii_case(name))
            .map(|_| &host[name.len()..])
        else {
            return false;
        };
        let given = match rest.strip_prefix(':') {
            Some(digits) => digits.parse::<u16>().ok(),
            None if rest.is_empty() => Some(80),
            None => return false,
        };
        given.is_some() && (port.is_none() || given == port)
    })
}

/// The parts of a request.
struct Request<'a> {
    target: &'a str,
    headers: Vec<(&'a str, &'a str)>,
}

impl<'a> Request<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.trim_end_matches("\r\n").split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if method != "GET" || version != "HTTP/1.1" || words.next().is_some() {
            return None;
        }
        let mut headers = Vec::new();
        for line in lines {
            let (name, value) = line.split_once(':')?;
            headers.push((name, value.trim()));
        }
        Some(Self { target, headers })
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.headers
            .iter()
            .filter(move |(found, _)| found.eq_ignore_ascii_case(name))
            .map(|&(_, value)| value)
    }

    /// The value of a header that is there exactly once.
    fn one(&self, name: &str) -> Option<&'a str> {
        let mut values = self.all(name);
        values.next().filter(|_| values.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "GET /steerwright-link HTTP/1.1\r\nHost: 127.0.0.1:47747\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
        Origin: http://localhost:8080\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    #[test]
    fn the_request_of_a_page_of_this_computer_is_accepted() {
        assert_eq!(end(GOOD.as_bytes()), Some(GOOD.len()));
        assert_eq!(end(&GOOD.as_bytes()[..GOOD.len() - 1]), None);
        // The example of RFC 6455.
        let accepted = response(GOOD.as_bytes(), 47747).expect("accepted");
        assert!(accepted.starts_with("HTTP/1.1 101 "));
        assert!(accepted.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
        for (old, new) in [
            ("Host: 127.0.0.1", "HOST: LocalHost"),
            ("http://localhost:8080", "https://127.0.0.1"),
            ("http://localhost:8080", "http://[::1]:1"),
            ("Origin: http://localhost:8080\r\n", ""),
        ] {
            let request = GOOD.replace(old, new);
            assert!(response(request.as_bytes(), 47747).is_ok(), "{request}");
        }
    }

    #[test]
    fn every_other_request_is_refused() {
        for (old, new, status) in [
            ("127.0.0.1:47747", "127.0.0.1:47748", "403"),
            ("127.0.0.1:47747", "127.0.0.1", "403"),
            ("127.0.0.1:47747", "evil.example:47747", "403"),
            ("127.0.0.1:47747", "127.0.0.1.evil.example:47747", "403"),
            ("Host:", "X:", "403"),
            ("Host:", "Host: 127.0.0.1:47747\r\nHost:", "403"),
            ("http://localhost:8080", "http://evil.example", "403"),
            (
                "http://localhost:8080",
                "http://localhost.evil.example",
                "403",
            ),
            ("http://localhost:8080", "http://localhost:x", "403"),
            ("http://localhost:8080", "http://localhost@evil", "403"),
            ("http://localhost:8080", "null", "403"),
            ("http://localhost:8080", "", "403"),
            ("Origin:", "Origin: http://evil.example\r\nOrigin:", "403"),
            ("/steerwright-link", "/", "404"),
            ("/steerwright-link", "/steerwright-link/../x", "404"),
            ("Upgrade: websocket", "Upgrade: h2c", "426"),
            ("keep-alive, Upgrade", "keep-alive", "426"),
            ("Version: 13", "Version: 8", "426"),
            ("dGhlIHNhbXBsZSBub25jZQ==", "", "426"),
            ("GET", "POST", "400"),
            ("HTTP/1.1", "HTTP/1.0", "400"),
            ("Upgrade: websocket", "Upgrade websocket", "400"),
        ] {
            let request = GOOD.replacen(old, new, 1);
            let refusal = response(request.as_bytes(), 47747).expect_err(&request);
            assert!(
                refusal.starts_with(&format!("HTTP/1.1 {status} ")),
                "{request}{refusal}"
            );
        }
        assert!(response(b"GET \xff HTTP/1.1\r\n\r\n", 1).is_err());
    }
}
