import { type DecisionContext, usernameIn } from '../decision/context.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { type PlanChange, recordChangeAuthor, recordStarter } from '../gates/authorship.ts';
import { tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { AuthorshipEffect } from './definition/definition.ts';

/** The authorship effect of a command, and the ids of the tasks and phases that it moved. */
interface AuthoredChange {
  readonly authorship: AuthorshipEffect;
  readonly movedIds: readonly string[];
}

/**
 * Returns the result of a command with its caller recorded as the author of the change. Throws Forbidden if a gate
 * would require less than before and the caller may not allow that.
 */
export function recordAuthorship(
  before: OutcomeDraft,
  after: OutcomeDraft,
  { authorship, movedIds }: AuthoredChange,
): OutcomeDraft {
  if (after.release === before.release) return after;
  const author = authorOf(after.context);
  switch (authorship) {
    case 'none':
      return after;
    case 'start':
      return withRelease(after, recordStarter(after.release, author));
    case 'values':
      return after.context.byScript ? after : recordChangeAuthor(before, after, { by: author, moved: new Set() });
    case 'conditions':
      if (hasSameConditions(before.release, after.release)) return after;
      return recordChangeAuthor(before, after, { by: author, moved: new Set() });
    case 'plan':
    case 'tasks':
      return recordChangeAuthor(before, after, { by: author, moved: tasksMoved(movedIds, before.release) });
  }
}

const authorOf = (context: DecisionContext): PlanChange['by'] => (context.byScript ? null : usernameIn(context));

/** Returns the ids of all moved tasks, including the tasks inside moved groups and phases. */
function tasksMoved(ids: readonly string[], release: Release): PlanChange['moved'] {
  const movedIds = new Set(ids);
  if (movedIds.size === 0) return movedIds;
  const moved = [
    ...release.phases.flatMap((phase) => (movedIds.has(phase.id) ? phase.tasks : [])),
    ...[...tasksOf(release)].filter(({ id }) => movedIds.has(id)),
  ];
  return new Set([...tasksIn(moved)].map(({ id }) => id));
}

/** Whether no condition was added, renamed, moved or deleted. */
function hasSameConditions(before: Release, after: Release): boolean {
  const conditionsAfter = new Set([...tasksOf(after)].map(({ definition }) => definition.conditions));
  return [...tasksOf(before)].every(({ definition }) => conditionsAfter.has(definition.conditions));
}
