import { mapCreations } from '@slipway/domain/files';
import { isIdOf, rootFolderId } from '@slipway/domain/ids';
import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import type { Creation, Json, TemplateDraft } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { findByTitlePaths, readTitlePaths } from '@slipway/persistence/folders';
import type { ReadContext } from '../model/context.ts';
import { findVisibleIds } from '../model/render-context.ts';
import { type RawTrigger, triggerPart } from './import-triggers.ts';

type Context = Pick<ReadContext, 'database'>;

/**
 * Returns the paths of folders and templates by the last segments of their ids. A path consists of titles, joined by
 * slashes. Invisible objects, their contents, and ambiguous paths are omitted.
 */
export async function readVisiblePaths(
  context: Context,
  ids: readonly string[],
  person: Person,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const titlePaths = await readTitlePaths(context.database, ids);
  const visible = await findVisibleIds(
    context,
    [...new Set(titlePaths.flatMap(({ id, folders }) => [id, ...folders]))],
    person,
  );
  const usablePaths = titlePaths
    .filter(({ id, folders }) => [id, ...folders].every((candidate) => visible.has(candidate)))
    .filter(({ titles }) => titles.length > 0 && titles.every((title) => title !== '' && !title.includes('/')))
    .map(({ id, titles }) => ({ id, path: titles.join('/') }));
  const idsOfPaths = await idsByPath(
    context,
    usablePaths.map(({ path }) => path),
  );
  return new Map(
    usablePaths.filter(({ id, path }) => isOnly(idsOfPaths.get(path) ?? [], id)).map(({ id, path }) => [id, path]),
  );
}

const kindOf = (id: string): 'Release' | 'Folder' => (isIdOf('Folder', id) ? 'Folder' : 'Release');
const isOnly = (matchingIds: readonly string[], id: string): boolean =>
  matchingIds.filter((candidate) => kindOf(candidate) === kindOf(id)).length === 1;

async function idsByPath(
  { database }: Context,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const matches = await findByTitlePaths(database, [...new Set(paths)]);
  return new Map(
    [...Map.groupBy(matches, ({ path }) => path)].map(([path, matchingIds]) => [path, matchingIds.map(({ id }) => id)]),
  );
}

/** The ids of visible objects, by path. A path with several objects of a kind is omitted. */
interface PathMatches {
  readonly templates: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

async function idsAtPaths(context: Context, paths: readonly string[], person: Person): Promise<PathMatches> {
  const idsOfPaths = paths.length === 0 ? new Map<string, readonly string[]>() : await idsByPath(context, paths);
  const visible = await findVisibleIds(context, [...idsOfPaths.values()].flat(), person);
  const idsOfKind = (kind: 'Release' | 'Folder') =>
    new Map(
      [...idsOfPaths].flatMap(([path, ids]): [string, string][] => {
        const [id, ...others] = ids.filter((candidate) => kindOf(candidate) === kind && visible.has(candidate));
        return id !== undefined && others.length === 0 ? [[path, id]] : [];
      }),
    );
  return { templates: idsOfKind('Release'), folders: idsOfKind('Folder') };
}

/** An imported template with its triggers. */
export interface NamedTemplate {
  readonly draft: TemplateDraft;
  readonly triggers: readonly RawTrigger[];
}

/** The same, with the function that reports missing objects. */
export interface ReportingTemplate extends NamedTemplate {
  readonly warn: Warn;
}

const lastSegmentOf = (rawPath: string): string => rawPath.slice(rawPath.lastIndexOf('/') + 1);

/** Whether a text is a path of titles: it is neither an id nor a text with a variable, whose value can be an id. */
const isPath = (kind: 'Release' | 'Folder', rawPath: string | null): rawPath is string =>
  rawPath !== null &&
  rawPath !== '' &&
  rawPath !== rootFolderId &&
  !rawPath.includes('${') &&
  !isIdOf(kind, lastSegmentOf(rawPath));

const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** Returns the folders that a template and its triggers refer to, without those of its tasks. */
const foldersOf = ({ draft, triggers }: NamedTemplate): readonly (string | null)[] => [
  draft.defaultTargetFolderId ?? null,
  ...triggers.map(({ releaseFolder }) => textIn(releaseFolder)),
];

/**
 * Replaces paths of titles by ids in create-release tasks, triggers and target folders of imported templates
 * (file-formats.md, Groovy). A path to a missing, ambiguous or invisible object stays, and is reported.
 */
export async function resolveTemplatePaths(
  context: Pick<ReadContext, 'database'>,
  person: Person,
  items: readonly ReportingTemplate[],
): Promise<readonly NamedTemplate[]> {
  const paths = new Set<string>(items.flatMap(foldersOf).filter((item) => isPath('Folder', item)));
  const collect = (creation: Creation): Creation => {
    if (isPath('Release', creation.templateId)) paths.add(creation.templateId);
    if (isPath('Folder', creation.folderId)) paths.add(creation.folderId);
    return creation;
  };
  for (const { draft } of items) mapCreations(draft, collect);
  if (paths.size === 0) return items;
  const { templates, folders } = await idsAtPaths(context, [...paths], person);
  return items.map((item) => {
    const resolvePath: PathResolver = (kind, rawPath, part, isDeferred = false) => {
      if (!isPath(kind, rawPath)) return rawPath;
      const id = (kind === 'Release' ? templates : folders).get(rawPath);
      if (id === undefined) warnAt(item.warn, part)(missingMessage(kind, rawPath, isDeferred));
      return id ?? rawPath;
    };
    return withResolvedPaths(item, resolvePath);
  });
}

/** With `isDeferred`, the path belongs to a create-release task, which resolves it again when it runs. */
function missingMessage(kind: 'Release' | 'Folder', path: string, isDeferred: boolean): Message {
  if (kind === 'Release') return message(isDeferred ? 'import.templatePathKept' : 'import.noTemplateAtPath', { path });
  return message(isDeferred ? 'import.folderPathKept' : 'import.noFolderAtPath', { path });
}

/**
 * Returns the id of the object at a path, otherwise the text itself. `part` names the referring object in a warning.
 * With `isDeferred`, the path is resolved again later.
 */
type PathResolver = (
  kind: 'Release' | 'Folder',
  rawPath: string | null,
  part: Message,
  isDeferred?: boolean,
) => string | null;

function withResolvedPaths({ draft, triggers }: NamedTemplate, resolvePath: PathResolver): NamedTemplate {
  const target = resolvePath('Folder', draft.defaultTargetFolderId ?? null, message('part.targetFolder'));
  const mapped = mapCreations(draft, (creation, part) => ({
    ...creation,
    templateId: resolvePath('Release', creation.templateId, part, true),
    folderId: resolvePath('Folder', creation.folderId, part, true),
  }));
  return {
    // An unresolved path is omitted here. It was already reported.
    draft: { ...mapped, ...(target !== null && { defaultTargetFolderId: isPath('Folder', target) ? null : target }) },
    triggers: triggers.map((trigger) => {
      const rawFolder = textIn(trigger.releaseFolder);
      const folder = resolvePath('Folder', rawFolder, triggerPart(trigger));
      return rawFolder === null ? trigger : { ...trigger, releaseFolder: isPath('Folder', folder) ? null : folder };
    }),
  };
}
