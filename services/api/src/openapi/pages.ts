import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { replyRedirect, replyText } from '../http/reply.ts';
import { contentSecurityPolicy, docs } from './docs-page.ts';

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Makes bytes when they are first asked for; all who ask get the same ones, however many read them at once. */
function once(make: () => Promise<Buffer>): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The documentation page and the document it shows, for everybody; the root leads there. */
export function pages(document: () => string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, { type, text, file }] of Object.entries(docs)) {
    const bytes = once(async () => (file === undefined ? Buffer.from(text ?? '') : await readFile(file)));
    router.get(path, async (_request, response) => replyText(response, type, await bytes(), headers));
  }
  const described = once(async () => Buffer.from(document()));
  router.get('/api/v1/openapi.json', async (_request, response) =>
    replyText(response, 'application/json', await described()),
  );
  // The page names its files relative to `/docs`, and would look for them elsewhere below `/docs/`.
  router.get(['/', '/docs/'], (request, response) => replyRedirect(response, `${request.baseUrl}/docs`));
  return router;
}
