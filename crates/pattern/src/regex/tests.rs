//! Cases for regular expressions; the differential ones are in tests/.

use super::*;
