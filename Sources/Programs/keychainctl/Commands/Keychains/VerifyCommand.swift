internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl verify`.
struct VerifyCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a keychain for damage and tampering.",
        discussion: """
            Reads the whole keychain and changes no item. Finds items that were changed, removed, \
            duplicated or restored from an older copy. The content of locked items cannot be \
            checked: on a terminal, the passcode is prompted for; press Return to do without it. \
            Each problem is printed on a line, and the status is 93.

            One item that cannot be opened stops every search that has to read it. --repair removes \
            such items, and earlier versions, after it has copied the files as they are. Items that \
            are locked stay. What was removed comes back with 'keychainctl restore' from a backup, \
            and a synchronized item by itself, from the other machines. If the state of \
            synchronization may be incomplete, it is removed as a whole, and the machine joins again. \
            In JSON, 'removed' counts what was removed, and 'copy' is the path of the copy. If the \
            command fails, the answer of --repair has the message as 'failure' and 'advice', and \
            what was done before; with 'copy' and without 'removed', it is not known whether the \
            keychain was changed.

            EXAMPLES
              keychainctl verify
              keychainctl verify --keychain work --json
              keychainctl verify --repair
            """
    )

    @Flag(help: "Remove what cannot be opened, and keep a copy of the files.") var repair = false
    @Flag(name: .shortAndLong, help: "Do not ask before the repair.") var yes = false
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        var repairing = KeychainRepair(place.choice, isConfirmed: yes)
        let keychain: Keychain
        let report: VerificationReport
        do {
            keychain = try repair ? place.choice.openFile() : place.open()
            try Self.offerToUnlock(keychain)
            if repair { try repairing.perform(keychain) }
            report = try Self.examine(keychain)
        } catch {
            throw failure(error, after: repairing)
        }
        show(report, after: repairing)
        if report.leavesRemains {
            Terminal.say("Note: \(Doctor.remains); \(Doctor.remainsAdvice).")
        }
        guard report.problems.isEmpty else {
            throw Failure(
                .damaged,
                "the keychain is damaged or was tampered with",
                advice: KeychainRepair.advice(keychain)
            )
        }
    }

    private static func examine(_ keychain: Keychain) throws -> VerificationReport {
        let report: VerificationReport
        do throws(KeychainError) {
            report = try keychain.verify { Terminal.progress("\(counted($0, "item")) checked") }
        } catch {
            Terminal.progress("")
            guard error.code == .corrupt else { throw error }
            // A page of the items cannot be read; what others say of it, names this command.
            let failure = Failure(error)
            throw Failure(failure.status, failure.problem, advice: KeychainRepair.advice(keychain))
        }
        Terminal.progress("")
        return report
    }

    /// The failure of the command; where a program waits for what a repair has done, it is an answer too.
    private func failure(_ error: any Error, after repairing: KeychainRepair) -> Failure {
        let failure = (error as? KeychainError).map(KeychainRepair.failure) ?? Failure(any: error)
        if repair, json { Terminal.json(repairing.answer(failure)) }
        return failure
    }

    private func show(_ report: VerificationReport, after repairing: KeychainRepair) {
        guard !json else {
            let members: [(String, JSON)] = [
                ("items", .number(Int64(report.rowCount))),
                ("locked", .number(Int64(report.lockedCount))),
                ("problems", .array(report.problems.map { .string($0) })),
                ("remains", .bool(report.leavesRemains)),
            ]
            return Terminal.json(.object(members + repairing.done))
        }
        report.problems.forEach { Terminal.line("\($0)") }
        let locked = report.lockedCount
        Terminal.say(
            counted(report.rowCount, "item") + " checked"
                + (locked > 0 ? ", \(locked) of them locked: only their seals." : ".")
        )
    }

    /// Unlocks a keychain, or does without: damage, or the mark that only the agent gets the passcode, must not
    /// keep a person from a repair.
    private static func offerToUnlock(_ keychain: Keychain) throws(KeychainError) {
        do throws(KeychainError) {
            try keychain.offerToUnlock()
        } catch {
            guard [.corrupt, .notAvailable].contains(error.code) else { throw error }
            Terminal.say("Items that need the passcode are not checked: \(Failure(error).problem).")
            guard error.code == .notAvailable else { return }
            let advice = "run 'keychainctl passcode remove', and set a passcode after the repair"
            Terminal.say(
                "If the agent cannot open it, "
                    + "\(AdvisedCommand.naming(KeychainChoice.onCommandLine, in: advice))."
            )
        }
    }
}
