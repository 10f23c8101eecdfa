import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/** A receiver of webhooks, with the status of its responses. */
let server: Server;
let address: string;
let status: number;
const received: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${String(request.headers['webhook-signature'] ?? '').split(' ').length}`);
    // Without a body, no reason is beside the status.
    request.resume().on('end', () => response.writeHead(request.method === 'OPTIONS' ? 405 : status).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`;
});
beforeEach(() => {
  status = 204;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const list = '/system/notifications?part=receivers';
const detached = { state: 'detached' } as const;
const cell = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const openMenu = (page: Page, button: string, item: string) =>
  page
    .getByRole('button', { name: button })
    .click()
    .then(() => page.getByRole('menuitem', { name: item }).click());

/** Creates a receiver of the events of started releases in the open list. */
async function createReceiver(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New receiver' }).click();
  const dialog = page.getByRole('dialog', { name: 'New receiver' });
  await dialog.getByLabel('Title', { exact: true }).fill(title);
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByText('Releases (0/9)').click();
  await dialog.getByLabel(/^Release started/).check();
  await dialog.getByRole('button', { name: 'Test and create' }).click();
}

describe.runIf(hasChromium)('receivers in Chromium', () => {
  test('the mail server has its state, and suspended addresses are resumed', async () => {
    await people.createUser('carla');
    await product.database().query({
      text: `with changed as (update users set email = 'c+1%@example.com' where username = 'carla')
        insert into notification_preferences (username, preferences, hard_bounces, address_suspended, suspended_at,
          suspended_reason)
        values ('carla', '{}', 3, 'c+1%@example.com', now(), '550 no such user')`,
    });
    const { page, pageErrors } = await pages.as('admin', '/system/notifications?part=mail');
    await page.getByText('Not configured').waitFor();
    await page.getByText('550 no such user').waitFor();
    expect(await page.getByRole('button', { name: 'Send test email' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume emails to c+1%@example.com' }).click();
    await page.getByText('No address is suspended').waitFor();
    expect(await rest.get('/mail')).toMatchObject({ suspendedAddresses: [] });
    expect(pageErrors).toEqual([]);
  });

  test('are created after a test, show their secret once, and are changed and deleted', async () => {
    const { page, pageErrors } = await pages.as('admin', list);
    await page.getByText('No receivers yet.').waitFor();
    status = 403;
    await createReceiver(page, 'Tickets');
    const form = page.getByRole('dialog', { name: 'New receiver' });
    await form.getByText('The receiver refused the test: the receiver answered 403').waitFor();
    status = 204;
    await form.getByRole('button', { name: 'Test and create' }).click();
    const secret = page.getByRole('dialog', { name: 'Secret of Tickets', exact: true });
    expect(await secret.getByLabel('Secret').inputValue()).toMatch(/^whsec_.{44}$/);
    await secret.getByRole('button', { name: 'Close' }).click();
    await cell(page, 'Tickets').getByText('Release started').waitFor();
    await openMenu(page, 'Actions for Tickets', 'Replace secret…');
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await secret.getByRole('button', { name: 'Close' }).click();
    received.length = 0;
    await openMenu(page, 'Actions for Tickets', 'Send test');
    await page.getByText(/^The receiver accepted the test in \d+ ms$/).waitFor();
    expect(received).toEqual(['POST 2']);
    const enabled = page.getByRole('switch', { name: 'Enable Tickets' });
    await enabled.click();
    await cell(page, 'Tickets').getByText('Disabled').waitFor();
    status = 500;
    await enabled.click();
    await page.getByRole('alert').getByText('Tickets: The receiver refused the test').waitFor();
    status = 204;
    await enabled.click();
    await cell(page, 'Tickets').getByText('Active').waitFor();
    await openMenu(page, 'Actions for Tickets', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit Tickets' });
    await edit.getByLabel('Title', { exact: true }).fill('Renamed');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor(detached);
    await openMenu(page, 'Actions for Renamed', 'Delete…');
    await page.getByRole('button', { name: 'Delete receiver' }).click();
    await page.getByText('No receivers yet.').waitFor();
    expect([await rest.get('/event-subscriptions'), pageErrors]).toEqual([[], []]);
  });

  test('have a page with their deliveries and attempts, which are sent again', async () => {
    const { page, pageErrors } = await pages.as('admin', list);
    await createReceiver(page, 'Monitor');
    await page.getByRole('dialog', { name: 'Secret of Monitor' }).getByRole('button', { name: 'Close' }).click();
    await startRelease(rest, { Build: ['compile'] }, { title: 'Webshop' });
    await page.getByRole('link', { name: 'Monitor' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Monitor', level: 2 }).count()).toBe(1);
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return await cell(page, 'Webshop').getByText('Sent').count();
      })
      .toBe(1);
    status = 500;
    await cell(page, 'Webshop').getByRole('button', { name: 'Replay Release started' }).click();
    await page.getByText('The delivery is sent again').waitFor();
    await cell(page, 'Webshop').getByRole('link').click();
    const panel = page.getByRole('dialog', { name: 'Release started' });
    await panel.getByText('Retrying').waitFor();
    await expect.poll(() => panel.getByRole('row').count()).toBeGreaterThan(2);
    await panel.getByText('the receiver answered 500').first().waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    status = 204;
    await openMenu(page, 'More actions', 'Replay deliveries…');
    const replay = page.getByRole('dialog', { name: 'Replay deliveries to Monitor' });
    await replay.getByLabel('Sent').check();
    await replay.getByRole('button', { name: 'Replay', exact: true }).click();
    await replay.waitFor(detached);
    await page
      .getByText(/deliver(y is|ies are) sent again/)
      .last()
      .waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('of a folder are for users who can edit its notifications, also on a phone', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Shop' });
    await people.createUser('anna');
    await people.createTeam(folder, ['folder#view', 'folder#edit_notifications'], { users: ['anna'] });
    const path = `/folders/${lastSegmentOf(folder.id)}?form=notifications`;
    const { page, pageErrors } = await pages.as('anna', path);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Receivers' }).click();
    await createReceiver(page, 'Shop hook');
    await page.getByRole('dialog', { name: 'Secret of Shop hook' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Shop hook' }).click();
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/^The receiver accepted the test/).waitFor();
    await expectAccessible(page, 'main');
    await page.getByRole('link', { name: 'All receivers' }).click();
    await page.getByRole('link', { name: 'Shop hook' }).waitFor();
    expect((await currentUrl(page)).search).toBe('?form=notifications&part=receivers');
    expect(await rest.get('/event-subscriptions')).toContainEqual(
      expect.objectContaining({ title: 'Shop hook', folderId: folder.id, owner: 'anna' }),
    );
    expect(pageErrors).toEqual([]);
  });
});

describe.runIf(hasChromium)('the ledger in Chromium', () => {
  test('is filtered by its address, and explains the decision about a delivery', async () => {
    await people.createUser('berta');
    const release = await startRelease(rest, { Build: [{ title: 'pack', owner: 'berta' }] }, { title: 'Ledger' });
    await people.createTeam(release, ['release#view'], { users: ['berta'] });
    const ofBerta = '/notification-deliveries?recipient=berta&channel=mail';
    await expect.poll(async () => (await rest.get<{ items: [] }>(ofBerta)).items.length).toBe(1);
    const { page, pageErrors } = await pages.as('admin', '/system/notifications?part=deliveries&recipient=BERTA');
    await cell(page, 'pack').first().waitFor();
    await page.getByRole('button', { name: 'Channel: All' }).click();
    await page.getByLabel('Channel').selectOption('Email');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await cell(page, 'pack').getByText('No email address, or a suspended one').waitFor();
    await page.getByRole('link', { name: 'Task started' }).click();
    const panel = page.getByRole('dialog', { name: 'Task started' });
    await panel.getByText('No email address, or a suspended one').waitFor();
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'Why this decision?' }).click();
    await page.getByRole('heading', { name: 'Email', level: 2 }).waitFor();
    expect((await currentUrl(page)).search).toContain('&user=berta');
    await page.goBack();
    await page.goBack();
    await page.getByRole('button', { name: 'Status: All' }).click();
    await page.getByLabel('Status').selectOption('Given up');
    await page.getByText('No deliveries match these filters.').waitFor();
    expect((await currentUrl(page)).search).toBe('?part=deliveries&recipient=BERTA&channel=mail&state=dead');
    expect(pageErrors).toEqual([]);
  });
});

describe.runIf(hasChromium)('message templates in Chromium', () => {
  test('are created with placeholders and a preview, changed, and reset to the default', async () => {
    const { page, pageErrors } = await pages.as('admin', '/system/notifications?part=templates');
    await page.getByText('No templates. All messages have the default text.').waitFor();
    await page.getByRole('button', { name: 'New template' }).click();
    const create = page.getByRole('dialog', { name: 'New message template' });
    await create.getByLabel('Event', { exact: true }).selectOption('Task failed');
    await create.getByLabel('Language', { exact: true }).fill('pt-br');
    await create.getByText('Brazilian Portuguese (pt-br)').waitFor();
    await create.getByLabel('Text', { exact: true }).fill('Sorry: ');
    await create.getByText('Insert a placeholder').click();
    await create.getByRole('button', { name: 'Insert {{event.label}}' }).click();
    await create.getByRole('region', { name: 'Preview' }).getByText('Sorry: Task failed').waitFor();
    await create.getByText('Message without this template').click();
    await create.getByRole('region', { name: 'Inherited message' }).locator('pre').waitFor();
    await expectAccessible(page);
    await create.getByRole('button', { name: 'Create template' }).click();
    await create.waitFor(detached);
    await page.setViewportSize({ width: 390, height: 844 });
    await openMenu(page, 'Actions for Task failed, Email', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit message template' });
    await edit.getByLabel('Text', { exact: true }).fill('{{task.owner}}');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('there is no placeholder', { exact: false }).first().waitFor();
    await edit.getByLabel('Text', { exact: true }).fill('{{task.title}}');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor(detached);
    expect(await rest.get('/notification-templates')).toEqual([
      {
        ...{ eventType: 'task.failed', channel: 'mail', language: 'pt-BR', text: '{{task.title}}' },
        subject: '{{event.label}}: {{subject.title}}',
      },
    ]);
    await openMenu(page, 'Actions for Task failed, Email', 'Reset to default…');
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByText('No templates. All messages have the default text.').waitFor();
    expect(pageErrors).toEqual([]);
  });
});
