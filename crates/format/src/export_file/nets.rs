//! Nets of an export, on which bodies find their way around walls.

use super::derived::{Expected, with_fields};
use super::placed_scene::PlacedScene;
use crate::FormatError;
use crate::validate::is_coordinate;
use glam::DVec2;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::level::{Net, NetDoor, NetPair, Nets};
use steerwright_runtime::parameter::MAX_LENGTH;
use steerwright_runtime::scene::{Wall, WallId};

/// The greatest length of a way, u.
const LONGEST_PAIR: f64 = 1e10;

/// The net of bodies with a radius: points beside the corners of walls, and the straight ways
/// between them.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Net"))]
pub(super) struct ExportedNet {
    /// The radius of the largest bodies that use it, u.
    radius: f64,
    /// The points, as [x, y], u.
    points: Vec<[f64; 2]>,
    /// The ways, as [i, j, length]: the indices of two points, the lower first, and their distance,
    /// u. By i, and then by j.
    pairs: Vec<(u32, u32, f64)>,
    /// The doors that close a way, as [pair, wall]: the indices of the way and of the door.
    doors: Vec<[u32; 2]>,
}

/// The nets of an export. `up` brings a y coordinate to y up.
///
/// # Errors
/// If a number is out of range, or a net refers to a point, a way or a door that does not exist.
pub(super) fn nets(
    exported: Vec<ExportedNet>,
    walls: &[Arc<Wall>],
    up: impl Fn(f64) -> f64,
) -> Result<Nets, FormatError> {
    let mut nets = Vec::with_capacity(exported.len());
    for (i, net) in exported.into_iter().enumerate() {
        let net =
            net.into_net(walls, &up)
                .map_err(|(place, message)| FormatError::InvalidField {
                    pointer: format!("/nets/{i}/{place}"),
                    message: format!("{message}; export the scene again"),
                })?;
        nets.push(net);
    }
    Ok(Nets::given(nets))
}

impl ExportedNet {
    /// The net; else what is wrong, and where.
    fn into_net(
        self,
        walls: &[Arc<Wall>],
        up: impl Fn(f64) -> f64,
    ) -> Result<Net, (String, &'static str)> {
        let points: Vec<DVec2> = self
            .points
            .iter()
            .map(|&[x, y]| DVec2::new(x, up(y)))
            .collect();
        let mut pairs: Vec<NetPair> = Vec::with_capacity(self.pairs.len());
        for (i, &(from, to, length)) in self.pairs.iter().enumerate() {
            let fails = |message| Err((format!("pairs/{i}"), message));
            if !(from < to && (to as usize) < points.len()) {
                return fails("these are not two points of the net, the lower first");
            }
            let last = pairs.last().map(|pair| (pair.from, pair.to));
            if last.is_some_and(|last| last >= (from, to)) {
                return fails("the ways are not in the order of their points");
            }
            pairs.push(NetPair { from, to, length });
        }
        let mut doors = Vec::with_capacity(self.doors.len());
        for (i, &[pair, wall]) in self.doors.iter().enumerate() {
            let fails = |message| Err((format!("doors/{i}"), message));
            if pair as usize >= pairs.len() {
                return fails("there is no such way");
            }
            match walls.get(wall as usize) {
                Some(wall) if wall.open.is_some() => {
                    let wall = wall.id;
                    doors.push(NetDoor { pair, wall });
                }
                Some(_) => return fails("this wall is not a door"),
                None => return fails("there is no such wall"),
            }
        }
        let net = Net {
            // -0 is 0.
            radius: self.radius + 0.0,
            points,
            pairs,
            doors,
        };
        range_error(&net).map_or(Ok(net), Err)
    }
}

/// The first number of a net that runtimes refuse because of its range: its place in the net, and
/// what is wrong.
pub(super) fn range_error(net: &Net) -> Option<(String, &'static str)> {
    if !(0.0..=MAX_LENGTH).contains(&net.radius) {
        return Some(("radius".into(), "the radius is out of range"));
    }
    let is_outside = |point: &DVec2| !is_coordinate(point.x) || !is_coordinate(point.y);
    if let Some(i) = net.points.iter().position(is_outside) {
        return Some((format!("points/{i}"), "a coordinate is out of range"));
    }
    let is_too_long = |pair: &NetPair| !(0.0..=LONGEST_PAIR).contains(&pair.length);
    let i = net.pairs.iter().position(is_too_long)?;
    Some((format!("pairs/{i}"), "the length is out of range"))
}

/// The field `nets`. `walls` are those of the file, in its order.
pub(super) fn expected<'a>(placed: &'a PlacedScene, walls: &[&Wall]) -> Expected<'a> {
    let index_of: BTreeMap<WallId, usize> = walls.iter().map(|wall| wall.id).zip(0..).collect();
    let nets: Vec<&Net> = placed
        .scene
        .nets
        .iter()
        .flat_map(|nets| nets.iter())
        .collect();
    let net = move |i: usize| {
        let net = nets[i];
        let doors: Vec<Value> = net
            .doors
            .iter()
            .filter_map(|door| Some(json!([door.pair, index_of.get(&door.wall)?])))
            .collect();
        let point = |point: &'a DVec2| json!([point.x, placed.y(point.y)]).into();
        let pair = |pair: &'a NetPair| json!([pair.from, pair.to, pair.length]).into();
        let lists = [
            ("points", Expected::list(&net.points, point)),
            ("pairs", Expected::list(&net.pairs, pair)),
            ("doors", Value::from(doors).into()),
        ];
        with_fields(json!({ "radius": net.radius }), lists)
    };
    let count = placed
        .scene
        .nets
        .as_ref()
        .map_or(0, |nets| nets.iter().len());
    Expected::List(count, Box::new(net))
}
