// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Names for signed programs, which exist on Macs only. The compiler says what to do instead.

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public typealias SecCode = SecUnavailable
@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public typealias SecStaticCode = SecUnavailable
@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public typealias SecRequirement = SecUnavailable
@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public struct SecCSFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopySelf(
    _ flags: SecCSFlags,
    _ code: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopyStaticCode(
    _ code: SecCode,
    _ flags: SecCSFlags,
    _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopyHost(
    _ guest: SecCode,
    _ flags: SecCSFlags,
    _ host: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopyGuestWithAttributes(
    _ host: SecCode?,
    _ attributes: CFDictionary?,
    _ flags: SecCSFlags,
    _ guest: UnsafeMutablePointer<SecCode?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCheckValidity(
    _ code: SecCode,
    _ flags: SecCSFlags,
    _ requirement: SecRequirement?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCheckValidityWithErrors(
    _ code: SecCode,
    _ flags: SecCSFlags,
    _ requirement: SecRequirement?,
    _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopyPath(
    _ staticCode: SecStaticCode,
    _ flags: SecCSFlags,
    _ path: UnsafeMutablePointer<URL?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopyDesignatedRequirement(
    _ code: SecStaticCode,
    _ flags: SecCSFlags,
    _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecCodeCopySigningInformation(
    _ code: SecStaticCode,
    _ flags: SecCSFlags,
    _ information: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecStaticCodeCreateWithPath(
    _ path: URL,
    _ flags: SecCSFlags,
    _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecStaticCodeCreateWithPathAndAttributes(
    _ path: URL,
    _ flags: SecCSFlags,
    _ attributes: CFDictionary,
    _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecStaticCodeCheckValidity(
    _ staticCode: SecStaticCode,
    _ flags: SecCSFlags,
    _ requirement: SecRequirement?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecStaticCodeCheckValidityWithErrors(
    _ staticCode: SecStaticCode,
    _ flags: SecCSFlags,
    _ requirement: SecRequirement?,
    _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecRequirementCreateWithData(
    _ data: CFData,
    _ flags: SecCSFlags,
    _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecRequirementCreateWithString(
    _ text: CFString,
    _ flags: SecCSFlags,
    _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecRequirementCreateWithStringAndErrors(
    _ text: CFString,
    _ flags: SecCSFlags,
    _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    _ requirement: UnsafeMutablePointer<SecRequirement?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecRequirementCopyData(
    _ requirement: SecRequirement,
    _ flags: SecCSFlags,
    _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Programs have no signatures here. Leave the check out.")
public func SecRequirementCopyString(
    _ requirement: SecRequirement,
    _ flags: SecCSFlags,
    _ text: UnsafeMutablePointer<CFString?>
) -> OSStatus { errSecUnimplemented }
