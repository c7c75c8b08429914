import Gzip
import Synchronization

/// A cache of drawings as PNG in four sizes. The cache has no limit: each requested picture stays in memory as long as the cache exists.
public final class PictureCache<Name: Hashable & Sendable>: Sendable {
    /// The available widths, in pixels, in ascending order.
    public static var sizes: [Int] { [64, 150, 300, 600] }

    private struct Key: Hashable {
        let name: Name
        let side: Int
    }

    private let pictures = Mutex<[Key: [UInt8]]>([:])
    private let drawing: @Sendable (Name) -> Drawing

    public init(drawing: @escaping @Sendable (Name) -> Drawing) { self.drawing = drawing }

    /// Returns the smallest size of at least `wanted` pixels, or the largest size if `wanted` exceeds it or is `nil`.
    public static func side(for wanted: Int?) -> Int { sizes.first { $0 >= wanted ?? .max } ?? 600 }

    /// Returns a picture in the size that ``side(for:)`` selects for `wanted`, which is the largest size for `nil`. Throws if zlib has no memory. The
    /// first call draws the picture, which takes up to about 10 ms.
    public func picture(_ name: Name, wanted: Int?) throws(GzipError) -> [UInt8] {
        let key = Key(name: name, side: Self.side(for: wanted))
        if let kept = pictures.withLock({ $0[key] }) { return kept }
        let picture = try PNG.encode(drawing(name), side: key.side)
        pictures.withLock { $0[key] = picture }
        return picture
    }
}
