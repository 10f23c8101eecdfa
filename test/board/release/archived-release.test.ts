import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest, archive } = serve();
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe.runIf(hasChromium)('an archived release in Chromium', () => {
  test('opens at its earlier URL with the same task and tab, and shows that it is archived', async () => {
    const release = await startRelease(rest, { Build: ['compile'] }, { title: 'Bygone' });
    await rest.post(`/tasks/${idOf(release, 'compile')}/complete`, { comment: 'well *done*' });
    const task = `task=${lastSegmentOf(idOf(release, 'compile'))}`;
    const path = `/releases/${lastSegmentOf(release.id)}`;
    const { page } = await pages.as('admin', `${path}?form=table&${task}`);
    await page.getByRole('dialog').getByText('well done').waitFor();
    await archive(release);
    await page.reload();
    await page.getByText('Archived. Read only.').waitFor();
    const { pathname, search } = await currentUrl(page);
    expect([pathname, search]).toEqual([path, `?archive=yes&form=table&${task}`]);
    await page.getByRole('dialog').getByText('well done').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Comment' }).count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    for (const [form, text] of [
      ['Timeline', 'Times in'],
      ['Activity', 'Completed task “compile”'],
      ['Files', 'No files attached'],
    ] as const) {
      await page.getByRole('link', { name: form, exact: true }).click();
      await page.getByText(text).first().waitFor();
    }
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('opens where it is, if its URL names the archive and it is live', async () => {
    const release = await startRelease(rest, { Build: ['compile'] }, { title: 'Alive' });
    const task = `task=${lastSegmentOf(idOf(release, 'compile'))}`;
    const path = `/releases/${lastSegmentOf(release.id)}`;
    const { page, pageErrors } = await pages.as('admin', `${path}?archive=yes&form=table&${task}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }).waitFor();
    const { pathname, search } = await currentUrl(page);
    expect([pathname, search]).toEqual([path, `?form=table&${task}`]);
    expect(pageErrors).toEqual([]);
  });

  test('is not shown for an unknown id, and the URL stays unchanged', async () => {
    const { page } = await pages.as('admin', '/releases/ReleaseNowhere');
    await page.getByRole('heading', { name: 'Release not found' }).waitFor();
    await page.getByText('there is no release “ReleaseNowhere”').waitFor();
    expect((await currentUrl(page)).search).toBe('');
  });
});
