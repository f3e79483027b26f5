internal import SafeText

/// The degree to which a site wants its user verified (WebAuthn, 5.8.6).
package enum UserVerification: String, Sendable, CaseIterable {
    /// No credential without.
    case required
    /// The user is verified if it is possible.
    case preferred
    /// A yes is enough.
    case discouraged

    /// Reads a value; unknown ones count as missing.
    init(reading text: String?) { self = text.flatMap(Self.init) ?? .preferred }
}

/// The place of a passkey's key (WebAuthn, 5.4.5).
enum AuthenticatorAttachment: String {
    /// In the machine, as here.
    case platform
    /// In a security key that can be carried around.
    case crossPlatform = "cross-platform"
}

/// The part of a site's options that both ceremonies have.
struct PasskeyOptions {
    /// The lengths of a challenge in bytes: WebAuthn, 13.4.3, wants 16 at least.
    private static let challengeLengths = 16...1024

    let relyingParty: RelyingParty
    let origin: WebOrigin
    let challenge: [UInt8]
    let isCrossOrigin: Bool

    /// Reads it.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - claimed: The relying party that they name.
    ///   - page: The page that asks.
    /// - Throws: ``PasskeyError``.
    init(
        _ options: OptionReader,
        claiming claimed: String?,
        for page: PasskeyPage
    ) throws(PasskeyError) {
        origin = try WebOrigin(secure: page.origin, page.domains)
        relyingParty = try RelyingParty(claimed, of: origin, page.domains)
        challenge = try options.neededBytes("challenge", Self.challengeLengths)
        isCrossOrigin = page.isCrossOrigin
    }

    /// The browser's statement about the ceremony.
    func clientData(_ ceremony: ClientData.Ceremony) -> [UInt8] {
        ClientData(
            ceremony: ceremony,
            challenge: challenge,
            origin: origin,
            isCrossOrigin: isCrossOrigin
        ).encoded
    }
}

/// The page that asks, as its browser says.
package struct PasskeyPage: Sendable {
    /// The origin, such as `https://login.example.com`.
    package var origin: String
    /// Whether it is in a frame of a page of another origin.
    package var isCrossOrigin: Bool
    /// The rules about names of hosts.
    package var domains: DomainRules

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - origin: The origin, such as `https://login.example.com`.
    ///   - isCrossOrigin: Whether it is in a frame of a page of another origin.
    ///   - domains: The rules about names of hosts.
    package init(
        _ origin: String,
        isCrossOrigin: Bool = false,
        domains: DomainRules = .none
    ) {
        self.origin = origin
        self.isCrossOrigin = isCrossOrigin
        self.domains = domains
    }
}
