package import PortableKeychain

/// A program's request to the helper of its engine.
package enum EngineRequest: Sendable {
    /// The settings of the engine and the identity of this device: the first message, once.
    case begin(SecretBytes)
    case snapshot
    case read([String], of: VaultSnapshot)
    case list(String, of: VaultSnapshot)
    case commit([VaultFileChange], onto: VaultSnapshot)
    /// The answers are hints, until the conversation ends.
    case watch
}

extension EngineRequest {
    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(EngineMessage.version)
        switch self {
        case .begin(let settings):
            writer.integer(UInt8(1))
            writer.sized(settings)
        case .snapshot: writer.integer(UInt8(2))
        case .read(let paths, let snapshot):
            writer.integer(UInt8(3))
            writer.sized(snapshot.name.utf8)
            writer.integer(UInt32(paths.count))
            for path in paths { writer.sized(path.utf8) }
        case .list(let folder, let snapshot):
            writer.integer(UInt8(4))
            writer.sized(snapshot.name.utf8)
            writer.sized(folder.utf8)
        case .commit(let changes, let snapshot):
            writer.integer(UInt8(5))
            writer.sized(snapshot.name.utf8)
            writer.integer(UInt32(changes.count))
            for change in changes {
                writer.sized(change.path.utf8)
                writer.integer(UInt8(change.bytes == nil ? 0 : 1))
                writer.sized(change.bytes ?? [])
            }
        case .watch: writer.integer(UInt8(6))
        }
        return writer.finished()
    }

    /// Reads a request; `nil` for any byte that is not expected.
    package init?(_ message: SecretBytes) {
        let read = EngineMessage.read(message) { reader throws(KeychainError) -> EngineRequest? in
            switch try reader.integer(UInt8.self) {
            case 1:
                let bytes = try reader.sized()
                return .begin(SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) })
            case 2: return .snapshot
            case 3:
                let snapshot = VaultSnapshot(try reader.text())
                let paths = try reader.many { reader throws(KeychainError) in try reader.text() }
                return .read(paths, of: snapshot)
            case 4:
                let snapshot = VaultSnapshot(try reader.text())
                return .list(try reader.text(), of: snapshot)
            case 5:
                let snapshot = VaultSnapshot(try reader.text())
                let changes = try reader.many { reader throws(KeychainError) in
                    let path = try reader.text()
                    let isThere = try reader.truth()
                    let bytes = Array(try reader.sized())
                    guard isThere || bytes.isEmpty else { throw KeychainError(.corrupt) }
                    return VaultFileChange(path, isThere ? bytes : nil)
                }
                return .commit(changes, onto: snapshot)
            case 6: return .watch
            default: return nil
            }
        }
        guard let read else { return nil }
        self = read
    }
}
