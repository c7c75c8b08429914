import CLibxml2

/// A builder of the tree from libxml2's SAX2 events, confined to one call of `build`. The first error stops the parser. An element below the root
/// with one of the names `streamed` is passed to `receive` instead of being added to the tree.
final class XMLTreeBuilder {
    private let limits: XMLReader.Limits
    private let streamed: Set<String>
    /// The prefixes that the caller chose, by the name of the namespace in lower case.
    private let prefixes: [String: String]
    /// The prefix in `prefixes` for each namespace that has occurred; `nil` for none. The key is the address of the namespace's name, since libxml2
    /// keeps one copy of each name.
    private var prefixOfNamespace: [UnsafePointer<xmlChar>: String?] = [:]
    private let checkpoint: (_ line: Int) throws -> Void
    private let opening: (XMLElement) throws -> Void
    private let receive: (XMLElement) throws -> Void
    /// The number of open elements around the open element that will be passed to `receive`; `nil` if no open element will be passed.
    private var streamedDepth: Int?
    /// The error that a closure threw; `nil` if none has thrown.
    private(set) var refusal: (any Error)?
    private var context: xmlParserCtxtPtr?
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var elements = 0
    private var events = 0
    /// The estimated memory of the tree, in bytes; `memoryBeforeStreamed` is its value before the element to be passed.
    private var memory = 0
    private var memoryBeforeStreamed = 0
    private var failure: XMLError?

    /// The estimated memory of an element or attribute without its characters, in bytes.
    private static let elementCost = 192
    private static let attributeCost = 96
    private static let stride = 32

    init(
        limits: XMLReader.Limits, streamed: Set<String> = [], prefixes: [String: String] = [:],
        checkpoint: @escaping (_ line: Int) throws -> Void = { _ in },
        opening: @escaping (XMLElement) throws -> Void = { _ in },
        receive: @escaping (XMLElement) throws -> Void = { _ in }
    ) {
        self.limits = limits
        self.streamed = streamed
        self.prefixes = prefixes
        self.checkpoint = checkpoint
        self.opening = opening
        self.receive = receive
    }

    /// Parses the input of `context` and returns the root element. Throws `outOfMemory`, or the first failure of the parser. After a result and after
    /// an error, the caller must check `refusal`, which takes precedence.
    func build(_ context: xmlParserCtxtPtr) throws(XMLError) -> XMLElement {
        self.context = context
        context.pointee.sax.pointee = saxHandler()
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        let result = withExtendedLifetime(self) { xmlParseDocument(context) }
        self.context = nil
        // Errors after a failed allocation are its consequences.
        if Libxml2.hasRunOutOfMemory { throw .outOfMemory }
        if let failure { throw failure }
        guard result == 0, let root else { throw .malformed(.empty, line: 1) }
        return root
    }

    /// Counts an event, and calls `checkpoint` after every `stride` events. An error of `checkpoint` is stored in `refusal` and stops the parser.
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

    /// Returns the name with the prefix in `prefixes` for its namespace, otherwise as written.
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
        if streamedDepth == nil, !open.isEmpty, streamed.contains(name) {
            streamedDepth = open.count
            memoryBeforeStreamed = memory
        }
        take(
            attributes.reduce(Self.elementCost + name.utf8.count) { sum, attribute in
                sum + Self.attributeCost + attribute.0.utf8.count + attribute.1.utf8.count
            })
        var element = XMLElement(name: name, line: line)
        for (name, value) in attributes { element.attributes[name] = value }
        open.append(element)
        if streamedDepth == nil { call(opening, with: element) }
    }

    fileprivate func endElement() {
        visit()
        guard let element = open.popLast() else { return }
        if streamedDepth == open.count {
            streamedDepth = nil
            memory = memoryBeforeStreamed
            return call(receive, with: element)
        }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    /// Calls a closure of the reader's caller, unless an error has occurred. An error of the closure is stored in `refusal` and stops the parser.
    private func call(_ body: (XMLElement) throws -> Void, with element: XMLElement) {
        guard failure == nil, refusal == nil else { return }
        do {
            try body(element)
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

    /// Records the first failure and stops the parser, because libxml2 continues after many errors.
    fileprivate func stop(_ error: XMLError) {
        if failure == nil { failure = error }
        xmlStopParser(context)
    }

    fileprivate func isMalformed(_ error: xmlError) {
        let code = xmlParserErrors(rawValue: UInt32(bitPattern: error.code))
        stop(
            .malformed(
                XMLError.Flaw(code, isAfterAmpersand: isAfterAmpersand), line: max(1, Int(error.line)),
                column: max(0, Int(error.int2))))
    }

    /// Whether libxml2 last read `&`, which distinguishes a missing name in a reference from one in a tag.
    private var isAfterAmpersand: Bool {
        guard let input = context?.pointee.input, let current = input.pointee.cur, let base = input.pointee.base,
            current > base
        else { return false }
        return current[-1] == UInt8(ascii: "&")
    }

    fileprivate var line: Int { Int(xmlSAX2GetLineNumber(context)) }
}

/// Returns the callbacks for libxml2. They find the builder in the parser's user data, since a C function cannot capture values.
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
    // Otherwise libxml2 separates ignorable white space.
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

/// Converts libxml2's attributes to names and values. Each attribute has five pointers: local name, prefix, namespace, start and end of the value.
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

/// Replaces `&#38;` with `&`: without NOENT, libxml2 returns every `&` in a value in this form.
private func attributeValue(_ value: String) -> String {
    value.utf8.contains(UInt8(ascii: "&")) ? value.replacing("&#38;", with: "&") : value
}

private func string(_ bytes: UnsafePointer<xmlChar>?, count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}
