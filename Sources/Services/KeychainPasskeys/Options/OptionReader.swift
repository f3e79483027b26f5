internal import PortableKeychain
internal import SafeText

/// Reads members of a site's options, each of the type and size that it must have.
struct OptionReader {
    /// The largest options in bytes.
    static let largest = 256 * 1024
    /// The largest number of elements in a list.
    static let mostElements = 1024
    /// The longest text in bytes.
    private static let longestText = PasskeyAccount.longestName

    private let tree: JSONTree
    /// The name of the read text, for errors.
    private let name: String

    /// Reads an object.
    init(_ tree: JSONTree, _ name: String) throws(PasskeyError) {
        guard case .object = tree else { throw Self.malformed(name) }
        self.tree = tree
        self.name = name
    }

    /// Parses options that a page handed over.
    static func tree(_ json: SecretBytes) throws(PasskeyError) -> JSONTree {
        guard json.count <= largest, let tree = try? JSONTree(json) else {
            throw malformed("publicKey")
        }
        return tree
    }

    /// A text; `nil` if it is missing.
    func text(_ member: String) throws(PasskeyError) -> String? {
        guard let text = try? tree.text(member) else {
            guard tree[member].isNull else { throw malformed(member) }
            return nil
        }
        guard text.length <= 6 * Self.longestText else { throw malformed(member) }
        let string = text.string
        guard string.utf8.count <= Self.longestText else { throw malformed(member) }
        return string
    }

    /// Bytes in Base64 with the alphabet of URLs; `nil` if they are missing.
    func bytes(
        _ member: String,
        _ lengths: ClosedRange<Int>
    ) throws(PasskeyError) -> [UInt8]? {
        guard !tree[member].isNull else { return nil }
        // Base64 of the longest bytes, even if each character is an escape of six.
        guard let text = try? tree.text(member), text.length <= 8 * lengths.upperBound + 24,
            let bytes = Base64Text.decoded(text.string), lengths.contains(bytes.count)
        else { throw malformed(member) }
        return bytes
    }

    /// Bytes that must be there.
    func neededBytes(
        _ member: String,
        _ lengths: ClosedRange<Int>
    ) throws(PasskeyError) -> [UInt8] {
        guard let bytes = try bytes(member, lengths) else { throw malformed(member) }
        return bytes
    }

    /// A truth value; `false` if it is missing.
    func truth(_ member: String) throws(PasskeyError) -> Bool {
        switch tree[member] {
        case .null: false
        case .truth(let truth): truth
        default: throw malformed(member)
        }
    }

    /// A whole number that must be there.
    func neededNumber(_ member: String) throws(PasskeyError) -> Int64 {
        guard case .number(let text) = tree[member], let number = Int64(text.string) else {
            throw malformed(member)
        }
        return number
    }

    /// An object; `nil` if it is missing.
    func object(_ member: String) throws(PasskeyError) -> OptionReader? {
        guard !tree[member].isNull else { return nil }
        return try OptionReader(tree[member], "\(name).\(member)")
    }

    /// The objects of a list; `nil` if it is missing.
    func objects(_ member: String) throws(PasskeyError) -> [OptionReader]? {
        switch tree[member] {
        case .null: return nil
        case .list(let elements) where elements.count <= Self.mostElements:
            var readers: [OptionReader] = []
            for element in elements {
                readers.append(try OptionReader(element, "\(name).\(member)"))
            }
            return readers
        default: throw malformed(member)
        }
    }

    /// The identifiers of credentials in a list; those of other kinds are left out.
    func credentialIDs(_ member: String) throws(PasskeyError) -> [[UInt8]]? {
        guard let credentials = try objects(member) else { return nil }
        var identifiers: [[UInt8]] = []
        for credential in credentials where try credential.isPublicKey {
            identifiers.append(
                try credential.neededBytes("id", 1...PasskeyAccount.longestCredentialID)
            )
        }
        return identifiers
    }

    /// The error for members that are missing.
    static func missing(_ members: String) -> PasskeyError { malformed("publicKey.\(members)") }

    /// Whether the type of a credential is the one that there is.
    var isPublicKey: Bool {
        get throws(PasskeyError) {
            guard let type = try text("type") else { throw malformed("type") }
            return type == "public-key"
        }
    }

    private func malformed(_ member: String) -> PasskeyError {
        Self.malformed("\(name).\(member)")
    }

    private static func malformed(_ place: String) -> PasskeyError {
        PasskeyError(
            .malformedOptions,
            """
            The site's request is not as WebAuthn has it: '\(place)' is missing, too large, or of \
            another type. Tell the owner of the site.
            """
        )
    }
}
