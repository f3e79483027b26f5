@_spi(Keepers) internal import PortableKeychain
internal import Synchronization
internal import KeychainEssentials

/// The user's decisions about programs and access groups, kept in the keychain itself.
///
/// Each decision is a generic password in an access group of its own, so that it is sealed and
/// backed up as all items are: the group as service, the path as account, device and inode as the
/// generic attribute, and one byte as the secret. It can be read while the keychain is locked.
final class GrantBook: Sendable {
    private struct Place: Hashable {
        var program: Caller.Program
        var group: GroupName
    }

    private let keychain: Keychain
    private let known: Mutex<[Place: Bool]>

    /// Reads the decisions in a keychain.
    init(_ keychain: Keychain) throws(KeychainError) {
        self.keychain = try keychain.withAccessGroups([AccessGroups.agent])
        known = Mutex([:])
        let found = try self.read()
        known.withLock { $0 = found }
    }

    /// The decision about a program and a group; `nil` if there is none.
    func decision(_ program: Caller.Program, _ group: String) -> Bool? {
        known.withLock { $0[Place(program: program, group: GroupName(group))] }
    }

    /// Everything that was decided, in the order of programs and groups.
    var grants: [Grant] {
        known.withLock { known in
            known.map { Grant(path: $0.program.path, group: $0.group.text, isAllowed: $1) }
        }.sorted { ($0.path, $0.group) < ($1.path, $1.group) }
    }

    /// Remembers a decision, which replaces those about an earlier file at the same path.
    func remember(
        _ program: Caller.Program,
        _ group: String,
        isAllowed: Bool
    ) throws(KeychainError) {
        let secret = SecretBytes([isAllowed ? 1 : 0])
        let place = Place(program: program, group: GroupName(group))
        var attributes = Self.attributes(path: program.path, group: group)
        _ = try keychain.answer(
            to: ItemRequest(.delete, itemClass: .genericPassword, attributes: attributes)
        )
        attributes[.generic] = .data(Data(Self.bytes(program)))
        attributes[.label] = .string("Permission of a program, kept by the agent")
        attributes[.accessible] = .string(Accessibility.alwaysThisDeviceOnly.rawValue)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: attributes,
                secret: secret
            )
        )
        known.withLock { known in
            known = known.filter {
                $0.key.program.path != program.path || $0.key.group != place.group
            }
            known[place] = isAllowed
        }
    }

    /// Forgets decisions.
    ///
    /// - Parameters:
    ///   - path: Only those about this program.
    ///   - group: Only those about this group.
    /// - Returns: The number of decisions removed.
    /// - Throws: Any error of deleting items.
    func revoke(path: String?, group: String?) throws(KeychainError) -> Int {
        let answer = try keychain.answer(
            to: ItemRequest(
                .delete,
                itemClass: .genericPassword,
                attributes: Self.attributes(path: path, group: group)
            )
        )
        known.withLock { known in
            known = known.filter {
                !(path ?? $0.key.program.path == $0.key.program.path
                    && group.map { GroupName($0) } ?? $0.key.group == $0.key.group)
            }
        }
        return answer?.count ?? 0
    }

    private func read() throws(KeychainError) -> [Place: Bool] {
        let answer = try keychain.answer(
            to: ItemRequest(
                .copyMatching,
                itemClass: .genericPassword,
                limit: .all,
                returning: [.attributes, .data]
            )
        )
        var found: [Place: Bool] = [:]
        for item in answer?.items ?? [] {
            guard let attributes = item.attributes, let secret = item.secret, secret.count == 1,
                case .string(let group) = attributes[.service],
                case .string(let path) = attributes[.account],
                case .data(let file) = attributes[.generic],
                let program = Self.program(path, [UInt8](file))
            else { continue }
            found[Place(program: program, group: GroupName(group))] = secret.withUnsafeBytes {
                $0[0] == 1
            }
        }
        return found
    }

    private static func attributes(path: String?, group: String?) -> ItemAttributes {
        var attributes: ItemAttributes = [.accessGroup: .string(AccessGroups.agent)]
        attributes[.service] = group.map { .string($0) }
        attributes[.account] = path.map { .string($0) }
        return attributes
    }

    private static func bytes(_ program: Caller.Program) -> [UInt8] {
        [program.device, program.inode].flatMap { number in
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
    }

    private static func program(_ path: String, _ bytes: [UInt8]) -> Caller.Program? {
        bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            guard let device = try? reader.integer(UInt64.self),
                let inode = try? reader.integer(UInt64.self), reader.remaining == 0
            else { return nil }
            return Caller.Program(path: path, device: device, inode: inode)
        }
    }
}
