import Gzip
import Synchronization

/// Drawings as PNG in a few sizes, each drawn once and kept: as many as there are drawings times four.
public final class PictureCache<Name: Hashable & Sendable>: Sendable {
    /// Pixels a side.
    public static var sizes: [Int] { [64, 150, 300, 600] }

    private struct Key: Hashable {
        let name: Name
        let side: Int
    }

    private let pictures = Mutex<[Key: [UInt8]]>([:])
    private let drawing: @Sendable (Name) -> Drawing

    public init(drawing: @escaping @Sendable (Name) -> Drawing) { self.drawing = drawing }

    /// The next size that is not smaller than what is asked for, the largest without.
    public static func side(for wanted: Int?) -> Int { sizes.first { $0 >= wanted ?? .max } ?? 600 }

    /// The drawing of that name in the size for `wanted`: drawn the first time, which takes some milliseconds, then kept.
    public func picture(_ name: Name, wanted: Int?) throws(GzipError) -> [UInt8] {
        let key = Key(name: name, side: Self.side(for: wanted))
        if let kept = pictures.withLock({ $0[key] }) { return kept }
        let picture = try PNG.encode(drawing(name), side: key.side)
        pictures.withLock { $0[key] = picture }
        return picture
    }
}
