/// Takes what a reader finds, holds it to what the schema takes, and hands it on in batches. Confined to the thread that
/// reads.
final class StagingSink: DraftSink {
    /// Items handed on at once: what is held in memory of a source, however long it is, times `ItemBelt.depth`.
    static let batchSize = 1000
    /// Bytes of JSON handed on at once; an item may have as many.
    static let batchBytes = 1 << 20

    private let meter: ImportMeter
    private var batch: [StagedItem] = []
    private var bytes = 0
    private(set) var count: Int64 = 0
    private(set) var faults = Findings()
    private(set) var notices = Findings()
    /// The files that are not of the format.
    private(set) var wrongFiles: Set<String> = []
    private let handOn: ([StagedItem]) throws -> Void

    /// - Parameter handOn: may wait; throws to end the reading.
    init(_ meter: ImportMeter = ImportMeter(), handOn: @escaping ([StagedItem]) throws -> Void) {
        self.meter = meter
        self.handOn = handOn
    }

    func item(_ item: DraftItem, at place: Place) throws {
        try meter.checkpoint(line: place.line)
        var check = DraftCheck()
        let checked = check.checked(item)
        for notice in check.notices { self.notice("\(item.kind) \(item.key): \(notice)", at: place) }
        guard let checked else {
            for fault in check.faults { self.fault("\(item.kind) \(item.key.prefix(200)): \(fault)", at: place) }
            return
        }
        let staged = try StagedItem(checked, number: count + 1, at: place)
        let size = staged.json.utf8.count
        guard size <= Self.batchBytes else {
            return fault(
                "\(item.kind) \(item.key.prefix(200)): the stored form has \(size) bytes; at most "
                    + "\(ImportLimits.size(Self.batchBytes)) are allowed; shorten the texts", at: place)
        }
        if bytes + size > Self.batchBytes { try flush() }
        count += 1
        bytes += size
        batch.append(staged)
        if batch.count == Self.batchSize { try flush() }
    }

    func fault(_ message: String, at place: Place) { faults.append(Self.stored(message), at: Self.stored(place)) }

    func wrongFile(_ message: String, at place: Place) {
        wrongFiles.insert(place.file)
        fault(message, at: place)
    }

    func notice(_ message: String, at place: Place) { notices.append(Self.stored(message), at: Self.stored(place)) }

    /// Hands on what is left.
    func flush() throws {
        guard !batch.isEmpty else { return }
        let full = batch
        batch.removeAll(keepingCapacity: true)
        bytes = 0
        try handOn(full)
    }

    /// Whatever a file holds, a report can be stored and read.
    private static func stored(_ text: String) -> String {
        String(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(1000).map(Character.init))
    }

    private static func stored(_ place: Place) -> Place {
        Place(file: stored(place.file), line: place.line, detail: stored(place.detail))
    }
}
