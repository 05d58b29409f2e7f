#if PostgreSQL
internal import PostgresFloor
public import StagecraftSharedPools
internal import StoreFloor

extension PostgresStore {
  /// Examines the server, the role and the schema, on a connection of its own.
  ///
  /// It changes nothing.
  ///
  /// - Returns: What was found.
  /// - Throws: ``LeaseStoreError`` if the server cannot be reached or denies access.
  public func examine() async throws(LeaseStoreError) -> PostgresExamination {
    let thread: PollThread<PostgresExaminationWork>
    do {
      thread = try PollThread("lend-examine") { PostgresExaminationWork() }
    } catch {
      throw LeaseStoreError(.unreachable, error.description)
    }
    let options = options
    let result = await withCheckedContinuation { waiter in
      let job = PostgresExaminationJob(options: options, waiter: waiter)
      if !thread.submit(job) { waiter.resume(returning: .failure(.storeIsClosed)) }
    }
    await thread.stopAndWait()
    return try result.get()
  }
}
#endif
