internal import KeychainEssentials

/// The demands on certificates of TLS servers that were issued in recent years, as Apple documents
/// them (support articles 103769 and 103214).
///
/// They hold under anchors of programs too, except for the shortest validity, which holds below the
/// system's anchors only. What was issued before the dates of the rules is free of them.
enum ServerRules {
    private static let day = 86_400.0
    /// July 1, 2019: the purpose must be named, and the validity is limited.
    private static let purposeDate = 583_632_000.0
    private static let dayLimit = 825
    /// September 1, 2020: authorities of the system may issue for a shorter time.
    private static let publicDate = 620_611_200.0
    private static let publicDayLimit = 398

    /// What is wrong with the certificate of a server.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - isPublic: Whether its path leads to an anchor of the system.
    /// - Returns: The faults; none for a certificate from before July 1, 2019.
    static func faults(of certificate: X509Certificate, isPublic: Bool) -> [CertificateFault] {
        let validity = certificate.validity
        let start = validity.notBefore.timeIntervalSinceReferenceDate
        guard start >= purposeDate else { return [] }
        var faults: [CertificateFault] = []
        if certificate.extendedKeyUsage == nil { faults.append(.missingPurpose("TLS servers")) }
        let limit = isPublic && start >= publicDate ? publicDayLimit : dayLimit
        let length = validity.notAfter.timeIntervalSinceReferenceDate - start
        if length > Double(limit) * day { faults.append(.longValidity(dayLimit: limit)) }
        return faults
    }
}
