import {
  type Creation,
  clip,
  isIdOf,
  type Json,
  mapCreations,
  rootFolderId,
  type TemplateDraft,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { ReadContext } from '../model/context.ts';
import { called, type WrittenTrigger } from './bring-triggers.ts';
import { idsAtPaths } from './title-paths.ts';

/** A template from elsewhere with its triggers. */
export interface Named {
  readonly draft: TemplateDraft;
  readonly triggers: readonly WrittenTrigger[];
}

/** The same, with the function that reports missing objects. */
export interface Resolvable extends Named {
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

const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The folders that a template and its triggers name beside its tasks. */
const foldersOf = ({ draft, triggers }: Named): readonly (string | null)[] => [
  draft.defaultTargetFolderId ?? null,
  ...triggers.map(({ releaseFolder }) => textIn(releaseFolder)),
];

/**
 * Templates whose create-release tasks, triggers and target folders name templates and folders by id. Files of the
 * family name them by paths of titles (file-formats.md, Groovy). A missing, ambiguous or invisible one stays a path,
 * and is reported.
 */
export async function withPathsResolved(
  context: Pick<ReadContext, 'database'>,
  person: Person,
  all: readonly Resolvable[],
): Promise<readonly Named[]> {
  const paths = new Set<string>(all.flatMap(foldersOf).filter((each) => isPath('Folder', each)));
  const collect = (creation: Creation): Creation => {
    if (isPath('Release', creation.templateId)) paths.add(creation.templateId);
    if (isPath('Folder', creation.folderId)) paths.add(creation.folderId);
    return creation;
  };
  for (const { draft } of all) mapCreations(draft, collect);
  if (paths.size === 0) return all;
  const { templates, folders } = await idsAtPaths(context, [...paths], person);
  return all.map((each) => {
    const found: Finding = (kind, written, at, isKept = false) => {
      if (!isPath(kind, written)) return written;
      const id = (kind === 'Release' ? templates : folders).get(written);
      if (id === undefined) each.warn(`${at}: ${whatIsMissing(kind, written, isKept)}`);
      return id ?? written;
    };
    return withFound(each, found);
  });
}

/** A task that creates releases keeps a path without a template or folder: the task finds it when it runs. */
function whatIsMissing(kind: 'Release' | 'Folder', written: string, isKept: boolean): string {
  const noun = kind === 'Release' ? 'template' : 'folder';
  return isKept
    ? `${noun} '${clip(written)}' is kept: there is none at this path yet`
    : `there is no ${noun} at '${clip(written)}'`;
}

/** The id of what a path names, else what is written; `at` names its place, `isKept` whether a missing one is found later. */
type Finding = (kind: 'Release' | 'Folder', written: string | null, at: string, isKept?: boolean) => string | null;

function withFound({ draft, triggers }: Named, found: Finding): Named {
  const target = found('Folder', draft.defaultTargetFolderId ?? null, 'target folder');
  const mapped = mapCreations(draft, (creation, at) => ({
    ...creation,
    templateId: found('Release', creation.templateId, at, true),
    folderId: found('Folder', creation.folderId, at, true),
  }));
  return {
    // what is no id by now is nothing here
    draft: { ...mapped, ...(target !== null && { defaultTargetFolderId: isPath('Folder', target) ? null : target }) },
    triggers: triggers.map((trigger) => {
      const folder = textIn(trigger.releaseFolder);
      const at = found('Folder', folder, called(trigger));
      // It was already reported.
      return folder === null ? trigger : { ...trigger, releaseFolder: isPath('Folder', at) ? null : at };
    }),
  };
}
