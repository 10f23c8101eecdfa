import { createActionRunner, idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** A blackout in a response. */
export interface Blackout {
  readonly id: string;
  readonly label: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly folderId: string | null;
}

/** The path of the blackouts. */
export const blackouts = '/calendar/blackouts';

const hour = 3_600_000;
/** A whole minute, so that responses contain exactly the requested dates. */
const start = Math.floor(Date.now() / 60_000) * 60_000;
/** Formats an instant like a response. */
export const formatDate = (instant: number): string => new Date(instant).toISOString().replace('Z', '+00:00');
/** Returns the time that is this number of hours after the start of the tests. */
export const hoursFromNow = (hours: number): string => formatDate(start + hours * hour);
/** Returns the time one minute after `hoursFromNow`. */
export const minuteAfter = (hours: number): string => formatDate(start + hours * hour + 60_000);
/** Returns the last segment of an id. */
export const lastSegmentOf = ({ id }: { readonly id: string }): string => id.slice(id.lastIndexOf('/') + 1);

/** Creates the objects that tests of blackouts need. */
export function createBlackoutFixture(rest: RestClient) {
  const folder = (title: string, parent = 'Applications') =>
    rest.post<{ readonly id: string }>(`/folders/${parent}`, { title });
  /** Creates a blackout of a folder; start and end are in hours from now. */
  const freeze = (folderId: string | null, begins: number, ends: number, label = 'Freeze') =>
    rest.post<Blackout>(blackouts, { label, startDate: hoursFromNow(begins), endDate: hoursFromNow(ends), folderId });
  /** Creates a template in its own folder. Its second task respects blackouts, its first does not. */
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
  /** Starts a release and postpones its task by a blackout of its folder. */
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
