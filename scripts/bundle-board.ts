import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Bundle, BundledScripts } from '../apps/board/src/bundle.ts';
import { fontFaces, subsetFont } from './board-font.ts';
import { documentationFiles, documentationPages, isDocumentationPage } from './documentation-pages.ts';
import { lucideIcons } from './icons.ts';
import { catalogModules, messageCatalogs } from './message-catalogs.ts';
import { english, languagesIn, readLanguage, textFolder } from './texts/catalog.ts';
import { boardTexts } from './texts/plugin.ts';

const boardFolder = 'apps/board';
const outFolder = join(boardFolder, 'dist');
const listFile = join(outFolder, 'bundle.json');
/** The bundled packages and the bundler: their versions are part of the hash. */
const packages = [
  ...['preact', '@preact/signals', '@preact/signals-core', 'd3-scale', 'rolldown'],
  ...['@fontsource-variable/inter', 'subset-font', '@iconify-json/lucide'],
  ...['autocomplete', 'commands', 'language', 'legacy-modes', 'lint', 'search', 'state', 'view'].map(
    (name) => `@codemirror/${name}`,
  ),
];

const hashOf = (parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 16);
};

/** Code of lists and forms that neither the first view nor an open task needs. */
const lists =
  /~icons.lucide.(?:download|list-filter)$|page.(live.use-paged-list|pages.releases.views.(saved-views|view-list)|components.(marks.assessors|confirm-dialog|variables.use-choices|fields.folder-field|controls.(filter-controls|row-menu|switch|tabs)))\./;
/** Tables with pages, which most forms do not need. */
const tables = /page.components.paged-table\./;
/** Code that only the views of one release or template need. */
const plans =
  /page.(live.type-definitions|components.(panel-head|controls.delete-button)|pages.release.(times.times|flow.(order|order-lines)|head.progress|task.gate.requirement))\./;
/** Charts with their scales, which only views of insights need. */
const charts =
  /node_modules.(d3-|internmap)|page.components.charts.|~icons.lucide.(arrow-(down-right|up-right)|equal|list|table)$/;
/** Code of the activity log, which is loaded when a user opens it. */
const activity = /page.pages.release.activity./;
/**
 * Code that is loaded on demand: words for permissions, refusals and fields, CSV files, names of risk assessors, values
 * of variables, the form for dates, fields for times of day, the filter for a period, some icons.
 */
const onDemand =
  /page.(api.((permission|refusal)-words|words.field-words)|live.csv-files|components.(exact-moment|marks.assessors|variables.variable-value|controls.period-chip|fields.(color-field|copy-field|new-password-fields|phase-palette|time-fields))|pages.(release.dates|tasks.task-list))\.|~icons.lucide.(folder-open|id-card|star|webhook)$/;
/**
 * Code that all views of the page use goes into one script, without icons of a single list. Over HTTP/1.1 a browser
 * fetches six files at once, and each further file costs a round trip. Code that only lists and forms need is separate and loaded with them.
 */
const minShareCount = 2;
const common = {
  ...{ name: 'common', minShareCount },
  test: (id: string): boolean =>
    ![lists, tables, plans, charts, activity, onDemand].some((pattern) => pattern.test(id)) &&
    /~icons(?!.lucide.(?:flask-conical|arrow-right-left|file-code|folder-open|git-branch|square-arrow-out-up-right)$)|node_modules(?!.(@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt))|domain.src.messages|libs.concurrency|page.(api|live|components(?!.(code|drafts|people|references|fields.suggest-field))|navigation|pages.(releases?.|tasks.|calendar.(days|date-texts)))./.test(
      id,
    ),
};
/** The code editor. It is loaded on demand, and is no view. */
const editor = /components.code.mount-editor/;
/** The folder of the message catalogs. */
const catalogFolder = 'libs/domain/src/messages';

