import type { InsightsResponse } from '../data/responses.ts';

/** Returns the groups of a response, those with the most deployments first. */
export function groupNames(response: InsightsResponse | undefined): readonly string[] {
  const counts = new Map<string, number>();
  for (const { group, points } of response?.series ?? [])
    if (group !== undefined)
      counts.set(
        group.id,
        points.reduce((sum, { n }) => sum + n, 0),
      );
  return [...counts]
    .toSorted(([first, firstCount], [second, secondCount]) => secondCount - firstCount || first.localeCompare(second))
    .map(([name]) => name);
}
