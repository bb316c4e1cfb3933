//! Style sheets of SVG pictures: which values of the properties that decide about places the
//! elements have.

use crate::import::level::{Omissions, beyond};
use crate::import::xml::{self, Document, Node};
use simplecss::{AttributeOperator, PseudoClass, Selector};
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;
use steerwright_format::limits::STYLE_STEPS;
use steerwright_format::{FormatError, sanitize_for_display};

/// The properties that decide where something is, and whether it is seen.
const PROPERTIES: [&str; 19] = [
    "display",
    "visibility",
    "transform",
    "transform-origin",
    "transform-box",
    "translate",
    "rotate",
    "scale",
    "font-size",
    "x",
    "y",
    "width",
    "height",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
];
/// Selectors that are longer are of no use, and matching them recurses.
const LONGEST_SELECTOR: usize = 1000;
/// What a selector counts, because it takes memory.
const STEPS_OF_SELECTOR: u64 = 1000;

/// A value of a property.
#[derive(Clone, Copy)]
pub struct Declaration<'a> {
    pub property: &'static str,
    pub value: &'a str,
    pub is_important: bool,
}

struct Rule<'a> {
    selector: Selector<'a>,
    declarations: Rc<[Declaration<'a>]>,
}

/// The rules of the style sheets of a document.
pub struct Styles<'a> {
    /// The strongest one is last.
    rules: Vec<Rule<'a>>,
    steps: Cell<u64>,
}

/// The text of all style sheets that hold for a screen, without comments.
pub fn sheet(document: &Document<'_>) -> String {
    let mut all = String::new();
    for node in document
        .descendants()
        .filter(|node| node.tag_name().name() == "style")
    {
        let is_css =
            xml::attribute(node, "type").is_none_or(|kind| matches!(kind.trim(), "" | "text/css"));
        let media = xml::attribute(node, "media").unwrap_or_default();
        if is_css && is_for_screen(media) {
            all.push_str(&without_comments(&xml::text(node)));
            all.push('\n');
        }
    }
    all
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    // What hid style sheets from old browsers.
    out.replace("<!--", " ").replace("-->", " ")
}

fn is_for_screen(media: &str) -> bool {
    let media = media.trim();
    media.is_empty()
        || media
            .split(',')
            .any(|kind| matches!(kind.trim(), "all" | "screen" | "only screen"))
}

/// Whether the rules in the block of an at-rule hold under a condition, other than that for a kind
/// of device.
fn has_condition(rule: &str) -> bool {
    let name = rule.split(|c: char| !c.is_ascii_alphabetic()).next();
    match name.unwrap_or_default() {
        "media" => rule.contains('(') || rule.contains("not "),
        "supports" | "container" | "layer" | "scope" => true,
        _ => false,
    }
}

/// Whether rules in a block say something about places.
fn says_places(block: &str) -> bool {
    let bodies = block.split('{').skip(1);
    bodies
        .map(|body| body.split('}').next().unwrap_or_default())
        .any(|body| !declarations(body).is_empty())
}

