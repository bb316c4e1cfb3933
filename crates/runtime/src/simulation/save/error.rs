//! Why a save is refused.

use crate::scene::Target;

/// Why [`World::load_save`](crate::simulation::World::load_save) refused a text. The world is then
/// unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// The text is not JSON from the byte with this index on.
    Syntax(usize),
    /// It is JSON, but not a save.
    Format,
    /// A newer version of Steerwright has written it, in this version of the format.
    Version(i64),
    /// It is a save of another scene, or of an earlier version of the scene.
    Scene,
    /// The value with this index is not what a save has there.
    Value {
        /// The index in the list of values, from 0.
        index: usize,
        /// What a save has there.
        expected: &'static str,
    },
    /// Something refers to an agent that is not in the save, or to a marker that is not in the
    /// scene.
    Reference(Target),
}

impl std::fmt::Display for SaveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const FIX: &str = "load a text that `save` has returned";
        match self {
            Self::Syntax(at) => write!(f, "the save is not JSON at byte {at}; {FIX}"),
            Self::Format => write!(f, "this is not a save of Steerwright; {FIX}"),
            Self::Version(version) => write!(
                f,
                "the save has the format version {version}; use a newer version of Steerwright"
            ),
            Self::Scene => write!(
                f,
                "this is a save of another scene; load the scene with which it was saved first"
            ),
            Self::Value { index, expected } => {
                write!(f, "value {index} of the save is not {expected}; {FIX}")
            }
            Self::Reference(Target::Agent(id)) => write!(
                f,
                "the save refers to agent {id}, which is not in it; {FIX}"
            ),
            Self::Reference(Target::Marker(id)) => write!(
                f,
                "the save refers to marker {id}, which the scene does not have; {FIX}"
            ),
            Self::Reference(Target::Pointer) => {
                write!(f, "the save refers to the pointer where it cannot; {FIX}")
            }
        }
    }
}

impl std::error::Error for SaveError {}
