import Foundation
import TestRounds
import Testing

/// Input that no well-meaning program sends to a helper.
@Suite struct HostileInputTests {
    /// The helpers, each with an input to store.
    static let helpers: [(words: [String], good: String)] = [
        (
            ["git-credential-keychain", "store"],
            "protocol=https\nhost=a.example\nusername=me\npassword=p\n"
        ),
        (
            ["docker-credential-keychain", "store"],
            #"{"ServerURL":"https://a.example","Username":"me","Secret":"p"}"#
        ),
        (["keyring", "set", "a", "me"], "p"),
        (
            ["cargo-credential-keychain", "--cargo-plugin"],
            #"{"v":1,"registry":{"index-url":"a"},"kind":"login","token":"p"}"#
        ),
        (
            ["aws-credential-keychain", "set", "work"],
            #"{"AccessKeyId":"A","SecretAccessKey":"p"}"#
        ),
    ]

    @Test(arguments: helpers.map(\.words), Damage.tried)
    func storesNothing(_ words: [String], _ damage: Damage) throws {
        let good = try #require(Self.helpers.first { $0.words == words }).good
        try Tool.inFolder { tool in
            try tool.link(words[0])
            let outcome = try tool.runProgram(
                "\(tool.folder)/bin/\(words[0])",
                Array(words.dropFirst()),
                input: damage.done(to: Array(good.utf8))
            )
            let isHarmless = damage == .none
            #expect((outcome.status == 0) == isHarmless, "\(outcome.text) \(outcome.complaints)")
            #expect(try tool.run(["list"]).text.isEmpty != isHarmless)
            // It says so, without repeating the input.
            #expect((outcome.text + outcome.complaints).count < 400)
            #expect(isHarmless || !(outcome.text + outcome.complaints).isEmpty)
        }
    }

    /// The damage to an input.
    enum Damage: String, CaseIterable {
        case none
        case zeroByte
        case invalidText
        case longLine
        case manyLines

        /// A quick run leaves out megabytes of input.
        static let tried: [Damage] =
            TestRounds.isQuick ? [.none, .zeroByte, .invalidText] : allCases

        func done(to good: [UInt8]) -> [UInt8] {
            switch self {
            case .none: good
            case .zeroByte: [0] + good
            case .invalidText: [0x78, 0xC0, 0xAF, 0x3D] + good
            // More than is read, before anything that makes sense.
            case .longLine: Array(repeating: 0x61, count: 1 << 21) + good
            case .manyLines:
                Array(repeating: Array("a=b\n".utf8), count: 1 << 19).flatMap { $0 }
                    + good
            }
        }
    }
}
