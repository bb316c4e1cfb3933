//! Arabic and Hebrew words in the order in which they are read.
//!
//! egui draws the letters of such a word from right to left, but places the words of a text from
//! left to right, because it does not know the Unicode Bidirectional Algorithm. Here the words of
//! each row are moved to their places after the layout, in all that is drawn. A text field that is
//! being edited keeps the order of its text, because its cursor is drawn by that order.

use egui::epaint::text::{Galley, Glyph, Row};
use egui::{Context, FullOutput, Plugin, Rect, Shape};
use std::ops::Range;
use std::sync::Arc;
use unicode_bidi::{BidiClass, BidiDataSource as _, BidiInfo, HardcodedBidiData, Level};

/// How far the text of a field may be drawn past it, in points.
const FIELD_MARGIN: f32 = 2.0;

/// Moves words to their places. Add it to the context of a window.
#[derive(Clone, Copy, Debug)]
pub struct VisualOrder;

impl Plugin for VisualOrder {
    fn debug_name(&self) -> &'static str {
        "visual order"
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let edited = edited_field(ctx);
        for clipped in &mut output.shapes {
            let is_edited = edited.is_some_and(|field| field.contains_rect(clipped.clip_rect));
            if !is_edited {
                reorder_shape(&mut clipped.shape);
            }
        }
    }
}

/// The text field that is being edited.
fn edited_field(ctx: &Context) -> Option<Rect> {
    let focused = ctx.memory(|memory| memory.focused());
    let focused = focused.filter(|_| ctx.text_edit_focused())?;
    let field = ctx.read_response(focused)?;
    Some(field.rect.expand(FIELD_MARGIN))
}

fn reorder_shape(shape: &mut Shape) {
    if let Shape::Text(text) = shape {
        if let Some(galley) = in_visual_order(&text.galley) {
            text.galley = Arc::new(galley);
        }
    } else if let Shape::Vec(shapes) = shape {
        shapes.iter_mut().for_each(reorder_shape);
    }
}

/// A text with its words in the order in which they are read. `None` if it has no letters that are
/// written from right to left, or if its glyphs cannot be assigned to its characters.
fn in_visual_order(galley: &Galley) -> Option<Galley> {
    let text = galley.job.text.as_str();
    // The first of these letters is Hebrew; most texts have only characters before it.
    let mut later = text.chars().filter(|&character| character >= '\u{590}');
    if text.is_ascii() || !later.any(is_right_to_left) {
        return None;
    }
    let text = Text::new(text);
    let mut galley = galley.clone();
    let ellipsis = galley.job.wrap.overflow_character;
    let ellipsis = ellipsis.filter(|_| galley.elided);
    let last = galley.rows.len().saturating_sub(1);
    let mut first = 0;
    for (index, placed) in galley.rows.iter_mut().enumerate() {
        let drawn = placed.row.glyphs.last().map(|glyph| glyph.chr);
        let is_cut = index == last && ellipsis.is_some() && drawn == ellipsis;
        let row = RowText::read(&text, first, &placed.row.glyphs, is_cut)?;
        if let Some(blocks) = row.blocks(&text) {
            let moved = Arc::make_mut(&mut placed.row);
            place(moved, &blocks, galley.pixels_per_point);
            let bounds = moved.visuals.mesh_bounds;
            galley.mesh_bounds |= bounds.translate(placed.pos.to_vec2());
        }
        first = row.end() + usize::from(placed.ends_with_newline);
    }
    (galley.elided || first == text.characters.len()).then_some(galley)
}

/// Whether a character is a letter that is written from right to left.
fn is_right_to_left(character: char) -> bool {
    let class = HardcodedBidiData.bidi_class(character);
    class == BidiClass::R || class == BidiClass::AL
}

/// Whether a character is drawn together with the one before it.
fn is_mark(character: char) -> bool {
    let class = HardcodedBidiData.bidi_class(character);
    class == BidiClass::NSM || class == BidiClass::BN
}

fn is_bracket(character: char) -> bool {
    HardcodedBidiData
        .bidi_matched_opening_bracket(character)
        .is_some()
}

