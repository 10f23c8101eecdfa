import type { PhaseVersion } from '../../model/status.ts';
import { needPermissions } from '../../people/needed-permissions.ts';
import { restartRelease as restart } from '../../restart/restart.ts';
import type { CommandDefinition } from '../definition/definition.ts';

/** Restarts a release from one of its phases. */
export interface RestartRelease {
  readonly type: 'restartRelease';
  readonly fromPhaseId: string;
  readonly fromTaskId?: string | null;
  readonly phaseVersion: PhaseVersion;
  readonly resume: boolean;
}

/**
 * `restart` checks the gates that it skips, also for the author of a script. A restart repeats existing tasks, so it
 * does not require a run-as user for new tasks.
 */
export const restartRelease: CommandDefinition<RestartRelease> = {
  permission: needPermissions('release#restart_phase', 'release#edit'),
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: (before, command) => restart(before, { ...command, fromTaskId: command.fromTaskId ?? null }),
};
