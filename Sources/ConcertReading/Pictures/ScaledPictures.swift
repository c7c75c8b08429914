import ConcertNotes
import Logging
import Synchronization
import Tenancy
import Web

/// The smaller copies of pictures in memory, at most 64 MiB for all tenants. The editions of a tenant share the copy of each stored file and width.
final class ScaledPictures: Sendable {
    private struct Key: Hashable, Sendable {
        let tenant: TenantID
        let sha256: [UInt8]
        let width: Int
    }

    private let media: MediaStore
    private let scaler: (any PictureScaler)?
    private let copies = Mutex(BoundedCache<Key, [UInt8]>(limit: 64 << 20))
    private let logger: Logger

    init(media: MediaStore, scaler: (any PictureScaler)?, logger: Logger) {
        self.media = media
        self.scaler = scaler
        self.logger = logger
    }

    /// Returns the copy of a file with this width in pixels, or the file itself if it has no copy of this width, or if the copy cannot be made or is
    /// not smaller. Throws `APIError` 503 if the file was deleted after the edition was built, or if too many pictures are waiting.
    func content(of file: ReadFile, width: Int, in tenant: TenantID) async throws -> [UInt8] {
        let key = Key(tenant: tenant, sha256: file.file.sha256, width: width)
        if let copy = copies.withLock({ $0.value(for: key) }) { return copy }
        guard let original = try await media.content(sha256: file.file.sha256, in: tenant) else {
            throw APIError(
                .serviceUnavailable, code: .contentChanging, "the content is being changed: try again in a moment",
                retryAfter: 1)
        }
        guard let scaler, file.scaledWidths.contains(width) else { return original }
        let copy: [UInt8]
        do {
            copy = try await scaler.scaled(original, kind: file.file.kind, width: width, for: tenant)
        } catch let error as APIError {
            throw error
        } catch {
            logger.warning(
                "picture not scaled; phones get the whole one",
                metadata: ["picture": "\(file.file.name)", "width": "\(width)", "reason": "\(error)"])
            return original
        }
        guard copy.count < original.count, MediaKind(magicOf: copy) == file.file.kind else { return original }
        copies.withLock { $0.insert(copy, for: key, cost: copy.count + 256) }
        return copy
    }
}
