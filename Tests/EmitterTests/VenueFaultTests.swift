import Foundation
import TestSupport
import Testing

@testable import Emitter

/// Two emitters on the machines of a venue, a phone on the same network, and faults of the sending emitter.
@Suite(.enabled(if: VenueNetwork.isPossible, "needs root, for network namespaces"))
struct VenueFaultTests {
    /// The longest take-over that the terms of the lease allow: sending fails for the tolerated time or the term ends,
    /// and then the standby reads the lease at its next interval.
    private static let promise =
        max(LeaseStore.term, LinkHealth.tolerance + LeaseStore.renewalInterval) + LeaseStore.renewalInterval

    @Test func theDurationsOfTheLeaseAllowATakeOverWithinTwoSeconds() {
        #expect(Self.promise <= .seconds(2))
    }

    @Test(arguments: VenueNetwork.Fault.allCases)
    func anEmitterWithAFailedInterfaceYieldsToTheStandby(fault: VenueNetwork.Fault) async throws {
        try await atTheVenue { venue in
            try await venue.expectTakeover { try venue.network.apply(fault, to: .first) }
            // The repaired holder returns as a standby.
            try venue.network.repair(fault, of: .first)
            try await venue.expectStandby()
            try await venue.phone.listen(for: .seconds(1))
            #expect(await venue.phone.countsRise)
            #expect(try await venue.stage.lease("epoch") == "2")
            venue.first.send(SIGTERM)
            #expect(try await venue.first.status() == 0)
            #expect(venue.first.messages().contains("the lease is given up"))
        }
    }

    @Test func aPausedEmitterDoesNotSendAgainAfterTheStandbyReplacedIt() async throws {
        try await atTheVenue { venue in
            try await venue.expectTakeover { venue.first.send(SIGSTOP) }
            venue.first.send(SIGCONT)
            try await venue.expectStandby()
            try await venue.phone.listen(for: .seconds(1))
            #expect(await venue.phone.countsRise)
            #expect(try await venue.stage.lease("epoch") == "2")
        }
    }

    @Test func anEmitterWithoutAStandbySendsAgainWhenItsInterfaceIsRepaired() async throws {
        try await atTheVenue(withStandby: false) { venue in
            try venue.network.apply(.down, to: .first)
            try await eventually("the lease is given up") {
                try await venue.stage.lease("until <= now() and problem like '%is down%'") == "t"
            }
            try venue.network.repair(.down, of: .first)
            try await venue.phone.expect("the first again") { $0.count ?? 0 > 10_000 }
            #expect(await venue.phone.countsRise)
            #expect(try await venue.stage.lease("problem is null") == "t")
        }
    }

    private func eventually(_ what: Comment, _ isDone: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try await !isDone() {
            guard .now < deadline else {
                Issue.record("it did not come about: \(what)")
                throw CancellationError()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private struct Venue {
        let network: VenueNetwork
        let stage: EmitterStage
        let phone: Phone
        let first: EmitterProgram

        /// Waits until an emitter is standing by.
        func expectStandby() async throws {
            let deadline = ContinuousClock.now + .seconds(120)
            while try await stage.lease("standby_until > now()") != "t" {
                try #require(.now < deadline, "nobody stands by")
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// Causes a fault of the holder and expects packets of the standby within the limit, with a count that never
        /// decreases.
        func expectTakeover(after fault: () throws -> Void) async throws {
            try await expectStandby()
            try await phone.expect("a packet of the holder") { $0.count != nil }
            let stalls = Stalls()
            let begin = ContinuousClock.now
            try fault()
            let packet = try await phone.expect("the successor") { $0.count ?? 0 > 10_000 }
            let gap = packet.time - begin
            #expect(gap <= VenueFaultTests.promise + stalls.time)
            #expect(await phone.countsRise)
            #expect(try await stage.lease("epoch") == "2")
        }
    }

    private func atTheVenue(withStandby: Bool = true, _ body: (Venue) async throws -> Void) async throws {
        try await withDatabase { database in
            let network = try VenueNetwork()
            let stage = try await EmitterStage(in: database)
            try await stage.goOnAir()
            let phone = try Phone(stage.group, interface: network.phoneInterface)
            func emitter(_ machine: VenueNetwork.Machine) throws -> EmitterProgram {
                try EmitterProgram(
                    environment: [
                        "DATABASE_URL": database.runtimeConninfo, "TUTTI_LOG_FORMAT": "json",
                        "TUTTI_MULTICAST_INTERFACE": network.address(of: machine),
                    ], launcher: network.launcher(in: machine))
            }
            let first = try emitter(.first)
            try await phone.expect("the first packet") { $0.count != nil }
            let second = withStandby ? try emitter(.second) : nil
            try await body(Venue(network: network, stage: stage, phone: phone, first: first))
            withExtendedLifetime((network, second)) {}
        }
    }
}
