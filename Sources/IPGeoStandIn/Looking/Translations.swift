/// Names in the service's languages other than English.
enum Translations {
  /// The languages in the order of the table's columns.
  static let languages = ["de", "es", "pt-BR", "fr", "ja", "zh-CN", "ru"]

  /// The name in a language; English where the table has nothing, as the service mixes them too.
  static func name(_ english: String, in language: String) -> String {
    guard let column = languages.firstIndex(of: language),
      let names = table[english], column < names.count
    else { return english }
    return names[column]
  }

  private static let table: [String: [String]] = Dictionary(
    uniqueKeysWithValues: Places.rows(text).compactMap { cells in
      cells.count == 8 ? (cells[0], Array(cells.dropFirst())) : nil
    })

  private static let text = """
    North America|Nordamerika|América del Norte|América do Norte|Amérique du Nord|北アメリカ|北美洲|Северная Америка
    South America|Südamerika|América del Sur|América do Sul|Amérique du Sud|南アメリカ|南美洲|Южная Америка
    Europe|Europa|Europa|Europa|Europe|ヨーロッパ|欧洲|Европа
    Asia|Asien|Asia|Ásia|Asie|アジア|亚洲|Азия
    Africa|Afrika|África|África|Afrique|アフリカ|非洲|Африка
    Oceania|Ozeanien|Oceanía|Oceania|Océanie|オセアニア|大洋洲|Океания
    United States|USA|Estados Unidos|EUA|États-Unis|アメリカ合衆国|美国|США
    Canada|Kanada|Canadá|Canadá|Canada|カナダ|加拿大|Канада
    Mexico|Mexiko|México|México|Mexique|メキシコ|墨西哥|Мексика
    Brazil|Brasilien|Brasil|Brasil|Brésil|ブラジル|巴西|Бразилия
    Argentina|Argentinien|Argentina|Argentina|Argentine|アルゼンチン|阿根廷|Аргентина
    Colombia|Kolumbien|Colombia|Colômbia|Colombie|コロンビア|哥伦比亚|Колумбия
    United Kingdom|Vereinigtes Königreich|Reino Unido|Reino Unido|Royaume-Uni|イギリス|英国|Великобритания
    Ireland|Irland|Irlanda|Irlanda|Irlande|アイルランド|爱尔兰|Ирландия
    France|Frankreich|Francia|França|France|フランス|法国|Франция
    Germany|Deutschland|Alemania|Alemanha|Allemagne|ドイツ|德国|Германия
    The Netherlands|Niederlande|Países Bajos|Holanda|Pays-Bas|オランダ|荷兰|Нидерланды
    Switzerland|Schweiz|Suiza|Suíça|Suisse|スイス|瑞士|Швейцария
    Spain|Spanien|España|Espanha|Espagne|スペイン|西班牙|Испания
    Italy|Italien|Italia|Itália|Italie|イタリア|意大利|Италия
    Poland|Polen|Polonia|Polônia|Pologne|ポーランド|波兰|Польша
    Sweden|Schweden|Suecia|Suécia|Suède|スウェーデン|瑞典|Швеция
    Finland|Finnland|Finlandia|Finlândia|Finlande|フィンランド|芬兰|Финляндия
    Russia|Russland|Rusia|Rússia|Russie|ロシア|俄罗斯|Россия
    Türkiye|Türkei|Turquía|Turquia|Turquie|トルコ|土耳其|Турция
    Ukraine|Ukraine|Ucrania|Ucrânia|Ukraine|ウクライナ|乌克兰|Украина
    South Africa|Südafrika|Sudáfrica|África do Sul|Afrique du Sud|南アフリカ|南非|ЮАР
    Nigeria|Nigeria|Nigeria|Nigéria|Nigeria|ナイジェリア|尼日利亚|Нигерия
    Kenya|Kenia|Kenia|Quênia|Kenya|ケニア|肯尼亚|Кения
    India|Indien|India|Índia|Inde|インド|印度|Индия
    Nepal|Nepal|Nepal|Nepal|Népal|ネパール|尼泊尔|Непал
    China|China|China|China|Chine|中国|中国|Китай
    Japan|Japan|Japón|Japão|Japon|日本|日本|Япония
    South Korea|Südkorea|Corea del Sur|Coreia do Sul|Corée du Sud|韓国|韩国|Южная Корея
    Singapore|Singapur|Singapur|Singapura|Singapour|シンガポール|新加坡|Сингапур
    Indonesia|Indonesien|Indonesia|Indonésia|Indonésie|インドネシア|印度尼西亚|Индонезия
    Australia|Australien|Australia|Austrália|Australie|オーストラリア|澳大利亚|Австралия
    New Zealand|Neuseeland|Nueva Zelanda|Nova Zelândia|Nouvelle-Zélande|ニュージーランド|新西兰|Новая Зеландия
    California|Kalifornien|California|Califórnia|Californie|カリフォルニア州|加利福尼亚州|Калифорния
    New York|New York|Nueva York|Nova Iorque|New York|ニューヨーク|纽约|Нью-Йорк
    Bavaria|Bayern|Baviera|Baviera|Bavière|バイエルン州|巴伐利亚|Бавария
    Virginia|Virginia|Virginia|Virgínia|Virginie|バージニア州|弗吉尼亚州|Виргиния
    Ashburn|Ashburn|Ashburn|Ashburn|Ashburn|アッシュバーン|阿什本|Ашберн
    London|London|Londres|Londres|Londres|ロンドン|伦敦|Лондон
    England|England|Inglaterra|Inglaterra|Angleterre|イングランド|英格兰|Англия
    Paris|Paris|París|Paris|Paris|パリ|巴黎|Париж
    Moscow|Moskau|Moscú|Moscou|Moscou|モスクワ|莫斯科|Москва
    Tokyo|Tokio|Tokio|Tóquio|Tokyo|東京|东京|Токио
    Beijing|Peking|Pekín|Pequim|Pékin|北京|北京|Пекин
    Warsaw|Warschau|Varsovia|Varsóvia|Varsovie|ワルシャワ|华沙|Варшава
    Milan|Mailand|Milán|Milão|Milan|ミラノ|米兰|Милан
    Sydney|Sydney|Sídney|Sydney|Sydney|シドニー|悉尼|Сидней
    Seoul|Seoul|Seúl|Seul|Séoul|ソウル|首尔|Сеул
    """
}
