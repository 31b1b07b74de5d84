//! The forms in which a report is shown and kept.

mod cells;
mod csv;
pub mod format;
mod html;
mod json;
mod markdown;
mod svg;
mod table;

pub use csv::csv;
pub use html::html;
pub use json::{read_json, write_json};
pub use markdown::markdown;
pub use svg::charts;
pub(crate) use table::{TERMINAL, wrapped};
pub use table::{findings_table, report_text, section_text};

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::json::tests::report;
}
