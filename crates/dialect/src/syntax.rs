//! What a text means: tokens, words, the grammar (POSIX XCU 2.2, 2.3, 2.10).

use crate::Dialect;

/// What `|&` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeAnd {
    /// Two operators.
    Nothing,
    /// A pipe for standard output and standard error.
    Pipe,
    /// A pipe for standard output and standard error; at the end of a command it starts a coprocess.
    PipeOrCoprocess,
    /// It starts a coprocess, and ends a command as `&` does.
    Coprocess,
}

/// What a leading zero makes of an integer constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadingZero {
    /// An octal one (ISO C).
    Octal,
    /// Nothing.
    Decimal,
}

rules! {
    /// What a text means. Tokens, words, the grammar.
    Syntax for Dialect {
        // -- Reserved words and operators ------------------------------------------------------

        /// `time` is a reserved word.
        time_is_reserved: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 2.4; bash(1), Pipelines", case "bash-details.sh: keys that are empty, numbers of lines that are none, no job to disown, time --", others "dash: no";

        /// `coproc` is a reserved word.
        coproc_is_reserved: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 2.4; bash(1), Coprocesses", case "bash-jobs.sh: the variables of a coprocess are there while it is", others "dash: no";

        /// `time` before a word that begins with `-` is a command's name.
        time_before_option_is_command: bool = false, BashPosix => true;
            source "bash(1), POSIX Mode", case "bash-posix.sh: time before an option is a program";

        /// `time --` is `time`, timed in the format of `time -p`.
        time_takes_dashes: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: keys that are empty, numbers of lines that are none, no job to disown, time --";

        /// What `|&` is.
        pipe_and: PipeAnd = PipeAnd::PipeOrCoprocess, Sh => PipeAnd::Nothing,
            Bash | BashPosix => PipeAnd::Pipe, Ksh | KshPosix => PipeAnd::Coprocess;
            source "bash(1), Pipelines; ksh93(1), Commands", case "ksh-shebang-builtins.sh: |& always begins a coprocess, and coprocesses share their output's pipe", others "dash: two operators";

        /// `&>` and `&>>` redirect standard output and standard error.
        and_greater: bool = true, Sh | KshPosix => false;
            source "bash(1), Redirecting Standard Output and Standard Error; ksh93(1), set -o posix",
            case "bash-functions.sh: lists, pipelines and redirections of functions that are shown", others "dash: no";

        // -- Pipelines and lists ---------------------------------------------------------------

        /// `!` without a command is a pipeline, which fails.
        bare_negation: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2, ksh93u+m (their behaviour)", case "ksh-shebang.sh: ! without a command", others "dash, mksh: a syntax error";

        /// `!` may stand before a command within a pipeline.
        negation_in_pipeline: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 2.10.2; ksh93(1), Commands", case "ksh-control.sh: ! within a pipeline (ksh)", others "dash: no";

        /// `time` may stand before a command within a pipeline.
        time_in_pipeline: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Commands", case "ksh-pipelines.sh: a command of a pipeline can be timed";

        // -- Compound commands and functions ---------------------------------------------------

        /// The body of a `for` or `select` loop may be in braces: `for x; { list; }`.
        loop_body_in_braces: bool = true, Sh => false;
            source "bash 5.2 (its behaviour)", case "ksh-control.sh: { } for do done", others "dash: no";

        /// The name of a `for` or `select` loop is looked at when the loop runs, not when it is read.
        loop_name_checked_at_run: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: for looks at its name when it runs";

        /// The clauses of `for ((` are looked at after all up to the `))` has been read.
        for_clauses_read_first: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: for (( with too few expressions, and with too many";

        /// `!(…)` and its kin are patterns in the word of `case`.
        groups_in_case_word: bool = true, Sh => false;
            source "bash(1), Pattern Matching", case "bash-details.sh: patterns in the values of elements and in the subject of case", others "dash: no";

        /// The name of a coprocess may be any word.
        coprocess_takes_any_name: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-jobs.sh: the variables of a coprocess are there while it is";

        /// The name of a function may be any word, also with `=`, quotes and expansions: an invalid
        /// one is an error when the definition is executed.
        function_takes_any_name: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Function Definitions", case "bash-functions.sh: names of functions may have what words have";

        /// The name of a function may have a slash.
        slash_in_function_name: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 2.9.5", case "ksh-functions.sh: function names may have other characters";

        /// The body of a function is a compound command, no simple one.
        function_body_is_compound: bool = false, Bash | BashPosix => true;
            source "POSIX.1-2024 XCU 2.9.5", case "bash-messages.sh: words that have no place", others "dash: any command";

        /// `namespace name {` is not read as a simple command: namespaces are not supported.
        namespace_is_refused: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Name Spaces", case "ksh-shebang-builtins.sh: namespaces are missing, and it is said";

        // -- Simple commands -------------------------------------------------------------------

        /// The line of a simple command is that of what follows its name.
        line_after_command_name: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-traps.sh: a command of several lines is on the line that its second word ends on";

        /// The line of `(( ))` is the one that it ends on.
        arithmetic_command_line_is_last: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-traps.sh: [[ ]] is on the line that its last test ends on, (( )) on its last one";

        /// The redirections of a compound command are on its last line, or on that of the function, the
        /// loop or the `case` that it is in.
        compound_redirections_are_on_last_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: the line of a compound command whose redirection fails";

        /// The line of `[[ ]]` is that of its last test.
        conditional_line_is_last: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-traps.sh: [[ ]] is on the line that its last test ends on, (( )) on its last one";

        /// Commands know their text, for BASH_COMMAND.
        commands_keep_text: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables", case "bash-traps.sh: BASH_COMMAND is a command as bash writes it";

        /// Functions are shown in a layout of their own, not as they were written.
        functions_are_laid_out: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-functions.sh: a function is shown with its name on a line of its own";

        /// Functions that were defined with the `function` keyword are shown without it.
        functions_shown_without_keyword: bool = false, BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-posix.sh: what is listed";

        /// Braces in the value of `name=value`, an argument of a declaration utility, are expanded.
        braces_in_declared_value: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: braces in the values of declarations";

        /// A tilde after the `=` or a `:` of an argument `name=value` is expanded.
        tilde_in_argument_value: bool = false, Bash => true;
            source "bash(1), Tilde Expansion; POSIX Mode", case "bash-language.sh: tildes in arguments that look like assignments";

        /// An argument `name[…]` of `unset`, `printf`, `read` and `wait` is an element, whose
        /// subscript is not expanded once more.
        element_arguments: bool = false, Bash | BashPosix => true;
            source "bash(1), Arrays", case "bash-arithmetic.sh: unset a[$k] does not expand what was expanded, assoc_expand_once no operand's key";

        /// An error in `[[ ]]` has words of its own, is the end of a script without a change of the
        /// status, and of other texts with status 2; a unary operator always takes an operand.
        conditional_has_own_errors: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: errors of syntax in [[ ]]";

        /// A letter after `@` that is no transformation is an error where the parameter is set, which
        /// ends the shell; else it is one of the text, whatever the parameter.
        bad_transformation_has_parameter: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: transformations that there are not";

        /// `${ text}` without anything that could end a command before the brace is a bad
        /// substitution, found out when it is expanded.
        blank_before_parameter_is_bad: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: transformations that there are not";

        /// `name=(…)` after `eval` and `let` is one word.
        eval_takes_lists: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: arguments of let and eval may have parentheses with blanks";

        // -- Arrays, compound variables and types ----------------------------------------------

        /// `name=(member=value)` is a compound variable, and `name.member` names its member.
        compound_variables: bool = false, Own | Ksh | KshPosix => true;
            source "ksh93(1), Variables", case "bash-functions.sh: names of functions may have what words have", others "bash: elements of an array";

        /// A member's name may be any word of name characters, in brackets: `name.[1]`.
        bracketed_members: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-compound.sh: the name of a member may be one that no variable has, in brackets";

        /// An argument `name=(…)` is an assignment not only after a declaration utility: where
        /// there are types, after the name of one, else after any word.
        assignments_as_arguments: bool = false, Own | Ksh | KshPosix => true;
            source "ksh93(1), Type Variables", case "bash-declarations.sh: arguments of let and eval may have parentheses with blanks";

        /// `typeset -T` and `enum` define types, whose names are declaration utilities.
        types: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Type Variables", case "ksh-shebang-types.sh: instances are written with the name of their type";

        /// `name= (…)` is an assignment to an array.
        list_after_blank: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-arrays.sh: elements after a blank (ksh)";

        /// After a subscript another one or a member may follow: `name[1][2].member`.
        subscripts_may_follow: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Variables", case "ksh-compound.sh: arrays of arrays";

        /// An element may be a list itself: `([1]=(…))`.
        lists_as_elements: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Variables", case "ksh-shebang-arrays.sh: how arrays of arrays are written";

        /// An element without a subscript may be a list: `((1 2) (3 4))`.
        lists_without_subscripts: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Variables", case "bash-messages.sh: no element of an array is a list", others "bash: a syntax error";

        /// An element may be in an element: `([1][2]=value)`.
        elements_of_elements: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Variables", case "ksh-shebang-arrays.sh: subscripts of elements that are arrays";

        /// Semicolons separate the elements of `name=(…)`.
        semicolons_between_elements: bool = false, Own | Ksh | KshPosix => true;
            source "ksh93(1), Variables (of the members of a compound variable)", case "ksh-arrays.sh: semicolons may stand between elements", others "bash, ksh93: a syntax error";

        /// Of the elements of `name=(…)` some may have subscripts and others none.
        mixed_elements: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "bash-messages.sh: ${#+} and its kin are no expansions, an element needs a key where the first one has one";

        /// `name[]=value` is an assignment, which fails.
        empty_subscript_is_assigned: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: subscripts that name no element";

        // -- Expansions ------------------------------------------------------------------------

        /// `{a,b}` and `{1..9}` are several words.
        brace_expansion: bool = true, Sh => false;
            source "bash(1), Brace Expansion; ksh93(1), Brace Expansion", case "bash-declarations.sh: braces in the values of declarations", others "dash: no";

        /// The word of a redirection has braces, too, and names no file where it becomes several.
        redirections_have_braces: bool = false, Bash | BashPosix => true;
            source "bash(1), REDIRECTION", case "bash-messages.sh: braces in the word of a redirection make it ambiguous";

        /// A bad substitution is shown with the text that encloses it: what is in the same double
        /// quotes, or the word.
        bad_substitution_shows_word: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: what encloses a bad substitution is shown, subscripts without an end";

        /// In `$'\u00e9'` a character that the locale does not have stays an escape.
        characters_are_of_locale: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-quoting.sh: characters of $'…' that the locale does not have";

        /// Braces are looked for in the fields that the other expansions have made: `x='{a,b}'; echo $x`
        /// is two words, `{1..$n}` a range, and an alternative may be a field of nothing.
        braces_in_fields: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Brace Expansion", case "ksh-shebang-braces.sh: braces are looked for in fields";

        /// Limits and step of a range of braces are numbers of C, the step's sign is its direction, a
        /// format may follow: `{10..1..-3}`, `{1..9%02d}`. Zeros in front make no numbers as wide.
        ranges_are_of_c: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Brace Expansion", case "ksh-shebang-braces.sh: limits, steps and formats of ranges";

        /// `${ list; }` and `${| list; }` are command substitutions in the current environment.
        inline_substitution: bool = true, Sh => false;
            source "ksh93(1), Command Substitution", case "ksh-substitution.sh: ${ list; } runs here",
            others "bash 5.2: a bad substitution (5.3 has it)";

        /// `$[expression]` is an arithmetic expansion.
        arithmetic_in_brackets: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "ksh-arithmetic.sh: $[ ] is an arithmetic expansion in bash's language";

        /// `$name[…]` is an element where expressions and conditions are: in `(( ))`, `[[ ]]` and
        /// subscripts.
        subscripts_without_braces: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-arrays.sh: $name[subscript] in [[ ]] and (( ))";

        /// `${@name}` is the declaration that makes the variable what it is.
        declaration_expansion: bool = true, Sh => false;
            source "ksh93(1), Parameter Expansion", case "ksh-shebang-types.sh: instances are written with the name of their type";

        /// `${name[@]:}` is `${name[@]}`.
        empty_slice: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-arrays.sh: subscripts of elements that are arrays";

        /// A blank, a quote or an operator of commands behind the name in `${name}`, or a name that is missing,
        /// is an error of syntax; else a bad substitution, found out when it is expanded.
        misplaced_in_braces_is_syntax_error: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-rules.sh: what is no expansion is an error of syntax";

        /// A name in `${…}` may begin with a period.
        names_begin_with_period: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Variables", case "ksh-parameter.sh: ${.sh.version} and ${.sh.name} have values";

        /// `${#/}`, `${#%}`, `${#=}` and `${#+}` are bad substitutions, not operations on `$#`.
        bare_operator_on_count_is_bad: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: ${#+} and its kin are no expansions, an element needs a key where the first one has one";

        /// `${!` before `#`, `@`, `*` or `?` begins an indirect expansion or a bad substitution, never
        /// an operation on `$!`.
        special_indirection: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: indirections of special parameters";

        /// `${#^}`, `${?,}`, `${-~}` and `${!@^}` are bad substitutions.
        specials_refuse_case: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: the case of special parameters cannot be changed";

        /// `\1` in the replacement of `${name/pattern/replacement}` is what the group has matched.
        back_references: bool = false, Own | Ksh | KshPosix => true;
            source "ksh93(1), Parameter Expansion", case "ksh-compound.sh: what the groups of a pattern have matched";

        /// Braces in the pattern and the replacement of `${name/pattern/replacement}` are pairs.
        braces_pair_in_replacement: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang.sh: braces in the pattern and the replacement of ${x/p/r} are pairs";

        /// Single quotes in `"${name-word}"` hide a brace, though they quote nothing.
        single_quotes_hide_brace: bool = false, Bash => true;
            source "bash 5.2 (its behaviour); bash(1), POSIX Mode", case "bash-quoting.sh: quotes in an expansion in double quotes hide its end, and mean nothing else";

        /// Double quotes in `"${name-word}"` end the enclosing ones.
        quotes_toggle_in_braces: bool = true, Sh => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "bash-details.sh: quotes in the word of an expansion that is in double quotes end there", others "dash: no";

        /// `$'…'` is special in `"${name-word}"`.
        dollar_quotes_in_quoted_braces: bool = false, Bash => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: $'…' and $\"…\" in the word of an expansion in double quotes";

        /// The `$` of `$"` is removed in `"${name-word}"`.
        dollar_double_quotes_in_quoted_braces: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: $'…' and $\"…\" in the word of an expansion in double quotes";

        /// Process substitutions are special in `${name-word}`.
        process_substitution_in_braces: bool = false, Bash | BashPosix => true;
            source "bash(1), Process Substitution", case "bash-declarations.sh: declare -g of arrays, localvar_inherit, process substitution in braces";

        /// A number or `{name}` directly before `<(` or `>(` is part of a word, no descriptor.
        number_joins_process_substitution: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: a number before a process substitution is a part of the word";

        /// A command substitution outside of double quotes is read with the aliases there are.
        aliases_in_substitutions: bool = true, Bash | Ksh | KshPosix => false;
            source "POSIX.1-2024 XCU 2.2.3, 2.6.3; bash(1), POSIX Mode", case "alias-p.sh: in a command substitution, those that say where it ends";

        /// An error of syntax in backquotes is one of the command substitution, when it runs; else the script has it.
        backquotes_are_read_when_run: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: errors of syntax in backquotes", others "dash: false; ksh: false";

        /// A here-document that the end of the script ends has a newline at its end.
        unended_here_document_gets_newline: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: a here-document that the script's end ends, in the middle of a line", others "dash: false; ksh: false";

        /// A backslash before a double quote in backquotes is removed in a here-document.
        backquotes_in_here_document_unescape_quotes: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU 2.7.4", case "backquote-p.sh: escaped quotes in a backquoted substitution in a here-document", others "dash: yes";

        /// `\c` before the closing quote of `$'…'` stands for itself.
        control_escape_ends_at_quote: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-scripts.sh: escapes of $'...'";

        /// `\x{…}` in `$'…'` is a byte.
        hexadecimal_escape_in_braces: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-scripts.sh: escapes of $'...'";

        /// `\x[…]` and `\u[…]` in `$'…'` are characters.
        hexadecimal_escape_in_brackets: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-attributes.sh: texts are quoted as ksh93 quotes them";

        // -- Patterns --------------------------------------------------------------------------

        /// `!(…)` and its kin are patterns in the braces of `${…}`.
        groups_in_braces: bool = true, Sh => false;
            source "bash(1), Pattern Matching", case "ksh-shebang.sh: classes in groups";

        /// `!(…)` and its kin are patterns in the value of an assignment.
        groups_in_value: bool = true, Sh => false;
            source "bash(1), Pattern Matching", case "ksh-patterns.sh: a pattern with a group is a value";

        /// `~(…)`, `%(…)` and `{n,m}(…)` are patterns.
        ksh_groups: bool = true, Sh => false;
            source "ksh93(1), Pathname Expansion", case "ksh-compound.sh: counted groups";

        /// A backslash before `d`, `s`, `w` or their capitals in a group stands for a class of
        /// characters.
        classes_in_groups: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Pathname Expansion", case "ksh-shebang.sh: classes in groups";

        /// A backslash before a letter that means something to it is left to a regular expression,
        /// after `=~` and `~(E)`.
        escapes_in_expressions: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Pathname Expansion", case "ksh-shebang-match.sh: classes and groups of expressions";

        /// In an assignment, tildes after colons count in the word of `${x-word}` too.
        operands_have_tildes_of_assignment: bool = true, BashPosix | Ksh | KshPosix => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-scripts.sh: tildes in the operand of an expansion that is assigned",
            others "dash, busybox, mksh: true";

        // -- Arithmetic ------------------------------------------------------------------------

        /// What a leading zero makes of an integer constant.
        leading_zero: LeadingZero = LeadingZero::Octal, Ksh => LeadingZero::Decimal;
            source "POSIX.1-2024 XCU 2.6.4; ksh93(1), Arithmetic Evaluation", case "ksh-arithmetic.sh: bases", others "dash: octal";

        /// A character in single quotes is a constant, its number.
        characters_are_constants: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Arithmetic Evaluation; bash 5.2, dash 0.5.12 (their behaviour)",
            case "arithmetic-p.sh: a character in single quotes is no number",
            others "dash: no; mksh: yes";

        /// The base of a constant, before `#`, may begin with a zero.
        base_may_begin_with_zero: bool = true, Sh | Bash | BashPosix => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "arithmetic-p.sh: a base that begins with a zero",
            others "dash: has no bases; mksh: true";

        /// Expressions have floating-point numbers, and the functions of math.h.
        has_floating_point: bool = true, Sh | Bash | BashPosix => false;
            source "POSIX.1-2024 XCU 2.6.4; bash(1), ARITHMETIC EVALUATION; ksh93(1), Arithmetic Evaluation",
            case "arithmetic-p.sh: there are no floating-point numbers",
            others "dash: false";

        /// In `+++a` the first sign stands alone, and `++a` follows.
        signs_before_step_stand_alone: bool = true, Sh => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "ksh-arithmetic.sh: a sign before ++ and --",
            others "dash: there is no ++";

        /// `++` and `--` belong to the variable before them, or else to the one behind: `x--5` and
        /// `1++x` are errors, not `x - -5` and `1 + +x`.
        steps_belong_to_variables: bool = true, Sh => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "ksh-arithmetic.sh: ++ and -- belong to a variable",
            others "dash: there is no ++";

        /// A decimal constant that no integer holds is a floating-point number.
        large_constant_is_float: bool = false, Ksh => true;
            source "ksh93(1), Arithmetic Evaluation", case "ksh-shebang.sh: numbers that no integer holds, Inf and NaN", others "dash: the largest integer";

        /// `++` and `--` before what is no variable are an error, not two signs.
        step_wants_variable: bool = false, Ksh => true;
            source "POSIX.1-2024 XCU 1.1.2.1", case "ksh-shebang.sh: ++ before what is no variable is an error";

        /// `a ? b : c = d` is `a ? b : (c = d)`.
        conditional_ends_in_assignment: bool = false, Ksh => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "bash-arithmetic.sh: what is assigned to has to be a variable";

        /// `'c'` is a constant, also of a character that would be special there.
        character_constants: bool = true, Sh => false;
            source "ksh93(1), Arithmetic Evaluation", case "ksh-arithmetic.sh: constants may be characters that are special elsewhere";

        // -- Redirections and here-documents ---------------------------------------------------

        /// `{name[subscript]}>` redirects a descriptor that an element receives.
        descriptor_in_element: bool = true, Sh => false;
            source "bash(1), Redirection", case "bash-details.sh: an element receives the descriptor that was free";

        /// `<#` and `>#` move to another place of a file.
        seek_redirections: bool = true, Sh => false;
            source "ksh93(1), Input/Output", case "ksh-compound.sh: places in a file";

        /// `>;` and `<>;` take effect only if the command succeeds.
        replacing_redirections: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Input/Output", case "ksh-compound.sh: >; replaces a file only after success";

        /// `<<#` takes the indentation of its first line off all lines.
        indented_here_documents: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Input/Output", case "ksh-shebang-builtins.sh: <<# takes the indentation off, $(<&3) is what a descriptor has";

        /// `<<-` takes tabs off its delimiter as well.
        delimiter_is_stripped: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4, bash 5.2 (their behaviour)", case "bash-details.sh: tabs before a delimiter", others "dash: no";

        /// A number after `<&` or `>&` is what is duplicated, also directly before a redirection
        /// operator: `>&2>file`.
        number_is_duplicated: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: digits between two redirections are the first one's";

        /// `<>` without a number is for standard output.
        input_output_is_standard_output: bool = false, Ksh => true;
            source "ksh93(1), Input/Output", case "ksh-shebang.sh: <> without a number is standard output", others "dash: standard input";

        /// The end of the text after a redirection operator, `for`, `case` and `name(` is as the end of
        /// its line: the text is wrong, and not incomplete.
        text_end_is_end_of_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: words that have no place";

        /// A here-document in a command substitution may end at its delimiter and `)`.
        substitution_ends_here_document: bool = true, Sh => false;
            source "ksh93u+m 1.0.4, bash 5.2 (their behaviour)", case "bash-heredoc.sh: one that ends with a substitution, too", others "dash: no";

        /// A here-document in a subshell may end at its delimiter and `)`.
        subshell_ends_here_document: bool = false, Own | Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-compound.sh: a subshell's here-document may end at its parenthesis", others "bash: no";

        /// There may be blanks between the delimiter and the `)` that end a here-document.
        blanks_after_delimiter: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-heredoc.sh: one that ends with a substitution, too";

        /// A here-document that the end of the text ends is warned of.
        warns_of_unended_here_document: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-heredoc.sh: a here-document that the end of the script ends is warned of";

        // -- Aliases ---------------------------------------------------------------------------

        /// All of an alias's text is on the line of its name.
        alias_is_on_its_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: the text of an alias is on the line of its name";

        /// The end of an alias's text is no descriptor of a redirection that follows the alias.
        alias_ends_number: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: an alias ends before what follows it: no descriptor of a redirection";

        /// Under `set -k`, `name=value` after a declaration utility is for its environment, too.
        keyword_covers_declarations: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: set -k takes the operands of declarations, too";

        /// What follows a redirection of a compound command may be an alias.
        aliases_after_redirections: bool = true, Bash | BashPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-redirections.sh: what follows a redirection of a compound command may be an alias", others "dash: yes";
    }
}
