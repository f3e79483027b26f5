import Foundation
import ProofSupport

@testable import PortableKeychain

/// Judges the remains of keychains after a power cut.
struct DiskWatch {
    let configuration: Keychain.Configuration
    /// The content before the first step.
    let start: DiskContents
    let steps: [DiskStep]
    /// The bytes of the backup, if one was made.
    let backup: [UInt8]?

    /// The faults of the folder as it is, after a program has reported a number of steps.
    func complaints(_ marks: [String]) throws -> [String] {
        if let failure = marks.first(where: { $0.hasPrefix("failed") }) { return [failure] }
        let done = marks.count { $0.hasPrefix("done ") }
        let certain = steps.prefix(done).reduce(start) { $0.after($1) }
        let isBusy = marks.last?.hasPrefix("begin ") == true
        let possible = isBusy ? certain.after(steps[done]) : certain
        do {
            let found = try observed()
            guard found == certain || found == possible else {
                return ["\(found) is neither \(certain) nor \(possible)"]
            }
            return try use(found, next: isBusy && found == certain ? steps[done] : nil)
        } catch let error as KeychainError {
            return ["\(error.code): \(error)"]
        }
    }

    /// Repeats an unfinished step, or takes another one: nothing is in the way, and nothing stays
    /// behind.
    private func use(_ found: DiskContents, next step: DiskStep?) throws -> [String] {
        var session = DiskSession(configuration, contents: found)
        // Both would need files that are not there, or a third of a second for each state.
        let isRepeated = step.map { ![.restore, .backUp].contains($0.verb) } ?? false
        if let step, isRepeated { try session.perform(step) }
        let name = DiskStep.names[0]
        if session.contents.keychains[name] == nil { try session.perform(DiskStep(.create)) }
        try session.perform(DiskStep(.add, 90, 1))
        let expected = session.contents
        session = DiskSession(configuration)
        let after = try observed()
        guard after == expected else {
            return ["\(after) after \(step?.word ?? "add"): \(expected)"]
        }
        let leftovers = try FileManager.default.subpathsOfDirectory(atPath: configuration.folder)
            .filter { $0.contains(".new") }
        return leftovers.isEmpty || !isRepeated ? [] : ["left over: \(leftovers)"]
    }

    private func observed() throws -> DiskContents {
        var contents = DiskContents()
        for name in Keychain.names(configuration: configuration) {
            let keychain = try Keychain.open(.named(name), configuration: configuration)
            if try keychain.hasPasscode { contents.passcode = try passcode(of: keychain) }
            contents.keychains[name] = try keychain.versions()
            let problems = try keychain.verify().problems
            guard problems.isEmpty else { throw KeychainError(.corrupt, reason: "\(problems)") }
        }
        let chosen = try Keychain.path(of: .standard, configuration: configuration)
        contents.standard = DiskStep.names.first { chosen.hasSuffix("/\($0).keychain") } ?? chosen
        contents.isPreferred = try KeychainPreferences(configuration).searchList != nil
        let path = DiskSession.backupPath(configuration)
        if let bytes = try PrivateFile.read(path, atMost: 1 << 20)?.array {
            guard bytes == backup else { throw KeychainError(.corrupt, reason: "half a backup") }
            contents.backup =
                steps.prefix { $0.verb != .backUp }.reduce(start) { $0.after($1) }
                .keychains[DiskStep.names[0]]
        }
        return contents
    }

    private func passcode(of keychain: Keychain) throws -> Int {
        let numbers = steps.filter { $0.verb == .passcode }.compactMap(\.numbers.first)
        let opening = numbers.filter { number in
            code { try keychain.unlock(passcode: DiskSession.passcode(number)) } == nil
        }
        guard opening.count == 1 else { throw KeychainError(.corrupt, reason: "\(opening) open") }
        return opening[0]
    }
}
