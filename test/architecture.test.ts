import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Who may know whom: what the sources of a room may import besides their own files. */
const rooms: Record<string, readonly string[]> = {
  'libs/domain': [],
  'libs/persistence': ['@slipway/domain', 'knex', 'pg', 'node:'],
  'libs/runtime': ['pino', 'prom-client', 'zod', 'node:'],
  'libs/queue': ['bullmq', 'ioredis', 'pg', 'zod', 'node:'],
  'libs/scripts': ['undici', 'zod', 'node:'],
  'libs/plugins': ['fast-xml-parser', 'yaml', 'yauzl', 'zod', 'node:'],
  'libs/engine': ['@slipway/domain', '@slipway/persistence', '@slipway/queue', 'croner', 'lru-cache', 'node:'],
  'libs/wire': ['@slipway/domain', '@slipway/persistence', 'zod', 'node:'],
  'services/api': [
    '@slipway/engine',
    '@slipway/domain',
    '@slipway/persistence',
    '@slipway/plugins',
    '@slipway/runtime',
    '@slipway/scripts',
    '@slipway/wire',
    'busboy',
    'lru-cache',
    'express',
    'zod',
    'pino-http',
    '@node-rs/argon2',
    'rate-limiter-flexible',
    'swagger-ui-dist',
    'node:',
  ],
  'services/scheduler': [
    '@slipway/engine',
    '@slipway/domain',
    '@slipway/persistence',
    '@slipway/queue',
    '@slipway/runtime',
    '@slipway/scripts',
    '@slipway/wire',
    '@slipway/plugins',
    'zod',
    'node:',
  ],
  'services/script-runner': ['@slipway/runtime', '@slipway/scripts', 'isolated-vm', 'skulpt', 'zod', 'node:'],
  'services/standalone': [
    '@slipway/api',
    '@slipway/engine',
    '@slipway/scheduler',
    '@slipway/persistence',
    '@slipway/queue',
    '@slipway/runtime',
    '@slipway/scripts',
    'node:',
  ],
};

/** What would let the domain look at the world: time, chance and calendars are arguments. */
const WORLD =
  /\b(?:process|performance|crypto|Buffer|console|fetch|set(?:Timeout|Interval|Immediate)|globalThis)\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/;

/** Libraries whose types stop at one folder of their room. */
const walls: Record<string, string | RegExp> = {
  express: /^services\/api\/src\/(?:http\/|app\.ts|openapi\/pages|people\/profile|system\/|webhooks\/router)/,
  knex: 'libs/persistence/',
  pg: /^libs\/(?:persistence|queue)\//,
  bullmq: 'libs/queue/',
  ioredis: 'libs/queue/',
  'isolated-vm': 'services/script-runner/',
  croner: 'libs/engine/src/triggers/timetable',
};

const sources = globSync('{libs,services}/*/src/**/*.ts').filter(
  (file) => !/\.test\.ts$|\/testing(?:\.ts$|\/)/.test(file),
);
const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
const IMPORT = /^(?:import|export|\})[^'\n]*\bfrom '([^'\n]+)'|^import '([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm;
const importsOf = (file: string) =>
  [...code(file).matchAll(IMPORT)].map((found) => (found[1] ?? found[2] ?? found[3])!);
const packageOf = (name: string) => /^(?:node:|@[^/]+\/[^/]+|[^/]+)/.exec(name)![0];

describe.each(Object.entries(rooms))('%s', (room, allowed) => {
  const files = sources.filter((file) => file.startsWith(`${room}/`));

  test('imports only what it may know', () => {
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => !name.startsWith('.') && !allowed.includes(packageOf(name)))
        .map((name) => `${file} imports ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  test('stays inside its own folder and names files with their ending', () => {
    const strays = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .filter(
          (name) => !name.endsWith('.ts') || !new URL(name, `file:///${file}`).pathname.startsWith(`/${room}/src/`),
        )
        .map((name) => `${file} imports ${name}`),
    );
    expect(strays).toEqual([]);
  });
});

test('every room is in the table', () => {
  const found = globSync('{libs,services}/*/package.json').map((file) => file.replace('/package.json', ''));
  expect(found.toSorted()).toEqual(Object.keys(rooms).toSorted());
});

test.each(Object.entries(walls))('the types of %s stop at %s', (library, wall) => {
  const outside = sources.filter(
    (file) =>
      !(typeof wall === 'string' ? file.startsWith(wall) : wall.test(file)) &&
      importsOf(file).some((name) => packageOf(name) === library),
  );
  expect(outside).toEqual([]);
});

test('the domain sees no clock, no chance and no process', () => {
  const seeing = sources.filter((file) => file.startsWith('libs/domain/') && WORLD.test(code(file)));
  expect(seeing).toEqual([]);
});

test('nothing is left to do in a comment', () => {
  const marked = sources.filter((file) => /\b(?:TODO|FIXME|XXX|HACK)\b/.test(readFileSync(file, 'utf8')));
  expect(marked).toEqual([]);
});

test('no test has a limit of its own for what it waits for: a busy machine may need longer', () => {
  const tests = globSync('{libs,services,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  const hurried = tests.filter((file) =>
    /\{[^{}]*\btimeout: [\d_]+, interval\b|\binterval: [\d_]+, timeout\b/.test(code(file)),
  );
  expect(hurried).toEqual([]);
});

test('no file is named for what it is instead of what it answers', () => {
  const vague = sources.filter((file) =>
    /\/(?:utils?|helpers?|common|manager|types|constants|misc)(?:\.ts|\/)/.test(file),
  );
  expect(vague).toEqual([]);
});
