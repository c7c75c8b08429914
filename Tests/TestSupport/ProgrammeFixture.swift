import Foundation

/// A small programme folder on disk for one test, with two pieces, two pictures and two app assets.
///
/// The measure times of the first piece are the first times of recording CD011 in
/// xistva02/Classification-of-interpretation-differences (MIT, © 2023 Matej Istvanek). All other content is invented.
public struct ProgrammeFixture: Sendable {
    /// The bytes of each file by its path in the folder.
    public var files: [String: [UInt8]] = [:]
    /// The name of the folder, which becomes the concert's short name in URLs.
    public var name: String

    public static let quartet = "Dvořák, String Quartet No. 12: Mvt. 1"
    public static let study = "Tutti, Study < Canon: Study < Canon"

    public init(name: String = "small-evening") {
        self.name = name
        for (path, text) in Self.texts { files[path] = Array(text.utf8) }
        files["images/dot.png"] = Self.png(width: 1, height: 1)
        files["images/dash.gif"] = Self.gif
        files["images/AppAssets/Splash32.png"] = Self.png(width: 320, height: 480)
        files["images/AppAssets/ProgramNotes.pdf"] = Array("%PDF-1.4\n%%EOF\n".utf8)
    }

    /// Replaces a part of a text file, which must exist.
    public mutating func replace(_ old: String, by new: String, in path: String) throws {
        let text = String(decoding: files[path] ?? [], as: UTF8.self)
        guard let range = text.range(of: old) else { throw FixtureFailure(what: "no \"\(old)\" in \(path)") }
        files[path] = Array(text.replacingCharacters(in: range, with: new).utf8)
    }

    /// Writes the folder, calls `body` with its path and removes it.
    public func written<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent("programme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: parent) }
        let root = parent.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, content) in files {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content).write(to: file)
        }
        return try await body(root.path)
    }

    /// Returns the header of a PNG with this size; only the header is read.
    public static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let numbers = [width, height].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + numbers + [
            8, 2, 0, 0, 0,
        ]
    }

    /// A GIF of one pixel.
    public static let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]

    /// The beginning of a JPEG of 4 x 2 pixels, up to its frame header.
    public static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 4, 1, 1, 0x11, 0, 0xFF, 0xD9,
    ]

    private static let texts = [
        "programme.json": """
        {
         "title": "A Small Evening",
         "pieces": [
          {
           "name": "Dvořák, String Quartet No. 12: Mvt. 1",
           "composer": "Dvořák",
           "work": "String Quartet No. 12",
           "movement": "Mvt. 1",
           "data": "QuartetMvt1",
           "measures": 4,
           "end_seconds": 9.23,
           "recording": "recording CD011 of the quartet study",
           "repeats_played": false,
           "pictures": []
          },
          {
           "name": "Tutti, Study < Canon: Study < Canon",
           "composer": "Tutti",
           "work": "Study < Canon",
           "movement": "Study < Canon",
           "data": "Study",
           "measures": 4,
           "end_seconds": 6,
           "repeats_played": true,
           "pictures": ["dash.gif", "dot.png"]
          }
         ]
        }

        """,
        "getPieces.txt": "Dvořák, String Quartet No. 12: Mvt. 1;Tutti, Study < Canon: Study < Canon",
        "QuartetMvt1/measures.tsv": """
        measure\tseconds\tscore_measure\tpass
        1\t1.512\t1\t1
        2\t3.271\t2\t1
        3\t5.185\t3\t1
        4\t7.2\t4\t1

        """,
        "QuartetMvt1/structure.tsv": """
        measure\tseconds\tlabel\tcolour
        1\t1.512\tThe viola, alone\tred
        3\t5.185\tThe Main Theme\t255,127,50
        4\t9.23\tEND\t

        """,
        "QuartetMvt1/annotations.tsv": """
        track\tmeasure\tseconds\ttext
        The Music\t1\t1.512\tFour strings, one room.
        History\t1\t1.512\tWritten in Spillville.
        The Music\t3\t5.185\tThe theme is Dvořák’s own.

        """,
        "Study/measures.tsv": """
        measure\tseconds\tscore_measure\tpass
        1\t0\t1\t1
        2\t1.5\t2\t1
        3\t3\t1\t2
        4\t4.25\t2\t2

        """,
        "Study/structure.tsv": """
        measure\tseconds\tlabel\tcolour
        1\t0\tSubject\tBLUE
        3\t3\tAnswer\tgold
        4\t6\tEND\t

        """,
        "Study/annotations.tsv": """
        track\tmeasure\tseconds\ttext
        The Music\t1\t0\tp < f & back. $dot.png, A dot $dash.gif, A dash
        The Music\t4\t4.25\tThe end.

        """,
        "Study/keys.tsv": """
        measure\tseconds\tfifths\tname
        1\t0\t-3\tE♭ major / C minor (3 flats)
        3\t3\t0\t

        """,
        "Study/intensity.tsv": """
        measure\tseconds\tintensity
        1\t0\t0.2917
        2\t1.5\t0.5
        3\t3\t1
        4\t4.25\t0

        """,
    ]
}

/// The error for a fixture without the content that a test expects.
public struct FixtureFailure: Error, CustomStringConvertible {
    let what: String
    public var description: String { what }
}
