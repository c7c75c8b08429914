import FoundationEssentials

/// The JSON value behind a form.
enum FormValue: Sendable, Hashable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([FormValue])
    case members([String: FormValue])

    static let empty = FormValue.members([:])

    init(_ content: some Encodable) throws {
        self = try JSONDecoder().decode(FormValue.self, from: JSONEncoder().encode(content))
    }

    /// The value at a path, such as "bearers/0/uri"; `nil` if the path does not exist.
    subscript(_ path: String) -> FormValue? {
        path.split(separator: "/").reduce(self as FormValue?) { value, step in
            switch value {
            case .members(let members): members[String(step)]
            case .list(let list): Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil }
            default: nil
            }
        }
    }

    /// Returns the object with one member replaced, or removed if `value` is `nil`. Returns any other value unchanged.
    func with(_ name: String, _ value: FormValue?) -> FormValue {
        guard case .members(var members) = self else { return self }
        members[name] = value
        return .members(members)
    }

    var list: [FormValue] {
        guard case .list(let list) = self else { return [] }
        return list
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The IDs in a text or a list of texts.
    var keys: [Int64] { (list.isEmpty ? [self] : list).compactMap { $0.text.flatMap { Int64($0) } } }

    var bytes: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) }
    }
}

extension FormValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([FormValue].self) {
            self = .list(list)
        } else {
            self = .members(try container.decode([String: FormValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .members(let members): try container.encode(members)
        }
    }
}
