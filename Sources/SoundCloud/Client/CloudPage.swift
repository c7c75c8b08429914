/// An element of a list that could not be read.
public struct CloudFault: Sendable, Hashable, Codable {
    /// The position of the element in the list as sent, from 0.
    public let position: Int
    /// The reason in words, without data of the element.
    public let reason: String

    public init(position: Int, reason: String) {
        self.position = position
        self.reason = reason
    }
}

/// One page of a list: the readable items, the faults and the cursor of the next page.
public struct CloudPage<Item: Sendable>: Sendable {
    /// The items, in the order in which SoundCloud sent them.
    public var items: [Item]
    public var faults: [CloudFault]
    /// The cursor of the next page; `nil` on the last page. A short page is not necessarily the last page (soundcloud/api#59).
    public var next: CloudCursor?

    public init(items: [Item], faults: [CloudFault] = [], next: CloudCursor? = nil) {
        self.items = items
        self.faults = faults
        self.next = next
    }
}

/// The start of the next page: the path and query of a `next_href`, taken from a response and never constructed (soundcloud/api#165, #315).
public struct CloudCursor: Sendable, Hashable, RawRepresentable {
    /// The path and query, beginning with "/", relative to the API's address.
    public let rawValue: String

    /// Creates a cursor. Returns `nil` if the text is malformed or could lead outside the API's paths.
    public init?(rawValue: String) {
        let path = rawValue.prefix { $0 != "?" }
        guard rawValue.utf8.count <= 4000, rawValue.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }),
            path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains("%"), !path.contains("#"),
            !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else { return nil }
        self.rawValue = rawValue
    }
}

/// A list as SoundCloud sends it: `{collection, next_href}` or, in old responses, an array. A malformed element is recorded as a fault.
struct CloudList<Item: Decodable & Sendable>: Decodable, Sendable {
    var items: [Item] = []
    var faults: [CloudFault] = []
    var next: String?

    private enum Key: String, CodingKey {
        case collection
        case next = "next_href"
    }

    init(from decoder: any Decoder) throws {
        let elements: [Attempt<Item>]
        if let members = try? decoder.container(keyedBy: Key.self) {
            elements = try members.decode([Attempt<Item>].self, forKey: .collection)
            next = members.lenient(.next)
        } else {
            elements = try [Attempt<Item>](from: decoder)
        }
        items.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            switch element.result {
            case .success(let item): items.append(item)
            case .failure(let error): faults.append(CloudFault(position: position, reason: Self.words(error)))
            }
        }
    }

    /// Describes the invalid member and its fault, without the member's value.
    private static func words(_ error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map(\.stringValue).filter { Int($0) == nil }
            return path.isEmpty ? "the element" : path.joined(separator: ".")
        }
        return switch error as? DecodingError {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .valueNotFound(_, let context): "\(path(context)) is null"
        case .typeMismatch(_, let context): "\(path(context)) has the wrong type"
        case .dataCorrupted(let context): "\(path(context)) is not valid"
        default: "the element cannot be read"
        }
    }
}
