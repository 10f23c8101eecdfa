import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface Profile {
  readonly id: string;
  readonly title: string;
  readonly riskProfileAssessors: Readonly<Record<string, string>>;
}
const profilesCalled = async (title: string) =>
  (await rest.get<readonly Profile[]>('/risks/profiles')).filter((profile) => profile.title === title);
const failed = 'rel.ReleaseStatusFailedRiskAssessor';
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
async function choose(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe.runIf(hasChromium)('risk profiles in Chromium', () => {
  test('are created, changed, copied and deleted', async () => {
    const { page, pageErrors } = await pages.as('admin', '/risk');
    await row(page, 'Default risk profile').getByText('21 of 21').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New profile' }).click();
    const form = page.getByRole('dialog', { name: 'New risk profile' });
    await form.getByLabel('Title').fill('Calm');
    await form.getByLabel('Release failed', { exact: true }).fill('60');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create profile' }).click();
    await form.waitFor({ state: 'detached' });
    expect((await profilesCalled('Calm'))[0]?.riskProfileAssessors[failed]).toBe('60');
    await choose(page, 'Calm', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit Calm' });
    await edit.getByLabel('Release failed', { exact: true }).fill('0');
    await rest.put(`/risks/profiles/${(await profilesCalled('Calm'))[0]?.id}`, {
      title: 'Calm',
      riskProfileAssessors: { [failed]: '10' },
    });
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('Another user has changed this profile.').waitFor();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await row(page, 'Calm').getByText('20 of 21').waitFor();
    await choose(page, 'Calm', 'Copy');
    await page.getByRole('dialog', { name: 'Edit Copy of Calm' }).waitFor();
    expect((await currentUrl(page)).search).toContain('?profile=RiskProfile');
    await page.keyboard.press('Escape');
    await choose(page, 'Copy of Calm', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete profile' }).click();
    await row(page, 'Copy of Calm').waitFor({ state: 'detached' });
    expect([await profilesCalled('Copy of Calm'), pageErrors]).toEqual([[], []]);
  });

  test('thresholds are saved, and an error of the server is shown', async () => {
    const { page } = await pages.as('admin', '/risk');
    await page.getByLabel('At risk from').fill('5');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('At risk from').fill('55');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await expect.poll(() => rest.get('/risks/config')).toMatchObject({ attentionNeededFrom: 10, atRiskFrom: 55 });
  });

  test('can be read without permission, and actions name the missing permission', async () => {
    await people.createUser('vera');
    const { page } = await pages.as('vera', '/risk');
    await page.getByRole('link', { name: 'Default risk profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Default risk profile' });
    await expect.poll(() => dialog.getByLabel('Release failed', { exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '“Edit risk profiles”' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'New profile' }).getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByLabel('At risk from').isDisabled()).toBe(true);
  });

  test('determine the risk of a release, whose findings are listed with a link to the profile', async () => {
    const flagged = { flagStatus: 'AT_RISK', flagComment: 'waits for legal' };
    const late = { title: 'compile', dueDate: '2026-01-02T03:04:00Z' };
    const release = await startRelease(rest, { Build: [late] }, { title: 'Shop', ...flagged });
    const { page, pageErrors } = await pages.as('admin', `/releases/${release.id.split('/').at(-1)}`);
    await page.getByRole('button', { name: 'Why?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Risk of this release' });
    await dialog.getByText('Shop 1: waits for legal').or(dialog.getByText('waits for legal')).first().waitFor();
    await dialog.getByText('Release flagged red').waitFor();
    const due = dialog.getByRole('listitem').filter({ hasText: 'compile: due' });
    expect(await due.getByRole('time').getAttribute('datetime')).toBe('2026-01-02T03:04:00.000Z');
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Default risk profile' }).click();
    await page.getByRole('dialog', { name: 'Default risk profile' }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
