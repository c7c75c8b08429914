@testable import Web

/// `MultipartForm`. An input is a body with the boundary "b".
enum MultipartProperties {
    static var limits: MultipartForm.Limits {
        var limits = MultipartForm.Limits()
        limits.parts = 4
        limits.head = 120
        limits.name = 10
        limits.fileName = 12
        return limits
    }

    @Sendable static func check(_ input: [UInt8]) throws {
        _ = MultipartParser.boundary(in: NaiveGrammar.text(input))
        guard let form = try? MultipartForm(input, boundary: "b", limits: limits) else { return }
        try checkParts(form, of: input)
        try checkRoundTrip(form)
    }

    /// The contents equal the text between the delimiters, which is found by splitting at every delimiter.
    private static func checkParts(_ form: MultipartForm, of input: [UInt8]) throws {
        try expect(form.parts.count <= limits.parts, "\(form.parts.count) parts")
        let pieces = split([0x0D, 0x0A] + input, at: Array("\r\n--b".utf8))
        try expectEqual(pieces.count, form.parts.count + 2, "pieces")
        try expect(pieces[0].isEmpty && pieces[pieces.count - 1].starts(with: "--".utf8), "outside of the parts")
        var position = 0
        for (part, piece) in zip(form.parts, pieces.dropFirst()) {
            let halves = split(piece, at: Array("\r\n\r\n".utf8), most: 1)
            try expectEqual(halves.count, 2, "head and content")
            try expectEqual(halves[1], Array(part.content), "content")
            try expect(halves[0].count + 2 <= limits.head, "a head of \(halves[0].count + 2) bytes")
            try expect(part.content.startIndex >= position && part.content.endIndex <= input.count, "slices in order")
            position = part.content.endIndex
            for name in [part.name, part.fileName].compactMap(\.self) {
                try expect(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(name)")
            }
            try expect((1...limits.name).contains(part.name.utf8.count), part.name)
            try expect(part.fileName.map { $0.utf8.count <= limits.fileName && !$0.contains("/") } ?? true, "file name")
        }
    }

    /// A form that was read, encoded again and read again is unchanged.
    private static func checkRoundTrip(_ form: MultipartForm) throws {
        func quoted(_ name: String) -> String { name.replacing("\"", with: "%22") }
        var body: [UInt8] = []
        for part in form.parts {
            var head = "--b\r\nContent-Disposition: form-data; name=\"\(quoted(part.name))\""
            if let fileName = part.fileName { head += "; filename=\"\(quoted(fileName))\"" }
            if let mediaType = part.mediaType { head += "\r\nContent-Type: \(mediaType)" }
            body += Array("\(head)\r\n\r\n".utf8) + part.content + [0x0D, 0x0A]
        }
        body += Array("--b--\r\n".utf8)
        var roomy = MultipartForm.Limits()
        roomy.head = 100_000
        let again = try MultipartForm(body, boundary: "b", limits: roomy)
        try expectEqual(again.parts, form.parts, "round trip")
    }

    private static func split(_ bytes: [UInt8], at separator: [UInt8], most: Int = .max) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        var index = 0
        while index + separator.count <= bytes.count, pieces.count < most {
            if Array(bytes[index..<(index + separator.count)]) == separator {
                pieces.append(Array(bytes[start..<index]))
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        return pieces + [Array(bytes[start...])]
    }
}
