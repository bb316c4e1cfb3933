//! Hours of moves and a million looks among random walls, against predicates of their own.

use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::{Barrier, Disk, Segment, Sight, glide};

const DT: f64 = 1.0 / 60.0;
const TICKS_PER_HOUR: u32 = 216_000;
const HOURS: u32 = 4;
const TICKS_PER_LEVEL: u32 = 2_000;
const LOOKS: u32 = 1_000_000;
const LOOKS_PER_LEVEL: u32 = 500;
/// Nearer than this to the border of a decision, the predicates may differ by rounding.
const MARGIN: f64 = 1e-9;

/// Random numbers by SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn place(&mut self, side: f64) -> DVec2 {
        DVec2::new(self.between(-side, side), self.between(-side, side))
    }

    fn direction(&mut self) -> DVec2 {
        DVec2::from_angle(self.between(0.0, std::f64::consts::TAU))
    }

    /// Lines of walls that meet at corners of any angle, and the corners of closed ones: a room
    /// around all, and others.
    fn level(&mut self) -> (Vec<Segment>, Vec<Vec<DVec2>>) {
        let mut walls = Vec::new();
        for _ in 0..(self.next() * 8.0) as usize {
            let mut from = self.place(10.0);
            for _ in 0..1 + (self.next() * 5.0) as usize {
                let to = from + self.direction() * self.between(0.05, 8.0);
                walls.push(Segment::new(from, to));
                from = to;
            }
        }
        let corners = [(-12.0, -12.0), (12.0, -12.0), (12.0, 12.0), (-12.0, 12.0)];
        let mut rooms = vec![corners.map(DVec2::from).to_vec()];
        for _ in 0..1 + (self.next() * 6.0) as usize {
            let size = self.between(0.2, 6.0);
            let center = self.place(10.0);
            let corners = 3 + (self.next() * 6.0) as usize;
            rooms.push((0..corners).map(|_| center + self.place(size)).collect());
        }
        for room in &rooms {
            let ends = room.iter().zip(room.iter().cycle().skip(1));
            walls.extend(ends.map(|(a, b)| Segment::new(*a, *b)));
        }
        (walls, rooms)
    }
}

/// Whether a point is inside of closed walls: an odd number of them is to the right.
fn is_inside(room: &[DVec2], p: DVec2) -> bool {
    let edges = room.iter().zip(room.iter().cycle().skip(1));
    let crossed = edges.filter(|(a, b)| {
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))
    });
    crossed.count() % 2 == 1
}

/// Where the way from `p` to `q` passes the line of a wall, as shares of both, if they are not
/// parallel.
fn crossing(p: DVec2, q: DVec2, wall: &Segment) -> Option<(f64, f64)> {
    let (way, edge) = (q - p, wall.b - wall.a);
    let denominator = way.perp_dot(edge);
    let to_wall = wall.a - p;
    (denominator != 0.0).then(|| {
        (
            to_wall.perp_dot(edge) / denominator,
            to_wall.perp_dot(way) / denominator,
        )
    })
}

fn is_within(share: f64, margin: f64) -> bool {
    (-margin..=1.0 + margin).contains(&share)
}

