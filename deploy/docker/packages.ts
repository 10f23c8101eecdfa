/** The entry of one folder in package-lock.json (version 3). */
export interface Locked {
  readonly version?: string;
  /** the folder is a link to the workspace at `resolved` */
  readonly link?: boolean;
  readonly resolved?: string;
  /** it is installed where its platform is this one */
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type Lock = Readonly<Record<string, Locked>>;

/** The places where code in `folder` finds `name`, nearest first, as Node resolves it. */
function* placesOf(folder: string, name: string): Generator<string> {
  for (let at = folder; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (!at.endsWith('/node_modules')) yield `${at}/node_modules/${name}`;
  yield `node_modules/${name}`;
}

const wantedBy = (locked: Locked): readonly string[] =>
  Object.keys({ ...locked.peerDependencies, ...locked.dependencies, ...locked.optionalDependencies });

/**
 * Returns the folders that these workspaces need at run time, including themselves, sorted: workspaces, packages, and
 * links to workspaces. Development dependencies are excluded. Packages that the lock file does not contain (an
 * optional peer) and those in `without` are left out.
 */
export function neededBy(rooms: readonly string[], lock: Lock, without: RegExp): readonly string[] {
  const needed = new Set<string>();
  const add = (folder: string): void => {
    const locked = lock[folder];
    if (locked === undefined || needed.has(folder)) return;
    needed.add(folder);
    if (locked.link === true && locked.resolved !== undefined) add(locked.resolved);
    for (const name of wantedBy(locked)) {
      if (without.test(name)) continue;
      const found = [...placesOf(folder, name)].find((place) => lock[place] !== undefined);
      if (found !== undefined) add(found);
    }
  };
  for (const room of rooms) add(room);
  return [...needed].toSorted();
}
