//! Numbers as spreadsheets of all countries write them: with decimal points or commas, and
//! thousands separators.

/// Separators of thousands that are nothing else.
const THOUSANDS: [char; 5] = [' ', '\u{a0}', '\u{202f}', '\'', '\u{2019}'];

/// What a text says as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numeral {
    /// It can be read in one way.
    Certain {
        number: f64,
        /// The decimal separator that it shows.
        decimal: Option<char>,
    },
    /// A point or a comma in front of three digits, as in `1,234`.
    Ambiguous {
        separator: char,
        with_decimals: f64,
        with_thousands: f64,
    },
    /// It is no number.
    Invalid,
}

/// Which decimal separators the numbers of a table show.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecimalSeparators {
    point: bool,
    comma: bool,
}

impl DecimalSeparators {
    pub fn add(&mut self, numeral: &Numeral) {
        if let Numeral::Certain { decimal, .. } = numeral {
            self.point |= *decimal == Some('.');
            self.comma |= *decimal == Some(',');
        }
    }

    pub fn is_empty(self) -> bool {
        !self.point && !self.comma
    }

    pub fn only(self) -> Option<char> {
        match (self.point, self.comma) {
            (true, false) => Some('.'),
            (false, true) => Some(','),
            (false, false) | (true, true) => None,
        }
    }
}

/// What a text says as a number.
pub fn numeral(text: &str) -> Numeral {
    parse(text).unwrap_or(Numeral::Invalid)
}

fn parse(text: &str) -> Option<Numeral> {
    // Some write a minus sign for a hyphen.
    let text = text.trim().replace('\u{2212}', "-");
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => text.split_at(at),
        None => (text.as_str(), ""),
    };
    let (sign, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let number = |whole: &str, decimals: &str| {
        let number = format!("{sign}{whole}.{decimals}{exponent}").parse();
        number.ok().filter(|number: &f64| number.is_finite())
    };
    let mut separators = digits.chars().filter(|c| !c.is_ascii_digit());
    let Some(first) = separators.next() else {
        return Some(Numeral::Certain {
            number: number(digits, "")?,
            decimal: None,
        });
    };
    let last = separators.next_back();
    if !separators.all(|separator| separator == first) {
        return None;
    }
    match (first, last) {
        ('.' | ',', None) => {
            let (whole, decimals) = digits.split_once(first)?;
            let with_decimals = number(whole, decimals)?;
            let thousands = ungrouped(digits, first).filter(|_| exponent.is_empty());
            let with_thousands = thousands.and_then(|digits| number(&digits, ""));
            Some(match with_thousands {
                Some(with_thousands) => Numeral::Ambiguous {
                    separator: first,
                    with_decimals,
                    with_thousands,
                },
                None => Numeral::Certain {
                    number: with_decimals,
                    decimal: Some(first),
                },
            })
        }
        (grouping, Some(decimal @ ('.' | ','))) if decimal != grouping => {
            let (whole, decimals) = digits.rsplit_once(decimal)?;
            Some(Numeral::Certain {
                number: number(&ungrouped(whole, grouping)?, decimals)?,
                decimal: Some(decimal),
            })
        }
        (grouping, last) if last.is_none_or(|last| last == grouping) => Some(Numeral::Certain {
            number: number(&ungrouped(digits, grouping)?, "")?,
            decimal: match grouping {
                '.' => Some(','),
                ',' => Some('.'),
                _ => None,
            },
        }),
        _ => None,
    }
}

/// The digits of a number whose thousands are separated.
fn ungrouped(digits: &str, separator: char) -> Option<String> {
    if !matches!(separator, '.' | ',') && !THOUSANDS.contains(&separator) {
        return None;
    }
    let mut groups = digits.split(separator);
    let first = groups.next()?;
    let starts = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let follow = groups.all(|group| group.len() == 3);
    (starts && follow).then(|| digits.replace(separator, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_countries_are_read_in_the_one_way_that_they_can_be() {
        for (text, number, decimal) in [
            ("12", 12.0, None),
            ("-0", -0.0, None),
            ("+3", 3.0, None),
            ("1.5", 1.5, Some('.')),
            ("1,5", 1.5, Some(',')),
            (" -1,25 ", -1.25, Some(',')),
            ("\u{2212}2", -2.0, None),
            (",5", 0.5, Some(',')),
            ("5.", 5.0, Some('.')),
            ("0,125", 0.125, Some(',')),
            ("1234,125", 1234.125, Some(',')),
            ("1,2345", 1.2345, Some(',')),
            ("1,234e0", 1.234, Some(',')),
            ("1.25E-2", 0.0125, Some('.')),
            ("1.234,5", 1234.5, Some(',')),
            ("1,234.5", 1234.5, Some('.')),
            ("1.234.567", 1_234_567.0, Some(',')),
            ("-12,345,678.125", -12_345_678.125, Some('.')),
            ("1 234,5", 1234.5, Some(',')),
            ("1\u{202f}234", 1234.0, None),
            ("1'234.5", 1234.5, Some('.')),
        ] {
            assert_eq!(
                numeral(text),
                Numeral::Certain { number, decimal },
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_can_be_thousands_or_decimals_is_ambiguous() {
        for (text, separator, with_decimals, with_thousands) in [
            ("1,234", ',', 1.234, 1234.0),
            ("-12.500", '.', -12.5, -12_500.0),
        ] {
            let ambiguous = Numeral::Ambiguous {
                separator,
                with_decimals,
                with_thousands,
            };
            assert_eq!(numeral(text), ambiguous);
        }
    }

    #[test]
    fn other_texts_are_no_numbers() {
        for text in [
            "",
            ".",
            "-",
            "e5",
            "x",
            "1x",
            "1.2.3",
            "1,2,3",
            "12.34,5",
            "1.234,5.6",
            "1;2",
            "inf",
            "NaN",
            "1e999",
            "0x10",
            "1 2",
            "1,234.567,8",
            "01.234.567",
            "--1",
            "1-2",
            "½",
        ] {
            assert_eq!(numeral(text), Numeral::Invalid, "{text:?}");
        }
    }
}
