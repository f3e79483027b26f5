import KeeperRuns
import PortableKeychain
import Testing

/// An item that is stored through one door is found through all others.
@Suite(.throughEachKeeper) struct CrossDoorTests {
    private static let doors: [any Door] = [
        NativeDoor(), SecurityDoor(), ValetDoor(), DVESecurityDoor(), StealthyStashDoor(),
        KeychainManagerDoor(), SecurityBoxDoor(),
    ]

    @Test(arguments: doors.indices, doors.indices)
    func readsWhatAnotherDoorStored(writer: Int, reader: Int) async throws {
        let (writer, reader) = (Self.doors[writer], Self.doors[reader])
        try await isolated {
            #expect(try await reader.read(service: "api", account: "ann") == nil)
            try writer.store("12345", service: "api", account: "ann")
            #expect(try await reader.read(service: "api", account: "ann") == "12345")
            #expect(try await reader.read(service: "api", account: "bob") == nil)
            #expect(try await reader.read(service: "other", account: "ann") == nil)
        }
        // Another keychain has none of it.
        try await isolated {
            let elsewhere = try await reader.read(service: "api", account: "ann")
            #expect(elsewhere == nil)
        }
    }

    private static let serverDoors: [any ServerDoor] = [
        NativeDoor(), SecurityDoor(), DVESecurityDoor(), StealthyStashDoor(),
        KeychainManagerDoor(),
    ]

    @Test(arguments: serverDoors.indices, serverDoors.indices)
    func readsWhatAnotherDoorStoredForAServer(writer: Int, reader: Int) async throws {
        let (writer, reader) = (Self.serverDoors[writer], Self.serverDoors[reader])
        let address = Address(server: "example.com", account: "ann", port: 8443, path: "/a")
        let other = Address(server: "example.org", account: "ann", port: 8443, path: "/a")
        try await isolated {
            try writer.store("12345", at: address)
            #expect(try await reader.read(at: address) == "12345")
            #expect(try await reader.read(at: other) == nil)
        }
    }

    @Test(arguments: doors.indices, doors.indices)
    func refusesOrReplacesWhatAnotherDoorStored(first: Int, second: Int) async throws {
        let (first, second) = (Self.doors[first], Self.doors[second])
        try await isolated {
            try first.store("1", service: "api", account: "ann")
            // Some doors replace and some refuse; none makes a second item.
            let replaces = (try? second.store("2", service: "api", account: "ann")) != nil
            let read = try await first.read(service: "api", account: "ann")
            #expect(read == (replaces ? "2" : "1"))
            let stored = try Keychain.current.items(matching: KeychainQuery<GenericPassword>.all)
            #expect(stored.count == 1)
        }
    }

    /// Runs code against an empty keychain.
    private func isolated(_ body: () async throws -> Void) async throws {
        try await Keychain.withCurrent(KeeperRun.reaching(.inMemory()), operation: body)
    }
}
