import { rolePresets, teamPresets } from '@slipway/domain/permission-presets';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

interface Team {
  readonly teamName: string;
  readonly permissions: readonly string[];
}

const sorted = (permissions: readonly string[] | undefined) => permissions?.toSorted();
const presetIn = (dialog: Locator): Promise<string> =>
  dialog.getByLabel('Preset').locator('option:checked').innerText();

describe.runIf(hasChromium)('permission presets in Chromium', () => {
  test('select the permissions of a team, which can be changed one by one', async () => {
    const { id } = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Fleet' });
    const folder = id.slice(id.lastIndexOf('/') + 1);
    const { page, pageErrors } = await pages.as('admin', `/folders/${folder}?form=teams`);
    await page.getByRole('button', { name: 'Add team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add team' });
    await dialog.getByLabel('Name', { exact: true }).fill('Crew');
    await dialog.getByText('Folders: 0 of 6').waitFor();
    expect(await presetIn(dialog)).toBe('Custom');
    await dialog.getByLabel('Preset').selectOption('Release manager');
    await dialog.getByText('Like a contributor. Also starts, changes, restarts and aborts releases.').waitFor();
    await dialog.getByText(/^Releases: 22 of 23$/).click();
    const box = dialog.getByLabel('Abort releases', { exact: true });
    expect([await box.isChecked(), await dialog.getByText('Abort releases.', { exact: true }).isVisible()]).toEqual([
      true,
      true,
    ]);
    const describedBy = await box.getAttribute('aria-describedby');
    expect(await page.evaluate(`document.getElementById('${describedBy}').textContent`)).toBe('Abort releases.');
    await box.locator('..').getByText('release#abort', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await box.uncheck();
    expect(await presetIn(dialog)).toBe('Custom');
    await box.check();
    expect(await presetIn(dialog)).toBe('Release manager');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const crew = (await rest.get<readonly Team[]>(`/folders/${folder}/teams`)).find(
      ({ teamName }) => teamName === 'Crew',
    );
    expect(sorted(crew?.permissions)).toEqual(sorted(teamPresets.releaseManager));
    expect(pageErrors).toEqual([]);
  });

  test('hide permissions of features that do not exist, unless they are granted, and keep granted ones', async () => {
    await rest.sendForNoContent('POST', '/roles/Imported', { permissions: ['environment#edit', 'audit#view'] });
    const { page, pageErrors } = await pages.as('admin', '/people?form=roles');
    await page.getByRole('button', { name: 'Add role' }).click();
    const add = page.getByRole('dialog', { name: 'Add role' });
    await add.getByText('Templates: 0 of 1').waitFor();
    expect(await add.getByText(/^environment/i).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Imported' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Imported' });
    await dialog.getByText('Environments: 1 of 1').click();
    await dialog.getByLabel('Preset').selectOption('Administrator');
    expect(await dialog.getByLabel('Edit environments', { exact: true }).isChecked()).toBe(true);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { permissions } = await rest.get<{ readonly permissions: readonly string[] }>('/roles/Imported');
    expect(sorted(permissions)).toEqual(sorted([...rolePresets.administrator, 'environment#edit']));
    expect(pageErrors).toEqual([]);
  });
});
