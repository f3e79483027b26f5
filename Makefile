# Everything a newcomer runs. Each target installs what it needs and is missing.
SHELL := /bin/bash
SWIFT ?= swift

.PHONY: run test bench check install-needs

run: install-needs        ## build, and show a real session on a keychain on disk
	$(SWIFT) build --product keychainctl
	Scripts/session.sh "$$($(SWIFT) build --show-bin-path)/keychainctl"

test: install-needs       ## build and test everything
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

bench: install-needs      ## compare with others on this machine; takes some minutes
	Benchmarks/run.sh

check: install-needs      ## what guards main: format, tests, examples, documentation
	Scripts/check.sh

install-needs:
	@Scripts/install-needs.sh
