import XML

/// Reads service information and programme information as RadioDNS has them (ETSI TS 102 818), in the namespaces of 3.1 and
/// of later versions: elements count by their local names.
///
/// Both kinds stand in one format, since both come from one provider; the root says which one a file is. Programme information
/// names its service by a bearer. A service that has a RadioDNS identifier is known by that, so whoever reads a file of
/// programmes must say which channel each bearer is.
public struct SPIReader: StationReader, Sendable {
    public static let format = "spi"

    private let channels: [String: String]

    /// - Parameter channels: the keys of channels from earlier imports of this source by the URIs of their bearers. A bearer
    ///   that is not among them is taken for the key of a channel itself, as it is of services without an identifier.
    public init(channels: [String: String] = [:]) {
        self.channels = channels
    }

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, telling: sink), let root = try source.read(telling: sink) else { return }
        switch root.localName {
        case "serviceInformation": try SPIServices(file: file.name, sink: sink).read(root)
        case "epg":
            var channels: [String: String] = [:]
            for (uri, key) in self.channels { channels[BearerURI.normal(uri) ?? uri] = key }
            try SPIProgrammes(file: file.name, channels: channels, sink: sink).read(root)
        default:
            sink.wrongFile(
                "the root element is \(DraftText.line(root.name, atMost: 50)); it must be serviceInformation or epg",
                at: Place(file: file.name, line: root.line))
        }
    }
}
