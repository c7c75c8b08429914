// Has no interface: the library is preloaded (LD_PRELOAD) into a program that knows nothing of it, and takes the place of
// a few functions of the C library. TUTTI_FAULTS names the page that says which call fails (CFaultControl.h).
