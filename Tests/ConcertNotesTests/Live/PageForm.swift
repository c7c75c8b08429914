/// A form as a browser without scripts reads it; the parser supports only the HTML of our own pages.
struct PageForm {
    var id = ""
    var method = ""
    var action = ""
    /// The fields that the unchanged form sends, without the button.
    var fields: [String: String] = [:]
    var buttons: [(name: String, value: String)] = []

    static func all(in page: String) -> [PageForm] {
        page.split(separator: "<form ").dropFirst().map { part in
            let text = part.prefix(upTo: part.ranges(of: "</form>").first?.lowerBound ?? part.endIndex)
            var form = PageForm()
            let head = attributes(text.prefix { $0 != ">" })
            (form.id, form.method, form.action) = (head["id"] ?? "", head["method"] ?? "get", head["action"] ?? "")
            for tag in text.split(separator: "<") {
                let attributes = attributes(tag.prefix { $0 != ">" })
                let name = attributes["name"] ?? ""
                if tag.hasPrefix("input") {
                    let isChoice = ["radio", "checkbox"].contains(attributes["type"])
                    if !isChoice || attributes["checked"] != nil { form.fields[name] = attributes["value"] ?? "" }
                } else if tag.hasPrefix("textarea") {
                    form.fields[name] = unescaped(tag.drop { $0 != ">" }.dropFirst())
                } else if tag.hasPrefix("select") {
                    let options = text.ranges(of: tag).first.map { text[$0.upperBound...] } ?? ""
                    let list = options.split(separator: "<option ", omittingEmptySubsequences: false).dropFirst().map {
                        Self.attributes($0.prefix { $0 != ">" })
                    }
                    form.fields[name] = (list.first { $0["selected"] != nil } ?? list.first)?["value"] ?? ""
                } else if tag.hasPrefix("button") {
                    form.buttons.append((name: name, value: attributes["value"] ?? ""))
                }
            }
            return form
        }
    }

    private static func attributes(_ tag: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in tag.matches(of: /([a-z-]+)(?:="([^"]*)")?/) {
            attributes[String(match.1)] = match.2.map(unescaped) ?? ""
        }
        return attributes
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
