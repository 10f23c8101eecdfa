import { expect, test } from 'vitest';
import { findImportableModules } from './importable-modules.ts';

const jar = (digest: string, ...roots: readonly string[]) => ({
  digest,
  roots: new Set(roots),
  text: '{}',
  toJSON: () => digest,
});
const jars = { modules: async () => [jar('a', 'acme', 'words'), jar('b', 'other'), jar('c', 'acme')] };

test.each([
  ['one that imports a module of some plugins', 'from acme.client import Client', ['a', 'c']],
  ['one that imports several modules', 'import json, words\nif 1:\n    import other.deep as d', ['a', 'b']],
  ['one that imports only standard modules', 'import json', []],
  ['one that computes the name of a module', '__import__("ot" + "her")', ['a', 'b', 'c']],
  ['one that executes a text as code', 'exec "imp" + "ort other" # import', ['a', 'b', 'c']],
  ['one that imports nothing', 'acme = 1', []],
])('a script is sent with the modules that it can import: %s', async (_, script, digests) => {
  expect((await findImportableModules('python', script, jars)).map(({ digest }) => digest)).toEqual(digests);
});
