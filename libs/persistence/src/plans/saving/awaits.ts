import type { Await } from '@slipway/domain/decision';
import { columnDefinitions, columnNames } from '../rows/columns.ts';
import { awaitColumns, toAwaitRecord } from '../rows/history-rows.ts';
import type { StatementPart } from './compose.ts';

/** Whether the row `a` is the await of the record `x` of the release `r`. */
export const sameAwaitSql = `a.release_id = r.id and a.kind = x.kind and a.reference = x.reference
    and a.task_id is not distinct from x.task_id and a.purpose is not distinct from x.purpose`;

const records = `json_to_recordset($1) as x(${columnDefinitions(awaitColumns)})`;
const insertAwaits = `insert into awaits (release_id, ${columnNames(awaitColumns)})
  select r.id, ${columnNames(awaitColumns, 'x.')} from r, ${records}`;
const deleteAwaits = `delete from awaits a using r, ${records} where ${sameAwaitSql}`;

const keyOf = ({ taskId, kind, purpose, reference, until }: Await): string =>
  JSON.stringify([taskId, kind, purpose, reference, until]);
const toRecords = (awaits: readonly Await[]): string => JSON.stringify(awaits.map(toAwaitRecord));

/** The awaits that a save removes and adds. */
export interface AwaitChanges {
  readonly removed: readonly Await[];
  readonly added: readonly Await[];
}

const noChanges: AwaitChanges = { removed: [], added: [] };

/** Compares the awaits before and after a decision. */
export function compareAwaits(before: readonly Await[], after: readonly Await[]): AwaitChanges {
  if (before === after || before.length + after.length === 0) return noChanges;
  const previousKeys = new Set(before.map(keyOf));
  const currentKeys = new Set(after.map(keyOf));
  return {
    removed: before.filter((pendingAwait) => !currentKeys.has(keyOf(pendingAwait))),
    added: after.filter((pendingAwait) => !previousKeys.has(keyOf(pendingAwait))),
  };
}

/** Writes only changed awaits, because a release can wait for a hundred objects while only one of them changes. */
export function awaitParts(before: readonly Await[], after: readonly Await[]): StatementPart[] {
  const { removed, added } = compareAwaits(before, after);
  return [
    ...(removed.length > 0 ? [{ key: 'ad', sql: deleteAwaits, values: [toRecords(removed)] }] : []),
    ...(added.length > 0 ? [{ key: 'ai', sql: insertAwaits, values: [toRecords(added)] }] : []),
  ];
}
