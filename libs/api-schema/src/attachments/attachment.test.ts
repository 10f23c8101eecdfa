import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTypeOf, fileNameOf } from './attachment.ts';

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
])('the file %j is stored as %j', (sent, name) => {
  expect(fileNameOf(sent)).toBe(name);
});

test('rejects a name of more than 255 bytes', () => {
  expect(() => fileNameOf('ё'.repeat(128))).toThrow('expected a file name of at most 255 bytes, got 256');
});

test('any name results in a valid file name, which is returned unchanged the second time', () => {
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
  ['text/plain', 'text/plain'],
  ['IMAGE/PNG', 'image/png'],
  ['application/vnd.a.b+json', 'application/vnd.a.b+json'],
  ['text/html\r\nX: y', 'application/octet-stream'],
  ['nothing', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
])('a file with the media type %j is stored as %j', (sent, type) => {
  expect(contentTypeOf(sent)).toBe(type);
});
