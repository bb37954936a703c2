#ifndef CIPGEOVERSION_H
#define CIPGEOVERSION_H

/// The program's version, as "1.2.3" or "0.1.0-dev". Package.swift decides on it.
const char *ipgeo_version(void);

#endif
