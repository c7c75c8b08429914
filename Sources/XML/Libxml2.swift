import CLibxml2

/// The process-wide state of libxml2.
enum Libxml2 {
    private static let started: Void = {
        xmlInitParser()
        // Nothing outside a document is ever opened, whatever a document or an option may ask for (spec S2).
        xmlSetExternalEntityLoader { _, _, _ in nil }
    }()

    /// Prepares libxml2, once; further calls cost one load.
    static func start() { started }
}
