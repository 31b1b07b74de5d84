//! Support for the scripted tests.
