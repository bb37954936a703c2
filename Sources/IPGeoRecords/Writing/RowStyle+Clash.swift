extension RowStyle {
  /// The first name of ours that a column of the caller's has already, compared without case.
  /// - Parameters:
  ///   - layout: The caller's columns.
  ///   - fields: Our columns.
  /// - Returns: The name with its prefix; `nil` where all are free.
  public func clash(with layout: TableLayout, fields: [Field]) -> String? {
    let taken = Set(layout.names.map(RowStyle.folded))
    return schema.columns(of: fields, format: format).lazy.map { prefix + $0.name }
      .first { taken.contains(RowStyle.folded($0)) }
  }

  // Up and down again: some letters have two small forms, as the Greek sigma.
  private static func folded(_ name: String) -> String { name.uppercased().lowercased() }
}
