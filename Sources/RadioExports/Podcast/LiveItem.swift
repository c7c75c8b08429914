import Radio
import Tenancy
import Web
import XML

/// The current or next broadcast of a show as a `podcast:liveItem` element.
struct LiveItem {
    private let programme: Programme
    private let channel: StationChannel
    private let origin: Origin
    private let tenant: Tenant
    private let isOn: Bool

    init(_ programme: Programme, _ channel: StationChannel, _ origin: Origin, _ tenant: Tenant, now: Instant) {
        self.programme = programme
        self.channel = channel
        self.origin = origin
        self.tenant = tenant
        isOn = programme.airing.startsAt <= now
    }

    /// Returns the time at which the item changes: the start of the broadcast, or its end if it has already started.
    static func change(of airing: Airing, after now: Instant) -> Instant {
        airing.startsAt > now ? airing.startsAt : airing.endsAt
    }

    func write(to writer: inout XMLWriter) throws(XMLError) {
        let airing = programme.airing
        try writer.open(
            "podcast:liveItem",
            [
                "status": isOn ? "live" : "pending", "start": channel.clock.iso(airing.startsAt),
                "end": channel.clock.iso(airing.endsAt),
            ])
        try writer.field("title", programme.subtitle.map { "\(programme.show.title): \($0)" } ?? programme.show.title)
        if !programme.description.isEmpty { try writer.field("description", programme.description) }
        try writer.field("guid", "airing-\(airing.id)@\(tenant.slug)", ["isPermaLink": "false"])
        if let stream = channel.streams.first {
            let type = stream.mediaType.unlessEmpty ?? "audio/mpeg"
            try writer.empty("enclosure", ["url": stream.uri, "length": "0", "type": type])
            for other in channel.streams.dropFirst() {
                try writer.open(
                    "podcast:alternateEnclosure",
                    [
                        "type": other.mediaType.unlessEmpty ?? "audio/mpeg",
                        "bitrate": other.bitrate > 0 ? "\(Int(other.bitrate) * 1000)" : nil,
                    ])
                try writer.empty("podcast:source", ["uri": other.uri])
                try writer.end()
            }
        }
        try writer.field("podcast:contentLink", channel.name, ["href": channel.website ?? origin.url("/")])
        try writer.end()
    }
}
