import CLibxml2

/// Reads a document from a stranger into a tree (spec S2): UTF-8 only, no DOCTYPE, so no entities but the five
/// that XML itself defines; never touches the network or another file; size, depth and counts are capped.
///
/// Parsing costs time linear in the input within the limits; large documents are parsed off event loops and off
/// the cooperative pool.
/// Spec S1.20.
public struct XMLReader: Sendable {
    /// How much of what is accepted.
    public struct Limits: Sendable, Hashable {
        /// Bytes of the document.
        public var bytes = 8 << 20
        /// Elements inside each other, at most 255, which is libxml2's own bound.
        public var depth = 64
        /// Attributes and namespace declarations of one tag: libxml2's check for duplicates is quadratic and
        /// runs before any callback, so they are counted before it sees the text.
        public var attributes = 256
        /// Elements of the document.
        public var elements = 200_000
        /// Bytes of one tag: its name, attributes and white space.
        public var tag = 1 << 20
        /// Namespace declarations in scope: libxml2 looks each prefix up among all of them, one after the other, so a tag costs
        /// up to `attributes` times this.
        public var namespaces = 64
        /// Bytes of text directly in one element, and of one CDATA section.
        public var text = 8 << 20
        /// Bytes of one comment or processing instruction.
        public var comment = 1 << 20
        /// Bytes of memory, by estimate, for elements that have been read and not handed on.
        public var memory = Int.max

        public init() {}

        /// What is allowed.
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

    /// How much this reader reads.
    public let limits: Limits

    public init(limits: Limits = Limits()) { self.limits = limits }

    /// The root element of `document`.
    public func root(of document: [UInt8]) throws(XMLError) -> XMLElement {
        try root(of: document, by: XMLTreeBuilder(limits: limits))
    }

    /// The root element of `document` without the elements called one of `names`: each of those is handed to `receive` when
    /// it ends, in the order of the document, and forgotten, so that a document of any length needs memory for one of them.
    /// One inside another goes with that one; the root is never handed on.
    ///
    /// What `receive` throws ends the reading and is thrown on. Elements may have been handed on before an `XMLError`.
    @discardableResult
    public func root(
        of document: [UInt8], handingOn names: Set<String>, to receive: (XMLElement) throws -> Void
    ) throws -> XMLElement {
        try withoutActuallyEscaping(receive) { receive in
            let builder = XMLTreeBuilder(limits: limits, handed: names, receive: receive)
            do {
                let root = try root(of: document, by: builder)
                if let refusal = builder.refusal { throw refusal }
                return root
            } catch let error as XMLError {
                throw builder.refusal ?? error
            }
        }
    }

    /// The same of a document that is pulled piece by piece, so that no more of it is in memory than one, and what libxml2 looks
    /// at. What `pull` throws is thrown on; `nil` is the document's end. Elements may have been handed on before any error.
    ///
    /// - Parameters:
    ///   - prefixes: the reader's prefix for each namespace, by the namespace's name in lower case. Element names carry this
    ///     prefix, whatever prefix the document declares.
    ///   - checkpoint: called often, with the line that is being read, on the calling thread; throws to end the reading.
    @discardableResult
    public func root(
        pulling pull: () throws -> [UInt8]?, handingOn names: Set<String> = [], prefixes: [String: String] = [:],
        to receive: (XMLElement) throws -> Void = { _ in },
        checkpoint: @escaping (_ line: Int) throws -> Void = { _ in }
    ) throws -> XMLElement {
        try withoutActuallyEscaping(pull) { pull in
            try withoutActuallyEscaping(receive) { receive in
                try Libxml2.start()
                let builder = XMLTreeBuilder(
                    limits: limits, handed: names, prefixes: prefixes, checkpoint: checkpoint, receive: receive)
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
        // Never NOENT, DTDLOAD, DTDATTR, XINCLUDE or HUGE. The encoding was checked; what is declared is ignored.
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        return try builder.build(context)
    }
}
