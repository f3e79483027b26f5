/// The method by which a password is presented to a server: four characters of Apple's
/// (`kSecAttrAuthenticationType…`), such as "http" for HTTP Basic.
public typealias AuthenticationType = String
