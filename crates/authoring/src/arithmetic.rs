//! Arithmetic expressions in number fields: `3+4/2`, `(1+2)*3`, and `+0.5` or `*2` to change the
//! current value.

/// Evaluates the text of a number field whose value is `current`. Returns `None` if it is not an
/// expression.
///
/// Text that begins with `+`, `*` or `/` is applied to the current value. Text that begins with `-`
/// is a negative number; use `-=2` to subtract (`+=`, `*=` and `/=` also work). A comma is read as
/// a decimal point.
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
pub fn evaluate(text: &str, current: f64) -> Option<f64> {
    let text: String = text
        .chars()
        .map(ascii_operator)
        .filter(|c| !c.is_whitespace())
        .collect();
    if let Ok(plain) = text.parse::<f64>()
        && !text.starts_with('+')
    {
        return plain.is_finite().then_some(plain);
    }
    let mut parser = Parser {
        rest: &text,
        depth: 0,
    };
    let operator = ["+=", "-=", "*=", "/=", "+", "*", "/"]
        .into_iter()
        .find(|sign| text.starts_with(sign));
    let value = match operator {
        None => parser.sum()?,
        Some(sign) => {
            parser.rest = &text[sign.len()..];
            match sign.as_bytes()[0] {
                // The first operand binds as tightly as it would inside the expression.
                b'+' => current + parser.sum()?,
                b'-' => current - parser.sum()?,
                b'*' => {
                    let product = current * parser.factor()?;
                    parser.sum_from(product)?
                }
                _ => {
                    let quotient = current / parser.factor()?;
                    parser.sum_from(quotient)?
                }
            }
        }
    };
    (parser.rest.is_empty() && value.is_finite()).then_some(value)
}

/// Maps typographic operators to ASCII.
fn ascii_operator(c: char) -> char {
    match c {
        ',' => '.',
        '−' => '-',
        '×' | '·' => '*',
        '÷' | ':' => '/',
        c => c,
    }
}

/// The nesting limit, so that recursion stays bounded.
const MAX_DEPTH: usize = 64;

/// A recursive-descent parser. Each method consumes what it parses from `rest`.
struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let first = self.factor()?;
        self.sum_from(first)
    }

    /// Parses the rest of a sum whose first factor is already known.
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

    /// Parses a number, a parenthesized expression, or either with a sign.
    fn factor(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
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
