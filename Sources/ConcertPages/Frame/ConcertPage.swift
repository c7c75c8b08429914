import Web

/// A page for editors below `/cms`.
public typealias ConcertPage = AreaPage<ConcertPart>

/// A part of the pages for editors below `/cms`.
public enum ConcertPart: AreaPart {
    case concerts
    case glossary
    case pictures
    case assets

    public static var area: String { "Concerts" }

    public var path: LocalPath {
        switch self {
        case .concerts: "/cms"
        case .glossary: "/cms/glossary"
        case .pictures: "/cms/pictures"
        case .assets: "/cms/assets"
        }
    }

    public var title: String {
        switch self {
        case .concerts: "Concerts"
        case .glossary: "Glossary"
        case .pictures: "Pictures"
        case .assets: "App assets"
        }
    }

    public var icon: Icon {
        switch self {
        case .concerts: .concert
        case .glossary: .list
        case .pictures: .album
        case .assets: .upload
        }
    }
}
