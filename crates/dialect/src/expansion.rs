//! What becomes of words: parameters, substitutions, arithmetic, patterns (POSIX XCU 2.6, 2.14).

use crate::Dialect;

/// When ksh93's groups `?(p)`, `*(p)`, `+(p)`, `@(p)` and `!(p)` are patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtendedPatterns {
    /// Always.
    Always,
    /// Where `shopt -s extglob` is on.
    ByExtglob,
    /// Never: parentheses are ordinary characters.
    Never,
}

/// Whether a pattern of file names matches the entries `.` and `..`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotEntries {
    /// No pattern does.
    Skipped,
    /// One that begins with a period does, unless `shopt -s globskipdots` is on.
    ByGlobskipdots,
    /// One that begins with a period does.
    Matched,
}

/// Where `${x//p/r}` replaces the empty text, if the pattern matches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyMatches {
    /// Before each character, also behind another match.
    BeforeCharacters,
    /// Before each character and at the end, but not behind another match.
    BetweenMatches,
}

/// What a tilde-prefix leaves out before a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TildeBeforeSlash {
    /// Nothing.
    Kept,
    /// `/`, if that is all of it.
    RootIsEmpty,
    /// A slash at the end.
    LosesSlash,
}

/// What `${!name}` expands to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indirection {
    /// The value of the parameter that the value of `name` names.
    Value,
    /// `name` itself; of a name reference, the name that it refers to.
    Name,
}

/// What is abandoned after an error that ends a non-interactive shell in POSIX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FatalError {
    /// The shell exits.
    EndsShell,
    /// The rest of the line of the script; the next line runs.
    AbandonsLine,
}

/// What `${name[-9]}` is where it would be before an indexed array's first element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingOutside {
    /// Unset.
    IsUnset,
    /// Unset, with a message; of its length: an error.
    IsTold,
    /// An error, unless the array has no elements.
    IsError,
}

