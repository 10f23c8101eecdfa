import type { Instant, MadeRequest } from '@slipway/domain';
import { readJournal } from '@slipway/persistence';
import type { JournalEntry } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { type Begun, type Given, type Over, rowsOf } from './journal-rows.ts';

/** A sent request, and its description in the journal. */
export type Sent = NonNullable<Begun['request']> & Pick<Begun, 'said'>;

/** An effect in the journal. */
interface Row {
  readonly begun: Begun;
  readonly over: Over | null;
}

/** The content of the rows of a run. */
export interface ReadJournal {
  readonly rows: number;
  /** how often an attempt has ended with a pause */
  readonly pauses: number;
  readonly given: Given | null;
  readonly entries: JournalEntry[];
  readonly reads: Begun['reads'];
  readonly computedMs: number;
  /** A request of an earlier attempt without a response. */
  readonly sent: Sent | null;
  /** the end of the pause that it has come to */
  readonly pausesUntil: Instant | null;
  /** Requests that no fact has reported. */
  readonly untold: readonly MadeRequest[];
}

const isPause = ({ begun }: Row): boolean => begun.request === null;

/** Reads what earlier attempts at a run have written; a first one has nothing to read. */
export async function journalOf({ database, seal }: ScriptContext, run: ClaimedRun): Promise<ReadJournal> {
  const { script } = run;
  const rows = script.attempt > 1 ? await readJournal(database, script.id) : [];
  const sealed = rowsOf(seal, script.id);
  const found = rows.map(({ nth, effect, reply }): Row => {
    return { begun: sealed.openBegun(nth, effect), over: reply === null ? null : sealed.openOver(nth, reply) };
  });
  const last = found.at(-1);
  return {
    rows: rows.length,
    pauses: found.filter(isPause).length,
    given: found[0]?.begun.given ?? null,
    entries: found.flatMap(entriesOf),
    reads: Object.assign({}, ...found.map(({ begun }) => begun.reads)),
    computedMs: last?.begun.computedMs ?? 0,
    sent: last?.over === null && last.begun.request ? { ...last.begun.request, said: last.begun.said } : null,
    pausesUntil: last?.over && isPause(last) ? last.over.at : null,
    untold: untoldIn(found, run),
  };
}

const entriesOf = ({ begun, over }: Row): readonly JournalEntry[] => [
  ...begun.entries,
  ...(over === null ? [] : [{ said: begun.said, at: over.at, reply: over.reply }]),
];

/**
 * The requests before a pause were reported with it: the fact is stored if the run has slept, or if another attempt
 * continued.
 */
function untoldIn(rows: readonly Row[], { script, slept }: ClaimedRun): readonly MadeRequest[] {
  const isTold = (row: Row, at: number): boolean =>
    isPause(row) && (at < rows.length - 1 || slept || row.begun.attempt < script.attempt - 1);
  const untold = rows.slice(rows.findLastIndex(isTold) + 1);
  return untold.flatMap(({ begun, over }) => [...begun.made, ...(over?.made ? [over.made] : [])]);
}
