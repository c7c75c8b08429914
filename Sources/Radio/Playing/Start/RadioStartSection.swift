import Web

/// The section of the start page with the current programmes of the tenant's channels.
public struct RadioStartSection: StartSection {
    private let hub: PlayingHub

    /// The maximum number of channels, in line-up order.
    private static let shown = 8

    public init(hub: PlayingHub) { self.hub = hub }

    public func startSection(for context: RequestContext) async throws -> HTML? {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let lineUp = LineUp(snapshot.channels, categories: snapshot.categories, order: .category, platform: nil)
        let channels = lineUp.channels.prefix(Self.shown)
        guard !channels.isEmpty else { return nil }
        let rows = channels.map { channel in
            row(channel, NowView(channel, at: RadioSnapshot.heard(channel.channel, at: hub.now()), in: snapshot))
        }
        return """
            <section aria-labelledby="radio-now"><h2 id="radio-now">On the radio now</h2>
            \(RowList(rows).html)</section>
            """
    }

    private func row(_ channel: LineUpChannel, _ now: NowView) -> ListRow {
        let name = channel.channel.name
        let picture = now.art.isDefault ? nil : now.art.url
        var row = ListRow(
            "\(name)", LocalPath("/widget/\(channel.channel.slug)"), artwork: Artwork(name, url: picture))
        if let cut = now.cut {
            row.details.append("\((cut.artists + [cut.title]).filter { !$0.isEmpty }.joined(separator: ": "))")
        }
        if let airing = now.airing { row.details.append("\(airing.title)") }
        if row.details.isEmpty { row.details.append("Nothing scheduled.") }
        return row
    }
}
