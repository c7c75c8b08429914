/// The datagram with the position (spec N18), such as `Strauss, Don Juan: Don Juan; 35 : 568`. The name contains no `;` (spec D7).
struct MeasurePacket: Sendable, Hashable {
    /// The canonical name in getPieces, in the form `{Composer}, {Piece}: {Mvt}`.
    let name: String
    /// The number of the measure as heard, from 1.
    let measure: Int32
    /// A number that increases with every measure packet, so that phones can drop late and repeated packets (spec N19).
    let count: Int32

    var bytes: [UInt8] { Array("\(name); \(measure) : \(count)".utf8) }

    /// Returns the count at the end of a received datagram; `nil` if the datagram is not a measure packet.
    static func count(in datagram: [UInt8]) -> Int32? {
        guard let mark = datagram.lastIndex(of: UInt8(ascii: ":")), !datagram.starts(with: "PUSH|".utf8) else {
            return nil
        }
        let before = datagram[..<mark], after = datagram[(mark + 1)...]
        guard before.last == UInt8(ascii: " "), after.first == UInt8(ascii: " ") else { return nil }
        let digits = after.dropFirst()
        guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}
