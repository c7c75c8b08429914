import XML

/// A reader for RadioDNS service and programme information (ETSI TS 102 818), version 3.1 and later, with elements of earlier versions.
///
/// Elements are matched by local name. Both kinds of document form one format, because they come from one provider. Programme information identifies
/// its service by a bearer, and service information by a RadioDNS identifier, so the caller supplies the channel of each known bearer.
public struct SPIReader: StationReader, Sendable {
    public static let format = "spi"

    private let channels: [String: String]

    /// Creates a reader.
    ///
    /// - Parameter channels: The keys of the source's channels by bearer URI. A bearer that is not listed is itself the key of its channel.
    public init(channels: [String: String] = [:]) {
        self.channels = channels
    }

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, reportingTo: sink), let root = try source.read(reportingTo: sink) else {
            return
        }
        switch root.localName {
        case "serviceInformation": try SPIServices(file: file.name, sink: sink).read(root)
        case "epg":
            var channels: [String: String] = [:]
            for (uri, key) in self.channels { channels[BearerURI.normal(uri) ?? uri] = key }
            try SPIProgrammes(file: file.name, channels: channels, sink: sink).read(root)
        default:
            sink.wrongFile(
                "the root element is \(DraftText.line(root.name, atMost: 50)); it must be serviceInformation or epg",
                at: FilePosition(file: file.name, line: root.line))
        }
    }
}
