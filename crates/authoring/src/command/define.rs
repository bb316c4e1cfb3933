//! How commands are defined: one row each, with everything that is known about it.

use crate::command::requirement::Requirement;
use crate::command::shortcut::Shortcut;

/// What menus, tooltips, shortcuts and the command palette need to know about a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandInfo {
    pub(super) label: &'static str,
    pub(super) tooltip: &'static str,
    /// The default shortcuts, the main one first.
    pub(super) shortcuts: [Option<Shortcut>; 2],
    pub(super) requirement: Requirement,
}

/// A command without shortcuts and requirements.
pub(super) const fn info(label: &'static str, tooltip: &'static str) -> CommandInfo {
    CommandInfo {
        label,
        tooltip,
        shortcuts: [None, None],
        requirement: Requirement::Nothing,
    }
}

impl CommandInfo {
    /// Sets the main default shortcut.
    pub(super) const fn key(mut self, shortcut: Shortcut) -> Self {
        self.shortcuts[0] = Some(shortcut);
        self
    }

    /// Sets a second default shortcut that is familiar from other programs.
    pub(super) const fn or_key(mut self, shortcut: Shortcut) -> Self {
        self.shortcuts[1] = Some(shortcut);
        self
    }

    /// Sets what the command requires.
    pub(super) const fn requires(mut self, requirement: Requirement) -> Self {
        self.requirement = requirement;
        self
    }
}

/// Defines the commands of one group: an enum, the list of its variants, and one row of
/// [`CommandInfo`] per variant.
///
/// The name of a variant is the name of the command in `keys.json`. If a variant is renamed,
/// [`Command::from_name`](crate::command::Command::from_name) must still read the old name.
macro_rules! define_commands {
    (
        $(#[$about_group:meta])*
        $commands:ident in $group:ident {
            $($(#[$about:meta])* $command:ident => $info:expr,)+
        }
    ) => {
        $(#[$about_group])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $commands {
            $($(#[$about])* $command,)+
        }

        impl $commands {
            /// All commands of this group.
            pub const ALL: &'static [Self] = &[$(Self::$command),+];

            pub(super) const fn info(self) -> crate::command::define::CommandInfo {
                match self {
                    $(Self::$command => $info,)+
                }
            }

            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$command => stringify!($command),)+
                }
            }
        }

        impl From<$commands> for crate::command::Command {
            fn from(command: $commands) -> Self {
                Self::$group(command)
            }
        }
    };
}

/// Defines the enum of all commands from its groups.
macro_rules! define_command_groups {
    (
        $(#[$about_all:meta])*
        $all:ident {
            $($(#[$about:meta])* $group:ident($commands:ident),)+
        }
    ) => {
        $(#[$about_all])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $all {
            $($(#[$about])* $group($commands),)+
        }

        impl $all {
            /// All commands, by group.
            pub fn by_group() -> impl Iterator<Item = Self> {
                let groups: [Vec<Self>; _] =
                    [$($commands::ALL.iter().copied().map(Self::$group).collect()),+];
                groups.into_iter().flatten()
            }

            const fn info(self) -> define::CommandInfo {
                match self {
                    $(Self::$group(command) => command.info(),)+
                }
            }

            /// The name in files: "PlayPause". It does not depend on the group.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$group(command) => command.name(),)+
                }
            }
        }
    };
}

pub(super) use {define_command_groups, define_commands};
