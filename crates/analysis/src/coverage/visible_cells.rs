//! The cells that one eye sees.
//!
//! [`SightCone::sees_point`] decides about every cell, but it need not be asked about every cell.
//! The border of a field of view, and that of the shadow of a wall, cross a row of cells at a few
//! places. Cells that are farther from such a place than any rounding error are decided by the row;
//! the others are asked about one by one.

use super::cell_bits::{Span, add, add_where, remove, remove_where};
use super::grid::CoverageGrid;
use glam::DVec2;
use steerwright_runtime::geometry::vector::{cross, distance, dot};
use steerwright_runtime::level::{Barrier, Segment, SightCone};

/// Relative to the sizes that a formula is about: thousands of times its rounding error.
const MARGIN: f64 = 1e-12;
/// The angle at the sides of a field of view in which cells are asked about, radians. The formula
/// has squares, whose rounding errors are as large as those of an angle of 1e-8.
const SIDE_MARGIN: f64 = 1e-6;
/// Below this, a slope is 0 for all cells.
const NO_SLOPE: f64 = 1e-150;

/// Where an eye is and where it faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    pub(super) eye: DVec2,
    pub(super) facing: DVec2,
}

/// A part of the cells of a grid: rows, and words of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    pub(super) row: usize,
    pub(super) rows: usize,
    pub(super) word: usize,
    pub(super) words: usize,
}

/// Columns that are decided, and those that may be.
#[derive(Clone, Copy)]
struct Columns {
    certain: Span,
    possible: Span,
}

impl Columns {
    fn and(self, other: Self) -> Self {
        Self {
            certain: self.certain.and(other.certain),
            possible: self.possible.and(other.possible),
        }
    }
}

/// Computes the cells that eyes see. It keeps its memory from one to the next.
pub(super) struct VisibleCells<'a> {
    grid: CoverageGrid,
    walls: &'a Barrier,
    cone: SightCone,
    /// By row of the grid: the columns in the field of view, walls aside.
    spans: Vec<Span>,
    bits: Vec<u64>,
}

impl<'a> VisibleCells<'a> {
    pub(super) fn new(grid: CoverageGrid, walls: &'a Barrier, cone: SightCone) -> Self {
        Self {
            spans: vec![Span::EMPTY; grid.rows],
            bits: vec![0; grid.rows * grid.row_words()],
            grid,
            walls,
            cone,
        }
    }

    /// The cells that an eye sees, appended to `out`, and where they are.
    pub(super) fn append(&mut self, pose: Pose, out: &mut Vec<u64>) -> Window {
        let view = EyeView::new(&self.grid, self.cone, pose);
        let words = self.grid.row_words();
        let reach = self.cone.range + view.margin;
        let all = self.grid.rows;
        let band = Span::between(
            self.grid.row_of(pose.eye.y - reach).floor(),
            self.grid.row_of(pose.eye.y + reach).ceil(),
            all,
        );
        for row in band.start..band.end {
            let bits = &mut self.bits[row * words..(row + 1) * words];
            bits.fill(0);
            self.spans[row] = view.fill_field(row, bits);
        }
        let (spans, bits, grid) = (&self.spans, &mut self.bits, &self.grid);
        self.walls
            .near(pose.eye, pose.eye, self.cone.range, |_, segment| {
                view.hide(segment, grid, band, spans, bits);
            });
        self.cut_out(band, out)
    }

    /// Appends the part of the bits that has any.
    fn cut_out(&self, band: Span, out: &mut Vec<u64>) -> Window {
        let words = self.grid.row_words();
        let row = |row: usize| &self.bits[row * words..(row + 1) * words];
        let has_any = |&r: &usize| row(r).iter().any(|&word| word != 0);
        let rows = band.start..band.end;
        let (Some(first), Some(last)) = (rows.clone().find(has_any), rows.rev().find(has_any))
        else {
            return Window::default();
        };
        let used = |word: &usize| (first..=last).any(|r| row(r)[*word] != 0);
        let left = (0..words).find(used).unwrap_or(0);
        let right = (0..words).rev().find(used).unwrap_or(0);
        for r in first..=last {
            out.extend_from_slice(&row(r)[left..=right]);
        }
        Window {
            row: first,
            rows: last + 1 - first,
            word: left,
            words: right + 1 - left,
        }
    }
}

