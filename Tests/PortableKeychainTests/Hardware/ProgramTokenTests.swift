import Foundation
import KeychainTesting
import TestPrograms
import Testing

@testable import PortableKeychain

@Suite("A token that a helper program speaks to")
struct ProgramTokenTests {
    private let secret = SecretBytes(utf8: "s3cret")
    private let pin = SecretBytes(utf8: "1234")

    private func answer(
        _ service: TokenService,
        _ word: TokenMessage.Word,
        _ parts: [SecretBytes]
    ) throws -> TokenMessage {
        let request = try #require(TokenMessage(word, parts).encoded)
        return try #require(TokenMessage(service.answer(request)))
    }

    @Test("gives the token's answer to each request")
    func answers() throws {
        let service = TokenService(SoftwareToken())
        let none = SecretBytes([UInt8]())
        for pin in [none, pin] {
            let sealed = try answer(service, .seal, [secret, SecretBytes([7 as UInt8]), pin])
            #expect(sealed.word == .done && sealed.parts.count == 1)
            let opened = try answer(service, .unseal, [sealed.parts[0], pin])
            #expect(opened.word == .done && opened.parts[0].matches(secret))
            let wrong = try answer(service, .unseal, [sealed.parts[0], SecretBytes(utf8: "x")])
            #expect(wrong.word != .done)
        }
        let key = try answer(service, .makeKey, [none])
        #expect(key.word == .done && key.parts.map(\.count)[1] == 65)
        let digest = SecretBytes([UInt8](repeating: 1, count: 32))
        #expect(try answer(service, .sign, [digest, key.parts[0], none]).word == .done)
        let agreed = try answer(service, .agree, [key.parts[1], key.parts[0], none])
        #expect(agreed.word == .done && agreed.parts[0].count == 32)
    }

    @Test("counts like the token")
    func counts() throws {
        let service = TokenService(SoftwareToken())
        let authorization = SecretBytes.random(count: 32)
        let counter = try answer(service, .makeCounter, [authorization])
        #expect(counter.word == .done)
        for (least, value) in [(0, 1), (3, 3), (0, 3)] as [(UInt64, UInt64)] {
            let count = try answer(service, .count, [counter.parts[0], least.part, authorization])
            #expect(count.word == .done && UInt64(part: count.parts[0]) == value)
        }
        for least in ["", "1234567", "123456789"] {
            let refused = try answer(
                service,
                .count,
                [counter.parts[0], SecretBytes(utf8: least), authorization]
            )
            #expect(refused.word == .invalid)
        }
        #expect(try answer(service, .removeCounter, [counter.parts[0]]).word == .done)
    }

    @Test("refuses bytes that are not a request, and never crashes")
    func refuses() throws {
        let service = TokenService(SoftwareToken())
        let request = try #require(
            TokenMessage(.seal, [secret, SecretBytes([UInt8]()), pin]).encoded
        ).withUnsafeBytes { Array($0) }
        var messages = (0..<request.count).map { Array(request.prefix($0)) } + [request + [0]]
        for place in 0..<6 {
            for byte in [0, 2, 6, 16, 255] as [UInt8] where request[place] != byte {
                var changed = request
                changed[place] = byte
                messages.append(changed)
            }
        }
        for message in messages {
            let answer = try #require(TokenMessage(service.answer(SecretBytes(message))))
            #expect(answer.word != .done, "\(message.prefix(6))")
        }
        #expect(TokenMessage(SecretBytes([UInt8](repeating: 1, count: 5000))) == nil)
    }

    @Test(
        "reports the fault of a program that is dead, slow or hostile",
        arguments: [
            "exit 0", "kill -9 $$", "sleep 30", "printf 'hello hello hello'; sleep 30",
            #"head -c 5 >/dev/null; printf '\000\000\000\006\001\020\000\000\000\000'; sleep 30"#,
            #"head -c 5 >/dev/null; printf '\000\000\000\006\001\021\000\000\000\000'; sleep 30"#,
            #"head -c 5 >/dev/null; printf '\177\377\377\377'; sleep 30"#,
        ]
    )
    func survives(script: String) throws {
        let folder = NSTemporaryDirectory() + "/token-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestProgram.write(folder + "/helper", script)
        let token = ProgramToken(HelperProgram(path: folder + "/helper"), patience: 0.5)
        #expect(throws: KeychainError(.notAvailable)) {
            try token.unseal([1, 2, 3], pin: nil)
        }
        let absent = ProgramToken(HelperProgram(path: folder + "/none"))
        #expect(throws: KeychainError(.notAvailable)) { try absent.unseal([1], pin: nil) }
    }
}
