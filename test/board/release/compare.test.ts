import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { a11yViolations, currentUrl, expectAccessible, openMoreActions, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const plan = { Build: ['compile', 'test'], Ship: ['deploy'] };

describe.runIf(hasChromium)('the comparison of releases in Chromium', () => {
  test('a release is compared with its template, a version of it, and another release', async () => {
    const template = await createTemplate(rest, plan, { title: 'Train' });
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Train 1' });
    await rest.put(`/tasks/${idOf(release, 'compile')}`, { title: 'build', description: 'twice' });
    await rest.put(`/tasks/${idOf(template, 'deploy')}`, { title: 'deliver' });
    const other = await createRelease(rest, { Build: ['compile'] }, { title: 'Of old' });
    await rest.post(`/releases/${other.id}/abort`, { abortComment: 'done' });
    await product.archive(other);
    const { page, pageErrors } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    await page.getByRole('heading', { name: 'Train 1', level: 1 }).waitFor();
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Compare…' }).click();
    await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
    expect((await currentUrl(page)).search).toBe(`?with=${lastSegmentOf(template.id)}`);
    const build = page.getByRole('region', { name: 'Build' });
    await build.getByText(/title from .compile. to .build./).waitFor();
    await page.getByRole('region', { name: 'Properties and dates' }).getByText('Train 1').first().waitFor();
    expect(await page.getByRole('region', { name: 'Ship' }).count()).toBe(0);
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByLabel('Version').selectOption('Version 2 (current)');
    await page.getByRole('region', { name: 'Ship' }).waitFor();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByLabel('Search releases').fill('of old');
    await page.getByLabel('Release', { exact: true }).selectOption('Of old (archived)');
    await page.getByRole('region', { name: 'Ship' }).getByText('added').first().waitFor();
    expect((await currentUrl(page)).search).toBe(`?with=${lastSegmentOf(other.id)}`);
    await page.getByRole('link', { name: 'Of old' }).waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('the menu of a template compares it with a release', async () => {
    const template = await createTemplate(rest, plan, { title: 'Menu' });
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Menu 1' });
    const { page } = await pages.as('admin', `/templates/${lastSegmentOf(template.id)}`);
    await page.getByRole('button', { name: 'More actions for Menu' }).click();
    await page.getByRole('menuitem', { name: 'Compare with a release…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare Menu' });
    await dialog.getByLabel('Release', { exact: true }).selectOption('Menu 1');
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Properties and dates' }).waitFor();
    const { pathname, search } = await currentUrl(page);
    expect([pathname, search]).toEqual([
      `/releases/${lastSegmentOf(release.id)}/compare`,
      `?with=${lastSegmentOf(template.id)}`,
    ]);
  });

  test('a plan that the user cannot view is not compared', async () => {
    const release = await createRelease(rest, plan, { title: 'Own' });
    const hidden = await createRelease(rest, plan, { title: 'Hidden' });
    const people = peopleOf(product);
    await people.createUser('vera');
    await people.createTeam(release, ['release#view'], { users: ['vera'] });
    const path = `/releases/${lastSegmentOf(release.id)}/compare?with=${lastSegmentOf(hidden.id)}`;
    const { page } = await pages.as('vera', path);
    await page.getByRole('alert').getByText('there is no release').waitFor();
    expect(await page.getByText('Hidden').count()).toBe(0);
  });
});