impl<'a> Styles<'a> {
    /// The rules of a [`sheet`] that say something about places.
    pub fn new(sheet: &'a str, omissions: &mut Omissions) -> Result<Self, FormatError> {
        let mut rules = Vec::new();
        let mut rest = sheet;
        while let Some((head, body)) = rest.split_once('{') {
            // The ends of media queries, and rules without a body.
            let head = head.rsplit([';', '}']).next().unwrap_or_default().trim();
            if let Some(rule) = head.strip_prefix('@') {
                if rule.strip_prefix("media").is_some_and(is_for_screen) {
                    rest = body;
                    continue;
                }
                rest = behind_block(body);
                let block = &body[..body.len() - rest.len()];
                if has_condition(rule) && says_places(block) {
                    let shown: String = head.chars().take(80).collect();
                    let shown = sanitize_for_display(&shown);
                    let why =
                        "whether it holds is not known; take it out of its block, or delete it";
                    omissions.add(format!("the style in {shown:?}"), why);
                }
                continue;
            }
            let (body, after) = body.split_once('}').unwrap_or((body, ""));
            rest = after;
            let declarations: Rc<[Declaration<'_>]> = declarations(body).into();
            if declarations.is_empty() {
                continue;
            }
            for text in list(head) {
                let short = Some(text).filter(|text| text.len() <= LONGEST_SELECTOR);
                match short.and_then(Selector::parse) {
                    Some(selector) => rules.push(Rule {
                        selector,
                        declarations: Rc::clone(&declarations),
                    }),
                    // They are about what is no element.
                    None if text.contains("::") => {}
                    None => {
                        let shown: String = text.chars().take(80).collect();
                        let shown = sanitize_for_display(&shown);
                        let why = "its selector is not known; use ids or classes";
                        omissions.add(format!("the style of {shown:?}"), why);
                    }
                }
                if rules.len() as u64 * STEPS_OF_SELECTOR > STYLE_STEPS.max {
                    return Err(beyond("the picture", &STYLE_STEPS));
                }
            }
        }
        // Among equals, the last one is the strongest.
        rules.sort_by_cached_key(|rule| rule.selector.specificity());
        Ok(Self {
            steps: Cell::new(rules.len() as u64 * STEPS_OF_SELECTOR),
            rules,
        })
    }

    /// The values of an element from rules and from its `style`, the strongest one last.
    ///
    /// # Errors
    /// A [`FormatError`] if finding the rules takes too long.
    pub fn of(&self, node: Node<'_>) -> Result<Vec<(&'static str, Cow<'a, str>)>, FormatError> {
        let matched = Matched {
            styles: self,
            node,
            steps: 1,
        };
        let rules = self.rules.iter();
        let rules = rules.filter(|rule| matched.step() && rule.selector.matches(&matched));
        let from_rules: Vec<Declaration<'a>> = rules
            .flat_map(|rule| rule.declarations.iter().copied())
            .collect();
        if self.steps.get() > STYLE_STEPS.max {
            return Err(beyond("the picture", &STYLE_STEPS));
        }
        let style = xml::unprefixed(node, "style");
        let style = style.map_or_else(String::new, without_comments);
        let from_style = declarations(&style);
        let mut all = Vec::new();
        for important in [false, true] {
            let rules = from_rules
                .iter()
                .filter(|declaration| declaration.is_important == important);
            all.extend(
                rules.map(|declaration| (declaration.property, Cow::Borrowed(declaration.value))),
            );
            let style = from_style
                .iter()
                .filter(|declaration| declaration.is_important == important);
            all.extend(style.map(|declaration| {
                (
                    declaration.property,
                    Cow::Owned(declaration.value.to_owned()),
                )
            }));
        }
        Ok(all)
    }
}

/// What is behind the block that starts before `text`.
fn behind_block(text: &str) -> &str {
    let mut depth = 1_usize;
    let end = text.bytes().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or("", |end| &text[end + 1..])
}

/// The parts of a list with commas.
fn list(text: &str) -> impl Iterator<Item = &str> {
    parts(text, ',').map(str::trim)
}

/// The parts between separators that are not in quotes, parentheses or brackets.
fn parts(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut quote, mut depth) = (None, 0_i32);
    text.split(move |c: char| {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            (None, _) => return c == separator && depth <= 0,
        }
        false
    })
}

/// The declarations of known properties.
fn declarations(text: &str) -> Vec<Declaration<'_>> {
    parts(text, ';').filter_map(declaration).collect()
}

fn declaration(text: &str) -> Option<Declaration<'_>> {
    let (name, value) = text.split_once(':')?;
    let name = name.trim();
    let property = PROPERTIES
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(name))?;
    let (value, is_important) = match value.rsplit_once('!') {
        Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value, true),
        Some(_) | None => (value, false),
    };
    Some(Declaration {
        property,
        value: value.trim(),
        is_important,
    })
}

/// An element that selectors are tried on.
struct Matched<'a, 'n> {
    styles: &'a Styles<'a>,
    node: Node<'n>,
    /// What looking at it counts.
    steps: u64,
}

impl<'n> Matched<'_, 'n> {
    /// Counts a step. False if there were too many: then nothing matches.
    fn step(&self) -> bool {
        let steps = self.styles.steps.get();
        if steps > STYLE_STEPS.max {
            return false;
        }
        self.styles.steps.set(steps + self.steps);
        true
    }

    fn neighbor(&self, node: Node<'n>) -> Option<Self> {
        let neighbor = Matched {
            styles: self.styles,
            node,
            steps: 1 + xml::attributes_length(node) as u64 / 64,
        };
        neighbor.step().then_some(neighbor)
    }
}

impl simplecss::Element for Matched<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.neighbor(self.node.parent_element()?)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.neighbor(self.node.prev_sibling_element()?)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.step() && xml::tag(self.node) == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        if !self.step() {
            return false;
        }
        let Some(value) = xml::unprefixed(self.node, name) else {
            return false;
        };
        match operator {
            AttributeOperator::Contains(word) => {
                value.split_ascii_whitespace().any(|part| part == word)
            }
            AttributeOperator::Exists
            | AttributeOperator::Matches(_)
            | AttributeOperator::StartsWith(_) => operator.matches(value),
        }
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}
