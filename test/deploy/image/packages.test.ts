import { expect, test } from 'vitest';
import { isKept, isProduct } from '../../../deploy/docker/image-files.ts';
import { requiredBy } from '../../../deploy/docker/required-packages.ts';

test('the dependencies of a package are resolved like in Node: nearest first, through links, without development dependencies', () => {
  const lock = {
    'services/api': { dependencies: { '@slipway/engine': '*', express: '^5' }, devDependencies: { vitest: '^5' } },
    'node_modules/@slipway/engine': { link: true, resolved: 'libs/engine' },
    'libs/engine': { dependencies: { lru: '^1' } },
    'libs/engine/node_modules/lru': { version: '1.0.0' },
    'node_modules/lru': { version: '2.0.0' },
    'node_modules/express': { dependencies: { router: '^1', gone: '^1' }, optionalDependencies: { fast: '^1' } },
    'node_modules/express/node_modules/router': { peerDependencies: { lru: '*' } },
    'node_modules/router': { version: '9.0.0' },
    'node_modules/fast': {},
    'node_modules/vitest': {},
  };
  expect(requiredBy(['services/api'], lock, /^fast$/)).toEqual([
    'libs/engine',
    'libs/engine/node_modules/lru',
    'node_modules/@slipway/engine',
    'node_modules/express',
    'node_modules/express/node_modules/router',
    'node_modules/lru',
    'services/api',
  ]);
});

test.each([
  ['express', 'lib/express.js', true],
  ['express', 'LICENSE', true],
  ['express', 'README.md', false],
  ['express', 'lib/express.d.ts', false],
  ['express', 'test/app.js', false],
  ['express', 'lib/express.js.map', false],
  ['skulpt', 'dist/skulpt.min.js', true],
  ['skulpt', 'dist/skulpt.js', false],
  ['skulpt', 'package.json', true],
  ['isolated-vm', `prebuilds/linux-${process.arch}/node.abi137.glibc.node`, true],
  ['isolated-vm', 'prebuilds/win32-x64/node.node', false],
])('the image contains of %s the file %s: %s', (name, file, expected) => {
  expect(isKept(name, file)).toBe(expected);
});

test.each([
  ['src/app.ts', true],
  ['package.json', true],
  ['src/app.test.ts', false],
  ['src/testing.ts', false],
  ['src/testing/plans.ts', false],
  ['tsconfig.json', false],
])('the image contains of a workspace package the file %s: %s', (file, expected) => {
  expect(isProduct(file)).toBe(expected);
});
