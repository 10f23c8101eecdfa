/** The entry of one folder in package-lock.json (version 3). */
export interface LockEntry {
  readonly version?: string;
  /** set for a link to the workspace at `resolved` */
  readonly link?: boolean;
  readonly resolved?: string;
  /** set for a package that is installed only on its own platform */
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type LockEntries = Readonly<Record<string, LockEntry>>;

/** Returns the paths at which Node looks for the package `name` from `folder`, the nearest first. */
function* candidatesOf(folder: string, name: string): Generator<string> {
  for (let at = folder; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (!at.endsWith('/node_modules')) yield `${at}/node_modules/${name}`;
  yield `node_modules/${name}`;
}

const dependenciesOf = (locked: LockEntry): readonly string[] =>
  Object.keys({ ...locked.peerDependencies, ...locked.dependencies, ...locked.optionalDependencies });

/**
 * Returns the folders that these workspaces need at run time, sorted, including the workspaces themselves, packages,
 * and links to workspaces. Development dependencies are excluded. Packages that the lock file does not contain (an
 * optional peer) and those in `without` are omitted.
 */
export function requiredBy(workspaces: readonly string[], lock: LockEntries, without: RegExp): readonly string[] {
  const needed = new Set<string>();
  const add = (folder: string): void => {
    const locked = lock[folder];
    if (locked === undefined || needed.has(folder)) return;
    needed.add(folder);
    if (locked.link === true && locked.resolved !== undefined) add(locked.resolved);
    for (const name of dependenciesOf(locked)) {
      if (without.test(name)) continue;
      const folderFound = [...candidatesOf(folder, name)].find((candidate) => lock[candidate] !== undefined);
      if (folderFound !== undefined) add(folderFound);
    }
  };
  for (const workspace of workspaces) add(workspace);
  return [...needed].toSorted();
}
