import { finishTask } from '../completion/finish.ts';
import { afterEvent } from '../decision/cause.ts';
import { valuesOfChain } from '../decision/chain.ts';
import { type DecisionContext, requireData } from '../decision/context.ts';
import { creatorKey } from '../decision/env.ts';
import { namedObject } from '../decision/log.ts';
import { type CreatedRelease, type OutcomeDraft, withRelease, withRun } from '../decision/outcome-draft.ts';
import { rootFolderId } from '../ids/ids.ts';
import { toReference } from '../ids/to-reference.ts';
import { type Message, message } from '../messages/message.ts';
import { Invalid, messageOf, NotVisible } from '../model/errors.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import { mergeChanges } from '../model/passive.ts';
import { bareKey, fill, soleKey, textOf } from '../model/placeholders.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { VariableValue } from '../model/variable.ts';
import { newReleaseRefusal } from '../people/require-creation.ts';
import { tokenFaultMessage } from '../people/run-as.ts';
import { type CreateReleaseRequest, releaseFromTemplate } from '../templates/templates.ts';
import { sealedValueFor, withSealedPasswords } from './creation-passwords.ts';
import { failTask } from './failure.ts';

/** The maximum nesting depth of releases that create releases. */
const maxCreationDepth = 5;
/** The interval between attempts of a task that waits for capacity, in milliseconds. */
export const capacityRetryMs = 10_000;

/**
 * Creates the release and completes the task. Fails the task if the release cannot be created. Waits while too many
 * created releases are running (compatibility.md, Flow).
 */
export function attemptCreation(before: OutcomeDraft, task: Task): OutcomeDraft {
  const creation = resolveCreation(task);
  if (before.release.depth >= maxCreationDepth) {
    return failTask(before, task, message('taskComment.nestedTooDeep', { max: maxCreationDepth }));
  }
  if (creation.startRelease && !hasCapacity(before)) {
    return task.run.waitsForCapacity ? before : withRun(before, task, { waitsForCapacity: true });
  }
  const ready = task.run.waitsForCapacity
    ? afterEvent(before, message('cause.capacity', { task: namedObject(task.id, titleOf(task)) }))
    : before;
  const created = createChild(ready, task, creation);
  if ('code' in created) return failTask(ready, task, created);
  const named = withCreatedId(ready, creation, created.release);
  const { id } = created.release;
  return finishTask(
    { ...named, created: [...before.created, created] },
    withSealedPasswords(
      { ...task, run: { ...task.run, createdReleaseId: id } },
      creationOf(task),
      created.release.variables,
      before.context.env,
    ),
    'COMPLETED',
  );
}

function hasCapacity({ release, context, created }: OutcomeDraft): boolean {
  const running = requireData(context.env.data.runningCreated, { kind: 'runningCreated' });
  return running + created.filter(({ starts }) => starts).length < release.maxConcurrentReleases;
}

/** Returns the values of the task's variables at its start. */
const startValuesOf = (task: Task): Readonly<Record<string, VariableValue>> => ({ ...task.run.values });

const creationOf = ({ definition }: Task): Creation => definition.creation ?? blankCreation;

/** Returns the creation fields of a task with placeholders and `variableMapping` applied. */
function resolveCreation(task: Task): Creation {
  const creation = creationOf(task);
  const { mapped } = task.run;
  const values = startValuesOf(task);
  const mappedText = (field: string): string | null => {
    const replaced = mapped?.[field];
    return replaced === undefined ? null : textOf(replaced);
  };
  const text = (field: string, rawText: string): string => mappedText(field) ?? fill(rawText, values);
  const textOrNull = (field: string, rawText: string | null): string | null =>
    rawText === null ? mappedText(field) : text(field, rawText);
  const starts = mappedText('startRelease');
  return {
    ...creation,
    newReleaseTitle: text('newReleaseTitle', creation.newReleaseTitle),
    templateId: textOrNull('templateId', creation.templateId),
    folderId: textOrNull('folderId', creation.folderId),
    startRelease: starts === null ? creation.startRelease : starts.trim().toLowerCase() === 'true',
    releaseTags: creation.releaseTags.map((tag) => fill(tag, values)),
  };
}

