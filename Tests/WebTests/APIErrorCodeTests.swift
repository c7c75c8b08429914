import Foundation
import Testing

@testable import Web

/// Tests that docs/errors.md lists the codes of `APIError.Code` with their meanings and statuses. `scripts/error-codes` writes this document.
struct APIErrorCodeTests {
    private struct Row {
        let code: String
        let statuses: [String]
        let meaning: String
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The rows of the document's tables.
    private static func documented() throws -> [Row] {
        try text(of: "docs/errors.md").split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(
                code: cells[0].trimmingCharacters(in: ["`"]), statuses: cells[1].components(separatedBy: ", "),
                meaning: cells[2])
        }
    }

    @Test func theErrorDocumentListsEveryErrorCodeWithItsMeaning() throws {
        let rows = try Self.documented()
        #expect(rows.map(\.code) == APIError.Code.allCases.map(\.rawValue), "run scripts/error-codes")
        #expect(rows.map(\.meaning) == APIError.Code.allCases.map(\.meaning), "run scripts/error-codes")
    }

    /// The test reads the initialisers of `APIError` that name both a status and a code. The script also finds computed codes.
    @Test func everyStatusUsedWithAnErrorCodeIsDocumented() throws {
        let rows = Dictionary(uniqueKeysWithValues: try Self.documented().map { ($0.code, $0) })
        let cases = Dictionary(uniqueKeysWithValues: APIError.Code.allCases.map { ("\($0)", $0.rawValue) })
        let numbers = try Self.text(of: "Sources/HTTP/Message/Status.swift")
            .matches(of: /static let (\w+) = Status\(([0-9]+)\)/).map { (String($0.1), String($0.2)) }
        let names = Dictionary(uniqueKeysWithValues: numbers)
        let sources = Self.root.appending(path: "Sources").path
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources) where path.hasSuffix(".swift") {
            for call in try Self.text(of: "Sources/\(path)").matches(of: /APIError\(\s*\.(\w+), code: \.(\w+),/) {
                let (status, code) = (names[String(call.1)] ?? "", cases[String(call.2)] ?? "")
                #expect(rows[code]?.statuses.contains(status) == true, "\(path): \(code) with \(call.1)")
                count += 1
            }
        }
        #expect(count > 150)
    }

    /// The format of the member `code` in `openapi.yaml`.
    @Test(arguments: APIError.Code.allCases)
    func anErrorCodeIsLowerCaseWordsJoinedByHyphens(code: APIError.Code) {
        #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(code.problemType == "urn:tutti:problem:\(code.rawValue)")
    }

    @Test(arguments: APIError.Code.allCases)
    func theMeaningOfAnErrorCodeIsOneSentence(code: APIError.Code) {
        #expect(code.meaning.wholeMatch(of: /[A-Z][^.|]+\./) != nil)
    }

    @Test func noTwoErrorCodesHaveTheSameMeaning() {
        #expect(Set(APIError.Code.allCases.map(\.meaning)).count == APIError.Code.allCases.count)
    }
}
