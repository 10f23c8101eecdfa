import { peopleOf } from '../../harness/people/people.ts';
import type { ServedProduct } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';

const plan = { Build: [parallel('all', 'one', 'two')] };

/** The scheduled start of the planned release. All other releases start now. */
export const planned = { start: '2040-01-10T00:00:00Z', end: '2040-01-20T00:00:00Z' };

/** Creates releases of every status, each titled by its status, and an archived one. */
export async function seedSearch(served: ServedProduct): Promise<{ readonly folder: Folder }> {
  const { rest, archive } = served;
  await peopleOf(served).createUsersWithoutLogin('amy');
  const runAction = createActionRunner(rest);
  const folder = await rest.post<Folder>('/folders/Applications', { title: 'Products' });
  const subfolder = await rest.post<Folder>(`/folders/${folder.id}`, { title: 'Tools' });
  const startTitled = (title: string, fields: object = {}, create: object = {}) =>
    startRelease(rest, plan, { title, ...fields }, create as Record<string, unknown>);

  await createRelease(
    rest,
    { Build: [{ title: 'one', tags: ['nightly'] }] },
    { title: 'Planned', tags: ['red'], dueDate: planned.end },
    { scheduledStartDate: planned.start, folderId: folder.id },
  );
  await startTitled('In progress', { tags: ['red', 'green'] }, { folderId: subfolder.id });
  const paused = await startTitled('Paused', { tags: ['green'], flagStatus: 'ATTENTION_NEEDED' });
  await rest.post(`/releases/${paused.id}/restart?fromPhaseId=${idOf(paused, 'Build')}`);
  const failing = await startTitled('Failing', {}, { releaseOwner: 'amy' });
  await runAction(failing, 'fail', 'one');
  const failed = await startTitled('Failed');
  await runAction(failed, 'fail', 'one');
  await runAction(failed, 'fail', 'two');
  for (const title of ['Completed', 'Archived']) {
    const release = await startTitled(title, { tags: ['green'] });
    await runAction(release, 'complete', 'one');
    await runAction(release, 'complete', 'two');
    if (title === 'Archived') await archive(release);
  }
  const aborted = await startTitled('Aborted');
  await rest.post(`/releases/${aborted.id}/abort`, {});
  return { folder };
}

/** Returns the titles in the order of the response. */
export const titlesOf = (releases: readonly Release[]): readonly string[] => releases.map(({ title }) => title);
