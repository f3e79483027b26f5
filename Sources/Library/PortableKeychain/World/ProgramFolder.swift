internal import KeychainEssentials
internal import KeychainLibC

/// A folder that another program fills, for instance a clone of git, and that can be made again.
package enum ProgramFolder {
    /// Creates a folder and its missing parents, accessible only to their owner.
    ///
    /// Does not wait for the disk: a round of synchronization comes here each minute, and what a power cut takes
    /// is made again.
    ///
    /// - Throws: ``KeychainError/Code/unsafePermissions`` when other users could replace it.
    package static func make(_ path: String) throws(KeychainError) {
        try PrivateFile.makeFolder(path, isDurable: false)
    }

    /// Creates an empty folder with a unique name, accessible only to its owner: in that of
    /// `TMPDIR`, or in `/tmp`.
    ///
    /// - Returns: Its path; the caller removes it.
    /// - Throws: ``KeychainError/Code/inputOutput``.
    package static func makeTemporary() throws(KeychainError) -> String {
        let chosen = UserEnvironment.variable("TMPDIR") ?? ""
        let parent = chosen.hasPrefix("/") ? chosen : "/tmp"
        var path = Array("\(parent)/keychainctl-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw KeychainError(
                .inputOutput,
                reason: "No folder can be created in \(parent). Check the disk."
            )
        }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static func exists(_ path: String) -> Bool { PrivateFile.exists(path) }

    /// The names in a folder; empty if there is no folder.
    package static func names(in folder: String) -> [String] { PrivateFile.names(in: folder) }

    /// Gives a file or folder another name; returns whether it has that name now.
    package static func move(_ path: String, to other: String) -> Bool { rename(path, other) == 0 }

    /// Removes a file, or a folder with everything in it; links are not followed.
    package static func remove(_ path: String) {
        // If it is not there, nothing is to be done; if it stays, the next use of its name fails.
        try? FileManager.default.removeItem(atPath: path)
    }
}
