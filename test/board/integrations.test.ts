import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createTemplate } from '../harness/rest/plans.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { expectAccessible, pagesAt } from './open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

describe.runIf(hasChromium)('the integrations in Chromium', () => {
  test('are listed with their documentation, and change after a preview of the affected tasks', async () => {
    await createTemplate(rest, { Ship: [{ title: 'notify', type: 'webhook.JsonWebhook' }] }, { title: 'Payments' });
    const { page, pageErrors } = await pages.as('admin', '/system');
    await page.getByRole('link', { name: 'Integrations' }).click();
    await expect.poll(() => page.title()).toBe('Integrations · Slipway');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'HTTP request' }) });
    await card.getByText('Enabled', { exact: true }).waitFor();
    await card.getByText('webhook.XmlWebhook').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await card.getByRole('switch', { name: 'Enable HTTP request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 task becomes manual, in 1 template.').waitFor();
    await dialog.getByText('notify').waitFor();
    await expectAccessible(page, 'dialog');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Disable integration' }).click();
    await card.getByText('Disabled', { exact: true }).waitFor();
    expect(await rest.get('/integrations/http')).toMatchObject({ enabled: false });
    await card.getByRole('switch', { name: 'Enable HTTP request' }).click();
    await dialog.getByText('1 manual task becomes automatic, in 1 template.').waitFor();
    await dialog.getByRole('button', { name: 'Enable integration' }).click();
    await card.getByText('Enabled', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Documentation' }).click();
    await dialog.getByText('jsonPathExpression2').first().waitFor();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });
});
