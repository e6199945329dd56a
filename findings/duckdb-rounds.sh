#!/bin/bash
# DuckDB rounds, and compares as text, without a word.
#
# DuckDB 1.5.6 looks at the first 20,480 rows of a CSV or JSON file to choose the
# types of its columns. If a column of numbers begins with as many whole ones, 0 of
# something that stands still, it is BIGINT, and what follows is *rounded*: 0.4 is 0,
# 0.65 is 1. If it begins with as many empty cells, it is VARCHAR (of JSON: JSON),
# and 999.5 is more than 4999.5. There is no error and no warning: a table of 25,001
# rows reads, and its sums are wrong. (Polars refuses the first table, and says why.)
#
# With sample_size=-1 both read right, and so does the first one if whole numbers of
# a column of floats are written with a point: 0.0.
#
# Installs the pinned npm package in a temporary folder, and fails if this is not
# so any more. Status 77: npm cannot have it.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 \
  >npm.log 2>&1 || { cat npm.log; exit 77; }

cat >look.mjs <<'JS'
import {DuckDBInstance} from '@duckdb/node-api';
import {writeFileSync} from 'node:fs';

const ROWS = 30_000;
const BEGIN = 25_000;  // of what moves

function write(name, before, after) {
  let csv = 't,x\n';
  let lines = '';
  for (let t = 0; t < ROWS; ++t) {
    const x = t < BEGIN ? before : after(t - BEGIN);
    csv += `${t},${x}\n`;
    lines += `{"t":${t},"x":${x === '' ? 'null' : x}}\n`;
  }
  writeFileSync(`${name}.csv`, csv);
  writeFileSync(`${name}.ndjson`, lines);
}

write('still', '0', (i) => 0.25 * i + 0.4);
write('point', '0.0', (i) => 0.25 * i + 0.4);
write('empty', '', (i) => i + 0.5);

const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
async function first(sql) {
  const rows = await (await connection.run(sql)).getRows();
  return rows[0].map(String).join(' ');
}

const said = [`DuckDB ${await first('SELECT version()')}`];
async function look(source) {
  said.push(`${source}: ${await first(
    `SELECT any_value(typeof(x)), max(x) FILTER (t = ${BEGIN}), max(x)
     FROM ${source}`)}`);
}
for (const file of ['still', 'empty']) {
  await look(`read_csv('${file}.csv')`);
  await look(`read_csv('${file}.csv', sample_size=-1)`);
  await look(`read_json('${file}.ndjson')`);
  await look(`read_json('${file}.ndjson', sample_size=-1)`);
}
await look("read_csv('point.csv')");
await look("read_json('point.ndjson')");
console.log(said.join('\n'));
JS

# Type, the value of row 25,000 (0.4, or 0.5), and the largest (1250.15, or 4999.5).
cat >expected <<'OUT'
DuckDB v1.5.6
read_csv('still.csv'): BIGINT 0 1250
read_csv('still.csv', sample_size=-1): DOUBLE 0.4 1250.15
read_json('still.ndjson'): BIGINT 0 1250
read_json('still.ndjson', sample_size=-1): DOUBLE 0.4 1250.15
read_csv('empty.csv'): VARCHAR 0.5 999.5
read_csv('empty.csv', sample_size=-1): DOUBLE 0.5 4999.5
read_json('empty.ndjson'): JSON 0.5 999.5
read_json('empty.ndjson', sample_size=-1): DOUBLE 0.5 4999.5
read_csv('point.csv'): DOUBLE 0.4 1250.15
read_json('point.ndjson'): DOUBLE 0.4 1250.15
OUT
node look.mjs | tee found
diff expected found
