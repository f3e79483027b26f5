internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The description of a password in a file for other programs.
struct ItemPlace {
    let title: String
    let service: String
    /// The website, in the notation of `import`; the service of another item.
    let name: String
    let address: String
    let account: String
    let comment: String
    /// The payload, which can be any bytes.
    let payload: SecretBytes
    /// The secret; `nil` if it is not text without zero bytes.
    let secret: SecretBytes?

    init(_ item: BackupItem) {
        func text(_ key: AttributeKey) -> String {
            item.attributes[key].flatMap { AttributeName.of(key)?.form.text($0) } ?? ""
        }
        service = text(.service)
        account = text(.account)
        comment = text(.comment)
        let scheme = text(.networkProtocol)
        let server = text(.server)
        let place = ServerPlace(
            scheme: NetworkProtocol(name: scheme) == nil ? "" : scheme,
            server: server,
            port: Int64(text(.port)) ?? 0,
            path: text(.path)
        )
        name = server.isEmpty ? service : place.name
        address = server.isEmpty ? "" : place.text
        title = text(.label).isEmpty ? name : text(.label)
        payload = item.secret ?? SecretBytes([])
        // Programs end a text at a zero byte, or refuse the file.
        let hasZero = payload.withUnsafeBytes { $0.contains(0) }
        secret = SecretText.isText(payload) && !hasZero ? payload : nil
    }
}
