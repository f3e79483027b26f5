internal import CKeychainSQLite

extension Location {
    /// Opens a copy in memory of the file and its log, for a folder in which SQLite cannot create
    /// the index of the log.
    ///
    /// No other process has the store open, since it would have created the index.
    func openFrozen(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        let stamp = try stamp()
        let file = try Connection(path: path, mode: .readImmutable, options: options)
        var image = try file.image()
        try replayLog(on: &image)
        let connection = try Connection(image: image, options: options)
        try connection.verify()
        connection.isOutdated = { (try? self.stamp()) != stamp }
        return connection
    }

    /// What changes when the store is written.
    private func stamp() throws(StoreError) -> [System.Facts?] {
        [try System.facts(path), try System.facts(log)]
    }

    /// Copies the pages of all sound transactions in the log to where they belong.
    private func replayLog(on image: inout [UInt8]) throws(StoreError) {
        guard let found = try LogInspection(log), found.hasTransactions,
            let reader = try LogReader(log)
        else { return }
        var rest = (Int(found.soundLength) - LogHeader.length) / LogFrame.length
        var problem: StoreError?
        reader.forEachFrame { frame in
            guard rest > 0 else { return false }
            rest -= 1
            let end = Int(frame.page) * LogFrame.pageLength
            guard frame.page > 0, end <= Self.longestImage else {
                problem = .damagedLog
                return false
            }
            if image.count < end { image += [UInt8](repeating: 0, count: end - image.count) }
            image.replaceSubrange(end - LogFrame.pageLength..<end, with: frame.content)
            return true
        }
        if let problem { throw problem }
    }

    /// In bytes; larger stores can be read only in a folder that can be written.
    private static let longestImage = 1 << 30

    /// The name by which SQLite opens a file without locks.
    static func immutableURI(_ path: String) -> String {
        let escaped = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"):
                String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return "file:\(escaped.joined())?immutable=1"
    }
}

extension StoreError {
    fileprivate static var damagedLog: StoreError {
        StoreError(.corrupt, "The keychain's log is damaged. Restore a backup.")
    }
}
