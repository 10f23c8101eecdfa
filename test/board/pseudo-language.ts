import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { pseudoText as inAccents } from '../../apps/board/src/page/gallery/accents.ts';
import en from '../../libs/domain/src/messages/en.json' with { type: 'json' };
import { type PatternNode, parsePattern } from '../../libs/domain/src/messages/pattern.ts';
import { type Catalog, renderText } from '../../libs/domain/src/messages/render.ts';
import { bundleScripts, prefetchEntry } from '../../scripts/bundle-board.ts';
import { boardText } from '../../scripts/message-catalogs.ts';
import { parseText, type TextNode } from '../../scripts/texts/pattern.ts';
import type { TextLanguage } from '../../scripts/texts/translate.ts';

const tag = 'en-XA';

const pseudoPattern = (nodes: readonly PatternNode[]): string => nodes.map(pseudoNode).join('');

function pseudoNode(node: PatternNode): string {
  switch (node.kind) {
    case 'text':
      return inAccents(node.text);
    case 'number':
      return '#';
    case 'param':
      return node.format === null ? `{${node.name}}` : `{${node.name}, ${node.format}}`;
    case 'plural': {
      const forms = Array.from(node.forms, ([name, form]) => `${name} {${pseudoPattern(form)}}`);
      return `{${node.name}, plural, ${forms.join(' ')}}`;
    }
  }
}

/** The English catalog in accented letters. */
const catalog: Catalog = Object.fromEntries(
  Object.entries(en).map(([section, messages]) => [
    section,
    Object.fromEntries(
      Object.entries(messages).map(([name, { text }]) => [
        name,
        { text: pseudoPattern(parsePattern(boardText(text, 'en'))) },
      ]),
    ),
  ]),
);

/** A message in a response: its text, code and parameters. */
export interface ServerMessage {
  readonly sentence: string;
  readonly code?: string | null;
  readonly params?: Readonly<Record<string, unknown>> | null;
}

/** Returns a message in the pseudo-language, or its text if it has no code. */
export const pseudoText = ({ sentence, code, params }: ServerMessage): string =>
  renderText({ code: code ?? '', params: params ?? {} }, { catalog, tag }) ?? sentence;

function pseudoTextNode(node: TextNode): TextNode {
  switch (node.kind) {
    case 'text':
      return { kind: 'text', text: inAccents(node.text) };
    case 'element':
      return { ...node, children: node.children?.map(pseudoTextNode) ?? null };
    case 'plural': {
      const forms = Array.from(node.forms, ([name, form]) => [name, form.map(pseudoTextNode)] as const);
      return { kind: 'plural', forms: new Map(forms) };
    }
    case 'value':
    case 'number':
      return node;
  }
}

/** The texts of the board in accented letters. */
const boardLanguage: TextLanguage = { tag, translate: (message) => parseText(message).map(pseudoTextNode) };

/** Bundles scripts in the pseudo-language, as if there were a file `en-XA.json` beside `en.json`. */
async function bundleWithCatalog(...[input, language]: readonly [typeof prefetchEntry?, TextLanguage?]) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pseudo-language-'));
  try {
    copyFileSync('libs/domain/src/messages/en.json', join(folder, 'en.json'));
    writeFileSync(join(folder, `${tag}.json`), JSON.stringify(catalog));
    return await bundleScripts(input, folder, language);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const preferPseudoLanguage = (page: Page): Promise<unknown> =>
  page.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['${tag}', 'en'] })`);

const nameOf = (url: string): string => basename(new URL(url).pathname);

/**
 * Selects the pseudo-language for the messages of the server, starting with the next navigation. Returns `catalogFiles`,
 * the URL pattern of requests for the catalog.
 */
export async function usePseudoLanguage(page: Page): Promise<{ readonly catalogFiles: string }> {
  const chunks = await bundleWithCatalog(prefetchEntry);
  const files = new Map(chunks.map(({ fileName, code }) => [fileName.replace(/^early-.*/, 'early'), code]));
  await preferPseudoLanguage(page);
  await page.route('**/assets/*.js', async (route) => {
    const body = files.get(nameOf(route.request().url()).replace(/^early-.*/, 'early'));
    if (body === undefined) await route.continue();
    else await route.fulfill({ contentType: 'text/javascript', body });
  });
  return { catalogFiles: `**/assets/${tag}-*.js` };
}

/** Bundles the whole board in the pseudo-language. Returns a function that selects it for a page. */
export async function bundlePseudoBoard(): Promise<(page: Page) => Promise<void>> {
  const chunks = await bundleWithCatalog(undefined, boardLanguage);
  const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  const entry = (name: string): string => chunks.find((chunk) => chunk.isEntry && chunk.name === name)?.fileName ?? '';
  const inPseudoLanguage = (html: string): string =>
    html
      .replace('<html lang="en">', `<html lang="${tag}">`)
      .replaceAll(/<link rel="modulepreload"[^>]*>\n/g, '')
      .replace(/\bearly-[\w-]+\.js/, entry('early'))
      .replace(/\bboard-[\w-]+\.js/, entry('board'));
  return async (page) => {
    await preferPseudoLanguage(page);
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: files.get(nameOf(route.request().url())) ?? '' }),
    );
    await page.route(
      (url) => !/\/(?:assets|api)\//.test(url.pathname),
      async (route) => {
        if (route.request().resourceType() !== 'document') return await route.continue();
        const response = await route.fetch();
        await route.fulfill({ response, body: inPseudoLanguage(await response.text()) });
      },
    );
  };
}
