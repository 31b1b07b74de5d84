//! Names: which are variables, arrays or functions is found out by how they are used.

use super::Result;
use crate::lexer::SyntaxError;
use crate::syntax::{
    Argument, ArrayPlace, Call, Expression, Function, Name, NameUse, Parameter, SPECIALS, Special,
};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Unknown,
    Variable(usize),
    Array(usize),
    Function(usize),
}

/// All names of a program.
pub(super) struct Names {
    entries: Vec<(Vec<u8>, Meaning)>,
    variables: Vec<Name>,
    arrays: Vec<Name>,
    /// Parameters of the function whose body is being read.
    pub(super) locals: Vec<Vec<u8>>,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            entries: vec![
                (b"ENVIRON".to_vec(), Meaning::Array(0)),
                (b"ARGV".to_vec(), Meaning::Array(1)),
            ],
            variables: Vec::new(),
            arrays: vec![(*b"ENVIRON").into(), (*b"ARGV").into()],
            locals: Vec::new(),
        }
    }
}

/// A name that is used as a variable.
pub(super) enum Variable {
    Special(Special),
    Global(usize),
    Local(usize),
}

impl Names {
    fn entry(&mut self, name: &[u8]) -> usize {
        match self.entries.iter().position(|(other, _)| other == name) {
            Some(index) => index,
            None => {
                self.entries.push((name.to_vec(), Meaning::Unknown));
                self.entries.len() - 1
            }
        }
    }

    /// The special variable of this name.
    pub(super) fn special(&self, name: &[u8]) -> Option<Special> {
        if self.locals.iter().any(|local| local == name) {
            return None;
        }
        SPECIALS.iter().find(|(other, _)| other.as_bytes() == name).map(|(_, special)| *special)
    }

    /// Whether the name is one of the special variables that mawk keeps with the fields.
    pub(super) fn is_field(&self, name: &[u8]) -> bool {
        matches!(name, b"NF" | b"RS" | b"FS" | b"CONVFMT" | b"OFMT")
    }

    /// The name as a variable; `None` where it is something else.
    pub(super) fn variable(
        &mut self,
        name: &[u8],
        parameters: Option<&mut Vec<Parameter>>,
    ) -> Option<Variable> {
        if let (Some(local), Some(parameters)) =
            (self.locals.iter().position(|local| local == name), parameters)
        {
            match parameters[local] {
                Parameter::Array => return None,
                _ => parameters[local] = Parameter::Scalar,
            }
            return Some(Variable::Local(local));
        }
        if let Some(special) = self.special(name) {
            return Some(Variable::Special(special));
        }
        let entry = self.entry(name);
        self.global_variable(entry).map(Variable::Global)
    }

    fn global_variable(&mut self, entry: usize) -> Option<usize> {
        match self.entries[entry].1 {
            Meaning::Variable(slot) => Some(slot),
            Meaning::Unknown => {
                let slot = self.variables.len();
                self.variables.push(self.entries[entry].0.as_slice().into());
                self.entries[entry].1 = Meaning::Variable(slot);
                Some(slot)
            }
            _ => None,
        }
    }

    /// The name as an array; `None` where it is something else.
    pub(super) fn array(
        &mut self,
        name: &[u8],
        parameters: Option<&mut Vec<Parameter>>,
    ) -> Option<ArrayPlace> {
        if let (Some(local), Some(parameters)) =
            (self.locals.iter().position(|local| local == name), parameters)
        {
            match parameters[local] {
                Parameter::Scalar => return None,
                _ => parameters[local] = Parameter::Array,
            }
            return Some(ArrayPlace::Local(local));
        }
        if self.special(name).is_some() {
            return None;
        }
        let entry = self.entry(name);
        self.global_array(entry).map(ArrayPlace::Global)
    }

    fn global_array(&mut self, entry: usize) -> Option<usize> {
        match self.entries[entry].1 {
            Meaning::Array(index) => Some(index),
            Meaning::Unknown => {
                let index = self.arrays.len();
                self.arrays.push(self.entries[entry].0.as_slice().into());
                self.entries[entry].1 = Meaning::Array(index);
                Some(index)
            }
            _ => None,
        }
    }

    /// Whether the name is known to be an array by now.
    pub(super) fn is_array(&self, name: &[u8], parameters: Option<&Vec<Parameter>>) -> bool {
        if let (Some(local), Some(parameters)) =
            (self.locals.iter().position(|local| local == name), parameters)
        {
            return parameters[local] == Parameter::Array;
        }
        self.entries
            .iter()
            .any(|(other, meaning)| other == name && matches!(meaning, Meaning::Array(_)))
    }

    /// Whether the name is known to be a function by now.
    pub(super) fn is_function(&self, name: &[u8]) -> bool {
        !self.locals.iter().any(|local| local == name)
            && self
                .entries
                .iter()
                .any(|(other, meaning)| other == name && matches!(meaning, Meaning::Function(_)))
    }

