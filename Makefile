# Tutti: every development task is a target here; scripts/ contains the longer ones.
# The product itself is described in README.md, the code in ARCHITECTURE.md.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
# Arguments for `tutti run`, such as --no-demo.
ARGS ?=
# Duration of `make soak` in minutes.
SOAK ?=
# Arguments for `make mutations`.
WALL ?=
# Arguments for bench/run, bench/delivery, bench/player, bench/radio, bench/import, bench/library and bench/lists: workloads and sizes.
BENCH ?=
DELIVERY ?=
PLAYER ?=
RADIO ?=
IMPORT ?=
LIBRARY ?=
LISTS ?=
# `make simulate`: the first seed, the hours of a concert, the number of concerts, and a planted fault or `faults` for all.
SEED ?= 1
HOURS ?= 3
CONCERTS ?= 1
FAULT ?=

SWIFT_SOURCES := Package.swift Plugins Sources Tests Examples migrations/Migrations.swift bench/programs \
	$(addprefix bench/anchors/hummingbird-anchor/,Package.swift Sources) \
	Fuzz/Package.swift Fuzz/Sources/fuzz/Fuzz.swift
# `make fuzz`: one of the targets of Tests/FuzzTests, or all; seconds for each.
TARGET ?= all
SECONDS_EACH ?= 20

.PHONY: help run programs build test faults metrics newcomer readme texts soak rehearse rehearse-operator rehearse-audience rehearse-concert rehearse-player follow consoles rehearse-publication mutations schemathesis axe photograph walk write-evening exports subsonic filing bench sequences simulate fuzz sanitize check lint docs units format clean dependencies client test-ha proxies

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z.-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: programs ## Run everything: private PostgreSQL, demo concert, server and emitter (ARGS="--no-demo")
	@exec .build/release/tutti run $(ARGS)

programs: dependencies openapi.yaml ## Build only what `make run` starts: tutti, tutti-emitter and soundcloud-stand-in
	@SWIFT="$(SWIFT)" scripts/build-release tutti tutti-emitter soundcloud-stand-in

build: dependencies openapi.yaml ## Build the release programs in .build/release: tutti, tutti-emitter, http-probe, soundcloud-stand-in and bench/programs
	@SWIFT="$(SWIFT)" scripts/build-release

test: dependencies openapi.yaml ## Build and run every test
	@SWIFT="$(SWIFT)" scripts/run-tests

faults: dependencies ## Fail the n-th system call and allocation for every n; `make test` tries only the first ones
	@SWIFT="$(SWIFT)" TUTTI_FAULTS_THOROUGH=1 scripts/run-tests --filter FaultTests

test-ha: ## Run a concert on three PostgreSQL nodes under Patroni and inject one fault after the other (ARGS="--rounds 3 --fault node"; programs of `make build`)
	@scripts/test-ha $(ARGS)

soak: build ## Watch memory, descriptors and threads under good and bad clients (SOAK=minutes, default 10)
	@scripts/soak $(SOAK)

newcomer: ## Follow README in a fresh clone up to an own concert on a phone's page, and time it (Chromium; ARGS="--picture FILE")
	@scripts/newcomer $(ARGS)

readme: build ## Run every command of README, word for word, beside a demo; `make test` does so with its own build
	@scripts/check-readme

texts: dependencies ## Print every text of pages, errors, mail and help with file and line
	@SWIFT="$(SWIFT)" scripts/run-tests --filter interfaceTextsOfEachKindAreListedInOneFile >&2
	@cat .build/interface-text.txt

rehearse: build ## Restore a backup made under 200 writes a second, move a tenant to another server, and compare byte for byte
	@scripts/rehearse-backup

rehearse-operator: build ## Press Next and Back in Chromium over 36 slow and lossy networks, 1,000 times each, 15 minutes (ARGS="--quick")
	@scripts/rehearse-operator $(ARGS)

rehearse-audience: build ## Follow a concert on /live in Chromium: a whole movement, network cut and slow, offline, by keyboard, with 200 streams and 200 pages
	@scripts/rehearse-audience $(ARGS)

rehearse-concert: build ## A concert of three hours on real processes in 15 minutes, while servers, emitters and PostgreSQL are killed (ARGS="--minutes 5 --seed 2")
	@scripts/rehearse-concert $(ARGS)

rehearse-player: build ## Play one account in two Chromium and Examples/tutti-player: hand-offs, presses at once, network cuts (ARGS="--pictures FOLDER"; "--fresh" for a fresh clone)
	@scripts/rehearse-player $(ARGS)

follow: build ## A third-party score follower (pymatchmaker) hears a synthesised piece and moves a concert (fluidsynth; ARGS="--seed 2")
	@scripts/install-dependencies fluidsynth
	@scripts/follow-score $(ARGS)

