import ForeignFormats
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import Transfer

/// This tool's own JSON, and the CSV that other programs read.
@Suite struct KeychainExportTests {
    /// A certificate that openssl made for a test, as an item of an export.
    static let certificate = #"{"class":"certificate","label":"c","pem":"\#(pem)"}"#
    private static let pem = """
        -----BEGIN CERTIFICATE-----\\n\
        MIIBcDCCARWgAwIBAgIUNo9hZaQH7tauNnaCi+YBa318DRMwCgYIKoZIzj0EAwIw\\n\
        DDEKMAgGA1UEAwwBdDAgFw0yNjExMjgwMzEwMDNaGA8yMTI2MTEwNDAzMTAwM1ow\\n\
        DDEKMAgGA1UEAwwBdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJHqnl3ZkJDS\\n\
        7WNfLXTwGOnf3HK+BiXSV62dNgTyPchYn4a04qCWC4Htax4D4AoMrQJGuWzPsBUu\\n\
        m4zwjmlyZrCjUzBRMB0GA1UdDgQWBBTFa0/YB0q6BDvmvOZfpYqKQl0GAjAfBgNV\\n\
        HSMEGDAWgBTFa0/YB0q6BDvmvOZfpYqKQl0GAjAPBgNVHRMBAf8EBTADAQH/MAoG\\n\
        CCqGSM49BAMCA0kAMEYCIQDOfUknwps3nhJMt0rYee09UugLa3aZsHTm7uhNXEYg\\n\
        3AIhAOvm48J7MnGyuwOsqZt4bNomVGGJriaKrCtgYmsUw5hc\\n\
        -----END CERTIFICATE-----\\n
        """

    static func content(
        _ items: String,
        version: String = "1",
        format: String = "keychain-export",
        leavingOut: Bool = false
    ) throws -> ImportContent {
        var rules = ReadingRules()
        rules.leavesOutBad = leavingOut
        let text = #"{"format":"\#(format)","version":\#(version),"items":[\#(items)]}"#
        return try KeychainExport.content(JSONTree(file: SecretBytes(utf8: text)), rules)
    }

