import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServer, partsIn, startMailServer } from '../../harness/mail/mail-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { freePort } from '../../harness/servers/free-port.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const port = await freePort();
const product = serve({
  PASSWORD_MIN_LENGTH: '8',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'slipway@acme.example',
  PUBLIC_URL: 'https://slipway.example.com',
});
const { url, rest } = product;
const pages = pagesAt(url);
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ port });
});
afterAll(() => server.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat new password').fill(repeated);
  await button(page, 'Change password').click();
}

describe.runIf(hasChromium)('a password in Chromium', () => {
  test('is reset by the link of a mail, which then shows an error', async () => {
    await rest.post('/users/ira', { password: 'old password', email: 'ira@acme.example' });
    const { page, pageErrors } = await pages.stranger('/');
    await button(page, 'Forgot password?').click();
    await page.getByRole('heading', { name: 'Password reset', level: 1 }).waitFor();
    await page.getByLabel('User name or email').fill('ira@acme.example');
    await expectAccessible(page);
    await button(page, 'Send link').click();
    await page.getByText('a link is on its way').waitFor();
    await button(page, 'Log in').click();
    await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
    await expect.poll(() => server.received.length).toBe(1);
    const [, link = ''] =
      /https:\/\/slipway\.example\.com(\/#reset=\S+)/.exec(partsIn(server.received[0]!, 'text/plain')[0] ?? '') ?? [];

    const opened = await pages.stranger(link);
    await opened.page.getByRole('heading', { name: 'Choose a new password', level: 1 }).waitFor();
    await expect.poll(() => opened.page.title()).toBe('Choose a new password · Slipway');
    await fillPassword(opened.page, 'battery staple', 'battery');
    await opened.page.getByRole('alert').getByText('Passwords don’t match').waitFor();
    await fillPassword(opened.page, 'short');
    await opened.page.getByRole('alert').getByText('password: expected 8 to 255 characters').waitFor();
    await expectAccessible(opened.page);
    await opened.page.setViewportSize({ width: 1280, height: 800 });
    await fillPassword(opened.page, 'battery staple');
    await opened.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await button(opened.page, 'Account of ira').waitFor();
    expect((await currentUrl(opened.page)).hash).toBe('');
    expect(await createRestClient(url, basicAuth('ira', 'battery staple')).get('/me')).toMatchObject({
      username: 'ira',
    });

    const late = await pages.stranger(link);
    await fillPassword(late.page, 'another password');
    await late.page.getByRole('alert').getByText('The link is wrong, expired or used: request another one').waitFor();
    await late.page.getByRole('link', { name: 'Log in' }).click();
    await late.page.getByLabel('User name').waitFor();
    expect([...pageErrors, ...opened.pageErrors, ...late.pageErrors]).toEqual([]);
  });
});
