import Foundation

/// Certificates that OpenSSL made for the host `api.example`; they are valid in 2030, and the keys are
/// of no use elsewhere.
enum Served {
    /// The authority, which issued itself.
    static let root = bytes(
        """
        MIIBlDCCATugAwIBAgIUFJHZXN/qeY9YMjNnzHhNLfP/xcgwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBs
        ZSBSb290MCAXDTI2MTEyMjA4NTcyOVoYDzIwNTEwNzE0MDg1NzI5WjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3Qw
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATPPH/5m6oHvuiB1JPhNxU42QZ3yz76PAm8xsu7gKW+jkiqQb1Nf2n/
        j6FPS7ZIrBgdFhzkF21Crktmc6qxmWOvo2MwYTAdBgNVHQ4EFgQUbNDRH2w+ammyEgeAD1ynATRC/aUwHwYDVR0j
        BBgwFoAUbNDRH2w+ammyEgeAD1ynATRC/aUwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZI
        zj0EAwIDRwAwRAIgGR70wcCLDswvlUCAl8FQGK2D5guXOP/bPw80ZMDOvhwCICYP1kU2VNpkk7RbtiO44GVlDw9X
        8q4yPkygF2xzCC6Z
        """
    )
    /// An authority that issued nothing here.
    static let other = bytes(
        """
        MIIBmDCCAT2gAwIBAgIUNQYYgVxTp3b1jY2MplIYRFQLH/AwCgYIKoZIzj0EAwIwGDEWMBQGA1UEAwwNRXhhbXBs
        ZSBPdGhlcjAgFw0yNjExMjIwODU3MjlaGA8yMDUxMDcxNDA4NTcyOVowGDEWMBQGA1UEAwwNRXhhbXBsZSBPdGhl
        cjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKyct6uAIaj+v7Gh+Bs2Q4uPYBK3+mg2fzADex1W/KFbaGYAI6Oz
        4zHdB0rCsTUKDKafY0lk9Xy8UrHSyuh6OPejYzBhMB0GA1UdDgQWBBSsL0BYXWooJmKgArviq4RdpG6xGzAfBgNV
        HSMEGDAWgBSsL0BYXWooJmKgArviq4RdpG6xGzAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAKBggq
        hkjOPQQDAgNJADBGAiEAl7ILQjs3DrKCFL7nkCWKg+wqxWN91ubZJZhFwc/bM8sCIQC5Tsjka/CdJV12f+AxQbAL
        wteGW71m+1JdWIEW+DM+0w==
        """
    )
    /// The server's.
    static let leaf = bytes(
        """
        MIIBqzCCAVGgAwIBAgIBBzAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHhcNMjYxMTIyMDg1
        NzI5WhcNNDgxMDE3MDg1NzI5WjAWMRQwEgYDVQQDDAthcGkuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABKrHUmDIwQ9sZHPZPnCU6pCd2oQE6bKxPZ3O/McAvBKdbcPsZY15bctGgBS9mGXi/4HS2wOkxZoVpNiuTfw/
        W42jgY4wgYswFgYDVR0RBA8wDYILYXBpLmV4YW1wbGUwEwYDVR0lBAwwCgYIKwYBBQUHAwEwDgYDVR0PAQH/BAQD
        AgeAMAwGA1UdEwEB/wQCMAAwHQYDVR0OBBYEFM/cLjzjBpPXON28so3vjuJiC8AKMB8GA1UdIwQYMBaAFGzQ0R9s
        PmppshIHgA9cpwE0Qv2lMAoGCCqGSM49BAMCA0gAMEUCIQCe6XBi4Yx/0TfonAZmSn5KlgNszsw0SgiKKTHvnOJW
        DgIgLiwZsHU1BEjaZrFa8m+gbFqHePby9PvbaInsZdfeWA8=
        """
    )
    /// Another one for the same key.
    static let renewed = bytes(
        """
        MIIBrTCCAVOgAwIBAgIBCDAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwIBcNMjYxMTIyMDg1
        NzMwWhgPMjA1MDAzMDEwODU3MzBaMBYxFDASBgNVBAMMC2FwaS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEqsdSYMjBD2xkc9k+cJTqkJ3ahATpsrE9nc78xwC8Ep1tw+xljXlty0aAFL2YZeL/gdLbA6TFmhWk2K5N
        /D9bjaOBjjCBizAWBgNVHREEDzANggthcGkuZXhhbXBsZTATBgNVHSUEDDAKBggrBgEFBQcDATAOBgNVHQ8BAf8E
        BAMCB4AwDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUz9wuPOMGk9c43byyje+O4mILwAowHwYDVR0jBBgwFoAUbNDR
        H2w+ammyEgeAD1ynATRC/aUwCgYIKoZIzj0EAwIDSAAwRQIgBcaOG5k0rosvCNHPE1HMngZe4JSfbiAsjAabTq3O
        mKACIQCN52YfZFqiHFFrnzyoY8QYeWLd00yYi7HtYR2zk1M4Nw==
        """
    )

    private static func bytes(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
