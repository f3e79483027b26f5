import Foundation
import KeychainSyncGit

/// Both sides of OpenSSH in the folder of a fixture.
///
/// The client starts the server itself (`sshd -i`), so there is no port, and nothing that runs on.
struct OpenSSHServer {
    static let isInstalled = ["/usr/bin/ssh", "/usr/bin/ssh-keygen", "/usr/sbin/sshd"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let fixture: GitFixture
    var remote: String { "ssh://vault.example\(fixture.repository)" }

    init() throws {
        fixture = try GitFixture()
        // The hybrid key exchange, which is the default, takes most of the time of a connection.
        // A server of the root user wants this folder, which the system makes when it boots.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
        let folder = fixture.folder
        try fixture.shell(
            """
            cd '\(folder)'
            for key in host user stranger; do ssh-keygen -q -t ed25519 -N '' -f $key; done
            cp user.pub authorized
            echo "vault.example $(cut -d' ' -f1,2 host.pub)" >known
            cat >server <<END
            HostKey \(folder)/host
            AuthorizedKeysFile \(folder)/authorized
            AuthenticationMethods publickey
            PermitRootLogin yes
            StrictModes no
            UsePAM no
            PidFile none
            KexAlgorithms curve25519-sha256
            END
            cat >client <<END
            IdentityFile \(folder)/user
            IdentitiesOnly yes
            UserKnownHostsFile \(folder)/known
            GlobalKnownHostsFile none
            StrictHostKeyChecking yes
            ProxyCommand /usr/sbin/sshd -i -f \(folder)/server
            LogLevel ERROR
            END
            """
        )
    }

    func engine(_ address: String? = nil) throws -> GitEngine {
        try fixture.engine(remote: address ?? remote, ssh: "ssh -F '\(fixture.folder)/client'")
    }
}
