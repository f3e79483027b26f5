import KeychainSync
import PortableKeychain
import Testing

/// The messages between a program and the helper of its engine.
@Suite struct EngineMessageTests {
    static let requests: [EngineRequest] = [
        .begin(SecretBytes([1, 2])), .snapshot, .read(["a", "b/c"], of: VaultSnapshot("1.2")),
        .list("items", of: VaultSnapshot("")),
        .commit(
            [VaultFileChange("a", [1]), VaultFileChange("b", []), VaultFileChange("c", nil)],
            onto: VaultSnapshot("3")
        ),
        .watch, .forget(["log/1", "log/2"], of: VaultSnapshot("3")),
    ]

    static let replies: [EngineReply] = [
        EngineReply(.ready), EngineReply(.snapshot(VaultSnapshot("1.2"))),
        EngineReply(.files(["a": [1], "b": []], count: 3)), EngineReply(.paths(["a", "b"])),
        EngineReply(.outcome(.committed)), EngineReply(.outcome(.refused)),
        EngineReply(.outcome(.unknown), trouble: .full),
        EngineReply(.failed(wasCompacted: true)),
        EngineReply(.failed(wasCompacted: false), trouble: .password),
    ]

    private func bytes(_ message: SecretBytes) -> [UInt8] { message.withUnsafeBytes { Array($0) } }

    @Test(arguments: requests) func carryRequests(_ request: EngineRequest) throws {
        let message = bytes(request.encoded)
        let read = try #require(EngineRequest(SecretBytes(message)))
        #expect(bytes(read.encoded) == message)
        for length in message.indices {
            #expect(EngineRequest(SecretBytes(message[..<length])) == nil)
        }
        #expect(EngineRequest(SecretBytes(message + [0])) == nil)
    }

    @Test(arguments: replies) func carryReplies(_ reply: EngineReply) throws {
        let message = bytes(reply.encoded)
        #expect(EngineReply(SecretBytes(message)) == reply)
        for length in message.indices {
            #expect(EngineReply(SecretBytes(message[..<length])) == nil)
        }
        #expect(EngineReply(SecretBytes(message + [0])) == nil)
    }

    /// Empty parts take more memory than they take in the message.
    @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false)])
    func haveALimitOfParts(_ count: Int, _ isRead: Bool) {
        let number = withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
        let parts = [UInt8](repeating: 0, count: 4 * count)
        #expect((EngineRequest(SecretBytes([1, 3] + number + parts)) != nil) == isRead)
    }

    private func message(_ word: UInt8, _ parts: [UInt8]...) throws -> SecretBytes {
        var writer = HelperWriter(word)
        for part in parts { writer.add(part) }
        let limits = HelperMessage.Limits(message: 1000, parts: 10, part: 100)
        return try #require(writer.finished(within: limits))
    }

    @Test func refuseOtherNumbers() throws {
        for number in UInt8.min...UInt8.max {
            // Another trouble, and another kind: only two have no more parts.
            let isTrouble = EngineTrouble(rawValue: number) != nil
            #expect((EngineReply(try message(1, [number])) != nil) == (isTrouble || number == 0))
            if number != 1 && number != 4 {
                #expect(EngineReply(try message(number, [0])) == nil)
            }
            if number != 2 && number != 6 {
                #expect(EngineRequest(try message(number)) == nil)
            }
            // A flag that is neither 0 nor 1.
            if number > 1 { #expect(EngineReply(try message(6, [0], [number])) == nil) }
        }
        // A part too many, and a path that is no text.
        #expect(EngineReply(try message(1, [0], [])) == nil)
        #expect(EngineReply(try message(4, [0], [0xFF])) == nil)
        // The content of a file that is removed.
        #expect(EngineRequest(try message(5, [], [0x61], [0], [1])) == nil)
    }
}
