@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import SSHAgent

/// The amount that the agent reads for a signature.
@Suite struct LookupTests {
    /// The requests for one signature in a keychain of so many keys.
    private static func requests(among count: Int) throws -> [ItemRequest] {
        let recorder = RecordingKeeper(try Keychain.inMemory())
        let keychain = Keychain(keeper: recorder)
        var keys: [KeyMaterial] = []
        for _ in 0..<count {
            let key = try KeyMaterial.generate(.ed25519)
            try keychain.keys.add(key, for: KeyItem(attributes: [.alias: .string("ssh")]))
            keys.append(key)
        }
        let agent = Agent(
            StoredKeys(keychain: keychain, pattern: [:]),
            authenticator: ScriptedAuthenticator(),
            pause: { _ in }
        )
        let former = recorder.requests.count
        let key = try #require(keys.last.flatMap(SSHPublicKey.init))
        let reply = agent.answer(AgentMessages.sign(key, AgentMessages.file()))
        #expect(reply != .failure)
        return Array(recorder.requests.dropFirst(former))
    }

    /// Each request is answered by an index, with the one key or its certificate.
    @Test func costsTheSameWithManyKeys() throws {
        let (few, many) = (try Self.requests(among: 1), try Self.requests(among: 400))
        #expect(few.count == 2)
        #expect(many.count == few.count)
        for request in few + many {
            let isSelective =
                request.attributes[.applicationLabel] != nil
                || request.attributes[.publicKeyHash] != nil
            #expect(isSelective, "\(String(describing: request.itemClass))")
        }
    }
}
