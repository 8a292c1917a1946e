#if PostgreSQL
/// The SQL of a store in a database, with its schema and its clock.
package struct EntryStatements: Sendable {
  /// The clock of the server, in milliseconds.
  package static let systemTime = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  let time: String
  let entry: String
  let claim: String
  let renew: String
  let save: String
  let release: String
  let count: String
  let pruneLeases: String
  let pruneStale: String
  let pruneOldest: String

  init(schema: EntrySchema, systemTime: String) {
    let name = schema.name
    // The expression by which rows are found.
    let id = "sha256(convert_to($1::text, 'UTF8'))"
    let owned = "id = \(id) AND token = $2::bigint"
    // Only statements with parameters are prepared.
    time = "SELECT \(systemTime) WHERE $1::boolean"
    count = "SELECT sum(entries)::bigint FROM \(name).counts WHERE $1::boolean"
    entry = """
      SELECT content, loaded, fresh_until, stale_until FROM \(name).entries WHERE id = \(id)
      """
    // The same owner may ask again. If another statement is taking the lease, this one waits for it
    // and then compares with its result.
    claim = """
      WITH asked AS MATERIALIZED (SELECT \(id) AS id, \(systemTime) AS now),
      taken AS (
        INSERT INTO \(name).leases AS held (id, token, until)
        SELECT id, $2::bigint, now + $3::bigint FROM asked
        ON CONFLICT (id) DO UPDATE SET token = excluded.token, until = excluded.until
        WHERE held.until <= excluded.until - $3::bigint OR held.token = excluded.token
        RETURNING until
      )
      SELECT now, (SELECT until FROM taken), (
        SELECT until FROM \(name).leases AS held WHERE held.id = asked.id
      ) FROM asked
      """
    renew = """
      UPDATE \(name).leases SET until = \(systemTime) + $3::bigint WHERE \(owned) RETURNING true
      """
    release = "DELETE FROM \(name).leases WHERE \(owned)"
    // The token of an entry tells whether a statement whose answer was lost has saved it.
    save = """
      WITH ended AS (DELETE FROM \(name).leases WHERE \(owned) RETURNING id),
      saved AS (
        INSERT INTO \(name).entries
          (id, key, content, loaded, fresh_until, stale_until, token)
        SELECT id, $1::text, $3::bytea, $4::bigint, $5::bigint, $6::bigint, $2::bigint FROM ended
        ON CONFLICT (id) DO UPDATE SET content = excluded.content, loaded = excluded.loaded,
          fresh_until = excluded.fresh_until, stale_until = excluded.stale_until,
          token = excluded.token
        RETURNING xmax = 0 AS is_new
      ),
      counted AS (
        UPDATE \(name).counts SET entries = entries + 1
        WHERE part = $2::bigint & \(EntrySchema.countParts - 1)
          AND EXISTS (SELECT FROM saved WHERE is_new)
      )
      SELECT EXISTS (SELECT FROM saved)
        OR EXISTS (SELECT FROM \(name).entries WHERE \(owned))
      """
    pruneLeases = "DELETE FROM \(name).leases WHERE until <= \(systemTime) - $1::bigint"
    func removing(_ condition: String) -> String {
      """
      WITH gone AS (
        DELETE FROM \(name).entries WHERE id IN (
          SELECT id FROM \(name).entries \(condition)
          ORDER BY stale_until LIMIT $1::bigint FOR UPDATE SKIP LOCKED
        ) RETURNING id
      ),
      counted AS (
        UPDATE \(name).counts SET entries = entries - (SELECT count(*) FROM gone)
        WHERE part = 0 AND EXISTS (SELECT FROM gone)
      )
      SELECT count(*)::bigint FROM gone
      """
    }
    pruneStale = removing("WHERE stale_until < (SELECT \(systemTime))")
    pruneOldest = removing("")
  }
}
#endif
