import CFaultControl
import Gzip

/// Compresses and inflates data.
struct GzipUse: LibraryUse {
    let allocation = FAULT_ALLOCATION_ZLIB
    private let text = Array(String(repeating: "Die Musik ist die Sprache der Leidenschaft. ", count: 500).utf8)

    func run() async throws -> UseOutcome {
        do throws(GzipError) {
            let packed = try Gzip.compress(text)
            return try Gzip.inflate(packed, limit: text.count) == text ? .right : .wrong("other bytes came back")
        } catch {
            return error == .outOfMemory ? .refused : .wrong("\(error)")
        }
    }
}
