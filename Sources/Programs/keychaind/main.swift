internal import CKeychainPlatform

// Before anything else: it holds the secrets of many programs.
pk_harden_process()
Daemon(CommandLine.arguments).main()
