/// What was wrong with one element of a list.
public struct CloudFault: Sendable, Hashable, Codable {
    /// Its place in the list as it was sent, from 0.
    public let position: Int
    /// For operators; never the data itself.
    public let reason: String

    public init(position: Int, reason: String) {
        self.position = position
        self.reason = reason
    }
}

/// A page of a list: what could be read, what could not, and where the list goes on.
public struct CloudPage<Item: Sendable>: Sendable {
    /// In the order sent.
    public var items: [Item]
    public var faults: [CloudFault]
    /// `nil` on the last page. A short page says nothing: more may follow (soundcloud/api#59).
    public var next: CloudCursor?

    public init(items: [Item], faults: [CloudFault] = [], next: CloudCursor? = nil) {
        self.items = items
        self.faults = faults
        self.next = next
    }
}

/// Where a list goes on: the target of a `next_href` without its host. Cursors are followed and never built
/// (soundcloud/api#165, #315).
public struct CloudCursor: Sendable, Hashable, RawRepresentable {
    /// Path and query below the API's address; begins with "/".
    public let rawValue: String

    /// `nil` for what is no such target, or could leave the API's own paths.
    public init?(rawValue: String) {
        let path = rawValue.prefix { $0 != "?" }
        guard rawValue.utf8.count <= 4000, rawValue.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }),
            path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains("%"), !path.contains("#"),
            !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else { return nil }
        self.rawValue = rawValue
    }
}

/// A list as it is sent: `{collection, next_href}`, or in old answers the elements alone. One bad element is a fault and
/// no more.
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
            next = members.soft(.next)
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

    /// Which member was at fault, and how; what stood there is not repeated.
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
