/// A reader of one file format that converts bytes into items and findings, without using the database.
public protocol StationReader {
    /// The name of the format on the command line and in import records, such as "cro".
    static var format: String { get }

    /// Reads a file to its end, passing items to the sink one by one, so that most formats need memory for one item at a time. An invalid item does
    /// not stop the reading (spec R68). Throws the error of reading the file, or the error with which the sink stops the import.
    func read(_ file: SourceFile, into sink: some DraftSink) throws
}
