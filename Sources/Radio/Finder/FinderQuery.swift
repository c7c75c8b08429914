import Web

/// The kind of listening that shows must offer: on-demand episodes, upcoming airings, or either (spec R37).
public enum FinderFilter: String, Sendable, Hashable, CaseIterable {
    case onDemand = "on-demand"
    case future
    case all

    var countsOnDemand: Bool { self != .future }
    var countsFuture: Bool { self != .onDemand }
}

/// The group of shows to list (spec R36).
public enum FinderOrganiser: Sendable, Hashable {
    case all
    case featured
    case channel(Channel.ID)
    case category(Category.ID)
}

/// A query for a page of the Show Finder.
public struct FinderQuery: Sendable, Hashable {
    public var organiser: FinderOrganiser
    public var filter: FinderFilter
    public var offset: Int
    public var limit: Int

    /// The allowed page sizes, in shows.
    public static let limits = 1...200

    public init(organiser: FinderOrganiser = .all, filter: FinderFilter = .all, offset: Int = 0, limit: Int = 50) {
        self.organiser = organiser
        self.filter = filter
        self.offset = offset
        self.limit = limit
    }

    /// Creates a query from query parameters. Throws `APIError` 400 for a repeated parameter, 404 for a malformed ID, 422 for another invalid value.
    init(_ fields: FormFields) throws(APIError) {
        let (by, channel, category) = (
            try fields.optional("by"), try fields.optional("channel"), try fields.optional("category")
        )
        guard [by, channel, category].count(where: { $0 != nil }) <= 1 else {
            throw .invalid(
                by == nil ? "channel" : "by",
                "must be sent alone: send only one of \"by\", \"channel\" and \"category\"")
        }
        organiser =
            switch by {
            case nil, "all": .all
            case "featured": .featured
            case .some(let other):
                throw .invalid("by", "must be \"featured\" or \"all\", found \"\(other.prefix(100))\"")
            }
        if let channel {
            guard let id = Channel.ID(channel) else { throw .unknownChannel }
            organiser = .channel(id)
        }
        if let category {
            guard let id = Category.ID(category) else { throw .unknownCategory }
            organiser = .category(id)
        }
        filter = try fields.finderFilter()
        offset = try fields.optional("offset") == nil ? 0 : try fields.integer("offset", in: 0...1_000_000)
        limit = try fields.optional("limit") == nil ? 50 : try fields.integer("limit", in: Self.limits)
    }
}

extension FormFields {
    /// Returns the parameter `filter`, by default `all`. Throws `APIError` 400 for a repeated parameter, 422 for an unknown value.
    func finderFilter() throws(APIError) -> FinderFilter {
        guard let text = try optional("filter") else { return .all }
        guard let filter = FinderFilter(rawValue: text) else {
            throw .invalid(
                "filter", "must be \"on-demand\", \"future\" or \"all\", found \"\(text.prefix(100))\"")
        }
        return filter
    }
}

extension APIError {
    static let unknownCategory = APIError(
        .notFound, code: .noSuchCategory, "this category does not exist: check the ID")
}
