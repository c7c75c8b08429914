/// Reads one format: bytes in, items and faults out, no I/O and no database, so that it is tested by itself.
public protocol StationReader {
    /// Its name on the command line and in the record of imports: "cro", "wmuc", "eibi".
    static var format: String { get }

    /// Reads one file to its end, as far as it can be read: one bad item never hides the others (spec R68).
    ///
    /// Items are handed on one by one as they are met, so that a file of any size needs memory for one item only, as far as
    /// its format lets it.
    func read(_ file: SourceFile, into sink: some DraftSink) throws
}

/// Takes what a reader finds.
public protocol DraftSink: AnyObject {
    /// Throws to end the reading: the import was given up.
    func item(_ item: DraftItem, at place: Place) throws
    /// Something that cannot be brought in, in words for whoever made the file: what it is and what would be right.
    func fault(_ message: String, at place: Place)
    /// Something that was brought in otherwise than it stands there.
    func notice(_ message: String, at place: Place)
    /// A file that is not of the format at all: a fault, and where no other file of the import is of the format, all is
    /// refused. A reader hands on no item of such a file.
    func wrongFile(_ message: String, at place: Place)
}

extension DraftSink {
    public func wrongFile(_ message: String, at place: Place) { fault(message, at: place) }
}
