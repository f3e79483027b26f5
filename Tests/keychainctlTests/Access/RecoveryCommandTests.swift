import Foundation
import PortableKeychain
import Testing

/// The recovery key and the credential, from being made to being needed.
@Suite struct RecoveryCommandTests {
    private static let passcode = "correct horse"

    /// A locked keychain with an item.
    private func prepare(_ tool: Tool) throws {
        try Stage(tool: tool).perform(["keychain", "default", Self.passcode])
        let keychain = try Keychain.open(configuration: tool.configuration)
        try keychain.unlock(passcode: SecretBytes(utf8: Self.passcode))
        let item = GenericPassword(service: "api", accessGroup: "keychainctl")
        try keychain.set("s3cret", for: item)
        try keychain.lock()
    }

    /// The key counts only after it was typed back; a mistyped group is named.
    @Test func isTypedBackOnATerminal() throws {
        try Tool.inFolder { tool in
            try prepare(tool)
            let dialogue = try Dialogue(tool, ["recovery", "create"])
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            try dialogue.see("Type it back: ")
            let key = try #require(
                dialogue.shown.firstMatch(of: #/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/#)
            )
            let wrong = (key.0.first == "0" ? "1" : "0") + key.0.dropFirst()
            #expect(try tool.run(["recovery", "status"]).text == "recovery\tno\n")
            dialogue.type("\(wrong)\n")
            // The complaint and the next prompt can come at once.
            try dialogue.see("Type it back: ")
            #expect(dialogue.shown.contains("Group 1 of 8"))
            dialogue.type("\(key.0.lowercased())\n")
            #expect(dialogue.end() == 0)
            #expect(try tool.run(["recovery", "status"]).text == "recovery\tyes\n")
        }
    }

    /// A forgotten passcode, a lost device key, and a copy without its machine.
    @Test func opensAfterALoss() throws {
        try Tool.inFolder { tool in
            try prepare(tool)
            let made = try tool.run(
                ["recovery", "create", "--unconfirmed"],
                input: "\(Self.passcode)\n"
            )
            #expect(made.status == 0, "\(made.complaints)")
            let folder = "\(tool.folder)/data/portable-keychain"
            for (number, losesDevice) in [false, true].enumerated() {
                if losesDevice {
                    try FileManager.default.removeItem(atPath: "\(folder)/device.key")
                }
                let recovered = try tool.run(
                    ["recover"],
                    input: "\(made.text)new passcode \(number)\n"
                )
                #expect(recovered.status == 0, "\(recovered.complaints)")
                let keychain = try Keychain.open(configuration: tool.configuration)
                try keychain.unlock(passcode: SecretBytes(utf8: "new passcode \(number)"))
                let item = GenericPassword(service: "api", accessGroup: "keychainctl")
                #expect(try keychain.secret(for: item)?.string() == "s3cret")
                try keychain.lock()
            }
        }
    }

    /// A damaged device key stays, and is reported; new keychains no longer need it.
    @Test func recoversBesideADamagedDeviceKey() throws {
        try Tool.inFolder { tool in
            try LostState.deviceKeyDamaged.make(tool)
            let input = LostState.recovery + "\nnew passcode\n"
            let recovered = try tool.run(["recover"], input: input)
            #expect([0, 79].contains(recovered.status), "\(recovered.complaints)")
            let made = try tool.run(["create", "new"])
            #expect(made.status == 0, "\(made.complaints)")
            let examined = try tool.run(["doctor"]).text
            #expect(examined.contains("device.key is damaged, and another one"), "\(examined)")
        }
    }

    /// A service reads without a question, and the keychain stays locked for others.
    @Test func aServiceHasItsCredential() throws {
        try Tool.inFolder { tool in
            try prepare(tool)
            let made = try tool.run(
                ["credential", "create", "keychain.key"],
                input: "\(Self.passcode)\n"
            )
            #expect(made.status == 0, "\(made.complaints)")
            #expect(try tool.run(["get", "--service", "api"]).status == 36)
            var service = tool
            service.variables.append("CREDENTIALS_DIRECTORY=\(tool.folder)")
            let read = try service.run(["get", "--service", "api"])
            #expect(read.text == "s3cret\n" || read.text == "s3cret", "\(read.complaints)")
            #expect(try tool.run(["get", "--service", "api"]).status == 36)
        }
    }
}
