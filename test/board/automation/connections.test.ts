import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

interface Connection {
  readonly id: string;
  readonly title: string;
  readonly url?: string;
}

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);

const list = '/automation/connections';
const createConnection = (title: string, fields: object = {}) =>
  rest.post<Connection>('/config', { type: 'configuration.HttpConnection', title, url: `${url()}/livez`, ...fields });

describe.runIf(hasChromium)('the connections in Chromium', () => {
  test('creates a connection, checks it before it is saved, changes and deletes it', async () => {
    const { page, pageErrors } = await pages.as('admin', list);
    await page.getByText('No connections yet').waitFor();
    await page.getByRole('button', { name: 'New connection' }).click();
    const created = page.getByRole('dialog', { name: 'New connection' });
    await created.getByLabel('Type', { exact: true }).selectOption('configuration.HttpConnection');
    await created.getByLabel('Title').fill('Build <b>server</b>');
    await created.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9/');
    await created.getByLabel('Password', { exact: true }).fill('first secret');
    await created.getByRole('button', { name: 'Check connection' }).click();
    await created.getByText('Failed').waitFor();
    expect(await rest.get('/config/byTypeAndTitle')).toEqual([]);
    await created.getByLabel('URL', { exact: true }).fill(`${url()}/livez`);
    await created.getByRole('button', { name: 'Check connection' }).click();
    await created.getByText('Connected').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await created.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('link', { name: 'Build <b>server</b>' }).click();
    const opened = page.getByRole('dialog', { name: 'Build <b>server</b>' });
    await opened.getByText('Leave empty to keep the saved value').first().waitFor();
    await opened.getByLabel('Username', { exact: true }).fill('joe');
    await opened.getByRole('button', { name: 'Check connection' }).click();
    await opened.getByText('Connected').waitFor();
    await opened.getByRole('button', { name: 'Save' }).click();
    await opened.waitFor({ state: 'detached' });
    const [stored] = await rest.get<readonly Connection[]>('/config/byTypeAndTitle');
    expect(stored).toMatchObject({ username: 'joe', password: '********', url: `${url()}/livez` });

    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('cell').getByText('Connected').waitFor();
    await page.getByRole('button', { name: 'Actions for Build <b>server</b>' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete connection' }).click();
    await page.getByText('No connections yet').waitFor();
    expect(await rest.get('/config/byTypeAndTitle')).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test('shows the refusal of a change that would send a saved secret to another server', async () => {
    const { id, title } = await createConnection('With a secret', { username: 'joe', password: 'hunter2' });
    const { page, pageErrors } = await pages.as('admin', list);
    await page.getByRole('link', { name: title }).click();
    const drawer = page.getByRole('dialog', { name: title });
    await drawer.getByLabel('URL', { exact: true }).fill('https://elsewhere.example.com');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('alert').getByText('password').waitFor();
    expect(await rest.get<Connection>(`/config/${id}`)).toMatchObject({ url: `${url()}/livez` });
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('keeps the lines of a pasted secret, and hides them', async () => {
    const { page, pageErrors } = await pages.as('admin', list);
    await page.getByRole('button', { name: 'New connection' }).click();
    const created = page.getByRole('dialog', { name: 'New connection' });
    await created.getByLabel('Type', { exact: true }).selectOption('Kubernetes cluster');
    const kubeconfig = created.getByLabel('Kubeconfig');
    await kubeconfig.fill('apiVersion: v1\nkind: Config');
    expect(await kubeconfig.inputValue()).toBe('apiVersion: v1\nkind: Config');
    const style = `getComputedStyle(document.querySelector('dialog textarea.masked')).webkitTextSecurity`;
    expect(await page.evaluate(style)).toBe('disc');
    expect(pageErrors).toEqual([]);
  });

  test('filters by title and type, and does not list webhook endpoints', async () => {
    await createConnection('One');
    await createConnection('Two', { type: 'configuration.BasicAuthHttpConnection' });
    const authentication = { type: 'events.NoAuthentication' };
    await rest.post('/config', { type: 'events.PostWebhookEndpoint', title: 'One hook', path: 'hook', authentication });
    const { page, pageErrors } = await pages.as('admin', `${list}?text=one`);
    const titles = () => page.locator('tbody th a, tbody td:first-child a').allTextContents();
    await expect.poll(titles).toEqual(['One']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: /^Type/ }).click();
    await page.getByLabel('Type', { exact: true }).selectOption('HTTP connection with a name and a password');
    await expect.poll(titles).toEqual(['Two']);
    expect((await currentUrl(page)).searchParams.get('type')).toBe('configuration.BasicAuthHttpConnection');
    expect(pageErrors).toEqual([]);
  });

  test('shows connections to users who cannot change them, and names the permission', async () => {
    await rest.post('/folders/Applications', { title: 'Team' });
    const folder = await rest.get<{ readonly id: string }>('/folders/find?byPath=Team');
    await createConnection('Of the team', { folderId: folder.id });
    await people.createUser('viewer');
    await people.createTeam(folder, ['folder#view'], { users: ['viewer'] });
    const { page, pageErrors } = await pages.as('viewer', list);
    const row = page.getByRole('row').filter({ hasText: 'Of the team' });
    await row.waitFor();
    const check = row.getByRole('button', { name: 'Check', exact: true });
    await expect.poll(() => check.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('link', { name: 'Of the team' }).click();
    const drawer = page.getByRole('dialog', { name: 'Of the team' });
    await drawer.getByText('You need the permission “Edit connections and endpoints”.').waitFor();
    await expect.poll(() => drawer.getByLabel('Title').isDisabled()).toBe(true);
    expect(pageErrors).toEqual([]);
  });
});
