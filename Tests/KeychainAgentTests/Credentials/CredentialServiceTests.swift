import AgentSockets
import Foundation
import KeychainLibC
import Testing
@testable import KeychainAgent
@testable import PortableKeychain

/// Services that get their secrets from systemd, which asks over a real socket.
@Suite struct CredentialServiceTests {
    @Test func givesTheCredentialOfTheUnit() throws {
        let stage = try Stage()
        #expect(try stage.ask("/unit/web.service/db") == Array("of web".utf8))
        #expect(try stage.ask("/unit/mail.service/db") == Array("of mail".utf8))
    }

    /// systemd starts no unit with a credential of this length.
    @Test(arguments: [
        "/unit/web.service/other", "/unit/other.service/db", "/unit/web.service/DB",
        "/unit/web.service/long",
    ]) func failsWithTooMuch(_ address: String) throws {
        #expect(try Stage().ask(address) == [UInt8](repeating: 0, count: (1 << 20) + 1))
    }

    @Test func aLockedKeychainGivesNothing() throws {
        let stage = try Stage()
        let keychain = try #require(stage.keychains["web.service"])
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        #expect(try stage.ask("/unit/web.service/db").count == (1 << 20) + 1)
    }

    /// A unit must not start with an empty secret at other addresses either.
    @Test(arguments: ["/unit/web.service/db/x", "/unit/web.target/db", ""])
    func failsAtOtherAddresses(_ address: String) throws {
        #expect(try Stage().ask(address).count == (1 << 20) + 1)
    }

    @Test func believesOnlyTheManager() throws {
        #expect(try Stage { $0 != geteuid() }.ask("/unit/web.service/db") == [])
        #expect(try Stage { $0 == geteuid() }.ask("/unit/web.service/db") == Array("of web".utf8))
    }

    @Test func whoIsNotRootGetsNothing() throws {
        let keychains = try Stage.keychains()
        let service = CredentialService { unit throws(KeychainError) in
            try Stage.keychain(keychains, unit)
        }
        let answer = try Stage.ask(service, "/unit/web.service/db")
        #expect(answer == (geteuid() == 0 ? Array("of web".utf8) : []))
    }

    @Test func notesWhoAskedButNoName() throws {
        let folder = NSTemporaryDirectory() + "/c-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try AccessLog(folder + "/log", clock: .system)
        let stage = try Stage(log)
        _ = try stage.ask("/unit/web.service/db")
        _ = try stage.ask("/unit/web.service/other")
        _ = try stage.ask("/elsewhere")
        let lines = log.lines(atMost: 10).map { $0.split(separator: "\t").map(String.init) }
        #expect(lines.map { $0[1] } == ["done", "failed", "refused"])
        #expect(lines.map { $0[4] } == ["unit:web.service", "unit:web.service", "-"])
        #expect(!lines.joined().contains { $0.contains("db") || $0.contains("other") })
    }
}

/// Keychains with the credentials of two units.
private struct Stage {
    let keychains: [String: Keychain]
    let service: CredentialService

    init(
        _ log: AccessLog? = nil,
        isManager: @escaping @Sendable (UInt32) -> Bool = { _ in true }
    ) throws {
        let keychains = try Self.keychains()
        self.keychains = keychains
        service = CredentialService(log: log, isManager: isManager) {
            unit throws(KeychainError) in
            try Self.keychain(keychains, unit)
        }
    }

    static func keychain(
        _ keychains: [String: Keychain],
        _ unit: UnitName
    ) throws(KeychainError) -> Keychain {
        guard let keychain = keychains[unit.text] else { throw KeychainError(.noSuchKeychain) }
        return keychain
    }

    static func keychains() throws -> [String: Keychain] {
        var keychains: [String: Keychain] = [:]
        for (unit, name, secret) in [
            ("web.service", "db", "of web"), ("mail.service", "db", "of mail"),
            ("web.service", "long", String(repeating: "x", count: (1 << 20) + 1)),
        ] {
            let keychain = try keychains[unit] ?? .inMemory(Keychain.Configuration())
            keychains[unit] = keychain
            try keychain.add(
                SecretBytes(utf8: secret),
                for: GenericPassword(service: CredentialService.service, account: name)
            )
        }
        return keychains
    }

    func ask(_ address: String) throws -> [UInt8] { try Self.ask(service, address) }

    /// Asks as systemd does, from an abstract address that begins with random digits.
    static func ask(_ service: CredentialService, _ address: String) throws -> [UInt8] {
        let folder = NSTemporaryDirectory() + "/c-" + UUID().uuidString.prefix(8)
        let socket = try AgentSocket(folder + "/credentials")
        defer {
            socket.remove()
            rmdir(folder)
        }
        let client = KeychainLibC.socket(AF_UNIX, streamSocket, 0)
        defer { close(client) }
        var own = sockaddr_un()
        own.sun_family = sa_family_t(AF_UNIX)
        let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
        let name = [0] + Array((digits + address).utf8)
        withUnsafeMutableBytes(of: &own.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
        try #require(bind(client, of: own, length) == 0)
        var server = sockaddr_un()
        server.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &server.sun_path) { $0.copyBytes(from: socket.path.utf8) }
        try #require(connect(client, of: server) == 0)
        Thread.detachNewThread {
            let file = accept(socket.listener, nil, nil)
            service.serve(file)
            close(file)
        }
        shutdown(client, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(client, &room, room.count, 0)
            guard count > 0 else { return answer }
            answer += room.prefix(count)
        }
    }

    private static func bind(_ file: Int32, of address: sockaddr_un, _ length: Int) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            bytes.baseAddress.map {
                KeychainLibC.bind(
                    file,
                    $0.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(length)
                )
            } ?? -1
        }
    }

    private static func connect(_ file: Int32, of address: sockaddr_un) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            bytes.baseAddress.map {
                KeychainLibC.connect(
                    file,
                    $0.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(MemoryLayout<sockaddr_un>.size)
                )
            } ?? -1
        }
    }
}
