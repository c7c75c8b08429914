/// A reader of one file format. A reader turns bytes into items and faults, and uses no database.
public protocol StationReader {
    /// The format's name on the command line and in import records, such as "cro".
    static var format: String { get }

    /// Reads one file to its end. A bad item does not stop the reading (spec R68).
    ///
    /// Items are passed to the sink one by one, so that most formats need memory for one item at a time.
    func read(_ file: SourceFile, into sink: some DraftSink) throws
}
