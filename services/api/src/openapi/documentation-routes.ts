import { readFile } from 'node:fs/promises';
import type { PlainRoute } from '../http/plain-route.ts';
import { emptyReply } from '../http/reply.ts';
import { contentSecurityPolicy, docsFiles } from './docs-page.ts';

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Creates bytes at the first request, and returns the same bytes to all later ones. */
function memoize(create: () => Promise<Buffer>): () => Promise<Buffer> {
  let cached: Promise<Buffer> | undefined;
  return () => {
    cached ??= create().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}

/**
 * The documentation page and its document, without a login; the root redirects there while it has no page of its own.
 */
export function documentationRoutes(document: () => string): readonly PlainRoute[] {
  const openApiDocument = memoize(async () => Buffer.from(document()));
  const files = Object.entries(docsFiles).map(([path, { type, text, file }]): PlainRoute => {
    const bytes = memoize(async () => (file === undefined ? Buffer.from(text ?? '') : await readFile(file)));
    return { method: 'GET', path, answer: async () => ({ status: 200, type, content: await bytes(), headers }) };
  });
  return [
    ...files,
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      answer: async () => ({ status: 200, type: 'application/json', content: await openApiDocument() }),
    },
    // the paths of the page are relative to `/docs`, and not valid below `/docs/`
    ...['/', '/docs/'].map(
      (path): PlainRoute => ({
        method: 'GET',
        path,
        answer: ({ root }) => emptyReply(302, { Location: `${root}/docs` }),
      }),
    ),
  ];
}
