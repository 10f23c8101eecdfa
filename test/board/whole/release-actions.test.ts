import type { FolderResponse } from '@slipway/api-schema/folders';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  idOf,
  parallel,
  sequential,
  startRelease,
} from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong, pickLength } from '../../harness/test-length.ts';
import { expectAccessible, openMoreActions, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const boardPages = pagesAt(url);
const act = createActionRunner(rest);

/** The number of releases, which is larger than the limit of concurrent requests. */
const count = pickLength({ short: 10, long: 20 });

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });

/** Counts the concurrent requests of an action, and records their idempotency keys. */
async function watchRequests(page: Page, pattern: string) {
  const seen = { active: 0, max: 0, keys: new Set<string | undefined>() };
  await page.route(pattern, async (route) => {
    seen.keys.add(route.request().headers()['idempotency-key']);
    seen.active += 1;
    seen.max = Math.max(seen.max, seen.active);
    const response = await route.fetch();
    seen.active -= 1;
    await route.fulfill({ response });
  });
  return seen;
}

describe.runIf(hasChromium)('the actions on several releases in Chromium', () => {
  test('move them to a folder, at most eight at a time, and show each refusal beside its release', async () => {
    const [from, to] = [
      await rest.post<FolderResponse>('/folders/Applications', { title: 'From' }),
      await rest.post<FolderResponse>('/folders/Applications', { title: 'To' }),
    ];
    await people.createUser('mia');
    const permissions = ['folder#view', 'release#view', 'release#edit', 'template#create_release'];
    await people.createTeam(from, permissions, { users: ['mia'] });
    await people.createTeam(to, permissions, { users: ['mia'] });
    const inFrom = { folderId: from.id };
    const titles = Array.from({ length: count }, (_, nth) => `Move ${String(nth).padStart(2, '0')}`);
    for (const title of titles) await createRelease(rest, { Build: ['compile'] }, { title }, inFrom);
    const { page, pageErrors } = await boardPages.as('mia', '/releases?title=Move&order=title&dir=asc');
    await row(page, titles.at(-1)!).waitFor();
    const seen = await watchRequests(page, '**/folders/*/releases/*');
    // Another user ends one of them after the list is loaded.
    const [ended] = await rest.post<readonly { id: string }[]>('/releases/search', { title: 'Move 07' });
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Move to folder…' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${count} releases` });
    await dialog.getByLabel('Folder').selectOption('To');
    await expectAccessible(page);
    await rest.post(`/releases/${ended!.id}/abort`, { abortComment: 'over' });
    await dialog.getByRole('button', { name: 'Move to folder' }).click();
    await page.getByText(`${count - 1} releases moved, 1 failed`).waitFor();
    await row(page, 'Move 07').getByRole('alert').getByText('cannot move a release', { exact: false }).waitFor();
    expect([seen.max, seen.keys.size, seen.keys.has(undefined)]).toEqual([8, count, false]);
    const moved = await rest.post<readonly { id: string }[]>('/releases/search', { title: 'Move', parentId: to.id });
    expect(moved).toHaveLength(count - 1);
    expect(await page.getByLabel('Select Move 07').isChecked()).toBe(true);
    expect(pageErrors).toEqual([]);
  });

  test('are refused for a folder without the permission to edit releases there', async () => {
    const locked = await rest.post<FolderResponse>('/folders/Applications', { title: 'Locked' });
    await people.createTeam(locked, ['folder#view', 'template#create_release'], { users: ['mia'] });
    const { page } = await boardPages.as('mia', '/releases?title=Move%2003');
    await page.getByRole('button', { name: 'Actions for Move 03' }).click();
    await page.getByRole('menuitem', { name: 'Move to folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Move 03' });
    await dialog.getByLabel('Folder').selectOption('Locked');
    await dialog.getByRole('button', { name: 'Move to folder' }).click();
    await row(page, 'Move 03')
      .getByRole('alert')
      .getByText('You need the permission “Edit releases” on “Locked”.')
      .waitFor();
  });
});

describe.runIf(hasChromium)('a restart in Chromium', () => {
  test.runIf(isLong)('can begin within a group, and shows why it cannot begin within a parallel group', async () => {
    const release = await startRelease(rest, {
      Build: [sequential('steps', 'one', 'two'), parallel('checks', 'unit')],
      Ship: ['deploy'],
    });
    for (const title of ['one', 'two', 'unit']) await act(release, 'complete', title);
    const { page, pageErrors } = await boardPages.as(
      'admin',
      `/releases/${release.id.slice(release.id.lastIndexOf('/') + 1)}`,
    );
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Restart from a phase…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restart release' });
    await dialog.getByLabel('Phase', { exact: true }).selectOption('Build');
    await dialog.getByLabel('Start at').selectOption('checks › unit');
    const query = new URLSearchParams({ fromPhaseId: idOf(release, 'Build'), fromTaskId: idOf(release, 'unit') });
    const refusal = await rest.sendForError('GET', `/releases/${release.id}/restart-preview?${query}`);
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Restart release' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Start at').selectOption('steps › two');
    await dialog.getByText('skipping one').waitFor();
    await dialog.getByRole('button', { name: 'Restart release' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Build (2)' }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
