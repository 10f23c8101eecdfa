import type { ResumePosition } from '../dependencies/live-streams.ts';

/** The position up to which a stream has sent changes. */
export interface Position {
  /** names what the database keeps of changes */
  readonly epoch: string;
  /** when it was looked, in epoch milliseconds */
  readonly at: number;
  /** what the look saw, as `readChanges` answers it */
  readonly until: string;
  /** the version of all grants that it saw */
  readonly grants: number;
}

export const showEventId = ({ epoch, at, until, grants }: Position): string => `${epoch}_${at}_${until}_${grants}`;

const eventIdPattern = /^([\w-]{1,40})_(\d{1,15})_(\d{1,18}):\d{1,18}:[\d,]{0,4000}_(\d{1,15})$/;

/** Null for what no event of ours has. */
export function readEventId(header: string | readonly string[] | undefined): ResumePosition | null {
  if (typeof header !== 'string') return null;
  const [, epoch, at, from, grants] = eventIdPattern.exec(header) ?? [];
  return epoch === undefined ? null : { epoch, at: Number(at), from: Number(from), grants: Number(grants) };
}

/** How long changes are kept at least, in milliseconds: upkeep takes them after ten minutes. */
export const retentionMs = 300_000;

/** The earliest position, which includes the changes after each of these. */
export function earliestPosition(earlier: readonly ResumePosition[]): string {
  const from = Math.max(1, Math.min(...earlier.map((position) => position.from)));
  return `${from}:${from}:`;
}
