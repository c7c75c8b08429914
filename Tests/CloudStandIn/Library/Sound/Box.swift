/// A box of an MP4 file that is being written (ISO/IEC 14496-12 §4.2).
final class Box {
    private(set) var bytes: [UInt8]

    init(_ name: String, _ body: (Box) -> Void) {
        bytes = [0, 0, 0, 0] + Array(name.utf8)
        body(self)
        for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: bytes.count >> (24 - place * 8)) }
    }

    /// Appends numbers of 32 bits.
    @discardableResult
    func numbers(_ values: Int...) -> Box {
        for value in values {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        return self
    }

    /// Appends text, such as a brand of four letters.
    @discardableResult
    func text(_ text: String) -> Box { raw(Array(text.utf8)) }

    @discardableResult
    func raw(_ more: [UInt8]) -> Box {
        bytes += more
        return self
    }

    /// Appends a box.
    func box(_ name: String, _ body: (Box) -> Void) { bytes += Box(name, body).bytes }
}
