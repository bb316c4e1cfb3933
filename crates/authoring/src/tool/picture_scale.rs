//! The tool that scales a picture: two clicks on points of it, whose distance the user then enters.

use crate::outline;
use crate::tool::{Hints, PointerEvent, PointerKind, Preview, ToolKey};
use crate::{CanvasContext, Session, pictures};
use crate::{Item, bounds};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::PictureId;

/// The tool that scales the selected picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureScale {
    state: State,
    preview: Option<Preview>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// One point was clicked.
    Started(DVec2),
    /// Both points were clicked.
    Measured(DVec2, DVec2),
}

impl PictureScale {
    pub(super) fn pointer(&mut self, event: PointerEvent, context: &CanvasContext<'_>) {
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) if picture(context.session).is_some() => {
                State::Started(event.at)
            }
            (State::Started(from), PointerKind::Press) if from != event.at => {
                State::Measured(from, event.at)
            }
            (_, PointerKind::SecondaryPress) => State::Ready,
            (state, _) => state,
        };
        self.preview = match self.state {
            State::Ready => None,
            State::Started(from) => Some(Preview::Segment(from, event.at)),
            State::Measured(from, to) => Some(Preview::Segment(from, to)),
        };
    }

    pub(super) fn key(&mut self, key: ToolKey) -> bool {
        let uses = key == ToolKey::Escape && self.state != State::Ready;
        if uses {
            *self = Self::default();
        }
        uses
    }

    /// The distance between the two points now, in units, once both were clicked.
    pub fn measured(&self) -> Option<f64> {
        match self.state {
            State::Measured(from, to) => Some(vector::distance(from, to)),
            State::Ready | State::Started(_) => None,
        }
    }

    /// Scales the selected picture so that the two points are `distance` units apart, and starts
    /// over.
    pub fn apply(&mut self, distance: f64, session: &mut Session) {
        if let State::Measured(from, to) = self.state
            && let Some(id) = picture(session)
            && let Some(picture) = session.scene.picture_mut(id)
        {
            pictures::scale_to_distance(picture, from, to, distance);
            picture.position = bounds::clamp_position(picture.position);
            session.name_step("Set picture scale");
        }
        *self = Self::default();
    }

    /// Whether one of the points was clicked.
    pub(super) fn has_started(&self) -> bool {
        self.state != State::Ready
    }

    pub(super) fn hints(&self) -> Hints {
        match self.state {
            State::Ready => Hints::idle(&[("Click", "First point of a known distance")]),
            State::Started(_) => Hints::by_pointer(&[
                ("Click", "Second point"),
                ("Right-click or Esc", "Start over"),
            ]),
            State::Measured(..) => {
                Hints::by_pointer(&[("Enter", "Set the distance"), ("Esc", "Start over")])
            }
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

/// The picture that is selected alone, if it can be edited.
fn picture(session: &Session) -> Option<PictureId> {
    let id = session.selection.picture()?;
    outline::is_editable(&session.scene, Item::Picture(id)).then_some(id)
}
