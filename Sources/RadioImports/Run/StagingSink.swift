/// A sink that checks items with `DraftCheck` and passes them on in batches, confined to the reading thread.
final class StagingSink: DraftSink {
    /// The maximum number of items in a batch. Memory holds at most `BatchQueue.depth` batches besides the current one.
    static let batchSize = 1000
    /// The maximum number of bytes of JSON in a batch and in an item.
    static let batchBytes = 1 << 20

    private let meter: ImportMeter
    private var batch: [StagedItem] = []
    private var bytes = 0
    private(set) var count: Int64 = 0
    private(set) var faults = Findings()
    private(set) var notices = Findings()
    private(set) var wrongFiles: Set<String> = []
    private let emit: ([StagedItem]) throws -> Void

    /// Creates a sink. `emit` receives each batch, may block, and throws to end the reading.
    init(_ meter: ImportMeter = ImportMeter(), emit: @escaping ([StagedItem]) throws -> Void) {
        self.meter = meter
        self.emit = emit
    }

    func item(_ item: DraftItem, at position: FilePosition) throws {
        try meter.checkpoint(line: position.line)
        var check = DraftCheck()
        let checked = check.checked(item)
        let name = "\(ImportReport.Count.name(item.kind)) \(item.key.prefix(200))"
        for notice in check.notices { self.notice("\(name): \(notice)", at: position) }
        guard let checked else {
            for fault in check.faults { self.fault("\(name): \(fault)", at: position) }
            return
        }
        let staged = try StagedItem(checked, number: count + 1, at: position)
        let size = staged.json.utf8.count
        guard size <= Self.batchBytes else {
            return fault(
                "\(name): the texts and lists must have at most \(Self.batchBytes) bytes when stored, found \(size); "
                    + "shorten them", at: position)
        }
        if bytes + size > Self.batchBytes { try flush() }
        count += 1
        bytes += size
        batch.append(staged)
        if batch.count == Self.batchSize { try flush() }
    }

    func fault(_ message: String, at position: FilePosition) {
        faults.append(Self.stored(message), at: Self.stored(position))
    }

    func wrongFile(_ message: String, at position: FilePosition) {
        wrongFiles.insert(position.file)
        fault(message, at: position)
    }

    func notice(_ message: String, at position: FilePosition) {
        notices.append(Self.stored(message), at: Self.stored(position))
    }

    /// Passes the current batch to `emit`. Must be called after the last item.
    func flush() throws {
        guard !batch.isEmpty else { return }
        let full = batch
        batch.removeAll(keepingCapacity: true)
        bytes = 0
        try emit(full)
    }

    /// Returns a text as the database stores it: without U+0000, and of at most 1,000 Unicode scalars.
    private static func stored(_ text: String) -> String {
        String(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(1000).map(Character.init))
    }

    private static func stored(_ position: FilePosition) -> FilePosition {
        FilePosition(file: stored(position.file), line: position.line, detail: stored(position.detail))
    }
}
