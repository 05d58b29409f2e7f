package import Foundation

/// The texts of the program in the reader's language, from the files in `Languages`, by the English
/// ones; and how that reader writes dates and numbers.
package struct TextCatalogue: Sendable {
  package static let current = TextCatalogue(ProcessInfo.processInfo.environment)
  package static let languages = ["de", "zh_CN", "zh_TW"]

  /// As in `de` or `zh-TW`.
  package let language: String
  package let locale: Locale
  /// Empty for English.
  package let texts: [String: String]

  package subscript(english: String) -> String { texts[english] ?? english }

  /// Chooses by the variables that gettext and the C library read.
  package init(_ environment: [String: String]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0]?.split(separator: ":").first }
        .map { $0.prefix { $0 != "." && $0 != "@" } }.first { !$0.isEmpty }.map(String.init)
    }
    let name = first("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") ?? "C"
    let parts = name.lowercased().split { "_-".contains($0) }.map(String.init)
    let file: String? =
      switch parts.first {
      case "de": "de"
      case "zh": Self.isTraditional(parts) ? "zh_TW" : "zh_CN"
      default: nil
      }
    language = file?.replacing("_", with: "-") ?? "en"
    texts = file.map { Self.texts(in: $0) } ?? [:]
    let place = first("LC_ALL", "LC_TIME", "LANG") ?? name
    // Foundation has no locale of the environment on Linux. Days are named in a language of the
    // texts.
    if ["C", "POSIX"].contains(place) {
      locale = Locale(identifier: file ?? "en_GB")
    } else if place.prefix(2) == language.prefix(2) {
      locale = Locale(identifier: place)
    } else {
      locale = Locale(identifier: "\(language.prefix(2))\(place.drop { $0 != "_" })")
    }
  }

  private static func isTraditional(_ parts: [String]) -> Bool {
    parts.contains("hant")
      || !parts.contains("hans") && parts.contains { ["tw", "hk", "mo"].contains($0) }
  }

  /// The texts of a language, from a file as gettext and its editors write it.
  ///
  /// A text that they mark as fuzzy is not used; plurals and contexts are not read.
  package static func texts(in language: String) -> [String: String] {
    let file = Bundle.module.url(
      forResource: language, withExtension: "po", subdirectory: "Languages")
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
    return texts(from: text)
  }

  package static func texts(from file: String) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in file.split(separator: /\n\s*\n/) {
      var values: [Substring: String] = [:]
      var key: Substring = ""
      var isFuzzy = false
      for line in entry.split(separator: "\n") {
        isFuzzy = isFuzzy || line.hasPrefix("#,") && line.contains("fuzzy")
        if line.hasPrefix("#") { continue }
        // A long text goes on in lines of its own.
        if !line.hasPrefix("\"") { key = line.prefix { $0 != " " } }
        values[key, default: ""] += unquoted(line)
      }
      guard !isFuzzy, let english = values["msgid"], let translation = values["msgstr"],
        !english.isEmpty, !translation.isEmpty
      else { continue }
      texts[english] = translation
    }
    return texts
  }

  /// What is between the quotation marks of a line.
  private static func unquoted(_ line: Substring) -> String {
    guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end
    else { return "" }
    var text = ""
    var isEscaped = false
    for character in line[line.index(after: start)..<end] {
      if isEscaped {
        text.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
