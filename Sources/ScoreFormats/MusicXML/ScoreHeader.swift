import XML

/// The titles, people and parts of a MusicXML document.
enum ScoreHeader {
    /// Reads the titles, people and parts from the children of the root element into `score`. Texts and lists are cut at the limits.
    static func read(_ root: XMLElement, limits: ScoreLimits, into score: inout Score) {
        func text(_ element: XMLElement?) -> String? {
            let text = element.map { ScoreNumber.text($0.text, limit: limits.characters) } ?? ""
            return text.isEmpty ? nil : text
        }
        let work = root.child(named: "work")
        score.work = text(work?.child(named: "work-title"))
        score.workNumber = text(work?.child(named: "work-number"))
        score.movement = text(root.child(named: "movement-title"))
        score.movementNumber = text(root.child(named: "movement-number"))
        let creators = root.child(named: "identification")?.children(named: "creator") ?? []
        score.creators = creators.prefix(100).compactMap { creator in
            text(creator).map {
                let role = ScoreNumber.text(creator.attributes["type"] ?? "", limit: 40)
                return Score.Creator(role: role.lowercased(), name: $0)
            }
        }
        score.parts =
            root.child(named: "part-list")?.children(named: "score-part").prefix(limits.parts).map { part in
                Score.Part(
                    id: ScoreNumber.text(part.attributes["id"] ?? "", limit: 40),
                    name: text(part.child(named: "part-name")) ?? "")
            } ?? []
        readCredits(root, text, into: &score)
    }

    /// Fills in a missing title or composer from the credits, the texts printed on the pages, because many programs write them only there.
    private static func readCredits(_ root: XMLElement, _ text: (XMLElement?) -> String?, into score: inout Score) {
        for credit in root.children(named: "credit") {
            guard let type = text(credit.child(named: "credit-type")),
                let words = text(credit.child(named: "credit-words"))
            else { continue }
            if type == "title", score.work == nil, score.movement == nil { score.work = words }
            if type == "composer", score.composer == nil {
                score.creators.append(Score.Creator(role: "composer", name: words))
            }
        }
    }
}
