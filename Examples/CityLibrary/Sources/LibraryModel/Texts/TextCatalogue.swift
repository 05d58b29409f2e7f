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
    texts = file.map(Self.texts) ?? [:]
    let place = first("LC_ALL", "LC_TIME", "LANG") ?? name
    // Foundation has no locale of the environment on Linux. Days are named in a language of the
    // texts.
    if ["C", "POSIX"].contains(place) {
      locale = Locale(identifier: file ?? "en_GB")
    } else if ["de", "en", "zh"].contains(place.prefix(2)) {
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
  package static func texts(in language: String) -> [String: String] {
    let file = Bundle.module.url(
      forResource: language, withExtension: "po", subdirectory: "Languages")
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
    var texts: [String: String] = [:]
    var english = ""
    for line in text.split(separator: "\n") {
      if let id = value(of: "msgid", in: line) { english = id }
      if let translation = value(of: "msgstr", in: line), !english.isEmpty, !translation.isEmpty {
        texts[english] = translation
      }
    }
    return texts
  }

  private static func value(of key: String, in line: Substring) -> String? {
    guard line.hasPrefix("\(key) \""), line.hasSuffix("\"") else { return nil }
    return String(line.dropFirst(key.count + 2).dropLast()).replacing("\\\"", with: "\"")
  }
}
