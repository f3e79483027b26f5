import Crypto
import Foundation
import PortableKeychain
import SafeText
import Testing

@testable import KeychainPasskeys

/// A site that checks credentials as WebAuthn, 7.1 and 7.2, say, with swift-crypto and its own readers.
struct RelyingSite {
    var identifier = "example.com"
    var origin = "https://example.com"
    let challenge = (0..<32).map { UInt8($0) }

    /// A public key as the site keeps it.
    struct Key {
        let credentialID: [UInt8]
        let verify: (_ signature: [UInt8], _ message: [UInt8]) -> Bool
    }

    struct Statement: Equatable {
        var flags: UInt8
        var counter: [UInt8] = [0, 0, 0, 0]
    }

    static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    static func bytes(_ text: Any?) throws -> [UInt8] {
        let text = try #require(text as? String)
        try #require(!text.contains { "+/=".contains($0) })
        var plain = text.replacing("-", with: "+").replacing("_", with: "/")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Array(try #require(Data(base64Encoded: plain)))
    }

    static func object(_ credential: PublicKeyCredential) throws -> [String: Any] {
        let data = Data(credential.json.line.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Checks a registration.
    func check(
        _ credential: PublicKeyCredential,
        isCrossOrigin: Bool = false
    ) throws -> (key: Key, statement: Statement) {
        let object = try Self.object(credential)
        let response = try #require(object["response"] as? [String: Any])
        try checkClientData(response, "webauthn.create", isCrossOrigin: isCrossOrigin)
        let attestation = try ReadCBOR(whole: Self.bytes(response["attestationObject"]))
        #expect(attestation["fmt"] == .text("none"))
        #expect(attestation["attStmt"] == .map([]))
        let data = try #require(attestation["authData"]?.asBytes)
        #expect(try Self.bytes(response["authenticatorData"]) == data)
        let statement = try checkStatement(data)
        #expect(statement.flags & 0x40 != 0, "a key follows")
        #expect(data[37..<53].elementsEqual(AuthenticatorData.model))
        let length = Int(data[53]) << 8 | Int(data[54])
        let identifier = Array(data[55..<55 + length])
        for name in ["id", "rawId"] { #expect(try Self.bytes(object[name]) == identifier) }
        #expect(object["type"] as? String == "public-key")
        #expect(object["authenticatorAttachment"] as? String == "platform")
        #expect(response["transports"] as? [String] == ["internal"])
        let cose = try ReadCBOR(whole: Array(data[(55 + length)...]))
        let info = try Self.bytes(response["publicKey"])
        #expect(cose[3] == .number(try #require(response["publicKeyAlgorithm"] as? Int)))
        return (Key(credentialID: identifier, verify: try Self.verifier(cose, info)), statement)
    }

    /// Checks a sign-in.
    func check(
        _ credential: PublicKeyCredential,
        by key: Key,
        userHandle: [UInt8]
    ) throws -> Statement {
        let object = try Self.object(credential)
        let response = try #require(object["response"] as? [String: Any])
        let clientData = try checkClientData(response, "webauthn.get")
        let data = try Self.bytes(response["authenticatorData"])
        #expect(data.count == 37)
        for name in ["id", "rawId"] { #expect(try Self.bytes(object[name]) == key.credentialID) }
        #expect(try Self.bytes(response["userHandle"]) == userHandle)
        let message = data + Array(SHA256.hash(data: clientData))
        let signature = try Self.bytes(response["signature"])
        #expect(key.verify(signature, message))
        #expect(!key.verify(signature, message + [0]))
        return try checkStatement(data)
    }

    @discardableResult
    private func checkClientData(
        _ response: [String: Any],
        _ type: String,
        isCrossOrigin: Bool = false
    ) throws -> [UInt8] {
        let bytes = try Self.bytes(response["clientDataJSON"])
        // The exact bytes of WebAuthn, 5.8.1.2, which some sites compare.
        let text = """
            {"type":"\(type)","challenge":"\(Self.base64(challenge))","origin":"\(origin)",\
            "crossOrigin":\(isCrossOrigin)}
            """
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        return bytes
    }

    private func checkStatement(_ data: [UInt8]) throws -> Statement {
        try #require(data.count >= 37)
        #expect(data[..<32].elementsEqual(SHA256.hash(data: Array(identifier.utf8))))
        let statement = Statement(flags: data[32], counter: Array(data[33..<37]))
        #expect(statement.counter == [0, 0, 0, 0])
        #expect(statement.flags & 0x01 != 0, "the user was present")
        #expect(statement.flags & 0x10 == 0 || statement.flags & 0x08 != 0, "backed up is eligible")
        return statement
    }

    /// The verification of a key, once by COSE and once by the form for sites that cannot read it.
    private static func verifier(
        _ cose: ReadCBOR,
        _ info: [UInt8]
    ) throws -> ([UInt8], [UInt8]) -> Bool {
        switch cose[3] {
        case .number(-7):
            #expect(cose[1] == .number(2))
            #expect(cose[-1] == .number(1))
            let point = try #require(cose[-2]?.asBytes) + #require(cose[-3]?.asBytes)
            let key = try P256.Signing.PublicKey(rawRepresentation: point)
            #expect(
                try P256.Signing.PublicKey(derRepresentation: info).x963Representation
                    == key.x963Representation
            )
            return { signature, message in
                guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
                else { return false }
                return key.isValidSignature(signature, for: message)
            }
        case .number(-8):
            #expect(cose[1] == .number(1))
            #expect(cose[-1] == .number(6))
            let point = try #require(cose[-2]?.asBytes)
            let key = try Curve25519.Signing.PublicKey(rawRepresentation: point)
            #expect(info.suffix(32).elementsEqual(point))
            return { key.isValidSignature($0, for: $1) }
        default: throw ReadCBOR.Malformed()
        }
    }
}
