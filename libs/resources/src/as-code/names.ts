import { clip, isObject, type Json, kindOf, NotFound, neededToRead } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { FolderTitles, Members, Naming } from '@slipway/formats';
import {
  type ConfigurationView,
  configurationsTitled,
  pathsOfTitles,
  readConfigurations,
  templatesTitled,
} from '@slipway/persistence';
import type { ResourceContext } from '../model/context.ts';
import { seenOf } from '../model/show-for.ts';
import { type CodeRun, keyOf, pathOf, seenFolder } from './run.ts';

const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** All texts in a value. */
function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isObject(value)) for (const each of Object.values(value)) yield* textsIn(each);
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
}

const generated =
  /^(?:Applications\/(?:Folder\w+\/)*|Configuration\/Custom\/)?(Release|Folder|Configuration)[\w-]{1,200}$/;

/**
 * What the ids are called that answers mention: templates and folders by their paths, configurations by their titles.
 * What their reader may not see stays an id.
 */
export async function namingFor(
  { database, typePrefix }: Pick<ResourceContext, 'database' | 'typePrefix'>,
  reader: Person,
  ...answers: readonly Members[]
): Promise<Naming> {
  const ids = new Set<string>();
  for (const { phases = [], defaultTargetFolderId = '', ...others } of answers) {
    const { template = '', releaseFolder = '', eventSource = '' } = others;
    for (const text of textsIn([phases, defaultTargetFolderId, template, releaseFolder, eventSource]))
      if (generated.test(text)) ids.add(last(text));
  }
  const configurations = [...ids].filter((id) => kindOf(id) === 'Configuration');
  const places = [...ids].filter((id) => kindOf(id) !== 'Configuration');
  const seen = places.length === 0 ? places : await seenOf({ database }, places, reader);
  const paths = await pathsOfTitles(database, [...seen]);
  const those = configurations.length === 0 ? [] : await readConfigurations(database, configurations);
  const found = await seenConfigurations(reader, those);
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  return { prefix: typePrefix, called: (id) => paths.get(last(id))?.join('/') ?? titles.get(last(id)) };
}

/** Those of them that somebody may see: global ones are for all. */
async function seenConfigurations(
  reader: Person,
  found: readonly ConfigurationView[],
): Promise<readonly ConfigurationView[]> {
  const local = found.flatMap(({ folderId }) => folderId ?? []);
  const there = await reader.atAll(local.map((folderId) => ({ folderId })));
  const seen = new Set(local.filter((_, index) => there[index]?.may(neededToRead.configuration)));
  return found.filter(({ folderId }) => folderId === null || seen.has(folderId));
}

/** The same members with the titles of configurations in the place of their ids. */
function withTitles(value: Json, { called }: Naming): Json {
  if (typeof value === 'string')
    return generated.exec(value)?.[1] === 'Configuration' ? (called(value) ?? value) : value;
  if (isObject(value)) return membersWithTitles(value, { called });
  return Array.isArray(value) ? value.map((each) => withTitles(each, { prefix: '', called })) : value;
}

export const membersWithTitles = (members: Members, { called }: Pick<Naming, 'called'>): Members =>
  Object.fromEntries(Object.entries(members).map(([name, each]) => [name, withTitles(each, { prefix: '', called })]));

const isId = (written: string): boolean =>
  written.includes('${') || generated.test(written) || written.startsWith('Applications/');

/** Places in which a path may begin: the folder of whoever writes it, and those around it up to the top. */
const outwards = (from: FolderTitles): readonly FolderTitles[] =>
  Array.from({ length: from.length + 1 }, (_, steps) => from.slice(0, from.length - steps));

/** The id of the folder that is written as a path of titles; ids stay. Throws NotFound. */
export async function folderCalled(run: CodeRun, written: string, from: FolderTitles): Promise<string> {
  if (isId(written)) return written;
  const titles = written.split('/').filter((title) => title !== '');
  for (const above of outwards(from)) {
    const folder = await seenFolder(run, [...above, ...titles]);
    if (folder !== null) return folder.path.join('/');
  }
  throw new NotFound(`there is no folder at '${clip(written)}'`);
}

/** Templates of a title in a folder that whoever asks may see, two of them at most. */
export async function seenTemplates({ context, me }: CodeRun, folderId: string, title: string) {
  const found = await templatesTitled(context.database, folderId, title);
  const seen = found.length === 0 ? new Set(found) : await seenOf(context, found, await me());
  return found.filter((id) => seen.has(id));
}

/** Makes a template that others refer to before its turn. */
export type Ahead = (path: string) => Promise<void>;

/** The id of the template that is written as a path of titles; ids stay. Throws NotFound. */
export async function templateCalled(run: CodeRun, written: string, from: FolderTitles, ahead: Ahead): Promise<string> {
  if (isId(written)) return written;
  const titles = written.split('/').filter((title) => title !== '');
  const [title = ''] = titles.slice(-1);
  for (const above of outwards(from)) {
    const place = [...above, ...titles.slice(0, -1)];
    const path = pathOf(place, title);
    if (run.waiting.has(path)) await ahead(path);
    const found = await templateAtTitles(run, place, title);
    if (found !== null) return found;
  }
  throw new NotFound(`there is no template '${clip(written)}'`);
}

/** The full id of the template of these titles; null where there is none that whoever asks may see. */
async function templateAtTitles(run: CodeRun, place: FolderTitles, title: string): Promise<string | null> {
  const key = keyOf(place, title);
  const before = run.known.templates.get(key);
  if (before !== undefined) return before;
  const folder = await seenFolder(run, place);
  const [id] = folder === null ? [] : await seenTemplates(run, folder.id, title);
  if (folder === null || id === undefined) return null;
  const found = [...folder.path, id].join('/');
  run.known.templates.set(key, found);
  return found;
}

/** The id of the configuration of a title that a folder sees; ids stay. Throws NotFound. */
export async function configurationCalled(
  { context: { database } }: CodeRun,
  written: string,
  folderPath: readonly string[],
): Promise<string> {
  if (isId(written) || written.startsWith('Configuration/')) return written;
  const found = await configurationsTitled(database, written, folderPath);
  const nearest = [...folderPath].reverse().flatMap((id) => found.find(({ folderId }) => folderId === id) ?? []);
  const one = nearest[0] ?? found.find(({ folderId }) => folderId === null);
  if (one === undefined) throw new NotFound(`there is no configuration '${clip(written)}'`);
  return one.id;
}
