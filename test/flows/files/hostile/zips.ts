import { randomBytes } from 'node:crypto';
import { packXlr, packZip } from '../../../harness/rest/template-files.ts';

/** A malicious file and its refusal. */
export type HostileFile = readonly [name: string, file: () => Promise<Buffer>, refusal: RegExp];

const template = JSON.stringify({ title: 'Hostile' });
const files = { 'release-template.json': template };
const validZip = () => packXlr({ title: 'Hostile' });

/** Returns a zip with an entry whose name no tool would write. */
async function zipWithName(name: string): Promise<Buffer> {
  const placeholder = 'N'.repeat(Buffer.byteLength(name));
  const zip = await packZip({ ...files, [placeholder]: 'x' });
  return Buffer.from(zip.toString('latin1').replaceAll(placeholder, Buffer.from(name).toString('latin1')), 'latin1');
}

const centralHead = 'PK\u0001\u0002';
const endHead = 'PK\u0005\u0006';
const centralAt = (zip: Buffer, name: string): number => {
  for (let at = zip.indexOf(centralHead, 0, 'latin1'); at >= 0; at = zip.indexOf(centralHead, at + 4, 'latin1')) {
    if (zip.toString('latin1', at + 46, at + 46 + name.length) === name) return at;
  }
  throw new Error(`there is no ${name}`);
};

/** Returns a zip with an entry `extra` whose bytes were changed. */
const corruptZip =
  (change: (zip: Buffer, central: number, end: number) => void, content: string | Buffer = 'x'.repeat(100)) =>
  async (): Promise<Buffer> => {
    const zip = await packZip({ ...files, extra: content });
    change(zip, centralAt(zip, 'extra'), zip.indexOf(endHead, 0, 'latin1'));
    return zip;
  };

/** Returns a zip with an entry whose mode is not the mode of a file. */
const withMode = (mode: number) => corruptZip((zip, at) => zip.writeUInt32LE((mode << 16) >>> 0, at + 38))();

const names: readonly HostileFile[] = (
  [
    ['../up', /invalid relative path/],
    ['a/../../up', /invalid relative path/],
    ['..', /invalid relative path/],
    ['/etc/cron.d/x', /absolute path/],
    ['C:/x', /absolute path/],
    ['a\\..\\..\\up', /invalid relative path/],
    ['\\etc\\x', /absolute path/],
    ['a/./x', /an empty segment or dots/],
    ['a//x', /an empty segment or dots/],
    ['a/x\0', /a control character/],
    ['a/x\n', /a control character/],
    ['a:b', /absolute path/],
    ['ab:c', /a backslash or colon/],
    ['a'.repeat(201), /1 to 200 characters/],
  ] as const
).map(([name, reason]) => [`the name ${JSON.stringify(name.slice(0, 20))}`, () => zipWithName(name), reason]);

const bombs: readonly HostileFile[] = [
  [
    'a bomb beside the template',
    () => packZip({ ...files, bomb: Buffer.alloc(90_000_000) }),
    /more than 41943040 bytes/,
  ],
  [
    'a bomb for a template',
    () => packZip({ 'release-template.json': Buffer.alloc(60_000_000, ' ') }),
    /100 times as large/,
  ],
  [
    'a bomb by count',
    () => packZip(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`f${at}`, '']))),
    /more than 2000 entries/,
  ],
  [
    'many that are too much together',
    async () => {
      const bytes = Buffer.concat([randomBytes(400_000), Buffer.alloc(15_000_000)]);
      return await packZip(Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`f${at}`, bytes])));
    },
    /contains more than 41943040 bytes/,
  ],
  [
    'a template of 30 MB',
    () => packZip({ 'release-template.json': Buffer.concat([randomBytes(1_000_000), Buffer.alloc(30_000_000, 32)]) }),
    /larger than 20971520 bytes/,
  ],
  [
    'a manifest of a megabyte',
    () => packZip({ ...files, 'manifest.json': Buffer.from(randomBytes(600_000).toString('hex')) }),
    /larger than 65536 bytes/,
  ],
  [
    'a zip in a zip in the place of the template',
    async () => packZip({ 'release-template.json': await validZip() }),
    /UTF-8/,
  ],
];

const structures: readonly HostileFile[] = [
  ['half of a zip', async () => (await validZip()).subarray(0, 150), /cannot be read/],
  ['two letters', async () => Buffer.from('PK'), /cannot be read/],
  ['nothing', async () => Buffer.alloc(0), /JSON object/],
  ['a picture called so', async () => Buffer.from('GIF89a'.repeat(20)), /cannot be read/],
  ['a link', () => withMode(0o120777), /not a regular file/],
  ['a device', () => withMode(0o020666), /not a regular file/],
  ['a pipe', () => withMode(0o010666), /not a regular file/],
  ['an entry twice', async () => zipWithName('release-template.json'), /twice/],
  ['what is encrypted', corruptZip((zip, at) => zip.writeUInt16LE(0x801, at + 8)), /encrypted/],
  ['a strong cipher', corruptZip((zip, at) => zip.writeUInt16LE(0x841, at + 8)), /strong encryption/],
  [
    'an unknown compression method',
    corruptZip((zip, at) => zip.writeUInt16LE(12, at + 10)),
    /unknown compression method/,
  ],
  ['another checksum', corruptZip((zip, at) => zip.writeUInt32LE(1, at + 16)), /damaged/],
  ['less than it says', corruptZip((zip, at) => zip.writeUInt32LE(1_000_000, at + 24)), /cannot be read/],
  ['more than it says', corruptZip((zip, at) => zip.writeUInt32LE(10, at + 24)), /cannot be read/],
  [
    'an entry that lies behind the end',
    corruptZip((zip, at) => zip.writeUInt32LE(0xffff_fff0, at + 42)),
    /cannot be read/,
  ],
  ['an entry that is its own directory', corruptZip((zip, at) => zip.writeUInt32LE(at, at + 42)), /cannot be read/],
  ['two entries over one another', corruptZip((zip, at) => zip.writeUInt32LE(0, at + 42)), /cannot be read|damaged/],
  ['more entries than there are', corruptZip((zip, _, end) => zip.writeUInt16LE(9, end + 10)), /cannot be read/],
  [
    'a directory behind the end',
    corruptZip((zip, _, end) => zip.writeUInt32LE(0x7fff_ffff, end + 16)),
    /cannot be read/,
  ],
  ['parts on other disks', corruptZip((zip, _, end) => zip.writeUInt16LE(1, end + 4)), /cannot be read/],
];

export const hostileZips: readonly HostileFile[] = [...names, ...bombs, ...structures];
