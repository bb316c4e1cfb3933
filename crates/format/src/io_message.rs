//! Errors of the system in words.

use std::io::{self, ErrorKind};

/// What an error of the system says, in words and without its number: "no such file or folder"
/// where the system's text is "No such file or directory (os error 2)". Errors that have a text of
/// their own keep it.
#[must_use]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the standard library has many kinds, and adds some"
)]
pub fn io_message(error: &io::Error) -> String {
    /// What the standard library adds to the text of the system.
    const NUMBER: &str = " (os error ";
    let text = error.to_string();
    let Some(at) = text.find(NUMBER) else {
        return text;
    };
    let words = match error.kind() {
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "it already exists",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of the path is not a folder",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is used up",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::InvalidFilename => "the name is not valid or too long",
        ErrorKind::AddrInUse => "the port is in use",
        _ => {
            let mut letters = text[..at].chars();
            let first = letters.next().map(|letter| letter.to_lowercase());
            return first.into_iter().flatten().chain(letters).collect();
        }
    };
    words.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_have_no_number() {
        let missing = std::fs::read("/no/such/file").expect_err("no file");
        assert_eq!(io_message(&missing), "no such file or folder");
        // Those of temporary files name a path that nobody chose.
        let folder = std::path::Path::new("/no/such/folder");
        let temporary = tempfile::tempfile_in(folder).expect_err("no folder");
        assert_eq!(io_message(&temporary), "no such file or folder");
        // Broken pipe, or whatever the number means elsewhere.
        let other = io_message(&io::Error::from_raw_os_error(32));
        assert!(!other.contains("os error") && !other.is_empty(), "{other}");
        let custom = io::Error::other("the file is read-only");
        assert_eq!(io_message(&custom), "the file is read-only");
    }
}
