import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The time in which certificates are valid: bounds included, in trust and in searches alike (RFC
/// 5280, 4.1.2.5; item-semantics.md §2.2 and §6.5).
@Suite struct CertificateValidityTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let known: KnownCertificate
        let moment: Double
        let position: CertificateValidity.Position
        /// Whether a search by date finds it, where that is not the same.
        var isFound: Bool?

        var testDescription: String { "\(known.testDescription) at \(moment)" }
    }

    static let rows: [Row] = [
        Row(known: .expired, moment: -63_158_401, position: .before),
        Row(known: .expired, moment: -63_158_400.001, position: .before),
        Row(known: .expired, moment: -63_158_400, position: .within),
        Row(known: .expired, moment: -40_000_000, position: .within),
        Row(known: .expired, moment: -31_579_200, position: .within),
        Row(known: .expired, moment: -31_579_199.999, position: .after),
        Row(known: .expired, moment: -31_579_199, position: .after),
        Row(known: .far, moment: 252_423_993_599, position: .within),
        Row(known: .far, moment: 252_423_993_600, position: .after),
        Row(known: .before1970, moment: 0, position: .within),
        // Apple's searches by date pass over these two.
        Row(known: .instant, moment: 757_382_400, position: .within, isFound: false),
        Row(known: .instant, moment: 757_382_401, position: .after),
        Row(known: .reference, moment: 0, position: .within, isFound: false),
        Row(known: .reference, moment: 800_000_000, position: .within, isFound: false),
        Row(known: .reference, moment: -1, position: .before),
        // A date that is not a number is refused, like one that is never reached.
        Row(known: .far, moment: .nan, position: .after),
        Row(known: .far, moment: .infinity, position: .after),
        Row(known: .far, moment: -.infinity, position: .before),
    ]

    @Test(arguments: rows)
    func knowsItsBounds(row: Row) throws {
        let certificate = try row.known.certificate
        let moment = Date(timeIntervalSinceReferenceDate: row.moment)
        let isValid = row.position == .within
        #expect(certificate.validity.position(of: moment) == row.position)
        #expect(certificate.validity.contains(moment) == isValid)

        let path = try? certificate.evaluateTrust(anchors: [certificate], at: moment)
        #expect((path != nil) == isValid)

        let filter = try CertificateFilter([.validOnDate(moment)], now: .distantPast, among: [])
        #expect(filter.accepts(certificate) == row.isFound ?? isValid)
    }

    @Test func periodsTheWrongWayRoundContainNothing() {
        let moments = [1.0, 2, 3].map { Date(timeIntervalSinceReferenceDate: $0) }
        let validity = CertificateValidity(notBefore: moments[2], notAfter: moments[0])
        for moment in moments { #expect(!validity.contains(moment)) }
    }
}
