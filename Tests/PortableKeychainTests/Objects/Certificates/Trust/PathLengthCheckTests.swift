import Testing

@testable import PortableKeychain

/// Below an authority there may be only so many others, and those that issued themselves are not counted
/// (RFC 5280, 6.1.4 l).
@Suite struct PathLengthCheckTests {
    /// The subjects of a path, the certificate in question first, each issued by the next and the last by
    /// itself; and the least limit of the last with which it is accepted.
    @Test(
        arguments: [
            (["Leaf", "Root"], 0), (["Leaf", "A", "Root"], 1), (["Leaf", "B", "A", "Root"], 2),
            (["Leaf", "A", "A", "Root"], 1), (["Leaf", "A", "A", "A", "Root"], 1),
            (["Leaf", "B", "A", "A", "Root"], 2), (["Leaf", "Root", "Root"], 0),
            // The certificate in question is not counted, an authority or not.
            (["A", "A", "Root"], 1),
        ] as [([String], Int)]
    )
    func countsAuthorities(subjects: [String], least: Int) throws {
        for limit in 0...3 {
            let path = try subjects.indices.map { place in
                let issuer = subjects[min(place + 1, subjects.count - 1)]
                let isLast = place == subjects.count - 1
                return try Self.certificate(subjects[place], issuer, limit: isLast ? limit : nil)
            }
            let verdict = try #require(Self.verdict(on: path))
            if limit >= least {
                guard case .passed = verdict else {
                    Issue.record("\(limit): \(verdict)")
                    continue
                }
            } else {
                guard case .failed(.longPath(limit)) = verdict else {
                    Issue.record("\(limit): \(verdict)")
                    continue
                }
            }
        }
    }

    @Test func saysNothingWithoutALimit() throws {
        let leaf = try Self.certificate("Leaf", "Root", limit: nil)
        #expect(Self.verdict(on: [leaf, try Self.certificate("Root", "Root", limit: nil)]) == nil)
        #expect(Self.verdict(on: [try Self.certificate("Root", "Root", limit: 0)]) == nil)
    }

    /// An authority with a new key, certified by its old one, as openssl makes and judges it.
    @Test(.enabled(if: OpenSSL.isPresent, "needs OpenSSL 3"), arguments: ["Authority", "Other"])
    func agreesWithOpenSSL(name: String) throws {
        let chain = ConstrainedChain(
            links: [
                ("Root", "basicConstraints = critical,CA:true"),
                ("Authority", "basicConstraints = critical,CA:true,pathlen:0"),
                (name, "basicConstraints = critical,CA:true"),
                ("Leaf", "basicConstraints = CA:false"),
            ].map { ConstrainedChain.Link(subject: "CN = \($0)", extensions: $1) },
            hasOwnKeys: true
        )
        let openSSL = try OpenSSL()
        let made = try chain.made(by: openSSL)
        let isSelfIssued = name == "Authority"
        #expect(try chain.isVerified(by: openSSL) == isSelfIssued)
        do throws(CertificateTrustError) {
            let path = try made[3].evaluateTrust(
                anchors: [made[0]],
                intermediates: [made[1], made[2]]
            )
            #expect(isSelfIssued && path == [made[3], made[2], made[1], made[0]])
        } catch {
            #expect(!isSelfIssued && error.cause == .noAnchor)
        }
    }

    private static func verdict(on path: [X509Certificate]) -> TrustVerdict? {
        var work = TrustWork()
        let checked = CheckedPath(certificates: path, demand: TrustDemand())
        return PathLengthCheck().verdict(on: path.count - 1, of: checked, &work)
    }

    private static func certificate(
        _ subject: String,
        _ issuer: String,
        limit: Int?
    ) throws -> X509Certificate {
        var made = TestCertificate()
        made.subject = name(subject)
        made.issuer = name(issuer)
        let length: [UInt8] = limit.map { [2, 1, UInt8($0)] } ?? []
        let constraints = TestDER.sequence([[1, 1, 0xFF], length])
        made.set(extensions: [TestCertificate.extension(19, constraints)])
        return try X509Certificate(der: made.der)
    }

    private static func name(_ text: String) -> [UInt8] {
        let value = TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, text)])
        return TestDER.sequence([TestDER.value(0x31, value)])
    }
}
