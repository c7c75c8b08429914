import Foundation

@testable import RadioImports

/// Collects the items of a reader.
final class Collector: DraftSink {
    private(set) var items: [(item: DraftItem, position: FilePosition)] = []
    private(set) var faults: [(message: String, position: FilePosition)] = []
    private(set) var notices: [(message: String, position: FilePosition)] = []

    func item(_ item: DraftItem, at position: FilePosition) { items.append((item, position)) }
    func fault(_ message: String, at position: FilePosition) { faults.append((message, position)) }
    func notice(_ message: String, at position: FilePosition) { notices.append((message, position)) }

    var channels: [ChannelDraft] { items.compactMap { if case .channel(let draft) = $0.item { draft } else { nil } } }
    var categories: [CategoryDraft] {
        items.compactMap { if case .category(let draft) = $0.item { draft } else { nil } }
    }
    var genres: [GenreDraft] { items.compactMap { if case .genre(let draft) = $0.item { draft } else { nil } } }
    var people: [PersonDraft] { items.compactMap { if case .person(let draft) = $0.item { draft } else { nil } } }
    var shows: [ShowDraft] { items.compactMap { if case .show(let draft) = $0.item { draft } else { nil } } }
    var episodes: [EpisodeDraft] { items.compactMap { if case .episode(let draft) = $0.item { draft } else { nil } } }
    var rules: [RuleDraft] { items.compactMap { if case .rule(let draft) = $0.item { draft } else { nil } } }
    var airings: [AiringDraft] { items.compactMap { if case .airing(let draft) = $0.item { draft } else { nil } } }
    var segments: [SegmentDraft] { items.compactMap { if case .segment(let draft) = $0.item { draft } else { nil } } }
    var cuts: [CutDraft] { items.compactMap { if case .cut(let draft) = $0.item { draft } else { nil } } }
    var versions: [VersionDraft] { items.compactMap { if case .version(let draft) = $0.item { draft } else { nil } } }

    /// The faults in the format of a report: "sked.csv:12 Days: …".
    var reports: [String] { faults.map { "\($0.position): \($0.message)" } }
}

extension StationReader {
    /// Reads the items of a text.
    func read(_ text: String, named name: String = "file") throws -> Collector {
        try read(bytes: Array(text.utf8), named: name)
    }

    func read(bytes: [UInt8], named name: String = "file") throws -> Collector {
        let sink = Collector()
        try read(SourceFile(name: name, bytes: bytes), into: sink)
        return sink
    }
}

extension [UInt8] {
    /// Returns the bytes in pieces of at most `size` bytes.
    func cut(_ size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

/// Returns the bytes of a file in `Tests/RadioImportsTests/Resources`.
func resource(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appendingPathComponent("Resources/\(name)")))
}