/** Returns a digest of all sources of the bundle. */
function sourcesHash(): string {
  const sources = [
    `${boardFolder}/src/page/**/*`,
    `${textFolder}/*`,
    'libs/{concurrency/src,domain/src/{event-paths,mentions,messages,permission-presets}}/*',
    'scripts/{board-font,bundle-board,documentation-pages,icons,message-catalogs}.ts',
    'scripts/texts/*.ts',
  ];
  const files = [...sources.flatMap((pattern) => globSync(pattern)), ...documentationFiles('docs')].filter((file) =>
    statSync(file).isFile(),
  );
  const versions = packages.map((name) => readFileSync(`node_modules/${name}/package.json`));
  return hashOf([...files.toSorted().flatMap((file) => [file, readFileSync(file)]), ...versions]);
}

const readBundle = (): Bundle | null => (existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : null);

/** The script that prefetches the data of the first view while the other scripts are loaded. */
export const prefetchEntry = { early: `${boardFolder}/src/page/prefetch-first-view.ts` };
const entries = { ...prefetchEntry, board: `${boardFolder}/src/page/main.tsx` };

/** Bundles the scripts of the board's entries in a language, with the message catalogs of a folder. */
export async function bundleScripts(
  input: Readonly<Record<string, string>> = entries,
  folder = catalogFolder,
  language = english,
) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input,
    platform: 'browser',
    tsconfig: false,
    // The duration of plugins depends on the load of the machine, and a warning ends the build.
    checks: { bundlerTimings: false },
    plugins: [
      boardTexts(language),
      lucideIcons(),
      messageCatalogs(resolve(folder), language.tag),
      documentationPages(resolve('docs')),
    ],
    transform: { target: 'es2024', jsx: { runtime: 'automatic', importSource: 'preact' } },
    onLog: (level, { message }) => {
      if (level !== 'debug' && level !== 'info') throw new Error(message);
    },
  });
  const name = '[name]-[hash].js';
  const { output } = await bundle.generate({
    ...{ format: 'es', minify: true, comments: { annotation: false }, entryFileNames: name, chunkFileNames: name },
    codeSplitting: {
      groups: [
        common,
        { name: 'of-lists', minShareCount, test: lists },
        { name: 'of-tables', minShareCount, test: tables },
        { name: 'of-plans', minShareCount, test: plans },
        { name: 'of-charts', minShareCount, test: charts },
      ],
    },
  });
  await bundle.close();
  return output.filter((file) => file.type === 'chunk');
}

/** Returns style sheets as one, in the order of their names, without comments and unnecessary spaces. */
const style = (names: string): string =>
  globSync(`${boardFolder}/src/page/styles/${names}.css`)
    .toSorted()
    .map((file) => readFileSync(file, 'utf8').replace(/\/\*[^*]*\*\//g, ''))
    .join('\n')
    .replace(/\n\s*/g, '\n')
    .replace(/ ?([{},;])\n/g, '$1')
    .replace(/;\}/g, '}')
    .replace(/([a-z-]): /g, '$1:');

function writeAtomically(file: string, bytes: string | Uint8Array): void {
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, bytes);
  renameSync(temporaryFile, file);
}

/** Writes a file and its compressed form. Returns the compressed size in bytes. */
async function writeCompressed(name: string, content: string | Buffer): Promise<number> {
  const bytes = Buffer.from(content);
  const packed = await promisify(gzip)(bytes, { level: 9 });
  writeAtomically(join(outFolder, name), bytes);
  writeAtomically(join(outFolder, `${name}.gz`), packed);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeAtomically(join(outFolder, `${name}.br`), await promisify(brotliCompress)(bytes, { params: quality }));
  return packed.length;
}

function deleteOthers(keptFiles: readonly string[], maxAgeMs: number): void {
  const knownFiles = new Set(['bundle.json', ...keptFiles.flatMap((name) => [name, `${name}.gz`, `${name}.br`])]);
  for (const file of globSync(`${outFolder}/*`)) {
    const modifiedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (!knownFiles.has(file.slice(outFolder.length + 1)) && modifiedAt <= Date.now() - maxAgeMs)
      rmSync(file, { force: true });
  }
}

