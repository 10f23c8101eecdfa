/** Permissions of one area, such as those on releases. */
export interface PermissionGroup {
  readonly area: string;
  readonly ids: readonly string[];
}

/** The area of a permission: the part before its `#`; without one, all. */
const permissionArea = (id: string): string => (id.includes('#') ? id.slice(0, id.indexOf('#')) : 'everything');

/** Permissions by their areas, in the order in which these come first. */
export function groupPermissions(ids: readonly string[]): readonly PermissionGroup[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) groups.set(permissionArea(id), [...(groups.get(permissionArea(id)) ?? []), id]);
  return [...groups].map(([area, inArea]) => ({ area, ids: inArea }));
}
