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

    package var encoded: SecretBytes { EngineMessage.written(written) }

    /// The first part of each reply is the trouble, 0 for none.
    private func begun(_ word: UInt8) -> HelperWriter {
        var writer = HelperWriter(word)
        writer.add(trouble?.rawValue ?? 0)
        return writer
    }

    private var written: HelperWriter {
        switch content {
        case .ready: return begun(1)
        case .snapshot(let snapshot):
            var writer = begun(2)
            writer.add(snapshot.name)
            return writer
        case .files(let files, let count):
            var writer = begun(3)
            writer.add(UInt32(count))
            for (path, bytes) in files {
                writer.add(path)
                writer.add(bytes)
            }
            return writer
        case .paths(let paths):
            var writer = begun(4)
            for path in paths { writer.add(path) }
            return writer
        case .outcome(let outcome):
            var writer = begun(5)
            writer.add(UInt8(Self.outcomes.firstIndex(of: outcome) ?? 2))
            return writer
        case .failed(let wasCompacted):
            var writer = begun(6)
            writer.add(wasCompacted)
            return writer
        }
    }

    /// Reads a reply; `nil` for any byte that is not expected.
    package init?(_ message: SecretBytes) {
        let read = EngineMessage.read(message) {
            word,
            reader throws(KeychainError) -> EngineReply? in
            let number = try reader.number(UInt8.self)
            let trouble = EngineTrouble(rawValue: number)
            guard number == 0 || trouble != nil, let content = try Self.content(word, &reader)
            else { return nil }
            return EngineReply(content, trouble: trouble)
        }
        guard let read else { return nil }
        self = read
    }

    private static func content(
        _ word: UInt8,
        _ reader: inout HelperReader
    ) throws(KeychainError) -> Content? {
        switch word {
        case 1: return .ready
        case 2: return .snapshot(VaultSnapshot(try reader.text()))
        case 3:
            let count = Int(try reader.number(UInt32.self))
            let files = try reader.many { reader throws(KeychainError) in
                (try reader.text(), try reader.array())
            }
            return .files(Dictionary(files) { first, _ in first }, count: count)
        case 4:
            return .paths(try reader.many { reader throws(KeychainError) in try reader.text() })
        case 5:
            let number = Int(try reader.number(UInt8.self))
            return outcomes.indices.contains(number) ? .outcome(outcomes[number]) : nil
        case 6: return .failed(wasCompacted: try reader.flag())
        default: return nil
        }
    }
}
