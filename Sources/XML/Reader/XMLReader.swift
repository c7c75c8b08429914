import CLibxml2

/// A reader of an untrusted document into a tree (spec S1.20, S2). The document must be UTF-8 and must not have a DOCTYPE, so no entities except the
/// five predefined ones can occur. The reader never accesses the network or other files. Size, depth and counts are limited.
///
/// Within the limits, parsing takes time linear in the input. Do not parse large documents on an event loop or in the cooperative pool.
public struct XMLReader: Sendable {
    /// The limits for accepted documents.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of bytes of the document.
        public var bytes = 8 << 20
        /// The maximum depth of nested elements. Set at most 255: libxml2 refuses deeper documents itself, and the error is then not `limit(.depth)`.
        public var depth = 64
        /// The maximum number of attributes and namespace declarations of one tag. The attributes are counted before libxml2 reads the text, because
        /// libxml2's check for duplicates is quadratic and precedes any callback.
        public var attributes = 256
        /// The maximum number of elements of the document.
        public var elements = 200_000
        /// The maximum number of bytes of one tag, including its name, attributes and white space.
        public var tag = 1 << 20
        /// The maximum number of namespace declarations in scope. libxml2 searches the declarations one by one for each
        /// prefix, so a tag takes up to `attributes` times this number of comparisons.
        public var namespaces = 64
        /// The maximum number of bytes of text directly in one element, or of one CDATA section.
        public var text = 8 << 20
        /// The maximum number of bytes of one comment or processing instruction.
        public var comment = 1 << 20
        /// The maximum memory for elements that have been read and not yet passed to `receive`, in estimated bytes.
        public var memory = Int.max

        public init() {}

        /// The value of a limit, in the unit of the property with the same name.
        public subscript(limit: XMLError.Limit) -> Int {
            switch limit {
            case .bytes: bytes
            case .depth: depth
            case .attributes: attributes
            case .elements: elements
            case .tag: tag
            case .namespaces: namespaces
            case .text: text
            case .comment: comment
            case .memory: memory
            }
        }
    }

    /// The limits of this reader.
    public let limits: Limits

    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Reads `document` and returns its root element. Throws the `XMLError` for a rule that the document breaks or a limit that it exceeds, or
    /// `outOfMemory`. Blocks.
    public func root(of document: [UInt8]) throws(XMLError) -> XMLElement {
        try root(of: document, by: XMLTreeBuilder(limits: limits))
    }

    /// Reads `document` and returns its root element without the elements with one of `names`. Each element with one of `names` is passed to
    /// `receive` when it ends, in document order, and then released, so that the tree needs memory for only one of these elements at a time. A nested
    /// element is passed as part of the outer element; the root is never passed.
    ///
    /// An error of `receive` ends the reading and is rethrown. Elements may have been passed to `receive` before an `XMLError`.
    @discardableResult
    public func root(
        of document: [UInt8], streaming names: Set<String>, to receive: (XMLElement) throws -> Void
    ) throws -> XMLElement {
        try withoutActuallyEscaping(receive) { receive in
            let builder = XMLTreeBuilder(limits: limits, streamed: names, receive: receive)
            do {
                let root = try root(of: document, by: builder)
                if let refusal = builder.refusal { throw refusal }
                return root
            } catch let error as XMLError {
                throw builder.refusal ?? error
            }
        }
    }

    /// Reads a document from pieces returned by `pull`, so that memory holds only the tree, one piece and the data that libxml2 has buffered. A `nil`
    /// piece ends the document. Throws `XMLError`, or the error of a closure. Elements may have been passed to `receive` before any error.
    ///
    /// - Parameters:
    ///   - names: the names of the elements that are passed to `receive` when they end, and released, instead of being added to the tree.
    ///   - prefixes: the prefix to use for each namespace, keyed by the namespace's name in lower case. Element names have this prefix, regardless of
    ///     the prefix that the document declares.
    ///   - opening: a closure that is called for each element outside the elements with one of `names`, when its start tag was read. The element has
    ///     its name, attributes and line. An error of the closure ends the reading.
    ///   - receive: a closure that is called for each element with one of `names`, in document order. An error of the closure ends the reading.
    ///   - checkpoint: a closure that is called on the calling thread, with the current line, for each piece that is not empty and after every 32
    ///     events of libxml2. An error of the closure ends the reading.
    @discardableResult
    public func root(
        pulling pull: () throws -> [UInt8]?, streaming names: Set<String> = [], prefixes: [String: String] = [:],
        opening: @escaping (XMLElement) throws -> Void = { _ in },
        to receive: (XMLElement) throws -> Void = { _ in },
        checkpoint: @escaping (_ line: Int) throws -> Void = { _ in }
    ) throws -> XMLElement {
        try withoutActuallyEscaping(pull) { pull in
            try withoutActuallyEscaping(receive) { receive in
                try Libxml2.start()
                let builder = XMLTreeBuilder(
                    limits: limits, streamed: names, prefixes: prefixes, checkpoint: checkpoint, opening: opening,
                    receive: receive)
                let pieces = XMLPieces(limits, checkpoint, pull)
                do {
                    Libxml2.forgetErrors()
                    let root = try read(pieces.parser(), by: builder)
                    if let refusal = builder.refusal { throw refusal }
                    if let failure = pieces.failure { throw failure }
                    return root
                } catch let error as XMLError {
                    throw builder.refusal ?? pieces.failure ?? error
                }
            }
        }
    }

    private func root(of document: [UInt8], by builder: XMLTreeBuilder) throws(XMLError) -> XMLElement {
        try Libxml2.start()
        guard document.count <= limits.bytes, document.count <= Int32.max else { throw .limit(.bytes, line: 1) }
        guard !document.isEmpty else { throw .malformed(.empty, line: 1, column: 1) }
        var preflight = XMLPreflight(limits)
        try preflight.check(document)
        try preflight.finish()

        Libxml2.forgetErrors()
        let context = document.withUnsafeBytes { bytes in
            // libxml2 copies the bytes.
            xmlCreateMemoryParserCtxt(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        return try read(context, by: builder)
    }

    private func read(_ context: xmlParserCtxtPtr?, by builder: XMLTreeBuilder) throws(XMLError) -> XMLElement {
        guard let context else { throw Libxml2.hasRunOutOfMemory ? .outOfMemory : .malformed(line: 1) }
        defer { xmlFreeParserCtxt(context) }
        // Never use NOENT, DTDLOAD, DTDATTR, XINCLUDE or HUGE. The encoding is already checked, so the declared encoding is ignored.
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        return try builder.build(context)
    }
}
