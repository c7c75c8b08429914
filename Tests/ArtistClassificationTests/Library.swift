import ArtistClassification

/// A library of uploads to be classified.
struct Library {
    private(set) var uploads: [Upload] = []

    /// Creates a library from lines of the form "account | title", or "account | title | field" with the artist that the uploader entered.
    init(_ lines: String...) { self.init(lines) }

    init(_ lines: [String]) {
        for line in lines {
            let parts = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
            add(parts[1], by: parts[0], field: parts.count > 2 ? parts[2] : nil)
        }
    }

    mutating func add(_ title: String, by uploader: String, field: String? = nil) {
        uploads.append(Upload(id: "\(uploads.count)", title: title, uploader: uploader, metadataArtist: field))
    }

    func filings(_ corrections: ListenerCorrections = .nothing) -> [Filing] {
        Classifier.filings(of: uploads, corrections: corrections)
    }

    /// Returns the names of the main artists of each upload.
    func artists(_ corrections: ListenerCorrections = .nothing) -> [[String]] {
        filings(corrections).map { $0.mainArtists.map(\.name) }
    }
}

/// Returns the filing of an upload that is alone in its library.
func filing(
    _ title: String, by uploader: String = "", field: String? = nil, label: String? = nil, durationMs: Int64? = nil
) -> Filing {
    let upload = Upload(
        id: "1", title: title, uploader: uploader, metadataArtist: field, labelName: label, durationMs: durationMs)
    return Classifier.filings(of: [upload])[0]
}

extension Filing {
    /// The main artists and the title, as in "Artist, Other / Title", the format of the test tables.
    var short: String { mainArtists.map(\.name).joined(separator: ", ") + " / " + title }

    func names(_ role: ArtistCredit.Role) -> [String] { credits.filter { $0.role == role }.map(\.name) }
}
