#if PostgreSQL
internal import DurableWorkflows
internal import Workflows

extension StoreStatements {
  private static let writeColumns = """
    $1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[]
    """

  /// Appends the changes of writes to the journal.
  private var addChanges: String {
    """
    added AS (
      INSERT INTO \(schema).changes
        (run, position, epoch, time, kind, path, type, flag, number, other, value)
      SELECT kept.run, kept.base + c.index, kept.epoch, kept.now, c.kind, c.path, c.type, c.flag,
        c.number, c.other, c.value
      FROM unnest(
        $7::bigint[], $8::bigint[], $9::smallint[], $10::text[], $11::text[], $12::boolean[],
        $13::bigint[], $14::bigint[], $15::bytea[]
      ) AS c(write, index, kind, path, type, flag, number, other, value)
      JOIN kept ON kept.write = c.write
    )
    """
  }

  private static let placesOfOrigin =
    RecordPath.ofOrigin.map { "'\($0)'" }.joined(separator: ", ")

  // The condition that the state is 1 is written so that PostgreSQL does not scan the index of all
  // runs that workers have.
  private var condition: String {
    """
    r.id = w.id AND r.epoch = w.epoch AND r.state BETWEEN 1 AND 1
    AND r.token IS DISTINCT FROM w.token
    """
  }

  /// Performs writes of workers that continue, which change no indexed column.
  var keep: String {
    """
    WITH \(clock),
    w AS MATERIALIZED (
      SELECT * FROM unnest(\(Self.writeColumns)) AS w(write, id, epoch, token, count, moves)
      WHERE \(Self.holds("id"))
    ),
    kept AS (
      UPDATE \(schema).runs AS r SET
        until = clock.now + r.lease,
        token = w.token,
        position = r.position + w.count,
        fruitless = CASE WHEN w.moves THEN 0 ELSE r.fruitless END
      FROM w, clock WHERE \(condition)
      RETURNING w.write, r.run, r.epoch, r.position - w.count AS base, clock.now
    ),
    \(addChanges)
    SELECT write, now FROM kept
    """
  }

  /// Performs any writes.
  ///
  /// A signal or a cancellation that has arrived since the worker looked is in the columns of the
  /// run, not only in other tables: PostgreSQL checks them again if it has waited for the row.
  var commit: String {
    """
    WITH \(clock),
    w AS MATERIALIZED (
      SELECT * FROM unnest(
        \(Self.writeColumns), $16::smallint[], $17::bigint[], $18::bigint[], $19::text[],
        $20::text[], $21::text[], $22::bytea[], $23::boolean[]
      ) AS w(
        write, id, epoch, token, count, moves, state, due, pause, signals, type, message, value,
        undoes
      ) WHERE \(Self.holds("id"))
    ),
    kept AS (
      UPDATE \(schema).runs AS r SET
        state = w.state,
        due = CASE w.state
          WHEN 1 THEN r.due
          WHEN 0 THEN
            CASE WHEN r.paused THEN NULL
            WHEN r.cancelled OR r.signalled && w.signals::text[] THEN clock.now
            ELSE least(w.due, clock.now + w.pause, r.deadline) END
        END,
        until = CASE WHEN w.state = 1 THEN clock.now + r.lease END,
        ended = CASE WHEN w.state IN (2, 3, 4) THEN clock.now ELSE r.ended END,
        awaited = CASE WHEN w.state = 0 THEN w.signals::text[] ELSE r.awaited END,
        key = CASE WHEN w.state IN (0, 1) THEN r.key END,
        paused = r.paused AND w.state NOT IN (2, 3, 4),
        token = w.token,
        position = r.position + w.count,
        fruitless = CASE WHEN w.moves OR w.state = 0 THEN 0 ELSE r.fruitless END,
        undoing = r.undoing OR w.undoes
      FROM w, clock WHERE \(condition) AND NOT (r.cancelled AND w.state = 2)
      RETURNING w.write, r.run, r.epoch, r.position - w.count AS base, clock.now
    ),
    \(addChanges),
    ended AS (
      INSERT INTO \(schema).outcomes (run, type, message, value)
      SELECT kept.run, w.type, w.message, w.value FROM kept JOIN w USING (write)
      WHERE w.state IN (2, 3, 5)
      ON CONFLICT (run) DO UPDATE
      SET type = excluded.type, message = excluded.message, value = excluded.value
    ),
    superseded AS (
      DELETE FROM \(schema).changes AS c
      USING kept, unnest($7::bigint[], $9::smallint[], $10::text[]) AS a(write, kind, path)
      WHERE kept.write = a.write AND c.run = kept.run AND (
        a.kind = 6 AND c.kind IN (4, 5, 6)
          AND (c.path = a.path OR starts_with(c.path, a.path || '/'))
        OR a.kind = 12 AND c.kind = 12 AND c.path = a.path
        OR a.kind = 11 AND c.kind NOT IN (7, 10, 12)
          AND (c.path IS NULL OR c.path NOT IN (\(Self.placesOfOrigin)))
      )
    )
    SELECT write, now FROM kept
    """
  }

  var explain: String {
    """
    WITH \(clock)
    SELECT id, epoch, token, state, cancelled, now FROM \(schema).runs, clock
    WHERE id = ANY ($1::text[])
    """
  }
}
#endif
