import { globSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { documentationPages } from '../documentation-pages.ts';
import { messageCatalogs } from '../message-catalogs.ts';

interface Settings {
  readonly root: string;
  readonly host: string;
  readonly port: number;
  /** the port of the API */
  readonly apiPort: number;
  /** Resolves when the API is ready; false if it has ended. */
  readonly apiReady: () => Promise<boolean>;
}

/** The path of the modules, which is the same as for bundled files in production. */
const base = '/assets/';

const tagsOf = (prefix: string, sheets: readonly string[]): string =>
  sheets.map((sheet) => `<link rel="stylesheet" href="${prefix}${sheet}">`).join('\n');

/** Replaces the bundled files in a page of the API by their sources, and adds the client that reloads the page. */
function withSources(html: string, folder: string): string {
  const sheets = globSync('styles/*.css', { cwd: folder }).toSorted();
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>\n/g, '')
    .replace(/\bicon-[\w-]+\.svg/, 'icon.svg')
    .replace(/\bearly-[\w-]+\.js/, 'prefetch-first-view.ts')
    .replace(/<link rel="stylesheet" href="([^"]*)board-[\w-]+\.css">/, (_, prefix: string) => tagsOf(prefix, sheets))
    .replace(
      /<script type="module" src="([^"]*)board-[\w-]+\.js"><\/script>/,
      (_, prefix: string) =>
        `<script type="module" src="${prefix}@vite/client"></script>\n<script type="module" src="${prefix}main.tsx"></script>`,
    );
}

const isHtml = ({ headers }: IncomingMessage): boolean => headers['content-type']?.startsWith('text/html') === true;

/** Sends a response of the API to the browser. Pages of the board load sources and are not cached. */
async function relay(answer: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  if (!isHtml(answer)) {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    return;
  }
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  const html = withSources(await text(answer), folder);
  response.writeHead(answer.statusCode ?? 502, { ...headers, 'cache-control': 'no-store' }).end(html);
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { 'Content-Type': 'text/plain' }).end('The API is not running. See the terminal.\n');
}

function forward(incoming: IncomingMessage, response: ServerResponse, { apiPort: port, root }: Settings): void {
  const { method, url: path, headers } = incoming;
  const { 'if-none-match': etag, ...otherHeaders } = headers;
  const wantsPage = headers.accept?.includes('text/html') === true;
  const forwardedHeaders = { ...otherHeaders, ...(etag !== undefined && !wantsPage && { 'if-none-match': etag }) };
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...forwardedHeaders, 'accept-encoding': 'identity' },
  };
  const outgoing = request(options, (answer) => {
    answer.on('error', () => response.destroy());
    relay(answer, response, boardIn(root)).catch(() => response.destroy());
  });
  outgoing.on('error', () => refuse(response));
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Forwards all requests except those for the sources of the board to the API. Requests wait while the API restarts. */
const forwarding = (settings: Settings): Plugin => ({
  name: 'slipway:forward',
  configureServer: (server) => {
    server.middlewares.use((incoming, response, next) => {
      if (incoming.url?.startsWith(base)) return next();
      void settings.apiReady().then((ready) => (ready ? forward(incoming, response, settings) : refuse(response)));
    });
  },
});

const boardIn = (root: string): string => join(root, 'apps/board/src/page');

/**
 * Serves the board from its sources, and reloads it in the browser after a change. All other requests are forwarded to
 * the API.
 */
export async function serveBoard(settings: Settings): Promise<ViteDevServer> {
  const { root, host, port } = settings;
  const server = await createServer({
    ...{ configFile: false, envDir: false, publicDir: false, appType: 'custom', clearScreen: false, logLevel: 'warn' },
    root: boardIn(root),
    base,
    cacheDir: join(root, 'node_modules/.cache/vite'),
    // The content security policy of the page allows no inline styles, which the overlay needs. Errors are printed in
    // the terminal.
    server: {
      host,
      port,
      strictPort: true,
      hmr: { overlay: false },
      // The watcher of the services reports changes.
      watch: null,
      fs: { allow: [boardIn(root), join(root, 'libs'), join(root, 'node_modules')] },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    optimizeDeps: { include: ['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@preact/signals'] },
    plugins: [
      forwarding(settings),
      messageCatalogs(join(root, 'libs/domain/src/messages')),
      documentationPages(join(root, 'docs')),
    ],
  });
  return await server.listen();
}
