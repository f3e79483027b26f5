import KeychainSyncGit
import Testing

/// Addresses are given to git only if git understands them in the way that they look.
@Suite struct GitRemoteTests {
    @Test(arguments: [
        ("/srv/vault.git", true), ("file:///srv/vault.git", true), ("ssh://host/vault.git", false),
        ("ssh://me@host:2222/~/vault.git", false), ("me@host:vault.git", false),
        ("host:path/vault", false), ("ssh://[::1]:22/vault", false),
        ("https://host/me/vault.git", false), ("[::1]:vault.git", false),
        ("ssh://[fe80::1%25eth0]/vault", false), ("host:~me/vault.git", false),
        ("https://me@host/vault", false),
    ])
    func accepts(_ address: String, _ isLocal: Bool) throws {
        #expect(try GitRemote(address).isLocal == isLocal)
    }

    @Test(arguments: [
        "", "-", "--upload-pack=touch /tmp/x", "-oProxyCommand=x", "ext::sh -c x", "fd::17", "x::y",
        "a-b+c.d::y", "::x",
        "ssh://-oProxyCommand=x/y", "ssh://me@-x/y", "ssh://-x@h/y", "-x:y",
        "ssh://[-oProxyCommand=x]/y", "ssh://me@[-x]:22/y", "[-oProxyCommand=x]:y", "me@[-x]:y",
        "ssh://%2doProxyCommand=x/y", "ssh://%2dx@h/y", "h:x\n-oProxyCommand=x",
        "file://-x/y", "me@-x:y", "@:x", "h:",
        "h:-x", "vault.git", "../vault.git", "http://host/x", "git://host/x", "ftp://host/x",
        "file://host/x", "https://", "https:///x", "https://me:secret@host/x",
        "ssh://me:secret@host/x", "HTTPS://me:secret@host/x", "javascript://x/y", "/srv/a b",
        "/srv/a\nb", "/srv/\u{1b}[2J", "h\u{0}:x", "host/x:y",
        "/" + String(repeating: "a", count: 2000),
        // For Swift, the letter and the sign before it are one character, and for git they are two.
        "ext::\u{301}sh", "http://\u{301}host/x", "https://me:\u{301}secret@host/x", "-\u{301}x:y",
        "https://me:secret@\u{301}host/x",
    ])
    func refuses(_ address: String) {
        #expect { try GitRemote(address) } throws: { error in
            let text = (error as? GitProblem)?.text ?? ""
            return !text.isEmpty && !text.contains("secret") && !text.contains("\u{1b}")
        }
    }
}
