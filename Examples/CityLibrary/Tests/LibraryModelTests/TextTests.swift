import Foundation
import Testing

@testable import LibraryModel

struct TextTests {
  @Test func theEnvironmentChoosesTheLanguage() {
    func language(_ environment: [String: String]) -> String { TextCatalogue(environment).language }
    #expect(language([:]) == "en")
    #expect(language(["LANG": "C.UTF-8"]) == "en")
    #expect(language(["LANG": "de_AT.UTF-8"]) == "de")
    #expect(language(["LANG": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"]) == "en")
    #expect(language(["LANG": "de_DE.UTF-8", "LANGUAGE": "zh_TW:en"]) == "zh-TW")
    for name in ["zh_TW.UTF-8", "zh_HK", "zh-Hant", "zh_Hant_MO"] {
      #expect(language(["LANG": name]) == "zh-TW")
    }
    for name in ["zh_CN.UTF-8", "zh_SG", "zh-Hans", "zh", "zh_Hans_HK"] {
      #expect(language(["LANG": name]) == "zh-CN")
    }
  }

  @Test func datesAndNumbersAreThoseOfTheReader() {
    func number(_ environment: [String: String]) -> String {
      31_204.formatted(.number.locale(TextCatalogue(environment).locale))
    }
    #expect(number([:]) == "31,204")
    #expect(number(["LANG": "de_DE.UTF-8"]) == "31.204")
    #expect(number(["LANG": "de_CH.UTF-8"]) == "31’204")
    #expect(number(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == "31.204")
    // Days have names of the language of the texts.
    let english = TextCatalogue(["LANG": "en_US.UTF-8", "LANGUAGE": "de"])
    #expect(english.locale.identifier == "de_US")
    #expect(TextCatalogue(["LANG": "he_IL.UTF-8"]).locale.identifier == "en_IL")
    #expect(TextCatalogue(["LANG": "fr_CH", "LANGUAGE": "de"]).locale.identifier == "de_CH")
  }

  @Test func aFileIsReadAsEditorsWriteIt() {
    let texts = TextCatalogue.texts(
      from: #"""
        # A long text, and one that its translator has not confirmed.
        msgid ""
        "one "
        "\"two\""
        msgstr ""
        "eins\n"
        "\"zwei\""

        #, fuzzy
        msgid "three"
        msgstr "vier"
        """#)
    #expect(texts == [#"one "two""#: "eins\n\"zwei\""])
  }

  /// Of each language: all texts of the sources, and no others.
  @Test(arguments: TextCatalogue.languages)
  func everyTextIsTranslated(language: String) throws {
    let texts = TextCatalogue.texts(in: language)
    let sources = try Self.sources()
    let pattern = try Regex<(Substring, Substring)>(#"\btext\(\s*"((?:[^"\\]|\\.)*)""#)
    let used = Set(sources.matches(of: pattern).map { String($0.output.1) })
    let named =
      Genre.allCases.map(\.rawValue.capitalized) + BranchEvent.Kind.allCases.map(\.rawValue)
    for english in used.union(named) where !english.contains(#"\("#) {
      #expect(texts[english] != nil, "“\(english)” is not translated.")
    }
    for (english, translation) in texts {
      #expect(
        named.contains(english) || sources.contains("\"\(english)\""), "“\(english)” is not used.")
      #expect(
        Self.placeholders(english) == Self.placeholders(translation),
        "“\(translation)” has other values than “\(english)”.")
    }
  }

  private static func placeholders(_ text: String) -> [String] {
    text.matches(of: /%(\.\d)?[a-z@]/).map { String($0.output.0) }
  }

  /// All sources of the program as one text.
  private static func sources() throws -> String {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/CityLibrary")
      .standardized
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined() ?? ""
  }
}
