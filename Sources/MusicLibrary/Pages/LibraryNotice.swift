import HTTP
import Web

/// What became of the last press on a page of the shelves. The redirect after a form carries it in its query, by name.
enum LibraryNotice: String, Sendable, Hashable {
    case corrected, settled, moved, removed, renamed, merged, split, made, deleted, taken, ordered
    case takenBack = "taken-back"
    case cameToLibrary = "came-to-library"

    var html: HTML {
        switch self {
        case .corrected: .goodNotice("Filed as you say. What that teaches of other tracks counts from now on.")
        case .takenBack: .goodNotice("What you said is taken back; the track is filed by what the library knows.")
        case .settled: .goodNotice("The filing stands as it is.")
        case .moved: .goodNotice("It stands among the podcasts now.")
        case .cameToLibrary: .goodNotice("It stands in the library now.")
        case .removed: .goodNotice("The track is taken out of your library. At SoundCloud nothing changes.")
        case .renamed: .goodNotice("The name is written so from now on.")
        case .merged: .goodNotice("Both names are one artist now, and stay so.")
        case .split: .goodNotice("The name is several artists now, and stays so.")
        case .made: .goodNotice("The station is made.")
        case .deleted: .goodNotice("The station is gone; what it held stays among the podcasts.")
        case .taken: .goodNotice("It is out of the station, and stays among the podcasts.")
        case .ordered: .goodNotice("The order is changed.")
        }
    }

    /// The notice that a page was asked to show, if it is one.
    init?(_ request: Request) throws(APIError) {
        guard let name = try request.queryFields().optional("notice"), let notice = Self(rawValue: name) else {
            return nil
        }
        self = notice
    }
}

extension Response {
    /// 303 to a page below `/library`, with what became of the press.
    static func seeOther(_ path: String, _ notice: LibraryNotice) -> Response {
        let sign = path.contains("?") ? "&" : "?"
        return .seeOther(LocalPath("\(path)\(sign)notice=\(notice.rawValue)") ?? "/library/songs")
    }
}

extension APIError {
    /// Whether a form can be mended by whoever typed it.
    var isTyped: Bool { status == .unprocessableContent || status == .conflict }
}
