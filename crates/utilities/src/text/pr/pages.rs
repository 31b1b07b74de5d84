//! Text in the columns of pages.
//!
//! Columns that are filled one after the other are kept until their page is complete, since the
//! last one has them all of one length. Others are written as they are read. Blanks are held
//! back where runs of them may become tabs.

use super::{Filling, Layout, Unprintable};
use crate::text::number;
use crate::text::stream::{Reader, Writer};
use std::io;

const FORM_FEED: u8 = b'\x0c';
const BACKSPACE: u8 = b'\x08';

/// Why not all was shown.
pub(super) enum Failure<'a> {
    Read(&'a [u8], io::Error),
    Write(io::Error),
}

/// What the text of a column is at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// A form feed that ends the page, while columns are kept.
    Feed,
    /// The next page.
    Held,
    Closed,
}

/// A column of the page.
struct Column {
    state: State,
    /// The file that it is read from.
    file: usize,
    /// Whether the last page had all its lines: a form feed that follows belongs to its end.
    was_full: bool,
    /// Lines to write on this page.
    left: i64,
    /// Lines that are kept.
    kept: usize,
    /// The next of them.
    next: usize,
    /// Where it begins, with what is before it; 0 where lines are joined.
    start: isize,
    is_numbered: bool,
}

/// A line that is kept: where it ends in the text, and the width it has.
struct Kept {
    end: usize,
    width: isize,
}

/// A line of the page in the making.
#[derive(Default)]
struct Line {
    /// The column of the page that has been reached.
    position: isize,
    /// Blanks that are held back.
    blanks: isize,
    /// Separators that are held back.
    separators: usize,
    /// Where the column begins, until something of it is written.
    padding: isize,
    /// The width of what has been read for the column.
    width: isize,
    /// Whether it ends with a newline: something was written.
    is_used: bool,
    /// Whether nothing of a column has been written.
    is_empty: bool,
    /// Whether empty columns at its beginning are still to be written.
    owes_columns: bool,
}

/// Puts files into pages.
pub(super) struct Pages<'p, 'a> {
    layout: &'p Layout<'a>,
    /// The time and the text of headers.
    header: (String, &'a [u8]),
    files: Vec<(&'a [u8], Reader)>,
    columns: Vec<Column>,
    output: &'p mut Writer,
    /// Files that can be read on this page.
    ready: i64,
    page: u64,
    /// The number of the next line.
    number: u64,
    line: Line,
    /// The text of kept lines, and where they end.
    text: Vec<u8>,
    kept: Vec<Kept>,
    owes_header: bool,
    owes_feed: bool,
    only_feed: bool,
}

type Done<'a, T> = Result<T, Failure<'a>>;

impl<'p, 'a> Pages<'p, 'a> {
    pub(super) fn new(
        layout: &'p Layout<'a>,
        header: (String, &'a [u8]),
        files: Vec<(&'a [u8], Reader)>,
        output: &'p mut Writer,
    ) -> Self {
        let is_parallel = layout.filling == Filling::Parallel;
        let count = if is_parallel { files.len() } else { layout.columns };
        let mut start = layout.indent + separator_width(layout);
        let mut end = layout.indent;
        let mut columns = Vec::new();
        for place in 0..count {
            columns.push(Column {
                state: State::Open,
                file: if is_parallel { place } else { 0 },
                was_full: false,
                left: 0,
                kept: 0,
                next: 0,
                start,
                is_numbered: layout.numbers.is_some() && (!is_parallel || place == 0),
            });
            // The number is beside the first of several files.
            let numbers = layout.numbers.filter(|_| is_parallel && place == 0);
            end += layout.column_width + numbers.map_or(0, |numbers| numbers.width);
            start = if layout.cuts { end + separator_width(layout) } else { 0 };
            end = start;
        }
        let ready = if is_parallel { files.len() as i64 } else { 1 };
        Self {
            layout,
            header,
            files,
            columns,
            output,
            ready,
            page: layout.first_page,
            number: layout.first_number.unwrap_or(1),
            line: Line::default(),
            text: Vec::new(),
            kept: Vec::new(),
            owes_header: false,
            owes_feed: false,
            only_feed: false,
        }
    }

    /// Writes all pages that were chosen; where the first of them is beyond the last page that there
    /// is, how many there are.
    pub(super) fn put_all(mut self) -> Done<'a, Option<u64>> {
        for page in 1..self.layout.first_page {
            self.pass_page()?;
            if self.ready < 1 {
                return Ok(Some(page));
            }
        }
        while self.put_page()? {
            self.output.check().map_err(Failure::Write)?;
        }
        Ok(None)
    }

    fn is_kept(&self) -> bool {
        self.layout.filling == Filling::Down
    }

    fn byte(&mut self, column: usize) -> Done<'a, Option<u8>> {
        let (name, reader) = &mut self.files[self.columns[column].file];
        reader.byte().map_err(|error| Failure::Read(name, error))
    }

    /// Passes a newline, if it is next.
    fn pass_newline(&mut self, column: usize) -> Done<'a, ()> {
        let (name, reader) = &mut self.files[self.columns[column].file];
        reader.take_if(b'\n').map(drop).map_err(|error| Failure::Read(name, error))
    }

    /// The first byte of a line, without a form feed that belongs to the page before.
    fn first_byte(&mut self, column: usize) -> Done<'a, Option<u8>> {
        let mut byte = self.byte(column)?;
        if std::mem::take(&mut self.columns[column].was_full) && byte == Some(FORM_FEED) {
            byte = self.byte(column)?;
            if byte == Some(b'\n') {
                byte = self.byte(column)?;
            }
        }
        Ok(byte)
    }

