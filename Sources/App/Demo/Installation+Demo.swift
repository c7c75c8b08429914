import ConcertNotes
import Tenancy

extension Installation {
    /// The slug of the tenant for requests to unknown hosts: the tenant named in the settings or, with a private database, the demo. `nil` if an
    /// external database is used and the settings name no tenant.
    var fallbackTenant: String? { settings.defaultTenant ?? (cluster == nil ? nil : DemoTenant.slug) }

    /// Moves the live concert of the demo tenant from its current position to its end, at the times of the reference recording,
    /// and returns at the end. Each step sets an absolute position, which overrides any position that an operator has set since
    /// the previous step. Throws `CommandFailure` if there is no demo tenant, or if no concert of the demo tenant is on the air.
    ///
    /// - Parameters:
    ///   - speed: The speed relative to the recording, where 2 is twice as fast.
    ///   - report: Called with the name of each new piece.
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
