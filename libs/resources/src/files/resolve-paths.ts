import { type Creation, clip, isIdOf, mapCreations, rootFolderId, type TemplateDraft } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { ReadContext } from '../model/context.ts';
import { idsAtPaths } from './title-paths.ts';

/** A template from elsewhere, and where it is told what of it is not here. */
export interface Resolvable {
  readonly draft: TemplateDraft;
  readonly warn: (what: string) => void;
}

const lastOf = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

/** Whether a text names something by the titles on the way to it: it is no id, and no variable will hold one. */
const isPath = (kind: 'Release' | 'Folder', written: string | null): written is string =>
  written !== null &&
  written !== '' &&
  written !== rootFolderId &&
  !written.includes('${') &&
  !isIdOf(kind, lastOf(written));

/**
 * Templates whose create-release tasks name templates and folders by ids, which files of the family name by paths of
 * titles (import-formats.md, Groovy). What is not there, or there twice, or not to be seen, stays a path, and is told.
 */
export async function withPathsResolved(
  context: Pick<ReadContext, 'database'>,
  person: Person,
  all: readonly Resolvable[],
): Promise<readonly TemplateDraft[]> {
  const paths = new Set<string>();
  const collect = (creation: Creation): Creation => {
    if (isPath('Release', creation.templateId)) paths.add(creation.templateId);
    if (isPath('Folder', creation.folderId)) paths.add(creation.folderId);
    return creation;
  };
  for (const { draft } of all) mapCreations(draft, collect);
  if (paths.size === 0) return all.map(({ draft }) => draft);
  const { templates, folders } = await idsAtPaths(context, [...paths], person);
  return all.map(({ draft, warn }) => {
    const found = (kind: 'Release' | 'Folder', written: string | null): string | null => {
      if (!isPath(kind, written)) return written;
      const id = (kind === 'Release' ? templates : folders).get(written);
      if (id === undefined) warn(`there is no ${kind === 'Release' ? 'template' : 'folder'} at '${clip(written)}'`);
      return id ?? written;
    };
    return mapCreations(draft, (creation) => ({
      ...creation,
      templateId: found('Release', creation.templateId),
      folderId: found('Folder', creation.folderId),
    }));
  });
}
