import ConcertEditing
import Web

/// The message that a page of a piece shows once after a form was submitted, with an Undo button if the form deleted something.
struct PieceFlash: Sendable {
    let message: PieceMessage
    /// The deletion that can be undone; `nil` if the form deleted nothing.
    let deletion: DraftImport.ID?

    /// Reads the message of a query; `nil` for a query without a message.
    init?(_ fields: FormFields) throws(APIError) {
        guard let message = try PieceMessage(fields) else { return nil }
        self.message = message
        deletion = try fields.optional("undo").flatMap { DraftImport.ID($0) }
    }

    /// Returns the part of a query with which a page shows the message, with an Undo button if `deletion` is set.
    static func query(_ message: PieceMessage, undo deletion: DraftImport.ID? = nil) -> String {
        "notice=\(message.rawValue)\(deletion.map { "&undo=\($0)" } ?? "")"
    }

    /// Returns the message as HTML, with an Undo button for a deletion.
    func html(_ pageContext: PiecePageContext) -> HTML {
        guard let deletion else { return message.html }
        var notice = Notice(.good, "<p>\(message.text)</p>")
        notice.action = pageContext.form(
            "/undo", attributes: " class=\"undo\"",
            """
            <input type="hidden" name="deletion" value="\(deletion.description)">\
            <button class="quiet">Undo<span class="hidden"> the deletion</span></button>
            """)
        return notice.html
    }
}
