import Web

/// A reader for JSON files. The bytes of the file are in memory, but of a streamed array only one parsed element at a time. O(n) in the number of
/// bytes.
struct JSONFile {
    private let meter: ImportMeter
    private var tokens: JSONTokenizer
    private var parts = 0

    /// Creates a reader of JSON text, with or without a byte order mark, to which the meter's limits apply.
    init(_ bytes: [UInt8], meter: ImportMeter = ImportMeter()) {
        self.meter = meter
        var limits = JSONTokenizer.Limits()
        limits.allowsByteOrderMark = true
        limits.depth = meter.limits.depth
        limits.number = meter.limits.text
        limits.string = meter.limits.text
        tokens = JSONTokenizer(bytes, limits: limits)
    }

    /// Returns the whole text as one value. Throws `JSONTokenizer.Fault`, `ImportRefusal` if a limit is exceeded, and the errors of the meter.
    mutating func document() throws -> JSONNode {
        try refusingLongStrings { file in
            let node = try file.value()
            _ = try file.tokens.next()
            return node
        }
    }

    /// Passes to `body` each element, with its index from 0, of the top-level array, or else of the array in the member `name` of the top-level
    /// object. Text after the top-level value is not checked.
    ///
    /// Returns whether the array exists. Throws the errors of `document()` and of `body`.
    mutating func elements(of name: String, _ body: (JSONNode, Int) throws -> Void) throws -> Bool {
        try refusingLongStrings { file in
            let first = try file.tokens.next()
            if first == .beginArray {
                try file.elements(body)
                return true
            }
            guard first == .beginObject else {
                throw file.tokens.fault("the top-level value must be an object or an array")
            }
            var isThere = false
            while case .name(let member)? = try file.tokens.next() {
                guard let token = try file.tokens.next() else { break }
                if member == name, token == .beginArray {
                    isThere = true
                    try file.elements(body)
                } else {
                    try file.skipValue(from: token)
                }
            }
            return isThere
        }
    }

    private mutating func elements(_ body: (JSONNode, Int) throws -> Void) throws {
        var position = 0
        while let token = try tokens.next(), token != .endArray {
            try body(try value(from: token), position)
            position += 1
        }
    }

    private mutating func value(from first: JSONTokenizer.Token? = nil) throws -> JSONNode {
        var memory = 0
        var parts = parts
        defer { self.parts = parts }
        return try JSONNode.read(&tokens, from: first, allowsEqualNames: true) { [meter] bytes, line in
            memory += bytes
            guard memory <= meter.limits.memory else {
                throw ImportRefusal(message: meter.limits.memorySentence, line: line)
            }
            parts += 1
            if parts % 128 == 0 { try meter.checkpoint(line: line) }
        }
    }

    private mutating func skipValue(from first: JSONTokenizer.Token) throws {
        var depth = 0
        var token: JSONTokenizer.Token? = first
        while let read = token {
            if read == .beginArray || read == .beginObject { depth += 1 }
            if read == .endArray || read == .endObject { depth -= 1 }
            if depth == 0 { return }
            parts += 1
            if parts % 128 == 0 { try meter.checkpoint(line: tokens.line) }
            token = try tokens.next()
        }
    }

    private mutating func refusingLongStrings<Value>(_ body: (inout JSONFile) throws -> Value) throws -> Value {
        do {
            return try body(&self)
        } catch let fault as JSONTokenizer.Fault where fault.isLongString {
            throw ImportRefusal(
                message: "a string must have at most \(ImportLimits.size(meter.limits.text)); shorten it",
                line: fault.line)
        }
    }
}
