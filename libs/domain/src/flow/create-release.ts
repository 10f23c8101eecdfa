import { afterEvent } from '../decision/cause.ts';
import { valuesOfChain } from '../decision/chain.ts';
import { type DecisionContext, known } from '../decision/context.ts';
import { creatorKey } from '../decision/env.ts';
import { type CreatedRelease, type Progress, putRelease, putRun } from '../decision/progress.ts';
import { endTask } from '../ending/end.ts';
import { idCandidates, rootFolderId } from '../ids/ids.ts';
import { clip, Invalid, Unseen } from '../model/errors.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import { changed } from '../model/passive.ts';
import { bareKey, fill, soleKey, textOf } from '../model/placeholders.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { VariableValue } from '../model/variable.ts';
import { whyNoNewRelease } from '../people/require-creation.ts';
import { whyTokenIsOver } from '../people/run-as.ts';
import { type CreateOrder, fromTemplate } from '../templates/templates.ts';
import { valueFor, withSealedPasswords } from './creation-passwords.ts';
import { failTask } from './failure.ts';

/** How deep create-release tasks may make releases that make releases. */
const deepestCreation = 5;
/** The pause before a task without capacity tries again, in milliseconds. */
export const capacityRetryMs = 10_000;

/**
 * Creates the release and completes the task. Fails the task if the release cannot be created. Waits while too many
 * such releases run (compatibility.md, Flow).
 */
export function attemptCreation(before: Progress, task: Task): Progress {
  const creation = resolved(task);
  if (before.release.depth >= deepestCreation) {
    return failTask(before, task, `Releases that create releases may be nested ${deepestCreation} deep at most.`);
  }
  if (creation.startRelease && !hasRoom(before)) {
    return task.run.waitsForCapacity ? before : putRun(before, task, { waitsForCapacity: true });
  }
  const ready = task.run.waitsForCapacity
    ? afterEvent(before, `after task '${clip(titleOf(task))}' waited for capacity`)
    : before;
  const created = create(ready, task, creation);
  if (typeof created === 'string') return failTask(ready, task, created);
  const named = withCreatedId(ready, creation, created.release);
  const { id } = created.release;
  return endTask(
    { ...named, created: [...before.created, created] },
    withSealedPasswords(
      { ...task, run: { ...task.run, createdReleaseId: id } },
      definedIn(task),
      created.release.variables,
      before.context.env,
    ),
    'COMPLETED',
  );
}

function hasRoom({ release, context, created }: Progress): boolean {
  const running = known(context.env.world.runningCreated, { kind: 'runningCreated' });
  return running + created.filter(({ starts }) => starts).length < release.maxConcurrentReleases;
}

/** What the task's variables were worth when it started. */
const valuesOf = (task: Task): Readonly<Record<string, VariableValue>> => ({ ...task.run.values });

const definedIn = ({ definition }: Task): Creation => definition.creation ?? blankCreation;

