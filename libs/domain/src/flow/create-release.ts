import { known, type Turn } from '../decision/turn.ts';
import { endTask } from '../ending/end.ts';
import { idCandidates, rootFolderId } from '../ids/ids.ts';
import { Invalid } from '../model/errors.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import { bareKey, fill, soleKey, textOf } from '../model/placeholders.ts';
import { withRun } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { VariableValue } from '../model/variable.ts';
import { type CreateOrder, fromTemplate } from '../templates/templates.ts';
import { failTask } from './failure.ts';

/** How deep create-release tasks may make releases that make releases. */
const deepestCreation = 5;
/** How long a task that found no room waits before it looks again, in milliseconds. */
export const capacityRetryMs = 10_000;

/**
 * Makes the release that the task asks for and completes the task; fails the task when it cannot be
 * made, and lets it wait while too many such releases run (decisions.md, Flow).
 */
export function attemptCreation(release: Release, task: Task, turn: Turn): Release {
  const wish = resolved(task);
  if (release.depth >= deepestCreation) {
    return failTask(
      release,
      task,
      `Releases that create releases may be nested ${deepestCreation} deep at most.`,
      turn,
    );
  }
  if (wish.startRelease && !hasRoom(release, turn)) {
    return task.run.waitsForCapacity ? release : withRun(release, task, { waitsForCapacity: true });
  }
  const made = make(release, task, wish, turn);
  if (typeof made === 'string') return failTask(release, task, made, turn);
  const named = withCreatedId(release, wish, made, turn);
  return endTask(named, { ...task, run: { ...task.run, createdReleaseId: made.id } }, 'COMPLETED', turn);
}

function hasRoom(release: Release, turn: Turn): boolean {
  const running = known(turn.env.world.runningCreated, { kind: 'runningCreated' });
  return running + turn.births.filter(({ starts }) => starts).length < release.maxConcurrentReleases;
}

/** What the task's variables were worth when it started. */
const valuesOf = (task: Task): Readonly<Record<string, VariableValue>> => ({ ...task.run.values });

/** The task's own fields with placeholders and variableMapping applied. */
function resolved(task: Task): Creation {
  const creation = task.definition.creation ?? blankCreation;
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

/** The new release, or the reason why there is none. */
function make(parent: Release, task: Task, wish: Creation, turn: Turn): Release | string {
  const templateId = lastSegment('Release', wish.templateId);
  if (templateId === null) return 'No template is chosen.';
  const template = known(turn.env.world.templates?.get(templateId), { kind: 'template', id: templateId });
  if (template === null) return `There is no template '${templateId}'.`;
  const folderId =
    wish.folderId === null || wish.folderId === rootFolderId ? wish.folderId : lastSegment('Folder', wish.folderId);
  if (wish.folderId !== null && (folderId === null || folderPath(folderId, turn) === null))
    return 'The folder for the new release does not exist.';
  if (wish.newReleaseTitle.trim() === '') return 'The title of the new release is empty.';
  try {
    return give(parent, template, order(parent, task, { ...wish, folderId }), wish, turn);
  } catch (refusal) {
    if (refusal instanceof Invalid) return refusal.message;
    throw refusal;
  }
}

/** The full id of a folder, or null where there is none. */
const folderPath = (id: string, turn: Turn): string | null =>
  id === rootFolderId ? id : known(turn.env.world.folders?.get(id), { kind: 'folder', id });

function lastSegment(kind: 'Release' | 'Folder', written: string | null): string | null {
  if (written === null || written.trim() === '') return null;
  try {
    return idCandidates(kind, written.trim())[0];
  } catch {
    return null;
  }
}

function order(parent: Release, task: Task, wish: Creation): CreateOrder {
  const values = wish.templateVariables.map(({ key, value }): [string, VariableValue] => [
    key,
    typeof value === 'string' ? fill(value, valuesOf(task)) : value,
  ]);
  return {
    releaseTitle: wish.newReleaseTitle,
    folderId: wish.folderId,
    variables: Object.fromEntries(values),
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: task.id,
    releaseOwner: parent.owner,
  };
}

function give(parent: Release, template: Release, asked: CreateOrder, wish: Creation, turn: Turn): Release {
  const { release, entries } = fromTemplate(template, asked, turn.caller, turn.env);
  const child: Release = {
    ...release,
    depth: parent.depth + 1,
    tags: [...new Set([...release.tags, ...wish.releaseTags])],
  };
  turn.births.push({ release: child, entries, starts: wish.startRelease });
  return child;
}

/** The variable that asks for the new release gets its full id, as clients and scripts of the family read it. */
function withCreatedId(release: Release, wish: Creation, made: Release, turn: Turn): Release {
  const key =
    wish.createdReleaseId === null ? null : (soleKey(wish.createdReleaseId) ?? bareKey(wish.createdReleaseId));
  if (key === null || !release.variables.some((variable) => variable.key === key)) return release;
  const value = [folderPath(made.folderId, turn), made.id].filter(Boolean).join('/');
  return {
    ...release,
    variables: release.variables.map((variable) => (variable.key === key ? { ...variable, value } : variable)),
  };
}
