#!/usr/bin/env swift

// Makes one site of DocC's archives and of the repository's own pages.
//
//     .ci/site-pages.swift catalog FOLDER MODULE…   writes the repository's Markdown as articles
//     .ci/site-pages.swift finish FOLDER            completes merged archives, and checks all links
//
// The first page is Documentation/README.md. Links in the repository's pages are relative, and lead
// to other files of the repository; here they become links to articles, to modules and their pages,
// or plain text if the site does not have the file.

import Foundation

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("error: \(text)\n".utf8))
  exit(1)
}

let files = FileManager.default

// MARK: The repository's pages

let firstPage = "Documentation/README.md"

/// The paths of the repository's Markdown files; those of modules' catalogs are in the archives.
let paths: [String] = {
  let root = URL(fileURLWithPath: files.currentDirectoryPath)
  let all = files.enumerator(
    at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
  return (all?.compactMap { ($0 as? URL)?.path } ?? [])
    .filter { $0.hasSuffix(".md") }.map { String($0.dropFirst(root.path.count + 1)) }.sorted()
}()

func text(of path: String) -> String {
  guard let data = files.contents(atPath: path) else { fail("\(path) cannot be read.") }
  return String(decoding: data, as: UTF8.self)
}

func isInCatalog(_ path: String) -> Bool { path.contains("/Documentation.docc/") }

/// The name of an article, such as `stores-tables`.
func name(of path: String) -> String {
  if path == firstPage { return "start" }
  let parts = path.dropLast(3).split(separator: "/")
    .filter { !["Sources", "Documentation", "README"].contains($0) }
  let name = parts.joined(separator: "-").lowercased().replacing(".", with: "-")
  return name.isEmpty ? "readme" : name
}

/// The link to a page, without its fragment.
func link(to path: String) -> String {
  guard isInCatalog(path) else { return "doc:\(name(of: path))" }
  let parts = path.dropLast(3).split(separator: "/")
  let module = parts[1].hasPrefix("Stagecraft") ? "\(parts[1])" : "Stagecraft\(parts[1])"
  let page = parts[3] == module ? "" : "/\(parts[3])"
  return "doc:/\(module)\(page)"
}

/// The fragment that DocC gives to the heading to which GitHub gives this one.
func fragment(_ wanted: String, in path: String) -> String? {
  for line in text(of: path).split(separator: "\n") where line.hasPrefix("#") {
    let title = line.drop { $0 == "#" || $0 == " " }
      .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    if title.lowercased().replacing(" ", with: "-") == wanted {
      return title.replacing(" ", with: "-")
    }
  }
  return nil
}

/// The article that is made of a page; `copy` copies a picture into the catalog.
func article(_ path: String, copy: (_ picture: String, _ name: String) -> Void) -> String {
  func file(_ target: Substring) -> String {
    let folder = URL(fileURLWithPath: "/\(path)").deletingLastPathComponent()
    return String(folder.appendingPathComponent(String(target)).standardized.path.dropFirst())
  }
  func picture(_ target: Substring, dark: Substring?, _ alternative: Substring) -> String {
    let flat = file(target).replacing("/", with: "-")
    copy(file(target), flat)
    if let dark { copy(file(dark), flat.replacing(".", with: "~dark.")) }
    return "![\(alternative)](\(flat))"
  }
  func reference(_ label: Substring, _ target: Substring) -> String {
    if target.contains("://") { return "[\(label)](\(target))" }
    let parts = target.split(separator: "#", omittingEmptySubsequences: false)
    let to = parts[0].isEmpty ? path : file(parts[0])
    guard files.fileExists(atPath: to) else { fail("\(path): there is no \(to).") }
    guard paths.contains(to) else { return String(label) }
    // DocC resolves no heading of another archive.
    guard parts.count > 1, !isInCatalog(to) else { return "[\(label)](\(link(to: to)))" }
    guard let heading = fragment(String(parts[1]), in: to) else {
      fail("\(path): there is no heading for \(target).")
    }
    return "[\(label)](\(link(to: to))#\(heading))"
  }
  // Every second part is code, and begins with its label.
  return text(of: path).components(separatedBy: "\n```").enumerated().map { number, part in
    if number % 2 == 1 { return part.replacing(#/^swift,ignore/#, with: "swift") }
    return
      part
      .replacing(#/(!?)\[([^\]]*)\]\(([^)]*)\)/#) {
        $0.1.isEmpty ? reference($0.2, $0.3) : picture($0.3, dark: nil, $0.2)
      }
      .replacing(
        #/<picture>\s*<source [^>]*srcset="([^"]*)">\s*<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/#
      ) { picture($0.3, dark: $0.1, $0.2) }
  }.joined(separator: "\n```")
}

/// The first page's lists of modules and articles.
func contents(_ modules: [String]) -> String {
  // Not among the topics, where DocC crashes on links to other archives.
  let list = "\n## Modules\n\n" + modules.sorted().map { "- <doc:/\($0)>\n" }.joined()
  var groups = [
    ("Articles", [String]()), ("Types and names", []), ("Windows and stores", []),
    ("Inside the modules", []), ("The repository", []),
  ]
  for path in paths where !isInCatalog(path) && path != firstPage {
    let group =
      path.hasPrefix("Documentation/Articles/")
      ? 0
      : path.hasPrefix("Documentation/")
        ? 1 : !path.hasPrefix("Sources/") ? 4 : text(of: path).hasPrefix("# Inside") ? 3 : 2
    groups[group].1.append(link(to: path))
  }
  return groups.filter { !$0.1.isEmpty }.reduce(into: "\(list)\n## Topics\n") { text, group in
    text += "\n### \(group.0)\n\n" + group.1.map { "- <\($0)>\n" }.joined()
  }
}

func writeCatalog(_ folder: String, _ modules: [String]) throws {
  for path in paths where !isInCatalog(path) {
    var page = article(path) { picture, name in
      guard let data = files.contents(atPath: picture),
        files.createFile(atPath: "\(folder)/\(name)", contents: data)
      else { fail("\(path): \(picture) cannot be copied.") }
    }
    if path == firstPage {
      let title = page.firstIndex(of: "\n") ?? page.endIndex
      page.insert(contentsOf: "\n\n@Metadata {\n  @TechnologyRoot\n}\n", at: title)
      page += contents(modules)
    } else if page.hasPrefix("# Stagecraft\n") {
      page = "# \(path.dropLast(3))" + page.drop { $0 != "\n" }
    }
    try page.write(
      toFile: "\(folder)/\(name(of: path)).md", atomically: false, encoding: .utf8)
  }
}

// MARK: The site

typealias Object = [String: Any]

func read(_ path: String) -> Object {
  let data = files.contents(atPath: path) ?? Data()
  guard let object = try? JSONSerialization.jsonObject(with: data) as? Object else {
    fail("\(path) is not an object of JSON.")
  }
  return object
}

func write(_ object: Object, _ path: String) throws {
  let data = try JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes)
  try data.write(to: URL(fileURLWithPath: path))
}

/// Every value for `key`, however deep.
func values(of key: String, in any: Any, found: inout [Any]) {
  if let object = any as? Object {
    if let value = object[key] { found.append(value) }
    for value in object.values { values(of: key, in: value, found: &found) }
  } else if let array = any as? [Any] {
    for value in array { values(of: key, in: value, found: &found) }
  }
}

/// Makes the first page the parent of the modules, so that its navigator and its search have all of
/// them on each page; makes addresses relative; and checks the links.
func finish(_ folder: String) throws {
  let start = "/documentation/start"
  let first = read("\(folder)/data\(start).json")
  guard let id = (first["identifier"] as? Object)?["url"] as? String else { fail("No first page.") }
  let parent: Object = [
    "identifier": id, "title": (first["metadata"] as? Object)?["title"] ?? "", "url": start,
    "type": "topic", "kind": "article", "role": "collection", "abstract": [Any](),
  ]

  var index = read("\(folder)/index/index.json")
  guard let archives = (index["interfaceLanguages"] as? [String: [Object]])?["swift"]?.first,
    let trees = archives["children"] as? [Object],
    var root = trees.first(where: { $0["path"] as? String == start })
  else { fail("The navigator's index has another form.") }
  // On the pages of a node of the type `module`, the navigator would show that node alone.
  let modules = trees.filter { $0["path"] as? String != start }
    .map { $0.merging(["type": "collection"]) { $1 } }
    .sorted { ($0["title"] as? String ?? "") < $1["title"] as? String ?? "" }
  root["children"] =
    [["title": "Modules", "type": "groupMarker"]] + modules
    + (root["children"] as? [Object] ?? [])
  index["interfaceLanguages"] = ["swift": [root]]
  try write(index, "\(folder)/index/index.json")

  try? files.removeItem(atPath: "\(folder)/data/documentation.json")
  let pages = (files.enumerator(atPath: "\(folder)/data")?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".json") }.map { "/" + $0.dropLast(5) }
  let html = text(of: "\(folder)/index.html")
  /// The fragments of each page, and its links.
  var fragments: [String: Set<String>] = [:]
  var links: [(from: String, to: String)] = []
  for page in pages {
    var content = read("\(folder)/data\(page).json")
    var hierarchy = content["hierarchy"] as? Object ?? [:]
    var references = content["references"] as? Object ?? [:]
    let lines = hierarchy["paths"] as? [[String]] ?? []
    if page != start, lines.contains(where: { $0.first != id }) {
      hierarchy["paths"] = lines.map { [id] + $0 }
      references[id] = parent
      content["hierarchy"] = hierarchy
      content["references"] = references
      try write(content, "\(folder)/data\(page).json")
    }
    // The icon's address becomes absolute before another page's address replaces this one.
    let up = String(repeating: "../", count: page.split(separator: "/").count)
    let script = """
      baseUrl = new URL("\(up)", location).pathname
      for (const link of document.querySelectorAll("link")) link.href = link.href
      """
    try html.replacing("=\"/", with: "=\"\(up)").replacing("baseUrl = \"/\"", with: script)
      .write(toFile: "\(folder)\(page)/index.html", atomically: false, encoding: .utf8)

    var anchors: [Any] = []
    values(of: "anchor", in: content, found: &anchors)
    fragments[page] = Set(anchors.compactMap { $0 as? String })
    for case let reference as Object in references.values {
      let variants = (reference["variants"] as? [Object] ?? []).compactMap { $0["url"] as? String }
      links += (variants + [reference["url"] as? String].compactMap { $0 }).map { (page, $0) }
    }
  }

  var outside: Set<String> = []
  let dead = links.filter { _, to in
    let parts = to.split(separator: "#", maxSplits: 1).map(String.init)
    if to.contains("://") {
      outside.insert(to)
      return false
    }
    if let known = fragments[parts[0]] { return parts.count > 1 && !known.contains(parts[1]) }
    return !to.hasPrefix("/") || !files.fileExists(atPath: folder + to)
      || to.hasPrefix("/documentation/")
  }
  for (from, to) in dead { print("\(from): \(to)") }
  if !dead.isEmpty { fail("\(dead.count) links lead nowhere.") }

  for (place, target) in [("", "documentation/start/"), ("/documentation", "start/")] {
    try """
    <!doctype html><meta charset="utf-8"><title>Stagecraft</title>
    <link rel="icon" href="\(target)\(target.contains("/s") ? "../../" : "../")favicon.ico">
    <meta http-equiv="refresh" content="0; url=\(target)"><a href="\(target)">Stagecraft</a>

    """.write(toFile: "\(folder)\(place)/index.html", atomically: false, encoding: .utf8)
  }
  try write([:], "\(folder)/theme-settings.json")
  print("\(pages.count) pages with \(links.count) links; \(outside.count) other addresses.")
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "catalog" where arguments.count > 3: try writeCatalog(arguments[2], Array(arguments[3...]))
case "finish" where arguments.count == 3: try finish(arguments[2])
default: fail("Usage: see the beginning of the file.")
}
