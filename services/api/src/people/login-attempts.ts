import type { Attempts } from '@slipway/persistence';
import type { Logger } from '@slipway/runtime';
import { writeBeside } from '../context/beside.ts';

/** One attempt to log in. */
export type LoginAttempt = Omit<Attempts, 'count'>;

interface Settings {
  readonly write: (attempts: readonly Attempts[]) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly delayMs?: number;
}

/** Notes attempts to log in, and writes them beside the requests. */
export interface AttemptRecorder {
  note(attempt: LoginAttempt): void;
  /** Writes what was noted, and waits for that. */
  stop(): Promise<void>;
}

/** Within a second: above this number, addresses are not distinguished. */
const mostKinds = 1_000;
const sentence = 'attempts to log in could not be written to the audit log';

const keyOf = ({ action, by, username, address }: LoginAttempt): string =>
  JSON.stringify([action, by, username, address]);

/** Has attempts to log in written to the audit log, those that are alike together. */
export function createAttemptRecorder({ write, ...settings }: Settings): AttemptRecorder {
  let pending = new Map<string, Attempts>();
  const flush = async (): Promise<void> => {
    const attempts = [...pending.values()];
    pending = new Map();
    await write(attempts);
  };
  const beside = writeBeside({ ...settings, flush, sentence });
  return {
    note(given) {
      const isOneTooMany = pending.size >= mostKinds && !pending.has(keyOf(given));
      const attempt = isOneTooMany ? { ...given, username: null, address: null } : given;
      const count = (pending.get(keyOf(attempt))?.count ?? 0) + 1;
      pending.set(keyOf(attempt), { ...attempt, count });
      beside.soon();
    },
    stop: beside.stop,
  };
}
