//! Variables, their attributes, arrays and references (POSIX XCU 2.5).

use crate::Dialect;

/// What becomes of a command before which something cannot be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedTemporary {
    /// The error ends the shell, as an error of an assignment does.
    IsFatal,
    /// The command is not run and fails; the shell goes on.
    SkipsCommand,
    /// The command is run without the assignment.
    IsIgnored,
    /// The rest of the line is abandoned.
    LeavesLine,
}

/// What `typeset +a` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayLetterOff {
    /// It declares an array, as `-a` does.
    Declares,
    /// An array is an error; other variables stay what they are.
    RefusesArrays,
    /// It is an error.
    IsRefused,
}

/// What becomes of an indexed array that is declared as an associative one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKindChange {
    /// The declaration fails.
    Refused,
    /// It fails if the array has elements.
    WhereEmpty,
    /// The indices become keys.
    KeepsElements,
}

/// How a value is quoted in what the shell can read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoting {
    /// In single quotes where it needs any, as `$'…'` where a character cannot be seen.
    WhereNeeded,
    /// As ksh93's `printf %q` has it.
    WhereNotPlain,
    /// Always in single quotes.
    Single,
    /// Always in double quotes.
    Double,
}

/// What a declaration shows of a variable whose value is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputedInDeclarations {
    /// What has been assigned to it.
    Hidden,
    /// The value.
    Computed,
    /// The value as the variable's attributes make it.
    Converted,
}

/// The order of the elements of an associative array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssociativeOrder {
    /// That of the keys' bytes.
    ByKey,
    /// That of bash's hash table.
    ByHash,
}

/// The prompts that have values in a shell that is not interactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptPrompts {
    /// None but PS4.
    None,
    /// PS1 and PS2, as POSIX has them for every shell.
    OfPosix,
    /// PS2 and PS3.
    OfLaterLines,
}

/// The generator of RANDOM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomGenerator {
    /// The C standard's example, a linear congruential one.
    Linear,
    /// The minimal standard one of Park and Miller; no number comes twice in a row.
    ParkMiller,
}

