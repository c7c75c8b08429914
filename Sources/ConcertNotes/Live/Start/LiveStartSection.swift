import Web

/// The section of the start page about the concert on the air.
public struct LiveStartSection: StartSection {
    private let hub: LiveHub

    public init(hub: LiveHub) { self.hub = hub }

    public func startSection(for context: RequestContext) async throws -> HTML? {
        try await hub.topic(of: context.tenant.id).startSection
    }

    /// Returns the section about a position. `LiveTopic` keeps it until the position changes.
    static func section(about position: LivePosition) -> HTML {
        """
        <section aria-labelledby="concert-now"><h2 id="concert-now">Concert now</h2>
        <div class="onnow">\(Artwork(position.piece).html)<div><p><strong>\(position.piece)</strong></p>
        <p>Measure \(position.printedMeasure) · <span class="faint">\(words(position.state))</span></p></div></div>
        <p><a class="button" href="/live">Read the notes</a></p></section>
        """
    }

    private static func words(_ state: LiveState) -> String {
        switch state {
        case .ready: "begins soon"
        case .running: "running"
        case .held: "paused"
        case .blackout: "the screens are dark"
        case .ended: "ended"
        }
    }
}
