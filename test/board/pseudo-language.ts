import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { pseudoText as inAccents } from '../../apps/board/src/page/gallery/accents.ts';
import en from '../../libs/domain/src/messages/en.json' with { type: 'json' };
import { type PatternNode, parsePattern } from '../../libs/domain/src/messages/pattern.ts';
import { type Catalog, renderText } from '../../libs/domain/src/messages/render.ts';
import { bundleScripts, prefetchEntry } from '../../scripts/bundle-board.ts';

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
      Object.entries(messages).map(([name, { text }]) => [name, { text: pseudoPattern(parsePattern(text)) }]),
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

/** Bundles the script that loads catalogs, as if there were a file `en-XA.json` beside `en.json`. */
async function bundleWithCatalog(): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pseudo-language-'));
  try {
    copyFileSync('libs/domain/src/messages/en.json', join(folder, 'en.json'));
    writeFileSync(join(folder, `${tag}.json`), JSON.stringify(catalog));
    const chunks = await bundleScripts(prefetchEntry, folder);
    return new Map(chunks.map(({ fileName, code }) => [fileName.replace(/^early-.*/, 'early'), code]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Selects the pseudo-language for a page, starting with the next navigation. Returns `catalogFiles`, the URL pattern of
 * requests for the catalog.
 */
export async function usePseudoLanguage(page: Page): Promise<{ readonly catalogFiles: string }> {
  const files = await bundleWithCatalog();
  await page.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['${tag}', 'en'] })`);
  await page.route('**/assets/*.js', async (route) => {
    const body = files.get(basename(new URL(route.request().url()).pathname).replace(/^early-.*/, 'early'));
    if (body === undefined) await route.continue();
    else await route.fulfill({ contentType: 'text/javascript', body });
  });
  return { catalogFiles: `**/assets/${tag}-*.js` };
}
