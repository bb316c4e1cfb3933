//! What commands require before they can run.

/// What a command requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// No requirement.
    Nothing,
    /// A step to undo.
    Undo,
    /// A step to redo.
    Redo,
    /// A selection.
    Selection,
    /// A selected item that has a position.
    Positioned,
    /// Two selected items that can be aligned.
    TwoItems,
    /// Three selected items that can be distributed.
    ThreeItems,
    /// A selected path or node.
    Path,
    /// A selected path, or a node of one, that is neither hidden nor locked.
    EditablePath,
    /// A selected path, wall, area or node.
    Line,
    /// A selected path, wall or area, or a node of one, that is neither hidden nor locked.
    EditableLine,
    /// A selected path with more than two nodes.
    LongPath,
    /// A selected node at which its path can be split.
    SplitNode,
    /// A selected node at which its path can start.
    StartNode,
    /// Two selected ends that can be joined.
    Ends,
    /// A selected area that was measured and has a worst moment.
    MeasuredArea,
    /// A selected picture.
    Picture,
    /// A selected picture that is neither hidden nor locked.
    EditablePicture,
    /// A selected picture whose file is outside of the folder of the scene and was not shown yet.
    BlockedPicture,
    /// A selected agent or preset.
    Preset,
    /// A selected agent or preset whose overshoot can be measured.
    Overshoot,
    /// A preset in the scene.
    AnyPreset,
    /// A spawner that waits for presses.
    PressSpawner,
    /// An agent in the scene.
    AnyAgent,
    /// A selected agent.
    SelectedAgent,
    /// A selected agent, and another preset in the scene.
    AgentAndPresets,
    /// A version of a preset to compare with.
    Comparison,
    /// A path in the scene.
    AnyPath,
    /// Anything in the scene.
    SceneContents,
    /// A ghost.
    Ghost,
    /// An export stored in the scene.
    StoredExport,
    /// A hidden item.
    Hidden,
    /// A locked item.
    Locked,
    /// A selected item in a group.
    Grouped,
}

impl Requirement {
    /// The message for a command whose requirement is not met.
    pub fn message(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Undo => "Nothing to undo",
            Self::Redo => "Nothing to redo",
            Self::Selection => "Select something first",
            Self::Positioned => "Select something on the canvas first",
            Self::TwoItems => "Select at least two items first",
            Self::ThreeItems => "Select at least three items first",
            Self::Path => "Select a path first",
            Self::EditablePath => "Select a visible, unlocked path first",
            Self::Line => "Select a path, a wall or an area first",
            Self::EditableLine => "Select a visible, unlocked path, wall or area first",
            Self::LongPath => "Select a path with more than two nodes first",
            Self::SplitNode => "Select a node that isn't an end of its path or wall first",
            Self::StartNode => "Select a node that isn't the start of its path first",
            Self::Ends => "Select two ends, two open paths or two open walls first",
            Self::MeasuredArea => "Select an area that was measured first",
            Self::Picture => "Select a picture first",
            Self::EditablePicture => "Select a visible, unlocked picture first",
            Self::BlockedPicture => "Select a picture from outside of the scene's folder first",
            Self::Preset => "Select an agent or a preset first",
            Self::Overshoot => {
                "Select an agent that goes to a marker or to the end of a path first"
            }
            Self::AnyPreset => "Add a preset first",
            Self::PressSpawner => "Add a spawner that fires on press first",
            Self::AnyAgent => "Add an agent first",
            Self::SelectedAgent => "Select an agent first",
            Self::AgentAndPresets => "Select an agent first, in a scene with two presets",
            Self::Comparison => "Keep a preset as A first",
            Self::AnyPath => "Draw a path first",
            Self::SceneContents => "The scene is empty",
            Self::Ghost => "There is no ghost",
            Self::StoredExport => "Export the scene first",
            Self::Hidden => "Nothing is hidden",
            Self::Locked => "Nothing is locked",
            Self::Grouped => "Select an item in a group first",
        }
    }
}
