import Foundation
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization

/// A keychain in a dictionary: slow, plain, and breakable at will.
///
/// It shows that the suite can be satisfied, and that it notices when a rule is broken.
final class ReferenceStore: Sendable {
    struct Row: Sendable {
        var number: Int
        var itemClass: ItemClass
        var attributes: [String: AttributeValue]
        var payload: [UInt8]?
        var reference: [UInt8]
        var isLost = false
        var password: [UInt8]?
    }

    struct State: Sendable {
        var rows: [Row] = []
        var counter = 0
        var hasPasscode = false
        var isUnlocked = true
        var wasUnlocked = true
    }

    /// The passcode, when there is one.
    static let passcode = "1234"

    let state = Mutex(State())
    let clock = FixedClock()
    let user = ScriptedAuthenticator()
    /// Contexts in which the user proved to be there.
    let proven = Mutex<[AuthenticationContext]>([])
    let faults: Set<ReferenceFault>

    init(faults: Set<ReferenceFault> = []) { self.faults = faults }

    /// The store as the suite takes it.
    static func subject(_ faults: Set<ReferenceFault> = []) -> ConformanceSuite.Subject {
        ConformanceSuite.Subject {
            let store = ReferenceStore(faults: faults)
            return ConformanceSuite.Session(
                locking: store.locking,
                time: .init(now: { store.clock.now }, advance: { store.clock.advance(by: $0) }),
                authentication: .init(store.user, passcode: passcode),
                keeper: { ReferenceKeeper(store: store, groups: $0) }
            )
        }
    }

    private var locking: ConformanceSuite.Locking {
        ConformanceSuite.Locking(
            setPasscode: { self.state.withLock { $0.hasPasscode = true } },
            removePasscode: {
                self.state.withLock { state in
                    state.hasPasscode = false
                    guard !self.faults.contains(.keepsLostItems) else { return }
                    for index in state.rows.indices
                    where state.rows[index].attributes["pdmn"] == .string("akpu") {
                        state.rows[index].isLost = true
                    }
                }
            },
            lock: { self.state.withLock { $0.isUnlocked = false } },
            unlock: {
                self.state.withLock {
                    $0.isUnlocked = true
                    $0.wasUnlocked = true
                }
            },
            restart: {
                self.state.withLock {
                    $0.isUnlocked = false
                    $0.wasUnlocked = false
                }
            }
        )
    }
}

extension ReferenceStore.State {
    /// Whether the keys of an accessibility are out of reach.
    func isClosed(_ accessibility: AttributeValue?) -> Bool {
        switch accessibility {
        case .string("ak"), .string("aku"), .string("akpu"): !isUnlocked
        case .string("ck"), .string("cku"): !wasUnlocked
        default: false
        }
    }

    mutating func nextNumber() -> Int {
        counter += 1
        return counter
    }
}

extension ReferenceStore.Row {
    /// The values that make the row unique.
    func key(_ schema: ReferenceSchema) -> [[UInt8]] {
        schema.key.map { name in
            (attributes[name] ?? schema.defaults[name]).map(ReferenceSchema.bytes) ?? []
        }
    }

    var hasRules: Bool {
        if case .accessControl(let control)? = attributes["accc"] {
            control.constraints != nil
        } else {
            false
        }
    }

    var asksItsUser: Bool {
        guard case .accessControl(let control)? = attributes["accc"] else { return false }
        return !(control.constraints ?? []).subtracting([.or, .and, .privateKeyUsage]).isEmpty
    }

    /// A digest that follows everything a caller can change.
    var digest: AttributeValue {
        var hasher = Insecure()
        for (name, value) in attributes.sorted(by: { $0.key < $1.key })
        where name != "mdat" && name != "sha1" {
            hasher.feed(Array(name.utf8) + ReferenceSchema.bytes(value))
        }
        hasher.feed(payload ?? [])
        return .data(Data(hasher.bytes))
    }

    /// Twenty bytes that depend on the input, which is enough here.
    private struct Insecure {
        var bytes = [UInt8](repeating: 0, count: 20)
        private var position = 0

        mutating func feed(_ input: [UInt8]) {
            for byte in input.prefix(1000) + [0xFF] {
                bytes[position % 20] = bytes[position % 20] &* 31 &+ byte
                position += 1
            }
        }
    }
}
