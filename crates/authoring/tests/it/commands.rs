//! The names of commands in files, and their place in the menus.

use steerwright_authoring::Command;

/// The names that `keys.json` may contain. Users have such files: a name that was ever stored here
/// must stay readable.
const STORED_NAMES: &str = "
    AddAgentOnPath AddPicture AddToLibrary AgentTool AlignBottom AlignCenter AlignLeft AlignMiddle
    AlignRight AlignTop CellTool ClearGhost CommandPalette ComparePresets Copy CopyCpp
    CopyCsharp CopyGdscript CopyGml CopyJavaScript CopyLua CopyPython CopyRust Cut DangerTool
    DarkTheme Delete Deselect DistributeHorizontally DistributeVertically Duplicate
    EditShortcuts EnlargeInterface Export ExportAgain Faster FindInOutliner FlipHorizontal
    FlipVertical FreehandTool GettingStarted Group HideOthers Import InsertNode InvertSelection
    LocatePicture PictureScaleTool ShowPicture
    CoveragePicture CoverageTable ToggleCoverage
    JoinPaths KeepA KeepAsA KeepB KeepGhost KeyboardShortcuts LightTheme LiveLink LoadPreset New
    Open PanTool Paste PasteInPlace PenTool PlayPause Quit Redo Rename ResetInterfaceScale
    ResetPanels Restart RestoreBackup ReversePath RotateClockwise RotateCounterclockwise Save
    SaveAs SavePreset Scorecard SelectAll SelectNext SelectNodes SelectPrevious SelectTool
    SetStartNode Settings ShowAll ShrinkInterface SimplifyPath Slower SplitPath StepBack
    StepForward SwapVersions SystemTheme TargetTool ToggleAllPanels ToggleCurve
    ToggleFieldsOfView ToggleForces ToggleGrid ToggleHidden ToggleHistory ToggleInspector
    ToggleLocked ToggleLoop ToggleNames ToggleOutliner ToggleSnapAngles ToggleSnapGrid
    ToggleSideBySide PresetTable ToggleSnapGuides ToggleSnapNodes ToggleSnapSegments ToggleTimeline ToggleTrails
    ToggleVelocities TuneOvershoot TuneToGoal Undo Ungroup UnlockAll WallRectangleTool WallTool ZoomIn ZoomOut
    ZoomToFit ZoomToSelection
    AreaRectangleTool AreaTool ShowWorstMoment KeyboardCursor OpenExportFolder AddContact HoldPointer TakeOver
    SpawnerTool CustomProperties DeclareProperty NewPreset
";

#[test]
fn every_stored_name_is_read_as_a_command() {
    for name in STORED_NAMES.split_whitespace() {
        assert!(Command::from_name(name).is_some(), "{name}");
    }
    assert_eq!(Command::from_name("File"), None, "a group is no command");
}

#[test]
fn every_command_is_read_back_by_its_own_name() {
    let mut missing = Vec::new();
    for command in Command::by_group() {
        assert_eq!(Command::from_name(command.name()), Some(command));
        let mut stored = STORED_NAMES.split_whitespace();
        if !stored.any(|name| name == command.name()) {
            missing.push(command.name());
        }
    }
    assert_eq!(missing, [""; 0], "missing in the list of stored names");
}

#[test]
fn every_command_is_in_a_menu() {
    for command in Command::by_group() {
        assert!(Command::all().any(|other| other == command), "{command:?}");
    }
    assert_eq!(Command::all().count(), Command::by_group().count());
}

#[test]
fn commands_have_unique_labels_and_shortcuts() {
    let commands: Vec<Command> = Command::all().collect();
    for (i, command) in commands.iter().enumerate() {
        assert!(
            !command.label().is_empty() && command.tooltip().ends_with('.'),
            "{command:?}"
        );
        for other in &commands[i + 1..] {
            assert!(command != other, "{command:?} is in the menus twice");
            let shared = command
                .default_shortcuts()
                .into_iter()
                .find(|keys| other.default_shortcuts().contains(keys));
            assert_eq!(shared, None, "{command:?} and {other:?}");
        }
    }
}
