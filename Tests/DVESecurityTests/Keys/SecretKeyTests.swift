import AppleVocabulary
import Crypto
import DVESecurity
import Foundation
import KeeperRuns
import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// Secret keys in both classes of items that take them, and in both sets.
@Suite(.throughEachKeeper) struct SecretKeyTests {
    @Test(arguments: SecretFamily.all, [0, 1, 16, 32, 4096])
    func savesAndFinds(family: SecretFamily, count: Int) async throws {
        try await isolatedAsync {
            let key = try KeyData.createRandomData(length: count)
            try family.save(key, "n")
            let later = try await withCheckedThrowingContinuation { continuation in
                family.findLater("n") { continuation.resume(with: $0) }
            }
            let found = [try family.find("n"), later, try await family.findWaiting("n")]
            #expect(found == [key, key, key])
            #expect(try family.find("other") == nil)
            #expect(try await family.findWaiting("other") == nil)
        }
    }

    @Test(arguments: SecretFamily.all)
    func keysOfAnotherLibraryAreStoredAsTheirBytes(family: SecretFamily) throws {
        try isolated {
            let key = SymmetricKey(size: .bits192)
            try family.saveOther(key, "n")
            #expect(try family.find("n") == key.keyData)
        }
    }

    @Test(arguments: SecretFamily.all)
    func duplicatesAreRefusedAndDeletedKeysAreGone(family: SecretFamily) throws {
        try isolated {
            let key = KeyData(copyFrom: [1, 2, 3])
            try family.save(key, "n")
            #expect(throws: KeychainError.itemSavingFailed(status: errSecDuplicateItem)) {
                try family.save(KeyData(copyFrom: [4, 5, 6]), "n")
            }
            #expect(try family.find("n") == key)
            #expect(try family.delete("n"))
            #expect(try !family.delete("n"))
            #expect(try family.find("n") == nil)
        }
    }

    @Test(arguments: SecretFamily.all)
    func eachFamilyHasKeysOfItsOwn(family: SecretFamily) throws {
        try isolated {
            for (number, other) in SecretFamily.all.enumerated() {
                try other.save(KeyData(copyFrom: [UInt8(number)]), "n")
            }
            let number = try #require(
                SecretFamily.all.firstIndex { $0.testDescription == family.testDescription }
            )
            #expect(try family.find("n")?.bytes == [UInt8(number)])
            #expect(try family.delete("n"))
            #expect(try SecretFamily.all.filter { try $0.find("n") != nil }.count == 3)
        }
    }

    @Test func keysAreReadAsTypesOfTheCallersChoice() async throws {
        try await isolatedAsync {
            let key = Curve25519.Signing.PrivateKey()
            try Keychain.saveKey(key, withTag: "t", applicationLabel: nil)
            try Keychain.GenericPassword.saveKey(key, forAccount: "t", service: "s")
            try Keychain.saveSynchronizableKey(key, withTag: "t", applicationLabel: nil)
            let found: [Curve25519.Signing.PrivateKey?] = [
                try once { try Keychain.queryKey(withTag: "t", applicationLabel: nil) },
                try await Keychain.queryKey(withTag: "t", applicationLabel: nil),
                try once { try Keychain.GenericPassword.queryKey(forAccount: "t", service: "s") },
                try await Keychain.GenericPassword.queryKey(forAccount: "t", service: "s"),
                try once {
                    try Keychain.querySynchronizableKey(withTag: "t", applicationLabel: nil)
                },
                try await Keychain.querySynchronizableKey(withTag: "t", applicationLabel: nil),
                try await completed {
                    Keychain.queryKey(withTag: "t", applicationLabel: nil, completion: $0)
                },
                try await completed {
                    Keychain.GenericPassword.queryKey(
                        forAccount: "t",
                        service: "s",
                        completion: $0
                    )
                },
                try await completed {
                    Keychain.querySynchronizableKey(
                        withTag: "t",
                        applicationLabel: nil,
                        completion: $0
                    )
                },
            ]
            #expect(
                found.map { $0?.rawRepresentation }
                    == Array(repeating: key.rawRepresentation, count: 9)
            )
        }
    }

    @Test func theTypeRefusesBytesOfOtherKeys() throws {
        try isolated {
            try Keychain.saveKey(KeyData(copyFrom: [1]), withTag: "t", applicationLabel: nil)
            #expect(throws: CryptoKitError.self) {
                let _: Curve25519.Signing.PrivateKey? = try Keychain.queryKey(
                    withTag: "t",
                    applicationLabel: nil
                )
            }
        }
    }

    private func once<R>(_ form: () throws -> R) throws -> R { try form() }

    private func completed<R: Sendable>(
        _ form: (@escaping @Sendable (Result<R, any Error>) -> Void) -> Void
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            form { continuation.resume(with: $0) }
        }
    }
}
