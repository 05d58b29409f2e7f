import Foundation

/// Works in the public domain, which stand at the beginning of the catalogue.
enum Classics {
  struct Work {
    var name: String
    var author: String
    var year: Int
    var genre: Genre
    var pages: Int
    var copies: Int
  }

  static let works: [Work] = table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "|").map(String.init)
    guard parts.count == 6, let year = Int(parts[2]), let genre = Genre(rawValue: parts[3]),
      let pages = Int(parts[4]), let copies = Int(parts[5])
    else { return nil }
    return Work(
      name: parts[0], author: parts[1], year: year, genre: genre, pages: pages, copies: copies)
  }

  private static let table: String = {
    let file = Bundle.module.url(forResource: "classics", withExtension: "txt")
    guard let table = file.flatMap({ try? String(contentsOf: $0, encoding: .utf8) }) else {
      preconditionFailure("The program's file of classics is missing.")
    }
    return table
  }()
}
