import Testing

@_spi(Bulk) @_spi(Keepers) @testable import PortableKeychain

/// The items of a backup, part by part.
@Suite struct BackupPartTests {
    private let keychain: Keychain

    init() throws {
        keychain = try .inMemory(Keychain.Configuration(applicationIdentifier: "app"))
        let items = (1...1030).map { GenericPassword(service: "s", account: "\($0)") }
        try keychain.addAll(items) { SecretBytes(utf8: $0.account) }
        try keychain.add("i", for: InternetPassword(server: "s", account: "a"))
        var stays = GenericPassword(service: "s", account: "stays")
        stays.accessibility = .whenUnlockedThisDeviceOnly
        try keychain.add("x", for: stays)
        var guarded = GenericPassword(service: "s", account: "guarded")
        guarded.accessControl = .userPresence(.whenUnlocked)
        try keychain.add("x", for: guarded)
    }

    private func parts(of keychain: Keychain) throws -> [BackupContent] {
        var parts: [BackupContent] = []
        try keychain.forEachBackupPart { parts.append($0) }
        return parts
    }

    @Test func makeTheWhole() throws {
        let whole = try keychain.backupContent()
        let parts = try parts(of: keychain)
        #expect(parts.flatMap(\.items).map(\.identifier) == whole.items.map(\.identifier))
        #expect(parts.map(\.items.count).max() == 1024)
        var sum = BackupContent()
        for part in parts { sum.count(part) }
        #expect(sum.thisDeviceOnly == 1 && sum.guarded == 1)
        #expect(sum.provable.map(\.identifier) == whole.provable.map(\.identifier))
        #expect(sum.items.isEmpty)
    }

    @Test func stopWhereTheBodyFails() throws {
        var count = 0
        #expect(throws: KeychainError(.diskFull)) {
            try keychain.forEachBackupPart { _ in
                count += 1
                throw KeychainError(.diskFull)
            }
        }
        #expect(count == 1)
    }

    /// A keeper without parts has one.
    @Test func areOneOfOtherKeepers() throws {
        struct Whole: ManagedKeeper {
            let keeper: any ManagedKeeper
            var accessGroups: AccessGroups { keeper.accessGroups }

            func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
                try keeper.perform(request)
            }

            func backupContent() throws(KeychainError) -> BackupContent {
                try keeper.backupContent()
            }
        }
        let keeper = try #require(keychain.keeper.parts.managed)
        let parts = try parts(of: Keychain(keeper: Whole(keeper: keeper)))
        #expect(parts.map(\.items.count) == [1031])
    }
}
