internal import KeychainEssentials
internal import KeychainSync
package import PortableKeychain
internal import SafeText

/// An answer of etcd's JSON gateway.
///
/// The server is not trusted: what is not exactly an answer is `nil`, and no text of it is shown to
/// people.
package enum EtcdAnswer: Sendable, Equatable {
    /// A key with its value, which is empty where only names were asked for.
    package struct Pair: Sendable, Equatable {
        package let key: [UInt8]
        package let value: [UInt8]
        /// The revision of the last change.
        package let changed: Int64
    }

    /// Keys as of a revision; `hasMore` if a limit left some out.
    case pairs([Pair], revision: Int64, hasMore: Bool)
    /// Whether a transaction was carried out, and the result of each of its reads.
    case transaction(succeeded: Bool, reads: [[Pair]])
    /// A token for a user.
    case token(SecretBytes)
    /// A refusal, with the code that gRPC has for it.
    case failed(Int)

    package static func == (left: EtcdAnswer, right: EtcdAnswer) -> Bool {
        switch (left, right) {
        case (.pairs(let some, let one, let isMore), .pairs(let others, let two, let isMoreToo)):
            some == others && one == two && isMore == isMoreToo
        case (.transaction(let one, let some), .transaction(let two, let others)):
            one == two && some == others
        case (.token(let one), .token(let two)): one.matches(two)
        case (.failed(let one), .failed(let two)): one == two
        default: false
        }
    }
}

extension EtcdAnswer {
    /// The codes of gRPC that mean something here.
    enum Code {
        static let invalid = 3
        static let denied = 7
        /// The database is full.
        static let exhausted = 8
        /// The revision was compacted, or is not there yet.
        static let outOfRange = 11
        static let unavailable = 14
        static let unauthenticated = 16
    }

    /// The longest token.
    private static let longestToken = 4096

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - body: The bytes, whose number the caller has limited.
    ///   - call: The call that was made: answers do not say which one they belong to.
    ///   - isSuccess: Whether the status of HTTP was 200.
    package init?(_ body: SecretBytes, to call: EtcdCall, isSuccess: Bool) {
        guard let tree = try? JSONTree(body) else { return nil }
        guard isSuccess else {
            guard let code = Int(tree["code"].string), 1...16 ~= code else { return nil }
            self = .failed(code)
            return
        }
        switch call {
        case .authenticate:
            guard case .text(let token) = tree["token"], 1...Self.longestToken ~= token.length
            else {
                return nil
            }
            self = .token(token.secret)
        case .range:
            // Each answer of a store names its revision, which is the only sign that it is one.
            guard let revision = Self.positive(tree["header"]["revision"]),
                let pairs = Self.pairs(tree)
            else { return nil }
            self = .pairs(pairs, revision: revision, hasMore: tree["more"].string == "true")
        case .transaction:
            guard Self.positive(tree["header"]["revision"]) != nil else { return nil }
            var reads: [[Pair]] = []
            for response in tree["responses"].elements where !response["response_range"].isNull {
                guard let pairs = Self.pairs(response["response_range"]) else { return nil }
                reads.append(pairs)
            }
            // Values that are false are left out.
            self = .transaction(succeeded: tree["succeeded"].string == "true", reads: reads)
        }
    }

    private static func pairs(_ tree: JSONTree) -> [Pair]? {
        var pairs: [Pair] = []
        for member in tree["kvs"].elements {
            guard let key = bytes(member["key"]), let value = bytes(member["value"]),
                let changed = positive(member["mod_revision"])
            else { return nil }
            pairs.append(Pair(key: key, value: value, changed: changed))
        }
        return pairs
    }

    private static func bytes(_ tree: JSONTree) -> [UInt8]? {
        // Empty values are left out.
        if tree.isNull { return [] }
        guard case .text(let text) = tree else { return nil }
        return Data(base64Encoded: text.string).map { Array($0) }
    }

    /// A number from 1, which JSON has as a text.
    private static func positive(_ tree: JSONTree) -> Int64? {
        Int64(tree.string).flatMap { $0 > 0 ? $0 : nil }
    }
}
