/// Small MusicXML documents for tests.
enum Document {
    static func score(_ measures: String, header: String = "") -> String {
        score(parts: [("P1", measures)], header: header)
    }

    static func score(parts: [(id: String, measures: String)], header: String = "") -> String {
        let list = parts.map { "<score-part id=\"\($0.id)\"><part-name>Part \($0.id)</part-name></score-part>" }
            .joined()
        let content = parts.map { "\n<part id=\"\($0.id)\">\($0.measures)\n</part>" }.joined()
        return "<score-partwise version=\"4.0\">\(header)<part-list>\(list)</part-list>\(content)\n</score-partwise>"
    }

    static func measure(_ number: String, _ content: String = "", attributes: String = "") -> String {
        "\n<measure number=\"\(number)\"\(attributes)>\(content)</measure>"
    }

    static func note(_ duration: String = "4") -> String { "<note><rest/><duration>\(duration)</duration></note>" }

    static func attributes(divisions: String = "1", time: String = "4/4", more: String = "") -> String {
        let parts = time.split(separator: "/")
        return "<attributes><divisions>\(divisions)</divisions>\(more)<time><beats>\(parts[0])</beats>"
            + "<beat-type>\(parts[1])</beat-type></time></attributes>"
    }

    static func words(_ text: String, sound: String = "") -> String {
        "<direction><direction-type><words>\(text)</words></direction-type>\(sound)</direction>"
    }

    static func barline(_ location: String?, _ content: String) -> String {
        "<barline\(location.map { " location=\"\($0)\"" } ?? "")>\(content)</barline>"
    }
}
