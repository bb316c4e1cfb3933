//! What a fault of a walk is called, why it happens, and what ends it.

use super::faults::{Fault, FaultKind, Ticks, Walked};
use super::remedies;
use crate::lint::{Diagnostic, Rule, Severity, Subject, named, short, unit_of};
use crate::probe::Leg;

impl Walked<'_> {
    pub fn diagnostic(&self, fault: &Fault, ticks_of_tries: &mut Ticks) -> Diagnostic {
        let path = self.path;
        let node = fault.node;
        let number = node + 1;
        let subject = path.nodes.get(node).map_or(Subject::Path(path.id), |node| {
            Subject::Node(path.id, node.id)
        });
        let name = named(&path.name, "path", self.index);
        let (rule, what) = match fault.kind {
            FaultKind::Missed(Leg::Endless) => (
                Rule::NodeNeverReached,
                format!(
                    "Node {number} of {name} is never reached by {}",
                    self.preset_name("preset")
                ),
            ),
            FaultKind::Missed(Leg::Direct | Leg::Circled) => (
                Rule::NodeCircled,
                format!(
                    "Node {number} of {name} will be circled by {}",
                    self.preset_name("preset")
                ),
            ),
            FaultKind::OffPath(distance) => (
                Rule::OffPath,
                format!(
                    "{} runs {} {} off {name} after node {number}",
                    self.preset_name("The preset"),
                    short(distance),
                    unit_of(self.scene),
                ),
            ),
        };
        let cause = self.cause(fault);
        let why = self.why(cause, node);
        Diagnostic {
            rule,
            severity: Severity::Warning,
            subject,
            moment: None,
            pointer: format!("/paths/{}/nodes/{node}", self.index),
            message: if why.is_empty() {
                format!("{what}.")
            } else {
                format!("{what}: {why}.")
            },
            help: remedies::that_help(self, node, cause, ticks_of_tries),
        }
    }
}
