//! Proves on both sides that they know the token, without sending it.
//!
//! Each side sends a random nonce, and a proof that it could only compute from both nonces and the
//! token. So a program that happens to listen on the port learns nothing that admits it to the
//! editor, and a recorded conversation cannot be repeated.

use crate::hex::{bytes, hex};
use crate::{LinkError, Token};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The number of bytes in a nonce.
const NONCE_BYTES: usize = 16;

/// The side that a proof is from. The proof of one side is useless to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The editor, which proves itself first.
    Editor,
    /// The game.
    Game,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Editor => "editor",
            Self::Game => "game",
        }
    }
}

/// A random number, as 32 hex digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce(String);

impl Nonce {
    /// A new one, from the system's random number generator.
    ///
    /// # Errors
    /// [`LinkError::Random`].
    pub fn random() -> Result<Self, LinkError> {
        let mut bytes = [0; NONCE_BYTES];
        getrandom::fill(&mut bytes).map_err(LinkError::Random)?;
        Ok(Self(hex(&bytes)))
    }

    /// The one with these digits; `None` if there are not exactly 32 of them.
    pub fn from_digits(digits: &str) -> Option<Self> {
        let valid = digits.len() == 2 * NONCE_BYTES
            && digits
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        valid.then(|| Self(digits.to_owned()))
    }

    /// Its digits.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl Token {
    /// The proof of `side`: HMAC-SHA-256 with the digits of the token as the key, in hex digits.
    ///
    /// ```
    /// use steerwright_link::{Address, Nonce, Side};
    /// let address: Address = "47747/00112233445566778899aabbccddeeff".parse()?;
    /// let nonce = |digit: &str| Nonce::from_digits(&digit.repeat(32)).expect("32 digits");
    /// let proof = address.token.proof(Side::Editor, &nonce("1"), &nonce("2"));
    /// assert!(address.token.admits(&proof, Side::Editor, &nonce("1"), &nonce("2")));
    /// assert!(!address.token.admits(&proof, Side::Game, &nonce("1"), &nonce("2")));
    /// # Ok::<(), steerwright_link::LinkError>(())
    /// ```
    pub fn proof(&self, side: Side, game: &Nonce, editor: &Nonce) -> String {
        hex(&self.code(side, game, editor).finalize().into_bytes())
    }

    /// Whether `claimed` is the proof of `side`, compared in constant time.
    pub fn admits(&self, claimed: &str, side: Side, game: &Nonce, editor: &Nonce) -> bool {
        bytes(claimed)
            .is_some_and(|claimed| self.code(side, game, editor).verify_slice(&claimed).is_ok())
    }

    fn code(&self, side: Side, game: &Nonce, editor: &Nonce) -> Hmac<Sha256> {
        // A key longer than a block is hashed by definition; the digits are shorter.
        let mut key = [0; 64];
        let digits = self.digits().as_bytes();
        key[..digits.len()].copy_from_slice(digits);
        let mut code = Hmac::<Sha256>::new(&key.into());
        for part in [
            "steerwright-link ",
            side.name(),
            " ",
            game.digits(),
            " ",
            editor.digits(),
        ] {
            code.update(part.as_bytes());
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonce(digit: &str) -> Nonce {
        Nonce::from_digits(&digit.repeat(32)).expect("32 digits")
    }

    /// The receivers of other languages compute the same.
    #[test]
    fn a_proof_is_an_hmac_of_both_nonces() {
        let address: crate::Address = "1/00112233445566778899aabbccddeeff"
            .parse()
            .expect("an address");
        assert_eq!(
            address.token.proof(Side::Editor, &nonce("1"), &nonce("2")),
            "356f08c5fb0cf4cc8448b82d18d40ff67caf901bc6ce54de549c6644319b45bc"
        );
        assert_eq!(
            address.token.proof(Side::Game, &nonce("1"), &nonce("2")),
            "8fbb3c45b1966e6ed6be3570ad73349aaedb0a2dd782f35c2c2cd17f97dbfa35"
        );
    }

    #[test]
    fn a_proof_admits_only_its_side_token_and_nonces() {
        let token = Token::random().expect("a token");
        let other = Token::random().expect("a token");
        let (game, editor) = (nonce("a"), nonce("b"));
        let proof = token.proof(Side::Game, &game, &editor);
        assert!(token.admits(&proof, Side::Game, &game, &editor));
        for claimed in ["", "0", "é1", &proof[..62], &format!("{proof}00")] {
            assert!(
                !token.admits(claimed, Side::Game, &game, &editor),
                "{claimed}"
            );
        }
        assert!(!token.admits(&proof, Side::Editor, &game, &editor));
        assert!(!token.admits(&proof, Side::Game, &editor, &game));
        assert!(!other.admits(&proof, Side::Game, &game, &editor));
    }
}
