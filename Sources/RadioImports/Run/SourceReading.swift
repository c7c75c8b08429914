import Cryptography

/// The reading of a whole source on the calling thread.
struct SourceReading: Sendable {
    let source: ImportSource
    let format: ImportFormat
    let options: ImportOptions
    let meter: ImportMeter

    struct Result: Sendable {
        let sha256: [UInt8]
        let count: Int64
        let faults: Findings
        let notices: Findings
        /// Whether none of the files, apart from companions, is of the format.
        let isWrong: Bool
        /// Whether a limit ended the reading, so that no item may be used.
        let isRefused: Bool
    }

    /// Reads the source and ends the queue. Throws `ImportSource.Failure` if a file cannot be read or changes meanwhile, and `CancellationError` or
    /// `BatchQueue.Stopped` if the reading is cancelled or the staging has stopped. An exceeded limit sets `isRefused` instead.
    ///
    /// - Parameter progress: Called after each batch with the number of items so far.
    func run(onto batchQueue: BatchQueue, progress: @escaping @Sendable (ImportProgress) -> Void) throws -> Result {
        defer { batchQueue.end() }
        meter.watch(batchQueue)
        return try meter.run { try read(onto: batchQueue, progress: progress) }
    }

    private func read(
        onto batchQueue: BatchQueue, progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> Result {
        var digest = SHA256()
        var emitted: Int64 = 0
        let sink = StagingSink(meter) { batch in
            emitted += Int64(batch.count)
            meter.counts?.items.increment(by: UInt64(batch.count))
            try meter.pausing {
                try batchQueue.put(batch)
                progress(.reading(items: emitted))
            }
        }
        let reader = format.reader(options)
        for source in source.files {
            let file = try source.open().measured(by: meter)
            meter.beginFile()
            do {
                let pieces = file.pieces()
                while let piece = try pieces() {
                    digest.update(data: piece)
                    meter.counts?.bytes.increment(by: UInt64(piece.count))
                }
                try reader.read(file, into: sink)
            } catch let refusal as ImportRefusal {
                sink.fault(refusal.message, at: FilePosition(file: file.name, line: refusal.line))
                return Self.result(digest, sink, isRefused: true)
            }
            try file.checkUnchanged()
        }
        try sink.flush()
        let named = source.files.map(\.name).filter { !format.related.contains($0) }
        let isWrong = !sink.wrongFiles.isEmpty && sink.wrongFiles.isSuperset(of: named)
        return Self.result(digest, sink, isWrong: isWrong)
    }

    private static func result(
        _ digest: SHA256, _ sink: StagingSink, isWrong: Bool = false, isRefused: Bool = false
    ) -> Result {
        Result(
            sha256: Array(digest.finalize()), count: sink.count, faults: sink.faults, notices: sink.notices,
            isWrong: isWrong, isRefused: isRefused)
    }
}
