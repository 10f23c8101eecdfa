import { isObject, type Json, passwordMask } from '@slipway/domain/model';
import { phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from './defaults.ts';
import { type PlanParts, planPartsOf, targetPartOf } from './gate-targets.ts';
import { formOf, ownDefaults } from './known-members.ts';
import type { Members } from './read-yaml.ts';

/** The sources of ids for the parts of a document. */
export interface Identities {
  /** the rendered template; null for a new template */
  readonly existing: Members | null;
  readonly newId: (kind: 'Phase' | 'Task' | 'Variable') => string;
}

const objects = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);
const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.flatMap((candidate) => (typeof candidate === 'string' ? candidate : [])) : [];
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

interface MatchedPart {
  readonly id: string;
  /** the rendered part; null for a new part */
  readonly before: Members | null;
}

/** Finds existing parts by path or by name. Each part is returned once. */
class Matches {
  readonly #byPlace = new Map<string, Members[]>();
  readonly #byName = new Map<string, Members[]>();
  readonly #taken = new Set<Members>();

  add(path: string, name: string, existingPart: Members): void {
    for (const [map, key] of [
      [this.#byPlace, path],
      [this.#byName, name],
    ] as const)
      map.set(key, [...(map.get(key) ?? []), existingPart]);
  }

  takeAtPath = (path: string): Members | null => this.#take(this.#byPlace.get(path));
  takeNamed = (name: string): Members | null => this.#take(this.#byName.get(name));

  #take(among: Members[] | undefined): Members | null {
    const existingPart = among?.find((candidate) => !this.#taken.has(candidate)) ?? null;
    if (existingPart !== null) this.#taken.add(existingPart);
    return existingPart;
  }
}

/**
 * Converts the template of a document to the JSON of requests. Absent members have their defaults. Existing parts with
 * the same title, first at the same path, keep their ids. An absent secret keeps its value.
 */
export function templateJson(code: Members, identities: Identities): Members {
  const { template: title, phases, variables, ...fields } = code;
  const { existing } = identities;
  const existingVariables = new Map(objects(existing?.variables).map((variable) => [text(variable.key), variable]));
  const built = objects(variables).map((variable) => ({
    ...variableDefaults,
    ...storedSecret(variable, existingVariables.get(text(variable.key))),
    ...variable,
    id: text(existingVariables.get(text(variable.key))?.id) || identities.newId('Variable'),
  }));
  const keys = new Map(objects(variables).map(({ key }, index) => [text(key), built[index]?.id ?? '']));
  const ids = idsOf(objects(phases), identities);
  const parts = planPartsOf(objects(phases), ({ phase, name }) => text(phase ?? name));
  const { scriptUserPassword: _, ...defaults } = templateDefaults;
  return {
    ...defaults,
    ...fields,
    type: 'rel.Release',
    title: title ?? '',
    variables: built,
    phases: objects(phases).map((phase) => phaseJson(phase, { ids, keys, parts })),
  };
}

/** Returns the stored value of a password variable that the document omits. */
const storedSecret = (variable: Members, before: Members | undefined): Members =>
  text(variable.type).endsWith('.PasswordStringVariable') && before?.value !== undefined ? { value: before.value } : {};

interface IdContext {
  readonly ids: ReadonlyMap<Members, MatchedPart>;
  readonly keys: ReadonlyMap<string, string>;
  /** the parts of the document */
  readonly parts: PlanParts;
}

const typeOf = (task: Members): string => text(task.type) || 'rel.Task';
const bareType = (task: Members): string => typeOf(task).split('.').slice(-1).join('');

/** Matches each part of a document with an existing part, or assigns a new id. */
function idsOf(phases: readonly Members[], { existing, newId }: Identities): ReadonlyMap<Members, MatchedPart> {
  const [phaseMatches, taskMatches] = [new Matches(), new Matches()];
  const addMatches = (tasks: readonly Members[], parentPath: string): void => {
    for (const task of tasks) {
      const name = `${text(task.title)}\n${bareType(task)}`;
      taskMatches.add(`${parentPath}/${name}`, name, task);
      addMatches(objects(task.tasks), `${parentPath}/${text(task.title)}`);
    }
  };
  for (const phase of objects(existing?.phases)) {
    phaseMatches.add(text(phase.title), text(phase.title), phase);
    addMatches(objects(phase.tasks), text(phase.title));
  }
  const matched = new Map<Members, Members | null>();
  const matchAtPaths = (tasks: readonly Members[], parentPath: string): void => {
    for (const task of tasks) {
      matched.set(task, taskMatches.takeAtPath(`${parentPath}/${text(task.name)}\n${bareType(task)}`));
      matchAtPaths(objects(task.tasks), `${parentPath}/${text(task.name)}`);
    }
  };
  for (const phase of phases) {
    matched.set(phase, phaseMatches.takeAtPath(text(phase.phase)));
    matchAtPaths(objects(phase.tasks), text(phase.phase));
  }
  return new Map(
    [...matched].map(([part, matchAtPath]): [Members, MatchedPart] => {
      const isPhase = part.phase !== undefined;
      const before = matchAtPath ?? (isPhase ? null : taskMatches.takeNamed(`${text(part.name)}\n${bareType(part)}`));
      return [part, { id: text(before?.id) || newId(isPhase ? 'Phase' : 'Task'), before }];
    }),
  );
}

function phaseJson(phase: Members, idContext: IdContext): Members {
  const { phase: title, tasks, ...fields } = phase;
  return {
    ...phaseDefaults,
    ...fields,
    id: idContext.ids.get(phase)?.id ?? '',
    type: 'rel.Phase',
    title: title ?? '',
    tasks: objects(tasks).map((task) => taskJson(task, idContext)),
  };
}

function taskJson(task: Members, idContext: IdContext): Members {
  const { name, tasks, ...fields } = task;
  const type = typeOf(task);
  const { id = '', before = null } = idContext.ids.get(task) ?? {};
  return {
    ...taskDefaults,
    ...ownDefaults(type),
    ...withStoredSecrets(fields, before),
    ...membersOfType(type, task, before, idContext),
    id,
    type,
    title: name ?? '',
    ...(tasks !== undefined && { tasks: objects(tasks).map((inner) => taskJson(inner, idContext)) }),
  };
}

/** Adds the stored secrets of a task and of its script that the document omits. */
function withStoredSecrets(fields: Members, before: Members | null): Members {
  const masked = (members: Json | undefined): Members =>
    isObject(members) ? Object.fromEntries(Object.entries(members).filter(([, value]) => value === passwordMask)) : {};
  const { description: _, title: __, ...secrets } = masked(before ?? {});
  const { pythonScript: script } = fields;
  return {
    ...secrets,
    ...fields,
    ...(isObject(script) && { pythonScript: { ...masked(before?.pythonScript), ...script } }),
  };
}

function membersOfType(type: string, task: Members, before: Members | null, { ids, keys, parts }: IdContext): Members {
  switch (formOf(type)) {
    case 'gate':
      return {
        conditions: withExistingIds(objects(task.conditions), objects(before?.conditions), 'title', ({ name }) => ({
          title: name ?? '',
        })),
        dependencies: withExistingIds(
          objects(task.dependencies),
          objects(before?.dependencies),
          'targetId',
          (dependency) => ({
            targetId: ids.get(targetPartOf(dependency, parts) ?? {})?.id ?? text(dependency.target),
          }),
        ),
      };
    case 'linked': {
      const tasks = objects(task.tasks);
      const taskIdOf = (linkName: Json | undefined): string => idOf(tasks, text(linkName), ids);
      const requested = objects(task.links).map(({ source, target }) => ({
        source: taskIdOf(source),
        target: taskIdOf(target),
      }));
      const links = objects(before?.links);
      return { links: requested.map((link) => ({ ...sameLink(link, links), ...link })) };
    }
    case 'asking':
      return { variables: texts(task.variables).map((key) => keys.get(key) ?? key) };
    case 'creating':
    case 'plain':
      return {};
  }
}

/** Adds the ids of equal existing parts to the parts of a gate. */
function withExistingIds(
  requested: readonly Members[],
  before: readonly Members[],
  by: string,
  make: (part: Members) => Members,
): readonly Members[] {
  const matches = new Matches();
  for (const part of before) matches.add('', text(part[by]), part);
  return requested.map((part) => {
    const built = make(part);
    const same = matches.takeNamed(text(built[by]));
    return same === null ? built : { ...built, id: same.id ?? '' };
  });
}

const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

function sameLink(link: { readonly source: string; readonly target: string }, before: readonly Members[]): Members {
  const same = before.find(
    ({ source, target }) => last(text(source)) === last(link.source) && last(text(target)) === last(link.target),
  );
  return same === undefined ? {} : { id: same.id ?? '' };
}

/** Returns the id of the task of a group that a link names, by title, or by number after `#`. */
function idOf(tasks: readonly Members[], linkName: string, ids: IdContext['ids']): string {
  const path = /^#(\d{1,5})$/.exec(linkName)?.[1];
  const task = path === undefined ? tasks.find(({ name }) => name === linkName) : tasks[Number(path) - 1];
  return (task && ids.get(task)?.id) ?? linkName;
}
