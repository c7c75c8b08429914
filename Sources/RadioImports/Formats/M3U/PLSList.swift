/// A reader for PLS lists, whose lines may be in any order. The stations are in the order of their numbers.
enum PLSList {
    static func read(_ file: SourceFile, into stations: inout StationList<some DraftSink>) throws {
        var entries: [Int: StationEntry] = [:]
        var lines = SourceLines(file)
        while let (number, line) = try lines.next() {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].lowercased()
            let value = DraftText.line(String(line[line.index(after: equals)...]), atMost: 8000)
            if let index = index(name, after: "file") {
                try file.meter.hold(StationEntry.memory, line: number)
                entries[index, default: StationEntry()].addresses = [value]
                entries[index]?.line = number
            } else if let index = index(name, after: "title") {
                try file.meter.hold(StationEntry.memory, line: number)
                entries[index, default: StationEntry()].name = value
            }
        }
        for (index, entry) in entries.sorted(by: { $0.key < $1.key }) {
            if entry.line == 0 {
                stations.sink.notice(
                    "Title\(index) has no File\(index) and is not imported", at: FilePosition(file: file.name, line: 0))
            } else {
                stations.add(entry)
            }
        }
    }

    private static func index(_ name: String, after word: String) -> Int? {
        name.hasPrefix(word) ? DraftText.number(String(name.dropFirst(word.utf8.count)), in: 0...1_000_000) : nil
    }
}
