import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildModules } from '../installed/plugin-types.ts';
import { type Files, goodFiles, jarOf, noise } from '../testing.ts';
import { readUnpacked } from './read-folder.ts';
import { readJar } from './read-plugin.ts';

const readFilesAsJar = async (files: Files) => await readJar(await jarOf({ ...goodFiles, ...files }), 'acme.jar');
const pathsOf = ({ scripts }: Awaited<ReturnType<typeof readFilesAsJar>>) => scripts.map(({ path }) => path);

describe('modules of a jar', () => {
  test('are its Python files in all folders, except the scripts of its types', async () => {
    const files = {
      'util.py': 'x = 1',
      'httputil/__init__.py': '',
      'httputil/Request.py': 'y = 2',
      'acme/lib/deep.py': 'z = 3',
      'other/script.jy': '',
      'other/page.js': '',
      'web/tool.py': '',
      'META-INF/made.py': '',
    };
    const plugin = await readFilesAsJar(files);
    const modules = ['acme/lib/deep.py', 'util.py', 'httputil/__init__.py', 'httputil/Request.py'];
    expect([pathsOf(plugin), plugin.warnings]).toEqual([
      ['acme/Token.py', ...modules],
      ['web/: files for the browser are not served'],
    ]);
    const { digest, text } = buildModules([plugin]).get('acme-plugin')!;
    expect(JSON.parse(text)).toEqual({
      'acme/Token.py': goodFiles['acme/Token.py'],
      'acme/lib/deep.py': 'z = 3',
      'util.py': 'x = 1',
      'httputil/__init__.py': '',
      'httputil/Request.py': 'y = 2',
    });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify({ modules: buildModules([plugin]).get('acme-plugin') })).toBe(`{"modules":"${digest}"}`);
  });

  test('have the same digest if they have the same texts', async () => {
    const digestOf = async (files: Files) => buildModules([await readFilesAsJar(files)]).get('acme-plugin')?.digest;
    const jars: readonly Files[] = [{ 'a.py': '1' }, { 'a.py': '1', 'b.txt': '' }, { 'a.py': '2' }];
    const [firstDigest, sameDigest, otherDigest] = await Promise.all(jars.map(digestOf));
    expect([firstDigest === sameDigest, firstDigest === otherDigest]).toEqual([true, false]);
  });

  test.each<[string, Files, string]>([
    ['not in UTF-8', { 'lib/a.py': Buffer.from([0xff]) }, "'lib/a.py' cannot be imported: it is not in UTF-8"],
    ['too large', { 'lib/a.py': noise(1_048_577) }, "'lib/a.py' cannot be imported: it is larger than 1048576 bytes"],
    [
      'invalid because of a NUL character',
      { 'lib/a.py': 'x = "\0"' },
      "'lib/a.py' cannot be imported: its text: contains a character that is not allowed in a text",
    ],
  ])('that are %s are omitted, with a warning', async (_, files, warning) => {
    const plugin = await readFilesAsJar({ ...files, 'lib/b.py': 'x' });
    expect([pathsOf(plugin), plugin.warnings]).toEqual([['acme/Token.py', 'lib/b.py'], [warning]]);
  });

  test('above the maximum size are omitted, and scripts of types are not', async () => {
    const large = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`lib/m${at}.py`, noise(1_000_000)]));
    const plugin = await readFilesAsJar(large);
    expect(pathsOf(plugin)).toEqual(['acme/Token.py', 'lib/m0.py', 'lib/m1.py', 'lib/m2.py', 'lib/m3.py']);
    const room = 4 * 1024 * 1024 - goodFiles['acme/Token.py']!.length;
    expect(plugin.warnings).toEqual([
      `1 modules cannot be imported, including 'lib/m4.py': a plugin can have at most 1000 modules with ${room} bytes`,
    ]);
  });

  test('above the maximum number are omitted', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_002 }, (_, at) => [`lib/m${at}.py`, '']));
    const plugin = await readFilesAsJar(many);
    expect([plugin.scripts.length, plugin.warnings.length]).toEqual([1_001, 1]);
    expect(plugin.warnings[0]).toContain("2 modules cannot be imported, including 'lib/m1000.py'");
  });
});

test('a folder of modules without definitions is not a plugin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modules-'));
  try {
    await mkdir(join(folder, 'lib'));
    for (const file of ['util.py', 'lib/a.py']) await writeFile(join(folder, file), 'x = 1');
    expect(await readUnpacked(folder, 'extension')).toBeNull();
    await writeFile(join(folder, 'synthetic.xml'), String(goodFiles['synthetic.xml']));
    expect((await readUnpacked(folder, 'extension'))?.plugin?.scripts.map(({ path }) => path)).toEqual([
      'lib/a.py',
      'util.py',
    ]);
    for (const file of ['large.py', 'lib/large.py']) await writeFile(join(folder, file), noise(3_000_000));
    const large = await readUnpacked(folder, 'extension');
    expect(large?.plugin?.scripts.map(({ path }) => path)).toEqual(['lib/a.py', 'util.py']);
    expect(large?.plugin?.warnings.filter((warning) => warning.includes('large'))).toEqual([
      "'large.py' cannot be imported: it is larger than 1048576 bytes",
      "'lib/large.py' cannot be imported: it is larger than 1048576 bytes",
    ]);
    await mkdir(join(folder, 'acme'));
    await writeFile(join(folder, 'acme/Token.py'), noise(3_000_000));
    const script = (await readUnpacked(folder, 'extension'))?.plugin?.scripts.find(
      ({ path }) => path === 'acme/Token.py',
    );
    expect(script?.fault).toBe("its script 'acme/Token.py' is larger than 1048576 bytes");
  } finally {
    await rm(folder, { recursive: true });
  }
});
