import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium, launchBrowser } from '../../harness/servers/chromium.ts';

const { url, rest } = serve();

/**
 * Another server of this machine. The browser handles it as the same site under 127.0.0.1, and as another site under
 * localhost.
 */
let secondServer: Server;
let browser: Browser;

/** An attacker's page with a form that submits itself. */
const formHtml = (action: string) => `<!doctype html><form method="post" action="${action}" enctype="text/plain">
  <input name='{"comment":"' value='"}'></form><script>document.forms[0].submit()</script>`;

describe.runIf(hasChromium)('a form of another server in a real browser', () => {
  beforeAll(async () => {
    secondServer = createServer(({ url: path = '' }, response) => {
      const action = decodeURIComponent(path.slice(1));
      response.writeHead(200, { 'content-type': 'text/html' }).end(action === '' ? '' : formHtml(action));
    });
    await new Promise<void>((resolve) => secondServer.listen(0, resolve));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    secondServer?.closeAllConnections();
    await new Promise((resolve) => secondServer?.close(resolve));
  });

  const statusOf = async ({ id }: Release) => (await rest.get<Release>(`/releases/${id}`)).status;
  const startOf = ({ id }: Release) => `${url()}/api/v1/releases/${id}/start`;

  /** Returns the status of our response to a form that a page of another server submits. */
  async function sentFrom(page: Page, host: string, release: Release): Promise<number> {
    const { port } = secondServer.address() as AddressInfo;
    const answered = page.waitForResponse(startOf(release), { timeout: 120_000 });
    await page.goto(`http://${host}:${port}/${encodeURIComponent(startOf(release))}`).catch(() => null);
    return (await answered).status();
  }

  async function pageOf(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    return page;
  }

  /** Returns the status of a request by a script of our own page. */
  const fetched = (page: Page, path: string, body?: object) =>
    page.evaluate(
      async ([at, content]) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(at as string, { method: 'POST', headers, ...(content ? { body: content } : {}) })).status;
      },
      [path, body && JSON.stringify(body)] as const,
    );

  test('changes nothing with a session, from the same site or another site; our own page can', async () => {
    const context = await browser.newContext();
    const page = await pageOf(context);
    const release = await createRelease(rest, { Build: ['work'] });
    await page.goto(`${url()}/docs`);
    expect(await fetched(page, '/login', { username: 'admin', password: 'admin' })).toBe(200);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'slipway', httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
    for (const host of ['127.0.0.1', 'localhost']) expect(await sentFrom(page, host, release)).toBe(403);
    expect(await statusOf(release)).toBe('PLANNED');
    await page.goto(`${url()}/docs`);
    expect(await fetched(page, startOf(release))).toBe(200);
    expect(await statusOf(release)).toBe('IN_PROGRESS');
    expect(await fetched(page, '/logout')).toBe(204);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test('changes nothing with a login that the browser has stored', async () => {
    const context = await browser.newContext({ httpCredentials: { username: 'admin', password: 'admin' } });
    const page = await pageOf(context);
    const release = await createRelease(rest, { Build: ['work'] });
    expect((await page.goto(`${url()}/api/v1/releases/${release.id}`))?.status()).toBe(200);
    for (const host of ['127.0.0.1', 'localhost']) expect(await sentFrom(page, host, release)).toBe(403);
    expect(await statusOf(release)).toBe('PLANNED');
    await context.close();
  });
});
