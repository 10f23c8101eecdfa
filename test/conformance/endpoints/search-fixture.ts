import { peopleOf } from '../../harness/people/people.ts';
import type { Served } from '../../harness/product/serve.ts';
import { acting, idOf, parallel, releaseOf, startedOf } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/shapes.ts';

const plan = { Build: [parallel('all', 'one', 'two')] };

/** When the planned release is planned for; everything else takes place now. */
export const planned = { start: '2040-01-10T00:00:00Z', end: '2040-01-20T00:00:00Z' };

/** Releases of every status, each titled by it, and one in the archive. */
export async function fillForSearch(served: Served): Promise<{ readonly folder: Folder }> {
  const { rest, archive } = served;
  await peopleOf(served).named('amy');
  const act = acting(rest);
  const folder = await rest.post<Folder>('/folders/Applications', { title: 'Products' });
  const inner = await rest.post<Folder>(`/folders/${folder.id}`, { title: 'Tools' });
  const titled = (title: string, fields: object = {}, create: object = {}) =>
    startedOf(rest, plan, { title, ...fields }, create as Record<string, unknown>);

  await releaseOf(
    rest,
    { Build: [{ title: 'one', tags: ['nightly'] }] },
    { title: 'Planned', tags: ['red'], dueDate: planned.end },
    { scheduledStartDate: planned.start, folderId: folder.id },
  );
  await titled('In progress', { tags: ['red', 'green'] }, { folderId: inner.id });
  const paused = await titled('Paused', { tags: ['green'], flagStatus: 'ATTENTION_NEEDED' });
  await rest.post(`/releases/${paused.id}/restart?fromPhaseId=${idOf(paused, 'Build')}`);
  const failing = await titled('Failing', {}, { releaseOwner: 'amy' });
  await act(failing, 'fail', 'one');
  const failed = await titled('Failed');
  await act(failed, 'fail', 'one');
  await act(failed, 'fail', 'two');
  for (const title of ['Completed', 'Archived']) {
    const release = await titled(title, { tags: ['green'] });
    await act(release, 'complete', 'one');
    await act(release, 'complete', 'two');
    if (title === 'Archived') await archive(release);
  }
  const aborted = await titled('Aborted');
  await rest.post(`/releases/${aborted.id}/abort`, {});
  return { folder };
}

/** Titles in the order in which they were answered. */
export const titlesOf = (releases: readonly Release[]): readonly string[] => releases.map(({ title }) => title);
