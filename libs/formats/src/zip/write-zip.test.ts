import { buffer } from 'node:stream/consumers';
import { message } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { unzip } from './unzip.ts';
import { textEntry, writeZip, type ZipEntry } from './write-zip.ts';
import type { ZipRules } from './zip-entry.ts';

const megabyte = 1024 * 1024;
const rules: ZipRules = {
  archive: message('archiveKind.archive'),
  entries: 10,
  entryBytes: 10 * megabyte,
  totalBytes: 20 * megabyte,
  keptOfEntry: 10 * megabyte,
  keptBytes: 20 * megabyte,
  mayHoldArchives: true,
};
const all = () => true;

test('reads a highly compressible text that this writer wrote, and rejects it in foreign zips', async () => {
  const text = 'a line of it\n'.repeat(100_000);
  const files = await unzip(await buffer(writeZip([textEntry('a.json', text)])), all, rules);
  expect(files.get('a.json')?.toString()).toBe(text);
  const file: ZipEntry = {
    name: 'a.json',
    compresses: true,
    bytes: async function* () {
      yield Buffer.from(text);
    },
  };
  await expect(unzip(await buffer(writeZip([file])), all, rules)).rejects.toThrow('more than 100 times as large');
});

test('reads written files unchanged, compressed or not', async () => {
  const bytes = Buffer.alloc(3 * megabyte, 'bytes that repeat');
  const file: ZipEntry = {
    name: 'a/b.bin',
    compresses: false,
    bytes: async function* () {
      for (let at = 0; at < bytes.length; at += megabyte) yield bytes.subarray(at, at + megabyte);
    },
  };
  const zip = await buffer(writeZip([textEntry('ä.json', '{"x":"é"}'), file, textEntry('empty', '')]));
  const files = await unzip(zip, all, rules);
  expect([...files].map(([name, content]) => [name, content.length])).toEqual([
    ['ä.json', 10],
    ['a/b.bin', bytes.length],
    ['empty', 0],
  ]);
  expect(files.get('ä.json')?.toString()).toBe('{"x":"é"}');
  expect(files.get('a/b.bin')?.equals(bytes)).toBe(true);
});

test('opens a file after the previous files are written, and reads it only as fast as the zip is read', async () => {
  let read = 0;
  const endless: ZipEntry = {
    name: 'endless',
    compresses: false,
    bytes: async function* () {
      for (;;) {
        read += 1;
        yield Buffer.alloc(64 * 1024);
      }
    },
  };
  let takenBytes = 0;
  for await (const chunk of writeZip([endless])) {
    takenBytes += chunk.length;
    if (takenBytes > 4 * megabyte) break;
  }
  expect(read * 64 * 1024).toBeLessThan(takenBytes + megabyte);
});

test('an unreadable file ends the stream with its error', async () => {
  const failingEntry: ZipEntry = {
    name: 'broken',
    compresses: true,
    bytes: async function* () {
      yield Buffer.from('x');
      throw new Error('it is gone');
    },
  };
  await expect(buffer(writeZip([textEntry('first', 'x'), failingEntry]))).rejects.toThrow('it is gone');
});
