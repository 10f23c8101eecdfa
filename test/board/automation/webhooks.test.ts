import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { type Configuration, createEndpoint, deliver, listDeliveries } from '../../harness/webhooks/endpoints.ts';
import { a11yViolations, currentUrl, expectAccessible, fillCode, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface Identified {
  readonly id: string;
  readonly title: string;
}

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = ({ id }: { readonly id: string }) => `/automation/webhooks/${lastSegmentOf(id)}`;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const noAuthentication = { type: 'events.NoAuthentication' };
const byToken = { type: 'events.TokenAuthentication', header: 'X-Gitlab-Token', token: 'hunter2' };

/** Creates a trigger that creates releases for pushes to the branch `main`. */
async function listenerOf(endpoint: Configuration, title: string): Promise<Identified> {
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: `Plan of ${title}` });
  const expressions = [{ path: 'event.ref', operator: 'EQUALS', value: 'main' }];
  return await rest.post<Identified>('/triggers', {
    type: 'events.EventBasedTrigger',
    title,
    template: template.id,
    eventSource: endpoint.id,
    eventFilter: { type: 'events.ExpressionEventFilter', expressions },
  });
}

/** The links of a result: to the created release, and to the trigger. */
const createdBy = (drawer: Locator, title: string) =>
  drawer.getByRole('listitem').filter({ hasText: 'Release created' }).getByRole('link', { name: title });

const processed = (endpoint: Configuration) =>
  expect.poll(async () => (await listDeliveries(rest, endpoint)).every(({ processedAt }) => processedAt !== undefined));

