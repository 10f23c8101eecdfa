import type { FolderResponse } from '@slipway/api-schema/folders';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { pickLength } from '../../harness/test-length.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const boardPages = pagesAt(url);

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
