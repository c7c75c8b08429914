import CLibxml2

/// A writer of an XML 1.0 document to memory, with libxml2's text writer.
///
/// The document starts with `<?xml version="1.0"?>` and a line feed, in UTF-8 without a byte-order mark (spec N6). Empty elements are written as
/// `<history/>` (spec N16). Every call throws `outOfMemory` if libxml2 has no memory.
///
/// ```swift
/// var writer = try XMLWriter(indentation: 2)
/// try writer.element("glossary") { writer throws(XMLError) in
///     try writer.element("item", attributes: [("name", "largo")]) { writer throws(XMLError) in
///         try writer.element("description", "Slow.")
///         try writer.element("history")
///     }
/// }
/// let bytes = try writer.finish()
/// ```
public struct XMLWriter: ~Copyable {
    private let buffer: xmlBufferPtr
    private let writer: xmlTextWriterPtr
    private var depth = 0
    private var hasRoot = false
    private var isInStartTag = false
    private let isPart: Bool

    /// Starts a document.
    ///
    /// - Parameter indentation: the number of spaces per level, with each element on its own line; `nil` for no bytes between elements. Elements with
    ///   text are never split.
    public init(indentation: Int? = nil) throws(XMLError) {
        (buffer, writer) = try Self.open(indentation: indentation)
        isPart = false
    }

    /// Starts a part of a long document: elements without a prologue, each on its own line.
    public init(part: Void) throws(XMLError) {
        (buffer, writer) = try Self.open(indentation: 0, hasPrologue: false)
        isPart = true
    }

    deinit {
        xmlFreeTextWriter(writer)
        xmlBufferFree(buffer)
    }

    /// Writes an element with the content that `body` writes. Throws `invalidName`, `forbiddenCharacter`, `misplaced` for a second root element, or
    /// the error of `body`.
    public mutating func element(
        _ name: String, attributes: [(name: String, value: String)] = [],
        _ body: (inout XMLWriter) throws(XMLError) -> Void
    ) throws(XMLError) {
        try start(name)
        for attribute in attributes { try self.attribute(attribute.name, attribute.value) }
        try body(&self)
        try end()
    }

    /// Writes an element that contains only text; empty text gives `<name/>`. Throws like `element(_:attributes:_:)`.
    public mutating func element(
        _ name: String, _ text: String = "", attributes: [(name: String, value: String)] = []
    ) throws(XMLError) {
        try element(name, attributes: attributes) { writer throws(XMLError) in try writer.text(text) }
    }

    /// Opens an element. Throws `misplaced` for a second root element, and `invalidName`.
    public mutating func start(_ name: String) throws(XMLError) {
        try XMLCharacters.checkName(name)
        guard depth > 0 || !hasRoot || isPart else { throw .misplaced }
        try Self.check(xmlTextWriterStartElement(writer, name))
        depth += 1
        hasRoot = true
        isInStartTag = true
    }

    /// Adds an attribute to the element just started, even a repeated one. Throws `misplaced` after content, `invalidName` or `forbiddenCharacter`.
    public mutating func attribute(_ name: String, _ value: String) throws(XMLError) {
        try XMLCharacters.checkName(name)
        try XMLCharacters.check(value)
        guard isInStartTag else { throw .misplaced }
        try Self.check(xmlTextWriterWriteAttribute(writer, name, value))
    }

    /// Adds text to the innermost open element. Throws `misplaced` if no element is open, and `forbiddenCharacter`.
    public mutating func text(_ text: String) throws(XMLError) {
        try XMLCharacters.check(text)
        guard depth > 0 else { throw .misplaced }
        // An empty string would close the start tag and turn <history/> into <history></history>.
        guard !text.isEmpty else { return }
        try Self.check(xmlTextWriterWriteString(writer, text))
        isInStartTag = false
    }

    /// Ends the innermost open element. Throws `misplaced` if no element is open.
    public mutating func end() throws(XMLError) {
        guard depth > 0 else { throw .misplaced }
        try Self.check(xmlTextWriterEndElement(writer))
        depth -= 1
        isInStartTag = false
    }

    /// Ends the document and returns its bytes. Throws `misplaced` if an element is open, or if a document has no root element.
    public consuming func finish() throws(XMLError) -> [UInt8] {
        guard depth == 0, hasRoot || isPart else { throw .misplaced }
        try Self.check(xmlTextWriterEndDocument(writer))
        try Self.check(xmlTextWriterFlush(writer))
        return Array(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer))))
    }

    private static func open(
        indentation: Int?, hasPrologue: Bool = true
    ) throws(XMLError) -> (xmlBufferPtr, xmlTextWriterPtr) {
        try Libxml2.start()
        Libxml2.forgetErrors()
        guard let buffer = xmlBufferCreate() else { throw .outOfMemory }
        guard let writer = xmlNewTextWriterMemory(buffer, 0) else {
            xmlBufferFree(buffer)
            throw .outOfMemory
        }
        if let indentation {
            xmlTextWriterSetIndent(writer, 1)
            xmlTextWriterSetIndentString(writer, String(repeating: " ", count: max(0, indentation)))
        }
        let isBegun = !hasPrologue || xmlTextWriterStartDocument(writer, "1.0", nil, nil) >= 0
        guard isBegun, !Libxml2.hasRunOutOfMemory else {
            xmlFreeTextWriter(writer)
            xmlBufferFree(buffer)
            throw .outOfMemory
        }
        return (buffer, writer)
    }

    /// Throws `outOfMemory` if a call has failed. Names and characters are checked before, so the only possible cause is a lack of memory, which
    /// libxml2 reports as -1 or by silently omitting text.
    private static func check(_ result: Int32) throws(XMLError) {
        if result < 0 || Libxml2.hasRunOutOfMemory { throw .outOfMemory }
    }
}
