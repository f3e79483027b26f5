import Foundation

/// Certificates that OpenSSL made for the host `api.example`; they are valid in 2030, the server's for two
/// years, and the keys are of no use elsewhere.
enum Served {
    /// The authority, which issued itself.
    static let root = bytes(
        """
        MIIBYTCCAQigAwIBAgICIAIwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MCAXDTI2MTEwMTAw
        MDAwMFoYDzIwNTEwMTAxMDAwMDAwWjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATlI7Un+MrPBOsrUhvtxSobCXcqTfhSpa4ehpuQDP37alJffPfNrBx8sbqB63V+tSY0AckGFapDbx6t
        kdvP1Gsto0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQU4CrHv5AeUNi55pnH
        yvkwuzr1nTMwCgYIKoZIzj0EAwIDRwAwRAIgQ8g154fcrqq94PvPiMmEM3dqendfS9i1293k/ifn7T8CICnjySfW
        wW5J1X9sg9Qm1hGqYqBIttF5GaHJ3yjoGI53
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
        MIIBqzCCAVKgAwIBAgICIAMwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MB4XDTI5MDEwMTAw
        MDAwMFoXDTMxMDEwMTAwMDAwMFowFjEUMBIGA1UEAwwLYXBpLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMB
        BwNCAASo5Tg7VNN+8NwEP8eKkI26jdwkREVVse7rnTom4Feye+we6vRQIl5KLTzX92ufJR8ZHcBpFHapNEgPhT71
        YS+3o4GOMIGLMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMBYGA1Ud
        EQQPMA2CC2FwaS5leGFtcGxlMB0GA1UdDgQWBBQqYCGwYjzwal0q361Rg2AqaTYY9jAfBgNVHSMEGDAWgBTgKse/
        kB5Q2LnmmcfK+TC7OvWdMzAKBggqhkjOPQQDAgNHADBEAiAosMnQ1Wu8cmp5Njz4h/bcpr73CwYj1dWuInDTIEBz
        owIgYBbNwf3B6CP9t8opNtR4Blq6BbKckaCUaJtCOamxjX0=
        """
    )
    /// Another one for the same key.
    static let renewed = bytes(
        """
        MIIBqzCCAVKgAwIBAgICIAQwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MB4XDTI5MDYwMTAw
        MDAwMFoXDTMxMDYwMTAwMDAwMFowFjEUMBIGA1UEAwwLYXBpLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMB
        BwNCAASo5Tg7VNN+8NwEP8eKkI26jdwkREVVse7rnTom4Feye+we6vRQIl5KLTzX92ufJR8ZHcBpFHapNEgPhT71
        YS+3o4GOMIGLMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMBYGA1Ud
        EQQPMA2CC2FwaS5leGFtcGxlMB0GA1UdDgQWBBQqYCGwYjzwal0q361Rg2AqaTYY9jAfBgNVHSMEGDAWgBTgKse/
        kB5Q2LnmmcfK+TC7OvWdMzAKBggqhkjOPQQDAgNHADBEAiBO19r0Md16fKGGW512A+oHU2YV8be7URpJzAxmJLxd
        hAIgbIvLJ/1ZWqdfm9hpyLMknYPFnnBr0029vcl2C8ipuyw=
        """
    )

    private static func bytes(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
