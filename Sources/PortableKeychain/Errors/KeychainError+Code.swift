extension KeychainError {
    /// A cause, with Apple's number for it.
    ///
    /// A struct, so that causes can be added, and a number from elsewhere survives.
    public struct Code: Sendable {
        /// A stable name.
        public let name: String
        /// Apple's number (`OSStatus`); several causes may share one.
        public let status: Int32
        /// A sentence for a person.
        let explanation: String
    }
}

extension KeychainError.Code {
    /// Whether an item cannot be read for now: the keychain is ``locked``, the item requires user
    /// authentication (``authenticationRequired``), or a keeper that cannot tell them apart refused
    /// (``interactionNotAllowed``). The three share `errSecInteractionNotAllowed`.
    public var isInaccessible: Bool { status == Self.interactionNotAllowed.status }
}

extension KeychainError.Code: Hashable {
    /// Codes are equal when their names and numbers are.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.status == right.status
    }

    /// Feeds the name and the number into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(status)
    }
}

extension KeychainError.Code {
    /// Lets `catch KeychainError.Code.itemNotFound` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? KeychainError)?.code == code
    }

    // The item requests (Specification/item-semantics.md, 3.1).
    /// A parameter is missing, malformed or not allowed here, `errSecParam`.
    public static let invalidParameter = Self(
        name: "invalidParameter",
        status: -50,
        explanation: "A parameter is missing, malformed or not allowed here."
    )
    /// The request is legal but not offered, `errSecUnimplemented`.
    public static let unimplemented = Self(
        name: "unimplemented",
        status: -4,
        explanation: "This is not implemented."
    )
    /// An item with this identity exists, `errSecDuplicateItem`.
    public static let duplicateItem = Self(
        name: "duplicateItem",
        status: -25299,
        explanation: "An item with this identity already exists."
    )
    /// No item matches, `errSecItemNotFound`.
    public static let itemNotFound = Self(
        name: "itemNotFound",
        status: -25300,
        explanation: "No item matches."
    )
    /// The class has no such attribute, `errSecNoSuchAttr`.
    public static let noSuchAttribute = Self(
        name: "noSuchAttribute",
        status: -25303,
        explanation: "Items of this class have no such attribute."
    )
    /// The class does not exist, `errSecNoSuchClass`.
    public static let noSuchClass = Self(
        name: "noSuchClass",
        status: -25306,
        explanation: "There is no such item class."
    )
    /// The payload is larger than the documented limit, `errSecDataTooLarge`.
    public static let dataTooLarge = Self(
        name: "dataTooLarge",
        status: -25302,
        explanation: "The secret is too large."
    )
    /// The caller is not in the access group, `errSecMissingEntitlement`.
    public static let missingEntitlement = Self(
        name: "missingEntitlement",
        status: -34018,
        explanation: "The caller is not a member of this access group."
    )
    /// The keychain is locked, `errSecInteractionNotAllowed`: unlock it, or try again when somebody
    /// has.
    public static let locked = Self(
        name: "locked",
        status: -25308,
        explanation: "The keychain is locked."
    )
    /// The item requires user authentication, and the user could not or must not be asked,
    /// `errSecInteractionNotAllowed`: trying again does not help.
    public static let authenticationRequired = Self(
        name: "authenticationRequired",
        status: -25308,
        explanation: "This item requires user authentication."
    )
    /// A keeper that cannot tell ``locked`` from ``authenticationRequired`` refused,
    /// `errSecInteractionNotAllowed`: Apple's keychain has one number for both.
    public static let interactionNotAllowed = Self(
        name: "interactionNotAllowed",
        status: -25308,
        explanation: "The keychain is locked, or this item requires user authentication."
    )
    /// Several items match where one is wanted, `errSecParam`.
    public static let ambiguous = Self(
        name: "ambiguous",
        status: -50,
        explanation: "Several items match. Name more attributes."
    )
    /// The passcode or password is wrong, `errSecAuthFailed`.
    public static let authenticationFailed = Self(
        name: "authenticationFailed",
        status: -25293,
        explanation: "The passcode is wrong."
    )
    /// The user declined, `errSecUserCanceled`.
    public static let userCanceled = Self(
        name: "userCanceled",
        status: -128,
        explanation: "The user canceled."
    )

    // Keys, certificates and what holds them (Specification/item-semantics.md, 6).
    /// Bytes are no key, certificate or bundle of the expected form, `errSecDecode`.
    public static let undecodable = Self(
        name: "undecodable",
        status: -26275,
        explanation: "This is no key, certificate or bundle of the expected form."
    )
    /// A signature does not belong to this message and key, `errSecVerifyFailed`.
    public static let verificationFailed = Self(
        name: "verificationFailed",
        status: -67808,
        explanation: "The signature does not fit the message and the key."
    )

    // The keychain as a whole.
    /// There is no keychain at this place, `errSecNoSuchKeychain`.
    public static let noSuchKeychain = Self(
        name: "noSuchKeychain",
        status: -25294,
        explanation: "There is no keychain here."
    )
    /// There is a keychain at this place already, `errSecDuplicateKeychain`.
    public static let duplicateKeychain = Self(
        name: "duplicateKeychain",
        status: -25296,
        explanation: "There is already a keychain here."
    )
    /// The file is not a keychain, `errSecInvalidKeychain`.
    public static let notAKeychain = Self(
        name: "notAKeychain",
        status: -25295,
        explanation: "This file is not a keychain."
    )
    /// The file or an item in it is damaged or was tampered with, `errSecDecode`.
    public static let corrupt = Self(
        name: "corrupt",
        status: -26275,
        explanation: "The keychain is damaged or was tampered with. Nothing was changed."
    )
    /// The device key does not belong to this keychain, `errSecAuthFailed`.
    public static let wrongDeviceKey = Self(
        name: "wrongDeviceKey",
        status: -25293,
        explanation: "The device key does not belong to this keychain."
    )
    /// A newer version of this software wrote the file, `errSecWrongSecVersion`.
    public static let newerVersion = Self(
        name: "newerVersion",
        status: -25310,
        explanation: "A newer version of this software wrote the keychain. Update to read it."
    )
    /// The keychain has no passcode, so it cannot be locked or unlocked, `errSecNotAvailable`.
    public static let noPasscode = Self(
        name: "noPasscode",
        status: -25291,
        explanation: "The keychain has no passcode. Set one first."
    )
    /// Something that is needed is not there, `errSecNotAvailable`.
    public static let notAvailable = Self(
        name: "notAvailable",
        status: -25291,
        explanation: "The keychain is not available."
    )
    /// The file may not be written, `errSecReadOnly`.
    public static let readOnly = Self(
        name: "readOnly",
        status: -25292,
        explanation: "The keychain cannot be written."
    )
    /// Others can read or change the file or its folder, `errSecWrPerm`.
    public static let unsafePermissions = Self(
        name: "unsafePermissions",
        status: -61,
        explanation: "The keychain's file or folder belongs to, or is open to, other users."
    )
    /// The disk is full, `errSecDiskFull`.
    public static let diskFull = Self(
        name: "diskFull",
        status: -34,
        explanation: "The disk is full. Nothing was changed."
    )
    /// The disk failed, `errSecIO`.
    public static let inputOutput = Self(
        name: "inputOutput",
        status: -36,
        explanation: "Reading or writing the keychain's file failed."
    )
    /// Memory ran out, `errSecAllocate`.
    public static let outOfMemory = Self(
        name: "outOfMemory",
        status: -108,
        explanation: "Memory ran out."
    )
    /// A fault of this software, `errSecInternal`.
    public static let internalError = Self(
        name: "internalError",
        status: -26276,
        explanation: "Internal error; please report it."
    )

    /// A number of Apple's for which there is no name here.
    public static func status(_ status: Int32) -> Self {
        all.first { $0.status == status }
            ?? Self(name: "status", status: status, explanation: "Status \(status).")
    }

    private static let all: [Self] = [
        .invalidParameter, .unimplemented, .duplicateItem, .itemNotFound, .noSuchAttribute,
        .noSuchClass, .missingEntitlement, .interactionNotAllowed, .authenticationFailed,
        .userCanceled, .verificationFailed, .dataTooLarge, .noSuchKeychain, .duplicateKeychain,
        .notAKeychain, .corrupt,
        .newerVersion,
        .notAvailable, .readOnly, .unsafePermissions, .diskFull, .inputOutput, .outOfMemory,
        .internalError,
    ]
}
