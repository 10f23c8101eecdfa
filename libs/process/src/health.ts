import { singleFlight } from '@slipway/concurrency';

/**
 * How a check ends: `degraded` is worth knowing, and no reason to take requests elsewhere; `waiting` is what has to happen
 * before the first of them.
 */
type CheckStatus = 'ok' | 'degraded' | 'failed' | 'waiting';

/** What /readyz answers: each check with a word, never the reason, which belongs in the log. */
export interface Readiness {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly checks: Readonly<Record<string, CheckStatus>>;
}

/** Whether this process can serve. That it answers at all is its liveness. */
export interface Health {
  /** Adds a check, which throws while its subject cannot serve. */
  check(name: string, probe: () => Promise<unknown>): void;
  /** Adds a check of what this process can do without, which is never unready for it. */
  softCheck(name: string, probe: () => Promise<'ok' | 'degraded'>): void;
  /** Adds what the process waits for at its start: it is not ready before the function that is answered was called. */
  waitFor(name: string): () => void;
  /** From now on never ready: the process is stopping. */
  drain(): void;
  readiness(): Promise<Readiness>;
}

interface Check {
  readonly probe: () => Promise<CheckStatus>;
  /** what it is when the look throws or takes too long */
  readonly fallback: CheckStatus;
}

async function runCheck({ probe, fallback }: Check, limitMs: number): Promise<CheckStatus> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckStatus>((done) => {
    timer = setTimeout(() => done(fallback), limitMs);
  });
  const results = (async () => await probe())().catch(() => fallback);
  return Promise.race([results, timeout]).finally(() => clearTimeout(timer));
}

/** Starts without checks and not draining, so ready. A check that has not answered after `limitMs` has failed. */
export function createHealth({ limitMs = 2000 } = {}): Health {
  const checks = new Map<string, Check>();
  let draining = false;
  return {
    check: (name, probe) => {
      checks.set(name, { probe: () => probe().then(() => 'ok'), fallback: 'failed' });
    },
    softCheck: (name, probe) => {
      checks.set(name, { probe, fallback: 'degraded' });
    },
    waitFor: (name) => {
      checks.set(name, { probe: async () => 'waiting', fallback: 'waiting' });
      return () => void checks.delete(name);
    },
    drain: () => {
      draining = true;
    },
    // The probe needs no login, and the checks call other services.
    readiness: singleFlight(async () => {
      const results = await Promise.all(
        [...checks].map(async ([name, check]) => [name, await runCheck(check, limitMs)] as const),
      );
      return {
        ready: !draining && results.every(([, status]) => status === 'ok' || status === 'degraded'),
        draining,
        checks: Object.fromEntries(results),
      };
    }),
  };
}
