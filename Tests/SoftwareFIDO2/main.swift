import Foundation
import KeychainFIDO2
import PortableKeychain
import SoftwareAuthenticator

// The program `keychain-fido2` with a security key in software. A file beside the executable says how the
// security key behaves, in lines of a name, a blank and a value, and remembers the tries of its PIN.
//
// With the argument `--kernel` it is only that security key, which the kernel shows to all programs.
#if FIDO2 && os(Linux)
    let file = URL(filePath: (UserEnvironment.executable ?? "") + ".behavior")
    let authenticator = SoftwareAuthenticator.remembered(in: file)
    if CommandLine.arguments.dropFirst() == ["--kernel"] {
        guard KernelDevice.serve(authenticator) else { fatalError("There is no /dev/uhid.") }
    } else {
        FIDO2Program.main(
            FIDO2Service(SoftwareSource.source([("software", authenticator)]), patience: 2_000)
        )
    }
#else
    FIDO2Program.main()
#endif
