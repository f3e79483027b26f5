internal import CKeychainPlatform
internal import KeychainSyncEtcd
internal import KeychainctlKit
internal import KeychainLibC

// Before anything else: what it reads first has a password.
pk_harden_process()
signal(SIGPIPE, SIG_IGN)
if let complaint = await EtcdService.serve() {
    Terminal.complain("\(complaint)")
    Terminal.end(ExitStatus.usage.code)
}
