//! What the actions of the timeline do.

use crate::editor::app::document::Document;
use crate::editor::timeline::TimelineAction;
use steerwright_authoring::command::PlaybackCommand;
use steerwright_authoring::playback::Repeat;
use steerwright_authoring::presets::thresholds;
use steerwright_runtime::scene::SpawnWhen;

/// Does what was chosen in the timeline.
pub(crate) fn handle_timeline_action(action: TimelineAction, document: &mut Document) {
    let goes_on = matches!(
        action,
        TimelineAction::Play
            | TimelineAction::Pause
            | TimelineAction::StepForward
            | TimelineAction::SetSpeed(_)
            | TimelineAction::TakeOver
            | TimelineAction::ShowPlots(_)
    );
    if !goes_on {
        document.end_take_over();
    }
    let playback = &mut document.playback;
    match action {
        TimelineAction::Play => playback.play(),
        TimelineAction::Pause => playback.pause(),
        TimelineAction::StepBack => playback.step_back(),
        TimelineAction::StepForward => playback.step_forward(),
        TimelineAction::Restart => playback.restart(),
        TimelineAction::Seek(tick) => playback.seek(tick),
        TimelineAction::SetSpeed(speed) => playback.set_speed(speed),
        TimelineAction::SetSeed(seed) => {
            document.session.scene.seed = seed;
            document.session.name_field_step("Set seed");
            playback.apply_scene(&document.session.scene, false);
        }
        TimelineAction::KeepGhost => playback.keep_ghost(),
        TimelineAction::ClearGhost => playback.clear_ghost(),
        TimelineAction::Trigger(spawner) => {
            let spawner = document.session.scene.spawner(spawner);
            if let Some(SpawnWhen::Trigger(name)) = spawner.map(|spawner| &spawner.when) {
                playback.trigger(name);
            }
        }
        TimelineAction::HoldPointer => playback.perform(PlaybackCommand::HoldPointer),
        TimelineAction::SetThreshold(threshold) => {
            if thresholds::set(&mut document.session.scene, &threshold) {
                document.session.name_field_step("Set alert threshold");
            }
        }
        TimelineAction::SetAlertRate(preset, rate, value) => {
            if rate.set(&mut document.session.scene, preset, value) {
                document.session.name_field_step("Set alert rate");
            }
        }
        // Performed as commands, or by the panels.
        TimelineAction::Compare(_) | TimelineAction::TakeOver | TimelineAction::ShowPlots(_) => {}
        TimelineAction::SetRepeat(repeat) => {
            playback.set_repeat(repeat);
            if repeat != Repeat::Off {
                playback.play();
            }
        }
    }
}
