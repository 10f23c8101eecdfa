import { tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

interface Point {
  readonly from: string;
  readonly n: number;
  readonly value?: number;
  readonly p50?: number;
  readonly p85?: number;
}
/** The response to a query for metrics. */
export interface QueryResult {
  readonly exact: boolean;
  readonly tz: string;
  readonly series: readonly {
    readonly metric: string;
    readonly group?: { readonly id: string; readonly title: string };
    readonly points: readonly Point[];
  }[];
  readonly total: readonly (Point & { readonly metric: string })[];
  readonly previous?: readonly Point[];
}
/** A page of releases behind a point. */
export interface Rows {
  readonly count: number;
  readonly next?: string;
  readonly rows: readonly (Readonly<Record<string, unknown>> & { readonly id: string; readonly title: string })[];
}

/** A new release of a template. */
interface NewRelease {
  readonly title: string;
  readonly tags: readonly string[];
  /** Whether its first task fails before it is completed. */
  readonly fails?: boolean;
}

export async function startRelease(
  rest: RestClient,
  { id: templateId }: Pick<Release, 'id'>,
  { title, tags }: NewRelease,
): Promise<Release> {
  const { id } = await rest.post<Release>(`/templates/${templateId}/create`, { releaseTitle: title });
  const release = await rest.get<Release>(`/releases/${id}`);
  await rest.put(`/releases/${id}`, { ...release, tags });
  return await rest.post<Release>(`/releases/${id}/start`, {});
}

/** Completes all tasks of a new release. */
export async function runRelease(
  rest: RestClient,
  template: Pick<Release, 'id'>,
  newRelease: NewRelease,
): Promise<Release> {
  const release = await startRelease(rest, template, newRelease);
  for (const [index, { id }] of tasksOf(release).entries()) {
    if (newRelease.fails === true && index === 0) {
      await rest.post(`/tasks/${id}/fail`, { comment: 'no' });
      await rest.post(`/tasks/${id}/retry`, { comment: 'again' });
    }
    await rest.post(`/tasks/${id}/complete`, { comment: 'done' });
  }
  return release;
}
