-- The runs of the transcripts in Tools/README.md; transcripts.py creates the tables before them.
-- Their times are long ago, or in the year 2100, so that they are the same whenever they are read.
INSERT INTO tenon_runs VALUES (1, 'order-17', 'fulfil order', 1, 1741942502000, NULL, 2, NULL, NULL, 1741942511480, 'w-1', 2, 30000, 0, 0, 0, 7, 4, 0, NULL, NULL, '', 0, NULL, NULL);
INSERT INTO tenon_inputs VALUES (1, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/reserve', 1, 1, 1741942502180, 120, 'String', CAST('"r-17"' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/charge', 1, 2, 1741942504520, 2300, 'String', CAST('"c-17"' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/approval', 0, 3, 1741942508100, 0, 'String', CAST('{"by":"Mia"}' AS BLOB));
INSERT INTO tenon_records VALUES (1, '/fulfil order/ship', 0, 4, 1741942511480, 1200, 'String', CAST('"parcel-17"' AS BLOB));
INSERT INTO tenon_signals VALUES (1, 'approval', 1741942508100, CAST('{"by":"Mia"}' AS BLOB));
INSERT INTO tenon_ends VALUES (1, NULL, NULL, CAST('"parcel-17"' AS BLOB));
INSERT INTO tenon_runs VALUES (2, 'order-18', 'fulfil order', 1, 1741942563000, NULL, 3, NULL, NULL, 1741942568400, 'w-1', 1, 30000, 0, 0, 0, 7, 3, 1, NULL, NULL, '', 0, NULL, NULL);
INSERT INTO tenon_inputs VALUES (2, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (2, '/fulfil order/reserve', 1, 1, 1741942563140, 140, 'String', CAST('"r-18"' AS BLOB));
INSERT INTO tenon_undoing VALUES (2, 'PaymentError', 'The card was refused.');
INSERT INTO tenon_undone VALUES (2, '/fulfil order/reserve', 1);
INSERT INTO tenon_ends VALUES (2, 'PaymentError', 'The card was refused.', NULL);
INSERT INTO tenon_runs VALUES (3, 'order-19', 'fulfil order', 1, 1741942597000, NULL, 0, NULL, NULL, NULL, 'w-2', 1, 30000, 0, 0, 0, 7, 2, 0, '["approval"]', NULL, '', 0, NULL, NULL);
INSERT INTO tenon_inputs VALUES (3, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (3, '/fulfil order/reserve', 1, 1, 1741942597090, 90, 'String', CAST('"r-19"' AS BLOB));
INSERT INTO tenon_records VALUES (3, '/fulfil order/charge', 1, 2, 1741942599900, 2700, 'String', CAST('"c-19"' AS BLOB));
INSERT INTO tenon_waits VALUES (3, '/fulfil order/approval/%signal', 9223372036854775807, NULL);
INSERT INTO tenon_runs VALUES (4, 'order-20', 'fulfil order', 1, 1741942642000, NULL, 5, NULL, NULL, NULL, 'w-2', 1, 30000, 0, 0, 0, 7, 1, 0, NULL, NULL, '', 0, NULL, NULL);
INSERT INTO tenon_inputs VALUES (4, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_records VALUES (4, '/fulfil order/reserve', 1, 1, 1741942642120, 110, 'Reservation', CAST('{"number":20}' AS BLOB));
INSERT INTO tenon_ends VALUES (4, NULL, 'The output of ''/fulfil order/reserve'' is a Reservation, and the definition has a String.', NULL);
INSERT INTO tenon_runs VALUES (5, 'order-21', 'fulfil order', 1, 1741942662000, NULL, 0, 4102444800000, NULL, NULL, NULL, 0, 30000, 0, 0, 0, 7, 0, 0, NULL, NULL, '', 0, NULL, NULL);
INSERT INTO tenon_inputs VALUES (5, CAST('{"item":"socks","pairs":2}' AS BLOB));
INSERT INTO tenon_schedules VALUES ('nightly report', 'report', 1, NULL, CAST('{"cron":"30 2 * * mon-fri","missed":"latest","repeatedTimes":"once","skippedTimes":"onceAfter","timeZone":"Europe/Berlin"}' AS BLOB), NULL, 4102450200000, 0, 3);
INSERT INTO tenon_schedules VALUES ('hourly check', 'check stock', 1, NULL, CAST('{"every":3600000,"missed":"skipped"}' AS BLOB), NULL, 4102448400000, 0, 1);
