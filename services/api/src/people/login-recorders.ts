import { recordLoginAttempts } from '@slipway/persistence/audit';
import { recordLastUses } from '@slipway/persistence/people';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { createUseRecorder, type UseRecorder } from './last-uses.ts';
import { type AttemptRecorder, createAttemptRecorder } from './login-attempts.ts';

/** What is written of logins beside the requests. */
export interface LoginRecorders {
  readonly uses: UseRecorder;
  readonly attempts: AttemptRecorder;
  /** Writes what was noted, and waits for that. */
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
