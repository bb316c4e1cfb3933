//! Feeds the inputs of the fuzzer to the loader that the first argument names. `docs/fuzzing.md`
//! explains how to run it.
//!
//! `steerwright-fuzz LOADER FILE...` feeds files instead, to reproduce a finding.

mod loader;

use loader::Loader;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(loader) = arguments.first().and_then(|name| Loader::by_name(name)) else {
        eprintln!("usage: steerwright-fuzz LOADER [FILE...], with one of these loaders:");
        Loader::ALL
            .iter()
            .for_each(|loader| eprintln!("  {}", loader.name()));
        std::process::exit(2);
    };
    if arguments.len() > 1 {
        for file in &arguments[1..] {
            match std::fs::read(file) {
                Ok(bytes) => loader.feed(&bytes),
                Err(error) => eprintln!("{file}: {error}"),
            }
        }
        return;
    }
    // Panics of decoders that the loader catches are no findings.
    #[cfg(unix)]
    afl::fuzz_nohook!(|bytes: &[u8]| loader.feed(bytes));
    #[cfg(not(unix))]
    eprintln!("the fuzzer does not run on this system; name files to read");
}
