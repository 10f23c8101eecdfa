import { kindOf } from '@slipway/domain/ids';
import { isObject, type Json } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { isDefaultReference, keyOfReference } from '@slipway/domain/risk';
import type { Person } from '@slipway/engine';
import type { Members, Naming } from '@slipway/formats';
import { readDocumentPaths } from '@slipway/persistence/as-code';
import {
  type ConfigurationView,
  findConfigurationsByTitles,
  readConfigurations,
} from '@slipway/persistence/configurations';
import { listRiskProfiles } from '@slipway/persistence/risk';
import { loadTypeCatalog, type TypeCatalog } from '../../configurations/shape-configuration.ts';
import type { ResourceContext } from '../../model/context.ts';
import { findVisibleIds } from '../../model/render-context.ts';
import type { NameCache, NameFrom } from '../run/run.ts';
import { customPath, formatConfiguration, formatPath, mapReferences } from './references.ts';

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Yields all strings in a value, at any depth. */
function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isObject(value)) for (const item of Object.values(value)) yield* textsIn(item);
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
}

const generatedId =
  /^(?:Applications\/(?:Folder\w+\/)*|Configuration\/Custom\/)?(Release|Folder|Configuration)[\w-]{1,200}$/;

/** The names in documents for the ids in rendered objects, and the references that types declare. */
export interface CodeNaming extends Naming {
  readonly types: Pick<TypeCatalog, 'find'>;
  /** the name for references from a folder, given the ids from the root to it */
  readonly nameFrom: (id: string, from: readonly string[]) => string | undefined;
  /** the titles of existing risk profiles, by id */
  readonly riskProfiles: ReadonlyMap<string, string>;
}

type NamingContext = Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins'> & NameCache;

/**
 * Returns the names for the ids in rendered objects: paths of templates and folders, titles of configurations. Ids of
 * objects that the reader may not view have no name.
 */
export async function namingFor(
  { database, typePrefix, plugins, names = new Map() }: NamingContext,
  reader: Person,
  ...answers: readonly Members[]
): Promise<CodeNaming> {
  const unknown = mentionedIn(answers).filter((id) => !names.has(id));
  if (unknown.length > 0) {
    const match = await visibleNames({ database }, reader, unknown);
    for (const id of unknown) names.set(id, match.get(id) ?? null);
  }
  return {
    prefix: typePrefix,
    nameOf: (id) => names.get(lastSegmentOf(id))?.([]),
    nameFrom: (id, from) => names.get(lastSegmentOf(id))?.(from),
    types: await loadTypeCatalog({ plugins }),
    riskProfiles: answers.some(hasOwnRiskProfile) ? await riskTitles(database) : new Map(),
  };
}

const hasOwnRiskProfile = ({ riskProfile }: Members): boolean =>
  typeof riskProfile === 'string' && !isDefaultReference(riskProfile);

const riskTitles = async (database: ResourceContext['database']): Promise<ReadonlyMap<string, string>> =>
  new Map((await listRiskProfiles(database)).map(({ id, title }) => [keyOfReference(id), title]));

/** Returns the last segments of the ids in responses, without the ids of the objects themselves. */
function mentionedIn(answers: readonly Members[]): readonly string[] {
  const ids = new Set<string>();
  for (const { id: _, folderId: __, ...answer } of answers)
    for (const text of textsIn(answer)) if (generatedId.test(text)) ids.add(lastSegmentOf(text));
  return [...ids];
}

/** Whether the titles of these folders can form a path. Objects in other folders are referred to by id. */
const areParsable = (folders: readonly string[]): boolean =>
  folders.every((title) => title !== '' && !title.includes('/'));

