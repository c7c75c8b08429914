import Web

/// What a form shows: what is kept, or what was typed and what is wrong with it.
struct FormState: Sendable {
    /// The members of the content.
    var value: FormValue
    /// What was typed where it can be read as nothing, by place.
    var raw: [String: String] = [:]
    var faults: [APIError.Fault] = []
    /// Whether the reasons are sentences of their own, which no name of a field goes before.
    var saysSentences = false
    /// Why nothing was saved.
    var error: APIError?
    /// The entity tag of what the form acts on; none for a new one.
    var tag: String?
    /// What is looked for, by the name of the chooser.
    var search: (name: String, text: String)?
    /// What became of a press within the form.
    var note: HTML?

    init(_ value: FormValue, tag: String? = nil) {
        self.value = value
        self.tag = tag
    }

    /// What was typed.
    init(_ fields: FormFields, _ shape: [FormField], clock: StationClock) throws(APIError) {
        var reader = FormReader(fields, clock: clock)
        value = reader.members(shape)
        (raw, faults) = (reader.raw, reader.faults)
        tag = try fields.optional("tag")
        let pressed = try fields.optional("find")
        // Whoever leaves words in a search and saves wants them found first: the key Enter presses no other button.
        let name =
            pressed ?? FormField.choosers(shape).first { fields.values("find/\($0)").first?.trimmed.isEmpty == false }
        search = name.map { ($0, (fields.values("find/\($0)").first ?? "").trimmed) }
    }

    /// The content, held to the same draft as what a script sends.
    ///
    /// - Throws: 422 with all that is wrong.
    func content<Content: CatalogueContent>(as type: Content.Type) throws -> Content {
        do {
            let content = try JSONContent.read(value.bytes, as: Content.self)
            guard faults.isEmpty else { throw APIError.invalid(faults) }
            return content
        } catch let error as APIError where !error.faults.isEmpty && !faults.isEmpty {
            let known = Set(faults.map(\.field))
            throw APIError.invalid(faults + error.faults.filter { !known.contains($0.field) })
        }
    }

    /// The same form with what is wrong.
    ///
    /// - Parameter places: the fields that conflicts are about, by their codes.
    func refused(_ error: APIError, places: [String: String]) -> FormState {
        var state = self
        state.error = error
        state.faults = error.faults
        state.saysSentences = false
        if let place = places[error.code], state.faults.isEmpty {
            state.faults = [.init(field: "/" + place, reason: error.detail)]
            state.saysSentences = true
        }
        return state
    }

    /// What is wrong at a place, and with all of it at places within.
    func faults(at place: String, within: Bool = false) -> [APIError.Fault] {
        faults.filter { fault in
            let field = fault.field.drop { $0 == "/" }
            return field == place || (within && field.hasPrefix(place + "/"))
        }
    }
}

extension FormField {
    /// The names of what is chosen by a search.
    static func choosers(_ shape: [FormField]) -> [String] {
        shape.compactMap { field in
            switch field {
            case .ids(let name): name
            case .rows("credits", _, _): "credits"
            default: nil
            }
        }
    }
}
