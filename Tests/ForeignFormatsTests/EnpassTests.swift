import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// The files that Enpass writes, and JSON that no known program writes.
@Suite struct EnpassTests {
    static let export = #"""
        {"folders": [{"uuid": "w", "title": "Work", "parent_uuid": ""},
          {"uuid": "s", "title": "Servers", "parent_uuid": "w"}, {"uuid": "h", "title": "Home"}],
         "items": [{"uuid": "1", "title": "A", "template_type": "login.default", "trashed": 0,
          "archived": 1, "category": "login", "createdAt": 1704067200, "note": "n",
          "folders": ["s", "h", "gone"], "fields": [
          {"type": "section", "label": "Access", "value": "", "deleted": 0, "sensitive": 0},
          {"type": "email", "label": "E-mail", "value": "me@a.example", "sensitive": 0},
          {"type": "username", "label": "User", "value": "me", "sensitive": 0},
          {"type": "password", "label": "Password", "value": "pw", "sensitive": 1,
           "history": [{"value": "old", "updated_at": 1}]},
          {"type": "password", "label": "Second", "value": "pw2", "sensitive": 1},
          {"type": "url", "label": "Website", "value": "https://a.example", "sensitive": 0},
          {"type": "totp", "label": "Code", "value": "JBSW", "sensitive": 1},
          {"type": "pin", "label": "PIN", "value": "12", "sensitive": 0},
          {"type": "text", "label": "Answer", "value": "blue", "sensitive": 1},
          {"type": "text", "label": "Shop", "value": "7", "sensitive": 0},
          {"type": "text", "label": "Gone", "value": "8", "sensitive": 0, "deleted": 1}],
          "attachments": [{"name": "a.bin", "kind": "application/octet-stream", "data": "AAEC"}]},
         {"title": "B", "template_type": "note.default", "category": "note", "note": "text"},
         {"title": "C", "template_type": "login.default", "trashed": 1, "note": "bin"},
         {"title": "D", "template_type": "login.default", "fields": [
          {"type": "email", "label": "E-mail", "value": "d@a.example", "sensitive": 0}]}]}
        """#

    @Test func reads() throws {
        let tree = try JSONTree(file: .file(Self.export))
        #expect(EnpassExport.isOne(tree) && !BitwardenExport.isOne(tree))
        let store = try EnpassExport.store(tree)
        #expect(store.entries.map(\.title) == ["A", "B", "D"])
        #expect(store.remarks == ["1 item in the trash left out."])
        let entry = PlainEntry(store.entries[0])
        #expect([entry.account, entry.password, entry.notes] == ["me", "pw", "n"])
        #expect(entry.address == "https://a.example")
        #expect(entry.folder == "Work/Servers" && entry.tags == ["Home"])
        let details = entry.details.map { "\($0.name)=\($0.value)" }
        #expect(details == ["E-mail=me@a.example", "Shop=7", "State=archived"])
        let secrets = entry.secrets.map { "\($0.name)=\($0.value)" }
        #expect(
            secrets == [
                "former password=old", "Second=pw2", "one-time password=JBSW", "PIN=12",
                "Answer=blue", "a.bin=\0\u{1}\u{2}",
            ]
        )
        #expect(store.entries[0].created == 1_704_067_200)
        #expect(store.entries[1].kind == "secure note")
        #expect(store.entries[2].account == "d@a.example")
    }

    static let broken: [(String, String)] = [
        (#"{"items": []}"#, "not an export of Enpass"),
        (
            #"""
            {"folders": [{"uuid": "a", "title": "A", "parent_uuid": "b"},
             {"uuid": "b", "title": "B", "parent_uuid": "a"}],
             "items": [{"title": "X", "template_type": "", "folders": ["a"]}]}
            """#,
            "nested too deeply"
        ),
        (
            #"{"items": [{"title": "X", "template_type": "", "attachments": [{"data": "*"}]}]}"#,
            "not Base64"
        ),
    ]

    @Test(arguments: broken) func refuses(_ text: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) {
            try EnpassExport.store(try JSONTree(file: .file(text)))
        }
        #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
    }

    /// The members of objects are asked for like the columns of a CSV.
    @Test func asksForMembersThatNobodyKnows() throws {
        let tree = try JSONTree(
            file: .file(#"[{"site": "a.example", "who": {"id": "me"}, "key": "pw", "x": true}]"#)
        )
        #expect(!BitwardenExport.isOne(tree) && !EnpassExport.isOne(tree))
        var rules = ReadingRules()
        func refusal() -> FormatProblem? {
            #expect(throws: FormatProblem.self) { try CSVLayout.store(tree, rules) }
        }
        #expect(refusal()?.problem.contains("'key', 'site', 'who id', 'x'") == true)
        rules.columns = [("key", .password), ("site", .title), ("who id", .account)]
        #expect(refusal()?.problem == "the meaning of a column is not known: 'x'")
        rules.columns.append(("x", .secret("x")))
        let entry = PlainEntry(try #require(try CSVLayout.store(tree, rules).entries.first))
        #expect([entry.title, entry.account, entry.password] == ["a.example", "me", "pw"])
        #expect(entry.secrets == [.init(name: "x", value: "true")])
        #expect(entry.details.isEmpty)
    }

    /// A few bytes of names can stand for many fields.
    @Test func limitsMembers() throws {
        func refusal(_ text: String) throws -> String? {
            let tree = try JSONTree(file: .file(text))
            return #expect(throws: FormatProblem.self) {
                try CSVLayout.store(tree, ReadingRules())
            }?.problem
        }
        let ones = [String](repeating: "1", count: 257).joined(separator: ",")
        #expect(try refusal("[{\"a\": [\(ones)]}]") == "the objects have more than 256 members")
        let name = String(repeating: "n", count: 257)
        #expect(try refusal("[{\"\(name)\": 1}]")?.contains("256 bytes") == true)
        let wide = ones.dropLast(4)
        let objects = [String](repeating: "{\"b\": 1}", count: 16_000).joined(separator: ",")
        #expect(
            try refusal("[{\"a\": [\(wide)]},\(objects)]")
                == "the file has more than 4000000 fields"
        )
    }

    @Test(arguments: ["{}", "[]", "[1]", #"{"a": [{"b": 1}], "c": [{"b": 1}]}"#])
    func refusesJSONWithoutAList(_ text: String) throws {
        let tree = try JSONTree(file: .file(text))
        let problem = #expect(throws: FormatProblem.self) {
            try CSVLayout.store(tree, ReadingRules())
        }
        #expect(problem?.problem == "no known program writes such JSON")
    }
}
