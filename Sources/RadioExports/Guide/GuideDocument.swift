import Tenancy
import Web
import XML

/// An XMLTV guide (xmltv.dtd 0.5): first all channels, then the programmes of each channel. The programmes of only a few channels at a time are in
/// memory as rows and as an XML tree.
struct GuideDocument {
    static let mediaType = "application/xml; charset=utf-8"
    /// The XML declaration. It names the encoding, because some XMLTV readers do not assume UTF-8.
    private static let prologue = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    private static let end = Array("</tv>\n".utf8)
    private var bytes: [UInt8]

    init(_ channels: [StationChannel], _ tenant: Tenant, _ origin: Origin) throws(XMLError) {
        var writer = try XMLWriter(part: ())
        try writer.open(
            "tv",
            [
                "source-info-url": origin.url("/"), "source-info-name": tenant.name, "generator-info-name": "Tutti",
                "generator-info-url": origin.url("/"),
            ])
        // Without text, the writer would close the element in its start tag.
        if channels.isEmpty { try writer.text("\n") }
        for channel in channels { try Self.write(channel, to: &writer, origin) }
        try writer.end()
        bytes = Self.prologue + (try writer.finish())
        bytes.removeLast(Self.end.count)
    }

    /// Returns the elements of the programmes on these channels, grouped by channel. O(channels × programmes).
    static func part(
        _ programmes: [Programme], on channels: [StationChannel], _ origin: Origin
    ) throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter(part: ())
        for channel in channels {
            for programme in programmes where programme.airing.channel == channel.id {
                try GuideProgramme(programme: programme, channel: channel, origin: origin).write(to: &writer)
            }
        }
        return try writer.finish()
    }

    mutating func append(_ part: [UInt8]) { bytes += part }

    /// Returns the whole document.
    func finished() -> [UInt8] { bytes + Self.end }

    private static func write(_ channel: StationChannel, to writer: inout XMLWriter, _ origin: Origin) throws(XMLError)
    {
        try writer.open("channel", ["id": channel.guideID(origin)])
        let language = channel.language.unlessEmpty
        try writer.field("display-name", channel.name, ["lang": language])
        if !channel.shortName.isEmpty, channel.shortName != channel.name {
            try writer.field("display-name", channel.shortName, ["lang": language])
        }
        if let number = channel.number { try writer.field("display-name", "\(number)") }
        for picture in channel.pictures { try picture.writeIcon(to: &writer, origin) }
        if let website = channel.website { try writer.field("url", website) }
        try writer.end()
    }
}
