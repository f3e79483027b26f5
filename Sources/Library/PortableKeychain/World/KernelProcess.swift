internal import CKeychainPlatform
internal import KeychainLibC

/// The kernel's words about a process: its program, its parent and its start.
package struct KernelProcess {
    /// The number of the parent.
    package let parent: Int32
    /// The start in the kernel's ticks: distinguishes it from a later process with the same number.
    package let start: UInt64
    /// The state, of which `Z` and `X` are those of a process that has ended.
    package let state: Substring

    /// Asks the kernel; `nil` if there is no such process.
    package init?(_ process: Int32) {
        guard let bytes = Self.bytes("/proc/\(process)/stat", atMost: 1024) else { return nil }
        self.init(line: bytes)
    }

    /// Reads the line of proc_pid_stat(5), in which the second field is a name that may contain anything.
    package init?(line: ArraySlice<UInt8>) {
        guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = String(decoding: line[(end + 1)...], as: UTF8.self).split(separator: " ")
        // The third field, the state, is the first word; the start is the 22nd field.
        guard words.count >= 20, let parent = Int32(words[1]), let start = UInt64(words[19]) else {
            return nil
        }
        (self.parent, self.start, state) = (parent, start, words[0])
    }

    /// The program of a process, for people: its path, or the name that it gives itself, which proves nothing.
    package static func program(_ process: Int32) -> String {
        var text = [CChar](repeating: 0, count: 4096)
        pk_process_program(process, &text, text.count)
        let shown = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        guard let first = shown.first else { return "a program without a name" }
        let name = String(decoding: shown, as: UTF8.self)
        return first == UInt8(ascii: "/") ? name : "a program that calls itself \(name)"
    }

    /// The parents of a process, the nearest first, without the first process of the system.
    package static func ancestors(of process: Int32) -> [Int32] {
        var (found, next): ([Int32], Int32?) = ([], KernelProcess(process)?.parent)
        while let parent = next, parent > 1, found.count < mostAncestors {
            found.append(parent)
            next = KernelProcess(parent)?.parent
        }
        return found
    }

    private static let mostAncestors = 8

    /// The beginning of a file that the kernel makes; `nil` for an empty one, and for none.
    package static func bytes(_ path: String, atMost most: Int) -> ArraySlice<UInt8>? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: most)
        let count = room.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return count > 0 ? room[..<count] : nil
    }
}
