import { createRequire } from 'node:module';
import { join } from 'node:path';

/** One file of the documentation page: its media type, and its text or its path. */
export interface DocsFile {
  readonly type: string;
  readonly text?: string;
  readonly file?: string;
}

/** Swagger UI from its npm package. Nothing is loaded from other servers. */
const swaggerFolder = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Slipway REST API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" href="docs/favicon.png">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** A relative address is valid below each context root. */
const startScript = `SwaggerUIBundle({ url: 'api/v1/openapi.json', dom_id: '#docs', validatorUrl: null });\n`;

/** The files that the page may load: its own files, and the images in its style sheet. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The documentation page by path below the context root. */
export const docsFiles: Readonly<Record<string, DocsFile>> = {
  '/docs': { type: 'text/html; charset=utf-8', text: html },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', text: startScript },
  '/docs/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    file: join(swaggerFolder, 'swagger-ui-bundle.js'),
  },
  '/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', file: join(swaggerFolder, 'swagger-ui.css') },
  '/docs/favicon.png': { type: 'image/png', file: join(swaggerFolder, 'favicon-32x32.png') },
};
