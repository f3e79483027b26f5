internal import ArgumentParser
internal import KeychainSync
internal import KeychainSyncGit
internal import KeychainctlKit

/// `keychainctl sync doctor`.
struct SyncDoctorCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine what keeps the keychain from being synchronized.",
        discussion: """
            Asks the remote, verifies what it shows, and sends nothing. In a pipe, each finding is \
            a line of four fields with tabs between them, as those of 'keychainctl doctor': fine, \
            note or problem; the topic; the finding; the advice. The status is 0 if there is no \
            problem (there may be notes), and 78 otherwise.

            EXAMPLES
              keychainctl sync doctor
              keychainctl sync doctor --json
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        let (report, detail) = try sync.asking(
            engine,
            again: .unchanged("'keychainctl sync doctor'")
        ) {
            vault throws(SyncProblem) in
            (try await vault.examine(on: engine), await engine.complaint)
        }
        let examination = SyncExamination(
            report: report,
            detail: detail,
            lastRound: sync.lastRound,
            now: sync.now
        )
        try DoctorCommand.end(examination.findings, json: json)
    }
}
