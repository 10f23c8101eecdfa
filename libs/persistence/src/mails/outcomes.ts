import type { Connection } from '../database/database.ts';

/** The outcome of sending a mail. The reason of a rejection is one line. */
type MailOutcome = { readonly kind: 'accepted' } | { readonly kind: 'rejected'; readonly reason: string };

/** A process stores an outcome of the same kind at most once in this time, in milliseconds. */
const minPauseMs = 1_000;

const statement = {
  name: 'record-mail-outcome',
  text: `insert into mail_outcomes as o (kind, at, reason) values ($1, clock_timestamp(), $2)
    on conflict (kind) do update set at = greatest(o.at, excluded.at), reason = excluded.reason`,
};

/**
 * Returns a function that stores the latest accepted and the latest rejected mail. It omits an outcome shortly after one
 * of the same kind, so that many mails cause few writes. `now` returns milliseconds of any clock.
 */
export function createMailOutcomes(
  connection: Connection,
  now: () => number = () => performance.now(),
): (outcome: MailOutcome) => Promise<void> {
  let last: { readonly kind: MailOutcome['kind']; readonly at: number } | null = null;
  return async (outcome) => {
    const at = now();
    if (last !== null && last.kind === outcome.kind && at - last.at < minPauseMs) return;
    last = { kind: outcome.kind, at };
    await connection.query(statement, [outcome.kind, outcome.kind === 'rejected' ? outcome.reason : null]);
  };
}
