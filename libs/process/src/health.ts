import { singleFlight } from '@slipway/concurrency';

/**
 * The result of a check. `degraded` is a warning, with which the process is still ready. `waiting` is a part of the
 * start that is not complete.
 */
type CheckStatus = 'ok' | 'degraded' | 'failed' | 'waiting';

/** The response of /readyz: a status for each check. The log contains the reasons. */
export interface Readiness {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly checks: Readonly<Record<string, CheckStatus>>;
}

/** Whether this process is ready to serve. */
export interface Health {
  /** Adds a check. It throws an error while its subject is unavailable. */
  check(name: string, probe: () => Promise<unknown>): void;
  /** Adds a check of an optional dependency, which never makes the process unready. */
  softCheck(name: string, probe: () => Promise<'ok' | 'degraded'>): void;
  /** Adds a step of the start. The process is not ready until the returned function is called. */
  waitFor(name: string): () => void;
  /** Makes the process permanently unready, because it is stopping. */
  drain(): void;
  readiness(): Promise<Readiness>;
}

interface Check {
  readonly probe: () => Promise<CheckStatus>;
  /** the status if the check throws an error or times out */
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

/** Creates the health of a process without checks, which is ready. A check fails if it takes longer than `limitMs`. */
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
