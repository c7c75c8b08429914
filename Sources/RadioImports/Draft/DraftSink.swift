/// The receiver of a reader's items and findings.
public protocol DraftSink: AnyObject {
    /// Receives an item. Throws an error, which ends the reading, if the import has stopped.
    func item(_ item: DraftItem, at position: FilePosition) throws
    /// Reports an item or value that cannot be imported. The message names the error and the allowed values.
    func fault(_ message: String, at position: FilePosition)
    /// Reports an item or value that is imported differently from the file.
    func notice(_ message: String, at position: FilePosition)
    /// Reports a file that is not of the format. The import is refused if none of the source's files is of the format.
    /// The reader must not pass on items of the file.
    func wrongFile(_ message: String, at position: FilePosition)
}

extension DraftSink {
    public func wrongFile(_ message: String, at position: FilePosition) { fault(message, at: position) }
}
