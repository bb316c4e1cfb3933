//! The link address, which the user copies from the editor into a game: a port and a token.

use crate::LinkError;
use crate::hex::hex;
use std::str::FromStr;

/// The default port.
pub const DEFAULT_PORT: u16 = 47747;

/// The number of bytes in a [`Token`].
const TOKEN_BYTES: usize = 16;

/// The secret that authenticates a game. Other programs on this computer, and web pages in its
/// browsers, can reach the port too.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The port on which the editor listens, and its token: `47747/9f0c…`, with the token as 32 hex
/// digits.
///
/// ```
/// use steerwright_link::Address;
/// let text = "47747/00112233445566778899aabbccddeeff";
/// assert_eq!(text.parse::<Address>()?.to_string(), text);
/// # Ok::<(), steerwright_link::LinkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The port on 127.0.0.1.
    pub port: u16,
    /// The token.
    pub token: Token,
}

impl Token {
    /// Its 32 hex digits.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl Token {
    /// Generates a token with the system's random number generator.
    ///
    /// # Errors
    /// [`LinkError::Random`].
    pub fn random() -> Result<Self, LinkError> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(LinkError::Random)?;
        Ok(Self(hex(&bytes)))
    }
}

/// Hides the token, which must not appear in logs.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.port, self.token.0)
    }
}

impl FromStr for Address {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Self, LinkError> {
        let parts = text
            .trim()
            .split_once('/')
            .and_then(|(port, token)| Some((port.parse().ok().filter(|&port| port > 0)?, token)));
        match parts {
            Some((port, token))
                if token.len() == 2 * TOKEN_BYTES
                    && token.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
            {
                Ok(Self {
                    port,
                    token: Token(token.to_ascii_lowercase()),
                })
            }
            // The text may contain most of the token, so the error shows only its start.
            _ => Err(LinkError::Address(text.chars().take(12).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_and_hidden_in_logs() {
        let (token, other) = (
            Token::random().expect("a token"),
            Token::random().expect("a token"),
        );
        assert_ne!(token, other);
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn invalid_addresses_are_rejected_without_revealing_the_token() {
        for text in [
            "",
            "/",
            "47747",
            "47747/",
            "x/00112233445566778899aabbccddeeff",
            "0/00112233445566778899aabbccddeeff",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
        let long = "47747/00112233445566778899aabbccddeeff0"
            .parse::<Address>()
            .expect_err("too long")
            .to_string();
        assert!(
            long.starts_with("\"47747/001122\" is not a link address; copy it"),
            "{long}"
        );
        assert!(
            " 1/00112233445566778899AABBCCDDEEFF\n"
                .parse::<Address>()
                .is_ok()
        );
    }
}
