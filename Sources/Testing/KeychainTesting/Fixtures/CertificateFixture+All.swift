// Made with OpenSSL 3.0. For keys: `openssl ecparam -name prime256v1 -genkey -noout`. For
// certificates: `openssl req -new -key KEY -subj SUBJECT`, and of that `openssl ca -batch
// -preserveDN -cert ISSUER -keyfile KEY -extensions SECTION -startdate 20200101000000Z -enddate
// 20491231235959Z` (the expired one from 20010201000000Z to 20050101000000Z), with `string_mask`
// `default` for the authorities and `utf8only` for the others. The sections hold: authorities
// `basicConstraints=critical,CA:TRUE`, `keyUsage=critical,keyCertSign,cRLSign`; the others
// `keyUsage=critical,digitalSignature`, and `extendedKeyUsage=emailProtection`,
// `subjectAltName=email:Ann@Example.org` or `extendedKeyUsage=serverAuth`,
// `subjectAltName=DNS:www.example.org`.
extension CertificateFixture {
    /// An authority, signed by itself: `CN=Example Root, O=Example`.
    package static let root = CertificateFixture(
        summary: "Example Root",
        serialNumber: "01",
        issuer: """
            MRAwDgYDVQQKEwdFWEFNUExFMRUwEwYDVQQDEwxFWEFNUExFIFJPT1Q=
            """,
        issuerName: """
            MCkxEDAOBgNVBAoTB0V4YW1wbGUxFTATBgNVBAMTDEV4YW1wbGUgUm9vdA==
            """,
        subject: """
            MRAwDgYDVQQKEwdFWEFNUExFMRUwEwYDVQQDEwxFWEFNUExFIFJPT1Q=
            """,
        subjectKeyID: "bd08c21e78ff576c2d67627d919d9dc8ab3af152",
        publicKeyHash: "bd08c21e78ff576c2d67627d919d9dc8ab3af152",
        der: """
            MIIBgzCCASmgAwIBAgIBATAKBggqhkjOPQQDAjApMRAwDgYDVQQKEwdFeGFtcGxlMRUwEwYDVQQDEwxF\
            eGFtcGxlIFJvb3QwHhcNMjAwMTAxMDAwMDAwWhcNNDkxMjMxMjM1OTU5WjApMRAwDgYDVQQKEwdFeGFt\
            cGxlMRUwEwYDVQQDEwxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATA7rQ05cpv\
            E84Db/V9bNYz/z9mlV9VKy97ZKWSBGEIElETYopnmkknsgBiGhvTLWFS0wyBnRk0LbIMBOjhmZRRo0Iw\
            QDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUvQjCHnj/V2wtZ2J9kZ2d\
            yKs68VIwCgYIKoZIzj0EAwIDSAAwRQIgLsou13Agd85cA19+8EFLy8yhDMc/v/CTLWmk457qZ7kCIQCD\
            tfj8bCm/MHc27YYQcH+/IrnojWd1I8htDHC9EBpFCA==
            """
    )