rules! {
    /// What becomes of words: parameters, substitutions, arithmetic, patterns.
    Expansion for Dialect {
        // -- Subscripts ----------------------------------------------------------------------

        /// What `${name[-9]}` is where it would be before an indexed array's first element.
        reading_outside: ReadingOutside = ReadingOutside::IsUnset, Bash | BashPosix => ReadingOutside::IsTold, Ksh | KshPosix => ReadingOutside::IsError;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-variables.sh: a subscript before the first element";

        // -- Brace expansion ------------------------------------------------------------------

        /// Whether the texts of braces continue the name of a parameter before them: `$x{a,b}` is `$xa $xb`.
        braces_continue_names: bool = false, Bash | BashPosix => true;
            source "bash(1), Brace Expansion", case "bash-language.sh: braces continue the name of a parameter";

        // -- Tilde expansion ------------------------------------------------------------------

        /// Whether a colon ends a tilde-prefix outside of assignments too.
        colon_ends_tilde_prefix: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-scripts.sh: tildes that are no login names",
            others "dash: no";

        /// Whether a parameter expansion or a command substitution can be a part of a tilde-prefix.
        expansions_in_tilde_prefix: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-options.sh: a tilde and what a script makes of it",
            others "dash: no";

        /// Whether the discipline functions of `.sh.tilde` decide what a tilde-prefix stands for.
        tilde_has_disciplines: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Tilde Substitution",
            case "ksh-shebang-options.sh: a tilde and what a script makes of it";

        /// What a tilde-prefix leaves out before a slash, where what it stands for ends in one.
        tilde_before_slash: TildeBeforeSlash = TildeBeforeSlash::LosesSlash,
            Bash | BashPosix => TildeBeforeSlash::Kept,
            Ksh | KshPosix => TildeBeforeSlash::RootIsEmpty;
            source "POSIX.1-2024 XCU 2.6.1; ksh93u+m 1.0.4 (its behaviour)",
            case "tilde-p.sh: a slash at the end of HOME is not doubled",
            others "dash: kept; mksh: loses the slash";

        /// Whether `~` is the user's login directory where HOME is unset.
        unset_home_is_login_directory: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash(1), Tilde Expansion",
            case "bash-details.sh: ~ is the login directory where HOME is not set",
            others "dash: no";

        /// Whether `~+`, `~-` and `~N` stand for PWD, OLDPWD and an entry of the directory stack.
        tilde_names_kept_directories: bool = true, Sh | KshPosix => false;
            source "bash(1), Tilde Expansion; ksh93(1), Tilde Substitution",
            case "tilde-p.sh: ~+ and ~- are no login names", others "dash: no";

        // -- Fields ---------------------------------------------------------------------------

        /// Whether `"$@$x"` is a field where there are no positional parameters and x is empty.
        quoted_parts_beside_empty_list_are_field: bool = false, Sh | KshPosix => true;
            source "POSIX.1-2024 XCU 2.5.2", case "bash-details.sh: no field of quotes around nothing and no parameters",
            others "dash: yes";

        /// Whether an empty parameter of an unquoted `$@` is a field where one follows and the
        /// first character of IFS is no white space.
        empty_parameters_survive_splitting: bool = false, Bash | BashPosix => true;
            source "POSIX.1-2024 XCU 2.5.2",
            case "bash-details.sh: empty parameters are fields where what separates is no white space",
            others "dash: no";

        /// Whether the last of several parameters, if it is empty, is a field of an unquoted `$@`.
        empty_last_parameter_is_field: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-rules.sh: an empty last parameter is a field of $@", others "dash: no";

        /// Whether `$@` is joined by the first character of IFS, as `$*` is, where no fields are
        /// made; else by a space.
        at_is_joined_by_separator: bool = false, Sh => true;
            source "dash 0.5.12, busybox 1.35, yash 2.52 (their behaviour)",
            case "param-p.sh: $@ is joined as $* where no fields are made", others "dash: yes";

        /// Whether `$*` is joined by a space in a here-document, whatever IFS is.
        documents_join_by_blank: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-heredoc.sh: lists are joined by spaces", others "dash: no";

        // -- Parameters and operators -----------------------------------------------------------

        /// Whether the operands of `${x%p}`, `${x/p/r}`, `${x^p}` and `${x:o:n}` are expanded where
        /// there is nothing to operate on: an unset parameter, an empty list, for `%` and `#` an
        /// empty value.
        operands_of_nothing_are_expanded: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: operands of operators are not expanded where there is nothing to operate on",
            others "dash: those of an empty value";

        /// Whether a `#` or `%` that an expansion has put at the beginning of the pattern of
        /// `${x/p/r}` ties it to the beginning or the end of the value.
        expanded_anchors_count: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: an anchor of a replacement may come from an expansion";

        /// Whether `nocasematch` counts for the pattern of `${x^p}`.
        nocasematch_in_case_change: bool = true, Bash | BashPosix => false;
            source "bash(1), shopt", case "bash-scripts.sh: case changes do not ask nocasematch";

        /// Whether `shopt -s patsub_replacement` has `&` in the text of `${x/p/r}` stand for the match.
        ampersand_is_match: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameter Expansion", case "bash-language.sh: & in a replacement is what matched";

        /// Whether `\1` in the text of `${x/p/r}` stands for what the first group has matched.
        replacement_has_groups: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Parameter Expansion", case "ksh-compound.sh: what the groups of a pattern have matched";

        /// Whether `${x/p/r}` and `${x/#p/r}` replace an empty value only where the pattern begins with `*`.
        only_stars_match_empty_value: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-variables.sh: patterns that match an empty value";

        /// Where `${x//p/r}` replaces the empty text, if the pattern matches it.
        empty_matches: EmptyMatches = EmptyMatches::BeforeCharacters,
            Ksh | KshPosix => EmptyMatches::BetweenMatches;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "ksh-shebang.sh: a pattern that matches nothing is replaced between characters, too";

        /// Whether what `${x#p}` and `${x%p}` cut off is the last match, as `.sh.match` shows it.
        removal_sets_match: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Parameter Expansion", case "ksh-patterns.sh: what is cut off is the last match";

        /// Whether `.sh.match` has an element of each group for every match of `${x//p/r}`.
        match_variable_has_all_matches: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Parameter Expansion", case "ksh-shebang-match.sh: each replacement has its matches";

        /// Whether `.sh.match` becomes an array that each match assigns, once a script refers to all
        /// of it.
        match_variable_is_array: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Parameter Expansion", case "ksh-shebang-match.sh: each replacement has its matches";

        /// Whether a slice that would end before it begins is an error; elsewhere it is empty.
        negative_slice_is_error: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameter Expansion",
            case "ksh-parameter.sh: substring with a length below zero past the beginning";

        /// Whether the length of a slice is left unevaluated where its offset is out of range.
        length_behind_end_is_skipped: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: operands of operators are not expanded where there is nothing to operate on";

        /// Whether `${x[@]:o:n}` of a variable that is no array gives characters of its value.
        list_slice_of_scalar_is_text: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: characters of what is no array, and @A of the parameters";

        /// Whether a subscript may be a range: `${a[from..to]}`.
        subscript_ranges: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Parameters", case "ksh-compound.sh: subscripts from one to another";

        /// Whether an empty key of an associative array is an error where an element is read.
        empty_key_is_error: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: a key that is empty is none";

        // -- Indirection ------------------------------------------------------------------------

        /// What `${!name}` expands to.
        indirection: Indirection = Indirection::Value, Ksh | KshPosix => Indirection::Name;
            source "bash(1), Parameter Expansion; ksh93(1), Parameter Expansion",
            case "ksh-shebang.sh: ${!name} is the name";

        /// Whether `${!ref[i]}` of a name reference is an indirection by an element; elsewhere it is
        /// the name that `ref` refers to.
        element_of_reference_is_indirection: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameter Expansion", case "bash-references.sh: what can be no target";

        /// Whether `${!a[@]op}` and `${!@}` take the joined elements for the name.
        indirection_joins_elements: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: operators where the parameter is indirect, and of what is no array";

        /// Whether an indirection by an unset variable is an error.
        unset_indirection_is_error: bool = false, Sh | Bash | BashPosix => true;
            source "bash(1), Parameter Expansion",
            case "bash-language.sh: ${!x} of an unset variable is an error";

        /// Whether the result of `+`, `-`, `*` and `**` is a floating-point number where no integer
        /// holds it, and that of `2**-1` one with a fraction; elsewhere overflow wraps around.
        overflow_is_float: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Arithmetic Evaluation", case "ksh-shebang.sh: results that no integer holds";

        /// Whether a name reference to `a[@]` gives a field for each element.
        reference_to_all_elements: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-references.sh: references to elements of arrays of numbers, and to all elements";

        /// Whether expanding a name reference that refers to nothing is an error.
        unbound_reference_is_error: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-types.sh: references to nothing";

        // -- Transformations --------------------------------------------------------------------

        /// Whether `${a[@]@a}` gives the attributes once for each element.
        attributes_of_each_element: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameter Expansion", case "bash-details.sh: operators where the parameter is indirect, and of what is no array";

        /// Whether `${x@A}` of an unset variable or element declares its attributes alone.
        declaration_of_unset_element: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: @A of the element 0 that is not there";

        /// Whether `"${a[@]@A}"` gives the command, its options and the assignment as three fields.
        declaration_is_fields: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: operators where the parameter is indirect, and of what is no array";

        /// Whether `${x@K}` and `${x@k}` of one value give the value, quoted.
        keys_of_scalar_are_value: bool = false, Bash | BashPosix => true;
            source "bash(1), Parameter Expansion", case "bash-details.sh: @K and @k of one value";

        // -- Unset parameters -------------------------------------------------------------------

        /// Whether `set -u` fails for an unset element before the operator is looked at.
        nounset_precedes_operator: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: what is unset is reported as it was written";

        /// Whether under `set -u` the number of elements of what is no array with elements is an
        /// error.
        nounset_checks_element_count: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: set -u: an array without a value has no number of elements";

        /// Whether the length of an element that is not there is 0, even under `set -u`.
        nounset_allows_element_length: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: under set -u the length of an element that an array does not have";

        /// Whether under `set -u` the attributes of a variable without a value are an error.
        nounset_checks_attributes: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: under `set -u` what is declared and not set has no attributes to show";

        // -- Arithmetic -------------------------------------------------------------------------

        /// Whether `Inf` and `NaN` are numbers in an expression, where no variable has such a name.
        infinity_is_number: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Arithmetic Evaluation", case "ksh-shebang.sh: numbers that no integer holds, Inf and NaN";

        /// Whether `let 'a[$key]++'` expands the key of an associative array.
        let_expands_keys: bool = true, Ksh | KshPosix => false;
            source "bash(1), shopt (assoc_expand_once)", case "bash-details.sh: what is quoted in a key in (( )) is not expanded; let expands";

        /// Whether expansions are made in every subscript of an expression that is an operand or a
        /// variable's value: `let 'a[$i]++'`, `x='a[$i]'; (( x ))`.
        subscripts_are_expanded_late: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-arithmetic.sh: expansions in subscripts of operands and of values";

        /// Whether an assignment to a read-only variable in `(( ))` makes that command fail and no
        /// more; elsewhere it is a fatal error.
        read_only_fails_arithmetic_command: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: what cannot be changed";

        // -- Patterns ---------------------------------------------------------------------------

        /// When ksh93's groups `?(p)`, `*(p)`, `+(p)`, `@(p)` and `!(p)` are patterns.
        extended_patterns: ExtendedPatterns = ExtendedPatterns::Always,
            Bash | BashPosix => ExtendedPatterns::ByExtglob, Sh | KshPosix => ExtendedPatterns::Never;
            source "bash(1), Pathname Expansion; ksh93(1), File Name Generation",
            case "bash-language.sh: without extglob parentheses in patterns are ordinary characters, but in [[ ]]",
            others "dash: Never";

        /// Whether parentheses in the result of an expansion make groups of an extended pattern.
        results_have_groups: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: with extglob the result of an expansion is an extended pattern";

        /// Whether `\d`, `\s` and `\w` in a group are classes of characters.
        class_escapes: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), File Name Generation", case "ksh-shebang.sh: classes in groups";

        // -- Pathname expansion -----------------------------------------------------------------

        /// Whether a pattern of file names matches the entries `.` and `..`.
        dot_entries: DotEntries = DotEntries::Skipped,
            Bash | BashPosix => DotEntries::ByGlobskipdots, Sh | KshPosix => DotEntries::Matched;
            source "POSIX.1-2024 XCU 2.14.3; bash(1), shopt",
            case "bash-details.sh: . and .. are skipped unless globskipdots is off",
            others "dash: Matched";

        /// Whether a group that begins with a period matches `.` and `..`, where these are matched.
        groups_match_dot_entries: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: groups that begin with a period match . and ..";

        /// Whether GLOBIGNORE names patterns of what pathname expansion leaves out.
        globignore: bool = true, Sh | KshPosix => false;
            source "bash(1), Shell Variables",
            case "ksh-patterns.sh: GLOBIGNORE names what pathname expansion leaves out", others "dash: no";

        /// Whether FIGNORE is a pattern of the names that pathname expansion leaves out, and names that begin
        /// with a period match like others where it is set.
        fignore: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Variables, FIGNORE",
            case "ksh-shebang-match.sh: FIGNORE is a pattern of names that are left out";

        /// Whether `~(N)` makes a pattern that matches no file no word.
        null_patterns: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), File Name Generation",
            case "ksh-shebang-match.sh: ~(N) leaves out what matches nothing";

        /// Whether `**` finds the directory too that is written before it.
        globstar_finds_its_directory: bool = true, Ksh | KshPosix => false;
            source "bash(1), shopt, globstar; ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-match.sh: ** does not find the directory before it";

        /// Whether the error of `failglob` abandons the rest of the line; elsewhere only the command
        /// fails.
        failglob_abandons_line: bool = false, Bash | BashPosix => true;
            source "bash(1), shopt",
            case "ksh-errors.sh: in bash's language a pattern that matches nothing leaves the line under failglob";

        // -- Prompts ----------------------------------------------------------------------------

        /// Whether prompts have escapes: `\u`, `\w`.
        prompts_have_escapes: bool = false, Bash | BashPosix => true;
            source "bash(1), PROMPTING", case "bash-declarations.sh: escapes in PS4", others "dash: no";

        /// Whether `shopt -u promptvars` turns the expansions of prompts off.
        promptvars_counts: bool = false, Bash | BashPosix => true;
            source "bash(1), shopt", case "bash-details.sh: prompts that are expanded";

        /// Whether `\"` in a prompt stands for the quote, where the prompt is expanded.
        prompts_unescape_quotes: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: prompts that are expanded";

        /// The name that `\s` shows in a prompt; where it is empty, the name that the shell was
        /// called by.
        prompt_shell_name: &'static str = "", Bash | BashPosix => "bash";
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: escapes in PS4";

        /// Whether `${a[@]=word}` is an error, and does not assign to the first element.
        all_elements_are_not_assignable: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: all elements cannot be assigned in an expansion";

        // -- Errors -----------------------------------------------------------------------------

        /// What is abandoned after an error that ends a non-interactive shell in POSIX.
        fatal_error: FatalError = FatalError::EndsShell, Bash => FatalError::AbandonsLine;
            source "POSIX.1-2024 XCU 2.8.1; bash(1), POSIX Mode",
            case "ksh-errors.sh: in bash's language an error of expansion leaves the line",
            others "dash: EndsShell";

        /// Whether an error of arithmetic outside of `$(( ))` abandons the rest of the line only, and
        /// neither `set -e` nor the ERR trap sees it.
        arithmetic_error_abandons_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: errors of arithmetic and `set -e`: the line is left, and no more",
            others "dash: no";

        /// The exit status of an error of expansion or assignment in the text of `-c`.
        command_string_error_status: i32 = 1, Sh => 2, BashPosix => 127;
            source "bash 5.2 (its behaviour)", case "bash-posix.sh: the text of -c ends with 127 by an error of expansion or assignment", others "dash: 2";

        /// Whether the error of `${!x?}`, or of `${!x}` under `nounset`, names the indirection; else the
        /// parameter that it leads to.
        indirection_is_named_in_errors: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: an error of an indirection names it";

        /// Whether single quotes in the subscript of an indexed array are a part of the expression,
        /// which is wrong then.
        quotes_stay_in_subscripts: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-arithmetic.sh: quotes in subscripts of indexed arrays";

        /// Whether an indirection that leads to nothing ends the line only, also in POSIX mode.
        indirection_error_abandons_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-posix.sh: an indirection that leads to nothing ends the line";

        /// Whether all redirections are undone before the EXIT trap runs where `set -u` or `${x?}` ends the
        /// shell.
        unset_error_undoes_redirections: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: the EXIT trap runs without redirections after a parameter that is not set";

        /// Whether `set -u` and `${x?}` end the shell where they are if `set -e` is on: with the status of any
        /// other failure, and the EXIT trap with the redirections in force.
        unset_error_ends_at_once_under_errexit: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: the EXIT trap runs without redirections after a parameter that is not set";

        /// The exit status of `set -u` and `${x?}` that end the text of `-c`.
        command_string_unset_status: i32 = 1, Sh => 2, Bash | BashPosix => 127;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: the text of -c ends with 127 by an unset parameter", others "dash: 2";
    }
}
