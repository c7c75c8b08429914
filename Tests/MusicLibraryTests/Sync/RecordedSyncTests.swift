import CloudStandIn
import Testing

@testable import MusicLibrary
@testable import SoundCloud

/// Syncs of recorded pages in the current format, with every fault at every request. The result must equal the result without a fault.
///
/// Each case has its own tenant without stored pages. The cases run one after the other, because each case runs dozens of syncs.
@Suite(.serialized) struct RecordedSyncTests {
    /// A sync without faults.
    private struct FaultlessSync {
        let state: String
        let seen: [Int32]
        /// The requests, in order.
        let log: [String]
    }

    private func with(_ body: (SyncStage, FaultlessSync) async throws -> Void) async throws {
        try await SyncStage.with(recorded: CloudStage.folder.path) { (stage) async throws in
            let listener = try await stage.listener("calm")
            stage.cloud.standIn.plan([:])
            let sync = try await stage.sync(listener)
            let faultless = FaultlessSync(
                state: try await stage.state(of: listener), seen: sync.parts.map(\.seen),
                log: stage.cloud.standIn.log)
            // The requests: the account, a list of three pages, a list of one page, the page of playlists, two playlists that the page
            // contains without tracks, and two lists of two pages.
            #expect(faultless.log.count > 10, "\(faultless.log)")
            for kind in ["like", "follow", "playlist", "stream"] { #expect(faultless.state.contains(kind + "|")) }
            try await body(stage, faultless)
        }
    }

    @Test(arguments: StandInFault.quick)
    func aSyncWithAFaultAtAnyRequestHasTheResultOfASyncWithoutFaults(fault: StandInFault) async throws {
        try await with { (first, faultless) async throws in
            for (place, request) in faultless.log.enumerated() {
                let stage = try await first.elsewhere("t\(place)")
                let listener = try await stage.listener("anna")
                let id = try await stage.begin(listener)
                stage.cloud.standIn.plan([place + 1: fault])
                #expect(try await stage.run(id, of: listener) == .ended)
                #expect(try await stage.state(of: listener) == faultless.state, "\(fault) at \(request)")
                let sync = try #require(try await stage.store.sync(id, of: listener))
                #expect(sync.state == .done && sync.parts.map(\.seen) == faultless.seen)
                // The stand-in has no tracks for these playlists. A truncated refusal is not requested again.
                let isRefused = request.hasPrefix("GET /playlists/")
                #expect(
                    stage.cloud.standIn.requests == faultless.log.count + (isRefused && fault == .truncated ? 0 : 1),
                    "\(fault) at \(request)")
            }
        }
    }

    @Test(arguments: CrashingFetcher.Moment.allCases)
    func aSyncContinuedAfterACrashAtAnyRequestHasTheSameResult(moment: CrashingFetcher.Moment) async throws {
        try await with { (first, faultless) async throws in
            for (place, request) in faultless.log.enumerated() {
                let stage = try await first.elsewhere("t\(place)")
                let listener = try await stage.listener("anna")
                let id = try await stage.begin(listener)
                stage.cloud.standIn.plan([:])
                stage.crasher.crash(at: place + 1, moment)
                await #expect(throws: Crash.self) { try await stage.run(id, of: listener) }
                #expect(try await stage.run(id, of: listener) == .ended)
                #expect(try await stage.state(of: listener) == faultless.state, "crash \(moment) \(request)")
                let sync = try #require(try await stage.store.sync(id, of: listener))
                #expect(sync.state == .done && sync.parts.map(\.seen) == faultless.seen)
                // At most the account and the current page are requested again and, with the page of playlists, the tracks of two
                // playlists.
                #expect(stage.cloud.standIn.requests <= faultless.log.count + 4, "crash \(moment) \(request)")
            }
        }
    }
}
