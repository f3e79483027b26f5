internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl doctor`.
struct DoctorCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine a keychain and its environment for problems.",
        discussion: """
            Checks permissions, the folders above, the file system, the format, durability, \
            left-over files, the clock, memory, key slots, and the integrity of all items, as \
            'verify' does. With --items, it examines your secrets instead: those that are weak, \
            stored twice, old, expired, or without a one-time code where another login of the site \
            has one. It names items, prints no secrets, and asks nobody. In a pipe, each finding is a line of four fields with tabs between \
            them: fine, note or problem; the topic; the finding; the advice.

            The last line, on standard error, is the one thing that is most worth doing. Nothing \
            is changed without --fix, which removes the access of other users to the keychain \
            and to the folder of named keychains, with all files of yours in it. The status is 0 if there is no problem (there may be notes), 93 if the \
            keychain is damaged, and 78 for any other problem.

            EXAMPLES
              keychainctl doctor
              keychainctl doctor --items
              keychainctl doctor --json
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Examine the secrets, and not the keychain.") var items = false
    @Flag(help: "Remove the access of other users to files and folders.") var fix = false
    @OptionGroup var answer: AnswerOptions

    func validate() throws {
        guard !items || !fix else { throw ValidationError("Use either --items or --fix.") }
    }

    func run() throws {
        guard !items else { return try Self.end(examineItems(), json: json) }
        let configuration = Keychain.Configuration.tool
        // First: one of these files says which keychain is the default one.
        if fix { mend(Doctor.files(of: configuration)) }
        let doctor: Doctor
        do {
            doctor = try Doctor(place.choice, configuration)
        } catch let error as KeychainError where error.code == .unsafePermissions {
            return try Self.end(Doctor.findings(on: error, configuration), json: json)
        }
        if fix { mend(doctor.privateFiles) }
        let findings = try doctor.findings { Terminal.progress("\(counted($0, "item")) checked") }
        Terminal.progress("")
        try Self.end(findings, json: json)
    }

    private func examineItems() throws -> [Finding] {
        let keychain = try place.open()
        try keychain.offerToUnlock()
        let now = Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
        var examination = ItemExamination(now: now.timeIntervalSince1970)
        try examination.read(keychain) { Terminal.progress("\(counted($0, "item")) examined") }
        Terminal.progress("")
        return examination.findings
    }

    /// Prints findings, and ends the command with the status that they give.
    static func end(_ findings: [Finding], json: Bool) throws {
        let keychain = KeychainChoice.onCommandLine
        let named = findings.map { $0.naming(keychain) }
        if json {
            Terminal.json(.array(named.map(\.json)))
        } else {
            show(named)
            let first = Finding.mostWorthDoing(findings)
            Terminal.say("\(AdvisedCommand.naming(keychain, in: first))")
        }
        let problems = findings.filter { $0.level == .problem }
        guard !problems.isEmpty else { return }
        let isDamaged = problems.contains { $0.topic == Doctor.integrityTopic }
        throw Failure(
            isDamaged ? .damaged : .unfit,
            "there \(problems.count == 1 ? "is" : "are") " + counted(problems.count, "problem"),
            advice: "follow the advice beside each finding"
        )
    }

    private func mend(_ files: [FileFacts]) {
        for file in files where file.othersMay != 0 && file.owner == FileFacts.user {
            guard file.kind != .other else { continue }
            Terminal.say(
                file.closeToOthers()
                    ? "\(file.path) is now private; other users may have read it before."
                    : "Cannot change the permissions of \(file.path)."
            )
        }
    }

    /// Prints sentences on a terminal, and fields in a pipe.
    private static func show(_ findings: [Finding]) {
        guard Terminal.isInteractive else {
            Terminal.table(header: [], findings.map(\.fields))
            return
        }
        let width = findings.map(\.topic.count).max() ?? 0
        for finding in findings {
            let mark =
                switch finding.level {
                case .fine: "✓"
                case .note: "·"
                case .problem: "✗"
                }
            let topic = finding.topic + String(repeating: " ", count: width - finding.topic.count)
            Terminal.line("\(mark) \(Terminal.bold("\(topic)"))  \(finding.sentence)")
            if let advice = finding.advice {
                let indent = String(repeating: " ", count: width + 4)
                Terminal.line("\(indent)→ \(advice)")
            }
        }
    }
}
