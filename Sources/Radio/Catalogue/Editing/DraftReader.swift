import Web

/// A decoder for the JSON that programmers send. It collects invalid values as faults with JSON pointers.
///
/// Values of the wrong JSON type throw `DecodingError` immediately, as does a missing member that `name(_:limit:)` reads.
struct DraftReader<Key: CodingKey> {
    private let members: KeyedDecodingContainer<Key>
    private let path: String
    private var faults: [APIError.Fault] = []

    init(_ decoder: any Decoder, keyedBy type: Key.Type = Key.self) throws {
        members = try decoder.container(keyedBy: type)
        path = decoder.codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
    }

    /// Throws `APIError` 422 with all collected faults, if any.
    func finish() throws(APIError) {
        if !faults.isEmpty { throw .invalid(faults) }
    }

    /// Returns whether a member is present, even if it is `null`.
    func has(_ key: Key) -> Bool { members.contains(key) }

    /// Adds a fault for a member if `isRight` is `false`. `reason` states the rule, such as "must not be blank".
    mutating func check(_ isRight: Bool, _ key: Key, _ reason: String) {
        if !isRight { faults.append(.init(field: "\(path)/\(key.stringValue)", reason: reason)) }
    }

    /// Returns a required line of text. Blank text, control characters and more than `limit` Unicode scalars are faults.
    mutating func name(_ key: Key, limit: Int) throws -> String {
        let text = try members.decode(String.self, forKey: key)
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            check(false, key, "must not be blank")
        } else {
            checkPlain(text, key, limit, isOneLine: true)
        }
        return text
    }

    /// Returns a text; empty if missing. More than `limit` Unicode scalars are a fault, as are control characters. Tabs and line breaks are allowed
    /// unless `isOneLine`.
    mutating func text(_ key: Key, limit: Int, isOneLine: Bool = false) throws -> String {
        let text = try members.decodeIfPresent(String.self, forKey: key) ?? ""
        checkPlain(text, key, limit, isOneLine: isOneLine)
        return text
    }

    private mutating func checkPlain(_ text: String, _ key: Key, _ limit: Int, isOneLine: Bool) {
        let count = text.unicodeScalars.count
        check(count <= limit, key, "must have at most \(limit) characters, found \(count)")
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || (!isOneLine && ($0 == "\n" || $0 == "\t" || $0 == "\r"))
        }
        check(
            isPlain, key,
            isOneLine
                ? "must be one line without tabs or other control characters"
                : "must not contain control characters other than tabs and line breaks")
    }

    /// Returns a text, or `nil` if missing. A text that `isRight` rejects is a fault; its reason is `reason` and the text.
    mutating func text(_ key: Key, _ reason: String, where isRight: (String) -> Bool) throws -> String? {
        guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
        check(isRight(text), key, "\(reason), found \"\(text.prefix(100))\"")
        return text
    }

    mutating func number<Number: FixedWidthInteger & Decodable>(
        _ key: Key, in range: ClosedRange<Number>
    ) throws -> Number? {
        guard let number = try members.decodeIfPresent(Number.self, forKey: key) else { return nil }
        check(
            range.contains(number), key,
            "must be a whole number from \(range.lowerBound) to \(range.upperBound), found \(number)")
        return number
    }

    func flag(_ key: Key, otherwise: Bool = false) throws -> Bool {
        try members.decodeIfPresent(Bool.self, forKey: key) ?? otherwise
    }

    func instant(_ key: Key) throws -> Instant? { try members.decodeIfPresent(Instant.self, forKey: key) }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: Key, otherwise: Choice?
    ) throws -> Choice? where Choice.RawValue == String {
        let words = SentenceFormat.choice(Choice.allCases.map(\.rawValue))
        guard let text = try members.decodeIfPresent(String.self, forKey: key) else {
            check(otherwise != nil, key, "is missing: send \(words)")
            return otherwise
        }
        check(Choice(rawValue: text) != nil, key, "must be \(words), found \"\(text.prefix(100))\"")
        return Choice(rawValue: text) ?? otherwise
    }

    mutating func reference<ID: NumberedID>(_ key: Key, as type: ID.Type = ID.self) throws -> Reference<ID>? {
        guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
        check(
            ID(text) != nil, key, "must be an ID that consists of digits, such as \"42\", found \"\(text.prefix(100))\""
        )
        return ID(text).map(Reference.init)
    }

    /// Returns the well-formed IDs of a list; empty if missing. Malformed or repeated IDs and more than 1,000 IDs are faults.
    mutating func references<ID: NumberedID>(_ key: Key, as type: ID.Type = ID.self) throws -> [Reference<ID>] {
        let texts = try members.decodeIfPresent([String].self, forKey: key) ?? []
        let found = texts.compactMap(ID.init)
        let malformed = texts.first { ID($0) == nil } ?? ""
        check(
            found.count == texts.count, key,
            "must contain only IDs that consist of digits, such as \"42\", found \"\(malformed.prefix(100))\"")
        checkDistinct(texts, key, "an ID")
        check(texts.count <= 1000, key, "must have at most 1000 IDs, found \(texts.count)")
        return found.map(Reference.init)
    }

    /// Returns a list of objects; empty if missing or if an object is invalid. Adds the faults of the objects. More than `limit` objects are a fault.
    mutating func parts<Part: Decodable>(_ key: Key, limit: Int, as type: Part.Type = Part.self) throws -> [Part] {
        do {
            let parts = try members.decodeIfPresent([Part].self, forKey: key) ?? []
            check(parts.count <= limit, key, "must have at most \(limit) entries, found \(parts.count)")
            return parts
        } catch let error as APIError {
            faults += error.faults
            return []
        }
    }

    /// Returns an object, or `nil` if missing or invalid. Adds the faults of the object.
    mutating func part<Part: Decodable>(_ key: Key, as type: Part.Type = Part.self) throws -> Part? {
        do {
            return try members.decodeIfPresent(Part.self, forKey: key)
        } catch let error as APIError {
            faults += error.faults
            return nil
        }
    }

    /// Returns a web address, or `nil` if missing. An invalid address is a fault.
    mutating func address(_ key: Key) throws -> String? { try text(key, WebAddress.rule, where: WebAddress.isValid) }

    /// Returns an RFC 5646 language tag of at most 100 bytes; empty if missing. Another text is a fault.
    mutating func language(_ key: Key) throws -> String {
        try text(
            key, "must be a language tag of at most 100 characters, such as \"cs\" or \"en-GB\"", where: Self.isLanguage
        ) ?? ""
    }

    /// Adds a fault for the first repeated value, if any. `noun` names a value with its article, such as "a platform".
    mutating func checkDistinct(_ values: [String], _ key: Key, _ noun: String) {
        var seen: Set<String> = []
        if let repeated = values.first(where: { !seen.insert($0).inserted }) {
            check(false, key, "must not repeat \(noun): \(repeated) is listed twice")
        }
    }

    private static func isLanguage(_ text: String) -> Bool {
        text.wholeMatch(of: #/([A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)?/#) != nil && text.utf8.count <= 100
    }
}
