import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../libs/plugins/src/testing.ts';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { fileForm } from '../harness/rest/file-form.ts';
import { createTemplate } from '../harness/rest/plans.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { a11yViolations, expectAccessible, pagesAt, refusalInBoard } from './open-page.ts';

const product = serve();
const { url, rest, database } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface Status {
  readonly productVersion: string;
  readonly version: string;
}

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates an enabled trigger without a next fire time, which is possible only after an error. */
async function idleTrigger(): Promise<string> {
  const template = await createTemplate(rest, { Build: ['compile'] });
  const cron = { pollType: 'CRON', periodicity: '0 3 1 1 *' };
  const { id } = await rest.post<{ id: string }>('/triggers', { title: 'Idle', template: template.id, ...cron });
  await database().query({ text: 'update triggers set next_fire_at = null where id = $1' }, [lastSegmentOf(id)]);
  return lastSegmentOf(id);
}

/** Creates an enabled trigger whose template then gets a required variable. */
async function brokenTrigger(): Promise<string> {
  const template = await createTemplate(rest, { Build: ['compile'] });
  const body = { title: 'Broken', template: template.id, pollType: 'CRON', periodicity: '0 3 1 1 *' };
  const { id } = await rest.post<{ id: string }>('/triggers', body);
  await rest.post(`/templates/${lastSegmentOf(template.id)}/variables`, { key: 'version' });
  return lastSegmentOf(id);
}

/** A plugin whose script imports a module that is not available to scripts. */
const plugin = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic('<type type="acme.Thread" extends="rel.PythonScript" label="Thread &lt;b&gt;"/>'),
  'acme/Thread.py': 'import threading\nprint 1',
};

describe.runIf(hasChromium)('the system in Chromium', () => {
  test('shows administrators the state of each component, and refreshes on request', async () => {
    const { page, pageErrors } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.keyboard.press('y');
    await expect.poll(() => page.title()).toBe('System · Slipway');
    const { productVersion, version } = await rest.get<Status>('/system/status');
    await page
      .getByText(`Slipway ${productVersion}, compatible with the Release API ${version}`, { exact: true })
      .waitFor();
    await expect
      .poll(() => page.getByRole('term').allTextContents())
      .toEqual(['Database', 'Queue', 'Script runner', 'Overdue jobs']);
    await expect.poll(() => page.getByText('Available', { exact: true }).count()).toBe(3);
    await page.getByText('Not required').waitFor();
    await page.getByText('No problems found').waitFor();
    const trigger = await idleTrigger();
    const broken = await brokenTrigger();
    await button(page, 'Refresh').focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 problem').waitFor();
    await rowOf(page, `Trigger “${trigger}” is enabled but has no next firing time.`).waitFor();
    await page.getByText('1 broken trigger', { exact: true }).waitFor();
    await rowOf(page, 'Enter values for the variables: version').getByRole('link', { name: 'Broken' }).waitFor();
    expect(await page.getByRole('link', { name: 'Open Automation' }).getAttribute('href')).toBe('/automation');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: trigger }).click();
    await page.getByRole('heading', { name: 'Idle', level: 1 }).waitFor();
    for (const id of [trigger, broken]) await rest.sendForNoContent('DELETE', `/triggers/${id}`);
    expect(pageErrors).toEqual([]);
  });

  test('installs a plugin from a file, lists unavailable modules of its scripts, and deletes it after a confirmation', async () => {
    const { page, pageErrors } = await pages.as('admin', '/system');
    const upload = page.getByLabel('Install or update a plugin');
    const send = (buffer: Buffer) =>
      upload.setInputFiles({ name: 'acme.jar', mimeType: 'application/java-archive', buffer });
    await page.getByText('No plugins installed').waitFor();
    await send(Buffer.from('no jar'));
    const refusal = await rest.sendForError('POST', '/plugins', fileForm(Buffer.from('no jar'), { name: 'acme.jar' }));
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await send(Buffer.from(await jarOf(plugin)));
    const row = rowOf(page, 'by admin');
    await row.getByText('Missing in scripts: 1').click();
    await row.getByText('threading in acme/Thread.py').waitFor();
    await row.getByText('Types: 1').click();
    await row.getByText('Thread <b> (acme.Thread)', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Uninstall…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall plugin' }).click();
    await page.getByText('No plugins installed').waitFor();
    expect([await rest.get('/plugins'), pageErrors]).toEqual([[], []]);
  });

  test('is hidden without the permission, and its address shows the missing permission', async () => {
    await people.createUser('ann');
    const { page, pageErrors } = await pages.as('ann', '/system');
    await page.getByText('You need the permission “Administrator”.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'System' }).count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search releases, tasks, templates, folders or commands').fill('system');
    await button(page, 'Use system theme Action').waitFor();
    expect(await button(page, 'System View').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByText('Go to Releases').waitFor();
    expect(await page.getByText('Go to System').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(pageErrors).toEqual([]);
  });
});

describe.runIf(hasChromium)('times and busy servers in Chromium', () => {
  test('use UTC if the user selects it, and a busy server is reported beside the control', async () => {
    const { page } = await pages.as('admin', '/me');
    const sessionStart = page.getByRole('table', { name: 'Your sessions' }).getByRole('time').first();
    await sessionStart.waitFor();
    await page.getByRole('switch', { name: 'Show times in UTC (this browser only)' }).click();
    const at = await sessionStart.getAttribute('datetime');
    await expect.poll(() => sessionStart.textContent()).toBe(`${at?.slice(0, 16).replace('T', ' ')} UTC`);
    await page.reload();
    await expect.poll(() => sessionStart.textContent()).toMatch(/ UTC$/);
    const body = 'the script runner is busy: try again\n';
    await page.route(/personal-access-tokens$/, (route) =>
      route.fulfill({ status: 503, headers: { 'X-Request-Id': 'x' }, contentType: 'text/plain', body }),
    );
    await page.getByRole('button', { name: 'New access token…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('nightly');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('alert').getByText(body.trim(), { exact: true }).waitFor();
    expect(await page.getByText('Can’t reach the server.').count()).toBe(0);
  });

  test('show the reason why the server refuses a session, and not the login form', async () => {
    const { page } = await pages.stranger('/me');
    const text = 'the license expired on 2026-01-01';
    const session = /api\/v1\/me\?teams=false$/;
    const refuse = () =>
      page.route(session, (route) =>
        route.fulfill({ status: 402, headers: { 'X-Request-Id': 'x' }, contentType: 'text/plain', body: `${text}\n` }),
      );
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('admin');
    await refuse();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect([await page.getByRole('alert').textContent(), await page.getByLabel('User name').count()]).toEqual([
      text,
      0,
    ]);
    expect(await a11yViolations(page)).toEqual([]);
    await page.unroute(session);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Your sessions' }).waitFor();
  });
});
