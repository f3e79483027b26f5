internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// The options of the commands that make a machine a member.
struct NewMemberOptions: ParsableArguments {
    static let remoteHelp =
        "The repository: ssh://HOST/PATH, HOST:PATH, https://HOST/PATH or the path of a folder; or the etcd "
        + "cluster: etcds://HOST:2379,HOST:2379/PREFIX; or, for a machine that only reads, a mirror: "
        + "mirror+https://HOST/PATH."

    @Argument(help: ArgumentHelp(remoteHelp))
    var remote: String
    @Option(help: ArgumentHelp(nameHelp)) var name: String?

    @OptionGroup var etcd: EtcdOptions

    static let nameHelp =
        "What to call this machine, in at most \(longestName) characters. Default: its host name."

    /// The most characters in the name of a machine: as many as a line of a list shows.
    static let longestName = 100
    /// The most bytes in a name: an entry of the members has room for no more.
    private static let longestNameInBytes = 200

    func validate() throws { if let name { try Self.check(name) } }

    /// Refuses a name of a machine that others would see cut off.
    static func check(_ name: String) throws {
        guard name.count <= longestName, name.utf8.count <= longestNameInBytes else {
            throw ValidationError(
                "The name of a machine has at most \(longestName) characters, in \(longestNameInBytes) bytes."
            )
        }
    }

    /// The keychain and its remote; reads the password of the remote's user, if it has one.
    func new(_ choice: KeychainChoice, from source: inout PasscodeSource) throws -> NewMember {
        try NewMember(choice) { try etcd.settings(remote, $0, from: &source) }
    }

    var machine: String { name ?? SyncPlace.machine }
}
