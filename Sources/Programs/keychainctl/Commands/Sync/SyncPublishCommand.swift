internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync publish`.
struct SyncPublishCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Write a mirror: a folder for any web server.",
        discussion: """
            Readers of a mirror need neither the repository nor the cluster: any web server or object \
            store can serve the folder, and is trusted as little as they are. All items in it are \
            encrypted. Readers join with 'keychainctl sync join mirror+https://HOST/PATH'.

            The mirror has a signed time. Readers refuse it when that is older than --valid, so it must \
            be published again before; 'keychainctl sync run --publish FOLDER' does so by itself, and \
            after each change. A machine with the role publisher can do that and change nothing.

            Copy the folder as it is, the file 'stamp' last. Let the server and caches keep 'stamp' for \
            a minute at most; all other files never change.

            EXAMPLES
              keychainctl sync publish /srv/www/keys
              keychainctl sync publish /srv/www/keys --valid 2d
            """
    )

    @Argument(help: "The folder. It is made if there is none.", completion: .directory)
    var folder: String
    @Option(
        help: ArgumentHelp(
            "How long readers believe it: 1m to 30d. Default: 1d.",
            valueName: "time"
        )
    )
    var valid: TimeSpan?
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        try sync.asking(engine, again: .unchanged(nil)) { vault throws(SyncProblem) in
            try await vault.requirePublisher(on: engine)
        }
        let publisher = try MirrorPublisher(folder, valid: valid)
        let vault = sync.vault
        let written = try Waiting.wait {
            do { return try await publisher.publish(vault, on: engine) } catch let problem
                as SyncProblem
            { throw Failure(problem, await engine.complaint, again: .unchanged(nil)) }
        }
        let until = written.expiry.formatted(.iso8601)
        guard !json else {
            return Terminal.json(
                .object([
                    ("files", .number(Int64(written.files.count))), ("valid-until", .string(until)),
                ])
            )
        }
        Terminal.say(
            "Published into \(folder): \(counted(written.files.count, "new file")). Readers believe it "
                + "until \(until)."
        )
    }
}
