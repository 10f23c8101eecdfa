import { type EventEmitter, once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** A package of the workspace: its folder, and the names of its imported packages. */
interface Package {
  readonly folder: string;
  readonly imports: readonly string[];
}

function packagesIn(root: string): ReadonlyMap<string, Package> {
  const files = globSync(['{libs,services,apps}/*/package.json', 'integrations/*/host/package.json'], { cwd: root });
  return new Map(
    files.map((file) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return [name, { folder: file.replace('/package.json', ''), imports: Object.keys(dependencies) }];
    }),
  );
}

/** Returns the folders of a package and of all packages that it imports, directly or transitively. */
function foldersOf(
  packages: ReadonlyMap<string, Package>,
  name: string,
  visited = new Set<string>(),
): ReadonlySet<string> {
  const { folder, imports } = packages.get(name) ?? { folder: '', imports: [] };
  if (folder === '' || visited.has(folder)) return visited;
  visited.add(folder);
  for (const dependency of imports) foldersOf(packages, dependency, visited);
  return visited;
}

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing(?:\.ts$|\/)/.test(file);

/** Returns the files of the board that services also import. Only the browser loads the others. */
function sharedByBoard(root: string): ReadonlySet<string> {
  const index = readFileSync(join(root, 'apps/board/src/index.ts'), 'utf8');
  return new Set(Array.from(index.matchAll(/from '\.\/(page\/[^']+)'/g), ([, file]) => `apps/board/src/${file}`));
}

/** Returns a function that finds the affected services of a changed file. */
export function ownersOf(root: string, services: readonly string[]): (path: string) => readonly string[] {
  const packages = packagesIn(root);
  const folders = services.map((name) => [name, foldersOf(packages, `@slipway/${name}`)] as const);
  const shared = sharedByBoard(root);
  return (path) => {
    const file = relative(root, path);
    if (isTest(file) || (file.startsWith('apps/board/src/page/') && !shared.has(file))) return [];
    const [folder = ''] = /^(?:(?:libs|services|apps)\/[^/]+|integrations\/[^/]+\/host)(?=\/src\/)/.exec(file) ?? [];
    return folders.filter(([, owned]) => owned.has(folder)).map(([name]) => name);
  };
}

/** Whether a change of the file changes the schema, so that the database must be migrated again. */
export const changesSchema = (path: string): boolean =>
  /\/libs\/persistence\/src\/(?:migrations\/|database\/migrate\.ts$)/.test(path);

/** Watches all sources. The watcher is ready when this returns. Each change is also sent to the server of the board. */
export async function watchSources(
  root: string,
  changed: (path: string) => void,
  changedIntegration: (path: string) => void,
  board: EventEmitter,
): Promise<FSWatcher> {
  const sources = globSync('{libs,services,apps}/*/src', { cwd: root });
  const folders = [...sources, 'integrations'].map((folder) => join(root, folder));
  const watcher = watch(folders, { ignoreInitial: true });
  watcher.on('all', (event, path) => {
    board.emit(event, path);
    changed(path);
    changedIntegration(path);
  });
  await once(watcher, 'ready');
  return watcher;
}
