import Foundation
import Testing

@testable import PortableKeychain

/// Files that are complete before they have a name.
@Suite struct UnnamedDraftTests {
    private static let content = SecretBytes([0x00, 0x0D, 0x0A, 0xFF])

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "draft-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// A file without a name cannot be left by a writer that is killed here.
    @Test func hasNoNameUntilItIsPublished() throws {
        try inFolder { folder in
            let path = "\(folder)/all.json"
            guard let draft = try UnnamedDraft(of: path, { try $0.append(Self.content) }) else {
                return
            }
            #expect(try names(in: folder).isEmpty)
            #expect(draft.publish(as: path) == 0)
            #expect(try names(in: folder) == ["all.json"])
            #expect(draft.publish(as: path) == EEXIST)
        }
    }

    @Test func isWrittenDurablyForItsOwnerAlone() throws {
        try inFolder { folder in
            let path = "\(folder)/all.json"
            // The file that a killed writer left where there are no files without names.
            let leftover = "\(path).0123456789abcdef.new"
            try Data("old".utf8).write(to: URL(filePath: leftover))
            #expect(try PrivateFile.createPlain(path, Self.content))
            #expect(try names(in: folder) == ["all.json"])
            #expect(try PrivateFile.read(path, atMost: 10)?.matches(Self.content) == true)
            #expect(try !PrivateFile.createPlain(path, SecretBytes([1])))
            #expect(try PrivateFile.read(path, atMost: 10)?.matches(Self.content) == true)
            #expect(try names(in: folder) == ["all.json"])
        }
    }

    /// Two names that are equal strings in Swift, and two files for the kernel.
    @Test func leavesTheDraftsOfOtherFiles() {
        let name = "cafe\u{301}.0123456789abcdef.new"
        #expect(PrivateFile.isLeftover(name, of: "cafe\u{301}"))
        #expect(!PrivateFile.isLeftover(name, of: "caf\u{e9}"))
    }

    @Test func saysWhyThereIsNoFile() throws {
        try inFolder { folder in
            let path = "\(folder)/missing/all.json"
            let error = #expect(throws: KeychainError.self) {
                try PrivateFile.createPlain(path, Self.content)
            }
            #expect(error?.reason.contains(path) == true)
        }
    }
}
