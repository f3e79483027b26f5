// swift-format-ignore-file
// Apple's CryptoKit: what swift-crypto has, and the Secure Enclave. On Apple's platforms the module Crypto is this one.
@_exported public import Crypto
public import Foundation

public enum SecureEnclave {
    public enum P256 {
        public enum Signing {
            public struct PrivateKey: Sendable {
                public var dataRepresentation: Data { fatalError() }
                public init(dataRepresentation: Data) throws { fatalError() }
            }
        }
        public enum KeyAgreement {
            public struct PrivateKey: Sendable {
                public var dataRepresentation: Data { fatalError() }
                public init(dataRepresentation: Data) throws { fatalError() }
            }
        }
    }
}
