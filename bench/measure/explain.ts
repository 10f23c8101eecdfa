import type { Connection } from '@slipway/persistence/database';

/** Lines that do not describe the plan. */
const bookkeeping = /^\s*(Index Searches|Storage|Planning Time|Heap Blocks|Sort Method):|never executed/;

/** Runs a statement, and returns its plan line by line, as PostgreSQL prints it. */
export async function explainPlan(
  connection: Connection,
  text: string,
  values?: Parameters<Connection['query']>[1],
): Promise<readonly string[]> {
  const statement = { text: `explain (analyze, buffers off, costs off, timing off) ${text}` };
  const rows = await connection.query<{ readonly 'QUERY PLAN': string }>(statement, values);
  return rows.map((row) => row['QUERY PLAN']).filter((line) => !bookkeeping.test(line));
}
