import { clip, isObject, type Json, type TaskDraft } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { Members } from '@slipway/formats';
import { type ConfigurationView, configurationsTitled, foldersAtTitles } from '@slipway/persistence';
import { readType } from '@slipway/wire';
import { folderIn, namingFor, seenConfigurations } from '../as-code/naming/names.ts';
import { exactlyNamed, isId, waysTo } from '../as-code/naming/references.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { called, type WrittenTrigger } from './bring-triggers.ts';
import type { Named, Resolvable } from './resolve-paths.ts';

/** Who brings files, and into which folder: the ids from the root to it. */
export interface From {
  readonly person: Person;
  readonly path: readonly string[];
}

type Context = Pick<ReadContext, 'database' | 'typePrefix'>;

/** Event sources that one file may name by titles: each is looked up by its own statement. */
const mostNamed = 500;

const isTitle = (written: Json | undefined): written is string =>
  typeof written === 'string' && written !== '' && !isId(written) && !written.startsWith('Configuration/');

/** Events come from endpoints, and from what makes other events of these. */
const isSource = ({ path, eventSource }: ConfigurationView): boolean => path !== null || eventSource !== null;

/** The event source that a title means as it is seen from a folder, or a type with titles; null: none, or several. */
async function sourceCalled(context: Context, { person, path }: From, written: string): Promise<string | null> {
  const exact = exactlyNamed(written);
  const found =
    exact === null ? await configurationsTitled(context.database, written, path) : await exactly(context, exact);
  const [first, ...others] = (await seenConfigurations(person, found)).filter(isSource);
  return first === undefined || others.some(({ folderId }) => folderId === first.folderId) ? null : first.id;
}

async function exactly(
  { database, typePrefix }: Context,
  { type, steps }: NonNullable<ReturnType<typeof exactlyNamed>>,
) {
  for (const [place, title] of waysTo(steps)) {
    const folder = place.length === 0 ? null : (await foldersAtTitles(database, [place])).get(0);
    if (folder === undefined) continue;
    const titled = await configurationsTitled(database, title, folder === null ? [] : [folder.id]);
    const own = titled.filter(
      (each) => each.type === readType(type, typePrefix) && each.folderId === (folder?.id ?? null),
    );
    if (own.length > 0) return own;
  }
  return [];
}

type Tasks = readonly TaskDraft[];
const tasksIn = (tasks: Tasks): Tasks => tasks.flatMap((task) => [task, ...tasksIn(task.tasks ?? [])]);
const tasksOf = ({ draft: { phases = [] } }: Named): Tasks => phases.flatMap(({ tasks = [] }) => tasksIn(tasks));

/**
 * Templates whose triggers and tasks name event sources by id. Files name them by title (file-formats.md, Groovy),
 * as the folder resolves them. A missing, ambiguous or invisible one is reported and stays a title.
 */
export async function withSourceIds(
  context: Context,
  from: From,
  all: readonly Resolvable[],
): Promise<readonly Named[]> {
  const written = all.flatMap((each) => [
    ...each.triggers.map(({ eventSource }) => eventSource),
    ...tasksOf(each).map(({ properties }) => properties?.eventSource),
  ]);
  const ids = new Map<string, string>();
  for (const title of [...new Set(written.filter(isTitle))].slice(0, mostNamed)) {
    const id = await sourceCalled(context, from, title);
    if (id !== null) ids.set(title, id);
  }
  return all.map((each) => withIds(each, ids));
}

function withIds({ draft, triggers, warn }: Resolvable, ids: ReadonlyMap<string, string>): Named {
  const task = ({ properties, tasks, ...rest }: TaskDraft): TaskDraft => {
    const title = properties?.eventSource;
    const id = isTitle(title) ? ids.get(title) : undefined;
    if (isTitle(title) && id === undefined) warn(`task '${clip(rest.title ?? '')}': ${noSource(title)}`);
    return {
      ...rest,
      ...(properties && { properties: id === undefined ? properties : { ...properties, eventSource: id } }),
      ...(tasks && { tasks: tasks.map(task) }),
    };
  };
  const trigger = (written: WrittenTrigger): WrittenTrigger => {
    const { eventSource: title } = written;
    if (!isTitle(title)) return written;
    const id = ids.get(title);
    if (id === undefined) warn(`${called(written)}: ${noSource(title)}`);
    return id === undefined ? written : { ...written, eventSource: id };
  };
  const phases = draft.phases?.map(({ tasks, ...phase }) => ({ ...phase, ...(tasks && { tasks: tasks.map(task) }) }));
  return { draft: { ...draft, ...(phases && { phases }) }, triggers: triggers.map(trigger) };
}

const noSource = (title: string): string => `there is no event source '${clip(title)}', or there are several`;

/** A template with the titles of event sources in the place of their ids, each as its folder sees it. */
export async function withSourceTitles(
  context: Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins'>,
  reader: Person,
  template: Members,
): Promise<Members> {
  const ids: string[] = [];
  changed(template, (id) => {
    ids.push(id);
    return id;
  });
  if (ids.length === 0) return template;
  const naming = await namingFor(context, reader, { ids });
  const from = folderIn(template);
  return changed(template, (id) => naming.calledFrom(id, from) ?? id);
}

function changed(members: Members, change: (id: string) => string): Members {
  const within = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(within);
    return isObject(value) ? changed(value, change) : value;
  };
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => [
      name,
      name === 'eventSource' && typeof value === 'string' ? change(value) : within(value),
    ]),
  );
}
