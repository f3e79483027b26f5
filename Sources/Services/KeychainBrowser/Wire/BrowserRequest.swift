internal import PortableKeychain
internal import SafeText

/// A message of the extension as it comes: in clear, with the sealed one in it.
package struct BrowserRequest {
    package let action: String
    /// The sealed message; empty if there is none.
    let sealed: [UInt8]
    let nonce: [UInt8]
    /// The public key, in the message that exchanges keys; empty in others.
    let publicKey: [UInt8]
    let clientID: String
    /// The number by which the extension knows the answer if it is an error.
    let requestID: String?
    /// Whether the user did something in the browser that needs the keychain, so that it may ask.
    let triggersUnlock: Bool

    private static let longestName = 64

    /// Reads a message.
    ///
    /// - Throws: ``BrowserFault/emptyMessage`` if it is none.
    package init(_ frame: [UInt8]) throws(BrowserFault) {
        guard let tree = try? JSONTree(SecretBytes(frame)) else { throw .emptyMessage }
        action = try Self.name(tree, "action") ?? ""
        guard !action.isEmpty else { throw .emptyMessage }
        clientID = try Self.name(tree, "clientID") ?? ""
        requestID = try Self.name(tree, "requestID")
        triggersUnlock = try Self.name(tree, "triggerUnlock") == "true"
        sealed = try Self.bytes(tree, "message")
        nonce = try Self.bytes(tree, "nonce")
        publicKey = try Self.bytes(tree, "publicKey")
    }

    private static func name(_ tree: JSONTree, _ member: String) throws(BrowserFault) -> String? {
        guard let text = try? tree.text(member) else {
            guard tree[member].isNull else { throw .emptyMessage }
            return nil
        }
        guard text.length <= longestName else { throw .emptyMessage }
        return text.string
    }

    private static func bytes(_ tree: JSONTree, _ member: String) throws(BrowserFault) -> [UInt8] {
        guard let text = try? tree.text(member) else {
            guard tree[member].isNull else { throw .emptyMessage }
            return []
        }
        guard let bytes = Base64.decoded(text.secret) else { throw .emptyMessage }
        return bytes.withUnsafeBytes { Array($0) }
    }
}