describe.runIf(hasChromium)('webhooks in Chromium', () => {
  test('are created, changed and deleted, and a generated secret is shown once and can be rotated', async () => {
    const { page, pageErrors } = await pages.as('admin', '/automation/webhooks');
    await button(page, 'New webhook endpoint').click();
    const dialog = page.getByRole('dialog', { name: 'New webhook endpoint' });
    await dialog.getByLabel('Title').fill('Pushes <b>');
    await dialog.getByLabel('Path').fill('git/pushes');
    await dialog.getByLabel('Method').selectOption('HTTP GET');
    await dialog.getByLabel('Method').selectOption('HTTP POST');
    await expect.poll(() => dialog.getByLabel('Path').inputValue()).toBe('git/pushes');
    await dialog.getByLabel('Token', { exact: true }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Generate token' }).click();
    await expect.poll(() => dialog.getByLabel('Token', { exact: true }).inputValue()).toMatch(/^[0-9a-f]{64}$/);
    const secret = await dialog.getByLabel('Token', { exact: true }).inputValue();
    await expect
      .poll(() => dialog.getByLabel('New token. Copy it now; it isn’t shown again.').inputValue())
      .toBe(secret);
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByRole('heading', { name: 'Pushes <b>', level: 1 }).waitFor();
    await page.getByText(`${url()}/webhooks/git/pushes`, { exact: true }).waitFor();
    const send = (token: string) =>
      fetch(`${url()}/webhooks/git/pushes`, { method: 'POST', body: '{}', headers: { 'X-Gitlab-Token': token } });
    expect((await send(secret)).status).toBe(200);
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('Deduplication key').fill('X-Delivery');
    await button(page, 'Save').click();
    await expect
      .poll(() => rest.get(`/config/${lastSegmentOf(page.url())}`))
      .toMatchObject({ deduplicationKey: 'X-Delivery' });
    expect([await page.getByLabel('Copy it now').count(), (await send(secret)).status]).toEqual([0, 200]);
    await button(page, 'Generate token').click();
    await expect.poll(() => page.getByLabel('Token', { exact: true }).inputValue()).toMatch(/^[0-9a-f]{64}$/);
    const next = await page.getByLabel('Token', { exact: true }).inputValue();
    await button(page, 'Save').click();
    await expect.poll(async () => (await send(next)).status).toBe(200);
    expect((await send(secret)).status).toBe(401);
    await page.getByLabel('Path').fill('../x');
    await button(page, 'Save').click();
    const refusal = await rest.sendForError('PUT', `/config/${lastSegmentOf((await currentUrl(page)).href)}`, {
      path: '../x',
    });
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByText('No webhook endpoints yet').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('show new deliveries automatically, but send no requests while hidden, and mark automatic requests', async () => {
    const endpoint = await createEndpoint(rest, byToken, { title: 'Watched' });
    const send = () => deliver(url(), endpoint, { body: '{}', headers: { 'X-Gitlab-Token': 'wrong' } });
    const { page } = await pages.as('admin', '/tasks');
    await page.clock.install();
    const requestedPaths: string[] = [];
    page.on('request', (request) => {
      const whose = request.headers()['slipway-unattended'] === 'true' ? 'automatic' : 'for a user';
      if (request.url().includes('/deliveries?')) requestedPaths.push(whose);
    });
    await page.goto(`${url()}${addressOf(endpoint)}`);
    await page.getByText('No deliveries yet').waitFor();
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('Title').fill('typed');
    await send();
    await page.clock.runFor(2_000);
    await rowOf(page, 'the token is wrong').waitFor();
    expect(await page.evaluate('document.activeElement.value')).toBe('typed');
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })");
    const before = [...requestedPaths];
    await send();
    await page.clock.runFor(60_000);
    expect(requestedPaths).toEqual(before);
    await page.evaluate("delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => rowOf(page, 'the token is wrong').count()).toBe(2);
    await page.keyboard.press('x');
    await page.clock.runFor(10_000);
    // Automatic requests are marked, because they do not extend the session.
    expect(new Set(before)).toEqual(new Set(['for a user']));
    expect(requestedPaths.slice(before.length).join()).toMatch(/^(automatic,)+for a user(,for a user)*$/);
  });

  test('show deliveries with masked secrets, the verdict and the results', async () => {
    const endpoint = await createEndpoint(rest, byToken, { title: 'Told' });
    await listenerOf(endpoint, 'Told main');
    const send = (body: unknown, token: string) =>
      deliver(
        url(),
        { ...endpoint, path: `${endpoint.path}?a=1` },
        { body: JSON.stringify(body), headers: { 'X-Gitlab-Token': token } },
      );
    await send({ ref: 'main', who: '<img src=x onerror=alert(1)> \u202e hunter2' }, 'hunter2');
    await send({ ref: 'other' }, 'hunter2');
    await send({ ref: 'main' }, 'wrong');
    await expect
      .poll(async () => (await listDeliveries(rest, endpoint)).flatMap(({ results }) => results).length)
      .toBe(2);
    const { page, pageErrors } = await pages.as('admin', '/automation/webhooks?text=told');
    await page.getByRole('link', { name: 'Told', exact: true }).click();
    await rowOf(page, 'Release created').getByText('200 in').waitFor();
    await rowOf(page, 'Filtered out').waitFor();
    await rowOf(page, 'the token is wrong').getByText('401 in').waitFor();
    await rowOf(page, 'Release created').getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('"who": "<img src=x onerror=alert(1)> \u202e ********"').waitFor();
    await drawer.getByText('Headers').click();
    await drawer.getByText('hunter2').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await createdBy(drawer, 'Told').first().click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/releases\/Release/);
    await page.goBack();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect((await currentUrl(page)).search).toBe(`?text=told&endpoint=${lastSegmentOf(endpoint.id)}`);
    await page.getByRole('link', { name: 'Open endpoint' }).click();
    await page.getByRole('heading', { name: 'Told', level: 1 }).waitFor();
    expect([(await currentUrl(page)).pathname, pageErrors]).toEqual([addressOf(endpoint), []]);
  });

  test.runIf(isLong)(
    'the next page of endpoints selects no endpoint of the previous page, and its deliveries start again',
    async () => {
      const endpoints: Configuration[] = [];
      while (endpoints.length < 101)
        endpoints.push(await createEndpoint(rest, noAuthentication, { title: `Page ${endpoints.length + 100}` }));
      const query = `?text=page&endpoint=${lastSegmentOf(endpoints[7]!.id)}&page=100`;
      const { page, pageErrors } = await pages.as('admin', `/automation/webhooks${query}`);
      await page.getByRole('listitem').getByText('Page 107').waitFor();
      await page.getByRole('region', { name: 'Webhook endpoints' }).getByRole('button', { name: 'Next' }).click();
      await page.getByRole('heading', { name: 'Deliveries to Page 200' }).waitFor();
      expect([(await currentUrl(page)).search, pageErrors]).toEqual(['?text=page&from=100', []]);
      const tabs = page.getByRole('navigation', { name: 'Automation views' });
      await tabs.getByRole('link', { name: 'Webhook endpoints', exact: true }).waitFor();
    },
  );

  test('replay a delivery after a preview of its results', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { title: 'Again' });
    const trigger = await listenerOf(endpoint, 'Again main');
    const secondTrigger = await listenerOf(endpoint, 'Again other');
    const filter = { type: 'events.JythonEventFilter', expr: "event.ref == 'other'" };
    await rest.put(`/triggers/${secondTrigger.id}`, { eventFilter: filter });
    await rest.sendForNoContent('PUT', `/triggers/${trigger.id}/disable`);
    await deliver(url(), endpoint, { body: '{"ref": "main"}' });
    await processed(endpoint).toBe(true);
    await rest.sendForNoContent('PUT', `/triggers/${trigger.id}/enable`);
    const [delivery] = await listDeliveries(rest, endpoint);
    const { page, pageErrors } = await pages.as('admin', `${addressOf(endpoint)}?delivery=${delivery!.id}`);
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByRole('button', { name: 'Preview replay' }).focus();
    expect(await drawer.getByRole('button', { name: 'Replay', exact: true }).count()).toBe(0);
    await page.keyboard.press('Enter');
    const previewItem = drawer.getByRole('listitem').filter({ hasText: 'Again main' });
    await previewItem.getByText('Release created').waitFor();
    await drawer.getByText('the filter script of the trigger does not accept the event').last().waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    expect((await listDeliveries(rest, endpoint)).length).toBe(1);
    await drawer.getByRole('button', { name: 'Replay', exact: true }).focus();
    await page.keyboard.press('Enter');
    await drawer.getByText('replayed by admin').waitFor();
    await drawer.getByRole('link', { name: delivery!.id }).waitFor();
    await expect.poll(() => createdBy(drawer, 'Again').allTextContents()).toEqual(['Again main', 'Again main']);
    expect((await listDeliveries(rest, endpoint)).length).toBe(2);
    await page.goto(`${url()}/automation/triggers/${lastSegmentOf(trigger.id)}`);
    const runs = page.getByRole('table', { name: 'Run history' });
    await runs.getByRole('cell', { name: 'Automatic', exact: true }).waitFor();
    await runs.getByRole('link', { name: 'Webhook delivery' }).click();
    await drawer.getByRole('link', { name: delivery!.id }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('show the missing permission to viewers', async () => {
    const folder = await rest.post<Identified>('/folders/Applications', { title: 'Seen only' });
    const endpoint = await createEndpoint(rest, byToken, { title: 'Seen', folderId: folder.id });
    await people.createUser('ann');
    await people.createTeam(folder, ['folder#view'], { users: ['ann'] });
    const { page } = await pages.as('ann', addressOf(endpoint));
    await page
      .getByText('You need the permission “Edit connections and endpoints”.')
      .filter({ visible: true })
      .waitFor();
    await page.getByRole('definition').getByRole('link', { name: 'Seen only' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Deliveries' }).count()).toBe(0);
    await page.getByText('Settings', { exact: true }).click();
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(await button(page, 'Rotate secret…').getAttribute('aria-disabled')).toBe('true');
    await button(page, 'More actions').click();
    const deletion = page.getByRole('menuitem', { name: 'Delete…' });
    await deletion.getByText('You need the permission “Edit connections and endpoints”.').waitFor();
    expect(await deletion.getAttribute('aria-disabled')).toBe('true');
  });
});

describe.runIf(hasChromium)('scripts in Chromium', () => {
  test.runIf(isLong)(
    'have a test run with its result beside the script, and a link to the line of an error',
    async () => {
      const { page, pageErrors } = await pages.as('admin', '/automation');
      await page.getByRole('link', { name: 'Script console' }).click();
      await expect.poll(() => page.title()).toBe('Script console · Slipway');
      await page.getByText('Run the script to see its result').waitFor();
      await fillCode(page, 'Script', 'print "<b>", event["a"]\nresult = event["a"] + 1\nleft = [1]');
      await fillCode(page, 'Input', '{"event": {"a": 2}');
      await button(page, 'Test run').click();
      await page.getByRole('alert').getByText('Input isn’t valid JSON.').waitFor();
      await fillCode(page, 'Input', '{"event": {"a": 2}}');
      await page.keyboard.press('Control+Enter');
      await page.locator('main').getByText('Finished').waitFor();
      await expect
        .poll(() => page.locator('pre').allTextContents())
        .toEqual(['3', '<b> 2\n', '{\n  "result": 3,\n  "left": [\n    1\n  ]\n}']);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await fillCode(page, 'Script', 'a = 1\nraise Exception("no such <i>")\nb = 2');
      await button(page, 'Test run').click();
      await page.getByRole('alert').getByText('Exception: no such <i> (line 2)').waitFor();
      await button(page, 'Go to line 2').click();
      const selected: string = await page.evaluate('String(document.activeElement.shadowRoot.getSelection())');
      expect([selected, await a11yViolations(page), pageErrors]).toEqual(['raise Exception("no such <i>")', [], []]);
    },
  );

  test('send no requests: mock responses are used instead, and errors have the text of REST', async () => {
    const { page, pageErrors } = await pages.as('admin', '/automation/scripts');
    const script = `// language: javascript
const answer = http.get('https://build.example/jobs?x=<script>').json();
print(answer.name);
http.post('https://build.example/none', { json: {} });`;
    await fillCode(page, 'Script', script);
    await fillCode(
      page,
      'Mock responses (JSON)',
      '[{"url": "https://build.example/jobs", "json": {"name": "nightly"}}]',
    );
    await button(page, 'Test run').click();
    const requests = page.getByRole('listitem').filter({ hasText: 'build.example' });
    await requests.filter({ hasText: 'No mock response' }).getByText('POST https://build.example/none').waitFor();
    await requests.filter({ hasText: 'Mocked' }).getByText('GET https://build.example/jobs?x=').waitFor();
    await page.getByText('nightly', { exact: true }).waitFor();
    await page.getByLabel('Source').selectOption('type');
    await page.getByLabel('Task type').fill('no.Type/<b>');
    await button(page, 'Test run').click();
    const refusal = await rest.sendForError('POST', '/scripts/test', { type: 'no.Type/<b>' });
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
