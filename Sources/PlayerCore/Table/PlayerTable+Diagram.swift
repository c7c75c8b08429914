extension PlayerTable {
    /// The state diagram as an SVG document, with arrows from the table.
    public static var svg: String {
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1300 700\" font-family=\"sans-serif\" font-size=\"12\">",
            "<rect width=\"1300\" height=\"700\" fill=\"#fff\"/>",
            "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                + "<path d=\"M0 0 L10 5 L0 10 z\" fill=\"#345\"/></marker></defs>",
        ]
        for from in PlayerState.allCases {
            for to in PlayerState.allCases where to != from {
                let events = arrow(from: from, to: to)
                if !events.isEmpty { lines += arrowLines(from, to, events) }
            }
        }
        for state in PlayerState.allCases {
            let (x, y) = center(state)
            lines.append(
                "<rect x=\"\(x - 75)\" y=\"\(y - 24)\" width=\"150\" height=\"48\" rx=\"10\" fill=\"\(state.isActive ? "#def" : "#eee")\" stroke=\"#345\"/>"
            )
            lines.append(
                "<text x=\"\(x)\" y=\"\(y + 5)\" text-anchor=\"middle\" font-size=\"16\">\(state.name)</text>")
        }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private static func center(_ state: PlayerState) -> (x: Int, y: Int) {
        switch state {
        case .silent: (280, 120)
        case .collapsedPlay: (280, 580)
        case .expanded: (730, 120)
        case .beginPlay: (1200, 350)
        case .expandedPlay: (730, 580)
        }
    }

    /// Returns the SVG lines of a curved arrow with the label at its middle. The curve keeps the arrows of both directions apart.
    private static func arrowLines(_ from: PlayerState, _ to: PlayerState, _ events: [String]) -> [String] {
        let (start, end) = (center(from), center(to))
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = max(1, Int(Double(dx * dx + dy * dy).squareRoot()))
        let (sideX, sideY) = (-dy * 46 / length, dx * 46 / length)
        // Moves both ends of the arrow from the centres to the borders of the boxes.
        let cut = abs(dx) * 24 > abs(dy) * 75 ? 75 * length / max(1, abs(dx)) : 24 * length / max(1, abs(dy))
        let (cutX, cutY) = (dx * cut / length, dy * cut / length)
        let (shiftX, shiftY) = (sideX / 4, sideY / 4)
        let middle = (x: (start.x + end.x) / 2 + sideX, y: (start.y + end.y) / 2 + sideY)
        var lines = [
            "<path d=\"M\(start.x + cutX + shiftX) \(start.y + cutY + shiftY) Q\(middle.x) \(middle.y) "
                + "\(end.x - cutX + shiftX) \(end.y - cutY + shiftY)\" fill=\"none\" stroke=\"#345\" marker-end=\"url(#arrow)\"/>"
        ]
        let rows = stride(from: 0, to: events.count, by: 3).map { first in
            events[first..<min(first + 3, events.count)].joined(separator: ", ")
        }
        // Beside a steep arrow, the label begins or ends at the arrow.
        let isSteep = abs(dy) > 2 * abs(dx)
        let anchor = !isSteep ? "middle" : sideX > 0 ? "start" : "end"
        let label = (x: (start.x + end.x) / 2 + sideX * 3 / 4, y: (start.y + end.y) / 2 + sideY * 3 / 4)
        for (number, row) in rows.enumerated() {
            let y = label.y + 14 * number - 7 * (rows.count - 1)
            lines.append(
                "<text x=\"\(label.x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\">\(row)</text>"
            )
        }
        return lines
    }
}
