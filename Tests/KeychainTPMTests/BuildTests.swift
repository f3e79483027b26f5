import KeychainTPM
import Testing

@Suite("Builds with and without the trait TPM")
struct BuildTests {
    @Test("state whether they have it")
    func support() {
        #if TPM && os(Linux)
            #expect(TPM2.isSupported)
        #else
            #expect(!TPM2.isSupported)
        #endif
    }
}
