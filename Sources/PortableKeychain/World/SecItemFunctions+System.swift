#if canImport(Security) && canImport(Darwin)
    internal import Foundation
    internal import Security

    extension SecItemFunctions {
        /// Apple's functions on the data-protection keychain.
        public static let system = SecItemFunctions(
            add: { answering($0, SecItemAdd) },
            copyMatching: { answering($0, SecItemCopyMatching) },
            update: { SecItemUpdate(dataProtection($0), $1 as CFDictionary) },
            delete: { SecItemDelete(dataProtection($0)) },
            makeAccessControl: { control in
                // Apple offers no object without rules; the accessibility then stands for itself.
                guard let constraints = control.constraints else { return nil }
                return SecAccessControlCreateWithFlags(
                    kCFAllocatorDefault,
                    control.accessibility.rawValue as CFString,
                    SecAccessControlCreateFlags(rawValue: CFOptionFlags(constraints.rawValue)),
                    nil
                )
            },
            // Apple's object cannot be read back.
            readAccessControl: { _ in nil },
            makeObject: { object in
                switch object {
                case .key(let key): systemKey(key)
                case .certificate(let certificate):
                    SecCertificateCreateWithData(nil, Data(certificate.der) as CFData)
                // Apple's platforms join no parts: an identity is found, or imported.
                case .identity: nil
                }
            },
            readObject: { itemObject($0 as CFTypeRef) },
            makePolicy: { name, host, isForClients in
                var properties: [CFString: Any] = [kSecPolicyClient: isForClients]
                properties[kSecPolicyName] = host
                return SecPolicyCreateWithProperties(
                    name as CFString,
                    properties as CFDictionary
                )
            },
            makeContext: { $0.platformObject }
        )

        private static func systemKey(_ key: KeyMaterial) -> SecKey? {
            let bytes = key.externalRepresentation.withUnsafeBytes { Data($0) }
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: key.type.rawValue, kSecAttrKeyClass: key.keyClass.rawValue,
            ]
            return SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
        }

        private static func itemObject(_ object: CFTypeRef) -> ItemObject? {
            switch CFGetTypeID(object) {
            case SecKeyGetTypeID():
                return material(unsafeDowncast(object, to: SecKey.self)).map { .key($0) }
            case SecCertificateGetTypeID():
                let certificate = unsafeDowncast(object, to: SecCertificate.self)
                return self.certificate(certificate).map { .certificate($0) }
            case SecIdentityGetTypeID():
                let identity = unsafeDowncast(object, to: SecIdentity.self)
                var own: SecCertificate?
                var key: SecKey?
                guard SecIdentityCopyCertificate(identity, &own) == errSecSuccess,
                    SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess,
                    let certificate = own.flatMap(certificate), let key = key.flatMap(material)
                else { return nil }
                return .identity(certificate, key)
            default: return nil
            }
        }

        private static func certificate(_ certificate: SecCertificate) -> X509Certificate? {
            try? X509Certificate(der: [UInt8](SecCertificateCopyData(certificate) as Data))
        }

        /// The bytes of a key, which keys in hardware do not give away.
        private static func material(_ key: SecKey) -> KeyMaterial? {
            guard let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
                let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
                let type = attributes[kSecAttrKeyType].map({ "\($0)" }),
                let half = attributes[kSecAttrKeyClass].map({ "\($0)" }),
                let keyClass = KeyClass(rawValue: half)
            else { return nil }
            let secret = SecretBuffer(count: bytes.count) { room in
                bytes.withUnsafeBytes { room.copyMemory(from: $0) }
            }
            return try? KeyMaterial(
                externalRepresentation: secret,
                type: KeyType(rawValue: type),
                keyClass: keyClass
            )
        }

        private static func dataProtection(_ dictionary: [String: Any]) -> CFDictionary {
            var dictionary = dictionary
            dictionary[kSecUseDataProtectionKeychain as String] = true
            return dictionary as CFDictionary
        }

        private static func answering(
            _ dictionary: [String: Any],
            _ function: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
        ) -> (status: Int32, result: Any?) {
            var result: CFTypeRef?
            let status = function(dataProtection(dictionary), &result)
            return (status, result)
        }
    }

    extension Keychain {
        /// The system's keychain, which is the default one where there is one.
        static let system: Keychain? = Keychain(keeper: SecItemKeeper(.system))
    }
#else
    extension Keychain {
        /// The system's keychain, which is the default one where there is one.
        static let system: Keychain? = nil
    }
#endif
