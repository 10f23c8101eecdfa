import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTypeOf, dispositionOf, fileNameOf } from './file-names.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a b.txt', 'a b.txt'],
  ['a\u0000b\r\nc\u2028.txt', 'abc.txt'],
  ['..', 'file'],
  ['.', 'file'],
  ['/', 'file'],
  ['  ', 'file'],
  [undefined, 'file'],
  ['.env', '.env'],
  ['отчёт "№ 1".pdf', 'отчёт "№ 1".pdf'],
  ['half \ud83d', 'half \ufffd'],
  ['x'.repeat(255), 'x'.repeat(255)],
])('%j is called %j', (sent, name) => {
  expect(fileNameOf(sent)).toBe(name);
});

test('a name of more than 255 bytes is refused', () => {
  expect(() => fileNameOf('ё'.repeat(128))).toThrow('the name of a file has at most 255 bytes, this has 256');
});

test('of any name comes one that is a name for a file, and the same of that', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (sent) => {
      const name = fileNameOf(sent);
      expect(name).toMatch(/^[^/\\\p{Cc}]+$/u);
      expect(['', '.', '..']).not.toContain(name);
      expect(fileNameOf(name)).toBe(name);
    }),
  );
});

test.each([
  ['report.pdf', 'report.pdf', 'report.pdf'],
  ['a "b"\\c%41.txt', 'a _b__c_41.txt', 'a%20%22b%22%5Cc%2541.txt'],
  ['№ 1.pdf', '_ 1.pdf', '%E2%84%96%201.pdf'],
  ["it's (1);*", "it's (1);*", 'it%27s%20%281%29%3B%2A'],
  ['👩‍🚀', '___', '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80'],
])('%j is stored by old and by new readers', (name, ascii, exact) => {
  expect(dispositionOf(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${exact}`);
});

test('any name fits into one header, and is read back exactly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }).map(fileNameOf), (name) => {
      const header = dispositionOf(name);
      expect(header).toMatch(/^attachment; filename="[^"\\%]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name);
    }),
  );
});

test.each([
  ['text/plain', 'text/plain'],
  ['IMAGE/PNG', 'image/png'],
  ['application/vnd.a.b+json', 'application/vnd.a.b+json'],
  ['text/html\r\nX: y', 'application/octet-stream'],
  ['nothing', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
])('a file that is said to be %j is taken for %j', (sent, type) => {
  expect(contentTypeOf(sent)).toBe(type);
});
