import ArtistClassification
import Foundation
import Testing

/// 929 invented uploads in the forms that people use, in nineteen blocks. Each block was written and scored before the block
/// influenced the rules (decision 0035). `*` means that the value cannot be known.
struct HandMadeUploadsTests {
    private struct Row {
        let upload: Upload
        let artist: String
        let title: String
        let block: String
    }

    private static let rows: [Row] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Resources/uploads-by-hand.tsv")
        guard let bytes = try? Data(contentsOf: file), let table = try? UploadTable(bytes) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        return zip(table.uploads, lines).map { upload, line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let artists = fields[9].components(separatedBy: " | ")
            return Row(
                upload: upload, artist: fields[9].isEmpty ? fields[2] : artists[0], title: fields[3], block: fields[4])
        }
    }()

    /// Returns whether the filing has the expected artist and title.
    private static func isFiled(_ filing: Filing, _ row: Row) -> Bool {
        let artist = ArtistName.key(row.artist)
        let isArtist =
            row.artist == "*" || filing.primaryArtist?.key == artist
            || artist.hasPrefix(filing.primaryArtist?.key ?? "-") || (filing.primaryArtist?.key ?? "").hasPrefix(artist)
        return isArtist && (row.title == "*" || core(row.title) == core(filing.creditedTitle))
    }

    /// The key of a title without brackets and trailing credits.
    private static func core(_ title: String) -> String {
        var (text, depth) = ("", 0)
        for character in title {
            if "([{【（".contains(character) { depth += 1 }
            if depth == 0 { text.append(character) }
            if ")]}】）".contains(character) { depth -= 1 }
        }
        return ArtistName.key(text.isEmpty ? title : text)
    }

    private static func filings() -> [(Row, Filing)] {
        Dictionary(grouping: rows, by: \.block).sorted { $0.key < $1.key }.flatMap { block in
            Array(zip(block.value, Classifier.filings(of: block.value.map(\.upload))))
        }
    }

    @Test func atMostFortyOf929InventedUploadsAreFiledIncorrectly() {
        #expect(Self.rows.count == 929)
        let misses = Self.filings().filter { !Self.isFiled($1, $0) }
        #expect(misses.count <= 40, "\(misses.map { "\($0.upload.title): \($1.artistText) / \($1.title)" })")
    }

    @Test func atLeast98PercentOfTheCertainFilingsAreCorrect() {
        let certain = Self.filings().filter { !$1.isUncertain }
        #expect(certain.count >= 750)
        let wrong = certain.filter { !Self.isFiled($1, $0) }
        #expect(wrong.count * 100 <= certain.count * 2)
        let sure = certain.filter { $1.confidence >= 0.9 }
        #expect(sure.count >= 700 && sure.count { !Self.isFiled($1, $0) } * 100 <= sure.count * 2)
    }
}
