import { recordLoginAttempts, writeAudit } from '@slipway/persistence/audit';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface AuditLine {
  readonly username: string;
  readonly date: string;
  readonly lastDate?: string;
  readonly count: number;
}

const actor = { username: 'Ann', address: '10.0.0.1' };
const recordEntry = (subject: string) =>
  writeAudit(product.database(), { actor, action: 'USER_DELETED', subject, before: { email: '<b>x' }, after: null });

describe.runIf(hasChromium)('the audit log in Chromium', () => {
  test('is filtered by the parameters in its address, and shows changed values', async () => {
    await rest.post('/roles/Writers', { permissions: ['template#create'] }).catch(() => {});
    await recordEntry('<img src=x onerror=alert(1)>');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Vault \u202e' });
    await rest.post(`/folders/${folder.id}/teams`, [{ teamName: 'Crew', members: [], permissions: ['folder#view'] }]);
    const template = await rest.post<{ id: string }>('/templates', { title: 'Plan <i>' });
    await rest.post(`/templates/${template.id}/teams`, [{ teamName: 'Crew', members: [], permissions: [] }]);
    const { page, pageErrors } = await pages.as('admin', '/people');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Role created' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Teams' }).getByRole('link', { name: 'Vault' }).first().waitFor();
    await page.getByRole('row').filter({ hasText: 'Teams' }).getByRole('link', { name: 'Plan <i>' }).first().waitFor();
    await page.getByRole('link', { name: 'Filter by this target: Plan <i>' }).first().click();
    await page.getByRole('row').filter({ hasText: 'Role created' }).waitFor({ state: 'detached' });
    expect(`Applications/${(await currentUrl(page)).searchParams.get('subject')}`).toBe(template.id);
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'Role created' }).waitFor();
    await page.getByLabel('Search by actor', { exact: true }).fill('ann');
    await page.getByRole('row').filter({ hasText: 'Role created' }).waitFor({ state: 'detached' });
    const line = page.getByRole('row').filter({ hasText: 'User deleted' });
    await line.getByText('<img src=x onerror=alert(1)>').waitFor();
    await line.getByText('Show').click();
    const changes = line.getByRole('table', { name: 'Changes of <img src=x onerror=alert(1)>' });
    const cells = changes.locator('tbody').locator('th, td');
    await expect.poll(() => cells.allTextContents()).toEqual(['Email', '<b>x']);
    expect((await currentUrl(page)).searchParams.get('username')).toBe('ann');
    await page.getByRole('button', { name: 'Event: All events' }).click();
    await page.getByLabel('Event', { exact: true }).selectOption('Role created');
    await page.getByRole('button', { name: 'Event: Role created' }).waitFor();
    await page.getByText('No entries match').waitFor();
    await page.goBack();
    await line.waitFor();
    await expect.poll(() => page.title()).toBe('Audit log · Slipway');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('is paged from the newest entry by entry id, so that new entries do not move the pages', async () => {
    for (let index = 0; index < 103; index += 1) await recordEntry(`user ${index}.`);
    const { page } = await pages.as('admin', '/audit?username=ann&action=USER_DELETED');
    await page.getByText('user 102.', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(101);
    await recordEntry('meanwhile');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('user 2.', { exact: true }).waitFor();
    await page.getByText('user 3.', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByText('meanwhile', { exact: true }).waitFor();
  });

  test('shows each entry once, newest first, and similar logins with their number and the first and last time', async () => {
    const login = { action: 'LOGIN_FAILED', username: 'Eve', address: '10.0.0.7', by: 'password' } as const;
    await recordLoginAttempts(product.database(), [{ ...login, count: 2 }]);
    const firstAt = { text: "update audit set at = at - interval '20 minutes' where username = 'Eve' and count = 2" };
    await product.database().query(firstAt);
    for (const username of ['Mel', 'Eve'])
      await recordLoginAttempts(product.database(), [{ ...login, username, count: 1 }]);
    const entries = await rest.get<readonly AuditLine[]>('/audit?address=10.0.0.7');
    expect(entries.map(({ username, count }) => `${username} ${count}`)).toEqual(['Mel 1', 'Eve 3']);
    const { page } = await pages.as('admin', '/audit?address=10.0.0.7');
    await page.getByText('Login failed (3 times within an hour)', { exact: true }).waitFor();
    await page.getByText('Last at').waitFor();
    const times = await page.getByRole('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
    const expected = entries.flatMap(({ date, lastDate = [] }) => [date, lastDate].flat());
    expect(times.map((time) => Date.parse(time ?? ''))).toEqual(expected.map((time) => Date.parse(time)));
  });

  test('requires a permission', async () => {
    await people.createUser('plain');
    const { page } = await pages.as('plain', '/audit');
    await page.getByText('You need the permission “View the audit log”.').waitFor();
    expect(await page.getByLabel('Search by actor', { exact: true }).count()).toBe(0);
  });
});
