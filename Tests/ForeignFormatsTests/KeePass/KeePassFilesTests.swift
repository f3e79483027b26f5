import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// Attached files, in XML and behind the inner header.
@Suite struct KeePassFilesTests {
    /// The secrets of an entry with files.
    private static func secrets(
        _ values: String...,
        binaries: String = ""
    ) throws -> (ForeignStore, [String]) {
        let elements = values.enumerated().map { index, value in
            "<Binary><Key>f\(index)</Key>\(value)</Binary>"
        }
        let store = try KeePassExport.store(
            .file(
                "<KeePassFile><Meta><Binaries>\(binaries)</Binaries></Meta><Root><Group><Entry>"
                    + elements.joined() + "</Entry></Group></Root></KeePassFile>"
            )
        )
        return (store, store.entries.flatMap { PlainEntry($0).secrets.map(\.value) })
    }

    /// "packed", as gzip writes it.
    private static let packed = "H4sIAAAAAAAC/ytITM5OTQEAELT2IQYAAAA="

    @Test func readsFilesInXML() throws {
        let (store, found) = try Self.secrets(
            #"<Value Ref="1"/>"#,
            #"<Value Ref="0"/>"#,
            "<Value>aGVyZQ==</Value>",
            #"<Value Ref="7"/>"#,
            binaries: #"<Binary ID="0">cGxhaW4=</Binary>"#
                + #"<Binary ID="1" Compressed="True">\#(Self.packed)</Binary>"#
        )
        #expect(found == ["packed", "plain", "here"])
        #expect(store.entries[0].secrets.allSatisfy { $0.kind == ForeignEntry.attachedFile })
        #expect(
            store.remarks == [
                "1 attached file is not in the file and not imported: save them in KeePass."
            ]
        )
    }

    @Test func readsFilesOfDatabases() throws {
        let document = """
            <KeePassFile><Root><Group><Entry><Binary><Key>a</Key><Value Ref="1"/></Binary>\
            </Entry></Group></Root></KeePassFile>
            """
        let header = KDBXFile.inner([
            (1, [3, 0, 0, 0]), (2, [UInt8](repeating: 2, count: 64)), (3, [0, 65]),
            (3, [1, 66, 67]),
            (0, []),
        ])
        let content = SecretBytes(header + Array(document.utf8))
        let store = try KeePassDatabase.store(content: content)
        #expect(PlainEntry(store.entries[0]).secrets == [.init(name: "a", value: "BC")])
    }

    @Test func refusesAFileWithoutItsFlags() {
        let header = KDBXFile.inner([(3, [])])
        #expect(throws: FormatProblem.self) {
            try KeePassDatabase.store(content: SecretBytes(header))
        }
    }

    @Test(arguments: [
        ("*", "", "not Base64"), ("AAAA", #"Compressed="True""#, "compressed content"),
        // The length at its end is another one.
        ("H4sIAAAAAAAC/ytITM5OTQEAELT2IQcAAAA=", #"Compressed="True""#, "compressed content"),
    ])
    func refusesDamage(_ text: String, _ attribute: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) {
            try Self.secrets(
                #"<Value Ref="0"/>"#,
                binaries: #"<Binary ID="0" \#(attribute)>\#(text)</Binary>"#
            )
        }
        #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
    }

    /// A few bytes could become many, and each entry could have them.
    @Test func limitsFiles() throws {
        let reference = #"<Value Ref="0"/>"#
        for (size, count) in [(FormatLimits.attachment, 4), (FormatLimits.attachment + 1, 0)] {
            let files = (0..<5).map { "<Binary><Key>f\($0)</Key>\(reference)</Binary>" }
            let document =
                "<KeePassFile><Root><Group><Entry>\(files.joined())</Entry></Group></Root>"
                + "</KeePassFile>"
            let header = KDBXFile.inner([
                (1, [3, 0, 0, 0]), (2, [UInt8](repeating: 2, count: 64)),
                (3, [UInt8](repeating: 0, count: 1 + size)), (0, []),
            ])
            let store = try KeePassDatabase.store(
                content: SecretBytes(header + Array(document.utf8))
            )
            #expect(store.entries[0].secrets.count == count)
            let left = 5 - count
            #expect(store.remarks.first?.hasPrefix("\(left) attached file") == true)
            #expect(store.remarks.first?.contains("too large") == true)
        }
        // Its end says that it has 64 megabytes.
        let bomb = "H4sIAAAAAAAC/ytITM5OTQEAELT2IQAAAAQ="
        let (other, found) = try Self.secrets(
            reference,
            binaries: #"<Binary ID="0" Compressed="True">\#(bomb)</Binary>"#
        )
        #expect(found.isEmpty)
        #expect(other.remarks.first?.hasPrefix("1 attached file is too large") == true)
    }
}
