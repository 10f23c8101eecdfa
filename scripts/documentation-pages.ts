import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const listFile = 'apps/board/src/page/pages/help/documentation.ts';

/** The pages for users and administrators. The board does not contain the architecture decisions. */
const patterns = ['README.md', '{explanation,how-to,reference,tutorials}/*.md', 'how-to/operations/*.md'];

/** Returns the pages in a folder, such as `how-to/attach-files`. */
const pagesIn = (folder: string): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).toSorted()).map((file) => file.replace(/\.md$/, ''));

/** Returns the files of all pages that the board contains. */
export const documentationFiles = (folder: string): readonly string[] =>
  pagesIn(folder).map((page) => join(folder, `${page}.md`));

/** The ending of the module of a page. The file does not exist: the plugin creates the module from the page. */
const moduleEnding = '.page.js';

/** Whether a module contains a page of the documentation. */
export const isDocumentationPage = (id: string | null): boolean => id?.endsWith(moduleEnding) === true;

/**
 * Returns a plugin for the bundler and the development server that provides the pages of the documentation, from a
 * folder with an absolute path. Each page is a separate module, which the board loads when the page is opened.
 */
export function documentationPages(folder: string) {
  const moduleOf = (page: string): string => `${join(folder, page)}${moduleEnding}`;
  const fileOf = (id: string): string => `${id.slice(0, -moduleEnding.length)}.md`;
  return {
    name: 'slipway:documentation',
    resolveId: (id: string) => (isDocumentationPage(id) ? id : null),
    load(this: { addWatchFile(file: string): void }, id: string) {
      if (id.endsWith(listFile)) {
        const entries = pagesIn(folder).map(
          (page) => `${JSON.stringify(page)}: () => import(${JSON.stringify(moduleOf(page))})`,
        );
        return `export const documentation = { ${entries.join(', ')} };`;
      }
      if (!isDocumentationPage(id)) return null;
      this.addWatchFile(fileOf(id));
      return `export default ${JSON.stringify(readFileSync(fileOf(id), 'utf8'))};`;
    },
  };
}
