import Foundation
import PortableKeychain
import Testing

@testable import KeychainctlKit

/// Secrets from descriptors that the caller opened.
@Suite struct SecretInputTests {
    /// The descriptor of a password is for this program, not for a command that takes its place.
    @Test func programsDoNotInheritTheDescriptorOfAPassword() throws {
        let path = NSTemporaryDirectory() + "password-" + UUID().uuidString.prefix(8)
        try Data("horse\nmore".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = open(path, O_RDONLY)
        defer { close(file) }
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC == 0)
        let line = try SecretInput.line(from: file)
        #expect(line.withUnsafeBytes { Array($0) } == Array("horse".utf8))
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
    }
}
