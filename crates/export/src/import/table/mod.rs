//! Tables as spreadsheets write them: with commas, semicolons or tabs between columns, and decimal
//! points or commas.

mod delimiter;
mod numeral;
mod row;

pub use row::Row;

use super::level::node_places::normalized_name;
use csv::{ReaderBuilder, StringRecord};
use delimiter::{delimiter_of, said_delimiter};
use numeral::{DecimalSeparators, Numeral, numeral};
use std::cell::{Cell, OnceCell};
use steerwright_format::limits::{COLUMNS, Limit, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

/// A table, and how it is written.
pub struct Table<'a> {
    text: &'a str,
    delimiter: u8,
    /// The first row that is not empty: the names of the columns, or numbers in a table without
    /// names.
    header: StringRecord,
    /// The number of rows up to the header, and its line.
    header_rows: usize,
    header_line: u64,
    /// The indices of the columns with numbers. Empty if all have numbers.
    number_columns: Vec<usize>,
    /// What the numbers of the whole table show.
    shown: OnceCell<DecimalSeparators>,
    has_decimal_commas: Cell<bool>,
}

/// The rows of a table, which are read one by one.
pub struct Rows<'t> {
    table: &'t Table<'t>,
    reader: csv::Reader<&'t [u8]>,
    /// The offset of the last row, and its line.
    at: (usize, u64),
}

impl<'a> Table<'a> {
    /// Reads how the table in `text` is written, and the names of its columns. Numbers are in the
    /// columns `numbers`.
    ///
    /// # Errors
    /// A [`FormatError`] if the table has too many columns.
    pub fn new(text: &'a str, numbers: &[&str]) -> Result<Self, FormatError> {
        let text = text.trim_start_matches('\u{feff}');
        let (delimiter, text) = said_delimiter(text).unwrap_or_else(|| (delimiter_of(text), text));
        let mut table = Self {
            text,
            delimiter,
            header: StringRecord::new(),
            header_rows: 0,
            header_line: 1,
            number_columns: Vec::new(),
            shown: OnceCell::new(),
            has_decimal_commas: Cell::new(false),
        };
        // The numbers of a grid are as many as the tiles of a map.
        table.check_columns(&MAP_TILES)?;
        let mut header_rows = 0;
        let mut rows = table.all_rows();
        let mut header = None;
        while let Some(row) = rows.next()? {
            header_rows += 1;
            if !row.is_empty() {
                header = Some((row.cells, row.line));
                break;
            }
        }
        if let Some(header) = header {
            (table.header, table.header_line) = header;
            table.header_rows = header_rows;
        }
        if !table.is_grid() {
            table.check_columns(&COLUMNS)?;
            table.number_columns = numbers
                .iter()
                .filter_map(|name| table.column(name))
                .collect();
        }
        Ok(table)
    }

    /// Refuses tables with so many columns that their places take much more memory than their
    /// texts.
    fn check_columns(&self, limit: &'static Limit) -> Result<(), FormatError> {
        let delimiter = self.delimiter;
        let columns = |line: &str| 1 + line.bytes().filter(|&byte| byte == delimiter).count();
        let mut lines = self.text.split(['\n', '\r']);
        match lines.position(|line| columns(line) as u64 > limit.max) {
            None => Ok(()),
            Some(line) => Err(FormatError::BeyondLimit {
                pointer: (line as u64 + 1).to_string(),
                limit,
            }),
        }
    }

