import { fileNameOf } from '@slipway/api-schema/attachments';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['report.pdf', 'report.pdf', 'report.pdf'],
  ['a "b"\\c%41.txt', 'a _b__c_41.txt', 'a%20%22b%22%5Cc%2541.txt'],
  ['№ 1.pdf', '_ 1.pdf', '%E2%84%96%201.pdf'],
  ["it's (1);*", "it's (1);*", 'it%27s%20%281%29%3B%2A'],
  ['👩‍🚀', '___', '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80'],
])('%j has a name for old clients and an exact name for new clients', (name, ascii, exact) => {
  expect(contentDisposition(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${exact}`);
});

test('any name is encoded in one header, and decoded exactly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }).map(fileNameOf), (name) => {
      const header = contentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[^"\\%]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name);
    }),
  );
});