/** Returns the names of the objects that the reader can view. */
async function visibleNames(
  { database }: Pick<ResourceContext, 'database'>,
  reader: Person,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NameFrom>> {
  const configurations = ids.filter((id) => kindOf(id) === 'Configuration');
  const planIds = ids.filter((id) => kindOf(id) !== 'Configuration');
  const visible = planIds.length === 0 ? planIds : await findVisibleIds({ database }, planIds, reader);
  const paths = await readDocumentPaths(database, [...visible]);
  const titles = [...paths].flatMap(([id, { path, shadowed }]): readonly [string, NameFrom][] => {
    if (!areParsable(kindOf(id) === 'Folder' ? path : path.slice(0, -1))) return [];
    const documentPath = formatPath(path, shadowed);
    return [[id, () => documentPath]];
  });
  return new Map([...titles, ...(await titlesOf({ database }, reader, configurations))]);
}

/**
 * Returns the names of visible configurations: the title if it is unambiguous for the reader, otherwise the exact name.
 */
async function titlesOf(
  { database }: Pick<ResourceContext, 'database'>,
  reader: Person,
  ids: readonly string[],
): Promise<readonly (readonly [string, NameFrom])[]> {
  const visibleViews =
    ids.length === 0 ? [] : await visibleConfigurations(reader, await readConfigurations(database, ids));
  if (visibleViews.length === 0) return [];
  const titles = [...new Set(visibleViews.map(({ title }) => title))];
  const withTitles = await visibleConfigurations(reader, await findConfigurationsByTitles(database, titles));
  const byTitle = Map.groupBy(withTitles, ({ title }) => title);
  const folders = await readDocumentPaths(database, [
    ...new Set(visibleViews.flatMap(({ folderId }) => folderId ?? [])),
  ]);
  return visibleViews.map((item) => {
    const { path = [] } = folders.get(item.folderId ?? '') ?? {};
    const others = (byTitle.get(item.title) ?? []).filter(({ id }) => id !== item.id);
    return [item.id, (from) => formatConfiguration(item, path, isUnambiguous(item, others, from))];
  });
}

/**
 * Whether the title of a configuration, in a folder, refers to this configuration and not to another one with that
 * title.
 */
function isUnambiguous(
  configuration: ConfigurationView,
  others: readonly ConfigurationView[],
  from: readonly string[],
): boolean {
  const depth = ({ folderId }: ConfigurationView): number => (folderId === null ? 0 : from.indexOf(folderId) + 1 || -1);
  return depth(configuration) >= 0 && others.every((rival) => depth(rival) < depth(configuration));
}

/** Returns the visible configurations. Every user may view global ones. */
export async function visibleConfigurations(
  reader: Person,
  match: readonly ConfigurationView[],
): Promise<readonly ConfigurationView[]> {
  const local = match.flatMap(({ folderId }) => folderId ?? []);
  const callers = await reader.callersAt(local.map((folderId) => ({ folderId })));
  const visible = new Set(local.filter((_, index) => callers[index]?.may(neededToRead.configuration)));
  return match.filter(({ folderId }) => folderId === null || visible.has(folderId));
}

/** Returns the ids from the root to the folder of a rendered object; empty for a global object. */
export function folderIn({ id, folderId }: Members): readonly string[] {
  if (typeof folderId === 'string' && folderId !== '') return folderId.split('/');
  return typeof id === 'string' && id.startsWith('Applications') ? id.split('/').slice(0, -1) : [];
}

/** Replaces the ids of configurations and of the risk profile in members by titles, as a folder resolves them. */
export function membersWithTitles(
  members: Members,
  { nameFrom, prefix, types, riskProfiles }: CodeNaming,
  from: readonly string[],
): Members {
  const withTitles = mapReferences(members, { prefix, types }, (text, role) => {
    const title = generatedId.exec(text)?.[1] === 'Configuration' ? nameFrom(text, from) : undefined;
    if (title === undefined) return text;
    return role === 'perhaps' ? `${customPath}${title}` : title;
  });
  const { riskProfile } = members;
  if (typeof riskProfile !== 'string' || !hasOwnRiskProfile(members)) return withTitles;
  return { ...withTitles, riskProfile: riskProfiles.get(keyOfReference(riskProfile)) ?? withoutPath(riskProfile) };
}

/** Removes the path prefix of a risk profile id. Exports contain the title of a profile as the last part. */
const withoutPath = (reference: string): string => {
  const path = 'Configuration/riskProfiles/';
  return reference.startsWith(path) ? reference.slice(path.length) : reference;
};
