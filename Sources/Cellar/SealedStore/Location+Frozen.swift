internal import CKeychainSQLite

extension Location {
    /// Opens a copy in memory of the file and its log, for a folder in which SQLite cannot create
    /// the index of the log, and for a full disk.
    ///
    /// No other process has the store open, since it would have created the index. One that comes
    /// meanwhile is noticed by its writes.
    func openFrozen(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        let patience = Patience(limit: options.patience)
        while true {
            let stamp = try stamp()
            let copy = Result { () throws(StoreError) in try frozenCopy(options) }
            if try self.stamp() == stamp || !patience.wait() {
                let connection = try copy.get()
                connection.wasChanged = { (try? self.stamp()) != stamp }
                return connection
            }
        }
    }

    private func frozenCopy(_ options: SealedStore.Options) throws(StoreError) -> Connection {
        let connection = try Connection(image: image(options), options: options)
        try connection.verify()
        return connection
    }

    /// The bytes of the file after the first transactions of its log; after all of them for `nil`.
    func image(
        _ options: SealedStore.Options,
        transactions: Int? = nil
    ) throws(StoreError) -> [UInt8] {
        let file = try Connection(path: path, mode: .readImmutable, options: options)
        var image = try file.image()
        try replayLog(on: &image, transactions ?? .max)
        return image
    }

    /// The facts that change when the store is written.
    private func stamp() throws(StoreError) -> [System.Facts?] {
        [try System.facts(path), try System.facts(log)]
    }

    /// Copies the pages of the first sound transactions in the log to where they belong.
    private func replayLog(on image: inout [UInt8], _ transactions: Int) throws(StoreError) {
        guard let found = try LogInspection(log), let reader = try LogReader(log) else { return }
        var rest = min(transactions, found.transactionCount)
        let longest = max(Self.longestImage, 2 * image.count)
        var problem: StoreError?
        reader.forEachFrame { frame in
            guard rest > 0 else { return false }
            if frame.isCommit { rest -= 1 }
            let end = Int(frame.page) * LogFrame.pageLength
            guard frame.page > 0, end <= longest else {
                problem = .damagedLog
                return false
            }
            if image.count < end { image += [UInt8](repeating: 0, count: end - image.count) }
            image.replaceSubrange(end - LogFrame.pageLength..<end, with: frame.content)
            return true
        }
        if let problem { throw problem }
    }

    /// The number of bytes up to which a log can make a copy longer, if that is not twice the file.
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
