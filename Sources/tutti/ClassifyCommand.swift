import App
import ArgumentParser
import ArtistClassification
import Foundation

struct ClassifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify", abstract: "Find the artist of each upload in a table, and print the reasons.",
        discussion: """
            The file contains tab-separated values in UTF-8. The first line names the columns: id, uploader and raw_title are required, \
            metadata_artist and label_name are optional. The rows are classified together, as the uploads of one library. The command \
            prints one JSON object for each row, on a line of its own. The command needs neither a database nor a data folder.
            """)

    @Argument(help: "The file to read.", completion: .file(extensions: ["tsv"]))
    var file: String

    mutating func run() throws {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            throw CommandFailure("\(file) cannot be read; check the path and the permissions")
        }
        let table: UploadTable
        do throws(UploadTable.Fault) {
            table = try UploadTable(bytes)
        } catch {
            throw CommandFailure("\(file):\(error.line): \(error.description)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        var lines = Data()
        for filing in Classifier.filings(of: table.uploads) {
            lines.append(try encoder.encode(ClassifiedRow(filing)))
            lines.append(0x0A)
            if lines.count > 1 << 16 { try flush(&lines) }
        }
        try flush(&lines)
    }

    private func flush(_ lines: inout Data) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: lines)
        } catch {
            throw CommandFailure("cannot write to standard output: check the disk or the program that reads the output")
        }
        lines.removeAll(keepingCapacity: true)
    }
}

/// The JSON object printed for an upload. `artist` is an array, empty if no artist was found; an unknown `album` or `label` is `null`.
private struct ClassifiedRow: Encodable {
    private let filing: Filing

    init(_ filing: Filing) { self.filing = filing }

    private enum Key: String, CodingKey {
        case id, artist, title, album, label, confidence, why
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: Key.self)
        try row.encode(filing.id, forKey: .id)
        try row.encode(filing.mainArtists.map(\.name), forKey: .artist)
        try row.encode(filing.creditedTitle, forKey: .title)
        try row.encode(filing.album, forKey: .album)
        try row.encode(filing.label, forKey: .label)
        try row.encode(filing.confidence, forKey: .confidence)
        try row.encode(filing.why, forKey: .why)
    }
}
