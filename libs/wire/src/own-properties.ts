import type { Json } from '@slipway/domain';

/** The types whose every field is known; what else a client sends with them is ignored. */
const closed = new Set(['Task', 'GateTask', 'ParallelGroup', 'SequentialGroup', 'UserInputTask', 'CreateReleaseTask']);

/** What every task has in answers, here or in other products of the family (models.txt, Task), and so no type has of its own. */
const ofEveryTask = new Set(
  `id type title description owner scheduledStartDate dueDate startDate endDate plannedDuration flagStatus flagComment
  overdueNotified flagged startOrScheduledDate endOrDueDate overdue orCalculateDueDate computedPlannedDuration
  actualDuration releaseUid ciUid comments container facets attachments status team watchers waitForScheduledStartDate
  delayDuringBlackout postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate
  hasBeenFlagged hasBeenDelayed precondition failureHandler taskFailureHandlerEnabled taskRecoverOp phaseRecoverOp
  failuresCount executionId variableMapping externalVariableMapping maxCommentSize tags configurationUri
  dueSoonNotified locked checkAttributes abortScript phase blackoutMetadata flaggedCount delayedCount done
  doneInAdvance defunct updatable aborted notYetReached planned active inProgress pending waitingForInput failed
  failing completedInAdvance skipped skippedInAdvance preconditionInProgress failureHandlerInProgress
  abortScriptInProgress facetInProgress movable gate taskGroup parallelGroup preconditionEnabled
  failureHandlerEnabled release displayPath releaseOwner allTasks children variableUsages inputVariables
  referencedVariables unboundRequiredVariables automated taskType dueSoon elapsedDurationFraction url originId tasks
  links conditions dependencies variables statusLine lastStatusChangeBy`.split(/\s+/),
);

const isName = (name: string): boolean =>
  /^[A-Za-z_][\w.-]{0,127}$/.test(name) && !['__proto__', 'constructor', 'prototype'].includes(name);

/** The fields that only this type of task has, as they came; none for the types that we know to the last field. */
export function ownProperties(type: string, body: object): Readonly<Record<string, Json>> {
  if (closed.has(type)) return {};
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && isName(name) && !ofEveryTask.has(name)),
  );
}
