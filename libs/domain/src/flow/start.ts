import type { DecisionContext } from '../decision/context.ts';
import { logRelease } from '../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import type { Release } from '../model/release.ts';
import { missingAtStart } from '../variables/values.ts';
import { missingRunAsReason } from './require-run-as.ts';

/**
 * Whether a planned release starts automatically now. Without a date it starts at once. It does not start while a
 * variable that is required at the start has no value (compatibility.md, Flow), or while a required `scriptUsername` is
 * missing.
 */
export function isDueToStart(release: Release, { env }: DecisionContext): boolean {
  return (
    release.status === 'PLANNED' &&
    release.autoStart &&
    (release.scheduledStartDate ?? 0) <= env.now &&
    missingAtStart(release.variables).length === 0 &&
    missingRunAsReason(release) === null
  );
}

/**
 * Starts a planned release. Its first phase and task start when the plan is settled. `byTask`: a create-release task
 * starts it.
 */
export function start(before: OutcomeDraft, byTask = false): OutcomeDraft {
  const { release, context } = before;
  const type = byTask ? 'RELEASE_STARTED_FROM_CREATE_RELEASE_TASK' : 'RELEASE_STARTED';
  return withRelease(logRelease(before, type, 'activity.releaseStarted'), {
    ...release,
    status: 'IN_PROGRESS',
    startDate: context.env.now,
  });
}