    /// The columns that show what `column` does.
    fn alike(&mut self, column: usize) -> &mut [Column] {
        match self.layout.filling {
            Filling::Parallel => &mut self.columns[column..=column],
            _ => &mut self.columns[..],
        }
    }

    /// Ends the page of a column: its text had a form feed.
    fn hold(&mut self, column: usize) {
        let state = if self.is_kept() { State::Feed } else { State::Held };
        self.alike(column).iter_mut().for_each(|other| other.state = state);
        self.columns[column].left = 0;
        self.ready -= 1;
    }

    /// Ends a column: its text has ended.
    fn close(&mut self, column: usize) {
        if self.columns[column].state == State::Closed {
            return;
        }
        let is_parallel = self.layout.filling == Filling::Parallel;
        for other in self.alike(column) {
            other.state = State::Closed;
            if is_parallel || other.kept == 0 {
                other.left = 0;
            }
        }
        self.ready -= 1;
    }

    /// Opens columns for the next page.
    fn reopen(&mut self) {
        for column in &mut self.columns {
            if column.state == State::Held {
                column.state = State::Open;
                self.ready += 1;
            }
        }
        if self.is_kept() {
            self.ready = i64::from(self.columns[0].state != State::Closed);
        }
    }

    /// Passes a page.
    fn pass_page(&mut self) -> Done<'a, ()> {
        for line in 1..=self.layout.body {
            for column in 0..self.columns.len() {
                if self.columns[column].state == State::Open {
                    self.pass_line(column, line == self.layout.body)?;
                }
            }
        }
        if self.is_kept() {
            let open = self.columns.iter_mut().filter(|column| column.state != State::Closed);
            open.for_each(|column| column.state = State::Held);
        }
        self.reopen();
        Ok(())
    }

    fn pass_line(&mut self, column: usize, is_last: bool) -> Done<'a, ()> {
        let mut byte = self.first_byte(column)?;
        let is_feed = byte == Some(FORM_FEED);
        self.columns[column].was_full = is_last;
        loop {
            match byte {
                Some(b'\n') => break,
                Some(FORM_FEED) => {
                    if is_last {
                        self.alike(column).iter_mut().for_each(|other| other.was_full = false);
                    }
                    self.pass_newline(column)?;
                    self.hold(column);
                    break;
                }
                None => {
                    self.close(column);
                    break;
                }
                Some(_) => byte = self.byte(column)?,
            }
        }
        let counts = self.layout.filling != Filling::Parallel || column == 0;
        if self.layout.first_number.is_none() && counts && !is_feed {
            self.number += 1;
        }
        Ok(())
    }

    /// Whether anything is to be written on this page.
    fn has_columns(&self) -> bool {
        let is_ready = |column: &Column| match column.state {
            State::Open | State::Feed => true,
            _ => self.is_kept() && column.kept > 0 && column.left > 0,
        };
        self.columns.iter().any(is_ready)
    }

    /// Writes a page. False after the last one.
    fn put_page(&mut self) -> Done<'a, bool> {
        if self.is_kept() {
            self.keep_page()?;
            self.columns.iter_mut().for_each(|column| column.left = column.kept as i64);
        } else {
            let body = self.layout.body as i64;
            for column in &mut self.columns {
                column.left = if column.state == State::Open { body } else { 0 };
            }
        }
        if !self.has_columns() {
            return Ok(false);
        }
        self.owes_header |= self.layout.has_extremities;
        let mut is_used = false;
        let mut left = self.layout.body as i64 * if self.layout.doubles { 2 } else { 1 };
        while left > 0 && self.has_columns() {
            is_used |= self.put_line()?;
            if self.line.is_used {
                self.output.put(b"\n").map_err(Failure::Write)?;
                left -= 1;
            }
            if !self.has_columns() && !self.layout.has_extremities {
                break;
            }
            if self.layout.doubles && is_used {
                self.output.put(b"\n").map_err(Failure::Write)?;
                left -= 1;
            }
        }
        if left == 0 {
            let open = self.columns.iter_mut().filter(|column| column.state == State::Open);
            open.for_each(|column| column.was_full = true);
        }
        if is_used && self.layout.has_extremities {
            match self.layout.ends_by_feed {
                true => self.output.buffer.push(FORM_FEED),
                false => self.repeat(b'\n', left as isize + super::EXTREMITY as isize),
            }
        } else if self.layout.keeps_feeds && std::mem::take(&mut self.owes_feed) {
            self.output.buffer.push(FORM_FEED);
        }
        if self.page == self.layout.last_page {
            return Ok(false);
        }
        self.page += 1;
        self.reopen();
        Ok(true)
    }

    /// Writes a line of all columns, without its newline; whether anything was written.
    fn put_line(&mut self) -> Done<'a, bool> {
        self.line = Line { is_empty: true, ..Line::default() };
        let mut is_used = false;
        for column in 0..self.columns.len() {
            self.line.width = 0;
            let is_parallel = self.layout.filling == Filling::Parallel;
            if self.columns[column].left > 0 || self.columns[column].state == State::Feed {
                self.only_feed = false;
                self.line.padding = self.columns[column].start;
                match self.is_kept() {
                    true => self.put_kept(column),
                    false => self.read_line(column)?,
                }
                is_used |= self.line.is_used;
                self.columns[column].left -= 1;
                if self.columns[column].left <= 0 && !self.has_columns() {
                    break;
                }
                let state = self.columns[column].state;
                if is_parallel && state != State::Open {
                    if self.line.is_empty {
                        self.line.owes_columns = true;
                    } else if state == State::Closed || state == State::Held && self.only_feed {
                        self.align(column);
                    }
                }
            } else if is_parallel {
                match self.line.is_empty {
                    true => self.line.owes_columns = true,
                    false => self.align(column),
                }
            }
            self.line.separators += usize::from(self.layout.separator.is_some());
        }
        Ok(is_used)
    }

    /// Reads the lines of a page, and parts them into columns of one length.
    fn keep_page(&mut self) -> Done<'a, ()> {
        self.text.clear();
        self.kept.clear();
        self.columns.iter_mut().for_each(|column| column.kept = 0);
        for column in 0..self.columns.len() {
            for _ in 0..self.layout.body {
                if self.ready == 0 {
                    break;
                }
                if self.columns[column].state != State::Open {
                    continue;
                }
                self.line.width = 0;
                let start = self.text.len();
                self.read_line(column)?;
                if self.columns[column].state == State::Open || self.text.len() > start {
                    self.columns[column].kept += 1;
                    self.kept.push(Kept { end: self.text.len(), width: self.line.width });
                }
            }
        }
        let (lines, columns) = (self.kept.len(), self.columns.len());
        let mut next = 0;
        for (place, column) in self.columns.iter_mut().enumerate() {
            column.kept = lines / columns + usize::from(place < lines % columns);
            column.next = next;
            next += column.kept;
        }
        Ok(())
    }

    /// Writes the next kept line of a column.
    fn put_kept(&mut self, column: usize) {
        let at = self.columns[column].next;
        self.columns[column].next += 1;
        self.line.is_used = true;
        self.put_header();
        if self.columns[column].state == State::Feed {
            self.columns.iter_mut().for_each(|other| other.state = State::Held);
            if self.columns[0].left <= 0 {
                // There is nothing but a header.
                self.line.is_used = self.layout.has_extremities;
                return;
            }
        }
        self.pad_to_column();
        let Some(kept) = self.kept.get(at) else { return };
        let (end, width) = (kept.end, kept.width);
        let start = at.checked_sub(1).map_or(0, |before| self.kept[before].end);
        let text = std::mem::take(&mut self.text);
        self.put_text(&text[start..end]);
        self.text = text;
        if self.line.blanks == 0 {
            let begin = self.columns[column].start;
            let separator = separator_width(self.layout);
            self.line.position = begin + width;
            if begin - separator == self.layout.indent {
                self.line.position -= separator;
            }
        }
    }

    /// Reads a line of a column, and keeps it or writes it.
    fn read_line(&mut self, column: usize) -> Done<'a, ()> {
        let first = self.first_byte(column)?;
        let mut clump = Vec::new();
        match first {
            Some(FORM_FEED) => {
                self.pass_newline(column)?;
                self.only_feed = true;
                if self.owes_header && !self.is_kept() {
                    self.line.is_used = true;
                    self.put_header();
                } else if self.layout.keeps_feeds {
                    self.owes_feed = true;
                }
                self.hold(column);
                return Ok(());
            }
            None => {
                self.close(column);
                return Ok(());
            }
            Some(b'\n') => {}
            Some(byte) => {
                if !self.takes(byte, &mut clump) {
                    return self.pass_rest(column);
                }
            }
        }
        if !self.is_kept() {
            self.begin_column(column);
        }
        if self.columns[column].is_numbered {
            self.put_number();
        }
        self.line.is_empty = false;
        if first == Some(b'\n') {
            return Ok(());
        }
        loop {
            self.show(&clump);
            self.take_run(column, &mut clump);
            self.show(&clump);
            match self.byte(column)? {
                Some(b'\n') => return Ok(()),
                Some(FORM_FEED) => {
                    self.end_by_feed(column)?;
                    return Ok(());
                }
                None => {
                    self.close(column);
                    return Ok(());
                }
                Some(byte) => {
                    if !self.takes(byte, &mut clump) {
                        return self.pass_rest(column);
                    }
                }
            }
        }
    }

    /// Takes bytes that have been read, are shown as they are, and have room.
    fn take_run(&mut self, column: usize, clump: &mut Vec<u8>) {
        clump.clear();
        let room = match self.layout.cuts {
            true => usize::try_from(self.layout.column_width - self.line.width).unwrap_or(0),
            false => usize::MAX,
        };
        let (tab, _) = self.layout.input_tab;
        let window = self.files[self.columns[column].file].1.window();
        let unread = window.unread();
        let most = &unread[..room.min(unread.len())];
        let is_shown = |byte: u8| matches!(byte, b' '..=b'~') && byte != tab;
        let end = most.iter().position(|&byte| !is_shown(byte)).unwrap_or(most.len());
        clump.extend_from_slice(&most[..end]);
        window.start += end;
        self.line.width += end as isize;
    }

    /// Passes what is left of a line that is cut.
    fn pass_rest(&mut self, column: usize) -> Done<'a, ()> {
        loop {
            let window = self.files[self.columns[column].file].1.window();
            let unread = window.unread();
            window.start += byte_search::memchr2(b'\n', FORM_FEED, unread).unwrap_or(unread.len());
            match self.byte(column)? {
                Some(b'\n') => return Ok(()),
                Some(FORM_FEED) => return self.end_by_feed(column),
                None => {
                    self.close(column);
                    return Ok(());
                }
                Some(_) => {}
            }
        }
    }

    /// A form feed behind text ends the page of a column.
    fn end_by_feed(&mut self, column: usize) -> Done<'a, ()> {
        self.pass_newline(column)?;
        self.owes_feed |= self.layout.keeps_feeds;
        self.hold(column);
        Ok(())
    }

    /// Writes what is before the text of a column.
    fn begin_column(&mut self, column: usize) {
        self.line.is_used = true;
        self.put_header();
        if std::mem::take(&mut self.line.owes_columns) {
            let owed = std::mem::take(&mut self.line.separators);
            for before in 0..owed {
                self.align(before);
                self.line.separators += 1;
            }
            self.line.padding = self.columns[column].start;
            self.line.blanks = if self.layout.cuts { self.layout.column_width } else { 0 };
        }
        self.pad_to_column();
    }

    /// Moves to the next column, behind what separates it.
    fn pad_to_column(&mut self) {
        let separator = separator_width(self.layout);
        if separator < self.line.padding {
            self.pad_to(self.line.padding - separator);
            self.line.padding = 0;
        }
        if self.layout.separator.is_some() {
            self.put_separators();
        }
    }

    /// Leaves a column empty.
    fn align(&mut self, column: usize) {
        self.line.padding = self.columns[column].start;
        self.pad_to_column();
        if self.columns[column].is_numbered {
            self.put_number();
        }
    }

    fn pad_to(&mut self, position: isize) {
        if self.layout.compresses {
            self.line.blanks = position - self.line.position;
        } else {
            self.repeat(b' ', position - self.line.position);
            self.line.position = position;
        }
    }

    fn put_separators(&mut self) {
        if self.line.separators == 0 {
            return self.put_blanks();
        }
        // Of several that are held back, the first is written.
        for &byte in self.layout.separator.unwrap_or_default() {
            if byte == b' ' {
                self.line.blanks += 1;
            } else {
                self.put_blanks();
                self.output.buffer.push(byte);
                self.line.position += 1;
            }
        }
        self.put_blanks();
        self.line.separators = 0;
    }

    /// Writes the blanks that were held back, with tabs where they reach one.
    fn put_blanks(&mut self) {
        if self.line.blanks <= 0 {
            return;
        }
        let goal = self.line.position + std::mem::take(&mut self.line.blanks);
        let mut position = self.line.position;
        let (tab, width) = self.layout.output_tab;
        while goal - position > 1 && position + width - position % width <= goal {
            self.output.buffer.push(tab);
            position += width - position % width;
        }
        self.repeat(b' ', goal - position);
        self.line.position = goal;
    }

    /// Writes a byte of a column that is no graphic character, where blanks are held back.
    fn put_byte(&mut self, byte: u8) {
        if byte == b' ' {
            self.line.blanks += 1;
            return;
        }
        self.put_blanks();
        if byte == BACKSPACE {
            self.line.position -= 1;
        }
        self.output.buffer.push(byte);
    }

    /// Keeps a text or writes it.
    fn show(&mut self, text: &[u8]) {
        if self.is_kept() {
            self.text.extend_from_slice(text);
        } else {
            self.put_text(text);
        }
    }

    /// Writes the text of a column.
    fn put_text(&mut self, text: &[u8]) {
        if !self.layout.compresses {
            return self.output.buffer.extend_from_slice(text);
        }
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            let length = rest.iter().take_while(|byte| matches!(byte, b'!'..=b'~')).count();
            if length == 0 {
                self.put_byte(byte);
                rest = after;
                continue;
            }
            let (run, after) = rest.split_at(length);
            self.put_blanks();
            self.output.buffer.extend_from_slice(run);
            self.line.position += length as isize;
            rest = after;
        }
    }

    /// Keeps the number of a line or writes it.
    fn put_number(&mut self) {
        let Some(numbers) = self.layout.numbers else { return };
        let mut text = Vec::new();
        let shown = self.number % 10_u64.pow(numbers.digits as u32);
        match shown == self.number {
            true => number::append_padded(&mut text, shown, numbers.digits),
            false => text.extend(format!("{shown:0digits$}", digits = numbers.digits).bytes()),
        }
        self.number += 1;
        let is_tab = numbers.separator == b'\t';
        match is_tab && self.columns.len() > 1 {
            true => text.resize(numbers.width as usize, b' '),
            false => text.push(numbers.separator),
        }
        self.show(&text);
        if is_tab && self.columns.len() == 1 {
            let (_, width) = self.layout.output_tab;
            self.line.position += width - self.line.position % width;
        }
        if self.layout.cuts && self.layout.filling != Filling::Parallel {
            self.line.width += numbers.width;
        }
    }

    /// Makes of a byte what is shown of it; false where the column has no room for that.
    fn takes(&mut self, byte: u8, clump: &mut Vec<u8>) -> bool {
        let before = self.line.width;
        clump.clear();
        let (tab, width) = self.layout.input_tab;
        let width =
            if byte == tab { width - before % width } else { super::TAB.1 - before % super::TAB.1 };
        match (byte, self.layout.unprintable) {
            _ if byte == tab || byte == b'\t' => {
                match self.layout.expands {
                    true => clump.resize(width as usize, b' '),
                    false => clump.push(byte),
                }
                self.line.width += width;
            }
            (b' '..=b'~', _) => {
                clump.push(byte);
                self.line.width += 1;
            }
            (0..=0x7f, Unprintable::Caret) => {
                clump.extend([b'^', byte ^ 0o100]);
                self.line.width += 2;
            }
            (_, Unprintable::Caret | Unprintable::Octal) => {
                clump.extend(format!("\\{byte:03o}").bytes());
                self.line.width += 4;
            }
            (BACKSPACE, _) if before == 0 => {}
            (BACKSPACE, _) => {
                clump.push(byte);
                self.line.width -= 1;
            }
            _ => clump.push(byte),
        }
        let has_room = !self.layout.cuts || self.line.width <= self.layout.column_width;
        if !has_room {
            self.line.width = before;
        }
        has_room
    }

    /// Writes what is above the lines of a page, where that is still to be done.
    fn put_header(&mut self) {
        if !std::mem::take(&mut self.owes_header) {
            return;
        }
        self.line.position = 0;
        self.pad_to(self.layout.indent);
        self.put_blanks();
        let page = format!("Page {}", self.page);
        let room = self.layout.width.saturating_sub(self.header.0.len() + self.header.1.len());
        let room = room.saturating_sub(page.len());
        self.output.buffer.extend_from_slice(b"\n\n");
        self.repeat(b' ', self.layout.indent);
        self.output.buffer.extend_from_slice(self.header.0.as_bytes());
        self.repeat(b' ', (room / 2).max(1) as isize);
        self.output.buffer.extend_from_slice(self.header.1);
        self.repeat(b' ', (room - room / 2).max(1) as isize);
        self.output.buffer.extend_from_slice(page.as_bytes());
        self.output.buffer.extend_from_slice(b"\n\n\n");
        self.line.position = 0;
    }

    fn repeat(&mut self, byte: u8, count: isize) {
        self.output.buffer.extend(std::iter::repeat_n(byte, count.max(0) as usize));
    }
}

/// The width of what separates columns.
fn separator_width(layout: &Layout<'_>) -> isize {
    layout.separator.unwrap_or_default().len() as isize
}
