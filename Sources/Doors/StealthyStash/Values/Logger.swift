// The only place that knows where logs go: to Apple's unified log, or to the system's log
// elsewhere.
#if canImport(os)
    internal import os

    extension Logger {
        /// Writes a line, which must not contain secrets.
        func report(_ text: String) { error("\(text, privacy: .public)") }
    }
#else
    internal import Foundation

    /// A repository's log of failures, in place of Apple's `os.Logger`.
    ///
    /// Repositories write what they were doing and Apple's number for the failure; never a secret
    /// or the value of an attribute.
    public struct Logger: Sendable {
        private let write: @Sendable (String) -> Void

        /// Creates a logger that writes to the system's log (`syslog`), as Apple's writes to
        /// theirs.
        ///
        /// - Parameters:
        ///   - subsystem: The program, such as "com.example.app".
        ///   - category: The part of the program.
        public init(subsystem: String, category: String) {
            self.init { text in
                let line = "\(subsystem) [\(category)] \(text)"
                line.withCString { line in
                    withVaList([line]) { vsyslog(LOG_USER | LOG_ERR, "%s", $0) }
                }
            }
        }

        /// Creates a logger that hands each line to code of your own, such as another logging
        /// system.
        ///
        /// - Parameter write: Receives lines, on any thread.
        public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

        /// Writes a line about a failure.
        ///
        /// - Parameter message: The message.
        public func error(_ message: String) { write(message) }

        func report(_ text: String) { error(text) }
    }
#endif
