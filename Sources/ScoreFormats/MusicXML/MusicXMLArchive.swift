import XML
import Zip

/// Compressed MusicXML (`.mxl`): a zip archive whose META-INF/container.xml names the score (MusicXML 4.0, "Compressed .MXL Files").
enum MusicXMLArchive {
    private static let container = "META-INF/container.xml"
    private static let mediaTypes: Set<String> = [
        "application/vnd.recordare.musicxml+xml", "application/xml", "text/xml", "application/x-xml",
    ]

    /// Returns the name and the content of the score in an archive. Throws `ScoreFault` for a damaged or too large archive, or one without a score.
    static func score(in bytes: [UInt8], limits: ScoreLimits) throws(ScoreFault) -> (name: String, content: [UInt8]) {
        let archive = try unzipping { () throws(ZipError) in try ZipReader(bytes, limits: limits.zip) }
        guard let entry = archive.entry(container) else {
            throw ScoreFault(
                .archive,
                "the archive has no file \(container), so it is not compressed MusicXML (.mxl); export the score again as "
                    + "compressed MusicXML")
        }
        let document = try unzipping { () throws(ZipError) in try archive.content(of: entry) }
        let path = try path(in: document, limits: limits)
        guard let score = archive.entry(path), !score.isFolder else {
            throw ScoreFault(
                .archive,
                "the archive has no file \"\(path)\", which its container.xml names as the score; export the score again",
                entry: container)
        }
        return (path, try unzipping { () throws(ZipError) in try archive.content(of: score) })
    }

    private static func unzipping<Value>(_ body: () throws(ZipError) -> Value) throws(ScoreFault) -> Value {
        do throws(ZipError) {
            return try body()
        } catch {
            if case .limit = error { throw ScoreFault(.limit, error.description) }
            throw ScoreFault(.archive, error.description)
        }
    }

    /// Returns the path of the first root file, which must be the score (container reference, `rootfile`).
    private static func path(in document: [UInt8], limits: ScoreLimits) throws(ScoreFault) -> String {
        var xml = limits.xml
        xml.bytes = min(xml.bytes, 1 << 20)
        xml.elements = 10_000
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLReader(limits: xml).root(of: MusicXMLText.prepared(document))
        } catch {
            var fault = MusicXMLReader.fault(error, limits)
            fault.entry = container
            throw fault
        }
        guard let file = root.child(named: "rootfiles")?.child(named: "rootfile"),
            let path = file.attributes["full-path"],
            !path.isEmpty
        else {
            throw ScoreFault(
                .archive,
                "container.xml has no rootfile with a full-path, so the score cannot be found; "
                    + "export the score again as compressed MusicXML (.mxl)",
                line: root.line, entry: container)
        }
        if let type = file.attributes["media-type"], !mediaTypes.contains(type) {
            throw ScoreFault(
                .archive,
                "the first root file has the media type \"\(ScoreNumber.text(type, limit: 80))\", which is not MusicXML; "
                    + "it must be the score, with the media type application/vnd.recordare.musicxml+xml",
                line: file.line, entry: container)
        }
        return ScoreNumber.text(path, limit: 255)
    }
}