    /// Whether it has no names: its first row has numbers only.
    pub fn is_grid(&self) -> bool {
        let mut cells = self.names().filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|cell| !matches!(numeral(cell), Numeral::Invalid))
    }

    /// The names of its columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.header.iter().map(str::trim)
    }

    /// The index of the column with a name, however it is written: `PathName`, `path_name` and
    /// `Path name` are the same.
    pub fn column(&self, name: &str) -> Option<usize> {
        let name = normalized_name(name);
        self.names()
            .position(|known| normalized_name(known) == name)
    }

    /// The index of a column that must be there.
    ///
    /// # Errors
    /// A [`FormatError`] that names the columns that are there.
    pub fn required_column(&self, name: &str) -> Result<usize, FormatError> {
        self.column(name).ok_or_else(|| {
            let names: Vec<String> = self.names().map(shown).take(20).collect();
            let there = match &names[..] {
                [] => "it is empty".to_owned(),
                names => format!("it has {}, {}", names.join(", "), self.separation()),
            };
            at(
                self.header_line,
                format!("there is no column {name:?}; put the column names, including x and y, in the first row: {there}"),
            )
        })
    }

    /// The rows below the names.
    ///
    /// # Errors
    /// A [`FormatError`] if they cannot be read.
    pub fn rows(&self) -> Result<Rows<'_>, FormatError> {
        let mut rows = self.all_rows();
        for _ in 0..self.header_rows {
            rows.next()?;
        }
        Ok(rows)
    }

    /// All rows, without the names if it has any.
    pub fn all_rows(&self) -> Rows<'_> {
        let reader = ReaderBuilder::new()
            .delimiter(self.delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(self.text.as_bytes());
        Rows {
            table: self,
            reader,
            at: (0, 1),
        }
    }

    /// What is unusual about how the table is written, which is known after its numbers were read.
    pub fn note(&self) -> Option<String> {
        let commas = if self.has_decimal_commas.get() {
            ", and numbers have decimal commas"
        } else {
            ""
        };
        let is_usual = self.delimiter == b',' && commas.is_empty();
        (!is_usual).then(|| format!("columns are {}{commas}", self.separation()))
    }

    fn separation(&self) -> String {
        match self.delimiter {
            b',' => "separated by commas".into(),
            b';' => "separated by semicolons".into(),
            b'\t' => "separated by tabs".into(),
            other => format!("separated by {:?}", char::from(other)),
        }
    }

    /// Whether a separator in front of three digits can only be a decimal separator.
    fn is_decimal(&self, separator: char) -> bool {
        let shown = self.shown.get_or_init(|| self.decimal_separators());
        let usual = match self.delimiter {
            b',' => Some('.'),
            // Spreadsheets separate columns by semicolons where decimals have commas.
            b';' => Some(','),
            _ => None,
        };
        let is_shown = shown.only() == Some(separator);
        let is_usual = shown.is_empty() && usual == Some(separator);
        is_shown || is_usual
    }

    fn decimal_separators(&self) -> DecimalSeparators {
        let mut shown = DecimalSeparators::default();
        let mut rows = self.all_rows();
        while let Ok(Some(row)) = rows.next() {
            for (index, cell) in row.cells.iter().enumerate() {
                if self.number_columns.is_empty() || self.number_columns.contains(&index) {
                    shown.add(&numeral(cell));
                }
            }
        }
        shown
    }
}

impl<'t> Rows<'t> {
    /// The next row, which may be empty.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line.
    pub fn next(&mut self) -> Result<Option<Row<'t>>, FormatError> {
        let mut cells = StringRecord::new();
        let more = self.reader.read_record(&mut cells);
        let line = cells
            .position()
            .map_or(self.at.1, |at| self.line(at.byte()));
        if !more.map_err(|error| at(line, error.to_string()))? {
            return Ok(None);
        }
        Ok(Some(Row {
            table: self.table,
            line,
            cells,
        }))
    }

    /// The line of the row that starts behind the line breaks at an offset.
    fn line(&mut self, offset: u64) -> u64 {
        let bytes = self.table.text.as_bytes();
        let (from, mut line) = self.at;
        let mut to = from.max(offset as usize);
        while matches!(bytes.get(to), Some(b'\n' | b'\r')) {
            to += 1;
        }
        for at in from..to.min(bytes.len()) {
            let is_break = match bytes[at] {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            line += u64::from(is_break);
        }
        self.at = (to, line);
        line
    }

    /// The next row that is not empty.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line.
    pub fn next_filled(&mut self) -> Result<Option<Row<'t>>, FormatError> {
        loop {
            match self.next()? {
                Some(row) if row.is_empty() => {}
                other => return Ok(other),
            }
        }
    }
}

fn at(line: u64, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: line.to_string(),
        message: message.into(),
    }
}

/// A text for a message.
pub fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    format!("{:?}", sanitize_for_display(&short))
}
