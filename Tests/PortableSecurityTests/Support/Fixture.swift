import Foundation
import PortableSecurity

/// Objects of a small authority of its own, valid from 2020 to 2120.
///
/// Made with OpenSSL 3.0: a root on P-256, the certificate of a server signed by it, one whose
/// subject has no common name, and bundles under the passphrase "open".
enum Fixture {
    static let root = certificate(rootBytes)
    static let server = certificate(serverBytes)
    static let nameless = certificate(namelessBytes)
    /// The server's private key, as X9.63 wants it.
    static let serverKey = key(serverKeyBytes)

    static let bundle = Data(decoding: bundleText)
    static let bundleWithoutKeys = Data(decoding: bundleWithoutKeysText)
    static let serverBytes = Data(decoding: serverText)
    static let rootBytes = Data(decoding: rootText)
    static let namelessBytes = Data(decoding: namelessText)
    static let serverKeyBytes = Data(decoding: serverKeyText)

    static func certificate(_ bytes: Data) -> SecCertificate {
        guard let certificate = SecCertificateCreateWithData(nil, bytes as CFData) else {
            preconditionFailure("a fixture is no certificate")
        }
        return certificate
    }

    private static func key(_ bytes: Data) -> SecKey {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        ]
        guard let key = SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
        else {
            preconditionFailure("a fixture is no key")
        }
        return key
    }

    private static let rootText = """
        MIIBiTCCATCgAwIBAgICEAAwCgYIKoZIzj0EAwIwKzEVMBMGA1UECgwMRG9vciAgTWFrZXJzMRIwEAYDVQQDDAlE
        b29yIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMCsxFTATBgNVBAoMDERvb3IgIE1ha2Vy
        czESMBAGA1UEAwwJRG9vciBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE40+ldYHrYbGuqx1xhWFP1JSj
        XHmFOGbU946rgwo+JPVaOt/59jZbJ/CmS2IclWKP4ZrbDb2luIPnrqkm5ip6LqNCMEAwDwYDVR0TAQH/BAUwAwEB
        /zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFLxbTnVFvLa4eZa5rMG7v0SCP7/sMAoGCCqGSM49BAMCA0cAMEQC
        IGvA8mnmc0fsYMvud9H2vsS1pP4nmIhjPJoR/nMtE2UiAiBa1XMlO9MmMOp/xTWh+8ywPcWHCjt8RztBrSX77b6L
        yg==
        """

    private static let serverText = """
        MIIB+TCCAZ+gAwIBAgICEAEwCgYIKoZIzj0EAwIwKzEVMBMGA1UECgwMRG9vciAgTWFrZXJzMRIwEAYDVQQDDAlE
        b29yIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMCsxFDASBgNVBAoMC0Rvb3IgTWFrZXJz
        MRMwEQYDVQQDDApGcm9udCBEb29yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEektySwVgA2TZq17QfsHOv0SU
        Q0Pl8pB+aNHBfbMNkNLHZZto/PAVVqB8EonogRfbG01lEgoVbItsJgiLlSC1u6OBsDCBrTAMBgNVHRMBAf8EAjAA
        MA4GA1UdDwEB/wQEAwIHgDAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIwLgYDVR0RBCcwJYIQZG9vci5l
        eGFtcGxlLmNvbYERZG9vcnNAZXhhbXBsZS5jb20wHQYDVR0OBBYEFGT2PPgqPRU2Dw2kUxLPRdBumz1IMB8GA1Ud
        IwQYMBaAFLxbTnVFvLa4eZa5rMG7v0SCP7/sMAoGCCqGSM49BAMCA0gAMEUCIQDWfwlqM13i4saOPZHjFOFv6nOf
        iM1nBDzkd2FoNHK1owIgatno8HKWZqdIha+DwlgTof/fGR715r3Hzf06EUmlwRk=
        """

    private static let namelessText = """
        MIIBgDCCASagAwIBAgICEAIwCgYIKoZIzj0EAwIwKzEVMBMGA1UECgwMRG9vciAgTWFrZXJzMRIwEAYDVQQDDAlE
        b29yIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBMxETAPBgNVBAoMCE5hbWVsZXNzMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEDM1ZDJ74TeFNXCdC9k77euIEn2Sbm/C2vWQlrwgBn1cmcjUw0uoHkEaL
        tIiSi+Bdm4sgXaLdbYZ36xrj7wHl3KNQME4wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUVwhzCisCEO8BMczcMXaF
        II7M4XUwHwYDVR0jBBgwFoAUvFtOdUW8trh5lrmswbu/RII/v+wwCgYIKoZIzj0EAwIDSAAwRQIgBxMbsNwll4rB
        S5OrcIklv3uDVtYnNVOBdVgFPA04uuwCIQDZh9RFKFjuvmvJtKh1nAZ4dF3Lz4Rj2I8YcfCn8VNQJg==
        """

    private static let serverKeyText = """
        BHpLcksFYANk2ate0H7Bzr9ElEND5fKQfmjRwX2zDZDSx2WbaPzwFVagfBKJ6IEX2xtNZRIKFWyLbCYIi5UgtbuA
        r0R383lavcwZWzg5R8KKlOxZP63YTkPAHJszNup/rA==
        """

    private static let bundleText = """
        MIIGkQIBAzCCBkcGCSqGSIb3DQEHAaCCBjgEggY0MIIGMDCCBMIGCSqGSIb3DQEHBqCCBLMwggSvAgEAMIIEqAYJ
        KoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjqkyIbrxrmlQICCAAwDAYIKoZIhvcNAgkF
        ADAdBglghkgBZQMEASoEEMuU/X1gSeJOldun4zvPEB6AggRAgfbPSRCAIITr7PstU0vwtmpbQdH56Uc2wr7Ce9m1
        d/skyewJYwAIVo3YZ2dtArl2zfVIxv/HMUiU4cAV7YJyfVUuhNABR+WJjTnGOH3nNrF1SV9W65VrhnYi78r8OSY+
        EOXnM5pqe1br8Y2ih+i/mwTdSl35+v9tCy8Dojdq74e9dNvogXr374Bas9JnyjpxlTMzjGMJAToe/6ThbaxBiitD
        Pvpcjs8x23W8wUylxiEn4Z9twuqEv82Akp/ioTGRmRsNT7WFkFZbo9OaVdOJbr9WWcZslASZzhDNrzxRrZ0sN7f2
        VRkRc+vAwjQXxC9NivYhUGrtSHnYGsA/z3jVcFCjAT1Kstxb+3+YW5l5QslmSdKPvsHFUmYdkLU5XMigaA+W0leQ
        aFQtlSUJH8gFch1RNSiQc5H8/3jfpyMkTYnDi/qJoVIzPStOIz6qHqy/ZUUNsBIAxlJK9K7uTxGkJBczOTo4ZjAe
        DSJcF0p5r76W3A46qMmfDh+AsOi3JrrgoPIQszMizuf2PJN/slMYoGgWTylLzi44frtc9uc85phSyJh0OrrXYjpM
        ITw1eoGL3gnpqEDEnQwTgglZqhvsya6phUQFOJXoRlPRCk4mF2Z+UUSXbliDG5pmYRv0Tu9vAxp1mvdX+RN0jmDH
        OS+7CJuFugF55dXS9Ozy9v5DcW124vDz5NegERdthUD6Z5BKoJBos2AXBvE1je4vrZOhtRxZCQXrK3at3g81kkEo
        oxN/4DjcWkeIbxPk3raOJFt9IBZ07wFs5ujs62ELkwQoA8VAKBwQy1gY4noO370Ei+QjbbWK0GGSyNQL8Ni17B1V
        Krri3tTM3qmLkUr5KPJN+BdHL0Woh6yf0b3acKNGwUjBY+0PWI/ZX6SdW+DVt8eZTwVya/ZvD+T2YkZ164EByYOf
        JXhTzvvMnLueEUpZL9KIuef7ouLb3r23QfOWk6CPDRCOm63VYqLhMhQp4DiSP3D4qIhCYQ6qpwWGibWkgytUo3k6
        5HI5oYzimux/fETzWUJw1ntABO1AzuVdLtueIEb3kn9NxGs9EZa1oVIaCgJOPFLg5Dhzx5DJv4bHMcjZUZ228iIC
        2gGvR33wDphgJrhp3kaU+mDDpgajnWvVHN42Asfqc2nBtvU1dQT0q/d58o4iasispyduruJrPdc6tzz55WXGPQIC
        rdZ4mbqhGVfxqUSk9DHgUl/ikCeZEuOVr35sagBqFeGTkR1Mhl6q6QAV48VERrWSmmm9y5eUAF5roU4NP49QTbXG
        ncpUsLEE2EtokHmn4c8H+4xZ0sgBJjKu/IilObt9eeVY6tKTe00DxbvRnIzoAqelIX87nGlbEMAzNfCVhH1dLY5Y
        YVZPQwQZ6p0JTNeaifRETFBxBbXRfcOAORMDM9iWwDNYpDiyuo6WfAYk78p+ekmcNOz9C1PRz3C9O3JjKWR+JkVK
        GI8wggFmBgkqhkiG9w0BBwGgggFXBIIBUzCCAU8wggFLBgsqhkiG9w0BDAoBAqCB7zCB7DBXBgkqhkiG9w0BBQ0w
        SjApBgkqhkiG9w0BBQwwHAQIBqWzaRxcXXkCAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBqPKs30rP+
        MDr+4lr7/uh1BIGQ6Ev6LY7Imxi/3eHiDdRiHqqFMwY+wzNIrcyu4aCl4hknpDeoRzFzQ+IAxz8OfaSjquK5WtRx
        gztxWASvNmxqbLCB7ARnkrzYPEU+PghrILlhHb5pLKGDR3eBm57IpuFrLXkX+ZJ4tySGJk4jEqZtw7c4HXYZw6eB
        4vYeplhjDgheYjH1cm4Uyzm96iJuW8RNMUowIwYJKoZIhvcNAQkUMRYeFABmAHIAbwBuAHQAIABkAG8AbwByMCMG
        CSqGSIb3DQEJFTEWBBT6/ol52IQQr9VL5VKwO7HkuugJrjBBMDEwDQYJYIZIAWUDBAIBBQAEIDcfgWCYvN2zOz8Y
        7vydzwI5dE5HcDDbuNnLDgojpxr1BAha5x0oX9P15QICCAA=
        """

    private static let bundleWithoutKeysText = """
        MIIDFwIBAzCCAs0GCSqGSIb3DQEHAaCCAr4EggK6MIICtjCCArIGCSqGSIb3DQEHBqCCAqMwggKfAgEAMIICmAYJ
        KoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhPkLgNx+O3YQICCAAwDAYIKoZIhvcNAgkF
        ADAdBglghkgBZQMEASoEEDG3dscUiROPMMzuLE6km1yAggIw8XJqBjl7BTaLZqUgJVqwe7s2Irh5r5MANgms4Hcb
        cf+DYbE6jEo1oQuTls4qdni2YOviM7vQQUNlh4Y25z+/ZKvdQ1WHqCVK6Cka6teFngip3X0/Q6KFlsAxBfgXdRvB
        Cgrm40nJjWpOGfQ1gegmLYLbxgs+3RD0PvnUAKC0RfqQjOBEFvSjIIl6RFTloG77KACD5kA0JcSNfATr+nvaOTGq
        pEUhbIYvi/jkBOt5BNSTmgk/qYEQGuG4V973P2MLxa8/Syiq6F4F6mLC2L9z5U+zeIkYnVNrnehWqWD6wsAI6UGv
        OBvUn7rREq2P3uwSG+OkoSRvZkMWBiXQmwy/ymaEGwYp9Ylxku508OHmDgPffLgJBO3EQlIE9VwDbaOHYpa/f6LO
        H87wuV2Jb4J8J+epeNl9nagh93yiOgeCZBQwn6eCb7xSpRTfar7g/HQjh5vcMef9cs8fO3UUXPHnrDgTY3gHdGF9
        jWRXUzqrDJkN5zl84Ot5jVvWrZnuRlUPq/DKTMwAPuOKCiq1n8BKBK4Gpx7ujMRM8Kgm3//AJlqcSvJnjEVEs0y+
        p5BmoJombNLxIFPyXspvE9PA7OZDvL/nT7Xk3z0wqLiv6/H7nZAXAJRnOS2AJnlZXsrfdxDuyIXTejtIYcozFMVH
        zg+RiZUa+GbSJGMPRUH0lHlHij4RawMSTIyX5eYLXxBHdMgSZ2L/6C32I9OVuPN0W9vXvBwYW0h5vLCLEpXcwcfz
        b/swQTAxMA0GCWCGSAFlAwQCAQUABCDycbDol7UnOk+kKYQhhOr1kyj/RdvOKYfTh2Copc+0cAQIf9/3GHx5MOIC
        AggA
        """
}

extension Data {
    init(decoding text: String) {
        self = Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
