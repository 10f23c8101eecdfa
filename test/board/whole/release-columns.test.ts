import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);
const [tasks, currentPhase] = [1, 2];

describe.runIf(hasChromium)('the columns of the list of releases in Chromium', () => {
  test('show the planned start of a planned release, and the progress in one line', async () => {
    const many = Array.from({ length: 495 }, (_, index) => `step ${index}`);
    await createRelease(rest, { Build: many }, { title: 'Large' });
    await createRelease(
      rest,
      { Build: ['compile'] },
      { title: 'Dated' },
      { scheduledStartDate: '2998-01-01T10:00:00Z' },
    );
    const { page, pageErrors } = await pages.as('admin', '/releases');
    const cell = (title: string, nth: number) =>
      page.getByRole('row').filter({ hasText: title }).getByRole('cell').nth(nth);
    await cell('Dated', currentPhase)
      .getByText(/^Starts .*2998/)
      .waitFor();
    expect(await cell('Large', currentPhase).textContent()).toBe('Not scheduled');
    const count = cell('Large', tasks).getByText('0 of 495');
    const lineHeight = (await count.boundingBox())!.height;
    for (const width of [1280, 1160]) {
      await page.setViewportSize({ width, height: 720 });
      expect([width, (await count.boundingBox())!.height]).toEqual([width, lineHeight]);
    }
    expect(lineHeight).toBeLessThan(24);
    expect(pageErrors).toEqual([]);
  });
});
