internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

struct LinksScene: Scene {
  let name = "links"
  let summary = "a link opens a tab, a stack and a sheet, and the same data restores them"
  var program = Bundle.main.executablePath ?? "/proc/self/exe"
  /// The folder in which the scene makes its own, which it removes.
  var temporaryFolder = FileManager.default.temporaryDirectory
  private let link = "library://books/17/review"

  func play(_ narrator: Narrator) async throws {
    try playLink(narrator)
    playBack(narrator)
    await playResult(narrator)
    try await playRestart(narrator)
  }

  func playLink(_ narrator: Narrator) throws {
    narrator.chapter("A link: window.show(navigation)")
    narrator.show(Listing("static func navigation", in: "LinksApp.swift"))
    let (textbook, app) = (LinkedApp(), LinkedApp())
    narrator.record(app.application, as: "a link")
    for app in [textbook, app] { app.window.open() }
    for _ in 1...2 {
      textbook.stack.push(LinkPage("Book", 17, in: textbook.application))
      textbook.window.present(LinkPage("Review", 17, in: textbook.application), as: .sheet)
    }
    let twice = ["Book 17", "Book 17", "Review 17", "Review 17"]
    let navigation = LinkedApp.navigation(for: link) ?? .any
    let reports = (1...2).map { _ in app.window.show(navigation).reportIfOver }
    let shown = app.window.navigation
    let json = try JSONEncoder().encode(shown)
    let copy = LinkedApp()
    copy.window.show(try JSONDecoder().decode(Navigation.self, from: json))
    narrator.show(["\(link), opened twice:"])
    narrator.show("    by hand: \(textbook.window.navigation)")
    narrator.show("    as data: \(shown)")
    narrator.observation(
      "Pushed and presented, the book and its review are there twice, and the tab is the old one.",
      isSeen: textbook.pages.dropFirst().map(\.name) == twice
        && textbook.window.navigation.children[0].current == 0)
    narrator.promise(
      "As data, the tab, the book and the sheet are shown once, however often the link is opened.",
      isKept: app.pages.map(\.name) == ["Desk 1", "Book 17", "Review 17"]
        && shown.children[0].current == 1 && reports.allSatisfy { $0?.isComplete == true })
    narrator.promise(
      "Encoded in \(json.count) bytes of JSON, it shows the same in another window.",
      isKept: copy.window.navigation == shown)
    let lost = app.window.show(.window(.tab(1, .stack(.any, .screen("Poster"))))).reportIfOver
    narrator.promise(
      "A link to nothing is reported: \(lost?.losses.first.map { "\($0)" } ?? "")",
      isKept: lost?.losses.map(\.reason) == [.unknownName])
  }

  func playBack(_ narrator: Narrator) {
    narrator.chapter("Going back from a draft: shouldPop()")
    let app = LinkedApp()
    app.window.show(LinkedApp.navigation(for: "library://books/17") ?? .any)
    app.window.open()
    let book = app.pages[1]
    book.view.text = "half a sentence"
    let refused = app.stack.requestBack().outcomeIfOver
    let gesture = try? app.stack.beginPop()
    let attempts = book.attempts
    book.view.text = ""
    let agreed = app.stack.requestBack().outcomeIfOver
    narrator.promise(
      "With a draft, the button and the gesture are refused, and the page is notified of both.",
      isKept: refused == .refused(.isRefused) && gesture == nil && attempts == 2)
    narrator.promise(
      "Without one, the button goes back.",
      isKept: agreed == .completed && app.pages.map(\.name) == ["Desk 1"])
  }

  func playResult(_ narrator: Narrator) async {
    narrator.chapter("A sheet that returns a result: await present(review)")
    let app = LinkedApp()
    app.window.open()
    func review(_ end: @escaping @MainActor (LinkPage) -> Void) async -> ScreenOutcome<String> {
      let page = LinkPage("Review", 17, in: app.application)
      Task { end(page) }
      return await app.window.present(page, as: .sheet)
    }
    let finished = await review { $0.finish(with: "five stars") }
    let dismissed = await review { $0.requestDismissal() }
    narrator.show(["finish(with:): \(finished)", "requestDismissal(): \(dismissed)"])
    narrator.promise(
      "The caller receives the result, or that there is none.",
      isKept: finished == .finished("five stars") && dismissed == .dismissed)
  }

  func playRestart(_ narrator: Narrator) async throws {
    narrator.chapter("A process that is killed: ScreenStateFile")
    // The second process ends before it would remove the mark beside the file.
    let folder = temporaryFolder.appendingPathComponent("stagecraft-links-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("state").path
    let first = try await ScreensGuest.saving(link: link, path: path).play(by: program)
    let second = try await ScreensGuest.restoring(path: path).play(by: program)
    narrator.say("The first process saved its state and was killed. The second one shows:")
    narrator.show(second.lines)
    narrator.promise(
      "The second process has the tab, the stack, the sheet and the texts of the first.",
      isKept: first.ending == .killed(signal: SIGKILL) && second.ending == .exited(0)
        && first.lines == second.lines && first.lines.count == 4)
  }
}
