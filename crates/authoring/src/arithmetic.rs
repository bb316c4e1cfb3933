//! Numbers typed as small sums: `3+4/2`, `(1+2)*3`, and `+0.5` or `*2` to change what is there.

/// What a text typed into a number field makes of `present`; none for a text that is no number or sum.
///
/// A text that begins with `+`, `*` or `/` goes on from `present`; one that begins with `-` is a negative number, as nearly
/// always meant, and `-=2` takes two away (`+=`, `*=` and `/=` work too). A comma is read as a point.
///
/// ```
/// use steerwright_authoring::arithmetic::evaluate;
/// assert_eq!(evaluate("3+4/2", 9.0), Some(5.0));
/// assert_eq!(evaluate("+0.5", 9.0), Some(9.5));
/// assert_eq!(evaluate("*2", 9.0), Some(18.0));
/// assert_eq!(evaluate("-2", 9.0), Some(-2.0));
/// assert_eq!(evaluate("-=2", 9.0), Some(7.0));
/// assert_eq!(evaluate("two", 9.0), None);
/// ```
pub fn evaluate(text: &str, present: f64) -> Option<f64> {
    let text: String = text
        .chars()
        .map(as_typed_elsewhere)
        .filter(|c| !c.is_whitespace())
        .collect();
    if let Ok(plain) = text.parse::<f64>()
        && !text.starts_with('+')
    {
        return plain.is_finite().then_some(plain);
    }
    let mut reader = Reader {
        rest: &text,
        depth: 0,
    };
    let goes_on = ["+=", "-=", "*=", "/=", "+", "*", "/"]
        .into_iter()
        .find(|sign| text.starts_with(sign));
    let value = match goes_on {
        None => reader.sum()?,
        Some(sign) => {
            reader.rest = &text[sign.len()..];
            match sign.as_bytes()[0] {
                // What follows first binds as tightly as it does in a sum.
                b'+' => present + reader.sum()?,
                b'-' => present - reader.sum()?,
                b'*' => {
                    let product = present * reader.factor()?;
                    reader.sum_from(product)?
                }
                _ => {
                    let quotient = present / reader.factor()?;
                    reader.sum_from(quotient)?
                }
            }
        }
    };
    (reader.rest.is_empty() && value.is_finite()).then_some(value)
}

/// Signs as other programs write them.
fn as_typed_elsewhere(c: char) -> char {
    match c {
        ',' => '.',
        '−' => '-',
        '×' | '·' => '*',
        '÷' | ':' => '/',
        c => c,
    }
}

/// More brackets than this are no sum that anybody typed.
const MOST_BRACKETS: usize = 64;

/// Reads from the left; each function takes what it understands off `rest`.
struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let first = self.factor()?;
        self.sum_from(first)
    }

    /// The rest of a sum whose first factor is known.
    fn sum_from(&mut self, first: f64) -> Option<f64> {
        let mut total = self.product_from(first)?;
        loop {
            let sign = if self.take('+') {
                1.0
            } else if self.take('-') {
                -1.0
            } else {
                return Some(total);
            };
            let first = self.factor()?;
            total += sign * self.product_from(first)?;
        }
    }

    fn product_from(&mut self, first: f64) -> Option<f64> {
        let mut product = first;
        loop {
            if self.take('*') {
                product *= self.factor()?;
            } else if self.take('/') {
                product /= self.factor()?;
            } else {
                return Some(product);
            }
        }
    }

    /// A number, a sum in brackets, or either with a sign.
    fn factor(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > MOST_BRACKETS {
            return None;
        }
        let value = if self.take('-') {
            -self.factor()?
        } else if self.take('+') {
            self.factor()?
        } else if self.take('(') {
            let inner = self.sum()?;
            self.take(')').then_some(inner)?
        } else {
            self.number()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn number(&mut self) -> Option<f64> {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_digit() || c == '.'))
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let value = digits.parse().ok()?;
        self.rest = rest;
        Some(value)
    }
}
