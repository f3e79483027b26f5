import Foundation
import ProofSupport
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Secrets leave no trace in unexpected places: in memory given back, in errors, in dumps.
@Suite struct SecrecyTests {
    /// A process moves secrets through a keychain and looks for them in its own memory.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/maps")),
        arguments: [200, 1000, 50_000]
    )
    func leavesNothingInMemory(count: Int) throws {
        let bench = try Bench()
        let child = try Child("leak", bench.folder, journal: bench.journalPath("leak"), count)
        #expect(child.wait() == 0)
        let lines = try bench.journal("leak")
        #expect(lines.count == 10, "\(lines)")
        for line in lines {
            let words = line.split(separator: " ")
            let pieces = try #require(words.last.flatMap { Int($0) }, "\(line)")
            if words[0] == "held" {
                #expect(pieces >= 10, "the search does not find what is there")
            } else {
                #expect(pieces == 0, "\(line)")
            }
        }
    }

    /// A private RSA key stays parsed as long as it is held, and no other copy of it remains.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/maps")))
    func leavesNothingOfKeys() throws {
        let bench = try Bench()
        let child = try Child("leakKey", bench.folder, journal: bench.journalPath("leakKey"))
        #expect(child.wait() == 0)
        let lines = try bench.journal("leakKey").map { $0.split(separator: " ") }
        #expect(lines.map(\.first) == ["held", "system", "system", "library", "released"])
        let (bytes, numbers) = (lines.map { $0.dropFirst().first }, lines.map(\.last))
        let held = try #require(bytes.first??.description)
        #expect(Int(held) ?? 0 >= 10, "the search does not find what is there")
        #expect(bytes == [held, held, held, held, "0"].map { Substring($0) })
        // A parsed key consists of numbers.
        #expect(Int(numbers[3] ?? "") ?? 0 >= 10, "the search does not find numbers")
        #expect(numbers.enumerated().allSatisfy { $0 == 3 || $1 == "0" }, "\(lines)")
    }

    /// The kernel leaves the memory of secrets out of core dumps.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/smaps")))
    func staysOutOfCoreDumps() throws {
        let buffer = SecretBytes(Array("in no core dump".utf8))
        let address = buffer.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        var isInside = false
        var flags: [Substring] = []
        let map = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        for line in String(decoding: map.readDataToEndOfFile(), as: UTF8.self).split(
            separator: "\n"
        ) {
            let words = line.split(separator: " ")
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2 { isInside = (bounds[0]..<bounds[1]).contains(address) }
            if isInside, words[0] == "VmFlags:" { flags = Array(words.dropFirst()) }
        }
        #expect(flags.contains("dd"), "\(flags)")
        #expect(buffer.count == 15)
    }

    private static let words = ["s3cretPayload", "accountValue", "serviceValue", "labelValue"]

    private static func request(_ verb: ItemRequest.Verb) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: [
                .account: .string(words[1]), .service: .string(words[2]),
                .label: .string(words[3]), .generic: .data(Data(words[3].utf8)),
            ],
            secret: SecretBytes(Array(words[0].utf8))
        )
    }

    @Test func saysNothingInErrors() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        _ = try keychain.keeper.perform(Self.request(.add))
        var errors: [any Error] = []
        let attempt = { (body: () throws -> Void) in
            do { try body() } catch { errors.append(error) }
        }
        let perform = { (request: ItemRequest) in
            attempt { _ = try keychain.keeper.perform(request) }
        }
        perform(Self.request(.add))
        for (key, value) in [
            (AttributeKey.account, AttributeValue.number(7)),
            (.accessGroup, .string("labelValue")), (.accessible, .string("labelValue")),
            (.port, .string("labelValue")), (.server, .string("labelValue")),
            (.creationDate, .string("labelValue")), (.synchronizable, .string("labelValue")),
            (.account, .data(Data([0xff] + Array("labelValue".utf8)))),
        ] {
            var request = Self.request(.add)
            request.attributes[key] = value
            perform(request)
            request.verb = .update(ItemChanges(attributes: request.attributes))
            perform(request)
            request = Self.request(.copyMatching)
            request.attributes[key] = value
            perform(request)
        }
        for verb in [ItemRequest.Verb.copyMatching, .delete, .update(ItemChanges())] {
            var request = Self.request(verb)
            request.attributes[.account] = .string("s3cretPayload")
            perform(request)
        }
        perform(ItemRequest(.copyMatching, persistentReference: Array("labelValue".utf8)))
        attempt { try keychain.unlock(passcode: secret("s3cretPayload")) }
        try keychain.setPasscode(secret("passcode"))
        attempt { try keychain.setPasscode(secret("s3cretPayload")) }
        attempt { try keychain.removePasscode(secret("s3cretPayload")) }
        try keychain.lock()
        perform(Self.request(.copyMatching))
        perform(Self.request(.add))
        #expect(errors.count > 20)
        for error in errors {
            #expect(error is KeychainError)
            var dumped = ""
            dump(error, to: &dumped)
            let texts = [
                "\(error)", String(reflecting: error), error.localizedDescription, dumped,
            ]
            for text in texts {
                #expect(!Self.words.contains { text.contains($0) }, "\(text)")
            }
        }
    }

    @Test func showsNoSecretInDumps() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        let request = Self.request(.add)
        _ = try keychain.keeper.perform(request)
        var find = Self.request(.copyMatching)
        find.secret = nil
        find.returning = [.data, .attributes]
        let answer = try keychain.keeper.perform(find)
        let buffer = try #require(answer.items[0].secret)
        let numbers = buffer.array.map { String($0) }
        for value in [request, answer, buffer, keychain, ItemChanges(secret: buffer)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                #expect(!text.contains("s3cretPayload"))
                #expect(!text.contains(numbers.joined(separator: ", ")))
            }
            let lines = dumped.split(separator: "\n").map { $0.drop { " -".contains($0) } }
            #expect(!lines.joined(separator: " ").contains(numbers.joined(separator: " ")))
        }
    }
}
