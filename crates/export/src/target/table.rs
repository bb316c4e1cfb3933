//! Tables as CSV.

use crate::ExportError;

/// A table with a header row, after these first bytes of the file.
pub(super) fn table<const N: usize>(
    first_bytes: &[u8],
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ExportError> {
    let failed = |error: csv::Error| ExportError::Encode(error.to_string());
    let mut writer = csv::Writer::from_writer(first_bytes.to_vec());
    writer.write_record(header).map_err(failed)?;
    for row in rows {
        writer.write_record(row).map_err(failed)?;
    }
    writer
        .into_inner()
        .map_err(|error| ExportError::Encode(error.to_string()))
}
