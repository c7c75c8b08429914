import ConcertNotes
import Tenancy

extension Installation {
    /// The slug of the tenant for requests to unknown hosts: from the settings or, with a private database, the demo; otherwise `nil`.
    var fallbackTenant: String? { settings.defaultTenant ?? (cluster == nil ? nil : DemoTenant.slug) }

    /// Moves the live concert of the demo tenant from its current position to its end, at `speed` (above 0) times the speed of the reference
    /// recording. Returns at the end of the concert. Each step overrides a position that an operator has set. Throws `CommandFailure` if no concert
    /// of the demo tenant is on the air.
    ///
    /// - Parameter report: called with the name of each new piece.
    public func playDemo(speed: Double, report: (String) -> Void) async throws {
        let tenant = try await tenant(DemoTenant.slug)
        let concerts = ConcertStore(database: data)
        let live = LiveStore(database: data)
        guard let start = try await live.position(in: tenant.id),
            let concert = try await concerts.stage(in: tenant.id).concert,
            let pieces = try await concerts.pieces(of: concert, in: tenant.id)
        else {
            throw CommandFailure(
                "no concert of the demo tenant is on the air: run `tutti concert activate evening --tenant demo`")
        }
        let walk = ReferenceTimeline(pieces)
        var piece = ""
        let clock = ContinuousClock()
        var due = clock.now
        for stop in walk.stops(from: start.piece, measure: start.measure) {
            if stop.piece != piece {
                piece = stop.piece
                report(piece)
            }
            _ = try await live.set(
                LiveTarget(piece: stop.piece, measure: stop.measure, state: .running), in: tenant.id,
                by: LiveAttribution(source: .auto))
            // The times are absolute, so that delays do not add up.
            due += stop.duration / speed
            try await clock.sleep(until: due)
        }
    }
}
