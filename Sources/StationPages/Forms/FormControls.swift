import Web

/// The controls of a form, with labels, hints and errors. The name of a control is the path of its member in the content.
struct FormControls: Sendable {
    let state: FormState
    let clock: StationClock

    /// Returns a field for one line of text.
    func line(_ path: String, _ label: HTML, _ attributes: HTML = .empty, hint: HTML? = nil) -> HTML {
        control(path, label, hint) { about in
            "<input id=\"\(id(path))\" name=\"\(path)\" value=\"\(typed(path))\" \(attributes)\(about)>"
        }
    }

    /// Returns a field for several lines of text, which browsers limit to `limit` UTF-16 code units.
    func lines(_ path: String, _ label: HTML, rows: Int = 5, limit: Int, hint: HTML? = nil) -> HTML {
        control(path, label, hint) { about in
            """
            <textarea id="\(id(path))" name="\(path)" rows="\(rows)" maxlength="\(limit)"\(about)>
            \(typed(path))</textarea>
            """
        }
    }

    func number(_ path: String, _ label: HTML, hint: HTML? = nil) -> HTML {
        line(path, label, "inputmode=\"numeric\" maxlength=\"13\" class=\"short\"", hint: hint)
    }

    /// Returns a field for a duration that is typed in a unit of `unit` milliseconds.
    func length(_ path: String, _ label: HTML, unit: Int64, hint: HTML? = nil) -> HTML {
        control(path, label, hint) { about in
            let text = state.raw[path] ?? kept(path).map { FormReader.text($0, unit: unit) } ?? ""
            return """
                <input id="\(id(path))" name="\(path)" value="\(text)" inputmode="decimal" maxlength="12" class="short"\(about)>
                """
        }
    }

    /// Returns a field for a duration that is typed as "62:03".
    func duration(_ path: String, _ label: HTML, hint: HTML? = nil) -> HTML {
        control(path, label, hint) { about in
            let text = state.raw[path] ?? kept(path).map { FormReader.duration($0) } ?? ""
            return """
                <input id="\(id(path))" name="\(path)" value="\(text)" maxlength="14" class="short"\(about)>
                """
        }
    }

    private func kept(_ path: String) -> Int64? {
        guard case .number(let number) = state.value[path] else { return nil }
        return number
    }

    func flag(_ path: String, _ label: HTML, hint: HTML? = nil) -> HTML {
        let about = described(path, hint)
        return """
            <label class="choice"><input type="checkbox" name="\(path)" value="yes"\(isSet(path) ? " checked" : HTML.empty)\
            \(about)> \(label)</label>\(hint.map { self.hint(path, $0) })\(fault(path))
            """
    }

    func isSet(_ path: String) -> Bool { state.value[path] == .flag(true) }

    /// Returns a field for a local day and time in the station's time zone.
    func instant(_ path: String, _ label: HTML, hint: HTML? = nil) -> HTML {
        control(path, label, hint) { about in
            let kept = state.value[path]?.text.flatMap(Instant.init(rfc3339:))
            let was = kept.map { "<input type=\"hidden\" name=\"was/\(path)\" value=\"\($0.description)\">" as HTML }
            return """
                <input id="\(id(path))" name="\(path)" type="datetime-local" step="any" \
                value="\(state.raw[path] ?? kept.map(clock.text) ?? "")"\(about)>\(was)
                """
        }
    }

    /// Returns a field for selecting one of several options.
    func choice(_ path: String, _ label: HTML, _ options: [(value: String, label: String)]) -> HTML {
        control(path, label, nil) { about in
            let chosen = typed(path)
            return """
                <select id="\(id(path))" name="\(path)"\(about)>\(options.map { option -> HTML in
                    let mark: HTML = option.value == chosen ? " selected" : .empty
                    return "<option value=\"\(option.value)\"\(mark)>\(option.label)</option>"
                })</select>
                """
        }
    }

    /// Returns a text field for which the browser suggests `options`.
    func suggested(
        _ path: String, _ label: HTML, _ options: [Field.Option], _ attributes: HTML = .empty, hint: HTML? = nil
    ) -> HTML {
        var field = Field(label, path, typed(path), .suggestions(options))
        field.id = id(path)
        field.attributes = "\(attributes)\(described(path, hint))"
        return "\(field.html)\(hint.map { self.hint(path, $0) })\(fault(path))"
    }

    /// Returns a field for a colour with the browser's picker, and a checkbox for no colour.
    func colour(_ path: String, _ label: HTML, none: HTML) -> HTML {
        let text = typed(path)
        let shown = text.isEmpty ? "#808080" : text
        var field = Field(label, path, shown, .colour)
        field.id = id(path)
        field.attributes = described(path)
        var box = Field(none, "none/\(path)", "yes", .check)
        box.id = "none-\(id(path))"
        box.isChecked = text.isEmpty
        return """
            <div><input type="hidden" name="shown/\(path)" value="\(shown)">\(field.html)\(box.html)\(fault(path))</div>
            """
    }

