import Foundation
import ProofSupport
import SealedStore
import Testing

@testable import PortableKeychain

/// Attacks with copies that are made while another process has the keychain open, as an audit tried
/// them: with its log or without, a copy opens nothing that was taken away before.
@Suite struct CopyAttackTests {
    private static let passcode = secret("correct horse")

    /// The copies of a thief with the device key: one of the file with its log, and one without.
    private func copies(of bench: Bench) throws -> [Keychain] {
        try [true, false].compactMap { withLog in
            let thief = try Bench(remembers: false)
            try FileManager.default.copyItem(
                atPath: bench.folder + "/device.key",
                toPath: thief.folder + "/device.key"
            )
            try thief.write(bench.bytes())
            if withLog { try thief.write(bench.bytes("-wal"), "-wal") }
            thieves.append(thief)
            return try thief.open()
        }
    }

    /// The folders of thieves, which exist as long as the test.
    private final class Thieves {
        private var benches: [Bench] = []
        func append(_ bench: Bench) { benches.append(bench) }
    }
    private let thieves = Thieves()

    @Test func deletedAndReplacedItemsAreGone() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        let watcher = try bench.open()
        for number in 1...3 { try keychain.add(ProofItem(number, version: 1)) }
        #expect(try watcher.item(1).version == 1)
        try keychain.delete(number: 1)
        try keychain.update(ProofItem(2, version: 2))
        for copy in try copies(of: bench) {
            #expect(code { try copy.item(1) } == .itemNotFound)
            #expect(try copy.item(2).version == 2)
            #expect(try copy.verify().problems == [])
        }
        #expect(try watcher.item(2).version == 2)
    }

    private func keybag(in bench: Bench) throws -> Keybag {
        try Keybag(encoded: SealedStore.open(bench.path).readState().keybag)
    }

    /// The slots of before are in no page of the file and in no frame of the log.
    private func hidesSlots(
        of keybag: Keybag,
        _ bench: Bench,
        _ comment: Comment
    ) throws {
        let bytes = try Data(bench.bytes() + bench.bytes("-wal"))
        for slot in keybag.slots {
            #expect(bytes.range(of: Data(slot.box.prefix(32))) == nil, comment)
        }
    }

    @Test func changesOfKeysLeaveNoOldSlots() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        let watcher = try bench.open()
        try keychain.add(ProofItem(1, version: 1))
        let new = secret("another")
        let steps: [(name: String, passcode: SecretBytes, perform: () throws -> Void)] = [
            ("the first passcode", Self.passcode, { try keychain.setPasscode(Self.passcode) }),
            (
                "another one", new,
                { try keychain.changePasscode(from: Self.passcode, to: new) }
            ),
            ("a rotation", new, { try keychain.access.rotate([.passcode(new)]) }),
        ]
        var former: SecretBytes?
        for step in steps {
            let before = try keybag(in: bench)
            #expect(try watcher.versions().count == 1)
            try step.perform()
            try hidesSlots(of: before, bench, "\(step.name)")
            for copy in try copies(of: bench) {
                #expect(code { try copy.item(1) } == .locked, "\(step.name)")
                if let former, !former.matches(step.passcode) {
                    #expect(code { try copy.unlock(passcode: former) } == .authenticationFailed)
                }
                try copy.unlock(passcode: step.passcode)
                #expect(try copy.item(1).version == 1)
            }
            // The watcher has no keys of the new passcode.
            try watcher.unlock(passcode: step.passcode)
            former = step.passcode
        }
    }
}