/// One eye, with what its formulas compute again and again.
struct EyeView {
    grid: CoverageGrid,
    cone: SightCone,
    pose: Pose,
    /// The place of the eye among the columns.
    column: f64,
    /// The sides of the field of view as directions. `None` if it is all around, or if the facing
    /// is not a unit vector.
    sides: Option<[DVec2; 2]>,
    /// Whether cells in the field are asked about one by one.
    asks: bool,
    /// A distance far above the rounding errors of coordinates, u.
    margin: f64,
}

impl EyeView {
    fn new(grid: &CoverageGrid, cone: SightCone, pose: Pose) -> Self {
        let facing = pose.facing;
        let is_unit = (dot(facing, facing) - 1.0).abs() < 1e-9;
        let cos = if cone.fov_deg <= 180.0 {
            cone.cos2.sqrt()
        } else {
            -cone.cos2.sqrt()
        };
        let sin = (1.0 - cone.cos2).max(0.0).sqrt();
        let left = DVec2::new(
            facing.x * cos - facing.y * sin,
            facing.y * cos + facing.x * sin,
        );
        let right = DVec2::new(
            facing.x * cos + facing.y * sin,
            facing.y * cos - facing.x * sin,
        );
        let has_sides = cone.fov_deg != 360.0;
        Self {
            grid: *grid,
            cone,
            pose,
            column: grid.column_of(pose.eye.x),
            sides: (has_sides && is_unit).then_some([right, left]),
            asks: has_sides && !is_unit,
            margin: MARGIN * (cone.range + pose.eye.abs().max_element() + grid.size),
        }
    }

    /// The columns whose `slope * x + offset` is at least `bound`, x being counted from the eye.
    #[inline]
    fn at_least(&self, slope: f64, inverse: f64, offset: f64, bound: f64) -> Span {
        let columns = self.grid.columns;
        if slope.abs() < NO_SLOPE {
            return if offset >= bound {
                Span {
                    start: 0,
                    end: columns,
                }
            } else {
                Span::EMPTY
            };
        }
        let place = self.column + (bound - offset) * inverse / self.grid.size;
        if slope > 0.0 {
            Span::between(place, f64::INFINITY, columns)
        } else {
            Span::between(f64::NEG_INFINITY, place, columns)
        }
    }

    #[inline]
    fn half_plane(&self, slope: f64, inverse: f64, offset: f64, margin: f64) -> Columns {
        Columns {
            certain: self.at_least(slope, inverse, offset, margin),
            possible: self.at_least(slope, inverse, offset, -margin),
        }
    }

    /// The columns of a row whose centers are within `radius` of the eye. `y` is counted from the
    /// eye.
    fn circle(&self, radius: f64, y: f64) -> Columns {
        let within = |radius: f64| {
            let squared = radius * radius - y * y;
            if !(radius > 0.0 && squared >= 0.0) {
                return Span::EMPTY;
            }
            let half = squared.sqrt() / self.grid.size;
            Span::between(self.column - half, self.column + half, self.grid.columns)
        };
        Columns {
            certain: within(radius - self.margin),
            possible: within(radius + self.margin),
        }
    }

    /// Adds the cells of a row in the field of view, walls aside. Returns the columns between which
    /// they are.
    fn fill_field(&self, row: usize, bits: &mut [u64]) -> Span {
        let y = self.grid.y(row) - self.pose.eye.y;
        let range = self.circle(self.cone.range, y);
        if range.possible.is_empty() {
            return Span::EMPTY;
        }
        let mut possible = [range.possible, Span::EMPTY];
        match self.sides {
            _ if self.asks => {}
            None => add(bits, range.certain),
            Some([right, left]) => {
                let margin = SIDE_MARGIN * self.cone.range + self.margin;
                // cross(right, d) and cross(d, left) are not negative between the sides.
                let of_right = self.half_plane(-right.y, -right.y.recip(), right.x * y, margin);
                let of_left = self.half_plane(left.y, left.y.recip(), -left.x * y, margin);
                let near = self.circle(self.cone.near, y);
                if self.cone.fov_deg <= 180.0 {
                    let between = of_right.and(of_left).and(range);
                    add(bits, between.certain);
                    possible = [between.possible, near.possible.and(range.possible)];
                } else {
                    let sides = [of_right.and(range), of_left.and(range)];
                    sides.iter().for_each(|side| add(bits, side.certain));
                }
                add(bits, near.and(range).certain);
            }
        }
        for span in possible {
            add_where(bits, span, |column| {
                let center = self.grid.center(column, row);
                self.cone.contains(self.pose.eye, self.pose.facing, center)
            });
        }
        possible[0].hull(possible[1])
    }

