#if Fleet && os(Linux)
    internal import KeychainSync
    @_spi(Keepers) internal import PortableKeychain

    /// A file that is too long for one transaction, in parts.
    struct PartedFile {
        /// The longest part in bytes, which is a transaction of its own.
        static let partLength = 1_000_000
        private static let idLength = 16
        /// The number of parts of the longest file.
        private static let mostParts = VaultFileChange.longest / partLength + 1

        /// The keys of the parts, in their order.
        let keys: [[UInt8]]
        /// The parts; none if they are to be read.
        let parts: [ArraySlice<UInt8>]
        /// The change that names the parts, in the transaction with the file.
        let naming: EtcdRequest.Change

        /// Whether a file must be stored in parts.
        static func isNeeded(for change: VaultFileChange) -> Bool {
            change.bytes?.count ?? 0 > partLength
        }

        /// The key that names the parts of a file.
        static func name(_ path: String, below prefix: String) -> [UInt8] {
            Array("\(prefix)s/\(path)".utf8)
        }

        /// Divides a file; `nil` for one that fits into a transaction.
        init?(_ change: VaultFileChange, below prefix: String) {
            guard Self.isNeeded(for: change), let bytes = change.bytes else { return nil }
            let starts = stride(from: 0, to: bytes.count, by: Self.partLength)
            parts = starts.map { bytes[$0..<min($0 + Self.partLength, bytes.count)] }
            // A new name each time: a part is never replaced while another device reads it.
            let id = KeychainEntropy.system.bytes(Self.idLength)
            keys = Self.keys(id, parts.count, prefix)
            naming = (Self.name(change.path, below: prefix), id + [UInt8(parts.count)])
        }

        /// Reads a value that names the parts; `nil` for any other value.
        init?(naming key: [UInt8], _ value: [UInt8], below prefix: String) {
            guard value.count == Self.idLength + 1, let last = value.last,
                1...Self.mostParts ~= Int(last)
            else { return nil }
            keys = Self.keys(Array(value.dropLast()), Int(last), prefix)
            parts = []
            naming = (key, value)
        }

        private static func keys(_ id: [UInt8], _ count: Int, _ prefix: String) -> [[UInt8]] {
            let name = VaultPath.digits(id)
            return (0..<count).map { Array("\(prefix)p/\(name)/\($0)".utf8) }
        }
    }

    extension EtcdEngine {
        /// The places of the parts of a file; `nil` for an empty file.
        func parts(
            of path: String,
            _ state: EtcdState
        ) async throws(EngineFailure) -> PartedFile? {
            let key = PartedFile.name(path, below: prefix)
            guard let value = try await value(of: key, state) else { return nil }
            guard let file = PartedFile(naming: key, value, below: prefix) else {
                throw .unavailable
            }
            return file
        }

        /// Reads the parts of a file.
        func joined(
            _ file: PartedFile,
            _ state: EtcdState
        ) async throws(EngineFailure) -> [UInt8] {
            var bytes: [UInt8] = []
            for key in file.keys {
                // All were there before the state was.
                guard let part = try await value(of: key, state) else { throw .unavailable }
                bytes += part
                guard bytes.count <= VaultFileChange.longest else { throw .unavailable }
            }
            return bytes
        }

        private func value(
            of key: [UInt8],
            _ state: EtcdState
        ) async throws(EngineFailure) -> [UInt8]? {
            let answer = await client.ask(
                .transaction,
                EtcdRequest.read([key], revision: state.revision),
                limit: Self.longestAnswer,
                repeats: true,
                patience: 4
            )
            return try values(of: [key], in: answer)[0]
        }

        /// Writes the parts of a file; returns whether all are there.
        func write(_ file: PartedFile) async -> Bool {
            for (key, part) in zip(file.keys, file.parts) {
                guard await put((key, Array(part))) else { return false }
            }
            return true
        }

        /// The parts of files that changes replace or remove: of those that are ever replaced and can
        /// be long enough to have any.
        func replacedParts(_ changes: [VaultFileChange], _ state: EtcdState) async -> [PartedFile] {
            var files: [PartedFile] = []
            for change in changes where VaultPath.canBeReplacedInParts(change.path) {
                // What is not found stays, and costs room.
                if let file = try? await parts(of: change.path, state) { files.append(file) }
            }
            return files
        }

        /// Removes parts that no file names.
        func remove(_ file: PartedFile) async {
            for key in file.keys where await !put((key, nil)) { return }
        }

        private func put(_ change: EtcdRequest.Change) async -> Bool {
            let answer = await client.ask(
                .transaction,
                EtcdRequest.commit([change], if: []),
                limit: Self.longestShortAnswer,
                // The key is this commit's own, so a second copy changes nothing.
                repeats: true
            )
            guard case .answer(.transaction(true, _)) = answer else { return false }
            return true
        }
    }
#endif
