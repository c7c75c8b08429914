/// The header of one part of a multipart body (RFC 7578 §4.2 to §4.8).
struct PartHead {
    private(set) var name = ""
    private(set) var fileName: String?
    private(set) var mediaType: String?

    /// Reads one field line of a part's header, without its line end. Ignores all fields except Content-Disposition, Content-Type and
    /// Content-Transfer-Encoding (RFC 7578 §4.8). Throws the error for the first rule that the line breaks.
    mutating func take(_ line: ArraySlice<UInt8>, limits: MultipartForm.Limits) throws(MultipartError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(ParameterReader.isTokenByte),
            line[colon...].allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 })
        else { throw .malformedField }
        let value = Self.trimmed(line[(colon + 1)...])
        switch ASCII.lowered(String(decoding: line[..<colon], as: UTF8.self)) {
        case "content-disposition": try takeDisposition(value, limits)
        case "content-type":
            guard mediaType == nil, let text = String(validating: value, as: UTF8.self) else { throw .malformedField }
            mediaType = text
        case "content-transfer-encoding":
            let encoding = ASCII.lowered(String(decoding: value, as: UTF8.self))
            guard ["7bit", "8bit", "binary"].contains(encoding) else { throw .encodedContent }
        default: break
        }
    }

    private mutating func takeDisposition(
        _ value: ArraySlice<UInt8>, _ limits: MultipartForm.Limits
    ) throws(MultipartError) {
        let type = value.prefix { $0 != UInt8(ascii: ";") }
        guard name.isEmpty, ASCII.lowered(String(decoding: Self.trimmed(type), as: UTF8.self)) == "form-data" else {
            throw .malformedDisposition
        }
        var parameters = ParameterReader(value[type.endIndex...])
        while let parameter = parameters.next() {
            switch parameter.name {
            case "name":
                guard name.isEmpty, !parameter.value.isEmpty else { throw .malformedDisposition }
                guard parameter.value.count <= limits.name else { throw .nameTooLong }
                name = try Self.plainText(parameter.value)
            case "filename":
                guard fileName == nil else { throw .malformedDisposition }
                // Some browsers send the path within the selected folder.
                let last = parameter.value.suffix(from: parameter.value.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)
                guard last.count <= limits.fileName else { throw .fileNameTooLong }
                let text = try Self.plainText(Array(last))
                guard text != ".", text != ".." else { throw .unsafeName }
                fileName = text
            case "filename*", "name*": throw .malformedDisposition
            default: break
            }
        }
        guard parameters.isAtEnd, !name.isEmpty else { throw .malformedDisposition }
    }

    /// Returns a name as text, with `%22` replaced by a quotation mark. Throws `unsafeName` if the name is not UTF-8, or contains a control
    /// character, a line end (also in the escaped form) or a bidirectional control.
    ///
    /// Browsers escape only quotation marks (%22) and line ends (%0D, %0A), not percent signs (HTML §4.10.21.8).
    private static func plainText(_ bytes: [UInt8]) throws(MultipartError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .unsafeName }
        let isUnsafe = text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isBidiControl
            }
        }
        let escaped = ASCII.lowered(text)
        guard !isUnsafe, !escaped.contains("%0d"), !escaped.contains("%0a") else { throw .unsafeName }
        return text.replacing("%22", with: "\"")
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }
}
