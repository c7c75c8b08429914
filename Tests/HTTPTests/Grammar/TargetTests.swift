import Testing

@testable import HTTP

struct TargetTests {
    @Test(arguments: [
        ("/", 1), ("/a/b", 4), ("/a?b?c", 2), ("/%41?%zz", 4), ("/a;b=c,d", 8), ("/[1]|^", 6), ("/?a=[x]{y}|`\\", 1),
    ])
    func thePathOfARequestTargetEndsAtTheFirstQuestionMark(_ text: String, _ end: Int) {
        #expect(withBytes(text) { Target.pathEnd(of: $0) } == end)
    }

    @Test(arguments: [
        "/%zz", "/a%", "/a%4", "/a%4?", "/%00", "/a%00.html", "/a#b", "/a\\b", "/a b", "/é", "/?a#b", "/\u{7F}",
    ])
    func aMalformedRequestTargetIsRefused(_ text: String) {
        #expect(withBytes(text) { Target.pathEnd(of: $0) } == nil)
    }
}
