import Foundation

/// A shell script that a test runs as a program.
///
/// Another process writes the file. A file that this process writes is held open by a child that
/// another test starts at the same moment until it runs its own program, and meanwhile the kernel
/// refuses to run the file (ETXTBSY).
package enum TestProgram {
    /// Writes a program; a file of this name is replaced.
    ///
    /// - Parameters:
    ///   - path: The name of the program, in a folder that exists.
    ///   - script: Its lines, for `/bin/sh`, without the first one that names the shell.
    /// - Throws: The refusal of the file system or of the start of a process.
    package static func write(_ path: String, _ script: String) throws {
        let writer = try Process.run(
            URL(filePath: "/bin/sh"),
            arguments: [
                "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 700 "$0""#, path, script,
            ]
        )
        writer.waitUntilExit()
        guard writer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
