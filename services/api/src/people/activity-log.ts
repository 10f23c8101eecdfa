import type { IncomingMessage } from 'node:http';
import { type LoginAttempts, recordLoginAttempts } from '@slipway/persistence/audit';
import { type LastUses, recordLastUses } from '@slipway/persistence/people';
import type { Logger } from '@slipway/process';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { listsType } from '../http/client/negotiation.ts';

/** The activity of users and the attempts to log in, which are stored outside requests. */
export interface LoginRecorders {
  readonly uses: UseRecorder;
  readonly attempts: AttemptRecorder;
  /** Writes the pending records, and resolves after that. */
  stop(): Promise<void>;
}

export function createLoginRecorders({ database, logger }: Pick<ProcessDeps, 'database' | 'logger'>): LoginRecorders {
  const uses = createUseRecorder({ write: (lastUses) => recordLastUses(database, lastUses), logger });
  const attempts = createAttemptRecorder({
    write: (attemptCounts) => recordLoginAttempts(database, attemptCounts),
    logger,
  });
  return {
    uses,
    attempts,
    stop: async () => {
      await Promise.all([uses.stop(), attempts.stop()]);
    },
  };
}

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

/** Records the activity of users, and stores it outside requests. */
interface UseRecorder {
  /** Costs one lookup in memory. */
  record(use: Use): void;
  /** Writes the pending records, and resolves after that. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const usesFailureMessage = 'could not save last-activity times';

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
  const writer = createBatchWriter({ ...settings, flush, failureMessage: usesFailureMessage });

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

/** One attempt to log in. */
export type LoginAttempt = Omit<LoginAttempts, 'count'>;

interface AttemptRecorderSettings {
  readonly write: (attempts: readonly LoginAttempts[]) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly delayMs?: number;
}

/** Records attempts to log in, and stores them outside requests. */
interface AttemptRecorder {
  record(attempt: LoginAttempt): void;
  /** Writes the pending records, and resolves after that. */
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

/**
 * Whether a browser sends a request without a user at its page: the page marks its own ones, and a stream of events,
 * which cannot be marked, is reopened while the page is open (unattended.md).
 */
export const isUnattended = (message: IncomingMessage): boolean =>
  message.headers['slipway-unattended'] === 'true' || listsType(message, 'text/event-stream');

interface BatchWriterSettings {
  /** Writes the items that were collected so far. */
  readonly flush: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log message after a failed write; the items are lost then. */
  readonly failureMessage: string;
  /** from the first thing that is to be written until all of that time are */
  readonly delayMs?: number;
}

/** Writes collected items in batches, outside the requests that cause them. */
interface BatchWriter {
  /** There is something to be written. */
  schedule(): void;
  /** Writes the rest, and waits for that. */
  stop(): Promise<void>;
}

/** Has things written once a second at most, one batch after the other. */
function createBatchWriter({ flush, logger, failureMessage, delayMs = 1_000 }: BatchWriterSettings): BatchWriter {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const startWrite = (): void => {
    timer = undefined;
    writing = writing.then(flush).catch((error: unknown) => logger.warn({ error }, failureMessage));
  };
  return {
    schedule: () => {
      timer ??= setTimeout(startWrite, delayMs).unref();
    },
    stop: async () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        startWrite();
      }
      await writing;
    },
  };
}
