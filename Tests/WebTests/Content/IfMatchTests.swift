import HTTP
import Testing
import Web

@Suite struct IfMatchTests {
    @Test(arguments: [
        (nil, true), ("*", true), ("\"1-a\"", true), ("\"0\" ,\t\"1-a\"", true), ("", false), ("\"1-b\"", false),
        ("W/\"1-a\"", false), ("1-a", false),
    ])
    func aPresentIfMatchFieldRequiresTheCurrentStrongTagOrAnAsterisk(tags: String?, passes: Bool) {
        if passes {
            #expect(throws: Never.self) { try IfMatch(tags).check("\"1-a\"") }
        } else {
            #expect(throws: APIError.self) { try IfMatch(tags).check("\"1-a\"") }
        }
    }
}
