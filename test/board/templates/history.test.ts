import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, formatRelease, idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt } from '../open-page.ts';
import { addressOf, detached } from './template-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);

const versionLink = (page: Page, number: number) => page.getByRole('link', { name: `Version ${number}`, exact: true });
const restoreButton = (page: Page) => page.getByRole('button', { name: 'Restore this version…' });
const historyOf = (template: Pick<Release, 'id'>, version?: number) =>
  `${addressOf(template)}?form=history${version === undefined ? '' : `&version=${version}`}`;

/** A template with three versions: the second one has another title of a task, the third one lacks the first phase. */
async function changedTemplate(title: string): Promise<Release> {
  const password = { key: 'token', type: 'rel.PasswordStringVariable', value: 'secret' };
  const template = await createTemplate(
    rest,
    { Build: ['compile', 'test'], Ship: ['deploy'] },
    { title, variables: [password] },
  );
  const script = { precondition: 'a = 1\nresult = a' };
  await rest.put(`/tasks/${idOf(template, 'deploy')}`, { title: 'deploy all', ...script });
  await rest.put(`/templates/${template.id}`, { variables: [], phases: [{ id: template.phases[1]!.id }] });
  return template;
}

describe.runIf(hasChromium)('the history of a template in Chromium', () => {
  test('lists the versions, and compares one with the current or another one', async () => {
    const template = await changedTemplate('Compared');
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    await page.getByRole('link', { name: 'History' }).click();
    const items = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Version \d/ }) });
    await versionLink(page, 1).waitFor();
    expect(await items.count()).toBe(3);
    const newest = items.first();
    await newest.getByText('Current', { exact: true }).waitFor();
    await newest.getByText('Deleted phase “Build”').waitFor();
    await newest.getByText('admin just now').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await versionLink(page, 1).click();
    const differences = page.getByRole('region', { name: 'Changes from version 1 to version 3' });
    await differences.getByText('Phase Build deleted').waitFor();
    await differences.getByText('with 2 tasks').waitFor();
    await differences.getByText('title from “deploy” to “deploy all”').waitFor();
    const lines = differences.getByRole('region', { name: 'Changes of precondition' }).locator('.diff-line');
    expect(await lines.allInnerTexts()).toEqual(['+\nadded:\na = 1', '+\nadded:\nresult = a']);
    await differences.getByText('Variable token deleted').waitFor();
    await page.getByLabel('Compare with').selectOption({ label: 'Version 2' });
    const older = page.getByRole('region', { name: 'Changes from version 1 to version 2' });
    await older.getByText('title from “deploy” to “deploy all”').waitFor();
    await older.getByText('Phase Build').waitFor(detached);
    expect(Object.fromEntries((await currentUrl(page)).searchParams)).toEqual({
      form: 'history',
      version: '1',
      with: '2',
    });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All versions' }).click();
    await versionLink(page, 2).waitFor();
    await expectAccessible(page);
    await page.goto(`${url()}${historyOf(template, 3)}`);
    await page.getByRole('region', { name: 'Changes from version 2 to version 3' }).waitFor();
    expect(await restoreButton(page).count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test('restores a version after a confirmation, and lists the secrets to enter again', async () => {
    const template = await changedTemplate('Restored');
    const { page, pageErrors } = await pages.as('admin', historyOf(template, 1));
    await restoreButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.getByText('Triggers, permissions, attachments and current passwords stay.').waitFor();
    await dialog.getByRole('button', { name: 'Restore version', exact: true }).click();
    await page.getByText('Version 1 restored').waitFor();
    await page.getByRole('status').getByText('Variable token').waitFor();
    await versionLink(page, 4).waitFor();
    await page.getByText('Restored version 1 of template “Restored”').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    const restored = await rest.get<Release>(`/templates/${template.id}`);
    expect(formatRelease(restored)).toBe(formatRelease(template));
    // a change of another user appears automatically
    await rest.put(`/templates/${template.id}`, { title: 'Later' });
    await versionLink(page, 5).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('shows a user without permission why a version cannot be restored', async () => {
    const template = await changedTemplate('Read only');
    await people.createUser('vera');
    await people.createTeam(template, ['template#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', historyOf(template, 1));
    await page.getByText('You need the permission “Edit templates”.').waitFor();
    expect(await restoreButton(page).getAttribute('aria-disabled')).toBe('true');
    await restoreButton(page).dispatchEvent('click');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('has no versions before the first change of an older template', async () => {
    const template = await createTemplate(rest, { Build: ['a'] }, { title: 'Old' });
    await product.database().query({ text: 'delete from template_versions' });
    const { page } = await pages.as('admin', historyOf(template));
    await page.getByText('The first change creates a version').waitFor();
    await rest.put(`/templates/${template.id}`, { title: 'New' });
    await versionLink(page, 2).waitFor();
    await page.getByText('State before the first recorded change').waitFor();
  });
});
