import Foundation
import Testing

/// The program that browsers start, as they see it; `Integrations/browser.sh` speaks the whole protocol with it.
@Suite struct BrowserHostTests {
    private static let keys = """
        {"action":"change-public-keys","publicKey":"CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=",\
        "nonce":"/////wAAAAAAAAAAAAAAAAAAAAAAAAAA","clientID":"a"}
        """

    private static func frame(_ text: String) -> [UInt8] {
        withUnsafeBytes(of: UInt32(text.utf8.count)) { Array($0) } + Array(text.utf8)
    }

    /// The messages that a browser reads.
    private static func messages(_ output: [UInt8]) throws -> [[String: String]] {
        var (rest, messages) = (output[...], [[String: String]]())
        while rest.count >= 4 {
            let count = rest.prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            let text = rest.dropFirst(4).prefix(Int(count))
            #expect(text.count == Int(count))
            let object = try JSONSerialization.jsonObject(with: Data(text))
            messages.append(try #require(object as? [String: String]))
            rest = rest.dropFirst(4 + Int(count))
        }
        #expect(rest.isEmpty)
        return messages
    }

    private func run(
        _ input: [UInt8],
        _ words: [String] = ["chrome-extension://oboonakemofpalcgghocfoadofidjkkk/"]
    ) throws -> (status: Int32, messages: [[String: String]], hasKeychain: Bool) {
        try Tool.inFolder { tool in
            try Data(input).write(to: URL(filePath: "\(tool.folder)/input"))
            let program = try tool.link("keychain-browser")
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            let outcome = try tool.runInShell("'\(program)' \(line) <input >output")
            let output = try Data(contentsOf: URL(filePath: "\(tool.folder)/output"))
            let data = "\(tool.folder)/data/portable-keychain/default.keychain"
            let hasKeychain = FileManager.default.fileExists(atPath: data)
            return (outcome.status, try Self.messages(Array(output)), hasKeychain)
        }
    }

    /// Words that browsers add to the command line have no effect; the end of the input ends the program.
    @Test(arguments: [
        [], ["chrome-extension://oboonakemofpalcgghocfoadofidjkkk/"],
        ["/home/ann/.mozilla/native-messaging-hosts/a.json", "keepassxc-browser@keepassxc.org"],
    ]) func exchangesKeys(words: [String]) throws {
        let outcome = try run(Self.frame(Self.keys) + Self.frame(Self.keys), words)
        #expect(outcome.status == 0)
        try #require(outcome.messages.count == 2)
        for message in outcome.messages {
            #expect(message["action"] == "change-public-keys" && message["success"] == "true")
            #expect(message["nonce"] == "AAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAA")
            #expect(message["publicKey"]?.count == 44)
        }
        #expect(outcome.messages[0]["publicKey"] != outcome.messages[1]["publicKey"])
        #expect(!outcome.hasKeychain)
    }

    /// Bad messages get errors, and the next one is read; nothing of a keychain is made.
    @Test func goesOnAfterErrors() throws {
        let input = ["", "{", "[1]", #"{"action":"get-logins"}"#, #"{"action":"fly"}"#, Self.keys]
        let outcome = try run(input.flatMap(Self.frame))
        #expect(outcome.status == 0 && !outcome.hasKeychain)
        let codes = outcome.messages.map { $0["errorCode"] ?? "" }
        #expect(codes == ["13", "13", "13", "3", "12", ""])
    }

    /// After a length that is no length, nothing can be read.
    @Test func endsAfterALengthThatIsNone() throws {
        let outcome = try run(Self.frame(Self.keys) + [255, 255, 255, 255] + Self.frame(Self.keys))
        #expect(outcome.status == 65 && outcome.messages.count == 2)
        #expect(outcome.messages.last?["errorCode"] == "13")
        let cut = try run(Array(Self.frame(Self.keys).dropLast()))
        #expect(cut.status == 0 && cut.messages.isEmpty)
    }
}
