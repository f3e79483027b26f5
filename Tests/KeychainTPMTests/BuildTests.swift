import KeychainTPM
import Testing

@Suite("Builds with and without the trait TPM")
struct BuildTests {
    @Test("say which of the two they are")
    func support() {
        #if TPM && os(Linux)
            #expect(TPM2.isSupported)
        #else
            #expect(!TPM2.isSupported)
        #endif
    }
}
