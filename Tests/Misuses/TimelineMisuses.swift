import Stagecraft

let timelineMisuses: [Misuse] = [
  Misuse(
    "timeline: fewer events than a page needs",
    says: "A timeline cannot keep only 15 events: give it 16 or more."
  ) {
    _ = Timeline(capacity: .events(15))
  },
  Misuse("timeline: a negative capacity", says: "A timeline cannot keep only -1 events") {
    _ = Timeline(capacity: .events(-1))
  },
  Misuse(
    "timeline: sample without a pause",
    says: "The sampling period and the lateness threshold of a timeline must be positive."
  ) {
    var configuration = Timeline.Configuration()
    configuration.samplingPeriod = .zero
    _ = Timeline(configuration: configuration)
  },
  Misuse(
    "timeline: call each answer of the main actor late",
    says: "The sampling period and the lateness threshold of a timeline must be positive."
  ) {
    var configuration = Timeline.Configuration()
    configuration.latenessThreshold = .milliseconds(-1)
    _ = Timeline(configuration: configuration)
  },
]
