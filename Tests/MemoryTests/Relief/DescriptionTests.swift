import Testing

@testable import StagecraftMemory

/// The descriptions of reports, events and requests.
struct DescriptionTests {
  private struct CoverError: Error { var book: Int }

  private func report(
    measured: Int?, keeps: Bool = false, outcomes: [ReliefReport.Outcome] = [.released(3 << 20)]
  ) -> ReliefReport {
    ReliefReport(
      level: .high, cause: .usage(80 << 20, limit: 100 << 20), target: 10 << 20,
      entries: outcomes.map { outcome in
        ReliefReport.Entry(
          name: "covers", cost: .readFromDisk, estimated: 5, outcome: outcome, duration: .zero)
      },
      residentBefore: measured == nil ? nil : 90 << 20,
      residentAfter: measured.map { 90 << 20 - $0 },
      heapKeepsMemory: keeps, duration: .milliseconds(3), time: .zero)
  }

  @Test func descriptionOfAReportHasReleasedAndMeasuredBytes() {
    let beginning = """
      Pass at high pressure, because 80 MiB of 100 MiB are in use: 1 of 1 responders released \
      3 MiB of 10 MiB.
      """
    #expect("\(report(measured: nil))" == beginning)
    #expect("\(report(measured: 3 << 20))" == "\(beginning) Resident memory shrank by 3 MiB.")
    #expect("\(report(measured: -1 << 20))" == "\(beginning) Resident memory grew by 1 MiB.")
  }

  @Test func descriptionOfAReportExplainsASmallerMeasurement() {
    let hint = "see PressurePolicy.returnsFreedMemory"
    #expect("\(report(measured: 1 << 20, keeps: true))".contains(hint))
    #expect(!"\(report(measured: 1 << 20))".contains(hint))
    #expect(!"\(report(measured: 2 << 20, keeps: true))".contains(hint))
  }

  @Test func descriptionOfAReportNamesFailedAndOverdueResponders() {
    let text =
      "\(report(measured: nil, outcomes: [.failed(CoverError(book: 7)), .overdue, .stillOverdue, .kept]))"
    #expect(text.contains("0 of 4 responders released 0 B of 10 MiB."))
    #expect(text.contains("“covers” (read from disk): failed with CoverError(book: 7)."))
    #expect(text.contains("“covers” (read from disk): did not return in time."))
    #expect(text.contains("“covers” (read from disk): has not returned from an earlier pass."))
    #expect(!text.contains("was not needed"))
    #expect("\(ReliefReport.Outcome.kept)" == "was not needed")
    #expect("\(ReliefReport.Outcome.ended)" == "was unregistered before its turn")
  }

  @Test func eventsAndRequestsDescribeThemselvesInSentences() {
    let event = PressureEvent(level: .elevated, cause: .throttled, target: 2048)
    #expect(
      "\(event)"
        == "Pressure is elevated: the kernel throttles the cgroup; 2 KiB are to be released.")
    #expect(
      "\(ReleaseRequest(level: .high, target: 1024))" == "At high pressure 1 KiB are requested.")
    #expect(
      "\(ReleaseRequest(level: .critical))"
        == "At critical pressure as much as possible is requested.")
  }
}
