internal import CKeychainSQLite
internal import FileSafety
internal import KeychainLibC

/// The error of every operation on a store.
///
/// No text in it contains the content of a row, or text from a file that is not ours.
package struct StoreError: Error, Sendable, Equatable {
    /// The cause.
    package enum Kind: Sendable, Equatable {
        /// There is no such file or row.
        case notFound
        /// The path of the new store exists already.
        case exists
        /// The file is not a store: not SQLite, or another program's database.
        case notAStore
        /// The file was written by this newer major version.
        case newerVersion(Int)
        /// The file is a store, but damaged.
        case corrupt
        /// A row with this identifier or primary key is stored already.
        case duplicateKey
        /// The store can be read but not written.
        case readOnly
        /// The disk is full.
        case diskFull
        /// The disk or the file system failed.
        case inputOutput
        /// There is not enough memory.
        case outOfMemory
        /// Other users can read or change the file.
        case unsafePermissions
        /// Other processes kept the store busy for longer than ``SealedStore/Options/patience``.
        case busy
        /// The store was opened before this process was forked from another one.
        case forked
        /// The store was used incorrectly: a defect in the caller or here.
        case misuse
    }

    /// The cause.
    package let kind: Kind
    /// The problem and the next step, as a sentence for the user.
    package let detail: String
    /// SQLite's extended result code; 0 if the error does not come from SQLite.
    package let code: Int32

    init(_ kind: Kind, _ detail: String, code: Int32 = SQLITE_OK) {
        self.kind = kind
        self.detail = detail
        self.code = code
    }

    /// Translates a result code.
    ///
    /// SQLite's own message is omitted, because for a damaged file it quotes the file's content.
    init(code: Int32, doing: StaticString) {
        let text = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
        let kind = Self.kind(of: code)
        let (problem, advice) = Self.sentences(for: kind)
        self.init(
            kind,
            "\(problem) (SQLite tried to \(doing): \(text)).\(advice)",
            code: code
        )
    }

    /// Translates a result code of a connection.
    init(code: Int32, doing: StaticString, on connection: OpaquePointer?) {
        // Before SQLite makes a log, it looks up the mode of the store's file by its path
        // (getFileMode in os_unix.c). Failing there with SQLITE_IOERR_FSTAT means that the file
        // was removed after it was opened; no disk failed.
        let isRemoved = code == SQLITE_IOERR | 7 << 8 && Connection.fileHasMoved(connection)
        if code & 0xff == SQLITE_IOERR, FileSizeSignal.isPending {
            self.init(.diskFull, FileFault.sizeLimit, code: code)
            return
        }
        if [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff) {
            let reason = sqlite3_system_errno(connection)
            if FileFault.meansTooManyFiles(reason) {
                self.init(.inputOutput, FileFault.tooManyFiles, code: code)
                return
            }
            // On XFS, a file that is empty needs space, too: the log and its index cannot be made.
            // SQLite then tries to open the log for reading, and keeps the reason of that.
            let isFull =
                FileFault.meansFullDisk(reason)
                || reason == ENOENT && Self.hasNoSpace(beside: connection)
            if isFull {
                self.init(code: SQLITE_FULL, doing: doing)
                return
            }
        }
        self.init(code: isRemoved ? SQLITE_READONLY | 4 << 8 : code, doing: doing)
    }

    private static func hasNoSpace(beside connection: OpaquePointer?) -> Bool {
        guard let path = sqlite3_db_filename(connection, "main"), path.pointee != 0 else {
            return false
        }
        return System.hasNoSpace(beside: String(cString: path))
    }

    /// Translates a failure of a file or folder.
    init(_ fault: FileFault) {
        let kind: Kind =
            switch fault.kind {
            case .notFound: .notFound
            case .exists: .exists
            case .diskFull: .diskFull
            case .readOnly: .readOnly
            case .outOfMemory: .outOfMemory
            case .unsafePermissions: .unsafePermissions
            case .inputOutput: .inputOutput
            }
        self.init(kind, fault.detail)
    }

    /// Calls a body that works on folders, and translates its errors.
    static func translating<R>(_ body: () throws(FileFault) -> R) throws(StoreError) -> R {
        do throws(FileFault) { return try body() } catch { throw StoreError(error) }
    }

    /// The problem, without the period, and the next step, if there is one.
    private static func sentences(for kind: Kind) -> (problem: String, advice: String) {
        switch kind {
        case .notAStore: ("The file is not a keychain", "")
        case .corrupt: ("The keychain is damaged", " Restore a backup.")
        case .duplicateKey: ("The item already exists", "")
        case .readOnly:
            ("The keychain, or its folder, cannot be written", " Check the permissions.")
        case .diskFull: ("The disk is full", " Free some space and try again.")
        case .inputOutput: ("The disk failed, or the keychain's folder cannot be used", "")
        case .outOfMemory:
            ("There is not enough memory", " Close other programs and try again.")
        case .busy:
            (
                "Other programs kept the keychain busy for too long",
                " Close them and try again."
            )
        case .notFound:
            ("The keychain's file was moved, removed or replaced", " Open it again.")
        case .exists, .newerVersion, .unsafePermissions, .forked, .misuse:
            ("An internal error occurred", " Please report it.")
        }
    }

    private static func kind(of code: Int32) -> Kind {
        // https://sqlite.org/rescode.html: the low byte is the primary code.
        switch (code, code & 0xff) {
        case (SQLITE_CONSTRAINT | 8 << 8, _),  // SQLITE_CONSTRAINT_UNIQUE
            (SQLITE_CONSTRAINT | 6 << 8, _),  // SQLITE_CONSTRAINT_PRIMARYKEY
            (SQLITE_CONSTRAINT | 10 << 8, _):  // SQLITE_CONSTRAINT_ROWID
            .duplicateKey
        case (SQLITE_READONLY | 4 << 8, _): .notFound  // SQLITE_READONLY_DBMOVED
        // SQLITE_READONLY_ROLLBACK: a rollback journal beside the file, which never has one.
        case (SQLITE_READONLY | 3 << 8, _): .corrupt
        case (SQLITE_IOERR | 12 << 8, _): .outOfMemory  // SQLITE_IOERR_NOMEM
        // SQLITE_IOERR_SHMSIZE: there is no space for the index of the log.
        case (SQLITE_IOERR | 19 << 8, _): .diskFull
        case (SQLITE_IOERR | 2 << 8, _),  // SQLITE_IOERR_SHORT_READ
            (SQLITE_IOERR | 33 << 8, _):  // SQLITE_IOERR_CORRUPTFS
            .corrupt
        case (_, SQLITE_NOTADB): .notAStore
        case (_, SQLITE_CORRUPT), (_, SQLITE_FORMAT): .corrupt
        case (_, SQLITE_READONLY), (_, SQLITE_PERM): .readOnly
        case (_, SQLITE_FULL): .diskFull
        case (_, SQLITE_IOERR), (_, SQLITE_CANTOPEN): .inputOutput
        case (_, SQLITE_NOMEM): .outOfMemory
        case (_, SQLITE_BUSY), (_, SQLITE_LOCKED), (_, SQLITE_PROTOCOL): .busy
        default: .misuse
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// The detail, with SQLite's number if there is one.
    package var description: String { code == SQLITE_OK ? detail : "\(detail) (SQLite \(code))" }
}
