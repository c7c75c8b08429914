import CLibxml2

/// Reads an untrusted document into a tree (spec S2): UTF-8 only, and no DOCTYPE, so no entities except the five predefined
/// ones. Never accesses the network or other files. Size, depth and counts are limited.
///
/// Within the limits, parsing takes time linear in the input. Parse large documents off event loops and the cooperative pool
/// (spec S1.20).
public struct XMLReader: Sendable {
    /// The limits for accepted documents.
    public struct Limits: Sendable, Hashable {
        /// Bytes of the document.
        public var bytes = 8 << 20
        /// The most elements nested in each other, at most 255, which is libxml2's own limit.
        public var depth = 64
        /// The most attributes and namespace declarations of one tag. Counted before libxml2 reads the text, since its check
        /// for duplicates is quadratic and precedes any callback.
        public var attributes = 256
        /// Elements of the document.
        public var elements = 200_000
        /// Bytes of one tag, including its name, attributes and white space.
        public var tag = 1 << 20
        /// The most namespace declarations in scope. libxml2 searches them one by one for each prefix, so a tag costs up to
        /// `attributes` times this number.
        public var namespaces = 64
        /// Bytes of text directly in one element, or of one CDATA section.
        public var text = 8 << 20
        /// Bytes of one comment or processing instruction.
        public var comment = 1 << 20
        /// Estimated bytes of memory for elements that have been read and not yet passed to `receive`.
        public var memory = Int.max

        public init() {}

        /// The value of a limit.
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

    /// The root element of `document`.
    public func root(of document: [UInt8]) throws(XMLError) -> XMLElement {
        try root(of: document, by: XMLTreeBuilder(limits: limits))
    }

    /// The root element of `document` without the elements with one of `names`: each of these is passed to `receive` when it
    /// ends, in document order, and then released, so that a document of any length needs memory for only one. A nested one is
    /// passed as part of the outer one; the root is never passed.
    ///
    /// An error of `receive` ends the reading and is rethrown. Elements may have been passed before an `XMLError`.
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

    /// Reads a document from pieces returned by `pull`, so that memory holds only one piece and the data libxml2 looks at.
    /// `nil` ends the document; errors of `pull` are rethrown. Elements may have been passed to `receive` before any error.
    ///
    /// - Parameters:
    ///   - prefixes: the prefix to use for each namespace, keyed by the namespace's name in lower case. Element names have this
    ///     prefix, whatever prefix the document declares.
    ///   - checkpoint: called frequently on the calling thread, with the current line; throws to end the reading.
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
        // Never use NOENT, DTDLOAD, DTDATTR, XINCLUDE or HUGE. The encoding is already checked, so a declared one is ignored.
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        return try builder.build(context)
    }
}
