import HTTP

/// A JSON Merge Patch (RFC 7396): members that are there replace what is there, `null` takes it away, and what is not
/// named stays. Members that nobody asked for are refused, since a misspelt one would change nothing in silence.
public struct MergePatch: Sendable {
    private let members: [String: JSON]
    private let path: String
    private var asked: Set<String> = []
    /// What was wrong so far, each at its member (RFC 6901).
    public private(set) var faults: [APIError.Fault] = []

    fileprivate init(_ json: JSON, path: String = "") throws(APIError) {
        guard case .object(let members) = json else { throw .invalid(path, "must be an object") }
        self.members = members
        self.path = path
    }

    /// What a patch says of one member.
    public enum Change<Value> {
        /// Nothing.
        case keep
        /// That it is to have no value.
        case remove
        case set(Value)
    }

    /// What it says of a member; what is of another type becomes a fault.
    public mutating func change<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Change<Value> {
        asked.insert(name)
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
                ? [.init(field: pointer(name), reason: "has a value that is not accepted")] : reasons
        } catch {
            faults.append(.init(field: pointer(name), reason: "has a value that is not accepted"))
        }
        return .keep
    }

    /// Adds what else is wrong with a member.
    public mutating func refuse(_ name: String, _ reason: String) {
        faults.append(.init(field: pointer(name), reason: reason))
    }

    /// Replaces a value that cannot be taken away.
    public mutating func apply<Value: Decodable>(_ name: String, to value: inout Value) {
        switch change(name, as: Value.self) {
        case .keep: break
        case .remove: faults.append(.init(field: pointer(name), reason: "must not be null"))
        case .set(let new): value = new
        }
    }

    /// Replaces a value, or takes it away.
    public mutating func apply<Value: Decodable>(_ name: String, to value: inout Value?) {
        switch change(name, as: Value.self) {
        case .keep: break
        case .remove: value = nil
        case .set(let new): value = new
        }
    }

    /// Hands the members of an object on as a patch of their own; `null` is refused.
    public mutating func within(_ name: String, _ body: (inout MergePatch) -> Void) {
        asked.insert(name)
        guard let json = members[name] else { return }
        guard var inner = try? MergePatch(json, path: pointer(name)) else {
            faults.append(.init(field: pointer(name), reason: "must be an object"))
            return
        }
        body(&inner)
        faults += inner.remaining
    }

    /// Applies a patch of an object whose members are all texts and whose names are free.
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

    /// Every fault, members that nobody asked for among them.
    private var remaining: [APIError.Fault] {
        faults
            + members.keys.filter { !asked.contains($0) }.sorted().map {
                APIError.Fault(field: pointer($0), reason: "is not a member that this operation accepts")
            }
    }

    /// Throws 422 with everything that was wrong. To be called once all members were asked for.
    public func finish() throws(APIError) {
        guard remaining.isEmpty else { throw .invalid(remaining) }
    }

    private func pointer(_ name: String) -> String {
        "\(path)/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension Request {
    /// The content as a merge patch, sent as `application/merge-patch+json` or as plain `application/json`.
    ///
    /// Throws 415 for another media type, 400 for what is not JSON, 422 for what is no object.
    public func mergePatch() throws(APIError) -> MergePatch {
        if mediaType?.essence == "application/json" {
            try require(mediaType: "application/json")
        } else {
            try require(mediaType: "application/merge-patch+json")
        }
        return try MergePatch(try JSONParser.parse(body))
    }
}