/** The task's own fields with placeholders and variableMapping applied. */
function resolved(task: Task): Creation {
  const creation = definedIn(task);
  const { mapped } = task.run;
  const values = valuesOf(task);
  const mappedText = (field: string): string | null => {
    const replaced = mapped?.[field];
    return replaced === undefined ? null : textOf(replaced);
  };
  const text = (field: string, written: string): string => mappedText(field) ?? fill(written, values);
  const textOrNull = (field: string, written: string | null): string | null =>
    written === null ? mappedText(field) : text(field, written);
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

/** The new release, or the reason of the failure. */
function create({ release: parent, context }: Progress, task: Task, creation: Creation): CreatedRelease | string {
  const templateId = reference('Release', creation.templateId);
  if (templateId === null) return 'No template is chosen.';
  const template = known(context.env.world.templates?.get(templateId), { kind: 'template', id: templateId });
  if (template === null) return `There is no template '${clip(templateId)}'.`;
  const folderId = creation.folderId === null ? null : folderNamed(creation.folderId, context);
  if (creation.folderId !== null && folderId === null) return 'The folder for the new release does not exist.';
  if (creation.newReleaseTitle.trim() === '') return 'The title of the new release is empty.';
  const refusal = whyNotAllowed(parent, template, { ...creation, templateId, folderId }, context);
  if (refusal !== null) return refusal;
  try {
    const order = orderOf(parent, task, { ...creation, folderId });
    const values = Object.entries(order.variables).map(([key, value]): [string, VariableValue] => [
      key,
      valueFor(key, value, template.variables, context.env),
    ]);
    return createdFrom(parent, template, { ...order, variables: Object.fromEntries(values) }, creation, context);
  } catch (refusal) {
    if (refusal instanceof Invalid) return refusal.message;
    throw refusal;
  }
}

/**
 * Why the release may not be created. The run-as user of the parent release creates it, with their permissions
 * (permissions.md, Run-as). Releases from before this rule continue as they are: the world contains their creator.
 */
function whyNotAllowed(parent: Release, template: Release, order: Creation, { env }: DecisionContext): string | null {
  const { scriptUsername: username, scriptTokenId: tokenId } = parent;
  const folderId = order.folderId ?? template.folderId;
  const wanted = {
    username,
    tokenId,
    releaseId: parent.id,
    template: { id: template.id, folderId: template.folderId },
    folderId,
  };
  const creator = known(env.world.creators?.get(creatorKey(wanted)), { kind: 'creator', ...wanted });
  if (creator === null) return 'The release has no scriptUsername: as that user the new release would be made.';
  if (typeof creator === 'string') return whyTokenIsOver(creator);
  const refused = whyNoNewRelease(template, { ...creator, folderId, starts: order.startRelease, owner: parent.owner });
  if (refused === null) return null;
  // a template that they may not see is to them as one that is not there
  if (refused instanceof Unseen && folderId === template.folderId)
    return `There is no template '${clip(String(order.templateId))}'.`;
  return `User '${clip(String(username))}', as whom this release runs, may not make the new one: ${refused.message}`;
}

/** The full id of a folder, or null if it does not exist. */
const folderPath = (id: string, { env }: DecisionContext): string | null =>
  id === rootFolderId ? id : known(env.world.folders?.get(id), { kind: 'folder', id });

/** The id of a folder that a task names by its id or by a path of titles, or null where there is none. */
function folderNamed(written: string, context: DecisionContext): string | null {
  const named = reference('Folder', written);
  const path = named === null ? null : folderPath(named, context);
  return path === null ? null : path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The last segment of an id, else the path of titles as it is written: files of the family name templates and folders by
 * such a path, and these may be imported later. null for an empty text.
 */
function reference(kind: 'Release' | 'Folder', written: string | null): string | null {
  const text = written?.trim() ?? '';
  if (text === '' || text === rootFolderId) return text || null;
  try {
    return idCandidates(kind, text)[0];
  } catch {
    return text;
  }
}

function orderOf(parent: Release, task: Task, creation: Creation): CreateOrder {
  const values = creation.templateVariables.map(({ key, value }): [string, VariableValue] => [
    key,
    typeof value === 'string' ? fill(value, valuesOf(task)) : value,
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

function createdFrom(
  parent: Release,
  template: Release,
  order: CreateOrder,
  creation: Creation,
  context: DecisionContext,
): CreatedRelease {
  const { release, entries } = fromTemplate(template, order, context);
  const child: Release = {
    ...release,
    depth: parent.depth + 1,
    ...(parent.scriptUsername === null
      ? {}
      : {
          scriptUsername: parent.scriptUsername,
          scriptTokenId: parent.scriptTokenId,
          passive: changed(release.passive, { scriptUserPassword: null }),
        }),
    tags: [...new Set([...release.tags, ...creation.releaseTags])],
    ...(creation.riskProfile ? { riskProfile: creation.riskProfile } : {}),
  };
  return { release: child, entries: valuesOfChain(entries), starts: creation.startRelease };
}

/** Stores the full id of the new release in the requested variable, as clients and scripts of the family read it. */
function withCreatedId(before: Progress, { createdReleaseId }: Creation, created: Release): Progress {
  const { release, context } = before;
  const key = createdReleaseId === null ? null : (soleKey(createdReleaseId) ?? bareKey(createdReleaseId));
  if (key === null || !release.variables.some((variable) => variable.key === key)) return before;
  const value = [folderPath(created.folderId, context), created.id].filter(Boolean).join('/');
  const variables = release.variables.map((variable) => (variable.key === key ? { ...variable, value } : variable));
  return putRelease(before, { ...release, variables });
}
