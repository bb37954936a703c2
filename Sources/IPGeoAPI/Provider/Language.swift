/// The languages that ip-api.com has names in; the raw value is its code for the `lang` parameter.
public enum Language: String, Sendable, CaseIterable {
  /// English.
  case en
  /// German.
  case de
  /// Spanish.
  case es
  /// Portuguese of Brazil.
  case ptBR = "pt-BR"
  /// French.
  case fr
  /// Japanese.
  case ja
  /// Chinese in simplified characters.
  case zhCN = "zh-CN"
  /// Russian.
  case ru
}
