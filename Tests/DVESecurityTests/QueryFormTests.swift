import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// The forms of a search answer alike, on the keychain of the caller.
@Suite(.throughEachKeeper) struct QueryFormTests {
    /// The answers to one search in each of its forms.
    private func forms(account: String) async -> [String] {
        let one: [Result<String?, any Error>] = [
            Result { try once { try Keychain.InternetPassword.queryOne(forAccount: account) } },
            await completed {
                Keychain.InternetPassword.queryOne(forAccount: account, completion: $0)
            },
            await awaited { try await Keychain.InternetPassword.queryOne(forAccount: account) },
            Result {
                try once {
                    try Keychain.InternetPassword.queryOneSynchronizable(forAccount: account)
                }
            },
            await completed {
                Keychain.InternetPassword.queryOneSynchronizable(
                    forAccount: account,
                    completion: $0
                )
            },
            Result {
                try once { try Keychain.GenericPassword.query(forAccount: account, service: "s") }
            },
            await completed {
                Keychain.GenericPassword.query(forAccount: account, service: "s", completion: $0)
            },
            await awaited {
                try await Keychain.GenericPassword.query(forAccount: account, service: "s")
            },
            Result {
                try once {
                    try Keychain.GenericPassword.querySynchronizable(
                        forAccount: account,
                        service: "s"
                    )
                }
            },
            await completed {
                Keychain.GenericPassword.querySynchronizable(
                    forAccount: account,
                    service: "s",
                    completion: $0
                )
            },
        ]
        let internet: [Result<[Keychain.InternetPassword.Item]?, any Error>] = [
            Result { try once { try Keychain.InternetPassword.queryItems(forAccount: account) } },
            await completed {
                Keychain.InternetPassword.queryItems(forAccount: account, completion: $0)
            },
            await awaited { try await Keychain.InternetPassword.queryItems(forAccount: account) },
        ]
        let generic: [Result<[Keychain.GenericPassword.Item]?, any Error>] = [
            Result { try once { try Keychain.GenericPassword.queryItems(account: account) } },
            await completed {
                Keychain.GenericPassword.queryItems(account: account, completion: $0)
            },
            await awaited { try await Keychain.GenericPassword.queryItems(account: account) },
        ]
        return one.map { text($0) { $0 } }
            + internet.map { text($0) { $0.map(\.password).joined(separator: ",") } }
            + generic.map { result in
                text(result) {
                    $0.map { String(decoding: $0.value, as: UTF8.self) }.joined(separator: ",")
                }
            }
    }

    @Test func nothingIsFoundInAnEmptyKeychain() async throws {
        try await isolatedAsync {
            let forms = await self.forms(account: "a")
            #expect(forms == Array(repeating: "none", count: 16))
        }
    }

    @Test func allFormsFindTheSame() async throws {
        try await isolatedAsync {
            try save("1")
            let forms = await self.forms(account: "a")
            #expect(
                forms == ["1", "1", "1", "1s", "1s", "1", "1", "1", "1s", "1s"]
                    + Array(repeating: "1,1s", count: 6)
            )
        }
    }

    @Test func eachFormAsksTheKeychainOfItsCaller() async throws {
        try await isolatedAsync {
            try save("outer")
            try await isolatedAsync {
                try save("inner")
                let forms = await self.forms(account: "a")
                #expect(forms.allSatisfy { $0.hasPrefix("inner") })
            }
            let forms = await self.forms(account: "a")
            #expect(forms.allSatisfy { $0.hasPrefix("outer") })
        }
    }

    @Test func allFormsFailAlike() async throws {
        let broken = FixedFailure(error: .init(.corrupt))
        await PortableKeychain.Keychain.withCurrent(.init(keeper: broken)) {
            let forms = await self.forms(account: "a")
            let failure = KeychainError.itemQueryFailed(status: errSecDecode)
            #expect(forms == Array(repeating: "\(failure)", count: 16))
        }
    }

    @Test func completionsRunOnAnotherThread() async throws {
        try await isolatedAsync {
            let isMain = await withCheckedContinuation { continuation in
                Keychain.InternetPassword.queryOne(forAccount: "a") { _ in
                    continuation.resume(returning: Thread.isMainThread)
                }
            }
            #expect(!isMain)
        }
    }

    private func save(_ password: String) throws {
        try Keychain.InternetPassword.save(password, forAccount: "a")
        try Keychain.InternetPassword.saveSynchronizable(password + "s", forAccount: "a")
        try Keychain.GenericPassword.save(password, forAccount: "a", service: "s")
        try Keychain.GenericPassword.saveSynchronizable(
            password + "s",
            forAccount: "a",
            service: "s"
        )
    }

    /// Runs the form that waits on this thread, which a task calls through a function of its own.
    private func once<R>(_ form: () throws -> R) throws -> R { try form() }

    private func completed<R: Sendable>(
        _ form: (@escaping @Sendable (Result<R, any Error>) -> Void) -> Void
    ) async -> Result<R, any Error> {
        await withCheckedContinuation { continuation in
            form { continuation.resume(returning: $0) }
        }
    }

    private func awaited<R>(_ form: () async throws -> R) async -> Result<R, any Error> {
        do { return .success(try await form()) } catch { return .failure(error) }
    }

    private func text<R>(_ result: Result<R?, any Error>, _ found: (R) -> String) -> String {
        switch result {
        case .success(let answer?): found(answer)
        case .success(nil): "none"
        case .failure(let error): "\(error)"
        }
    }
}

/// A keeper that always fails.
struct FixedFailure: ItemKeeper {
    let error: PortableKeychain.KeychainError

    func perform(
        _ request: ItemRequest
    ) throws(PortableKeychain.KeychainError) -> ItemAnswer { throw error }
}
