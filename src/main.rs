//! The `sowbase` command.

fn main() -> std::process::ExitCode {
    sowbase::cli::main()
}
