@_spi(Keepers) import PortableKeychain

/// Specification 4.5 and 6.7: keys and certificates that require user authentication.
extension ConformanceRule {
    static let guardedObjects = rules {
        let lock = Word.guarded(.whenUnlocked, .userPresence)
        let identity = add(of: nil).of(CertificateFixture.mail.object)
        let key = add([.accessControl: lock], of: nil).of(KeyFixture.ann.object)
        for (name, request) in [
            ("key", find(of: .key, returning: .reference)),
            ("identity", find(of: .identity, returning: .reference)),
            ("identity-attributes", find(of: .identity)),
            ("identity-nothing", find(of: .identity, returning: [])),
        ] {
            asking(name, "A guarded key asks in a search for \(name).", given: [identity, key]) {
                try $0.expect(request, .succeeds, saying: [.passcode], asked: 1)
                try $0.expect(request, .fails(.userCanceled), saying: [.canceled], asked: 1)
                try $0.expect(
                    request.with { $0.interaction = .forbidden },
                    .fails(.interactionNotAllowed),
                    asked: 0
                )
                try $0.expect(
                    request.with { $0.interaction = .skip },
                    .fails(.itemNotFound),
                    asked: 0
                )
            }
        }
        asking("certificate", "A guarded key's certificate is free.", given: [identity, key]) {
            try $0.expect(find(of: .certificate, returning: .reference), .finds(1), asked: 0)
            try $0.expect(delete(of: .key), .succeeds, asked: 0)
        }
        let other = add([.accessControl: lock], of: nil).of(CertificateFixture.old.object)
        let free = [identity, add(of: nil).of(KeyFixture.ann.object), other]
        asking(
            "certificate-unneeded",
            "A search for one identity does not ask for the next one's certificate.",
            given: free + [add(of: nil).of(KeyFixture.bob.object)]
        ) {
            for limit: MatchLimit? in [nil, .one, .atMost(1)] {
                let search = find(of: .identity, limit: limit, returning: .reference)
                try $0.expect(search, .succeeds, asked: 0)
            }
            try $0.expect(find(of: .identity), .finds(2), saying: [.passcode], asked: 1)
        }
        asking(
            "certificate-alone",
            "A guarded certificate without a key is not part of a search for identities.",
            given: free
        ) {
            // The second names an attribute of certificates, which are then searched first.
            try $0.expect(find(of: .identity), .finds(1), asked: 0)
            try $0.expect(find([.certificateEncoding: 3], of: .identity), .finds(1), asked: 0)
        }
    }
}
