/// How the cover of a title looks: shapes and lines of text on a page of 200 × 300.
///
/// Any canvas can draw it. Equal titles have equal covers.
package struct CoverDesign: Hashable, Sendable {
  package struct Color: Hashable, Sendable {
    package var red, green, blue: Double
    package var opacity = 1.0

    init(_ hexadecimal: Int) {
      red = Double(hexadecimal >> 16 & 255) / 255
      green = Double(hexadecimal >> 8 & 255) / 255
      blue = Double(hexadecimal & 255) / 255
    }
  }

  package struct Point: Hashable, Sendable {
    package var x, y: Double
  }

  package enum Shape: Hashable, Sendable {
    case circle(center: Point, radius: Double)
    case rectangle(origin: Point, width: Double, height: Double)
    /// A quarter of a disc in a square with this center, turned by so many right angles.
    case quarter(center: Point, side: Double, turns: Int)
    /// A hill from the left to the right edge: two curves over a baseline, filled downwards.
    case hill(left: Double, crest: Point, middle: Double, right: Double)
    case polygon([Point])
  }

  package struct Layer: Hashable, Sendable {
    package var shape: Shape
    package var color: Color
  }

  package static let width = 200.0
  package static let height = 300.0

  package var paper: Color
  package var ink: Color
  package var layers: [Layer]
  /// The name, cut at words.
  package var lines: [String]
  package var textSize: Double
  package var author: String

  package static let lineHeight = 25.0
  package static let margin = 16.0
  /// The baseline of a line of the name; the author is below the last one.
  package static func baseline(ofLine number: Int) -> Double { 40 + Double(number) * lineHeight }
  /// How far down the paper covers the shapes.
  package var bandHeight: Double { Self.baseline(ofLine: lines.count) + 12 }
}

extension CoverDesign {
  package init(_ title: Title) {
    let palette = title.genre.palette
    paper = Color(palette[0])
    ink = Color(palette[3])
    var random = SeededRandom(text: title.name + title.author)
    layers = Self.layers(palette.dropFirst().map(Color.init), &random)
    lines = Self.lines(of: title.name)
    let longest = lines.map(\.coverWidth).max() ?? 0
    textSize = longest > 14 ? 15 : longest > 10 ? 19 : 24
    author = title.author.uppercased()
  }

  private static func layers(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    switch random.below(6) {
    case 0: circles(colors, &random)
    case 1: shelves(colors, &random)
    case 2: arches(colors, &random)
    case 3: tiles(colors, &random)
    case 4: hills(colors, &random)
    default: rays(colors, &random)
    }
  }

  private static func circles(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    (0..<7).map { number in
      let center = Point(x: random.unit() * width, y: 90 + random.unit() * 210)
      return Layer(
        shape: .circle(center: center, radius: 14 + random.unit() * 52),
        color: colors[number % 3].with(opacity: 0.82))
    }
  }

  private static func shelves(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    let isFromRight = random.below(2) == 0
    return (0..<9).map { number in
      let length = 60 + random.unit() * 140
      let origin = Point(x: isFromRight ? width - length : 0, y: 110 + Double(number) * 22)
      return Layer(
        shape: .rectangle(origin: origin, width: length, height: 7 + random.unit() * 9),
        color: colors[number % 2])
    }
  }

  private static func arches(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    let center = Point(x: [0, 60, 100, 100, 140, 200][random.below(6)], y: height)
    let step = 30 + random.unit() * 14
    let first = random.below(3)
    return (1...5).reversed().map { number in
      Layer(
        shape: .circle(center: center, radius: Double(number) * step),
        color: colors[(number + first) % 3])
    }
  }

  private static func tiles(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    var layers: [Layer] = []
    for row in 0..<5 {
      for column in 0..<5 where random.unit() > 0.25 {
        let center = Point(x: Double(column) * 40 + 20, y: Double(row) * 40 + 120)
        layers.append(
          Layer(
            shape: .quarter(center: center, side: 40, turns: random.below(4)),
            color: colors[random.below(3)]))
      }
    }
    return layers
  }

  private static func hills(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    (0..<4).map { number in
      let base = 150 + Double(number) * 38
      let crest = Point(x: 40 + random.unit() * 40, y: base - 60 * random.unit() - 10)
      return Layer(
        shape: .hill(left: base, crest: crest, middle: base - 20, right: base - 10),
        color: colors[number % 3].with(opacity: 0.55 + 0.14 * Double(number)))
    }
  }

  private static func rays(_ colors: [Color], _ random: inout SeededRandom) -> [Layer] {
    let center = Point(x: 60 + random.unit() * 80, y: 180 + random.unit() * 50)
    func end(_ degrees: Double) -> Point {
      let (x, y) = unitVector(degrees)
      return Point(x: center.x + 260 * x, y: center.y + 260 * y)
    }
    return (0..<12).map { number in
      let angle = Double(number) * 30 + random.unit() * 10
      return Layer(
        shape: .polygon([center, end(angle), end(angle + 16)]), color: colors[number % 3])
    }
  }
}

// MARK: Lines

extension CoverDesign {
  private static let lineWidth = 13

  static func lines(of name: String) -> [String] {
    var lines = [""]
    for word in words(of: name) {
      let longer = lines[lines.count - 1] + word.space + word.text
      if longer.coverWidth > lineWidth, !lines[lines.count - 1].isEmpty {
        if lines.count == 5 {
          lines[4] += "…"
          break
        }
        lines.append(word.text)
      } else {
        lines[lines.count - 1] = lines[lines.count - 1].isEmpty ? word.text : longer
      }
    }
    return lines
  }

  /// Chinese is cut anywhere, other scripts at spaces.
  private static func words(of name: String) -> [(space: String, text: String)] {
    name.split(separator: " ").flatMap { word -> [(space: String, text: String)] in
      guard word.contains(where: \.isWide) else { return [(" ", String(word))] }
      return word.enumerated().map { ($0.offset == 0 ? " " : "", String($0.element)) }
    }
  }
}

extension Character {
  fileprivate var isWide: Bool { unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false }
}

extension String {
  /// In letters of Latin script.
  fileprivate var coverWidth: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }
}

extension CoverDesign.Color {
  package func with(opacity: Double) -> Self {
    var color = self
    color.opacity = opacity
    return color
  }
}

extension Genre {
  /// Paper, two colors, and the ink, which is a color too.
  fileprivate var palette: [Int] {
    switch self {
    case .novel: [0xf4ead5, 0xd1495b, 0x30638e, 0x1d3557]
    case .mystery: [0x1b1b2f, 0xe43f5a, 0xf6c90e, 0xeeeeee]
    case .science: [0xe8f1f2, 0x13293d, 0x1b98e0, 0x006494]
    case .history: [0xefe3c8, 0x7f4f24, 0xa4161a, 0x333d29]
    case .poetry: [0xfdf0f3, 0x9d4edd, 0xff8fab, 0x3c096c]
    case .children: [0xfff3b0, 0xe09f3e, 0x2a9d8f, 0x264653]
    case .travel: [0xe0fbfc, 0xee6c4d, 0x3d5a80, 0x293241]
    }
  }
}
