/*!
forkbench: what starting a process costs, on this machine, and what would be faster.

The program has a process of its own launch others ([`measure`], `serve`, and the C
sources in `programs`), alternately, and keeps every sample ([`model`]). What is said about
the samples ([`statistics`], [`analysis`]) is computed from them each time, so that a
kept file can be shown again, compared with another ([`compare`]) or put next to the
figures of the texts that this project grew from ([`findings`]). [`output`] has the
forms: table, JSON, CSV, Markdown, SVG, HTML.

It is no profiler and no general benchmark tool: for one command's time hyperfine(1) is
the right one, and the figures here are checked against it.
*/

#![forbid(unsafe_code)]

pub mod analysis;
pub mod cli;
pub mod compare;
pub mod environment;
pub mod experiments;
pub mod findings;
pub mod measure;
pub mod model;
pub mod output;
pub mod programs;
pub mod run;
mod serve;
pub mod statistics;
mod together;
