internal import KeychainLibC
internal import PortableKeychain

/// The program `keychain-fido2`: it reads one request, answers it and ends.
package enum FIDO2Program {
    package static func main(_ service: FIDO2Service = FIDO2Service()) {
        // Ctrl-C reaches this process too, which still has to tell the security key to stop; what
        // started it closes the other end of the socket when it ends.
        signal(SIGINT, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        guard let message = HelperServer.receive(atMost: FIDO2Request.limits.message) else {
            HelperServer.endWithoutRequest(
                "keychain-fido2: other programs start this one, which asks security keys for them"
            )
        }
        let request: FIDO2Request
        do throws(FIDO2Failure) {
            request = try FIDO2Request(message)
        } catch {
            _ = HelperServer.send(FIDO2Answer.failed(error).encoded)
            return
        }
        let answer = service.answer(request) { cancel in
            _ = HelperServer.send(FIDO2Answer.touch.encoded)
            BackgroundThreads.shared.run {
                HelperServer.waitForEnd()
                cancel()
                // No process waits for the answer any longer. The report to the security key is
                // written.
                HelperServer.end()
            }
        }
        _ = HelperServer.send(answer.encoded)
    }
}
