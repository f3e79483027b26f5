/// The findings of a look at SQLite's write-ahead log, without SQLite.
///
/// SQLite takes the first frame that is not sound for the end of the log, and overwrites the frames
/// that follow. That is right for a write that a crash tore, but damage to an old frame would
/// silently drop every acknowledged change after it. The two can be distinguished: each transaction
/// is on the disk before the next begins, so a crash tears only the last one. If two transactions
/// follow the first bad frame, and their checksums show that one was written after the other, the
/// bad frame was on the disk before.
struct LogInspection: Equatable {
    /// The header; `nil` if it is not sound.
    private(set) var header: LogHeader?
    /// The length of the log in bytes up to the end of the last transaction before the first bad
    /// frame.
    private(set) var soundLength = Int64(LogHeader.length)
    /// The number of transactions before the first bad frame.
    private(set) var transactionCount = 0
    /// Whether damage hides acknowledged transactions.
    private(set) var isDamaged = false

    /// Reads the log of a path; `nil` if there is none, or an empty one.
    init?(_ path: String) throws(StoreError) {
        guard let reader = try LogReader(path) else { return nil }
        header = reader.header
        guard let header else {
            // The header is synchronized before the first frame is written, so a crash leaves no
            // frame after a bad header.
            reader.forEachFrame { frame in
                isDamaged = frame.isCommit && frame.salts != 0
                return !isDamaged
            }
            return
        }
        var sound = SoundPart(header)
        var rest: Remainder?
        var end = soundLength
        reader.forEachFrame { frame in
            if rest == nil, sound.takes(frame) {
                end += Int64(LogFrame.length)
                if frame.isCommit { (soundLength, transactionCount) = (end, transactionCount + 1) }
            } else if rest == nil {
                rest = Remainder(frame, after: sound)
            } else {
                rest?.take(frame)
            }
            isDamaged = rest?.hidesTransactions == true
            return !isDamaged
        }
    }
}

/// The frames of a log up to the first bad one.
private struct SoundPart {
    let header: LogHeader
    var checksum: LogChecksum

    init(_ header: LogHeader) {
        self.header = header
        checksum = header.checksum
    }

    mutating func takes(_ frame: LogFrame) -> Bool {
        guard frame.salts == header.salts else { return false }
        let computed = frame.checksum(after: checksum, isBigEndian: header.isBigEndian)
        guard computed == frame.stored else { return false }
        checksum = computed
        return true
    }
}

/// The frames of a log from the first bad one on.
private struct Remainder {
    private let header: LogHeader
    /// The checksums that the next frame continues if it was written after the last one.
    private var exits: [LogChecksum]
    /// Whether the first bad frame ended a transaction, which counts only if the next frame continues
    /// it; `nil` after that.
    private var badFrameEnded: Bool?
    /// The transactions in the frames that were written one after the other.
    private var count = 0

    init(_ bad: LogFrame, after sound: SoundPart) {
        header = sound.header
        // Damage to the page leaves the stored checksum as it was, and damage to the stored
        // checksum leaves the page.
        let computed = bad.checksum(after: sound.checksum, isBigEndian: header.isBigEndian)
        exits = [bad.stored, computed]
        badFrameEnded =
            bad.isCommit || bad.hasLostMark(after: sound.checksum, isBigEndian: header.isBigEndian)
    }

    var hidesTransactions: Bool { count >= 2 }

    mutating func take(_ frame: LogFrame) {
        // Frames with other salts are of an earlier log, whose content is in the file.
        guard frame.salts == header.salts else { return }
        let follows = exits.contains {
            frame.checksum(after: $0, isBigEndian: header.isBigEndian) == frame.stored
        }
        if let ended = badFrameEnded {
            if follows, ended { count += 1 }
            badFrameEnded = nil
        } else if !follows {
            // Frames of a transaction that failed were not overwritten to their end, or damage.
            count = 0
        }
        exits = [frame.stored]
        if frame.isCommit { count += 1 }
    }
}
