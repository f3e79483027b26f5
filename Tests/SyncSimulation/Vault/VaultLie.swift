internal import KeychainSync

/// A lie of a hostile engine to one device.
package enum VaultLie: String, Sendable, CaseIterable {
    /// Shows an older state.
    case rollBack
    /// Shows an older log with the newest members.
    case dropLog
    /// Shows the newest log with older members.
    case dropMembers
    /// Leaves out an entry of the log.
    case omitEntry
    /// Leaves out a record.
    case omitRecord
    /// Gives one record for another one.
    case swapRecords
    /// Gives an older version of a record.
    case oldRecord
    /// Gives one entry of the log for another one.
    case swapEntries
    /// Gives the snapshot of an earlier cut.
    case oldSnapshot
    /// Shows the log as if it had been cut at another place.
    case moveCut
    /// Changes a bit of any file.
    case changeBit
    /// Cuts a file.
    case cut
    /// Shows a line that others do not see, and later the others' line.
    case fork
}

extension VaultView {
    /// Begins to lie about something.
    func begin(_ lie: VaultLie, _ random: inout SeededRandom) {
        let past = vault.states.map(\.files)
        let seed = random.next()
        // The same lie each time that it is asked for.
        let pick = { (names: [String]) -> String? in
            names.isEmpty ? nil : names.sorted()[Int(seed % UInt64(names.count))]
        }
        switch lie {
        case .rollBack: frozen = random.below(vault.tip + 1)
        case .fork: line = vault.tip
        case .dropLog:
            let old = past[Int(seed % UInt64(past.count))]["head"]
            self.lie = { Self.join($0, sequence: old, membership: $0["head"]) }
        case .dropMembers:
            let old = past[Int(seed % UInt64(past.count))]["head"]
            self.lie = { Self.join($0, sequence: $0["head"], membership: old) }
        case .omitEntry: change("log/", pick) { _, _, _ in nil }
        case .omitRecord: change("items/", pick) { _, _, _ in nil }
        case .swapRecords:
            change("items/", pick) { name, files, pick in Self.other(name, files, pick) }
        case .swapEntries:
            change("log/", pick) { name, files, pick in Self.other(name, files, pick) }
        case .oldRecord:
            change("items/", pick) { name, files, _ in
                past.compactMap { $0[name] }.first { $0 != files[name] }
            }
        case .oldSnapshot:
            change("snapshot", pick) { name, files, _ in
                past.compactMap { $0[name] }.first { $0 != files[name] }
            }
        case .moveCut:
            self.lie = { files in
                guard let head = VaultHead(files["head"] ?? []) else { return files }
                var files = files
                let cut = seed % (head.sequence + 1)
                files["head"] =
                    Array((files["head"] ?? []).prefix(17))
                    + withUnsafeBytes(of: cut.bigEndian) { Array($0) }
                return files
            }
        case .changeBit:
            change("", pick) { name, files, _ in
                guard var bytes = files[name], !bytes.isEmpty else { return nil }
                bytes[Int(seed / 7 % UInt64(bytes.count))] ^= 1 << UInt8(seed % 8)
                return bytes
            }
        case .cut:
            change("", pick) { name, files, _ in
                files[name].map { Array($0.prefix(Int(seed / 5 % UInt64(max($0.count, 1))))) }
            }
        }
    }

    /// Changes one file of a folder, the same in all states that have it.
    private func change(
        _ folder: String,
        _ pick: @escaping ([String]) -> String?,
        _ body: @escaping (String, Files, ([String]) -> String?) -> [UInt8]?
    ) {
        lie = { files in
            guard let name = pick(files.keys.filter { $0.hasPrefix(folder) }) else { return files }
            var files = files
            files[name] = body(name, files, pick)
            return files
        }
    }

    private static func other(
        _ name: String,
        _ files: Files,
        _ pick: ([String]) -> String?
    ) -> [UInt8]? {
        let folder = String(name.prefix { $0 != "/" }) + "/"
        let others = files.keys.filter { $0.hasPrefix(folder) && $0 != name }
        return pick(Array(others)).flatMap { files[$0] } ?? files[name]
    }

    /// A head of two others.
    private static func join(
        _ files: Files,
        sequence: [UInt8]?,
        membership: [UInt8]?
    ) -> Files {
        guard let sequence, let membership else { return files }
        var files = files
        files["head"] =
            Array(sequence.prefix(9)) + Array(membership[9..<17]) + Array(sequence.dropFirst(17))
        return files
    }
}
