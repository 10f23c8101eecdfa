import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe.runIf(hasChromium)('notification settings in Chromium', () => {
  let anna: RestClient;
  beforeAll(async () => {
    anna = await people.createUser('anna');
  });

  test('of a user are presets, modes, quiet hours and a digest, and required ones cannot be changed', async () => {
    await rest.put('/notification-settings', {
      rules: [
        { events: ['approval.requested'], recipients: ['approvers'], channels: { mail: 'now' }, mandatory: true },
      ],
    });
    const { page, pageErrors } = await pages.as('anna', '/me/notifications');
    await page.getByText('Your administrator requires this notification').waitFor();
    const save = page.getByRole('button', { name: 'Save settings' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Inbox only' }).click();
    await expect.poll(() => page.getByLabel('Task failed: Email').inputValue()).toBe('off');
    await page.getByLabel('Task failed: Email').selectOption('Digest');
    await page.getByText('Your own selection, see the table.').waitFor();
    await page.getByRole('button', { name: 'Add period' }).click();
    const period = page.getByRole('group', { name: 'Period 1' });
    await period.getByLabel('Sunday').uncheck();
    await period.getByLabel('From').fill('22:15');
    await page.getByLabel('Send alerts also in quiet hours').check();
    await page.getByLabel('Send', { exact: true }).selectOption('Once a week');
    await page.getByLabel('Day', { exact: true }).selectOption('Friday');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Language').fill('de');
    await save.click();
    await page.getByText('Notification settings saved').waitFor();
    expect(await anna.get('/me/notification-settings')).toMatchObject({
      events: { 'task.failed': { mail: 'digest', browser: 'off' }, 'task.overdue': { mail: 'off', browser: 'off' } },
      quietHours: [
        {
          weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'],
          ...{ from: '22:15', to: '07:00' },
        },
      ],
      ...{ alertsInQuietHours: true, timeZone: 'Europe/Berlin', language: 'de' },
      digest: { frequency: 'weekly', weekdays: ['FRIDAY'] },
    });
    await page.getByLabel('Time zone').fill('Nowhere');
    await save.click();
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('of a folder are rules, which only users with the permission can view', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Shop' });
    await people.createTeam(folder, ['folder#view', 'folder#edit_notifications'], { users: ['anna'] }, 'Editors');
    const path = `/folders/${lastSegmentOf(folder.id)}`;
    const { page, pageErrors } = await pages.as('anna', `${path}?form=notifications`);
    await page.getByText('No rules here. The rules below apply.').waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByLabel('Title (optional)').fill('Failures');
    await dialog.getByRole('button', { name: 'Create rule' }).click();
    await dialog.getByText('Select at least one event.').waitFor();
    await dialog.getByText('Tasks (0/8)').click();
    await dialog.getByLabel(/^Task failed/).check();
    await dialog.getByLabel('Watchers').check();
    await dialog.getByLabel('Kind').selectOption('Team');
    await dialog.getByLabel('Team name').fill('Editors');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Team Editors').waitFor();
    await dialog.getByText('Only for some releases and tasks').click();
    await dialog.getByLabel('Tags of the release').fill('prod, eu');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create rule' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Tags of the release: prod, eu').waitFor();
    const rules = async () => (await rest.get<{ rules: readonly object[] }>(`${path}/notification-settings`)).rules;
    expect(await rules()).toEqual([
      {
        ...{ title: 'Failures', events: ['task.failed'], recipients: ['releaseOwner', 'watchers', 'team:Editors'] },
        ...{ channels: { inbox: 'now', mail: 'now' }, filter: { tags: ['prod', 'eu'] } },
      },
    ]);
    await page.getByRole('button', { name: 'Actions for Failures' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
    await page.getByText('No rules here. The rules below apply.').waitFor();
    expect([await rules(), pageErrors]).toEqual([[], []]);
    await people.createUser('vera');
    await people.createTeam(folder, ['folder#view'], { users: ['vera'] });
    const { page: other } = await pages.as('vera', `${path}?form=notifications`);
    await other
      .getByRole('alert')
      .getByText(/Edit notifications of folders/)
      .waitFor();
  });

  test('of a task are its watchers, and whether the user follows it', async () => {
    const release: Release = await startRelease(rest, { Build: ['compile'] }, { title: 'Watched' });
    const task = release.phases[0]!.tasks[0]!;
    const { page } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(task.id)}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Notifications…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications of compile' });
    await dialog.getByLabel('Add watcher').fill('anna');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add me' }).click();
    await dialog.getByRole('button', { name: 'Remove admin' }).waitFor();
    await dialog.getByRole('radio', { name: /^Mute/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await rest.get(`/tasks/${lastSegmentOf(task.id)}`)).toMatchObject({ watchers: ['anna', 'admin'] });
    expect(await rest.get(`/me/followed/${lastSegmentOf(task.id)}`)).toMatchObject({ mode: 'mute' });
  });
});
