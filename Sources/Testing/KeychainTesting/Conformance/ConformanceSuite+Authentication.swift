extension ConformanceSuite {
    /// The answer of a simulated user.
    @nonexhaustive public enum Reply: Hashable, Sendable {
        /// The passcode of the store.
        case passcode
        /// Some other text in place of the passcode.
        case wrongPasscode
        /// Yes, where there is no passcode to type.
        case confirmed
        /// The password of an item.
        case password(String)
        /// No.
        case canceled
    }

    /// A simulated user with configurable answers.
    public struct Authentication: Sendable {
        /// Replaces the rest of the answers; without answers, the user cannot be asked.
        public let script: @Sendable ([Reply]) -> Void
        /// The number of questions that the user was asked so far.
        public let questions: @Sendable () -> Int
        /// The passcode that the store gets when the suite sets one.
        public let passcode: String

        /// Creates the controls of a user.
        ///
        /// - Parameters:
        ///   - script: Replaces the rest of the answers.
        ///   - questions: The number of questions that the user was asked so far.
        ///   - passcode: The passcode that the store gets when the suite sets one.
        public init(
            script: @escaping @Sendable ([Reply]) -> Void,
            questions: @escaping @Sendable () -> Int,
            passcode: String
        ) {
            self.passcode = passcode
            self.script = script
            self.questions = questions
        }

        /// The controls of a scripted user.
        /// - Parameters:
        ///   - user: The simulated user.
        ///   - passcode: The passcode that the store gets when the suite sets one.
        public init(_ user: ScriptedAuthenticator, passcode: String) {
            self.passcode = passcode
            script = { replies in
                user.reply(
                    replies.map { reply in
                        switch reply {
                        case .passcode: .secret(passcode)
                        case .wrongPasscode: .secret("not " + passcode)
                        case .confirmed: .confirmed
                        case .password(let password): .secret(password)
                        case .canceled: .canceled
                        }
                    }
                )
            }
            questions = { user.questions.count }
        }
    }
}
