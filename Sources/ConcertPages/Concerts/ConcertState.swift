import ConcertEditing
import Web

/// The state of a concert in the list and at the top of its page.
enum ConcertState: String, CaseIterable, Sendable {
    case draft
    /// Published, with changes in the draft since the publication.
    case changed
    /// Published, without changes in the draft since the publication.
    case published
    case onAir = "on-air"

    /// Returns whether a concert is in this state. A concert on the air is in two states: `onAir` and one of the others.
    func includes(_ concert: EditedConcert) -> Bool {
        switch self {
        case .draft: concert.published == nil
        case .changed: concert.published != nil && concert.draft?.isChanged == true
        case .published: concert.published != nil && concert.draft?.isChanged != true
        case .onAir: concert.isOnAir
        }
    }

    var title: HTML {
        switch self {
        case .draft: "Drafts"
        case .changed: "Changed since publication"
        case .published: "Published"
        case .onAir: "On air"
        }
    }

    /// Returns the tags that show the state of a concert.
    static func tags(of concert: EditedConcert) -> HTML {
        let state: HTML =
            if draft.includes(concert) {
                "<b class=\"tag\">Draft</b>"
            } else if changed.includes(concert) {
                "<b class=\"tag soon\">Changed since publication</b>"
            } else {
                "<b class=\"tag good\">Published</b>"
            }
        return concert.isOnAir ? "<b class=\"tag on\">On air</b> \(state)" : state
    }
}
