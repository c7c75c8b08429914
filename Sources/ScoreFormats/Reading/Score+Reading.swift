import Zip

extension Score {
    /// Reads a score from the bytes of a file: MusicXML (1.0 to 4.0, partwise or timewise), compressed MusicXML (`.mxl`) or a measure map
    /// (`.mm.json`), as the content shows. Throws the first fault. O(n).
    ///
    /// The bytes may be untrusted: nothing else is read, and size, depth, counts and processor time are limited (spec S1.18, S1.20, S2). The call
    /// blocks for as long as the limits allow, so do not call it on an event loop or in the cooperative pool.
    public static func read(_ bytes: [UInt8], limits: ScoreLimits = ScoreLimits()) throws(ScoreFault) -> Score {
        guard bytes.count <= limits.bytes else {
            throw ScoreFault(
                .limit,
                "the file has \(bytes.count) bytes; at most \(limits.bytes) are allowed; split the score into several files"
            )
        }
        if ZipReader.recognises(bytes) {
            let (name, content) = try MusicXMLArchive.score(in: bytes, limits: limits)
            do throws(ScoreFault) {
                return try MusicXMLReader(content, limits: limits).score()
            } catch {
                var fault = error
                fault.entry = name
                throw fault
            }
        }
        switch firstCharacter(of: bytes) {
        case UInt8(ascii: "<"): return try MusicXMLReader(bytes, limits: limits).score()
        case UInt8(ascii: "["), UInt8(ascii: "{"): return try MeasureMapReader(limits: limits).score(bytes)
        default:
            throw ScoreFault(
                .format,
                "the file is neither MusicXML (.musicxml, .xml, .mxl) nor a measure map (.mm.json); export the score as MusicXML",
                line: 1)
        }
    }

    /// Returns the first byte that is neither white space nor part of a byte order mark; `nil` if there is none. Zero bytes are skipped, so that
    /// UTF-16 is recognised too.
    private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]
        return bytes.first { byte in !marks.contains(byte) && byte != 0x20 && !(0x09...0x0D).contains(byte) }
    }

    /// Returns the measure map of the measures as written (`.mm.json`). `heard`, the result of `unrolled()`, decides the successors of each measure.
    public func measureMap(heard: [HeardMeasure]) -> [UInt8] { MeasureMapWriter(self, heard: heard).written() }

    /// Returns the measure map of the measures as heard. `heard` is the result of `unrolled()`.
    public func measureMapAsHeard(_ heard: [HeardMeasure]) -> [UInt8] { MeasureMapWriter(self, heard: heard).asHeard() }
}
