import Foundation
import Pinning
import Security

/// A client that pins the certificates and keys of its server.
func checkPinning() throws {
    check([SecCertificate](files: [Served.root, Data("no certificate".utf8)]).count == 1, "one is")
    let root = try certificate(Served.root)
    let other = try certificate(Served.other)
    let leaf = try certificate(Served.leaf)
    let host = "api.example"

    try SystemJudgement().judge(trust(Served.leaf, anchor: root), host: host)
    try SystemJudgement(comparesHost: false).judge(trust(Served.leaf, anchor: root), host: "other")
    refuses("another host", errSecHostNameMismatch) {
        try SystemJudgement().judge(trust(Served.leaf, anchor: root), host: "www.example")
    }
    refuses("another authority", errSecNotTrusted) {
        try SystemJudgement().judge(trust(Served.leaf, anchor: other), host: host)
    }
    refuses("too late", errSecCertificateExpired) {
        try SystemJudgement().judge(trust(Served.leaf, anchor: root, year: 2049), host: host)
    }

    try PinnedCertificates([root], areAnchors: true).judge(trust(Served.leaf), host: host)
    try PinnedCertificates([leaf]).judge(trust(Served.leaf, anchor: root), host: host)
    let renewed = failure("a renewed certificate is another one") {
        try PinnedCertificates([leaf]).judge(trust(Served.renewed, anchor: root), host: host)
    }
    guard case PinningError.noPinnedCertificate = renewed else {
        return check(false, "a trusted certificate that is not pinned: \(renewed)")
    }

    try PinnedKeys(of: [leaf]).judge(trust(Served.renewed, anchor: root), host: host)
    let unpinned = failure("another key") {
        try PinnedKeys(of: [other]).judge(trust(Served.leaf, anchor: root), host: host)
    }
    guard case PinningError.noPinnedKey = unpinned else {
        return check(false, "a trusted key that is not pinned: \(unpinned)")
    }
    let parts: [any ServerJudgement] = [PinnedCertificates([root]), PinnedKeys(of: [root])]
    try EveryJudgement(parts).judge(trust(Served.leaf, anchor: root), host: host)
}

private func certificate(_ file: Data) throws -> SecCertificate {
    guard let certificate = SecCertificateCreateWithData(nil, file as CFData) else {
        throw PinningError.status(errSecDecode)
    }
    return certificate
}

/// The trust that a handshake hands to a client: the server's certificate, not evaluated yet.
private func trust(_ file: Data, anchor: SecCertificate? = nil, year: Int = 2030) throws -> SecTrust
{
    var trust: SecTrust?
    let status = SecTrustCreateWithCertificates(
        try certificate(file),
        SecPolicyCreateBasicX509(),
        &trust
    )
    guard let trust, status == errSecSuccess else { throw PinningError.status(status) }
    let components = DateComponents(
        calendar: Calendar(identifier: .gregorian),
        timeZone: TimeZone(secondsFromGMT: 0),
        year: year
    )
    guard let moment = components.date else { throw PinningError.status(errSecParam) }
    check(SecTrustSetVerifyDate(trust, moment as CFDate) == errSecSuccess, "the moment is set")
    if let anchor {
        check(
            SecTrustSetAnchorCertificates(trust, [anchor] as CFArray) == errSecSuccess,
            "anchored"
        )
    }
    return trust
}

private func refuses(_ what: String, _ status: OSStatus, _ body: () throws -> Void) {
    let error = failure(what) { try body() }
    guard case PinningError.untrusted(let cause) = error else {
        return check(false, "\(what): \(error)")
    }
    check((cause as NSError).code == Int(status), "\(what): \(cause)")
}