/** Returns the new release, or the reason of the failure. */
function createChild(
  { release: parent, context }: OutcomeDraft,
  task: Task,
  creation: Creation,
): CreatedRelease | Message {
  const templateId = toReference('Release', creation.templateId);
  if (templateId === null) return message('taskComment.withoutTemplate');
  const template = requireData(context.env.data.templates?.get(templateId), { kind: 'template', id: templateId });
  if (template === null) return message('taskComment.unknownTemplate', { id: templateId });
  const folderId = creation.folderId === null ? null : folderIdOf(creation.folderId, context);
  if (creation.folderId !== null && folderId === null) return message('taskComment.unknownFolder');
  if (creation.newReleaseTitle.trim() === '') return message('taskComment.withoutTitle');
  const refusal = creationRefusal(parent, template, { ...creation, templateId, folderId }, context);
  if (refusal !== null) return refusal;
  try {
    const request = createRequestFor(parent, task, { ...creation, folderId });
    const values = Object.entries(request.variables).map(([key, value]): [string, VariableValue] => [
      key,
      sealedValueFor(key, value, template.variables, context.env),
    ]);
    return buildRelease(parent, template, { ...request, variables: Object.fromEntries(values) }, creation, context);
  } catch (refusal) {
    if (refusal instanceof Invalid) return messageOf(refusal);
    throw refusal;
  }
}

/**
 * Returns the reason why the release may not be created, or null. The run-as user of the parent release creates it,
 * with that user's permissions (permissions.md, Run-as). For parents from before this rule, the data contains their
 * creator.
 */
function creationRefusal(
  parent: Release,
  template: Release,
  request: Creation,
  { env }: DecisionContext,
): Message | null {
  const { scriptUsername: username, scriptTokenId: tokenId } = parent;
  const folderId = request.folderId ?? template.folderId;
  const creatorRequest = {
    username,
    tokenId,
    releaseId: parent.id,
    template: { id: template.id, folderId: template.folderId },
    folderId,
  };
  const creator = requireData(env.data.creators?.get(creatorKey(creatorRequest)), {
    kind: 'creator',
    ...creatorRequest,
  });
  if (creator === null) return message('taskComment.withoutRunAs');
  if (typeof creator === 'string') return tokenFaultMessage(creator);
  const refused = newReleaseRefusal(template, {
    ...creator,
    folderId,
    starts: request.startRelease,
    owner: parent.owner,
  });
  if (refused === null) return null;
  // for a template that the user may not view, the reason is the same as for an unknown template
  if (refused instanceof NotVisible && folderId === template.folderId)
    return message('taskComment.unknownTemplate', { id: String(request.templateId) });
  return message('taskComment.creationRefused', { user: String(username), refusal: messageOf(refused) });
}

/** Returns the full id of a folder, or null if it does not exist. */
const folderPath = (id: string, { env }: DecisionContext): string | null =>
  id === rootFolderId ? id : requireData(env.data.folders?.get(id), { kind: 'folder', id });

/** Returns the id of the folder that a task refers to by id or path of titles, or null if it does not exist. */
function folderIdOf(rawText: string, context: DecisionContext): string | null {
  const named = toReference('Folder', rawText);
  const path = named === null ? null : folderPath(named, context);
  return path === null ? null : path.slice(path.lastIndexOf('/') + 1);
}

function createRequestFor(parent: Release, task: Task, creation: Creation): CreateReleaseRequest {
  const values = creation.templateVariables.map(({ key, value }): [string, VariableValue] => [
    key,
    typeof value === 'string' ? fill(value, startValuesOf(task)) : value,
  ]);
  return {
    releaseTitle: creation.newReleaseTitle,
    folderId: creation.folderId,
    variables: Object.fromEntries(values),
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: task.id,
    releaseOwner: parent.owner,
  };
}

function buildRelease(
  parent: Release,
  template: Release,
  request: CreateReleaseRequest,
  creation: Creation,
  context: DecisionContext,
): CreatedRelease {
  const { release, entries } = releaseFromTemplate(template, request, context);
  const child: Release = {
    ...release,
    depth: parent.depth + 1,
    ...(parent.scriptUsername === null
      ? {}
      : {
          scriptUsername: parent.scriptUsername,
          scriptTokenId: parent.scriptTokenId,
          passive: mergeChanges(release.passive, { scriptUserPassword: null }),
        }),
    tags: [...new Set([...release.tags, ...creation.releaseTags])],
    ...(creation.riskProfile ? { riskProfile: creation.riskProfile } : {}),
  };
  return { release: child, entries: valuesOfChain(entries), starts: creation.startRelease };
}

/**
 * Stores the full id of the new release in the requested variable, in the form that clients and scripts of the family
 * use.
 */
function withCreatedId(before: OutcomeDraft, { createdReleaseId }: Creation, created: Release): OutcomeDraft {
  const { release, context } = before;
  const key = createdReleaseId === null ? null : (soleKey(createdReleaseId) ?? bareKey(createdReleaseId));
  if (key === null || !release.variables.some((variable) => variable.key === key)) return before;
  const value = [folderPath(created.folderId, context), created.id].filter(Boolean).join('/');
  const variables = release.variables.map((variable) => (variable.key === key ? { ...variable, value } : variable));
  return withRelease(before, { ...release, variables });
}
