public import KeychainEssentials

/// The period in which a certificate is valid (RFC 5280, 4.1.2.5).
///
/// Both bounds belong to the period. A period whose end lies before its start contains no moment:
/// certificates may say so, and are then never valid.
public struct CertificateValidity: Hashable, Sendable {
    /// The first moment at which the certificate is valid.
    public let notBefore: Date
    /// The last moment at which the certificate is valid.
    public let notAfter: Date

    init(notBefore: Date, notAfter: Date) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Whether the certificate is valid at a moment, both bounds included.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: `false` before the first moment, after the last one, and for a date that is not a
    ///   number.
    public func contains(_ moment: Date) -> Bool { position(of: moment) == .within }

    /// The position of a moment relative to the validity.
    package enum Position: Hashable, Sendable {
        case before
        case within
        case after
    }

    /// The position of a moment; a date that is not a number counts as after the end, so that it is
    /// refused.
    package func position(of moment: Date) -> Position {
        // As numbers: the operators of dates find every date equal to one that is not a number.
        let seconds = moment.timeIntervalSinceReferenceDate
        if seconds < notBefore.timeIntervalSinceReferenceDate { return .before }
        return seconds <= notAfter.timeIntervalSinceReferenceDate ? .within : .after
    }
}
