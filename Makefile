# Everything a newcomer runs. Each target installs what it needs and is missing.
SHELL := /bin/bash
SWIFT ?= swift
# With what Package.swift lists as hardware. A build with other traits in the same folder compiles everything anew.
TRAITS = --enable-all-traits
# The package manager lists the traits in the order of a set, which is another one in each process, so that it compiles
# everything anew whenever it plans. With this variable the order stays. Scripts/test.sh takes it from the tests.
export SWIFT_DETERMINISTIC_HASHING = 1

.PHONY: help run test test-all test-long lost-states simulation stress fuzz fuzz-nightly integrations bench bench-instructions bench-limits \
	bench-agent bench-dependency bench-fleet bench-readers bench-sync simulate-sync start-up size map api site check check-long install-needs man picture mutants \
	static-libraries static install deb packages release vm

# How often 'make test-long' repeats what depends on chance.
PROOF_ROUNDS ?= 5
# How often 'make stress' runs which tests, and how many programs keep the processors busy meanwhile.
STRESS_ROUNDS ?= 10
STRESS_LOAD ?= 4
STRESS_TESTS ?= $(addsuffix \.,$(addprefix ^,SealedStoreTests ProofTests DoorTests ValetTests \
	PortableSecurityTests DVESecurityTests StealthyStashTests KeychainManagerTests SecurityBoxTests))
# How many commands after a loss 'make lost-states' tries one after the other.
LOST_STATES_LENGTH ?= 5
# How many seeds 'make simulation' runs.
SIMULATION_SEEDS ?= 20000
# How many of them also sign and encrypt, which takes a hundred times as long.
SIMULATION_VAULT_SEEDS ?= 1000
# How many of shared vaults, each of which takes about ten milliseconds.
SIMULATION_SHARING_SEEDS ?= 3000
# How many items 'make bench-sync' synchronizes.
SYNC_ITEMS ?= 10000
# How many seconds 'make fuzz' gives each reader.
FUZZ_SECONDS ?= 8
# How many seconds 'make integrations' breaks a cluster of etcd servers.
FLEET_SECONDS ?= 60
# How many readers 'make bench-readers' starts, with two programs each.
FLEET_READERS ?= 500
# How often 'make vm' cuts the power.
VM_CUTS ?= 201
# Which tests 'make test' and its kin run, instead of all.
FILTER ?=

# Where 'make install' puts things.
PREFIX ?= /usr/local
DESTDIR ?=
# Beside the usual builds, which other flags would make anew each time.
STATIC = --configuration release --static-swift-stdlib --scratch-path .build/static \
	--only-use-versions-from-resolved-file $(HARDENED) $(SMALL) $(REPRODUCIBLE)
# No libraries from the program's own folder; all addresses are resolved and made read-only at the start, and so are
# constants (Scripts/link/constants.ld); the stack of C code is guarded. Scripts/hardening.sh looks at the result.
HARDENED = --disable-local-rpath -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro \
	-Xlinker -T -Xlinker $(LINK)/constants.ld -Xcc -fstack-protector-strong
# The same program wherever the sources lie: BoringSSL's messages name its files; the compiler's own mark of what it has
# compiled (the section .swift_modhash) depends on the folder, and so does what is for a debugger, which packages do not
# have, but from which the linker makes their build id.
REPRODUCIBLE = -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -debug-info-format none
# Less work at each start, measured with 'make start-up'. No table of exported functions; the few parts of the C++
# library that are used inside of the program, because the loader would look up each function of the whole library;
# and types that are found by calls, not by their names, for which Swift searches all types of the program.
# And no function that nothing calls, measured with Scripts/size.sh: each is a section of its own, which the linker can
# leave out, and what is public in a package need not stay. Functions of the same instructions become one (--icf=all):
# 4 % of keychainctl. Data stays apart, so types and protocols do; two functions can have one address then, which only a
# program would notice that compares functions or the paths of computed properties, and none of these does.
# And no tables for stack traces of C code, which keeps frame pointers, as Swift's traces use them.
# Functions that are often used lie side by side, in the order that 'make link-order' writes: a fifth less memory for
# keychaind (Benchmarks/secret-service.sh).
SMALL = -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=all -Xlinker -L$(CXXLIB) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
	-Xcc -ffunction-sections -Xcc -fdata-sections -Xcc -fno-asynchronous-unwind-tables \
	-Xlinker --symbol-ordering-file=$(LINK)/order.txt -Xlinker --no-warn-symbol-ordering
