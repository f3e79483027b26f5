import Foundation
import ProofSupport

/// Records the changes of a program to the disk, and replays those that a power cut may leave.
///
/// The manner is that of ALICE (Pillai and others, OSDI 2014): between two synchronizations, a disk
/// may have done any part of its work, sector by sector and name by name.
struct PowerCut {
    /// The folder that the program changes.
    let folder: String
    /// The file, elsewhere, in which it reports its work.
    let journal: String
    /// The number of states that are tried at each moment.
    let limit: Int

    /// The check that is made once a state of the disk is in place.
    typealias Check = (_ marks: [String]) throws -> [String]

    struct Outcome {
        var moments = 0
        var states = 0
        var complaints: [String] = []
        var marks: [String] = []
    }

    struct NotRecorded: Error {}

    /// strace(1), if it is installed and may trace.
    static let tracer: String? = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
        guard FileManager.default.isExecutableFile(atPath: $0) else { return false }
        let child = try? Child([$0, "-f", "-qq", "-o", "/dev/null", "/bin/true"])
        return child?.wait() == 0
    }

    /// The calls that change a file system, whether they exist on this machine or not.
    private static let calls = [
        "open", "openat", "creat", "close", "dup", "dup2", "dup3", "write", "writev", "pwrite64",
        "pwritev", "pwritev2", "sendfile", "copy_file_range", "splice", "fallocate", "ftruncate",
        "truncate", "fsync", "fdatasync", "mkdir", "mkdirat", "rename", "renameat", "renameat2",
        "link", "linkat", "unlink", "unlinkat", "rmdir", "symlink", "symlinkat",
    ].map { "?" + $0 }.joined(separator: ",")

    /// Runs the helper program under the tracer.
    ///
    /// - Parameters:
    ///   - words: The task of the helper, and what follows it.
    ///   - calls: The calls to record, in the words of the tracer.
    /// - Returns: The calls in their order.
    /// - Throws: ``NotRecorded`` without a tracer, and if the helper failed.
    func record(_ words: [String], calls: String = Self.calls) throws -> [SystemCall] {
        guard let tracer = Self.tracer else { throw NotRecorded() }
        let record = journal + ".calls"
        let child = try Child(
            [tracer, "-f", "-qq", "-xx", "-s", "100000000", "-e", "trace=" + calls]
                + ["-o", record, Child.program] + words
        )
        guard child.wait() == 0 else { throw NotRecorded() }
        return try SystemCall.read(String(contentsOfFile: record, encoding: .utf8))
    }

    /// Puts each state into the folder that a power cut may leave, and lets it be checked.
    ///
    /// States are taken just before each synchronization and each mark: what can be lost earlier can
    /// be lost then as well.
    func replay(
        _ calls: [SystemCall],
        on tree: DiskTree,
        seed: UInt64,
        _ check: Check
    ) throws -> Outcome {
        var disk = RecordedDisk(tree, root: folder, journal: journal)
        var random = SeededRandom(seed: seed)
        var outcome = Outcome()
        var known: Set<Int> = []
        func visit() throws {
            outcome.moments += 1
            for kept in Losses.choices(disk.unsynced, limit: limit, &random) {
                var state = disk.durable
                for (change, isKept) in zip(disk.unsynced, kept) where isKept {
                    state.apply(change)
                }
                guard known.insert(state.fingerprint ^ disk.marks.hashValue).inserted else {
                    continue
                }
                outcome.states += 1
                try state.write(folder)
                let complaints = try check(disk.marks)
                guard !complaints.isEmpty else { continue }
                let lost = zip(disk.unsynced, kept).filter { !$1 }.map { describe($0.0) }
                let place =
                    "after \(disk.marks.suffix(2)), lost \(lost.prefix(12)) of \(kept.count)"
                outcome.complaints += complaints.map { "\($0) (\(place))" }
            }
        }
        for call in calls {
            if disk.decides(call) { try visit() }
            try disk.apply(call)
        }
        try visit()
        outcome.marks = disk.marks
        return outcome
    }

    private func describe(_ change: DiskTree.Change) -> String {
        switch change {
        case .put(_, let name, _): "+\(name)"
        case .take(_, let name, _): "-\(name)"
        case .move(_, let from, let to, _): "\(from)→\(to)"
        case .write(let file, let start, _): "\(file % 1000)@\(start)"
        case .grow(let file, let size): "\(file % 1000)<\(size)"
        case .cut(let file, let size): "\(file % 1000)>\(size)"
        }
    }
}
