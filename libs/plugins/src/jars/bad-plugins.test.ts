import { describe, expect, test } from 'vitest';
import { modulesOf } from '../installed/plugin-types.ts';
import { type Files, goodFiles, jarOf, manifest, noise, refusal, synthetic, token, tokenScript } from '../testing.ts';
import { readJar } from './read-plugin.ts';

const bare = { 'META-INF/MANIFEST.MF': manifest };
const script = { 'acme/Token.py': tokenScript };

describe('rejects a jar', () => {
  test.each<[string, Files, string]>([
    ['without a manifest', { 'synthetic.xml': synthetic(token), ...script }, 'the jar has no META-INF/MANIFEST.MF'],
    [
      'with a manifest of another version',
      { ...goodFiles, 'META-INF/MANIFEST.MF': 'Manifest-Version: 2.0\n' },
      "META-INF/MANIFEST.MF does not contain 'Manifest-Version: 1.0'",
    ],
    [
      'with an empty manifest',
      { ...goodFiles, 'META-INF/MANIFEST.MF': '' },
      "META-INF/MANIFEST.MF does not contain 'Manifest-Version: 1.0'",
    ],
    [
      'with an invalid name',
      { ...goodFiles, 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\nPlugin-Name: ../x\n' },
      "the plugin's name cannot be used: Invalid string: must match pattern /^\\w[\\w .-]*$/",
    ],
    [
      'without definitions',
      { ...bare, ...script },
      'the plugin has no type definitions: expected synthetic.xml or type-definitions.yaml',
    ],
    [
      'with definitions in a subfolder',
      { ...bare, 'sub/synthetic.xml': synthetic(token), ...script },
      'the plugin has no type definitions: expected synthetic.xml or type-definitions.yaml',
    ],
  ])('%s', async (_, files, reason) => {
    expect(await refusal(await jarOf(files))).toBe(`BadPlugin: ${reason}`);
  });

  test('with too many bytes of scripts', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const files = { ...goodFiles, ...Object.fromEntries(names.map((name) => [`acme/${name}.py`, noise(900_000)])) };
    expect(await refusal(await jarOf(files))).toBe('BadPlugin: the plugin has more than 4194304 bytes of scripts');
  });
});

describe('an unreadable script affects only its type', () => {
  test.each<[string, string | Buffer, string]>([
    ['that is not in UTF-8', Buffer.from([0x27, 0xe9, 0x27]), "'acme/Token.py' is not in UTF-8"],
    ['that contains a NUL character', 'x = "\0"', "'acme/Token.py' contains a character that is not allowed in a text"],
    ['that is above the size limit', noise(1_048_577), "'acme/Token.py' is larger than 1048576 bytes"],
  ])('%s', async (_, content, reason) => {
    const read = await readJar(await jarOf({ ...goodFiles, 'acme/Token.py': content }), 'acme.jar');
    expect(read.types.map(({ name }) => name)).toEqual(['acme.Token']);
    expect(read.scripts).toEqual([
      { path: 'acme/Token.py', language: 'python', text: '', fault: `its script ${reason}` },
    ]);
    expect(read.warnings).toEqual([`type 'acme.Token' will fail: its script ${reason}`]);
    expect(modulesOf(read)).toBeNull();
  });
});
