import ConcertNotes
import XML

/// The document glossary.xml (spec N16), indented as in the description of the app. Clients trim the texts.
enum GlossaryDocument {
    static func bytes(of glossary: Glossary) throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter(indentation: 2)
        try writer.start("glossary")
        for item in glossary.items {
            try writer.element("item", attributes: [("name", item.name), ("category", item.category)]) {
                writer throws(XMLError) in
                try writer.element("description", onItsOwnLine(item.description))
                try writer.element("history", onItsOwnLine(item.history))
                try writer.element("image", item.image)
            }
        }
        try writer.end()
        return try writer.finish()
    }

    /// Returns a text on a line of its own; an empty text stays empty, so that the element is `<history/>`.
    private static func onItsOwnLine(_ text: String) -> String { text.isEmpty ? "" : "\n      \(text)\n    " }
}
