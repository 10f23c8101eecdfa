import type { ScriptHttpRequest } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import { readJournal } from '@slipway/persistence/scripts';
import type { JournalEntry } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { type EffectEnd, type EffectStart, type InitialRequest, journalCodec } from './journal-rows.ts';

/** A sent request, and its description in the journal. */
export type PendingRequest = NonNullable<EffectStart['request']> & Pick<EffectStart, 'said'>;

/** An effect in the journal. */
interface Row {
  readonly start: EffectStart;
  readonly end: EffectEnd | null;
}

/** The content of the rows of a run. */
export interface StoredJournal {
  readonly rows: number;
  /** the number of attempts that ended with a pause */
  readonly pauses: number;
  readonly given: InitialRequest | null;
  readonly entries: JournalEntry[];
  readonly reads: EffectStart['reads'];
  readonly computedMs: number;
  /** A request of an earlier attempt without a response. */
  readonly pendingRequest: PendingRequest | null;
  /** the end of the current pause */
  readonly pausesUntil: Instant | null;
  /** Requests that no fact has reported. */
  readonly unreported: readonly ScriptHttpRequest[];
}

const isPause = ({ start }: Row): boolean => start.request === null;

/** Reads the rows of earlier attempts at a run. Reads nothing for the first attempt. */
export async function loadJournal({ database, seal }: ScriptContext, run: ClaimedRun): Promise<StoredJournal> {
  const { script } = run;
  const rows = script.attempt > 1 ? await readJournal(database, script.id) : [];
  const codec = journalCodec(seal, script.id);
  const decodedRows = rows.map(({ nth, effect, reply }): Row => {
    return { start: codec.openStart(nth, effect), end: reply === null ? null : codec.openEnd(nth, reply) };
  });
  const last = decodedRows.at(-1);
  return {
    rows: rows.length,
    pauses: decodedRows.filter(isPause).length,
    given: decodedRows[0]?.start.given ?? null,
    entries: decodedRows.flatMap(entriesOf),
    reads: Object.assign({}, ...decodedRows.map(({ start }) => start.reads)),
    computedMs: last?.start.computedMs ?? 0,
    pendingRequest: last?.end === null && last.start.request ? { ...last.start.request, said: last.start.said } : null,
    pausesUntil: last?.end && isPause(last) ? last.end.at : null,
    unreported: unreportedIn(decodedRows, run),
  };
}

const entriesOf = ({ start, end }: Row): readonly JournalEntry[] => [
  ...start.entries,
  ...(end === null ? [] : [{ said: start.said, at: end.at, reply: end.reply }]),
];

/**
 * Returns the requests that no fact has reported. Those before a pause were reported with it, if the run has slept, or
 * if another attempt continued.
 */
function unreportedIn(rows: readonly Row[], { script, slept }: ClaimedRun): readonly ScriptHttpRequest[] {
  const isReported = (row: Row, at: number): boolean =>
    isPause(row) && (at < rows.length - 1 || slept || row.start.attempt < script.attempt - 1);
  const unreportedRows = rows.slice(rows.findLastIndex(isReported) + 1);
  return unreportedRows.flatMap(({ start, end }) => [...start.made, ...(end?.made ? [end.made] : [])]);
}
