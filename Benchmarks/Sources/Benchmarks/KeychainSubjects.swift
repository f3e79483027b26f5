import Foundation
@_spi(Bulk) import PortableKeychain
import Security

/// Work that is done in this process, on one keychain.
class KeychainSubject: Subject {
    var name: String { "PortableKeychain" }
    let keychain: Keychain
    /// Keeps new items apart from those of another subject on the same keychain.
    var offset: Int { 0 }
    private var added = 0
    /// Differs with each change: an update that changes nothing might not be written.
    private var novelty = 0

    init(_ keychain: Keychain) { self.keychain = keychain }

    /// The program that all items belong to.
    static func configuration(in folder: String) -> Keychain.Configuration {
        Keychain.Configuration(
            applicationIdentifier: Corpus.accessGroup,
            accessGroups: [],
            folder: folder
        )
    }

    /// Makes a keychain with the items of a size.
    static func makeKeychain(in folder: String, size: Int) throws -> Keychain {
        let keychain = try Keychain.create(
            .named("default"),
            configuration: configuration(in: folder)
        )
        for start in stride(from: 0, to: size, by: 50_000) {
            let items = (start..<min(start + 50_000, size)).lazy.map { index in
                GenericPassword(service: Corpus.service(index), account: Corpus.account(index))
            }
            var index = start
            try keychain.addAll(items) { _ in
                defer { index += 1 }
                return SecretBytes(utf8: Corpus.secret(index))
            }
        }
        return keychain
    }

    func measure(_ work: Work, count: Int, size: Int, seed: UInt64) throws -> [Int64] {
        var numbers = Numbers(seed: seed)
        let isNew = work == .insert || work == .delete
        let first = work == .delete ? added - count : added
        var times: [Int64] = []
        times.reserveCapacity(count)
        for turn in 0..<count {
            var index = numbers.next(below: size)
            if work == .miss { index += size }
            if isNew { index = size + offset + first + turn }
            let (service, account) = (Corpus.service(index), Corpus.account(index))
            novelty += 1
            let start = Moment.now
            let isRight = try perform(work, service, account, secret: novelty)
            times.append(Moment.now - start)
            guard isRight else { throw Failure("\(name): \(work) gave a wrong answer") }
        }
        if work == .insert { added += count }
        if work == .delete { added -= count }
        return times
    }

    /// Does the work once and returns whether its answer is right.
    func perform(
        _ work: Work,
        _ service: String,
        _ account: String,
        secret: Int
    ) throws -> Bool {
        switch work {
        case .read:
            return try keychain.secret(
                matching: .genericPassword(service: service, account: account)
            )?.count == 24
        case .miss:
            return try keychain.secret(
                matching: .genericPassword(service: service, account: account)
            )?.count == nil
        case .listData:
            return try !keychain.entries(matching: .genericPassword(service: service)).isEmpty
        case .listAttributes:
            return try !keychain.items(matching: .genericPassword(service: service)).isEmpty
        case .insert:
            try keychain.add(
                Corpus.secret(secret),
                for: GenericPassword(service: service, account: account)
            )
            return true
        case .update:
            return try keychain.update(
                matching: .genericPassword(service: service, account: account)
            ) {
                $0.setSecret(Corpus.secret(secret))
            } == 1
        case .delete:
            return try keychain.delete(
                matching: .genericPassword(service: service, account: account)
            ) == 1
        case .callersOwn: return true
        }
    }
}

/// The same keychain through Apple's functions.
final class SecuritySubject: KeychainSubject {
    static let systemName = "Security"
    override var name: String { Self.systemName }
    override var offset: Int { 100_000 }
    /// An answer like that of a read.
    private let answer: CFTypeRef = Data(Corpus.secret(0).utf8) as NSData

    override init(_ keychain: Keychain) {
        super.init(keychain)
        Keychain.setProcessDefault(keychain)
    }

    override func perform(
        _ work: Work,
        _ service: String,
        _ account: String,
        secret: Int
    ) throws -> Bool {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        ]
        if !work.isList { query[kSecAttrAccount as String] = account }
        switch work {
        case .callersOwn:
            query[kSecReturnData as String] = true
            return (query as CFDictionary).count == 4 && (answer as? Data)?.count == 24
        case .read, .miss:
            query[kSecReturnData as String] = true
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            return work == .miss
                ? status == errSecItemNotFound
                : status == errSecSuccess && (result as? Data)?.count == 24
        case .listData, .listAttributes:
            query[kSecMatchLimit as String] = kSecMatchLimitAll
            query[kSecReturnAttributes as String] = true
            query[kSecReturnData as String] = work == .listData
            var result: CFTypeRef?
            return SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess
        case .insert:
            query[kSecValueData as String] = Data(Corpus.secret(secret).utf8)
            return SecItemAdd(query as CFDictionary, nil) == errSecSuccess
        case .update:
            let changes: [String: Any] = [
                kSecValueData as String: Data(Corpus.secret(secret).utf8)
            ]
            return SecItemUpdate(query as CFDictionary, changes as CFDictionary) == errSecSuccess
        case .delete:
            return SecItemDelete(query as CFDictionary) == errSecSuccess
        }
    }
}

/// Nanoseconds on a clock that never goes back.
enum Moment {
    static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