    private func item(
        _ attributes: ItemAttributes,
        _ secret: [UInt8]?,
        _ itemClass: ItemClass = .genericPassword
    ) -> BackupItem {
        BackupItem(
            itemClass: itemClass,
            identifier: [UInt8](repeating: 7, count: 16),
            attributes: attributes,
            secret: secret.map { SecretBytes($0) }
        )
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let written = try KeychainExport.file([
            item([.service: .string("s"), .account: .string("me")], Array("p".utf8)),
            item([.server: .string("a.example")], [0xFF, 0x00], .internetPassword),
        ])
        let read = try KeychainExport.content(JSONTree(file: written)).items
        #expect(read.map(\.itemClass) == [.genericPassword, .internetPassword])
        #expect(
            read.map { $0.secret.withUnsafeBytes { Array($0) } } == [
                Array("p".utf8), [0xFF, 0x00],
            ]
        )
        #expect(read[0].attributes[.service] == .string("s"))
        #expect(read[1].attributes[.server] == .string("a.example"))
    }

    /// Neither a whole export nor one that is read part by part is empty without a list.
    @Test(arguments: ["", #","items":{}"#, #","items":"x""#, #","items":{},"items":[]"#])
    func needsAList(_ items: String) throws {
        let text = SecretBytes(utf8: #"{"format":"keychain-export","version":1\#(items)}"#)
        let problem = #expect(throws: FormatProblem.self) {
            try KeychainExport.content(JSONTree(file: text))
        }
        #expect(problem?.problem == "the JSON has no list of items")
        let part = #expect(throws: FormatProblem.self) {
            var reader = try KeychainExport.Reader(TextFile(text), ReadingRules())
            while try reader.next() != nil {}
        }
        #expect(part?.problem == "the JSON has no list of items")
    }

    /// The desktop's index belongs to the keychain from which it was exported.
    @Test func leavesOutTheIndexOfAnotherKeychain() throws {
        let index = #"{"class":"generic","service":"key","group":"org.freedesktop.secrets.index","#
        let content = try Self.content(Self.good + "," + index + #""secret":"k"}"#)
        #expect(content.items.map { $0.attributes[.service] } == [.string("s")])
    }

    private static let good = #"{"class":"generic","service":"s","secret":"p"}"#

    @Test(arguments: [
        (#"{"class":"bank","secret":"p"}"#, "its class is unknown"),
        (#"{"class":"generic","secret-base64":"?"}"#, "its secret-base64 is not Base64"),
        (#"{"class":"generic","service":"s"}"#, "it has no secret"),
        (#"{"class":"generic","Secret":"p"}"#, "it has no secret"),
        (#"{"class":"generic","secret":null}"#, "it has no secret"),
        (#"{"class":"generic","secret":{"a":"p"}}"#, "its secret is not text"),
        (#"{"class":"generic","secret":["p"]}"#, "its secret is not text"),
        (#"{"class":"generic","secret":true}"#, "its secret is not text"),
        (#"{"class":"generic","secret-base64":["cA=="]}"#, "its secret-base64 is not text"),
        (#"{"class":"generic","secret":"p","secret-base64":"cA=="}"#, "it has both"),
        (#"{"class":"internet","port":"many","secret":"p"}"#, "its port is not"),
    ])
    func badItemsAreRefusedOrLeftOut(_ bad: String, _ words: String) throws {
        let problem = #expect(throws: FormatProblem.self) {
            try Self.content(Self.good + "," + bad)
        }
        #expect(problem?.problem.contains(words) == true)
        let content = try Self.content(Self.good + "," + bad, leavingOut: true)
        #expect(content.items.count == 1 && content.omissions.count == 1)
    }

    @Test func otherJSONIsRefused() {
        #expect(throws: FormatProblem.self) { try Self.content(Self.good, version: "2") }
        #expect(throws: FormatProblem.self) { try Self.content(Self.good, format: "other") }
    }

    @Test func attributesOfAnotherClassAreLeftOut() throws {
        let mixed = #"{"class":"generic","service":"s","server":"a","secret":"p"}"#
        let item = try #require(try Self.content(mixed).items.first)
        #expect(item.attributes[.service] == .string("s"))
        #expect(item.attributes[.server] == nil)
    }

    // MARK: CSV

    /// The lines of a CSV after the first.
    private func lines(_ items: [BackupItem]) throws -> [String] {
        let text = try #require(CSVExport(items).file.string())
        return text.split(separator: "\r\n").dropFirst().map(String.init)
    }

    /// A spreadsheet runs what looks like a formula, and a field ends at a quotation mark.
    @Test func fieldsAreTexts() throws {
        let row: ItemAttributes = [
            .service: .string("s"), .account: .string("m\"e"), .label: .string("=1+1"),
            .comment: .string("@x"),
        ]
        #expect(
            try lines([item(row, Array("p\"q".utf8))])
                == [#""'=1+1","","m""e","p""q","'@x","""#]
        )
    }

    /// A quotation mark or a line end beside a combining letter, which is not that character for Swift.
    @Test func fieldsEndWhereReadersSeeIt() throws {
        let row: ItemAttributes = [
            .service: .string("s"), .account: .string("m\"\u{301}e"), .label: .string("\r\n=1+1"),
        ]
        let text = try #require(CSVExport([item(row, Array("p".utf8))]).file.string())
        let expected = "\"'\r\n=1+1\",\"\",\"m\"\"\u{301}e\",\"p\",\"\",\"\"\r\n"
        #expect(text.utf8.suffix(expected.utf8.count).elementsEqual(expected.utf8))
    }

    /// Two logins whose names are equal strings in Swift.
    @Test func aCodeBelongsToOneLogin() throws {
        let items = ["caf\u{e9}", "cafe\u{301}"].flatMap { name in
            [
                item([.service: .string(name), .account: .string("a")], Array("p".utf8)),
                item(
                    [
                        .service: .string(name + ": " + ForeignEntry.oneTimePassword),
                        .account: .string("a"),
                    ],
                    Array("otpauth://totp/x?secret=\(name.utf8.count)".utf8)
                ),
            ]
        }
        let found = try lines(items).map {
            $0.hasSuffix("secret=5\"") || $0.hasSuffix("secret=6\"")
        }
        #expect(found == [true, true])
        #expect(Set(try lines(items).map { $0.suffix(3) }).count == 2)
    }

    @Test func whatACSVCannotHoldIsCounted() {
        let hidden: ItemAttributes = [.service: .string("s"), .isInvisible: .number(1)]
        let export = CSVExport([
            item([.service: .string("a")], [0x61, 0]), item([.service: .string("b")], [0xFF]),
            item(hidden, [0x61]), item([:], [0x61], .certificate),
            item([.service: .string("c")], [0x61]),
        ])
        #expect(export.omitted == 3)
        #expect(export.hidden == 1)
        let lines = export.file.string()?.split(separator: "\r\n").dropFirst() ?? []
        #expect(lines.count == 1)
    }
}
