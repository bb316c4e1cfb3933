//! The custom properties of the tiles of a layer, which together become walls.

use super::map::{Layer, Map};
use super::placement::FLIPPED;
use crate::import::level::{MapProperty, Omissions};
use std::collections::BTreeSet;

/// The numbers of the tiles that have collision shapes, or are marked as solid.
pub fn with_collision<'a>(
    map: &'a Map,
    filled: &'a [([i32; 2], u32)],
) -> impl Iterator<Item = u32> {
    let numbers = filled.iter().map(|(_, number)| *number);
    numbers.filter(|number| {
        let tile = map.tilesets.tile(*number);
        tile.is_some_and(|(set, tile)| set.collides(tile) || !set.shapes_of(tile).is_empty())
    })
}

/// The properties that all of the tiles have with the same value. The others are listed.
pub fn common(
    map: &Map,
    layer: &Layer,
    tiles: impl Iterator<Item = u32>,
    listed: Option<&mut Omissions>,
) -> Vec<MapProperty> {
    let numbers: BTreeSet<u32> = tiles.map(|number| number & !FLIPPED).collect();
    let of_tile = |number: &u32| {
        let tile = map.tilesets.tile(*number);
        tile.map_or(&[][..], |(set, tile)| set.properties_of(tile))
    };
    let mut all = numbers.iter().map(of_tile);
    let mut common = all.next().unwrap_or_default().to_vec();
    let mut differing = BTreeSet::new();
    for properties in all {
        let differs = |property: &MapProperty, others: &[MapProperty]| !others.contains(property);
        let new = properties
            .iter()
            .filter(|property| differs(property, &common));
        differing.extend(new.map(|property| property.name.clone()));
        common.retain(|property| {
            let stays = !differs(property, properties);
            if !stays {
                differing.insert(property.name.clone());
            }
            stays
        });
    }
    if let Some(omissions) = listed {
        for name in differing {
            omissions.add(
                format!("the property {name:?} of tiles in {:?}", layer.path),
                "its tiles become walls together, but have different values",
            );
        }
    }
    common
}
