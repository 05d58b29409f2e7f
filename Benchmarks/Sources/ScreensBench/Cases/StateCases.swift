internal import Foundation
internal import Harness
internal import StagecraftScreens

extension Case {
  /// State is saved before a view is unloaded, and restored when it is loaded again.
  static var states: [Case] {
    [
      Case("cycle", "a view is unloaded and loaded again, without state") {
        let screen = try onMain { BranchScreen(in: ScreenApplication()) }
        return [
          .onMain("stagecraft") { times in
            for _ in 0..<times {
              screen.loadViewIfNeeded()
              try screen.unloadView()
            }
          }
        ]
      },
      saving("state-text-64k", "a text of 64 KiB is saved and restored", Reading.text),
      saving("state-marks-64k", "1500 small records are saved and restored", Reading.marks),
      saving("state-bytes-64k", "64 KiB of bytes are saved and restored", Reading.bytes),
      saving("state-data-64k", "64 KiB of Foundation's Data are saved and restored", Reading.data),
      saving(
        "state-contiguous-64k", "a ContiguousArray of 64 KiB of bytes is saved and restored",
        Reading.contiguousBytes),
    ] + [(100, "100"), (1_000, "1000"), (10_000, "10k")].flatMap { archiving($0.0, $0.1) }
  }

  private static func archiving(_ count: Int, _ label: String) -> [Case] {
    [
      Case(
        "archive-\(label)", "a stack of \(count) screens is archived, each with a note and a number"
      ) {
        let shelf = try onMain { Shelf(count: count) }
        return [.onMain("stagecraft") { try shelf.archive($0) }]
      },
      Case(
        "restore-\(label)", "the stack is restored, with all of its screens, without their views"
      ) {
        let shelf = try onMain { Shelf(count: count) }
        return [.onMain("stagecraft") { try shelf.restore($0) }]
      },
    ]
  }

  private static func saving<Value: Codable & Sendable & Equatable>(
    _ name: String, _ about: String, _ value: Value
  ) -> Case {
    Case(name, about, textbook: "property-list") {
      let screen = try onMain {
        let application = ScreenApplication()
        application.stateBudget.perScreen = 80 << 10
        return StatefulScreen(value, in: application)
      }
      return [
        .onMain("stagecraft") { try screen.cycle($0) },
        .onThread("property-list") { times in
          let encoder = PropertyListEncoder()
          encoder.outputFormat = .binary
          for _ in 0..<times {
            let data = try encoder.encode([value])
            Sink.keep(try PropertyListDecoder().decode([Value].self, from: data))
          }
        },
        .onThread("json") { times in
          for _ in 0..<times {
            let data = try JSONEncoder().encode([value])
            Sink.keep(try JSONDecoder().decode([Value].self, from: data))
          }
        },
      ]
    }
  }
}
