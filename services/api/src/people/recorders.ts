import { noteAttempts, recordLastUses } from '@slipway/persistence';
import type { ProcessDeps } from '../context/deps.ts';
import { createUseRecorder, type UseRecorder } from './last-uses.ts';
import { type AttemptRecorder, createAttemptRecorder } from './login-attempts.ts';

/** What is written of logins beside the requests. */
export interface Recorders {
  readonly uses: UseRecorder;
  readonly attempts: AttemptRecorder;
  /** Writes what was noted, and waits for that. */
  stop(): Promise<void>;
}

export function createRecorders({ database, logger }: Pick<ProcessDeps, 'database' | 'logger'>): Recorders {
  const uses = createUseRecorder({ write: (used) => recordLastUses(database, used), logger });
  const attempts = createAttemptRecorder({ write: (tried) => noteAttempts(database, tried), logger });
  return {
    uses,
    attempts,
    stop: async () => {
      await Promise.all([uses.stop(), attempts.stop()]);
    },
  };
}
