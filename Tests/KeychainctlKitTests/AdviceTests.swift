import Foundation
import PortableKeychain
import Testing

@testable import KeychainctlKit

/// Each message states the next step once.
@Suite struct AdviceTests {
    /// The texts of errors in the code of the library, with `…` for their values.
    static let reasons: [String] = {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        var found: Set<String> = []
        for target in ["Library/PortableKeychain", "Cellar/SealedStore", "Cellar/FileSafety"] {
            let folder = sources.appendingPathComponent(target)
            let files = FileManager.default.enumerator(atPath: folder.path)
            for case let file as String in files ?? .init() where file.hasSuffix(".swift") {
                let path = folder.appendingPathComponent(file).path
                let code = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
                found.formUnion(texts(code))
            }
        }
        return found.sorted()
    }()

    /// The literals after `reason:`, and those of errors of the store.
    private static func texts(_ code: String) -> [String] {
        let block = #/reason:\s*"""\s*(?<text>[^"]+?)\s*"""/#
        let line = #/(reason:|StoreError\(\s*\.\w+,)\s*(?<text>("([^"\\]|\\.)*"\s*\+?\s*)+)/#
        let texts: [String] =
            code.matches(of: block).map { match -> String in String(match.text) }
            + code.matches(of: line).map { match -> String in
                String(match.text.replacing(#/"\s*\+?\s*"?/#, with: ""))
            }
        return texts.map { text -> String in
            text.replacing(#/\\\([^)]*\)/#, with: "…").replacing(#/\\?\s+/#, with: " ")
        }
    }

    static let codes = ExitStatus.refusals.map(\.code)

    private func advices(_ message: String) -> [String] {
        message.split(separator: "; ").map(String.init).filter(Advice.isAdvice)
    }

    @Test func findsTheReasons() {
        #expect(Self.reasons.count > 100)
        #expect(Self.reasons.contains("The password of the item is wrong. Try again."))
        #expect(Self.reasons.contains { $0.contains("(its name ends in -wal)") })
    }

    /// The text after the first sentence is about the problem, or is recognized as advice.
    @Test(arguments: reasons) func saysAdviceAsAdvice(_ reason: String) {
        let sentences = reason.split(separator: ". ").map(String.init)
        guard sentences.count > 1 else { return }
        #expect(
            Advice.split(reason).advice != nil,
            "the last sentence does not begin with a verb that Advice knows"
        )
    }

    @Test(arguments: reasons) func givesOneAdvice(_ reason: String) {
        for code in Self.codes {
            let failure = Failure(KeychainError(code, reason: reason))
            #expect(advices(failure.problem).isEmpty, "\(code.name): \(failure.message)")
            #expect(advices(failure.advice).count <= 1, "\(code.name): \(failure.message)")
            #expect(!failure.advice.isEmpty)
        }
    }

    @Test(arguments: codes) func givesOneAdviceForTheCodeAlone(_ code: KeychainError.Code) {
        let failure = Failure(KeychainError(code))
        #expect(advices(failure.problem).isEmpty, "\(failure.message)")
    }

    /// The more specific advice counts.
    @Test(arguments: [
        (
            KeychainError.Code.corrupt, "The device key file is damaged. Restore it from a backup.",
            "the device key file is damaged; restore it from a backup"
        ),
        (
            .corrupt, "The key table is malformed. Restore a backup.",
            "the key table is malformed; restore it from a backup, and see 'keychainctl verify'"
        ),
        (
            .unsafePermissions, "Other users can access a. Run: chmod 600 'a'",
            "other users can access a; run: chmod 600 'a', or 'keychainctl doctor --fix'"
        ),
        (
            .noSuchKeychain, "There is no keychain at /a.",
            "there is no keychain at /a; create one with 'keychainctl create NAME', and bring its "
                + "items back with 'keychainctl restore' if there was one; 'keychainctl keychains' shows "
                + "what there is"
        ),
        (
            .corrupt, "The log is too old: it was replaced. Nothing was changed. Put it back.",
            "the log is too old: it was replaced; nothing was changed; put it back"
        ),
        (
            .rolledBack,
            "The list is missing. Run 'keychainctl accept-older' if this is the newest.",
            "the list is missing; run 'keychainctl accept-older' if this is the newest"
        ),
        (
            .rolledBack, KeychainError(.rolledBack).reason,
            "the keychain is older than the one last used here; run 'keychainctl accept-older' if you "
                + "restored it yourself"
        ),
        (
            .notAvailable, "Other programs are changing the passcode. Try again.",
            "other programs are changing the passcode; try again, and see 'keychainctl status'"
        ),
    ])
    func prefersSpecificAdvice(_ code: KeychainError.Code, _ reason: String, _ message: String) {
        #expect(Failure(KeychainError(code, reason: reason)).message == message)
    }
}
