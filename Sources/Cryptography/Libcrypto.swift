import CLibcrypto

/// The process-wide state and the errors of libcrypto.
enum Libcrypto {
    /// A separate library context, because libpq uses the default one. `openssl.cnf` does not apply to this context, so that no setting of the
    /// machine removes an algorithm of stored values.
    ///
    /// `OPENSSL_INIT_NO_ATEXIT` keeps libcrypto from freeing state at exit that other threads may still use.
    static let context: Context = {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard let pointer = OSSL_LIB_CTX_new() else { fatalError("libcrypto has no memory for its state") }
        return Context(pointer: pointer)
    }()

    struct Context: @unchecked Sendable {
        // Safety: libcrypto locks a library context itself (openssl-threads(7)); the context lives as long as the process.
        let pointer: OpaquePointer
    }

    /// Throws `failed` unless the status of the function is 1.
    static func check(_ status: Int32, _ function: String) throws(CryptographyError) {
        guard status == 1 else { throw failure(of: function) }
    }

    /// Returns the error of a function that has just failed on this thread, and clears it, so that libpq does not report it.
    static func failure(of function: String) -> CryptographyError {
        let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
        ERR_clear_error()
        return .failed(function: function, reason: reason ?? "no reason given")
    }
}
