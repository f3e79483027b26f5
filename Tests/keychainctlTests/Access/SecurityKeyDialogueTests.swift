#if FIDO2 && os(Linux)
    import Foundation
    import Testing

    /// Security keys on a machine to which one at a time can be connected.
    @Suite struct SecurityKeyDialogueTests {
        /// The first one is touched, then the second one takes its place; both open the keychain.
        @Test func enrollsOneAfterTheOther() throws {
            try Tool.inFolder { tool in
                try tool.installSecurityKey("seed 1")
                #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
                #expect(try tool.run(["fido2", "enroll", "--name", "first"]).status == 0)
                let dialogue = try Dialogue(tool, ["fido2", "enroll", "--name", "second"])
                try dialogue.see("Is it connected? [y/N] ")
                try tool.installSecurityKey("seed 2")
                dialogue.type("y\n")
                #expect(dialogue.end() == 0, "\(dialogue.shown)")
                let list = try tool.run(["fido2", "list"]).text
                let names = list.split(separator: "\n").map { line in
                    line.split(separator: "\t", omittingEmptySubsequences: false)[4]
                }
                // The slots are in the order of random numbers.
                #expect(names.dropLast().sorted() == ["first", "second"] && names.last == "")
                for seed in 1...2 {
                    try tool.installSecurityKey("seed \(seed)")
                    #expect(try tool.run(["lock"]).status == 0)
                    #expect(try tool.run(["unlock", "--fido2"]).status == 0)
                }
            }
        }

        /// A user that does not swap the keys, or says no, changes nothing.
        @Test(arguments: [("y", 45), ("n", 75)])
        func changesNothingWithoutAnother(answer: String, status: Int32) throws {
            try Tool.inFolder { tool in
                try tool.installSecurityKey("seed 1")
                #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
                #expect(try tool.run(["fido2", "enroll"]).status == 0)
                let before = try tool.run(["slot", "list"]).text
                let dialogue = try Dialogue(tool, ["fido2", "enroll"])
                try dialogue.see("Is it connected? [y/N] ")
                dialogue.type("\(answer)\n")
                #expect(dialogue.end() == status, "\(dialogue.shown)")
                #expect(try tool.run(["slot", "list"]).text == before)
            }
        }

        /// A name goes with its security key, and stays when the keychain gets new keys.
        @Test func namesLastAsLongAsTheirKeys() throws {
            try Tool.inFolder { tool in
                try tool.installSecurityKey("seed 1")
                #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
                #expect(try tool.run(["fido2", "enroll", "--name", "first"]).status == 0)
                #expect(try tool.run(["rotate", "--yes"]).status == 0)
                let list = try tool.run(["slot", "list"]).text
                let line = try #require(list.split(separator: "\n").last { $0.contains("fido2") })
                #expect(line.contains("\tfirst\t20"))
                let identifier = String(line.prefix { $0 != "\t" })
                #expect(try tool.run(["fido2", "remove", identifier]).status == 0)
                #expect(try !tool.run(["list", "--json"]).text.contains(identifier))
            }
        }
    }
#endif
