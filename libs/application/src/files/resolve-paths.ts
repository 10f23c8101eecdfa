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
 * The titles on the paths of folders and templates, joined by slashes, by last segments of ids. Invisible objects,
 * their contents, and ambiguous paths are left out.
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

/** The visible objects at paths of titles, each unique for its kind. */
interface PathMatches {
  readonly templates: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/** The folders and templates at these paths of titles. */
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

/** A template from elsewhere with its triggers. */
export interface NamedTemplate {
  readonly draft: TemplateDraft;
  readonly triggers: readonly RawTrigger[];
}

/** The same, with the function that reports missing objects. */
export interface ReportingTemplate extends NamedTemplate {
  readonly warn: Warn;
}

const lastSegmentOf = (rawPath: string): string => rawPath.slice(rawPath.lastIndexOf('/') + 1);

/** Whether a text names something by the titles on the way to it: it is no id, and no variable will hold one. */
const isPath = (kind: 'Release' | 'Folder', rawPath: string | null): rawPath is string =>
  rawPath !== null &&
  rawPath !== '' &&
  rawPath !== rootFolderId &&
  !rawPath.includes('${') &&
  !isIdOf(kind, lastSegmentOf(rawPath));

const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The folders that a template and its triggers name beside its tasks. */
const foldersOf = ({ draft, triggers }: NamedTemplate): readonly (string | null)[] => [
  draft.defaultTargetFolderId ?? null,
  ...triggers.map(({ releaseFolder }) => textIn(releaseFolder)),
];

/**
 * Templates whose create-release tasks, triggers and target folders name templates and folders by id. Files of the
 * family name them by paths of titles (file-formats.md, Groovy). A missing, ambiguous or invisible one stays a path,
 * and is reported.
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

/** A task that creates releases keeps a path without a template or folder: the task finds it when it runs. */
function missingMessage(kind: 'Release' | 'Folder', path: string, isDeferred: boolean): Message {
  if (kind === 'Release') return message(isDeferred ? 'import.templatePathKept' : 'import.noTemplateAtPath', { path });
  return message(isDeferred ? 'import.folderPathKept' : 'import.noFolderAtPath', { path });
}

/** The id of what a path names, else what is written; `isDeferred` if the task resolves a missing one when it runs. */
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
    // what is no id by now is nothing here
    draft: { ...mapped, ...(target !== null && { defaultTargetFolderId: isPath('Folder', target) ? null : target }) },
    triggers: triggers.map((trigger) => {
      const folder = textIn(trigger.releaseFolder);
      const position = resolvePath('Folder', folder, triggerPart(trigger));
      // It was already reported.
      return folder === null ? trigger : { ...trigger, releaseFolder: isPath('Folder', position) ? null : position };
    }),
  };
}
