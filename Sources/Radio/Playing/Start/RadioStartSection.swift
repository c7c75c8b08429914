import Web

/// The section of the start page with the current programmes of the tenant's channels.
public struct RadioStartSection: StartSection {
    private let hub: PlayingHub

    /// The maximum number of channels, in line-up order.
    static let shown = 8

    public init(hub: PlayingHub) { self.hub = hub }

    public func startSection(for context: RequestContext) async throws -> HTML? {
        let (cache, snapshot) = try await hub.cache(of: context.tenant.id)
        guard let section = cache.startSection(hasPlayer: context.caller != nil) else { return nil }
        guard snapshot.channels.contains(where: { !$0.streams.isEmpty }) else { return section }
        return "\(section)\n\(Self.listen)"
    }

    /// The link to the player's page for the channels. `PlayerPages` serves that page.
    static let listen: HTML =
        "<p><a class=\"button quiet\" href=\"/player/radio\">\(Icon.play.html) Listen to the radio</a></p>"

    /// Returns the section about these channels; `nil` if there are none. `hasPlayer` states whether the reader has an account and thus a player.
    static func section(about views: [(entry: LineUpChannel, now: NowView)], hasPlayer: Bool) -> HTML? {
        guard !views.isEmpty else { return nil }
        return """
            <section aria-labelledby="radio-now"><h2 id="radio-now">On the radio now</h2>
            \(RowList(views.map { row($0.entry, $0.now, hasPlayer: hasPlayer) }).html)</section>
            """
    }

    /// Returns the row of a channel, which leads to the player if the reader can play the channel there, else to the widget.
    private static func row(_ entry: LineUpChannel, _ now: NowView, hasPlayer: Bool) -> ListRow {
        let (channel, name) = (entry.channel, entry.channel.name)
        let picture = now.art.isDefault ? nil : now.art.url
        let isPlayable = hasPlayer && !entry.streams.isEmpty
        let path = isPlayable ? "/player/radio#channel-\(channel.id)" : "/widget/\(channel.slug)"
        var row = ListRow("\(name)", LocalPath(path), artwork: Artwork(name, url: picture))
        if let cut = now.cut {
            row.details.append("\((cut.artists + [cut.title]).filter { !$0.isEmpty }.joined(separator: ": "))")
        }
        if let airing = now.airing { row.details.append("\(airing.title)") }
        if row.details.isEmpty { row.details.append("Nothing scheduled.") }
        return row
    }
}
