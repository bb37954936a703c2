#include "CIPGeoVersion.h"

// A room of its own, in C: a value can be given to C alone, and another version compiles this file
// anew and no Swift.
const char *ipgeo_version(void) { return IPGEO_VERSION; }
