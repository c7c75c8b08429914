import Glibc

/// Runs `body` with an empty folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/tutti-http-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
        throw TestClient.Failure(what: "mkdtemp: \(String(cString: strerror(errno)))")
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
        let result = try await body(folder)
        rmdir(folder)
        return result
    } catch {
        rmdir(folder)
        throw error
    }
}

/// Returns the names of the files in a folder.
func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

/// Bytes that do not repeat within a short distance.
func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
}
