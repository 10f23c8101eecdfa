import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { gate, idOf, startedOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/shapes.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectForAll, lookingAt } from '../looking.ts';

const served = serve();
const { url, rest } = served;
const people = peopleOf(served);
const look = lookingAt(url);

const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const opened = (release: Release, title: string) =>
  look.as('admin', `/releases/${lastOf(release.id)}?task=${lastOf(idOf(release, title))}`);
const drawerOf = (page: Page) => page.getByRole('dialog');
const told = (page: Page, sentence: RegExp) => drawerOf(page).locator('.reason').getByText(sentence).waitFor();

describe.runIf(hasChromium)('changes by others to an open task in Chromium', () => {
  test('are shown with their user: owner, dates, and ticked items', async () => {
    await people.user('otto');
    const release = await startedOf(rest, { Ship: [gate('ready', 'approved', 'booked')] }, { title: 'Shared' });
    const other = await people.who(
      release,
      'release#view',
      'release#reassign_task',
      'release#edit_task_dates',
      'release#task_transition',
    );
    const { page, complaints } = await opened(release, 'ready');
    await drawerOf(page).getByLabel('Comment', { exact: true }).fill('mine');
    const path = `/tasks/${idOf(release, 'ready')}`;
    await other.post(`${path}/assign/otto`, {});
    await told(page, /^ready: In progress\. user\d+: Assigned /);
    await drawerOf(page).getByRole('definition').getByText('otto').waitFor();
    await other.post(`${path}/comment`, { comment: 'soon' });
    await told(page, /^user\d+ has commented\.$/);
    await other.put(path, { dueDate: '2031-03-11T12:00:00Z' });
    await told(page, /^ready: In progress\. user\d+: Updated task 'ready'/);
    const [approved] = (await rest.get<Task>(path)).conditions!;
    await other.post(`/tasks/${approved!.id}`, { checked: true });
    await told(page, /^ready: In progress\. user\d+: Fulfilled a condition of task /);
    await expect.poll(() => drawerOf(page).getByLabel('Comment', { exact: true }).inputValue()).toBe('mine');
    await expectForAll(page);
    // the user's own changes are shown by their effect
    await drawerOf(page).getByLabel('booked').check();
    await expect
      .poll(() =>
        drawerOf(page)
          .locator('.reason')
          .getByText(/user\d+: /)
          .count(),
      )
      .toBe(0);
    await drawerOf(page).getByText('has all that it waited for').waitFor();
    expect(
      await drawerOf(page)
        .locator('.reason')
        .getByText(/: In progress\. /)
        .count(),
    ).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('are not made by the second click of a double click, which was meant for the earlier button', async () => {
    const release = await startedOf(rest, { Build: ['compile', 'last'] }, { title: 'Twice' });
    const path = `/tasks/${idOf(release, 'compile')}`;
    await rest.post(`${path}/fail`, { comment: 'no disk' });
    const { page } = await opened(release, 'compile');
    const button = (name: string) => drawerOf(page).getByRole('button', { name, exact: true });
    await button('Retry').dblclick();
    await button('Complete').waitFor();
    await drawerOf(page)
      .getByLabel('Attach files')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await button('Delete a.txt').dblclick();
    await button('Delete a.txt for good').waitFor();
    // what was done before this has been seen by then
    await button('Assign to me').click();
    await drawerOf(page).getByRole('definition').getByText('admin').waitFor();
    const { status, attachments } = await rest.get<Task & { readonly attachments: readonly object[] }>(path);
    expect([status, attachments.length]).toEqual(['IN_PROGRESS', 1]);
    await button('Complete').click();
    await expect.poll(async () => (await rest.get<Task>(path)).status).toBe('COMPLETED');
  });

  test('is what a script prints, line by line as it was printed', async () => {
    const script = `print '# one\\n*two*   <b>three</b>'`;
    const release = await startedOf(rest, { Build: [{ title: 'tell', type: 'rel.ScriptTask', script }, 'last'] });
    const { page } = await opened(release, 'tell');
    const printed = drawerOf(page).locator('.comments pre');
    await printed.waitFor();
    expect((await printed.textContent())?.trim()).toBe('# one\n*two*   <b>three</b>');
    await expectForAll(page);
  });
});
