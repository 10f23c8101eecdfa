/** What /readyz answers: each check with `ok` or `failed`, never the reason, which belongs in the log. */
export interface Readiness {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** Whether this process can serve. That it answers at all is its liveness. */
export interface Health {
  /** Adds a check, which throws while its subject cannot serve. */
  check(name: string, look: () => Promise<unknown>): void;
  /** From now on never ready: the process is stopping. */
  drain(): void;
  readiness(): Promise<Readiness>;
}

async function outcome(look: () => Promise<unknown>, limitMs: number): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'failed'>((done) => {
    timer = setTimeout(() => done('failed'), limitMs);
  });
  const seen = (async () => await look())().then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
  return Promise.race([seen, late]).finally(() => clearTimeout(timer));
}

/** Starts without checks and not draining, so ready. A check that has not answered after `limitMs` has failed. */
export function createHealth({ limitMs = 2000 } = {}): Health {
  const checks = new Map<string, () => Promise<unknown>>();
  let draining = false;
  return {
    check: (name, look) => {
      checks.set(name, look);
    },
    drain: () => {
      draining = true;
    },
    readiness: async () => {
      const seen = await Promise.all(
        [...checks].map(async ([name, look]) => [name, await outcome(look, limitMs)] as const),
      );
      return {
        ready: !draining && seen.every(([, word]) => word === 'ok'),
        draining,
        checks: Object.fromEntries(seen),
      };
    },
  };
}
