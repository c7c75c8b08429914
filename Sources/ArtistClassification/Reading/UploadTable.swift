/// A library as a table in UTF-8, with one upload per line and tabs between fields. The first line names the columns.
///
/// The columns `id`, `uploader` and `raw_title` are required, and `metadata_artist` and `label_name` optional. Fields are not trimmed.
public struct UploadTable: Sendable, Hashable {
    /// A fault in a table, with the number of its line, from 1.
    public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        public let line: Int
        public let description: String
    }

    public let uploads: [Upload]

    /// The required columns.
    static let needed = ["id", "uploader", "raw_title"]

    /// Parses a table, and ignores other columns. Throws the first fault, such as a missing column, a row without an `id`, or a row with the `id` of
    /// an earlier row.
    public init(_ bytes: some Sequence<UInt8>) throws(Fault) {
        var bytes = Array(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // The line feed at the end of the last line does not begin another line.
        if let last = lines.last, last.isEmpty { lines.removeLast() }
        guard let first = lines.first else {
            throw Fault(
                line: 1,
                description: "the file is empty; its first line must name the columns id, uploader and raw_title")
        }
        let endsInReturn = first.last == 0x0D
        let head = try UploadTable.fields(first, endsInReturn, line: 1)
        for column in UploadTable.needed where !head.contains(column) {
            throw Fault(
                line: 1,
                description: "the line has no column \(column); the required columns are id, uploader and raw_title")
        }
        for (index, column) in head.enumerated() where head[..<index].contains(column) {
            throw Fault(line: 1, description: "the line names the column \(column) twice; name each column once")
        }
        var uploads: [Upload] = []
        uploads.reserveCapacity(lines.count)
        var ids: [String: Int] = [:]
        for (index, line) in lines.enumerated().dropFirst() {
            let fields = try UploadTable.fields(line, endsInReturn, line: index + 1)
            guard fields.count == head.count else {
                let found = fields.count == 1 ? "1 field" : "\(fields.count) fields"
                throw Fault(
                    line: index + 1,
                    description:
                        "the line has \(found), but line 1 names \(head.count) columns; write a tab for each empty field, too"
                )
            }
            func field(_ name: String) -> String? { head.firstIndex(of: name).map { fields[$0] } }
            let id = field("id") ?? ""
            guard !id.isEmpty else {
                throw Fault(line: index + 1, description: "the line has no value in the column id; give each row an id")
            }
            if let earlier = ids[id] {
                throw Fault(
                    line: index + 1,
                    description: "the line has the same id as line \(earlier); give each row an id of its own")
            }
            ids[id] = index + 1
            func filled(_ name: String) -> String? { field(name).flatMap { $0.isEmpty ? nil : $0 } }
            uploads.append(
                Upload(
                    id: id, title: field("raw_title") ?? "", uploader: field("uploader") ?? "",
                    metadataArtist: filled("metadata_artist"), labelName: filled("label_name")))
        }
        self.uploads = uploads
    }

    private static func fields(
        _ bytes: ArraySlice<UInt8>, _ endsInReturn: Bool, line: Int
    ) throws(Fault) -> [String] {
        var bytes = bytes
        if endsInReturn, bytes.last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(line: line, description: "the line is not UTF-8; save the file as UTF-8")
        }
        guard !text.utf8.contains(0) else {
            throw Fault(line: line, description: "the line contains the character U+0000; remove the character")
        }
        return text.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
}
