package import PortableKeychain
package import SafeText

/// The paths that an evaluation of trust tried, as a person or a program reads them.
package struct TrustExplanation {
    private let paths: [TrustPath]

    /// Explains paths in the order in which they were tried.
    package init(_ paths: [TrustPath]) { self.paths = paths }

    /// A line for each path, below it one for each certificate, and below that one for each check.
    package var lines: [Shown] {
        paths.enumerated().flatMap { number, path in
            let end: Shown = path.isChosen ? "trusted" : "not trusted"
            let steps = path.certificates.indices.flatMap { place in
                [Shown("  \(Self.name(path.certificates[place]))")]
                    + path.findings(on: place).map(Self.line)
            }
            return [Shown("path \(number + 1) of \(paths.count): \(end)")] + steps
        }
    }

    /// The same as an object, with the reason of each check that was not passed.
    package var members: [(String, JSON)] { [("paths", .array(paths.map(Self.object)))] }

    private static func line(_ finding: TrustPath.Finding) -> Shown {
        guard let reason = finding.reason else { return "    passed: \(finding.check)" }
        return "    failed: \(finding.check): \(reason)"
    }

    private static func object(_ path: TrustPath) -> JSON {
        let certificates = path.certificates.indices.map { place in
            JSON.object([
                ("subject", .string(name(path.certificates[place]))),
                ("serial", .string(ByteText.hexadecimal(path.certificates[place].serialNumber))),
                ("checks", .array(path.findings(on: place).map(object))),
            ])
        }
        return .object([("trusted", .bool(path.isChosen)), ("certificates", .array(certificates))])
    }

    private static func object(_ finding: TrustPath.Finding) -> JSON {
        let reason = finding.reason.map { [("reason", JSON.string($0))] } ?? []
        return .object(
            [("check", .string(finding.check)), ("passed", .bool(finding.reason == nil))] + reason
        )
    }

    private static func name(_ certificate: X509Certificate) -> String {
        certificate.subjectSummary ?? "a certificate without a name"
    }
}

extension TrustPath {
    /// The results for one certificate.
    fileprivate func findings(on place: Int) -> [Finding] { findings.filter { $0.place == place } }
}
