//! What the awks that are reproduced answer differently, where POSIX leaves it open
//! (POSIX XCU awk; mawk(1), gawk(1)).

/// An awk that is reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awk {
    /// mawk 1.3.4 20200120: Debian 12's.
    #[default]
    Mawk,
    /// mawk 1.3.4 20250131: Debian 13's.
    Mawk2025,
    /// mawk 1.3.4 20260302.
    Mawk2026,
    /// GNU awk 5.2.1: Debian 12's and 13's.
    Gawk,
    /// GNU awk 5.3.2.
    Gawk53,
}

impl Awk {
    /// Every awk, in the order of the columns of the table.
    pub const ALL: [Self; 5] =
        [Self::Mawk, Self::Mawk2025, Self::Mawk2026, Self::Gawk, Self::Gawk53];

    /// The heading of the column.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Mawk => "mawk 20200120",
            Self::Mawk2025 => "mawk 20250131",
            Self::Mawk2026 => "mawk 20260302",
            Self::Gawk => "gawk 5.2.1",
            Self::Gawk53 => "gawk 5.3.2",
        }
    }

    /// The behaviours of this awk, one of them altered.
    #[cfg(feature = "altered")]
    pub fn rules(self) -> &'static AwkRules {
        crate::altered::awk_rules(self)
    }

    /// The behaviours of this awk.
    #[cfg(not(feature = "altered"))]
    #[inline]
    pub const fn rules(self) -> &'static AwkRules {
        match self {
            Self::Mawk => &MAWK,
            Self::Mawk2025 => &MAWK_2025,
            Self::Mawk2026 => &MAWK_2026,
            Self::Gawk => &GAWK,
            Self::Gawk53 => &GAWK_5_3,
        }
    }
}

#[cfg(not(feature = "altered"))]
static MAWK: AwkRules = AwkRules::of(Awk::Mawk);
#[cfg(not(feature = "altered"))]
static MAWK_2025: AwkRules = AwkRules::of(Awk::Mawk2025);
#[cfg(not(feature = "altered"))]
static MAWK_2026: AwkRules = AwkRules::of(Awk::Mawk2026);
#[cfg(not(feature = "altered"))]
static GAWK: AwkRules = AwkRules::of(Awk::Gawk);
#[cfg(not(feature = "altered"))]
static GAWK_5_3: AwkRules = AwkRules::of(Awk::Gawk53);

/// Whose words an awk's messages are in, and where they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// mawk's: the name and what is wrong.
    Mawk,
    /// gawk's: with the line of the program and the place in the input, `warning:` or `fatal:`.
    Gawk,
}

/// The order in which `for (k in a)` walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayOrder {
    /// A hash table with lists that split.
    Lists,
    /// A table of texts, one of integers that lie apart and one of those that lie close together.
    Tables,
}

