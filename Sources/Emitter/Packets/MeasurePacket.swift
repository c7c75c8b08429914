/// The datagram that tells phones where the music is (spec N18): `Strauss, Don Juan: Don Juan; 35 : 568`.
///
/// The name is the canonical one that getPieces lists, so it holds no `;` (spec D7); nothing ends the packet.
struct MeasurePacket: Sendable, Hashable {
    /// `{Composer}, {Piece}: {Mvt}`.
    let name: String
    /// As heard, from 1.
    let measure: Int32
    /// Rises with every packet of this kind, so that a phone can drop late and repeated ones (spec N19).
    let count: Int32

    var bytes: [UInt8] { Array("\(name); \(measure) : \(count)".utf8) }

    /// The count of a datagram that somebody sent, or `nil` when it is no measure packet.
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
