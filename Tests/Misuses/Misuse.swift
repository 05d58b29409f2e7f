/// One mistake of a caller, and the text that it must print before it stops the program.
struct Misuse: Sendable {
  /// The mistake, in a few words; unique in the table.
  let name: String
  /// The text that standard error must contain, including the wrong number or name.
  let sentence: String
  let body: @Sendable () async -> Void

  init(_ name: String, says sentence: String, body: @escaping @Sendable () async -> Void) {
    self.name = name
    self.sentence = sentence
    self.body = body
  }
}

/// The whole table, a file for each module.
let allMisuses: [Misuse] =
  poolMisuses + operationMisuses + listMisuses + memoryMisuses + screenMisuses + testKitMisuses
  + sharedPoolMisuses + timelineMisuses + tableListMisuses
