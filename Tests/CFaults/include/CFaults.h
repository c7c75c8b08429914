// This library has no interface. It is preloaded (LD_PRELOAD) into an unmodified program and replaces a few functions
// of the C library. TUTTI_FAULTS names the file of the page that says which call must fail (CFaultControl.h).
