internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl project`.
struct ProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Write secrets into the files of a folder, for containers and services.",
        discussion: """
            Makes FOLDER, if it is missing, and a file in it for each secret; other programs read \
            them as they read the secrets of Docker and Kubernetes. --file names a file and a \
            reference ('keychainctl help run' lists all forms), --service makes a file for each \
            password of a service, named by its account.

            All files change together: a reader that opens FOLDER/..data and reads from there sees \
            files of one moment. If a secret is missing (status 44), locked or cannot be read, \
            nothing changes. The folder should be in memory (tmpfs), such as one in /run; on a disk, \
            secrets stay readable after they are removed.

            With --watch, the files follow the keychain until the command receives a signal. What \
            cannot be read then, such as while the keychain is locked, is said once, and the files \
            stay as they are. Nobody is asked after the start.

            EXAMPLES
              keychainctl project /run/app --file db-password=postgres/app --file tls.key=key:app
              keychainctl project /run/app --service app --owner 1000:1000 --watch --remove
            """
    )

    @Argument(
        help: ArgumentHelp("The folder.", valueName: "folder"),
        completion: .directory
    )
    var folder: String

    @Option(
        help: ArgumentHelp("Write a secret to a file. Repeatable.", valueName: "name=reference")
    )
    var file: [String] = []

    @Option(
        help: ArgumentHelp("Write all passwords of a service. Repeatable.", valueName: "service")
    )
    var service: [String] = []

    @Option(help: ArgumentHelp("The mode of the files: 0400, 0440 or 0444.", valueName: "mode"))
    var mode: String = "0400"

    @Option(
        help: ArgumentHelp(
            "The owner of the files: a user, 'user:group', or their numbers.",
            valueName: "owner"
        )
    )
    var owner: String?

    @Flag(help: "Keep the files current until a signal.") var watch = false
    @Flag(help: "With --watch, remove the files at the end.") var remove = false

    @OptionGroup var place: KeychainOptions

    /// The time after which files are written again that could not be written.
    private static let pause = Duration.seconds(1)

    func validate() throws {
        guard !file.isEmpty || !service.isEmpty else {
            throw ValidationError("Name secrets with --file or --service.")
        }
        guard watch || !remove else { throw ValidationError("--remove needs --watch.") }
    }

    func run() throws {
        // Everything that can be wrong without a keychain comes first.
        let source = try ProjectedSecrets(files: file, services: service)
        let rights = try FileRights(mode: mode, owner: owner)
        let keychain = try place.choice.open(asking: !watch)
        if watch { try place.open().offerToUnlock() }
        // After the last question, which a signal may end, and before there are files.
        let signals = PendingSignals(watch ? PendingSignals.blockedEndings() : [])
        // Before the first look: what happens from now on is news.
        let news = FileNews(of: keychain.path)
        var mark = try keychain.changeMark
        var files = try source.read(from: keychain)
        let target = try ProjectedFolder(folder, rights)
        try target.publish(files)
        let count = files.count
        Terminal.say("Wrote \(count) \(count == 1 ? "file" : "files") to \(folder).")
        guard watch else { return }

        var failure: Failure?
        while Self.wait(for: news, or: signals, retrying: failure) {
            do {
                let present = try keychain.changeMark
                guard present != mark || failure != nil else { continue }
                mark = present
                let read = try source.read(from: keychain)
                if !ProjectedSecrets.areSame(read, files) { try target.publish(read) }
                (files, failure) = (read, nil)
            } catch {
                let new = Failure(any: error)
                if new.message != failure?.message { Terminal.complain(new.message) }
                failure = new
            }
        }
        if remove { try target.remove() }
    }

    /// Waits until there may be something to do; `false` after a signal.
    private static func wait(
        for news: FileNews,
        or signals: borrowing PendingSignals,
        retrying failure: Failure?
    ) -> Bool {
        // No disk reports when it can be written again; a locked keychain and items that are
        // missing or too many have news before that ends.
        let retries = failure.map { ![36, 44, 65].contains($0.status.code) } ?? false
        while !signals.isAnyPending {
            var wait = FileWait()
            wait.add(signals)
            wait.add(news)
            if retries { wait.limit(to: pause) }
            wait.run()
            if news.take() || retries { return !signals.isAnyPending }
        }
        return false
    }
}
