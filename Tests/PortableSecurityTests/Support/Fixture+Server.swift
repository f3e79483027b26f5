import Foundation
import PortableSecurity

// A server below an authority of its own, valid for two years, as long as a server may be.
extension Fixture {
    static let briefRoot = certificate(Data(decoding: briefRootText))
    /// Made with OpenSSL 3.0 for door.example.com, valid from 2026-01-01 to 2028-01-01.
    static let briefServer = certificate(Data(decoding: briefServerText))

    private static let briefRootText = """
        MIIBhzCCAS6gAwIBAgICIAAwCgYIKoZIzj0EAwIwKjEUMBIGA1UECgwLRG9vciBNYWtlcnMxEjAQBgNVBAMMCURv
        b3IgUm9vdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowKjEUMBIGA1UECgwLRG9vciBNYWtlcnMx
        EjAQBgNVBAMMCURvb3IgUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABETMFtU6N2cWuZ4ZSFpt4ONoBYgw
        qScQ7hDPvnHIt0Cc4Q4YGBDBgOP9Ib8iwO1R6SmKEl/aUdeV8+m/Kma8LASjQjBAMA8GA1UdEwEB/wQFMAMBAf8w
        DgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBSTgVl2U3w27MNeeKGyREnQDszz5jAKBggqhkjOPQQDAgNHADBEAiAM
        Rnnm2iBWCYrJljWM/M9LEkV2eNXeCLbNDrf1ef+k+AIgdsuo81NxPl5/OwchwOSuH0z2wRkrSymbtVDXF2yZgPg=
        """

    private static let briefServerText = """
        MIIB9zCCAZygAwIBAgICIAEwCgYIKoZIzj0EAwIwKjEUMBIGA1UECgwLRG9vciBNYWtlcnMxEjAQBgNVBAMMCURv
        b3IgUm9vdDAeFw0yNjAxMDEwMDAwMDBaFw0yODAxMDEwMDAwMDBaMCsxFDASBgNVBAoMC0Rvb3IgTWFrZXJzMRMw
        EQYDVQQDDApGcm9udCBEb29yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVFrjyEYM98dtzte5scetfVSmaBho
        428Dg74poeTvZHcEnHEtP+bEd5jRlISaAuVamRN1mTtmJr6VexWPJHFU66OBsDCBrTAMBgNVHRMBAf8EAjAAMA4G
        A1UdDwEB/wQEAwIHgDAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIwLgYDVR0RBCcwJYIQZG9vci5leGFt
        cGxlLmNvbYERZG9vcnNAZXhhbXBsZS5jb20wHQYDVR0OBBYEFLu+Lw8PH6QbBUeRNzyzZCDPnukQMB8GA1UdIwQY
        MBaAFJOBWXZTfDbsw154obJESdAOzPPmMAoGCCqGSM49BAMCA0kAMEYCIQCWkHia5Jskd7IuCggySKGF7//8F3lQ
        goDIxBCHw1tCbAIhAOj6zIhxaz67NOyswrjkfebt1K756jc+bzqMgBPMZiwz
        """
}
