import type { Env } from '../decision/env.ts';
import { isIdOf, targetId } from '../ids/ids.ts';
import { message, type NamedKind } from '../messages/message.ts';
import type { GateAuthorship } from '../model/approval.ts';
import type { PhaseDraft, TaskDraft, TaskPatch } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { type Link, ownTexts } from '../model/own-fields.ts';
import { copyPassive } from '../model/passive.ts';
import { blankPhase, blankPhasePassive, type Phase, type PhaseFields } from '../model/phase.ts';
import { keysIn } from '../model/placeholders.ts';
import {
  blankTask,
  blankTaskPassive,
  freshRun,
  type Task,
  type TaskDefinition,
  type TaskPassive,
} from '../model/task.ts';
import { isGroupType, taskTypeNamed } from '../model/task-types.ts';
import { authorsOfNew } from './script-authors.ts';
import { maxGroupDepth } from './validate.ts';

/** Returns the defined fields of `patch` that are also in `blank`. */
export function pick<T extends object>(blank: T, patch: Partial<T>): Partial<T> {
  const picked: Partial<T> = {};
  for (const key in blank) {
    if (patch[key] !== undefined) picked[key] = patch[key];
  }
  return picked;
}

const isText = (text: string | null | undefined): boolean => typeof text === 'string' && text.trim() !== '';

/** Returns the fields that are derived from the texts of a patch: the variables in use and the kinds of scripts. */
export function deriveFields(patch: TaskPatch, uses: TaskDefinition['uses']): Partial<TaskDefinition> {
  const texts: Readonly<Record<string, Json | undefined>> = {
    title: patch.title,
    owner: patch.owner,
    team: patch.team,
    description: patch.description,
    precondition: patch.precondition,
    failureHandler: patch.failureHandler,
    abortScript: patch.abortScript,
    properties: patch.properties,
    ...ownTexts(patch),
  };
  const entries = Object.entries(texts).filter(([, value]) => value !== undefined);
  const merged = { ...uses, ...Object.fromEntries(entries.map(([field, value]) => [field, keysIn(value)])) };
  return {
    uses: Object.fromEntries(Object.entries(merged).filter(([, keys]) => keys.length > 0)),
    ...(patch.precondition !== undefined && { hasPrecondition: isText(patch.precondition) }),
    ...(patch.failureHandler !== undefined && { hasFailureHandler: isText(patch.failureHandler) }),
    ...(patch.abortScript !== undefined && { hasAbortScript: isText(patch.abortScript) }),
    ...(patch.properties !== undefined && {
      scriptType: scriptTypeIn(patch.properties),
      eventSource: eventSourceIn(patch.properties),
    }),
  };
}

/** Returns the event source of a task: an id or a placeholder. The property is a text or an object with an `id`. */
function eventSourceIn({ eventSource }: TaskPassive['properties']): string | null {
  const source = isObject(eventSource) ? eventSource.id : eventSource;
  return typeof source === 'string' && source !== '' ? source : null;
}

function scriptTypeIn({ pythonScript: script }: TaskPassive['properties']): string | null {
  return isObject(script) && typeof script.type === 'string' ? script.type : null;
}

/** Returns the id from the client if it is well-formed for this kind, otherwise a new id. */
export const chosenId = (
  kind: 'Phase' | 'Task' | 'GateCondition' | 'Dependency' | 'Link',
  id: string | null | undefined,
  env: Env,
): string => (typeof id === 'string' && isIdOf(kind, id) ? id : env.newId(kind));

/**
 * Returns a new task, with its children if it is a group. `author` is stored as the author of its scripts. Throws
 * Invalid for an empty title, groups that are nested too deep, or links in a circle.
 */
export function buildTask(draft: TaskDraft, env: Env, author: string | null, depth = 0): Task {
  if (depth > maxGroupDepth) throw new Invalid(message('limit.groupDepth', { max: maxGroupDepth }));
  const type = draft.type ?? blankTask.type;
  if (draft.title !== undefined) requireTitle('task', draft.title);
  const typeFields = taskTypeNamed(type)?.own;
  const tasks = isGroupType(type) ? (draft.tasks ?? []).map((child) => buildTask(child, env, author, depth + 1)) : [];
  const definition: TaskDefinition = {
    ...blankTask,
    ...typeFields,
    ...pick(blankTask, draft),
    ...deriveFields(draft, {}),
    scriptAuthors: authorsOfNew(type, draft, author),
    type,
    conditions: (draft.conditions ?? []).map((item) => ({ ...item, id: chosenId('GateCondition', item.id, env) })),
    dependencies: (draft.dependencies ?? []).map(({ id, target }) => ({
      id: chosenId('Dependency', id, env),
      target: targetId(target) ?? target,
    })),
    links: buildLinks(draft.links ?? [], tasks, env),
    creation: typeFields?.creation ? (draft.creation ?? typeFields.creation) : null,
  };
  return {
    id: chosenId('Task', draft.id, env),
    originId: null,
    definition,
    run: { ...freshRun, hasBeenFlagged: definition.flagStatus !== 'OK' },
    beforeRun: null,
    passive: { kind: 'new', value: { ...blankTaskPassive, ...pick(blankTaskPassive, draft) } satisfies TaskPassive },
    tasks,
  };
}

