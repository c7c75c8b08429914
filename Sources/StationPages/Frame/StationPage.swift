import Web

/// A page for programmers below `/station`.
public typealias StationPage = AreaPage<StationPart>

/// A part of the pages for programmers below `/station`.
public enum StationPart: AreaPart {
    case channels
    case shows
    case lists
    case imports

    public static var area: String { "Station" }

    public var path: LocalPath {
        switch self {
        case .channels: "/station"
        case .shows: "/station/shows"
        case .lists: "/station/lists"
        case .imports: "/station/imports"
        }
    }

    public var title: String {
        switch self {
        case .channels: "Channels"
        case .shows: "Shows"
        case .lists: "Lists"
        case .imports: "Imports"
        }
    }

    public var icon: Icon {
        switch self {
        case .channels: .radio
        case .shows: .show
        case .lists: .list
        case .imports: .upload
        }
    }
}
