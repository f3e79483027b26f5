import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The devices that wrote the values which items have or had.
extension SyncedVaultTests {
    private func rounds(_ devices: Device...) async throws {
        for device in devices {
            #expect(try await device.vault.round(on: device.view).end == .upToDate(waiting: 0))
        }
        clock.now += 60
    }

    /// The value that the only item of a device has now; or had, if it is ended.
    private func value(_ device: Device) throws -> (Date?) -> DatedValue {
        let entries = try device.keychain.content().entries.values
        let items = entries.compactMap { entry in
            if case .live(let item, _) = entry { item } else { nil as BackupItem? }
        }
        let item = try #require(items.first)
        return { DatedValue(item.itemClass, item.attributes, ended: $0) }
    }

    private func names(_ device: Device, _ values: [DatedValue]) async throws -> [String] {
        try await device.vault.authors(of: values).map { author in
            author.map { $0.name + ($0.isOwn ? " (own)" : "") } ?? "?"
        }
    }

    @Test func knowsWhoWroteFormerValues() async throws {
        let (first, second) = try await pair()
        try await rounds(first)
        let start = now.addingTimeInterval(-600)
        var values: [(Date?) -> DatedValue] = []
        for (writer, reader, secret) in [
            (first, second, "1"), (second, first, "2"), (first, second, "3"), (second, first, "4"),
            // Again by the same one.
            (second, first, "5"),
        ] {
            writer.write("a0", secret)
            values.append(try value(writer))
            try await rounds(writer, reader)
        }
        let all = values.dropLast().map { $0(now) } + [try value(first)(nil)]
        let (firsts, seconds) = (["first", "first (own)"], ["second", "second (own)"])
        for (device, f, s) in [(first, firsts[1], seconds[0]), (second, firsts[0], seconds[1])] {
            #expect(try await names(device, all) == [f, s, f, s, s])
        }
        // From before the list was begun: only what is on it is known.
        let older = values.dropLast().map { $0(start) }
        #expect(try await names(first, older) == ["?", "second", "?", "second"])
        #expect(try await names(second, older) == ["first", "?", "first", "?"])
    }

    /// An item that is deleted here or elsewhere.
    @Test(arguments: [true, false]) func knowsWhoWroteWhatWasDeleted(_ isHere: Bool) async throws {
        let (first, second) = try await pair()
        first.write("a0", "1")
        let written = try value(first)
        try await rounds(first, second, first)
        let deleting = isHere ? second : first
        #expect(deleting.keychain.delete("a0"))
        try await rounds(deleting, first, second)
        #expect(second.keychain.items() == [] && first.keychain.items() == [])
        #expect(try await names(second, [written(now)]) == ["first"])
        #expect(try await names(first, [written(now)]) == ["first (own)"])
        #expect(try await names(second, [written(nil)]) == ["?"])
    }

    /// A value that was replaced here while another device changed or deleted the item, where the edit of
    /// this device wins.
    @Test(arguments: [true, false])
    func knowsWhoWroteWhatItReplacedMeanwhile(_ isDeleted: Bool) async throws {
        let (first, second) = try await pair()
        first.write("a0", "1")
        let written = try value(first)
        try await rounds(first, second, first)
        if isDeleted { #expect(first.keychain.delete("a0")) } else { first.write("a0", "2") }
        clock.now += 60
        second.write("a0", "3")
        try await rounds(first, second)
        #expect(second.keychain.items().map(\.secret) == ["3"])
        #expect(try await names(second, [written(now)]) == ["first"])
    }

    /// An edit that is not sent yet is this device's own, and a member that was removed keeps its name.
    @Test func knowsItsOwnEditsAndRemovedMembers() async throws {
        let (first, second) = try await pair()
        second.write("a0", "1")
        try await rounds(second, first)
        let written = try value(first)
        first.write("a0", "2")
        #expect(try await names(first, [try value(first)(nil)]) == ["first (own)"])
        _ = try await first.vault.remove("second", on: first.view)
        try await rounds(first)
        #expect(try await names(first, [written(now)]) == ["second"])
    }
}
