import FaultDisk
import Foundation
import ProofSupport
import SealedStore
import Testing

@testable import PortableKeychain

/// A log that does not belong to the file beside it is refused, and nothing is changed
/// (vault-format.md §14: M61).
@Suite struct LogTests {
    private let bench: Bench

    init() throws {
        bench = try Bench(remembers: false)
    }

    /// A file, and a log of later changes.
    private struct Files {
        let file: [UInt8]
        let log: [UInt8]

        init(file: [UInt8], log: [UInt8]) { (self.file, self.log) = (file, log) }

        init(_ bench: Bench) throws {
            self.init(file: try bench.bytes(), log: try bench.bytes("-wal"))
        }
    }

    /// Makes a keychain at the bench's place with some items in the file and some in the log; with
    /// the files as they were at two times.
    private func make() throws -> (monday: Files, tuesday: Files, later: Files) {
        _ = try? Keychain.remove(.standard, configuration: bench.configuration)
        let keychain = try bench.create()
        for number in 1...3 { try keychain.add(ProofItem(number, version: 1)) }
        let monday = try Files(bench)
        for number in 4...6 { try keychain.add(ProofItem(number, version: 1)) }
        // Empties the log.
        try keychain.delete(number: 1)
        try keychain.add(ProofItem(7, version: 1))
        let tuesday = try Files(bench)
        try keychain.delete(number: 2)
        try keychain.add(ProofItem(8, version: 1))
        let later = try Files(bench)
        return (monday, tuesday, later)
    }

    private func put(_ file: [UInt8], _ log: [UInt8]) throws {
        try bench.write(file)
        try bench.write(log, "-wal")
    }

    @Test func opensWhatBelongsTogether() throws {
        let (monday, tuesday, later) = try make()
        for (files, count) in [(monday, 3), (tuesday, 6), (later, 6)] {
            try put(files.file, files.log)
            let keychain = try bench.open()
            #expect(try keychain.versions().count == count)
            try keychain.add(ProofItem(20, version: 1))
            #expect(try keychain.verify().problems == [])
        }
    }

    @Test func refusesTheFilesOfTwoKeychains() throws {
        let (_, ours, _) = try make()
        let (_, others, _) = try make()
        for (file, log) in [(ours.file, others.log), (others.file, ours.log)] {
            try put(file, log)
            #expect(code { try bench.open() } == .corrupt)
            #expect(try bench.bytes() == file && bench.bytes("-wal") == log)
        }
    }

    @Test func refusesAnOlderLog() throws {
        let (monday, tuesday, later) = try make()
        for (file, log) in [(tuesday.file, monday.log), (later.file, tuesday.log)] {
            try put(file, log)
            #expect(code { try bench.open() } == .corrupt)
            #expect(try bench.bytes() == file && bench.bytes("-wal") == log)
        }
    }

    /// A copy of the file was changed for itself, and its log is then beside the file, which has
    /// changes that the copy never had: SQLite would put the log's pages in their place.
    @Test(arguments: 1...2, 1...4)
    func refusesTheLogOfAnotherCopy(changes: Int, inCopy: Int) throws {
        let copy = try {
            let keychain = try bench.create()
            for number in 1...3 { try keychain.add(ProofItem(number, version: 1)) }
            try keychain.delete(number: 1)
            return try bench.bytes()
        }()
        func change(_ file: [UInt8], _ numbers: ClosedRange<Int>) throws -> Files {
            try put(file, [])
            let keychain = try bench.open()
            for number in numbers { try keychain.add(ProofItem(number, version: 1)) }
            return try Files(bench)
        }
        _ = try change(copy, 10...9 + changes)
        // The process has ended, and moved its log into the file.
        let present = try bench.bytes()
        let other = try change(copy, 20...19 + inCopy).log
        try put(present, other)
        #expect(code { try bench.open() } == .corrupt)
        #expect(try bench.bytes() == present && bench.bytes("-wal") == other)
        // As the message says: the file without the log that is not its own.
        try put(present, [])
        #expect(try bench.open().versions().count == 2 + changes)
    }

