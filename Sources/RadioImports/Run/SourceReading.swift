import Crypto

/// Reads a source to its end on the thread that it is called on.
struct SourceReading: Sendable {
    let source: ImportSource
    let format: ImportFormat
    let options: ImportOptions

    struct Result: Sendable {
        let sha256: [UInt8]
        /// How many could be staged.
        let count: Int64
        let faults: Findings
        let notices: Findings
        /// Whether none of the files is of the format; those that were only found beside another do not count.
        let isWrong: Bool
    }

    /// - Parameter progress: called after each batch with the number of items so far.
    func run(onto belt: ItemBelt, progress: @escaping @Sendable (ImportProgress) -> Void) throws -> Result {
        defer { belt.end() }
        var digest = SHA256()
        var handedOn: Int64 = 0
        let sink = StagingSink { batch in
            try belt.put(batch)
            handedOn += Int64(batch.count)
            progress(.reading(items: handedOn))
        }
        let reader = format.reader(options)
        for source in source.files {
            let file = try source.open()
            let pieces = file.pieces()
            while let piece = try pieces() { digest.update(data: piece) }
            try reader.read(file, into: sink)
            try file.checkUnchanged()
        }
        try sink.flush()
        let named = source.files.map(\.name).filter { !format.companions.contains($0) }
        let isWrong = !sink.wrongFiles.isEmpty && sink.wrongFiles.isSuperset(of: named)
        return Result(
            sha256: Array(digest.finalize()), count: sink.count, faults: sink.faults, notices: sink.notices,
            isWrong: isWrong)
    }
}
