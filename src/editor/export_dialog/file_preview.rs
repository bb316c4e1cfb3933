//! What the preview shows of one file.

use std::io::{self, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};
use steerwright_export::{ExportFile, OutputFile, TraceFile};

/// The number of lines shown per file.
const PREVIEW_LINES: usize = 60;
/// The number of characters shown per line.
const PREVIEW_COLUMNS: usize = 160;
/// The most bytes of a trace that are kept. Longer ones are not recorded to their end.
const MAX_TRACE_BYTES: usize = 16_000_000;
/// How long a preview may record a trace.
pub(super) const MAX_WORK: Duration = Duration::from_secs(3);

/// A file of the preview.
pub(super) struct FilePreview {
    pub name: String,
    /// Its size, to be read.
    pub size: String,
    /// The beginning of the file as text.
    pub beginning: String,
    /// All of it, if it is text and not too long.
    pub text: Option<String>,
}

impl FilePreview {
    pub fn of(file: ExportFile) -> Self {
        match file {
            ExportFile::Ready(file) => Self::of_content(file),
            ExportFile::Trace(file) => Self::of_trace(&file),
        }
    }

    fn of_content(OutputFile { name, bytes }: OutputFile) -> Self {
        let size = size_text(bytes.len() as u64);
        let text = String::from_utf8(bytes).ok();
        let beginning = text
            .as_deref()
            .map_or_else(|| "Not a text file".into(), |text| beginning(text, true));
        Self {
            name,
            size,
            beginning,
            text,
        }
    }

    fn of_trace(file: &TraceFile) -> Self {
        if let Some(size) = file.binary_size() {
            return Self {
                name: file.name().into(),
                size: size_text(size),
                beginning: "Not a text file".into(),
                text: None,
            };
        }
        let started = Instant::now();
        let mut kept = Beginning::default();
        let is_complete = file
            .write_to(&mut kept, &|| started.elapsed() < MAX_WORK)
            .is_ok();
        // Its pieces end with a line.
        let text = String::from_utf8(kept.0).unwrap_or_default();
        let size = size_text(text.len() as u64);
        Self {
            name: file.name().into(),
            size: if is_complete {
                size
            } else {
                format!("more than {size}")
            },
            beginning: beginning(&text, is_complete),
            text: is_complete.then_some(text),
        }
    }
}

/// The first lines of a text.
fn beginning(text: &str, is_complete: bool) -> String {
    let lines = text
        .lines()
        .take(PREVIEW_LINES)
        .map(|line| line.chars().take(PREVIEW_COLUMNS).collect::<String>());
    let mut shown = lines.collect::<Vec<_>>().join("\n");
    let more = text.lines().count().saturating_sub(PREVIEW_LINES);
    if !is_complete {
        shown.push_str(&format!("\n… more than {more} more lines"));
    } else if more > 0 {
        shown.push_str(&format!("\n… {more} more lines"));
    }
    shown
}

/// Keeps what is written until it is too much.
#[derive(Default)]
struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_TRACE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A text is written from its start to its end.
impl Seek for Beginning {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

fn size_text(bytes: u64) -> String {
    match bytes {
        0..=999 => format!("{bytes} B"),
        1_000..=999_999 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;
    use std::sync::Arc;
    use steerwright_export::{self as export, ExportTarget};
    use steerwright_runtime::scene::{Agent, AgentId, ExportOptions, Preset, PresetId, Scene};

    #[test]
    fn sizes_use_the_largest_fitting_unit() {
        assert_eq!(
            [size_text(12), size_text(1_250), size_text(3_400_000)],
            ["12 B", "1.2 kB", "3.4 MB"]
        );
    }

    #[test]
    fn a_long_preview_is_truncated_with_a_note() {
        let text: String = (0..100).map(|i| format!("line {i}\n")).collect();
        let preview = FilePreview::of_content(OutputFile {
            name: "a.txt".into(),
            bytes: text.into_bytes(),
        });
        assert_eq!(preview.beginning.lines().count(), PREVIEW_LINES + 1);
        assert!(
            preview.beginning.ends_with("40 more lines"),
            "{}",
            preview.beginning
        );
        let binary = FilePreview::of_content(OutputFile {
            name: "a.bin".into(),
            bytes: vec![0xff, 0xfe],
        });
        assert_eq!(binary.beginning, "Not a text file");
    }

    /// The files of a run of a hundred agents that stand.
    fn traces(seconds: f64) -> Vec<FilePreview> {
        let agent = |id| Agent::at(AgentId(id), "", PresetId(1), DVec2::ZERO);
        let scene = Scene {
            presets: vec![Arc::new(Preset::steered(PresetId(1), "", []))],
            agents: Arc::new((1..=100).map(agent).collect()),
            ..Scene::default()
        };
        let options = ExportOptions {
            with_trace: Some(seconds),
            ..ExportOptions::default()
        };
        let files = export::export_files(&scene, ExportTarget::Trace, &options, &|| true);
        files.unwrap().into_iter().map(FilePreview::of).collect()
    }

    #[test]
    fn only_the_beginning_of_a_long_trace_is_recorded() {
        let files = traces(1.0);
        let text = files[0].text.as_deref().unwrap();
        assert_eq!(text.lines().count(), 6101);
        assert!(files[0].beginning.ends_with("… 6041 more lines"));
        assert!(files[1].text.is_none() && files[1].size.ends_with("kB"));

        let files = traces(200.0);
        assert!(files[0].text.is_none() && files[0].size.starts_with("more than "));
        assert!(files[0].beginning.starts_with("tick,time,agent,x"));
        assert!(files[0].beginning.contains("… more than "));
        assert!(files[1].size.ends_with(" MB"));
    }
}