export function buildPhase(draft: PhaseDraft, env: Env, author: string | null): Phase {
  if (draft.title !== undefined) requireTitle('phase', draft.title);
  const fields: PhaseFields = { ...blankPhase, ...pick(blankPhase, draft) };
  return {
    ...fields,
    id: chosenId('Phase', draft.id, env),
    status: 'PLANNED',
    startDate: null,
    endDate: null,
    overdueNotified: false,
    originId: null,
    passive: { kind: 'new', value: { ...blankPhasePassive, ...pick(blankPhasePassive, draft) } },
    tasks: (draft.tasks ?? []).map((task) => buildTask(task, env, author)),
  };
}

/** Throws Invalid for an empty or blank title. */
export function requireTitle(kind: NamedKind, title: string): void {
  if (title.trim() === '') throw new Invalid(message('field.titleNeeded', { kind: message(`kind.${kind}`) }));
}

/** Returns the links between these tasks and drops all other links. Throws Invalid for a circle. */
export function buildLinks(links: readonly Link[], tasks: readonly Task[], env: Env): readonly Link[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const inside = links.filter(({ source, target }) => ids.has(source) && ids.has(target));
  if (isCircular(inside)) throw new Invalid(message('link.circle'));
  return inside.map((link) => ({ ...link, id: chosenId('Link', link.id, env) }));
}

function isCircular(links: readonly Link[]): boolean {
  let remaining = links;
  for (;;) {
    const targets = new Set(remaining.map(({ target }) => target));
    const rest = remaining.filter(({ source }) => targets.has(source));
    if (rest.length === remaining.length) return remaining.length > 0;
    remaining = rest;
  }
}

/** The ids of copies, by the ids of their originals. */
export type NewIds = Map<string, string>;

/** Returns a copy of a task as it was before it ran. The copy gets new ids, which are added to `newIds`. */
export function buildTaskCopy(task: Task, env: Env, newIds: NewIds, keepsOrigin: boolean): Task {
  const id = newIds.get(task.id) ?? env.newId('Task');
  newIds.set(task.id, id);
  const tasks = task.tasks.map((child) => buildTaskCopy(child, env, newIds, keepsOrigin));
  const source = task.beforeRun ?? task.definition;
  const definition: TaskDefinition = {
    ...source,
    conditions: source.conditions.map((item) => ({ ...item, id: env.newId('GateCondition') })),
    dependencies: source.dependencies.map((item) => ({ ...item, id: env.newId('Dependency') })),
    links: copyLinks(source.links, newIds, env),
  };
  return {
    id,
    originId: keepsOrigin ? task.id : null,
    definition,
    run: {
      ...freshRun,
      hasBeenFlagged: definition.flagStatus !== 'OK',
      signing: keepsOrigin ? withoutVerdicts(task) : null,
    },
    beforeRun: null,
    passive: copyPassive(task.id, task.passive, task.beforeRun !== null),
    tasks,
  };
}

/** Returns the authors of a gate without verdicts, for a copy of the gate in the same release. */
const withoutVerdicts = ({ run: { signing } }: Task): GateAuthorship | null => signing && { ...signing, verdicts: [] };

/** Copies links between copied tasks. A group that was edited after it ran may contain links of deleted tasks. */
function copyLinks(links: readonly Link[], newIds: NewIds, env: Env): readonly Link[] {
  return links.flatMap((link) => {
    const source = newIds.get(link.source);
    const target = newIds.get(link.target);
    return source === undefined || target === undefined ? [] : [{ id: env.newId('Link'), source, target }];
  });
}

/** The ids for copies of phases and tasks, by the ids of the originals. Originals without an entry get a new id. */
export type CopyIds = Readonly<Record<string, string>>;

/** Returns the entries of `ids` for these originals. */
export const chosenIds = (ids: CopyIds, originals: readonly { readonly id: string }[]): NewIds =>
  new Map(originals.flatMap(({ id }) => (ids[id] === undefined ? [] : [[id, ids[id]]])));

/** Returns a copy of a phase as it was before it ran. The copy gets new ids, which are added to `newIds`. */
export function buildPhaseCopy(phase: Phase, env: Env, newIds: NewIds, keepsOrigin: boolean): Phase {
  const id = newIds.get(phase.id) ?? env.newId('Phase');
  newIds.set(phase.id, id);
  return {
    ...phase,
    id,
    status: 'PLANNED',
    startDate: null,
    endDate: null,
    overdueNotified: false,
    originId: keepsOrigin ? phase.id : null,
    passive: copyPassive(phase.id, phase.passive, false),
    tasks: phase.tasks.map((task) => buildTaskCopy(task, env, newIds, keepsOrigin)),
  };
}

/**
 * Returns the task with dependencies on the copies instead of the originals. This increments the revision of a gate. A
 * task without such dependencies is returned unchanged.
 */
export function retarget(task: Task, newIds: ReadonlyMap<string, string>): Task {
  const definition = retargetDefinition(task.definition, newIds);
  const beforeRun = task.beforeRun && retargetDefinition(task.beforeRun, newIds);
  if (definition === task.definition && beforeRun === task.beforeRun) return task;
  const { signing } = task.run;
  const run = signing === null ? task.run : { ...task.run, signing: { ...signing, revision: signing.revision + 1 } };
  return { ...task, definition, beforeRun, run };
}

function retargetDefinition(definition: TaskDefinition, newIds: ReadonlyMap<string, string>): TaskDefinition {
  if (!definition.dependencies.some(({ target }) => newIds.has(target))) return definition;
  const dependencies = definition.dependencies.map((item) => ({
    ...item,
    target: newIds.get(item.target) ?? item.target,
  }));
  return { ...definition, dependencies };
}
