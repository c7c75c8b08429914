import Web
import XML

/// A reader for XMLTV guides (xmltv.dtd), with or without gzip compression.
///
/// XMLTV identifies neither shows nor broadcasts: programmes with the same title form one show, and a broadcast is identified by its channel and
/// start. The file is read twice. The first pass collects starts and titles, so the end of a programme can be taken from the next start anywhere in
/// the file, and the shows and episodes that have a picture or a description.
///
/// A show gets one picture, and an episode gets one picture and one description, from the first programme that has
/// them. Of texts in several languages, the first is used. The report lists the omitted parts.
public struct XMLTVReader: StationReader, Sendable {
    public static let format = "xmltv"

    public init() {}

    /// The estimated memory in bytes that a programme occupies until the end of the file.
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

/// A sink that discards all items and findings, for the first of two passes.
final class SilentSink: DraftSink {
    func item(_ item: DraftItem, at position: FilePosition) {}
    func fault(_ message: String, at position: FilePosition) {}
    func notice(_ message: String, at position: FilePosition) {}
}
