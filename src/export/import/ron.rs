//! A scene out of the asset for Bevy.

use crate::export::convert::as_authored;
use crate::export::ron::read_ron;
use crate::scene::Scene;
use crate::scene::format::Fault;

pub(super) fn read(text: &str) -> Result<Scene, Fault> {
    let exported = read_ron(text)?;
    as_authored(exported.scene, exported.scale, exported.origin)
}
