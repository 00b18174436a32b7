//! The scriptable fake solver; `gadfly_testkit::fake` has its language.

fn main() {
    gadfly_testkit::fake::fake_solver_main()
}
