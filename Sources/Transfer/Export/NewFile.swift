internal import KeychainctlKit
package import PortableKeychain

/// A file with secrets that did not exist before, readable by its user alone.
package enum NewFile {
    /// Writes it, durably and whole.
    ///
    /// - Throws: ``Failure`` when there is something of that name already.
    package static func write(_ content: SecretBytes, to path: String) throws {
        guard try PrivateFile.create(path, content) else {
            throw Failure(
                .usage,
                "\(path) is there already",
                advice: "choose another name, or remove it"
            )
        }
    }

    /// Says which items stay, and why.
    package static func sayWhatStays(_ content: BackupContent) {
        if content.thisDeviceOnly > 0 {
            Terminal.say("\(content.thisDeviceOnly) items belong to this device alone and stay.")
        }
        if content.guarded > 0 {
            Terminal.say("\(content.guarded) items ask for their user at each reading and stay.")
        }
    }
}
