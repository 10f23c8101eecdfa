import { type ListedRelease, showOverview } from '@slipway/api-schema/search';
import { renderSummaries } from '@slipway/application/plans';
import { type ReleasePage, readVisibleTitles } from '@slipway/application/search';
import type { Person } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';

/** The description of the parameter `teams`. */
export const teamsText = 'false: rows without their teams and the permissions of the caller, a third of the size';

/** Returns the lists of releases that a search reads. */
export const archivedFlags = (where: 'live' | 'archive' | undefined): readonly boolean[] =>
  where === undefined ? [false, true] : [where === 'archive'];

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Returns the ids of the templates of releases, as last segments. */
export const templateIdsOf = (releases: readonly ListedRelease[]): readonly string[] =>
  releases.flatMap(({ originTemplateId }) => (originTemplateId === undefined ? [] : lastSegment(originTemplateId)));

/** Adds the titles of the visible templates. */
export async function withTemplateTitles(
  deps: Deps,
  caller: Person,
  releases: readonly ListedRelease[],
): Promise<readonly ListedRelease[]> {
  const titles = await readVisibleTitles(deps, caller, templateIdsOf(releases));
  return releases.map((release) => ({
    ...release,
    templateTitle: titles.get(lastSegment(release.originTemplateId ?? '')),
  }));
}

/** Renders found releases in their order. Skips releases that were archived or deleted since they were found. */
export async function listedReleases(
  deps: Deps,
  caller: Person,
  matches: ReleasePage['matches'],
  shown: { readonly hasTeams: boolean },
): Promise<readonly ListedRelease[]> {
  const rows = new Map<string, ListedRelease>();
  for (const archived of [false, true]) {
    const ids = matches.filter((item) => item.archived === archived).map(({ id }) => id);
    for (const answer of await renderSummaries(deps, caller, { ids, archived }))
      rows.set(lastSegment(answer.id), { ...showOverview(answer, shown), archived });
  }
  return matches.flatMap(({ id }) => rows.get(id) ?? []);
}
