import { logRelease, type Turn } from '../decision/turn.ts';
import type { Release } from '../model/release.ts';
import { missingAtStart } from '../variables/variables.ts';

/**
 * Whether a planned release starts by itself now. Without a date it starts at once; while a
 * variable that is asked for at the start has no value it waits (decisions.md, Flow).
 */
export function isDueToStart(release: Release, turn: Turn): boolean {
  return (
    release.status === 'PLANNED' &&
    release.autoStart &&
    (release.scheduledStartDate ?? 0) <= turn.env.now &&
    missingAtStart(release.variables).length === 0
  );
}

/** Starts a planned release, `byTask` when a create-release task does; its first phase and task become active when the plan settles. */
export function begin(release: Release, turn: Turn, byTask = false): Release {
  logRelease(turn, byTask ? 'RELEASE_STARTED_FROM_CREATE_RELEASE_TASK' : 'RELEASE_STARTED', release, 'Started');
  return { ...release, status: 'IN_PROGRESS', startDate: turn.env.now };
}
