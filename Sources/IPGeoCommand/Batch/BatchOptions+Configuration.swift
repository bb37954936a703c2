internal import IPGeoAPI

extension BatchOptions.Asking {
  /// What the provider is to be told.
  func configuration(wantsReverse: Bool) -> IPAPIProvider.Configuration {
    var configuration = IPAPIProvider.Configuration()
    configuration.baseURL = address
    configuration.key = key
    configuration.batchLimit = batchRate
    configuration.singleLimit = singleRate
    configuration.jobs = jobs
    configuration.attemptTimeout = timeoutNanoseconds
    configuration.retries = retries
    configuration.language = language
    configuration.wantsReverse = wantsReverse
    configuration.maximumRequests = maximumRequests
    configuration.budgetMessage = maximumRequests.map { "--max-requests \($0) is used up" }
    configuration.userAgent = "ipgeo/\(Version.number)"
    return configuration
  }
}
