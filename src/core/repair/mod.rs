//! Repair: text that is almost JSON in, strict JSON out, with every change named.
//!
//! | module | subject |
//! |---|---|
//! | `engine` | the order of attempts: which documents a text holds, and which is the answer |
//! | `parser` | how broken JSON is read |
//! | `notation` | data as other languages write it |
//! | `edit` | the table of fix codes, lists of fixes, offset maps |
//! | `schema` | what a schema lets a value become; the verdict |
//! | `manual` | rules for one tool, on text that is JSON already |
//! | `dialect` | the dialects of files, and what each needs no repair for |
//! | `confidence` | the estimated probability that a repaired value is right |
//! | `expect` | what a caller expects of a document |
//! | `changes` | the changes of all stages, composed |
//! | `layer` | the layers that may see a tool |
//! | `reasoning` | the tags of reasoning |
//! | `violation` | what is wrong with a value that does not fit its schema |

pub mod changes;
pub mod confidence;
pub mod dialect;
pub mod edit;
pub mod engine;
pub mod expect;
pub(crate) mod layer;
pub mod manual;
pub mod notation;
pub mod parser;
pub(crate) mod reasoning;
pub mod schema;
pub mod violation;
