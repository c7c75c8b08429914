/// A datagram as the app of 2013 reads it. The parser follows only the source document (spec N18, N21, N22) and shares
/// no code with the sender.
enum SourcePacket: Hashable {
    /// `{Composer}, {Piece}: {Mvt}; {MeasureNumber} : {sentPacketCount}`
    case measure(piece: String, number: Int, count: Int)
    /// `PUSH|{title}|{body}|{style}|{button text}|`
    case message(title: String, body: String, style: String, button: String)

    init?(_ text: String) {
        if text.hasPrefix("PUSH|") {
            let fields = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, fields[5].isEmpty else { return nil }
            guard fields[3] == "BUTTON" || fields[3] == "AUTO" && fields[4].isEmpty || fields[1] == "Link" else {
                return nil
            }
            self = .message(title: fields[1], body: fields[2], style: fields[3], button: fields[4])
        } else {
            let halves = text.components(between: "; ")
            guard halves.count == 2, halves[0].contains(", "), halves[0].contains(": ") else { return nil }
            let numbers = halves[1].components(between: " : ")
            guard numbers.count == 2, let number = Int(numbers[0]), let count = Int(numbers[1]) else { return nil }
            self = .measure(piece: halves[0], number: number, count: count)
        }
    }
}

extension String {
    fileprivate func components(between mark: String) -> [String] {
        split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    }
}
