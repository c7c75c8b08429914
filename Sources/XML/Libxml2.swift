import CLibxml2

/// The initialisation of libxml2, and the error state of the calling thread.
enum Libxml2 {
    private static let started: Void = {
        xmlInitParser()
        // Refuses every external entity, regardless of the document and the options (spec S2).
        xmlSetExternalEntityLoader { _, _, _ in nil }
        // Errors without a document would otherwise go to standard error.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        xmlThrDefSetStructuredErrorFunc(nil) { _, _ in }
    }()

    /// Prepares libxml2 at the first call. Throws `outOfMemory` if libxml2 cannot allocate the state of the calling thread.
    static func start() throws(XMLError) {
        started
        // Up to version 2.11 a thread's state is allocated at its first use, and used even if that failed.
        guard LIBXML_VERSION >= 21200 || xmlGetGlobalState() != nil else { throw .outOfMemory }
    }

    /// Clears the last error of this thread, so that `hasRunOutOfMemory` reports only later failures.
    static func forgetErrors() { xmlResetLastError() }

    /// Whether the last error of libxml2 on this thread since `forgetErrors` is a failed allocation, after which libxml2 may silently omit text.
    static var hasRunOutOfMemory: Bool {
        guard let error = xmlGetLastError() else { return false }
        return UInt32(bitPattern: error.pointee.code) == XML_ERR_NO_MEMORY.rawValue
    }
}
