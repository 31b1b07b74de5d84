//! `set -h` (POSIX XCU set): the programs that a function calls are located when it is defined.
//! bash, ksh93 and mksh have this option, or have it always, and locate what is run.
//!
//! It walks the tree of the body and locates each literal name that is neither function nor builtin
//! (`program::locate`). It runs nothing.

use crate::environment::Environment;
use std::collections::BTreeSet;
use std::rc::Rc;
use syntax::tree::{Command, CompoundKind, List};
use syntax::{ByteString, Name};

impl Environment {
    /// Remembers where PATH leads for each command that `body` names by a literal word, and
    /// that is no builtin, no function and no path. What is not found is looked for again
    /// when it is run.
    pub(super) fn locate_commands_of(&mut self, body: &Command) {
        let mut named = BTreeSet::new();
        of_command(body, &mut named);
        for name in named {
            let text = ByteString::from(&self.name(name)[..]);
            if self.builtin(name).is_none()
                && self.function(name).is_none()
                && !text.contains(&b'/')
                && !self.hash.contains_key(&name)
                && self.locate(&text).is_ok()
                && let Some(located) = Rc::make_mut(&mut self.hash).get_mut(&name)
            {
                // It was not run.
                located.hits.set(0);
            }
        }
    }
}

/// Adds the names of the commands of `command`, without those of functions that it defines.
fn of_command(command: &Command, named: &mut BTreeSet<Name>) {
    let compound = match command {
        Command::Simple(simple) => {
            named.extend(simple.name);
            return;
        }
        Command::Function(_) => return,
        Command::Compound(compound) => compound,
    };
    match &compound.kind {
        CompoundKind::Brace(list) => of_list(list, named),
        CompoundKind::Subshell(body) => of_list(&body.list, named),
        CompoundKind::For { body, .. }
        | CompoundKind::ForArithmetic { body, .. }
        | CompoundKind::Select { body, .. } => of_list(body, named),
        CompoundKind::Arithmetic(_)
        | CompoundKind::Conditional(_)
        | CompoundKind::Coprocess { .. } => {}
        CompoundKind::Case { branches, .. } => {
            branches.iter().for_each(|branch| of_list(&branch.body, named));
        }
        CompoundKind::If { arms, otherwise } => {
            for (condition, body) in arms {
                of_list(condition, named);
                of_list(body, named);
            }
            otherwise.iter().for_each(|list| of_list(list, named));
        }
        CompoundKind::While { condition, body, .. } => {
            of_list(condition, named);
            of_list(body, named);
        }
    }
}

fn of_list(list: &List, named: &mut BTreeSet<Name>) {
    for item in &list.items {
        let rest = item.and_or.rest.iter().map(|(_, pipeline)| pipeline);
        for pipeline in std::iter::once(&item.and_or.first).chain(rest) {
            pipeline.commands.iter().for_each(|command| of_command(command, named));
        }
    }
}
