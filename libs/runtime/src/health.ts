import { shared } from './single-flight.ts';

/**
 * How a check ends: `degraded` is worth knowing, and no reason to take requests elsewhere; `waiting` is what has to happen
 * before the first of them.
 */
type Word = 'ok' | 'degraded' | 'failed' | 'waiting';

/** What /readyz answers: each check with a word, never the reason, which belongs in the log. */
export interface Readiness {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly checks: Readonly<Record<string, Word>>;
}

/** Whether this process can serve. That it answers at all is its liveness. */
export interface Health {
  /** Adds a check, which throws while its subject cannot serve. */
  check(name: string, look: () => Promise<unknown>): void;
  /** Adds a check of what this process can do without, which is never unready for it. */
  softCheck(name: string, look: () => Promise<'ok' | 'degraded'>): void;
  /** Adds what the process waits for at its start: it is not ready before the function that is answered was called. */
  waitFor(name: string): () => void;
  /** From now on never ready: the process is stopping. */
  drain(): void;
  readiness(): Promise<Readiness>;
}

interface Check {
  readonly look: () => Promise<Word>;
  /** what it is when the look throws or takes too long */
  readonly otherwise: Word;
}

async function outcome({ look, otherwise }: Check, limitMs: number): Promise<Word> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Word>((done) => {
    timer = setTimeout(() => done(otherwise), limitMs);
  });
  const seen = (async () => await look())().catch(() => otherwise);
  return Promise.race([seen, late]).finally(() => clearTimeout(timer));
}

/** Starts without checks and not draining, so ready. A check that has not answered after `limitMs` has failed. */
export function createHealth({ limitMs = 2000 } = {}): Health {
  const checks = new Map<string, Check>();
  let draining = false;
  return {
    check: (name, look) => {
      checks.set(name, { look: () => look().then(() => 'ok'), otherwise: 'failed' });
    },
    softCheck: (name, look) => {
      checks.set(name, { look, otherwise: 'degraded' });
    },
    waitFor: (name) => {
      checks.set(name, { look: async () => 'waiting', otherwise: 'waiting' });
      return () => void checks.delete(name);
    },
    drain: () => {
      draining = true;
    },
    // The probe needs no login, and the checks call other services.
    readiness: shared(async () => {
      const seen = await Promise.all(
        [...checks].map(async ([name, check]) => [name, await outcome(check, limitMs)] as const),
      );
      return {
        ready: !draining && seen.every(([, word]) => word === 'ok' || word === 'degraded'),
        draining,
        checks: Object.fromEntries(seen),
      };
    }),
  };
}
