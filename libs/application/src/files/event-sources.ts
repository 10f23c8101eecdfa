import { readType } from '@slipway/api-schema/format';
import { type Message, message, warnAt } from '@slipway/domain/messages';
import { isObject, type Json, type TaskDraft } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { Members } from '@slipway/formats';
import { type ConfigurationView, findConfigurationsByTitle } from '@slipway/persistence/configurations';
import { findFoldersByTitlePaths } from '@slipway/persistence/folders';
import { folderIn, namingFor, visibleConfigurations } from '../as-code/naming/names.ts';
import { isId, parseExactName, pathSplits } from '../as-code/naming/references.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { type RawTrigger, triggerPart } from './import-triggers.ts';
import type { NamedTemplate, ReportingTemplate } from './resolve-paths.ts';

/** The caller of an import, and the target folder: the ids from the root to it. */
export interface ImportOrigin {
  readonly person: Person;
  readonly path: readonly string[];
}

type Context = Pick<ReadContext, 'database' | 'typePrefix'>;

/** The maximum number of event source titles in one file, because each runs its own statement. */
const maxNamed = 500;

const isTitle = (rawReferences: Json | undefined): rawReferences is string =>
  typeof rawReferences === 'string' &&
  rawReferences !== '' &&
  !isId(rawReferences) &&
  !rawReferences.startsWith('Configuration/');

/** Whether a configuration is a webhook endpoint, or derives events from another event source. */
const isSource = ({ path, eventSource }: ConfigurationView): boolean => path !== null || eventSource !== null;

/**
 * Returns the id of the visible event source that a title or an exact name refers to, as the folder resolves it.
 * Returns null for a missing or ambiguous one.
 */
async function resolveSource(
  context: Context,
  { person, path }: ImportOrigin,
  rawReferences: string,
): Promise<string | null> {
  const exact = parseExactName(rawReferences);
  const matches =
    exact === null
      ? await findConfigurationsByTitle(context.database, rawReferences, path)
      : await findExact(context, exact);
  const [first, ...others] = (await visibleConfigurations(person, matches)).filter(isSource);
  return first === undefined || others.some(({ folderId }) => folderId === first.folderId) ? null : first.id;
}

async function findExact(
  { database, typePrefix }: Context,
  { type, steps }: NonNullable<ReturnType<typeof parseExactName>>,
) {
  for (const [folderTitles, title] of pathSplits(steps)) {
    const folder = folderTitles.length === 0 ? null : (await findFoldersByTitlePaths(database, [folderTitles])).get(0);
    if (folder === undefined) continue;
    const withTitle = await findConfigurationsByTitle(database, title, folder === null ? [] : [folder.id]);
    const matching = withTitle.filter(
      (item) => item.type === readType(type, typePrefix) && item.folderId === (folder?.id ?? null),
    );
    if (matching.length > 0) return matching;
  }
  return [];
}

type Tasks = readonly TaskDraft[];
const tasksIn = (tasks: Tasks): Tasks => tasks.flatMap((task) => [task, ...tasksIn(task.tasks ?? [])]);
const tasksOf = ({ draft: { phases = [] } }: NamedTemplate): Tasks =>
  phases.flatMap(({ tasks = [] }) => tasksIn(tasks));

/**
 * Replaces titles of event sources in triggers and tasks by ids, as the folder resolves them. Files contain titles
 * (file-formats.md, Groovy). A missing, ambiguous or invisible event source is reported, and its title stays.
 */
export async function withSourceIds(
  context: Context,
  origin: ImportOrigin,
  templates: readonly ReportingTemplate[],
): Promise<readonly NamedTemplate[]> {
  const rawReferences = templates.flatMap((item) => [
    ...item.triggers.map(({ eventSource }) => eventSource),
    ...tasksOf(item).map(({ properties }) => properties?.eventSource),
  ]);
  const ids = new Map<string, string>();
  for (const title of [...new Set(rawReferences.filter(isTitle))].slice(0, maxNamed)) {
    const id = await resolveSource(context, origin, title);
    if (id !== null) ids.set(title, id);
  }
  return templates.map((item) => withIds(item, ids));
}

function withIds({ draft, triggers, warn }: ReportingTemplate, ids: ReadonlyMap<string, string>): NamedTemplate {
  const task = ({ properties, tasks, ...rest }: TaskDraft): TaskDraft => {
    const title = properties?.eventSource;
    const id = isTitle(title) ? ids.get(title) : undefined;
    if (isTitle(title) && id === undefined)
      warnAt(warn, message('part.task', { title: rest.title ?? '' }))(missingSource(title));
    return {
      ...rest,
      ...(properties && { properties: id === undefined ? properties : { ...properties, eventSource: id } }),
      ...(tasks && { tasks: tasks.map(task) }),
    };
  };
  const trigger = (rawReferences: RawTrigger): RawTrigger => {
    const { eventSource: title } = rawReferences;
    if (!isTitle(title)) return rawReferences;
    const id = ids.get(title);
    if (id === undefined) warnAt(warn, triggerPart(rawReferences))(missingSource(title));
    return id === undefined ? rawReferences : { ...rawReferences, eventSource: id };
  };
  const phases = draft.phases?.map(({ tasks, ...phase }) => ({ ...phase, ...(tasks && { tasks: tasks.map(task) }) }));
  return { draft: { ...draft, ...(phases && { phases }) }, triggers: triggers.map(trigger) };
}

const missingSource = (title: string): Message => message('import.unknownEventSource', { title });

/** Replaces the ids of event sources in a template by titles, as the folder resolves them. */
export async function withSourceTitles(
  context: Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins'>,
  reader: Person,
  template: Members,
): Promise<Members> {
  const ids: string[] = [];
  mapEventSources(template, (id) => {
    ids.push(id);
    return id;
  });
  if (ids.length === 0) return template;
  const naming = await namingFor(context, reader, { ids });
  const origin = folderIn(template);
  return mapEventSources(template, (id) => naming.nameFrom(id, origin) ?? id);
}

function mapEventSources(members: Members, change: (id: string) => string): Members {
  const mapValue = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(mapValue);
    return isObject(value) ? mapEventSources(value, change) : value;
  };
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => [
      name,
      name === 'eventSource' && typeof value === 'string' ? change(value) : mapValue(value),
    ]),
  );
}
