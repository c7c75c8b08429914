import Web
import XML

/// Reads guides of the XMLTV project (xmltv.dtd), packed by gzip or not.
///
/// XMLTV names neither shows nor broadcasts: programmes of one title are one show, and a broadcast is known by its channel and
/// start. The file is read twice, first for the starts and titles only, so that a programme without an end finds the next
/// one's start wherever that stands.
///
/// A show has one picture, and an episode one picture and one description: those of the first programme that has any. Texts in
/// several languages are read in the first, the guide's own. The rest is left out, and the report says so.
public struct XMLTVReader: StationReader, Sendable {
    public static let format = "xmltv"

    public init() {}

    /// An estimate of the bytes that a programme takes until the end of the file: its slot, and its show's name.
    private static let memory = 160

    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let source = try XMLSource(file, telling: sink) else { return }
        let guide = XMLTVGuide(file: file.name, sink: sink)
        let names: Set<String> = ["channel", "programme"]
        let quiet = SilentSink()
        let root = try source.read(handingOn: names, telling: quiet) {
            try file.meter.hold(Self.memory, line: $0.line)
            guide.note($0)
        }
        if let root, root.localName != "tv" {
            return sink.wrongFile(
                "the root element must be tv (XMLTV); found \(DraftText.line(root.name, atMost: 50))",
                at: Place(file: file.name, line: root.line))
        }
        guide.sort()
        _ = try source.read(handingOn: names, telling: sink) { try guide.handOn($0) }
        try guide.finish()
    }
}

/// Takes nothing: for the first of two readings of one file.
final class SilentSink: DraftSink {
    func item(_ item: DraftItem, at place: Place) {}
    func fault(_ message: String, at place: Place) {}
    func notice(_ message: String, at place: Place) {}
}
