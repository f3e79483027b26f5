#if canImport(Darwin)
    internal import AppleVocabulary
    internal import Foundation
    @_spi(Keepers) internal import PortableKeychain

    extension Keychain {
        /// The access groups of this program's signature, in order; none in an unsigned program.
        ///
        /// Only macOS gives a program its groups. Elsewhere this is the first alone: the one in
        /// which the system puts an item that names none.
        static let signedGroups: [String] = entitledGroups ?? firstGroup.map { [$0] } ?? []

        private static var entitledGroups: [String]? {
            #if os(macOS)
                guard let task = SecTaskCreateFromSelf(nil) else { return nil }
                let groups = SecTaskCopyValueForEntitlement(
                    task,
                    "keychain-access-groups" as CFString,
                    nil
                )
                if let groups = groups as? [String], !groups.isEmpty { return groups }
                let identifier = SecTaskCopyValueForEntitlement(
                    task,
                    "com.apple.application-identifier" as CFString,
                    nil
                )
                return (identifier as? String).map { [$0] }
            #else
                return nil
            #endif
        }

        private static var firstGroup: String? {
            guard let keychain = try? PortableKeychain.Keychain.default else { return nil }
            let attributes: ItemAttributes = [
                .service: .string("DVESecurity"), .account: .string("access group"),
            ]
            func answer(_ verb: ItemRequest.Verb) -> ItemAnswer? {
                var request = ItemRequest(
                    verb,
                    itemClass: .genericPassword,
                    attributes: attributes
                )
                if case .delete = verb {} else { request.returning = .attributes }
                return try? keychain.perform(request)
            }
            // It may be there already because another process does the same at this moment.
            let found = answer(.add) ?? answer(.copyMatching)
            _ = answer(.delete)
            return found?.items.first?.attributes?.text(.accessGroup)
        }
    }
#endif
