//! Plots as SVG, the one place that draws: on a page, whose style sheet colours them for its light
//! and dark face, and as files of their own for a paper.
//!
//! Whatever tells series apart does so without colour too: lines have dashes and markers, bars have
//! hatches, so that a black and white print can be read.

mod bars;
mod legend;
mod lines;
mod panels;
mod scale;
mod sheet;

pub use crate::tone::{Look, Tone};
pub use bars::Bars;
pub use lines::{Line, Lines};
pub use panels::{Column, Panels, Series, Style};
pub use scale::Axis;
pub use sheet::Sheet;

pub(crate) use sheet::hatches_of_page;
