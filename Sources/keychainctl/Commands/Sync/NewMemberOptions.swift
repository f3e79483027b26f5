internal import ArgumentParser
internal import KeychainSync

/// What the commands share by which a machine becomes one of those that synchronize.
struct NewMemberOptions: ParsableArguments {
    @Argument(help: "The repository: ssh://…, HOST:PATH, https://… or the path of a folder.")
    var remote: String
    @Option(help: "What to call this machine. Default: its host name.") var name: String?

    var settings: VaultSettings { VaultSettings(remote: remote) }
    var machine: String { name ?? SyncPlace.machine }
}
