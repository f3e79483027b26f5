import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// Items that other programs store, and input that no form field should accept.
@Suite(.throughEachKeeper) struct HostileInputTests {
    static let texts = [
        "", "\u{0}", "a\u{0}b", String(repeating: "x", count: 1 << 20), "' OR 1=1 --", "e\u{301}",
        "\u{202E}", "..", "*", "👩🏽‍💻",
    ]

    @Test(arguments: texts)
    func anyTextIsAnAccount(text: String) throws {
        try isolated {
            try Keychain.InternetPassword.save("s", forAccount: text, server: text, label: text)
            try Keychain.InternetPassword.saveSynchronizable("t", forAccount: text, path: text)
            try Keychain.GenericPassword.save("u", forAccount: text, service: text)
            #expect(try Keychain.InternetPassword.queryOne(forAccount: text) == "s")
            #expect(
                try Keychain.InternetPassword.queryOneSynchronizable(forAccount: text, path: text)
                    == "t"
            )
            #expect(try Keychain.GenericPassword.query(forAccount: text, service: text) == "u")
            let items = try #require(try Keychain.InternetPassword.queryItems(forAccount: text))
            #expect(items.map(\.account) == [text, text])
            #expect(items.map(\.server) == [text, ""])
            #expect(items.map(\.label) == [text, nil])
            #expect(try Keychain.InternetPassword.queryOne(forAccount: text + "x") == nil)
        }
    }

    /// Two spellings of one letter are two accounts: names are compared by their bytes.
    @Test func differentSpellingsAreDifferentAccounts() throws {
        try isolated {
            try Keychain.InternetPassword.save("1", forAccount: "\u{E9}")
            try Keychain.InternetPassword.save("2", forAccount: "e\u{301}")
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "\u{E9}") == "1")
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "e\u{301}") == "2")
        }
    }

    /// The original ended the process here.
    @Test func bytesOfOthersAreShownAndNeverTrap() throws {
        try isolated {
            try store(
                [0x61, 0xFF, 0x62],
                .internetPassword,
                [
                    .account: .data(Data([0x63, 0xFE])), .networkProtocol: .string("what"),
                    .authenticationType: .string("none"), .port: .number(65_536 + 80),
                    .creator: .number(-1), .comment: .string("c"), .description: .string("d"),
                ]
            )
            let item = try #require(try Keychain.InternetPassword.queryItems()?.first)
            #expect(item.password == "a\u{FFFD}b")
            #expect(item.passwordData == Data([0x61, 0xFF, 0x62]))
            #expect(item.account == "c\u{FFFD}")
            #expect(item.protocol == nil)
            #expect(item.authenticationType == nil)
            #expect(item.port == 80)
            #expect(item.creator == .max)
            #expect(item.comment == "c")
            #expect(item.description == "d")
        }
    }

    @Test func bytesThatAreNotTextAreNotAPassword() throws {
        try isolated {
            try store([0xFF], .internetPassword, [.account: .string("a")])
            try store([0xFF], .genericPassword, [.account: .string("a"), .service: .string("s")])
            #expect(throws: KeychainError.resultError) {
                try Keychain.InternetPassword.queryOne(forAccount: "a")
            }
            #expect(throws: KeychainError.resultError) {
                try Keychain.GenericPassword.query(forAccount: "a", service: "s")
            }
            try Keychain.InternetPassword.updateItems(newPassword: "s", forAccount: "a")
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "a") == "s")
        }
    }

    @Test func anItemWithoutBytesIsAnEmptyPassword() throws {
        try isolated {
            try store([], .internetPassword, [.account: .string("a")])
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "a") == "")
            #expect(try Keychain.InternetPassword.queryItems()?.map(\.password) == [""])
        }
    }

    @Test func failuresCarryTheirStatus() throws {
        let table: [(PortableKeychain.KeychainError.Code, OSStatus)] = [
            (.corrupt, errSecDecode), (.diskFull, errSecDiskFull), (.readOnly, errSecReadOnly),
            (.interactionNotAllowed, errSecInteractionNotAllowed),
        ]
        for (code, status) in table {
            let broken = FixedFailure(error: .init(code))
            PortableKeychain.Keychain.withCurrent(.init(keeper: broken)) {
                #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                    try Keychain.GenericPassword.queryItems()
                }
                #expect(throws: KeychainError.itemSavingFailed(status: status)) {
                    try Keychain.GenericPassword.upsert("s", forAccount: "a", service: "s")
                }
                #expect(throws: KeychainError.itemUpdateFailed(status: status)) {
                    try Keychain.InternetPassword.updateItems(newPassword: "s", forAccount: "a")
                }
                #expect(throws: KeychainError.itemDeletionFailed(status: status)) {
                    try Keychain.InternetPassword.deleteSynchronizableItems(forAccount: "a")
                }
            }
        }
    }

    /// In a process of its own, whose data folder is a file.
    @Test func aKeychainThatCannotBeOpenedIsAnError() async {
        await #expect(processExitsWith: .success) {
            setenv("XDG_DATA_HOME", "/dev/null", 1)
            setenv("PORTABLE_KEYCHAIN_APPLICATION", "team.app", 1)
            setenv("PORTABLE_KEYCHAIN_ACCESS_GROUPS", "team.shared", 1)
            #expect(Keychain.accessGroups == ["team.app", "team.shared"])
            #expect(kind { try Keychain.InternetPassword.save("s", forAccount: "a") } == "saving")
            #expect(kind { _ = try Keychain.InternetPassword.queryItems() } == "query")
            #expect(
                kind {
                    try Keychain.InternetPassword.updateItems(newPassword: "s", forAccount: "a")
                }
                    == "update"
            )
            #expect(kind { try Keychain.deleteAllItems(ofClass: .key) } == "deletion")
            let answer = await withCheckedContinuation { continuation in
                Keychain.InternetPassword.queryOne(forAccount: "a") {
                    continuation.resume(returning: $0)
                }
            }
            #expect(kind { _ = try answer.get() } == "query")
        }
    }
}

/// The kind of a failure, with its status.
private func kind(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch KeychainError.itemQueryFailed(let status) where status != 0 {
        return "query"
    } catch KeychainError.itemSavingFailed(let status) where status != 0 {
        return "saving"
    } catch KeychainError.itemUpdateFailed(let status) where status != 0 {
        return "update"
    } catch KeychainError.itemDeletionFailed(let status) where status != 0 {
        return "deletion"
    } catch {
        return "\(error)"
    }
}
