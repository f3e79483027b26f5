import Foundation
import Testing

/// README's first screen: the tool and a separate program share one secret, both ways.
@Suite struct FirstProgramTests {
    private func program(_ tool: Tool) throws -> Tool.Outcome {
        let path = URL(fileURLWithPath: Tool.path).deletingLastPathComponent()
            .appendingPathComponent("FirstProgram").path
        return try tool.runProgram(path)
    }

    @Test func shareOneSecret() throws {
        try Tool.inFolder { tool throws in
            let set = ["set", "--service", "api", "--account", "ci"]
            #expect(try tool.run(set, input: "s3cret\n").status == 0)
            let first = try program(tool)
            #expect(first.text == "s3cret\n" && first.status == 0 && first.complaints.isEmpty)
            let get = ["get", "--service", "api", "--account", "ci"]
            #expect(try tool.run(get).text == "n3w")
            #expect(try tool.run(["list"]).text == "generic\tapi\tci\t\tkeychainctl\n")
        }
    }

    /// The tool changes items that the program stored first.
    @Test func shareWhatTheProgramStored() throws {
        try Tool.inFolder { tool throws in
            #expect(try program(tool).text == "nothing is stored for api/ci\n")
            #expect(try tool.run(["list"]).text == "generic\tapi\tci\t\tFirstProgram\n")
            let set = ["set", "--service", "api", "--account", "ci"]
            #expect(try tool.run(set, input: "s3cret\n").status == 0)
            #expect(try program(tool).text == "s3cret\n")
            #expect(try tool.run(["list"]).text == "generic\tapi\tci\t\tFirstProgram\n")
        }
    }

    /// A locked keychain is a sentence, and no backtrace.
    @Test func saysThatTheKeychainIsLocked() throws {
        try Tool.inFolder { tool throws in
            let set = ["set", "--service", "api", "--account", "ci"]
            #expect(try tool.run(set, input: "s3cret\n").status == 0)
            #expect(try tool.run(["passcode", "set"], input: "correct horse\n").status == 0)
            #expect(try tool.run(["lock"]).status == 0)
            let outcome = try program(tool)
            #expect(outcome.status == 1 && outcome.complaints.isEmpty)
            #expect(outcome.text.hasPrefix("The keychain is locked."), "\(outcome.text)")
            #expect(outcome.text.split(separator: "\n").count == 1)
        }
    }
}