    /// An authority below it, with two blanks in its printable name.
    package static let issuing = CertificateFixture(
        summary: "Example  Issuing",
        serialNumber: "00a1",
        issuer: """
            MRAwDgYDVQQKEwdFWEFNUExFMRUwEwYDVQQDEwxFWEFNUExFIFJPT1Q=
            """,
        issuerName: """
            MCkxEDAOBgNVBAoTB0V4YW1wbGUxFTATBgNVBAMTDEV4YW1wbGUgUm9vdA==
            """,
        subject: """
            MRAwDgYDVQQKEwdFWEFNUExFMRgwFgYDVQQDEw9FWEFNUExFIElTU1VJTkc=
            """,
        subjectKeyID: "769b8bd047dce2ec85e241eb97c0ddae7bde7be4",
        publicKeyHash: "769b8bd047dce2ec85e241eb97c0ddae7bde7be4",
        der: """
            MIIBqTCCAU+gAwIBAgICAKEwCgYIKoZIzj0EAwIwKTEQMA4GA1UEChMHRXhhbXBsZTEVMBMGA1UEAxMM\
            RXhhbXBsZSBSb290MB4XDTIwMDEwMTAwMDAwMFoXDTQ5MTIzMTIzNTk1OVowLTEQMA4GA1UEChMHRXhh\
            bXBsZTEZMBcGA1UEAxMQRXhhbXBsZSAgSXNzdWluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABA/F\
            y0VmJ4giBH1rVH7+CXmHZ8ZopRX3095jRlfa33qSCpbMPFwUfmNAEXzMTcmohSNHsv5FLp2e9ltjlcNu\
            3GGjYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBR2m4vQR9zi7IXi\
            QeuXwN2ue9575DAfBgNVHSMEGDAWgBS9CMIeeP9XbC1nYn2RnZ3IqzrxUjAKBggqhkjOPQQDAgNIADBF\
            AiBWj+urPG2Qt6SSgs+vOdEEUGSRmOBlRmfiaaATy98InQIhAK6A8hb0/eBvOnVoKUV6hT1Ol/YX6QCT\
            UFtleaqPvYTI
            """
    )

    /// Issued by ``issuing`` for the key ``KeyFixture/ann``, with an e-mail address.
    package static let mail = CertificateFixture(
        summary: "ann",
        serialNumber: "0b",
        issuer: """
            MRAwDgYDVQQKEwdFWEFNUExFMRgwFgYDVQQDEw9FWEFNUExFIElTU1VJTkc=
            """,
        issuerName: """
            MC0xEDAOBgNVBAoTB0V4YW1wbGUxGTAXBgNVBAMTEEV4YW1wbGUgIElzc3Vpbmc=
            """,
        subject: """
            MRAwDgYDVQQKDAdFeGFtcGxlMQwwCgYDVQQDDANhbm4=
            """,
        subjectKeyID: "9cb8e8e98f60e007429866ba1e792207a453194a",
        publicKeyHash: "9cb8e8e98f60e007429866ba1e792207a453194a",
        der: """
            MIIBwTCCAWegAwIBAgIBCzAKBggqhkjOPQQDAjAtMRAwDgYDVQQKEwdFeGFtcGxlMRkwFwYDVQQDExBF\
            eGFtcGxlICBJc3N1aW5nMB4XDTIwMDEwMTAwMDAwMFoXDTQ5MTIzMTIzNTk1OVowIDEQMA4GA1UECgwH\
            RXhhbXBsZTEMMAoGA1UEAwwDYW5uMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAED+2SI3IWcyjPWxsj\
            8Riz5MJaty7jViPexwKJdzUwrcUT8AXqtMq2tSvYQuYD+A/Ono1zEIFR0u5rYeU8ba9lLKOBhDCBgTAO\
            BgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwQwGgYDVR0RBBMwEYEPQW5uQEV4YW1wbGUu\
            b3JnMB0GA1UdDgQWBBScuOjpj2DgB0KYZroeeSIHpFMZSjAfBgNVHSMEGDAWgBR2m4vQR9zi7IXiQeuX\
            wN2ue9575DAKBggqhkjOPQQDAgNIADBFAiBFWmzrr3EJBz7im84mA44Dg8TOwhBlTMSMRrsry6UmSgIh\
            ALf9sQvxEpiO3s4vfds9aA7B61Zxlh74URApltyuuMFK
            """
    )

