import PortableKeychain
import SafeText

@testable import KeychainPasskeys

/// Options of sites as JSON, with members replaced or left out.
struct PasskeyOptionsText {
    private var members: [(String, String)]

    /// The options of a registration.
    static func registration(_ site: RelyingSite = RelyingSite()) -> Self {
        Self(members: [
            ("rp", #"{"id": "\#(site.identifier)", "name": "Example"}"#),
            ("user", #"{"id": "AQID", "name": "ann", "displayName": "Ann Example"}"#),
            ("challenge", "\"\(RelyingSite.base64(site.challenge))\""),
            ("pubKeyCredParams", #"[{"type": "public-key", "alg": -7}]"#),
        ])
    }

    /// The options of a sign-in.
    static func assertion(_ site: RelyingSite = RelyingSite()) -> Self {
        Self(members: [
            ("rpId", "\"\(site.identifier)\""),
            ("challenge", "\"\(RelyingSite.base64(site.challenge))\""),
        ])
    }

    /// The same with another member; `nil` leaves it out.
    func with(_ name: String, _ json: String?) -> Self {
        var other = self
        other.members.removeAll { $0.0 == name }
        if let json { other.members.append((name, json)) }
        return other
    }

    func withUser(_ handle: [UInt8], _ name: String) -> Self {
        with(
            "user",
            #"{"id": "\#(RelyingSite.base64(handle))", "name": "\#(name)", "displayName": ""}"#
        )
    }

    func verification(_ verification: UserVerification) -> Self {
        with("userVerification", "\"\(verification.rawValue)\"")
            .with("authenticatorSelection", #"{"userVerification": "\#(verification.rawValue)"}"#)
    }

    func credentials(_ name: String, _ identifiers: [[UInt8]]) -> Self {
        let list = identifiers.map {
            #"{"type": "public-key", "id": "\#(RelyingSite.base64($0))"}"#
        }
        return with(name, "[\(list.joined(separator: ", "))]")
    }

    var secret: SecretBytes {
        let text = members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")
        return SecretBytes(utf8: "{\(text)}")
    }
}

extension DomainRules {
    /// Names as the tests need them: a few suffixes, and few names with other letters than ASCII.
    static let fewNames = DomainRules(
        ascii: { host in
            [
                "bücher.example": "xn--bcher-kva.example",
                "www.bücher.example": "www.xn--bcher-kva.example",
                // Letters that look like others, and a full stop of another script.
                "еxample.com": "xn--xample-2of.com", "example。com": "example.com",
                "k\u{FF0E}example.com": "k.example.com",
            ][host.lowercased()]
        },
        unicode: { _ in nil },
        isPublicSuffix: {
            ["co.uk", "github.io", "com.br", "kobe.jp", "xn--55qx5d.cn"].contains($0)
        }
    )
}
