import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// Keys of pairs: what each call of each family finds, stores and removes.
@Suite(.throughEachKeeper) struct KeyPairTests {
    @Test(arguments: Pairs.allCases)
    func savesAndFinds(pairs: Pairs) throws {
        func test<F: PairFamily>(_ family: F.Type) throws {
            try isolated {
                let key = try #require(F.keys.first)
                let half = F.publicHalf(key)
                let sha1 = try sha1(key)
                #expect(try F.find(tag: "t") == nil)
                try F.save(key, "t")
                let found = [
                    try F.find(tag: "t"),
                    try F.find(sha1: sha1, tag: nil), try F.find(sha1: sha1, tag: "t"),
                    try F.find(for: half, tag: nil), try F.find(for: half, tag: "t"),
                ]
                #expect(found.map { $0.map(F.bytes) } == Array(repeating: F.bytes(key), count: 5))
                let missed = [
                    try F.find(tag: "other"),
                    try F.find(sha1: Data(sha1.reversed()), tag: nil),
                    try F.find(sha1: sha1, tag: "other"), try F.find(for: half, tag: "other"),
                ]
                #expect(missed.allSatisfy { $0 == nil })
            }
        }
        try test(pairs.family)
    }

    @Test(arguments: Pairs.allCases)
    func completionsAnswerOnTheKeychainOfTheCaller(pairs: Pairs) async throws {
        func test<F: PairFamily>(_ family: F.Type) async throws {
            let keychain = try emptyKeychain()
            let keys = F.keys
            let half = F.publicHalf(keys[0])
            let sha1 = try sha1(keys[0])
            let found = try await PortableKeychain.Keychain.withCurrent(keychain) {
                try F.save(keys[0], "t")
                return [
                    try await bytes(F.self) { F.find(tag: "t", $0) },
                    try await bytes(F.self) { F.find(sha1: sha1, tag: nil, $0) },
                    try await bytes(F.self) { F.find(for: half, tag: "t", $0) },
                    try await bytes(F.self) { F.find(tag: "other", $0) },
                ]
            }
            let key = F.bytes(keys[0])
            #expect(found == [key, key, key, nil])
            try await PortableKeychain.Keychain.withCurrent(keychain) {
                try F.save(keys[1], "t")
                await #expect(throws: KeychainError.ambiguousQueryResult) {
                    try await bytes(F.self) { F.find(tag: "t", $0) }
                }
            }
        }
        try await test(pairs.family)
    }

    @Test(arguments: Pairs.allCases)
    func severalKeysUnderOneTagAreToldApartByTheirHalves(pairs: Pairs) throws {
        func test<F: PairFamily>(_ family: F.Type) throws {
            try isolated {
                let keys = F.keys
                for key in keys { try F.save(key, "t") }
                try F.save(keys[0], "other")
                #expect(throws: KeychainError.ambiguousQueryResult) { try F.find(tag: "t") }
                #expect(throws: KeychainError.ambiguousQueryResult) {
                    try F.find(for: F.publicHalf(keys[0]), tag: nil)
                }
                for key in keys {
                    let found = try F.find(for: F.publicHalf(key), tag: "t")
                    #expect(found.map(F.bytes) == F.bytes(key))
                }
            }
        }
        try test(pairs.family)
    }

    @Test(arguments: Pairs.allCases)
    func duplicatesAndOthersGroupsAreRefused(pairs: Pairs) throws {
        func test<F: PairFamily>(_ family: F.Type) throws {
            try isolated {
                let key = try #require(F.keys.first)
                try F.save(key, "t")
                #expect(throws: KeychainError.itemSavingFailed(status: errSecDuplicateItem)) {
                    try F.save(key, "t")
                }
                let status = errSecMissingEntitlement
                #expect(throws: KeychainError.itemSavingFailed(status: status)) {
                    try F.save(key, "t", in: "unknown")
                }
                #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                    try F.find(tag: "t", in: "unknown")
                }
                #expect(throws: KeychainError.itemDeletionFailed(status: status)) {
                    try F.delete(key, "t", in: "unknown")
                }
            }
        }
        try test(pairs.family)
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"), arguments: Pairs.allCases)
    func groupsAreApart(pairs: Pairs) throws {
        func test<F: PairFamily>(_ family: F.Type) throws {
            try isolated {
                let key = try #require(F.keys.first)
                try F.save(key, "t", in: "team.shared")
                #expect(try F.find(tag: "t") == nil)
                #expect(try !F.delete(key, "t"))
                #expect(try F.find(tag: "t", in: "team.shared") != nil)
                try F.save(key, "t")
                #expect(try F.delete(key, "t", in: "team.shared"))
                #expect(try F.find(tag: "t") != nil)
            }
        }
        try test(pairs.family)
    }

    @Test(arguments: Pairs.allCases)
    func deletes(pairs: Pairs) throws {
        func test<F: PairFamily>(_ family: F.Type) throws {
            let keys = F.keys
            let table: [(expected: Int, () throws -> Bool)] = [
                (1, { try F.delete(keys[0], "t") }),
                (1, { try F.delete(for: F.publicHalf(keys[0]), "t") }),
                (1, { try F.delete(tag: "t", sha1: sha1(keys[0])) }),
                (0, { try F.delete(tag: "t", sha1: nil) }),
            ]
            for (left, delete) in table {
                try isolated {
                    for key in keys { try F.save(key, "t") }
                    try F.save(keys[0], "other")
                    #expect(try delete())
                    #expect(try !delete())
                    let found = try keys.filter {
                        try F.find(for: F.publicHalf($0), tag: "t") != nil
                    }
                    #expect(found.map(F.bytes) == keys.suffix(left).map(F.bytes))
                    #expect(try F.find(tag: "other") != nil)
                }
            }
        }
        try test(pairs.family)
    }

    @Test(arguments: Pairs.allCases)
    func setsAndAlgorithmsAreApart(pairs: Pairs) throws {
        func saveAll<F: PairFamily>(_ family: F.Type) throws {
            for key in F.keys { try F.save(key, "t") }
        }
        func test<F: PairFamily>(_ family: F.Type) throws {
            try isolated {
                for other in pairs.others { try saveAll(other.family) }
                #expect(try F.find(tag: "t") == nil)
                #expect(try !F.delete(tag: "t", sha1: nil))
            }
        }
        try test(pairs.family)
    }

    private func bytes<F: PairFamily>(
        _ family: F.Type,
        _ find: (@escaping Completion<F.Private>) -> Void
    ) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            find { result in continuation.resume(with: result.map { $0.map(F.bytes) }) }
        }
    }
}

/// SHA-1 of the public half, as the key itself says.
func sha1(_ key: some ConvertibleToSecKey) throws -> Data {
    try #require(key.secKeyAttributes.1?.applicationLabel)
}
