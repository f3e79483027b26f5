import Foundation
import PortableSecurity
import Testing

/// A user without a home has no keychain: not a read-only one, and none to be found empty
/// (item-semantics.md §3.1).
@Suite struct HomelessTests {
    /// A service in a container, of which the user database knows nothing: its home is the root folder.
    @Test(.enabled(if: geteuid() == 0), arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func nobodyKnowsTheUser(environment: [String: String]) throws {
        let user = try #require((54_321...54_421).first { getpwuid($0) == nil })
        #expect(try search(environment, ["\(user)"]) == errSecNotAvailable)
    }

    /// Homes that no user can make, root included.
    @Test(arguments: ["HOME", "XDG_DATA_HOME"], ["/proc/self/nowhere", "/dev/null"])
    func homeCannotBeMade(variable: String, path: String) throws {
        #expect(try search([variable: path], []) == errSecNotAvailable)
    }

    /// The program finds that the item is not there, if it has a home.
    @Test func homeIsEnough() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: home,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: home) }
        #expect(try search(["HOME": home.path], []) == errSecItemNotFound)
    }

    /// The answer to a separate program.
    private func search(
        _ environment: [String: String],
        _ arguments: [String]
    ) throws -> OSStatus? {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return OSStatus(
            String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        )
    }

    /// The program, which is beside the tests.
    private static let program: URL? = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let tests = bundle?.bundleURL ?? Bundle.main.executableURL
        return tests?.deletingLastPathComponent().appending(path: "HomelessSearch")
    }()
}
