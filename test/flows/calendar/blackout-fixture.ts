import { createActionRunner, idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** A blackout as it is answered. */
export interface Blackout {
  readonly id: string;
  readonly label: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly folderId: string | null;
}

/** Where blackouts are. */
export const blackouts = '/calendar/blackouts';

const hour = 3_600_000;
/** A whole minute, so that what is read back is what was written. */
const start = Math.floor(Date.now() / 60_000) * 60_000;
/** An instant as it is answered. */
export const formatDate = (instant: number): string => new Date(instant).toISOString().replace('Z', '+00:00');
/** A time this number of hours from now. */
export const hoursFromNow = (hours: number): string => formatDate(start + hours * hour);
/** A minute later. */
export const minuteAfter = (hours: number): string => formatDate(start + hours * hour + 60_000);
/** The last segment of an id. */
export const lastSegmentOf = ({ id }: { readonly id: string }): string => id.slice(id.lastIndexOf('/') + 1);

/** What tests of blackouts begin with. */
export function createBlackoutFixture(rest: RestClient) {
  const folder = (title: string, parent = 'Applications') =>
    rest.post<{ readonly id: string }>(`/folders/${parent}`, { title });
  /** A blackout of a folder between two times, in hours from now. */
  const freeze = (folderId: string | null, begins: number, ends: number, label = 'Freeze') =>
    rest.post<Blackout>(blackouts, { label, startDate: hoursFromNow(begins), endDate: hoursFromNow(ends), folderId });
  /** A template in a folder of its own, with one task that minds blackouts behind one that does not. */
  async function frozenPlan(task: Readonly<Record<string, unknown>> = {}) {
    const { id: folderId } = await folder(`frozen ${Math.random()}`);
    const draft = {
      title: 'Plan',
      phases: [{ title: 'Ship', tasks: [{ title: 'ask' }, { title: 'deploy', delayDuringBlackout: true, ...task }] }],
    };
    const template = await rest.post<Release>(`/templates?folderId=${folderId}`, draft);
    const create = (fields = {}) =>
      rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'R', ...fields });
    return { folderId, template, create };
  }
  /** A release whose task was just postponed by a blackout of its folder. */
  async function postponedBy(ends: number, task: Readonly<Record<string, unknown>> = {}) {
    const { folderId, create } = await frozenPlan(task);
    const blackout = await freeze(folderId, -1, ends);
    const { id } = await create();
    const release = await rest.post<Release>(`/releases/${id}/start`);
    await createActionRunner(rest)(release, 'complete', 'ask');
    return { blackout, release, path: `/tasks/${idOf(release, 'deploy')}` };
  }
  return { folder, freeze, frozenPlan, postponedBy };
}
