internal import CKeychainPlatform
internal import KeychainAgent
internal import KeychainTPM
internal import KeychainctlKit
internal import PortableKeychain

// Before anything else: what it reads and answers opens keychains.
pk_harden_process()
// Without access, and without an agent either, what the device says is the reason.
let isDirect = TPMAccess.isDirect || !TPMAccess.isOffered
let device = TPMAccess.testInterface.map { TPM2(interface: $0) } ?? TPM2()
let token = ReachableToken(device: isDirect ? device : nil, agent: AgentToken())
if !TokenService(token, reach: { () throws(KeychainError) in try token.reach() })
    .answerStandardInput()
{
    Terminal.complain(
        "keychainctl and other programs start this one, which speaks to the TPM for them"
    )
}
