import QRCode

/// The printed poster as a PDF document of one A4 page (PDF 1.4; ISO 32000-1). PDF readers provide its font, Helvetica.
public struct PosterPDF: Sendable {
    public let bytes: [UInt8]

    /// The reason why a poster cannot be written as PDF.
    public enum Failure: Error, Sendable, Hashable {
        /// The poster cannot show this letter: `PosterFont` has neither a code nor a name for it.
        case noSuchLetter(Unicode.Scalar)
        /// The texts have more than 31 different letters outside of WinAnsiEncoding.
        case tooManyLetters
        /// The address is too long for a QR code, or is not ASCII.
        case address(QRCodeError)
    }

    public init(_ poster: Poster) throws(Failure) {
        let layout: PosterLayout
        do { layout = try PosterLayout(poster) } catch { throw .address(error) }
        var encoding = PosterEncoding()
        var content = ""
        for line in layout.lines {
            let text = try encoding.encoded(line.text)
            content += "BT /\(line.isBold ? "F2" : "F1") \(Self.number(line.size)) Tf "
            content += "\(Self.number(PosterLayout.margin)) \(Self.number(PosterLayout.height - line.baseline)) Td "
            content += "<\(text)> Tj ET\n"
        }
        let module = layout.codeSide / Double(layout.symbol.size)
        for run in layout.symbol.runs {
            let left = PosterLayout.margin + Double(run.column) * module
            let bottom = PosterLayout.height - layout.codeTop - Double(run.row + 1) * module
            content += "\(Self.number(left)) \(Self.number(bottom)) \(Self.number(Double(run.length) * module)) "
            content += "\(Self.number(module)) re\n"
        }
        content += "f\n"
        bytes = Self.document(content: content, encoding: encoding, title: try encoding.encoded(poster.heading))
    }

    private static func number(_ value: Double) -> String { PosterSVG.text(value) }

    private static func document(content: String, encoding: PosterEncoding, title: String) -> [UInt8] {
        let box = "0 0 \(number(PosterLayout.width)) \(number(PosterLayout.height))"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            """
            << /Type /Page /Parent 2 0 R /MediaBox [\(box)] /Contents 4 0 R \
            /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>
            """,
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding 7 0 R >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding 7 0 R >>",
            encoding.dictionary,
            "<< /Producer <5475747469> >>",
        ]
        var text = "%PDF-1.4\n%\u{E2}\u{E3}\u{CF}\u{D3}\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += "\(String(10_000_000_000 + offset).dropFirst()) 00000 n \n" }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 8 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}

/// The encoding of a document's texts: WinAnsiEncoding, with codes below the space for further letters.
struct PosterEncoding: Sendable {
    private var further: [Unicode.Scalar] = []

    /// Returns a text as a hexadecimal string, and adds new letters outside of WinAnsiEncoding to the encoding.
    mutating func encoded(_ text: String) throws(PosterPDF.Failure) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let code = try code(of: scalar)
            result += (code < 16 ? "0" : "") + String(code, radix: 16, uppercase: true)
        }
        return result
    }

    private mutating func code(of scalar: Unicode.Scalar) throws(PosterPDF.Failure) -> UInt8 {
        if let code = PosterFont.winAnsiCode(of: scalar) { return code }
        guard PosterFont.names[scalar] != nil else { throw .noSuchLetter(scalar) }
        if let index = further.firstIndex(of: scalar) { return UInt8(index + 1) }
        guard further.count < 31 else { throw .tooManyLetters }
        further.append(scalar)
        return UInt8(further.count)
    }

    /// The PDF encoding dictionary: WinAnsiEncoding, and the further letters as differences.
    var dictionary: String {
        guard !further.isEmpty else { return "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding >>" }
        let names = further.compactMap { PosterFont.names[$0] }.map { "/\($0)" }.joined(separator: " ")
        return "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 \(names)] >>"
    }
}
