# Tutti: every task of a developer is a target here; the longer ones live in scripts/.
# The product itself is described in README.md, the code in ARCHITECTURE.md.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
# Arguments for `tutti run`, such as --no-demo.
ARGS ?=
# How many minutes `make soak` takes.
SOAK ?=
# Arguments for `make mutations`.
WALL ?=
# Arguments for bench/run, bench/radio, bench/import, bench/library and bench/lists: which workloads, which sizes.
BENCH ?=
RADIO ?=
IMPORT ?=
LIBRARY ?=
LISTS ?=

SWIFT_SOURCES := Package.swift Plugins Sources Tests Examples migrations/Migrations.swift bench/programs \
	$(addprefix bench/anchors/hummingbird-anchor/,Package.swift Sources) \
	Fuzz/Package.swift Fuzz/Sources/fuzz/Fuzz.swift
# `make fuzz`: one of the targets of Tests/FuzzTests, or all; how long each.
TARGET ?= all
SECONDS_EACH ?= 20

.PHONY: help run build test faults metrics newcomer readme texts soak rehearse rehearse-operator rehearse-publication mutations schemathesis axe photograph walk exports subsonic filing bench fuzz sanitize check lint docs units format clean dependencies client test-ha proxies

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z.-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Everything in one: private PostgreSQL, demo concert, server and emitter (ARGS="--no-demo")
	@exec .build/release/tutti run $(ARGS)

build: dependencies openapi.yaml ## Release binaries: tutti, tutti-emitter, http-probe, soundcloud-stand-in and those of bench/programs in .build/release
	@SWIFT="$(SWIFT)" scripts/build-release

test: dependencies openapi.yaml ## Build and run every test
	@SWIFT="$(SWIFT)" scripts/run-tests

faults: dependencies ## Fail the n-th system call and allocation for every n; `make test` does the first ones only
	@SWIFT="$(SWIFT)" TUTTI_FAULTS_THOROUGH=1 scripts/run-tests --filter FaultTests

test-ha: ## A concert on three PostgreSQL nodes under Patroni, faulted in turn (ARGS="--rounds 3 --fault node"; programs of `make build`)
	@scripts/test-ha $(ARGS)

soak: build ## The product under good and bad clients: memory, descriptors, threads (SOAK=minutes, 10 without)
	@scripts/soak $(SOAK)

newcomer: ## README in a fresh clone, from clone to an own concert on a phone's page, timed (Chromium; ARGS="--picture FILE")
	@scripts/newcomer $(ARGS)

readme: build ## Every command of README, word for word, beside a demo; `make test` does so with its own build
	@scripts/check-readme

texts: dependencies ## Every text of pages, errors, mail and help by file and line, to be read from top to bottom
	@SWIFT="$(SWIFT)" scripts/run-tests --filter allTextsAreListedInOneFile >&2
	@cat .build/interface-text.txt

rehearse: build ## A backup under 200 writes a second restored, and a tenant moved to another server, compared byte for byte
	@scripts/rehearse-backup

rehearse-operator: build ## Presses of Next and Back in Chromium over slow and lossy networks, 1,000 for each of 36, 15 minutes (ARGS="--quick")
	@scripts/rehearse-operator $(ARGS)

rehearse-publication: build ## Revisions of a concert on the air published while wrk asks for its documents: no error, no mixed document
	@scripts/rehearse-publication

mutations: dependencies ## Break the wall between tenants in one place at a time and see a test fail (WALL="--all")
	@SWIFT="$(SWIFT)" scripts/mutations $(WALL)

schemathesis: build ## openapi.yaml against the running product, as nobody, each role and the platform (Schemathesis)
	@scripts/schemathesis

client: build ## Clients generated from openapi.yaml, in Python and in Swift (Examples/swift-client), against the running product
	@scripts/generated-client

axe: build ## Every page in every state, phone and desk, light and dark, through axe-core in Chromium (ARGS="--pictures FOLDER --look dark")
	@scripts/axe $(ARGS)

photograph: build ## Pictures of the main pages and of the design system, light, dark and hall, phone and desktop (ARGS="--folder FOLDER")
	@scripts/photograph $(ARGS)

walk: build ## What each role comes for, from `/`, by mouse, touch, keyboard and without scripts, with the steps counted (ARGS="--roles listener")
	@scripts/walk-roles $(ARGS)

exports: build ## Guides, playlists, feeds and calendars of a small station, read by programs that others wrote
	@scripts/validate-exports

proxies: build ## nginx, HAProxy and Varnish with the files of deploy/proxy in front of the product: whose answers come from their caches
	@scripts/install-dependencies nginx haproxy varnishd=varnish
	@scripts/proxies

metrics: ## /metrics of a running product, held to Prometheus' rules (promtool of Debian's package prometheus; programs of `make build`)
	@scripts/install-dependencies promtool=prometheus
	@scripts/check-metrics

subsonic: build ## A listener's library on the running product, played by two programs that others wrote (py-sonic, py-opensonic)
	@scripts/subsonic-clients

filing: build ## How right filings are and how right they say they are: per form of upload, per tenth of the confidence
	@bench/filing $(ARGS)

bench: build ## The product beside nginx, Hummingbird and LAMP, the radio, an import and a library at size, 50 minutes (BENCH="--quick" RADIO=0.1 IMPORT=5000 LISTS=5000)
	@scripts/install-dependencies wrk
	@SWIFT="$(SWIFT)" bench/run $(BENCH)
	@bench/radio $(RADIO)
	@bench/import $(IMPORT)
	@bench/library $(LIBRARY)
	@bench/lists $(LISTS)

fuzz: ## libFuzzer with AddressSanitizer, 20 s a target; the corpus grows (TARGET=dates SECONDS_EACH=600)
	@SWIFT="$(SWIFT)" scripts/fuzz "$(TARGET)" "$(SECONDS_EACH)"

sanitize: dependencies ## The tests of all that runs side by side, under ThreadSanitizer and AddressSanitizer
	@SWIFT="$(SWIFT)" scripts/sanitize thread
	@SWIFT="$(SWIFT)" scripts/sanitize address

check: lint test build docs units ## What CI runs: lint, tests, release build, documentation, systemd units

openapi.yaml: $(wildcard Sources/*/OpenAPI/*.yaml) ## Write the description of the interface from its parts beside the source
	@scripts/openapi
	@touch $@

lint: ## Formatting, style rules and leftovers
	@SWIFT="$(SWIFT)" scripts/lint $(SWIFT_SOURCES)

docs: ## Build the documentation of every library and fail on a dead link (DocC, no network)
	@SWIFT="$(SWIFT)" scripts/build-documentation

units: ## Hold the systemd units to `systemd-analyze`, where that is installed
	@scripts/check-units

format: ## Format every Swift file in place
	@$(SWIFT) format format --in-place --parallel --recursive $(SWIFT_SOURCES)

dependencies: ## Install the Debian packages that are missing, or say which
	@scripts/install-dependencies

clean: ## Remove everything that was built (never a data folder)
	@rm -rf .build bench/anchors/hummingbird-anchor/.build .build-*
