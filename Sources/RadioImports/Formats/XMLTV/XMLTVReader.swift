import Web
import XML

/// A reader for XMLTV guides (xmltv.dtd), with or without gzip compression.
///
/// Each programme becomes a broadcast and, if it has an identifier, a number or a subtitle, an episode. Programmes with the same title form one show,
/// and a broadcast is identified by its channel and start, since XMLTV identifies neither. The file is read twice, because the end of a programme may
/// be the start of another anywhere in the file.
///
/// A show gets its first picture, an episode its first picture and description, and each text its first language. The report lists or counts the
/// others.
public struct XMLTVReader: StationReader, Sendable {
    public static let format = "xmltv"

    public init() {}

    /// The estimated memory that a programme takes until the end of the file is read, in bytes.
    private static let memory = 160

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, reportingTo: sink) else { return }
        let guide = XMLTVGuide(file: file.name, sink: sink)
        let names: Set<String> = ["channel", "programme"]
        let silentSink = SilentSink()
        let root = try source.read(streaming: names, reportingTo: silentSink) {
            try file.meter.hold(Self.memory, line: $0.line)
            guide.note($0)
        }
        if let root, root.localName != "tv" {
            return sink.wrongFile(
                "the root element must be tv (XMLTV), found \(DraftText.line(root.name, atMost: 50))",
                at: FilePosition(file: file.name, line: root.line))
        }
        guide.sort()
        _ = try source.read(streaming: names, reportingTo: sink) { try guide.emit($0) }
        try guide.finish()
    }
}

/// A sink that discards everything, for the first of two passes.
final class SilentSink: DraftSink {
    func item(_ item: DraftItem, at position: FilePosition) {}
    func fault(_ message: String, at position: FilePosition) {}
    func notice(_ message: String, at position: FilePosition) {}
}
