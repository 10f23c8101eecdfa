import type { Language } from '@slipway/domain/messages';
import { afterEach, expect, test, vi } from 'vitest';
import { language, waitForLanguage } from './language.ts';

afterEach(() => vi.unstubAllGlobals());

const catalog = (tag: string): Language => ({ tag, catalog: {} });

test('the first part of the catalog does not replace the complete one, if its script was late', async () => {
  const loaded = Promise.withResolvers<void>();
  const page = {
    addEventListener: (_: string, listener: () => void) => void loaded.promise.then(listener),
    slipwayLanguage: undefined as object | undefined,
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { readyState: 'loading' });
  const first = waitForLanguage('first');
  page.slipwayLanguage = {
    first: Promise.resolve(catalog('first')),
    loadComplete: () => Promise.resolve(catalog('complete')),
  };
  await waitForLanguage('complete');
  loaded.resolve();
  await first;
  expect(language.value).toEqual(catalog('complete'));
});
