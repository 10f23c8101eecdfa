import { describe, expect, test } from 'vitest';
import { type Files, goodFiles, jarOf, manifest, noise, refusal, synthetic, token, tokenScript } from '../testing.ts';

const bare = { 'META-INF/MANIFEST.MF': manifest };
const script = { 'acme/Token.py': tokenScript };

describe('a jar is refused', () => {
  test.each<[string, Files, string]>([
    ['without a manifest', { 'synthetic.xml': synthetic(token), ...script }, 'the jar has no META-INF/MANIFEST.MF'],
    [
      'with a manifest of another version',
      { ...goodFiles, 'META-INF/MANIFEST.MF': 'Manifest-Version: 2.0\n' },
      "META-INF/MANIFEST.MF does not say 'Manifest-Version: 1.0'",
    ],
    [
      'with an empty manifest',
      { ...goodFiles, 'META-INF/MANIFEST.MF': '' },
      "META-INF/MANIFEST.MF does not say 'Manifest-Version: 1.0'",
    ],
    [
      'with a name that no path can have',
      { ...goodFiles, 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\nPlugin-Name: ../x\n' },
      "the plugin's name cannot be used: Invalid string: must match pattern /^\\w[\\w .-]*$/",
    ],
    [
      'without definitions',
      { ...bare, ...script },
      'the plugin has no type definitions: synthetic.xml or type-definitions.yaml is expected',
    ],
    [
      'with definitions elsewhere',
      { ...bare, 'sub/synthetic.xml': synthetic(token), ...script },
      'the plugin has no type definitions: synthetic.xml or type-definitions.yaml is expected',
    ],
  ])('%s', async (_, files, reason) => {
    expect(await refusal(await jarOf(files))).toBe(`BadPlugin: ${reason}`);
  });

  test.each<[string, Files, string]>([
    [
      'with a script that is no UTF-8',
      { ...goodFiles, 'acme/Token.py': Buffer.from([0x27, 0xe9, 0x27]) },
      "'acme/Token.py' is not in UTF-8",
    ],
    [
      'with a script that holds a zero',
      { ...goodFiles, 'acme/Token.py': 'x = "\0"' },
      "the plugin's scripts.0.text cannot be used: holds a character that no text may have",
    ],
    [
      'with very many scripts',
      {
        ...goodFiles,
        ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`acme/${name}.py`, noise(900_000)])),
      },
      'the plugin has more than 4194304 bytes of scripts',
    ],
    [
      'with a script larger than a script is',
      { ...goodFiles, 'acme/Token.py': noise(1_048_577) },
      "'acme/Token.py' is larger than 1048576 bytes",
    ],
  ])('%s', async (_, files, reason) => {
    expect(await refusal(await jarOf(files))).toBe(`BadPlugin: ${reason}`);
  });
});
