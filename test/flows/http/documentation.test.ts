import { routes } from '@slipway/api';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import { hasChromium, launchBrowser } from '../../harness/servers/chromium.ts';

const { url } = serve({ CONTEXT_ROOT: '/slipway' });
const root = '/slipway';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; summary: string; description: string }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
const document = async (): Promise<Document> =>
  JSON.parse((await sendRaw(url(), { path: `${root}/api/v1/openapi.json`, login: null })).text);

describe('the OpenAPI document', () => {
  test('contains every method of every path, with its permission', async () => {
    const { openapi, paths } = await document();
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const methods = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`));
    expect([openapi, operations.length]).toEqual(['3.1.0', methods.size]);
    const accessPattern = /^(Needs the permission `([a-z_]+#[a-z_]+|admin)`|Every user has access[.;])/;
    expect(operations.filter(({ description }) => !accessPattern.test(description))).toEqual([]);
  });

  test('defines each schema once and refers to it by name', async () => {
    const openApi = await document();
    const names = Object.keys(openApi.components.schemas);
    const referred = new Set(
      [...JSON.stringify(openApi).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect([...referred].filter((name) => !names.includes(name!))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['Release', 'Phase', 'Task', 'Comment', 'Team', 'Variable', 'TaskRequest']),
    );
  });
});

describe('headers of requests', () => {
  interface Operation {
    readonly parameters: readonly { readonly $ref?: string }[];
    readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
  }
  const termsOf = async (path: string, method: string) => {
    const operation = (await document()).paths[path]?.[method] as unknown as Operation;
    const headers = operation.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
    const { headers: answered = {} } = operation.responses['200'] ?? {};
    return [...headers, ...Object.keys(operation.responses), ...Object.keys(answered)].join(' ');
  };
  test.each([
    ['get', '/releases/{releaseId}', 'IfNoneMatch 200 304 403 default ETag'],
    ['get', '/tasks/{taskId}', 'IfNoneMatch 200 304 403 default ETag'],
    ['put', '/tasks/{taskId}', 'IfMatch 200 403 412 default ETag'],
    ['delete', '/templates/{templateId}', 'IfMatch 204 403 412 default'],
    ['post', '/tasks/{taskId}/complete', 'IfMatch IdempotencyKey 200 403 412 422 default ETag'],
    ['post', '/folders/{folderId}', 'IdempotencyKey 200 403 422 default'],
    ['post', '/tasks/statuses', '200 default'],
  ])('%s %s', async (method, path, expected) => {
    expect(await termsOf(path, method)).toBe(expected);
  });
});

describe('the documentation page', () => {
  test('loads resources only from its own origin', async () => {
    const page = await sendRaw(url(), { path: `${root}/docs`, login: null });
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(page.text).not.toMatch(/<script>|onload|https?:/);
    for (const source of sources) {
      const { status } = await sendRaw(url(), { path: `${root}/${source}`, login: null });
      expect([source, status]).toEqual([source, 200]);
    }
  });

  test('is the target of a redirect from /docs/', async () => {
    const { status, headers } = await sendRaw(url(), { path: `${root}/docs/`, login: null });
    expect([status, headers.location]).toEqual([302, `${root}/docs`]);
  });

  test.runIf(hasChromium)('shows every operation in a browser, without errors', async () => {
    const browser = await launchBrowser();
    try {
      // the page renders only the visible part of long lists; in this viewport everything is visible
      const page = await browser.newPage({ viewport: { width: 1_200, height: 40_000 } });
      page.setDefaultTimeout(120_000);
      const pageErrors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
      page.on('pageerror', (error) => pageErrors.push(error.message));
      await page.goto(`${url()}/docs`);
      await page.waitForSelector('.opblock');
      const { paths } = await document();
      const operations = Object.values(paths).flatMap((path) => Object.keys(path)).length;
      await expect.poll(() => page.locator('.opblock').count()).toBe(operations);
      expect(pageErrors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
