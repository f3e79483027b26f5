package import PortableKeychain

/// An answer of an engine's helper, with the trouble that the engine has.
package struct EngineReply: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// The settings are good, or the vault may have changed.
        case ready
        case snapshot(VaultSnapshot)
        /// The files of the first `count` paths that were asked for.
        case files([String: [UInt8]], count: Int)
        case paths([String])
        case outcome(CommitOutcome)
        /// The engine did not answer, or no longer has the state.
        case failed(wasCompacted: Bool)
    }

    package let content: Content
    package let trouble: EngineTrouble?

    package init(_ content: Content, trouble: EngineTrouble? = nil) {
        (self.content, self.trouble) = (content, trouble)
    }
}

extension EngineReply {
    private static let outcomes: [CommitOutcome] = [.committed, .refused, .unknown]

    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(EngineMessage.version)
        writer.integer(trouble?.rawValue ?? 0)
        switch content {
        case .ready: writer.integer(UInt8(1))
        case .snapshot(let snapshot):
            writer.integer(UInt8(2))
            writer.sized(snapshot.name.utf8)
        case .files(let files, let count):
            writer.integer(UInt8(3))
            writer.integer(UInt32(count))
            writer.integer(UInt32(files.count))
            for (path, bytes) in files {
                writer.sized(path.utf8)
                writer.sized(bytes)
            }
        case .paths(let paths):
            writer.integer(UInt8(4))
            writer.integer(UInt32(paths.count))
            for path in paths { writer.sized(path.utf8) }
        case .outcome(let outcome):
            writer.integer(UInt8(5))
            writer.integer(UInt8(Self.outcomes.firstIndex(of: outcome) ?? 2))
        case .failed(let wasCompacted):
            writer.integer(UInt8(6))
            writer.integer(UInt8(wasCompacted ? 1 : 0))
        }
        return writer.finished()
    }

    /// Reads a reply; `nil` for any byte that is not expected.
    package init?(_ message: SecretBytes) {
        let read = EngineMessage.read(message) { reader throws(KeychainError) -> EngineReply? in
            let number = try reader.integer(UInt8.self)
            let trouble = EngineTrouble(rawValue: number)
            guard number == 0 || trouble != nil, let content = try Self.content(&reader) else {
                return nil
            }
            return EngineReply(content, trouble: trouble)
        }
        guard let read else { return nil }
        self = read
    }

    private static func content(_ reader: inout ByteReader) throws(KeychainError) -> Content? {
        switch try reader.integer(UInt8.self) {
        case 1: return .ready
        case 2: return .snapshot(VaultSnapshot(try reader.text()))
        case 3:
            let count = Int(try reader.integer(UInt32.self))
            let files = try reader.many { reader throws(KeychainError) in
                (try reader.text(), Array(try reader.sized()))
            }
            return .files(Dictionary(files) { first, _ in first }, count: count)
        case 4:
            return .paths(try reader.many { reader throws(KeychainError) in try reader.text() })
        case 5:
            let number = Int(try reader.integer(UInt8.self))
            return outcomes.indices.contains(number) ? .outcome(outcomes[number]) : nil
        case 6: return .failed(wasCompacted: try reader.truth())
        default: return nil
        }
    }
}
