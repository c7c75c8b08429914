import CLibxml2

/// A reader of an untrusted document into a tree (spec S1.20, S2).
///
/// The document must be UTF-8 without a DOCTYPE, so only the five predefined entities can occur. The reader never accesses the network or files.
/// Parsing within the limits is linear in the input; do not parse large documents on an event loop or in the cooperative pool.
public struct XMLReader: Sendable {
    /// The limits for accepted documents.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of the document, in bytes.
        public var bytes = 8 << 20
        /// The maximum depth of nested elements. A value above 257 has no effect with libxml2 2.9, which refuses deeper documents as `malformed`.
        public var depth = 64
        /// The maximum number of attributes and namespace declarations of one tag, checked before libxml2 does its quadratic check for duplicates.
        public var attributes = 256
        /// The maximum number of elements of the document, including those passed to `receive`.
        public var elements = 200_000
        /// The maximum length of one tag, in bytes.
        public var tag = 1 << 20
        /// The maximum number of namespace declarations in scope, which libxml2 searches one by one for each prefix.
        public var namespaces = 64
        /// The maximum length of the text directly in one element, or of a CDATA section, in bytes.
        public var text = 8 << 20
        /// The maximum length of a comment or processing instruction, in bytes.
        public var comment = 1 << 20
        /// The maximum estimated memory for elements not yet passed to `receive`, in bytes.
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

    public let limits: Limits

    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Reads `document` and returns its root element. Throws the `XMLError` for the rule that the document breaks or the limit that it exceeds, or
    /// `outOfMemory`. Blocks.
    public func root(of document: [UInt8]) throws(XMLError) -> XMLElement {
        try root(of: document, by: XMLTreeBuilder(limits: limits))
    }

    /// Reads `document` and returns its root element without the elements that have one of `names`. Each of these elements is passed to `receive` at
    /// its end tag, and then released. An element inside one of these elements is passed only as a part of it. The root is never passed.
    ///
    /// Throws an `XMLError`, or the error of `receive`, which ends the reading; elements may have been passed before. Blocks.
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

    /// Reads a document piece by piece and returns its root element, without the elements that are passed to `receive`. Throws an `XMLError`, or the
    /// error of a closure, which ends the reading; `receive` may have been called before. Blocks.
    ///
    /// - Parameters:
    ///   - pull: returns the next piece; `nil` at the end of the document.
    ///   - names: the names, after `prefixes` is applied, of the elements to pass to `receive` at their end tags instead of adding them to the tree.
    ///     The root is never passed.
    ///   - prefixes: the prefixes to use in element names instead of the declared ones. The keys are namespace names in lower case.
    ///   - opening: called with each element after its start tag, before its content is read, except for elements that are passed to `receive` and
    ///     the elements inside them.
    ///   - receive: receives each complete element with one of `names`. An element inside such an element is passed only as a part of it.
    ///   - checkpoint: called for each piece and after every 32 parser events, on the calling thread, with the approximate current line.
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
        // Never use NOENT, DTDLOAD, DTDATTR, XINCLUDE or HUGE. The encoding is checked already.
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        return try builder.build(context)
    }
}
