import { expect, test } from 'vitest';
import { parseUrl, releaseUrl } from './url-state.ts';

test.each([
  '/releases/Release1',
  '/releases/Release1?archive=yes',
  '/releases/Release1?from=0',
  '/releases/Release1?form=table&from=100',
  '/releases/Release1?archive=yes&form=activity&from=300',
])('%s is read, and written as it was', (address) => {
  const urlState = parseUrl(new URLSearchParams(address.split('?')[1] ?? ''));
  expect(releaseUrl('Applications/Folder1/Release1', urlState)).toBe(address);
});

test.each(['form=constructor', 'form=', 'form=Table', 'from=-1', 'from=1e3', 'from=99999999'])(
  'an invalid value is ignored: %s',
  (text) => {
    expect(releaseUrl('Release1', parseUrl(new URLSearchParams(text)))).toBe('/releases/Release1');
  },
);

test('a task has an address in each form', () => {
  const urlState = { isArchived: false, tab: 'table', from: 100 } as const;
  expect(releaseUrl('Release1', urlState, 'Release1/Phase1/Task2')).toBe(
    '/releases/Release1?form=table&from=100&task=Task2',
  );
});
