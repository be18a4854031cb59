//! Results: what a cache and a model see of what a tool returned.
//!
//! | module | subject |
//! |---|---|
//! | `keys` | names of fields, the canonical form, cache keys |
//! | `preview` | a large result in few bytes |
//! | `expose` | which layer sees which tool |
//! | `stats` | the metrics of a run |

pub mod expose;
pub mod keys;
pub mod preview;
pub mod stats;
