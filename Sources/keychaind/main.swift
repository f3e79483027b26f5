internal import CPlatform

// Before anything else: it holds the secrets of many programs.
pk_harden_process()
Daemon(CommandLine.arguments).main()
