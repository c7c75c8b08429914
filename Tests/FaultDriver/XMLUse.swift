import CFaultControl
import Glibc
import XML

/// Writes a document and reads it back, with attributes, references, CDATA, a namespace and long text. Each use has a
/// new thread, because libxml2 allocates the state of a thread at the first use.
struct XMLUse: LibraryUse {
    let allocation = FAULT_ALLOCATION_LIBXML2
    private let lengthy = String(repeating: "largo & <dolce> ", count: 400)

    func run() async throws -> UseOutcome {
        await withCheckedContinuation { continuation in
            let work = Unmanaged.passRetained(Work { continuation.resume(returning: writeAndRead()) })
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { work in
                    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                    return nil
                }, work.toOpaque())
            pthread_detach(thread)
        }
    }

    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private func writeAndRead() -> UseOutcome {
        do throws(XMLError) {
            let written = try write()
            let expected =
                "<?xml version=\"1.0\"?>\n<glossary><item name=\"a &amp; b\" kind=\"&quot;\">\(escaped)</item></glossary>\n"
            guard String(decoding: written, as: UTF8.self) == expected else {
                return .wrong("other bytes were written")
            }
            let item = try XMLReader().root(of: written).child(named: "item")
            guard item?.attributes == ["name": "a & b", "kind": "\""], item?.text == lengthy else {
                return .wrong("what was written is read otherwise")
            }
            let root = try XMLReader().root(
                of: Array("<r xmlns:x='urn:x'><x:a b='&lt;'/><![CDATA[<&]]>&#x41;<!-- c --><?p i?></r>".utf8))
            guard root.text == "<&A", root.children.map(\.name) == ["x:a"], root.children[0].attributes == ["b": "<"]
            else {
                return .wrong("read as \(root)")
            }
            return .right
        } catch {
            // In some places libxml2 reports a failed allocation as a malformed document.
            if case .malformed = error { return .refused }
            return error == .outOfMemory ? .refused : .wrong("\(error)")
        }
    }

    private var escaped: String {
        lengthy.reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
    }

    private func write() throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter()
        let lengthy = lengthy
        try writer.element("glossary") { writer throws(XMLError) in
            try writer.element("item", lengthy, attributes: [("name", "a & b"), ("kind", "\"")])
        }
        return try writer.finish()
    }
}
