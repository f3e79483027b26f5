import Foundation
import KeychainSyncGit
import TestPrograms

/// Git's own server for https in the folder of a fixture, behind TLS and a password.
///
/// It listens on this machine alone, and ends with its last reference.
final class HTTPSServer: Sendable {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Integrations/git-https.py").standardizedFileURL.path
    static let isInstalled =
        ["/usr/bin/python3", "/usr/bin/openssl", "/usr/lib/git-core/git-http-backend"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

    let fixture: GitFixture
    let address: String
    private let lifeline = Pipe()

    /// Starts a server, which has the repository of its fixture as `/vault.git`.
    init() throws {
        fixture = try GitFixture()
        let folder = fixture.folder
        try fixture.shell(
            """
            cd '\(folder)'
            for name in ca stranger; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \\
                    -subj "/CN=$name" -keyout $name.key -out $name.pem 2>log
            done
            echo subjectAltName=IP:127.0.0.1 >extensions
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server \\
                -keyout server.key -out server.csr 2>log
            openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
                -extfile extensions -out server.pem 2>log
            cat server.key >>server.pem
            echo 'me:s3 cret' >password
            """
        )
        // The folder of a user contains an authority of the firm, and a program that knows
        // passwords.
        try TestProgram.write(
            folder + "/helper",
            """
            [ "$1" = get ] || exit 0
            printf 'username=me\\npassword=%s\\n' "$(cut -d: -f2 '\(folder)/password.user')"
            """
        )
        try fixture.shell(
            """
            cd '\(folder)' && cp password password.user
            git config --file home/.gitconfig http.sslCAInfo '\(folder)/ca.pem'
            mkdir no-authorities
            git config --file home/.gitconfig http.sslCAPath '\(folder)/no-authorities'
            git config --file home/.gitconfig credential.helper '\(folder)/helper'
            """
        )
        let server = Process()
        server.executableURL = URL(filePath: "/usr/bin/python3")
        server.arguments = ["-B", Self.script, "port", folder, "server.pem", "password"]
        server.currentDirectoryURL = URL(filePath: folder)
        server.environment = ["PATH": "/usr/bin:/bin"]
        server.standardInput = lifeline
        try server.run()
        let port = try fixture.shell(
            """
            for turn in $(seq 500); do [ ! -s '\(folder)/port' ] || break; sleep 0.02; done
            cat '\(folder)/port'
            """
        )
        address = "https://127.0.0.1:\(port)"
    }

    deinit { try? lifeline.fileHandleForWriting.close() }

    func engine(_ path: String = "/vault.git", limits: GitLimits = GitLimits()) throws -> GitEngine
    {
        try fixture.engine(limits: limits, remote: address + path)
    }
}
