public import Foundation
internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// Reads certificates with their private keys out of a PKCS #12 bundle (RFC 7292).
///
/// - Parameters:
///   - pkcs12_data: The bundle.
///   - options: ``kSecImportExportPassphrase``, which is required. With
///     ``kSecUseDataProtectionKeychain``, or ``kSecImportToMemoryOnly`` as `false`, what the bundle
///     holds is also stored, all or nothing, with the attributes that are given besides; items that
///     exist stay as they are.
///   - items: Receives an array with a dictionary of `kSecImportItem…` keys for each identity, or
///     `nil`.
/// - Returns: ``errSecSuccess``, ``errSecAuthFailed`` for a wrong or missing passphrase and for a
///   bundle that was altered, ``errSecDecode`` for bytes that are not a bundle, or another code.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData,
    _ options: CFDictionary,
    _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    items.pointee = nil
    return status { () throws(KeychainError) in
        let options = ImportOptions(options)
        guard let passphrase = options.passphrase else { throw refusal(.authenticationFailed) }
        let bundle = try PKCS12([UInt8](pkcs12_data as Data), passphrase: passphrase)
        if options.isStored { try store(bundle, options.attributes) }
        items.pointee = bundle.identities.map { entry($0, of: bundle) } as NSArray
    }
}

private func store(_ bundle: PKCS12, _ attributes: NSDictionary) throws(KeychainError) {
    var template = try ItemQuery(attributes, for: .add).request
    var additions: [ItemRequest] = []
    for identity in bundle.identities {
        template.object = .identity(identity.certificate, identity.privateKey)
        additions.append(template)
    }
    let own = Set(bundle.identities.map(\.certificate))
    for certificate in bundle.certificates where !own.contains(certificate) {
        template.object = .certificate(certificate)
        additions.append(template)
    }
    guard !additions.isEmpty else { return }
    try asking { keychain throws(KeychainError) in
        _ = try keychain.performTogether(additions, skipping: [.duplicateItem])
    }
}

private func entry(_ identity: PKCS12.Identity, of bundle: PKCS12) -> [CFString: Any] {
    let others = bundle.certificates.filter { $0 != identity.certificate }
    let trust = SecTrust(identity.certificate, among: others, [SecPolicyCreateBasicX509()])
    var entry: [CFString: Any] = [
        kSecImportItemIdentity: SecIdentity(identity.certificate, identity.privateKey),
        kSecImportItemCertChain: identity.chain.map { SecCertificate($0) },
        kSecImportItemTrust: trust,
    ]
    entry[kSecImportItemLabel] = identity.friendlyName
    entry[kSecImportItemKeyID] = identity.localKeyID.map { Data($0) }
    return entry
}
