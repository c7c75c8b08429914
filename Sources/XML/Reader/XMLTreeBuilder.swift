import CLibxml2

/// Builds the tree from libxml2's SAX2 events, and stops the parser at the first thing that is refused.
///
/// An element called one of `handed` goes to `receive` when it ends, in place of its place in the tree.
///
/// Confined to the one call of `build`.
final class XMLTreeBuilder {
    private let limits: XMLReader.Limits
    private let handed: Set<String>
    /// Prefixes by the names of their namespaces in lower case.
    private let prefixes: [String: String]
    /// The prefix of each namespace that was met, `nil` for one that has none of `prefixes`. libxml2 keeps one copy of a name,
    /// so its address stands for it, and a long name is looked at once.
    private var prefixOfNamespace: [UnsafePointer<xmlChar>: String?] = [:]
    private let checkpoint: (_ line: Int) throws -> Void
    private let receive: (XMLElement) throws -> Void
    /// How many elements are open around the one that will be handed on, once its start was met.
    private var handedDepth: Int?
    /// The error that `receive` or `checkpoint` threw.
    private(set) var refusal: (any Error)?
    private var context: xmlParserCtxtPtr?
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var elements = 0
    private var events = 0
    /// An estimate of the bytes that the elements take which are in the tree, and of those before the one to be handed on.
    private var memory = 0
    private var memoryBeforeHanded = 0
    private var failure: XMLError?

    /// The bytes of an element or attribute besides its characters, for values, dictionary and array storage.
    private static let elementCost = 192
    private static let attributeCost = 96
    /// The number of events between two checkpoints.
    private static let stride = 32

    init(
        limits: XMLReader.Limits, handed: Set<String> = [], prefixes: [String: String] = [:],
        checkpoint: @escaping (_ line: Int) throws -> Void = { _ in },
        receive: @escaping (XMLElement) throws -> Void = { _ in }
    ) {
        self.limits = limits
        self.handed = handed
        self.prefixes = prefixes
        self.checkpoint = checkpoint
        self.receive = receive
    }

    /// Parses what `context` was made for.
    func build(_ context: xmlParserCtxtPtr) throws(XMLError) -> XMLElement {
        self.context = context
        context.pointee.sax.pointee = saxHandler()
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        let result = withExtendedLifetime(self) { xmlParseDocument(context) }
        self.context = nil
        // Whatever else went wrong then, went wrong because of it.
        if Libxml2.hasRunOutOfMemory { throw .outOfMemory }
        if let failure { throw failure }
        guard result == 0, let root else { throw .malformed(.empty, line: 1) }
        return root
    }

    /// Every event passes here, so that a reading can be ended at any place.
    private func visit() {
        events += 1
        guard events % Self.stride == 0, failure == nil, refusal == nil else { return }
        do {
            try checkpoint(line)
        } catch {
            refusal = error
            xmlStopParser(context)
        }
    }

    /// What an element is called: with the prefix that `prefixes` has for its namespace, else as written.
    fileprivate func name(
        _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, in namespace: UnsafePointer<xmlChar>?
    ) -> String {
        guard !prefixes.isEmpty, let namespace, let local else { return qualified(local, prefix) }
        let known: String?
        if let met = prefixOfNamespace[namespace] {
            known = met
        } else {
            known = prefixes[String(cString: namespace).lowercased()]
            prefixOfNamespace[namespace] = .some(known)
        }
        return known.map { "\($0):\(String(cString: local))" } ?? qualified(local, prefix)
    }

    private func take(_ bytes: Int) {
        memory += bytes
        if memory > limits.memory { stop(.limit(.memory, line: line)) }
    }

    fileprivate func startElement(_ name: String, attributes: [(String, String)]) {
        visit()
        elements += 1
        guard elements <= limits.elements else { return stop(.limit(.elements, line: line)) }
        guard open.count < limits.depth else { return stop(.limit(.depth, line: line)) }
        if handedDepth == nil, !open.isEmpty, handed.contains(name) {
            handedDepth = open.count
            memoryBeforeHanded = memory
        }
        take(
            attributes.reduce(Self.elementCost + name.utf8.count) { sum, attribute in
                sum + Self.attributeCost + attribute.0.utf8.count + attribute.1.utf8.count
            })
        var element = XMLElement(name: name, line: line)
        for (name, value) in attributes { element.attributes[name] = value }
        open.append(element)
    }