LINK = $(CURDIR)/Scripts/link
CXXLIB = $(CURDIR)/.build/static-c++
FOLDER = .build/static/release
PROGRAM = $(FOLDER)/keychainctl
# Programs for hardware, clusters and desktops, beside it where their libraries are (Scripts/hardware.sh).
HELPERS = keychain-tpm keychain-fido2 keychain-etcd keychaind

help:                     ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

run: install-needs        ## build, and show a real session on a keychain on disk
	$(SWIFT) build $(TRAITS) --product keychainctl
	$(SWIFT) build $(TRAITS) --product FirstProgram
	Scripts/session.sh "$$($(SWIFT) build --show-bin-path)"

test: install-needs       ## build, and run all tests but the suites that take long; FILTER= takes what 'swift test --filter' does
	@SWIFT="$(SWIFT)" Scripts/test.sh $(FILTER)

test-all: install-needs   ## all tests; every change passes them
	@SWIFT="$(SWIFT)" PROOF_ROUNDS=1 Scripts/test.sh $(FILTER)

test-long: install-needs  ## the same with every sample, and PROOF_ROUNDS= (5) rounds of the proofs
	@SWIFT="$(SWIFT)" PROOF_ROUNDS=$(PROOF_ROUNDS) Scripts/test.sh $(FILTER)

lost-states: install-needs ## all sequences of commands after a loss, of up to LOST_STATES_LENGTH= (5); takes hours
	@SWIFT="$(SWIFT)" LOST_STATES=all LOST_STATES_LENGTH=$(LOST_STATES_LENGTH) Scripts/test.sh \
		'^ProofTests\.(LostStateWalk|RecoveryModel)' '^KeychainTPMTests\.LostStateToolWalk' '^keychainctlTests\.SyncWalk'

simulation: simulate-sync ## SIMULATION_SEEDS= (20000) seeds of synchronization, and wrong rules that must be noticed
	.build/static/release/SimulateSync 0 $(SIMULATION_SEEDS)
	.build/static/release/SimulateSync mutants 0 1000
	.build/static/release/SimulateSync vault 0 $(SIMULATION_VAULT_SEEDS)
	.build/static/release/SimulateSync mirror 0 $(SIMULATION_VAULT_SEEDS)
	.build/static/release/SimulateSync sharing 0 $(SIMULATION_SHARING_SEEDS)

bench-fleet: install-needs ## measure synchronization over three etcd servers; fails above a limit
	$(SWIFT) build --configuration release --scratch-path .build/fleet --only-use-versions-from-resolved-file $(TRAITS) \
		--product FleetMembers
	Integrations/fleet.sh measure .build/fleet/release

bench-readers: static     ## measure FLEET_READERS= (500) readers over three etcd servers; fails above a limit
	FLEET_READERS=$(FLEET_READERS) Integrations/fleet.sh readers .build/static/release

bench-sync: simulate-sync ## measure synchronization of SYNC_ITEMS= (10000) items; ARGS=--check fails above a limit
	.build/static/release/SimulateSync gates $(SYNC_ITEMS) $(ARGS)

simulate-sync: static-libraries
	$(SWIFT) build $(STATIC) $$(Scripts/hardware.sh options) --product SimulateSync

stress: install-needs     ## the tests of concurrency STRESS_ROUNDS= (10) times on a busy machine
	@SWIFT="$(SWIFT)" TEST_ROUNDS=$(STRESS_ROUNDS) TEST_LOAD=$(STRESS_LOAD) \
		Scripts/test.sh $(STRESS_TESTS)

mutants: install-needs    ## break rules of MODULE= (such as KeychainAgent), one at a time; fails if its tests miss one in twenty
	SWIFT="$(SWIFT)" Scripts/mutants.py $(MODULE)

picture: install-needs    ## draw Documentation/browse.svg from a real session
	$(SWIFT) build $(TRAITS) --product keychainctl
	python3 -B Scripts/browse-picture.py "$$($(SWIFT) build --show-bin-path)/keychainctl"

fuzz: install-needs       ## fuzz each reader of strangers' bytes for FUZZ_SECONDS= (8)
	SEED=1 Fuzzing/run.sh $(FUZZ_SECONDS)

fuzz-nightly: install-needs ## five minutes for each reader, and longer inputs
	LENGTH=65536 Fuzzing/run.sh 300

map: install-needs        ## write the tables of ARCHITECTURE.md, and those of errors in Documentation/Troubleshooting.md
	WRITE_MAP=1 $(SWIFT) test $(TRAITS) --filter 'MapTests.isTrue|TroubleshootingTests'

