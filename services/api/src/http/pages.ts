import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { contentSecurityPolicy, docs } from '../docs.ts';
import { replyRedirect, replyText } from './reply.ts';

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The documentation page and the document it shows, for everybody; the root leads there. */
export function pages(document: () => string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, { type, text, file }] of Object.entries(docs)) {
    router.get(path, async (_request, response) => {
      replyText(response, type, text ?? (file === undefined ? '' : await readFile(file)), headers);
    });
  }
  router.get('/api/v1/openapi.json', (_request, response) => replyText(response, 'application/json', document()));
  // The page names its files relative to `/docs`, and would look for them elsewhere below `/docs/`.
  router.get(['/', '/docs/'], (request, response) => replyRedirect(response, `${request.baseUrl}/docs`));
  return router;
}
