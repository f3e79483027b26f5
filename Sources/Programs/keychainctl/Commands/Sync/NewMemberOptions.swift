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
    @Option(help: "What to call this machine. Default: its host name.") var name: String?

    @OptionGroup var etcd: EtcdOptions

    /// The keychain and its remote; reads the password of the remote's user, if it has one.
    func new(_ choice: KeychainChoice, from source: inout PasscodeSource) throws -> NewMember {
        try NewMember(choice) { try etcd.settings(remote, $0, from: &source) }
    }

    var machine: String { name ?? SyncPlace.machine }
}
