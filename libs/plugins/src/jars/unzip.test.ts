import { buffer } from 'node:stream/consumers';
import { toSingleLine } from '@slipway/formats';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { pickLength } from '../../../../test/harness/test-length.ts';
import { goodFiles, jarOf, noise, refusal } from '../testing.ts';
import { readJar } from './read-plugin.ts';

/** Replaces a name in a jar by one of the same length. */
const renamed = (jar: Buffer, from: string, to: string): Buffer =>
  Buffer.from(jar.toString('latin1').replaceAll(from, to), 'latin1');

const centralAt = (jar: Buffer, name: string): number => {
  for (
    let at = jar.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = jar.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    if (jar.toString('latin1', at + 46, at + 46 + name.length) === name) return at;
  }
  throw new Error(`there is no ${name}`);
};

/** Returns a valid jar with an entry `extra` whose bytes are changed. */
async function broken(change: (jar: Buffer, at: number) => void, content: string | Buffer = 'x'): Promise<Buffer> {
  const jar = await jarOf({ ...goodFiles, extra: content });
  change(jar, centralAt(jar, 'extra'));
  return jar;
}

const named = async (name: string): Promise<Buffer> => {
  const placeholder = 'N'.repeat(name.length);
  return renamed(await jarOf({ ...goodFiles, [placeholder]: 'x' }), placeholder, name);
};

async function withMode(mode: number): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('/etc/passwd'), 'link', { mode });
  zip.end();
  return await buffer(zip.outputStream);
}

describe('skips an entry, and reads the jar', () => {
  const outside = 'its path leaves the archive or has a backslash';
  test.each([
    ['../up.py', outside],
    ['acme/../../up.py', outside],
    ['/etc/cron.d/x', outside],
    ['C:/x.py', outside],
    ['acme\\x.py', outside],
    ['acme/./x.py', 'it is absolute, or has an empty segment or dots'],
    ['acme//x.py', 'it is absolute, or has an empty segment or dots'],
    ['acme/x\0.py', 'it has a control character'],
    ['acme/x\n.py', 'it has a control character'],
    ['acme/x:y.py', 'it has a backslash or colon'],
    ['lib/more.jar', 'archives in a jar are not read'],
    ['lib/more.ZIP', 'archives in a jar are not read'],
    ['templates/sample.xlr', 'archives in a jar are not read'],
    ['a'.repeat(201), 'expected a name of 1 to 200 characters'],
  ])('%j', async (name, reason) => {
    const read = await readJar(await named(name), 'acme.jar');
    expect(read.types.map((type) => type.name)).toEqual(['acme.Token']);
    expect(read.scripts.map(({ path }) => path)).toEqual(['acme/Token.py']);
    expect(read.warnings).toEqual([`'${toSingleLine(name)}' is left out: ${reason}`]);
  });

  test('with a duplicate name, unless the product reads it', async () => {
    const jar = await jarOf({ ...goodFiles, 'doc/a.txt': 'x', 'doc/b.txt': 'y' });
    const { warnings } = await readJar(renamed(jar, 'doc/b.txt', 'doc/a.txt'), 'acme.jar');
    expect(warnings).toEqual(["'doc/a.txt' is left out: the archive contains it twice"]);
    expect(await refusal(await named('acme/Token.py'))).toBe("BadPlugin: the jar contains 'acme/Token.py' twice");
  });

  test('of any size', async () => {
    const { warnings } = await readJar(await jarOf({ ...goodFiles, 'bomb.zip': Buffer.alloc(20_000_000) }), 'acme.jar');
    expect(warnings).toEqual(["'bomb.zip' is left out: archives in a jar are not read"]);
  });
});

describe('rejects a zip', () => {
  test.each<[string, Buffer | Promise<Buffer>, string]>([
    [
      'that is not a zip file',
      Buffer.from('GIF89a'.repeat(20)),
      'the jar cannot be read: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    ],
    [
      'that is empty',
      Buffer.alloc(0),
      'the jar cannot be read: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    ],
    ['with a symbolic link', withMode(0o120777), "'link' in the jar is not a regular file"],
    ['with a device file', withMode(0o020666), "'link' in the jar is not a regular file"],
    ['that is encrypted', broken((jar, at) => jar.writeUInt16LE(0x801, at + 8)), "'extra' in the jar is encrypted"],
    [
      'with an unknown compression method',
      broken((jar, at) => jar.writeUInt16LE(12, at + 10)),
      "'extra' in the jar uses an unknown compression method",
    ],
    ['whose content was changed', broken((jar, at) => jar.writeUInt32LE(1, at + 16)), "the jar is damaged at 'extra'"],
    [
      'with an entry larger than declared',
      broken((jar, at) => jar.writeUInt32LE(10, at + 24), noise(1000)),
      'the jar cannot be read: too many bytes in the stream. expected 10. got at least 1000',
    ],
    [
      'that is a zip bomb',
      jarOf({ ...goodFiles, bomb: Buffer.alloc(20_000_000) }),
      "'bomb' in the jar is more than 100 times as large as its compressed data",
    ],
    [
      'with too many entries',
      jarOf(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`f${at}`, '']))),
      'the jar has more than 2000 entries',
    ],
    [
      'with an entry that is too large',
      jarOf({ big: Buffer.from(`${noise(300_000)}${'x'.repeat(16_777_217)}`) }),
      "'big' in the jar is larger than 16777216 bytes",
    ],
    [
      'with too many bytes of scripts',
      jarOf(
        Object.fromEntries(
          Array.from({ length: 17 }, (_, at) => [`acme/${at}.py`, `${noise(30_000)}${'x'.repeat(1_100_000)}`]),
        ),
      ),
      'the jar has more than 16777216 bytes of content to read',
    ],
    [
      'with too many bytes in total',
      jarOf(
        Object.fromEntries(
          Array.from({ length: 6 }, (_, at) => [`f${at}`, `${noise(300_000)}${'x'.repeat(15_000_000)}`]),
        ),
      ),
      'the jar contains more than 67108864 bytes',
    ],
  ])('%s', async (_, jar, reason) => {
    expect(await refusal(await jar)).toBe(`BadPlugin: ${reason}`);
  });

  test('that is truncated at any position', async () => {
    const jar = await jarOf(goodFiles);
    const ends = Array.from({ length: jar.length }, (_, length) => length);
    const refusals = await Promise.all(ends.map((length) => refusal(jar.subarray(0, length))));
    expect(refusals.filter((reason) => !reason.startsWith('BadPlugin: the jar cannot be read: '))).toEqual([]);
  });

  test('with one changed byte, or reads it unchanged', async () => {
    const jar = await jarOf(goodFiles);
    for (let at = 0; at < jar.length; at += pickLength({ short: 7, long: 1 })) {
      const changed = Buffer.from(jar);
      changed[at] = changed[at]! ^ 0xff;
      expect(await refusal(changed)).toMatch(/^(BadPlugin: |taken: )/);
    }
  });
});