api: install-needs        ## write the public interface of each library into API
	@SWIFT="$(SWIFT)" Scripts/api.sh

site: install-needs       ## one site of all guides and modules, in .build/site, with its links checked
	@SWIFT="$(SWIFT)" Scripts/site.sh
	@echo "Look at it: python3 -m http.server --directory .build/site"

integrations: install-needs ## helpers and keychaind under the real docker, pip, keyring, cargo, aws, secret-tool and browsers
	$(SWIFT) build $(TRAITS) --product keychainctl
	$(SWIFT) build $(TRAITS) --product keychaind
	$(SWIFT) build $(TRAITS) --product keychain-tpm
	$(SWIFT) build $(TRAITS) --product SyncDriver
	$(SWIFT) build $(TRAITS) --product keychain-etcd
	$(SWIFT) build $(TRAITS) --product FleetMembers
	Integrations/test.sh
	Integrations/terminals.sh
	Integrations/secret-service.sh
	Integrations/browser.sh
	Integrations/passkeys.sh
	Integrations/system-agent.sh
	Integrations/user-manager.sh
	Integrations/sync.sh
	Integrations/mirror.sh
	Integrations/etcd.sh
	Integrations/restored.sh
	Integrations/small-disks.sh
	Integrations/fleet.sh $(FLEET_SECONDS)

vm: static                ## in machines in software: AppArmor, hardware, swap, logins, sleep, VM_CUTS= (201) power cuts
	$(SWIFT) build $(TRAITS) --product ProofHelper
	$(SWIFT) build $(TRAITS) --product SoftwareFIDO2
	Integrations/vm.sh $(FOLDER) "$$($(SWIFT) build --show-bin-path)" $(VM_CUTS)

bench: install-needs      ## compare with others on this machine; takes some minutes
	Benchmarks/run.sh

bench-instructions: install-needs   ## count instructions beside other stores; ARGS=--check fails above a limit
	Benchmarks/run.sh instructions $(ARGS)

bench-agent: install-needs ## measure reads through the agent; ARGS=--check fails above a limit
	Benchmarks/run.sh agent $(ARGS)

bench-dependency: install-needs ## measure what a program pays that depends on the library; ARGS=--check, ARGS=--debug
	Benchmarks/dependency.py $(ARGS)

bench-limits: install-needs   ## measure readers at once, growth and bulk work; ARGS=--check fails beyond a limit
	Benchmarks/run.sh limits $(ARGS)

link-order: static        ## find the functions that common work executes, which the linker then puts side by side
	Scripts/link-order.py $(FOLDER)

start-up: static          ## count the instructions of whole processes
	Scripts/start-up.sh $(PROGRAM)

size: static              ## how large the programs are
	Scripts/size.sh $(FOLDER)

check: install-needs      ## the gate that every change passes: format, tests, Apple's branches, interface, vectors, session, docs
	Scripts/check.sh gate

check-long: install-needs ## all long proofs: every sample of the tests, fuzzing, programs, packages, integrations, examples
	Scripts/check.sh long

install-needs:
	@Scripts/install-needs.sh

static-libraries: install-needs
	@mkdir -p $(CXXLIB) && ln -sf "$$(cc -print-file-name=libstdc++.a)" $(CXXLIB)/

static: static-libraries  ## a release build that needs no Swift where it runs
	@rm -f $(HELPERS:%=$(FOLDER)/%)
	for product in keychainctl $$(Scripts/hardware.sh programs); do \
		$(SWIFT) build $(STATIC) $$(Scripts/hardware.sh options) --product $$product || exit; done
	@Scripts/hardware.sh missing
	@ls -lL $(PROGRAM)

man: install-needs        ## the manual pages, in .build/man
	$(SWIFT) build $(TRAITS) --product keychainctl
	mkdir -p .build/man
	"$$($(SWIFT) build --show-bin-path)/keychainctl" man-pages .build/man

install: static       ## the static build, with manual pages and completion, under PREFIX
	Scripts/install.sh $(PROGRAM) "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

deb: static           ## Debian packages of the static build, in .build/packages
	@Scripts/install-needs.sh dpkg-dev
	Packaging/deb.sh $(PROGRAM) .build/packages

packages: static      ## that, an archive for other systems, the list of components, and checksums
	@Scripts/install-needs.sh dpkg-dev xz-utils binutils
	Packaging/all.sh $(PROGRAM) .build/packages

release: install-needs ## check everything, build twice, and make the packages of a release: Documentation/Releasing.md
	Packaging/release.sh
