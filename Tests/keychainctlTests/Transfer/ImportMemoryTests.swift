import Foundation
import TestRounds
import Testing

/// The memory of an import, which reads its file part by part, and keeps little of each item.
@Suite(.thorough) struct ImportMemoryTests {
    private static let (few, many) = (1000, 8000)
    /// The most items that `undo` takes back.
    private static let undone = 20_000

    /// The two forms that can have any size.
    enum Form: CaseIterable {
        case table
        case export

        /// A file of logins with notes, so that a part of it has few of them.
        func text(_ count: Int) -> String {
            let notes = String(repeating: "n", count: 250)
            switch self {
            case .table:
                return "name,url,username,password,note\n"
                    + (1...count).map { "A\($0),https://a.example,me\($0),pw\($0),\(notes)\n" }
                    .joined()
            case .export:
                let items = (1...count).map {
                    #"{"class":"internet","server":"a.example","account":"me\#($0)","#
                        + #""comment":"\#(notes)","secret":"pw\#($0)"}"#
                }
                return #"{"format":"keychain-export","version":1,"items":["#
                    + items.joined(separator: ",") + "]}"
            }
        }
    }

    /// The most memory of the program, in bytes, as the kernel counts it until a moment before the end.
    private static func peak(_ tool: Tool, _ arguments: [String]) throws -> Int {
        let process = try tool.startAside(arguments)
        var most = 0
        // A program that has ended has no memory, until it is waited for.
        while let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        {
            most = Int(line.split(separator: " ").dropFirst().first ?? "") ?? most
            usleep(2000)
        }
        #expect(Tool.wait(process) == 0)
        return most << 10
    }

    private static func peak(
        _ form: Form,
        _ count: Int,
        before: Bool,
        _ body: (Tool) throws -> Void = { _ in }
    ) throws -> Int {
        try Tool.inFolder { tool in
            if before { #expect(try tool.run(["set", "--service", "s"], input: "x").status == 0) }
            try form.text(count)
                .write(toFile: tool.folder + "/all", atomically: false, encoding: .utf8)
            let peak = try peak(tool, ["import", "all", "--yes"])
            try body(tool)
            return peak
        }
    }

    /// The memory for each item, beside what an import of few needs.
    private static func slope(_ form: Form, before: Bool) throws -> Int {
        let less = try peak(form, few, before: before)
        let more = try peak(form, many, before: before) { tool in
            // All were stored.
            let lines = try tool.runInShell("\"$TOOL\" list | wc -l").text.split(separator: "\n")
            #expect(lines.first.flatMap { Int($0) } == many + (before ? 1 : 0))
        }
        print("\(form), \(few) and \(many) items, \(before): \(less >> 20) and \(more >> 20) MiB")
        try #require(less > 0)
        return max(more - less, 0) / (many - few)
    }

    /// Pages of the file, up to 32 MB, and the notes of `undo` are in memory, and no items.
    ///
    /// They took 1.1 KB for each item in a debug build, where an item that is kept takes 3.7 KB.
    @Test(arguments: Form.allCases) func staysSmallForANewKeychain(_ form: Form) throws {
        #expect(try Self.slope(form, before: false) < 2000)
    }

    /// The same, although the keychain has a history from which `undo` takes back each item.
    @Test func isThatOfThePagesForOneThatIsThere() throws {
        #expect(try Self.slope(.table, before: true) < 3000)
    }

    /// A larger number of items is not noted for `undo`, which says so.
    @Test func aLargerNumberIsNotTakenBack() throws {
        try Tool.inFolder { tool in
            try Form.table.text(Self.undone + 1)
                .write(toFile: tool.folder + "/all.csv", atomically: false, encoding: .utf8)
            #expect(try tool.run(["import", "all.csv", "--yes"]).status == 0)
            let undo = try tool.run(["undo", "--yes"])
            #expect(undo.status != 0, "\(undo.text) \(undo.complaints)")
            #expect(
                try tool.runInShell("\"$TOOL\" list | wc -l").text.hasPrefix("\(Self.undone + 1)")
            )
        }
    }
}
