import { rootFolderId } from '@slipway/domain/ids';
import { clip, isObject, type Json } from '@slipway/domain/model';
import { unknownTeams, unknownTeamWarning } from '@slipway/domain/people';
import type { CodeItem, Members } from '@slipway/formats';
import { readTeamNames } from '@slipway/persistence/people';
import { type CodeChange, type CodeRun, getFolderByTitles, pathOf } from '../run/run.ts';

/** Lines about teams in one answer. */
const maxLines = 100;

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/**
 * Warnings about tasks of created and changed templates that name a team which their folder does not have. The teams of the
 * documents count, so this is checked after they are applied.
 */
export async function unknownTeamWarnings(
  run: CodeRun,
  items: readonly CodeItem[],
  changes: readonly CodeChange[],
): Promise<readonly string[]> {
  const changed = new Set(changes.flatMap(({ kind, path }) => (kind === 'Template' ? [path] : [])));
  const teamsOf = new Map<string, readonly string[] | null>();
  const lines: string[] = [];
  for (const item of items) {
    const path = item.kind === 'template' ? pathOf(item.path, item.title) : null;
    if (item.kind !== 'template' || path === null || !changed.has(path)) continue;
    const names = teamNamesIn(item.code);
    if (names.length === 0) continue;
    const { id } = await getFolderByTitles(run, item.path);
    if (!teamsOf.has(id)) teamsOf.set(id, id === rootFolderId ? null : await readTeamNames(run.context.database, id));
    const unknown = unknownTeams(names, teamsOf.get(id) ?? null);
    lines.push(...unknown.map((name) => `template '${clip(path)}': ${unknownTeamWarning(name)}`));
  }
  const more = lines.length - maxLines;
  return more <= 0 ? lines : [...lines.slice(0, maxLines), `and ${more} more teams`];
}

function teamNamesIn(code: Members): readonly string[] {
  const teamsOfTask = (task: Json): readonly string[] => {
    if (!isObject(task)) return [];
    return [...(typeof task.team === 'string' ? [task.team] : []), ...list(task.tasks).flatMap(teamsOfTask)];
  };
  return list(code.phases).flatMap((phase) => (isObject(phase) ? list(phase.tasks).flatMap(teamsOfTask) : []));
}
