import PortableKeychain
import Testing

@testable import KeychainSync

/// The row with the user's settings for synchronization.
@Suite struct VaultSettingsTests {
    private func bytes(_ settings: VaultSettings) -> [UInt8] {
        settings.encoded.withUnsafeBytes { Array($0) }
    }

    /// Each combination, and its bytes: those without a helper are of earlier builds too.
    @Test(
        arguments: [
            (false, nil, [0, 0, 0, 0, 2, 47, 114]), (true, nil, [1, 0, 0, 0, 2, 47, 114]),
            (false, [7], [2, 0, 0, 0, 2, 47, 114, 0, 0, 0, 1, 7]),
            (true, [], [3, 0, 0, 0, 2, 47, 114, 0, 0, 0, 0]),
        ] as [(Bool, [UInt8]?, [UInt8])]
    )
    func areReadAgain(_ isPaused: Bool, _ helper: [UInt8]?, _ wanted: [UInt8]) throws {
        var settings = VaultSettings(remote: "/r", helper: helper.map { SecretBytes($0) })
        settings.isPaused = isPaused
        #expect(bytes(settings) == wanted)
        let read = try VaultSettings(SecretBytes(wanted))
        #expect(read.remote == "/r")
        #expect(read.isPaused == isPaused)
        #expect(read.helper.map { $0.withUnsafeBytes { Array($0) } } == helper)
        for length in wanted.indices {
            #expect(throws: KeychainError.self) {
                try VaultSettings(SecretBytes(wanted[..<length]))
            }
        }
        // A later build's meaning of another bit is not known.
        #expect(throws: KeychainError.self) { try VaultSettings(SecretBytes([4] + wanted[1...])) }
    }
}
