import Foundation

/// Sends requests to servers that show a pinned key.
public final class Courier: NSObject {
    let pins: Pins
    private lazy var session = URLSession(
        configuration: .ephemeral, delegate: self, delegateQueue: nil
    )

    public init(pins: Pins) {
        self.pins = pins
        super.init()
    }

    public static func request(for place: URL, token: String) -> URLRequest {
        var request = URLRequest(url: place)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    public func send(_ request: URLRequest, then use: @escaping (Data?, HTTPURLResponse?) -> Void) {
        session.dataTask(with: request) { data, response, _ in
            use(data, response as? HTTPURLResponse)
        }.resume()
    }
}

extension Courier: URLSessionDelegate {
    public func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust, pins.allow(trust)
        else { return completionHandler(.cancelAuthenticationChallenge, nil) }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }
}
