@_exported public import IPGeoAPI
@_exported public import IPGeoAddresses
@_exported public import IPGeoByteStreams
@_exported public import IPGeoCore
@_exported public import IPGeoEnrichment
@_exported public import IPGeoRateLimit
@_exported public import IPGeoRecords
@_exported public import IPGeoTransport
