//! Plots, drawn once and written as SVG and as PNG.

mod drawing;
mod panels;
mod png;
mod strokes;

pub use drawing::{Anchor, Colour, Drawing};
pub use panels::{Column, Panels, Series, Style, Y};