    /// A keychain of five items, with a part of the log in the file already, as when a reader needs the rest.
    private func part() throws -> Files {
        let (early, late) = try {
            let keychain = try bench.create()
            try keychain.add(ProofItem(1, version: 1))
            // Empties the log.
            try keychain.delete(number: 1)
            for number in 2...3 { try keychain.add(ProofItem(number, version: 1)) }
            let early = try Files(bench)
            for number in 4...6 { try keychain.add(ProofItem(number, version: 1)) }
            return (early, try Files(bench))
        }()
        let isContinued = early.file == late.file && late.log.starts(with: early.log)
        #expect(isContinued)
        try put(early.file, early.log)
        try bench.run("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try bench.bytes()
        let isChanged = file != late.file
        #expect(isChanged)
        return Files(file: file, log: late.log)
    }

    /// A keychain of four items, whose log ends with new keys, with a part of the log in the file.
    private func rotated() throws -> Files {
        let keychain = try bench.create()
        for number in 1...2 { try keychain.add(ProofItem(number, version: 1)) }
        // Keeps the log from being emptied.
        return try SealedStore.open(bench.path).read { snapshot in
            _ = try snapshot.rowCount()
            for number in 3...4 { try keychain.add(ProofItem(number, version: 1)) }
            try keychain.access.rotate()
            return try Files(bench)
        }
    }

    @Test func opensAFileThatHasAPartOfItsLog() throws {
        let files = try part()
        try put(files.file, files.log)
        let keychain = try bench.open()
        #expect(try keychain.versions().count == 5)
        try keychain.add(ProofItem(20, version: 1))
        #expect(try keychain.verify().problems == [])
    }

    /// The last transaction is in the log, and its writer waits for the disk before others can see it.
    @Test(arguments: [false, true]) func opensWhileTheDiskIsAwaited(forRotation: Bool) throws {
        let files = try forRotation ? rotated() : part()
        let begin = LogLines.lastTransaction(of: files.log)
        try put(files.file, Array(files.log[..<begin]))
        // Keeps the index of the log, which does not name what comes now.
        let writer = try bench.open()
        #expect(try writer.versions().count == 4)
        // At the end of the same file, which others have open.
        let log = try #require(FileHandle(forWritingAtPath: bench.path + "-wal"))
        try log.seekToEnd()
        try log.write(contentsOf: files.log[begin...])
        try log.close()
        #expect(try bench.open().versions().count == 4)
    }

    /// A log that could not be compared, because the disk failed, is not taken for that of another copy.
    @Test func accusesNoLogWithoutAComparison() throws {
        let files = try part()
        let disk = try FaultDisk()
        var errors = 0
        for step in 1...200 {
            try put(files.file, files.log)
            disk.plan(.inputOutput, step: step, seed: 1)
            let error = code { try bench.open(on: disk) }
            guard disk.hasFailed else { break }
            disk.heal()
            if error != nil { errors += 1 }
            #expect(error != .corrupt, "step \(step)")
        }
        #expect(errors > 0)
    }

    /// The place in a log of SQLite at which its last transaction begins.
    private enum LogLines {
        static func lastTransaction(of log: [UInt8]) -> Int {
            let (header, frame) = (32, 24 + 4096)
            // A frame that ends a transaction says how many pages the file has then.
            let ends = stride(from: header, to: log.count, by: frame).filter { start in
                log[start + 4..<start + 8].contains { $0 != 0 }
            }
            return ends.count > 1 ? ends[ends.count - 2] + frame : header
        }
    }

    /// Another process moves its log into the file, while this one compares the two: they are of one keychain.
    @Test(arguments: 1...12) func opensWhileTheLogIsMoved(beforeOpening number: Int) throws {
        let files = try part()
        try put(files.file, files.log)
        let writer = try bench.open()
        let disk = try FaultDisk()
        let opening = Opening(number, of: disk) { try? writer.delete(number: 2) }
        let keychain = try bench.open(on: disk)
        #expect(try keychain.versions().count == (opening.isOver ? 4 : 5))
        #expect(try keychain.verify().problems == [])
    }

    /// Does something before the file of some number is opened on a disk.
    private final class Opening: @unchecked Sendable {
        // Sendable: the disk calls it in the thread that opens files.
        private var rest: Int
        private let body: () -> Void
        var isOver: Bool { rest == 0 }

        init(_ number: Int, of disk: FaultDisk, _ body: @escaping () -> Void) {
            rest = number
            self.body = body
            wait(for: disk)
        }

        private func wait(for disk: FaultDisk) {
            disk.beforeNextOpen { [self] in
                rest -= 1
                guard isOver else { return wait(for: disk) }
                body()
            }
        }
    }

    /// Between the file and the log, changes are missing: nothing is added to that.
    @Test func refusesToChangeWhatHasAGap() throws {
        // Enough items for many pages, of which the last change writes only a few.
        let (file, log) = try {
            let keychain = try bench.create()
            for number in 1...3 { try keychain.add(ProofItem(number, version: 1)) }
            try keychain.delete(number: 1)
            let file = try bench.bytes()
            for number in 10...120 { try keychain.add(ProofItem(number, version: 1)) }
            try keychain.delete(number: 2)
            try keychain.add(ProofItem(201, version: 1))
            return (file, try bench.bytes("-wal"))
        }()
        try put(file, log)
        do {
            let keychain = try bench.open()
            #expect(code { try keychain.add(ProofItem(20, version: 1)) } == .corrupt)
            #expect(try keychain.verify().problems != [])
        } catch let error as KeychainError {
            #expect(error.code == .corrupt)
        }
        #expect(try bench.bytes() == file && bench.bytes("-wal") == log)
    }

    /// A verification reports data that could not be erased, and the next one erases them.
    @Test func saysWhatIsStillInTheLog() throws {
        let keychain = try bench.create()
        for number in 1...2 { try keychain.add(ProofItem(number, version: 1)) }
        try SealedStore.open(bench.path).read { snapshot in
            _ = try snapshot.rowCount()
            try keychain.delete(number: 1)
            #expect(try keychain.verify().leavesRemains)
        }
        #expect(try !keychain.verify().leavesRemains)
        #expect(try bench.bytes("-wal").isEmpty)
    }

    /// The file that was opened is gone, and answers about it would be about another keychain.
    @Test func noticesAnotherKeychainInItsPlace() throws {
        let old = try bench.create()
        try old.add(ProofItem(1, version: 1))
        try Keychain.remove(.standard, configuration: bench.configuration)
        #expect(code { try old.versions() } == .noSuchKeychain)
        let new = try bench.create()
        #expect(code { try old.versions() } == .noSuchKeychain)
        #expect(code { try old.add(ProofItem(2, version: 1)) } == .noSuchKeychain)
        #expect(code { try old.hasPasscode } == .noSuchKeychain)
        #expect(try new.versions() == [:])
    }
}
