#if canImport(Security) && canImport(Darwin)
    internal import Foundation
    internal import Security

    extension SecItemFunctions {
        /// Apple's functions on the data-protection keychain.
        package static let system = functions(usingDataProtection: true)

        /// Apple's functions on one of the two keychains that macOS has.
        static func functions(usingDataProtection flag: Bool) -> SecItemFunctions {
            SecItemFunctions(
                add: { answering(asking($0, flag), SecItemAdd) },
                copyMatching: { answering(asking($0, flag), SecItemCopyMatching) },
                update: { SecItemUpdate(asking($0, flag), $1 as CFDictionary) },
                delete: { SecItemDelete(asking($0, flag)) },
                makeAccessControl: { control in
                    // Apple has no object without rules; the accessibility is used instead.
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
                    // Apple's functions cannot join a certificate and a key: identities are found
                    // or imported.
                    case .identity: nil
                    }
                },
                readObject: { itemObject($0 as CFTypeRef) },
                makePolicy: { policy in
                    var properties: [CFString: Any] = [kSecPolicyClient: policy.isForClients]
                    properties[kSecPolicyName] = policy.host ?? policy.emailAddress
                    return SecPolicyCreateWithProperties(
                        policy.identifier as CFString,
                        properties as CFDictionary
                    )
                },
                makeContext: { $0.platformObject }
            )
        }

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

        /// The key as bytes; `nil` for keys in hardware, which cannot be exported.
        private static func material(_ key: SecKey) -> KeyMaterial? {
            guard let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
                let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
                let type = attributes[kSecAttrKeyType].map({ "\($0)" }),
                let half = attributes[kSecAttrKeyClass].map({ "\($0)" }),
                let keyClass = KeyClass(rawValue: half)
            else { return nil }
            return try? KeyMaterial(
                externalRepresentation: SecretBytes(copying: bytes),
                type: KeyType(rawValue: type),
                keyClass: keyClass
            )
        }

        private static func asking(
            _ dictionary: [String: Any],
            _ usesDataProtection: Bool
        ) -> CFDictionary {
            var dictionary = dictionary
            dictionary[kSecUseDataProtectionKeychain as String] = usesDataProtection
            return dictionary as CFDictionary
        }

        private static func answering(
            _ dictionary: CFDictionary,
            _ function: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
        ) -> (status: Int32, result: Any?) {
            var result: CFTypeRef?
            let status = function(dictionary, &result)
            return (status, result)
        }
    }
#endif
