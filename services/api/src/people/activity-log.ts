import type { IncomingMessage } from 'node:http';
import { type LoginAttempts, recordLoginAttempts } from '@slipway/persistence/audit';
import { type LastUses, recordLastUses } from '@slipway/persistence/people';
import type { Logger } from '@slipway/process';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { listsType } from '../http/client/negotiation.ts';

/** Records the activity of users and the login attempts, and stores them outside requests. */
export interface LoginRecorders {
  readonly uses: UseRecorder;
  readonly attempts: AttemptRecorder;
  /** Writes the pending records, and resolves when they are stored. */
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
  /** The id of the token or session. */
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
  /** Takes one lookup in memory. */
  record(use: Use): void;
  /** Writes the pending records, and resolves when they are stored. */
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
 * Creates a recorder of the last use of users, tokens and sessions, to the minute. A process writes each of them at
 * most once a minute, in batches of about a second. If a write fails, the next use in a later minute is written.
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

/** One login attempt. */
export type LoginAttempt = Omit<LoginAttempts, 'count'>;

interface AttemptRecorderSettings {
  readonly write: (attempts: readonly LoginAttempts[]) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly delayMs?: number;
}

/** Records login attempts, and stores them outside requests. */
interface AttemptRecorder {
  record(attempt: LoginAttempt): void;
  /** Writes the pending records, and resolves when they are stored. */
  stop(): Promise<void>;
}

/** The maximum number of different attempts in a batch. Others are counted without their users and addresses. */
const maxKinds = 1_000;
const failureMessage = 'attempts to log in could not be written to the audit log';

const keyOf = ({ action, by, username, address }: LoginAttempt): string =>
  JSON.stringify([action, by, username, address]);

/** Creates a recorder that writes login attempts to the audit log. It groups equal attempts into one entry. */
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
 * Whether a browser sends a request while its user is inactive. The board marks such requests. It cannot mark requests
 * for event streams, which it reopens automatically, so all of them count as unattended (unattended.md).
 */
export const isUnattended = (message: IncomingMessage): boolean =>
  message.headers['slipway-unattended'] === 'true' || listsType(message, 'text/event-stream');

interface BatchWriterSettings {
  /** Writes the collected items. */
  readonly flush: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log message after a failed write, which loses the items. */
  readonly failureMessage: string;
  /** The time from the first pending item to the write, in milliseconds. */
  readonly delayMs?: number;
}

/** Writes collected items in batches, outside requests. */
interface BatchWriter {
  /** Schedules a write, unless one is scheduled already. */
  schedule(): void;
  /** Writes the pending items, and resolves when they are stored. */
  stop(): Promise<void>;
}

/** Creates a writer that writes at most once per `delayMs`, one batch after the other. */
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
