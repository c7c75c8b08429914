import Tenancy
import Web
import XML

/// A service information document (SI, ETSI TS 102 818 V3.4.1 clause 6) of the tenant's services, with elements in the order of the schema (spec E1).
struct ServiceInformation {
    let channels: [StationChannel]
    let tenant: Tenant
    let origin: Origin
    let mark: ExportMark

    func bytes() throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter(indentation: 2)
        try writer.open(
            "serviceInformation",
            [
                "xmlns": SPIElements.namespace, "creationTime": mark.changedAt.map(WallClock(tenant.timeZone).iso),
                "originator": SPIElements.originator, "xml:lang": tenant.locale == "und" ? "en" : tenant.locale,
            ])
        try writer.open("services")
        try writer.open("serviceProvider")
        try names(tenant.name, short: "", language: "", to: &writer)
        try link(origin.url("/"), to: &writer)
        try writer.end()
        for channel in channels { try service(channel, to: &writer) }
        try writer.end()
        try writer.end()
        return try writer.finish()
    }

    private func service(_ channel: StationChannel, to writer: inout XMLWriter) throws(XMLError) {
        try writer.open("service")
        try names(channel.name, short: channel.shortName, language: channel.language, to: &writer)
        try SPIElements.description(short: "", long: channel.description, channel.language, to: &writer)
        try SPIElements.logos(channel.pictures, origin, to: &writer)
        try SPIElements.genres(channel.genres, to: &writer)
        if !channel.categories.isEmpty {
            try writer.field("keywords", channel.categories.map(\.onOneLine).joined(separator: ", "))
        }
        if let website = channel.website { try link(website, to: &writer) }
        for bearer in channel.bearers where bearer.purpose == .live {
            try writer.empty(
                "bearer",
                [
                    "id": bearer.uri, "cost": "\(bearer.cost)",
                    "offset": bearer.offsetMs > 0 ? "\(bearer.offsetMs)" : nil,
                    "mimeValue": bearer.mediaType.unlessEmpty,
                    "bitrate": bearer.bitrate > 0 ? "\(bearer.bitrate)" : nil,
                ])
        }
        try writer.empty("radiodns", ["fqdn": origin.host, "serviceIdentifier": channel.serviceIdentifier])
        try writer.end()
    }

    private func names(
        _ name: String, short: String, language: String, to writer: inout XMLWriter
    ) throws(XMLError) {
        let language = language.unlessEmpty
        let short = (short.unlessEmpty ?? name).onOneLine
        try writer.field("shortName", short.shortened(to: SPIElements.Limit.shortName), ["xml:lang": language])
        try SPIElements.names(name, language ?? "", to: &writer)
    }

    private func link(_ address: String, to writer: inout XMLWriter) throws(XMLError) {
        try writer.empty("link", ["uri": address, "mimeValue": "text/html"])
    }
}
