import FoundationEssentials

/// The decoding of lists that SQL statements return as JSON.
enum StoredJSON {
    static func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Array(text.utf8).withUnsafeBytes { Data($0) })
    }
}
