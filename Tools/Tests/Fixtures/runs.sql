-- The store of the transcripts in Tools/README.md, as the second version of the schema had it.
-- Its times are long ago, or in the year 2100, so that they are the same whenever it is read.
BEGIN;
CREATE TABLE tenon_store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  time INTEGER NOT NULL
) STRICT;
INSERT INTO tenon_store VALUES (1, 2, 1741942800000);

CREATE TABLE tenon_runs (
  run INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workflow TEXT NOT NULL,
  submitted INTEGER NOT NULL,
  deadline INTEGER,
  state INTEGER NOT NULL,
  due INTEGER,
  until INTEGER,
  ended INTEGER,
  worker TEXT,
  epoch INTEGER NOT NULL,
  lease INTEGER NOT NULL,
  fruitless INTEGER NOT NULL,
  cancelled INTEGER NOT NULL,
  token INTEGER,
  sequence INTEGER NOT NULL,
  marked INTEGER NOT NULL,
  undoing INTEGER NOT NULL,
  awaited TEXT
) STRICT;
CREATE INDEX tenon_runs_due ON tenon_runs (workflow, due, id) WHERE due IS NOT NULL;
CREATE INDEX tenon_runs_worker ON tenon_runs (worker, id) WHERE state = 1;
CREATE INDEX tenon_runs_ended ON tenon_runs (ended, id) WHERE ended IS NOT NULL;
CREATE INDEX tenon_runs_submitted ON tenon_runs (submitted, id);

CREATE TABLE tenon_inputs (run INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE tenon_ends (
  run INTEGER PRIMARY KEY, type TEXT, message TEXT, value BLOB
) STRICT;
CREATE TABLE tenon_undoing (run INTEGER PRIMARY KEY, type TEXT, message TEXT) STRICT;

CREATE TABLE tenon_records (
  run INTEGER NOT NULL,
  path TEXT NOT NULL,
  compensated INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  time INTEGER NOT NULL,
  took INTEGER NOT NULL,
  type TEXT NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenon_marks (
  run INTEGER NOT NULL,
  path TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  doubt INTEGER NOT NULL,
  earlier INTEGER NOT NULL,
  PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenon_waits (
  run INTEGER NOT NULL, path TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenon_limits (
  run INTEGER NOT NULL, path TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenon_attempts (
  run INTEGER NOT NULL,
  path TEXT NOT NULL,
  failed INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenon_undone (
  run INTEGER NOT NULL, path TEXT NOT NULL, succeeded INTEGER NOT NULL, PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenon_signals (
  run INTEGER NOT NULL,
  name TEXT NOT NULL,
  arrival INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

INSERT INTO tenon_runs VALUES (1, 'order-17', 'fulfil order', 1741942502000, NULL, 2, NULL, NULL, 1741942511480, 'w-1', 2, 30000, 0, 0, 7, 4, 0, 0, NULL);
INSERT INTO tenon_inputs VALUES (1, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/reserve', 1, 1, 1741942502180, 120, 'String', CAST('"r-17"' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/charge', 1, 2, 1741942504520, 2300, 'String', CAST('"c-17"' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/approval', 0, 3, 1741942508100, 0, 'String', CAST('{"by":"Mia"}' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/ship', 0, 4, 1741942511480, 1200, 'String', CAST('"parcel-17"' AS BLOB));
INSERT INTO tenon_signals VALUES (1, 'approval', 1741942508100, CAST('{"by":"Mia"}' AS BLOB));
INSERT INTO tenon_ends VALUES (1, NULL, NULL, CAST('"parcel-17"' AS BLOB));
INSERT INTO tenon_runs VALUES (2, 'order-18', 'fulfil order', 1741942563000, NULL, 3, NULL, NULL, 1741942568400, 'w-1', 1, 30000, 0, 0, 7, 3, 1, 1, NULL);
INSERT INTO tenon_inputs VALUES (2, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (2, '/fulfil order/reserve', 1, 1, 1741942563140, 140, 'String', CAST('"r-18"' AS BLOB));
INSERT INTO tenon_undoing VALUES (2, 'PaymentError', 'The card was refused.');
INSERT INTO tenon_undone VALUES (2, '/fulfil order/reserve', 1);
INSERT INTO tenon_ends VALUES (2, 'PaymentError', 'The card was refused.', NULL);
INSERT INTO tenon_runs VALUES (3, 'order-19', 'fulfil order', 1741942597000, NULL, 0, NULL, NULL, NULL, 'w-2', 1, 30000, 0, 0, 7, 2, 0, 0, '["approval"]');
INSERT INTO tenon_inputs VALUES (3, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (3, '/fulfil order/reserve', 1, 1, 1741942597090, 90, 'String', CAST('"r-19"' AS BLOB));
INSERT INTO tenon_records VALUES (3, '/fulfil order/charge', 1, 2, 1741942599900, 2700, 'String', CAST('"c-19"' AS BLOB));
INSERT INTO tenon_waits VALUES (3, '/fulfil order/approval/%signal', 9223372036854775807);
INSERT INTO tenon_runs VALUES (4, 'order-20', 'fulfil order', 1741942642000, NULL, 5, NULL, NULL, NULL, 'w-2', 1, 30000, 0, 0, 7, 1, 0, 0, NULL);
INSERT INTO tenon_inputs VALUES (4, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (4, '/fulfil order/reserve', 1, 1, 1741942642120, 110, 'Reservation', CAST('{"number":20}' AS BLOB));
INSERT INTO tenon_ends VALUES (4, NULL, 'The output of ''/fulfil order/reserve'' is a Reservation, and the definition has a String.', NULL);
INSERT INTO tenon_runs VALUES (5, 'order-21', 'fulfil order', 1741942662000, NULL, 0, 4102444800000, NULL, NULL, NULL, 0, 30000, 0, 0, 7, 0, 0, 0, NULL);
INSERT INTO tenon_inputs VALUES (5, CAST('{"item":"socks","pairs":2}' AS BLOB));

CREATE TABLE tenon_schedules (
  name TEXT PRIMARY KEY,
  workflow TEXT NOT NULL,
  input BLOB,
  rule BLOB NOT NULL,
  next INTEGER,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tenon_schedules_next ON tenon_schedules (workflow, next, name)
  WHERE next IS NOT NULL;
INSERT INTO tenon_schedules VALUES ('nightly report', 'report', NULL, CAST('{"cron":"30 2 * * mon-fri","missed":"latest","repeatedTimes":"once","skippedTimes":"onceAfter","timeZone":"Europe/Berlin"}' AS BLOB), 4102450200000, 3);
INSERT INTO tenon_schedules VALUES ('hourly check', 'check stock', NULL, CAST('{"every":3600000,"missed":"skipped"}' AS BLOB), 4102448400000, 1);
COMMIT;
