//! stub
use crate::model::Report;
pub fn charts(_: &Report) -> Vec<(String, String)> {
    Vec::new()
}
