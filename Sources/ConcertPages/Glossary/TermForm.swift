import ConcertNotes
import HTTP
import Web

/// The fields of a term, as stored or as typed.
struct TermForm: Sendable {
    var item = GlossaryItem(name: "", category: "", description: "")

    init() {}

    init(_ item: GlossaryItem) { self.item = item }

    /// Reads the typed fields. The lines of the description and of the history are joined, because phones show these texts without line breaks
    /// (spec N16).
    init(_ fields: FormFields) throws(APIError) {
        func text(_ name: String) throws(APIError) -> String {
            try fields.line(name).split(whereSeparator: \.isNewline).map(\.trimmedSpaces).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        item = GlossaryItem(
            name: try fields.line("name"), category: try fields.line("category"), description: try text("description"),
            history: try text("history"), image: try fields.line("image"), source: try fields.line("source"))
    }

    static let labels = [
        "name": "The term", "category": "The category", "description": "The description", "history": "The history",
        "image": "The picture", "source": "The source",
    ]
    static let ids = [
        "name": "name", "category": "category", "description": "description", "history": "history", "image": "image",
        "source": "source",
    ]

    /// Returns the fields, with the categories of the glossary as suggestions and the faults of `error`. `error` is `nil` for a form that was not
    /// refused.
    func html(_ error: APIError?, categories: [String]) -> HTML {
        var name = Field("Term", "name", item.name)
        name.isRequired = true
        name.hint = "Phones link this word in the notes, in upper or lower case."
        var category = Field(
            "Category", "category", item.category, .suggestions(categories.map { Field.Option($0, $0) }))
        category.isRequired = true
        category.hint = "Phones group the terms by category."
        var description = Field("Description", "description", item.description, .lines(4))
        description.isRequired = true
        let history = Field("History", "history", item.history, .lines(3))
        let image = Field("Picture", "image", item.image)
        let source = Field("Source", "source", item.source)
        func described(_ field: Field, _ name: String, hint: HTML? = nil, _ attributes: HTML) -> HTML {
            var field = field
            field.fault = error?.fieldNote(name)
            field.attributes = attributes
            if let hint { field.hint = hint }
            return field.html
        }
        let prose: HTML = " maxlength=\"5000\" spellcheck=\"true\""
        let line: HTML = " maxlength=\"200\""
        return """
            <div class="pair">\(described(name, "name", line))\(described(category, "category", line))</div>
            \(described(description, "description", prose))
            \(described(history, "history", hint: "Optional.", prose))
            <div class="pair">\(described(image, "image", hint: "The name of a picture, such as violin.jpg. Optional.", line))\
            \(described(source, "source", hint: "The origin of the text. Optional; the iNotes app does not show the source.", line))</div>
            """
    }
}
