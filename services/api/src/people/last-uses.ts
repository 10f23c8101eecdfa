import type { LastUses } from '@slipway/persistence/people';
import type { Logger } from '@slipway/process';
import { createBatchWriter } from '../dependencies/batch-writer.ts';

/** An authenticated request. */
interface Use {
  readonly username: string;
  readonly by: 'password' | 'token' | 'session' | 'provider';
  /** of the token or session */
  readonly id: string | null;
  readonly address: string;
}

interface UseRecorderSettings {
  readonly write: (uses: LastUses) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now?: () => number;
  readonly delayMs?: number;
}

/** Notes who was here, and writes it beside the requests. */
export interface UseRecorder {
  /** Costs a look into memory. */
  record(use: Use): void;
  /** Writes what was noted, and waits for that. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const failureMessage = 'could not save last-activity times';

const emptyUses = () => ({
  usernames: new Set<string>(),
  tokens: new Map<string, string>(),
  sessions: new Map<string, string>(),
});

/**
 * Records when users were active, and tokens and sessions were used, to the minute: a process writes each at most once
 * a minute, together with all others of that second. A lost write is repeated in the next minute.
 */
export function createUseRecorder({ write, now = Date.now, ...settings }: UseRecorderSettings): UseRecorder {
  let minute = 0;
  const recordedKeys = new Set<string>();
  let pending = emptyUses();

  const flush = async (): Promise<void> => {
    const { usernames, tokens, sessions } = pending;
    pending = emptyUses();
    await write({ usernames: [...usernames], tokens, sessions });
  };
  const writer = createBatchWriter({ ...settings, flush, failureMessage });

  /** Whether this is the first use in this minute. */
  function isFirstInMinute({ username, id }: Use): boolean {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) recordedKeys.clear();
    minute = current;
    const key = id ?? `name ${username}`;
    if (recordedKeys.has(key)) return false;
    recordedKeys.add(key);
    return true;
  }
  return {
    record(use) {
      if (!isFirstInMinute(use)) return;
      pending.usernames.add(use.username);
      if (use.by === 'token' && use.id !== null) pending.tokens.set(use.id, use.address);
      if (use.by === 'session' && use.id !== null) pending.sessions.set(use.id, use.address);
      writer.schedule();
    },
    stop: writer.stop,
  };
}
