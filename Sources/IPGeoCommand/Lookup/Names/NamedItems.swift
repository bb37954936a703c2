internal import IPGeoCore

/// Turns items that are host names into items of their addresses.
enum NamedItems {
  /// Asks the resolver about each name once; items that are no names stay as they are.
  ///
  /// Of several addresses the first is taken, the one that the system itself would speak to.
  static func resolve(_ items: [LookupItem], by resolver: NameResolver) async -> [LookupItem] {
    let names = items.map { item in
      item.subject == .invalid(.hostname) ? HostNameText(item.word) : nil
    }
    let answers = await resolver.resolve(Set(names.compactMap { $0 }))
    return zip(items, names).map { item, name in
      guard let name, let answer = answers[name] else { return item }
      return take(answer, of: name, for: item)
    }
  }

  private static func take(
    _ answer: NameAnswer, of name: HostNameText, for item: LookupItem
  ) -> LookupItem {
    var item = item
    item.name = name.text
    switch answer {
    case .addresses(let addresses):
      if let first = addresses.first { item.take(first) }
    case .none: break
    case .failed(let why):
      item.subject = .unresolved(
        Failure(.unreachable, message: "the system's resolver failed: \(why)"))
    case .late:
      item.subject = .unresolved(
        Failure(.timeout, message: "the system's resolver gave no answer in time"))
    case .cancelled: item.subject = .unresolved(.interrupted)
    }
    return item
  }
}