/** Returns a script and all scripts that it loads immediately. */
function withImports(files: Bundle['files'], script: string, visited: readonly string[] = []): readonly string[] {
  if (visited.includes(script)) return visited;
  return (files[script]?.imports ?? []).reduce<readonly string[]>(
    (all, need) => withImports(files, need, all),
    [...visited, script],
  );
}

type Files = Record<string, Bundle['files'][string]>;

/** Bundles and writes the scripts in a language, and adds them to `files`. */
async function writeScripts(tag: string, files: Files): Promise<BundledScripts> {
  const chunks = await bundleScripts(entries, catalogFolder, readLanguage(tag));
  for (const { fileName, code, imports } of chunks)
    files[fileName] ??= { compressedSize: await writeCompressed(fileName, code), imports };
  const entry = (entryName: string): string =>
    chunks.find(({ isEntry, name }) => isEntry && name === entryName)?.fileName ?? '';
  const [early, script] = [entry('early'), entry('board')];
  const initialScripts = withImports(files, script);
  const catalogModule = catalogModules(resolve(catalogFolder));
  const catalogs: Record<string, { first: string; rest: string }> = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const module = catalogModule(facadeModuleId);
    if (module) catalogs[module.tag] = { first: '', rest: '', ...catalogs[module.tag], [module.part]: fileName };
  }
  const views = Object.fromEntries(
    chunks
      .filter(
        ({ isDynamicEntry, facadeModuleId }) =>
          isDynamicEntry &&
          !catalogModule(facadeModuleId) &&
          !isDocumentationPage(facadeModuleId) &&
          !editor.test(facadeModuleId ?? ''),
      )
      .map(({ name, fileName }) => [
        name,
        withImports(files, fileName).filter((file) => !initialScripts.includes(file)),
      ]),
  );
  return { prefetchScript: early, script, imports: initialScripts.slice(1), views, catalogs };
}

async function bundle(sources: string): Promise<Bundle> {
  mkdirSync(outFolder, { recursive: true });
  const font = await subsetFont();
  const fontName = `inter-${hashOf([font])}.woff2`;
  const sheet = fontFaces(fontName) + style('[1-7]-*');
  const viewSheet = style('[89]-*');
  const icon = readFileSync(`${boardFolder}/src/page/icon.svg`, 'utf8');
  const names = {
    ...{ style: `board-${hashOf([sheet])}.css`, viewStyle: `views-${hashOf([viewSheet])}.css` },
    ...{ icon: `icon-${hashOf([icon])}.svg`, font: fontName },
  };
  const files: Files = {};
  const scripts = await writeScripts(english.tag, files);
  const translations: Record<string, BundledScripts> = {};
  for (const tag of languagesIn().slice(1)) translations[tag] = await writeScripts(tag, files);
  files[names.style] = { compressedSize: await writeCompressed(names.style, sheet), imports: [] };
  files[names.viewStyle] = { compressedSize: await writeCompressed(names.viewStyle, viewSheet), imports: [] };
  files[names.icon] = { compressedSize: await writeCompressed(names.icon, icon), imports: [] };
  files[names.font] = { compressedSize: await writeCompressed(names.font, font), imports: [] };
  return { sources, ...scripts, ...names, translations, files };
}

/**
 * Bundles the page of `apps/board` into its folder `dist`, unless the bundle was built from the same sources. Each file
 * name contains a hash of the content. The list of files is written last and atomically. Files that no list contains
 * are deleted after `maxAgeMs`, because a starting process may be reading them. Throws the errors and warnings of
 * rolldown.
 */
export async function bundleBoard(maxAgeMs = 3_600_000): Promise<void> {
  const sources = sourcesHash();
  const previous = readBundle();
  const current = previous?.sources === sources ? previous : await bundle(sources);
  if (current !== previous) writeAtomically(listFile, `${JSON.stringify(current, null, 2)}\n`);
  deleteOthers(Object.keys(current.files), maxAgeMs);
}