rules! {
    /// Variables, their attributes, arrays and references.
    VariableRules for Dialect {
        // -- Names ---------------------------------------------------------------------------

        /// Whether a variable's name may have periods: members of compound variables.
        names_have_periods: bool = true, Sh | KshPosix | Bash | BashPosix => false;
            source "POSIX.1-2024 XBD 3.216; ksh93(1), Variable Assignments",
            case "extensions-y.sh: what POSIX does not have is not there";

        /// Whether `name.[member]` in an operand names a member of a compound variable.
        members_in_brackets: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Parameter Expansion",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether `set -a` exports a variable whose name has a period.
        members_are_exported: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: set -a exports no members",
            others "ksh93: lists them in `export`, programs do not get them";

        /// Whether `.sh.value` and `.sh.level` can have discipline functions.
        sh_value_has_disciplines: bool = true, Ksh | KshPosix => false;
            source "ksh93(1), Discipline Functions",
            case "ksh-shebang-variables.sh: functions for changes of elements may change others";

        /// Whether `unset .sh` removes a variable; else it is an error.
        sh_can_be_unset: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-variables.sh: what is computed ends when it is unset, and has other names";


        // -- Assignments ---------------------------------------------------------------------

        /// Whether the value of `name[subscript]=value` is expanded before the subscript, even
        /// where the subscript has expansions.
        value_before_subscript: bool = true, Ksh | KshPosix => false;
            source "bash 5.2 (its behaviour); ksh93u+m 1.0 (its behaviour)",
            case "bash-details.sh: the expansions of a value come before those of its subscript";

        /// Whether `name[key]=(…)` makes an array of an element; else it is an error.
        element_takes_list: bool = true, Bash | BashPosix => false;
            source "bash(1), Arrays; ksh93(1), Variable Assignments",
            case "bash-declarations.sh: subscripts that name no element";

        /// Whether a subscript that names no element is reported with the element,
        /// `name[subscript]`, and `[@]` of an indexed array is such a subscript.
        subscript_errors_show_place: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: subscripts that name no element";

        /// Whether a list goes on after an element whose subscript names no element, which is left
        /// out; else the assignment fails.
        bad_subscript_skips_element: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: subscripts that name no element";

        /// Whether an empty text is no key of an associative array.
        empty_key_is_refused: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: keys that are empty, numbers of lines that are none, no job to disown, time --";

        /// Whether `name[]` in an operand names nothing.
        empty_subscript_is_no_element: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: names, subscripts and lists that bash refuses";

        /// Whether the option `assoc_expand_once` keeps subscripts in operands from being expanded.
        assoc_expand_once_counts: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, shopt",
            case "bash-variables.sh: names, subscripts and lists that bash refuses";

        /// Whether a list for an associative array whose first element has a subscript must have
        /// one for each; an element without is reported and left out.
        first_subscript_decides: bool = false, Bash | BashPosix => true;
            source "bash(1), Arrays",
            case "bash-variables.sh: names, subscripts and lists that bash refuses";

        /// Whether a list without subscripts makes an indexed array of an associative one.
        list_replaces_kind: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Variable Assignments",
            case "ksh-shebang.sh: a list makes an indexed array of an associative one";

        /// Whether a local variable that `local -a`, `declare -A` or a list makes an array loses its
        /// value; else that becomes an element.
        local_array_is_new: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: a local variable becomes an array without its value";

        /// Whether a variable with a value that becomes an array by a list loses its attributes,
        /// and is no longer exported.
        list_makes_new_variable: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: a list makes another variable of one that has a value";

        /// Whether a list of members takes the place of the elements that an array has; else they
        /// are assignments to texts in the array.
        list_replaces_filled_array: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Variable Assignments",
            case "ksh-shebang-compound.sh: a list of assignments and words to an indexed array";

        /// Whether a list of members that is assigned to an empty array becomes its first element.
        list_of_members_is_element: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Variable Assignments",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether a list of words and assignments fills an empty array with texts.
        empty_array_takes_words: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-compound.sh: a list of assignments and words to an indexed array";

        /// Whether `name=()` makes a compound variable of what is no array.
        empty_list_makes_compound: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Variable Assignments",
            case "ksh-shebang-compound.sh: name=() is a compound variable, but of an array one without elements";

        /// Whether `name=([word]=value)` makes an associative array where the subscripts are names
        /// of no variables.
        words_make_associative: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Variable Assignments",
            case "bash-declarations.sh: subscripts that name no element";

        /// Whether every list with subscripts makes an associative array, but in `typeset -a`.
        keys_make_associative: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-arrays.sh: a list with subscripts makes an associative array";

        /// Whether `name=other` copies a compound variable where both are.
        compounds_are_copied: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Variable Assignments",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether a negative subscript in a list counts from the end of the list so far, with what
        /// the array keeps; else from that of the array before.
        lists_count_from_their_end: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: negative subscripts in a list count from its own end";

        /// Whether a function in a list of members is one of the instance of a type.
        members_can_be_functions: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Type Variables",
            case "ksh-shebang-types.sh: an instance can have a function of its own, and its copies have it too";

        /// Whether a file of FPATH may define the type of a member.
        types_are_autoloaded: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Type Variables",
            case "ksh-shebang-rules.sh: a type of a member is read from FPATH";

        /// Whether, to a reference to nothing, a list is assigned with a warning and an element is
        /// an error.
        unbound_reference_takes_lists_only: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-types.sh: references to nothing";

        /// Whether an assignment to BASH_ARGV0 sets `$0`.
        bash_argv0_sets_arg0: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables",
            case "bash-details.sh: BASH_ARGV0 is the name of the script";

        /// Whether a value of POSIXLY_CORRECT switches to the POSIX mode.
        posixly_correct_switches: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables",
            case "bash-invocation.sh: POSIX mode and POSIXLY_CORRECT are one";

        /// Whether white space that stands twice in a row in IFS separates one by one.
        repeated_ifs_space_separates: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Field Splitting",
            case "ksh-shebang-variables.sh: two blanks in IFS are no white space";


        // -- Assignments before a command ----------------------------------------------------

        /// Whether an assignment to an element before a command is an error.
        temporary_refuses_elements: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: no element is assigned for the time of a command";

        /// What an assignment before a command does that cannot be made.
        refused_temporary: RefusedTemporary = RefusedTemporary::SkipsCommand,
            Sh | KshPosix => RefusedTemporary::IsFatal,
            Bash => RefusedTemporary::IsIgnored,
            BashPosix => RefusedTemporary::LeavesLine;
            source "POSIX.1-2024 XCU 2.8.1; bash(1), POSIX Mode",
            case "bash-variables.sh: declarations: sizes of arrays, lists of what is shadowed";

        /// Whether under `set -e` an assignment to a read-only variable before a command ends the
        /// shell, in conditions too.
        errexit_ends_for_read_only: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: under `set -e` an assignment to a read-only variable ends the shell, in conditions too";

        /// Whether a variable that is assigned before a command has none of the attributes that
        /// change a value.
        temporary_has_no_attributes: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: a value before a command has no attributes";

        /// Whether `export` and `readonly` make an assignment before the command permanent.
        marked_temporary_stays: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: but export keeps them";


        // -- Attributes ----------------------------------------------------------------------

        /// Whether `integer` and `float` declare long numbers.
        integer_is_long: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Aliasing", case "ksh-shebang-arrays.sh: attributes in ksh93's order";

        /// Whether the attributes -s and -u make an integer narrower and unsigned.
        integers_have_sizes: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-arrays.sh: attributes in ksh93's order";

        /// Whether -L, -R and -Z fit a text by its columns; else by its bytes.
        widths_count_columns: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-rules.sh: attributes: columns, widths, lists and references";

        /// Whether the attributes of a declaration that say how a value is kept replace those
        /// before them: of one kind the last counts.
        attributes_replace: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-attributes.sh: a declaration's attributes replace those that were there";

        /// Whether an attribute changes the value that a variable has already.
        attributes_convert_value: bool = true, Bash | BashPosix => false;
            source "bash(1), Shell Builtin Commands, declare",
            case "bash-declarations.sh: attributes change what is assigned from then on";

        /// Whether the attributes of a read-only variable cannot be changed.
        readonly_fixes_attributes: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: what is read only keeps its attributes and its elements";

        /// Whether the elements of a read-only array that are variables themselves are read-only.
        readonly_covers_elements: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: what is read only keeps its attributes and its elements";

        /// Whether `local name` of a read-only variable that keeps its value is no error: the
        /// local one is read only, too.
        readonly_local_is_kept: bool = false, Sh => true;
            source "dash 0.5.12 (its behaviour)",
            case "function-p.sh: a local variable may keep a read-only value", others "dash: yes";

        /// Whether LINENO is as any other variable once it has been assigned.
        lineno_assignment_ends_meaning: bool = false, Sh => true;
            source "POSIX.1-2024 XCU 2.5.3; dash 0.5.12, busybox 1.35, yash 2.52 (their behaviour)",
            case "function-p.sh: LINENO that is assigned is as any other variable", others "dash: yes";

        /// SHELL is `/bin/sh` where the environment has none.
        shell_has_value: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-variables.sh: SHELL has a value where the environment has none";

        /// Which prompts a shell has that is not interactive.
        script_prompts: ScriptPrompts = ScriptPrompts::None,
            Sh => ScriptPrompts::OfPosix, Ksh | KshPosix => ScriptPrompts::OfLaterLines;
            source "POSIX.1-2024 XCU 2.5.3; ksh93u+m 1.0.4 (its behaviour)",
            case "assignment-p.sh: prompts of a script", others "dash: PS1, PS2";

        /// Whether a called function may have a local variable of the name of a read-only one of
        /// its caller.
        readonly_local_can_be_shadowed: bool = true, Sh | KshPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: functions that are called have their own variables of names that are read only for the caller",
            others "dash: no";

        /// Whether a change of a variable that the restricted shell protects is reported as such.
        restricted_is_reported: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Rksh Only",
            case "ksh-shebang-builtins.sh: the restricted shell says what is restricted";

        /// Whether a compound variable can be exported; else it is an error.
        compound_can_be_exported: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: what cannot be exported, or be a list";

        /// Whether `typeset -C` with -r makes the compound variable read-only.
        compound_takes_readonly: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether a list of elements is no value for `typeset -C`.
        compound_refuses_list: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: what cannot be exported, or be a list";


        // -- Declarations --------------------------------------------------------------------

        /// The letters of `typeset` that have a meaning beside those of all: -C compound variables,
        /// -H pathnames, -I inheriting, -M mappings, -S static variables, -T types, -b bytes, -c
        /// capitals, -h help, -m moving, -s short integers, -t tagging.
        declaration_letters: &'static str = "CS",
            Sh => "", Bash | BashPosix => "Ict", Ksh => "CHMSTbhmst", KshPosix => "HMTbhmst";
            source "bash(1), Shell Builtin Commands, declare; ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-builtins.sh: moving variables, builtin -d, whence and others";

        /// Whether letters of `typeset` that bash does not have are refused, `-a` with `-A` is an
        /// error, and of `-l`, `-u` and `-c` together none counts.
        declaration_letters_are_strict: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, declare",
            case "bash-declarations.sh: letters that declare does not have, and those that exclude each other";

        /// Whether `typeset -F name` declares a fixed-point number; else -F lists names of
        /// functions.
        typeset_f_is_fixed_point: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-typeset.sh: fixed point (ksh)";

        /// Whether `typeset -fu` declares functions that are read from FPATH.
        typeset_fu_autoloads: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-rules.sh: whence, type, command -x, builtin -d and names of options";

        /// What `typeset +a` and `+A` do.
        array_letter_off: ArrayLetterOff = ArrayLetterOff::Declares,
            Bash | BashPosix => ArrayLetterOff::RefusesArrays,
            Ksh | KshPosix => ArrayLetterOff::IsRefused;
            source "bash(1), Shell Builtin Commands, declare; ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: what cannot be asked for together";

        /// Whether `typeset -a [type]` makes the words of an enumeration the subscripts.
        array_subscripts_have_types: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-types.sh: subscripts that are words of an enumeration";

        /// Whether `typeset +p` shows declarations without values.
        plus_p_omits_values: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: typeset +p shows no values, -p of the first element the variable";

        /// Whether `typeset +n` lists the names of all name references.
        plus_n_lists_references: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-types.sh: functions of what a reference is to";

        /// Whether functions have the attributes -r, -t and -x; those that only variables have are
        /// refused with -f.
        functions_have_attributes: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, declare",
            case "bash-details.sh: declare -xF lists functions that are exported";

        /// Whether `declare -f name=value` is reported as an attempt to make a function.
        declare_f_refuses_definitions: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: declare -f has no attributes of variables, and makes no functions";

        /// Whether `declare -pf name` shows a declaration of the function, and reports one that is
        /// missing.
        functions_print_as_declarations: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-builtins.sh: hash without a table, functions that are none, modes that are none";

        /// Whether `declare -a name[@]=(…)` assigns the array.
        all_elements_are_the_array: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: details that programs found";

        /// Whether a declaration by a reference that is local makes local what it refers to.
        declaration_follows_reference: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-references.sh: what a function declares by its reference is its own";

        /// Whether `declare name[key]` makes an array of the variable, with a key as the
        /// declaration's own attributes have it.
        declared_element_makes_array: bool = false, Bash | BashPosix => true;
            source "bash(1), Arrays", case "bash-declare-lists.sh: declared without a value";

        /// Whether the subscript in `declare -a name[100]` says how large the array is, and names
        /// no element.
        declared_subscript_is_size: bool = false, Bash | BashPosix => true;
            source "bash(1), Arrays",
            case "bash-variables.sh: declarations: sizes of arrays, lists of what is shadowed";

        /// Whether `typeset -a name=text` makes no array.
        text_keeps_scalar: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: attributes: columns, widths, lists and references";

        /// Whether `declare name='(…)'` assigns the list to a variable that is an array.
        list_text_assigns_array: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: a text in parentheses is assigned to an array as a list";

        /// Whether the assignments in `typeset -a name=(a=1 b=2)` are texts.
        list_of_assignments_is_texts: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: attributes: columns, widths, lists and references",
            others "ksh93: only where -a is spelled out";

        /// Whether a declaration makes an associative array of an indexed one.
        array_kind_change: ArrayKindChange = ArrayKindChange::WhereEmpty,
            Bash | BashPosix => ArrayKindChange::Refused,
            Ksh | KshPosix => ArrayKindChange::KeepsElements;
            source "bash(1), Shell Builtin Commands, declare; ksh93(1), Variable Assignments",
            case "ksh-shebang.sh: typeset -A of an indexed array";

        /// Whether a declaration that makes an array of a compound variable removes its members.
        array_replaces_compound: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether an array that has been declared and assigned nothing is unset, and shown without
        /// a list.
        declared_arrays_stay_unset: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: an array that was only declared is unset";

        /// Whether a variable that was declared without a value outside of functions is shown as
        /// declared, though it is unset.
        declared_names_are_known: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declare-lists.sh: declared without a value";

        /// Whether tildes are expanded in the elements of a list for an associative array.
        associated_values_have_tildes: bool = true, Bash | BashPosix => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-variables.sh: tildes in lists of associative arrays";

        /// Whether the elements of a list among a declaration's arguments are expanded before it
        /// declares.
        lists_expand_before_declaration: bool = true, Ksh | KshPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: declarations: sizes of arrays, lists of what is shadowed";

        /// Whether of several lists among a declaration's arguments each sees the assignments
        /// before it.
        lists_are_declared_in_turn: bool = true, Ksh | KshPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: values of arrays are expanded before anything is declared";

        /// Whether `export`, `readonly` and `local` take `name+=value`.
        declarations_append: bool = true, Sh | KshPosix => false;
            source "bash(1), Parameters",
            case "ksh-functions.sh: local a second time keeps the value, and local x+= appends",
            others "dash: no";

        /// Whether `export` and `readonly` go on with their other operands after one that is no
        /// name.
        declaration_survives_bad_name: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: operands that are no names do not end what follows";

        /// Whether a declaration goes on with its other operands after one that is a read-only
        /// variable.
        declaration_survives_readonly: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: functions that are called have their own variables of names that are read only for the caller";

        /// The letters of `export`.
        export_letters: &'static str = "pnfaA", Sh | KshPosix => "pn";
            source "POSIX.1-2024 XCU 2.15 export; bash(1), Shell Builtin Commands, export",
            case "bash-details.sh: declare -xF lists functions that are exported";

        /// The letters of `readonly`.
        readonly_letters: &'static str = "pfaA", Sh | KshPosix => "p", Bash | BashPosix => "pfaAn";
            source "POSIX.1-2024 XCU 2.15 readonly; bash(1), Shell Builtin Commands, readonly",
            case "ksh-builtins.sh: readonly -a and -A";

        /// Whether `export -a` and `readonly -a` without operands list the arrays that have the
        /// attribute.
        export_a_lists: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, readonly",
            case "bash-posix.sh: what is listed";

        /// Whether `set -A name[key]` makes an array of an element.
        set_array_takes_elements: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: lists of members in elements of associative arrays can be declared";

        /// Whether `set +A` of an associative array is an error.
        set_plus_array_refuses_keys: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: what cannot be exported, or be a list";


        // -- Shown declarations --------------------------------------------------------------

        /// Whether declarations are shown with the name `declare`, whichever command shows them.
        declarations_say_declare: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, declare",
            case "bash-declarations.sh: lists of what is exported, read-only or local";

        /// Whether `export -p` and `readonly -p` show declarations; else commands of their own
        /// name.
        export_shows_declarations: bool = false, Bash => true;
            source "bash(1), POSIX Mode", case "bash-posix.sh: export -p and readonly -p show declarations outside of POSIX mode";

        /// Whether `export` and `readonly` without -p list assignments.
        export_lists_assignments: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, export",
            case "ksh-shebang.sh: export and readonly list assignments";

        /// Whether `export -p` and `readonly -p` show the elements of arrays; else an array is
        /// shown as its first element.
        export_shows_arrays: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-posix.sh: what is listed";

        /// How `export -p` and `readonly -p` quote a value.
        exported_value_quoting: Quoting = Quoting::Single,
            Bash | BashPosix => Quoting::Double, Ksh | KshPosix => Quoting::WhereNotPlain;
            source "POSIX.1-2024 XCU 2.15 export",
            case "ksh-shebang.sh: export and readonly list assignments";

        /// How `typeset -p` quotes a value.
        value_quoting: Quoting = Quoting::WhereNeeded, Ksh | KshPosix => Quoting::WhereNotPlain;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: typeset +p shows no values, -p of the first element the variable";

        /// Whether `typeset -p .sh.type` shows the namespace of types.
        sh_type_is_shown: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Type Variables",
            case "ksh-shebang-rules.sh: a type of a member is read from FPATH";

        /// Whether `declare -p` shows a local variable without a value and attributes.
        unset_local_is_shown: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: an array that was only declared is unset";

        /// Whether `typeset -p name[key]` shows an element.
        elements_are_shown: bool = true, Bash | BashPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: typeset +p shows no values, -p of the first element the variable";

        /// Whether `typeset -p name[0]` of what is no array shows the variable.
        first_element_is_variable: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-attributes.sh: typeset +p shows no values, -p of the first element the variable";

        /// Whether `typeset -p name` reports that there is no such variable, as `declare -p` does.
        typeset_reports_missing: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, declare",
            case "bash-variables.sh: names, subscripts and lists that bash refuses";

        /// Whether `typeset +x` without names lists the variables with the attribute.
        removed_attributes_select: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, typeset",
            case "bash-declare-lists.sh: lists by attributes";

        /// Whether of several attributes in a list one is enough for a variable to be listed; else
        /// it must have all.
        any_attribute_selects: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-declare-lists.sh: lists by attributes";

        /// Whether `declare -a` and `declare -A` list the arrays that are computed.
        computed_arrays_are_listed: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declare-lists.sh: declare -a and -A list what is computed, too";

        /// Whether `local` without names lists the variables of the function.
        local_lists_own: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, local",
            case "bash-declarations.sh: lists of what is exported, read-only or local";

        /// Whether `typeset` without -p lists attributes in words.
        attributes_in_words: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang.sh: typeset with attributes lists assignments";

        /// Whether `typeset +` lists names without values.
        plus_lists_names: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, typeset",
            case "bash-declare-lists.sh: lists by attributes";

        /// Whether `declare` without operands lists functions after the variables.
        listing_has_functions: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, declare",
            case "bash-declare-lists.sh: what declare and set list is input";

        /// What `typeset -p` shows of a variable whose value is computed.
        computed_in_declarations: ComputedInDeclarations = ComputedInDeclarations::Hidden,
            Bash | BashPosix => ComputedInDeclarations::Computed,
            Ksh | KshPosix => ComputedInDeclarations::Converted;
            source "bash 5.2 (its behaviour); ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-variables.sh: LINENO can be assigned to";

        /// Whether BASH_ARGC and BASH_ARGV are shown as empty arrays before anything is kept in
        /// them.
        argument_stack_is_declared: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables",
            case "bash-functions.sh: what was called with what, under extdebug";

        /// Whether `typeset -p` shows a reference to nothing as one to itself.
        unbound_reference_shows_itself: bool = true, Bash | BashPosix | Ksh | KshPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "extensions-y.sh: what POSIX does not have is not there";

        /// Whether `typeset -p` of an indexed array without elements shows no list.
        empty_array_shows_no_list: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-compound.sh: name=() is a compound variable, but of an array one without elements";

        /// Whether an associative array without elements is shown with an empty list where there
        /// are compound variables.
        empty_associative_array_is_shown: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-arrays.sh: how arrays of arrays are written";

        /// Whether a member without a value that is a number is shown as 0.
        unset_number_member_shows_zero: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether the value of a left-justified member is shown without the blanks at its end.
        left_justified_member_is_trimmed: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether the declaration of a variable that has a type begins with the type's name.
        declarations_name_types: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Type Variables",
            case "ksh-shebang-types.sh: instances are written with the name of their type";

        /// Whether `-C` is shown for a compound variable with other attributes.
        compound_letter_stands_beside_others: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether the width of -L, -R and -Z is shown where it is 0.
        zero_width_is_shown: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: attributes: columns, widths, lists and references";


        // -- Local variables -----------------------------------------------------------------

        /// Whether `local` outside of functions is an error of usage, with status 2; else it fails
        /// with status 1.
        local_outside_function_is_usage: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "ksh-typeset.sh: local outside a function is refused",
            others "dash: status 2";

        /// Whether `local name` keeps the value that the name had.
        local_keeps_value: bool = false, Sh | KshPosix => true;
            source "dash(1), local", case "extensions-y.sh: what POSIX does not have is not there",
            others "dash: yes";

        /// Whether a local variable that shadows an exported one is exported.
        local_inherits_export: bool = true, Ksh | KshPosix => false;
            source "bash 5.2 (its behaviour)",
            case "ksh-shebang-scope.sh: what the caller has exported is there, as a copy";

        /// Whether SECONDS that a local one shadows goes on from where it was when the function
        /// ends, and the local one has as many digits.
        shadowed_seconds_pause: bool = false, Ksh | KshPosix => true;
            source "forkless (its behaviour)",
            case "ksh-shebang-rules.sh: attributes: columns, widths, lists and references",
            others "ksh93: a local SECONDS is an ordinary variable";

        /// Whether the option `localvar_inherit` gives local variables the value and attributes of
        /// what they shadow.
        localvar_inherit_counts: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, shopt",
            case "bash-declarations.sh: declare -g of arrays, localvar_inherit, process substitution in braces";

        /// Whether a local variable begins with what was assigned to its name before the call of
        /// the function.
        local_inherits_temporary: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: a local variable has the value that the function was called with";

        /// Whether variables are local only to functions that the `function` keyword has defined.
        scope_needs_function_keyword: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions", case "ksh-compound.sh: a local compound variable";


        // -- Name references -----------------------------------------------------------------

        /// Whether a name reference is to a name, which is looked up where the reference is used;
        /// else to the variable that has the name when it is declared.
        references_are_to_names: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameters",
            case "bash-references.sh: a reference is to a name: what has it where the reference is used";

        /// Whether what is assigned to a reference to nothing has to be a name, or that of an
        /// element.
        invalid_target_is_refused: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameters",
            case "bash-references.sh: a reference to nothing is given a name, and nothing else";

        /// Whether what a reference to an element refers to cannot become an array.
        element_reference_refuses_arrays: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameters", case "bash-references.sh: an element is no array";

        /// Whether an array that is assigned to a reference to nothing removes the attribute, with
        /// a warning.
        array_unbinds_reference: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: an array takes the attribute from a reference to nothing";

        /// Whether `export` and `readonly` of an element, also by a reference, mark its array; else it is
        /// no name for them.
        elements_take_attributes: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: no element is exported or read only";

        /// Whether `typeset -n` of an array or of an element is taken; else it is an error.
        arrays_can_be_references: bool = true, Bash | BashPosix => false;
            source "bash(1), Parameters", case "bash-references.sh: an array is no reference";

        /// Whether -a or -A beside -n declares an array and no reference.
        reference_yields_to_array: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-references.sh: attributes of the reference itself";

        /// Whether a reference has attributes of its own: a read-only one keeps its target, and
        /// `+n` leaves them.
        reference_has_attributes: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-references.sh: references that are read only";

        /// Whether a variable that becomes a reference by its value is no longer exported.
        reference_ends_export: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: attributes: columns, widths, lists and references";

        /// Whether `declare +r` of a read-only reference to nothing is taken.
        unbound_reference_can_lose_readonly: bool = false, Bash | BashPosix => true;
            source "forkless (its behaviour)",
            case "bash-variables.sh: a reference to nothing can lose the attribute of being read-only",
            others "bash 5.2: no";

        /// Whether `reference.name` calls a discipline function, or one of a type, of what is
        /// referred to.
        functions_by_reference: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Type Variables",
            case "ksh-shebang-types.sh: functions of what a reference is to";


        // -- Unsetting -----------------------------------------------------------------------

        /// Whether BASH_SOURCE, BASH_LINENO, BASH_ARGC and BASH_ARGV cannot be unset.
        unset_keeps_call_stack: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: what says where a function was called from cannot be unset";

        /// Whether `unset -f -v` is an error.
        unset_refuses_f_with_v: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, unset",
            case "bash-messages.sh: options and operands that are none";

        /// Whether `unset name[@]` of an indexed array leaves an empty array.
        unset_all_keeps_array: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: unset of all elements leaves an empty array";

        /// Whether `unset name[subscript]` is an error where the variable is no array or there is
        /// no such place.
        unset_checks_subscripts: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: subscripts that name no element";

        /// Whether `unset name[key]` has status 1 where an associative array has no such key.
        unset_missing_key_fails: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-compound.sh: unset of an element that an associative array does not have";

        /// Whether `unset` goes on after an operand that is no name.
        unset_survives_bad_name: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2 (its behaviour)",
            case "ksh-shebang.sh: unset goes on after a bad name",
            others "dash: no";

        /// Whether `unset name` removes the function where there is no such variable.
        unset_falls_back_to_function: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, unset",
            case "bash-functions.sh: without a variable of the name unset removes a function",
            others "dash: no";

        /// Whether `unset` of a member is an error where there is nothing that it could be a member
        /// of.
        unset_needs_parent: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-builtins.sh: moving variables, builtin -d, whence and others";

        /// Whether `unset` of a static variable (`typeset -S`) shows the one that it shadows.
        unset_uncovers_static: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-types.sh: without a static variable the global one is there";

        /// Whether `unset` of a reference to an element removes the element.
        unset_reference_to_element_removes_it: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameters",
            case "bash-references.sh: references to elements, and to all of them";

        /// Whether `unset -n` of what is no reference does nothing.
        unset_n_skips_variables: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, unset",
            case "bash-variables.sh: names, subscripts and lists that bash refuses";

        /// Whether `unset` of a variable that a calling function has, or that was assigned before
        /// the command, shows the one that it shadows.
        unset_uncovers_caller: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables",
            case "bash-language.sh: unset uncovers the variable of a caller",
            others "dash: no";

        /// Whether `unset` of a read-only variable is an error of a special builtin; else it fails
        /// and goes on.
        unset_readonly_is_fatal: bool = false, Sh | KshPosix => true;
            source "POSIX.1-2024 XCU 2.8.1",
            case "extensions-y.sh: what POSIX does not have is not there",
            others "dash: yes";


        // -- Arrays --------------------------------------------------------------------------

        /// In which order the elements of an associative array come.
        associative_order: AssociativeOrder = AssociativeOrder::ByKey,
            Bash | BashPosix => AssociativeOrder::ByHash;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: associative arrays have bash's order, and its quoting";

        /// Whether an element that is an array is among the elements where it has no first element
        /// itself.
        empty_inner_array_counts: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether a compound variable that is made by a reference to an element becomes the
        /// element.
        compound_makes_element: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Variable Assignments",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";

        /// Whether an array in an array of numbers is one of numbers.
        inner_arrays_inherit_numbers: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: compound variables: paths, copies, exports and types";


        // -- Computed variables --------------------------------------------------------------

        /// Whether SHELLOPTS, BASHOPTS, BASH_ALIASES, BASH_CMDS, BASH_ARGV0, BASH_COMMAND and SHELL
        /// are computed.
        computes_shell_state: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables", case "bash-declarations.sh: SHELLOPTS and BASHOPTS";

        /// Whether KSH_VERSION is computed.
        computes_ksh_version: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Parameter Expansion",
            case "bash-variables.sh: KSH_VERSION, $-, OPTIND and numbers";

        /// Whether variables are computed that POSIX does not have (EPOCHSECONDS, PIPESTATUS, UID
        /// …).
        computes_extensions: bool = true, Sh => false;
            source "bash(1), Shell Variables", case "bash-details.sh: details that programs found";

        /// Whether assignments to FUNCNAME, BASH_SOURCE and BASH_LINENO have no effect.
        call_stack_is_fixed: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables",
            case "bash-details.sh: what is assigned to FUNCNAME has no effect";

        /// Whether BASH_LINENO has an element for the script only where it is a file.
        main_is_only_of_files: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: BASH_LINENO without a file";

        /// Whether `_` is the last argument again after it was unset.
        last_argument_outlives_unset: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: a computed variable that is unset is one as others";

        /// Whether a variable that was computed and has been unset is an ordinary one.
        unset_ends_computing: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour); bash(1), Shell Variables",
            case "ksh-shebang-variables.sh: what is computed ends when it is unset, and has other names";

        /// Whether assignments to elements of DIRSTACK change the directory stack.
        dirstack_can_be_assigned: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables",
            case "bash-builtins.sh: the directory stack: messages, pushd -n, assignments";

        /// Whether an assignment to LINENO says the number of the next line.
        lineno_assignment_shifts: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Parameter Expansion",
            case "ksh-shebang-variables.sh: LINENO can be assigned to";

        /// Whether SECONDS counts from the moment of an assignment; else from the whole second.
        seconds_keep_fraction: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Parameter Expansion", case "ksh-shebang-rules.sh: SECONDS counts from the moment of an assignment";

        /// The generator of RANDOM.
        random_generator: RandomGenerator = RandomGenerator::Linear,
            Bash | BashPosix => RandomGenerator::ParkMiller;
            source "bash 5.2 (its behaviour)",
            case "bash-arithmetic.sh: random numbers after a seed";

        /// Whether the numbers of SRANDOM are less than what was assigned to it.
        srandom_assignment_bounds: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.10 (its behaviour)",
            case "ksh-shebang-variables.sh: SRANDOM is less than what it is assigned";

        /// Whether `typeset +f` lists functions by name, with `()` after those that POSIX's form has
        /// defined; else by a declaration.
        plus_f_lists_names: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, typeset",
            case "ksh-shebang-builtins.sh: functions lists functions, typeset +f their names";

        /// Whether strings of the environment that define functions for bash are passed on as they
        /// are, and define nothing.
        environment_functions_pass: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XBD 8.1",
            case "privileged-y.sh: strings of functions go on where they were not taken",
            others "dash: no (nor any string that is no variable)";

        /// Whether OPTIND is an integer to begin with.
        optind_is_integer: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-variables.sh: OPTIND is an integer";
    }
}
