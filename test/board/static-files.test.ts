import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addresses } from '@slipway/board';
import { expect, test } from 'vitest';
import type { Bundle } from '../../apps/board/src/bundle.ts';
import { serve } from '../harness/product/serve.ts';
import { sendRaw } from '../harness/rest/raw-request.ts';

const root = '/tools/slipway';
const { url } = serve({ CONTEXT_ROOT: root });

const bundle: Bundle = JSON.parse(readFileSync('apps/board/dist/bundle.json', 'utf8'));
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Files are compared by their hash, since a difference of long files is unreadable, and the font is binary. */
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRaw(url(), { path: `${root}${path}`, headers, login: null });
const filesIn = (html: string) => Array.from(html.matchAll(/(?:src|href|data-later)="([^"]+)"/g), ([, file]) => file!);

test.each([
  ['/', 'home', './assets/'],
  ['/?x=/a/b', 'home', './assets/'],
  ['/releases', 'releases', './assets/'],
  ['/releases/', 'releases', '../assets/'],
  ['/releases/Release1?task=Task2', 'release', '../assets/'],
  ['/releases/Release%2F1/', 'release', '../../assets/'],
])(
  'the page at %s, view %s, needs no login, has a content security policy, and refers to its files by relative paths',
  async (path, view, files) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type'], headers['cache-control'], headers['content-security-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
      policy,
    ]);
    const named = [
      bundle.icon,
      bundle.prefetchScript,
      bundle.style,
      bundle.viewStyle,
      bundle.script,
      ...bundle.imports,
      ...bundle.views[view]!,
    ];
    expect(named.length).toBeLessThanOrEqual(8);
    expect(filesIn(text)).toEqual([...named, bundle.catalogs.en!.first, bundle.font].map((name) => `${files}${name}`));
  },
);

test.each(Object.keys(addresses))(
  'the file name of the script of the view %s starts with the name of its address, so that it is fetched with the page',
  (name) => {
    expect(bundle.views[name]?.[0]).toMatch(new RegExp(`^${name}-`));
  },
);

test('a page depends on the preferred language', async () => {
  for (const path of ['/', '/nothing'])
    expect((await get(path, { accept: 'text/html', 'accept-language': 'xx, en;q=0.5' })).headers.vary).toMatch(
      /\bAccept-Language\b/,
    );
});

test('a request with the current ETag gets 304', async () => {
  const { headers } = await get('/releases');
  const notModified = await get('/releases', { 'if-none-match': String(headers.etag) });
  expect([notModified.status, notModified.text, notModified.headers['content-security-policy']]).toEqual([
    304,
    '',
    policy,
  ]);
  expect((await get('/releases', { 'if-none-match': '"another"' })).status).toBe(200);
});

test('the root without a final slash redirects to the root with a slash', async () => {
  const { status, headers } = await get('');
  expect([status, headers.location]).toEqual([308, 'slipway/']);
});

test('each file is sent in an accepted encoding, and can be cached permanently', async () => {
  for (const name of Object.keys(bundle.files)) {
    const answers = ['identity', 'gzip', 'gzip;q=0, br', 'br;q=0'].map(async (encoding) => {
      const response = await fetch(`${url()}/assets/${name}`, { headers: { 'accept-encoding': encoding } });
      return [
        encoding,
        response.status,
        response.headers.get('content-encoding'),
        hashOf(new Uint8Array(await response.arrayBuffer())),
      ];
    });
    const plain = hashOf(readFileSync(`apps/board/dist/${name}`));
    expect(await Promise.all(answers)).toEqual([
      ['identity', 200, null, plain],
      ['gzip', 200, 'gzip', plain],
      ['gzip;q=0, br', 200, 'br', plain],
      ['br;q=0', 200, null, plain],
    ]);
    expect(hashOf(gunzipSync(readFileSync(`apps/board/dist/${name}.gz`)))).toBe(plain);
    expect(hashOf(brotliDecompressSync(readFileSync(`apps/board/dist/${name}.br`)))).toBe(plain);
  }
  const { headers } = await get(`/assets/${bundle.script}`);
  expect([headers['content-type'], headers['cache-control'], headers.vary, headers['x-content-type-options']]).toEqual([
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
    'Accept-Encoding',
    'nosniff',
  ]);
});

test('a missing file has an error text, a missing page has the board, and both have the content security policy', async () => {
  const shown = { accept: 'text/html,*/*' };
  const [file, path, call] = await Promise.all([
    get('/assets/..%2Fbundle.json', shown),
    get('/nothing', shown),
    get('/api/v1/nothing', shown),
  ]);
  expect([file, path, call].map(({ status }) => status)).toEqual([404, 404, 401]);
  expect(file?.text).toBe('the page has no such file: reload the page\n');
  expect(filesIn(path!.text)).toContain(`./assets/${bundle.script}`);
  expect(filesIn((await get('/nothing/here/', shown)).text)).toContain(`../../assets/${bundle.script}`);
  for (const [at, accept] of [
    ['/nothing/here', '*/*'],
    ['/api/nothing', 'text/html'],
  ] as const) {
    const { status, text } = await get(at, { accept });
    expect([status, text]).toEqual([404, `there is no resource at ${root}${at}\n`]);
  }
  for (const { headers } of [file, path, call]) expect(headers['content-security-policy']).toBe(policy);
});

test('the font is preloaded as a font, and sent with its type', async () => {
  const { text } = await get('/');
  const link = '<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low"';
  expect(text).toContain(`${link} href="./assets/${bundle.font}">`);
  const { status, headers } = await get(`/assets/${bundle.font}`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'font/woff2',
    'public, max-age=31536000, immutable',
  ]);
});

test('the bundle and the server do not contain the gallery of components', async () => {
  const names = Object.keys(bundle.files).filter((name) => /\.(?:js|css)$/.test(name));
  const galleries = names.filter((name) =>
    /gallery-|Settlement and reco/.test(readFileSync(`apps/board/dist/${name}`, 'utf8')),
  );
  expect(galleries).toEqual([]);
  expect((await get('/gallery', { accept: 'text/html' })).status).toBe(404);
});

const packed = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + bundle.files[name]!.compressedSize, 0);

test('the page is small: 60 KB of script for the first view, 25 more for any other, 24 for a catalog, 20 of style', () => {
  const scripts = [bundle.prefetchScript, bundle.script, ...bundle.imports, ...bundle.views.home!];
  const first = [...scripts, bundle.catalogs.en!.first];
  expect(packed(first)).toBeLessThanOrEqual(60_000);
  for (const [view, scripts] of Object.entries(bundle.views)) {
    expect([view, packed(scripts)]).toEqual([view, expect.toSatisfy((bytes: number) => bytes <= 25_000)]);
  }
  for (const [tag, { first: firstPart, rest }] of Object.entries(bundle.catalogs)) {
    expect([tag, packed([firstPart, rest])]).toEqual([tag, expect.toSatisfy((bytes: number) => bytes <= 24_000)]);
  }
  expect(packed([bundle.style])).toBeLessThanOrEqual(20_000);
  expect(packed([bundle.viewStyle])).toBeLessThanOrEqual(20_000);
  expect(bundle.files[bundle.font]!.compressedSize).toBeLessThanOrEqual(40_000);
});
