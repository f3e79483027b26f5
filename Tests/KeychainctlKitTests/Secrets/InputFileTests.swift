import Foundation
import KeychainctlKit
import PortableKeychain
import Testing

/// Files of which parts are read, and pipes, which are read as a whole.
@Suite struct InputFileTests {
    private static func inFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "input-" + UUID().uuidString
        defer { unlink(path) }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try body(path)
    }

    private static func text(_ secret: SecretBytes) -> String {
        secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// A file is read where it is asked for, whatever a pipe may have; a part behind its end is none.
    @Test func filesAreReadInParts() throws {
        try Self.inFile("0123456789") { path in
            let file = try InputFile(path, longestPipe: 2)
            #expect(file.count == 10)
            #expect(Self.text(try file.part(3..<7)) == "3456")
            #expect(Self.text(try file.part(0..<10)) == "0123456789")
            #expect(throws: KeychainError(.inputOutput)) { try file.part(8..<11) }
            // It is shorter than when it was opened.
            #expect(truncate(path, 4) == 0)
            #expect(throws: KeychainError(.inputOutput)) { try file.part(3..<7) }
            #expect(Self.text(try file.part(2..<4)) == "23")
        }
    }

    @Test func pipesAreReadToTheirEnd() throws {
        for (count, limit) in [(9, 10), (10, 10), (0, 10)] {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data("0123456789".utf8.prefix(count)))
            try pipe.fileHandleForWriting.close()
            let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
            guard count < limit else {
                let failure = #expect(throws: Failure.self) {
                    try InputFile(path, longestPipe: limit)
                }
                #expect(failure?.status == Failure(KeychainError(.dataTooLarge)).status)
                continue
            }
            let file = try InputFile(path, longestPipe: limit)
            #expect(file.count == count)
            #expect(Self.text(try file.part(0..<count)) == "0123456789".prefix(count))
            if count > 5 { #expect(Self.text(try file.part(2..<5)) == "234") }
        }
    }

    @Test func whatIsNotThereIsRefused() throws {
        #expect(throws: Failure.self) { try InputFile("/nowhere/at/all") }
    }
}
