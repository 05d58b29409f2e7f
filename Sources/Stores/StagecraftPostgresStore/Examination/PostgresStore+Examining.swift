#if PostgreSQL
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
    let porter: Porter<PostgresExaminationWork>
    do {
      porter = try Porter("lend-examine") { PostgresExaminationWork() }
    } catch {
      throw LeaseStoreError(.unreachable, error.description)
    }
    let options = options
    let result = await withCheckedContinuation { waiter in
      let job = PostgresExaminationJob(options: options, waiter: waiter)
      if !porter.submit(job) { waiter.resume(returning: .failure(.storeIsClosed)) }
    }
    porter.stop()
    return try result.get()
  }
}
#endif
