import CLibxml2

/// The process-wide state of libxml2.
enum Libxml2 {
    private static let started: Void = {
        xmlInitParser()
        // Nothing outside a document is ever opened, whatever a document or an option may ask for (spec S2).
        xmlSetExternalEntityLoader { _, _, _ in nil }
        // Errors that belong to no document go to standard error otherwise, for this thread and for those to come.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        xmlThrDefSetStructuredErrorFunc(nil) { _, _ in }
    }()

    /// Prepares libxml2, once, and the calling thread. Throws `outOfMemory`; costs two loads once prepared.
    static func start() throws(XMLError) {
        started
        // Up to 2.11 each thread's state is allocated with its first use, and used even where there is none. Later
        // versions have it without allocating, and `nil` to give.
        guard LIBXML_VERSION >= 21200 || xmlGetGlobalState() != nil else { throw .outOfMemory }
    }

    /// Forgets this thread's last error, before a piece of work that `hasRunOutOfMemory` is asked about.
    static func forgetErrors() { xmlResetLastError() }

    /// Whether an allocation has failed on this thread since `forgetErrors`. libxml2 says so in its results in some places
    /// only; in others it goes on without what it had no memory for, a text or an attribute.
    static var hasRunOutOfMemory: Bool {
        guard let error = xmlGetLastError() else { return false }
        return UInt32(bitPattern: error.pointee.code) == XML_ERR_NO_MEMORY.rawValue
    }
}
