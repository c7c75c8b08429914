import Web

/// The section of the start page with the current programmes of the tenant's channels.
public struct RadioStartSection: StartSection {
    private let hub: PlayingHub

    /// The maximum number of channels, in line-up order.
    static let shown = 8

    public init(hub: PlayingHub) { self.hub = hub }

    public func startSection(for context: RequestContext) async throws -> HTML? {
        let (cache, snapshot) = try await hub.cache(of: context.tenant.id)
        guard let section = cache.startSection() else { return nil }
        guard snapshot.channels.contains(where: { !$0.streams.isEmpty }) else { return section }
        return "\(section)\n\(Self.listen)"
    }

    /// The link to the page on which listeners play the channels. `PlayerPages` serves the path.
    static let listen: HTML =
        "<p><a class=\"button quiet\" href=\"/player/radio\">\(Icon.play.html) Listen to the radio</a></p>"

    /// Returns the section about these views; `nil` if there are none. `PlayingCache` keeps the section until a view changes.
    static func section(about views: [(channel: Channel, now: NowView)]) -> HTML? {
        guard !views.isEmpty else { return nil }
        return """
            <section aria-labelledby="radio-now"><h2 id="radio-now">On the radio now</h2>
            \(RowList(views.map(row)).html)</section>
            """
    }

    private static func row(_ channel: Channel, _ now: NowView) -> ListRow {
        let name = channel.name
        let picture = now.art.isDefault ? nil : now.art.url
        var row = ListRow(
            "\(name)", LocalPath("/widget/\(channel.slug)"), artwork: Artwork(name, url: picture))
        if let cut = now.cut {
            row.details.append("\((cut.artists + [cut.title]).filter { !$0.isEmpty }.joined(separator: ": "))")
        }
        if let airing = now.airing { row.details.append("\(airing.title)") }
        if row.details.isEmpty { row.details.append("Nothing scheduled.") }
        return row
    }
}