    /// Whether a wall only hides what is outside of the field of view: its ends are on the outer
    /// side of one border, as is its whole shadow, and it is beyond the near radius.
    fn is_outside(&self, wall: &Segment, a: DVec2, b: DVec2, margin: f64) -> bool {
        let Some([right, left]) = self.sides.filter(|_| self.cone.fov_deg <= 180.0) else {
            return false;
        };
        let border = -(SIDE_MARGIN * self.cone.range + margin);
        let outside_right = cross(right, a) < border && cross(right, b) < border;
        let outside_left = cross(a, left) < border && cross(b, left) < border;
        if !outside_right && !outside_left {
            return false;
        }
        distance(wall.nearest_point(self.pose.eye), self.pose.eye) > self.cone.near + margin
    }

    /// Removes the cells of the rows in `band` that a wall hides.
    ///
    /// Counted from the eye, the wall is from a to b. It hides the places between the rays through
    /// a and b that are not on the side of the eye: three half planes.
    fn hide(
        &self,
        wall: &Segment,
        grid: &CoverageGrid,
        band: Span,
        spans: &[Span],
        bits: &mut [u64],
    ) {
        let eye = self.pose.eye;
        let (a, b, along) = (wall.a - eye, wall.b - eye, wall.b - wall.a);
        let sizes = a.abs() + b.abs() + along.abs() + self.cone.range;
        let coordinates = eye.abs() + wall.a.abs() + wall.b.abs() + self.cone.range;
        let margin = MARGIN * (sizes.x + sizes.y) * (coordinates.x + coordinates.y);
        if self.is_outside(
            wall,
            a,
            b,
            self.margin + MARGIN * (coordinates.x + coordinates.y),
        ) {
            return;
        }
        let side = cross(along, -a);
        let undecided = !(side.abs() > 8.0 * margin);
        let sign = if side > 0.0 { 1.0 } else { -1.0 };
        let slopes = [-sign * a.y, sign * b.y, sign * along.y];
        let inverse = slopes.map(f64::recip);
        // A wall above the eye hides nothing below its lower end.
        let (low, high) = (a.y.min(b.y), a.y.max(b.y));
        let mut rows = band;
        if low > 0.0 {
            let first = grid.row_of(eye.y + low).floor() - 1.0;
            rows = rows.and(Span::between(first, f64::INFINITY, grid.rows));
        } else if high < 0.0 {
            let last = grid.row_of(eye.y + high).ceil() + 1.0;
            rows = rows.and(Span::between(f64::NEG_INFINITY, last, grid.rows));
        }
        let words = grid.row_words();
        for row in rows.start..rows.end {
            if spans[row].is_empty() {
                continue;
            }
            let row_bits = &mut bits[row * words..(row + 1) * words];
            let touches = |column: usize| wall.touches(eye, grid.center(column, row));
            if undecided {
                remove_where(row_bits, spans[row], touches);
                continue;
            }
            let y = grid.y(row) - eye.y;
            let offsets = [
                sign * y * a.x,
                -sign * y * b.x,
                -sign * (along.x * (y - a.y) + along.y * a.x),
            ];
            let plane = |i: usize| self.half_plane(slopes[i], inverse[i], offsets[i], margin);
            let mut hidden = plane(0);
            for i in 1..3 {
                hidden = hidden.and(plane(i));
            }
            let possible = hidden.possible.and(spans[row]);
            if possible.is_empty() {
                continue;
            }
            remove(row_bits, hidden.certain.and(possible));
            for span in possible.without(hidden.certain.and(possible)) {
                remove_where(row_bits, span, touches);
            }
        }
    }
}
