import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { planTasks } from '../plan.ts';

/** From where a release is to start again, as it is chosen. */
export interface RestartOptions {
  /** ids; an empty task is the beginning of the phase */
  readonly phase: string;
  readonly task: string;
  readonly version: string;
  readonly isResumed: boolean;
}

/** Which versions of phases that were restarted before are copied, and what they are called (docs/reference/states.md, Restart from phase). */
export const versions = [
  ['LATEST', 'The latest of each phase'],
  ['ORIGINAL', 'The first of each phase'],
  ['ALL', 'All of them'],
] as const;

/** The phases that a restart may begin with: those that the flow has reached, the last one first. */
export const startedPhases = ({ phases }: Pick<ReleaseResponse, 'phases'>) =>
  phases.filter(({ status }) => status !== 'PLANNED').toReversed();

/** The tasks of a phase that a restart may begin with, including those of groups, by title. */
export const startTasks = (
  { phases }: Pick<ReleaseResponse, 'phases'>,
  phase: string,
): readonly (readonly [id: string, words: string])[] =>
  planTasks({ phases: phases.filter(({ id }) => id === phase) }).map(({ task, groups }) => [
    task.id,
    [...groups, task.title].join(' › '),
  ]);

/** The query of a restart, and of its preview. */
export function restartQuery({ phase, task, version, isResumed }: RestartOptions): string {
  const query = new URLSearchParams({ fromPhaseId: phase, phaseVersion: version, resume: String(isResumed) });
  if (task !== '') query.set('fromTaskId', task);
  return String(query);
}
