/// A reader of one file format. It does not access the database.
public protocol StationReader {
    /// The name of the format on the command line and in import records, such as "cro".
    static var format: String { get }

    /// Reads a file to its end and passes items to the sink one by one. An invalid item does not stop the reading (spec R68). Throws `ImportRefusal`
    /// if the file exceeds a limit, the errors of reading the file, and the error with which the sink stops the import.
    func read(_ file: SourceFile, into sink: some DraftSink) throws
}
