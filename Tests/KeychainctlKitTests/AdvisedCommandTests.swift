import Testing

@testable import KeychainctlKit

/// The keychain stands in advice for this machine alone: elsewhere it may have another name.
@Suite struct AdvisedCommandTests {
    @Test(arguments: [
        ("run 'keychainctl sync now'", "run 'keychainctl sync now --keychain work'"),
        (
            "run 'keychainctl sync now' on another machine, then 'keychainctl sync now' here",
            "run 'keychainctl sync now' on another machine, then 'keychainctl sync now --keychain "
                + "work' here"
        ),
        (
            "a code of 'keychainctl sync invite' on an admin's machine",
            "a code of 'keychainctl sync invite' on an admin's machine"
        ),
        (
            "run 'keychainctl sync setup' on the first machine",
            "run 'keychainctl sync setup' on the first machine"
        ),
        (
            "run 'keychainctl sync join --request' there",
            "run 'keychainctl sync join --request' there"
        ),
        // Perhaps this one.
        (
            "run 'keychainctl sync accept-older' on one machine that is an admin",
            "run 'keychainctl sync accept-older --keychain work' on one machine that is an admin"
        ),
        (
            "run 'keychainctl unlock' on a terminal",
            "run 'keychainctl unlock --keychain work' on a terminal"
        ),
        ("'keychainctl sync join' on the others", "'keychainctl sync join' on the others"),
        ("see 'keychainctl keychains'", "see 'keychainctl keychains'"),
    ])
    func namesTheKeychain(_ advice: String, _ expected: String) {
        #expect(AdvisedCommand.naming("work", in: advice) == expected)
        #expect(AdvisedCommand.naming(nil, in: advice) == advice)
    }
}
