import ArtistClassification
import Foundation

/// A row of `artist_title_*.tsv` whose artist and title are known.
struct Row {
    let artist: String
    let title: String

    /// Returns the real uploads in a file, with the first row for each pair of artist and title; empty if a column is missing.
    static func rows(of text: String) -> [Row] {
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        guard let head = lines.first, let artist = head.firstIndex(of: "artist"),
            let title = head.firstIndex(of: "title"),
            let kind = head.firstIndex(of: "kind")
        else { return [] }
        var seen: Set<String> = []
        return lines.dropFirst().compactMap { fields in
            guard fields.count == head.count, fields[kind] == "real", !["", "*"].contains(fields[artist]),
                !["", "*"].contains(fields[title])
            else { return nil }
            let row = Row(artist: String(fields[artist]), title: String(fields[title]))
            let key = ArtistName.key(row.artist) + "/" + ArtistName.key(row.title)
            return seen.insert(key).inserted ? row : nil
        }
    }
}

/// The uploads of each track by three simulated accounts. The artist's own account writes only the title. The account of a label or
/// blog writes the artist before the title. The account of a collector writes both in one of ten styles.
struct ThreeAccounts {
    private(set) var uploads: [Upload] = []
    /// The key of the known artist of each upload, by the identifier of the upload.
    private(set) var artists: [String: String] = [:]

    init(rows: [Row], seed: UInt64) {
        var dice = Dice(seed)
        let labels = ["Night Owl Records", "Deep Sea Premieres", "Granite Recordings", "The Sunday Blog", "Parallel"]
        let strangers = (0..<max(4, rows.count / 6)).map { number in
            dice.pick([
                "user\(10_000_000 + number * 7919)", "mix lover \(number)", "m_archive\(10 + number)",
                "Kasettenkind \(number)",
            ])
        }
        var styles: [String: Int] = [:]
        for (number, row) in rows.enumerated() {
            let key = ArtistName.key(row.artist)
            let style = styles[key] ?? dice.roll(6)
            styles[key] = style
            add("\(number)a", Self.own(row.title, &dice), Self.account(row.artist, style), key)
            add("\(number)b", Self.label(row, &dice), dice.pick(labels), key)
            add("\(number)c", Self.stranger(row, &dice), dice.pick(strangers), key)
        }
    }

    private mutating func add(_ id: String, _ title: String, _ uploader: String, _ artist: String) {
        uploads.append(Upload(id: id, title: title, uploader: uploader))
        artists[id] = artist
    }

    private static func account(_ artist: String, _ style: Int) -> String {
        switch style {
        case 0: artist.filter { $0 != " " } + "VEVO"
        case 1: artist + " Official"
        case 2: artist + " - Topic"
        case 3: artist.uppercased()
        case 4: "★ " + artist + " ★"
        default: artist
        }
    }

    private static func own(_ title: String, _ dice: inout Dice) -> String {
        dice.pick([title, title, title + " (Official Video)", title + " [Free Download]"])
    }

    private static func label(_ row: Row, _ dice: inout Dice) -> String {
        dice.pick([
            "\(row.artist) - \(row.title) [Official]", "\(row.artist) – \(row.title) (Official Audio)",
            "PREMIERE: \(row.artist) - \(row.title)", "\(row.artist) - \(row.title)",
        ])
    }

    private static func stranger(_ row: Row, _ dice: inout Dice) -> String {
        switch dice.roll(10) {
        case 0: "\(row.title) - \(row.artist)"
        case 1: row.title
        case 2: row.title.lowercased()
        case 3: "\(row.artist.lowercased()) - \(row.title.lowercased()) (lyrics)"
        case 4: "\(row.title) by \(row.artist)"
        case 5: "0\(1 + dice.roll(9)). \(row.artist) - \(row.title).mp3"
        case 6: "\(row.artist) \"\(row.title)\" HD"
        case 7: "\(row.artist): \(row.title)"
        case 8: "\(row.artist) | \(row.title) | Official Video"
        default: "\(row.artist.uppercased()) - \(row.title.uppercased())"
        }
    }
}

/// A comparison of the pairs of uploads that were filed under one artist with the pairs that have the same known artist.
struct Grouping {
    let precision: Double
    let recall: Double
    var f1: Double { 2 * precision * recall / max(precision + recall, 1e-9) }
    private let misfiled: [String]

    init(_ uploads: [Upload], artists: [String: String]) {
        let filings = Classifier.filings(of: uploads)
        var (both, found, wanted) = (0, 0, 0)
        for (index, one) in filings.enumerated() {
            for other in filings[..<index] {
                let isOne = artists[one.id] == artists[other.id]
                let isFound = one.primaryArtist != nil && one.primaryArtist?.key == other.primaryArtist?.key
                if isOne { wanted += 1 }
                if isFound { found += 1 }
                if isOne && isFound { both += 1 }
            }
        }
        precision = Double(both) / Double(max(1, found))
        recall = Double(both) / Double(max(1, wanted))
        misfiled = zip(uploads, filings).compactMap { upload, filing in
            filing.primaryArtist?.key == artists[upload.id]
                || artists[upload.id]?.hasPrefix(filing.primaryArtist?.key ?? "?") ?? false
                ? nil : "  \(upload.uploader) | \(upload.title) -> \(filing.artistText)"
        }
    }

    func line(_ seed: Int) -> String {
        let figures = [("F1", f1), ("precision", precision), ("recall", recall)].map { name, value in
            name + String(format: " %.4f", value)
        }
        let lines = ProcessInfo.processInfo.environment["SHOW_MISFILED"] == nil ? [] : misfiled
        return (["library \(seed): " + figures.joined(separator: ", ") + ", \(misfiled.count) misfiled"] + lines)
            .joined(separator: "\n")
    }
}
