import CLibxml2

extension XMLError.Flaw {
    /// Maps an error number of libxml2 to a cause. The messages of libxml2 are not used: they quote the input and differ between versions (spec S2).
    ///
    /// - Parameter isAfterAmpersand: whether the character before the error is `&`.
    init(_ code: xmlParserErrors, isAfterAmpersand: Bool) {
        self =
            switch code {
            case XML_ERR_TAG_NAME_MISMATCH: .endTagMismatch
            case XML_ERR_NAME_REQUIRED, XML_ERR_ENTITYREF_NO_NAME: isAfterAmpersand ? .ampersand : .tagName
            case XML_ERR_ENTITYREF_SEMICOL_MISSING: .semicolon
            case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY: .unknownEntity
            case XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF: .characterReference
            case XML_ERR_INVALID_CHAR: .character
            case XML_ERR_DOCUMENT_EMPTY: .empty
            case XML_ERR_DOCUMENT_END: .afterRoot
            case XML_ERR_TAG_NOT_FINISHED: .unfinished
            case XML_ERR_GT_REQUIRED, XML_ERR_LTSLASH_REQUIRED: .tagEnd
            case XML_ERR_LT_IN_ATTRIBUTE: .lessThan
            case XML_ERR_ATTRIBUTE_NOT_STARTED: .unquoted
            case XML_ERR_ATTRIBUTE_NOT_FINISHED: .valueEnd
            case XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_EQUAL_REQUIRED: .noValue
            case XML_ERR_ATTRIBUTE_REDEFINED, XML_NS_ERR_ATTRIBUTE_REDEFINED: .attributeTwice
            case XML_ERR_SPACE_REQUIRED: .space
            case XML_NS_ERR_UNDEFINED_NAMESPACE: .prefix
            case XML_NS_ERR_QNAME, XML_NS_ERR_COLON: .qualifiedName
            case XML_ERR_HYPHEN_IN_COMMENT, XML_ERR_COMMENT_NOT_FINISHED: .comment
            case XML_ERR_PI_NOT_STARTED, XML_ERR_PI_NOT_FINISHED: .instruction
            case XML_ERR_CDATA_NOT_FINISHED: .section
            case XML_ERR_MISPLACED_CDATA_END: .sectionEnd
            case XML_ERR_XMLDECL_NOT_STARTED, XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_RESERVED_XML_NAME,
                XML_ERR_VERSION_MISSING, XML_ERR_UNKNOWN_VERSION, XML_ERR_STANDALONE_VALUE, XML_ERR_ENCODING_NAME:
                .declaration
            default: .other
            }
    }
}
