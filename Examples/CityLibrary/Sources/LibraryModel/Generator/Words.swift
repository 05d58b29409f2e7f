/// What titles and names are made of.
enum Words {
  static let adjectives = list(
    """
    Quiet Last Hidden Silver Broken Distant Winter Golden Crooked Forgotten Burning Patient Northern
    Hollow Second Glass Paper Wandering Midnight Borrowed Salt Painted Restless Green Unwritten Iron
    Velvet Long Early Invisible Honest Electric Half-Finished Amber Foreign Wild Sleeping Narrow
    """)
  static let nouns = list(
    """
    Garden River Letter House Bridge Lamp Orchard Harbour Clock Shadow Tower Mirror Forest Island Window
    Key Winter Road Stone Bell Library Voyage Fire Name Ocean Door Map Sparrow Field Storm Song Mountain
    Engine Lighthouse Witness Portrait Inheritance Secret Journey Stranger Compass Kingdom Promise
    Ferry Signal Ladder Meadow Thread
    """)
  static let places = list(
    """
    Lisbon Trieste Bergen Prague Cordoba Samarkand Edinburgh Odessa Kyoto Alexandria Ghent Palermo
    Valparaiso Tangier Riga Salonica Dublin Venice Bombay Whitby Orkney Patagonia Bukhara Granada
    Cornwall Damascus Malacca Zanzibar Toledo Vienna Boston Quebec Hamburg Ravenna Lahore Cairo
    """)
  static let fields = list(
    """
    Astronomy Botany Chemistry Geology Optics Arithmetic Mechanics Zoology Meteorology Acoustics
    Navigation Anatomy Probability Magnetism Geometry Ecology Genetics Cartography Oceanography Logic
    """)
  static let numbers = list("Three Seven Nine Ten Twelve Twenty Thirty Forty Sixty Ninety")
  static let animals = list(
    "Fox Owl Bear Hedgehog Otter Whale Badger Mouse Heron Rabbit Tortoise Goose Squirrel Lion Wren")
  static let firstNames = list(
    """
    Ada Ben Clara Daniel Edith Frank Grace Henry Iris James Kate Leonard Margaret Nora Oliver Philippa
    Quentin Rose Samuel Thomas Una Victor Winifred Arthur Beatrice Cecil Dorothy Edmund Florence Hugh
    Agnes Walter Maud Rupert Sylvia Amara Kofi Leila Ravi Meera Tomas Yara Ingrid Soren
    """)
  static let lastNames = list(
    """
    Ashdown Barlow Calloway Dunmore Ellery Fairfax Garland Hartley Ingram Jessop Kendrick Langford
    Merriweather Norwood Okafor Pemberton Quayle Ravenscroft Sinclair Thornton Underhill Vaughan
    Whitlock Yardley Abernathy Blackwood Chandra Delacroix Emerson Fitzgerald Greenhalgh Holloway
    Lindqvist Mbeki Novak Osborne Prescott Rao Sorensen Tremaine Villiers Winslow
    """)

  static let hauptworte = pairs(
    """
    der Garten,der Turm,der Brief,der Fluss,der Spiegel,der Winter,der Wald,der Schatten,der Hafen,die
    Brücke,die Uhr,die Reise,die Insel,die Straße,die Lampe,die Stadt,die Nacht,die Bibliothek,das
    Haus,das Fenster,das Feuer,das Meer,das Lied,das Zimmer,das Schiff,das Licht,das Geheimnis
    """)
  static let eigenschaften = list(
    "alte stille letzte ferne blaue verlorene gläserne schmale kalte goldene vergessene lange halbe"
  )
  static let orte = list(
    "Lübeck Bremen Prag Wien Weimar Basel Danzig Königsberg Triest Passau Görlitz Husum Rostock Bern"
  )
  static let gebiete = list(
    "Sternkunde Pflanzenkunde Chemie Geologie Optik Algebra Mechanik Wetterkunde Geometrie Logik")
  static let vornamen = list(
    "Anna Bernd Clara Dieter Elfriede Friedrich Greta Heinrich Ilse Johann Käthe Ludwig Marie Otto Jörg"
  )
  static let nachnamen = list(
    """
    Albrecht Brandt Claussen Dietrich Eberhardt Fuchs Gärtner Hoffmann Jäger Köhler Lindner Möller
    Neumann Petersen Richter Schäfer Thiele Vogt Weidner Zimmermann
    """)

  static let substantifs = pairs(
    """
    Le jardin,Le fleuve,Le miroir,Le silence,Le phare,La maison,La lettre,La nuit,La rue,La fenêtre,La
    saison,La lumière,Les ombres,Les oiseaux,Les îles,Les témoins
    """)
  static let lieux = list(
    "Lyon Rouen Nantes Marseille Bruges Genève Dijon Tours Colmar Vézelay Grasse")
  static let prenoms = list(
    "Émile Claire Gaston Hélène Jules Louise Marcel Odette Théo Yvonne Aurélie Benoît Céleste")
  static let noms = list(
    "Arnaud Bellanger Chevalier Delorme Fontaine Garnier Lemaître Moreau Perrin Rousselle Valois")

  static let mingci = list(
    "青山 明月 長河 故園 秋雨 白鶴 孤燈 春雪 古橋 竹林 流星 書房 海燕 晨鐘 遠帆 梅花 夜航 紙鳶 城門 茶館")
  static let difang = list("江南 長安 蘇州 泉州 大理 敦煌 臺南 金陵 洛陽 杭州 廣州 成都 雲南 香江")
  static let xueke = list("天文學 植物學 化學 地質學 幾何學 力學 氣象學 算術 生物學 邏輯學")
  static let xing = list("陳 林 王 李 張 黃 吳 劉 蔡 楊 許 鄭 謝 郭 洪 曾 周 葉 蘇 何")
  static let ming = list(
    "文 明遠 淑芬 志強 雅婷 子瑜 國棟 美玲 若水 思源 靜宜 承恩 書豪 曉彤 維新 怡君 俊傑 月華")

  private static func list(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// Two words each, separated by commas.
  private static func pairs(_ text: String) -> [String] {
    text.split(separator: ",").map { pair in
      let words = pair.split { $0 == " " || $0 == "\n" }
      return "\(words[0].prefix(1).uppercased())\(words[0].dropFirst()) \(words[1])"
    }
  }
}