    /// Issued by ``root`` for the same key, for a server.
    package static let site = CertificateFixture(
        summary: "www.example.org",
        serialNumber: "0c",
        issuer: """
            MRAwDgYDVQQKEwdFWEFNUExFMRUwEwYDVQQDEwxFWEFNUExFIFJPT1Q=
            """,
        issuerName: """
            MCkxEDAOBgNVBAoTB0V4YW1wbGUxFTATBgNVBAMTDEV4YW1wbGUgUm9vdA==
            """,
        subject: """
            MRgwFgYDVQQDDA93d3cuZXhhbXBsZS5vcmcxDjAMBgNVBAsMBVNpdGVz
            """,
        subjectKeyID: "9cb8e8e98f60e007429866ba1e792207a453194a",
        publicKeyHash: "9cb8e8e98f60e007429866ba1e792207a453194a",
        der: """
            MIIBxjCCAW2gAwIBAgIBDDAKBggqhkjOPQQDAjApMRAwDgYDVQQKEwdFeGFtcGxlMRUwEwYDVQQDEwxF\
            eGFtcGxlIFJvb3QwHhcNMjAwMTAxMDAwMDAwWhcNNDkxMjMxMjM1OTU5WjAqMRgwFgYDVQQDDA93d3cu\
            ZXhhbXBsZS5vcmcxDjAMBgNVBAsMBVNpdGVzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAED+2SI3IW\
            cyjPWxsj8Riz5MJaty7jViPexwKJdzUwrcUT8AXqtMq2tSvYQuYD+A/Ono1zEIFR0u5rYeU8ba9lLKOB\
            hDCBgTAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwGgYDVR0RBBMwEYIPd3d3LmV4\
            YW1wbGUub3JnMB0GA1UdDgQWBBScuOjpj2DgB0KYZroeeSIHpFMZSjAfBgNVHSMEGDAWgBS9CMIeeP9X\
            bC1nYn2RnZ3IqzrxUjAKBggqhkjOPQQDAgNHADBEAiB6yfId7iULuZStzX3U/oVLLhDWQ2gPJ4cD+bV5\
            0yqSXAIgPVzIg3uHn1QTuvB54K8dXGXsFlcmdXXpvBrNUViHfrE=
            """
    )

    /// Issued by ``root`` for the key ``KeyFixture/bob``, valid until 2005, with an address.
    package static let old = CertificateFixture(
        summary: "Bob",
        serialNumber: "0d",
        issuer: """
            MRAwDgYDVQQKEwdFWEFNUExFMRUwEwYDVQQDEwxFWEFNUExFIFJPT1Q=
            """,
        issuerName: """
            MCkxEDAOBgNVBAoTB0V4YW1wbGUxFTATBgNVBAMTDEV4YW1wbGUgUm9vdA==
            """,
        subject: """
            MQwwCgYDVQQDDANCb2IxHjAcBgkqhkiG9w0BCQEWD2JvYkBleGFtcGxlLm9yZw==
            """,
        subjectKeyID: "f62a3c6134bcfcb48a4a418e41f677ec0e0ebfa5",
        publicKeyHash: "f62a3c6134bcfcb48a4a418e41f677ec0e0ebfa5",
        der: """
            MIIBlzCCAT6gAwIBAgIBDTAKBggqhkjOPQQDAjApMRAwDgYDVQQKEwdFeGFtcGxlMRUwEwYDVQQDEwxF\
            eGFtcGxlIFJvb3QwHhcNMDEwMjAxMDAwMDAwWhcNMDUwMTAxMDAwMDAwWjAuMQwwCgYDVQQDDANCb2Ix\
            HjAcBgkqhkiG9w0BCQEWD2JvYkBleGFtcGxlLm9yZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABC1k\
            LIIbUQfTCf9Gqp4JRUIbvcymdNDvAhYUV2foclMuSaS+SqgavuMaxUEVO+S5fqT61GampLANOTBYBSuD\
            dJejUjBQMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQU9io8YTS8/LSKSkGOQfZ37A4Ov6UwHwYDVR0j\
            BBgwFoAUvQjCHnj/V2wtZ2J9kZ2dyKs68VIwCgYIKoZIzj0EAwIDRwAwRAIgbdM7HFc+IPuL26lo/qo+\
            mUq3BjPOoSLv6ssA7K+OSPYCIEVJh00tvzZKm8gk4F9rzwfWEGqDhfZYz+u7ZQWk5xRd
            """
    )
}
