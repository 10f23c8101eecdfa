import { isObject, type Json, passwordMask } from '@slipway/domain';
import { phaseDefaults, taskDefaults, templateDefaults, variableDefaults } from './defaults.ts';
import { meantBy, type Stands, standsIn } from './gate-targets.ts';
import type { Members } from './read-yaml.ts';
import { formOf, ownDefaults } from './task-forms.ts';

/** What ids a document's parts get. */
export interface Identities {
  /** the template as it is answered; null: there is none yet */
  readonly existing: Members | null;
  readonly newId: (kind: 'Phase' | 'Task' | 'Variable') => string;
}

const objects = (value: Json | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);
const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? each : [])) : [];
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

interface Known {
  readonly id: string;
  /** the answered thing; null: it is new */
  readonly before: Members | null;
}

/** Takes existing items by name, each once: first at the same position, then at any position. */
class Matches {
  readonly #byPlace = new Map<string, Members[]>();
  readonly #byName = new Map<string, Members[]>();
  readonly #taken = new Set<Members>();

  add(place: string, name: string, thing: Members): void {
    for (const [map, key] of [
      [this.#byPlace, place],
      [this.#byName, name],
    ] as const)
      map.set(key, [...(map.get(key) ?? []), thing]);
  }

  atPlace = (place: string): Members | null => this.#take(this.#byPlace.get(place));
  named = (name: string): Members | null => this.#take(this.#byName.get(name));

  #take(among: Members[] | undefined): Members | null {
    const thing = among?.find((each) => !this.#taken.has(each)) ?? null;
    if (thing !== null) this.#taken.add(thing);
    return thing;
  }
}

/**
 * A template of a document in the JSON of requests: absent members have their defaults. Existing parts, found by title
 * and position, keep their ids. An absent secret stays.
 */
export function templateJson(code: Members, identities: Identities): Members {
  const { template: title, phases, variables, ...fields } = code;
  const { existing } = identities;
  const known = new Map(objects(existing?.variables).map((variable) => [text(variable.key), variable]));
  const made = objects(variables).map((variable) => ({
    ...variableDefaults,
    ...keptSecret(variable, known.get(text(variable.key))),
    ...variable,
    id: text(known.get(text(variable.key))?.id) || identities.newId('Variable'),
  }));
  const keys = new Map(objects(variables).map(({ key }, index) => [text(key), made[index]?.id ?? '']));
  const ids = idsOf(objects(phases), identities);
  const stands = standsIn(objects(phases), ({ phase, name }) => text(phase ?? name));
  const { scriptUserPassword: _, ...defaults } = templateDefaults;
  return {
    ...defaults,
    ...fields,
    type: 'rel.Release',
    title: title ?? '',
    variables: made,
    phases: objects(phases).map((phase) => phaseJson(phase, { ids, keys, stands })),
  };
}

/** A password that a document lacks is the stored one. */
const keptSecret = (variable: Members, before: Members | undefined): Members =>
  text(variable.type).endsWith('.PasswordStringVariable') && before?.value !== undefined ? { value: before.value } : {};

interface Numbered {
  readonly ids: ReadonlyMap<Members, Known>;
  readonly keys: ReadonlyMap<string, string>;
  /** parts of the document */
  readonly stands: Stands;
}

const typeOf = (task: Members): string => text(task.type) || 'rel.Task';
const bareType = (task: Members): string => typeOf(task).split('.').slice(-1).join('');

/** Which of the things that are there each part of a document is. */
function idsOf(phases: readonly Members[], { existing, newId }: Identities): ReadonlyMap<Members, Known> {
  const [phaseMatches, taskMatches] = [new Matches(), new Matches()];
  const enter = (tasks: readonly Members[], above: string): void => {
    for (const task of tasks) {
      const name = `${text(task.title)}\n${bareType(task)}`;
      taskMatches.add(`${above}/${name}`, name, task);
      enter(objects(task.tasks), `${above}/${text(task.title)}`);
    }
  };
  for (const phase of objects(existing?.phases)) {
    phaseMatches.add(text(phase.title), text(phase.title), phase);
    enter(objects(phase.tasks), text(phase.title));
  }
  const found = new Map<Members, Members | null>();
  const atPlaces = (tasks: readonly Members[], above: string): void => {
    for (const task of tasks) {
      found.set(task, taskMatches.atPlace(`${above}/${text(task.name)}\n${bareType(task)}`));
      atPlaces(objects(task.tasks), `${above}/${text(task.name)}`);
    }
  };
  for (const phase of phases) {
    found.set(phase, phaseMatches.atPlace(text(phase.phase)));
    atPlaces(objects(phase.tasks), text(phase.phase));
  }
  return new Map(
    [...found].map(([part, atPlace]): [Members, Known] => {
      const isPhase = part.phase !== undefined;
      const before = atPlace ?? (isPhase ? null : taskMatches.named(`${text(part.name)}\n${bareType(part)}`));
      return [part, { id: text(before?.id) || newId(isPhase ? 'Phase' : 'Task'), before }];
    }),
  );
}

function phaseJson(phase: Members, numbered: Numbered): Members {
  const { phase: title, tasks, ...fields } = phase;
  return {
    ...phaseDefaults,
    ...fields,
    id: numbered.ids.get(phase)?.id ?? '',
    type: 'rel.Phase',
    title: title ?? '',
    tasks: objects(tasks).map((task) => taskJson(task, numbered)),
  };
}

function taskJson(task: Members, numbered: Numbered): Members {
  const { name, tasks, ...fields } = task;
  const type = typeOf(task);
  const { id = '', before = null } = numbered.ids.get(task) ?? {};
  return {
    ...taskDefaults,
    ...ownDefaults(type),
    ...withKeptSecrets(fields, before),
    ...ofItsType(type, task, before, numbered),
    id,
    type,
    title: name ?? '',
    ...(tasks !== undefined && { tasks: objects(tasks).map((inner) => taskJson(inner, numbered)) }),
  };
}

/** Secrets that a document lacks, of a task and of its script, are the stored ones. */
function withKeptSecrets(fields: Members, before: Members | null): Members {
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

function ofItsType(type: string, task: Members, before: Members | null, { ids, keys, stands }: Numbered): Members {
  switch (formOf(type)) {
    case 'gate':
      return {
        conditions: partsLike(objects(task.conditions), objects(before?.conditions), 'title', ({ name }) => ({
          title: name ?? '',
        })),
        dependencies: partsLike(
          objects(task.dependencies),
          objects(before?.dependencies),
          'targetId',
          (dependency) => ({
            targetId: ids.get(meantBy(dependency, stands) ?? {})?.id ?? text(dependency.target),
          }),
        ),
      };
    case 'linked': {
      const tasks = objects(task.tasks);
      const meant = (mark: Json | undefined): string => idOf(tasks, text(mark), ids);
      const wanted = objects(task.links).map(({ source, target }) => ({
        source: meant(source),
        target: meant(target),
      }));
      const links = objects(before?.links);
      return { links: wanted.map((link) => ({ ...sameLink(link, links), ...link })) };
    }
    case 'asking':
      return { variables: texts(task.variables).map((key) => keys.get(key) ?? key) };
    case 'creating':
    case 'plain':
      return {};
  }
}

/** Parts of a gate with the ids of equal existing ones. */
function partsLike(
  wanted: readonly Members[],
  before: readonly Members[],
  by: string,
  make: (part: Members) => Members,
): readonly Members[] {
  const matches = new Matches();
  for (const part of before) matches.add('', text(part[by]), part);
  return wanted.map((part) => {
    const made = make(part);
    const same = matches.named(text(made[by]));
    return same === null ? made : { ...made, id: same.id ?? '' };
  });
}

const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

function sameLink(link: { readonly source: string; readonly target: string }, before: readonly Members[]): Members {
  const same = before.find(
    ({ source, target }) => last(text(source)) === last(link.source) && last(text(target)) === last(link.target),
  );
  return same === undefined ? {} : { id: same.id ?? '' };
}

/** The task of a group that a link means: by its title, or by its place after `#`. */
function idOf(tasks: readonly Members[], mark: string, ids: Numbered['ids']): string {
  const place = /^#(\d{1,5})$/.exec(mark)?.[1];
  const task = place === undefined ? tasks.find(({ name }) => name === mark) : tasks[Number(place) - 1];
  return (task && ids.get(task)?.id) ?? mark;
}
