import type { RoleResponse } from '@slipway/api-schema/people';

/** A role in the form. */
export interface RoleDraft {
  readonly name: string;
  readonly permissions: readonly string[];
  /** names of users and of groups */
  readonly principals: readonly string[];
}

export const draftOf = ({ name, permissions, principals }: RoleResponse): RoleDraft => ({
  name,
  permissions,
  principals: principals.map(({ username }) => username),
});

export const newRole: RoleDraft = { name: '', permissions: [], principals: [] };

/** What REST takes of a role. */
export const toRoleBody = ({ permissions, principals }: RoleDraft) => ({
  permissions,
  principals: principals.map((username) => ({ username })),
});

const addedItems = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((item) => !before.includes(item));

/** The message after a concurrent change of a role; null: unchanged. */
export function conflictMessage(before: RoleDraft, after: RoleDraft): string | null {
  const changes = [
    ...addedItems(before.principals, after.principals).map((item) => `${item} has it`),
    ...addedItems(after.principals, before.principals).map((item) => `${item} has it no longer`),
    ...addedItems(before.permissions, after.permissions).map((item) => `it holds ${item}`),
    ...addedItems(after.permissions, before.permissions).map((item) => `it holds ${item} no longer`),
  ];
  if (changes.length === 0) return null;
  return `Another user has changed this role: ${changes.slice(0, 5).join('; ')}. Nothing was saved; save again to overwrite.`;
}
