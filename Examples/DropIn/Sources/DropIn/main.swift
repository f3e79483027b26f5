import FoundationOnly
import StrictConcurrency

// On Apple's platforms these sources use the keychain of the user that runs them, and some of them
// remove everything that they reach. So they are compiled there, and run on Linux alone.
#if os(Linux)
    await isolated("FoundationOnly") { runFoundationOnly() }
    runMembers()
    await isolated("Fluent") { try checkFluent() }
    await isolated("Fluent, guarded", [.secret(passcode), .canceled, .secret(passcode)]) {
        try checkGuarded()
    }
    await isolated("Stored") { try checkStored() }
    await isolated("Helper") { checkHelper() }
    await isolated("Numbers") { checkNumbers() }
    await isolated("Simple") { try checkSimple() }
    await isolated("Simple, guarded", [.secret(passcode), .canceled]) { try checkSimpleGuarded() }
    await isolated("KeyTools") { try checkKeyTools() }
    await isolated("Pinning") { try checkPinning() }
    await isolated("Tokens") { try checkTokens() }
    await isolated("Spellings") { checkSpellings() }
    await isolated("Spellings, asking", [.secret(passcode), .canceled]) { await checkPresence() }
    await isolated("OlderNames") { checkOlderNames() }
    await isolated("StrictConcurrency") { await runStrictConcurrency() }
    await isolated("Vaults", [.canceled, .secret(passcode)]) { try await checkVaults() }
    print("All sources ran unchanged.")
#else
    print("All sources compile.")
#endif
