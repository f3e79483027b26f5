import Foundation

/// A status other than success.
public struct StatusError: Error, Equatable {
    public let status: OSStatus

    public init(status: OSStatus) { self.status = status }

    public static let notFound = StatusError(status: errSecItemNotFound)
}
