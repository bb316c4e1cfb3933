//! The conformance cases, embedded in the binary; see `conformance/README.md`.

use crate::OutputFile;

/// The name, export and bits of a case, and its edited exports by name.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

macro_rules! case {
    ($name:literal $(, $edited:literal)*) => {
        (
            $name,
            include_str!(concat!("../../../conformance/", $name, ".steer.json")),
            include_str!(concat!("../../../conformance/", $name, ".bits")),
            &[$(($edited, include_str!(concat!("../../../conformance/", $name, ".", $edited, ".steer.json")))),*],
        )
    };
}

const CASES: &[Case] = &[
    case!("Arrive-and-leave"),
    case!("Convoy"),
    case!("Crowd"),
    case!("Curved-loop"),
    case!("Gate-patrol"),
    case!("Grid-chase"),
    case!("Homing-walk"),
    case!("Pursuit"),
    case!("Squad"),
    case!("arrive-all"),
    case!("cells-y-down"),
    case!("combine"),
    case!("curve-loop"),
    case!("curve-once"),
    case!("curve-ping-pong"),
    case!("degenerate"),
    case!("grid-axis-chase"),
    case!("grid-axis-evade"),
    case!("grid-line-of-sight-chase"),
    case!("grid-line-of-sight-evade"),
    case!("homing"),
    case!("homing-moving-1"),
    case!("homing-moving-2"),
    case!("homing-pointer"),
    case!("leader"),
    case!("leave-both"),
    case!("mixed-1"),
    case!("mixed-10"),
    case!("mixed-11"),
    case!("mixed-12"),
    case!("mixed-13"),
    case!("mixed-14"),
    case!("mixed-15"),
    case!("mixed-16"),
    case!("mixed-2"),
    case!("mixed-3"),
    case!("mixed-4"),
    case!("mixed-5"),
    case!("mixed-6"),
    case!("mixed-7"),
    case!("mixed-8"),
    case!("mixed-9"),
    case!("path-loop"),
    case!("path-once"),
    case!("path-ping-pong"),
    case!("pursue-evade"),
    case!(
        "reread-cells",
        "axis",
        "evade",
        "finer",
        "reread-cells",
        "swapped",
        "walls"
    ),
    case!(
        "reread-curves",
        "closed",
        "shorter",
        "straight",
        "tolerance"
    ),
    case!("reread-homing", "rough", "seek", "smooth", "two"),
    case!("reread-patrol", "back", "emptied", "inserted", "rebound"),
    case!(
        "reread-placement",
        "big",
        "down",
        "elsewhere",
        "flat",
        "placement-e",
        "up"
    ),
    case!("reread-rate", "fast", "reread-rate", "slow"),
    case!("reread-squad", "gone", "moved", "reread-squad", "swapped"),
    case!("seek-flee"),
    case!("separation-inverse-square"),
    case!("separation-none"),
    case!("smooth-walks"),
];

/// All files: two per case, and one per edited export.
pub fn files() -> Vec<OutputFile> {
    let files = |&(name, export, bits, edited): &Case| {
        let pair = [
            OutputFile::new(format!("{name}.steer.json"), export),
            OutputFile::new(format!("{name}.bits"), bits),
        ];
        let edited = edited.iter().map(move |(edit, export)| {
            OutputFile::new(format!("{name}.{edit}.steer.json"), *export)
        });
        pair.into_iter().chain(edited)
    };
    CASES.iter().flat_map(files).collect()
}
