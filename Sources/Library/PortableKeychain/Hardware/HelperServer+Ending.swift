internal import KeychainLibC

extension HelperServer {
    /// Shows the purpose of the helper to a person who starts it, and ends it with the status of a
    /// wrong use (`EX_USAGE`).
    ///
    /// - Parameter purpose: One line, after the name of the program.
    package static func endWithoutRequest(_ purpose: StaticString) -> Never {
        _ = write(STDERR_FILENO, purpose.utf8Start, purpose.utf8CodeUnitCount)
        _ = write(STDERR_FILENO, "\n", 1)
        exit(EX_USAGE)
    }

    /// Ends the helper, because no process waits for its answer.
    package static func end() -> Never { exit(0) }
}
