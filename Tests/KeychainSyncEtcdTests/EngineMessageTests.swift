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
        .watch,
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

    @Test func refuseOtherNumbers() {
        for number in UInt8.min...UInt8.max {
            // Another version, trouble, kind.
            if number != 1 { #expect(EngineReply(SecretBytes([number, 0, 1])) == nil) }
            if number > 9 { #expect(EngineReply(SecretBytes([1, number, 1])) == nil) }
            if number != 1 { #expect(EngineReply(SecretBytes([1, 0, number])) == nil) }
            if number != 2 && number != 6 {
                #expect(EngineRequest(SecretBytes([1, number])) == nil)
            }
        }
        // A number of elements that are not there.
        #expect(EngineReply(SecretBytes([1, 0, 4, 255, 255, 255, 255])) == nil)
    }
}
