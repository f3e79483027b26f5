internal import KeychainTPM
internal import KeychainctlKit

if !TPM2.isSupported {
    Terminal.complain("built without TPM support: build it with 'swift build --traits TPM'")
}