    fileprivate func endElement() {
        visit()
        guard let element = open.popLast() else { return }
        if handedDepth == open.count {
            handedDepth = nil
            memory = memoryBeforeHanded
            return hand(element)
        }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    private func hand(_ element: XMLElement) {
        guard failure == nil, refusal == nil else { return }
        do {
            try receive(element)
        } catch {
            refusal = error
            xmlStopParser(context)
        }
    }

    fileprivate func characters(_ text: String) {
        visit()
        guard !open.isEmpty else { return }
        guard open[open.count - 1].text.utf8.count + text.utf8.count <= limits.text else {
            return stop(.limit(.text, line: line))
        }
        take(text.utf8.count)
        open[open.count - 1].text += text
    }

    /// Remembers the first failure and ends the parse: libxml2 goes on after many errors, and what it would
    /// then make of the rest is nothing that anyone checked.
    fileprivate func stop(_ error: XMLError) {
        if failure == nil { failure = error }
        xmlStopParser(context)
    }

    /// libxml2 found the document not well-formed.
    fileprivate func isMalformed(_ error: xmlError) {
        let code = xmlParserErrors(rawValue: UInt32(bitPattern: error.code))
        stop(
            .malformed(
                XMLError.Flaw(code, isAfterAmpersand: isAfterAmpersand), line: max(1, Int(error.line)),
                column: max(0, Int(error.int2))))
    }

    /// Whether what libxml2 looked at last is `&`: a missing name has the same number there as in a tag.
    private var isAfterAmpersand: Bool {
        guard let input = context?.pointee.input, let current = input.pointee.cur, let base = input.pointee.base,
            current > base
        else { return false }
        return current[-1] == UInt8(ascii: "&")
    }

    fileprivate var line: Int { Int(xmlSAX2GetLineNumber(context)) }
}

/// The C callbacks; each finds its builder in the user data. Free functions, as a C function captures nothing, not even
/// the type it stands in.
private func saxHandler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.internalSubset = { data, _, _, _ in
        guard let builder = builder(data) else { return }
        builder.stop(.doctype(line: builder.line))
    }
    handler.startElementNs = { data, local, prefix, namespace, _, _, count, _, attributes in
        guard let builder = builder(data) else { return }
        builder.startElement(
            builder.name(local, prefix, in: namespace), attributes: pairs(attributes, count: Int(count)))
    }
    handler.endElementNs = { data, _, _, _ in builder(data)?.endElement() }
    let characters: charactersSAXFunc = { data, bytes, count in
        builder(data)?.characters(string(bytes, count: Int(count)))
    }
    handler.characters = characters
    // The same function, so that libxml2 does not try to tell white space apart.
    handler.ignorableWhitespace = characters
    handler.cdataBlock = characters
    handler.serror = { data, error in
        guard let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
        builder(data)?.isMalformed(error.pointee)
    }
    return handler
}

private func builder(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    data.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private func qualified(_ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) -> String {
    guard let local else { return "" }
    let name = String(cString: local)
    return prefix.map { String(cString: $0) + ":" + name } ?? name
}

/// The attributes as libxml2 hands them over: name, prefix, namespace, and start and end of the value.
private func pairs(
    _ fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
) -> [(String, String)] {
    guard let fields else { return [] }
    return (0..<count).map { index in
        let field = fields + index * 5
        guard let start = field[3], let end = field[4] else { return (qualified(field[0], field[1]), "") }
        return (qualified(field[0], field[1]), attributeValue(string(start, count: end - start)))
    }
}

/// Without NOENT libxml2 hands over `&` in a value as `&#38;`, whether it was written so or as `&amp;`, for a later
/// pass that we do not have. No other reference can be left: undefined entities are errors.
private func attributeValue(_ value: String) -> String {
    value.utf8.contains(UInt8(ascii: "&")) ? value.replacing("&#38;", with: "&") : value
}

private func string(_ bytes: UnsafePointer<xmlChar>?, count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}
