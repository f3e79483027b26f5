internal import Crypto

extension KeySlot {
    /// The keys that a slot opens.
    struct Content: Sendable {
        let roots: RootKeys
        /// The keychain's binding to its device key, which a recovery slot carries, because the
        /// device key may be lost.
        let binding: SymmetricKey?

        init(roots: RootKeys, binding: SymmetricKey?) {
            self.roots = roots
            self.binding = binding
        }

        static func length(_ grade: KeyGrade, _ kind: AccessSlot.Kind) -> Int {
            (grade == .device ? 1 : kind == .recovery ? 3 : 2) * Limits.keyLength
        }

        init(
            encoded: UnsafeRawBufferPointer,
            _ grade: KeyGrade,
            _ kind: AccessSlot.Kind
        ) throws(KeychainError) {
            var reader = ByteReader(encoded)
            let device = SymmetricKey(data: try reader.raw(Limits.keyLength))
            let user =
                grade == .user ? SymmetricKey(data: try reader.raw(Limits.keyLength)) : nil
            roots = RootKeys(device: device, user: user)
            binding =
                kind == .recovery ? SymmetricKey(data: try reader.raw(Limits.keyLength)) : nil
            try reader.finish()
        }

        func encoded(
            _ grade: KeyGrade,
            _ kind: AccessSlot.Kind
        ) throws(KeychainError) -> SecretBytes {
            let all = [roots.device, roots.user, binding]
            let keys = all.prefix(Self.length(grade, kind) / Limits.keyLength)
            guard !keys.contains(where: { $0 == nil }) else { throw KeychainError(.internalError) }
            return SecretBytes(count: keys.count * Limits.keyLength) { room in
                for (index, key) in keys.enumerated() {
                    key?.withUnsafeBytes { bytes in
                        UnsafeMutableRawBufferPointer(rebasing: room[(index * Limits.keyLength)...])
                            .copyMemory(from: bytes)
                    }
                }
            }
        }
    }
}

/// The root keys of one keychain, which wrap all its other keys.
struct RootKeys: Sendable {
    let device: SymmetricKey
    /// The user's root; `nil` if it is locked.
    let user: SymmetricKey?
}
