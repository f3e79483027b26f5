import Foundation
import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// The cost of reading a file is in proportion to its size, for any content.
@Suite struct CostTests {
    /// A file that grows, and its reader.
    struct Growth: Sendable, CustomStringConvertible {
        let description: String
        let file: @Sendable (Int) -> String
        let read: @Sendable (SecretBytes) throws -> Int
    }

    private static func bitwarden(_ file: SecretBytes) throws -> Int {
        try BitwardenExport.store(try JSONTree(file: file)).entries.reduce(0) {
            $0 + 1 + $1.secrets.count
        }
    }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: ",")
    }

    static let growths: [Growth] = [
        Growth(
            description: "fields of one name",
            file: {
                #"{"items":[{"fields":[\#(list($0) { _ in #"{"name":"a","value":"1"}"# })]}]}"#
            },
            read: bitwarden
        ),
        Growth(
            description: "fields whose names are each other's numbers",
            file: { count in
                let fields = list(count) {
                    #"{"name":"a\#($0 % 2 == 0 ? "" : " \($0)")","value":"1"}"#
                }
                return #"{"items":[{"fields":[\#(fields)]}]}"#
            },
            read: bitwarden
        ),
        Growth(
            description: "passkeys that are left out",
            file: {
                #"{"items":[{"login":{"fido2Credentials":[\#(list($0) { _ in "{}" })]}}]}"#
            },
            read: { try BitwardenExport.store(try JSONTree(file: $0)).omissions.count }
        ),
        Growth(
            description: "collections of one item",
            file: { count in
                let links = list(count) { #"{"title":"\#($0)","items":[{"item":"a"}]}"# }
                return #"{"version":1,"accounts":[{"collections":[\#(links)],"items":[{"id":"a","#
                    + #""credentials":[]}]}]}"#
            },
            read: { try CredentialExchange.store(try JSONTree(file: $0)).entries[0].tags.count }
        ),
        Growth(
            description: "nested lists",
            file: { count in
                let (open, close) = (
                    String(repeating: "[", count: 60), String(repeating: "]", count: 60)
                )
                return #"{"items":[{"z":\#(open)\#(list(count) { _ in "1" })\#(close)}]}"#
            },
            read: bitwarden
        ),
        Growth(
            description: "nested objects",
            file: { count in
                list(count) { _ in #"{"a":{"b":{"c":{"d":1}}}}"# }.asItems
            },
            read: bitwarden
        ),
        Growth(
            description: "members of one object",
            file: { #"{"items":[{\#(list($0) { "\"m\($0)\":1" })}]}"# },
            read: bitwarden
        ),
        Growth(
            description: "rows",
            file: {
                "name,url,username,password\n"
                    + list($0) { _ in "a,b,c,d\n" }
                    .replacing("\n,", with: "\n")
            },
            read: { file in
                let table = try CSVTable(file)
                return try CSVLayout.of(table, named: nil).store(table)
                    .entries.count
            }
        ),
        Growth(
            description: "elements",
            file: { count in
                let strings = (0..<count).map {
                    "<String><Key>k\($0)</Key><Value>v</Value></String>"
                }
                return """
                    <KeePassFile><Root><Group><Entry>\(strings.joined())</Entry></Group></Root>\
                    </KeePassFile>
                    """
            },
            read: { try KeePassExport.store($0).entries.reduce(0) { $0 + $1.details.count } }
        ),
        Growth(
            description: "lines of pass",
            file: { String(repeating: "otpauth://x\nuser: a\n", count: $0) },
            read: { try PassEntry.entry("a", $0).secrets.count }
        ),
        Growth(
            description: "texts of the Secret Service",
            file: { "({" + list($0) { "'k\($0)': 'v\\n'" } + "},)" },
            read: { SecretServiceText.dictionary(SecretText.copy($0) ?? "").count }
        ),
        Growth(
            description: "documents of a PEM file",
            file: { String(repeating: "-----BEGIN X-----\n\n-----END X-----\n", count: $0) },
            read: { $0.withUnsafeBytes { PEMDocuments.ranges(in: $0).count } }
        ),
    ]

    /// Eight times the file takes about eight times the work; a square would be 64 times.
    @Test(arguments: growths) func growsWithTheFile(_ growth: Growth) throws {
        let (small, large) = (300, 2400)
        let files = (SecretBytes.file(growth.file(small)), SecretBytes.file(growth.file(large)))
        #expect(try growth.read(files.1) > 7 * growth.read(files.0))
        // Other work of the machine can only add to the cost, so the least counts.
        var ratio = Double.infinity
        for _ in 0..<5 where ratio >= 24 {
            let costs = (
                try Self.work { _ = try growth.read(files.0) },
                try Self.work { _ = try growth.read(files.1) }
            )
            ratio = min(ratio, costs.1 / costs.0)
        }
        #expect(ratio < 24)
    }

    /// The processor time of this thread, which others do not add to.
    private static func work(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        try body()
        return now() - start
    }

    /// Texts that are in a file once, but in many values of it, are limited.
    @Test func limitsWhatIsRepeated() throws {
        let long = String(repeating: "n", count: FormatLimits.path + 1)
        let cases: [(file: String, words: String, read: (SecretBytes) throws -> Void)] = [
            (
                #"{"items":[{"\#(long)":[1,2]}]}"#, "names of nested values",
                { _ = try Self.bitwarden($0) }
            ),
            (
                "name,url,username,password,\(long)\na,b,c,d,e\n", "name of more than",
                { _ = try CSVTable($0) }
            ),
            (
                """
                <KeePassFile><Root><Group><Group><Name>\(long)</Name></Group></Group></Root>\
                </KeePassFile>
                """, "names of folders", { _ = try KeePassExport.store($0) }
            ),
        ]
        for (file, words, read) in cases {
            let problem = #expect(throws: FormatProblem.self) { try read(.file(file)) }
            #expect(problem?.problem.contains(words) == true, "\(words)")
        }
    }

    /// Half a million elements would take more memory than the file.
    @Test func limitsElements() throws {
        func document(_ count: Int) -> SecretBytes {
            .file("<a>" + String(repeating: "<b/>", count: count - 1) + "</a>")
        }
        #expect(try XMLTree(document: document(100), atMost: 100).children.count == 99)
        let attributes = (0..<100).map { " a\($0)=''" }.joined()
        for file in [document(101), .file("<a\(attributes)/>")] {
            let problem = #expect(throws: FormatProblem.self) {
                try XMLTree(document: file, atMost: 100)
            }
            #expect(problem?.problem.contains("elements") == true)
        }
    }

    /// The history of KeePass is checked and counted, and nothing of it is kept.
    @Test func outlinesWhatIsOnlyCounted() throws {
        let text = "<a>\n<h x='1'><e><k>1</k></e> t <e/></h><k> 2 </k></a>"
        let tree = try XMLTree(document: .file(text), outlining: "h")
        #expect(tree.string == "")
        #expect(tree["h"]?.children.map(\.name) == ["e", "e"])
        #expect(tree["h"]?.children.allSatisfy { $0.children.isEmpty } == true)
        #expect(tree["k"]?.string == " 2 ")
        #expect(throws: FormatProblem.self) {
            try XMLTree(document: .file("<a><h><e><k></e></h></a>"), outlining: "h")
        }
    }

    /// An import has at most 200,000 items, however they are spread.
    @Test func limitsItems() throws {
        var store = ForeignStore()
        var entry = ForeignEntry(title: "A")
        for number in 0..<999 { entry.addSecret("\(number)", .file("s")) }
        for _ in 0..<FormatLimits.entries / 1000 { try store.append(entry) }
        #expect(throws: FormatProblem.self) { try store.append(ForeignEntry()) }
    }
}

extension String {
    /// The elements of a list as the items of Bitwarden's export.
    fileprivate var asItems: String { #"{"items":[\#(self)]}"# }
}