rules! {
    /// The behaviours of an awk.
    AwkRules for Awk {
        // -- Programs

        /// Whether a program is left to the installed awk if it has something that this awk warns of,
        /// or reads in a way of its own.
        leaves_doubtful_programs: bool = false, Gawk | Gawk53 => true;
            source "gawk(1), --lint", case "awk/tests/gawk/programs.rs: doubtful_programs";

        /// Whether what `if`, `else` and loops control may be missing before a brace.
        body_may_be_missing: bool = true, Gawk | Gawk53 => false;
            source "POSIX.1-2024 XCU awk, Grammar", case "awk/tests/gawk/programs.rs: missing_bodies";

        /// Whether blanks may stand between a backslash and the newline that it removes.
        continuation_allows_blanks: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/mawk/programs.rs: differences";

        /// Whether a slash behind `++` or `--` means what it would before them: a division behind an
        /// operand.
        step_keeps_operand: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Lexical Conventions", case "awk/tests/gawk/programs.rs: grammar";

        /// Whether a slash behind `length` without parentheses divides.
        length_is_operand: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Lexical Conventions", case "awk/tests/gawk/programs.rs: grammar";

        /// Whether a backslash before a character that it does not change goes away with a warning.
        warns_of_unknown_escapes: bool = false, Gawk | Gawk53 => true;
            source "gawk(1), String Constants", case "awk/tests/mawk/programs.rs: differences";

        /// Whether one comparison may follow another (`a < b < c`).
        comparisons_may_follow: bool = true, Gawk | Gawk53 => false;
            source "POSIX.1-2024 XCU awk, Grammar", case "awk/tests/mawk/programs.rs: differences";

        /// Whether `(a, b) in c` is an expression by itself, and no operand of arithmetic or of a concatenation.
        members_begin_expression: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/mawk/programs.rs: differences";

        /// Whether a field in parentheses may be assigned.
        grouped_field_is_assignable: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/mawk/programs.rs: differences";

        /// Whether `$NF++` steps NF, and `$$i++` the inner field.
        step_binds_to_field_index: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/mawk/programs.rs: fields";

        /// Whether `$NF` makes NF behind it a variable that is as old as the last splitting of a record.
        nf_is_variable_behind_dollar: bool = false, Mawk2026 => true;
            source "mawk 1.3.4 20260129 (its behaviour)", case "awk/tests/mawk/programs.rs: versions";

        /// Whether blanks may stand between the name of a function and its parenthesis.
        call_allows_blank: bool = true, Gawk | Gawk53 => false;
            source "POSIX.1-2024 XCU awk, Grammar", case "awk/tests/mawk/programs.rs: differences";

        /// Whether all of a concatenation is the command of the `| getline` behind it.
        concatenation_is_command: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Grammar", case "awk/tests/gawk/programs.rs: commands";

        /// Whether the target of `print >` is a concatenation; else it is any expression.
        print_target_is_concatenation: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Grammar", case "awk/tests/mawk/programs.rs: differences";

        // -- Expressions

        /// Whether a division by zero ends the program.
        zero_divisor_is_fatal: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: complaints";

        /// Whether a power with an integer exponent is a product, rounded at each step.
        power_multiplies: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether NaN is equal to every number; else it is equal to none.
        nan_equals_all: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/mawk/programs.rs: numbers";

        /// Whether what is assigned is computed before the place that it is assigned to.
        value_before_place: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Expressions in awk", case "awk/tests/gawk/programs.rs: expressions";

        /// Whether a subscript remembers that it is a text from outside.
        subscript_remembers_input: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: walks";

        /// The order in which `for (k in a)` walks.
        array_order: ArrayOrder = ArrayOrder::Lists, Gawk | Gawk53 => ArrayOrder::Tables;
            source "POSIX.1-2024 XCU awk, Variables and Special Variables", case "awk/tests/gawk/programs.rs: differences";

        /// How many elements there are for each list of a table before it grows.
        table_holds: usize = 2, Gawk53 => 10;
            source "gawk 5.3.2, NEWS (Changes from 5.3.1 to 5.3.2, 5)", case "awk/tests/gawk/programs.rs: versions";

        /// Whether a subscript that `for (k in a)` gives stands for a number where it looks like one.
        walk_gives_input: bool = false, Mawk2026 => true;
            source "mawk 1.3.4, CHANGES of 20260129", case "awk/tests/mawk/programs.rs: versions";

        // -- Numbers and formats

        /// Whether hexadecimal numbers, infinities and NaN in data are numbers, as strtod(3) has them.
        input_has_strtod_numbers: bool = true, Mawk2025 | Mawk2026 | Gawk | Gawk53 => false;
            source "POSIX.1-2024 XCU awk, Expressions in awk", case "awk/src/number.rs: what_gawk_reads";

        /// Whether infinities and NaN with a sign are numbers in data, where strtod(3) is not asked.
        input_has_signed_names: bool = true, Mawk2025 | Mawk2026 => false;
            source "POSIX.1-2024 XCU awk, Expressions in awk", case "awk/src/number.rs: what_gawk_reads";

        /// Whether all blanks of isspace(3) may surround a number in data, which may have any size.
        input_numbers_are_unbounded: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Expressions in awk", case "awk/src/number.rs: what_gawk_reads";

        /// Whether integers of every size are written in full; else those that C's int holds.
        writes_large_integers: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Expressions in awk", case "awk/src/number.rs: what_gawk_writes";

        /// Whether integers are C's long rather than its int, as texts, as subscripts and to printf, and what is
        /// infinite is printed with its sign.
        integers_are_long: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4, CHANGES of 20200731, 20200911 and 20241209", case "awk/tests/mawk/programs.rs: versions";

        /// Whether any text may be CONVFMT and OFMT.
        number_format_is_any_text: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Variables and Special Variables", case "awk/tests/gawk/programs.rs: differences";

        /// Whether `printf` writes integers of any size, and characters of the locale.
        printf_has_large_integers: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Output Statements", case "awk/tests/gawk/programs.rs: printing";

        /// Whether `printf` has the corner cases of gawk 5.3.1: infinities have a width, a sign stays beside a zero
        /// without digits, `#` counts for the precision, `S` and `C` convert, and `D`, `H` and `w` are passed over.
        printf_was_reworked: bool = false, Gawk53 => true;
            source "gawk 5.3.2, NEWS (Changes from 5.3.0 to 5.3.1, 8)", case "awk/tests/gawk/programs.rs: versions";

        /// Whether a `printf` that fails writes what it had before.
        failed_printf_writes_beginning: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/mawk/programs.rs: formatting";

        /// Whether `%c` of sprintf takes a text that looks like a number for one.
        sprintf_reads_digits: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4 20250131 (its behaviour)", case "awk/tests/mawk/programs.rs: versions";

        /// Whether `print` alone writes a `$0` that is a number by OFMT.
        print_formats_number_record: bool = true, Gawk | Gawk53 => false;
            source "POSIX.1-2024 XCU awk, Output Statements", case "awk/tests/gawk/programs.rs: differences";

        // -- Functions

        /// Whether `log`, `sqrt` and `exp` warn of their arguments, and `srand`, `system` and `fflush`
        /// are as gawk's manual has them.
        functions_warn: bool = false, Gawk | Gawk53 => true;
            source "gawk(1), Numeric Functions", case "awk/tests/gawk/programs.rs: complaints";

        /// Whether `substr` takes what lies before the text for its start, whatever the length; else
        /// what lies before it counts.
        substr_clips_start: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, String Functions", case "awk/tests/gawk/programs.rs: differences";

        /// Whether `rand` shuffles the numbers of its generator.
        random_is_shuffled: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: numbers";

        /// What a seed is divided by, the rest of which counts; where it is 0 the seed is C's int.
        seed_divisor: f64 = 0.0, Mawk2025 => 18_446_744_073_709_551_616.0, Mawk2026 => 4_294_967_295.0;
            source "mawk 1.3.4, CHANGES of 20240123", case "awk/tests/mawk/programs.rs: versions";

        /// Whether the clock gives a seed in nanoseconds.
        seed_has_nanoseconds: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4, CHANGES of 20230404", case "awk/tests/mawk/programs.rs: versions";

        /// Whether `srand` gives the seed before as a number, whatever it was.
        seed_is_number: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4, CHANGES of 20230404", case "awk/tests/mawk/programs.rs: versions";

        /// Whether `\\\\&` in the replacement of `sub` is a backslash and what was matched.
        replacement_halves_backslashes: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, String Functions", case "awk/tests/gawk/programs.rs: differences";

        /// Whether backslashes in the replacement of `sub` that no `&` follows are themselves.
        replacement_keeps_backslashes: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4, CHANGES of 20200925", case "awk/tests/mawk/programs.rs: versions";

        /// Whether an empty match in UTF-8 is between characters, to `match` and to `gsub`; else between bytes.
        empty_matches_count_characters: bool = false, Gawk53 => true;
            source "gawk 5.3.2, NEWS (Changes from 5.2.2 to 5.2.x, 3)", case "awk/tests/gawk/programs.rs: versions";

        /// Whether a regular expression of one character separates the pieces of `split` as that character.
        split_has_single_characters: bool = false, Gawk53 => true;
            source "gawk 5.3.2 (its behaviour)", case "awk/tests/gawk/programs.rs: versions";

        /// Whether what `split` leaves behind the last separator begins where the search for another did: behind an
        /// empty match a character is lost.
        rest_begins_behind_empty_match: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether a regular expression that is computed stays what it was where it is a number again, and an equal one:
        /// `$1 ~ $2` takes 1e1 for 10.
        equal_numbers_keep_regex: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether `\u` and hexadecimal digits are a character in a regular expression.
        regex_has_code_points: bool = false, Gawk53 => true;
            source "gawk 5.3.2, NEWS (Changes from 5.2.x to 5.3.0, 3)", case "awk/tests/gawk/programs.rs: versions";

        /// Whether the escapes of strings are replaced in a regular expression before it is read.
        regex_replaces_escapes_first: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether `{n,m}` repeats in a regular expression.
        regex_has_intervals: bool = false, Mawk2025 | Mawk2026 | Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Regular Expressions", case "awk/tests/mawk/programs.rs: versions";

        /// Whether what ends mawk where nothing joins the values of a regular expression names that.
        regex_panic_names_text: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4 20250131 (its behaviour)", case "awk/tests/mawk/programs.rs: lone_ends";

        // -- Records and variables

        /// Whether a field comes into being when something means to assign it.
        field_exists_when_meant: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether `$(0) op= x` finds an empty record where nothing has split it yet.
        computed_record_is_emptied: bool = true, Mawk2026 | Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether a record of one field that was assigned is of the field's kind.
        single_field_gives_kind: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether RSTART and RLENGTH are numbers before the first `match`.
        match_variables_begin_as_numbers: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether NR, FNR and NF are integers whatever is assigned to them.
        record_counts_are_integers: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether newlines separate fields too where RS is empty and FS is another character.
        paragraph_fields_end_at_newline: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Variables and Special Variables, RS", case "awk/tests/gawk/programs.rs: records";

        /// Whether split by an expression passes over blanks at both ends where RS is empty and FS a space.
        split_trims_in_paragraphs: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: split_in_paragraphs";

        /// Whether newlines before a record are passed over everywhere where RS is empty; else at the
        /// beginning of a file.
        paragraphs_skip_newlines: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether a backslash alone as FS or RS is that character; else it is a regular expression.
        backslash_separates: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// How deep calls of functions nest; what is deeper ends the program. Where an awk has no bound of
        /// its own memory is it.
        functions_nest_to: u32 = 100_000, Gawk | Gawk53 => u32::MAX;
            source "mawk 1.3.4 (its behaviour: 1,024 values, or the stack of the process)", case "utilities-p.sh: functions of awk nest as deep as each awk lets them";

        // -- Input, output and messages

        /// Whether an operand that cannot be read ends the program; else there is a warning.
        unreadable_operand_is_fatal: bool = true, Gawk | Gawk53 => false;
            source "POSIX.1-2024 XCU awk, Consequences of Errors", case "awk/tests/gawk/programs.rs: complaints";

        /// Whether a backslash at the end of a value that the command line assigns goes away.
        assignment_loses_last_backslash: bool = false, Gawk => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: versions";

        /// Whether standard input that is read for want of operands begins with FNR at 0.
        implied_input_resets_fnr: bool = true, Gawk | Gawk53 => false;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: differences";

        /// Whether a redirection to or from a file without a name is an error of its own.
        rejects_empty_file_name: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: complaints";

        /// Whether a file or a command is found again by its name up to a NUL, which is all that it is opened by;
        /// else one whose name has a NUL is opened anew each time.
        finds_names_up_to_nul: bool = true, Gawk | Gawk53 => false;
            source "mawk 1.3.4, gawk 5.2 (their behaviour)", case "awk/tests/gawk/programs.rs: names_with_nul";

        /// Whether `close` ends only what was opened last by a name, to read or to write; else all that has the name.
        closes_newest_alone: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: names_twice";

        /// Whether `getline` is -1 where reading fails; else the program ends.
        getline_survives_read_error: bool = false, Gawk | Gawk53 => true;
            source "POSIX.1-2024 XCU awk, Input/Output and General Functions", case "awk/tests/gawk/programs.rs: complaints";

        /// Whether a directory can be opened to be read, so that reading it fails.
        opens_directories: bool = true, Mawk2025 | Mawk2026 => false;
            source "mawk 1.3.4, CHANGES of 20241213", case "awk/tests/mawk/programs.rs: versions";

        /// Whether the name of an operand that cannot be opened, and of a file that cannot be closed, has quotes.
        quotes_names: bool = false, Mawk2025 | Mawk2026 => true;
            source "mawk 1.3.4, CHANGES of 20230804", case "awk/tests/mawk/programs.rs: versions";

        /// Whether `print > "-"` is standard output.
        dash_is_standard_output: bool = false, Gawk | Gawk53 => true;
            source "gawk(1), Special File Names", case "awk/tests/gawk/programs.rs: differences";

        /// Whether what was printed to files and other commands is written before a command is started that is
        /// written to; else what was printed to standard output.
        command_flushes_all: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "nested-p.sh: gawk writes files before it starts a command that it writes to";

        /// Whether a failed write is one fatal error; else there is a message for the write and one
        /// for the close.
        write_failure_is_fatal: bool = false, Gawk | Gawk53 => true;
            source "gawk 5.2 (its behaviour)", case "awk/tests/gawk/programs.rs: complaints";

        /// Whose words messages are in.
        voice: Voice = Voice::Mawk, Gawk | Gawk53 => Voice::Gawk;
            source "POSIX.1-2024 XCU awk, Consequences of Errors", case "awk/tests/gawk/programs.rs: complaints";
    }
}
