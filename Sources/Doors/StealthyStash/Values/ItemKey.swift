@_spi(Keepers) internal import PortableKeychain

/// The keys of item dictionaries that this library writes and reads.
enum ItemKey {
    static let itemClass = "class"
    static let data = "v_Data"
    static let limit = "m_Limit"
    static let returnAttributes = "r_Attributes"
    static let returnData = "r_Data"

    static let account = AttributeKey.account.name
    static let service = AttributeKey.service.name
    static let server = AttributeKey.server.name
    static let networkProtocol = AttributeKey.networkProtocol.name
    static let authenticationType = AttributeKey.authenticationType.name
    static let port = AttributeKey.port.name
    static let path = AttributeKey.path.name
    static let securityDomain = AttributeKey.securityDomain.name
    static let accessGroup = AttributeKey.accessGroup.name
    static let synchronizable = AttributeKey.synchronizable.name
    static let creationDate = AttributeKey.creationDate.name
    static let modificationDate = AttributeKey.modificationDate.name
    static let description = AttributeKey.description.name
    static let comment = AttributeKey.comment.name
    static let type = AttributeKey.type.name
    static let label = AttributeKey.label.name
    static let generic = AttributeKey.generic.name
}
