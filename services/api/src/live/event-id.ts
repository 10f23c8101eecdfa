import type { Earlier } from '../context/watching.ts';

/** The position up to which a stream has sent changes. */
export interface Position {
  /** names what the database keeps of changes */
  readonly era: string;
  /** when it was looked, in epoch milliseconds */
  readonly at: number;
  /** what the look saw, as `lookAtChanges` answers it */
  readonly until: string;
  /** the version of all grants that it saw */
  readonly grants: number;
}

export const showEventId = ({ era, at, until, grants }: Position): string => `${era}_${at}_${until}_${grants}`;

const written = /^([\w-]{1,40})_(\d{1,15})_(\d{1,18}):\d{1,18}:[\d,]{0,4000}_(\d{1,15})$/;

/** Null for what no event of ours has. */
export function readEventId(header: string | readonly string[] | undefined): Earlier | null {
  if (typeof header !== 'string') return null;
  const [, era, at, from, grants] = written.exec(header) ?? [];
  return era === undefined ? null : { era, at: Number(at), from: Number(from), grants: Number(grants) };
}

/** How long changes are kept at least, in milliseconds: upkeep takes them after ten minutes. */
export const keptMs = 300_000;

/** The earliest position, which includes the changes after each of these. */
export function sinceAll(earlier: readonly Earlier[]): string {
  const from = Math.max(1, Math.min(...earlier.map((each) => each.from)));
  return `${from}:${from}:`;
}
