package import PortableKeychain

/// A program's request to the helper of its engine.
package enum EngineRequest: Sendable {
    /// The settings of the engine and the identity of this device: the first message, once.
    case begin(SecretBytes)
    case snapshot
    case read([String], of: VaultSnapshot)
    case list(String, of: VaultSnapshot)
    case commit([VaultFileChange], onto: VaultSnapshot)
    case forget([String], of: VaultSnapshot)
    /// The answers are hints, until the conversation ends.
    case watch
}

extension EngineRequest {
    package var encoded: SecretBytes { EngineMessage.written(written) }

    private var written: HelperWriter {
        switch self {
        case .begin(let settings):
            var writer = HelperWriter(1)
            writer.add(settings)
            return writer
        case .snapshot: return HelperWriter(2)
        case .read(let paths, let snapshot):
            var writer = HelperWriter(3)
            writer.add(snapshot.name)
            for path in paths { writer.add(path) }
            return writer
        case .list(let folder, let snapshot):
            var writer = HelperWriter(4)
            writer.add(snapshot.name)
            writer.add(folder)
            return writer
        case .commit(let changes, let snapshot):
            var writer = HelperWriter(5)
            writer.add(snapshot.name)
            for change in changes {
                writer.add(change.path)
                writer.add(change.bytes != nil)
                writer.add(change.bytes ?? [])
            }
            return writer
        case .watch: return HelperWriter(6)
        case .forget(let paths, let snapshot):
            var writer = HelperWriter(7)
            writer.add(snapshot.name)
            for path in paths { writer.add(path) }
            return writer
        }
    }

    /// Reads a request; `nil` for any byte that is not expected.
    package init?(_ message: SecretBytes) {
        let read = EngineMessage.read(message) {
            word,
            reader throws(KeychainError) -> EngineRequest? in
            switch word {
            case 1: return .begin(try reader.secret())
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
                    let isThere = try reader.flag()
                    let bytes = try reader.array()
                    guard isThere || bytes.isEmpty else { throw KeychainError(.corrupt) }
                    return VaultFileChange(path, isThere ? bytes : nil)
                }
                return .commit(changes, onto: snapshot)
            case 6: return .watch
            case 7:
                let snapshot = VaultSnapshot(try reader.text())
                let paths = try reader.many { reader throws(KeychainError) in try reader.text() }
                return .forget(paths, of: snapshot)
            default: return nil
            }
        }
        guard let read else { return nil }
        self = read
    }
}
