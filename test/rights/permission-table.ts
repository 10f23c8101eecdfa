/** Names of routes or commands by their permissions: `first permission | another + one more, participant (sees: …)`. */
export type PermissionTable = Readonly<Record<string, string>>;

const splitNames = (text: string): readonly string[] => text.trim().split(/;\s*/);
/** Returns the permission of each name. */
export const byName = (groups: PermissionTable): PermissionTable =>
  Object.fromEntries(Object.entries(groups).flatMap(([need, names]) => splitNames(names).map((name) => [name, need])));
