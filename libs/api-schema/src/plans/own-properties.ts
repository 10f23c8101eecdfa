import type { Properties } from '@slipway/domain/configurations';
import { isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import { withoutScriptId } from './python-script.ts';
import { ownFieldNames, taskTypeSchema } from './task-types.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The members of all tasks in requests. They are never a property of the type. */
const settableMembers =
  words(`id type title description owner scheduledStartDate dueDate plannedDuration flagStatus flagComment team
  watchers waitForScheduledStartDate delayDuringBlackout precondition failureHandler taskFailureHandlerEnabled
  taskRecoverOp phaseRecoverOp variableMapping externalVariableMapping facets tags configurationUri locked
  checkAttributes abortScript`);

/** Computed members of every task, which requests cannot set. */
const computedMembers =
  words(`startDate endDate status comments container attachments overdueNotified dueSoonNotified failuresCount
  postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate hasBeenFlagged hasBeenDelayed
  originId statusLine`);

/** Further members of a task in the family (models.txt, Task), and the members of built-in types. */
const derivedMembers =
  words(`flagged startOrScheduledDate endOrDueDate overdue orCalculateDueDate computedPlannedDuration
  actualDuration releaseUid ciUid executionId maxCommentSize phase blackoutMetadata flaggedCount delayedCount done
  doneInAdvance defunct updatable aborted notYetReached planned active inProgress pending waitingForInput failed
  failing completedInAdvance skipped skippedInAdvance preconditionInProgress failureHandlerInProgress
  abortScriptInProgress facetInProgress movable gate taskGroup parallelGroup preconditionEnabled
  failureHandlerEnabled release displayPath releaseOwner allTasks children variableUsages inputVariables
  referencedVariables unboundRequiredVariables automated taskType dueSoon elapsedDurationFraction url tasks
  links conditions dependencies variables lastStatusChangeBy warnings warningMessages`);

const isName = (name: string): boolean =>
  /^[A-Za-z_][\w.-]{0,127}$/.test(name) && !['__proto__', 'constructor', 'prototype'].includes(name);

/** Whether a plugin type defines a property with this name that is not an output. */
export type DeclaresProperty = (type: string, name: string) => boolean;

/**
 * Returns the members of a task that are properties of its type; only known ones for most built-in types. A task that a
 * client or a file sends back contains computed members of the response. They are not properties, even if the type
 * defines properties with these names: those are only in `pythonScript`.
 */
export function ownProperties(type: string, body: object, declares: DeclaresProperty): Properties {
  const { isOpen, keeps } = taskTypeSchema(type);
  if (!isOpen) return keepOnly(body, keeps);
  const isOwn = (name: string) =>
    isName(name) &&
    !settableMembers.has(name) &&
    !computedMembers.has(name) &&
    (!derivedMembers.has(name) || isInCatalogue(type, name) || (type.includes('.') && declares(type, name)));
  const own = Object.entries(body).filter(([name, value]) => value !== undefined && isOwn(name));
  return withoutScriptId(type, Object.fromEntries(own));
}

/**
 * Whether a built-in type has a property with a name that is a derived member of other tasks, such as the `url` of a
 * script.
 */
const isInCatalogue = (type: string, name: string): boolean =>
  taskTypeNamed(type)?.properties.some((property) => property.name === name) === true;

const keepOnly = (body: object, keeps: string | undefined): Properties =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => name === keeps && value !== undefined));

const mergeInto = (base: Json | undefined, overrides: Properties): Properties =>
  isObject(base) ? { ...base, ...overrides } : overrides;

/**
 * Adds properties of a type to the existing ones. A property with the name of a common member is nested one level
 * below, like the properties of script tasks (file-formats.md, JSON task shapes).
 */
export function mergedProperties(properties: Properties, added: Properties): Properties {
  const isNested = (name: string) => settableMembers.has(name) || computedMembers.has(name);
  const part = (nested: boolean) =>
    Object.fromEntries(Object.entries(added).filter(([name]) => isNested(name) === nested));
  const nested = part(true);
  const { pythonScript } = properties;
  return {
    ...properties,
    ...part(false),
    ...(Object.keys(nested).length > 0 && {
      pythonScript: mergeInto(pythonScript, nested),
    }),
  };
}

/** The special members of built-in types. A plugin type may have properties with these names, in any form. */
const parts = new Set([...ownFieldNames.values()].flat());

/** The member for separated properties. No property can have this name, so a request cannot set it. */
const foreignMember = '$properties';

const isForeign = (type: unknown): boolean =>
  typeof type === 'string' && type.includes('.') && !ownFieldNames.has(type.slice(type.lastIndexOf('.') + 1));

/**
 * Moves properties of a plugin type with the names of special members into a separate member, before the members of a
 * task are parsed.
 */
export function separateForeign(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('type' in body) || !isForeign(body.type)) return body;
  const foreignEntries = Object.entries(body).filter(([name]) => parts.has(name));
  if (foreignEntries.length === 0) return body;
  const others = Object.entries(body).filter(([name]) => !parts.has(name));
  return Object.fromEntries([...others, [foreignMember, Object.fromEntries(foreignEntries)]]);
}

/** Moves the separated properties back into the task. */
export function rejoinForeign(body: Readonly<Record<string, unknown>>): object {
  const foreignEntries = body[foreignMember];
  return typeof foreignEntries === 'object' && foreignEntries !== null ? { ...body, ...foreignEntries } : body;
}
