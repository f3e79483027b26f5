package import SafeText

/// The reasons for which a credential provider cannot fulfil a request.
package enum CargoProblem: Error, Equatable {
    /// There is no credential; cargo may ask another provider.
    case notFound
    case urlNotSupported
    case operationNotSupported
    case other(String)

    /// The line for cargo.
    package var json: JSON {
        let members: [(String, JSON)] =
            switch self {
            case .notFound: [("kind", .string("not-found"))]
            case .urlNotSupported: [("kind", .string("url-not-supported"))]
            case .operationNotSupported: [("kind", .string("operation-not-supported"))]
            case .other(let message):
                [
                    ("kind", .string("other")), ("message", .string(message)),
                    ("caused-by", .array([])),
                ]
            }
        return .object([("Err", .object(members))])
    }
}
