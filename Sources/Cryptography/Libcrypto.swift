import CLibcrypto

/// The state of libcrypto that the whole process shares, and the errors of libcrypto.
enum Libcrypto {
    /// A library context apart from the default context, which libpq uses. `openssl.cnf` does not apply to this context, so that no setting of the
    /// machine removes an algorithm of stored values.
    ///
    /// `OPENSSL_INIT_NO_ATEXIT` keeps libcrypto from freeing its state when the process exits, because other threads may still use the state then.
    static let context: Context = {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard let pointer = OSSL_LIB_CTX_new() else { fatalError("libcrypto has no memory for its state") }
        return Context(pointer: pointer)
    }()

    struct Context: @unchecked Sendable {
        // Safety: libcrypto locks a library context itself (openssl-threads(7)); the context lives as long as the process.
        let pointer: OpaquePointer
    }

    /// Throws `failed` if the status, the result of the function, is not 1.
    static func check(_ status: Int32, _ function: String) throws(CryptographyError) {
        guard status == 1 else { throw failure(of: function) }
    }

    /// Returns the error of a function that has just failed on this thread, and clears the errors of the thread, so that libpq does not report them.
    static func failure(of function: String) -> CryptographyError {
        let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
        ERR_clear_error()
        return .failed(function: function, reason: reason ?? "no reason given")
    }
}
