import { globSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { fontFaces, subsetFont } from '../board-font.ts';
import { documentationPages } from '../documentation-pages.ts';
import { lucideIcons } from '../icons.ts';
import { messageCatalogs } from '../message-catalogs.ts';
import { galleryHeaders, galleryPage, galleryPath } from './gallery-page.ts';

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

/** The font, and the style sheet that declares it. They are no sources of the board. */
const font = { sheet: 'font.css', file: 'inter.woff2' };

/** Returns the names of the style sheets below `base`, in their order. */
const sheetsIn = (folder: string): readonly string[] => [
  font.sheet,
  ...globSync('styles/*.css', { cwd: folder }).toSorted(),
];

const tagsOf = (prefix: string, sheets: readonly string[]): string =>
  sheets.map((sheet) => `<link rel="stylesheet" href="${prefix}${sheet}">`).join('\n');

/** Replaces the bundled files in a page of the API by their sources, and adds the client that reloads the page. */
function withSources(html: string, folder: string): string {
  const sheets = sheetsIn(folder);
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>\n|<link [^>]*id="view-style"[^>]*>\n/g, '')
    .replace(/\binter-[\w-]+\.woff2/, font.file)
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
    headers: { ...forwardedHeaders, 'accept-encoding': 'identity', 'accept-language': 'en' },
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

/** Serves the font as the bundle contains it. It is subset at the first request. */
const serveFont = (): Plugin => ({
  name: 'slipway:font',
  configureServer: (server) => {
    let content: Promise<Buffer> | undefined;
    server.middlewares.use((incoming, response, next) => {
      if (incoming.url === `${base}${font.sheet}`)
        response.writeHead(200, { 'Content-Type': 'text/css' }).end(fontFaces(font.file));
      else if (incoming.url === `${base}${font.file}`) {
        content ??= subsetFont();
        content.then((bytes) => response.writeHead(200, { 'Content-Type': 'font/woff2' }).end(bytes), next);
      } else next();
    });
  },
});

/** Serves the gallery of the components of the board. It is no part of the product. */
const serveGallery = (root: string): Plugin => ({
  name: 'slipway:gallery',
  configureServer: (server) => {
    server.middlewares.use((incoming, response, next) => {
      if (incoming.url?.split('?', 1)[0] !== galleryPath) return next();
      const sheets = [...sheetsIn(boardIn(root)), 'gallery/gallery.css'].map((sheet) => `${base}${sheet}`);
      const scripts = ['@vite/client', 'gallery/main.tsx'].map((script) => `${base}${script}`);
      response.writeHead(200, galleryHeaders).end(galleryPage({ icon: `${base}icon.svg`, sheets, scripts }));
    });
  },
});

/** The packages that the board imports. A package that Vite finds only later would reload the page. */
const packages = [
  ...['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@preact/signals', '@lezer/highlight'],
  ...['autocomplete', 'commands', 'language', 'lint', 'search', 'state', 'view'].map((name) => `@codemirror/${name}`),
  ...['javascript', 'python', 'yaml'].map((name) => `@codemirror/legacy-modes/mode/${name}`),
];

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
    optimizeDeps: { include: packages },
    plugins: [
      serveFont(),
      serveGallery(root),
      forwarding(settings),
      lucideIcons(),
      messageCatalogs(join(root, 'libs/domain/src/messages')),
      documentationPages(join(root, 'docs')),
    ],
  });
  return await server.listen();
}
