import Web

/// A message after a form below `/cms`, shown once on the page to which the form redirects.
enum ConcertNotice: String, FlashMessage, CaseIterable {
    case created, saved, deleted, published, unchanged, discarded, kept, restored
    case pieceAdded, pieceSaved, pieceRemoved
    case termAdded, termSaved, termDeleted, termsImported
    case pictureStored, picturesStored, pictureDeleted
    case assetsStored, assetDeleted

    private var text: HTML {
        switch self {
        case .created: "Concert created. Add the pieces of the programme."
        case .saved: "Details saved."
        case .deleted: "Concert deleted."
        case .published: "Published. Phones show the new content whenever they show this concert."
        case .unchanged: "The published revision already has this content, so no new revision was written."
        case .discarded: "Changes discarded. The draft is now the same as the published revision."
        case .kept: "Draft kept. Its content has not changed. If you publish it, it replaces the published revision."
        case .restored: "Revision restored as the draft. Publish the draft to show it to the audience."
        case .pieceAdded: "Piece added."
        case .pieceSaved: "Piece saved."
        case .pieceRemoved: "Piece removed."
        case .termAdded: "Term added."
        case .termSaved: "Term saved."
        case .termDeleted: "Term deleted."
        case .termsImported: "Terms imported."
        case .pictureStored: "Picture stored. Phones get the picture when a concert that shows it is published."
        case .picturesStored: "Pictures stored. Phones get the pictures when a concert that shows them is published."
        case .pictureDeleted: "Picture deleted."
        case .assetsStored: "App assets stored. Phones get the app assets when the concert is published."
        case .assetDeleted: "App asset removed."
        }
    }

    var html: HTML { HTML.successNotice(text) }
}
