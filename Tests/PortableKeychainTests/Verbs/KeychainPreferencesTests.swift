import Foundation
import Testing

@testable import PortableKeychain

/// The user's choices about keychains, in a file beside them.
@Suite struct KeychainPreferencesTests {
    @Test func keepsWhatWasChosen() throws {
        let folder = OpeningTests.Folder()
        var preferences = try KeychainPreferences(folder.configuration)
        #expect(preferences.searchList == nil)
        #expect(preferences.timeout(of: "/a") == nil)
        preferences.setSearchList(["/a", "/b\tc", "/a"])
        preferences.setTimeout(60, of: "/b\tc")
        preferences.setTimeout(1, of: "/d")
        preferences.setTimeout(nil, of: "/d")
        try preferences.save()
        var again = try KeychainPreferences(folder.configuration)
        #expect(again.searchList == ["/a", "/b\tc"])
        #expect(again.timeout(of: "/b\tc") == 60)
        #expect(again.timeout(of: "/d") == nil)
        let forgets = [again.forget("/b\tc"), again.forget("/b\tc")]
        #expect(forgets == [true, false])
        again.setSearchList([])
        try again.save()
        // A list without keychains is a choice too.
        #expect(try KeychainPreferences(folder.configuration).searchList == [])
    }

    /// A path is bytes: it can end in a carriage return, or differ from another one in its Unicode form alone.
    @Test func keepsOtherPathsAsTheyAre() throws {
        let folder = OpeningTests.Folder()
        var preferences = try KeychainPreferences(folder.configuration)
        let paths = ["/a\r", "/b", "/caf\u{e9}", "/cafe\u{301}"]
        preferences.setSearchList(paths)
        try preferences.save()
        let found = try KeychainPreferences(folder.configuration).searchList ?? []
        #expect(found.map { Array($0.utf8) } == paths.map { Array($0.utf8) })
        for (path, seconds) in zip(paths, [1, 2, 3, 4] as [UInt32]) {
            preferences.setTimeout(seconds, of: path)
        }
        try preferences.save()
        var again = try KeychainPreferences(folder.configuration)
        #expect(paths.map { again.timeout(of: $0) } == [1, 2, 3, 4])
        let forgets = [again.forget(paths[3]), again.forget(paths[3])]
        #expect(forgets == [true, false])
        #expect(paths.map { again.timeout(of: $0) } == [1, 2, 3, nil])
        #expect(again.searchList?.map { $0.utf8.count } == [3, 2, 6])
        preferences.setSearchList(["/a\r\nsearch"])
        #expect(throws: KeychainError(.invalidParameter)) { try preferences.save() }
    }

    @Test func keepsSettings() throws {
        let folder = OpeningTests.Folder()
        var preferences = try KeychainPreferences(folder.configuration)
        #expect(preferences.value(of: .lockWithScreen) == "yes")
        let changes = [
            preferences.set(.lockWithScreen, to: "no"),
            preferences.set(.lockWithScreen, to: "maybe"),
        ]
        #expect(changes == [true, false])
        preferences.setTimeout(60, of: "/a")
        try preferences.save()
        var again = try KeychainPreferences(folder.configuration)
        #expect(again.value(of: .lockWithScreen) == "no")
        #expect(again.timeout(of: "/a") == 60)
        _ = again.set(.lockWithScreen, to: "yes")
        try again.save()
        #expect(try KeychainPreferences(folder.configuration).value(of: .lockWithScreen) == "yes")
    }

    @Test func keepsPathsFromTheRoot() throws {
        var preferences = try KeychainPreferences(OpeningTests.Folder().configuration)
        preferences.setSearchList(["mine"])
        let path = FileManager.default.currentDirectoryPath + "/mine"
        #expect(preferences.searchList == [path])
        preferences.setTimeout(60, of: "mine")
        #expect(preferences.timeout(of: path) == 60)
    }

    @Test func refusesPathsOfSeveralLines() throws {
        let folder = OpeningTests.Folder()
        var preferences = try KeychainPreferences(folder.configuration)
        preferences.setSearchList(["/a\nsearch\t\t/b"])
        #expect(throws: KeychainError(.invalidParameter)) { try preferences.save() }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(arguments: [
        "nonsense", "search", "search\t", "timeout\t\t/a", "timeout\t-1\t/a",
        "timeout\t4294967296\t/a", "timeout\t1\t", "other\t\t/a", "search\t\t/\u{FF}",
        "setting\tlock-with-screen\tmaybe", "setting\tsound\tyes", "setting\tlock-with-screen\t",
    ])
    func refusesDamage(_ line: String) throws {
        let folder = OpeningTests.Folder()
        try KeychainPreferences(folder.configuration).save()
        // Latin 1, in which the last one is not UTF-8.
        let content = try #require((line + "\n").data(using: .isoLatin1))
        try content.write(to: URL(fileURLWithPath: folder.path + "/preferences"))
        #expect(throws: KeychainError(.corrupt)) {
            try KeychainPreferences(folder.configuration)
        }
    }

    @Test func refusesAFileThatOthersCanWrite() throws {
        let folder = OpeningTests.Folder()
        try KeychainPreferences(folder.configuration).save()
        #expect(chmod(folder.path + "/preferences", 0o666) == 0)
        #expect(throws: KeychainError(.unsafePermissions)) {
            try KeychainPreferences(folder.configuration)
        }
    }
}
