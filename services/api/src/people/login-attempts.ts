import type { LoginAttempts } from '@slipway/persistence/audit';
import type { Logger } from '@slipway/process';
import { createBatchWriter } from '../dependencies/batch-writer.ts';

/** One attempt to log in. */
export type LoginAttempt = Omit<LoginAttempts, 'count'>;

interface AttemptRecorderSettings {
  readonly write: (attempts: readonly LoginAttempts[]) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly delayMs?: number;
}

/** Notes attempts to log in, and writes them beside the requests. */
export interface AttemptRecorder {
  record(attempt: LoginAttempt): void;
  /** Writes what was noted, and waits for that. */
  stop(): Promise<void>;
}

/** Within a second: above this number, addresses are not distinguished. */
const maxKinds = 1_000;
const failureMessage = 'attempts to log in could not be written to the audit log';

const keyOf = ({ action, by, username, address }: LoginAttempt): string =>
  JSON.stringify([action, by, username, address]);

/** Has attempts to log in written to the audit log, those that are alike together. */
export function createAttemptRecorder({ write, ...settings }: AttemptRecorderSettings): AttemptRecorder {
  let pending = new Map<string, LoginAttempts>();
  const flush = async (): Promise<void> => {
    const attempts = [...pending.values()];
    pending = new Map();
    await write(attempts);
  };
  const writer = createBatchWriter({ ...settings, flush, failureMessage });
  return {
    record(original) {
      const isOverLimit = pending.size >= maxKinds && !pending.has(keyOf(original));
      const attempt = isOverLimit ? { ...original, username: null, address: null } : original;
      const count = (pending.get(keyOf(attempt))?.count ?? 0) + 1;
      pending.set(keyOf(attempt), { ...attempt, count });
      writer.schedule();
    },
    stop: writer.stop,
  };
}
