//! A stand-in for the editor, which proves itself as the real one does.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use steerwright_link::{Address, Nonce, Side};

/// Proves that the editor at `address` knows the token, after the game has sent this hello, and
/// checks the game's proof.
pub fn prove(stream: &mut TcpStream, hello: &str, address: &str) {
    let hello: serde_json::Value = serde_json::from_str(hello).expect("a hello");
    let address: Address = address.parse().expect("an address");
    let game = hello["nonce"]
        .as_str()
        .and_then(Nonce::from_digits)
        .expect("a nonce");
    let editor = Nonce::random().expect("a nonce");
    let proof = address.token.proof(Side::Editor, &game, &editor);
    let challenge = format!(
        "{{\"challenge\": \"{}\", \"proof\": \"{proof}\"}}\n",
        editor.digits()
    );
    stream.write_all(challenge.as_bytes()).expect("sent");
    let mut answer = String::new();
    BufReader::new(&*stream)
        .read_line(&mut answer)
        .expect("a proof");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("a proof");
    let proof = answer["proof"].as_str().expect("a proof");
    assert!(address.token.admits(proof, Side::Game, &game, &editor));
}