/// A text with the directions of its characters.
struct Text<'a> {
    bidi: BidiInfo<'a>,
    characters: Vec<char>,
    /// Where each character begins, in bytes, and where the last one ends.
    places: Vec<usize>,
}

impl<'a> Text<'a> {
    fn new(text: &'a str) -> Self {
        let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        Self {
            bidi: BidiInfo::new(text, None),
            characters: text.chars().collect(),
            places: places.collect(),
        }
    }
}

/// Glyphs that keep their places to each other.
#[derive(Clone, Debug)]
struct Block {
    glyphs: Range<usize>,
    /// Whether it is a bracket that is drawn as its counterpart.
    is_mirrored: bool,
}

/// Glyphs in one font, which egui lays out in one piece.
struct Piece {
    glyphs: Range<usize>,
    characters: Range<usize>,
    /// Whether it has letters that are written from right to left: then all of it is, and it has
    /// more glyphs than characters. Otherwise each character has a glyph.
    is_right_to_left: bool,
}

impl Piece {
    /// The blocks of those of its characters that are in `run`, in their order in the text.
    fn blocks(&self, text: &Text<'_>, run: &Range<usize>, is_mirrored: bool) -> Vec<Block> {
        if self.is_right_to_left {
            let glyphs = self.glyphs.clone();
            let block = Block {
                glyphs,
                is_mirrored: false,
            };
            let is_in = run.contains(&self.characters.start);
            return is_in.then_some(block).into_iter().collect();
        }
        let start = self.characters.start.max(run.start);
        let end = self.characters.end.min(run.end);
        let block = |character: usize| {
            let glyph = self.glyphs.start + character - self.characters.start;
            Block {
                glyphs: glyph..glyph + 1,
                is_mirrored: is_mirrored && is_bracket(text.characters[character]),
            }
        };
        (start..end).map(block).collect()
    }
}

/// What a row shows of a text.
struct RowText {
    pieces: Vec<Piece>,
    /// The first of its characters.
    first: usize,
    /// The sign for what was cut off, if it does not stand beside a word of which a part is left.
    ellipsis: Option<usize>,
}

impl RowText {
    /// Assigns glyphs to the characters from `first` on. `None` if they do not match.
    fn read(text: &Text<'_>, first: usize, glyphs: &[Glyph], is_cut: bool) -> Option<Self> {
        let kept = glyphs.len() - usize::from(is_cut);
        let mut row = Self {
            pieces: Vec::new(),
            first,
            ellipsis: is_cut.then_some(kept),
        };
        let mut start = 0;
        while start < kept {
            let has_other_font = |&index: &usize| !same_font(&glyphs[index], &glyphs[start]);
            let end = (start..kept).find(has_other_font).unwrap_or(kept);
            let from = row.end();
            let later = text.characters.get(from..)?;
            let piece = &glyphs[start..end];
            let is_right_to_left = piece.iter().any(|glyph| is_right_to_left(glyph.chr));
            let mut count = match is_right_to_left {
                true => count_of_letters(later, piece),
                false => piece.len(),
            };
            let mut shown = start..end;
            if is_cut && end == kept && is_right_to_left {
                let word = later
                    .iter()
                    .take_while(|&&letter| is_letter(letter))
                    .count();
                if count < word {
                    // egui cuts a word at its right, where its first letters are: the sign stands
                    // for them.
                    count = word;
                    shown.end += 1;
                    row.ellipsis = None;
                }
            }
            if count == 0 || from + count > text.characters.len() {
                return None;
            }
            row.pieces.push(Piece {
                glyphs: shown,
                characters: from..from + count,
                is_right_to_left,
            });
            start = end;
        }
        Some(row)
    }

    /// The character after its last one.
    fn end(&self) -> usize {
        self.pieces
            .last()
            .map_or(self.first, |last| last.characters.end)
    }

