import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The file of a device key that a token sealed (vault-format.md §6.1).
@Suite struct SealedDeviceKeyTests {
    /// A token that returns another secret than the one it sealed, as a broken chip could.
    private struct ForgetfulToken: TokenDouble {
        let token = SoftwareToken()

        func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
            try SecretBytes(count: token.unseal(blob, pin: pin).count) { _ in }
        }
    }

    private let device = DeviceKey(entropy: .system)

    /// The counter against roll-back cannot be exchanged in the file, because the token sealed its digest.
    @Test(arguments: [[1, 2, 4], [1, 2], [], nil] as [[UInt8]?])
    func itsCounterIsNotExchanged(_ other: [UInt8]?) throws {
        let token = SoftwareToken()
        let counter: [UInt8] = [1, 2, 3]
        let sealed = try SealedDeviceKey(device, by: token, .init(), counter: counter)
        #expect(try sealed.opened(by: token).identifier == device.identifier)
        let changed = SealedDeviceKey(
            identifier: sealed.identifier,
            blob: sealed.blob,
            counter: other
        )
        #expect(throws: KeychainError(.notAvailable)) { try changed.opened(by: token) }
    }

    /// A device key that the token does not give back would be lost with the plain one.
    @Test func isOpenedBeforeItIsUsed() {
        #expect(throws: KeychainError(.notAvailable)) {
            try SealedDeviceKey(device, by: ForgetfulToken(), .init())
        }
    }
}
