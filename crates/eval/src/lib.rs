//! Exact meaning: values, operators, models, and the truth of a formula under a model.