    /// Returns the name of a field in the error summary, such as "Time zone" or "Bearers 2 address".
    func label(of path: String) -> String {
        if let label = Self.labels[path] { return label }
        var steps = path.split(separator: "/").map(String.init)
        if steps.count > 1, steps[0] == "art" { steps.removeFirst() }
        if let last = steps.last, last.hasSuffix("Ms") { steps[steps.count - 1] = String(last.dropLast(2)) }
        let words = steps.map { step -> String in
            if let row = Int(step) { return "\(row + 1)" }
            if let name = Self.names[step] { return name }
            return step.reduce(into: "") { text, letter in
                text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
            }
        }
        let text = words.joined(separator: " ")
        return text.isEmpty ? "This" : text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The names to show for members whose JSON names differ, by JSON name.
    private static let names = [
        "uri": "address", "url": "address", "tags": "topics", "alt": "description", "offset": "delay",
        "bitrate": "bit rate",
    ]

    /// The labels that cannot be derived from the path of the field, by path.
    private static let labels = [
        "number": "Default number", "skipPolicy/back": "Maximum skips back",
        "skipPolicy/forward": "Maximum skips forward", "skipPolicy/total": "Maximum skips in total",
        "skipPolicy/windowMs": "Period of these limits", "durationMs": "Length",
        "airingOffsetMs": "Start within the broadcast", "airing": "Broadcast", "publishedAt": "First published",
        "totalParts": "Total number of parts", "shortName": "Name on small displays", "slug": "Short name",
    ]

    /// Returns a hidden field with the current value, or nothing if the value is empty.
    func hidden(_ path: String) -> HTML {
        let text = typed(path)
        return text.isEmpty ? .empty : "<input type=\"hidden\" name=\"\(path)\" value=\"\(text)\">"
    }

    /// Returns the rows of a list with `spare` empty ones. `row` receives the path of a row and its number, from 1, and returns its controls.
    func rows(
        _ path: String, _ legend: HTML, hint: HTML? = nil, spare: Int = 2, _ row: (String, Int) -> HTML
    ) -> HTML {
        let kept = state.value[path]?.list.count ?? 0
        return """
            <fieldset\(described(path, hint))><legend>\(legend)</legend>\(hint.map { self.hint(path, $0) })\(fault(path))
            <input type="hidden" name="rows/\(path)" value="\(kept + spare)">
            \((0..<kept + spare).map { row("\(path)/\($0)", $0 + 1) })
            </fieldset>
            """
    }

    /// Returns the typed text of a field if it is invalid, otherwise the text of the value.
    func typed(_ path: String) -> String {
        if let raw = state.raw[path] { return raw }
        return switch state.value[path] {
        case .text(let text): text
        case .number(let number): String(number)
        default: ""
        }
    }

    // MARK: - Labels, hints and faults

    private func control(_ path: String, _ label: HTML, _ hint: HTML?, _ input: (HTML) -> HTML) -> HTML {
        """
        <div class="field"><label for="\(id(path))">\(label)</label>
        \(input(described(path, hint)))\(hint.map { self.hint(path, $0) })\(fault(path))</div>
        """
    }

    func id(_ path: String) -> String { path.replacing("/", with: "-") }

    private func hint(_ path: String, _ text: HTML) -> HTML {
        "<p class=\"hint\" id=\"\(id(path))-hint\">\(text)</p>"
    }

    /// Returns the attributes that associate a control with its hint, if any, and its error. With `within`, errors of members below the path count
    /// too.
    func described(_ path: String, _ hint: HTML? = nil, within: Bool = false) -> HTML {
        let isWrong = !state.faults(at: path, within: within).isEmpty
        let names = (hint == nil ? [] : ["\(id(path))-hint"]) + (isWrong ? ["\(id(path))-fault"] : [])
        guard !names.isEmpty else { return .empty }
        return """
            \(isWrong ? " aria-invalid=\"true\"" : HTML.empty) aria-describedby="\(names.joined(separator: " "))"
            """
    }

    func fault(_ path: String, within: Bool = false) -> HTML {
        let found = state.faults(at: path, within: within)
        guard !found.isEmpty else { return .empty }
        let reasons = Set(found.map(Self.reason)).sorted()
        let text =
            state.showsSentences
            ? reasons.map(\.asSentence).joined(separator: " ") : "This \(reasons.joined(separator: "; "))."
        return "<p class=\"fault\" id=\"\(id(path))-fault\">\(text)</p>"
    }

    /// Returns the reason of a fault with durations instead of milliseconds and with the words of the pages, which call the slug of a channel its
    /// short name.
    static func reason(_ fault: APIError.Fault) -> String {
        let end = fault.reason.firstRange(of: ", found ")?.lowerBound ?? fault.reason.endIndex
        let terms = fault.reason[..<end].replacing("availableFrom", with: "“Available from”")
            .replacing("slug", with: "short name")
        let reason = String(terms) + fault.reason[end...]
        let rule = "must be a whole number from "
        guard fault.field.hasSuffix("Ms"), reason.hasPrefix(rule) else { return reason }
        let parts = reason.dropFirst(rule.count).split(separator: ", found ")
        let ends = (parts.first ?? "").split(separator: " to ").compactMap { Int64($0) }
        let found = parts.dropFirst().first.flatMap { Int64($0) }.map { ", found \(length($0))" } ?? ""
        return ends.count == 2 ? "must be from \(length(ends[0])) to \(length(ends[1]))\(found)" : reason
    }

    private static func length(_ milliseconds: Int64) -> String {
        let size = Int64(clamping: milliseconds.magnitude)
        return size < 1000 ? "\(milliseconds / 1000) s" : (milliseconds < 0 ? "−" : "") + TimeTexts.length(size)
    }
}