fn nearest(walls: &[Segment], p: DVec2) -> f64 {
    let distances = walls.iter().map(|wall| {
        let edge = wall.b - wall.a;
        let share = ((p - wall.a).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        p.distance(wall.a + edge * share)
    });
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn no_body_passes_a_wall_in_hours_at_up_to_1000_units_per_second() {
    let mut random = Random(17);
    let (mut ticks, mut touched) = (0, 0_u32);
    while ticks < HOURS * TICKS_PER_HOUR {
        let (walls, rooms) = random.level();
        let barrier = Barrier::new(walls.iter().copied());
        let radius = if random.next() < 0.2 {
            0.0
        } else {
            random.between(0.0, 0.8)
        };
        let disk = Disk { radius, skin: 1e-6 };
        let mut position = random.place(11.0);
        let inside: Vec<bool> = rooms.iter().map(|room| is_inside(room, position)).collect();
        let mut is_free = nearest(&walls, position) > radius.max(1e-5);
        let mut speed = 1.0;
        for tick in 0..TICKS_PER_LEVEL {
            if tick % 20 == 0 {
                speed = 10_f64.powf(random.between(-2.0, 3.0));
            }
            let velocity = random.direction() * speed;
            let moved = glide(&barrier, disk, position, velocity, DT);
            // A way around an end is no passage, but what is closed stays closed.
            for (room, was_inside) in rooms.iter().zip(&inside) {
                assert!(
                    is_inside(room, moved.position) == *was_inside,
                    "{position} to {} through {room:?}",
                    moved.position
                );
            }
            let distance = nearest(&walls, moved.position);
            assert!(
                !is_free || distance >= radius.max(1e-5) - 1e-9,
                "{moved:?}: {distance} of {radius}"
            );
            is_free |= distance >= radius.max(1e-5);
            touched += u32::from(distance < radius.max(1e-5) + 1e-4);
            position = moved.position;
            ticks += 1;
        }
    }
    println!("{ticks} ticks, {touched} at a wall");
    assert!(touched > ticks / 10);
}

#[test]
fn a_million_looks_see_what_angles_and_crossings_say() {
    let mut random = Random(18);
    let (mut looks, mut seen, mut undecided) = (0, 0_u32, 0_u32);
    while looks < LOOKS {
        let (walls, _) = random.level();
        let barrier = Barrier::new(walls.iter().copied());
        for _ in 0..LOOKS_PER_LEVEL {
            let sight = Sight {
                range: random.between(0.5, 20.0),
                near: random.between(0.0, 3.0),
                fov_deg: random.between(1.0, 360.0),
                ..Sight::default()
            };
            let (eye, facing, point) = (random.place(11.0), random.direction(), random.place(11.0));
            let answer = sight.cone().sees_point(&barrier, eye, facing, point);
            looks += 1;
            let Some(expected) = sees(&walls, &sight, eye, facing, point) else {
                undecided += 1;
                continue;
            };
            assert_eq!(answer, expected, "{sight:?} {eye} {facing} {point}");
            seen += u32::from(answer);
        }
    }
    println!("{looks} looks, {seen} see, {undecided} too near to decide");
    assert!(seen > looks / 20 && undecided < looks / 1000);
}

/// Whether a point is seen: by the angle to it, and by where the way to it crosses walls. `None`
/// near the border.
fn sees(walls: &[Segment], sight: &Sight, eye: DVec2, facing: DVec2, point: DVec2) -> Option<bool> {
    // The cosine of half the field of view has nine decimals.
    let angle_margin = 1e-7;
    let distance = eye.distance(point);
    let half = sight.fov_deg.to_radians() / 2.0;
    let angle = facing.angle_to(point - eye).abs();
    let limits = [sight.range, sight.near.min(sight.range)];
    let is_close = limits.iter().any(|limit| (distance - limit).abs() < MARGIN);
    if is_close || (angle - half).abs() < angle_margin {
        return None;
    }
    if distance > sight.range || (distance > sight.near && angle > half) {
        return Some(false);
    }
    let mut is_hidden = false;
    for wall in walls {
        let (along_way, along_wall) = crossing(eye, point, wall)?;
        let inside = |margin| is_within(along_way, margin) && is_within(along_wall, margin);
        if inside(-MARGIN) {
            is_hidden = true;
        } else if inside(MARGIN) {
            return None;
        }
    }
    Some(!is_hidden)
}

#[test]
fn ways_are_free_where_no_wall_is_near_them() {
    let mut random = Random(19);
    let (mut ways, mut free, mut undecided) = (0, 0_u32, 0_u32);
    while ways < 200_000 {
        let (walls, _) = random.level();
        let barrier = Barrier::new(walls.iter().copied());
        for _ in 0..LOOKS_PER_LEVEL {
            let from = random.place(11.0);
            let to = from + random.direction() * random.between(0.0, 6.0);
            let radius = random.between(0.0, 1.0);
            ways += 1;
            let margins = [radius - MARGIN, radius + MARGIN];
            let [narrow, wide] = margins.map(|radius| {
                let passes = |wall: &Segment| {
                    let crossed = crossing(from, to, wall);
                    let crosses =
                        crossed.is_some_and(|(a, b)| is_within(a, MARGIN) && is_within(b, MARGIN));
                    let way = [Segment::new(from, to)];
                    let ends = [nearest(&way, wall.a), nearest(&way, wall.b)];
                    let own = [nearest(&[*wall], from), nearest(&[*wall], to)];
                    !crosses
                        && ends
                            .into_iter()
                            .chain(own)
                            .all(|distance| distance >= radius)
                };
                walls.iter().all(passes)
            });
            if narrow != wide {
                undecided += 1;
                continue;
            }
            assert_eq!(
                barrier.is_free(from, to, radius),
                wide,
                "{from} {to} {radius}"
            );
            free += u32::from(wide);
        }
    }
    println!("{ways} ways, {free} free, {undecided} too near to decide");
    assert!(free > ways / 20 && free < ways && undecided < ways / 1000);
}
