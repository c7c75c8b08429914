import Foundation
import Yams

/// The fields that pages and forms read, with accepted values, from `inputs.yaml`.
///
/// The paths and permissions are in the route table. The names of query parameters and fields are only in the code that reads them, so `inputs.yaml`
/// repeats them. `PageTests` compares the fields with the displayed forms.
struct PageInputs: @unchecked Sendable {
    // Safety: a tree of values that does not change after it is read.
    /// The inputs by operation.
    let all: [String: Input]

    struct Input {
        let query: [String]
        /// The fields of the form with their values. The value of an optional field is `nil`. The property is `nil` if there is no form.
        let fields: [String: Any?]?
        let mediaType: String

        init(_ entry: [String: Any]) {
            query = entry["query"] as? [String] ?? []
            let (form, parts) = (entry["form"] as? [String: Any], entry["parts"] as? [String: Any])
            fields = (form ?? parts)?.mapValues { value -> Any? in value is NSNull ? nil : value }
            mediaType = parts == nil ? "application/x-www-form-urlencoded" : "multipart/form-data"
        }

        /// Returns the form as a schema whose examples are the values.
        func body(needsProof: Bool) -> WallOperation.Body? {
            guard var fields else { return nil }
            if needsProof { fields["csrf"] = "words" }
            let properties = fields.mapValues { value -> [String: Any] in
                value as? [String: Any] ?? value.map { ["example": $0] } ?? [:]
            }
            let schema: [String: Any] = [
                "type": "object", "properties": properties,
                "required": fields.filter { $0.value != nil }.keys.sorted(),
            ]
            return WallOperation.Body(mediaType: mediaType, schema: schema, example: nil)
        }
    }

    static func ours() throws -> PageInputs { try read.get() }

    private static let read = Result { try document() }

    private static func document() throws -> PageInputs {
        let file = (0..<2).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appendingPathComponent("inputs.yaml")
        let entries = try Yams.load(yaml: String(contentsOf: file, encoding: .utf8)) as? [String: [String: Any]] ?? [:]
        return PageInputs(all: entries.mapValues(Input.init))
    }
}
