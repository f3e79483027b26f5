internal import CKeychainPlatform
internal import KeychainTPM
internal import KeychainctlKit
internal import PortableKeychain

// Before anything else: what it reads and answers opens keychains.
pk_harden_process()
let token = TPMAccess.testInterface.map { TPM2(interface: $0) } ?? TPM2()
if !TokenService(token).answerStandardInput() {
    Terminal.complain(
        "keychainctl and other programs start this one, which speaks to the TPM for them"
    )
}
