import { describe, expect, test } from 'vitest';
import { createPageOpener, hasChromium } from './servers/chromium.ts';

const open = createPageOpener();
const yearOf = async (): Promise<number> => {
  const { page } = await open();
  return Number(await page.evaluate('new Date().getFullYear()'));
};

describe.runIf(hasChromium)('a browser profile', () => {
  test.each(['2001-01-01', '2002-01-01'])('can have another clock, for instance at %s', async (time) => {
    const { page } = await open();
    await page.clock.setFixedTime(time);
    expect(await yearOf()).toBe(new Date().getFullYear());
    expect(await page.evaluate('new Date().getFullYear()')).toBe(new Date(time).getFullYear());
  });

  test('has the clock of the machine after a test that replaced it', async () => {
    expect(await yearOf()).toBe(new Date().getFullYear());
  });
});