consoles: build ## Drive a concert with oscsend and python-osc, and decode with tshark what consoles receive; as root (ARGS="--measures 100")
	@scripts/install-dependencies oscsend=liblo-tools tshark
	@scripts/console-clients $(ARGS)

rehearse-publication: build ## Publish revisions of a concert on the air under load; no document may fail or mix two revisions
	@scripts/rehearse-publication

mutations: dependencies ## Break the isolation of tenants in one place at a time; a test must fail (WALL="--all")
	@SWIFT="$(SWIFT)" scripts/mutations $(WALL)

schemathesis: build ## Check the running product against openapi.yaml, as nobody, each role and the platform (Schemathesis)
	@scripts/schemathesis

client: build ## Generate clients in Python and Swift (Examples/swift-client) from openapi.yaml and use them with the running product
	@scripts/generated-client

axe: build ## Check every page in every state with axe-core in Chromium, on phone and desktop, light and dark (ARGS="--pictures FOLDER --look dark")
	@scripts/axe $(ARGS)

photograph: build ## Photograph the main pages and the design system, light, dark and hall, phone and desktop (ARGS="--folder FOLDER")
	@scripts/photograph $(ARGS)

walk: build ## Perform the main tasks of each role from `/`, by mouse, touch, keyboard and without scripts, and count the steps (ARGS="--roles listener")
	@scripts/walk-roles $(ARGS)

write-evening: build ## Write a concert from an empty tenant through the editors' pages in Chromium and compare it with its import (ARGS="FOLDER --pace 0 --by folder")
	@scripts/write-evening $(ARGS)

exports: build ## Read guides, playlists, feeds and calendars of a small station with third-party programs
	@scripts/validate-exports

proxies: build ## Check the caches of nginx, HAProxy and Varnish with the files of deploy/proxy in front of the product
	@scripts/install-dependencies nginx haproxy varnishd=varnish
	@scripts/proxies

metrics: ## Check /metrics of a running product against Prometheus' rules (promtool of Debian's package prometheus; programs of `make build`)
	@scripts/install-dependencies promtool=prometheus
	@scripts/check-metrics

subsonic: build ## Play a listener's library on the running product with two third-party programs (py-sonic, py-opensonic)
	@scripts/subsonic-clients

filing: build ## Measure the share of correct filings by form of upload and by confidence
	@bench/filing $(ARGS)

bench: build ## Compare the product with nginx, Hummingbird and LAMP, and measure delivery, players, a large radio, import and library, 65 minutes (BENCH="--quick" DELIVERY="--quick" PLAYER="--quick" RADIO=0.1 IMPORT=5000 LISTS=5000)
	@scripts/install-dependencies wrk
	@SWIFT="$(SWIFT)" bench/run $(BENCH)
	@bench/delivery $(DELIVERY)
	@bench/player $(PLAYER)
	@bench/radio $(RADIO)
	@bench/import $(IMPORT)
	@bench/library $(LIBRARY)
	@bench/lists $(LISTS)

simulate: build ## Simulate concerts in virtual time and check the invariants of the live concert (SEED=1 HOURS=3 CONCERTS=1 FAULT=faults)
	@.build/release/simulate-concerts $(SEED) $(HOURS) $(CONCERTS) $(FAULT)

sequences: build ## Run a million random sequences of events on the player's rules and check every invariant (ARGS="SEQUENCES SEED")
	@.build/release/player-sequences $(ARGS)

fuzz: ## Fuzz with libFuzzer and AddressSanitizer, 20 s a target, and extend the corpus (TARGET=dates SECONDS_EACH=600)
	@SWIFT="$(SWIFT)" scripts/fuzz "$(TARGET)" "$(SECONDS_EACH)"

sanitize: dependencies ## Run the tests of concurrent code under ThreadSanitizer and AddressSanitizer
	@SWIFT="$(SWIFT)" scripts/sanitize thread
	@SWIFT="$(SWIFT)" scripts/sanitize address

check: lint test build docs units ## Run what CI runs: lint, tests, release build, documentation, systemd units

openapi.yaml: $(wildcard Sources/*/OpenAPI/*.yaml) ## Write the description of the API from its parts beside the source
	@scripts/openapi
	@touch $@

lint: ## Check formatting, style rules and leftovers
	@SWIFT="$(SWIFT)" scripts/lint $(SWIFT_SOURCES)

docs: ## Build the documentation of every library and fail on a dead link (DocC, no network)
	@SWIFT="$(SWIFT)" scripts/build-documentation

units: ## Check the systemd units with `systemd-analyze`, if it is installed
	@scripts/check-units

format: ## Format every Swift file in place
	@$(SWIFT) format format --in-place --parallel --recursive $(SWIFT_SOURCES)

dependencies: ## Install missing Debian packages, or print the command for an administrator
	@scripts/install-dependencies

clean: ## Remove everything that was built (never a data folder)
	@rm -rf .build bench/anchors/hummingbird-anchor/.build .build-*
