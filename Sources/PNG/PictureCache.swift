import Gzip
import Synchronization

/// A cache of drawings as PNG. A new picture replaces all others when the cache is full.
public final class PictureCache<Name: Hashable & Sendable>: Sendable {
    /// The widths from which ``side(for:)`` selects, in pixels.
    public static var sizes: [Int] { [64, 150, 300, 600] }

    private struct Key: Hashable {
        let name: Name
        let side: Int
    }

    private let pictures = Mutex<[Key: [UInt8]]>([:])
    private let limit: Int
    private let drawing: @Sendable (Name) -> Drawing

    /// Creates an empty cache of at most `limit` pictures.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of pictures; the same drawing in two sizes counts twice.
    ///   - drawing: returns the drawing of a name. Called for each picture that is not in the cache, on the caller's thread.
    public init(limit: Int = .max, drawing: @escaping @Sendable (Name) -> Drawing) {
        self.limit = limit
        self.drawing = drawing
    }

    /// Returns the smallest of `sizes` that has at least `wanted` pixels; the largest of `sizes` if there is none or `wanted` is `nil`.
    public static func side(for wanted: Int?) -> Int { sizes.first { $0 >= wanted ?? .max } ?? 600 }

    /// Returns a picture in the size that ``side(for:)`` selects for `wanted`. Throws if zlib has no memory. Drawing takes up to about 10 ms.
    public func picture(_ name: Name, wanted: Int?) throws(GzipError) -> [UInt8] {
        try picture(name, side: Self.side(for: wanted))
    }

    /// Returns a picture of `side` pixels, at least 1. Throws if zlib has no memory. Drawing takes about 10 ms for 600 pixels.
    public func picture(_ name: Name, side: Int) throws(GzipError) -> [UInt8] {
        let key = Key(name: name, side: side)
        if let kept = pictures.withLock({ $0[key] }) { return kept }
        let picture = try PNG.encode(drawing(name), side: key.side)
        pictures.withLock {
            if $0.count >= limit { $0.removeAll() }
            $0[key] = picture
        }
        return picture
    }
}
