import Foundation
import LocalAuthentication
import OlderNames
import Security

/// Names that code of earlier years uses.
func checkOlderNames() {
    check(OlderKeys.goThroughBuffers(), "keys work on buffers")
    let answers = OlderTrust.acceptsFaults(of: Data(base64Encoded: root.joined()) ?? Data())
    check(answers == [false] + answers.dropFirst().map { _ in true }, "a user accepts a fault")
    check(!answers.isEmpty, "a certificate is read")
    check(OlderCoreFoundation.values().allSatisfy { $0 }, "functions of Core Foundation work")
    for query in [OlderCoreFoundation.query(), queryBesideCoreFoundation()] {
        check(SecItemCopyMatching(query, nil) == errSecItemNotFound, "an older query finds nothing")
    }
    check(OlderContext().cause() == .userCancel, "a stand-in for a context gives its error")
}

/// A certificate that is not trusted.
private let root = [
    "MIIBiTCCATCgAwIBAgICEAAwCgYIKoZIzj0EAwIwKzEVMBMGA1UECgwMRG9vciAgTWFrZXJzMRIwEAYDVQQDDAlE",
    "b29yIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMCsxFTATBgNVBAoMDERvb3IgIE1ha2Vy",
    "czESMBAGA1UEAwwJRG9vciBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE40+ldYHrYbGuqx1xhWFP1JSj",
    "XHmFOGbU946rgwo+JPVaOt/59jZbJ/CmS2IclWKP4ZrbDb2luIPnrqkm5ip6LqNCMEAwDwYDVR0TAQH/BAUwAwEB",
    "/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFLxbTnVFvLa4eZa5rMG7v0SCP7/sMAoGCCqGSM49BAMCA0cAMEQC",
    "IGvA8mnmc0fsYMvud9H2vsS1pP4nmIhjPJoR/nMtE2UiAiBa1XMlO9MmMOp/xTWh+8ywPcWHCjt8RztBrSX77b6L",
    "yg==",
]
