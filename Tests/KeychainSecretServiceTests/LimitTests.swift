import PortableKeychain
import Testing

@testable import KeychainSecretService

/// The limits of one program, so that enough is left for the others.
@Suite struct LimitTests {
    private static let exceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    private let bus: FakeBus

    init() throws { bus = try FakeBus() }

    /// The name of the error of a call; `nil` if there is none.
    private func error(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? BusFailure)?.name ?? "\(error)"
        }
    }

    @Test func sessionsOfAProgram() throws {
        var last = ""
        for _ in 0..<BusClient.mostSessions { last = try bus.open() }
        #expect(error { _ = try bus.open() } == Self.exceeded)
        #expect(error { _ = try bus.open(from: ":1.2") } == nil, "another program's are its own")
        _ = try bus.call(last, "Session", "Close")
        #expect(error { _ = try bus.open() } == nil, "one was closed")
        #expect(error { _ = try bus.open() } == Self.exceeded)
    }

    @Test func theLengthOfASecret() throws {
        let session = try bus.open()
        let path = try bus.store("s3cret", ["user": "ann"], session: session)
        for (count, type, refusal) in [
            (SecretService.longestSecret, 1024, nil),
            (SecretService.longestSecret + 1, 1, "org.freedesktop.DBus.Error.InvalidArgs"),
            (1, 1025, "org.freedesktop.DBus.Error.InvalidArgs"),
        ] as [(Int, Int, String?)] {
            let secret = BusValue.group([
                .path(session), .bytes(SecretBytes([])), .bytes(SecretBytes(count: count) { _ in }),
                .text(String(repeating: "t", count: type)),
            ])
            let found = error { _ = try bus.call(path, "Item", "SetSecret", [secret]) }
            #expect(found == refusal, "\(count) bytes, \(type) letters")
        }
    }

    /// A bus would end the connection, and with it the sessions of all programs.
    @Test(
        arguments: [
            ([15 << 20, (15 << 20) - 2000], false), ([15 << 20, 15 << 20], true),
            ([16 << 20, 16 << 20], true), ([16 << 20], false),
        ] as [([Int], Bool)]
    )
    func theLengthOfSeveralSecrets(_ counts: [Int], _ isRefused: Bool) throws {
        let session = try bus.open()
        var paths: [BusValue] = []
        for (number, count) in counts.enumerated() {
            let path = try bus.store("x", ["number": String(number)], session: session)
            let secret = BusValue.group([
                .path(session), .bytes(SecretBytes([])), .bytes(SecretBytes(count: count) { _ in }),
                .text("application/octet-stream"),
            ])
            _ = try bus.call(path, "Item", "SetSecret", [secret])
            paths.append(.path(path))
        }
        let body: [BusValue] = [.list(of: "o", paths), .path(session)]
        let found = error {
            let reply = try bus.call(FakeBus.root, "Service", "GetSecrets", body)
            #expect(reply.first?.elements?.count == counts.count)
        }
        #expect(found == (isRefused ? Self.exceeded : nil))
    }

    @Test func promptsOfAProgram() throws {
        let path = try bus.store("s3cret", ["user": "ann"], session: try bus.open())
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
        for _ in 0..<BusClient.mostPrompts { #expect(try bus.unlock([path]) != nil) }
        #expect(error { _ = try bus.unlock([path]) } == Self.exceeded)
        #expect(error { _ = try bus.unlock([path], from: ":1.2") } == nil)
    }

    @Test func lockedItemsThatAreRemembered() {
        var client = BusClient()
        for number in 0...BusClient.mostAsked { client.remember("\(number)", ["user": "ann"]) }
        #expect(client.asked.count == BusClient.mostAsked)
        client.remember("0", ["user": "bob"])
        #expect(client.asked["0"] == ["user": "bob"], "one that is remembered is remembered anew")
    }
}
