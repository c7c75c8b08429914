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
    }

    /// - Parameter progress: called after each batch with the number of items so far.
    func run(onto belt: ItemBelt, progress: @escaping @Sendable (Int64) -> Void) throws -> Result {
        defer { belt.end() }
        var digest = SHA256()
        var handedOn: Int64 = 0
        let sink = StagingSink { batch in
            try belt.put(batch)
            handedOn += Int64(batch.count)
            progress(handedOn)
        }
        let reader = format.reader(options)
        for file in source.files {
            let bytes = try file.bytes()
            digest.update(data: bytes)
            try reader.read(SourceFile(name: file.name, bytes: bytes), into: sink)
        }
        try sink.flush()
        return Result(
            sha256: Array(digest.finalize()), count: sink.count, faults: sink.faults, notices: sink.notices)
    }
}
