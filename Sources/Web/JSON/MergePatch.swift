import HTTP

/// A JSON Merge Patch (RFC 7396): a member replaces the stored value, `null` removes it, and a missing member keeps it. Unknown members are refused,
/// because a misspelt member would otherwise change nothing without an error.
public struct MergePatch: Sendable {
    private let members: [String: JSON]
    private let path: String
    private var readNames: Set<String> = []
    /// The faults found so far, each with a JSON pointer (RFC 6901).
    public private(set) var faults: [APIError.Fault] = []

    fileprivate init(_ json: JSON, path: String = "") throws(APIError) {
        guard case .object(let members) = json else { throw .invalid(path, "must be an object, found \(json.noun)") }
        self.members = members
        self.path = path
    }

    /// The change that a patch requests of one member.
    public enum Change<Value> {
        /// The member is missing.
        case keep
        /// The member is `null`.
        case remove
        case set(Value)
    }

    /// Returns the change of a member. A value that cannot be decoded as `type` adds faults and counts as `keep`.
    public mutating func change<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Change<Value> {
        readNames.insert(name)
        guard let json = members[name] else { return .keep }
        if json == .null { return .remove }
        do {
            let unknown = UnknownMembers(readOnly: [])
            let value: Value = try JSONTreeDecoder(json: json, codingPath: [], unknown: unknown).value(as: type)
            guard unknown.faults.isEmpty else { throw APIError.invalid(unknown.faults) }
            return .set(value)
        } catch let error as APIError {
            let reasons = error.faults.map { APIError.Fault(field: pointer(name) + $0.field, reason: $0.reason) }
            faults +=
                reasons.isEmpty
                ? [.init(field: pointer(name), reason: JSONContent.unknownRule)] : reasons
        } catch {
            faults.append(.init(field: pointer(name), reason: JSONContent.unknownRule))
        }
        return .keep
    }

    /// Adds a fault for a member, so that `finish()` throws.
    ///
    /// - Parameters:
    ///   - reason: the rest of a sentence that begins with the name of the member.
    ///   - suggestion: the recommended correction; `nil` if the reason states it.
    public mutating func refuse(_ name: String, _ reason: String, suggestion: String? = nil) {
        faults.append(.init(field: pointer(name), reason: reason, suggestion: suggestion))
    }

    /// Returns whether the patch has the member, even as `null`. The member does not count as read.
    public func has(_ name: String) -> Bool { members[name] != nil }

    /// Applies the change of a member to a required value; `null` is a fault.
    public mutating func apply<Value: Decodable>(_ name: String, to value: inout Value) {
        switch change(name, as: Value.self) {
        case .keep: break
        case .remove: faults.append(.init(field: pointer(name), reason: "must not be null"))
        case .set(let new): value = new
        }
    }

    /// Applies the change of a member to an optional value; `null` sets the value to `nil`.
    public mutating func apply<Value: Decodable>(_ name: String, to value: inout Value?) {
        switch change(name, as: Value.self) {
        case .keep: break
        case .remove: value = nil
        case .set(let new): value = new
        }
    }

    /// Reads a nested object as a separate patch. Does nothing if the member is missing; a value that is not an object is a fault.
    public mutating func within(_ name: String, _ body: (inout MergePatch) -> Void) {
        readNames.insert(name)
        guard let json = members[name] else { return }
        guard var inner = try? MergePatch(json, path: pointer(name)) else {
            faults.append(.init(field: pointer(name), reason: "must be an object, found \(json.noun)"))
            return
        }
        body(&inner)
        faults += inner.remaining
    }

    /// Applies a nested object of texts. Each member sets the text with its name, and `null` removes the text.
    public mutating func applyTexts(_ name: String, to texts: inout [String: String]) {
        var changed = texts
        within(name) { patch in
            for key in patch.members.keys.sorted() {
                var text = changed[key]
                patch.apply(key, to: &text)
                changed[key] = text
            }
        }
        texts = changed
    }

    private var remaining: [APIError.Fault] {
        faults
            + members.keys.filter { !readNames.contains($0) }.sorted().map {
                APIError.Fault(field: pointer($0), reason: "is not a member that this operation accepts")
            }
    }

    /// Throws 422 with all faults, including one for each member that was not read. Call this method last.
    public func finish() throws(APIError) {
        guard remaining.isEmpty else { throw .invalid(remaining) }
    }

    private func pointer(_ name: String) -> String {
        "\(path)/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension Request {
    /// Returns the content as a merge patch, sent as `application/merge-patch+json` or as `application/json`.
    ///
    /// Throws 415 for another media type, charset or content encoding, 400 for content that is not JSON, and 422 for JSON that is not an object.
    public func mergePatch() throws(APIError) -> MergePatch {
        if mediaType?.essence == "application/json" {
            try require(mediaType: "application/json")
        } else {
            try require(
                mediaType: "application/merge-patch+json", rule: "application/merge-patch+json or application/json")
        }
        return try MergePatch(try JSONParser.parse(body))
    }
}
