import Foundation
@_spi(Keepers) import KeychainTesting
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The vault and the reference give the same answers to random requests, also to those that no rule
/// of the suite covers.
@Suite struct AgreementTests {
    /// The number of sequences of requests that are tried: `AGREEMENT_RUNS=3000` takes a minute or
    /// two.
    private static let runs =
        ProcessInfo.processInfo.environment["AGREEMENT_RUNS"].flatMap(UInt64.init)
        ?? UInt64(TestRounds.isQuick ? 12 : 40)

    @Test(arguments: 0..<runs)
    func agrees(seed: UInt64) throws {
        var pair = try Pair(seed: seed)
        for step in 0..<60 where !pair.isOver {
            if let difference = try pair.step() {
                Issue.record("seed \(seed), step \(step): \(difference)\n\(pair.history)")
                return
            }
        }
    }
}

/// The reference and a vault, asked the same.
private struct Pair {
    private var requests: RandomRequests
    private let sessions: [ConformanceSuite.Session]
    private var known: [[UInt8]: [UInt8]] = [:]
    private var hasPasscode = false
    private var isOpen = true
    private(set) var history = ""
    /// Whether the two hold different items with good reason, so that comparing makes no sense.
    private(set) var isOver = false

    init(seed: UInt64) throws {
        requests = RandomRequests(seed: seed &* 1_000_003)
        sessions = [
            try ReferenceStore.subject().makeSession(), try Self.vault().makeSession(),
        ]
    }

    private static func vault() throws -> ConformanceSuite.Subject {
        let hashing = try PasscodeHashing(rounds: 1 << 10, blockSize: 1, parallelism: 1)
        return ConformanceSuite.Subject {
            let clock = FixedClock()
            var configuration = Keychain.Configuration(applicationIdentifier: "app")
            configuration.clock = clock.clock
            configuration.passcodeHashing = hashing
            let keychain = try Keychain.inMemory(configuration)
            let passcode: @Sendable () -> SecretBytes = {
                SecretBytes(count: 4) { $0.copyBytes(from: Array("1234".utf8)) }
            }
            return ConformanceSuite.Session(
                locking: .init(
                    setPasscode: { try keychain.setPasscode(passcode()) },
                    removePasscode: { try keychain.removePasscode(passcode()) },
                    lock: { try keychain.lock() },
                    unlock: { try keychain.unlock(passcode: passcode()) }
                ),
                time: .init(now: { clock.now }, advance: { clock.advance(by: $0) }),
                keeper: { try keychain.withAccessGroups($0).keeper }
            )
        }
    }

    /// Asks both; returns how they differ.
    mutating func step() throws -> String? {
        if requests.once(in: 12) { try turn() }
        let groups = requests.groups()
        let asked = requests.next()
        let answers = try zip(sessions, asked).map { session, request in
            let keeper = try session.keeper(groups)
            return Result { () throws(KeychainError) in try keeper.perform(request) }
        }
        history += "  \(groups) \(Self.summary(asked[0]))\n"
        switch (answers[0], answers[1]) {
        case (.success(let one), .success(let two)):
            return compare(one, two)
        case (.failure(let one), .failure(let two)):
            // Of several mistakes any may be the one reported (§2.1).
            let isMistake = Self.mistakes.contains(one.status) && Self.mistakes.contains(two.status)
            let agree = one.status == two.status || isMistake || mayRefuse(asked[1], two)
            return agree ? nil : "\(one) and \(two)"
        case (.success(let answer), .failure(let error)):
            guard mayRefuse(asked[1], error) else { return "\(answer) and \(error)" }
            // A change that one made and the other refused separates them for good.
            if case .copyMatching = asked[0].verb {} else { isOver = true }
            return nil
        case (.failure(let error), .success(let answer)):
            return "\(error) and \(answer)"
        }
    }

    private static let mistakes = [
        KeychainError.Code.invalidParameter, .missingEntitlement, .noSuchAttribute, .noSuchClass,
        .unimplemented, .authenticationFailed, .notAvailable, .internalError,
    ].map(\.status)

