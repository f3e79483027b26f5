internal import KeychainEssentials

/// The e-mail address must be among the alternative names or in the subject (RFC 8550, 3).
struct MailAddressCheck: TrustCheck {
    let name = "e-mail address"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place == 0, case .mail(let address?) = path.demand.purpose else { return nil }
        let isNamed = path.certificates[place].namesAddress(address)
        return isNamed ? .passed : .failed(.wrongAddress(address))
    }
}

extension X509Certificate {
    /// Whether an e-mail address is among the alternative names or in the subject, without regard to
    /// the case of ASCII letters.
    package func namesAddress(_ address: String) -> Bool {
        emailAddresses.contains { $0.asciiLowercased == address.asciiLowercased }
    }
}