    /// The name as a function; `None` where it is something else.
    pub(super) fn function(&mut self, name: &[u8], functions: &mut Vec<Function>) -> Option<usize> {
        if self.locals.iter().any(|local| local == name) || self.special(name).is_some() {
            return None;
        }
        let entry = self.entry(name);
        match self.entries[entry].1 {
            Meaning::Function(index) => Some(index),
            Meaning::Unknown => {
                let index = functions.len();
                functions.push(Function { name: name.into(), parameters: Vec::new(), body: None });
                self.entries[entry].1 = Meaning::Function(index);
                Some(index)
            }
            _ => None,
        }
    }

    /// A name by itself as an argument.
    pub(super) fn argument(&mut self, name: &[u8], function: Option<usize>) -> NameUse {
        if let (Some(local), Some(function)) =
            (self.locals.iter().position(|local| local == name), function)
        {
            return NameUse::Local(function, local);
        }
        NameUse::Global(self.entry(name))
    }

    fn kind(&self, name: NameUse, functions: &[Function]) -> Parameter {
        match name {
            NameUse::Local(function, local) => functions[function].parameters[local],
            NameUse::Global(entry) => match self.entries[entry].1 {
                Meaning::Unknown => Parameter::Unknown,
                Meaning::Variable(_) => Parameter::Scalar,
                Meaning::Array(_) => Parameter::Array,
                Meaning::Function(_) => Parameter::Unknown,
            },
        }
    }

    fn set_kind(&mut self, name: NameUse, kind: Parameter, functions: &mut [Function]) {
        match (name, kind) {
            (NameUse::Local(function, local), kind) => {
                functions[function].parameters[local] = kind;
            }
            (NameUse::Global(entry), Parameter::Array) => {
                self.global_array(entry);
            }
            (NameUse::Global(entry), _) => {
                self.global_variable(entry);
            }
        }
    }

    /// Settles what the arguments of all calls are.
    pub(super) fn resolve(
        &mut self,
        functions: &mut [Function],
        calls: &mut [Call],
        line: usize,
    ) -> Result<()> {
        let error = |text: String| Err(SyntaxError { line, text });
        for call in calls.iter() {
            let callee = &functions[call.function];
            let name = String::from_utf8_lossy(&callee.name);
            if callee.body.is_none() {
                return error(format!("function {name} never defined"));
            }
            if call.arguments.len() > callee.parameters.len() {
                return error(format!("too many arguments in call to {name}"));
            }
        }
        loop {
            let mut progress = false;
            for call in calls.iter() {
                for (index, argument) in call.arguments.iter().enumerate() {
                    let wanted = functions[call.function].parameters[index];
                    let given = match argument {
                        Argument::Name(name) => self.kind(*name, functions),
                        Argument::Value(_) => Parameter::Scalar,
                        Argument::Array(_) => Parameter::Array,
                    };
                    match (given, wanted) {
                        (Parameter::Unknown, Parameter::Unknown) => {}
                        (given, Parameter::Unknown) => {
                            functions[call.function].parameters[index] = given;
                            progress = true;
                        }
                        (Parameter::Unknown, wanted) => {
                            if let Argument::Name(name) = argument {
                                self.set_kind(*name, wanted, functions);
                                progress = true;
                            }
                        }
                        (given, wanted) if given != wanted => {
                            let name = String::from_utf8_lossy(&functions[call.function].name);
                            let number = index + 1;
                            return error(format!("type error in arg({number}) in call to {name}"));
                        }
                        _ => {}
                    }
                }
            }
            if !progress {
                break;
            }
        }
        for call in calls {
            for argument in &mut call.arguments {
                let Argument::Name(name) = *argument else { continue };
                *argument = match (name, self.kind(name, functions)) {
                    (NameUse::Local(_, local), Parameter::Array) => {
                        Argument::Array(ArrayPlace::Local(local))
                    }
                    (NameUse::Local(_, local), _) => Argument::Value(Expression::Local(local)),
                    (NameUse::Global(entry), Parameter::Array) => match self.global_array(entry) {
                        Some(array) => Argument::Array(ArrayPlace::Global(array)),
                        None => continue,
                    },
                    (NameUse::Global(entry), _) => match self.global_variable(entry) {
                        Some(slot) => Argument::Value(Expression::Variable(slot)),
                        None => return error("a function as an argument".into()),
                    },
                };
            }
        }
        Ok(())
    }

    /// The names of global variables and arrays by their slots.
    pub(super) fn finish(&mut self) -> (Vec<Name>, Vec<Name>) {
        (std::mem::take(&mut self.variables), std::mem::take(&mut self.arrays))
    }
}
