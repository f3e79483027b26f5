import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// Files that are read part by part: a part has a quarter of a megabyte.
@Suite struct LongTextTests {
    /// Rows whose quotes, line ends and letters of several bytes are cut by the ends of parts.
    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7]) func tablesComeWithTheirLines(_ shift: Int) throws {
        let head = "name,url\r\n" + String(repeating: "x", count: shift) + ",y\r\n"
        let row = "\"é\"\"\n,\",ß\r\n"
        let count = 30_000
        let file = TextFile(.file(head + String(repeating: row, count: count)))
        let table = try CSVTable(examining: file)
        #expect(table.rows.isEmpty && table.isFilled == [true, true])
        var lines = try CSVLines(table, file)
        var (parts, rows, last) = (0, 0, 0)
        while let part = try lines.next() {
            parts += 1
            for row in part.rows.dropFirst(parts == 1 ? 1 : 0) {
                guard row.fields.map(\.string) == ["é\"\n,", "ß"] else {
                    Issue.record("row \(rows): \(row.fields.map(\.string))")
                    return
                }
                #expect(rows == 0 || row.line == last + 2)
                (rows, last) = (rows + 1, row.line)
            }
        }
        #expect(parts > 1 && rows == count && last == 3 + 2 * (count - 1))
    }

    /// There is no limit on the number of lines, and the last one is named as any other.
    @Test func tablesHaveAnyNumberOfLines() throws {
        let text = "a,b\n" + String(repeating: "1,2\n", count: FormatLimits.entries + 1)
        let file = TextFile(.file(text))
        var lines = try CSVLines(CSVTable(examining: file), file)
        var count = 0
        while let part = try lines.next() { count += part.rows.count }
        #expect(count == FormatLimits.entries + 1)
        for (end, words) in [
            ("\"", "line 200003 is not terminated"), ("\"1\"2", "line 200003 has text after"),
            ("1\u{0}", "zero byte"),
        ] {
            let problem = #expect(throws: FormatProblem.self) {
                try CSVTable(examining: TextFile(.file(text + end)))
            }
            #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
        }
    }

    /// Each line that is none is remembered, to be named.
    @Test func misshapenLinesHaveALimit() throws {
        func table(_ text: String) throws -> CSVTable {
            try CSVTable(examining: TextFile(.file(text)), misshapenAtMost: 2)
        }
        #expect(try table("a,b\n1\n1,2\n\n1,2,3\n").misshapen.count == 2)
        let problem = #expect(throws: FormatProblem.self) {
            try table("a,b\n1\n1,2\n\n1,2,3\n1\n")
        }
        let words = "more than 2 lines have another number of fields"
        #expect(problem?.problem.hasPrefix(words) == true, "\(problem?.problem ?? "")")
    }

    /// An entry is in memory as a whole, which a limit bounds, here of a megabyte or two.
    @Test func anEntryHasALimit() throws {
        let part = String(repeating: "x", count: 600 << 10)
        let cases = [
            ("a,b\n1,2\n\(part),\(part)\n3,4\n", "line 3 begins an entry of more than 1 megabytes"),
            (
                #"{"items":[{"n":1},{"n":"\#(part)","m":"\#(part)"},{"n":3}]}"#,
                "item 2 has more than 1 megabytes"
            ),
        ]
        for (text, words) in cases {
            func read(_ megabytes: Int) throws -> Int {
                let file = TextFile(.file(text), longestEntry: megabytes << 20)
                var count = 0
                if text.hasPrefix("{") {
                    var items = try JSONItems(file, list: "items", keeping: [])
                    while let part = try items.next() { count += part.count }
                } else {
                    var lines = try CSVLines(CSVTable(examining: file), file)
                    while let part = try lines.next() { count += part.rows.count }
                }
                return count
            }
            #expect(try read(2) == 3)
            let problem = #expect(throws: FormatProblem.self) { try read(1) }
            #expect(problem?.problem == words)
        }
        #expect(FormatLimits.file == 64 << 20)
    }

    /// The refusals at the beginning of a table.
    @Test(arguments: [
        (String(repeating: "n", count: 257) + ",b\n1,2\n", "a column has a name of more than 256"),
        (String(repeating: "a,", count: 256) + "b\n", "line 1 has too many fields"),
        ("a\n", "the first line does not contain the columns"), ("", "the file is empty"),
    ])
    func columnsHaveLimits(_ text: String, _ words: String) throws {
        let problem = #expect(throws: FormatProblem.self) {
            try CSVTable(examining: TextFile(.file(text)))
        }
        #expect(problem?.problem.hasPrefix(words) == true, "\(problem?.problem ?? "")")
    }

    @Test func columnsReachTheirLimits() throws {
        let name = String(repeating: "n", count: 256)
        let text = name + String(repeating: ",b", count: 255) + "\n"
        #expect(try CSVTable(examining: TextFile(.file(text))).header.count == 256)
    }

    /// The elements of a list, and the members of its object.
    private static func items(_ text: String) throws -> (count: Int, parts: Int, JSONItems) {
        var items = try JSONItems(TextFile(.file(text)), list: "items", keeping: ["version", "a"])
        var (count, parts) = (0, 0)
        while let part = try items.next() {
            for item in part {
                count += 1
                if item["n"].string != "\(count)" { Issue.record("item \(count)") }
            }
            parts += 1
        }
        return (count, parts, items)
    }

    @Test func listsComeWithTheirMembers() throws {
        let list = (1...20_000).map { #"{"n":\#($0),"t":"é\"]}\\"}"# }.joined(separator: " ,\n")
        let text =
            #" {"a":[1,{"b":"}"}], "items" : [\#(list)], "version":1,"items":[2],"version":2,"c":1 } "#
        let (count, parts, items) = try Self.items(text)
        #expect(count == 20_000 && parts > 1)
        #expect(items.members["version"]?.string == "1")
        #expect(items.members["a"]?.elements.count == 2)
        // There can be any number of others, so they are not kept.
        #expect(items.members.count == 2)
        #expect(try Self.items(#"{"items":[]}"#).count == 0)
        #expect(try Self.items(#"{"items":1,"items":[{"n":1}]}"#).count == 0)
        #expect(try Self.items("{}").count == 0)
    }

    @Test(arguments: [
        "", "[]", "{", "{}x", #"{"items":[1}"#, #"{"items":[,]}"#, #"{"items":[1,]}"#,
        #"{"items":[1 2]}"#, #"{"items":[1]"#, #"{"items":[1],}"#, #"{"items" [1]}"#,
        #"{items:[1]}"#, #"{"items":["]}"#, #"{"items":[tru]}"#, #"{"a":1 "items":[]}"#,
    ])
    func otherJSONIsRefused(_ text: String) throws {
        #expect(throws: FormatProblem.self) {
            var items = try JSONItems(TextFile(.file(text)), list: "items", keeping: [])
            while try items.next() != nil {}
        }
    }
}
