#if Maps && WebPages
import CStageGTK
import Foundation
import StagecraftGTK

// Measures the promises of the package in real windows, and prints a Markdown table:
//
//     xvfb-run -a swift run -c release --traits Maps,WebPages gtk-bench [--smoke] [verb …]
//
// `--smoke` runs briefly and ignores how fast this machine is. The exit status is 1 if an invariant
// is broken, and without `--smoke` also if a target is missed.

/// The verbs by name; each adds its figures to the report.
let verbs: [(name: String, run: @MainActor (Report) async throws -> Void)] = [
  ("start", Loop.start),
  ("idle", Loop.idle),
  ("hops", Loop.hops),
  ("lists", Lists.run),
  ("pages", PageTurns.run),
  ("selection", Selection.run),
]

let arguments = CommandLine.arguments.dropFirst()
let chosen = arguments.filter { !$0.hasPrefix("-") }
if let unknown = chosen.first(where: { name in !verbs.contains { $0.name == name } }) {
  print("There is no verb “\(unknown)”; there are \(verbs.map(\.name).joined(separator: ", ")).")
  exit(2)
}
let report = Report(isSmoke: arguments.contains("--smoke"))
stage_log_install()
let application = GTKApplication("org.stagecraft.Bench")
application.run {
  Task {
    do {
      for verb in verbs where chosen.isEmpty || chosen.contains(verb.name) {
        try await verb.run(report)
      }
    } catch {
      report.check("no error", false, "\(error)")
    }
    let warnings = stage_log_warnings() + stage_log_criticals()
    report.check("no GTK warning", warnings == 0, "\(warnings)")
    application.quit()
  }
}
report.print()
exit(report.isMet ? 0 : 1)
#else
import StageFloor

exitForMissingTraits(of: "gtk-bench", traits: "Maps,WebPages")
#endif
