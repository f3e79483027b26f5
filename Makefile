# Everything a newcomer runs. Each target installs what it needs and is missing.
SHELL := /bin/bash
SWIFT ?= swift

.PHONY: run test integrations bench check install-needs man static install

# Where 'make install' puts things.
PREFIX ?= /usr/local
DESTDIR ?=
# Beside the usual builds, which other flags would make anew each time.
STATIC = --configuration release --static-swift-stdlib --scratch-path .build/static
PROGRAM = .build/static/release/keychainctl

run: install-needs        ## build, and show a real session on a keychain on disk
	$(SWIFT) build --product keychainctl
	Scripts/session.sh "$$($(SWIFT) build --show-bin-path)/keychainctl"

test: install-needs       ## build and test everything
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

integrations: install-needs ## the helpers under the real docker, pip, keyring, cargo and aws
	$(SWIFT) build --product keychainctl
	Integrations/test.sh

bench: install-needs      ## compare with others on this machine; takes some minutes
	Benchmarks/run.sh

check: install-needs      ## what guards main: format, tests, examples, documentation
	Scripts/check.sh

install-needs:
	@Scripts/install-needs.sh

static: install-needs     ## a release build that needs no Swift where it runs
	$(SWIFT) build $(STATIC) --product keychainctl
	@ls -lL $(PROGRAM)

man: install-needs        ## the manual pages, in .build/man
	$(SWIFT) build --product keychainctl
	mkdir -p .build/man
	"$$($(SWIFT) build --show-bin-path)/keychainctl" man-pages .build/man

install: static       ## the static build, with manual pages and completion, under PREFIX
	Scripts/install.sh $(PROGRAM) "$(DESTDIR)$(PREFIX)"
