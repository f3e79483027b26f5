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

    /// The elements of a list, and the members of its object.
    private static func items(_ text: String) throws -> (count: Int, parts: Int, JSONItems) {
        var items = try JSONItems(TextFile(.file(text)), list: "items")
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
        let text = #" {"a":[1,{"b":"}"}], "items" : [\#(list)], "version":1,"items":[2] } "#
        let (count, parts, items) = try Self.items(text)
        #expect(count == 20_000 && parts > 1)
        #expect(items.members["version"]?.string == "1")
        #expect(items.members["a"]?.elements.count == 2)
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
            var items = try JSONItems(TextFile(.file(text)), list: "items")
            while try items.next() != nil {}
        }
    }
}