    /// Whether a locked item that only a sealed attribute rules out explains a refusal (§7.2).
    private func mayRefuse(_ request: ItemRequest, _ error: KeychainError) -> Bool {
        let plain: Set<AttributeKey> = [
            .account, .service, .server, .label, .accessGroup, .synchronizable, .tombstone,
            .accessible, .applicationLabel, .applicationTag, .publicKeyHash, .serialNumber,
        ]
        return !isOpen && error.code.isInaccessible
            && (!request.filters.isEmpty || request.object != nil
                || request.attributes.contains { !plain.contains($0.key) })
    }

    private mutating func turn() throws {
        let turn = requests.turn()
        history += "  \(turn)\n"
        for session in sessions {
            switch turn {
            case .setPasscode: if !hasPasscode { try session.locking?.setPasscode() }
            case .removePasscode:
                if hasPasscode {
                    if !isOpen { try session.locking?.unlock() }
                    try session.locking?.removePasscode()
                }
            case .lock: if hasPasscode { try session.locking?.lock() }
            case .unlock: if hasPasscode { try session.locking?.unlock() }
            case .restart, .time: session.time?.advance(7)
            }
        }
        switch turn {
        case .setPasscode: hasPasscode = true
        case .removePasscode: (hasPasscode, isOpen) = (false, true)
        case .lock: isOpen = !hasPasscode
        case .unlock: isOpen = true
        case .restart, .time: break
        }
    }

    private static func summary(_ request: ItemRequest) -> String {
        var verb = "\(request.verb)".prefix { $0 != "(" }.description
        if case .update(let new) = request.verb { verb += " to \(summary(new.attributes))" }
        return "\(verb) \(request.itemClass?.rawValue ?? "-") \(summary(request.attributes)) "
            + "\(request.limit as Any) \(request.filters) \(request.returning.rawValue) "
            + "\(request.interaction) \(request.leavesTombstone as Any) "
            + "\(request.persistentReference as Any) \(request.object.map(name) ?? "")"
    }

    private static func name(_ object: ItemObject) -> String {
        switch object {
        case .key(let key): "key \(key.keyClass) \(key.applicationLabel[0])"
        case .certificate(let certificate): certificate.subjectSummary ?? "certificate"
        case .identity(let certificate, _): "identity \(certificate.subjectSummary ?? "")"
        }
    }

    private static func summary(_ attributes: ItemAttributes?) -> String {
        (attributes ?? [:]).map { "\($0.key.name): \($0.value)" }.joined(separator: ", ")
    }

    private mutating func compare(_ one: ItemAnswer, _ two: ItemAnswer) -> String? {
        guard one.container == two.container, one.count == two.count,
            one.items.count == two.items.count
        else { return "\(one.container) \(one.count) and \(two.container) \(two.count)" }
        for (one, two) in zip(one.items, two.items) {
            guard one.object == two.object, one.certificate == two.certificate else {
                return "objects \(one.object as Any) and \(two.object as Any)"
            }
            guard one.itemClass == two.itemClass, one.bytes == two.bytes else {
                return "payloads \(one.bytes as Any) and \(two.bytes as Any)"
            }
            var (left, right) = (one.attributes, two.attributes)
            // Each has its own way to compute it.
            guard (left?[.sha1] == nil) == (right?[.sha1] == nil) else { return "sha1" }
            left?[.sha1] = nil
            right?[.sha1] = nil
            guard left == right else {
                return "\(Self.summary(left)) and \(Self.summary(right))"
            }
            guard let one = one.persistentReference, let two = two.persistentReference else {
                if one.persistentReference == nil, two.persistentReference == nil { continue }
                return "a reference and none"
            }
            if let before = known[one], before != two { return "another reference" }
            if known[one] == nil { requests.references.append([one, two]) }
            known[one] = two
        }
        return nil
    }
}

extension ItemAnswer.Item {
    fileprivate var bytes: [UInt8]? { secret.map { $0.withUnsafeBytes { Array($0) } } }
}
