/// A library of filed uploads that applies changed corrections without filing every upload again.
///
/// Each filing records the keys for which it consulted the corrections (`ConsultedKeys`). After a change, the library
/// files the uploads with affected keys or changed track values again, and no others.
public struct CorrectedLibrary: Sendable {
    /// The classifier with the current corrections.
    public private(set) var classifier: Classifier
    private var uploads: [Upload] = []
    private var numbers: [String: Int32] = [:]
    /// The uploads whose filings consulted each key, including uploads whose filings no longer consult the key.
    private var uploadsByConsultedKey = Table<[Int32]>()
    /// The uploads listed under each key of an album or label, including uploads that are no longer listed under the key.
    private var uploadsByListedKey = Table<[Int32]>()

    /// Files all uploads. O(n) in the number of uploads.
    public init(_ uploads: some Sequence<Upload>, _ classifier: Classifier) {
        self.classifier = classifier
        for upload in uploads { _ = file(upload) }
    }

    /// Files an upload and returns the filing. Replaces an upload with the same identifier. The upload need not be part of the evidence.
    public mutating func file(_ upload: Upload) -> Filing {
        let number = numbers[upload.id] ?? Int32(uploads.count)
        if Int(number) < uploads.count {
            uploads[Int(number)] = upload
        } else {
            numbers[upload.id] = number
            uploads.append(upload)
        }
        return refile(number)
    }

    /// Replaces the corrections and returns the changed filings in unspecified order. O(n) in the number of corrections and affected uploads.
    public mutating func correct(_ corrections: ListenerCorrections) -> [Filing] {
        let (before, after) = (classifier, classifier.corrected(corrections))
        classifier = after
        var reached: Set<Int32> = []
        for key in after.knowledge.differences(from: before.knowledge) {
            reached.formUnion(uploadsByConsultedKey[key] ?? [])
        }
        let corrected = after.knowledge.corrections.trackValues.differences(
            from: before.knowledge.corrections.trackValues)
        reached.formUnion(corrected.compactMap { numbers[$0] })
        return reached.compactMap { number in
            let (old, new) = (before.classify(uploads[Int(number)]), refile(number))
            return old == new ? nil : new
        }
    }

    /// Returns the filings whose album or label has one of these keys (``ArtistName/foldKey(_:)``), in unspecified order.
    ///
    /// O(n) in the number of uploads that are, or were, listed under the keys.
    public func filings(under keys: Set<String>) -> [Filing] {
        var found: Set<Int32> = []
        for key in keys { found.formUnion(uploadsByListedKey[key] ?? []) }
        return found.map { classifier.classify(uploads[Int($0)]) }.filter { filing in
            [filing.album, filing.label].contains { $0.map { keys.contains(ArtistName.foldKey($0)) } ?? false }
        }
    }

    private mutating func refile(_ number: Int32) -> Filing {
        let consultedKeys = ConsultedKeys()
        let filing = classifier.classify(uploads[Int(number)], recording: consultedKeys)
        for key in consultedKeys.keys { Self.note(number, of: key, in: &uploadsByConsultedKey) }
        for name in [filing.album, filing.label].compactMap(\.self) {
            Self.note(number, of: ArtistName.foldKey(name), in: &uploadsByListedKey)
        }
        return filing
    }

    private static func note(_ number: Int32, of key: String, in table: inout Table<[Int32]>) {
        table.change(key, default: []) {
            if $0.last != number { $0.append(number) }
            return true
        }
    }
}

extension Knowledge {
    fileprivate func differences(from other: Knowledge) -> Set<String> {
        identities.differences(from: other.identities).union(corrections.differences(from: other.corrections))
    }
}
