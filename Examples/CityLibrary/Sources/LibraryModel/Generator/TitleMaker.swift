/// Makes up works that could stand in a library: two thirds in English, the others in German,
/// French and Chinese.
struct TitleMaker {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The work with a number, counted from 1.
  mutating func title(_ id: Int) -> Title {
    let works = Classics.works
    var title = id <= works.count ? classic(works[id - 1]) : invented()
    title.id = id
    title.search = SearchText("\(title.name) \(title.author)".foldedForSearch)
    return title
  }

  private mutating func classic(_ work: Classics.Work) -> Title {
    Title(
      id: 0, name: work.name, author: work.author, year: work.year, genre: work.genre,
      pages: work.pages, rating: 0, reviews: 0, copies: work.copies, lent: 0, waiting: 0,
      search: SearchText(""))
  }

  private mutating func invented() -> Title {
    let genre = random.pick(Genre.allCases)
    let language = random.below(100)
    let (name, author) =
      switch language {
      case ..<68:
        (english(genre), "\(random.pick(Words.firstNames)) \(random.pick(Words.lastNames))")
      case ..<80: (german(genre), "\(random.pick(Words.vornamen)) \(random.pick(Words.nachnamen))")
      case ..<88: (french(genre), "\(random.pick(Words.prenoms)) \(random.pick(Words.noms))")
      default: (chinese(genre), random.pick(Words.xing) + random.pick(Words.ming))
      }
    return Title(
      id: 0, name: name, author: author, year: 1790 + random.below(235), genre: genre,
      pages: 64 + random.below(140) * 5, rating: 0, reviews: 0,
      copies: [1, 1, 1, 2, 2, 2, 3, 3, 4, 5][random.below(10)], lent: 0, waiting: 0,
      search: SearchText(""))
  }

  private mutating func english(_ genre: Genre) -> String {
    let (adjective, noun) = (random.pick(Words.adjectives), random.pick(Words.nouns))
    let (place, other) = (random.pick(Words.places), random.pick(Words.nouns))
    let number = random.below(6)
    switch (genre, number) {
    case (.science, 0): return "Principles of \(random.pick(Words.fields))"
    case (.science, 1): return "\(random.pick(Words.fields)) for the Curious"
    case (.science, 2): return "On the Nature of \(other)s"
    case (.science, 3): return "A Field Guide to the \(other)s of \(place)"
    case (.science, _): return "\(random.pick(Words.fields)) and the \(adjective) \(noun)"
    case (.history, 0): return "A History of \(place)"
    case (.history, 1): return "The Fall of \(place)"
    case (.history, 2):
      let year = 1400 + random.below(500)
      return "\(place), \(year)–\(year + 2 + random.below(60))"
    case (.history, 3): return "The \(noun)s of \(place)"
    case (.travel, 0): return "Through \(place) on Foot"
    case (.travel, 1): return "\(random.pick(Words.numbers)) Days in \(place)"
    case (.travel, 2): return "From \(place) to \(random.pick(Words.places))"
    case (.travel, 3): return "Slow Trains to \(place)"
    case (.children, 0): return "The \(random.pick(Words.animals)) and the \(noun)"
    case (.children, 1): return "Where the \(random.pick(Words.animals))s Sleep"
    case (.children, 2): return "\(random.pick(Words.firstNames)) and the \(adjective) \(noun)"
    case (.mystery, 0): return "Death at \(place)"
    case (.mystery, 1): return "The \(noun) in the \(other)"
    case (.mystery, 2): return "The Case of the \(adjective) \(noun)"
    case (.poetry, 0): return "Songs of \(place)"
    case (.poetry, 1): return "\(adjective) \(noun)s"
    case (.poetry, 2): return "\(noun), \(other)"
    case (_, 3): return "The \(noun) of \(place)"
    case (_, 4): return "\(noun) and \(other)"
    default: return "The \(adjective) \(noun)"
    }
  }

  private mutating func german(_ genre: Genre) -> String {
    let (noun, adjective) = (random.pick(Words.hauptworte), random.pick(Words.eigenschaften))
    let place = random.pick(Words.orte)
    let article = noun.prefix { $0 != " " }
    let word = noun.dropFirst(article.count + 1)
    switch (genre, random.below(4)) {
    case (.history, 0): return "Geschichte der Stadt \(place)"
    case (.science, 0): return "Einführung in die \(random.pick(Words.gebiete))"
    case (.science, 1): return "\(random.pick(Words.gebiete)) für alle"
    case (.travel, 0): return "Reise nach \(place)"
    case (.mystery, 0): return "Mord in \(place)"
    case (_, 1): return "\(article) \(word) von \(place)"
    case (_, 2):
      let other = random.pick(Words.hauptworte).split(separator: " ")[1]
      return "\(word) und \(other)"
    default: return "\(article) \(adjective) \(word)"
    }
  }

  private mutating func french(_ genre: Genre) -> String {
    let (noun, place) = (random.pick(Words.substantifs), random.pick(Words.lieux))
    switch (genre, random.below(3)) {
    case (.history, 0): return "Histoire de \(place)"
    case (.travel, 0): return "Voyage à \(place)"
    case (.poetry, 0): return "Chansons de \(place)"
    case (_, 1): return "\(noun) et \(random.pick(Words.substantifs).lowercasedFirst)"
    default: return "\(noun) de \(place)"
    }
  }

  private mutating func chinese(_ genre: Genre) -> String {
    let (noun, place) = (random.pick(Words.mingci), random.pick(Words.difang))
    switch (genre, random.below(3)) {
    case (.history, 0): return "\(place)史話"
    case (.science, 0): return "\(random.pick(Words.xueke))概論"
    case (.travel, 0): return "\(place)遊記"
    case (.poetry, 0): return "\(noun)集"
    case (_, 1): return "\(noun)與\(random.pick(Words.mingci))"
    default: return "\(place)的\(noun)"
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
