// swift-format-ignore-file
// Apple's Combine, as far as this project uses it: a line for each name.
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}
extension Publisher {
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {}
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure
    public init(createPublisher: @escaping () -> DeferredPublisher) {}
}
public final class Future<Output, Failure: Error>: Publisher {
    public typealias Promise = (Result<Output, Failure>) -> Void
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {}
}
