/// The receiver of a reader's items and findings.
public protocol DraftSink: AnyObject {
    /// Receives an item. If it throws an error, the reader must stop and rethrow the error.
    func item(_ item: DraftItem, at position: FilePosition) throws
    /// Reports an item or value that cannot be imported. The message states the error and the allowed values.
    func fault(_ message: String, at position: FilePosition)
    /// Reports an item or value that is imported differently from the file.
    func notice(_ message: String, at position: FilePosition)
    /// Reports a file of another format, whose items the reader must not pass on. The import is refused if all of its files are of another format.
    func wrongFile(_ message: String, at position: FilePosition)
}

extension DraftSink {
    public func wrongFile(_ message: String, at position: FilePosition) { fault(message, at: position) }
}
