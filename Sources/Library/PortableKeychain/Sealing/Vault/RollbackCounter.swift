internal import Crypto
internal import Synchronization

/// A counter in a token that distinguishes an old copy of a whole folder from the present one
/// (vault-format.md §16.1).
///
/// The counter has one value for all keychains of a device key. An ``EpochList`` beside the device
/// key says which epochs the value stands for; one with a lesser value is older than the counter. The
/// token is asked once after it unsealed the device key, and when an epoch began.
///
/// A class, because it remembers the count that it knows.
final class RollbackCounter: Sendable {
    private let identifier: [UInt8]
    private let device: DeviceKey
    private let token: (any SecurityToken)?
    private let path: String
    private let kept: KeptDeviceKey?
    private let known: Mutex<UInt64>

    /// - Parameters:
    ///   - identifier: The identifier that the token returned for the counter.
    ///   - device: The device key.
    ///   - token: The token; `nil` if it cannot be reached.
    ///   - path: The file of the list.
    ///   - kept: The place that shares the count with the user's other processes.
    ///   - known: The count that is known; 0 for none.
    init(
        _ identifier: [UInt8],
        _ device: DeviceKey,
        in token: (any SecurityToken)?,
        list path: String,
        kept: KeptDeviceKey?,
        known: UInt64 = 0
    ) {
        self.identifier = identifier
        self.device = device
        self.token = token
        self.path = path
        self.kept = kept
        self.known = Mutex(known)
    }

    /// The authorization of the counter of a device key.
    static func authorization(_ device: DeviceKey) -> SecretBytes {
        let key = HKDF<SHA256>.expand(
            pseudoRandomKey: device.key,
            info: Array(Labels.counterAuthorization.utf8),
            outputByteCount: Limits.keyLength
        )
        return SecretBytes(key)
    }

    /// The code that authenticates the list of a counter.
    static func mac(_ device: DeviceKey, _ identifier: [UInt8]) throws(KeychainError) -> MessageCode
    {
        try MessageCode(
            HKDF<SHA256>.expand(
                pseudoRandomKey: device.key,
                info: Array(Labels.epochs.utf8) + SealedDeviceKey.digest(identifier),
                outputByteCount: Limits.keyLength
            )
        )
    }

    /// The epoch that the file of a keychain has at least, by the counter.
    ///
    /// - Returns: `nil` for a keychain that is new; the greatest number if the list is older than the
    ///   counter, missing or damaged: then nothing is known to be the newest.
    /// - Throws: Any error of the token, if the count is not known yet.
    func least(of keychain: [UInt8]) throws(KeychainError) -> Int64? {
        // Before the list, which other processes raise first.
        let count = try knownCount()
        guard let list = try list(), list.count >= count else { return .max }
        // Another process has raised the counter, or ended right before.
        if list.count > count { _ = try? ask(atLeast: list.count) }
        return list.least(of: keychain, device)
    }

    /// Raises the counter for an epoch that began, unless it is in the list.
    ///
    /// Failures are ignored: the file is newer than the list then, and the next one who opens it
    /// tries again.
    func note(_ epoch: Int64, of keychain: [UInt8]) {
        // Most calls end here.
        guard let count = try? knownCount(), let list = try? list(), list.count >= count,
            !list.has(epoch, of: keychain)
        else { return }
        try? inTurn { () throws(KeychainError) in
            guard var list = try self.list(), list.count >= count, !list.has(epoch, of: keychain)
            else { return }
            list.set(epoch, of: keychain, device)
            try write(list, over: list.count)
        }
    }

    /// Takes an epoch for the newest, although the list does not.
    ///
    /// If the list is older than the counter, other keychains are refused too until they are accepted.
    ///
    /// - Throws: Any error of the token, or a failure of the disk.
    func accept(_ epoch: Int64, of keychain: [UInt8]) throws(KeychainError) {
        try inTurn { () throws(KeychainError) in
            let count = try ask(atLeast: 0)
            var list = EpochList(count: count, isComplete: false)
            if let found = try self.list(), found.count >= count { list = found }
            list.set(epoch, of: keychain, device)
            try write(list, over: max(count, list.count))
        }
    }

    /// Makes an empty list for a counter that was just made.
    func start() throws(KeychainError) {
        try inTurn { () throws(KeychainError) in
            let count = try ask(atLeast: 0)
            try write(EpochList(count: count, isComplete: true), over: count)
        }
    }

    /// Writes a list for the next value, and raises the counter to it: in this order, because a
    /// counter without its list would refuse all keychains.
    private func write(_ list: EpochList, over count: UInt64) throws(KeychainError) {
        var list = list
        list.count = count + 1
        let bytes = list.encoded(try Self.mac(device, identifier))
        try PrivateFile.replace(path, SecretBytes(bytes))
        _ = try ask(atLeast: list.count)
    }

    private func list() throws(KeychainError) -> EpochList? {
        guard let file = try PrivateFile.read(path, atMost: EpochList.longest) else { return nil }
        let mac = try Self.mac(device, identifier)
        return file.withUnsafeBytes { EpochList($0, mac) }
    }

    private func knownCount() throws(KeychainError) -> UInt64 {
        let count = known.withLock { $0 }
        return count > 0 ? count : try ask(atLeast: 0)
    }

    private func ask(atLeast least: UInt64) throws(KeychainError) -> UInt64 {
        guard let token else { throw Self.tokenIsMissing }
        let count = try token.count(
            identifier,
            atLeast: least,
            authorization: Self.authorization(device)
        )
        // A greater one could not be written into the list.
        guard count < .max else { throw Self.hasEnded }
        known.withLock { $0 = max($0, count) }
        kept?.raise(to: count)
        return count
    }

    private func inTurn(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
        // A chip can take a second.
        guard let turn = FileTurn(path + ".lock", patience: 20_000) else {
            throw KeychainError(
                .notAvailable,
                reason: "\(path).lock cannot be locked. Close other programs and try again."
            )
        }
        defer { withExtendedLifetime(turn) {} }
        try body()
    }

    /// The refusal of keychains of which nothing is known, because the list is missing or damaged;
    /// `nil` where there is one.
    var listIsMissing: KeychainError? {
        guard (try? list()) == nil else { return nil }
        return KeychainError(
            .rolledBack,
            reason: """
                The list for the counter of the TPM, \(path), is missing or damaged, so that nothing \
                shows which keychain is the newest. Run 'keychainctl accept-older' if it is this one.
                """
        )
    }

    private static var hasEnded: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The counter of the TPM has reached its greatest value. Run 'keychainctl tpm unbind', \
                then 'keychainctl tpm bind'.
                """
        )
    }

    private static var tokenIsMissing: KeychainError {
        KeychainError(
            .notAvailable,
            reason: "The counter of the TPM cannot be read. Install keychain-tpm, and try again."
        )
    }
}

extension DeviceKey {
    /// A device key that was found, and the counter of the token that sealed it.
    typealias Found = (key: DeviceKey, counter: RollbackCounter?)
}

extension Vault.World {
    /// The same world with the counter of the token that sealed the device key.
    func counting(by counter: RollbackCounter?) -> Vault.World {
        var world = self
        // A user who wants nothing remembered wants nothing counted.
        if world.memory != nil { world.counter = counter }
        return world
    }
}