    /// The glyphs of the row in the order from left to right. `None` if they are in that order.
    fn blocks(&self, text: &Text<'_>) -> Option<Vec<Block>> {
        let bytes = *text.places.get(self.first)?..*text.places.get(self.end())?;
        let mut paragraphs = text.bidi.paragraphs.iter();
        let paragraph = paragraphs.find(|paragraph| {
            paragraph.range.start <= bytes.start && bytes.end <= paragraph.range.end
        })?;
        let is_mixed = text
            .bidi
            .levels
            .get(bytes.clone())?
            .iter()
            .any(Level::is_rtl);
        if !is_mixed {
            return None;
        }
        let (levels, runs) = text.bidi.visual_runs(paragraph, bytes);
        let mut blocks = Vec::new();
        for run in runs {
            let is_reversed = levels.get(run.start)?.is_rtl();
            let start = text.places.binary_search(&run.start).ok()?;
            let run = start..text.places.binary_search(&run.end).ok()?;
            let pieces = self.pieces.iter();
            let mut of_run: Vec<Block> = pieces
                .flat_map(|piece| piece.blocks(text, &run, is_reversed))
                .collect();
            if is_reversed {
                of_run.reverse();
            }
            blocks.append(&mut of_run);
        }
        if let Some(glyph) = self.ellipsis {
            let is_at_left = paragraph.level.is_rtl();
            let sign = Block {
                glyphs: glyph..glyph + 1,
                is_mirrored: false,
            };
            blocks.insert(if is_at_left { 0 } else { blocks.len() }, sign);
        }
        Some(blocks)
    }
}

fn is_letter(character: char) -> bool {
    is_right_to_left(character) || is_mark(character)
}

/// How many characters glyphs from right to left show. egui adds a glyph without width for most of
/// the characters, so that their number does not say it.
fn count_of_letters(characters: &[char], glyphs: &[Glyph]) -> usize {
    let is_shown = |&(index, letter): &(usize, &char)| {
        (index > 0 && is_mark(*letter)) || glyphs.iter().any(|glyph| glyph.chr == *letter)
    };
    characters.iter().enumerate().take_while(is_shown).count()
}

/// Whether two glyphs come from one font, as far as it can be seen.
fn same_font(a: &Glyph, b: &Glyph) -> bool {
    a.font_face_ascent == b.font_face_ascent && a.font_face_height == b.font_face_height
}

/// Moves the glyphs of a row to the places that the order of `blocks` gives them.
fn place(row: &mut Row, blocks: &[Block], pixels_per_point: f32) {
    let end = row
        .glyphs
        .iter()
        .map(Glyph::max_x)
        .fold(0.0_f32, |end, x| end.max(x));
    // A mark over a letter has no width, and is drawn beside its place.
    let edge = |glyphs: &[Glyph], index: usize| {
        let mut later = glyphs.iter().skip(index);
        let wide = later.find(|glyph| glyph.advance_width > 0.0);
        wide.map_or(end, |glyph| glyph.pos.x)
    };
    let mut x = edge(&row.glyphs, 0);
    let mut moves = Vec::new();
    for block in blocks {
        let start = edge(&row.glyphs, block.glyphs.start);
        let moved = ((x - start) * pixels_per_point).round() / pixels_per_point;
        moves.push(moved);
        x += edge(&row.glyphs, block.glyphs.end) - start;
    }
    for (block, moved) in blocks.iter().zip(moves) {
        for glyph in row
            .glyphs
            .iter_mut()
            .take(block.glyphs.end)
            .skip(block.glyphs.start)
        {
            glyph.pos.x += moved;
            if glyph.uv_rect.is_nothing() {
                continue;
            }
            let first = glyph.first_vertex as usize;
            let Some([a, b, c, d]) = row.visuals.mesh.vertices.get_mut(first..first + 4) else {
                continue;
            };
            if block.is_mirrored {
                std::mem::swap(&mut a.uv, &mut b.uv);
                std::mem::swap(&mut c.uv, &mut d.uv);
            }
            for vertex in [a, b, c, d] {
                vertex.pos.x += moved;
            }
        }
    }
    row.visuals.mesh_bounds = row.visuals.mesh.calc_bounds();
}
