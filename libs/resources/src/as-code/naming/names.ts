import { isDefaultReference, isObject, type Json, keyOfReference, kindOf, neededToRead } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { Members, Naming } from '@slipway/formats';
import {
  type ConfigurationView,
  configurationsOfTitles,
  listRiskProfiles,
  pathsOfTitles,
  readConfigurations,
} from '@slipway/persistence';
import { type KnownTypes, knownTypes } from '../../configurations/known-types.ts';
import type { ResourceContext } from '../../model/context.ts';
import { seenOf } from '../../model/show-for.ts';
import type { CalledFrom, KeepsNames } from '../run/run.ts';
import { changingReferences, configurationAsRead, customPath, pathAsRead } from './references.ts';

const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** All texts in a value. */
function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isObject(value)) for (const each of Object.values(value)) yield* textsIn(each);
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
}

const generated =
  /^(?:Applications\/(?:Folder\w+\/)*|Configuration\/Custom\/)?(Release|Folder|Configuration)[\w-]{1,200}$/;

/** The names in documents for the ids in rendered objects, and the references that types declare. */
export interface CodeNaming extends Naming {
  readonly types: Pick<KnownTypes, 'find'>;
  /** the same as it is read in a folder, by the ids from the root to it */
  readonly calledFrom: (id: string, from: readonly string[]) => string | undefined;
  /** titles of risk profiles by their ids; those that are not there are missing */
  readonly riskProfiles: ReadonlyMap<string, string>;
}

type NamingContext = Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins'> & KeepsNames;

/**
 * The names of the ids in rendered objects: templates and folders by path, configurations by title. Ids of objects
 * that the reader may not view stay.
 */
export async function namingFor(
  { database, typePrefix, plugins, names = new Map() }: NamingContext,
  reader: Person,
  ...answers: readonly Members[]
): Promise<CodeNaming> {
  const unknown = mentionedIn(answers).filter((id) => !names.has(id));
  if (unknown.length > 0) {
    const found = await namesOf({ database }, reader, unknown);
    for (const id of unknown) names.set(id, found.get(id) ?? null);
  }
  return {
    prefix: typePrefix,
    called: (id) => names.get(last(id))?.([]),
    calledFrom: (id, from) => names.get(last(id))?.(from),
    types: await knownTypes({ plugins }),
    riskProfiles: answers.some(followsOwnRisk) ? await riskTitles(database) : new Map(),
  };
}

const followsOwnRisk = ({ riskProfile }: Members): boolean =>
  typeof riskProfile === 'string' && !isDefaultReference(riskProfile);

const riskTitles = async (database: ResourceContext['database']): Promise<ReadonlyMap<string, string>> =>
  new Map((await listRiskProfiles(database)).map(({ id, title }) => [keyOfReference(id), title]));

/** The last segments of the ids that answers mention. */
function mentionedIn(answers: readonly Members[]): readonly string[] {
  const ids = new Set<string>();
  for (const { id: _, folderId: __, ...answer } of answers)
    for (const text of textsIn(answer)) if (generated.test(text)) ids.add(last(text));
  return [...ids];
}

/** Whether a path with the titles of these folders can be parsed; objects in other folders keep their id. */
const isReadable = (folders: readonly string[]): boolean =>
  folders.every((title) => title !== '' && !title.includes('/'));

/** The names that a user may learn. */
async function namesOf(
  { database }: Pick<ResourceContext, 'database'>,
  reader: Person,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CalledFrom>> {
  const configurations = ids.filter((id) => kindOf(id) === 'Configuration');
  const places = ids.filter((id) => kindOf(id) !== 'Configuration');
  const seen = places.length === 0 ? places : await seenOf({ database }, places, reader);
  const paths = await pathsOfTitles(database, [...seen]);
  const titles = [...paths].flatMap(([id, { path, shadowed }]): readonly [string, CalledFrom][] => {
    if (!isReadable(kindOf(id) === 'Folder' ? path : path.slice(0, -1))) return [];
    const written = pathAsRead(path, shadowed);
    return [[id, () => written]];
  });
  return new Map([...titles, ...(await titlesOf({ database }, reader, configurations))]);
}

/**
 * The names of visible configurations: the title if it identifies the configuration for its reader, else the exact
 * name.
 */
async function titlesOf(
  { database }: Pick<ResourceContext, 'database'>,
  reader: Person,
  ids: readonly string[],
): Promise<readonly (readonly [string, CalledFrom])[]> {
  const those = ids.length === 0 ? [] : await seenConfigurations(reader, await readConfigurations(database, ids));
  if (those.length === 0) return [];
  const titles = [...new Set(those.map(({ title }) => title))];
  const titled = await seenConfigurations(reader, await configurationsOfTitles(database, titles));
  const byTitle = Map.groupBy(titled, ({ title }) => title);
  const folders = await pathsOfTitles(database, [...new Set(those.flatMap(({ folderId }) => folderId ?? []))]);
  return those.map((each) => {
    const { path = [] } = folders.get(each.folderId ?? '') ?? {};
    const others = (byTitle.get(each.title) ?? []).filter(({ id }) => id !== each.id);
    return [each.id, (from) => configurationAsRead(each, path, isMeant(each, others, from))];
  });
}

/** Whether the title of a configuration means it, and none of the others that have it, to who names it in a folder. */
function isMeant(one: ConfigurationView, others: readonly ConfigurationView[], from: readonly string[]): boolean {
  const depth = ({ folderId }: ConfigurationView): number => (folderId === null ? 0 : from.indexOf(folderId) + 1 || -1);
  return depth(one) >= 0 && others.every((other) => depth(other) < depth(one));
}

/** The visible ones among them: global ones are visible to all. */
export async function seenConfigurations(
  reader: Person,
  found: readonly ConfigurationView[],
): Promise<readonly ConfigurationView[]> {
  const local = found.flatMap(({ folderId }) => folderId ?? []);
  const there = await reader.atAll(local.map((folderId) => ({ folderId })));
  const seen = new Set(local.filter((_, index) => there[index]?.may(neededToRead.configuration)));
  return found.filter(({ folderId }) => folderId === null || seen.has(folderId));
}

/** The ids from the root to the folder of what is answered; none: it is global. */
export function folderIn({ id, folderId }: Members): readonly string[] {
  if (typeof folderId === 'string' && folderId !== '') return folderId.split('/');
  return typeof id === 'string' && id.startsWith('Applications') ? id.split('/').slice(0, -1) : [];
}

/**
 * The same members with the titles of configurations and of the risk profile, as a folder resolves them, in place of
 * ids.
 */
export function membersWithTitles(
  members: Members,
  { calledFrom, prefix, types, riskProfiles }: CodeNaming,
  from: readonly string[],
): Members {
  const titled = changingReferences(members, { prefix, types }, (text, standing) => {
    const title = generated.exec(text)?.[1] === 'Configuration' ? calledFrom(text, from) : undefined;
    if (title === undefined) return text;
    return standing === 'perhaps' ? `${customPath}${title}` : title;
  });
  const { riskProfile } = members;
  if (typeof riskProfile !== 'string' || !followsOwnRisk(members)) return titled;
  return { ...titled, riskProfile: riskProfiles.get(keyOfReference(riskProfile)) ?? withoutPath(riskProfile) };
}

/** Exports write the title of a profile as the last part of its id. */
const withoutPath = (reference: string): string => {
  const path = 'Configuration/riskProfiles/';
  return reference.startsWith(path) ? reference.slice(path.length) : reference;
};
